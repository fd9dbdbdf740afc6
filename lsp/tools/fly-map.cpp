// fly-map: thread-value maps and layouts on the command line.
#include "lsp/analysis/Analyzer.h"
#include "lsp/analysis/Project.h"
#include "lsp/analysis/TypeFacts.h"
#include "lsp/server/Pictures.h"
#include "lsp/tools/Banks.h"
#include "lsp/tools/Compare.h"
#include "lsp/tools/Options.h"

#include "dialects/layout/Algebra.h"
#include "dialects/layout/Parser.h"
#include "passes/pipelines/Chips.h"
#include "passes/pipelines/Codegen.h"
#include "passes/pipelines/InputScan.h"
#include "passes/pipelines/Plugins.h"

#include "llvm/ADT/StringExtras.h"

#include <cstdio>

using namespace flylsp;
using llvm::StringRef;

static constexpr char usage[] = R"(usage: fly-map TYPE [OPTIONS]
       fly-map FILE --at LINE:COLUMN [OPTIONS]
       fly-map --compare TYPE TYPE

Shows which thread holds which element of what. TYPE is the text of an atom, a tiled operation, a layout
or a memref, such as '!fly.mma_atom<...>', or a bare layout such as '(4,8):(1,4)'. With FILE it is the
value or operation at that place (counted from 1).

options:
  --format FORMAT   text (default), csv, json, svg, tikz, typst
  --operand NAME    only a, b, c, src, dst or ref
  --thread N        light up one thread (drawn formats)
  --theme NAME      light (default) or dark
  --full            no limit on the number of elements
  --who NAME R,C    who holds element (R,C) of an operand, in one line
  --lane N          what one thread holds, one line for each operand
  --compare         compare two types: equal, equal up to a permutation of K, or the first difference
  --banks           bank conflicts: thread t accesses the elements of its values, values one after
                    the other; for a plain layout mode 0 counts the lanes
  --elem-bits N     bits of an element for --banks (default: of the type, else 32)
  --vector N        elements of one access for --banks (default 1)
  --chip NAME       bank model of that chip, or generic
  -o FILE           write to a file
  --dialect-plugin FILE   shared library with further dialects (may be given several times)
  --help, --version

exit status: 0; 1 for wrong input or maps that differ (--compare).
)";

namespace {

int fail(const std::string &message) {
  std::string line = message;
  std::replace(line.begin(), line.end(), '\n', ' ');
  // A message about a place in a file names the file itself.
  bool placed = StringRef(line).contains(": error: ");
  fprintf(stderr, "%s%s\n", placed ? "" : "fly-map: error: ", line.c_str());
  return 1;
}

class Tool {
public:
  Tool() { registerDialects(registry_); }

  /// The type or layout that a text names.
  std::optional<TypeFact> describe(const std::string &text, std::string &error) {
    StringRef trimmed = StringRef(text).trim();
    if (std::optional<mlir::fly::ScanError> fault = mlir::fly::scanInput(trimmed)) {
      error = fault->message;
      return std::nullopt;
    }
    if (!trimmed.starts_with("!") && !trimmed.starts_with("#")) {
      if (std::optional<TypeFact> fact = describeLayoutText(trimmed.str()))
        return fact;
      layout::Result<layout::AnyLayout> parsed = layout::parseAnyLayout(std::string_view(trimmed));
      error = parsed ? "not a layout" : parsed.reason().message;
      return std::nullopt;
    }
    Analyzer analyzer(registry_);
    TypeRef fact = analyzer.parseType(trimmed.str(), error);
    if (!fact)
      return std::nullopt;
    return *fact;
  }

