// The whole window against a server with fixed answers.
#include "visualizer/app/Appearance.h"
#include "visualizer/app/CodeView.h"
#include "visualizer/app/LoweringView.h"
#include "visualizer/app/MainWindow.h"
#include "visualizer/app/Models.h"
#include "visualizer/app/PicturePage.h"

#include <QAction>
#include <QApplication>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace app;

static const char kernel[] = "gpu.module @kernels {\n"
                             "  gpu.func @f() kernel {\n"
                             "    %mma_atom = fly.make_mma_atom : x\n"
                             "    %tiled_mma = fly.make_tiled_mma(%mma_atom) : x\n"
                             "    %tiled_copy = fly.make_tiled_copy(%bcopy) : x\n"
                             "    %swz = fly.make_composed_layout(%s) : x\n"
                             "    %lay = fly.make_layout(%s) : x\n"
                             "    gpu.return\n"
                             "  }\n"
                             "}\n";

// The machine that runs this may be busy with a build.
static constexpr int patience = 30000;

class VisualizerWindowTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_dir;
  std::unique_ptr<MainWindow> m_window;

  QString write(const QByteArray &text, const QString &name = QStringLiteral("kernel.mlir")) {
    QFile file(m_dir.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
      qFatal("cannot write");
    return file.fileName();
  }
  void openAndSettle(const QByteArray &text) {
    m_window->openFile(write(text));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->settled(), patience);
  }
  void restart() { m_window->findChild<QAction *>(QStringLiteral("restartServer"))->trigger(); }

