#include "lsp/server/Protocol.h"

#include "llvm/ADT/StringExtras.h"

namespace flylsp {

const Json *find(const Json &value, std::initializer_list<StringRef> path) {
  const Json *at = &value;
  for (StringRef step : path) {
    const Object *object = at->getAsObject();
    if (!object)
      return nullptr;
    at = object->get(step);
    if (!at)
      return nullptr;
  }
  return at;
}

const Object *getObject(const Json *value, std::initializer_list<StringRef> path) {
  const Json *found = value ? find(*value, path) : nullptr;
  return found ? found->getAsObject() : nullptr;
}

std::optional<StringRef> getString(const Json &value, std::initializer_list<StringRef> path) {
  const Json *found = find(value, path);
  return found ? found->getAsString() : std::nullopt;
}

std::optional<bool> getBoolean(const Json &value, std::initializer_list<StringRef> path) {
  const Json *found = find(value, path);
  return found ? found->getAsBoolean() : std::nullopt;
}

std::optional<int64_t> getInteger(const Json &value, std::initializer_list<StringRef> path) {
  const Json *found = find(value, path);
  return found ? found->getAsInteger() : std::nullopt;
}

std::optional<LineColumn> toPlace(const Json *position) {
  if (!position)
    return std::nullopt;
  std::optional<int64_t> line = getInteger(*position, {"line"});
  std::optional<int64_t> character = getInteger(*position, {"character"});
  if (!line || !character || *line < 0 || *character < 0)
    return std::nullopt;
  auto clamp = [](int64_t value) { return uint32_t(std::min<int64_t>(value, INT32_MAX)); };
  return LineColumn{clamp(*line), clamp(*character)};
}

std::string pathOfUri(StringRef uri) {
  if (!uri.consume_front("file://"))
    return {};
  if (!uri.starts_with("/")) // an authority such as localhost
    uri = uri.drop_front(std::min(uri.size(), uri.find('/')));
  std::string path;
  for (size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] == '%' && i + 2 < uri.size() && llvm::isHexDigit(uri[i + 1]) &&
        llvm::isHexDigit(uri[i + 2])) {
      path += char(llvm::hexFromNibbles(uri[i + 1], uri[i + 2]));
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

std::string jsonString(StringRef text) {
  std::string result = "\"";
  result.reserve(text.size() + text.size() / 16 + 2);
  auto special = [](char c) { return c == '"' || c == '\\' || uint8_t(c) < 0x20; };
  while (!text.empty()) {
    StringRef plain = text.take_until(special);
    result.append(plain.begin(), plain.end());
    text = text.drop_front(plain.size());
    if (text.empty())
      break;
    switch (char c = text.front()) {
    case '"':
    case '\\':
      (result += '\\') += c;
      break;
    case '\n':
      result += "\\n";
      break;
    case '\t':
      result += "\\t";
      break;
    default:
      (result += "\\u00") += llvm::toHex(StringRef(&c, 1), /*LowerCase=*/true);
    }
    text = text.drop_front();
  }
  return result += '"';
}

std::string writtenList(llvm::function_ref<void(JsonWriter &)> body) {
  std::string text;
  llvm::raw_string_ostream out(text);
  JsonWriter json(out);
  json.array([&] { body(json); });
  return text;
}

void writePosition(JsonWriter &json, StringRef key, const llvm::lsp::Position &position) {
  json.attributeObject(key, [&] {
    json.attribute("line", position.line);
    json.attribute("character", position.character);
  });
}

void writeRange(JsonWriter &json, StringRef key, const llvm::lsp::Range &range) {
  json.attributeObject(key, [&] {
    writePosition(json, "start", range.start);
    writePosition(json, "end", range.end);
  });
}

std::string uriOfPath(StringRef path) {
  std::string uri = "file://";
  for (char c : path) {
    if (llvm::isAlnum(c) || StringRef("/-_.~").contains(c)) {
      uri += c;
    } else {
      uri += '%';
      uri += llvm::hexdigit(uint8_t(c) >> 4);
      uri += llvm::hexdigit(uint8_t(c) & 15);
    }
  }
  return uri;
}

} // namespace flylsp
