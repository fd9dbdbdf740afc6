// Item models of the lists and tables. They hold values and know nothing of the views.
#pragma once

#include "visualizer/app/PictureBuilder.h"
#include "visualizer/app/Protocol.h"
#include "visualizer/scene/Selection.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

namespace app {

/// "mma_atom" → "MMA atom".
QString kindText(const QString &kind);

/// Value to sort by; the plain value behind what a delegate draws.
enum Role { SortRole = Qt::UserRole, ValueRole };

/// A table without children: titles of its columns, and which of them hold numbers.
class FlatModel : public QAbstractTableModel {
  Q_OBJECT
public:
  int rowCount(const QModelIndex &parent = {}) const final;
  int columnCount(const QModelIndex &parent = {}) const final;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const final;

protected:
  /// `numbers`: the columns aligned to the right.
  FlatModel(QStringList titles, QList<int> numbers, QObject *parent);
  virtual int rows() const = 0;
  /// Of a column: to the right for numbers, otherwise nothing.
  QVariant alignment(int column) const;

private:
  QStringList m_titles;
  QList<int> m_numbers;
};

/// The atoms and tiled operations of a file.
class OperationModel : public FlatModel {
  Q_OBJECT
public:
  enum Column { Name, Kind, Line };
  explicit OperationModel(QObject *parent = nullptr);
  void setOperations(const QList<Operation> &operations);
  const Operation &operation(int row) const { return m_operations[row]; }
  /// The row of the operation that covers or follows most closely before a place; -1 for none.
  int rowAt(const Position &position) const;

  QVariant data(const QModelIndex &index, int role) const override;

protected:
  int rows() const override;

private:
  QList<Operation> m_operations;
};

/// Operations by name, and only atoms and tiled operations unless all are wanted: a kernel has few
/// of those and many layouts and memrefs.
class OperationFilter : public QSortFilterProxyModel {
  Q_OBJECT
public:
  explicit OperationFilter(QObject *parent = nullptr);
  void setShowAll(bool all);
  void setText(const QString &text);
  static bool isPrincipal(const QString &kind);

protected:
  bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
  QString m_text;
  bool m_all = false;
};

/// What is wrong with the file.
class DiagnosticModel : public FlatModel {
  Q_OBJECT
public:
  enum Column { Level, Place, Code, Message };
  explicit DiagnosticModel(QObject *parent = nullptr);
  void setDiagnostics(const QList<Diagnostic> &diagnostics);
  const Diagnostic &diagnostic(int row) const { return m_diagnostics[row]; }

  QVariant data(const QModelIndex &index, int role) const override;

protected:
  int rows() const override;

private:
  QList<Diagnostic> m_diagnostics;
};

/// The layouts of the picture, one row per operand.
class LayoutModel : public FlatModel {
  Q_OBJECT
public:
  enum Column { Operand, Tile, Threads, Values, Layout, Coverage };
  explicit LayoutModel(QObject *parent = nullptr);
  void setPicture(const scene::Picture &picture);

  QVariant data(const QModelIndex &index, int role) const override;

protected:
  int rows() const override;

private:
  scene::Picture m_picture;
};

/// What one thread holds, over all operands.
class FootprintModel : public FlatModel {
  Q_OBJECT
public:
  enum Column { Operand, Value, Row, Col };
  explicit FootprintModel(QObject *parent = nullptr);
  void setRows(std::vector<scene::FootprintRow> rows);
  const scene::FootprintRow &row(int index) const { return m_rows[size_t(index)]; }

  QVariant data(const QModelIndex &index, int role) const override;

protected:
  int rows() const override;

private:
  std::vector<scene::FootprintRow> m_rows;
};

/// Stages, and the passes of each stage as children.
class StageModel : public QAbstractItemModel {
  Q_OBJECT
public:
  enum Column { Name, Time, Changed, columnCountOfModel };
  using QAbstractItemModel::QAbstractItemModel;
  void setLowering(const Lowering &lowering);
  const Lowering &lowering() const { return m_lowering; }
  /// The stage of an index, be it the stage itself or one of its passes; -1 for an invalid one.
  static int stageOf(const QModelIndex &index);
  /// Longest time of any stage, for the bars.
  double longest() const { return m_longest; }

  QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
  QModelIndex parent(const QModelIndex &index) const override;
  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
  Lowering m_lowering;
  double m_longest = 0;
};

} // namespace app
