// Messages from a file descriptor, with the question whether the next one is already there.
#pragma once

#include "llvm/Support/LSP/Transport.h"

#include <string>

namespace flylsp {

/// Reads `Content-Length` framed messages (or, in delimited style, JSON between `// -----` lines)
/// from a descriptor. LLVM's own input sits on a FILE, whose buffer hides whether more has arrived;
/// the server analyses a text only once all edits that have arrived are applied.
class MessageInput : public llvm::lsp::JSONTransportInput {
public:
  MessageInput(int descriptor, llvm::lsp::JSONStreamStyle style)
      : JSONTransportInput(style), descriptor_(descriptor) {}

  bool hasError() const final { return error_; }
  bool isEndOfInput() const final { return end_ && begin_ == buffer_.size(); }
  llvm::LogicalResult readStandardMessage(std::string &json) final;
  llvm::LogicalResult readDelimitedMessage(std::string &json) final;

  /// Whether bytes of a further message have arrived; does not wait.
  bool morePending() const;

private:
  /// Reads more bytes; false at the end of the input.
  bool fill();
  bool readLine(std::string &line);

  int descriptor_;
  std::string buffer_;
  size_t begin_ = 0; ///< first byte of the buffer that is not consumed
  bool end_ = false, error_ = false;
};

} // namespace flylsp
