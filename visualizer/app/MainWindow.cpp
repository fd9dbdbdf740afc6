#include "visualizer/app/MainWindow.h"

#include "visualizer/app/Appearance.h"
#include "visualizer/app/CodeView.h"
#include "visualizer/app/LoweringView.h"
#include "visualizer/app/PicturePage.h"
#include "visualizer/scene/Writers.h"

#include <QApplication>
#include <QBoxLayout>
#include <QCheckBox>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QFrame>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPainter>
#include <QSaveFile>
#include <QSettings>
#include <QSortFilterProxyModel>
#include <QStatusBar>
#include <QStyledItemDelegate>
#include <QTabWidget>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>

namespace app {

namespace {
/// A coloured dot before the name of a severity: shape and word, not colour alone.
class SeverityDelegate : public QStyledItemDelegate {
public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter *painter, const QStyleOptionViewItem &option,
             const QModelIndex &index) const override {
    if (option.state & QStyle::State_Selected)
      painter->fillRect(option.rect, option.palette.color(QPalette::Highlight));
    const TextColors colors = textColors(currentTheme());
    const auto severity = Severity(index.data(ValueRole).toInt());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(severity == Severity::Error     ? colors.error
                      : severity == Severity::Warning ? colors.warning
                                                      : colors.note);
    QPointF center(option.rect.left() + 13, option.rect.center().y() + 0.5);
    if (severity == Severity::Error)
      painter->drawRoundedRect(QRectF(center - QPointF(4, 4), QSizeF(8, 8)), 2, 2);
    else
      painter->drawEllipse(center, 4, 4);
    painter->setPen(option.palette.color(QPalette::Text));
    painter->drawText(option.rect.adjusted(25, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                      index.data().toString());
    painter->restore();
  }
};
} // namespace

static QTreeView *listView(QAbstractItemModel *model, const QString &name) {
  auto *view = new QTreeView;
  view->setModel(model);
  view->setAccessibleName(name);
  view->setRootIsDecorated(false);
  view->setUniformRowHeights(true);
  view->setAllColumnsShowFocus(true);
  view->setSortingEnabled(true);
  view->header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  view->header()->setHighlightSections(false);
  return view;
}

MainWindow::MainWindow(const QString &server, QWidget *parent) : QMainWindow(parent) {
  setWindowTitle(tr("Fly visualizer"));
  setAcceptDrops(true);
  resize(1440, 900);
  m_session.setServer(server);

  m_operations = new OperationModel(this);
  m_operationProxy = new OperationFilter(this);
  m_operationProxy->setSourceModel(m_operations);
  m_diagnostics = new DiagnosticModel(this);
  m_diagnosticProxy = new QSortFilterProxyModel(this);
  m_diagnosticProxy->setSourceModel(m_diagnostics);
  m_diagnosticProxy->setSortRole(SortRole);

  m_picture = new PicturePage;
  m_lowering = new LoweringView;
  m_tabs = new QTabWidget;
  m_tabs->setDocumentMode(true);
  m_tabs->addTab(m_picture, tr("Picture"));
  m_tabs->addTab(m_lowering, tr("Lowering"));
  makeBanner();
  auto *central = new QWidget;
  auto *box = new QVBoxLayout(central);
  box->setContentsMargins(0, 0, 0, 0);
  box->setSpacing(0);
  box->addWidget(m_banner);
  box->addWidget(m_tabs, 1);
  setCentralWidget(central);
  makeDocks();
  makeActions();

  m_hoverText = new QLabel;
  m_serverText = new QLabel;
  statusBar()->addWidget(m_hoverText, 1);
  statusBar()->addPermanentWidget(m_serverText);
  statusBar()->setSizeGripEnabled(false);

  m_reloadTimer.setSingleShot(true);
  m_reloadTimer.setInterval(150);
  connect(&m_reloadTimer, &QTimer::timeout, this, &MainWindow::reload);
  connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this] { m_reloadTimer.start(); });

  connect(&m_session, &AnalysisSession::diagnosticsChanged, this, [this] {
    m_diagnostics->setDiagnostics(m_session.diagnostics());
    m_source->setDiagnostics(m_session.diagnostics());
    qsizetype count = m_session.diagnostics().size();
    m_problemDock->setWindowTitle(count ? tr("Problems (%1)").arg(count) : tr("Problems"));
    updateStatus();
  });
  connect(&m_session, &AnalysisSession::operationsChanged, this, [this] {
    m_operationsKnown = m_session.analysed();
    m_operationsError.clear();
    showFacts();
  });
  connect(&m_session, &AnalysisSession::operationsFailed, this, [this](const QString &message) {
    m_operationsKnown = true;
    m_operationsError = message;
    if (m_operations->rowCount() == 0)
      m_picture->showMessage(emptyPictureText());
  });
  connect(&m_session, &AnalysisSession::loweringStarted, this,
          [this] { m_lowering->setRunning(true); });
  connect(&m_session, &AnalysisSession::loweringChanged, this, [this] {
    m_lowering->setLowering(m_session.lowering());
    updateStatus();
  });
  connect(&m_session, &AnalysisSession::serverReady, this, [this] {
    m_banner->hide();
    updateStatus();
  });
  connect(&m_session, &AnalysisSession::serverDied, this, [this](const QString &message) {
    m_mapPending = false;
    m_lowering->setRunning(false);
    showBanner(message + tr(" What is shown comes from before."), true);
    updateStatus();
  });
  connect(&m_session, &AnalysisSession::chipsKnown, m_lowering, &LoweringView::setChips);
  connect(m_lowering, &LoweringView::documentLineWanted, this, [this](int line) {
    m_source->markLines({line});
    m_source->goTo({line, 0});
  });
  connect(m_lowering, &LoweringView::chipChosen, this,
          [this](const QString &chip) { m_session.setChip(chip); });
  connect(m_picture, &PicturePage::described, m_hoverText, &QLabel::setText);
  connect(m_picture, &PicturePage::pictureShown, this, [this] {
    m_exportAction->setEnabled(m_picture->view()->prepared() != nullptr);
    emit operationShown();
  });
  connect(m_operationList->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex &current) {
            QModelIndex index = m_operationProxy->mapToSource(current);
            if (index.isValid())
              showOperation(index.row());
          });
  connect(m_diagnosticList, &QTreeView::activated, this, [this](const QModelIndex &index) {
    m_source->goTo(
        m_diagnostics->diagnostic(m_diagnosticProxy->mapToSource(index).row()).range.start);
    m_source->setFocus();
  });
  connect(
      m_diagnosticList->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
      [this](const QModelIndex &index) {
        if (index.isValid())
          m_source->goTo(
              m_diagnostics->diagnostic(m_diagnosticProxy->mapToSource(index).row()).range.start);
      });
  connect(m_source, &CodeView::placeActivated, this, [this](const Position &position) {
    m_lowering->showOriginOf(position.line);
    int row = m_operations->rowAt(position);
    if (row >= 0 && m_operations->operation(row).range.start.line == position.line)
      selectOperation(row);
  });

  m_picture->showMessage(emptyPictureText());
  m_lowering->setEmptyText(tr("Open a file to see how it is lowered."));
  m_exportAction->setEnabled(false);
  fillRecent();
  updateStatus();
  QSettings settings;
  restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
  restoreState(settings.value(QStringLiteral("state")).toByteArray());
}

