// Generated definitions of the operations, shard 1 of 4: shards keep the compile time of one file
// low.
#include "dialects/fly/OpsShard.h"

#define GET_OP_DEFS_1
#include "dialects/fly/FlyOps.cpp.inc"
