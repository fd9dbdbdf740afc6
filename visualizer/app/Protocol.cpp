#include "visualizer/app/Protocol.h"

#include <QStringList>
#include <algorithm>
#include <nlohmann/json.hpp>

using nlohmann::json;

namespace app {

static const json &member(const json &object, const char *key) {
  static const json null;
  if (!object.is_object())
    return null;
  auto it = object.find(key);
  return it == object.end() ? null : *it;
}

static QString text(const json &value) {
  if (value.is_string())
    return QString::fromStdString(value.get_ref<const std::string &>());
  if (value.is_number_integer())
    return QString::number(value.get<qint64>());
  return {};
}

static qint64 integer(const json &value, qint64 fallback = 0) {
  if (value.is_number_unsigned()) {
    auto n = value.get<quint64>();
    return n > quint64(INT64_MAX) ? fallback : qint64(n);
  }
  return value.is_number_integer() ? value.get<qint64>() : fallback;
}

static const json &list(const json &value) {
  static const json empty = json::array();
  return value.is_array() ? value : empty;
}

static Position position(const json &value) {
  auto clamp = [](qint64 n) { return int(std::clamp<qint64>(n, 0, INT32_MAX)); };
  return {clamp(integer(member(value, "line"))), clamp(integer(member(value, "character")))};
}

static Range range(const json &value) {
  return {position(member(value, "start")), position(member(value, "end"))};
}

/// An error as a string or as {message, line?}.
static QString errorText(const json &value) {
  if (!value.is_object())
    return text(value);
  QString message = text(member(value, "message"));
  if (member(value, "line").is_number_integer())
    message += QStringLiteral(" (line %1)").arg(integer(member(value, "line")) + 1);
  return message.isEmpty() ? QStringLiteral("failed without a message") : message;
}

double StageRecord::milliseconds() const {
  if (ms > 0)
    return ms;
  double sum = 0;
  for (const PassRecord &pass : passes)
    sum += pass.milliseconds;
  return sum;
}

bool StageRecord::changed() const {
  for (const PassRecord &pass : passes)
    if (pass.changed)
      return true;
  return false;
}

PublishedDiagnostics readDiagnostics(const json &params) {
  PublishedDiagnostics result;
  result.uri = text(member(params, "uri"));
  for (const json &entry : list(member(params, "diagnostics"))) {
    Diagnostic diagnostic;
    diagnostic.range = range(member(entry, "range"));
    diagnostic.severity = Severity(std::clamp<qint64>(integer(member(entry, "severity"), 1), 1, 4));
    diagnostic.code = text(member(entry, "code"));
    diagnostic.message = text(member(entry, "message"));
    for (const json &related : list(member(entry, "relatedInformation"))) {
      Position at = range(member(member(related, "location"), "range")).start;
      diagnostic.related << QStringLiteral("%1:%2: %3")
                                .arg(at.line + 1)
                                .arg(at.character + 1)
                                .arg(text(member(related, "message")));
    }
    result.diagnostics << diagnostic;
  }
  return result;
}

QList<Operation> readOperations(const json &result) {
  QList<Operation> operations;
  const json &entries = result.is_array() ? result : list(member(result, "operations"));
  for (const json &entry : entries)
    operations << Operation{text(member(entry, "name")), text(member(entry, "kind")),
                            text(member(entry, "type")), text(member(entry, "op")),
                            range(member(entry, "range"))};
  return operations;
}

ThreadValueReply readThreadValueMap(const json &result) {
  ThreadValueReply reply;
  reply.type = text(member(result, "type"));
  reply.kind = text(member(result, "kind"));
  for (const json &entry : list(member(result, "operands"))) {
    OperandLayout operand;
    operand.name = text(member(entry, "name")).toLower();
    const json &tile = list(member(entry, "tile"));
    if (tile.size() == 2) {
      operand.rows = integer(tile[0]);
      operand.cols = integer(tile[1]);
    }
    operand.layout = text(member(entry, "layout"));
    reply.operands << operand;
  }
  return reply;
}

Lowering readLowering(const json &result) {
  Lowering lowering;
  lowering.chip = text(member(result, "chip"));
  lowering.chipSource = text(member(result, "chipSource"));
  lowering.error = errorText(member(result, "error"));
  for (const json &entry : list(member(result, "stages"))) {
    StageRecord stage;
    stage.name = text(member(entry, "name"));
    stage.text = text(member(entry, "text"));
    stage.error = errorText(member(entry, "error"));
    if (const json &ms = member(entry, "ms"); ms.is_number())
      stage.ms = ms.get<double>();
    for (const json &pair : list(member(entry, "sourceMap")))
      if (pair.is_array() && pair.size() == 2)
        stage.sourceMap << std::pair(int(integer(pair[0], -1)), int(integer(pair[1], -1)));
    for (const json &pass : list(member(entry, "passes"))) {
      const json &ms = member(pass, "ms");
      const json &changed = member(pass, "changed");
      stage.passes << PassRecord{text(member(pass, "name")),
                                 ms.is_number() ? ms.get<double>() : 0.0,
                                 changed.is_boolean() && changed.get<bool>()};
    }
    lowering.stages << stage;
  }
  return lowering;
}

QStringList readChips(const json &result) {
  QStringList chips;
  for (const json &chip : list(member(result, "chips")))
    chips << text(chip);
  return chips;
}

ServerInfo readServerInfo(const json &result) {
  const json &info = member(result, "serverInfo");
  return {text(member(info, "name")), text(member(info, "version"))};
}

json toJson(const Position &position) {
  return {{"line", position.line}, {"character", position.character}};
}

QString severityName(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return QStringLiteral("error");
  case Severity::Warning:
    return QStringLiteral("warning");
  case Severity::Information:
    return QStringLiteral("note");
  case Severity::Hint:
    return QStringLiteral("hint");
  }
  return {};
}