// --- Parts
// ----------------------------------------------------------------------------------------

void MainWindow::makeBanner() {
  m_banner = new QFrame;
  m_banner->setObjectName(QStringLiteral("banner"));
  auto *box = new QHBoxLayout(m_banner);
  box->setContentsMargins(14, 8, 10, 8);
  m_bannerText = new QLabel;
  m_bannerText->setWordWrap(true);
  m_bannerText->setTextInteractionFlags(Qt::TextSelectableByMouse);
  box->addWidget(m_bannerText, 1);
  auto *restart = new QToolButton;
  m_bannerRestart = new QAction(tr("Restart server"), this);
  restart->setDefaultAction(m_bannerRestart);
  restart->setToolButtonStyle(Qt::ToolButtonTextOnly);
  box->addWidget(restart);
  auto *close = new QToolButton;
  close->setIcon(icon(QStringLiteral("clear")));
  close->setAutoRaise(true);
  close->setAccessibleName(tr("Dismiss the message"));
  connect(close, &QToolButton::clicked, m_banner, &QWidget::hide);
  box->addWidget(close);
  m_banner->hide();
  connect(m_bannerRestart, &QAction::triggered, this, [this] {
    m_banner->hide();
    m_session.restartServer();
    updateStatus();
  });
  connect(m_bannerRestart, &QAction::changed, restart,
          [this, restart] { restart->setVisible(m_bannerRestart->isVisible()); });
}