private slots:
  void initTestCase() {
    QVERIFY2(!QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty(),
             "the fake server needs python3, which scripts/packages.sh installs");
    QVERIFY(m_dir.isValid());
    QCoreApplication::setOrganizationName(QStringLiteral("fly-workbench-test"));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_dir.path());
    applyTheme(*qApp, scene::Theme::Light);
  }
  void init() {
    m_window = std::make_unique<MainWindow>(QStringLiteral(FLY_FAKE_SERVER));
    m_window->resize(1200, 800);
    m_window->show();
  }
  void cleanup() { m_window.reset(); }

  void emptyWindowInvites() {
    QVERIFY(m_window->settled());
    QVERIFY(m_window->bannerText().isEmpty());
    QVERIFY(!m_window->grab().isNull());
  }

  void showsTheFile() {
    openAndSettle(kernel);
    QCOMPARE(m_window->operations()->rowCount(), 5);
    QCOMPARE(m_window->operationList()->model()->rowCount(), 3); // layouts only on demand
    // The tiled MMA shows most, so it comes first.
    QCOMPARE(m_window->picturePage()->name(), QString("tiled_mma"));
    QVERIFY(m_window->picturePage()->view()->prepared());
    QCOMPARE(m_window->picturePage()->layouts()->rowCount(), 3);
    QCOMPARE(m_window->loweringView()->model()->rowCount(), 4);
    QVERIFY(m_window->diagnostics()->rowCount() == 0);
    QVERIFY(m_window->windowTitle().contains("kernel.mlir"));
  }

  void choosingAnOperationShowsIt() {
    openAndSettle(kernel);
    m_window->operationList()->setCurrentIndex(m_window->operationList()->model()->index(2, 0));
    QTRY_COMPARE_WITH_TIMEOUT(m_window->picturePage()->name(), QString("tiled_copy"), patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->settled(), patience);
    QCOMPARE(m_window->picturePage()->layouts()->rowCount(), 2);
    m_window->selectOperation(3); // hidden by the filter, shown all the same
    QTRY_COMPARE_WITH_TIMEOUT(m_window->picturePage()->name(), QString("swz"), patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->settled(), patience);
    QCOMPARE(m_window->picturePage()->view()->prepared()->picture.panels.size(), size_t(2));
    m_window->selectOperation(4); // a run-time extent: said, not drawn
    QTRY_COMPARE_WITH_TIMEOUT(m_window->picturePage()->name(), QString("lay"), patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->settled(), patience);
    QVERIFY(!m_window->picturePage()->view()->prepared());
  }

  void banksColourLayouts() {
    openAndSettle(kernel);
    m_window->selectOperation(3);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->picturePage()->name(), QString("swz"), patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->settled(), patience);
    m_window->picturePage()->setBanks(32, 32);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->settled(), patience);
    const PictureView *view = m_window->picturePage()->view();
    QCOMPARE(view->prepared()->picture.banks(), 32);
    // Row 4 of an 8 x 8 tile of f32 starts in bank 0 again; the swizzle moves it by 4.
    QVERIFY(view->describe({0, {4, 0}}).contains("offset 32, bank 0"));
    QVERIFY(view->describe({1, {4, 0}}).contains("offset 36, bank 4"));
    m_window->picturePage()->setBanks(0, 32);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->settled(), patience);
    QCOMPARE(view->prepared()->picture.banks(), 0);
  }

  void clickInTheSourceChoosesTheOperation() {
    openAndSettle(kernel);
    emit m_window->source()->placeActivated({4, 6});
    QTRY_COMPARE_WITH_TIMEOUT(m_window->picturePage()->name(), QString("tiled_copy"), patience);
  }

  void threadsShowTheirValues() {
    openAndSettle(kernel);
    m_window->picturePage()->view()->setSelection(scene::Selection::ofThread(70));
    QCOMPARE(m_window->picturePage()->footprint()->rowCount(), 6);
    m_window->picturePage()->view()->setSelection({70, 2, {}});
    QCOMPARE(m_window->picturePage()->footprint()->rowCount(), 1);
    m_window->picturePage()->view()->setSelection({});
    QCOMPARE(m_window->picturePage()->footprint()->rowCount(), 0);
  }

  void problemsAreListedAndUnderlined() {
    openAndSettle(QByteArray(kernel) +
                  "// fake: error 4 FLY116 the copy moves 32 bits, but values are 12 bits wide\n");
    QCOMPARE(m_window->diagnostics()->rowCount(), 1);
    QCOMPARE(m_window->diagnostics()->diagnostic(0).code, QString("FLY116"));
    bool underlined = false;
    for (const QTextEdit::ExtraSelection &selection : m_window->source()->extraSelections())
      underlined |= selection.format.underlineStyle() == QTextCharFormat::WaveUnderline &&
                    selection.cursor.blockNumber() == 3;
    QVERIFY(underlined);
    QCOMPARE(m_window->operations()->rowCount(), 5); // nothing valid is hidden
    m_window->diagnosticList()->setCurrentIndex(m_window->diagnosticList()->model()->index(0, 0));
    QCOMPARE(m_window->source()->textCursor().blockNumber(), 3);
  }

  void steppingShowsTextAndChanges() {
    openAndSettle(kernel);
    LoweringView *lowering = m_window->loweringView();
    m_window->tabs()->setCurrentIndex(1);
    lowering->setStage(2);
    QVERIFY(lowering->codeView()->toPlainText().contains("fly.mma_atom_call"));
    QSignalSpy shown(lowering, &LoweringView::diffShown);
    lowering->setShowDiff(true);
    QTRY_COMPARE_WITH_TIMEOUT(shown.size(), 1, patience);
    QCOMPARE(shown.first().at(0).toInt(), 31);
    QCOMPARE(shown.first().at(1).toInt(), 1);
    QVERIFY(lowering->codeView()->gutterText(1).endsWith("~")); // %9 = … was %4 = …
    QVERIFY(lowering->codeView()->goToChange(true));
    int line = lowering->codeView()->textCursor().blockNumber();
    QVERIFY(lowering->codeView()->gutterText(line).endsWith("−") ||
            lowering->codeView()->gutterText(line).endsWith("+"));
    lowering->setStage(1);
    QTRY_COMPARE_WITH_TIMEOUT(shown.size(), 2, patience);
    QVERIFY(!m_window->grab().isNull());
  }

  void chipIsSentAlong() {
    openAndSettle(kernel);
    QCOMPARE(m_window->session().lowering().chip, QString("gfx942"));
    emit m_window->loweringView()->chipChosen(QStringLiteral("gfx950"));
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().lowering().chip, QString("gfx950"), patience);
  }

  void fileChangesAreFollowed() {
    openAndSettle(kernel);
    m_window->picturePage()->view()->setSelection(scene::Selection::ofThread(3));
    write(QByteArray(kernel) + "// fake: error 3 FLY101 changed\n");
    QTRY_COMPARE_WITH_TIMEOUT(m_window->diagnostics()->rowCount(), 1, patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->settled(), patience);
    QCOMPARE(m_window->picturePage()->name(), QString("tiled_mma"));
    QCOMPARE(m_window->picturePage()->view()->selection().thread,
             std::optional<int64_t>(3)); // the view stays
    // Editors replace files: the watch must follow.
    QFile::remove(m_dir.filePath("kernel.mlir"));
    write(kernel, "new.mlir");
    QVERIFY(QFile::rename(m_dir.filePath("new.mlir"), m_dir.filePath("kernel.mlir")));
    QTRY_COMPARE_WITH_TIMEOUT(m_window->diagnostics()->rowCount(), 0, patience);
    QVERIFY(m_window->bannerText().isEmpty());
  }

  // --- Death and restart
  // --------------------------------------------------------------------------

  void serverDeathIsSaidAndMended() {
    openAndSettle(kernel);
    QVERIFY(m_window->picturePage()->view()->prepared());
    write(QByteArray(kernel) + "// fake: die-on-open\n");
    QTRY_VERIFY_WITH_TIMEOUT(m_window->bannerText().contains("exit code 3"), patience);
    QVERIFY(m_window->bannerText().contains("asked to die")); // the last line of stderr
    QVERIFY(m_window->settled());
    QVERIFY(m_window->picturePage()->view()->prepared()); // what was there stays
    QCOMPARE(m_window->operations()->rowCount(), 5);
    write(QByteArray(kernel) + "// fake: error 3 FLY101 alive again\n");
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session().document().text.contains("alive again"), patience);
    restart();
    QTRY_COMPARE_WITH_TIMEOUT(m_window->diagnostics()->rowCount(), 1, patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->settled(), patience);
    QVERIFY(m_window->bannerText().isEmpty());
  }

  void deathWithinARequestEndsTheWait() {
    m_window->openFile(write(QByteArray(kernel) + "// fake: die-on-map\n"));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->bannerText().contains("exit code 4"), patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->settled(), patience);
  }

  void garbageOnTheWireIsDeath() {
    m_window->openFile(write(QByteArray(kernel) + "// fake: garbage\n"));
    QTRY_VERIFY_WITH_TIMEOUT(
        m_window->bannerText().contains("stream from the language server broke"), patience);
  }

  void missingServersAreSaid_data() {
    QTest::addColumn<QString>("server");
    QTest::newRow("absent") << "/nonexistent/fly-lsp-server";
    QTest::newRow("not a program") << QStringLiteral(FLY_TEST_DATA "/mfma_16x16x4.png");
  }
  void missingServersAreSaid() {
    QFETCH(QString, server);
    MainWindow window(server);
    window.openFile(write(kernel));
    QTRY_VERIFY_WITH_TIMEOUT(window.bannerText().contains("could not be started"), patience);
    QVERIFY(!window.source()->toPlainText().isEmpty()); // the text shows even so
  }

  void oldServersAreTolerated() {
    m_window->openFile(write(QByteArray(kernel) + "// fake: unknown-requests\n"));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->settled(), patience);
    QVERIFY(m_window->bannerText().isEmpty());
    QVERIFY(m_window->session().lowering().error.contains("method not found"));
  }

  void silentServersDoNotFreezeTheWindow() {
    m_window->openFile(write(QByteArray(kernel) + "// fake: silent\n"));
    QTest::qWait(200);
    QVERIFY(!m_window->settled());
    QVERIFY(!m_window->grab().isNull());
    m_window->openFile(write(kernel, "other.mlir"));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->settled(), patience);
  }

  // --- Bad input
  // ----------------------------------------------------------------------------------

  void badFilesAreSaidAndLeaveTheOldOneOpen_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("message");
    QTest::newRow("empty") << QByteArray() << "the file is empty";
    QTest::newRow("binary") << QByteArray("\x7f"
                                          "ELF\0\0\0",
                                          7)
                            << "NUL byte";
    QTest::newRow("not UTF-8") << QByteArray("caf\xe9\n") << "not valid UTF-8";
    QTest::newRow("large") << QByteArray(50 << 20, 'x') << "50.0 MB, more than the 32 MB";
  }
  void badFilesAreSaidAndLeaveTheOldOneOpen() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, message);
    openAndSettle(kernel);
    m_window->openFile(write(bytes, "bad.mlir"));
    QVERIFY2(m_window->bannerText().contains(message), qPrintable(m_window->bannerText()));
    QVERIFY(m_window->session().document().path.endsWith("kernel.mlir"));
    QCOMPARE(m_window->operations()->rowCount(), 5);
  }

  void missingFileIsSaid() {
    m_window->openFile(m_dir.filePath("none.mlir"));
    QVERIFY(m_window->bannerText().contains("there is no such file"));
  }

  void notMlirIsSaidInTheEmptyPicture() {
    openAndSettle("hello, this is a letter\n// fake: error 1 MLIR expected operation\n");
    QCOMPARE(m_window->operations()->rowCount(), 0);
    QVERIFY(!m_window->picturePage()->view()->prepared());
    QCOMPARE(m_window->diagnostics()->rowCount(), 1);
  }

  // --- The rest
  // -----------------------------------------------------------------------------------

  void themesSwitchBack() {
    openAndSettle(kernel);
    for (int theme : {1, 0, 1, 0}) {
      m_window->setTheme(theme);
      QTRY_VERIFY_WITH_TIMEOUT(m_window->settled(), patience);
      QVERIFY(!m_window->grab().isNull());
    }
    QCOMPARE(currentTheme(), scene::Theme::Light);
  }

  void everyControlHasAName() {
    openAndSettle(kernel);
    for (QAbstractItemView *view : m_window->findChildren<QAbstractItemView *>())
      if (view->isVisible() && view->objectName().isEmpty() &&
          !view->inherits("QComboBoxListView") && !view->inherits("QHeaderView"))
        QVERIFY2(!view->accessibleName().isEmpty(), view->metaObject()->className());
  }

  void recentFilesAreRemembered() {
    openAndSettle(kernel);
    QCOMPARE(QSettings().value("recent").toStringList().first(),
             QFileInfo(m_dir.filePath("kernel.mlir")).absoluteFilePath());
  }
};

QTEST_MAIN(VisualizerWindowTest)
#include "visualizer_window_test.moc"
