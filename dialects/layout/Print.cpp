// Canonical text of every value (fly-core 3).
#include "dialects/layout/Detail.h"

namespace layout {

namespace {

void print(std::string &out, const Leaf &leaf) {
  if (leaf.isNone()) {
    out += leaf.isBasis() ? "0" : "*";
  } else if (leaf.kind() == Leaf::Kind::Static) {
    out += std::to_string(leaf.value());
  } else {
    out += '?';
    bool wide = leaf.width() != 32, divided = leaf.value() != 1;
    if (wide || divided) {
      out += '{';
      if (wide)
        out += 'i' + std::to_string(leaf.width());
      if (wide && divided)
        out += ' ';
      if (divided)
        out += "div=" + std::to_string(leaf.value());
      out += '}';
    }
  }
  for (int32_t mode : leaf.modes()) {
    out += 'E';
    out += std::to_string(mode);
  }
}

void print(std::string &out, const IntTuple &t) {
  if (t.isLeaf()) {
    print(out, t.leaf());
    return;
  }
  char separator = '(';
  for (const IntTuple &e : t.elements()) {
    out += separator;
    print(out, e);
    separator = ',';
  }
  out += ')';
}

void print(std::string &out, const Layout &l) {
  print(out, l.shape());
  out += ':';
  print(out, l.stride());
}

void print(std::string &out, const AnyLayout &l);

void print(std::string &out, const ComposedLayout &l) {
  if (const auto *swizzle = std::get_if<Swizzle>(&l.inner()))
    out += swizzle->str();
  else if (const auto *coordSwizzle = std::get_if<CoordSwizzle>(&l.inner()))
    out += coordSwizzle->str();
  else
    print(out, std::get<AnyLayout>(l.inner()));
  out += " o ";
  print(out, l.offset());
  out += " o ";
  if (l.outer().isPlain()) {
    print(out, l.outer().plain());
  } else {
    out += '[';
    print(out, l.outer().composed());
    out += ']';
  }
}

void print(std::string &out, const AnyLayout &l) {
  if (l.isPlain())
    print(out, l.plain());
  else
    print(out, l.composed());
}

void print(std::string &out, const Tile &t) {
  if (t.isLeafInt()) {
    print(out, t.leaf());
  } else if (t.isLayout()) {
    print(out, t.layout());
  } else {
    char separator = '[';
    for (const Tile &e : t.elements()) {
      out += separator;
      print(out, e);
      separator = '|';
    }
    out += ']';
  }
}

template <typename T> std::string text(const T &value) {
  std::string out;
  print(out, value);
  return out;
}

std::string path(const ModePath &modes) {
  std::string out = "[";
  for (size_t i = 0; i < modes.size(); ++i)
    out += (i ? ", " : "") + std::to_string(modes[i]);
  return out + "]";
}

} // namespace

std::string Leaf::str() const { return text(*this); }
std::string IntTuple::str() const { return text(*this); }
std::string Layout::str() const { return text(*this); }
std::string AnyLayout::str() const { return text(*this); }
std::string ComposedLayout::str() const { return text(*this); }
std::string Tile::str() const { return text(*this); }

std::string Swizzle::str() const {
  return "S<" + std::to_string(mask) + "," + std::to_string(base) + "," + std::to_string(shift) +
         ">";
}

std::string CoordSwizzle::str() const {
  return "CS<" + std::to_string(mask) + "," + std::to_string(baseRow) + "," + path(modeRow) + "," +
         std::to_string(baseCol) + "," + path(modeCol) + ">";
}

std::string detail::shorten(std::string text) {
  if (text.size() > 120) {
    text.resize(117);
    text += "...";
  }
  return text;
}

} // namespace layout
