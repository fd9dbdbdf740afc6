#include "visualizer/app/CodeView.h"

#include "visualizer/app/Appearance.h"

#include <QHelpEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSyntaxHighlighter>
#include <QTextBlock>
#include <QToolTip>

namespace app {

/// MLIR, LLVM IR and AMD/NVIDIA assembly share comments, values, symbols and numbers well enough
/// for one pattern.
class CodeHighlighter : public QSyntaxHighlighter {
public:
  using QSyntaxHighlighter::QSyntaxHighlighter;
  bool enabled = true;

protected:
  void highlightBlock(const QString &text) override {
    if (!enabled || text.size() > 20000) // a line that long is data, not code
      return;
    static const QRegularExpression token(QStringLiteral(
        R"((?<comment>//.*|(?:^|\s);.*)|(?<string>"(?:[^"\\]|\\.)*")|(?<value>%[\w.$-]+(?:#\d+)?|\bv\d+\b|\bs\d+\b|\b[vsa]\[\d+(?::\d+)?\])|(?<symbol>@[\w.$-]+|\^\w+|^[\w.$]+:)|(?<type>![\w.]+|\b(?:[suf]?i\d+|bf16|f\d+\w*|tf32|index|ptr|memref|vector|tensor)\b)|(?<attribute>#[\w.]+)|(?<number>\b(?:0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\b)|(?<op>\b[a-z_][\w]*(?:\.[\w]+)+))"));
    const TextColors colors = textColors(currentTheme());
    auto it = token.globalMatch(text);
    while (it.hasNext()) {
      QRegularExpressionMatch match = it.next();
      const int start = int(match.capturedStart()), length = int(match.capturedLength());
      auto paint = [&](const char *group, const QColor &color, bool bold = false) {
        if (match.capturedStart(QLatin1String(group)) < 0)
          return false;
        QTextCharFormat format;
        format.setForeground(color);
        if (bold)
          format.setFontWeight(QFont::DemiBold);
        setFormat(start, length, format);
        return true;
      };
      paint("comment", colors.comment) || paint("string", colors.string) ||
          paint("value", colors.value) || paint("symbol", colors.symbol) ||
          paint("type", colors.type) || paint("attribute", colors.type) ||
          paint("number", colors.number) || paint("op", colors.operation, true);
    }
  }
};

namespace {
class Gutter : public QWidget {
public:
  explicit Gutter(CodeView *view) : QWidget(view), m_view(view) {}
  QSize sizeHint() const override { return {m_view->gutterWidth(), 0}; }

protected:
  void paintEvent(QPaintEvent *event) override { m_view->paintGutter(event); }

private:
  CodeView *m_view;
};
} // namespace

CodeView::CodeView(QWidget *parent)
    : QPlainTextEdit(parent), m_gutter(new Gutter(this)),
      m_highlighter(new CodeHighlighter(document())) {
  setReadOnly(true);
  // A cursor that can be moved by keyboard also in a read-only text.
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  setLineWrapMode(NoWrap);
  setFont(codeFont());
  setFrameShape(QFrame::NoFrame);
  setTabChangesFocus(true);
  connect(this, &QPlainTextEdit::blockCountChanged, this,
          [this] { setViewportMargins(gutterWidth(), 0, 0, 0); });
  connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect &rect, int dy) {
    if (dy)
      m_gutter->scroll(0, dy);
    else
      m_gutter->update(0, rect.y(), m_gutter->width(), rect.height());
  });
  connect(this, &QPlainTextEdit::cursorPositionChanged, this, &CodeView::refreshSelections);
}

void CodeView::setCode(const QString &text) {
  m_isDiff = false;
  m_diff.clear();
  m_diagnostics.clear();
  m_markedLines.clear();
  m_hasMark = false;
  // Beyond this, colouring all lines at once would be felt.
  m_highlighter->enabled = text.size() < 4'000'000;
  setPlainText(text);
  setViewportMargins(gutterWidth(), 0, 0, 0);
  m_gutter->update();
}

void CodeView::setDiff(const QList<DiffLine> &lines) {
  QString text;
  for (const DiffLine &line : lines) {
    if (!text.isNull())
      text += u'\n';
    text += line.kind == LineKind::Gap ? QStringLiteral("⋯ ") + line.text : line.text;
    if (text.isNull())
      text = QLatin1String("");
  }
  setCode(text);
  m_isDiff = true;
  m_diff = lines;
  setViewportMargins(gutterWidth(), 0, 0, 0);
  m_gutter->update();
  viewport()->update();
}

void CodeView::setDiagnostics(const QList<Diagnostic> &diagnostics) {
  m_diagnostics = diagnostics;
  refreshSelections();
  m_gutter->update();
}

QTextCursor CodeView::cursorFor(const Range &range) const {
  auto offset = [this](const Position &position) {
    QTextBlock block =
        document()->findBlockByNumber(qMin(position.line, document()->blockCount() - 1));
    return block.position() + qMin(position.character, block.length() - 1);
  };
  QTextCursor cursor(document());
  int start = offset(range.start), end = offset(range.end);
  if (end <= start) {
    // An empty range underlines the word there, or at least one character.
    cursor.setPosition(start);
    cursor.movePosition(QTextCursor::EndOfWord, QTextCursor::KeepAnchor);
    if (!cursor.hasSelection())
      cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
    if (!cursor.hasSelection())
      cursor.movePosition(QTextCursor::PreviousCharacter, QTextCursor::KeepAnchor);
    return cursor;
  }
  cursor.setPosition(start);
  cursor.setPosition(end, QTextCursor::KeepAnchor);
  return cursor;
}

void CodeView::refreshSelections() {
  QList<QTextEdit::ExtraSelection> selections;
  const TextColors colors = textColors(currentTheme());
  if (!m_isDiff) {
    QTextEdit::ExtraSelection current;
    current.cursor = textCursor();
    current.cursor.clearSelection();
    current.format.setBackground(palette().color(QPalette::AlternateBase));
    current.format.setProperty(QTextFormat::FullWidthSelection, true);
    selections << current;
  }
  if (m_hasMark) {
    QTextEdit::ExtraSelection mark;
    mark.cursor = cursorFor(m_marked);
    mark.format.setBackground(palette().color(QPalette::Highlight));
    selections << mark;
  }
  for (int line : m_markedLines) {
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(document()->findBlockByNumber(line));
    mark.format.setBackground(palette().color(QPalette::Highlight));
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    selections << mark;
  }
  constexpr int mostUnderlines = 2000;
  for (int i = 0; i < m_diagnostics.size() && i < mostUnderlines; ++i) {
    const Diagnostic &diagnostic = m_diagnostics[i];
    QTextEdit::ExtraSelection underline;
    underline.cursor = cursorFor(diagnostic.range);
    underline.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    underline.format.setUnderlineColor(diagnostic.severity == Severity::Error     ? colors.error
                                       : diagnostic.severity == Severity::Warning ? colors.warning
                                                                                  : colors.note);
    selections << underline;
  }
  setExtraSelections(selections);
}

void CodeView::showRange(const Range &range) {
  m_marked = range;
  m_hasMark = true;
  goTo(range.start);
}

void CodeView::markLines(const QList<int> &lines) {
  m_markedLines = lines;
  refreshSelections();
}

void CodeView::goTo(const Position &position) {
  QTextBlock block =
      document()->findBlockByNumber(qBound(0, position.line, document()->blockCount() - 1));
  QTextCursor cursor(block);
  cursor.setPosition(block.position() + qBound(0, position.character, block.length() - 1));
  setTextCursor(cursor);
  refreshSelections();
  centerCursor();
  // A long line must not leave the view at its far end.
  horizontalScrollBar()->setValue(0);
  ensureCursorVisible();
}

bool CodeView::goToChange(bool forward) {
  auto changed = [this](int line) {
    return m_diff[line].kind == LineKind::Added || m_diff[line].kind == LineKind::Removed;
  };
  const int count = int(m_diff.size());
  int line = textCursor().blockNumber();
  // Leave the run we stand in first.
  while (line >= 0 && line < count && changed(line))
    line += forward ? 1 : -1;
  while (line >= 0 && line < count && !changed(line))
    line += forward ? 1 : -1;
  if (line < 0 || line >= count)
    return false;
  while (!forward && line > 0 && changed(line - 1))
    --line;
  goTo({line, 0});
  return true;
}

void CodeView::themeChanged() {
  m_highlighter->rehighlight();
  refreshSelections();
  m_gutter->update();
  viewport()->update();
}

QString CodeView::gutterText(int line) const {
  if (!m_isDiff)
    return QString::number(line + 1);
  if (line >= m_diff.size())
    return {};
  const DiffLine &diff = m_diff[line];
  switch (diff.kind) {
  case LineKind::Added:
    return QStringLiteral("%1 +").arg(diff.newLine);
  case LineKind::Removed:
    return QStringLiteral("%1 −").arg(diff.oldLine);
  case LineKind::Renamed:
    return QStringLiteral("%1 ~").arg(diff.newLine);
  case LineKind::Same:
    return QStringLiteral("%1  ").arg(diff.newLine);
  case LineKind::Gap:
    return {};
  }
  return {};
}

int CodeView::gutterWidth() const {
  int most = blockCount();
  for (const DiffLine &line : m_diff)
    most = qMax(most, qMax(line.oldLine, line.newLine));
  int digits = int(QString::number(most).size()) + (m_isDiff ? 2 : 0);
  return fontMetrics().horizontalAdvance(u'9') * qMax(digits, 3) + 18;
}

QColor CodeView::lineColor(int line) const {
  if (line >= m_diff.size())
    return {};
  const TextColors colors = textColors(currentTheme());
  switch (m_diff[line].kind) {
  case LineKind::Added:
    return colors.addedLine;
  case LineKind::Removed:
    return colors.removedLine;
  case LineKind::Renamed:
    return colors.renamedLine;
  case LineKind::Gap:
    return colors.gapLine;
  case LineKind::Same:
    break;
  }
  return {};
}

void CodeView::paintEvent(QPaintEvent *event) {
  if (m_isDiff) {
    QPainter painter(viewport());
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
      QRectF rect = blockBoundingGeometry(block).translated(contentOffset());
      if (rect.top() > event->rect().bottom())
        break;
      if (QColor color = lineColor(block.blockNumber()); color.isValid())
        painter.fillRect(QRectF(0, rect.top(), viewport()->width(), rect.height()), color);
    }
  }
  QPlainTextEdit::paintEvent(event);
}

void CodeView::paintGutter(QPaintEvent *event) {
  QPainter painter(m_gutter);
  painter.fillRect(event->rect(), palette().color(QPalette::Base));
  const TextColors colors = textColors(currentTheme());
  const QColor quiet = palette().color(QPalette::PlaceholderText);
  QHash<int, Severity> worst;
  for (const Diagnostic &diagnostic : m_diagnostics) {
    auto it = worst.find(diagnostic.range.start.line);
    if (it == worst.end())
      worst.insert(diagnostic.range.start.line, diagnostic.severity);
    else if (diagnostic.severity < *it)
      *it = diagnostic.severity;
  }
  painter.setFont(font());
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    QRectF rect = blockBoundingGeometry(block).translated(contentOffset());
    if (rect.top() > event->rect().bottom())
      break;
    const int line = block.blockNumber();
    if (QColor color = lineColor(line); color.isValid())
      painter.fillRect(QRectF(0, rect.top(), m_gutter->width(), rect.height()), color);
    if (auto it = worst.constFind(line); it != worst.constEnd() && !m_isDiff) {
      QColor mark = *it == Severity::Error     ? colors.error
                    : *it == Severity::Warning ? colors.warning
                                               : colors.note;
      painter.fillRect(QRectF(0, rect.top(), 3, rect.height()), mark);
      painter.setPen(mark);
    } else {
      painter.setPen(line == textCursor().blockNumber() && !m_isDiff
                         ? palette().color(QPalette::Text)
                         : quiet);
    }
    painter.drawText(QRectF(0, rect.top(), m_gutter->width() - 10, rect.height()),
                     Qt::AlignRight | Qt::AlignTop, gutterText(line));
  }
}

void CodeView::resizeEvent(QResizeEvent *event) {
  QPlainTextEdit::resizeEvent(event);
  QRect rect = contentsRect();
  m_gutter->setGeometry(rect.left(), rect.top(), gutterWidth(), rect.height());
  m_gutter->setFixedWidth(gutterWidth());
}

void CodeView::announcePlace() {
  if (m_isDiff)
    return;
  QTextCursor cursor = textCursor();
  emit placeActivated({cursor.blockNumber(), cursor.positionInBlock()});
}

void CodeView::mouseReleaseEvent(QMouseEvent *event) {
  QPlainTextEdit::mouseReleaseEvent(event);
  if (!textCursor().hasSelection())
    announcePlace();
}

void CodeView::keyReleaseEvent(QKeyEvent *event) {
  QPlainTextEdit::keyReleaseEvent(event);
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter ||
      event->key() == Qt::Key_Space)
    announcePlace();
}

bool CodeView::event(QEvent *event) {
  if (event->type() == QEvent::ToolTip && !m_diagnostics.isEmpty()) {
    auto *help = static_cast<QHelpEvent *>(event);
    QTextCursor cursor = cursorForPosition(viewport()->mapFromGlobal(help->globalPos()));
    const int at = cursor.position();
    QStringList texts;
    for (const Diagnostic &diagnostic : m_diagnostics) {
      QTextCursor range = cursorFor(diagnostic.range);
      if (range.selectionStart() <= at && at <= range.selectionEnd())
        texts << (QStringList(diagnosticLine(diagnostic)) + diagnostic.related).join(u'\n');
    }
    if (texts.isEmpty())
      QToolTip::hideText();
    else
      QToolTip::showText(help->globalPos(), texts.join(QStringLiteral("\n\n")), this);
    return true;
  }
  if (event->type() == QEvent::PaletteChange)
    themeChanged();
  return QPlainTextEdit::event(event);
}

} // namespace app
