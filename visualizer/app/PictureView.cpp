#include "visualizer/app/PictureView.h"

#include "visualizer/app/Appearance.h"

#include <QApplication>
#include <QHelpEvent>
#include <QPaintEvent>
#include <QScrollBar>
#include <QToolTip>
#include <cmath>

namespace app {

using scene::Cell;
using scene::Hit;

PictureView::PictureView(QWidget *parent) : QAbstractScrollArea(parent) {
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setMouseTracking(true);
  viewport()->setAutoFillBackground(false);
  setAccessibleName(tr("Picture"));
  setAccessibleDescription(
      tr("Arrow keys move between elements, Enter selects the thread that owns the element, "
         "Page Up and Page Down change the operand, plus and minus zoom, 0 fits."));
  connect(horizontalScrollBar(), &QScrollBar::valueChanged, this, [this] { viewport()->update(); });
  connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { viewport()->update(); });
}

void PictureView::setPicture(std::shared_ptr<const PreparedPicture> prepared, bool keepView) {
  m_prepared = std::move(prepared);
  m_hover.reset();
  if (!m_prepared || m_prepared->picture.panels.empty()) {
    m_renderer.reset();
    m_cursor.reset();
    m_sheet = {};
    relayout();
    return;
  }
  m_renderer = std::make_unique<PictureRenderer>(m_prepared);
  m_renderer->setSelection(m_selection);
  if (!keepView) {
    m_cursor.reset();
    m_fitted = true;
  }
  if (m_cursor && m_cursor->panel >= m_prepared->picture.panels.size())
    m_cursor.reset();
  if (m_fitted)
    fit();
  else
    relayout();
}

void PictureView::setEmptyText(const QString &text) {
  m_emptyText = text;
  viewport()->update();
}

void PictureView::setSelection(const scene::Selection &selection) {
  if (selection == m_selection)
    return;
  m_selection = selection;
  if (m_renderer)
    m_renderer->setSelection(selection);
  viewport()->update();
  emit selectionChanged(selection);
}

// --- Geometry
// -------------------------------------------------------------------------------------

QPointF PictureView::origin() const {
  // A sheet smaller than the view stands in its middle.
  double x = std::max(0.0, (viewport()->width() - m_sheet.width) / 2),
         y = std::max(0.0, (viewport()->height() - m_sheet.height) / 2);
  return QPointF(std::floor(x) - horizontalScrollBar()->value(),
                 std::floor(y) - verticalScrollBar()->value());
}

void PictureView::relayout() {
  if (m_renderer)
    m_sheet = scene::layOut(m_renderer->picture(), m_sheet.cell);
  const QSize view = viewport()->size();
  auto range = [](QScrollBar *bar, double sheet, int view) {
    bar->setPageStep(view);
    bar->setSingleStep(qMax(1, view / 16));
    bar->setRange(0, qMax(0, int(std::ceil(qMin(sheet, 2e9))) - view));
  };
  range(horizontalScrollBar(), m_sheet.width, view.width());
  range(verticalScrollBar(), m_sheet.height, view.height());
  viewport()->update();
}

void PictureView::setCellSize(double size, QPointF anchor) {
  if (!m_renderer)
    return;
  size = std::clamp(size, smallest, largest);
  // From 4 px on whole pixels, so that all cells are equally wide.
  if (size >= 4)
    size = std::round(size);
  if (size == m_sheet.cell)
    return;
  // The element under the anchor stays there; margins do not scale, so go by the element.
  QPointF sheetPoint = anchor - origin();
  size_t panel = 0;
  double nearest = 1e300;
  const scene::Picture &picture = m_renderer->picture();
  for (size_t i = 0; i < picture.panels.size(); ++i) {
    QRectF rect(m_sheet.origins[i].x, m_sheet.origins[i].y,
                double(picture.panels[i].displayCols()) * m_sheet.cell,
                double(picture.panels[i].displayRows()) * m_sheet.cell);
    double dx = std::max({rect.left() - sheetPoint.x(), 0.0, sheetPoint.x() - rect.right()}),
           dy = std::max({rect.top() - sheetPoint.y(), 0.0, sheetPoint.y() - rect.bottom()});
    if (dx + dy < nearest) {
      nearest = dx + dy;
      panel = i;
    }
  }
  QPointF cells((sheetPoint.x() - m_sheet.origins[panel].x) / m_sheet.cell,
                (sheetPoint.y() - m_sheet.origins[panel].y) / m_sheet.cell);
  m_sheet.cell = size;
  m_fitted = false;
  relayout();
  QPointF now = origin() + QPointF(m_sheet.origins[panel].x + cells.x() * size,
                                   m_sheet.origins[panel].y + cells.y() * size);
  QPointF move = now - anchor;
  horizontalScrollBar()->setValue(horizontalScrollBar()->value() + int(std::round(move.x())));
  verticalScrollBar()->setValue(verticalScrollBar()->value() + int(std::round(move.y())));
  emit zoomChanged(size);
}

