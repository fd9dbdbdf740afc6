// Every payload type, by the generation that introduced it.
#ifndef FLY_ROCDL_TYPES_TD
#define FLY_ROCDL_TYPES_TD

include "dialects/fly_rocdl/cdna3/Cdna3Types.td"
include "dialects/fly_rocdl/cdna4/Cdna4Types.td"
include "dialects/fly_rocdl/gfx11/Gfx11Types.td"
include "dialects/fly_rocdl/gfx120x/Gfx120xTypes.td"
include "dialects/fly_rocdl/gfx1250/Gfx1250Types.td"

#endif
