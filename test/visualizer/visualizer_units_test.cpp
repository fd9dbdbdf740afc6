// The parts of the window that need no window: models, messages, differences, files.
#include "visualizer/app/Document.h"
#include "visualizer/app/LineDiff.h"
#include "visualizer/app/Models.h"
#include "visualizer/app/PictureBuilder.h"
#include "visualizer/app/Report.h"

#include <QAbstractItemModelTester>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <nlohmann/json.hpp>

using namespace app;
using nlohmann::json;

/// All rows of a model as text, children indented.
static QStringList printed(const QAbstractItemModel &model, const QModelIndex &parent = {},
                           int depth = 0) {
  QStringList lines;
  for (int row = 0; row < model.rowCount(parent); ++row) {
    QStringList cells;
    for (int column = 0; column < model.columnCount(parent); ++column)
      cells << model.index(row, column, parent).data().toString();
    lines << QString(depth * 2, u' ') + cells.join(u'|');
    lines += printed(model, model.index(row, 0, parent), depth + 1);
  }
  return lines;
}

static ThreadValueReply mmaReply() {
  return {QStringLiteral("mfma 16x16x4"),
          QStringLiteral("mma"),
          {{QStringLiteral("a"), 16, 4, QStringLiteral("((16,4),1):((1,16),0)")},
           {QStringLiteral("b"), 16, 4, QStringLiteral("((16,4),1):((1,16),0)")},
           {QStringLiteral("c"), 16, 16, QStringLiteral("((16,4),4):((16,4),1)")}}};
}

