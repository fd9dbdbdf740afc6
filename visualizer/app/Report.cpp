#include "visualizer/app/Report.h"

#include "visualizer/app/LineDiff.h"
#include "visualizer/app/Models.h"

#include <QFileInfo>
#include <QTextStream>

namespace app {

static const char *style = R"(
:root{--page:#fff;--surface:#f5f6f8;--text:#1b1f24;--muted:#5b6470;--line:#d5dae1;--accent:#0b5fcc;
--add:#ddf4e4;--del:#fde3e1;--ren:#fff5d6;--gap:#eef1f5;--error:#c81e1e;--warn:#a15c00}
@media(prefers-color-scheme:dark){:root{--page:#181b20;--surface:#20242b;--text:#e8ebf0;--muted:#a0a8b4;--line:#3a414c;
--accent:#6eaaff;--add:#173a26;--del:#4a2024;--ren:#40361a;--gap:#2b313a;--error:#ff7b72;--warn:#f0b040}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,"Segoe UI","DejaVu Sans",sans-serif}
main{max-width:1240px;margin:0 auto;padding:28px 24px 80px}
h1{font-size:24px;margin:0 0 4px}h2{font-size:18px;margin:40px 0 10px;padding-top:14px;border-top:1px solid var(--line)}
h3{font-size:15px;margin:26px 0 6px}
.muted{color:var(--muted)}code,pre,.mono{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:12.5px}
code{overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;margin:8px 0}
th{text-align:left;font-weight:600;color:var(--muted);font-size:13px}
th,td{padding:5px 12px 5px 0;border-bottom:1px solid var(--line);vertical-align:top}
td.num,th.num{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.bar{display:inline-block;height:9px;background:var(--accent);opacity:.45;border-radius:2px;min-width:1px}
a{color:var(--accent);text-decoration:none}a:hover{text-decoration:underline}
nav a{display:inline-block;margin:4px 14px 0 0}
.picture{overflow:auto;max-height:92vh;border:1px solid var(--line);border-radius:8px;background:#fff;padding:8px;margin:10px 0}
.picture svg{display:block;max-width:100%;height:auto}
details{border:1px solid var(--line);border-radius:8px;margin:8px 0;overflow:hidden}
summary{cursor:pointer;padding:8px 14px;background:var(--surface)}
.code{overflow:auto;max-height:70vh;margin:0;padding:8px 0;line-height:1.4}
.code div{white-space:pre;padding:0 14px;min-width:max-content}.code div::before{content:attr(data-n);display:inline-block;
width:64px;margin-right:14px;text-align:right;color:var(--muted);user-select:none}
.add{background:var(--add)}.del{background:var(--del)}.ren{background:var(--ren)}.gap{background:var(--gap);color:var(--muted)}
.error{color:var(--error)}.warning{color:var(--warn)}.fail{border:1px solid var(--error);border-radius:8px;padding:10px 14px;
white-space:pre-wrap;overflow-wrap:anywhere}
.chip{display:inline-block;padding:1px 9px;border:1px solid var(--line);border-radius:10px;font-size:12.5px;color:var(--muted)}
.chip.on{color:var(--page);background:var(--accent);border-color:var(--accent)}
)";

static QString esc(const QString &text) { return text.toHtmlEscaped(); }

static QString anchor(const QString &prefix, qsizetype i) {
  return prefix + QString::number(i + 1);
}

static void writeText(QTextStream &out, const QString &text) {
  out << "<div class='code mono'>";
  int number = 0;
  for (QStringView line : QStringView(text).split(u'\n'))
    out << "<div data-n='" << ++number << "'>" << esc(line.toString()) << "</div>";
  out << "</div>";
}

static void writeDiff(QTextStream &out, const QList<DiffLine> &lines) {
  out << "<div class='code mono'>";
  for (const DiffLine &line : lines) {
    switch (line.kind) {
    case LineKind::Added:
      out << "<div class='add' data-n='" << line.newLine << " +'>";
      break;
    case LineKind::Removed:
      out << "<div class='del' data-n='" << line.oldLine << " −'>";
      break;
    case LineKind::Renamed:
      out << "<div class='ren' data-n='" << line.newLine << " ~'>";
      break;
    case LineKind::Same:
      out << "<div data-n='" << line.newLine << "  '>";
      break;
    case LineKind::Gap:
      out << "<div class='gap' data-n='⋯'>";
      break;
    }
    out << esc(line.text) << "</div>";
  }
  out << "</div>";
}

static void writeStage(QTextStream &out, const Lowering &lowering, int index, double longest) {
  const StageRecord &stage = lowering.stages[index];
  out << "<h3 id='" << anchor(QStringLiteral("stage"), index) << "'>" << index << ". "
      << esc(stage.name) << " ";
  if (!stage.passes.isEmpty())
    out << "<span class='chip" << (stage.changed() ? " on'>changed" : "'>same")
        << "</span> <span class='muted'>" << QString::number(stage.milliseconds(), 'f', 2)
        << " ms</span>";
  out << "</h3>\n";
  if (!stage.error.isEmpty())
    out << "<div class='fail error'>" << esc(stage.error) << "</div>\n";
  if (!stage.passes.isEmpty()) {
    out << "<table><tr><th>Pass</th><th>IR</th><th class='num'>Time</th><th "
           "style='width:180px'></th></tr>\n";
    for (const PassRecord &pass : stage.passes)
      out << "<tr><td><code>" << esc(pass.name) << "</code></td><td>"
          << (pass.changed ? "changed" : "<span class='muted'>same</span>")
          << "</td><td class='num'>" << QString::number(pass.milliseconds, 'f', 2)
          << " ms</td><td><span class='bar' style='width:"
          << QString::number(longest > 0 ? 100 * pass.milliseconds / longest : 0, 'f', 1)
          << "%'></span></td></tr>\n";
    out << "</table>\n";
  }
  if (index > 0 && !stage.text.isEmpty()) {
    const QString &before = lowering.stages[index - 1].text;
    Diff diff = diffLines(before, stage.text);
    if (diff.changed()) {
      out << "<details><summary>Changes since " << esc(lowering.stages[index - 1].name)
          << " <span class='muted'>+" << diff.added << " −" << diff.removed
          << (diff.renamed ? QStringLiteral(", %1 lines renamed only").arg(diff.renamed)
                           : QString())
          << "</span></summary>";
      writeDiff(out, collapse(diff.lines));
      out << "</details>\n";
    } else {
      out << "<p class='muted'>No difference to " << esc(lowering.stages[index - 1].name)
          << (diff.renamed ? " but names." : ".") << "</p>\n";
    }
  }
  if (!stage.text.isEmpty()) {
    out << "<details><summary>Text <span class='muted'>" << stage.text.count(u'\n') + 1
        << " lines</span></summary>";
    writeText(out, stage.text);
    out << "</details>\n";
  }
}

QString toHtml(const Report &report) {
  QString html;
  QTextStream out(&html);
  const QString name = QFileInfo(report.file).fileName();
  const Lowering &lowering = report.lowering;
  out << "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>\n<meta name='viewport' "
         "content='width=device-width,initial-scale=1'>\n"
      << "<title>" << esc(name) << " – lowering report</title>\n<style>" << style
      << "</style></head>\n<body><main>\n";
  out << "<h1>" << esc(name) << "</h1>\n<div class='muted'>Lowering report";
  if (!lowering.chip.isEmpty())
    out << " · " << esc(lowering.chip)
        << (lowering.chipSource.isEmpty()
                ? QString()
                : QStringLiteral(" (from %1)").arg(esc(lowering.chipSource)));
  if (!report.server.trimmed().isEmpty())
    out << " · " << esc(report.server.trimmed());
  out << "</div>\n<nav><a href='#problems'>Problems</a><a href='#layouts'>Layouts</a><a "
         "href='#pictures'>Pictures</a><a "
         "href='#stages'>Stages</a></nav>\n";

  out << "<h2 id='problems'>Problems</h2>\n";
  if (report.diagnostics.isEmpty()) {
    out << "<p class='muted'>None.</p>\n";
  } else {
    out << "<table><tr><th>Line</th><th>Severity</th><th>Code</th><th>Message</th></tr>\n";
    for (const Diagnostic &diagnostic : report.diagnostics) {
      out << "<tr><td class='mono'>" << diagnostic.range.start.line + 1 << ":"
          << diagnostic.range.start.character + 1 << "</td><td class='"
          << severityName(diagnostic.severity) << "'>" << severityName(diagnostic.severity)
          << "</td><td class='mono'>" << esc(diagnostic.code) << "</td><td>"
          << esc(diagnostic.message);
      for (const QString &related : diagnostic.related)
        out << "<div class='muted'>" << esc(related) << "</div>";
      out << "</td></tr>\n";
    }
    out << "</table>\n";
  }

  out << "<h2 id='layouts'>Layouts</h2>\n";
  if (report.pictures.isEmpty())
    out << "<p class='muted'>The file has no atoms or tiled operations.</p>\n";
  else
    out << "<table><tr><th>Operation</th><th>Operand</th><th>Tile</th><th "
           "class='num'>Threads</th><th class='num'>Values</th>"
           "<th>Layout (threads, values)</th><th>Coverage</th></tr>\n";
  for (qsizetype i = 0; i < report.pictures.size(); ++i)
    for (qsizetype row = 0; row < report.pictures[i].layouts.size(); ++row) {
      const ReportPicture::Row &cells = report.pictures[i].layouts[row];
      out << "<tr>";
      if (row == 0)
        out << "<td rowspan='" << report.pictures[i].layouts.size() << "'><a class='mono' href='#"
            << anchor(QStringLiteral("picture"), i) << "'>" << esc(report.pictures[i].name)
            << "</a></td>";
      out << "<td>" << esc(cells.operand) << "</td><td>" << esc(cells.tile)
          << "</td><td class='num'>" << esc(cells.threads) << "</td><td class='num'>"
          << esc(cells.values) << "</td><td><code>" << esc(cells.layout)
          << "</code></td><td class='muted'>" << esc(cells.coverage) << "</td></tr>\n";
    }
  if (!report.pictures.isEmpty())
    out << "</table>\n";

  out << "<h2 id='pictures'>Pictures</h2>\n";
  for (qsizetype i = 0; i < report.pictures.size(); ++i) {
    const ReportPicture &picture = report.pictures[i];
    out << "<h3 id='" << anchor(QStringLiteral("picture"), i) << "'>" << esc(picture.name)
        << " <span class='muted'>" << esc(kindText(picture.kind)) << ", line " << picture.line
        << "</span></h3>\n";
    if (!picture.alsoAt.isEmpty())
      out << "<div class='muted'>Same type: " << esc(picture.alsoAt.join(QStringLiteral(", ")))
          << "</div>\n";
    for (const QString &note : picture.notes)
      out << "<div class='fail error'>" << esc(note) << "</div>\n";
    if (!picture.svg.isEmpty())
      out << "<div class='picture'>" << picture.svg << "</div>\n";
  }

  out << "<h2 id='stages'>Stages</h2>\n";
  if (!lowering.error.isEmpty())
    out << "<div class='fail error'>" << esc(lowering.error) << "</div>\n";
  double longestStage = 0, longestPass = 0;
  for (const StageRecord &stage : lowering.stages) {
    longestStage = qMax(longestStage, stage.milliseconds());
    for (const PassRecord &pass : stage.passes)
      longestPass = qMax(longestPass, pass.milliseconds);
  }
  if (!lowering.stages.isEmpty()) {
    out << "<table><tr><th>Stage</th><th>IR</th><th class='num'>Passes</th><th "
           "class='num'>Lines</th><th class='num'>Time</th><th "
           "style='width:220px'></th></tr>\n";
    for (qsizetype i = 0; i < lowering.stages.size(); ++i) {
      const StageRecord &stage = lowering.stages[i];
      out << "<tr><td><a href='#" << anchor(QStringLiteral("stage"), i) << "'>" << esc(stage.name)
          << "</a></td><td>"
          << (!stage.error.isEmpty()   ? "<span class='error'>failed</span>"
              : stage.passes.isEmpty() ? ""
              : stage.changed()        ? "changed"
                                       : "<span class='muted'>same</span>")
          << "</td><td class='num'>" << stage.passes.size() << "</td><td class='num'>"
          << (stage.text.isEmpty() ? 0 : stage.text.count(u'\n') + 1) << "</td><td class='num'>"
          << QString::number(stage.milliseconds(), 'f', 2)
          << " ms</td><td><span class='bar' style='width:"
          << QString::number(longestStage > 0 ? 100 * stage.milliseconds() / longestStage : 0, 'f',
                             1)
          << "%'></span></td></tr>\n";
    }
    out << "</table>\n";
  }
  for (int i = 0; i < lowering.stages.size(); ++i)
    writeStage(out, lowering, i, longestPass);
  out << "</main></body></html>\n";
  out.flush();
  return html;
}

} // namespace app
