// Headless run: everything the window would show, as files.
#pragma once

#include "visualizer/app/AnalysisSession.h"
#include "visualizer/app/Report.h"
#include "visualizer/scene/Picture.h"

#include <QSet>

namespace app {

class Exporter : public QObject {
  Q_OBJECT
public:
  struct Options {
    QString file, directory, server, chip;
    int timeoutSeconds = 180;
  };
  explicit Exporter(const Options &options, QObject *parent = nullptr);

  /// Ends in `finished`. Code 0: everything was written and the file is free of errors; 1
  /// otherwise, with one line in `errors` for each thing that went wrong (all files that could be
  /// made are there).
  void start();
  const QStringList &written() const { return m_written; }
  const QStringList &errors() const { return m_errors; }

signals:
  void finished(int code);

private:
  void startMaps();
  void nextMap();
  void tryFinish();
  void addPicture(const Operation &operation, const ThreadValueReply &reply);
  void writeFile(const QString &name, const QString &text);
  void end(int code);
  QString freeName(const QString &wanted);

  Options m_options;
  AnalysisSession m_session;
  QList<Operation> m_queue;
  Report m_report;
  QStringList m_written, m_errors;
  QSet<QString> m_names;
  bool m_started = false, m_mapsDone = false, m_ended = false;
};

} // namespace app
