// The picture: what is painted, where, and how keys and mouse move it.
#include "visualizer/app/Appearance.h"
#include "visualizer/app/PictureBuilder.h"
#include "visualizer/app/PictureView.h"
#include "visualizer/scene/Writers.h"

#include <QApplication>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTest>
#include <QWheelEvent>

using namespace app;
using scene::Cell;
using scene::Hit;

static BuiltPicture mfma() {
  return buildPicture({"!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>",
                       "mma",
                       {{"a", 16, 4, "((16,4),1):((1,16),0)"},
                        {"b", 16, 4, "((16,4),1):((1,16),0)"},
                        {"c", 16, 16, "((16,4),4):((16,4),1)"}}});
}

static std::shared_ptr<const PreparedPicture> prepared(const BuiltPicture &built,
                                                       scene::Theme theme = scene::Theme::Light) {
  return std::make_shared<const PreparedPicture>(built.picture, scene::Scheme::Safe, theme);
}

/// Mean difference of two images per channel, 0 to 1.
static double difference(const QImage &a, const QImage &b) {
  double sum = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x) {
      QRgb p = a.pixel(x, y), q = b.pixel(x, y);
      sum += std::abs(qRed(p) - qRed(q)) + std::abs(qGreen(p) - qGreen(q)) +
             std::abs(qBlue(p) - qBlue(q));
    }
  return sum / (3.0 * 255 * a.width() * a.height());
}

class VisualizerPictureTest : public QObject {
  Q_OBJECT

  std::unique_ptr<PictureView> m_view;

private slots:
  void initTestCase() { applyTheme(*qApp, scene::Theme::Light); }
  void init() {
    m_view = std::make_unique<PictureView>();
    m_view->resize(900, 800);
    m_view->setPicture(prepared(mfma()));
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
  }
  void cleanup() { m_view.reset(); }

  // --- Files
  // --------------------------------------------------------------------------------------

