// One open file and what the server knows about it. The window and the headless export both sit on
// this; it has no widgets.
#pragma once

#include "visualizer/app/Document.h"
#include "visualizer/app/ServerClient.h"

namespace app {

class AnalysisSession : public QObject {
  Q_OBJECT
public:
  explicit AnalysisSession(QObject *parent = nullptr);

  /// The program to start; empty means fly-lsp-server beside the executable.
  void setServer(const QString &program) { m_serverProgram = program; }
  QString serverProgram() const;
  ServerClient &client() { return m_client; }
  const ServerClient &client() const { return m_client; }

  /// Shows another file; starts the server if it does not run. Facts arrive by signals.
  void open(const Document &document);
  /// The file changed on disk: facts stay until newer ones arrive.
  void update(const Document &document);
  void restartServer();
  /// Chip for the lowering; empty leaves it to the file.
  void setChip(const QString &chip);
  QString chip() const { return m_chip; }

  const Document &document() const { return m_document; }
  const QList<Diagnostic> &diagnostics() const { return m_diagnostics; }
  const QList<Operation> &operations() const { return m_operations; }
  const Lowering &lowering() const { return m_lowering; }
  bool analysed() const { return m_analysed; }
  bool lowered() const { return m_lowered; }

  void requestMap(const Operation &operation, QObject *context,
                  std::function<void(const Outcome<ThreadValueReply> &)> done);

signals:
  void documentChanged();
  void diagnosticsChanged();
  void operationsChanged();
  void operationsFailed(const QString &message);
  void loweringStarted();
  void loweringChanged();
  void serverReady();
  void chipsKnown(const QStringList &chips);
  void serverDied(const QString &message);

private:
  void sendOpen();
  void requestOperations();
  void requestLowering();

  ServerClient m_client;
  QString m_serverProgram, m_chip;
  Document m_document;
  QList<Diagnostic> m_diagnostics;
  QList<Operation> m_operations;
  Lowering m_lowering;
  bool m_analysed = false, m_lowered = false, m_opened = false;
  int m_version = 0;
  int m_operationsRequest = 0, m_loweringRequest = 0;
};

} // namespace app
