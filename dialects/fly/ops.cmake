# Operations: TableGen and sources, included by this folder's CMakeLists.txt.
set(FLY_OPS_SHARDS 4)
fly_tablegen(FlyOpsTableGen FlyOps.td
  FlyOps.h.inc "-gen-op-decls -op-shard-count=${FLY_OPS_SHARDS}"
  FlyOps.cpp.inc "-gen-op-defs -op-shard-count=${FLY_OPS_SHARDS}")

set(FLY_OPS_SOURCES
  Inference.cpp
  InferenceMemory.cpp
  InferenceTiled.cpp
  InferenceTuples.cpp
  Ops.cpp
  OpsShard1.cpp
  OpsShard2.cpp
  OpsShard3.cpp
  VerifyAtoms.cpp
  VerifyMemory.cpp
  VerifyMisc.cpp
  VerifyWhole.cpp)
