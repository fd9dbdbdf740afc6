// Facts as Markdown, for hovers and tooltips.
#pragma once

#include "lsp/analysis/Instructions.h"

#include "llvm/ADT/StringRef.h"

namespace flylsp {

/// Which way a copy moves: payloads that copy both ways have an instruction for each.
enum class CopyWay { Both, Load, Store };
/// Of a copy from one value to another.
CopyWay copyWay(const TypeFact &source, const TypeFact &destination);

/// Everything about a type: its title, text, layouts and facts. `operation` and `chip`, which
/// spells instructions in its own way, may be empty.
std::string typeMarkdown(const TypeFact &type, llvm::StringRef operation, bool stale,
                         llvm::StringRef chip, CopyWay way = CopyWay::Both);

/// The documentation of an operation (`fly.gemm`), type (`!fly.layout`) or attribute
/// (`#fly.layout`) from its definition, as Markdown; empty when there is none.
llvm::StringRef docsOf(llvm::StringRef name);
/// One line about it.
llvm::StringRef summaryOf(llvm::StringRef name);

/// A payload as it stands in a text, legal or not: its instruction and chips, its layouts, the
/// legal instances from the nearest on. `fact` is null when the text does not parse.
std::string payloadMarkdown(const Family &family, llvm::StringRef parameters, const TypeFact *fact,
                            llvm::StringRef chip);

/// The instructions of an operation or intrinsic and the payloads that make it.
std::string makersMarkdown(llvm::ArrayRef<const Instance *> makers, llvm::StringRef chip);

/// `gfx942, gfx950`, or `sm_80 and later` for a whole line of generations.
std::string chipsText(llvm::ArrayRef<std::string> chips);

/// Markdown for clients that show plain text: without markup, tables in columns.
std::string plainText(llvm::StringRef markdown);

/// Text in back quotes.
std::string code(llvm::StringRef text);

} // namespace flylsp
