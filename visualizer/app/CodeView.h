// Read-only text with a gutter: sources with underlined diagnostics, stages, differences.
#pragma once

#include "visualizer/app/LineDiff.h"
#include "visualizer/app/Protocol.h"

#include <QPlainTextEdit>

namespace app {

class CodeHighlighter;

class CodeView : public QPlainTextEdit {
  Q_OBJECT
public:
  explicit CodeView(QWidget *parent = nullptr);

  void setCode(const QString &text);
  void setDiff(const QList<DiffLine> &lines);
  void setDiagnostics(const QList<Diagnostic> &diagnostics);
  /// Marks one range (the selected operation) and brings it into view.
  void showRange(const Range &range);
  /// Marks whole lines, from 0; replaces earlier marks.
  void markLines(const QList<int> &lines);
  /// Moves the cursor there; line and character from 0.
  void goTo(const Position &position);
  /// Next or previous line that was added or removed; false when there is none.
  bool goToChange(bool forward);
  /// Repaints with the colours of the current theme.
  void themeChanged();

  /// Text of the gutter beside a line, from 0.
  QString gutterText(int line) const;
  void paintGutter(QPaintEvent *event);
  int gutterWidth() const;

signals:
  /// The user put the cursor somewhere (not by goTo).
  void placeActivated(const app::Position &position);

protected:
  void resizeEvent(QResizeEvent *event) override;
  void paintEvent(QPaintEvent *event) override;
  void mouseReleaseEvent(QMouseEvent *event) override;
  void keyReleaseEvent(QKeyEvent *event) override;
  bool event(QEvent *event) override;

private:
  QColor lineColor(int line) const;
  void refreshSelections();
  QTextCursor cursorFor(const Range &range) const;
  void announcePlace();

  QWidget *m_gutter;
  CodeHighlighter *m_highlighter;
  QList<DiffLine> m_diff;
  QList<Diagnostic> m_diagnostics;
  QList<int> m_markedLines;
  Range m_marked;
  bool m_hasMark = false, m_isDiff = false;
};

} // namespace app
