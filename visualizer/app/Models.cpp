#include "visualizer/app/Models.h"

#include <QFont>
#include <QFontDatabase>

namespace app {

static QVariant rightAligned() {
  return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
}

static QFont monospace() { return QFontDatabase::systemFont(QFontDatabase::FixedFont); }

// --- Flat tables

FlatModel::FlatModel(QStringList titles, QList<int> numbers, QObject *parent)
    : QAbstractTableModel(parent), m_titles(std::move(titles)), m_numbers(std::move(numbers)) {}

int FlatModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : rows(); }

int FlatModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : int(m_titles.size());
}

QVariant FlatModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= m_titles.size())
    return {};
  if (role == Qt::TextAlignmentRole)
    return alignment(section);
  return role == Qt::DisplayRole ? QVariant(m_titles[section]) : QVariant();
}

QVariant FlatModel::alignment(int column) const {
  return m_numbers.contains(column) ? rightAligned() : QVariant();
}

// --- Operations

OperationModel::OperationModel(QObject *parent)
    : FlatModel({tr("Name"), tr("Kind"), tr("Line")}, {Line}, parent) {}

void OperationModel::setOperations(const QList<Operation> &operations) {
  beginResetModel();
  m_operations = operations;
  endResetModel();
}

int OperationModel::rowAt(const Position &position) const {
  int best = -1;
  for (int i = 0; i < m_operations.size(); ++i) {
    const Range &range = m_operations[i].range;
    if (range.start.line == position.line)
      return i;
    if (range.start.line < position.line && position.line <= range.end.line)
      best = i;
  }
  return best;
}

int OperationModel::rows() const { return int(m_operations.size()); }

QString kindText(const QString &kind) {
  if (kind == QLatin1String("mma_atom"))
    return OperationModel::tr("MMA atom");
  if (kind == QLatin1String("copy_atom"))
    return OperationModel::tr("copy atom");
  if (kind == QLatin1String("tiled_mma"))
    return OperationModel::tr("tiled MMA");
  if (kind == QLatin1String("tiled_copy"))
    return OperationModel::tr("tiled copy");
  return QString(kind).replace(u'_', u' ');
}

QVariant OperationModel::data(const QModelIndex &index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
    return {};
  const Operation &operation = m_operations[index.row()];
  const int line = operation.range.start.line + 1;
  switch (role) {
  case Qt::DisplayRole:
  case SortRole:
    switch (index.column()) {
    case Name:
      return operation.name;
    case Kind:
      return kindText(operation.kind);
    case Line:
      return role == SortRole ? QVariant(line) : QVariant(QString::number(line));
    }
    return {};
  case Qt::ToolTipRole:
    return operation.type;
  case Qt::AccessibleTextRole:
    return tr("%1, %2, line %3").arg(operation.name, kindText(operation.kind)).arg(line);
  case Qt::TextAlignmentRole:
    return alignment(index.column());
  case Qt::FontRole:
    return index.column() == Name ? QVariant(monospace()) : QVariant();
  }
  return {};
}

OperationFilter::OperationFilter(QObject *parent) : QSortFilterProxyModel(parent) {
  setSortRole(SortRole);
}

void OperationFilter::setShowAll(bool all) {
  m_all = all;
  invalidateFilter();
}

void OperationFilter::setText(const QString &text) {
  m_text = text;
  invalidateFilter();
}

bool OperationFilter::isPrincipal(const QString &kind) {
  return kind.endsWith(QLatin1String("atom")) || kind.startsWith(QLatin1String("tiled"));
}

bool OperationFilter::filterAcceptsRow(int row, const QModelIndex &) const {
  const auto *model = qobject_cast<const OperationModel *>(sourceModel());
  if (!model)
    return true;
  const Operation &operation = model->operation(row);
  return (m_all || isPrincipal(operation.kind)) &&
         (m_text.isEmpty() || operation.name.contains(m_text, Qt::CaseInsensitive) ||
          operation.type.contains(m_text, Qt::CaseInsensitive));
}

// --- Diagnostics

