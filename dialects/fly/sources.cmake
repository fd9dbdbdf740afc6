# Sources of attributes, types, interfaces, invariants and diagnostics.
set(FLY_CORE_SOURCES
  AsmTokens.cpp
  AtomEmission.cpp
  Diagnostics.cpp
  ExplicitModule.cpp
  FlyAttrs.cpp
  FlyDialect.cpp
  FlyInterfaces.cpp
  FlyTypes.cpp
  Invariants.cpp
  Rebuild.cpp
  RuleTable.cpp
  TypeTexts.cpp
  Universal.cpp)