class VisualizerUnitsTest : public QObject {
  Q_OBJECT
private slots:
  // --- Models
  // -------------------------------------------------------------------------------------
  void operations() {
    OperationModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    OperationFilter filter;
    filter.setSourceModel(&model);
    QAbstractItemModelTester filterTester(&filter,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    model.setOperations({{"%x", "mma_atom", "T1", "fly.make_mma_atom", {{4, 0}, {4, 9}}},
                         {"%l", "layout", "T2", "fly.make_layout", {{6, 0}, {8, 9}}},
                         {"%t", "tiled_mma", "T3", "fly.make_tiled_mma", {{12, 0}, {12, 9}}}});
    QCOMPARE(printed(model), QStringList({"%x|MMA atom|5", "%l|layout|7", "%t|tiled MMA|13"}));
    QCOMPARE(printed(filter), QStringList({"%x|MMA atom|5", "%t|tiled MMA|13"}));
    filter.setShowAll(true);
    QCOMPARE(filter.rowCount(), 3);
    filter.setText(QStringLiteral("t2")); // types count, case does not
    QCOMPARE(printed(filter), QStringList({"%l|layout|7"}));
    QCOMPARE(model.rowAt({4, 3}), 0);
    QCOMPARE(model.rowAt({7, 0}), 1);
    QCOMPARE(model.rowAt({9, 0}), -1);
    model.setOperations({});
    QCOMPARE(filter.rowCount(), 0);
  }

  void diagnostics() {
    DiagnosticModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setDiagnostics(
        {{{{2, 4}, {2, 9}}, Severity::Warning, "FLY172", "weak", {}},
         {{{0, 0}, {0, 1}}, Severity::Error, "FLY116", "wrong [FLY116]", {"1:1: here"}}});
    QCOMPARE(printed(model),
             QStringList({"warning|3:5|FLY172|weak", "error|1:1|FLY116|wrong [FLY116]"}));
    QCOMPARE(model.index(1, 3).data(Qt::ToolTipRole).toString(),
             QString("1:1: error: wrong [FLY116]\n1:1: here"));
    model.setDiagnostics({});
    QCOMPARE(model.rowCount(), 0);
  }

  void layouts() {
    LayoutModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setPicture(buildPicture(mmaReply()).picture);
    QCOMPARE(
        printed(model),
        QStringList({"A|16 × 4 (m × k)|64|1|((16,4),1):((1,16),0)|every element has one owner",
                     "B|16 × 4 (n × k)|64|1|((16,4),1):((1,16),0)|every element has one owner",
                     "C|16 × 16 (m × n)|64|4|((16,4),4):((16,4),1)|every element has one owner"}));
    model.setPicture({});
    QCOMPARE(model.rowCount(), 0);
  }

  void footprint() {
    FootprintModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows(scene::footprint(buildPicture(mmaReply()).picture, 17));
    QCOMPARE(printed(model),
             QStringList({"A|V0|1|1", "B|V0|1|1", "C|V0|4|1", "C|V1|5|1", "C|V2|6|1", "C|V3|7|1"}));
    model.setRows({});
  }

  void stages() {
    StageModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    Lowering lowering;
    lowering.stages = {
        {"source", {}, "a"},
        {"layout", {{"fly-layout-lowering", 6.5, true}, {"canonicalize", 0.25, false}}, "b"},
        {"target", {{"convert", 30, true}}, "", "no lowering"}};
    model.setLowering(lowering);
    QCOMPARE(printed(model),
             QStringList({"source|–|", "layout|6.75 ms|changed",
                          "  fly-layout-lowering|6.50 ms|changed", "  canonicalize|0.25 ms|same",
                          "target|30 ms|failed", "  convert|30 ms|changed"}));
    QCOMPARE(StageModel::stageOf(model.index(1, 0, model.index(1, 0))), 1);
    QCOMPARE(StageModel::stageOf({}), -1);
    QCOMPARE(model.longest(), 30.0);
    model.setLowering({});
    QCOMPARE(model.rowCount(), 0);
  }

  // --- Pictures from answers
  // ----------------------------------------------------------------------
  void badOperandsBecomeNotes() {
    ThreadValueReply reply = mmaReply();
    reply.operands[1].layout = QStringLiteral("((16,4),?):((1,16),0)");
    reply.operands[2].layout = QStringLiteral("nonsense");
    BuiltPicture built = buildPicture(reply);
    QCOMPARE(built.picture.panels.size(), size_t(1));
    QCOMPARE(built.notes.size(), 2);
    QVERIFY2(built.notes[0].contains("run-time leaves"), qPrintable(built.notes[0]));
  }

  void swizzlesStandBesideTheirLinearLayout() {
    BuiltPicture built =
        buildPicture({"t", "layout", {{"layout", 0, 0, "S<3,0,3> o 0 o (8,8):(8,1)"}}});
    QCOMPARE(built.picture.panels.size(), size_t(2));
    QVERIFY(built.notes.isEmpty());
  }

  // --- Messages
  // -----------------------------------------------------------------------------------
  void framerPutsMessagesTogether() {
    MessageFramer framer;
    QByteArray stream = MessageFramer::frame("{\"a\":1}") + MessageFramer::frame("") +
                        MessageFramer::frame("{\"b\":\"ü\"}");
    QList<QByteArray> bodies;
    for (char c : stream) // the worst way to be cut
      bodies += framer.feed(QByteArray(1, c));
    QCOMPARE(bodies, QList<QByteArray>({"{\"a\":1}", "", "{\"b\":\"ü\"}"}));
    QVERIFY(framer.error().isEmpty());
    QCOMPARE(MessageFramer().feed("Content-Type: x\r\nCONTENT-LENGTH: 2\r\n\r\n{}"),
             QList<QByteArray>({"{}"}));
  }

  void framerStopsAtNonsense_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("no length") << QByteArray("Content-Type: x\r\n\r\n{}");
    QTest::newRow("negative") << QByteArray("Content-Length: -5\r\n\r\n");
    QTest::newRow("huge") << QByteArray("Content-Length: 99999999999999\r\n\r\n");
    QTest::newRow("no header") << QByteArray(10000, 'x');
  }
  void framerStopsAtNonsense() {
    QFETCH(QByteArray, bytes);
    MessageFramer framer;
    QVERIFY(framer.feed(bytes).isEmpty());
    QVERIFY(!framer.error().isEmpty());
    QVERIFY(framer.feed(MessageFramer::frame("{}")).isEmpty());
  }