void PictureView::fit() {
  if (!m_renderer)
    return;
  // Margins do not scale, so search the largest cell whose sheet fits.
  double low = smallest, high = 44;
  auto fits = [&](double cell) {
    scene::Sheet sheet = scene::layOut(m_renderer->picture(), cell);
    return sheet.width <= viewport()->width() && sheet.height <= viewport()->height();
  };
  if (fits(high)) {
    low = high;
  } else {
    for (int i = 0; i < 30; ++i) {
      double middle = (low + high) / 2;
      (fits(middle) ? low : high) = middle;
    }
  }
  m_sheet.cell = low >= 4 ? std::floor(low) : low;
  m_fitted = true;
  relayout();
  emit zoomChanged(m_sheet.cell);
}

void PictureView::zoomIn() {
  setCellSize(std::max(m_sheet.cell * 1.25, m_sheet.cell + (m_sheet.cell >= 4 ? 1 : 0)),
              viewport()->rect().center());
}
void PictureView::zoomOut() {
  setCellSize(m_sheet.cell >= 5 ? std::min(m_sheet.cell / 1.25, m_sheet.cell - 1)
                                : m_sheet.cell / 1.25,
              viewport()->rect().center());
}

std::optional<Hit> PictureView::hitAt(QPointF point) const {
  if (!m_renderer)
    return std::nullopt;
  QPointF at = point - origin();
  return m_sheet.hitTest(m_renderer->picture(), at.x(), at.y());
}

QPointF PictureView::pointOf(const Hit &hit) const {
  Cell at = m_renderer->picture().panels[hit.panel].toDisplay(hit.element);
  return origin() + QPointF(m_sheet.origins[hit.panel].x + (double(at.col) + 0.5) * m_sheet.cell,
                            m_sheet.origins[hit.panel].y + (double(at.row) + 0.5) * m_sheet.cell);
}

void PictureView::reveal(const Hit &hit) {
  QPointF point = pointOf(hit);
  const double half = std::max(m_sheet.cell / 2, 8.0) + 30; // the rulers stay clear as well
  auto scroll = [half](QScrollBar *bar, double at, int room) {
    if (at - half < 0)
      bar->setValue(bar->value() + int(std::floor(at - half)));
    else if (at + half > room)
      bar->setValue(bar->value() + int(std::ceil(at + half - room)));
  };
  scroll(horizontalScrollBar(), point.x(), viewport()->width());
  scroll(verticalScrollBar(), point.y(), viewport()->height());
}

// --- Words
// ----------------------------------------------------------------------------------------

QString PictureView::describe(const Hit &hit) const {
  if (!m_renderer || hit.panel >= m_renderer->picture().panels.size())
    return {};
  const scene::Panel &panel = m_renderer->picture().panels[hit.panel];
  auto axis = [](const std::string &name, const char *fallback) {
    return name.empty() ? QString::fromLatin1(fallback) : QString::fromStdString(name);
  };
  QString text = QStringLiteral("%1  %2 %3, %4 %5")
                     .arg(QString::fromStdString(panel.title), axis(panel.elementRowAxis(), "row"))
                     .arg(hit.element.row)
                     .arg(axis(panel.elementColAxis(), "column"))
                     .arg(hit.element.col);
  if (!panel.isMap()) {
    const int64_t offset = panel.grid().offsetOf(hit.element);
    text += tr("\noffset %1").arg(offset);
    return panel.banks ? text + tr(", bank %1").arg(scene::bankOf(*panel.banks, offset)) : text;
  }
  const int64_t owners = panel.map().ownerCount(hit.element);
  if (owners == 0)
    return text + tr("\nno owner");
  text += u'\n' + QString::fromStdString(scene::ownersText(panel.map(), hit.element, 12));
  if (owners > 1)
    text += panel.map().sharingOf(hit.element) == scene::Sharing::Overlap
                ? tr("\noverlap: %1 owners").arg(owners)
                : tr("\nbroadcast: %1 owners").arg(owners);
  return text;
}

