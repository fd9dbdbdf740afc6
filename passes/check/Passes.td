// The static analysis as a pass. docs/passes.md is generated from this file.
#ifndef FLY_CHECK_PASSES_TD
#define FLY_CHECK_PASSES_TD

include "mlir/Pass/PassBase.td"

def FlyCheckPass : Pass<"fly-check", "::mlir::ModuleOp"> {
  let summary = "Report promises that static facts refute: ownership, alignment, swizzles, offsets, scales";
  let description = [{
    Looks at a module before it is lowered and changes nothing. Each finding is a diagnostic at its
    operation with a code; errors make the pass fail.

    | code | finding |
    |---|---|
    | FLY152 | a view of shared memory that is larger than its allocation |
    | FLY158 | a tile that is spread over more threads than a block has |
    | FLY170, FLY171 | a thread with less than one call, elements with two owners or none |
    | FLY172 | an access wider than the known alignment of its view |
    | FLY174 | an access wider than the grain of its swizzle |
    | FLY175 | a split of a swizzled view that is not exact |
    | FLY176 | an offset that can exceed 32 bits |
    | FLY177 | a pointer or pitch that falls inside a byte |
    | FLY178 | an atom whose value width is not the element width |
    | FLY179 | a block-scaled product whose scales are still 0 |
    | FLY181 | a tiled copy that fills or empties registers which a product reads otherwise |

    With `remarks`: FLY166 where a tile does not divide its mode, FLY173 where an alignment is claimed
    that does not survive, layouts as divisors where a tile may be meant, and register memory that stays
    in memory because an offset into it is only known at run time. The editor and `fly-lint`
    report the same findings.

    Guarantees: the module is unchanged, and running the pass again says the same. A finding is reported
    once per operation. Without an error of this pass no access is wider than the grain of its swizzle,
    and no two threads of a tiled copy write one element.

    The first load is wider than what is known about its address, the second is not:

    ```mlir
    %p = fly.make_ptr() {dictAttrs = {allocBytes = 64 : i64, allocAlign = 4 : i64}} : () -> !fly.ptr<f16, shared, align<4>>
    %v = fly.ptr.load(%p) : (!fly.ptr<f16, shared, align<4>>) -> vector<4xf16> // 8 bytes, aligned to 4 [FLY172]
    %w = fly.ptr.load(%p) : (!fly.ptr<f16, shared, align<4>>) -> vector<2xf16>
    ```

    On the command line: `fly-opt kernel.mlir --fly-check=remarks -o /dev/null`.
  }];
  let options = [
    Option<"remarks", "remarks", "bool", "false", "Also report what is legal but may surprise.">
  ];
  let statistics = [
    Statistic<"numErrors", "errors", "Number of errors">,
    Statistic<"numWarnings", "warnings", "Number of warnings">
  ];
}

#endif
