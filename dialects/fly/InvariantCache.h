// Findings of the layout invariants per atom, kept in the dialect so that they live as long as the
// context. Private to this folder.
#pragma once

#include "dialects/fly/FlyDialect.h"

#include "dialects/layout/Result.h"

#include "llvm/ADT/DenseMap.h"

#include <shared_mutex>

struct mlir::fly::FlyDialect::InvariantCache {
  using Key = std::pair<mlir::Type, int32_t>; // value width, 0 for MMA payloads
  std::shared_mutex mutex;
  llvm::DenseMap<Key, llvm::SmallVector<layout::Reason>> findings;
};
