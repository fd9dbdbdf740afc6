// All 103 operations of the dialect, by family (fly-core 7.1 to 7.12).
#ifndef FLY_OPS_TD
#define FLY_OPS_TD

include "dialects/fly/FlyOpsConstruction.td"
include "dialects/fly/FlyOpsExtraction.td"
include "dialects/fly/FlyOpsArithmetic.td"
include "dialects/fly/FlyOpsModes.td"
include "dialects/fly/FlyOpsAlgebra.td"
include "dialects/fly/FlyOpsCoordinates.td"
include "dialects/fly/FlyOpsMemory.td"
include "dialects/fly/FlyOpsAtoms.td"
include "dialects/fly/FlyOpsTiled.td"
include "dialects/fly/FlyOpsWhole.td"
include "dialects/fly/FlyOpsMisc.td"

#endif
