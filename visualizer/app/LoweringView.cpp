#include "visualizer/app/LoweringView.h"

#include "visualizer/app/Appearance.h"
#include "visualizer/app/CodeView.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QFutureWatcher>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeView>
#include <QtConcurrent>

namespace app {

namespace {

/// Time as a bar behind the number, so that the slow stage catches the eye.
class TimeDelegate : public QStyledItemDelegate {
public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter *painter, const QStyleOptionViewItem &option,
             const QModelIndex &index) const override {
    const auto *model = static_cast<const StageModel *>(index.model());
    double share = model->longest() > 0 ? index.data(ValueRole).toDouble() / model->longest() : 0;
    QStyleOptionViewItem plain = option;
    initStyleOption(&plain, index);
    if (plain.state & QStyle::State_Selected)
      painter->fillRect(option.rect, option.palette.color(QPalette::Highlight));
    QRectF bar = option.rect.adjusted(4, 5, -4, -5);
    bar.setLeft(bar.right() - bar.width() * qBound(0.0, share, 1.0));
    QColor color = option.palette.color(QPalette::Link);
    color.setAlphaF(0.22f);
    painter->fillRect(bar, color);
    painter->setPen(option.palette.color(QPalette::Text));
    painter->drawText(option.rect.adjusted(4, 0, -8, 0), Qt::AlignRight | Qt::AlignVCenter,
                      plain.text);
  }
};

/// "changed" with a filled dot, "same" quiet, "failed" in the colour of errors.
class ChangeDelegate : public QStyledItemDelegate {
public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter *painter, const QStyleOptionViewItem &option,
             const QModelIndex &index) const override {
    if (option.state & QStyle::State_Selected)
      painter->fillRect(option.rect, option.palette.color(QPalette::Highlight));
    const QString text = index.data().toString();
    if (text.isEmpty())
      return;
    const int state = index.data(ValueRole).toInt();
    QColor color = state == 2   ? textColors(currentTheme()).error
                   : state == 1 ? option.palette.color(QPalette::Link)
                                : option.palette.color(QPalette::PlaceholderText);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    QPointF center(option.rect.left() + 12, option.rect.center().y() + 0.5);
    painter->setPen(QPen(color, 1.5));
    painter->setBrush(state == 0 ? QBrush(Qt::NoBrush) : QBrush(color));
    painter->drawEllipse(center, 3.2, 3.2);
    painter->setPen(state == 0 ? color : option.palette.color(QPalette::Text));
    painter->drawText(option.rect.adjusted(24, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
    painter->restore();
  }
};

} // namespace

LoweringView::LoweringView(QWidget *parent) : QWidget(parent) {
  m_model = new StageModel(this);
  m_tree = new QTreeView;
  m_tree->setModel(m_model);
  m_tree->setUniformRowHeights(true);
  m_tree->setMinimumWidth(300);
  m_tree->setAccessibleName(tr("Stages and passes"));
  m_tree->setItemDelegateForColumn(StageModel::Time, new TimeDelegate(m_tree));
  m_tree->setItemDelegateForColumn(StageModel::Changed, new ChangeDelegate(m_tree));
  m_tree->header()->setStretchLastSection(false);
  m_tree->header()->setSectionResizeMode(StageModel::Name, QHeaderView::Stretch);
  m_tree->header()->resizeSection(StageModel::Time, 84);
  m_tree->header()->resizeSection(StageModel::Changed, 92);
  m_tree->header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);

  m_chip = new QComboBox;
  m_chip->setEditable(true);
  m_chip->setInsertPolicy(QComboBox::NoInsert);
  m_chip->addItem(tr("chip of the file"), QString());
  for (const char *chip :
       {"gfx942", "gfx950", "gfx1100", "gfx1201", "gfx1250", "sm_80", "sm_89", "sm_90"})
    m_chip->addItem(QString::fromLatin1(chip), QString::fromLatin1(chip));
  m_chip->setAccessibleName(tr("Chip to lower for"));
  m_chip->setToolTip(tr("Chip to lower for; any name the compiler knows may be typed"));

