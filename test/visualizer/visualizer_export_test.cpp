// The program as people and scripts call it.
#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

class VisualizerExportTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_dir;
  struct Run {
    int code = -1;
    QString out, err;
  };
  Run run(const QStringList &arguments, bool display = true) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("XDG_CONFIG_HOME", m_dir.path());
    environment.insert("XDG_RUNTIME_DIR", m_dir.path());
    for (const char *name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
      environment.remove(name);
    if (display)
      environment.insert("QT_QPA_PLATFORM", "offscreen");
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(FLY_VISUALIZER), arguments);
    process.waitForFinished(120000);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2,
            process.readAllStandardOutput(), process.readAllStandardError()};
  }
  QString write(const QString &name, const QByteArray &text) {
    QFile file(m_dir.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
      qFatal("cannot write");
    return file.fileName();
  }
  QStringList exportTo(const QString &folder, const QString &file) {
    return {"--server", FLY_FAKE_SERVER, "--export", m_dir.filePath(folder), file};
  }

  static inline const QByteArray good =
      "%mma_atom = fly.make_mma_atom : x\n%tiled_mma = fly.make_tiled_mma : x\n"
      "%again = fly.make_tiled_mma : x\n%tiled_copy = fly.make_tiled_copy : x\n%l = "
      "fly.make_layout : x\n";

private slots:
  void initTestCase() {
    QVERIFY2(!QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty(),
             "the fake server needs python3, which scripts/packages.sh installs");
  }

  void helpAndVersionNeedNoDisplay() {
    Run help = run({"--help"}, false);
    QCOMPARE(help.code, 0);
    QVERIFY(help.out.contains("--export"));
    QCOMPARE(run({"--version"}, false).code, 0);
  }

  void exportsEverything() {
    // The lowering of the fake server fails in its last stage; that is reported and is not the
    // fault of the export.
    Run result = run(exportTo("out", write("good.mlir", good)), false);
    QCOMPARE(result.code, 1);
    QVERIFY2(result.err.contains("lowering failed: target: 'fly.mma_atom_call' op has no lowering"),
             qPrintable(result.err));
    QDir out(m_dir.filePath("out"));
    QCOMPARE(
        out.entryList({"*.svg"}, QDir::Files, QDir::Name),
        QStringList({"mma_atom-a.svg", "mma_atom-b.svg", "mma_atom-c.svg", "mma_atom.svg",
                     "tiled_copy-dst.svg", "tiled_copy-src.svg", "tiled_copy.svg",
                     "tiled_mma-a.svg", "tiled_mma-b.svg", "tiled_mma-c.svg", "tiled_mma.svg"}));
    for (const QString &line : result.out.split('\n', Qt::SkipEmptyParts))
      QVERIFY2(QFile::exists(line), qPrintable(line));
    QFile report(out.filePath("report.html"));
    QVERIFY(report.open(QIODevice::ReadOnly));
    QString html = report.readAll();
    for (const char *part :
         {"fly-layout-lowering", "class='add'", "<svg", "again (line 3)", "((16,4,2,2),(1,(1,1)))"})
      QVERIFY2(html.contains(part), part);
    QFile diagnostics(out.filePath("diagnostics.txt"));
    QVERIFY(diagnostics.open(QIODevice::ReadOnly));
    QCOMPARE(diagnostics.readAll(), QByteArray("no diagnostics\n"));
  }

  void errorsOfTheFileAreOneLineAndCodeOne() {
    QString file = write("wrong.mlir",
                         good + "// fake: error 2 FLY116 32 bits, but values are 12 bits wide\n");
    Run result = run(exportTo("wrong", file));
    QCOMPARE(result.code, 1);
    QCOMPARE(result.err,
             QStringLiteral(
                 "fly-visualizer: %1:2:3: error: 32 bits, but values are 12 bits wide [FLY116]\n")
                 .arg(file));
    QFile diagnostics(m_dir.filePath("wrong/diagnostics.txt"));
    QVERIFY(diagnostics.open(QIODevice::ReadOnly));
    QVERIFY(diagnostics.readAll().contains("the other party"));
    QVERIFY(QFile::exists(m_dir.filePath("wrong/tiled_mma.svg"))); // nothing valid is hidden
  }

  void badInputIsOneLineAndCodeOne_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    QString out = m_dir.filePath("bad");
    auto row = [&](const char *name, const QString &file, const char *message) {
      QTest::newRow(name) << QStringList({"--server", FLY_FAKE_SERVER, "--export", out, file})
                          << message;
    };
    row("missing", m_dir.filePath("none.mlir"), "there is no such file");
    row("folder", m_dir.path(), "this is not a file");
    row("empty", write("empty.mlir", ""), "the file is empty");
    row("nul", write("nul.mlir", QByteArray("a\0b", 3)), ":1:2: the file holds a NUL byte");
    row("large", write("large.mlir", QByteArray(50 << 20, 'x')), "50.0 MB, more than the 32 MB");
    row("dies", write("dies.mlir", "// fake: die-on-open\n"), "exit code 3");
    QTest::newRow("no file") << QStringList({"--export", out}) << "takes exactly one file, got 0";
    QTest::newRow("two files") << QStringList({"--export", out, "a", "b"})
                               << "takes exactly one file, got 2";
    QTest::newRow("no server") << QStringList({"--server", "/nonexistent", "--export", out,
                                               write("good.mlir", good)})
                               << "could not be started";
    QTest::newRow("no folder") << QStringList({"--server", FLY_FAKE_SERVER, "--export", "/proc/no",
                                               write("good.mlir", good)})
                               << "cannot be made";
    QTest::newRow("theme") << QStringList({"--theme", "pink"}) << "unknown theme 'pink'";
    QTest::newRow("two in the window") << QStringList({"a", "b"}) << "one file at a time, got 2";
  }
  void badInputIsOneLineAndCodeOne() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    Run result = run(arguments);
    QCOMPARE(result.code, 1);
    QVERIFY2(result.err.contains(message), qPrintable(result.err));
    QCOMPARE(result.err.count('\n'), 1);
  }

  void withoutDisplayItSaysWhatWouldWork() {
    Run result = run({write("good.mlir", good)}, false);
    QCOMPARE(result.code, 1);
    QVERIFY(result.err.contains("--export DIR"));
  }

  void screenshotsWorkWithoutDisplay() {
    QString shot = m_dir.filePath("shot.png");
    for (const char *tab : {"picture", "lowering", "diff"}) {
      Run result = run({"--server", FLY_FAKE_SERVER, "--screenshot", shot, "--tab", tab, "--thread",
                        "5", write("good.mlir", good)},
                       false);
      QCOMPARE(result.code, 0);
      QImage image(shot);
      QVERIFY(image.width() >= 1000);
      QVERIFY(QFile::remove(shot));
    }
  }
};

QTEST_GUILESS_MAIN(VisualizerExportTest)
#include "visualizer_export_test.moc"
