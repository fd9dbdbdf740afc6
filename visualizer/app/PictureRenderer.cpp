#include "visualizer/app/PictureRenderer.h"

#include "visualizer/app/Appearance.h"

#include <QFontMetricsF>
#include <QPaintDevice>
#include <algorithm>
#include <cmath>

namespace app {

using scene::Cell;
using scene::Panel;

/// Half the edge: each pixel the mean of up to four.
static QImage halved(const QImage &image) {
  QImage half((image.width() + 1) / 2, (image.height() + 1) / 2, QImage::Format_RGB32);
  for (int y = 0; y < half.height(); ++y) {
    const auto *a = reinterpret_cast<const QRgb *>(image.constScanLine(2 * y));
    const auto *b =
        reinterpret_cast<const QRgb *>(image.constScanLine(qMin(2 * y + 1, image.height() - 1)));
    auto *out = reinterpret_cast<QRgb *>(half.scanLine(y));
    for (int x = 0; x < half.width(); ++x) {
      int l = 2 * x, r = qMin(l + 1, image.width() - 1);
      auto mean = [&](int (*channel)(QRgb)) {
        return (channel(a[l]) + channel(a[r]) + channel(b[l]) + channel(b[r]) + 2) / 4;
      };
      out[x] = qRgb(mean(qRed), mean(qGreen), mean(qBlue));
    }
  }
  return half;
}

PreparedPicture::PreparedPicture(scene::Picture p, scene::Scheme scheme, scene::Theme theme)
    : picture(std::move(p)), painter(picture, scheme, theme) {
  for (const Panel &panel : picture.panels) {
    QImage image(int(panel.displayCols()), int(panel.displayRows()), QImage::Format_RGB32);
    if (panel.isMap()) {
      // Thread by thread from the last to the first, so that the first owner's colour stays.
      const scene::ThreadValueMap &map = panel.map();
      image.fill(toColor(scene::themeColors(theme).emptyCell));
      for (int64_t t = map.threads() - 1; t >= 0; --t) {
        const QRgb color = painter.palette().color(t).argb();
        for (int64_t v = 0; v < map.values(); ++v)
          if (auto element = map.cellOf(t, v)) {
            Cell at = panel.toDisplay(*element);
            reinterpret_cast<QRgb *>(image.scanLine(int(at.row)))[at.col] = color;
          }
      }
      const scene::Coverage &coverage = map.coverage();
      shared << (coverage.broadcast + coverage.overlapping > 0);
    } else {
      for (int y = 0; y < image.height(); ++y) {
        auto *line = reinterpret_cast<QRgb *>(image.scanLine(y));
        for (int x = 0; x < image.width(); ++x)
          line[x] = painter.color(panel, {y, x}).argb();
      }
      shared << false;
    }
    QList<QImage> stack{image};
    while (qMax(stack.last().width(), stack.last().height()) > 256)
      stack << halved(stack.last());
    levels << stack;
  }
}

// --- Labels
// ---------------------------------------------------------------------------------------

GlyphAtlas::GlyphAtlas(const QFont &font, const QColor &ink, qreal ratio) : m_ratio(ratio) {
  const QString alphabet = QStringLiteral("0123456789TVbx+-");
  QFontMetricsF metrics(font);
  m_height = std::ceil(metrics.height());
  qreal width = 0;
  for (QChar c : alphabet)
    width += std::ceil(metrics.horizontalAdvance(c)) + 2;
  m_pixmap = QPixmap(int(std::ceil(width * ratio)), int(std::ceil(m_height * ratio)));
  m_pixmap.setDevicePixelRatio(ratio);
  m_pixmap.fill(Qt::transparent);
  QPainter painter(&m_pixmap);
  painter.setFont(font);
  painter.setPen(ink);
  qreal x = 1;
  for (QChar c : alphabet) {
    qreal advance = metrics.horizontalAdvance(c), room = std::ceil(advance);
    painter.drawText(QPointF(x, metrics.ascent()), QString(c));
    m_glyphs.insert(c, QRectF(x * ratio, 0, room * ratio, m_height * ratio));
    m_advance.insert(c, advance);
    x += room + 2;
  }
}

qreal GlyphAtlas::width(const QString &text) const {
  qreal width = 0;
  for (QChar c : text)
    width += m_advance.value(c);
  return width;
}

void GlyphAtlas::add(const QString &text, QPointF center) {
  // Whole pixels keep the glyphs crisp.
  qreal x = std::round((center.x() - width(text) / 2) * m_ratio) / m_ratio;
  qreal y = std::round(center.y() * m_ratio) / m_ratio;
  for (QChar c : text) {
    auto it = m_glyphs.constFind(c);
    if (it == m_glyphs.constEnd())
      continue;
    QPointF middle(x + it->width() / m_ratio / 2, y);
    m_queue << QPainter::PixmapFragment::create(middle, *it, 1 / m_ratio, 1 / m_ratio);
    x += m_advance.value(c);
  }
}

void GlyphAtlas::flush(QPainter &painter) {
  painter.drawPixmapFragments(m_queue.constData(), int(m_queue.size()), m_pixmap);
  m_queue.clear();
}

GlyphAtlas &PictureRenderer::atlas(int pixelSize, bool white, qreal ratio) {
  const int key = (pixelSize * 2 + int(white)) * 1000 + int(ratio * 100);
  std::shared_ptr<GlyphAtlas> &entry = m_atlases[key];
  if (!entry) {
    if (m_atlases.size() > 32) { // a long zoom makes many sizes
      m_atlases.clear();
      return atlas(pixelSize, white, ratio);
    }
    QFont font;
    font.setPixelSize(pixelSize);
    entry = std::make_shared<GlyphAtlas>(font, white ? Qt::white : Qt::black, ratio);
  }
  return *entry;
}

// --- Selection
// ------------------------------------------------------------------------------------

void PictureRenderer::setSelection(const scene::Selection &selection) {
  m_selection = selection;
  const scene::Picture &picture = m_prepared->picture;
  scene::Highlight highlight(picture, selection);
  m_lit.assign(picture.panels.size(), {});
  m_veils.clear();
  if (!highlight.active())
    return;
  for (size_t i = 0; i < picture.panels.size(); ++i) {
    const Panel &panel = picture.panels[i];
    std::vector<Cell> &lit = m_lit[i];
    if (selection.element && (selection.element->panel == i || !panel.isMap())) {
      if (selection.element->element.row <
              (panel.isMap() ? panel.map().rows() : panel.grid().rows()) &&
          selection.element->element.col <
              (panel.isMap() ? panel.map().cols() : panel.grid().cols()))
        lit.push_back(selection.element->element);
    } else if (panel.isMap()) {
      const scene::ThreadValueMap &map = panel.map();
      auto addThread = [&](int64_t t) {
        if (t < 0 || t >= map.threads())
          return;
        if (selection.value && !selection.element) {
          if (auto cell = map.cellOf(t, *selection.value))
            lit.push_back(*cell);
          return;
        }
        for (Cell cell : map.cellsOfThread(t))
          lit.push_back(cell);
      };
      if (!selection.thread && !selection.element)
        for (int64_t t = 0; t < map.threads(); ++t)
          addThread(t);
      else
        for (int64_t t : highlight.threads())
          addThread(t);
    }
    QImage veil(int(panel.displayCols()), int(panel.displayRows()), QImage::Format_Indexed8);
    QColor shade = toColor(scene::themeColors(m_prepared->painter.theme()).background);
    shade.setAlphaF(0.8f);
    veil.setColorTable({qRgba(0, 0, 0, 0), shade.rgba()});
    veil.fill(1);
    for (Cell element : lit) {
      Cell at = panel.toDisplay(element);
      veil.scanLine(int(at.row))[at.col] = 0;
    }
    m_veils << veil;
  }
}

// --- Painting
// -------------------------------------------------------------------------------------

namespace {
/// Elements of a panel inside a rectangle, in display orientation, end exclusive.
struct Window {
  int64_t row0, row1, col0, col1;
  bool empty() const { return row0 >= row1 || col0 >= col1; }
};

Window windowOf(const Panel &panel, const scene::Sheet &sheet, size_t index,
                const QRectF &visible) {
  auto clamp = [](double v, int64_t most) { return std::clamp<int64_t>(int64_t(v), 0, most); };
  const auto [x, y] = sheet.origins[index];
  return {clamp(std::floor((visible.top() - y) / sheet.cell), panel.displayRows()),
          clamp(std::ceil((visible.bottom() - y) / sheet.cell), panel.displayRows()),
          clamp(std::floor((visible.left() - x) / sheet.cell), panel.displayCols()),
          clamp(std::ceil((visible.right() - x) / sheet.cell), panel.displayCols())};
}
} // namespace

/// drawImage, also from images beyond the 15 bits that the raster engine has for source
/// coordinates.
static void drawPart(QPainter &painter, const QRectF &target, const QImage &image, QRectF source) {
  constexpr int safe = 8192;
  if (image.width() <= safe && image.height() <= safe) {
    painter.drawImage(target, image, source);
    return;
  }
  const QRect part = source.toAlignedRect().intersected(image.rect());
  painter.drawImage(target, image.copy(part), source.translated(-part.topLeft()));
}

void PictureRenderer::paint(QPainter &painter, const scene::Sheet &sheet, const QRectF &visible,
                            const Marks &marks, bool stickyRulers) {
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
  for (size_t i = 0; i < picture().panels.size(); ++i) {
    paintPanel(painter, i, sheet, visible);
    paintRulers(painter, i, sheet, visible, stickyRulers);
  }
  const scene::ThemeColors colors = scene::themeColors(m_prepared->painter.theme());
  if (marks.cursor)
    paintMark(painter, sheet, *marks.cursor, QPen(toColor(colors.accent), 2, Qt::DashLine));
  if (marks.hover)
    paintMark(painter, sheet, *marks.hover, QPen(toColor(colors.accent), 2));
}

void PictureRenderer::paintMark(QPainter &painter, const scene::Sheet &sheet, const scene::Hit &hit,
                                const QPen &pen) {
  if (hit.panel >= picture().panels.size())
    return;
  Cell at = picture().panels[hit.panel].toDisplay(hit.element);
  const double size = std::max(sheet.cell, 4.0);
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(sheet.origins[hit.panel].x + double(at.col) * sheet.cell,
                          sheet.origins[hit.panel].y + double(at.row) * sheet.cell, size, size));
}