  auto *left = new QWidget;
  auto *leftBox = new QVBoxLayout(left);
  leftBox->setContentsMargins(0, 0, 0, 0);
  leftBox->setSpacing(0);
  auto *chipRow = new QHBoxLayout;
  chipRow->setContentsMargins(10, 8, 10, 8);
  auto *chipLabel = new QLabel(tr("Lower &for"));
  chipLabel->setBuddy(m_chip);
  chipRow->addWidget(chipLabel);
  chipRow->addWidget(m_chip, 1);
  leftBox->addLayout(chipRow);
  leftBox->addWidget(m_tree, 1);
  m_summary = new QLabel;
  m_summary->setObjectName(QStringLiteral("muted"));
  m_summary->setContentsMargins(10, 6, 10, 8);
  m_summary->setWordWrap(true);
  leftBox->addWidget(m_summary);

  m_title = new QLabel;
  QFont bold = m_title->font();
  bold.setBold(true);
  m_title->setFont(bold);
  auto toggle = [](const QString &text, const QString &tip) {
    auto *button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setCheckable(true);
    button->setAutoRaise(true);
    return button;
  };
  m_textButton = toggle(tr("Text"), tr("The text of the stage"));
  m_diffButton = toggle(tr("Changes"), tr("Difference to another stage (Ctrl+D)"));
  auto *group = new QButtonGroup(this);
  group->addButton(m_textButton);
  group->addButton(m_diffButton);
  m_textButton->setChecked(true);
  m_base = new QComboBox;
  m_base->setAccessibleName(tr("Stage to compare with"));
  m_base->setToolTip(tr("Stage to compare with"));
  m_whole = new QCheckBox(tr("&unchanged lines"));
  m_whole->setToolTip(tr("Show unchanged lines as well"));
  auto step = [](const QString &name, const QString &tip) {
    auto *button = new QToolButton;
    button->setIcon(icon(name));
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setAutoRaise(true);
    return button;
  };
  m_nextChange = step(QStringLiteral("next"), tr("Next change (F8)"));
  m_previousChange = step(QStringLiteral("previous"), tr("Previous change (Shift+F8)"));
  m_search = new QLineEdit;
  m_search->setPlaceholderText(tr("Find (Ctrl+F)"));
  m_search->setClearButtonEnabled(true);
  m_search->setMinimumWidth(110);
  m_search->setMaximumWidth(200);
  m_search->setAccessibleName(tr("Find in the stage"));

  auto *bar = new QHBoxLayout;
  bar->setContentsMargins(12, 7, 10, 7);
  bar->setSpacing(6);
  bar->addWidget(m_title);
  bar->addStretch(1);
  for (QWidget *widget : std::initializer_list<QWidget *>{m_textButton, m_diffButton, m_search})
    bar->addWidget(widget);
  m_diffBar = new QWidget;
  auto *diffRow = new QHBoxLayout(m_diffBar);
  diffRow->setContentsMargins(12, 0, 10, 7);
  diffRow->setSpacing(6);
  diffRow->addWidget(m_base);
  diffRow->addWidget(m_whole);
  diffRow->addStretch(1);
  diffRow->addWidget(m_previousChange);
  diffRow->addWidget(m_nextChange);
  m_error = new QLabel;
  m_error->setObjectName(QStringLiteral("stageError"));
  m_error->setWordWrap(true);
  m_error->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_error->hide();
  m_code = new CodeView;
  m_code->setAccessibleName(tr("Text of the stage"));
  auto *right = new QWidget;
  auto *rightBox = new QVBoxLayout(right);
  rightBox->setContentsMargins(0, 0, 0, 0);
  rightBox->setSpacing(0);
  rightBox->addLayout(bar);
  rightBox->addWidget(m_diffBar);
  rightBox->addWidget(m_error);
  rightBox->addWidget(m_code, 1);

  auto *splitter = new QSplitter;
  splitter->setHandleWidth(1);
  splitter->addWidget(left);
  splitter->addWidget(right);
  splitter->setStretchFactor(1, 1);
  splitter->setSizes({430, 640});
  m_empty = new QLabel;
  m_empty->setObjectName(QStringLiteral("empty"));
  m_empty->setAlignment(Qt::AlignCenter);
  m_empty->setWordWrap(true);
  m_empty->setMargin(40);
  m_stack = new QStackedWidget;
  m_stack->addWidget(m_empty);
  m_stack->addWidget(splitter);
  auto *box = new QVBoxLayout(this);
  box->setContentsMargins(0, 0, 0, 0);
  box->addWidget(m_stack);

  connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this](const QModelIndex &current) { setStage(StageModel::stageOf(current)); });
  connect(group, &QButtonGroup::buttonClicked, this, &LoweringView::showCode);
  connect(m_base, &QComboBox::activated, this, [this] {
    m_diffButton->setChecked(true);
    showCode();
  });
  connect(m_code, &CodeView::placeActivated, this, [this](const Position &place) {
    const QList<StageRecord> &stages = m_model->lowering().stages;
    if (m_stage < 0 || m_stage >= stages.size())
      return;
    for (const auto &[line, origin] : stages[m_stage].sourceMap)
      if (line == place.line) {
        emit documentLineWanted(origin);
        break;
      }
  });
  connect(m_whole, &QCheckBox::toggled, this, &LoweringView::showCode);
  connect(m_nextChange, &QToolButton::clicked, this, [this] { m_code->goToChange(true); });
  connect(m_previousChange, &QToolButton::clicked, this, [this] { m_code->goToChange(false); });
  connect(m_search, &QLineEdit::returnPressed, this, [this] { find(true); });
  connect(m_chip, &QComboBox::activated, this, [this] { emit chipChosen(chip()); });
  connect(m_chip->lineEdit(), &QLineEdit::editingFinished, this,
          [this] { emit chipChosen(chip()); });
  auto shortcut = [this](const QKeySequence &keys, auto slot) {
    auto *key = new QShortcut(keys, this);
    key->setContext(Qt::WidgetWithChildrenShortcut);
    connect(key, &QShortcut::activated, this, slot);
  };
  shortcut(Qt::Key_F8, [this] { m_code->goToChange(true); });
  shortcut(Qt::SHIFT | Qt::Key_F8, [this] { m_code->goToChange(false); });
  shortcut(QKeySequence::Find, [this] {
    m_search->setFocus();
    m_search->selectAll();
  });
  shortcut(QKeySequence::FindNext, [this] { find(true); });
  shortcut(QKeySequence::FindPrevious, [this] { find(false); });
  shortcut(Qt::CTRL | Qt::Key_D, [this] { setShowDiff(!showsDiff()); });
  refresh();
}

QString LoweringView::chip() const {
  // A typed name counts; the first entry stands for the file's own chip.
  QString text = m_chip->currentText().trimmed();
  return text == m_chip->itemText(0) ? QString() : text;
}

void LoweringView::setChips(const QStringList &chips) {
  const QString now = m_chip->currentText();
  while (m_chip->count() > 1)
    m_chip->removeItem(1);
  for (const QString &chip : chips)
    m_chip->addItem(chip, chip);
  m_chip->setCurrentText(now);
}

void LoweringView::showOriginOf(int documentLine) {
  const QList<StageRecord> &stages = m_model->lowering().stages;
  if (m_stage < 0 || m_stage >= stages.size() || showsDiff())
    return;
  QList<int> lines;
  for (const auto &[line, origin] : stages[m_stage].sourceMap)
    if (origin == documentLine)
      lines << line;
  m_code->markLines(lines);
  if (!lines.isEmpty())
    m_code->goTo({lines.first(), 0});
}

void LoweringView::setLowering(const Lowering &lowering) {
  const QString name = m_stage >= 0 && m_stage < m_model->lowering().stages.size()
                           ? m_model->lowering().stages[m_stage].name
                           : QString();
  m_model->setLowering(lowering);
  m_running = false;
  // Stay on the stage of that name; a fresh file starts with the first.
  int stage = lowering.stages.isEmpty() ? -1 : 0;
  for (int i = 0; i < lowering.stages.size(); ++i)
    if (lowering.stages[i].name == name)
      stage = i;
  m_stage = -1;
  m_tree->expandAll();
  setStage(stage);
  refresh();
}

void LoweringView::setRunning(bool running) {
  m_running = running;
  refresh();
}

void LoweringView::setEmptyText(const QString &text) {
  m_emptyText = text;
  refresh();
}

bool LoweringView::showsDiff() const { return m_diffButton->isChecked(); }

void LoweringView::setShowDiff(bool show) {
  (show ? m_diffButton : m_textButton)->setChecked(true);
  showCode();
}

void LoweringView::setStage(int stage) {
  if (stage == m_stage)
    return;
  m_stage = stage;
  if (stage >= 0 && StageModel::stageOf(m_tree->currentIndex()) != stage)
    m_tree->setCurrentIndex(m_model->index(stage, 0));
  fillBaseChoice();
  showCode();
}