  /// What stands at a place of a file.
  std::optional<TypeFact> describeAt(const std::string &path, const std::string &place,
                                     std::string &error) {
    auto [lineText, columnText] = StringRef(place).split(':');
    uint32_t line = 0, column = 0;
    if (lineText.getAsInteger(10, line) || columnText.getAsInteger(10, column) || !line ||
        !column) {
      error = "--at wants LINE:COLUMN, counted from 1, got '" + place + "'";
      return std::nullopt;
    }
    std::optional<std::string> text = readFile(path, error);
    if (!text)
      return std::nullopt;
    if (std::optional<mlir::fly::ScanError> fault = mlir::fly::scanInput(*text)) {
      error = fault->format(path);
      return std::nullopt;
    }
    project = loadProject(path);
    chip = project.chip;
    Analyzer analyzer(registry_);
    auto content = std::make_shared<const std::string>(*text);
    SnapshotRef snapshot = analyzer.analyze(content, 0, {});
    if (line > snapshot->lines->lineCount()) {
      error = path + ":" + place + ": error: the file has " +
              std::to_string(snapshot->lines->lineCount()) + " lines";
      return std::nullopt;
    }
    uint32_t offset = snapshot->lines->offset(*content, {line - 1, column - 1}, Encoding::Utf8);
    int32_t index = snapshot->pieceAt(offset);
    if (index >= 0 && snapshot->pieces[size_t(index)].facts->parsed) {
      const PieceView &piece = snapshot->pieces[size_t(index)];
      const PieceFacts &facts = *piece.facts;
      uint32_t inside = offset - piece.piece.span.begin;
      int32_t value = facts.valueAt(inside);
      auto useful = [&](int32_t v) {
        if (v < 0 || facts.values[size_t(v)].type < 0)
          return false;
        const TypeFact &type = *facts.types[size_t(facts.values[size_t(v)].type)];
        return !type.operands.empty() || !type.layout.empty();
      };
      if (!useful(value)) {
        int32_t operation = facts.operationAt(inside);
        value = operation >= 0 && facts.operations[size_t(operation)].valueCount
                    ? int32_t(facts.operations[size_t(operation)].firstValue)
                    : -1;
      }
      if (useful(value)) {
        for (int32_t i = index; i >= 0; --i)
          if (!snapshot->pieces[size_t(i)].facts->chip.empty()) {
            chip = snapshot->pieces[size_t(i)].facts->chip;
            break;
          }
        return *facts.describedType(facts.values[size_t(value)]);
      }
    }
    // Errors at that place say more than that nothing is there.
    std::vector<Finding> findings = allFindings(*snapshot, {}, path);
    for (const Finding &finding : findings)
      if (finding.severity == Severity::Error) {
        LineColumn at = snapshot->lines->position(*content, finding.span.begin, Encoding::Utf8);
        error = path + ":" + std::to_string(at.line + 1) + ":" + std::to_string(at.column + 1) +
                ": error: " + finding.message +
                (finding.code ? " [FLY" + std::to_string(finding.code) + "]" : "");
        return std::nullopt;
      }
    error = path + ":" + place + ": error: no atom, tiled operation, layout or memref stands here";
    return std::nullopt;
  }