void MainWindow::showBanner(const QString &text, bool restart) {
  m_bannerText->setText(text);
  m_bannerRestart->setVisible(restart);
  m_banner->show();
}

QString MainWindow::bannerText() const {
  return m_banner->isHidden() ? QString() : m_bannerText->text();
}

void MainWindow::makeDocks() {
  setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
  auto dock = [this](const QString &title, const QString &name, QWidget *widget,
                     Qt::DockWidgetArea area) {
    auto *dock = new QDockWidget(title);
    dock->setObjectName(name);
    dock->setWidget(widget);
    dock->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable |
                      QDockWidget::DockWidgetFloatable);
    addDockWidget(area, dock);
    return dock;
  };
  m_operationList = listView(m_operationProxy, tr("Atoms and tiled operations"));
  m_operationList->sortByColumn(OperationModel::Line, Qt::AscendingOrder);
  m_operationList->header()->setStretchLastSection(false);
  m_operationList->header()->setSectionResizeMode(OperationModel::Name, QHeaderView::Stretch);
  m_operationList->header()->resizeSection(OperationModel::Kind, 96);
  m_operationList->header()->resizeSection(OperationModel::Line, 60);
  auto *filter = new QLineEdit;
  filter->setPlaceholderText(tr("Filter by name or type"));
  filter->setClearButtonEnabled(true);
  filter->setAccessibleName(tr("Filter of the operations"));
  auto *all = m_allOperations = new QCheckBox(tr("&layouts and memrefs"));
  auto *filterRow = new QHBoxLayout;
  filterRow->setContentsMargins(8, 6, 10, 6);
  filterRow->setSpacing(10);
  filterRow->addWidget(filter, 1);
  filterRow->addWidget(all);
  auto *operations = new QWidget;
  auto *operationBox = new QVBoxLayout(operations);
  operationBox->setContentsMargins(0, 0, 0, 0);
  operationBox->setSpacing(0);
  operationBox->addLayout(filterRow);
  operationBox->addWidget(m_operationList, 1);
  connect(filter, &QLineEdit::textChanged, m_operationProxy, &OperationFilter::setText);
  connect(all, &QCheckBox::toggled, m_operationProxy, &OperationFilter::setShowAll);
  m_operationDock =
      dock(tr("Operations"), QStringLiteral("operations"), operations, Qt::LeftDockWidgetArea);

  m_source = new CodeView;
  m_source->setAccessibleName(tr("Source"));
  m_sourceDock = dock(tr("Source"), QStringLiteral("source"), m_source, Qt::LeftDockWidgetArea);

  m_diagnosticList = listView(m_diagnosticProxy, tr("Problems"));
  m_diagnosticList->setItemDelegateForColumn(DiagnosticModel::Level,
                                             new SeverityDelegate(m_diagnosticList));
  m_diagnosticList->sortByColumn(DiagnosticModel::Place, Qt::AscendingOrder);
  const int widths[] = {92, 70, 76};
  for (int i = 0; i < 3; ++i)
    m_diagnosticList->header()->resizeSection(i, widths[i]);
  m_problemDock =
      dock(tr("Problems"), QStringLiteral("problems"), m_diagnosticList, Qt::LeftDockWidgetArea);
  resizeDocks({m_operationDock}, {440}, Qt::Horizontal);
  resizeDocks({m_operationDock, m_sourceDock, m_problemDock}, {220, 460, 140}, Qt::Vertical);
}

