// Every payload type, by the architecture that introduced it.
#ifndef FLY_PTX_TYPES_TD
#define FLY_PTX_TYPES_TD

include "dialects/fly_ptx/sm75/Sm75Types.td"
include "dialects/fly_ptx/sm80/Sm80Types.td"
include "dialects/fly_ptx/sm89/Sm89Types.td"
include "dialects/fly_ptx/sm90/Sm90Types.td"

#endif
