// Enumerations of the `fly` dialect.
#ifndef FLY_ENUMS_TD
#define FLY_ENUMS_TD

include "mlir/IR/EnumAttr.td"

class Fly_I32Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::fly";
  let genSpecializedAttr = 0;
}

def Fly_CachePolicy : Fly_I32Enum<"CachePolicy", "cache policy of a memory access", [
  I32EnumAttrCase<"CacheGlobal", 0, "cache_global">,
  I32EnumAttrCase<"CacheAlways", 1, "cache_always">]>;

def Fly_AddressSpace : Fly_I32Enum<"AddressSpace", "memory that a pointer names", [
  I32EnumAttrCase<"Generic", 0, "generic">,
  I32EnumAttrCase<"Global", 1, "global">,
  I32EnumAttrCase<"Shared", 2, "shared">,
  I32EnumAttrCase<"Register", 3, "register">,
  I32EnumAttrCase<"Tensor", 4, "tensor">,
  I32EnumAttrCase<"SharedCluster", 5, "shared_cluster">]>;

def Fly_MmaOperand : Fly_I32Enum<"MmaOperand", "operand of a matrix product", [
  I32EnumAttrCase<"A", 0, "a">,
  I32EnumAttrCase<"B", 1, "b">,
  I32EnumAttrCase<"C", 2, "c">,
  I32EnumAttrCase<"D", 3, "d">]>;

def Fly_AtomicOp : Fly_I32Enum<"AtomicOp", "read-modify-write operation", [
  I32EnumAttrCase<"Add", 0, "add">,
  I32EnumAttrCase<"Max", 1, "max">,
  I32EnumAttrCase<"Min", 2, "min">,
  I32EnumAttrCase<"And", 3, "and">,
  I32EnumAttrCase<"Or", 4, "or">,
  I32EnumAttrCase<"Inc", 5, "inc">,
  I32EnumAttrCase<"Dec", 6, "dec">]>;

def Fly_GemmTraversalOrder
    : Fly_I32Enum<"GemmTraversalOrder", "loop order of a matrix product, innermost loop first", [
  I32EnumAttrCase<"KMN", 0, "kmn">,
  I32EnumAttrCase<"KNM", 1, "knm">,
  I32EnumAttrCase<"MKN", 2, "mkn">,
  I32EnumAttrCase<"MNK", 3, "mnk">,
  I32EnumAttrCase<"NKM", 4, "nkm">,
  I32EnumAttrCase<"NMK", 5, "nmk">,
  I32EnumAttrCase<"KMNSerpentine", 6, "kmn_serpentine">,
  I32EnumAttrCase<"KNMSerpentine", 7, "knm_serpentine">,
  I32EnumAttrCase<"MKNSerpentine", 8, "mkn_serpentine">,
  I32EnumAttrCase<"MNKSerpentine", 9, "mnk_serpentine">,
  I32EnumAttrCase<"NKMSerpentine", 10, "nkm_serpentine">,
  I32EnumAttrCase<"NMKSerpentine", 11, "nmk_serpentine">]>;

#endif
