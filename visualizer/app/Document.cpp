#include "visualizer/app/Document.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QUrl>

namespace app {

static QString tr(const char *text) { return QCoreApplication::translate("Document", text); }

QString Document::uri() const {
  return QUrl::fromLocalFile(QFileInfo(path).absoluteFilePath()).toString(QUrl::FullyEncoded);
}

QString Document::pathOf(const QString &uri) { return QUrl(uri).toLocalFile(); }

/// Offset of the first byte that starts no valid UTF-8 sequence, or -1.
static qsizetype firstInvalidUtf8(const QByteArray &bytes) {
  const auto *s = reinterpret_cast<const uchar *>(bytes.constData());
  const qsizetype n = bytes.size();
  for (qsizetype i = 0; i < n;) {
    uchar c = s[i];
    int more = c < 0x80                ? 0
               : c >= 0xc2 && c < 0xe0 ? 1
               : c >= 0xe0 && c < 0xf0 ? 2
               : c >= 0xf0 && c < 0xf5 ? 3
                                       : -1;
    if (more < 0 || i + more >= n + (more == 0 ? 1 : 0))
      return i;
    for (int k = 1; k <= more; ++k)
      if ((s[i + k] & 0xc0) != 0x80)
        return i;
    // Overlong forms, surrogates and code points beyond Unicode.
    if ((c == 0xe0 && s[i + 1] < 0xa0) || (c == 0xed && s[i + 1] > 0x9f) ||
        (c == 0xf0 && s[i + 1] < 0x90) || (c == 0xf4 && s[i + 1] > 0x8f))
      return i;
    i += more + 1;
  }
  return -1;
}

static QString place(const QByteArray &bytes, qsizetype offset) {
  qsizetype line = bytes.left(offset).count('\n') + 1;
  qsizetype column = offset - bytes.lastIndexOf('\n', offset - 1);
  if (offset == 0)
    column = 1;
  return QStringLiteral("%1:%2").arg(line).arg(column);
}

Document Document::load(const QString &path) {
  Document document;
  document.path = path;
  QFileInfo info(path);
  if (!info.exists()) {
    document.error = tr("%1: there is no such file").arg(path);
    return document;
  }
  if (!info.isFile()) {
    document.error = tr("%1: this is not a file").arg(path);
    return document;
  }
  if (info.size() > maxBytes) {
    document.error = tr("%1: the file has %2 MB, more than the %3 MB that are opened")
                         .arg(path)
                         .arg(double(info.size()) / (1 << 20), 0, 'f', 1)
                         .arg(maxBytes >> 20);
    return document;
  }
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) {
    document.error = tr("%1: the file cannot be read: %2").arg(path, file.errorString());
    return document;
  }
  QByteArray bytes = file.readAll();
  if (bytes.startsWith("\xef\xbb\xbf"))
    bytes.remove(0, 3);
  if (bytes.trimmed().isEmpty()) {
    document.error = tr("%1: the file is empty").arg(path);
    return document;
  }
  if (qsizetype nul = bytes.indexOf('\0'); nul >= 0) {
    document.error =
        tr("%1:%2: the file holds a NUL byte, so it is not MLIR text").arg(path, place(bytes, nul));
    return document;
  }
  if (qsizetype bad = firstInvalidUtf8(bytes); bad >= 0) {
    document.error = tr("%1:%2: the file is not valid UTF-8").arg(path, place(bytes, bad));
    return document;
  }
  document.text = QString::fromUtf8(bytes);
  return document;
}

} // namespace app