void PictureView::setHover(std::optional<Hit> hit) {
  if (hit == m_hover)
    return;
  m_hover = hit;
  viewport()->update();
  emit described(hit ? describe(*hit).replace(u'\n', QStringLiteral("   ")) : QString());
}

// --- Selecting
// ------------------------------------------------------------------------------------

void PictureView::select(const Hit &hit, bool elementAlone) {
  const scene::Panel &panel = m_renderer->picture().panels[hit.panel];
  if (!panel.isMap() || elementAlone) {
    scene::Selection element = scene::Selection::ofElement(hit);
    setSelection(element == m_selection ? scene::Selection{} : element);
    return;
  }
  std::vector<scene::Owner> owners = panel.map().ownersOf(hit.element);
  if (owners.empty()) {
    setSelection({});
    return;
  }
  // Again on the same element: the next of its threads, then nothing.
  size_t next = 0;
  if (m_selection.thread && !m_selection.value) {
    for (size_t i = 0; i < owners.size(); ++i)
      if (owners[i].thread == *m_selection.thread) {
        next = i + 1;
        while (next < owners.size() && owners[next].thread == *m_selection.thread)
          ++next;
        break;
      }
  }
  setSelection(next < owners.size() ? scene::Selection::ofThread(owners[next].thread)
                                    : scene::Selection{});
}

void PictureView::setCursorCell(const Hit &hit) {
  m_cursor = hit;
  reveal(hit);
  viewport()->update();
  emit described(describe(hit).replace(u'\n', QStringLiteral("   ")));
}

void PictureView::moveCursor(int64_t down, int64_t right) {
  const scene::Picture &picture = m_renderer->picture();
  if (!m_cursor) {
    setCursorCell(
        {picture.kind == scene::PictureKind::Mma ? size_t(picture.panels.size() - 1) : 0, {0, 0}});
    return;
  }
  const scene::Panel &panel = picture.panels[m_cursor->panel];
  Cell at = panel.toDisplay(m_cursor->element);
  at.row = std::clamp<int64_t>(at.row + down, 0, panel.displayRows() - 1);
  at.col = std::clamp<int64_t>(at.col + right, 0, panel.displayCols() - 1);
  setCursorCell({m_cursor->panel, panel.toElement(at)});
}

void PictureView::changePanel(int by) {
  const auto count = int(m_renderer->picture().panels.size());
  int index = m_cursor ? (int(m_cursor->panel) + by + count) % count : 0;
  setCursorCell({size_t(index), {0, 0}});
}

// --- Events
// ---------------------------------------------------------------------------------------

