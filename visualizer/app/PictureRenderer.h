// Paints pictures with QPainter: colours as one image per panel, labels from a glyph atlas,
// selection as a veil image. Nothing is kept per cell but a pixel.
#pragma once

#include "visualizer/scene/CellLook.h"
#include "visualizer/scene/Selection.h"

#include <QFont>
#include <QHash>
#include <QImage>
#include <QPainter>
#include <QPixmap>
#include <memory>

namespace app {

/// The part that takes time: made on a worker, then shared and never changed.
struct PreparedPicture {
  scene::Picture picture;
  scene::Painter painter;
  /// Per panel: one pixel per element in display orientation, then halved copies down to 256
  /// pixels.
  QList<QList<QImage>> levels;
  QList<bool> shared; ///< per panel: some element has several owners or none

  PreparedPicture(scene::Picture picture, scene::Scheme scheme, scene::Theme theme);
};

/// Characters of labels as pixels in one ink.
class GlyphAtlas {
public:
  GlyphAtlas(const QFont &font, const QColor &ink, qreal devicePixelRatio);
  /// Queues a text centred on a point.
  void add(const QString &text, QPointF center);
  /// Draws all that was queued at once.
  void flush(QPainter &painter);
  qreal width(const QString &text) const;

private:
  QPixmap m_pixmap;
  QHash<QChar, QRectF> m_glyphs; // in device pixels
  QHash<QChar, qreal> m_advance; // in logical pixels
  qreal m_ratio, m_height;
  QList<QPainter::PixmapFragment> m_queue;
};

class PictureRenderer {
public:
  explicit PictureRenderer(std::shared_ptr<const PreparedPicture> prepared)
      : m_prepared(std::move(prepared)) {}

  const scene::Picture &picture() const { return m_prepared->picture; }
  const PreparedPicture &prepared() const { return *m_prepared; }
  void setSelection(const scene::Selection &selection);
  const scene::Selection &selection() const { return m_selection; }

  /// Elements that the selection lights up in a panel.
  const std::vector<scene::Cell> &lit(size_t panel) const { return m_lit[panel]; }

  struct Marks {
    std::optional<scene::Hit> hover, cursor;
  };
  /// Draws the part of the sheet inside `visible`; the painter's origin is that of the sheet.
  void paint(QPainter &painter, const scene::Sheet &sheet, const QRectF &visible,
             const Marks &marks, bool stickyRulers = true);

  /// Cell edges, in pixels, from which details appear.
  static constexpr double linesFrom = 6, stripesFrom = 12, labelsFrom = 26;

private:
  void paintPanel(QPainter &painter, size_t index, const scene::Sheet &sheet,
                  const QRectF &visible);
  void paintRulers(QPainter &painter, size_t index, const scene::Sheet &sheet,
                   const QRectF &visible, bool sticky);
  void paintMark(QPainter &painter, const scene::Sheet &sheet, const scene::Hit &hit,
                 const QPen &pen);
  GlyphAtlas &atlas(int pixelSize, bool white, qreal ratio);

  std::shared_ptr<const PreparedPicture> m_prepared;
  scene::Selection m_selection;
  std::vector<std::vector<scene::Cell>> m_lit;
  QList<QImage> m_veils; // per panel, empty without selection
  QHash<int, std::shared_ptr<GlyphAtlas>> m_atlases;
};

/// The whole sheet as an image; `cell` pixels per element, made smaller until it has at most 64
/// Mpixel.
QImage renderImage(const std::shared_ptr<const PreparedPicture> &prepared,
                   const scene::Selection &selection, double cell);

} // namespace app