void MainWindow::makeActions() {
  auto action = [this](const QString &text, const QString &iconName, const QKeySequence &keys,
                       auto slot) {
    auto *action = new QAction(icon(iconName), text, this);
    action->setShortcut(keys);
    action->setProperty("iconName", iconName);
    connect(action, &QAction::triggered, this, slot);
    return action;
  };
  auto *open =
      action(tr("&Open…"), QStringLiteral("open"), QKeySequence::Open, [this] { chooseFile(); });
  m_reloadAction =
      action(tr("&Reload"), QStringLiteral("reload"), QKeySequence::Refresh, [this] { reload(); });
  m_exportAction = action(tr("&Export picture…"), QStringLiteral("export"), Qt::CTRL | Qt::Key_E,
                          [this] { exportPicture(); });
  auto *fit = action(tr("&Fit"), QStringLiteral("fit"), Qt::CTRL | Qt::Key_0,
                     [this] { m_picture->view()->fit(); });
  auto *zoomIn = action(tr("Zoom &in"), QStringLiteral("zoom-in"), QKeySequence::ZoomIn,
                        [this] { m_picture->view()->zoomIn(); });
  auto *zoomOut = action(tr("Zoom &out"), QStringLiteral("zoom-out"), QKeySequence::ZoomOut,
                         [this] { m_picture->view()->zoomOut(); });
  m_themeAction =
      action(tr("&Dark"), QStringLiteral("theme"), Qt::CTRL | Qt::SHIFT | Qt::Key_L, [this] {
        setTheme(
            int(currentTheme() == scene::Theme::Light ? scene::Theme::Dark : scene::Theme::Light));
      });
  m_themeAction->setCheckable(true);
  m_themeAction->setChecked(currentTheme() == scene::Theme::Dark);
  m_restartAction =
      action(tr("Restart &server"), QStringLiteral("restart"), QKeySequence(), [this] {
        m_session.restartServer();
        updateStatus();
      });
  m_restartAction->setObjectName(QStringLiteral("restartServer"));
  auto *quit = action(tr("&Quit"), QString(), QKeySequence::Quit, [this] { close(); });
  auto focus = [this, action](const QString &text, const QKeySequence &keys, QWidget *widget,
                              int tab) {
    return action(text, QString(), keys, [this, widget, tab] {
      if (tab >= 0)
        m_tabs->setCurrentIndex(tab);
      widget->setFocus(Qt::ShortcutFocusReason);
    });
  };

  QMenu *file = menuBar()->addMenu(tr("&File"));
  file->addAction(open);
  m_recentMenu = file->addMenu(tr("Open &recent"));
  file->addAction(m_reloadAction);
  file->addSeparator();
  file->addAction(m_exportAction);
  file->addSeparator();
  file->addAction(quit);
  QMenu *view = menuBar()->addMenu(tr("&View"));
  view->addActions({fit, zoomIn, zoomOut});
  view->addSeparator();
  view->addActions({m_operationDock->toggleViewAction(), m_sourceDock->toggleViewAction(),
                    m_problemDock->toggleViewAction()});
  view->addSeparator();
  view->addAction(m_themeAction);
  QMenu *go = menuBar()->addMenu(tr("&Go"));
  go->addActions({focus(tr("&Operations"), Qt::ALT | Qt::Key_1, m_operationList, -1),
                  focus(tr("&Source"), Qt::ALT | Qt::Key_2, m_source, -1),
                  focus(tr("&Problems"), Qt::ALT | Qt::Key_3, m_diagnosticList, -1),
                  focus(tr("P&icture"), Qt::ALT | Qt::Key_4, m_picture->view(), 0),
                  focus(tr("&Lowering"), Qt::ALT | Qt::Key_5, m_lowering->tree(), 1)});
  QMenu *help = menuBar()->addMenu(tr("&Help"));
  help->addAction(m_restartAction);
  help->addAction(action(tr("&Keys"), QString(), QKeySequence::HelpContents, [this] {
    QMessageBox::information(
        this, tr("Keys"),
        tr("<table cellspacing=6>"
           "<tr><td><b>Arrows</b></td><td>move between elements (Ctrl: eight at a time)</td></tr>"
           "<tr><td><b>Page Up, Page Down</b></td><td>the operand before, after</td></tr>"
           "<tr><td><b>Enter</b></td><td>select the thread that owns the element; again: its next "
           "owner</td></tr>"
           "<tr><td><b>Ctrl+Enter</b></td><td>select the element with all its owners</td></tr>"
           "<tr><td><b>T, Shift+T</b></td><td>next, previous thread</td></tr>"
           "<tr><td><b>Escape</b></td><td>select nothing</td></tr>"
           "<tr><td><b>+ &nbsp; - &nbsp; 0</b></td><td>zoom in, out, fit; the wheel zooms, "
           "dragging pans</td></tr>"
           "<tr><td><b>Alt+1 … Alt+5</b></td><td>operations, source, problems, picture, "
           "lowering</td></tr>"
           "<tr><td><b>Ctrl+D, F8, Shift+F8</b></td><td>lowering: changes, next and previous "
           "change</td></tr>"
           "</table>"));
  }));

  QToolBar *bar = addToolBar(tr("Tools"));
  bar->setObjectName(QStringLiteral("tools"));
  bar->setMovable(false);
  bar->setIconSize({18, 18});
  bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  bar->addActions({open, m_reloadAction});
  bar->addSeparator();
  bar->addActions({fit, zoomIn, zoomOut});
  bar->addSeparator();
  bar->addAction(m_exportAction);
  auto *spacer = new QWidget;
  spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  bar->addWidget(spacer);
  bar->addAction(m_themeAction);
  for (QAction *compact : {zoomIn, zoomOut})
    static_cast<QToolButton *>(bar->widgetForAction(compact))
        ->setToolButtonStyle(Qt::ToolButtonIconOnly);
}

