// What the fuzzers do with one input. The same functions run the committed corpus in the unit
// tests.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace fly_fuzz {

/// A promise that the input broke, as one sentence; nothing when all were kept. The promises: no
/// crash, a refused text has at least one error with a message, an accepted one prints as a text
/// that is accepted and prints the same.
using Fault = std::optional<std::string>;

/// The input is the text of one type (`!fly…`) or attribute (`#fly…`).
Fault runTypes(llvm::ArrayRef<uint8_t> input);
/// The input is the text of a module.
Fault runModules(llvm::ArrayRef<uint8_t> input);
/// The bytes choose a registered operation of the fly dialects, its operand and result types and
/// its attributes.
Fault runOperations(llvm::ArrayRef<uint8_t> input);

/// The text that `runOperations` makes of the bytes, to read a finding.
std::string operationText(llvm::ArrayRef<uint8_t> input);

} // namespace fly_fuzz