QString diagnosticLine(const Diagnostic &diagnostic) {
  QString line = QStringLiteral("%1:%2: %3: %4")
                     .arg(diagnostic.range.start.line + 1)
                     .arg(diagnostic.range.start.character + 1)
                     .arg(severityName(diagnostic.severity), diagnostic.message);
  const QString bracket = QLatin1Char('[') + diagnostic.code + QLatin1Char(']');
  if (!diagnostic.code.isEmpty() && !diagnostic.message.contains(bracket))
    line += QLatin1Char(' ') + bracket;
  return line;
}

QList<QByteArray> MessageFramer::feed(const QByteArray &bytes) {
  constexpr qsizetype maxHeader = 8192, maxBody = qsizetype(1) << 30;
  QList<QByteArray> bodies;
  if (!m_error.isEmpty())
    return bodies;
  m_buffer += bytes;
  for (;;) {
    qsizetype end = m_buffer.indexOf("\r\n\r\n", m_at);
    if (end < 0) {
      if (m_buffer.size() - m_at > maxHeader)
        m_error = QStringLiteral("the server sent %1 bytes without a message header")
                      .arg(m_buffer.size() - m_at);
      break;
    }
    qsizetype length = -1;
    for (const QByteArray &line : m_buffer.mid(m_at, end - m_at).split('\n'))
      if (line.toLower().startsWith("content-length:"))
        length = line.mid(15).trimmed().toLongLong();
    if (length < 0 || length > maxBody) {
      m_error = QStringLiteral("the server sent a header without a usable Content-Length");
      break;
    }
    if (m_buffer.size() - (end + 4) < length)
      break;
    bodies << m_buffer.mid(end + 4, length);
    m_at = end + 4 + length;
  }
  if (m_at > 0 && (m_at == m_buffer.size() || m_at > (1 << 20))) {
    m_buffer.remove(0, m_at);
    m_at = 0;
  }
  return bodies;
}

QByteArray MessageFramer::frame(const QByteArray &body) {
  return "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

} // namespace app