DiagnosticModel::DiagnosticModel(QObject *parent)
    : FlatModel({tr("Severity"), tr("Line"), tr("Code"), tr("Message")}, {}, parent) {}

void DiagnosticModel::setDiagnostics(const QList<Diagnostic> &diagnostics) {
  beginResetModel();
  m_diagnostics = diagnostics;
  endResetModel();
}

int DiagnosticModel::rows() const { return int(m_diagnostics.size()); }

QVariant DiagnosticModel::data(const QModelIndex &index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
    return {};
  const Diagnostic &diagnostic = m_diagnostics[index.row()];
  const Position &at = diagnostic.range.start;
  switch (role) {
  case Qt::DisplayRole:
    switch (index.column()) {
    case Level:
      return severityName(diagnostic.severity);
    case Place:
      return QStringLiteral("%1:%2").arg(at.line + 1).arg(at.character + 1);
    case Code:
      return diagnostic.code;
    case Message:
      return diagnostic.message;
    }
    return {};
  case SortRole:
    switch (index.column()) {
    case Level:
      return int(diagnostic.severity);
    case Place:
      return (qlonglong(at.line) << 32) + at.character;
    case Code:
      return diagnostic.code;
    case Message:
      return diagnostic.message;
    }
    return {};
  case ValueRole:
    return int(diagnostic.severity);
  case Qt::ToolTipRole:
  case Qt::AccessibleTextRole:
    return (QStringList(diagnosticLine(diagnostic)) + diagnostic.related).join(u'\n');
  }
  return {};
}

// --- Layouts

LayoutModel::LayoutModel(QObject *parent)
    : FlatModel({tr("Operand"), tr("Tile"), tr("Threads"), tr("Values"),
                 tr("Layout (threads, values)"), tr("Coverage")},
                {Threads, Values}, parent) {}

void LayoutModel::setPicture(const scene::Picture &picture) {
  beginResetModel();
  m_picture = picture;
  endResetModel();
}

int LayoutModel::rows() const { return int(m_picture.panels.size()); }

QVariant LayoutModel::data(const QModelIndex &index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
    return {};
  const scene::Panel &panel = m_picture.panels[size_t(index.row())];
  switch (role) {
  case Qt::DisplayRole:
    switch (index.column()) {
    case Operand:
      return QString::fromStdString(panel.title);
    case Tile: {
      qint64 rows = panel.isMap() ? panel.map().rows() : panel.grid().rows(),
             cols = panel.isMap() ? panel.map().cols() : panel.grid().cols();
      QString size = QStringLiteral("%1 × %2").arg(rows).arg(cols);
      if (panel.rowAxis.empty())
        return size;
      return QStringLiteral("%1 (%2 × %3)")
          .arg(size, QString::fromStdString(panel.elementRowAxis()),
               QString::fromStdString(panel.elementColAxis()));
    }
    case Threads:
      return panel.isMap() ? QVariant(qlonglong(panel.map().threads()))
                           : QVariant(QStringLiteral("–"));
    case Values:
      return panel.isMap() ? QVariant(qlonglong(panel.map().values()))
                           : QVariant(QStringLiteral("–"));
    case Layout:
      return QString::fromStdString(panel.layoutText());
    case Coverage:
      return QString::fromStdString(panel.coverageText());
    }
    return {};
  case Qt::ToolTipRole:
    return QString::fromStdString(panel.summary() + "\n" + panel.layoutText() + "\n" +
                                  panel.coverageText());
  case Qt::FontRole:
    return index.column() == Layout ? QVariant(monospace()) : QVariant();
  case Qt::TextAlignmentRole:
    return alignment(index.column());
  }
  return {};
}

// --- Footprint

FootprintModel::FootprintModel(QObject *parent)
    : FlatModel({tr("Operand"), tr("Value"), tr("Row"), tr("Col")}, {Value, Row, Col}, parent) {}

void FootprintModel::setRows(std::vector<scene::FootprintRow> rows) {
  beginResetModel();
  m_rows = std::move(rows);
  endResetModel();
}

int FootprintModel::rows() const { return int(m_rows.size()); }

