#include "visualizer/app/PicturePage.h"

#include "visualizer/app/Appearance.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QFutureWatcher>
#include <QHeaderView>
#include <QLabel>
#include <QRegularExpression>
#include <QSpinBox>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QtConcurrent>

namespace app {

static QTableView *table(QAbstractItemModel *model, const QString &name) {
  auto *view = new QTableView;
  view->setModel(model);
  view->setAccessibleName(name);
  view->verticalHeader()->hide();
  view->verticalHeader()->setDefaultSectionSize(26);
  view->setShowGrid(false);
  view->setSelectionBehavior(QAbstractItemView::SelectRows);
  view->setSelectionMode(QAbstractItemView::SingleSelection);
  view->setAlternatingRowColors(true);
  view->setWordWrap(false);
  view->setTabKeyNavigation(false);
  view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  view->horizontalHeader()->setHighlightSections(false);
  view->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  return view;
}

PicturePage::PicturePage(QWidget *parent) : QWidget(parent) {
  m_view = new PictureView;
  m_layouts = new LayoutModel(this);
  m_footprint = new FootprintModel(this);
  m_layoutTable = table(m_layouts, tr("Layouts"));
  m_footprintTable = table(m_footprint, tr("Values of the thread"));

  m_title = new QLabel;
  m_title->setMinimumWidth(80);
  m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto spin = [](const QString &all, const QString &tip) {
    auto *box = new QSpinBox;
    box->setRange(-1, -1);
    box->setSpecialValueText(all);
    box->setToolTip(tip);
    box->setAccessibleName(tip);
    box->setKeyboardTracking(false);
    box->setMinimumWidth(78);
    return box;
  };
  m_thread = spin(tr("all"), tr("Thread to light up in all operands"));
  m_value = spin(tr("all"), tr("Value index to light up"));
  m_colors = new QComboBox;
  m_colors->addItem(tr("Safe colours"), int(scene::Scheme::Safe));
  m_colors->addItem(tr("All hues"), int(scene::Scheme::Hues));
  m_colors->addItem(tr("Grays"), int(scene::Scheme::Gray));
  m_colors->setToolTip(
      tr("Colours of threads; the safe ones stay apart for people who confuse red and green"));
  m_colors->setAccessibleName(tr("Colours"));
  m_banks = new QComboBox;
  m_banks->addItem(tr("Colour by offset"), 0);
  m_banks->addItem(tr("32 banks of 4 bytes"), 32);
  m_banks->addItem(tr("64 banks of 4 bytes"), 64);
  m_banks->setToolTip(
      tr("Colour by bank of shared memory, and count conflicts down columns and along rows"));
  m_banks->setAccessibleName(tr("Colour by offset or bank"));
  m_bits = new QComboBox;
  for (int bits : {4, 8, 16, 32, 64})
    m_bits->addItem(tr("%1-bit").arg(bits), bits);
  m_bits->setCurrentIndex(m_bits->findData(32));
  m_bits->setToolTip(tr("Width of an element"));
  m_bits->setAccessibleName(m_bits->toolTip());
  m_zoom = new QLabel;
  m_zoom->setObjectName(QStringLiteral("muted"));
  m_zoom->setMinimumWidth(48);
  m_zoom->setAlignment(Qt::AlignRight | Qt::AlignVCenter);

  auto *bar = new QHBoxLayout;
  bar->setContentsMargins(12, 7, 10, 7);
  bar->setSpacing(8);
  bar->addWidget(m_title, 1);
  auto labelled = [&](const QString &text, QWidget *widget) {
    auto *label = new QLabel(text);
    label->setBuddy(widget);
    bar->addWidget(label);
    bar->addWidget(widget);
    m_threadWidgets << label << widget;
  };
  labelled(tr("&Thread"), m_thread);
  labelled(tr("&Value"), m_value);
  bar->addWidget(m_banks);
  bar->addWidget(m_bits);
  bar->addWidget(m_colors);
  bar->addWidget(m_zoom);

  m_notes = new QLabel;
  m_notes->setObjectName(QStringLiteral("stageError"));
  m_notes->setWordWrap(true);
  m_notes->hide();

  m_footprintTitle = new QLabel;
  m_footprintTitle->setWordWrap(true);
  m_footprintTitle->setContentsMargins(10, 8, 10, 8);
  auto *side = new QWidget;
  auto *sideBox = new QVBoxLayout(side);
  sideBox->setContentsMargins(0, 0, 0, 0);
  sideBox->setSpacing(0);
  sideBox->addWidget(m_footprintTitle);
  sideBox->addWidget(m_footprintTable, 1);
  sideBox->addStretch(0);
  m_footprintTable->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);

  auto *upper = new QSplitter(Qt::Horizontal);
  upper->setHandleWidth(1);
  upper->addWidget(m_view);
  upper->addWidget(side);
  upper->setStretchFactor(0, 1);
  upper->setSizes({740, 270});
  upper->setChildrenCollapsible(true);
  auto *split = new QSplitter(Qt::Vertical);
  split->setHandleWidth(1);
  split->addWidget(upper);
  split->addWidget(m_layoutTable);
  split->setStretchFactor(0, 1);
  split->setSizes({600, 118});

