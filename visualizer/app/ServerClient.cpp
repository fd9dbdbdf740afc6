#include "visualizer/app/ServerClient.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>
#include <nlohmann/json.hpp>

using nlohmann::json;

namespace app {

/// Lives on the worker thread. Every signal carries the generation of the process it is about.
class ServerWorker : public QObject {
  Q_OBJECT
public:
  void start(int generation, const QString &program, const QStringList &arguments) {
    stop();
    m_generation = generation;
    m_framer = {};
    m_stderr.clear();
    m_decoders.clear();
    m_process = new QProcess(this);
    connect(m_process, &QProcess::readyReadStandardOutput, this, &ServerWorker::read);
    connect(m_process, &QProcess::readyReadStandardError, this, [this] {
      m_stderr += m_process->readAllStandardError();
      m_stderr = m_stderr.right(4096);
    });
    connect(m_process, &QProcess::errorOccurred, this,
            [this, program](QProcess::ProcessError error) {
              if (error == QProcess::FailedToStart)
                fail(tr("%1 could not be started: %2").arg(program, m_process->errorString()));
            });
    connect(m_process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
      QString message = status == QProcess::CrashExit
                            ? tr("The language server crashed (signal %1).").arg(code)
                            : tr("The language server ended with exit code %1.").arg(code);
      QString last = lastLine();
      if (!last.isEmpty())
        message += tr(" It said: %1").arg(last);
      fail(message);
    });
    m_process->start(program, arguments);
  }

  void stop() {
    if (!m_process)
      return;
    m_process->disconnect(this);
    if (m_process->state() != QProcess::NotRunning) {
      m_process->write(MessageFramer::frame(R"({"jsonrpc":"2.0","id":0,"method":"shutdown"})"));
      m_process->write(MessageFramer::frame(R"({"jsonrpc":"2.0","method":"exit"})"));
      m_process->closeWriteChannel();
      if (!m_process->waitForFinished(500)) {
        m_process->kill();
        m_process->waitForFinished(500);
      }
    }
    delete m_process;
    m_process = nullptr;
  }

  void send(const json &message) {
    if (m_process && m_process->state() != QProcess::NotRunning)
      m_process->write(MessageFramer::frame(
          QByteArray::fromStdString(message.dump(-1, ' ', false, json::error_handler_t::replace))));
  }

  void request(int id, const json &message, std::function<std::any(const json &)> decode) {
    m_decoders.insert(id, std::move(decode));
    send(message);
  }

signals:
  void finished(int generation, int id, const std::any &value, const QString &error);
  void published(int generation, const app::PublishedDiagnostics &published);
  void failed(int generation, const QString &message);

private:
  void read() {
    const QList<QByteArray> bodies = m_framer.feed(m_process->readAllStandardOutput());
    for (const QByteArray &body : bodies) {
      json message = json::parse(body.begin(), body.end(), nullptr, false);
      if (message.is_discarded()) {
        fail(tr("The language server sent a message that is no JSON."));
        return;
      }
      dispatch(message);
      if (!m_process)
        return;
    }
    if (!m_framer.error().isEmpty())
      fail(tr("The stream from the language server broke: %1.").arg(m_framer.error()));
  }

  void dispatch(const json &message) {
    if (!message.is_object())
      return;
    auto method = message.find("method"), id = message.find("id");
    if (method != message.end() && method->is_string()) {
      if (*method == "textDocument/publishDiagnostics") {
        auto params = message.find("params");
        emit published(m_generation, readDiagnostics(params == message.end() ? json() : *params));
      } else if (id != message.end()) {
        // The server asks us something (configuration, progress): decline politely.
        send(
            {{"jsonrpc", "2.0"},
             {"id", *id},
             {"error", {{"code", -32601}, {"message", "the visualizer does not implement this"}}}});
      }
      return;
    }
    if (id == message.end() || !id->is_number_integer())
      return;
    int number = id->get<int>();
    auto decode = m_decoders.take(number);
    if (!decode)
      return;
    auto error = message.find("error");
    if (error != message.end() && error->is_object()) {
      QString text = QStringLiteral("the server answered with an error");
      if (auto words = error->find("message"); words != error->end() && words->is_string())
        text = QString::fromStdString(words->get<std::string>());
      emit finished(m_generation, number, {}, text);
      return;
    }
    auto result = message.find("result");
    emit finished(m_generation, number, decode(result == message.end() ? json() : *result),
                  QString());
  }

  void fail(const QString &message) {
    if (!m_process)
      return;
    m_process->disconnect(this);
    if (m_process->state() != QProcess::NotRunning) {
      m_process->kill();
      m_process->waitForFinished(500);
    }
    m_process->deleteLater();
    m_process = nullptr;
    emit failed(m_generation, message);
  }