void PictureRenderer::paintPanel(QPainter &painter, size_t index, const scene::Sheet &sheet,
                                 const QRectF &visible) {
  const Panel &panel = picture().panels[index];
  const double edge = sheet.cell;
  const auto [x0, y0] = sheet.origins[index];
  const Window window = windowOf(panel, sheet, index, visible);
  if (window.empty())
    return;
  const scene::Painter &looks = m_prepared->painter;
  const scene::ThemeColors colors = scene::themeColors(looks.theme());

  // Colours: the finest level with at most one source pixel per screen pixel.
  const QList<QImage> &levels = m_prepared->levels[qsizetype(index)];
  qsizetype level = 0;
  while (level + 1 < levels.size() && edge * double(int64_t(1) << (level + 1)) <= 1.0)
    ++level;
  const double step = double(int64_t(1) << level);
  const QRectF area(x0 + double(window.col0) * edge, y0 + double(window.row0) * edge,
                    double(window.col1 - window.col0) * edge,
                    double(window.row1 - window.row0) * edge);
  drawPart(painter, area, levels[level],
           QRectF(double(window.col0) / step, double(window.row0) / step,
                  double(window.col1 - window.col0) / step,
                  double(window.row1 - window.row0) / step));

  auto boxOf = [&](Cell display) {
    return QRectF(x0 + double(display.col) * edge, y0 + double(display.row) * edge, edge, edge);
  };

  // Elements with several owners show them all, or a count.
  if (m_prepared->shared[qsizetype(index)] && edge >= stripesFrom) {
    for (int64_t r = window.row0; r < window.row1; ++r)
      for (int64_t c = window.col0; c < window.col1; ++c) {
        Cell element = panel.toElement({r, c});
        if (panel.map().ownerCount(element) < 2)
          continue;
        scene::CellLook look = looks.look(panel, element);
        QRectF box = boxOf({r, c});
        for (size_t f = 1; f < look.fills.size(); ++f) {
          scene::FillBox part = scene::fillBox(f, look.fills.size());
          painter.fillRect(QRectF(box.x() + part.x * edge, box.y() + part.y * edge,
                                  part.width * edge, part.height * edge),
                           toColor(look.fills[f]));
        }
        if (look.sharing == scene::Sharing::Overlap) {
          painter.setPen(QPen(toColor(colors.danger), 2));
          painter.setBrush(Qt::NoBrush);
          painter.drawRect(box.adjusted(2, 2, -2, -2));
        }
      }
  }

  // Everything that is not selected steps back.
  const bool veiled = !m_veils.isEmpty();
  if (veiled)
    drawPart(painter, area, m_veils[qsizetype(index)],
             QRectF(double(window.col0), double(window.row0), double(window.col1 - window.col0),
                    double(window.row1 - window.row0)));

  if (edge >= linesFrom) {
    QList<QLineF> lines;
    for (int64_t c = window.col0; c <= window.col1; ++c)
      lines << QLineF(x0 + double(c) * edge, area.top(), x0 + double(c) * edge, area.bottom());
    for (int64_t r = window.row0; r <= window.row1; ++r)
      lines << QLineF(area.left(), y0 + double(r) * edge, area.right(), y0 + double(r) * edge);
    painter.setPen(QPen(toColor(colors.grid), 1));
    painter.drawLines(lines);
  }

  if (edge >= labelsFrom) {
    const int pixels = std::clamp(int(std::lround(edge * 0.29)), 8, 20);
    const qreal ratio = painter.device()->devicePixelRatioF();
    GlyphAtlas &black = atlas(pixels, false, ratio), &white = atlas(pixels, true, ratio),
               &smallBlack = atlas(std::max(pixels * 7 / 10, 7), false, ratio),
               &smallWhite = atlas(std::max(pixels * 7 / 10, 7), true, ratio);
    const QImage *veil = veiled ? &m_veils[qsizetype(index)] : nullptr;
    for (int64_t r = window.row0; r < window.row1; ++r)
      for (int64_t c = window.col0; c < window.col1; ++c) {
        // Labels of what is not selected would only be noise.
        if (veil && veil->constScanLine(int(r))[c] != 0)
          continue;
        scene::CellLook look = looks.look(panel, panel.toElement({r, c}));
        if (look.first.empty())
          continue;
        QRectF box = boxOf({r, c});
        const bool ink = scene::labelColor(look.fills[0]) == scene::Rgb{255, 255, 255};
        auto draw = [&](const std::string &words, double at) {
          QString text = QString::fromStdString(words);
          GlyphAtlas &normal = ink ? white : black;
          (normal.width(text) <= edge - 2 ? normal
           : ink                          ? smallWhite
                                          : smallBlack)
              .add(text, {box.center().x(), box.y() + edge * at});
        };
        if (look.second.empty()) {
          draw(look.first, 0.5);
        } else {
          draw(look.first, 0.28);
          draw(look.second, 0.73);
        }
      }
    for (GlyphAtlas *glyphs : {&black, &white, &smallBlack, &smallWhite})
      glyphs->flush(painter);
  }

  // Outlines make single lit elements visible at any zoom; many of them explain themselves.
  if (veiled && m_lit[index].size() <= 20000) {
    painter.setPen(QPen(toColor(colors.text), edge >= 12 ? 2 : 1));
    painter.setBrush(Qt::NoBrush);
    const double size = std::max(edge, 3.0);
    for (Cell element : m_lit[index]) {
      Cell at = panel.toDisplay(element);
      QRectF box(x0 + double(at.col) * edge, y0 + double(at.row) * edge, size, size);
      if (box.intersects(visible))
        painter.drawRect(box);
    }
  }
}

