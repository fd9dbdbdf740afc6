// The window: source, operations, problems; picture and lowering. It connects models, views and
// session.
#pragma once

#include "visualizer/app/AnalysisSession.h"

#include <QFileSystemWatcher>
#include <QMainWindow>
#include <QTimer>

class QAction;
class QCheckBox;
class QDockWidget;
class QFrame;
class QLabel;
class QLineEdit;
class QMenu;
class QSortFilterProxyModel;
class QTabWidget;
class QTreeView;

namespace app {

class CodeView;
class DiagnosticModel;
class LoweringView;
class OperationFilter;
class OperationModel;
class PicturePage;

class MainWindow : public QMainWindow {
  Q_OBJECT
public:
  /// `server`: program to start, empty for the one beside the executable.
  explicit MainWindow(const QString &server = {}, QWidget *parent = nullptr);

  /// Opens a file; a bad one is said in the window and leaves the earlier file open.
  void openFile(const QString &path);
  void setTheme(int theme);

  AnalysisSession &session() { return m_session; }
  PicturePage *picturePage() const { return m_picture; }
  LoweringView *loweringView() const { return m_lowering; }
  CodeView *source() const { return m_source; }
  OperationModel *operations() const { return m_operations; }
  DiagnosticModel *diagnostics() const { return m_diagnostics; }
  QTreeView *operationList() const { return m_operationList; }
  QTreeView *diagnosticList() const { return m_diagnosticList; }
  QTabWidget *tabs() const { return m_tabs; }
  QString bannerText() const;
  void selectOperation(int row);
  /// True when nothing is on its way: all that can be shown is on show.
  bool settled() const;

signals:
  void operationShown();

protected:
  void closeEvent(QCloseEvent *event) override;
  void dragEnterEvent(QDragEnterEvent *event) override;
  void dropEvent(QDropEvent *event) override;

private:
  void makeActions();
  void makeDocks();
  void makeBanner();
  void showBanner(const QString &text, bool restart);
  void reload();
  void chooseFile();
  void exportPicture();
  void rememberFile(const QString &path);
  void fillRecent();
  void showOperation(int row);
  void showFacts();
  void updateStatus();
  QString emptyPictureText() const;

  AnalysisSession m_session;
  QFileSystemWatcher m_watcher;
  QTimer m_reloadTimer;
  OperationModel *m_operations;
  DiagnosticModel *m_diagnostics;
  OperationFilter *m_operationProxy;
  QSortFilterProxyModel *m_diagnosticProxy;
  QTreeView *m_operationList, *m_diagnosticList;
  QDockWidget *m_sourceDock, *m_operationDock, *m_problemDock;
  CodeView *m_source;
  PicturePage *m_picture;
  LoweringView *m_lowering;
  QTabWidget *m_tabs;
  QCheckBox *m_allOperations;
  QFrame *m_banner;
  QLabel *m_bannerText, *m_hoverText, *m_serverText;
  QAction *m_restartAction, *m_bannerRestart, *m_exportAction, *m_reloadAction, *m_themeAction;
  QMenu *m_recentMenu;
  Operation m_shown; ///< the operation on show, to find it again after a reload
  bool m_hasShown = false, m_mapPending = false, m_operationsKnown = false;
  QString m_operationsError;
};

} // namespace app