void PictureView::paintEvent(QPaintEvent *event) {
  QPainter painter(viewport());
  const scene::ThemeColors colors = scene::themeColors(currentTheme());
  painter.fillRect(event->rect(), toColor(colors.background));
  if (!m_renderer) {
    QFont font = this->font();
    font.setPixelSize(14);
    painter.setFont(font);
    painter.setPen(toColor(colors.mutedText));
    painter.drawText(viewport()->rect().adjusted(40, 40, -40, -40),
                     Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
    return;
  }
  QPointF at = origin();
  painter.translate(at);
  m_renderer->paint(painter, m_sheet, QRectF(event->rect()).translated(-at),
                    {m_hover, hasFocus() ? m_cursor : std::nullopt});
}

void PictureView::resizeEvent(QResizeEvent *event) {
  QAbstractScrollArea::resizeEvent(event);
  if (m_fitted)
    fit();
  else
    relayout();
}

void PictureView::wheelEvent(QWheelEvent *event) {
  if (!m_renderer || event->modifiers() & (Qt::ShiftModifier | Qt::AltModifier) ||
      event->angleDelta().y() == 0) {
    QAbstractScrollArea::wheelEvent(event);
    return;
  }
  double factor = std::pow(1.0015, event->angleDelta().y());
  double size = m_sheet.cell * factor;
  if (m_sheet.cell >= 4 && std::round(size) == m_sheet.cell)
    size = m_sheet.cell + (factor > 1 ? 1 : -1); // rounding must not swallow a step
  setCellSize(size, event->position());
  event->accept();
}

void PictureView::mousePressEvent(QMouseEvent *event) {
  m_pressed = event->position();
  m_scrollAtPress = {horizontalScrollBar()->value(), verticalScrollBar()->value()};
  m_dragging = false;
}

void PictureView::mouseMoveEvent(QMouseEvent *event) {
  if (event->buttons() & (Qt::LeftButton | Qt::MiddleButton)) {
    QPointF moved = event->position() - m_pressed;
    if (!m_dragging && moved.manhattanLength() >= QApplication::startDragDistance()) {
      m_dragging = true;
      viewport()->setCursor(Qt::ClosedHandCursor);
    }
    if (m_dragging) {
      horizontalScrollBar()->setValue(m_scrollAtPress.x() - int(moved.x()));
      verticalScrollBar()->setValue(m_scrollAtPress.y() - int(moved.y()));
    }
    return;
  }
  setHover(hitAt(event->position()));
}

void PictureView::mouseReleaseEvent(QMouseEvent *event) {
  viewport()->unsetCursor();
  if (m_dragging || event->button() != Qt::LeftButton || !m_renderer) {
    m_dragging = false;
    return;
  }
  auto hit = hitAt(event->position());
  if (!hit) {
    setSelection({});
    return;
  }
  m_cursor = hit;
  select(*hit, event->modifiers() & Qt::ControlModifier);
  viewport()->update();
}

void PictureView::keyPressEvent(QKeyEvent *event) {
  if (!m_renderer) {
    QAbstractScrollArea::keyPressEvent(event);
    return;
  }
  const int64_t far = event->modifiers() & Qt::ControlModifier ? 8 : 1;
  auto stepThread = [&](int64_t by) {
    int64_t threads = m_renderer->picture().threads();
    if (threads == 0)
      return;
    int64_t now = m_selection.thread.value_or(by > 0 ? -1 : 0);
    setSelection(scene::Selection::ofThread((now + by + threads) % threads));
  };
  switch (event->key()) {
  case Qt::Key_Up:
    moveCursor(-far, 0);
    return;
  case Qt::Key_Down:
    moveCursor(far, 0);
    return;
  case Qt::Key_Left:
    moveCursor(0, -far);
    return;
  case Qt::Key_Right:
    moveCursor(0, far);
    return;
  case Qt::Key_Home:
    moveCursor(event->modifiers() & Qt::ControlModifier ? -INT32_MAX : 0, -INT32_MAX);
    return;
  case Qt::Key_End:
    moveCursor(event->modifiers() & Qt::ControlModifier ? INT32_MAX : 0, INT32_MAX);
    return;
  case Qt::Key_PageUp:
    changePanel(-1);
    return;
  case Qt::Key_PageDown:
    changePanel(1);
    return;
  case Qt::Key_Return:
  case Qt::Key_Enter:
  case Qt::Key_Space:
    if (m_cursor)
      select(*m_cursor, event->modifiers() & Qt::ControlModifier);
    return;
  case Qt::Key_Escape:
    setSelection({});
    return;
  case Qt::Key_Plus:
  case Qt::Key_Equal:
    zoomIn();
    return;
  case Qt::Key_Minus:
    zoomOut();
    return;
  case Qt::Key_0:
  case Qt::Key_F:
    fit();
    return;
  case Qt::Key_T:
    stepThread(event->modifiers() & Qt::ShiftModifier ? -1 : 1);
    return;
  default:
    QAbstractScrollArea::keyPressEvent(event);
  }
}

bool PictureView::viewportEvent(QEvent *event) {
  if (event->type() == QEvent::Leave)
    setHover({});
  if (event->type() == QEvent::ToolTip) {
    auto *help = static_cast<QHelpEvent *>(event);
    auto hit = hitAt(help->pos());
    if (hit)
      QToolTip::showText(help->globalPos(), describe(*hit), viewport());
    else
      QToolTip::hideText();
    return true;
  }
  return QAbstractScrollArea::viewportEvent(event);
}

void PictureView::focusInEvent(QFocusEvent *event) {
  QAbstractScrollArea::focusInEvent(event);
  viewport()->update();
}

void PictureView::focusOutEvent(QFocusEvent *event) {
  QAbstractScrollArea::focusOutEvent(event);
  viewport()->update();
}

} // namespace app