void LoweringView::fillBaseChoice() {
  m_base->clear();
  const QList<StageRecord> &stages = m_model->lowering().stages;
  for (int i = 0; i < stages.size(); ++i)
    if (i != m_stage)
      m_base->addItem(i == m_stage - 1 ? tr("since %1 (previous)").arg(stages[i].name)
                                       : tr("since %1").arg(stages[i].name),
                      i);
  int previous = m_base->findData(m_stage - 1);
  m_base->setCurrentIndex(previous >= 0 ? previous : 0);
}

void LoweringView::refresh() {
  const Lowering &lowering = m_model->lowering();
  if (lowering.stages.isEmpty()) {
    m_stack->setCurrentIndex(0);
    m_empty->setText(m_running ? tr("Lowering…")
                     : !lowering.error.isEmpty()
                         ? tr("The file could not be lowered.\n\n%1").arg(lowering.error)
                         : m_emptyText);
    return;
  }
  m_stack->setCurrentIndex(1);
  double total = 0;
  int passes = 0, changed = 0;
  for (const StageRecord &stage : lowering.stages) {
    total += stage.milliseconds();
    passes += int(stage.passes.size());
    for (const PassRecord &pass : stage.passes)
      changed += pass.changed ? 1 : 0;
  }
  QString summary =
      tr("%1 passes, %2 changed the IR, %3 ms").arg(passes).arg(changed).arg(total, 0, 'f', 1);
  if (!lowering.chip.isEmpty())
    summary = lowering.chipSource.isEmpty()
                  ? tr("%1 · %2").arg(lowering.chip, summary)
                  : tr("%1 (from %2) · %3").arg(lowering.chip, lowering.chipSource, summary);
  if (m_running)
    summary += tr(" · lowering again…");
  m_summary->setText(summary);
}

void LoweringView::showCode() {
  const int job = ++m_job;
  const Lowering &lowering = m_model->lowering();
  const bool valid = m_stage >= 0 && m_stage < lowering.stages.size();
  const bool diff = m_diffButton->isChecked();
  m_diffBar->setVisible(diff);
  if (!valid) {
    m_code->setCode(QString());
    m_title->clear();
    m_error->hide();
    return;
  }
  const StageRecord &stage = lowering.stages[m_stage];
  QString error = stage.error;
  // The last stage carries what stopped the pipeline when no stage says so itself.
  if (error.isEmpty() && m_stage == lowering.stages.size() - 1)
    error = lowering.error;
  m_error->setVisible(!error.isEmpty());
  m_error->setText(error);
  m_title->setText(stage.name);
  const int base = m_base->currentData().isValid() ? m_base->currentData().toInt() : -1;
  if (!diff || base < 0) {
    m_code->setCode(stage.text);
    return;
  }
  const bool whole = m_whole->isChecked();
  struct Shown {
    Diff diff;
    QList<DiffLine> lines;
  };
  auto *watcher = new QFutureWatcher<Shown>(this);
  connect(watcher, &QFutureWatcher<Shown>::finished, this, [this, watcher, job, name = stage.name] {
    watcher->deleteLater();
    if (job != m_job)
      return;
    const Shown shown = watcher->result();
    if (shown.diff.changed() || shown.diff.renamed > 0) {
      m_code->setDiff(shown.lines);
      m_title->setText(
          shown.diff.changed()
              ? tr("%1  +%2 −%3").arg(name).arg(shown.diff.added).arg(shown.diff.removed)
              : tr("%1  only names differ").arg(name));
    } else {
      m_code->setDiff(shown.lines);
      m_title->setText(tr("%1  no difference").arg(name));
    }
    emit diffShown(shown.diff.added, shown.diff.removed);
  });
  watcher->setFuture(
      QtConcurrent::run([before = lowering.stages[base].text, after = stage.text, whole] {
        Shown shown;
        shown.diff = diffLines(before, after);
        shown.lines = whole ? shown.diff.lines : collapse(shown.diff.lines);
        return shown;
      }));
}

void LoweringView::find(bool forward) {
  const QString text = m_search->text();
  if (text.isEmpty())
    return;
  QTextDocument::FindFlags flags =
      forward ? QTextDocument::FindFlags() : QTextDocument::FindBackward;
  if (m_code->find(text, flags))
    return;
  // Wrap around once.
  QTextCursor cursor = m_code->textCursor();
  m_code->moveCursor(forward ? QTextCursor::Start : QTextCursor::End);
  if (!m_code->find(text, flags))
    m_code->setTextCursor(cursor);
}

} // namespace app
