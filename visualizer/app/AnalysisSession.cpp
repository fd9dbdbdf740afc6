#include "visualizer/app/AnalysisSession.h"

#include <QFileInfo>
#include <nlohmann/json.hpp>

using nlohmann::json;

namespace app {

AnalysisSession::AnalysisSession(QObject *parent) : QObject(parent) {
  connect(&m_client, &ServerClient::ready, this, [this] {
    sendOpen();
    emit serverReady();
    m_client.request<QStringList>("fly/stages", json::object(), &readChips, this,
                                  [this](const Outcome<QStringList> &outcome) {
                                    if (outcome.ok() && !outcome.value.isEmpty())
                                      emit chipsKnown(outcome.value);
                                  });
  });
  connect(&m_client, &ServerClient::died, this, [this](const QString &message) {
    m_opened = false;
    emit serverDied(message);
  });
  connect(&m_client, &ServerClient::diagnosticsPublished, this,
          [this](const PublishedDiagnostics &published) {
            if (!m_document.ok() || m_document.path.isEmpty())
              return;
            // Servers may spell the URI differently; the path decides.
            if (published.uri != m_document.uri() &&
                Document::pathOf(published.uri) != QFileInfo(m_document.path).absoluteFilePath())
              return;
            m_diagnostics = published.diagnostics;
            m_analysed = true;
            emit diagnosticsChanged();
            // Now the facts are those of the current text.
            requestOperations();
          });
}

QString AnalysisSession::serverProgram() const {
  return m_serverProgram.isEmpty() ? ServerClient::defaultServer() : m_serverProgram;
}

void AnalysisSession::open(const Document &document) {
  if (m_opened && m_document.path != document.path) {
    m_client.notify("textDocument/didClose",
                    {{"textDocument", {{"uri", m_document.uri().toStdString()}}}});
    m_opened = false;
  }
  const bool same = m_document.path == document.path && m_opened;
  m_document = document;
  m_diagnostics.clear();
  m_operations.clear();
  m_lowering = {};
  m_analysed = m_lowered = false;
  emit documentChanged();
  emit diagnosticsChanged();
  emit operationsChanged();
  emit loweringChanged();
  if (!document.ok())
    return;
  if (same)
    update(document);
  else if (m_client.state() == ServerClient::State::Ready)
    sendOpen();
  else if (m_client.state() != ServerClient::State::Starting)
    restartServer();
}

void AnalysisSession::update(const Document &document) {
  m_document = document;
  emit documentChanged();
  if (!document.ok() || m_client.state() != ServerClient::State::Ready)
    return;
  if (!m_opened) {
    sendOpen();
    return;
  }
  m_client.notify(
      "textDocument/didChange",
      {{"textDocument", {{"uri", m_document.uri().toStdString()}, {"version", ++m_version}}},
       {"contentChanges", json::array({{{"text", m_document.text.toStdString()}}})}});
  requestLowering();
}

void AnalysisSession::restartServer() {
  const QString program = serverProgram();
  m_opened = false;
  if (program.isEmpty()) {
    QMetaObject::invokeMethod(
        this,
        [this] {
          emit serverDied(tr("fly-lsp-server was not found beside fly-visualizer. Build it or name "
                             "it with --server."));
        },
        Qt::QueuedConnection);
    return;
  }
  m_client.start(program);
}

void AnalysisSession::setChip(const QString &chip) {
  if (chip == m_chip)
    return;
  m_chip = chip;
  if (m_opened)
    requestLowering();
}

void AnalysisSession::sendOpen() {
  if (!m_document.ok() || m_document.path.isEmpty())
    return;
  m_opened = true;
  m_client.notify("textDocument/didOpen", {{"textDocument",
                                            {{"uri", m_document.uri().toStdString()},
                                             {"languageId", "mlir"},
                                             {"version", ++m_version},
                                             {"text", m_document.text.toStdString()}}}});
  requestLowering();
}

void AnalysisSession::requestOperations() {
  m_client.cancel(m_operationsRequest);
  m_operationsRequest = m_client.request<QList<Operation>>(
      "fly/operations", {{"textDocument", {{"uri", m_document.uri().toStdString()}}}},
      &readOperations, this, [this](const Outcome<QList<Operation>> &outcome) {
        if (!outcome.ok()) {
          emit operationsFailed(outcome.error);
          return;
        }
        m_operations = outcome.value;
        emit operationsChanged();
      });
}

void AnalysisSession::requestLowering() {
  m_client.cancel(m_loweringRequest);
  json params = {{"textDocument", {{"uri", m_document.uri().toStdString()}}}};
  if (!m_chip.isEmpty())
    params["chip"] = m_chip.toStdString();
  m_lowered = false;
  emit loweringStarted();
  m_loweringRequest = m_client.request<Lowering>("fly/lowering", params, &readLowering, this,
                                                 [this](const Outcome<Lowering> &outcome) {
                                                   m_lowering = outcome.value;
                                                   if (!outcome.ok())
                                                     m_lowering.error = outcome.error;
                                                   m_lowered = true;
                                                   emit loweringChanged();
                                                 });
}

void AnalysisSession::requestMap(const Operation &operation, QObject *context,
                                 std::function<void(const Outcome<ThreadValueReply> &)> done) {
  m_client.request<ThreadValueReply>("fly/threadValueMap",
                                     {{"textDocument", {{"uri", m_document.uri().toStdString()}}},
                                      {"position", toJson(operation.range.start)}},
                                     &readThreadValueMap, context, std::move(done));
}

} // namespace app
