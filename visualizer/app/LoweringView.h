// The stepper: stages and passes with their times on the left, text or difference on the right.
#pragma once

#include "visualizer/app/LineDiff.h"
#include "visualizer/app/Models.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QToolButton;
class QTreeView;

namespace app {

class CodeView;

class LoweringView : public QWidget {
  Q_OBJECT
public:
  explicit LoweringView(QWidget *parent = nullptr);

  void setLowering(const Lowering &lowering);
  /// Shows that a newer lowering is on its way; the last one stays visible.
  void setRunning(bool running);
  void setEmptyText(const QString &text);
  void setStage(int stage);
  int stage() const { return m_stage; }
  bool showsDiff() const;
  void setShowDiff(bool show);

  StageModel *model() const { return m_model; }
  CodeView *codeView() const { return m_code; }
  QTreeView *tree() const { return m_tree; }
  QString chip() const;
  void setChips(const QStringList &chips);
  /// Marks the lines of the stage that came from a line of the document (from 0) and shows the
  /// first.
  void showOriginOf(int documentLine);

signals:
  void chipChosen(const QString &chip);
  /// The user went to a line of the stage that came from this line of the document (from 0).
  void documentLineWanted(int line);
  /// A difference that was computed on a worker is on show.
  void diffShown(int added, int removed);

private:
  void refresh();
  void fillBaseChoice();
  void showCode();
  void find(bool forward);

  StageModel *m_model;
  QTreeView *m_tree;
  CodeView *m_code;
  QComboBox *m_chip, *m_base;
  QToolButton *m_textButton, *m_diffButton, *m_nextChange, *m_previousChange;
  QCheckBox *m_whole;
  QLineEdit *m_search;
  QLabel *m_title, *m_summary, *m_error, *m_empty;
  QStackedWidget *m_stack;
  QWidget *m_diffBar; ///< what concerns differences alone
  int m_stage = -1;
  int m_job = 0; ///< number of the newest difference; older ones are dropped
  QString m_emptyText;
  bool m_running = false;
};

} // namespace app
