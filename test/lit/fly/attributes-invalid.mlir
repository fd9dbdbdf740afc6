// RUN: fly-opt %s --split-input-file -verify-diagnostics=only-expected

// expected-error@+2 {{the value of 'int_tuple' stands without angle brackets of its own [FLY101]}}
// expected-note@+1 {{write #fly<int_tuple VALUE>}}
module attributes {fly.a = #fly.int_tuple<(4,8)>} {}

// -----

// expected-error@+2 {{[FLY102]}}
// expected-note@+1 {{write a mode after the number}}
module attributes {fly.a = #fly<basis 1>} {}

// -----

// expected-error@+1 {{unexpected 'E0' after the end of the value [FLY101]}}
module attributes {fly.a = #fly<int 4E0>} {}

// -----

// expected-error@+1 {{[FLY107]}}
module attributes {fly.a = #fly<tile [?|4]>} {}

// -----

// expected-error@+1 {{[FLY110]}}
module attributes {fly.a = #fly<swizzle S<3,30,3>>} {}

// -----

// expected-error@+1 {{attribute 'coordinate' is unknown to revision 11c4174d82b7 of the fly dialect}}
module attributes {fly.a = #fly.coordinate<1>} {}
