// What crosses the wire between the window and fly-lsp-server, as plain values, and how it is read
// from JSON. docs/protocol.md defines the messages. Reading never fails: a missing or odd field
// gives its default, so that an older or newer server still shows what it can.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <nlohmann/json_fwd.hpp>

namespace app {

struct Position {
  int line = 0, character = 0; ///< from 0; characters in UTF-16 units
  friend bool operator==(const Position &, const Position &) = default;
};

struct Range {
  Position start, end;
  friend bool operator==(const Range &, const Range &) = default;
};

enum class Severity { Error = 1, Warning, Information, Hint };

struct Diagnostic {
  Range range;
  Severity severity = Severity::Error;
  QString code, message;
  QStringList related; ///< "12:3: message"
};

struct PublishedDiagnostics {
  QString uri;
  QList<Diagnostic> diagnostics;
};

/// An operation or type in the text that carries layouts.
struct Operation {
  QString name, kind, type, op;
  Range range;
};

struct OperandLayout {
  QString name; ///< lower case
  qint64 rows = 0, cols = 0;
  QString layout;
};

struct ThreadValueReply {
  QString type, kind;
  QList<OperandLayout> operands;
};

struct PassRecord {
  QString name;
  double milliseconds = 0;
  bool changed = false;
};

struct StageRecord {
  QString name;
  QList<PassRecord> passes;
  QString text;
  QString error; ///< empty when the stage was reached
  double ms = 0; ///< of the whole stage; 0 when the server does not say
  /// Line of `text` and line of the document that it came from, both from 0, by line of the text.
  QList<std::pair<int, int>> sourceMap;
  double milliseconds() const;
  bool changed() const;
};

struct Lowering {
  QString chip, chipSource;
  QList<StageRecord> stages;
  QString error; ///< empty when all stages were reached
};

struct ServerInfo {
  QString name, version;
};

PublishedDiagnostics readDiagnostics(const nlohmann::json &params);
QList<Operation> readOperations(const nlohmann::json &result);
ThreadValueReply readThreadValueMap(const nlohmann::json &result);
Lowering readLowering(const nlohmann::json &result);
/// Chip names of `fly/stages`.
QStringList readChips(const nlohmann::json &result);
ServerInfo readServerInfo(const nlohmann::json &result);

nlohmann::json toJson(const Position &position);
QString severityName(Severity severity); ///< "error", "warning", "note", "hint"

/// "12:3: error: message [FLY116]", the form of every tool; line and column from 1.
QString diagnosticLine(const Diagnostic &diagnostic);

/// Cuts a byte stream into messages (`Content-Length` framing of the base protocol).
class MessageFramer {
public:
  /// Appends bytes and returns the bodies that became complete.
  QList<QByteArray> feed(const QByteArray &bytes);
  /// Set once the stream cannot be followed any further.
  const QString &error() const { return m_error; }
  static QByteArray frame(const QByteArray &body);

private:
  QByteArray m_buffer;
  qsizetype m_at = 0; ///< start of what is not consumed yet
  QString m_error;
};

} // namespace app