  void readersTakeAnything_data() {
    QTest::addColumn<QByteArray>("text");
    for (
        const char *text :
        {"null", "[]", "{}", "42", "\"x\"", "[[[]]]",
         R"({"operands": 5, "stages": {}, "diagnostics": "no"})",
         R"({"operands": [1, {"tile": ["a"], "name": 3}], "stages": [7, {"passes": [null, {"ms": "x"}], "sourceMap": [[1], 2]}],
                                 "diagnostics": [null, {"range": 7, "severity": 99, "code": 12, "relatedInformation": [5]}]})",
         R"([null, 5, {"range": {"start": {"line": -5, "character": 99999999999}}}])"})
      QTest::newRow(text) << QByteArray(text);
  }
  void readersTakeAnything() {
    QFETCH(QByteArray, text);
    json value = json::parse(text.begin(), text.end());
    (void)readOperations(value);
    (void)buildPicture(readThreadValueMap(value));
    (void)readLowering(value);
    (void)readServerInfo(value);
    (void)readChips(value);
    for (const Diagnostic &diagnostic : readDiagnostics(value).diagnostics)
      QVERIFY(!diagnosticLine(diagnostic).isEmpty());
    for (const Operation &operation : readOperations(value))
      QVERIFY(operation.range.start.line >= 0);
  }

  void readsALowering() {
    Lowering lowering =
        readLowering(json::parse(R"({"chip": "gfx942", "chipSource": "gpu.module", "stages": [
      {"name": "source", "text": "a", "ms": 2.5, "passes": [], "sourceMap": [[0, 3]]},
      {"name": "layout", "text": "b", "passes": [{"name": "p", "ms": 1, "changed": true}], "error": {"kind": "failed", "message": "no", "line": 4}}],
      "error": "stopped"})"));
    QCOMPARE(lowering.chip, QString("gfx942"));
    QCOMPARE(lowering.stages.size(), 2);
    QCOMPARE(lowering.stages[0].milliseconds(), 2.5);
    QCOMPARE(lowering.stages[0].sourceMap, (QList<std::pair<int, int>>{{0, 3}}));
    QCOMPARE(lowering.stages[1].error, QString("no (line 5)"));
    QVERIFY(lowering.stages[1].changed());
    QCOMPARE(lowering.error, QString("stopped"));
  }

  void codeIsNotRepeated() {
    QCOMPARE(diagnosticLine({{{2, 4}, {2, 5}}, Severity::Error, "FLY116", "bad", {}}),
             QString("3:5: error: bad [FLY116]"));
    QCOMPARE(diagnosticLine({{{2, 4}, {2, 5}}, Severity::Error, "FLY116", "bad [FLY116]", {}}),
             QString("3:5: error: bad [FLY116]"));
  }

  // --- Differences
  // --------------------------------------------------------------------------------
  void keysForgetNamesOfThePrinter_data() {
    QTest::addColumn<QString>("one");
    QTest::addColumn<QString>("other");
    QTest::addColumn<bool>("same");
    QTest::newRow("values") << "%0 = add %arg1, %12#3"
                            << "%5 = add %arg0, %9#3" << true;
    QTest::newRow("blocks") << "^bb1(%3: i32):"
                            << "^bb7(%4: i32):" << true;
    QTest::newRow("locations") << "return loc(#loc7)"
                               << "return loc(\"a.mlir\":1:2)" << true;
    QTest::newRow("maps") << "affine #map3"
                          << "affine #map12" << true;
    QTest::newRow("operations") << "%0 = add %1"
                                << "%0 = sub %1" << false;
    QTest::newRow("constants") << "%0 = constant 1"
                               << "%0 = constant 2" << false;
    QTest::newRow("strings") << "call \"%a\""
                             << "call \"%b\"" << false;
  }
  void keysForgetNamesOfThePrinter() {
    QFETCH(QString, one);
    QFETCH(QString, other);
    QFETCH(bool, same);
    QCOMPARE(comparisonKey(one) == comparisonKey(other), same);
  }

  void differencesRebuildBothTexts() {
    // Random edits; whatever the algorithm chooses, both sides must come out again.
    quint32 seed = 7;
    auto random = [&seed](quint32 n) { return (seed = seed * 1664525u + 1013904223u) % 65536 % n; };
    for (int round = 0; round < 200; ++round) {
      QStringList before, after;
      for (quint32 i = 0, n = random(30); i < n; ++i)
        before << QStringLiteral("line %1").arg(random(12));
      for (const QString &line : before) {
        if (random(4) == 0)
          continue;
        after << line;
        if (random(4) == 0)
          after << QStringLiteral("new %1").arg(random(5));
      }
      Diff diff = diffLines(before.join(u'\n'), after.join(u'\n'));
      QStringList left, right;
      int oldLine = 0, newLine = 0;
      for (const DiffLine &line : diff.lines) {
        if (line.kind != LineKind::Added) {
          left << line.text;
          QCOMPARE(line.oldLine, ++oldLine);
        }
        if (line.kind != LineKind::Removed) {
          right << line.text;
          QCOMPARE(line.newLine, ++newLine);
        }
      }
      QCOMPARE(left.join(u'\n'), before.join(u'\n'));
      QCOMPARE(right.join(u'\n'), after.join(u'\n'));
    }
  }

  void renumberingIsNoChange() {
    QString before, after;
    auto line = [](int value, int constant) {
      return u'%' + QString::number(value) + " = arith.addi %" + QString::number(value + 1) + ", " +
             QString::number(constant) + " : i32\n";
    };
    for (int i = 0; i < 1000; ++i) {
      before += line(i, i % 7);
      after += line(i + 17, i % 7);
    }
    Diff diff = diffLines(before, after);
    QVERIFY(!diff.changed());
    QCOMPARE(diff.renamed, 1000);
    QVERIFY(!diffLines(before, before).changed());
    QCOMPARE(diffLines(before, before).renamed, 0);
  }

  void collapsingKeepsContext() {
    QStringList before;
    for (int i = 0; i < 40; ++i)
      before << QStringLiteral("line number %1").arg(i);
    QStringList after = before;
    after[20] = "changed";
    QList<DiffLine> lines = collapse(diffLines(before.join(u'\n'), after.join(u'\n')).lines, 3);
    QCOMPARE(lines.size(), 1 + 3 + 2 + 3 + 1);
    QCOMPARE(lines.first().kind, LineKind::Gap);
    QCOMPARE(lines.first().text, QString("17 unchanged lines"));
    QCOMPARE(lines.last().text, QString("16 unchanged lines"));
    QVERIFY(collapse({}).isEmpty());
  }

  // --- Files
  // --------------------------------------------------------------------------------------
  void filesAreChecked_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("message"); // empty: accepted
    QTest::newRow("good") << QByteArray("func.func @f()\n") << "";
    QTest::newRow("mark") << QByteArray("\xef\xbb\xbfmodule {}\n") << "";
    QTest::newRow("umlaut") << QByteArray("// gr\xc3\xbc\xc3\x9f \xf0\x9f\x98\x80\n") << "";
    QTest::newRow("empty") << QByteArray("") << "the file is empty";
    QTest::newRow("blank") << QByteArray(" \n\n") << "the file is empty";
    QTest::newRow("nul") << QByteArray("a\nbc\0d", 6) << ":2:3: the file holds a NUL byte";
    QTest::newRow("latin1") << QByteArray("a\n\xfc\n") << ":2:1: the file is not valid UTF-8";
    QTest::newRow("cut") << QByteArray("abc\xe2\x82") << ":1:4: the file is not valid UTF-8";
    QTest::newRow("overlong") << QByteArray("\xc0\xaf") << ":1:1: the file is not valid UTF-8";
    QTest::newRow("surrogate") << QByteArray("x\xed\xa0\x80")
                               << ":1:2: the file is not valid UTF-8";
    QTest::newRow("large") << QByteArray(Document::maxBytes + 1, 'x') << "more than the 32 MB";
  }
  void filesAreChecked() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, message);
    QTemporaryDir dir;
    QFile file(dir.filePath("a.mlir"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    file.close();
    Document document = Document::load(file.fileName());
    QCOMPARE(document.ok(), message.isEmpty());
    QVERIFY2(document.error.contains(message), qPrintable(document.error));
    QVERIFY(!document.error.contains(u'\n'));
  }

  void missingFilesAreSaid() {
    QTemporaryDir dir;
    QVERIFY(Document::load(dir.filePath("none.mlir")).error.contains("there is no such file"));
    QVERIFY(Document::load(dir.path()).error.contains("this is not a file"));
  }

  void urisSurviveOddNames() {
    Document document;
    document.path = "/tmp/a b#c%20ü.mlir";
    QCOMPARE(Document::pathOf(document.uri()), document.path);
  }

  // --- Report
  // -------------------------------------------------------------------------------------
  void reportIsWellFormedAndComplete() {
    Report report;
    report.file = "<kernel>.mlir";
    report.diagnostics = {
        {{{2, 4}, {2, 9}}, Severity::Error, "FLY116", "a < b & c", {"1:1: other"}}};
    report.pictures = {{"%m",
                        "tiled_mma",
                        "!t<x>",
                        3,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>",
                        {{"A", "1 × 1", "1", "1", "(1,1):(0,0)", "x"}},
                        {},
                        {}}};
    report.lowering.stages = {{"source", {}, "module {\n}\n"},
                              {"layout", {{"p<q>", 1.5, true}}, "module <&> {\n}\n"}};
    QString html = toHtml(report);
    for (const char *part : {"&lt;kernel&gt;.mlir", "a &lt; b &amp; c", "FLY116", "class='add'",
                             "class='del'", "p&lt;q&gt;", "<svg", "(1,1):(0,0)"})
      QVERIFY2(html.contains(part), part);
    QVERIFY(!html.contains("<script"));
    QVERIFY(!html.contains("http://") || html.count("http://") == html.count("http://www.w3.org/"));
    // Void elements are the only ones that do not nest; without them it must parse as XML.
    html.remove(QRegularExpression("<!doctype html>|<meta[^>]*>"));
    QXmlStreamReader reader(html);
    while (!reader.atEnd())
      reader.readNext();
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
  }

  void reportOfNothing() {
    Report report;
    report.file = "x.mlir";
    report.lowering.error = "the server died";
    QString html = toHtml(report);
    QVERIFY(html.contains("the server died"));
    QVERIFY(html.contains("None."));
  }
};

QTEST_GUILESS_MAIN(VisualizerUnitsTest)
#include "visualizer_units_test.moc"