  auto *box = new QVBoxLayout(this);
  box->setContentsMargins(0, 0, 0, 0);
  box->setSpacing(0);
  box->addLayout(bar);
  box->addWidget(m_notes);
  box->addWidget(split, 1);

  auto *header = m_layoutTable->horizontalHeader();
  header->setStretchLastSection(true);

  connect(m_view, &PictureView::selectionChanged, this, &PicturePage::showSelection);
  connect(m_view, &PictureView::described, this, &PicturePage::described);
  connect(m_view, &PictureView::zoomChanged, this, [this](double cell) {
    m_zoom->setText(cell >= 1 ? tr("%1 px").arg(cell, 0, 'f', 0)
                              : tr("1 : %1").arg(1 / cell, 0, 'f', 1));
    m_zoom->setToolTip(tr("Edge of an element on the screen"));
  });
  connect(m_thread, &QSpinBox::valueChanged, this, &PicturePage::selectFromSpins);
  connect(m_value, &QSpinBox::valueChanged, this, &PicturePage::selectFromSpins);
  connect(m_colors, &QComboBox::activated, this,
          [this] { setScheme(scene::Scheme(m_colors->currentData().toInt())); });
  connect(m_banks, &QComboBox::activated, this, &PicturePage::banksChosen);
  connect(m_bits, &QComboBox::activated, this, &PicturePage::banksChosen);
  connect(m_footprintTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex &current) {
            const PreparedPicture *prepared = m_view->prepared();
            if (!current.isValid() || !prepared)
              return;
            const scene::FootprintRow &row = m_footprint->row(current.row());
            for (size_t i = 0; i < prepared->picture.panels.size(); ++i)
              if (row.inside && prepared->picture.panels[i].name() == row.operand)
                m_view->setCursorCell({i, row.element});
          });
  showSelection({});
}

void PicturePage::applyBanks(scene::Picture &picture) const {
  const int banks = m_banks->currentData().toInt();
  if (banks == 0) {
    picture.showBanks({});
    return;
  }
  scene::BankView view;
  view.model.banks = banks;
  view.elementBits = m_bits->currentData().toInt();
  picture.showBanks(view);
}

void PicturePage::banksChosen() {
  const PreparedPicture *prepared = m_view->prepared();
  if (!prepared)
    return;
  scene::Picture picture = prepared->picture;
  applyBanks(picture);
  prepare({picture, {}}, true);
}

void PicturePage::setBanks(int banks, int elementBits) {
  m_banks->setCurrentIndex(qMax(0, m_banks->findData(banks)));
  if (int index = m_bits->findData(elementBits); index >= 0)
    m_bits->setCurrentIndex(index);
  banksChosen();
}

/// Width of the elements of a memref type, 0 when the text does not tell.
static int elementBits(const QString &type) {
  static const QRegularExpression memref(QStringLiteral("memref<\\s*(?:[a-z]*?)(\\d+)"));
  QRegularExpressionMatch match = memref.match(type);
  return match.hasMatch() ? match.captured(1).toInt() : 0;
}

void PicturePage::showMessage(const QString &message) {
  ++m_job;
  m_busy = false;
  m_name.clear();
  m_type.clear();
  elideTitle();
  m_notes->hide();
  m_view->setEmptyText(message);
  m_view->setPicture(nullptr);
  m_layouts->setPicture({});
  fitLayoutColumns();
  m_zoom->clear();
  showSelection(m_view->selection());
}

void PicturePage::showReply(const QString &name, const ThreadValueReply &reply, bool keepView) {
  m_name = name;
  m_type = reply.type;
  elideTitle();
  if (int index = m_bits->findData(elementBits(reply.type)); index >= 0)
    m_bits->setCurrentIndex(index);
  const int job = ++m_job;
  m_busy = true;
  if (!m_view->prepared())
    m_view->setEmptyText(tr("Evaluating the layouts…"));
  auto *watcher = new QFutureWatcher<BuiltPicture>(this);
  connect(watcher, &QFutureWatcher<BuiltPicture>::finished, this, [this, watcher, job, keepView] {
    watcher->deleteLater();
    if (job == m_job)
      prepare(watcher->result(), keepView);
  });
  watcher->setFuture(QtConcurrent::run([reply] {
    BuiltPicture built = buildPicture(reply);
    // Sentences about coverage need the inverse of the map: have it made here.
    for (const scene::Panel &panel : built.picture.panels)
      (void)panel.coverageText();
    return built;
  }));
}

