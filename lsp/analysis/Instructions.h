// The payloads of all backends with their legal instances, found by the names that a text uses:
// payload types, operations, intrinsics and PTX. Everything but the instructions that no payload
// makes comes from the backends' own tables.
#pragma once

#include "lsp/analysis/Facts.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <deque>
#include <mutex>

namespace flylsp {

/// How an instruction is called on some chips.
struct Mnemonic {
  std::string name;
  std::vector<std::string> chips; ///< one of each generation; empty: all
};

/// One legal instance of a payload.
struct Instance {
  std::string payload;    ///< `!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>`
  std::string parameters; ///< `16x16x4, (f32, f32) -> f32`
  std::vector<Mnemonic> mnemonics;
  std::string operation, intrinsic; ///< empty when ordinary instructions do
  std::vector<std::string> chips;   ///< names or prefixes of names; empty: all
  int64_t bits = 0;                 ///< that one thread of a copy moves
  const Instance *store = nullptr;  ///< the other way of a payload that copies both ways
  /// What may stand behind these parameters, `satfinite | …`; such instances are in the table, too.
  std::string options;
  bool isOption = false; ///< another instance with options behind it

  /// The mnemonic on a chip, the first one for a chip that is unknown or empty.
  llvm::StringRef mnemonicOn(llvm::StringRef chip) const;

  /// Extents and words of the parameters, for telling how near two of them are.
  std::vector<int64_t> numbers;
  std::vector<std::string> words;
};

/// A payload type.
struct Family {
  std::string name; ///< `!fly_rocdl.cdna3.mfma`
  std::vector<Instance> instances;
  bool complete = true; ///< false: these are examples of what is legal
};

/// The spelling of a payload in the tables: as printed, without blanks in front of `,` and `>`.
std::string tidyPayload(llvm::StringRef payload);

class Instructions {
public:
  /// Built at the first call, in some milliseconds.
  static Instructions &get();

  /// By the name of the type, `!fly_rocdl.cdna3.mfma`; null for all that is no payload.
  const Family *family(llvm::StringRef name) const;
  /// Instances by how near they are to parameters that may be illegal, equal ones as in the table.
  static std::vector<const Instance *> nearest(const Family &family, llvm::StringRef parameters);

  /// What makes an operation or intrinsic (`rocdl.…`, `nvvm.…`, `llvm.amdgcn.…`, `llvm.nvvm.…`,
  /// the latter with or without the types of overloads). `statement` is the text around it, which
  /// leaves only those of its shape and width; `chip` those that the chip has.
  std::vector<const Instance *> makersOf(llvm::StringRef name, llvm::StringRef statement,
                                         llvm::StringRef chip) const;
  /// The same for an instruction of PTX such as `ld.global.nc.L1::evict_first.v4.b32`.
  std::vector<const Instance *> makersOfPtx(llvm::StringRef instruction) const;
  /// The instruction behind an operation or intrinsic that no payload makes; empty when unknown.
  static llvm::StringRef otherInstruction(llvm::StringRef name);
  /// `llvm.amdgcn.s.barrier` of `rocdl.s.barrier`; empty when LLVM has no such intrinsic.
  static std::string intrinsicOf(llvm::StringRef operation);
  /// Whether LLVM has an intrinsic of this name, possibly with types of overloads behind it.
  static bool isIntrinsic(llvm::StringRef name);

  /// The facts of a type or attribute from its text; null when it does not parse. Remembers.
  TypeRef read(const std::string &text);

private:
  Instructions();
  void startContext();
  void add(Family &family, Instance instance, llvm::ArrayRef<std::string> names);
  void addRocdl();
  void addPtx();
  void addUniversal();

  std::deque<Family> families_;
  llvm::StringMap<Family *> byName_;
  std::deque<Instance> others_; ///< stores of payloads that copy both ways
  struct Maker {
    std::string payload; ///< a key of `byPayload_`
    const Instance *other = nullptr;
  };
  llvm::StringMap<std::vector<Maker>> makers_;
  llvm::StringMap<const Instance *> byPayload_;

  std::mutex mutex_; ///< guards what follows
  std::unique_ptr<mlir::MLIRContext> context_;
  llvm::StringMap<TypeRef> read_;
  size_t readBytes_ = 0;
};

} // namespace flylsp