  // The instruction decides where each lane's colour must stand: lane l owns A(l mod 16, l div 16)
  // and C(4 (l div 16) + v, l mod 16).
  void svgShowsEachLaneWhereTheInstructionPutsIt() {
    BuiltPicture built = mfma();
    auto text = scene::writeSvg(built.picture, {.heading = false});
    QVERIFY(bool(text));
    QSvgRenderer renderer(QByteArray::fromStdString(*text));
    QVERIFY(renderer.isValid());
    QImage image(renderer.defaultSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    scene::Sheet sheet = scene::layOut(built.picture, 34);
    scene::ThreadPalette palette(64);
    auto near = [&](size_t panel, Cell element, int64_t lane) {
      Cell at = built.picture.panels[panel].toDisplay(element);
      // A corner, free of labels.
      QPoint point(int(sheet.origins[panel].x + double(at.col) * 34 + 3),
                   int(sheet.origins[panel].y + double(at.row) * 34 + 3));
      return QColor(image.pixel(point)) == toColor(palette.color(lane));
    };
    for (int64_t lane = 0; lane < 64; ++lane) {
      QVERIFY2(near(0, {lane % 16, lane / 16}, lane), qPrintable(QString("A lane %1").arg(lane)));
      QVERIFY2(near(1, {lane % 16, lane / 16}, lane), qPrintable(QString("B lane %1").arg(lane)));
      for (int64_t v = 0; v < 4; ++v)
        QVERIFY2(near(2, {4 * (lane / 16) + v, lane % 16}, lane),
                 qPrintable(QString("C lane %1 value %2").arg(lane).arg(v)));
    }
  }

  // Against a picture that was looked at. Fonts differ between machines, so the mean may differ a
  // little; a wrong layout moves it by far more, which the second comparison proves.
  void svgEqualsTheCheckedPicture() {
    auto render = [](const BuiltPicture &built) {
      auto text = scene::writeSvg(built.picture);
      QSvgRenderer renderer(QByteArray::fromStdString(*text));
      QImage image(renderer.defaultSize() / 2, QImage::Format_RGB32);
      image.fill(Qt::white);
      QPainter painter(&image);
      renderer.render(&painter);
      return image;
    };
    QImage now = render(mfma());
    const QString path = QStringLiteral(FLY_TEST_DATA "/mfma_16x16x4.png");
    if (qEnvironmentVariableIsSet("FLY_UPDATE_PICTURES"))
      QVERIFY(now.save(path));
    QImage checked = QImage(path).convertToFormat(QImage::Format_RGB32);
    QVERIFY2(!checked.isNull(), qPrintable(path));
    QCOMPARE(now.size(), checked.size());
    double same = difference(now, checked);
    QVERIFY2(same < 0.012, qPrintable(QString::number(same)));
    BuiltPicture wrong =
        buildPicture({"!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>",
                      "mma",
                      {{"a", 16, 4, "((16,4),1):((1,16),0)"},
                       {"b", 16, 4, "((16,4),1):((1,16),0)"},
                       {"c", 16, 16, "((16,4),4):((1,64),16)"}}});
    double other = difference(render(wrong), checked);
    QVERIFY2(other > 2 * same && other > 0.015,
             qPrintable(QString("%1 against %2").arg(other).arg(same)));
  }

  void imageHasTheColoursOfTheScene() {
    auto picture = prepared(mfma());
    QImage image = renderImage(picture, {}, 20);
    scene::Sheet sheet = scene::layOut(picture->picture, 20);
    QCOMPARE(image.size(), QSize(int(std::ceil(sheet.width)), int(std::ceil(sheet.height))));
    QCOMPARE(image.pixelColor(int(sheet.origins[2].x + 5 * 20 + 10),
                              int(sheet.origins[2].y + 9 * 20 + 10)),
             toColor(picture->painter.palette().color(37)));
  }

  // --- Geometry
  // -----------------------------------------------------------------------------------

  void fitShowsTheWholeSheet() {
    QCOMPARE(m_view->horizontalScrollBar()->maximum(), 0);
    QCOMPARE(m_view->verticalScrollBar()->maximum(), 0);
    QVERIFY(m_view->cellSize() >= 20);
    double before = m_view->cellSize();
    m_view->resize(500, 400);
    QVERIFY(m_view->cellSize() < before); // stays fitted
  }

  void pointsAndElementsAgree() {
    for (size_t panel = 0; panel < 3; ++panel)
      for (int64_t r = 0; r < 16; ++r)
        for (int64_t c = 0; c < (panel == 2 ? 16 : 4); ++c) {
          Hit hit{panel, {r, c}};
          QVERIFY(m_view->hitAt(m_view->pointOf(hit)) == hit);
        }
    QVERIFY(!m_view->hitAt({1, 1}));
  }

  void zoomKeepsTheElementUnderTheCursor() {
    Hit hit{2, {13, 11}};
    for (double size : {60.0, 90.0, 35.0, 110.0}) {
      QPointF anchor = m_view->pointOf(hit);
      m_view->setCellSize(size, anchor);
      QCOMPARE(m_view->cellSize(), size);
      if (m_view->horizontalScrollBar()->maximum() > 0 &&
          m_view->verticalScrollBar()->maximum() > 0)
        QVERIFY(m_view->hitAt(anchor) == hit ||
                (m_view->pointOf(hit) - anchor).manhattanLength() < size);
    }
  }

  void zoomIsBounded() {
    for (int i = 0; i < 100; ++i)
      m_view->zoomIn();
    QVERIFY(m_view->cellSize() <= 120);
    for (int i = 0; i < 200; ++i)
      m_view->zoomOut();
    QVERIFY(m_view->cellSize() > 0);
    m_view->grab();
    QTest::keyClick(m_view.get(), Qt::Key_0);
    QVERIFY(m_view->cellSize() >= 20);
  }

  void wheelZooms() {
    double before = m_view->cellSize();
    QPointF point = m_view->pointOf({2, {3, 3}});
    QWheelEvent event(point, m_view->mapToGlobal(point), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(m_view->viewport(), &event);
    QVERIFY(m_view->cellSize() > before);
  }

  void draggingPans() {
    m_view->setCellSize(100, m_view->viewport()->rect().center());
    int x = m_view->horizontalScrollBar()->value();
    QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, {400, 400});
    // mouseMove has no buttons on the offscreen platform, so the event is made by hand.
    QMouseEvent move(QEvent::MouseMove, QPointF(300, 380),
                     m_view->viewport()->mapToGlobal(QPointF(300, 380)), Qt::NoButton,
                     Qt::LeftButton, {});
    QCoreApplication::sendEvent(m_view->viewport(), &move);
    QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, {300, 380});
    QCOMPARE(m_view->horizontalScrollBar()->value(), x + 100);
    QVERIFY(m_view->selection().empty()); // a drag is no click
  }

