// Every type of the dialect, for the definitions and the parser's dispatch.
include "dialects/fly/FlyTypes.td"
include "dialects/fly/FlyUniversal.td"
