#include "visualizer/app/Exporter.h"

#include "visualizer/app/Models.h"
#include "visualizer/app/PictureBuilder.h"
#include "visualizer/scene/Writers.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSaveFile>
#include <QTimer>

namespace app {

Exporter::Exporter(const Options &options, QObject *parent) : QObject(parent), m_options(options) {
  m_session.setServer(options.server);
  m_session.setChip(options.chip);
  connect(&m_session, &AnalysisSession::operationsChanged, this, [this] {
    if (m_session.analysed() && !m_started)
      startMaps();
  });
  connect(&m_session, &AnalysisSession::operationsFailed, this, [this](const QString &message) {
    m_errors << tr("the operations could not be listed: %1").arg(message);
    if (!m_started)
      startMaps();
  });
  connect(&m_session, &AnalysisSession::loweringChanged, this, &Exporter::tryFinish);
  connect(&m_session, &AnalysisSession::serverDied, this, [this](const QString &message) {
    m_errors << message;
    m_mapsDone = true;
    // What is known so far is still worth a report.
    if (m_session.analysed())
      tryFinish();
    end(1);
  });
}

void Exporter::start() {
  Document document = Document::load(m_options.file);
  if (!document.ok()) {
    m_errors << document.error;
    end(1);
    return;
  }
  if (!QDir().mkpath(m_options.directory)) {
    m_errors << tr("%1: the folder cannot be made").arg(m_options.directory);
    end(1);
    return;
  }
  QTimer::singleShot(m_options.timeoutSeconds * 1000, this, [this] {
    m_errors << tr("no complete answer from the language server within %1 seconds")
                    .arg(m_options.timeoutSeconds);
    end(1);
  });
  m_session.open(document);
}

void Exporter::startMaps() {
  m_started = true;
  // Layouts and memrefs are in the text of the report; their pictures would bury those that matter.
  for (const Operation &operation : m_session.operations())
    if (OperationFilter::isPrincipal(operation.kind))
      m_queue << operation;
  nextMap();
}

void Exporter::nextMap() {
  // One picture per type; the other operations of that type are named beside it.
  while (!m_queue.isEmpty()) {
    const Operation operation = m_queue.takeFirst();
    bool known = false;
    for (ReportPicture &picture : m_report.pictures)
      if (picture.type == operation.type && picture.kind == operation.kind &&
          !operation.type.isEmpty()) {
        picture.alsoAt
            << tr("%1 (line %2)").arg(operation.name).arg(operation.range.start.line + 1);
        known = true;
        break;
      }
    if (known)
      continue;
    m_session.requestMap(operation, this,
                         [this, operation](const Outcome<ThreadValueReply> &outcome) {
                           if (m_ended)
                             return;
                           if (outcome.ok())
                             addPicture(operation, outcome.value);
                           else
                             m_errors << tr("%1:%2: %3")
                                             .arg(m_options.file)
                                             .arg(operation.range.start.line + 1)
                                             .arg(outcome.error);
                           nextMap();
                         });
    return;
  }
  m_mapsDone = true;
  tryFinish();
}

QString Exporter::freeName(const QString &wanted) {
  QString base = wanted;
  base.replace(QRegularExpression(QStringLiteral("[^A-Za-z0-9_.-]+")), QStringLiteral("_"));
  while (base.startsWith(u'.') || base.startsWith(u'_'))
    base.remove(0, 1);
  if (base.isEmpty())
    base = QStringLiteral("operation");
  QString name = base;
  for (int i = 2; m_names.contains(name); ++i)
    name = QStringLiteral("%1-%2").arg(base).arg(i);
  m_names.insert(name);
  return name;
}

void Exporter::addPicture(const Operation &operation, const ThreadValueReply &reply) {
  ReportPicture entry;
  entry.name = operation.name;
  entry.kind = operation.kind;
  entry.type = operation.type;
  entry.line = operation.range.start.line + 1;
  BuiltPicture built = buildPicture(reply);
  entry.notes = built.notes;
  if (!built.empty()) {
    const QString base = freeName(operation.name);
    auto svg = scene::writeSvg(built.picture);
    if (svg) {
      entry.svg = QString::fromStdString(*svg);
      writeFile(base + QStringLiteral(".svg"), entry.svg);
    }
    for (const scene::Panel &panel : built.picture.panels) {
      if (built.picture.panels.size() > 1)
        if (auto alone = built.picture.only(panel.name()))
          if (auto text = scene::writeSvg(*alone))
            writeFile(QStringLiteral("%1-%2.svg").arg(base, QString::fromStdString(panel.name())),
                      QString::fromStdString(*text));
      ReportPicture::Row row;
      row.operand = QString::fromStdString(panel.title);
      row.layout = QString::fromStdString(panel.layoutText());
      row.coverage = QString::fromStdString(panel.coverageText());
      qint64 rows = panel.isMap() ? panel.map().rows() : panel.grid().rows(),
             cols = panel.isMap() ? panel.map().cols() : panel.grid().cols();
      row.tile = QStringLiteral("%1 × %2").arg(rows).arg(cols);
      if (panel.isMap()) {
        row.threads = QString::number(panel.map().threads());
        row.values = QString::number(panel.map().values());
      }
      entry.layouts << row;
    }
  }
  m_report.pictures << entry;
}

void Exporter::writeFile(const QString &name, const QString &text) {
  const QString path = QDir(m_options.directory).filePath(name);
  QSaveFile file(path);
  QByteArray bytes = text.toUtf8();
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
    m_errors << tr("%1 was not written: %2").arg(path, file.errorString());
  else
    m_written << path;
}

void Exporter::tryFinish() {
  if (m_ended || !m_mapsDone)
    return;
  const bool dead = m_session.client().state() == ServerClient::State::Dead;
  if (!m_session.lowered() && !dead)
    return;
  m_report.file = m_options.file;
  m_report.diagnostics = m_session.diagnostics();
  m_report.lowering = m_session.lowering();
  m_report.server =
      m_session.client().serverInfo().name + u' ' + m_session.client().serverInfo().version;
  writeFile(QStringLiteral("report.html"), toHtml(m_report));
  QString lines;
  int errors = 0;
  QString first;
  for (const Diagnostic &diagnostic : m_report.diagnostics) {
    const QString line = QStringLiteral("%1:%2").arg(m_options.file, diagnosticLine(diagnostic));
    lines += line + u'\n';
    for (const QString &related : diagnostic.related)
      lines += QStringLiteral("%1:%2").arg(m_options.file, related) + u'\n';
    if (diagnostic.severity == Severity::Error && errors++ == 0)
      first = line;
  }
  writeFile(QStringLiteral("diagnostics.txt"),
            lines.isEmpty() ? QStringLiteral("no diagnostics\n") : lines);
  if (errors == 1)
    m_errors << first;
  else if (errors > 1)
    m_errors << tr("%1 (and %2 more, see diagnostics.txt)").arg(first).arg(errors - 1);
  // A file with errors cannot be lowered; saying so again would only repeat the line above.
  if (errors == 0) {
    QString failure = m_report.lowering.error;
    for (const StageRecord &stage : m_report.lowering.stages)
      if (failure.isEmpty() && !stage.error.isEmpty())
        failure = stage.name + QStringLiteral(": ") + stage.error;
    if (!failure.isEmpty())
      m_errors << tr("%1: lowering failed: %2").arg(m_options.file, failure.section(u'\n', 0, 0));
  }
  end(m_errors.isEmpty() ? 0 : 1);
}

void Exporter::end(int code) {
  if (m_ended)
    return;
  m_ended = true;
  // Callers may delete us on this.
  QMetaObject::invokeMethod(this, [this, code] { emit finished(code); }, Qt::QueuedConnection);
}

} // namespace app
