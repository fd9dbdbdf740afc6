#include "lsp/server/Input.h"

#include "llvm/ADT/StringExtras.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>

using llvm::StringRef;

namespace flylsp {

bool MessageInput::fill() {
  if (end_)
    return false;
  if (begin_ > (size_t(1) << 16) && begin_ * 2 > buffer_.size()) {
    buffer_.erase(0, begin_);
    begin_ = 0;
  }
  constexpr size_t step = size_t(1) << 16;
  size_t size = buffer_.size();
  buffer_.resize(size + step);
  ssize_t count;
  do
    count = read(descriptor_, buffer_.data() + size, step);
  while (count < 0 && errno == EINTR);
  if (count <= 0) {
    buffer_.resize(size);
    error_ = count < 0;
    end_ = true;
    return false;
  }
  buffer_.resize(size + size_t(count));
  return true;
}

bool MessageInput::readLine(std::string &line) {
  while (true) {
    size_t stop = buffer_.find('\n', begin_);
    if (stop != std::string::npos) {
      line.assign(buffer_, begin_, stop - begin_);
      begin_ = stop + 1;
      return true;
    }
    if (!fill()) {
      if (begin_ == buffer_.size())
        return false;
      line.assign(buffer_, begin_, std::string::npos);
      begin_ = buffer_.size();
      return true;
    }
  }
}

/// A line of the header. Behind a message that was longer than announced, the header of the next
/// one stands in the middle of a line: what is in front of it is dropped, so that one wrong message
/// does not cost those after it.
static StringRef headerIn(StringRef line) {
  line = line.trim();
  for (size_t at = 0; (at = line.find_insensitive("content-length:", at)) != StringRef::npos; ++at)
    if (at > 0 && !llvm::isAlnum(line[at - 1]) && line[at - 1] != '-')
      return line.drop_front(at);
  return line;
}

llvm::LogicalResult MessageInput::readStandardMessage(std::string &json) {
  json.clear();
  // The largest message is a text of the size limit with every byte escaped.
  constexpr size_t most = size_t(1) << 29;
  size_t length = 0;
  bool haveHeader = false, haveLength = false;
  std::string line;
  while (true) {
    if (!readLine(line))
      return llvm::failure();
    StringRef header = headerIn(line);
    if (header.empty()) {
      if (haveLength)
        break;
      // Without a length there is no message to read: an empty one, which the server refuses.
      if (haveHeader)
        return llvm::success();
      continue; // blank lines between messages
    }
    auto [name, value] = header.split(':');
    bool isLength = name.trim().equals_insensitive("content-length");
    if (isLength)
      haveLength = !value.trim().getAsInteger(10, length) && length <= most;
    haveHeader |= isLength || name.trim().equals_insensitive("content-type");
  }
  // What has arrived, then the rest of a large message right to where it belongs. Memory is touched
  // as the bytes arrive, whatever the header promises.
  json.reserve(length);
  size_t have = std::min(length, buffer_.size() - begin_);
  json.assign(buffer_, begin_, have);
  begin_ += have;
  while (have < length) {
    if (have == json.size())
      json.resize(std::min(length, have + (size_t(1) << 20)));
    ssize_t count;
    do
      count = read(descriptor_, json.data() + have, json.size() - have);
    while (count < 0 && errno == EINTR);
    if (count <= 0) {
      json.clear();
      error_ = count < 0;
      end_ = true;
      return llvm::failure();
    }
    have += size_t(count);
  }
  return llvm::success();
}

llvm::LogicalResult MessageInput::readDelimitedMessage(std::string &json) {
  json.clear();
  std::string line;
  bool any = false;
  while (readLine(line)) {
    StringRef text = StringRef(line).trim();
    if (text.starts_with("// -----")) {
      if (any)
        return llvm::success();
      continue;
    }
    if (text.starts_with("//"))
      continue;
    any |= !text.empty();
    json += line;
    json += '\n';
  }
  return llvm::success(any);
}

bool MessageInput::morePending() const {
  if (begin_ < buffer_.size())
    return true;
  if (end_)
    return false;
  pollfd poll_{descriptor_, POLLIN, 0};
  return poll(&poll_, 1, 0) > 0 && (poll_.revents & POLLIN);
}

} // namespace flylsp