void PictureRenderer::paintRulers(QPainter &painter, size_t index, const scene::Sheet &sheet,
                                  const QRectF &visible, bool sticky) {
  const Panel &panel = picture().panels[index];
  const double edge = sheet.cell;
  const auto [x0, y0] = sheet.origins[index];
  const double width = double(panel.displayCols()) * edge,
               height = double(panel.displayRows()) * edge;
  const scene::ThemeColors colors = scene::themeColors(m_prepared->painter.theme());

  QFont bold;
  bold.setPixelSize(14);
  bold.setBold(true);
  painter.setFont(bold);
  painter.setPen(toColor(colors.text));
  const QString title = QString::fromStdString(panel.title);
  painter.drawText(QPointF(x0, y0 - 24), title);
  const double after = QFontMetricsF(bold).horizontalAdvance(title) + 8;
  QFont plain;
  plain.setPixelSize(12);
  painter.setFont(plain);
  painter.setPen(toColor(colors.mutedText));
  QString size = panel.isMap()
                     ? QStringLiteral("%1 × %2").arg(panel.map().rows()).arg(panel.map().cols())
                     : QStringLiteral("%1 × %2").arg(panel.grid().rows()).arg(panel.grid().cols());
  if (!panel.rowAxis.empty())
    size = QStringLiteral("%1 × %2 = %3")
               .arg(QString::fromStdString(panel.elementRowAxis()),
                    QString::fromStdString(panel.elementColAxis()), size);
  painter.drawText(QPointF(x0 + after, y0 - 24), size);

  QFont small;
  small.setPixelSize(10);
  painter.setFont(small);
  QFontMetricsF metrics(small);
  auto every = [&](double room) {
    int64_t n = 1;
    while (double(n) * edge < room)
      n *= 2;
    return n;
  };
  const Window window = windowOf(panel, sheet, index, visible);
  if (window.empty())
    return;
  QColor strip = toColor(colors.background);
  strip.setAlphaF(0.88f);
  // Column numbers above the grid, or at the edge of the view while the grid runs out of it.
  double y = y0 - 18;
  if (sticky && y < visible.top() && y0 + height > visible.top() + 24) {
    y = visible.top();
    painter.fillRect(QRectF(std::max(x0, visible.left()), y,
                            std::min(x0 + width, visible.right()) - std::max(x0, visible.left()),
                            16),
                     strip);
  }
  const int64_t colStep =
      every(metrics.horizontalAdvance(QString::number(panel.displayCols())) + 8);
  for (int64_t c = (window.col0 + colStep - 1) / colStep * colStep; c < window.col1; c += colStep)
    painter.drawText(QRectF(x0 + (double(c) + 0.5) * edge - 30, y, 60, 16), Qt::AlignCenter,
                     QString::number(c));
  double x = x0 - 34;
  if (sticky && x < visible.left() && x0 + width > visible.left() + 40) {
    x = visible.left();
    painter.fillRect(QRectF(x, std::max(y0, visible.top()), 30,
                            std::min(y0 + height, visible.bottom()) - std::max(y0, visible.top())),
                     strip);
  }
  const int64_t rowStep = every(13);
  for (int64_t r = (window.row0 + rowStep - 1) / rowStep * rowStep; r < window.row1; r += rowStep)
    painter.drawText(QRectF(x, y0 + (double(r) + 0.5) * edge - 8, 28, 16),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(r));
}

QImage renderImage(const std::shared_ptr<const PreparedPicture> &prepared,
                   const scene::Selection &selection, double cell) {
  scene::Sheet sheet = scene::layOut(prepared->picture, cell);
  while (sheet.width * sheet.height > 64e6 && cell > 0.01) {
    cell *= 0.8;
    sheet = scene::layOut(prepared->picture, cell);
  }
  QImage image(std::max(1, int(std::ceil(sheet.width))), std::max(1, int(std::ceil(sheet.height))),
               QImage::Format_RGB32);
  image.fill(toColor(scene::themeColors(prepared->painter.theme()).background));
  PictureRenderer renderer(prepared);
  renderer.setSelection(selection);
  QPainter painter(&image);
  renderer.paint(painter, sheet, QRectF(0, 0, sheet.width, sheet.height), {}, false);
  return image;
}

} // namespace app