  std::string chip; ///< of the gpu.module around the place
  Project project;  ///< of the file; empty for a type

private:
  mlir::DialectRegistry registry_;
};

const OperandFact *findOperand(const TypeFact &type, StringRef name) {
  for (const OperandFact &operand : type.operands)
    if (name.equals_insensitive(operand.name))
      return &operand;
  return nullptr;
}

std::string operandNames(const TypeFact &type) {
  std::string names;
  for (const OperandFact &operand : type.operands)
    names += (names.empty() ? "" : ", ") + operand.name;
  return names;
}

int who(const TypeFact &type, const std::string &name, const std::string &cell) {
  const OperandFact *operand = findOperand(type, name);
  if (!operand)
    return fail("no operand '" + name + "'; there are " + operandNames(type));
  auto [rowText, colText] = StringRef(cell).trim("()").split(',');
  int64_t row, col;
  if (rowText.trim().getAsInteger(10, row) || colText.trim().getAsInteger(10, col))
    return fail("--who wants an operand and ROW,COLUMN, got '" + cell + "'");
  if (row < 0 || col < 0 || row >= operand->rows || col >= operand->cols)
    return fail("element (" + std::to_string(row) + "," + std::to_string(col) +
                ") lies outside of the tile " + std::to_string(operand->rows) + "x" +
                std::to_string(operand->cols));
  auto map =
      scene::ThreadValueMap::create(operand->name, operand->rows, operand->cols, operand->layout);
  if (!map)
    return fail(map.reason().message);
  std::string owners = scene::ownersText(*map, {row, col}, 64);
  printf("%s(%lld,%lld): %s\n", operand->name.c_str(), (long long)row, (long long)col,
         owners.empty() ? "nobody" : owners.c_str());
  return 0;
}

int lane(const TypeFact &type, const std::string &number, StringRef only) {
  int64_t thread;
  if (StringRef(number).getAsInteger(10, thread) || thread < 0)
    return fail("--lane wants a thread number, got '" + number + "'");
  if (type.operands.empty())
    return fail("'" + type.text + "' has no threads");
  for (const OperandFact &operand : type.operands) {
    if (!only.empty() && !only.equals_insensitive(operand.name))
      continue;
    if (thread >= operand.threads)
      return fail("thread " + number + " is out of range: operand " + operand.name + " has " +
                  std::to_string(operand.threads) + " threads");
    auto map =
        scene::ThreadValueMap::create(operand.name, operand.rows, operand.cols, operand.layout);
    if (!map)
      return fail(map.reason().message);
    std::string line = operand.name + ":";
    for (int64_t value = 0; value < operand.values; ++value) {
      scene::Cell cell = map->unboundedCellOf(thread, value);
      line += " (" + std::to_string(cell.row) + "," + std::to_string(cell.col) + ")";
    }
    puts(line.c_str());
  }
  return 0;
}

int banks(const TypeFact &type, const Options &options, const Tool &tool) {
  int64_t bits = 0, vector = 1;
  if (auto given = options.value("elem-bits"))
    if (StringRef(*given).getAsInteger(10, bits) || bits <= 0)
      return fail("--elem-bits wants a positive number, got '" + *given + "'");
  if (auto given = options.value("vector"))
    if (StringRef(*given).getAsInteger(10, vector) || vector <= 0)
      return fail("--vector wants a positive number, got '" + *given + "'");
  if (!bits) {
    for (const NamedText &fact : type.facts)
      if (fact.name == "element") {
        StringRef digits =
            StringRef(fact.value).drop_while([](char c) { return !llvm::isDigit(c); });
        digits.take_while(llvm::isDigit).getAsInteger(10, bits);
      }
    if (!bits)
      bits = 32;
  }
  // The option, the project's model, the chip that is in force at the place.
  std::optional<std::string> chosen = options.value("chip");
  if (chosen && *chosen != "generic" && !mlir::fly::findChip(*chosen))
    return fail(mlir::fly::unknownChipMessage(*chosen));
  bool fromProject = !chosen && !tool.project.bankModel.empty();
  BankModel model = bankModel(chosen ? *chosen : fromProject ? tool.project.bankModel : tool.chip);
  std::string note = fromProject ? "; the model is that of " + tool.project.path : "";
  if (!chosen && tool.project.waveSize) {
    model.lanes = tool.project.waveSize;
    note += "; the wave size is that of " + tool.project.path;
  }
  printf("%s%s\n", model.describe().c_str(), note.c_str());

  struct Access {
    std::string name;
    std::vector<int64_t> addresses;
  };
  std::vector<Access> accesses;
  auto address = [&](int64_t index) { return index * bits / 8; };
  if (!type.operands.empty()) {
    std::optional<std::string> only = options.value("operand");
    for (const OperandFact &operand : type.operands) {
      if (only && *only != operand.name)
        continue;
      auto map =
          scene::ThreadValueMap::create(operand.name, operand.rows, operand.cols, operand.layout);
      if (!map)
        return fail(map.reason().message);
      for (int64_t value = 0; value < operand.values; value += vector) {
        Access access{operand.name + " value " + std::to_string(value), {}};
        for (int64_t thread = 0; thread < std::min(operand.threads, model.lanes); ++thread)
          access.addresses.push_back(address(map->indexOf(thread, value)));
        accesses.push_back(std::move(access));
      }
    }
  } else {
    layout::Result<layout::AnyLayout> any = layout::parseAnyLayout(type.layout);
    if (!any || !any->isStatic())
      return fail(any ? "bank conflicts need a static layout" : any.reason().message);
    const layout::Layout &linear = any->linear();
    auto extent = [&](const layout::IntTuple &shape) {
      layout::Result<layout::Leaf> product = layout::product(shape);
      return product ? product->value() : 0;
    };
    int64_t lanes =
        std::min(extent(linear.isLeaf() ? linear.shape() : linear[0].shape()), model.lanes);
    int64_t columns =
        linear.isLeaf() ? 1
                        : extent(linear.shape()) / std::max<int64_t>(1, extent(linear[0].shape()));
    int64_t rows = extent(linear.isLeaf() ? linear.shape() : linear[0].shape());
    for (int64_t column = 0; column < std::min<int64_t>(columns, 64); column += vector) {
      Access access{"column " + std::to_string(column), {}};
      for (int64_t i = 0; i < lanes; ++i) {
        layout::Result<layout::IntTuple> index =
            layout::crd2idx(layout::IntTuple(column * rows + i), *any);
        if (!index || !index->isLeaf())
          return fail("the layout yields coordinates, not addresses");
        access.addresses.push_back(address(index->leaf().value()));
      }
      accesses.push_back(std::move(access));
    }
  }
  for (const Access &access : accesses) {
    BankReport report = bankConflicts(access.addresses, (bits * vector + 7) / 8, model);
    std::string line = access.name + ": " + std::to_string(report.degree) + "-way";
    if (report.degree > 1) {
      line += ", bank " + std::to_string(report.bank) + ", lanes";
      for (size_t i = 0; i < std::min<size_t>(report.lanes.size(), 8); ++i)
        line += " " + std::to_string(report.lanes[i]);
      if (report.lanes.size() > 8)
        line += " …";
    }
    puts(line.c_str());
  }
  return 0;
}

} // namespace