  // --- Selecting
  // ----------------------------------------------------------------------------------

  void clickSelectsTheOwner() {
    QSignalSpy spy(m_view.get(), &PictureView::selectionChanged);
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {},
                      m_view->pointOf({2, {6, 1}}).toPoint());
    QCOMPARE(m_view->selection().thread, std::optional<int64_t>(17));
    QCOMPARE(spy.size(), 1);
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {},
                      m_view->pointOf({2, {6, 1}}).toPoint());
    QVERIFY(m_view->selection().empty());
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, Qt::ControlModifier,
                      m_view->pointOf({2, {6, 1}}).toPoint());
    QVERIFY(m_view->selection().element == (Hit{2, {6, 1}}));
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, QPoint(2, 2));
    QVERIFY(m_view->selection().empty());
  }

  void clickAgainSelectsTheNextOwner() {
    m_view->setPicture(prepared(buildPicture({"t", "mma", {{"a", 4, 1, "((4,3),1):((1,0),0)"}}})));
    QPoint point = m_view->pointOf({0, {2, 0}}).toPoint();
    QList<int64_t> seen;
    for (int i = 0; i < 4; ++i) {
      QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, point);
      seen << m_view->selection().thread.value_or(-1);
    }
    QCOMPARE(seen, QList<int64_t>({2, 6, 10, -1}));
  }

  void selectionDimsTheOthers() {
    scene::Selection selection = scene::Selection::ofThread(17);
    auto picture = prepared(mfma());
    QImage plain = renderImage(picture, {}, 20), lit = renderImage(picture, selection, 20);
    scene::Sheet sheet = scene::layOut(picture->picture, 20);
    auto at = [&](const QImage &image, size_t panel, Cell element) {
      Cell d = picture->picture.panels[panel].toDisplay(element);
      return image.pixelColor(int(sheet.origins[panel].x + double(d.col) * 20 + 10),
                              int(sheet.origins[panel].y + double(d.row) * 20 + 10));
    };
    for (auto [panel, element] :
         {std::pair(size_t(0), Cell{1, 1}), std::pair(size_t(1), Cell{1, 1}),
          std::pair(size_t(2), Cell{5, 1})})
      QCOMPARE(at(lit, panel, element), at(plain, panel, element));
    QVERIFY(at(lit, 2, {9, 9}) != at(plain, 2, {9, 9}));
  }

  // --- Keys
  // ---------------------------------------------------------------------------------------

  void arrowsMoveBetweenElements() {
    m_view->setCursorCell({2, {0, 0}});
    QTest::keyClick(m_view.get(), Qt::Key_Down);
    QTest::keyClick(m_view.get(), Qt::Key_Right);
    QTest::keyClick(m_view.get(), Qt::Key_Right);
    QVERIFY(m_view->cursor() == (Hit{2, {1, 2}}));
    QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ControlModifier);
    QVERIFY(m_view->cursor() == (Hit{2, {9, 2}}));
    QTest::keyClick(m_view.get(), Qt::Key_End);
    QTest::keyClick(m_view.get(), Qt::Key_Right); // stays at the edge
    QVERIFY(m_view->cursor() == (Hit{2, {9, 15}}));
    QTest::keyClick(m_view.get(), Qt::Key_Home, Qt::ControlModifier);
    QVERIFY(m_view->cursor() == (Hit{2, {0, 0}}));
    // B is drawn with k downwards: down is the next column of the tile.
    QTest::keyClick(m_view.get(), Qt::Key_PageUp);
    QVERIFY(m_view->cursor() == (Hit{1, {0, 0}}));
    QTest::keyClick(m_view.get(), Qt::Key_Down);
    QVERIFY(m_view->cursor() == (Hit{1, {0, 1}}));
  }

  void enterSelectsAndEscapeClears() {
    m_view->setCursorCell({2, {6, 1}});
    QTest::keyClick(m_view.get(), Qt::Key_Return);
    QCOMPARE(m_view->selection().thread, std::optional<int64_t>(17));
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QVERIFY(m_view->selection().empty());
    QTest::keyClick(m_view.get(), Qt::Key_T);
    QCOMPARE(m_view->selection().thread, std::optional<int64_t>(0));
    QTest::keyClick(m_view.get(), Qt::Key_T, Qt::ShiftModifier);
    QCOMPARE(m_view->selection().thread, std::optional<int64_t>(63));
  }

  void keysWithoutPictureDoNothing() {
    m_view->setPicture(nullptr);
    for (int key : {int(Qt::Key_Down), int(Qt::Key_Return), int(Qt::Key_T), int(Qt::Key_Plus),
                    int(Qt::Key_0), int(Qt::Key_PageDown)})
      QTest::keyClick(m_view.get(), Qt::Key(key));
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, {100, 100});
    m_view->grab();
  }

  // --- Words
  // --------------------------------------------------------------------------------------

  void describesOwners() {
    QCOMPARE(m_view->describe({2, {6, 1}}), QString("C  m 6, n 1\nT17 V2"));
    m_view->setPicture(prepared(buildPicture({"t", "mma", {{"a", 4, 2, "((4,3),1):((1,0),0)"}}})));
    QCOMPARE(m_view->describe({0, {2, 0}}),
             QString("A  m 2, k 0\nT2 V0, T6 V0, T10 V0\nbroadcast: 3 owners"));
    QCOMPARE(m_view->describe({0, {2, 1}}), QString("A  m 2, k 1\nno owner"));
    m_view->setPicture(prepared(buildPicture({"t", "layout", {{"layout", 0, 0, "(4,8):(8,1)"}}})));
    QCOMPARE(m_view->describe({0, {1, 2}}), QString("layout  row 1, column 2\noffset 10"));
  }

  void hoverIsAnnounced() {
    QSignalSpy spy(m_view.get(), &PictureView::described);
    QTest::mouseMove(m_view->viewport(), m_view->pointOf({2, {6, 1}}).toPoint());
    QTRY_VERIFY(!spy.isEmpty());
    QVERIFY(spy.last().first().toString().contains("T17 V2"));
  }

  // --- Large and odd
  // ------------------------------------------------------------------------------

  void millionsOfElementsPaintAtEveryZoom() {
    auto picture = prepared(buildPicture(
        {"big", "mma", {{"c", 2048, 2048, "((32,32),(64,64)):((1,131072),(32,2048))"}}}));
    m_view->setPicture(picture);
    for (double size : {0.1, 0.4, 1.0, 3.0, 8.0, 14.0, 30.0, 64.0}) {
      m_view->setCellSize(size, m_view->viewport()->rect().center());
      QVERIFY(!m_view->grab().isNull());
    }
    m_view->setSelection(scene::Selection::ofThread(1000));
    m_view->fit();
    QVERIFY(!m_view->grab().isNull());
  }

  // Beyond 32,767 pixels the raster engine loses source coordinates; the far end must still be
  // right.
  void longRowsPaintToTheEnd() {
    auto picture =
        prepared(buildPicture({"long", "mma", {{"a", 1, 1 << 20, "(1024,1024):(1024,1)"}}}));
    m_view->setPicture(picture);
    m_view->setCellSize(20, {0, 0});
    const Hit last{0, {0, (1 << 20) - 3}};
    m_view->setCursorCell(last);
    QImage image = m_view->viewport()->grab().toImage();
    QPoint point = m_view->pointOf(last).toPoint() + QPoint(0, -6);
    QVERIFY(image.rect().contains(point));
    QCOMPARE(image.pixelColor(point), toColor(picture->painter.palette().color(1023)));
  }

  void overlapsEmptyCellsAndOutsidePaint() {
    for (const char *layout :
         {"(4,4):(2,1)", "(4,1):(3,0)", "(64,1):(0,0)", "(4,1):(-1,0)", "(1024,16):(1,64)"}) {
      m_view->setPicture(prepared(buildPicture({"odd", "mma", {{"a", 8, 4, layout}}})));
      for (scene::Selection selection :
           {scene::Selection::ofThread(1), scene::Selection::ofValue(0),
            scene::Selection::ofElement({0, {1, 1}}), scene::Selection::ofElement({7, {1, 1}})}) {
        m_view->setSelection(selection);
        QVERIFY(!m_view->grab().isNull());
      }
    }
  }

  void darkThemePaints() {
    applyTheme(*qApp, scene::Theme::Dark);
    m_view->setPicture(prepared(mfma(), scene::Theme::Dark));
    QImage image = m_view->grab().toImage();
    QVERIFY(QColor(image.pixel(2, image.height() - 2)).lightness() < 60);
    applyTheme(*qApp, scene::Theme::Light);
  }
};

QTEST_MAIN(VisualizerPictureTest)
#include "visualizer_picture_test.moc"
