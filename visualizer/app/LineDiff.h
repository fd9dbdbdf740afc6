// Line differences of two stages of IR. Names that the printer chooses anew each time (%12, #map3,
// ^bb1, loc(…)) do not count as a difference; lines that differ in them alone are marked as
// renamed.
#pragma once

#include <QList>
#include <QString>

namespace app {

enum class LineKind { Same, Renamed, Added, Removed, Gap };

struct DiffLine {
  LineKind kind = LineKind::Same;
  int oldLine = 0, newLine = 0; ///< from 1; 0 on the side where the line does not exist
  QString text; ///< of the new side, except for removed lines; for a gap what it hides
  friend bool operator==(const DiffLine &, const DiffLine &) = default;
};

struct Diff {
  QList<DiffLine> lines;
  int added = 0, removed = 0, renamed = 0;
  bool changed() const { return added + removed > 0; }
};

/// The line with printer-chosen names replaced, which is what is compared.
QString comparisonKey(QStringView line);

/// Differences of two texts. Linear but for the lines that both sides have; safe on any thread.
Diff diffLines(const QString &before, const QString &after);

/// The same with runs of unchanged lines longer than 2 * context replaced by one Gap line.
QList<DiffLine> collapse(const QList<DiffLine> &lines, int context = 3);

} // namespace app
