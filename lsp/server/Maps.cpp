// fly/threadValueMap, fly/operations and fly/stateAtCursor
#include "lsp/server/Markdown.h"
#include "lsp/server/Pictures.h"
#include "lsp/server/Server.h"

#include "passes/pipelines/InputScan.h"

namespace flylsp {

static StringRef mapKind(const TypeFact &fact) {
  if (!fact.operands.empty())
    return fact.operands.front().name == "src" || fact.operands.front().name == "dst" ? "copy"
                                                                                      : "mma";
  switch (fact.kind) {
  case TypeKind::CopyAtom:
  case TypeKind::TiledCopy:
    return "copy";
  case TypeKind::Layout:
  case TypeKind::ComposedLayout:
  case TypeKind::MemRef:
  case TypeKind::CoordTensor:
    return "layout";
  default:
    return "mma";
  }
}

static bool hasMap(const TypeFact &type) { return !type.operands.empty() || !type.layout.empty(); }

Json Server::mapJson(const TypeFact &fact, const Json &params) const {
  bool owners = getBoolean(params, {"owners"}).value_or(false);
  bool full = getBoolean(params, {"full"}).value_or(false);
  std::optional<StringRef> only = getString(params, {"operand"});
  StringRef kind = mapKind(fact);
  Object result{{"type", fact.text}, {"kind", kind}, {"title", fact.title}};
  if (!fact.instruction.empty())
    result["instruction"] = fact.instruction;
  if (!fact.chips.empty()) {
    Array chips;
    for (const std::string &chip : fact.chips)
      chips.push_back(chip);
    result["chips"] = std::move(chips);
  }
  Array operands;
  for (const OperandFact &operand : fact.operands) {
    if (only && *only != operand.name)
      continue;
    Object entry{{"name", operand.name},
                 {"tile", Array{operand.rows, operand.cols}},
                 {"threads", operand.threads},
                 {"values", operand.values},
                 {"layout", operand.layout}};
    if (owners && (full || operand.threads * operand.values <= scene::maxJsonOwners)) {
      layout::Result<scene::ThreadValueMap> map =
          scene::ThreadValueMap::create(operand.name, operand.rows, operand.cols, operand.layout);
      if (map) {
        Array list;
        list.reserve(size_t(map->pairs()));
        for (int64_t thread = 0; thread < map->threads(); ++thread)
          for (int64_t value = 0; value < map->values(); ++value) {
            scene::Cell cell = map->unboundedCellOf(thread, value);
            list.push_back(Array{thread, value, cell.row, cell.col});
          }
        entry["owners"] = std::move(list);
      }
    }
    operands.push_back(std::move(entry));
  }
  if (!fact.layout.empty() && fact.operands.empty())
    operands.push_back(Object{{"name", "layout"}, {"layout", fact.layout}});
  result["operands"] = std::move(operands);

  if (const Json *wish = find(params, {"picture"}); wish && wish->getAsObject()) {
    StringRef name = getString(*wish, {"format"}).value_or("svg");
    std::optional<scene::Format> format = scene::parseFormat(std::string_view(name));
    scene::WriteOptions options;
    options.full = full;
    if (getString(*wish, {"theme"}) == std::optional<StringRef>("dark"))
      options.theme = scene::Theme::Dark;
    if (std::optional<int64_t> thread = getInteger(*wish, {"thread"}))
      options.selection = scene::Selection::ofThread(*thread);
    layout::Result<scene::Picture> picture = pictureOf(fact);
    if (picture && only)
      if (std::optional<scene::Picture> part = picture->only(std::string_view(*only)))
        picture = *part;
    layout::Result<std::string> drawn =
        !picture  ? layout::Result<std::string>(picture.reason())
        : !format ? layout::Result<std::string>(layout::Reason{0, "unknown format", {}})
                  : scene::write(*picture, *format, options);
    if (drawn)
      result[*format == scene::Format::Svg ? "svg" : "picture"] = llvm::json::fixUTF8(*drawn);
    else
      result["pictureNote"] = drawn.reason().message;
  }
  return result;
}

void Server::threadValueMap(const Json &params, const Reply &reply) {
  if (std::optional<StringRef> type = getString(params, {"type"})) {
    // On an analyzer of its own: the worker may be busy with a document.
    if (!scratch_)
      scratch_ = std::make_unique<Analyzer>(registry_);
    std::string error;
    TypeRef fact;
    if (std::optional<mlir::fly::ScanError> fault = mlir::fly::scanInput(*type))
      error = fault->message;
    else
      fact = scratch_->parseType(type->trim().str(), error);
    if (!fact)
      return reply(invalidParams(error));
    if (!hasMap(*fact))
      return reply(Json(nullptr));
    Json result = mapJson(*fact, params);
    std::lock_guard lock(mutex_);
    if (!settings_.chip.empty()) {
      Object &object = *result.getAsObject();
      object["chip"] = settings_.chip;
      object["chipSource"] = "setting";
    }
    return reply(std::move(result));
  }
  withPlace(params, reply, [=, this](Document &document, uint32_t offset) {
    auto at = factsAt(document, offset);
    if (!at)
      return reply(Json(nullptr));
    auto &[view, inside] = *at;
    const PieceFacts &facts = *view.facts;
    const Value *value = nullptr;
    if (int32_t index = facts.valueAt(inside); index >= 0)
      value = &facts.values[size_t(index)];
    if (!value || value->type < 0 || !hasMap(*facts.types[size_t(value->type)])) {
      // Anywhere in an operation: its result.
      int32_t index = facts.operationAt(inside);
      value = nullptr;
      if (index >= 0 && facts.operations[size_t(index)].valueCount)
        value = &facts.values[facts.operations[size_t(index)].firstValue];
    }
    if (!value || value->type < 0 || !hasMap(*facts.types[size_t(value->type)]))
      return reply(Json(nullptr));
    Json result = mapJson(*facts.describedType(*value), params);
    Object &object = *result.getAsObject();
    if (std::optional<Span> span = view.absolute(value->span)) {
      object["name"] = document.snapshot->text->substr(span->begin, span->end - span->begin);
      if (std::optional<Json> range = rangeOf(document, span))
        object["range"] = std::move(*range);
    }
    if (value->operation >= 0)
      object["op"] = facts.names[facts.operations[size_t(value->operation)].nameId];
    if (view.stale)
      object["stale"] = true;
    addChip(object, document, view.piece);
    reply(std::move(result));
  });
}

static StringRef operationKind(TypeKind kind) {
  switch (kind) {
  case TypeKind::MmaAtom:
    return "mma_atom";
  case TypeKind::CopyAtom:
    return "copy_atom";
  case TypeKind::TiledMma:
    return "tiled_mma";
  case TypeKind::TiledCopy:
    return "tiled_copy";
  case TypeKind::Layout:
  case TypeKind::ComposedLayout:
    return "layout";
  case TypeKind::MemRef:
  case TypeKind::CoordTensor:
    return "memref";
  default:
    return "";
  }
}

void Server::operations(const Json &params, const Reply &reply) {
  withDocument(params, reply, [=, this](Document &document) {
    StringRef text(*document.snapshot->text);
    auto write = [&](JsonWriter &json, const FactsView &view, const Value &value) {
      const PieceFacts &facts = *view.facts;
      if (value.argument || value.type < 0 || value.operation < 0)
        return;
      const TypeFact &type = *facts.types[size_t(value.type)];
      StringRef kind = operationKind(type.kind);
      StringRef name = facts.names[facts.operations[size_t(value.operation)].nameId];
      if (kind.empty() || name.empty())
        return;
      std::optional<Span> span = view.absolute(value.span);
      std::optional<llvm::lsp::Range> range = placeOf(document, span);
      if (!range)
        return;
      json.object([&] {
        json.attribute("name", text.slice(span->begin, span->end));
        json.attribute("kind", kind);
        json.attribute("type", type.text);
        json.attribute("op", name);
        json.attribute("label", type.label);
        writeRange(json, "range", *range);
        if (view.stale)
          json.attribute("stale", true);
      });
    };
    reply.text(writtenList([&](JsonWriter &json) {
      for (const PieceView &piece : document.snapshot->pieces)
        for (const FactsView &view : factsOf(document, piece))
          for (const Value &value : view.facts->values)
            write(json, view, value);
    }));
  });
}

void Server::stateAtCursor(const Json &params, const Reply &reply) {
  withPlace(params, reply, [=, this](Document &document, uint32_t offset) {
    auto at = factsAt(document, offset);
    if (!at)
      return reply(Json(nullptr));
    auto &[view, inside] = *at;
    const PieceFacts &facts = *view.facts;
    Span occurrence;
    int32_t valueIndex = facts.valueAt(inside, &occurrence);
    int32_t operation =
        valueIndex >= 0 ? facts.values[size_t(valueIndex)].operation : facts.operationAt(inside);
    if (valueIndex < 0 && operation >= 0 && facts.operations[size_t(operation)].valueCount) {
      valueIndex = int32_t(facts.operations[size_t(operation)].firstValue);
      occurrence = facts.operations[size_t(operation)].name;
    }
    // A stand-in for a broken statement tells nothing.
    if (operation < 0 || facts.names[facts.operations[size_t(operation)].nameId].empty())
      return reply(Json(nullptr));
    const Operation &op = facts.operations[size_t(operation)];
    Object result{{"op", facts.names[op.nameId]}};
    Array list;
    std::optional<Span> where = view.absolute(valueIndex >= 0 ? occurrence : op.name);
    std::optional<Json> range = rangeOf(document, where);
    if (!range)
      return reply(Json(nullptr));
    result["range"] = std::move(*range);
    if (valueIndex >= 0) {
      const Value &value = facts.values[size_t(valueIndex)];
      TypeRef described = facts.describedType(value);
      if (!described)
        return reply(Json(nullptr));
      const TypeFact &type = *described;
      if (std::optional<Span> definition = view.absolute(value.span)) {
        result["name"] =
            document.snapshot->text->substr(definition->begin, definition->end - definition->begin);
        if (std::optional<Json> place = rangeOf(document, definition))
          result["definition"] = std::move(*place);
      }
      result["type"] = type.text;
      result["uses"] = value.useCount;
      for (const NamedText &fact : type.facts)
        list.push_back(Object{{"name", fact.name}, {"value", fact.value}});
      if (hasMap(type))
        result["map"] = mapJson(type, params);
    }
    result["facts"] = std::move(list);
    if (view.stale)
      result["stale"] = true;
    addChip(result, document, view.piece);
    reply(Json(std::move(result)));
  });
}

} // namespace flylsp