// --- Files
// ----------------------------------------------------------------------------------------

void MainWindow::chooseFile() {
  QString path = QFileDialog::getOpenFileName(this, tr("Open"),
                                              QFileInfo(m_session.document().path).absolutePath(),
                                              tr("MLIR (*.mlir);;All files (*)"));
  if (!path.isEmpty())
    openFile(path);
}

void MainWindow::openFile(const QString &path) {
  Document document = Document::load(path);
  if (!document.ok()) {
    showBanner(document.error, false);
    if (m_session.document().path.isEmpty())
      m_picture->showMessage(document.error);
    return;
  }
  m_banner->hide();
  if (!m_watcher.files().isEmpty())
    m_watcher.removePaths(m_watcher.files());
  m_watcher.addPath(QFileInfo(path).absoluteFilePath());
  setWindowTitle(tr("%1 – Fly visualizer").arg(QFileInfo(path).fileName()));
  setWindowFilePath(path);
  m_sourceDock->setWindowTitle(QFileInfo(path).fileName());
  m_hasShown = false;
  m_operationsKnown = false;
  m_source->setCode(document.text);
  m_lowering->setEmptyText(tr("Waiting for the language server…"));
  rememberFile(QFileInfo(path).absoluteFilePath());
  m_session.open(document);
  updateStatus();
}

void MainWindow::reload() {
  const QString path = m_session.document().path;
  if (path.isEmpty())
    return;
  // Editors replace a file rather than write into it, and the watch ends with the old one.
  if (!m_watcher.files().contains(QFileInfo(path).absoluteFilePath()))
    m_watcher.addPath(QFileInfo(path).absoluteFilePath());
  Document document = Document::load(path);
  if (!document.ok()) {
    showBanner(document.error + tr(". The last good text stays on show."), false);
    return;
  }
  if (m_session.client().state() != ServerClient::State::Dead)
    m_banner->hide();
  if (document.text == m_session.document().text)
    return;
  const Position place{m_source->textCursor().blockNumber(), 0};
  m_source->setCode(document.text);
  m_source->goTo(place);
  m_session.update(document);
}

void MainWindow::rememberFile(const QString &path) {
  QSettings settings;
  QStringList recent = settings.value(QStringLiteral("recent")).toStringList();
  recent.removeAll(path);
  recent.prepend(path);
  settings.setValue(QStringLiteral("recent"), QStringList(recent.mid(0, 10)));
  fillRecent();
}

