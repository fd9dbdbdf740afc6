// Views of memory that a kernel allocates (D-52).
#include "passes/check/Checks.h"

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly::check;

void Checker::checkAllocation(MakeViewOp op) {
  auto view = dyn_cast<fly::MemRefType>(op.getResult().getType());
  if (!view)
    return;
  // Back to the allocation, as long as it is known where the view starts.
  Value pointer = op.getIter();
  int64_t start = 0; // in bits
  for (unsigned steps = 0; steps < 1000; ++steps) {
    if (auto recast = pointer.getDefiningOp<RecastIterOp>()) {
      pointer = recast.getSrc();
      continue;
    }
    auto advance = pointer.getDefiningOp<AddOffsetOp>();
    auto type = advance ? dyn_cast<PointerType>(advance.getPtr().getType()) : PointerType();
    if (!type)
      break;
    const layout::IntTuple &offset = advance.getOffset().getType().getValue();
    int64_t distance = 0;
    if (!offset.isLeaf() || !offset.leaf().isStatic() || !offset.leaf().isInt() ||
        llvm::MulOverflow(offset.leaf().value(), bitWidth(type.getElemTy()), distance) ||
        llvm::AddOverflow(start, distance, start))
      return;
    pointer = advance.getPtr();
  }
  auto made = pointer.getDefiningOp<MakePtrOp>();
  DictionaryAttr dict = made ? made.getDictAttrsAttr() : DictionaryAttr();
  auto bytes = dict ? dict.getAs<IntegerAttr>("allocBytes") : IntegerAttr();
  if (!bytes)
    return;
  // A swizzle exchanges positions; how many there are stays.
  layout::Layout linear = view.getLayout().linear();
  std::optional<int64_t> elements;
  if (view.getLayout().isPlain()) {
    if (std::optional<int64_t> last = largestIndex(linear))
      elements = *last + 1;
  } else if (layout::Result<layout::Leaf> size = layout::size(linear); size && size->isStatic()) {
    elements = size->value();
  }
  int64_t needed = 0;
  if (!elements || llvm::MulOverflow(*elements, bitWidth(view.getElemTy()), needed) ||
      llvm::AddOverflow(needed, start, needed) || start < 0)
    return;
  needed = llvm::divideCeil(needed, 8);
  if (needed <= bytes.getInt())
    return;
  Finding &finding =
      add(op, 152, Severity::Warning,
          "the view " + view.getLayout().str() + " needs " + counted(needed, "byte") +
              (start ? " from the allocation's start" : "") + ", but " +
              counted(bytes.getInt(), "byte") + " are allocated");
  finding.notes.push_back({made.getLoc(), "write allocBytes = " + std::to_string(needed)});
}
