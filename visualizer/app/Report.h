// The lowering report: one self-contained HTML page, no scripts, no files beside it.
#pragma once

#include "visualizer/app/Protocol.h"

namespace app {

struct ReportPicture {
  QString name, kind, type;
  int line = 0; ///< from 1
  QString svg;  ///< empty when it could not be drawn
  struct Row {
    QString operand, tile, threads, values, layout, coverage;
  };
  QList<Row> layouts;
  QStringList notes;
  QStringList alsoAt; ///< names of further operations with the same type
};

struct Report {
  QString file;
  QList<Diagnostic> diagnostics;
  QList<ReportPicture> pictures;
  Lowering lowering;
  QString server; ///< name and version
};

QString toHtml(const Report &report);

} // namespace app