QVariant FootprintModel::data(const QModelIndex &index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
    return {};
  const scene::FootprintRow &row = m_rows[size_t(index.row())];
  switch (role) {
  case Qt::DisplayRole:
    switch (index.column()) {
    case Operand: {
      QString name = QString::fromStdString(row.operand);
      return name.size() == 1 ? name.toUpper() : name;
    }
    case Value:
      return QStringLiteral("V%1").arg(row.value);
    case Row:
      return qlonglong(row.element.row);
    case Col:
      return qlonglong(row.element.col);
    }
    return {};
  case Qt::ToolTipRole:
    return row.inside ? QVariant() : QVariant(tr("outside the tile"));
  case Qt::FontRole:
    if (!row.inside) {
      QFont font;
      font.setStrikeOut(true);
      return font;
    }
    return {};
  case Qt::TextAlignmentRole:
    return alignment(index.column());
  }
  return {};
}

// --- Stages

// The internal id is 0 for a stage and 1 + the stage's row for a pass.

void StageModel::setLowering(const Lowering &lowering) {
  beginResetModel();
  m_lowering = lowering;
  m_longest = 0;
  for (const StageRecord &stage : m_lowering.stages)
    m_longest = qMax(m_longest, stage.milliseconds());
  endResetModel();
}

int StageModel::stageOf(const QModelIndex &index) {
  if (!index.isValid())
    return -1;
  return index.internalId() == 0 ? index.row() : int(index.internalId()) - 1;
}

QModelIndex StageModel::index(int row, int column, const QModelIndex &parent) const {
  if (!hasIndex(row, column, parent))
    return {};
  return createIndex(row, column, parent.isValid() ? quintptr(parent.row() + 1) : quintptr(0));
}

QModelIndex StageModel::parent(const QModelIndex &index) const {
  if (!index.isValid() || index.internalId() == 0)
    return {};
  return createIndex(int(index.internalId()) - 1, 0, quintptr(0));
}

int StageModel::rowCount(const QModelIndex &parent) const {
  if (!parent.isValid())
    return int(m_lowering.stages.size());
  if (parent.internalId() != 0 || parent.column() != 0)
    return 0;
  return int(m_lowering.stages[parent.row()].passes.size());
}

int StageModel::columnCount(const QModelIndex &) const { return columnCountOfModel; }

static QString milliseconds(double ms) {
  if (ms <= 0)
    return QStringLiteral("–");
  return ms < 10 ? QStringLiteral("%1 ms").arg(ms, 0, 'f', 2)
                 : QStringLiteral("%1 ms").arg(ms, 0, 'f', 0);
}

QVariant StageModel::data(const QModelIndex &index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid))
    return {};
  const StageRecord &stage = m_lowering.stages[stageOf(index)];
  const PassRecord *pass = index.internalId() == 0 ? nullptr : &stage.passes[index.row()];
  const double ms = pass ? pass->milliseconds : stage.milliseconds();
  const bool changed = pass ? pass->changed : stage.changed();
  switch (role) {
  case Qt::DisplayRole:
    switch (index.column()) {
    case Name:
      return pass ? pass->name : stage.name;
    case Time:
      return milliseconds(ms);
    case Changed:
      if (!pass && !stage.error.isEmpty())
        return tr("failed");
      if (!pass && stage.passes.isEmpty())
        return QString();
      return changed ? tr("changed") : tr("same");
    }
    return {};
  case ValueRole:
    return index.column() == Changed ? QVariant(!pass && !stage.error.isEmpty() ? 2 : int(changed))
                                     : QVariant(ms);
  case Qt::ToolTipRole:
    return pass ? pass->name : stage.error;
  case Qt::TextAlignmentRole:
    return index.column() == Time ? rightAligned() : QVariant();
  case Qt::FontRole:
    if (!pass && index.column() == Name) {
      QFont font;
      font.setBold(true);
      return font;
    }
    return {};
  }
  return {};
}

QVariant StageModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && section == Time)
    return rightAligned();
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
    return {};
  switch (section) {
  case Name:
    return tr("Stage");
  case Time:
    return tr("Time");
  case Changed:
    return tr("IR");
  }
  return {};
}

} // namespace app
