#include "passes/interp/Npy.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::fly::interp;

static constexpr StringLiteral magic("\x93NUMPY");

int64_t NpyArray::elements() const {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

unsigned NpyArray::elementBytes() const {
  unsigned size = 0;
  return StringRef(dtype).drop_front().getAsInteger(10, size) ? 0 : size;
}

/// The text after `'key':` in the header's dictionary.
static StringRef entry(StringRef header, StringRef key) {
  size_t at = header.find(("'" + key + "'").str());
  return at == StringRef::npos ? StringRef() : header.drop_front(at).split(':').second.ltrim();
}

FailureOr<NpyArray> mlir::fly::interp::readNpy(StringRef path, std::string &error) {
  auto fail = [&](const Twine &what) {
    error = (path + ": " + what).str();
    return failure();
  };
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return fail(file.getError().message());
  StringRef text = (*file)->getBuffer();
  if (!text.consume_front(magic) || text.size() < 6)
    return fail("not a .npy file");
  unsigned version = uint8_t(text[0]);
  unsigned lengthBytes = version >= 2 ? 4 : 2;
  text = text.drop_front(2);
  uint64_t length = 0;
  for (unsigned i = 0; i < lengthBytes; ++i)
    length |= uint64_t(uint8_t(text[i])) << 8 * i;
  text = text.drop_front(lengthBytes);
  if (text.size() < length)
    return fail("the header is cut off");
  StringRef header = text.take_front(length);
  NpyArray array;
  StringRef descr = entry(header, "descr").drop_front().split('\'').first;
  if (descr.starts_with(">"))
    return fail("big-endian data are not read");
  array.dtype = descr.ltrim("<|=").str();
  if (entry(header, "fortran_order").starts_with("True"))
    return fail("Fortran order is not read; save the array in C order");
  StringRef shape = entry(header, "shape");
  if (!shape.consume_front("("))
    return fail("the header has no shape");
  SmallVector<StringRef> extents;
  shape.split(')').first.split(extents, ',', -1, false);
  for (StringRef extent : extents) {
    int64_t value;
    if (extent.trim().empty())
      continue;
    if (extent.trim().getAsInteger(10, value) || value < 0)
      return fail("extent '" + extent.trim() + "' is not a number");
    array.shape.push_back(value);
  }
  StringRef data = text.drop_front(length);
  uint64_t expected = uint64_t(array.elements()) * array.elementBytes();
  if (array.elementBytes() == 0 || data.size() != expected)
    return fail("holds " + Twine(data.size()) + " bytes of data, but its header says " +
                Twine(expected));
  array.bytes.assign(data.bytes_begin(), data.bytes_end());
  return array;
}

LogicalResult mlir::fly::interp::writeNpy(StringRef path, const NpyArray &array,
                                          std::string &error) {
  std::error_code code;
  llvm::raw_fd_ostream file(path, code);
  if (code) {
    error = (path + ": " + code.message()).str();
    return failure();
  }
  std::string shape = "(";
  for (int64_t extent : array.shape)
    shape += std::to_string(extent) + ",";
  shape += ")";
  std::string order = array.elementBytes() == 1 ? "|" : "<";
  std::string header =
      "{'descr': '" + order + array.dtype + "', 'fortran_order': False, 'shape': " + shape + ", }";
  // The data start at a multiple of 64 bytes; the header ends with a newline.
  size_t total = magic.size() + 4 + header.size() + 1;
  header.append(llvm::alignTo(total, 64) - total, ' ');
  header += '\n';
  file << magic << '\1' << '\0' << char(header.size() & 255) << char(header.size() >> 8) << header;
  file.write(reinterpret_cast<const char *>(array.bytes.data()), array.bytes.size());
  file.close();
  if (file.has_error()) {
    error = (path + ": " + file.error().message()).str();
    file.clear_error();
    return failure();
  }
  return success();
}
