// The picture of the selected operation: pan, zoom, keyboard, hover, selection.
#pragma once

#include "visualizer/app/PictureRenderer.h"

#include <QAbstractScrollArea>

namespace app {

class PictureView : public QAbstractScrollArea {
  Q_OBJECT
public:
  explicit PictureView(QWidget *parent = nullptr);

  /// Shows a picture; null shows the empty text.
  void setPicture(std::shared_ptr<const PreparedPicture> prepared, bool keepView = false);
  void setEmptyText(const QString &text);
  const PreparedPicture *prepared() const { return m_renderer ? &m_renderer->prepared() : nullptr; }
  std::shared_ptr<const PreparedPicture> shared() const { return m_prepared; }

  void setSelection(const scene::Selection &selection);
  const scene::Selection &selection() const { return m_selection; }
  const std::optional<scene::Hit> &cursor() const { return m_cursor; }
  void setCursorCell(const scene::Hit &hit);

  double cellSize() const { return m_sheet.cell; }
  void setCellSize(double size, QPointF anchor);
  void fit();
  void zoomIn();
  void zoomOut();
  /// The element under a point of the viewport.
  std::optional<scene::Hit> hitAt(QPointF point) const;
  /// Centre of an element in the viewport; for tests and for tooltips by keyboard.
  QPointF pointOf(const scene::Hit &hit) const;
  /// What a tooltip says about an element.
  QString describe(const scene::Hit &hit) const;

signals:
  void selectionChanged(const scene::Selection &selection);
  void described(const QString &text);
  void zoomChanged(double cellSize);

protected:
  void paintEvent(QPaintEvent *event) override;
  void resizeEvent(QResizeEvent *event) override;
  void wheelEvent(QWheelEvent *event) override;
  void mousePressEvent(QMouseEvent *event) override;
  void mouseMoveEvent(QMouseEvent *event) override;
  void mouseReleaseEvent(QMouseEvent *event) override;
  void keyPressEvent(QKeyEvent *event) override;
  bool viewportEvent(QEvent *event) override;
  void focusInEvent(QFocusEvent *event) override;
  void focusOutEvent(QFocusEvent *event) override;

private:
  QPointF origin() const; ///< of the sheet, in the viewport
  void relayout();
  void setHover(std::optional<scene::Hit> hit);
  void select(const scene::Hit &hit, bool elementAlone);
  void moveCursor(int64_t down, int64_t right);
  void changePanel(int by);
  void reveal(const scene::Hit &hit);

  std::shared_ptr<const PreparedPicture> m_prepared;
  std::unique_ptr<PictureRenderer> m_renderer;
  scene::Sheet m_sheet;
  scene::Selection m_selection;
  std::optional<scene::Hit> m_hover, m_cursor;
  QString m_emptyText;
  QPointF m_pressed;
  QPoint m_scrollAtPress;
  bool m_dragging = false, m_fitted = true;

  static constexpr double smallest = 0.05, largest = 120;
};

} // namespace app