static int run(int argc, char **argv) {
  Options options({"full", "compare", "banks", "help", "h", "version"},
                  {"format", "operand", "at", "who", "lane", "thread", "theme", "elem-bits",
                   "vector", "chip", "o", "dialect-plugin"});
  if (std::optional<std::string> problem = options.parse(argc, argv))
    return fail(*problem);
  if (options.has("help") || options.has("h") || argc == 1) {
    fputs(usage, argc == 1 ? stderr : stdout);
    return argc == 1 ? 1 : 0;
  }
  if (options.has("version")) {
    printf("fly-map %s (LLVM %s)\n", FLY_VERSION, LLVM_VERSION_STRING);
    return 0;
  }
  std::vector<std::string> inputs = options.positional();
  std::string cell;
  if (options.has("who")) {
    // `--who C 5,9`: the element follows the operand.
    for (auto it = inputs.begin(); it != inputs.end(); ++it)
      if (StringRef(*it).trim("()").find_first_not_of("0123456789, ") == StringRef::npos) {
        cell = *it;
        inputs.erase(it);
        break;
      }
    if (cell.empty())
      return fail("--who wants an operand and ROW,COLUMN, as in --who C 5,9");
  }
  for (const std::string &plugin : options.values("dialect-plugin"))
    if (std::optional<std::string> problem = mlir::fly::loadDialectPlugin(plugin))
      return fail(*problem);
  Tool tool;
  std::string error;
  if (options.has("compare")) {
    if (inputs.size() != 2)
      return fail("--compare wants two types, got " + std::to_string(inputs.size()));
    std::optional<TypeFact> a = tool.describe(inputs[0], error);
    std::optional<TypeFact> b = a ? tool.describe(inputs[1], error) : std::nullopt;
    if (!a || !b)
      return fail(error);
    Comparison result = compareMaps(*a, *b);
    puts(result.text.c_str());
    return result.verdict == Comparison::Verdict::Different;
  }
  if (inputs.size() != 1)
    return fail(inputs.empty() ? "no type or file given"
                               : "one type or file expected, got " + std::to_string(inputs.size()));
  std::optional<TypeFact> type;
  if (std::optional<std::string> place = options.value("at")) {
    type = tool.describeAt(inputs[0], *place, error);
  } else {
    StringRef text = StringRef(inputs[0]).trim();
    if (text.ends_with(".mlir") && !text.starts_with("!")) {
      // A file without a place: say whether it can be read at all before asking for the place.
      std::optional<std::string> content = readFile(inputs[0], error);
      if (content)
        if (std::optional<mlir::fly::ScanError> fault = mlir::fly::scanInput(*content))
          error = fault->format(inputs[0]);
      if (error.empty())
        error = inputs[0] + ": a file needs --at LINE:COLUMN";
    } else {
      type = tool.describe(inputs[0], error);
    }
  }
  if (!type)
    return fail(error);
  if (std::optional<std::string> name = options.value("who"))
    return who(*type, *name, cell);
  if (std::optional<std::string> number = options.value("lane"))
    return lane(*type, *number, options.value("operand").value_or(""));
  if (options.has("banks"))
    return banks(*type, options, tool);

  std::string formatText = options.value("format").value_or("text");
  std::optional<scene::Format> format = scene::parseFormat(formatText);
  if (!format)
    return fail("unknown format '" + formatText +
                "'; formats are text, csv, json, svg, tikz, typst");
  layout::Result<scene::Picture> picture = pictureOf(*type);
  if (!picture)
    return fail(picture.reason().message);
  if (std::optional<std::string> operand = options.value("operand")) {
    std::optional<scene::Picture> part = picture->only(StringRef(*operand).lower());
    if (!part)
      return fail("no operand '" + *operand + "'" +
                  (type->operands.empty() ? "" : "; there are " + operandNames(*type)));
    picture = *part;
  }
  scene::WriteOptions write;
  write.full = options.has("full");
  std::string theme = options.value("theme").value_or("light");
  if (theme != "light" && theme != "dark")
    return fail("unknown theme '" + theme + "'; themes are light and dark");
  write.theme = theme == "dark" ? scene::Theme::Dark : scene::Theme::Light;
  if (std::optional<std::string> thread = options.value("thread")) {
    int64_t number;
    if (StringRef(*thread).getAsInteger(10, number) || number < 0 || number >= picture->threads())
      return fail("thread '" + *thread + "' is out of range: there are " +
                  std::to_string(picture->threads()) + " threads");
    write.selection = scene::Selection::ofThread(number);
  }
  layout::Result<std::string> drawn = scene::write(*picture, *format, write);
  if (!drawn)
    return fail(drawn.reason().message);
  FILE *out = stdout;
  if (std::optional<std::string> path = options.value("o")) {
    out = fopen(path->c_str(), "wb");
    if (!out)
      return fail("cannot write '" + *path + "'");
  }
  fwrite(drawn->data(), 1, drawn->size(), out);
  if (drawn->empty() || drawn->back() != '\n')
    fputc('\n', out);
  if (out != stdout && fclose(out) != 0)
    return fail("cannot write the output");
  return 0;
}

int main(int argc, char **argv) {
  mlir::fly::installFatalErrorHandler("fly-map");
  return onParserStack([&] { return run(argc, argv); });
}
