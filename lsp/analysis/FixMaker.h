// Makes quick fixes; private to this folder. Fixes.cpp chooses by rule, FixTypes.cpp edits types as
// they are spelled, FixOperations.cpp tries changes on the IR.
#pragma once

#include "lsp/analysis/Checks.h"
#include "lsp/analysis/Retype.h"

namespace flylsp {

class FixMaker {
  using StringRef = llvm::StringRef;
  using Twine = llvm::Twine;
  using Type = mlir::Type;
  using Attribute = mlir::Attribute;

public:
  FixMaker(llvm::ArrayRef<mlir::Operation *> pointers, llvm::StringRef text, PieceFacts &facts)
      : pointers(pointers), text(text), facts(facts) {}

  /// Adds to a finding the fixes that follow from its rule.
  void offer(Finding &finding);

private:
  void byRule();

  // --- Words of messages ------------------------------------------------------------------------
  /// The note that starts with some words, without them.
  std::optional<StringRef> note(StringRef start) const;
  /// The number behind some words of the message.
  std::optional<int64_t> number(StringRef behind) const;

  // --- Edits ------------------------------------------------------------------------------------
  void fix(const Twine &title, std::vector<TextEdit> edits);
  /// The outermost fly type that spells a place, on its line.
  Span typeAround(uint32_t at) const;
  /// A number, a word or a bracketed list that starts at a place.
  Span itemAt(uint32_t at) const;
  /// Every spelling of a text as a whole type.
  std::vector<TextEdit> everywhere(StringRef old, const std::string &now) const;
  /// Replaces a stretch; where it lies in a type, in all spellings of that type.
  std::vector<TextEdit> replace(Span span, StringRef now) const;
  void write(Span span, const Twine &now);
  /// The number behind `name =` in a stretch.
  Span valueOf(Span where, StringRef name) const;

  // --- A type as it is spelled ------------------------------------------------------------------
  /// The one spelling of a swizzle that does nothing; a value of it would change more types.
  void trivialSwizzle();
  void addressSpace();
  /// The next alignment that elements have.
  void alignment();
  void widths();
  /// A tile that holds every position: its last extent grows.
  void tileSize();
  void widen(StringRef spelled, const std::string &bits);
  /// The nearest legal instances that the message lists, in place of shape and types.
  void legalInstance();
  void clearFlags();
  /// Two halves in one register, where the single one does not exist.
  void packedAtomic();
  /// The sizes below and above that the instruction has: the message or a note lists them.
  void transferSize();
  void removeOption(StringRef option);
  /// The nearest name, wherever the unknown one stands.
  void otherName(StringRef near);
  /// The nearest products that the note lists.
  void legalProduct();
  /// The nearest operation of a dialect of MLIR.
  void upstreamName();
  /// A blank between the mnemonic of an attribute and its value.
  void separateValue();
  /// The end of the range that a parameter left.
  void clamp();
  /// The powers of two around a parameter.
  void powerOfTwo();
  /// One format for both operands, either of the two.
  void oneFormat();
  /// Four bits for both operands, or the shape of the wider ones.
  void narrowOperands();
  /// The nearest pair of granularity and bits that the message lists.
  void transposingPair();
  /// The word of a list in the message that is spelled most like the one that is written.
  void listedWord(StringRef parameter);

  // --- An operation with its types --------------------------------------------------------------
  /// Offers a type for a value, with every type that follows from it, when all operations accept it
  /// and the finding is gone.
  bool retype(const Twine &title, mlir::Value value, Type now,
              llvm::function_ref<void(Retyper &, std::vector<TextEdit> &)> more = nullptr);
  /// The number of the pointer's memory, in the attribute and in the result.
  void addressNumber(int64_t number);
  void allocation();
  /// An attribute of a list and the comma next to it.
  void removeAttribute(Span span);
  void stateField();
  /// One {} per value.
  void placeholders();
  /// `assume` returns the type of its first operand.
  void assumedType();
  /// The operand that a finding stands at.
  mlir::Value guiltyValue() const;
  /// States an alignment in the type of a pointer or memref that comes from outside.
  void promiseAlignment();
  /// A swizzle that keeps as many bytes together as one access moves.
  void raiseBase();
  /// A copy of as many bits as every thread has.
  void narrowCopy();
  /// The atom with another value width.
  void valueWidth();
  /// The inferred type, with the types that follow from it.
  void inferredType();
  /// Both scales of one, before the product.
  void scales();
  std::string freeName(std::string name) const;
  /// A type for a value that an operation, whose attribute changes, infers.
  void reinfer(const Twine &title, StringRef name, Attribute value, TextEdit edit);
  /// Another value for an operand that the IR makes of its type alone.
  void otherValue(mlir::Value value, StringRef now);
  void otherTile(int64_t extent);
  /// Strides of the guilty layout that the rule allows, nearest ones first.
  void nearbyStrides();
  /// The pointer of the operand with the other element type.
  void recastPointer();
  /// The register memref of the operand's layout.
  void allocatedMemref();
  /// A coordinate of i64 values.
  void wideCoordinate();
  /// A value of the wanted type that is defined before and spelled most like an undeclared one.
  void nearestValue();

  llvm::ArrayRef<mlir::Operation *> pointers;
  llvm::StringRef text, message, token;
  PieceFacts &facts;
  Finding *current = nullptr;
  mlir::Operation *op = nullptr;
  const Operation *record = nullptr;
};

/// The number that some words start with.
std::optional<int64_t> leadingNumber(llvm::StringRef words);

} // namespace flylsp
