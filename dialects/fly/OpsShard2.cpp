// Generated definitions of the operations, shard 2 of 4: shards keep the compile time of one file
// low.
#include "dialects/fly/OpsShard.h"

#define GET_OP_DEFS_2
#include "dialects/fly/FlyOps.cpp.inc"
