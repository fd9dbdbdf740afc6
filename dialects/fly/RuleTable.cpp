// The coded rules of the core dialect. docs/diagnostics.md is generated from this table.
#include "dialects/fly/Diagnostics.h"

using namespace mlir;
using namespace mlir::fly;

static constexpr RuleEntry::Severity kWarning = RuleEntry::Severity::Warning;
static constexpr RuleEntry::Severity kRemark = RuleEntry::Severity::Remark;

static const RuleEntry rules[] = {
    // --- Text and attributes ---------------------------------------------------------------------
    {101, "malformed text",
     "Every leaf of an integer tuple is '*', a decimal integer of 32 bits or '?' with an optional "
     "brace group; tuples and tiles are not empty. A list of dimensions MxNxK holds numbers.",
     "A word, an empty pair of brackets, a trailing comma or a number that does not fit stands "
     "where "
     "a leaf is expected.",
     "!fly.int_tuple<(4,)>", "Remove the stray token or write the missing number."},
    {102, "missing part",
     "A layout has a shape and a stride, a basis element has a number and a mode, a composed "
     "layout "
     "has an offset and an outer layout, and a list of dimensions has M, N and K.",
     "One half was left out, so the text names a tuple where a layout is needed.",
     "!fly.memref<f32, global, (4,8)>", "Write the missing part, for example (4,8):(1,4)."},
    {103, "swizzle without a layout", "The layout of a tensor is a plain or a composed layout.",
     "A bare swizzle says how bits are exchanged but not which coordinates exist.",
     "!fly.memref<f32, global, S<3,3,3>>",
     "Compose it with a layout, for example S<3,3,3> o 0 o (8,64):(64,1)."},
    {104, "shape and stride of different nesting",
     "The shape and the stride of a layout have the same nesting, down to every leaf.",
     "A mode was added to one side only, or a leaf stands against a tuple of one element.",
     "!fly.layout<(4,8):1>", "Give every leaf of the shape exactly one stride."},
    {105, "extent that is not a positive integer",
     "Every leaf of a shape is an integer of at least 1. An extent of 0 is accepted with a "
     "warning, "
     "because such a layout holds nothing.",
     "A basis element, '*' or a negative number stands in the shape.", "!fly.layout<-4:1>",
     "Write the number of elements of the mode."},
    {106, "run-time leaves and operands do not match",
     "An integer tuple is built from one operand per run-time leaf, in order; '?' takes an i32 and "
     "'?{i64}' an i64.",
     "The result type was edited without the operands, or an index has the other width.",
     "fly.make_int_tuple() : () -> !fly.int_tuple<(?,?)>",
     "Pass one operand of the right width for each '?'."},
    {107, "run-time tile element", "Every element of a tile is known at compile time.",
     "Tiles decide the structure of types, so a size that arrives at run time cannot be used.",
     "!fly.tile<[?|4]>", "Use a static size, or divide by a layout instead."},
    {108, "divisibility that is not positive",
     "The divisor of a run-time integer is at least 1 and its width is 32 or 64.",
     "A divisor of 0 or below claims an alignment that no number has. Derived divisors use the "
     "absolute value and saturate.",
     "!fly.int_tuple<?{div=0}>", "Write the largest number that is known to divide the value."},
    {109, "'*' used as a number",
     "'*' stands for 'the whole mode' in coordinates, tiles, divide guides and coalesce profiles. "
     "It "
     "is not a number anywhere else.",
     "A coordinate with '*' was passed to arithmetic, or '*' carries a basis suffix.",
     "!fly.int_tuple<*E0>", "Replace '*' by the number that is meant."},
    {110, "swizzle out of range",
     "The fields of a swizzle are not negative and their sum is at most 30; the paths of a "
     "coordinate "
     "swizzle with a mask are not empty and do not overlap.",
     "Bits beyond the index would be shifted out, or one coordinate would be exchanged with "
     "itself.",
     "!fly.swizzle<S<-1,40,3>>", "Choose mask, base and shift inside 30 bits."},
    {111, "element type that memory cannot hold",
     "The element type of a pointer or memref is an integer or a float.",
     "index, vector, complex and tuple types have no size that the layouts could count in.",
     "!fly.ptr<index, global>", "Use i32 or i64 for indices, and the scalar type for vectors."},
    {112, "address space of unknown kind",
     "The address space is generic, global, shared, register, tensor, shared_cluster or an "
     "attribute "
     "of a target dialect.",
     "A number, a string or a type was written in its place; the mapping to hardware memory would "
     "be "
     "unknown.",
     "!fly.ptr<f32, 3>", "Write the keyword of the memory that is meant."},
    {113, "element type without bits",
     "The element type of a pointer or memref is at least 1 bit wide.",
     "i0 has no size, so no index has an address.", "!fly.ptr<i0, global, align<4>>",
     "Use i1 or a wider type."},
    {114, "alignment that no element has",
     "An alignment is a positive multiple of the bytes of an element, and it is a whole number of "
     "elements.",
     "For 6-bit or 12-bit elements a number of bytes can fall inside an element; such an alignment "
     "would promise more than any index can keep.",
     "!fly.ptr<i12, shared, align<4>>",
     "Use a multiple of the element's bytes; for narrow elements a multiple of the bits too."},
    {115, "payload of the wrong kind",
     "A copy atom holds a copy operation, and an MMA atom holds a matrix operation.",
     "The two were exchanged, or an element type was written where the instruction belongs.",
     "!fly.copy_atom<f32, 16>", "Write a payload such as !fly.universal_copy<64>."},
    {116, "copy width and value width do not fit",
     "The width of a copy is a positive multiple of 8 bits, and the width of a value divides it. A "
     "whole-tile copy has value width 0.",
     "The value width is usually the element width of the tensor; a copy then moves a fraction of "
     "an "
     "element.",
     "!fly.copy_atom<!fly.universal_copy<64>, 48>",
     "Use the element width of the tensor as value width, and a copy width that it divides."},
    {117, "atomic update that does not exist",
     "An atomic update works on an integer or a float; and, or, inc and dec work on integers only.",
     "The operation was chosen for another element type.", "!fly.universal_atomic<and, f32>",
     "Use add, max or min for floats, or update an integer of the same width."},
    {118, "multiply-add that does not exist",
     "The universal multiply-add has shape 1x1x1 and one float type for all operands.",
     "Integer products need an instruction of the target.",
     "!fly.universal_fma<1x1x1, (i32, i32) -> i32>", "Use a float type or a target's MMA atom."},
    {119, "tiled type of impossible structure",
     "A tiled copy has a copy atom, a static layout of rank 2 and a tile of static sizes that "
     "holds "
     "every position of the layout. A tiled MMA has an MMA atom, a static layout of rank 3 over "
     "(M,N,K) and "
     "a permutation of at most three elements.",
     "A mode is missing, or the layout was written for another tile.",
     "!fly.tiled_copy<f32, <4:1>, <*>>",
     "Write the missing mode; use stride 0 for a mode of a single atom."},
    {121, "static value of a run-time type",
     "fly.static produces a value of a type that fixes it completely.",
     "The type has a run-time leaf, a stateful payload, or no static values at all.",
     "fly.static : !fly.int_tuple<?>",
     "Build the value from its operands with fly.make_int_tuple or fly.make_layout."},
    {122, "mode that does not exist",
     "A mode index lies in the rank of its level, and a path ends at or above a leaf.",
     "The index counts from 1 instead of 0, or the operand is less nested than assumed.",
     "fly.get(%t) {mode = array<i32: 5>} : (!fly.int_tuple<(2,3)>) -> !fly.int_tuple<2>",
     "Use an index below the rank."},
    {123, "empty or inverted range of modes",
     "take, select and group name at least one mode, in order, inside the rank of a tuple.",
     "begin equals or exceeds end, end exceeds the rank, or the operand is a leaf.",
     "fly.take(%t) {begin = 1 : i32, end = 1 : i32} : (!fly.int_tuple<(2,3)>) -> !fly.int_tuple<2>",
     "Choose begin below end, and end at most the rank or -1."},
    {124, "padding below the rank",
     "append<n> and prepend<n> pad to a rank that is at least the operand's.",
     "The operand already has more modes than n.",
     "fly.append<1> (%t, %e) : (!fly.int_tuple<(2,3)>, !fly.int_tuple<1>) -> !fly.int_tuple<(2,3)>",
     "Raise n to the rank that is wanted."},
    {125, "slice that keeps or fixes nothing it can name",
     "The coordinate of slice and dice has the rank of the operand at every level, keeps at least "
     "one "
     "mode and is not a plain integer.",
     "A mode is missing in the coordinate, or no '*' is left to keep.",
     "fly.slice(%t, %c) : (!fly.int_tuple<(2,3)>, !fly.int_tuple<(1,1)>) -> !fly.int_tuple<2>",
     "Write one entry per mode and '*' for the modes to keep."},
    {126, "arithmetic on different structures",
     "Both operands of tuple arithmetic have one structure. A tuple with a leaf or with a longer "
     "tuple "
     "is accepted with a warning: the surplus modes pass through unchanged.",
     "A scalar was meant for every mode, or one operand has a mode too many.",
     "fly.int_tuple_add(%a, %b) : (!fly.int_tuple<2>, !fly.int_tuple<(4,8)>) -> "
     "!fly.int_tuple<(6,8)>",
     "Give both operands the same modes."},
    {127, "arithmetic on basis elements",
     "A basis element may be scaled by an integer and added to coordinates; other arithmetic is "
     "not "
     "defined on it.",
     "Coordinates and indices were mixed, often through a tensor of coordinates.",
     "fly.int_tuple_mul(%a, %b) : (!fly.int_tuple<1E0>, !fly.int_tuple<1E1>) -> !fly.int_tuple<1>",
     "Use the integer part, or the tuple that the basis stands for."},
    {128, "division by zero", "No divisor is statically 0, and '*' is no divisor.",
     "A tile element '*' or an extent of 0 reached a division.",
     "fly.int_tuple_div(%a, %b) : (!fly.int_tuple<4>, !fly.int_tuple<0>) -> !fly.int_tuple<0>",
     "Divide by a positive number."},
    {129, "shapes that do not divide",
     "shape_div of two static numbers needs one to divide the other.",
     "The tile does not fit the tensor evenly.",
     "fly.shape_div(%a, %b) : (!fly.int_tuple<6>, !fly.int_tuple<4>) -> !fly.int_tuple<2>",
     "Use ceil_div when a partial tile is wanted."},
    {130, "static value beyond 32 bits", "Static results fit 32 bits.",
     "A product of extents, an index range or a divisor grew beyond 2147483647.",
     "fly.int_tuple_mul(%a, %b) : (!fly.int_tuple<65536>, !fly.int_tuple<65536>) -> "
     "!fly.int_tuple<0>",
     "Make the large factor a run-time i64 leaf, '?{i64}'."},
    {131, "coordinate that does not fit the layout",
     "A coordinate has the rank of its layout at every level. A static coordinate beyond the "
     "extent is "
     "accepted with a warning.",
     "A mode is missing, or the coordinate was made for another tensor.",
     "fly.crd2idx(%c, %l) : (!fly.int_tuple<(1,2,3)>, !fly.layout<(4,8):(1,4)>) -> "
     "!fly.int_tuple<9>",
     "Write one coordinate per mode."},
    {132, "index without a coordinate", "idx2crd needs integer strides other than 0.",
     "A stride of 0 maps many coordinates to one index; basis strides yield no index at all.",
     "fly.idx2crd(%i, %l) : (!fly.int_tuple<5>, !fly.layout<(4,8):(0,1)>) -> !fly.int_tuple<(0,5)>",
     "Take the coordinate from a layout that is one-to-one."},
    {133, "composition that leaves the outer modes",
     "Every step of the inner layout lands on a boundary of the outer modes: strides and extents "
     "divide, or the walk ends inside one mode.",
     "The result would need a carry into the next mode, which no layout expresses.",
     "fly.composition(%a, %b) : (!fly.layout<(6,9):(19,69)>, !fly.layout<4:8>) -> !fly.layout<4:8>",
     "Choose an inner layout whose extents divide the outer ones, or coalesce the outer layout "
     "first."},
    {134, "coalescing coordinates of different modes",
     "Coalesce merges two modes only when they step along the same basis path.",
     "Comparing the coefficients alone would turn a column step into a row step.",
     "fly.coalesce(%l) : (!fly.layout<(4,8):(1E0,4E1)>) -> !fly.layout<32:1E0>",
     "Declare the result with both modes kept: the note of the mismatch carries this code."},
    {135, "complement of an unsuitable layout",
     "The complement needs an integer codomain, at most one mode when a stride is known only at "
     "run "
     "time, and distinct positions. A layout that hits positions twice is accepted with a warning.",
     "A tuple was given as codomain, or two modes overlap.",
     "fly.complement(%l, %m) : (!fly.layout<4:1>, !fly.int_tuple<(32,2)>) -> !fly.layout<16:4>",
     "Pass the size of the codomain as one integer."},
    {136, "inverse of an unsuitable layout",
     "Inverses need integer strides; a left inverse needs strides that do not overlap and divide "
     "each "
     "other. Modes with run-time strides are left out with a warning.",
     "Basis strides have no order, and gaps that do not divide have no inverse mode.",
     "fly.right_inverse(%l) : (!fly.layout<(4,8):(1E0,1E1)>) -> !fly.layout<4:1>",
     "Invert the integer layout that the coordinates index."},
    {137, "tile that does not fit the layout",
     "A tile has at most as many elements as the layout has modes; '*' leaves a mode whole only in "
     "logical_divide and composition. A list of one on rank 2 or more, nested tiles and surplus "
     "elements keep the reference result with a warning.",
     "A tile was written for another tensor, or a list where a single element is meant.",
     "fly.zipped_divide(%l, %t) : (!fly.layout<(8,16):(1,8)>, !fly.tile<[4|*]>) -> "
     "!fly.layout<8:1>",
     "Write one divisor per mode."},
    {138, "order that does not fit the shape",
     "The order tuple of make_ordered_layout has the structure of the shape and integer keys. "
     "Equal "
     "keys and stride-0 modes keep the reference result with a warning: modes then overlap.",
     "A key is missing, or two modes were given the same rank.",
     "fly.make_ordered_layout(%s, %o) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(0,1,2)>) -> "
     "!fly.layout<(4,8):(1,4)>",
     "Give every mode its own key."},
    {139, "recast that splits an element",
     "Recasting to wider elements needs strides and offsets that the factor divides; swizzles need "
     "a "
     "power of two not above their grain.",
     "The elements of a wide value are not neighbours in this layout.",
     "fly.recast_layout(%l) {new_type_bits = 32 : i32, old_type_bits = 8 : i32} : "
     "(!fly.layout<(4,8):(1,6)>) -> !fly.layout<(1,8):(1,2)>",
     "Recast along a mode of stride 1, or use a narrower type."},
    {140, "lost level of a composed layout",
     "An operation on a composed layout changes its linear layout and keeps every other level.",
     "The declared result dropped the middle level, as older versions inferred.",
     "fly.coalesce(%c) : (!fly.composed_layout<32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]>) -> "
     "!fly.composed_layout<32:2 o 5 o 32:1>",
     "Declare the result with all levels."},
    {141, "base indexed by a mode",
     "get on a coordinate tensor keeps the base and indexes the layout only.",
     "Older text indexed the base too, which contradicts the value. It is accepted where every "
     "dropped "
     "leaf is 0.",
     "fly.get(%t) {mode = array<i32: 1>} : (!fly.coord_tensor<(3,0), (4,8):(1E0,1E1)>) -> "
     "!fly.coord_tensor<0, 8:1E1>",
     "Declare the result with the whole base."},
    // --- Memory, atoms, tiled operations
    // -----------------------------------------------------------
    {142, "memory indexed by coordinates",
     "The layout of a memref yields integers, and load_vec reads integer layouts only.",
     "Basis strides or a coordinate swizzle yield a tuple, which is no offset.",
     "!fly.memref<f32, global, (4,8):(1E0,1E1)>",
     "Use !fly.coord_tensor for coordinates, or compose a layout over them."},
    {143, "base that cannot be added",
     "The base of a coordinate tensor has the structure of the coordinates that its layout yields.",
     "The layout yields an integer where the base is a tuple, or the other way round.",
     "!fly.coord_tensor<(0,0), 4:1>", "Give base and strides one structure."},
    {144, "offset that is no index",
     "The offset of a composed layout in memory is a coordinate of its inner function: one integer "
     "for "
     "a swizzle or a layout of one mode.",
     "A tuple offset cannot be added to an address.",
     "!fly.memref<f32, global, 4:1 o (0,1) o (4,8):(1E0,1E1)>",
     "Use an inner layout with one mode per coordinate, or an integer offset."},
    {145, "swizzle that gets lost",
     "A pointer that is already swizzled is not swizzled again. Trivial swizzles other than "
     "S<0,0,0> "
     "draw a warning, because they make types of their own.",
     "apply_swizzle replaces the swizzle of the pointer, so data written through the first one "
     "would "
     "be read elsewhere.",
     "fly.apply_swizzle(%p, %s) : (!fly.ptr<f16, shared, S<1,1,1>>, !fly.swizzle<S<2,3,3>>) -> "
     "!fly.ptr<f16, shared, S<2,3,3>>",
     "Swizzle once, where the shared memory is created."},
    {146, "swizzled twice", "A memref is swizzled by its layout or by its pointer, not by both.",
     "Both are applied, one to the element index and one to the byte address.",
     "!fly.memref<f16, shared, S<3,3,3> o 0 o 8:1, S<3,3,3>>", "Keep one of the two.", kWarning},
    {147, "stored value or indices that do not fit",
     "memref.store takes a value of the element type, and the indices have the rank of the layout.",
     "A wider register value or an index of another tensor was passed.",
     "fly.memref.store(%v, %m, %i) : (i8, !fly.memref<f32, global, 32:1>, !fly.int_tuple<3>) -> ()",
     "Convert the value first; write one index per mode."},
    {148, "vector that does not fit the memref",
     "store_vec takes a vector of the memref's size and element type; load_vec reads at least one "
     "element.",
     "The fragment and the vector were made for different tiles.",
     "fly.memref.store_vec(%v, %m) : (vector<3xi8>, !fly.memref<f32, register, 4:1>) -> ()",
     "Use a vector of size(layout) elements."},
    {149, "pointer access of another type",
     "ptr.load and ptr.store move the element type, a vector of it, or an integer of the register "
     "value's width; an integer tuple loads as itself.",
     "The pointer was not recast before the access.",
     "fly.ptr.load(%p) : (!fly.ptr<f32, shared>) -> vector<3xi64>",
     "Recast the pointer with fly.recast_iter."},
    {150, "pointer cast that changes more than the element",
     "recast_iter keeps the address space and the swizzle and does not raise the alignment; "
     "integer "
     "and LLVM pointers have the width and number of their space.",
     "The result type was copied from another pointer.",
     "fly.recast_iter(%p) : (!fly.ptr<f32, shared>) -> !fly.ptr<i64, global, align<4096>>",
     "Change the element type only; use fly.assume for facts about alignment."},
    {151, "allocation of the wrong memref",
     "memref.alloca allocates register memory with a static plain layout equal to its operand.",
     "The result type was edited without the operand, or the memory is not register memory.",
     "fly.memref.alloca(%l) : (!fly.layout<4:1>) -> !fly.memref<f32, global, 9:2>",
     "Use register space and the operand's layout; shared memory comes from fly.make_ptr."},
    {152, "pointer made without what its space needs",
     "make_ptr needs allocSize for register memory, allocBytes and allocAlign for shared memory, "
     "and "
     "the descriptor operands for a buffer. A view that is larger than allocBytes draws a warning.",
     "An attribute is missing, or operands of another space were passed.",
     "fly.make_ptr() : () -> !fly.ptr<f32, register>",
     "Add dictAttrs = {allocSize = N : i64} for N register elements."},
    {153, "copy call whose operands do not fit the atom",
     "The operands of a copy call have element widths that the value width covers and hold as many "
     "bits as the atom moves; a predicate is one i1.",
     "The tensor was not partitioned for this atom, or the atom was made for another element type.",
     "fly.copy_atom_call(%a, %s, %d) : (!fly.copy_atom<!fly.universal_copy<64>, 16>, "
     "!fly.memref<i8, global, 3:1>, !fly.memref<f64, register, 1:1>) -> ()",
     "Partition both tensors with the tiled copy of this atom."},
    {154, "MMA call whose operands do not fit the atom",
     "The operands of an MMA call have the atom's element types and as many values as one thread "
     "holds; d or a result is given, not both.",
     "Fragments of another atom were passed.",
     "fly.mma_atom_call(%m, %d, %a, %b, %c) : (!fly.mma_atom<!fly.universal_fma<1x1x1, "
     "(f32, f32) -> f32>>, !fly.memref<f32, register, 1:1>, !fly.memref<f16, register, "
     "1:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>) -> ()",
     "Make the fragments with fly.mma.make_fragment of this atom."},
    {155, "copy or gemm that cannot be expanded",
     "fly.copy takes an atom and tensors of equal rank and extents; fly.gemm takes fragments "
     "(V,M[,K]), (V,N[,K]) and (V,M,N) and at most one traversal.",
     "An operand was not partitioned, or extents of the two sides differ.",
     "fly.copy(%a, %s, %d) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.memref<f32, "
     "global, (1,4):(1,1)>, !fly.memref<f32, register, (1,5):(1,1)>) -> ()",
     "Partition both sides with the same tiled operation."},
    {156, "state that the atom does not have",
     "atom.set_value names a field of a stateful atom and passes a value of the field's type.",
     "The payload carries no state, or the field belongs to another payload.",
     "fly.atom.set_value(%a, \"nope\", %v) : (!fly.copy_atom<!fly.universal_copy<32>, 32>, f32) -> "
     "!fly.copy_atom<!fly.universal_copy<32>, 32>",
     "Use one of the fields that the message lists."},
    {157, "atom made with another type",
     "make_copy_atom repeats the value width of its type, and make_tiled_mma takes an MMA atom.",
     "The attribute and the type were edited apart.",
     "fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<32>, 32>",
     "Write the value width of the type."},
    {158, "partition that does not fit the tile",
     "A partitioned tensor has the rank of the tile, the thread coordinate has the structure of "
     "the "
     "thread mode, and a static thread id lies below the thread count; retile takes a plain "
     "layout. "
     "Partial tiles and tiles spread over more threads than the kernel's block has draw a warning.",
     "The tensor was not tiled before, or the thread id counts another group.",
     "fly.tiled_copy.partition_src(%c, %s, %i) : "
     "(!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, "
     "!fly.layout<(4,8):(1,4)>, !fly.tile<[4|8]>>, !fly.memref<f32, global, 32:1>, "
     "!fly.int_tuple<?>) -> !fly.memref<f32, global, 1:1>",
     "Divide the tensor by the tile first, and pass the id inside the group."},
    {159, "fragment of run-time extent",
     "A fragment is made of a static shape and an element type, with at least one stage.",
     "Registers cannot be indexed by a size that arrives at run time; a layout alone has no "
     "element "
     "type.",
     "fly.make_fragment_like(%x) : (!fly.memref<f32, global, (?,16):(1,?)>) -> "
     "!fly.memref<f32, register, 1:1>",
     "Cut a static tile out of the tensor first."},
    {160, "print that does not match its values",
     "The format of fly.print has one '{}' per value, no stray '%' and values that can be printed.",
     "A value was added without its placeholder.",
     "fly.print(%x) {format = \"{} {}\"} : (i32) -> ()", "Write one '{}' per value."},
    {161, "assumption that contradicts",
     "fly.assume relates values of one structure, returns the type of its first operand and only "
     "raises divisibility.",
     "The types are unrelated, or a static value would change.",
     "fly.assume(%a, %b) : (i32, f32) -> index", "Declare the same tuple with larger divisors."},
    {162, "normal form of a block argument",
     "A value without a defining operation is not in normal form.",
     "Not reported: rewrites do not look through block arguments.",
     "fly.make_layout(%s, %d) : (!fly.int_tuple<4>, !fly.int_tuple<1>) -> !fly.layout<4:1>",
     "Nothing to do: the value is rebuilt from its type.", kRemark},
    {163, "index range of negative strides",
     "The size of an allocation is the largest index minus the smallest plus one.",
     "A negative stride reaches below the base pointer.",
     "fly.cosize(%l) : (!fly.layout<4:-1>) -> !fly.int_tuple<-2>",
     "Move the base to the smallest index."},
    {164, "attribute text that cannot be read back",
     "A standalone attribute has a blank between its mnemonic and its value.",
     "Older printers glued the two, and a value that starts with a digit or a letter then makes "
     "another name of the mnemonic.",
     "#fly.int_tuple4", "Write #fly<int_tuple 4>."},
    {165, "swizzle of something that is no integer",
     "A swizzle maps an integer, and the path of a coordinate swizzle ends at an integer.",
     "A whole coordinate was passed, or it has fewer modes than the path.",
     "fly.crd2idx(%c, %s) : (!fly.int_tuple<(1,2)>, !fly.swizzle<S<3,3,3>>) -> !fly.int_tuple<1>",
     "Turn the coordinate into an index first."},
    {166, "last tile is partial",
     "A divisor that does not divide the mode makes a last tile that reaches beyond the tensor.",
     "This is the usual idiom of predicated kernels; without predicates elements outside are "
     "touched.",
     "fly.zipped_divide(%l, %t) : (!fly.layout<(10,16):(1,10)>, !fly.tile<[4|8]>) -> "
     "!fly.layout<((4,8),(3,2)):((1,10),(4,80))>",
     "Guard the copies with a predicate, or choose a tile that divides the tensor.", kRemark},
    {167, "operation without known memory effects",
     "Loads, stores, allocations and atom calls declare what they read and write.",
     "Not reported: the operations declare their effects. Without them nothing could be moved or "
     "removed around them.",
     "fly.ptr.load(%p) : (!fly.ptr<f32, global>) -> f32", "Nothing to do.", kRemark},
    {168, "operand of the wrong type",
     "Every operand has one of the types that the operation lists.",
     "A layout was passed where a tuple is needed, or the other way round. Not reported with its "
     "code: the message is MLIR's own and lists the types that are accepted.",
     "fly.size(%x) : (f32) -> !fly.int_tuple<1>", "Pass a value of a listed type."},
    // --- Promises that static facts refute
    // -----------------------------------------------------------
    {170, "thread holds less than one copy moves",
     "The thread-value layout of a tiled copy gives every thread a positive multiple of the values "
     "that one call of the atom moves.",
     "The copy was widened without giving every thread more values.",
     "fly.make_tiled_copy(%a, %l, %t) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, "
     "!fly.layout<(64,2):(2,1)>, !fly.tile<128>) -> "
     "!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, "
     "!fly.layout<(64,2):(2,1)>, !fly.tile<128>>",
     "Give every thread more contiguous values or use a narrower copy."},
    {171, "element with two owners or none",
     "Every element of a tile that is written belongs to exactly one thread and value. Threads "
     "that "
     "differ only in stride-0 modes may share an element that is read.",
     "Thread and value strides overlap, or leave a gap, so that data is written twice or never.",
     "fly.tiled_copy.partition_dst(%c, %d, %i) : "
     "(!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, "
     "!fly.layout<((4,2),8):((1,0),4)>, !fly.tile<[4|8]>>, !fly.memref<f32, global, "
     "(4,8):(1,4)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((1,8),1,1):((0,4),0,0)>",
     "Choose strides that tile the index space: each stride is the product of the faster extents."},
    {172, "access wider than its alignment",
     "The bytes of an access divide what is known about its address: row pitch, slice start and "
     "swizzle grain included.",
     "The view starts at, or steps by, a distance that is no multiple of the access.",
     "fly.copy(%a, %s, %d) : (!fly.copy_atom<!fly.universal_copy<128>, 16>, "
     "!fly.memref<f16, global, (8,8):(1,9), align<16>>, !fly.memref<f16, register, "
     "(8,8):(1,8)>) -> ()",
     "Align the base and the pitch, state the divisor with '?{div=N}', or use a narrower copy.",
     kWarning},
    {173, "alignment claimed through a swizzle",
     "Behind a swizzle at most its grain of alignment survives, and an alignment that is no power "
     "of "
     "two counts as the largest power of two that divides it.",
     "A swizzle moves whole grains, so addresses are multiples of the grain only.",
     "fly.ptr.load(%p) : (!fly.ptr<f16, shared, align<32>, S<3,3,3>>) -> f16",
     "Nothing to do: emission uses the smaller alignment.", kRemark},
    {174, "access wider than the swizzle's grain",
     "One access stays inside one grain, 1 << base bytes, of the pointer's swizzle.",
     "Parts of a wider access belong to different places. ptr.load and ptr.store reject it; an "
     "atom "
     "call is split and warned about.",
     "fly.ptr.load(%p) : (!fly.ptr<f16, shared, align<8>, S<3,3,3>>) -> vector<8xf16>",
     "Raise the base of the swizzle to the width of the access."},
    {175, "split of a swizzled view that is not exact",
     "A view splits into a start and a plain layout only if the swizzle does not touch bits that "
     "the "
     "layout produces.",
     "The swizzle is applied to the start alone, so later elements land elsewhere.",
     "fly.decomposition(%m) : (!fly.memref<f32, shared, S<3,2,3> o 0 o (32,32):(32,1), "
     "align<16>>) -> !fly.memref<f32, shared, (32,32):(32,1), align<16>>",
     "Slice down to one grain before the split, or swizzle the pointer instead.", kWarning},
    {176, "offset beyond 32 bits",
     "An offset fits the width of its leaf for every coordinate inside the layout.",
     "Extent times stride exceeds 2147483647 while the coordinate is an i32.",
     "fly.crd2idx(%c, %l) : (!fly.int_tuple<(?,?)>, !fly.layout<(65536,65536):(65536,1)>) -> "
     "!fly.int_tuple<?>",
     "Use a 64-bit coordinate, '?{i64}'.", kWarning},
    {177, "pointer inside a byte",
     "A pointer or pitch of elements below one byte is a whole number of bytes.",
     "An odd offset of 4-bit elements has no address.",
     "fly.add_offset(%p, %o) : (!fly.ptr<f4E2M1FN, shared, align<4>>, !fly.int_tuple<1>) -> "
     "!fly.ptr<f4E2M1FN, shared>",
     "Advance by a multiple of 8 / bits elements.", kWarning},
    {178, "atom counts other values than the tensor",
     "The value width of an atom is the element width of the tensor it is applied to.",
     "The layouts then count elements of the wrong size, and the copy moves another part of the "
     "tensor than it names.",
     "fly.tiled_copy.partition_src(%c, %s, %i) : "
     "(!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 16>, "
     "!fly.layout<(4,2):(2,1)>, !fly.tile<8>>, !fly.memref<f32, global, 8:1>, "
     "!fly.int_tuple<?>) -> !fly.memref<f32, global, ((2,1),1):((1,0),0)>",
     "Make the atom with the element width of the tensor.", kWarning},
    {179, "scales left at their default",
     "A block-scaled product has its scale fields set before the call.",
     "The default scale of 0 means two to the power of minus 127, so the product vanishes; one is "
     "127.",
     R"(func.func @f(%a: vector<32xf4E2M1FN>, %c: vector<4xf32>) {
  %m = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f4E2M1FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0>>
  %r = fly.mma_atom_call_ssa(%m, %a, %a, %c) : (!fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f4E2M1FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0>>, vector<32xf4E2M1FN>, vector<32xf4E2M1FN>, vector<4xf32>) -> vector<4xf32>
  return
})",
     "Set both scales; 127 in every byte means one.", kWarning},
    {180, "composition with coordinates",
     "The inner layout of a composition with a layout of several modes yields integers.",
     "Basis strides yield a coordinate, which the outer layout's modes are not matched with.",
     "fly.composition(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(4,8):(1E0,1E1)>) -> "
     "!fly.layout<(4,8):(1,4)>",
     "Compose with the integer layout of the same tile."},
    {181, "registers of a product filled in another order",
     "A tiled copy that fills or empties the registers of a product's operand gives every register "
     "of every thread the element that the product takes there. Of A and B only the row counts: "
     "both may hold K in another order.",
     "The thread-value layout is that of another operand, or its strides are swapped. Every copy "
     "is in order, and the product multiplies the wrong elements.",
     R"(func.func @f(%c: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<((2,2),1):((0,1),0)>, !fly.tile<[2|1]>>, %m: !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, %x: !fly.memref<f32, global, (2,4):(1,2)>) {
  %f = fly.mma.make_fragment(a, %m, %x) : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.memref<f32, global, (2,4):(1,2)>) -> !fly.memref<f32, register, (1,1,4):(0,0,1)>
  %r = fly.tiled_copy.retile(%c, %f) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<((2,2),1):((0,1),0)>, !fly.tile<[2|1]>>, !fly.memref<f32, register, (1,1,4):(0,0,1)>) -> !fly.memref<f32, register, ((1,1),1,4):((0,0),0,1)>
  return
})",
     "Take the thread-value layout and the tile of the copy from the tiled product and the "
     "operand.",
     kWarning},
    // --- Layout invariants of atoms
    // -----------------------------------------------------------------
    {201, "thread/value layout that is no pair",
     "Every thread/value and thread/bit layout has exactly two top-level modes, (threads, values), "
     "with one nesting in shape and stride, all static integers.",
     "The layout was flattened or wrapped once too often, so threads are read as values.",
     "(8,4,2):(1,8,32)", "Nest the modes: ((thread modes),(value modes))."},
    {202, "empty mode in a thread/value layout", "No extent of a thread/value layout is below 1.",
     "A formula divided to 0 for this shape.", "((16,0),4):((1,16),64)",
     "Use extent 1 and stride 0 for a mode that is not there."},
    {203, "operand spread over other threads than the atom",
     "The thread mode of every operand has the size of the atom's thread layout.",
     "The layout was taken from an atom of another wave size.",
     "operand A over 32 threads in an atom of 64", "Replicate with a stride-0 thread mode."},
    {204, "wrong number of threads for the machine",
     "An instruction that a whole wave executes has an atom of that many threads.",
     "The payload was written for a chip of another wave size.",
     "an atom of 32 threads for an instruction of 64", "Use the thread count of the instruction."},
    {205, "operand that does not cover its tile",
     "Threads times values equals the elements of the operand's tile, times the number of threads "
     "that "
     "hold the same element.",
     "A value mode is too short or too long.", "64 threads x 2 values for a tile of 16x16",
     "Give every thread rows * columns * copies / threads values."},
    {206, "values and register disagree",
     "The number of values equals the number of elements of the operand's register.",
     "Bits or registers were counted instead of elements.",
     "8 values for a register of vector<4xf16>", "Publish one value per register element."},
    {207, "element without an owner, or held unequally",
     "Every position lies inside the tile, and every element is held equally often.",
     "A stride is off, so some elements are held twice and others never.",
     "((16,4),4):((1,65),16) over a tile of 16x16",
     "Compare the layout with the instruction's register table."},
    {208, "result element with two owners",
     "The layout of C and D is one-to-one: every element of the result has one thread and value.",
     "Two values of the result would be written to one element.", "((16,4),4):((16,4),0) for C",
     "Give every value mode its own stride."},
    {209, "A and B disagree on the order of K",
     "A thread and value name the same k in A and in B, because the machine multiplies them.",
     "One of the two layouts permutes K.", "A with k = value, B with k = lane group",
     "Use the same K strides, in columns, for both operands."},
    {210, "copy layouts of the wrong size",
     "Source, destination and reference layouts have the atom's threads, and as many bits per "
     "thread "
     "as the atom moves.",
     "A side counts values instead of bits, or leaves a mode out.",
     "a 64-bit copy whose source layout is (1,4):(1,1)", "Describe every bit of the transfer."},
    {211, "value width that splits a run of bits",
     "The value width divides the contiguous run of bits of every side of the copy.",
     "The instruction scatters pieces that are narrower than a value, so no value stays together.",
     "!fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>, 32>",
     "Use the width of the pieces as value width."},
    {212, "row-major reference tile",
     "Positions count the tile column by column: A over (M,K), B over (N,K), C over (M,N); one row "
     "further is position + 1, one column further is position + rows.",
     "The strides were written for a row-major tile.", "A of 16x16 with value stride 1",
     "Exchange the strides: rows step by 1, columns by the number of rows."},
};

ArrayRef<RuleEntry> mlir::fly::coreRules() { return rules; }
