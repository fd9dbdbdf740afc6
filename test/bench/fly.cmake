if(FLY_ENABLE_MLIR)
  fly_add_executable(fly_bench fly_bench.cpp LIBS FlyDialect benchmark::benchmark)
endif()