void MainWindow::fillRecent() {
  m_recentMenu->clear();
  const QStringList recent = QSettings().value(QStringLiteral("recent")).toStringList();
  for (const QString &path : recent)
    m_recentMenu->addAction(QFileInfo(path).fileName() + QStringLiteral("   ") +
                                QFileInfo(path).absolutePath(),
                            this, [this, path] { openFile(path); });
  m_recentMenu->setEnabled(!recent.isEmpty());
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event) {
  if (event->mimeData()->hasUrls() && event->mimeData()->urls().first().isLocalFile())
    event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event) {
  openFile(event->mimeData()->urls().first().toLocalFile());
}

void MainWindow::exportPicture() {
  std::shared_ptr<const PreparedPicture> prepared = m_picture->view()->shared();
  m_exportAction->setEnabled(prepared != nullptr);
  if (!prepared)
    return;
  QString filter, path = QFileDialog::getSaveFileName(
                      this, tr("Export picture"), m_picture->name() + QStringLiteral(".svg"),
                      tr("SVG (*.svg);;PNG (*.png);;TikZ (*.tex);;Typst (*.typ);;JSON "
                         "(*.json);;CSV (*.csv);;Text (*.txt)"),
                      &filter);
  if (path.isEmpty())
    return;
  if (QFileInfo(path).suffix().isEmpty())
    path += filter.mid(filter.indexOf(QLatin1String("*.")) + 1).chopped(1);
  const QString suffix = QFileInfo(path).suffix().toLower();
  QApplication::setOverrideCursor(Qt::WaitCursor);
  QString error;
  if (suffix == QLatin1String("png")) {
    if (!renderImage(prepared, m_picture->view()->selection(), 34).save(path))
      error = tr("the image could not be written");
  } else {
    static const QHash<QString, scene::Format> formats{
        {"svg", scene::Format::Svg},   {"tex", scene::Format::TikZ}, {"typ", scene::Format::Typst},
        {"json", scene::Format::Json}, {"csv", scene::Format::Csv},  {"txt", scene::Format::Text}};
    scene::WriteOptions options;
    options.theme = currentTheme();
    options.scheme = m_picture->scheme();
    options.selection = m_picture->view()->selection();
    if (!formats.contains(suffix)) {
      error = tr("the ending .%1 is none of svg, png, tex, typ, json, csv, txt").arg(suffix);
    } else if (auto text = scene::write(prepared->picture, formats.value(suffix), options); !text) {
      error = QString::fromStdString(text.reason().message);
    } else {
      QSaveFile file(path);
      QByteArray bytes = QByteArray::fromStdString(*text);
      if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        error = file.errorString();
    }
  }
  QApplication::restoreOverrideCursor();
  if (error.isEmpty())
    statusBar()->showMessage(tr("Wrote %1").arg(path), 5000);
  else
    showBanner(tr("%1 was not written: %2").arg(path, error), false);
}

// --- Facts
// ----------------------------------------------------------------------------------------

QString MainWindow::emptyPictureText() const {
  if (m_session.document().path.isEmpty())
    return tr("Open an .mlir file (Ctrl+O), or drop one here.");
  if (!m_operationsError.isEmpty())
    return tr("The language server could not list the operations: %1").arg(m_operationsError);
  if (!m_operationsKnown)
    return tr("Analysing…");
  for (const Diagnostic &diagnostic : m_session.diagnostics())
    if (diagnostic.severity == Severity::Error)
      return tr("The file has errors, and no atom or tiled operation could be read from it.\n\n%1")
          .arg(diagnosticLine(diagnostic));
  return tr("This file has no atoms or tiled operations.");
}

void MainWindow::showFacts() {
  m_operations->setOperations(m_session.operations());
  // A file of layouts alone: an empty list would be a riddle.
  if (m_operationProxy->rowCount() == 0 && m_operations->rowCount() > 0)
    m_allOperations->setChecked(true);
  m_operationDock->setWindowTitle(m_operations->rowCount()
                                      ? tr("Operations (%1)").arg(m_operationProxy->rowCount())
                                      : tr("Operations"));
  if (m_operations->rowCount() == 0) {
    m_picture->showMessage(emptyPictureText());
    return;
  }
  // After a reload the same operation, by name and kind; else the one that shows most: a tiled MMA.
  int row = -1;
  if (m_hasShown)
    for (int i = 0; i < m_operations->rowCount() && row < 0; ++i)
      if (m_operations->operation(i).name == m_shown.name &&
          m_operations->operation(i).kind == m_shown.kind)
        row = i;
  for (const char *kind : {"tiled_mma", "mma_atom", "tiled_copy", "copy_atom", ""})
    for (int i = 0; i < m_operations->rowCount() && row < 0; ++i)
      if (!*kind || m_operations->operation(i).kind == QLatin1String(kind))
        row = i;
  selectOperation(row);
}

