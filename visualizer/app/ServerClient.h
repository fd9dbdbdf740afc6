// The connection to fly-lsp-server. The process, the framing and the JSON live on a thread of their
// own; this object lives on the thread that made it and hands out decoded values.
#pragma once

#include "visualizer/app/Protocol.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QThread>
#include <any>
#include <functional>
#include <memory>

namespace app {

class ServerWorker;

/// A decoded answer or the reason why there is none.
template <typename T> struct Outcome {
  T value{};
  QString error; ///< empty on success
  bool ok() const { return error.isEmpty(); }
};

class ServerClient : public QObject {
  Q_OBJECT
public:
  enum class State { Stopped, Starting, Ready, Dead };

  explicit ServerClient(QObject *parent = nullptr);
  ~ServerClient() override;

  /// Starts `program`; a running server is stopped first. Ends in `ready` or `died`.
  void start(const QString &program, const QStringList &arguments = {});
  void stop();
  State state() const { return m_state; }
  const ServerInfo &serverInfo() const { return m_info; }

  /// Sends a request. `done` is called on this thread, unless `context` is gone by then; never from
  /// within `request`. `decode` runs on the worker thread.
  template <typename T>
  int request(const char *method, const nlohmann::json &params, T (*decode)(const nlohmann::json &),
              QObject *context, std::function<void(const Outcome<T> &)> done) {
    return send(
        method, params,
        [decode](const nlohmann::json &result) -> std::any { return decode(result); }, context,
        [done = std::move(done)](const std::any &value, const QString &error) {
          Outcome<T> outcome;
          outcome.error = error;
          if (const T *decoded = std::any_cast<T>(&value))
            outcome.value = *decoded;
          done(outcome);
        });
  }
  /// Asks the server to drop a request; its `done` is not called any more.
  void cancel(int id);
  void notify(const char *method, const nlohmann::json &params);

  /// fly-lsp-server beside the executable, or empty.
  static QString defaultServer();

signals:
  void ready();
  void diagnosticsPublished(const app::PublishedDiagnostics &published);
  /// The server ended without having been asked; one or two sentences for the user.
  void died(const QString &message);

private:
  using Decode = std::function<std::any(const nlohmann::json &)>;
  using Done = std::function<void(const std::any &, const QString &)>;
  struct Pending {
    QPointer<QObject> context;
    Done done;
  };

  int send(const char *method, const nlohmann::json &params, Decode decode, QObject *context,
           Done done);
  void finish(int generation, int id, const std::any &value, const QString &error);
  void dieWith(const QString &message);

  QThread m_thread;
  ServerWorker *m_worker = nullptr;
  State m_state = State::Stopped;
  ServerInfo m_info;
  QHash<int, Pending> m_pending;
  int m_nextId = 1;
  int m_generation = 0; ///< answers of an earlier process are dropped
};

} // namespace app
