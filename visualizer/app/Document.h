// A source file on disk, read with the checks that keep bad input out of the window and the server.
#pragma once

#include <QString>

namespace app {

struct Document {
  QString path; ///< as given
  QString text;
  QString error; ///< one line for the user; empty when the text was read

  bool ok() const { return error.isEmpty(); }
  QString uri() const;
  /// The path a `file:` URI names, for comparing URIs that are spelled differently.
  static QString pathOf(const QString &uri);

  /// Largest file that is opened, in bytes.
  static constexpr qint64 maxBytes = 32 << 20;
  /// Reads UTF-8; a byte-order mark is skipped. Errors: missing, not a file, unreadable, empty, too
  /// large, NUL bytes, invalid UTF-8 (with line and column).
  static Document load(const QString &path);
};

} // namespace app