void MainWindow::selectOperation(int row) {
  QModelIndex index = m_operationProxy->mapFromSource(m_operations->index(row, 0));
  if (!index.isValid()) { // filtered out: show it all the same
    showOperation(row);
    return;
  }
  if (m_operationList->currentIndex().row() == index.row() &&
      m_operationList->currentIndex().isValid())
    showOperation(row);
  else
    m_operationList->setCurrentIndex(index);
}

void MainWindow::showOperation(int row) {
  const Operation operation = m_operations->operation(row);
  const bool same = m_hasShown && operation.name == m_shown.name && operation.kind == m_shown.kind;
  m_shown = operation;
  m_hasShown = true;
  if (!same)
    m_source->showRange(operation.range);
  m_mapPending = true;
  m_session.requestMap(
      operation, this, [this, operation, same](const Outcome<ThreadValueReply> &outcome) {
        // The user may have moved on.
        if (operation.range != m_shown.range || operation.name != m_shown.name)
          return;
        m_mapPending = false;
        if (!outcome.ok())
          m_picture->showMessage(tr("%1: %2").arg(operation.name, outcome.error));
        else if (outcome.value.operands.isEmpty())
          m_picture->showMessage(tr("%1 has no layouts to draw.").arg(operation.name));
        else
          m_picture->showReply(operation.name, outcome.value, same);
      });
}

bool MainWindow::settled() const {
  if (m_session.client().state() == ServerClient::State::Dead ||
      m_session.document().path.isEmpty())
    return true;
  return m_operationsKnown && !m_mapPending && !m_picture->busy() && m_session.lowered();
}

void MainWindow::updateStatus() {
  auto &client = m_session.client();
  QStringList parts;
  const Lowering &lowering = m_session.lowering();
  if (!lowering.chip.isEmpty())
    parts << (lowering.chipSource.isEmpty()
                  ? lowering.chip
                  : tr("%1 (from %2)").arg(lowering.chip, lowering.chipSource));
  int errors = 0, warnings = 0;
  for (const Diagnostic &diagnostic : m_session.diagnostics()) {
    errors += diagnostic.severity == Severity::Error;
    warnings += diagnostic.severity == Severity::Warning;
  }
  if (m_session.analysed())
    parts << (errors == 1 ? tr("1 error") : tr("%1 errors").arg(errors)) + QStringLiteral(", ") +
                 (warnings == 1 ? tr("1 warning") : tr("%1 warnings").arg(warnings));
  switch (client.state()) {
  case ServerClient::State::Ready:
    parts << (client.serverInfo().name.isEmpty()
                  ? tr("server ready")
                  : client.serverInfo().name + u' ' + client.serverInfo().version);
    break;
  case ServerClient::State::Starting:
    parts << tr("server starts…");
    break;
  case ServerClient::State::Dead:
    parts << tr("server stopped");
    break;
  case ServerClient::State::Stopped:
    break;
  }
  m_serverText->setText(parts.join(QStringLiteral("   ·   ")));
}

void MainWindow::setTheme(int theme) {
  applyTheme(*qApp, scene::Theme(theme));
  m_themeAction->setChecked(currentTheme() == scene::Theme::Dark);
  const QList<QAction *> actions = findChildren<QAction *>();
  for (QAction *action : actions)
    if (QString name = action->property("iconName").toString(); !name.isEmpty())
      action->setIcon(icon(name));
  m_source->themeChanged();
  m_lowering->codeView()->themeChanged();
  m_picture->themeChanged();
  QSettings().setValue(QStringLiteral("theme"), theme);
}

void MainWindow::closeEvent(QCloseEvent *event) {
  QSettings settings;
  settings.setValue(QStringLiteral("geometry"), saveGeometry());
  settings.setValue(QStringLiteral("state"), saveState());
  event->accept();
}

} // namespace app
