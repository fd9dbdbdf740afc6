fly_add_unit_test(transforms_test TransformsAlgebraTest.cpp
  LIBS FlyTransforms FlyROCDLDialect MLIR)