  QString lastLine() const {
    const QList<QByteArray> lines = m_stderr.split('\n');
    for (auto it = lines.rbegin(); it != lines.rend(); ++it)
      if (!it->trimmed().isEmpty())
        return QString::fromUtf8(it->trimmed()).left(300);
    return {};
  }

  QProcess *m_process = nullptr;
  MessageFramer m_framer;
  QByteArray m_stderr;
  QHash<int, std::function<std::any(const json &)>> m_decoders;
  int m_generation = 0;
};

ServerClient::ServerClient(QObject *parent) : QObject(parent), m_worker(new ServerWorker) {
  qRegisterMetaType<std::any>("std::any");
  qRegisterMetaType<app::PublishedDiagnostics>();
  m_thread.setObjectName(QStringLiteral("server"));
  m_worker->moveToThread(&m_thread);
  connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
  connect(m_worker, &ServerWorker::finished, this, &ServerClient::finish);
  connect(m_worker, &ServerWorker::published, this,
          [this](int generation, const PublishedDiagnostics &published) {
            if (generation == m_generation)
              emit diagnosticsPublished(published);
          });
  connect(m_worker, &ServerWorker::failed, this, [this](int generation, const QString &message) {
    if (generation == m_generation)
      dieWith(message);
  });
  m_thread.start();
}

ServerClient::~ServerClient() {
  m_worker->disconnect(this);
  // The process must end on its own thread before that thread does.
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker] { worker->stop(); }, Qt::BlockingQueuedConnection);
  m_thread.quit();
  m_thread.wait();
}

QString ServerClient::defaultServer() {
  QFileInfo beside(QCoreApplication::applicationDirPath() + QStringLiteral("/fly-lsp-server"));
  return beside.isExecutable() ? beside.absoluteFilePath() : QString();
}

void ServerClient::start(const QString &program, const QStringList &arguments) {
  stop();
  m_state = State::Starting;
  const int generation = ++m_generation;
  QMetaObject::invokeMethod(m_worker, [worker = m_worker, generation, program, arguments] {
    worker->start(generation, program, arguments);
  });
  json params = {{"processId", qint64(QCoreApplication::applicationPid())},
                 {"clientInfo", {{"name", "fly-visualizer"}}},
                 {"rootUri", nullptr},
                 {"capabilities",
                  {{"textDocument", {{"publishDiagnostics", {{"relatedInformation", true}}}}},
                   {"general", {{"positionEncodings", {"utf-16"}}}}}}};
  request<ServerInfo>(
      "initialize", params, &readServerInfo, this, [this](const Outcome<ServerInfo> &outcome) {
        if (!outcome.ok()) {
          if (m_state == State::Starting)
            dieWith(tr("The language server refused to start a session: %1.").arg(outcome.error));
          return;
        }
        m_info = outcome.value;
        m_state = State::Ready;
        notify("initialized", json::object());
        emit ready();
      });
}

void ServerClient::stop() {
  if (m_state == State::Starting || m_state == State::Ready)
    QMetaObject::invokeMethod(m_worker, [worker = m_worker] { worker->stop(); });
  ++m_generation;
  m_pending.clear();
  m_state = State::Stopped;
}

int ServerClient::send(const char *method, const json &params, Decode decode, QObject *context,
                       Done done) {
  const int id = m_nextId++;
  m_pending.insert(id, {context, std::move(done)});
  if (m_state != State::Starting && m_state != State::Ready) {
    QMetaObject::invokeMethod(
        this,
        [this, id, generation = m_generation] {
          finish(generation, id, {}, tr("the language server is not running"));
        },
        Qt::QueuedConnection);
    return id;
  }
  json message = {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}};
  QMetaObject::invokeMethod(m_worker,
                            [worker = m_worker, id, message = std::move(message),
                             decode = std::move(decode)] { worker->request(id, message, decode); });
  return id;
}

void ServerClient::cancel(int id) {
  if (m_pending.remove(id) > 0)
    notify("$/cancelRequest", {{"id", id}});
}

void ServerClient::notify(const char *method, const json &params) {
  if (m_state != State::Starting && m_state != State::Ready)
    return;
  json message = {{"jsonrpc", "2.0"}, {"method", method}, {"params", params}};
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker, message = std::move(message)] { worker->send(message); });
}

void ServerClient::finish(int generation, int id, const std::any &value, const QString &error) {
  if (generation != m_generation)
    return;
  auto it = m_pending.find(id);
  if (it == m_pending.end())
    return;
  Pending pending = std::move(*it);
  m_pending.erase(it);
  if (pending.context)
    pending.done(value, error);
}

void ServerClient::dieWith(const QString &message) {
  m_state = State::Dead;
  ++m_generation;
  const QHash<int, Pending> pending = std::exchange(m_pending, {});
  for (const Pending &request : pending)
    if (request.context)
      request.done({}, tr("the language server stopped"));
  emit died(message);
}

} // namespace app

#include "ServerClient.moc"