void PicturePage::prepare(BuiltPicture built, bool keepView) {
  applyBanks(built.picture);
  m_notes->setVisible(!built.notes.isEmpty());
  m_notes->setText(built.notes.join(u'\n'));
  m_layouts->setPicture(built.picture);
  fitLayoutColumns();
  if (built.empty()) {
    m_busy = false;
    m_view->setEmptyText(built.notes.isEmpty() ? tr("This operation has no layouts to draw.")
                                               : tr("Nothing here can be drawn."));
    m_view->setPicture(nullptr);
    showSelection({});
    emit pictureShown();
    return;
  }
  m_busy = true;
  const int job = ++m_job;
  using Prepared = std::shared_ptr<const PreparedPicture>;
  auto *watcher = new QFutureWatcher<Prepared>(this);
  connect(watcher, &QFutureWatcher<Prepared>::finished, this, [this, watcher, job, keepView] {
    watcher->deleteLater();
    if (job != m_job)
      return;
    m_busy = false;
    if (!keepView)
      m_view->setSelection({});
    m_view->setPicture(watcher->result(), keepView);
    showSelection(m_view->selection());
    emit pictureShown();
  });
  watcher->setFuture(QtConcurrent::run(
      [picture = built.picture, scheme = m_scheme, theme = currentTheme()]() -> Prepared {
        return std::make_shared<const PreparedPicture>(picture, scheme, theme);
      }));
}

void PicturePage::fitLayoutColumns() {
  m_layoutTable->resizeColumnsToContents();
  // A very long layout must not push the coverage out of sight.
  auto *header = m_layoutTable->horizontalHeader();
  header->resizeSection(LayoutModel::Layout, qMin(header->sectionSize(LayoutModel::Layout), 460));
}

void PicturePage::themeChanged() {
  if (const PreparedPicture *prepared = m_view->prepared())
    prepare({prepared->picture, {}}, true);
  else
    m_view->viewport()->update();
}

void PicturePage::setScheme(scene::Scheme scheme) {
  m_colors->setCurrentIndex(m_colors->findData(int(scheme)));
  if (scheme == m_scheme)
    return;
  m_scheme = scheme;
  themeChanged();
}

void PicturePage::showSelection(const scene::Selection &selection) {
  const PreparedPicture *prepared = m_view->prepared();
  const int64_t threads = prepared ? prepared->picture.threads() : 0,
                values = prepared ? prepared->picture.values() : 0;
  m_settingSpins = true;
  m_thread->setRange(-1, int(threads) - 1);
  m_value->setRange(-1, int(values) - 1);
  // Threads belong to maps, banks to layout grids.
  const bool grid = prepared && prepared->picture.kind == scene::PictureKind::Layout;
  m_banks->setVisible(grid);
  m_bits->setVisible(grid && m_banks->currentData().toInt() > 0);
  for (QWidget *widget : m_threadWidgets)
    widget->setVisible(!grid);
  m_thread->setEnabled(threads > 0);
  m_value->setEnabled(values > 0);
  m_thread->setValue(selection.thread ? int(*selection.thread) : -1);
  m_value->setValue(selection.value ? int(*selection.value) : -1);
  m_settingSpins = false;

  std::vector<scene::FootprintRow> rows;
  QString title;
  if (!prepared) {
    title.clear();
  } else if (selection.empty() && grid) {
    for (const scene::Panel &panel : prepared->picture.panels)
      title += QStringLiteral("<p><b>%1</b><br>%2</p>")
                   .arg(QString::fromStdString(panel.title).toHtmlEscaped(),
                        QString::fromStdString(panel.coverageText()).toHtmlEscaped());
  } else if (selection.empty()) {
    title = tr("Click an element to select its thread. Ctrl+click selects the element.");
  } else if (selection.thread) {
    rows = scene::footprint(prepared->picture, *selection.thread);
    if (selection.value)
      std::erase_if(rows,
                    [&](const scene::FootprintRow &row) { return row.value != *selection.value; });
    title = tr("<b>Thread %1</b> holds %2 elements").arg(*selection.thread).arg(rows.size());
  } else if (selection.value) {
    title = tr("<b>Value %1</b> of every thread").arg(*selection.value);
  } else {
    title =
        tr("<b>Element</b> ") +
        m_view->describe(*selection.element).toHtmlEscaped().replace(u'\n', QStringLiteral("<br>"));
  }
  m_footprintTitle->setText(title);
  m_footprintTitle->setVisible(!title.isEmpty());
  m_footprintTable->setVisible(!rows.empty());
  m_footprint->setRows(std::move(rows));
}

void PicturePage::selectFromSpins() {
  if (m_settingSpins)
    return;
  scene::Selection selection;
  if (m_thread->value() >= 0)
    selection.thread = m_thread->value();
  if (m_value->value() >= 0)
    selection.value = m_value->value();
  m_view->setSelection(selection);
}

void PicturePage::elideTitle() {
  QString text = m_name.isEmpty() ? QString() : m_name + QStringLiteral("   ") + m_type;
  m_title->setText(
      m_title->fontMetrics().elidedText(text, Qt::ElideRight, qMax(80, m_title->width() - 8)));
  m_title->setToolTip(m_type);
}

void PicturePage::resizeEvent(QResizeEvent *event) {
  QWidget::resizeEvent(event);
  elideTitle();
}

} // namespace app
