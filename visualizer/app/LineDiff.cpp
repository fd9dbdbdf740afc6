#include "visualizer/app/LineDiff.h"

#include <QHash>
#include <dtl/dtl.hpp>

namespace app {

QString comparisonKey(QStringView line) {
  QString key;
  key.reserve(line.size());
  bool quoted = false;
  for (qsizetype i = 0; i < line.size();) {
    QChar c = line[i];
    if (c == u'"')
      quoted = !quoted;
    auto wordFrom = [&](qsizetype from) {
      while (from < line.size() && (line[from].isLetterOrNumber() || line[from] == u'_' ||
                                    line[from] == u'$' || line[from] == u'.' || line[from] == u'-'))
        ++from;
      return from;
    };
    if (!quoted && (c == u'%' || c == u'^')) {
      key += c;
      i = wordFrom(i + 1);
      continue;
    }
    if (!quoted && c == u'#' &&
        (line.mid(i + 1).startsWith(u"map") || line.mid(i + 1).startsWith(u"loc"))) {
      key += c;
      i = wordFrom(i + 1);
      continue;
    }
    if (!quoted && line.mid(i).startsWith(u" loc("))
      break; // locations stand last in a line
    key += c;
    ++i;
  }
  while (key.endsWith(u' '))
    key.chop(1);
  return key;
}

Diff diffLines(const QString &before, const QString &after) {
  const QList<QStringView> a = QStringView(before).split(u'\n'),
                           b = QStringView(after).split(u'\n');
  // Comparison keys as small integers.
  QHash<QString, int> ids;
  auto intern = [&ids](const QList<QStringView> &lines) {
    std::vector<int> keys;
    keys.reserve(size_t(lines.size()));
    for (QStringView line : lines) {
      QString key = comparisonKey(line);
      auto it = ids.constFind(key);
      keys.push_back(it != ids.constEnd() ? *it : *ids.insert(key, int(ids.size())));
    }
    return keys;
  };
  std::vector<int> x = intern(a), y = intern(b);

  Diff diff;
  qsizetype i = 0, j = 0;
  auto keep = [&] {
    bool same = a[i] == b[j];
    diff.lines << DiffLine{same ? LineKind::Same : LineKind::Renamed, int(i + 1), int(j + 1),
                           b[j].toString()};
    diff.renamed += same ? 0 : 1;
    ++i, ++j;
  };
  auto remove = [&] {
    diff.lines << DiffLine{LineKind::Removed, int(i + 1), 0, a[i].toString()};
    ++diff.removed, ++i;
  };
  auto add = [&] {
    diff.lines << DiffLine{LineKind::Added, 0, int(j + 1), b[j].toString()};
    ++diff.added, ++j;
  };

  // Equal ends need no algorithm, and lines that the other side lacks cannot match: dropping both
  // first makes the rest small (see visualizer/README.md for the measurements).
  size_t prefix = 0, suffix = 0;
  while (prefix < x.size() && prefix < y.size() && x[prefix] == y[prefix])
    ++prefix;
  while (suffix < x.size() - prefix && suffix < y.size() - prefix &&
         x[x.size() - 1 - suffix] == y[y.size() - 1 - suffix])
    ++suffix;
  std::vector<char> inX(size_t(ids.size()), 0), inY(size_t(ids.size()), 0);
  for (size_t k = prefix; k < x.size() - suffix; ++k)
    inX[size_t(x[k])] = 1;
  for (size_t k = prefix; k < y.size() - suffix; ++k)
    inY[size_t(y[k])] = 1;
  std::vector<int> p, q;
  for (size_t k = prefix; k < x.size() - suffix; ++k)
    if (inY[size_t(x[k])])
      p.push_back(x[k]);
  for (size_t k = prefix; k < y.size() - suffix; ++k)
    if (inX[size_t(y[k])])
      q.push_back(y[k]);
  dtl::Diff<int, std::vector<int>> core(p, q);
  core.onHuge();
  core.compose();

  while (size_t(i) < prefix)
    keep();
  auto dropped = [&](bool left) {
    return left ? size_t(i) < x.size() - suffix && !inY[size_t(x[size_t(i)])]
                : size_t(j) < y.size() - suffix && !inX[size_t(y[size_t(j)])];
  };
  for (const auto &[key, info] : core.getSes().getSequence()) {
    while (dropped(true))
      remove();
    if (info.type == dtl::SES_DELETE) {
      remove();
      continue;
    }
    if (info.type == dtl::SES_ADD) {
      while (dropped(false))
        add();
      add();
      continue;
    }
    while (dropped(false))
      add();
    keep();
  }
  while (size_t(i) < x.size() - suffix)
    remove();
  while (size_t(j) < y.size() - suffix)
    add();
  while (i < a.size() && j < b.size())
    keep();
  return diff;
}

QList<DiffLine> collapse(const QList<DiffLine> &lines, int context) {
  QList<DiffLine> out;
  auto quiet = [&](qsizetype i) {
    return lines[i].kind == LineKind::Same || lines[i].kind == LineKind::Renamed;
  };
  for (qsizetype i = 0; i < lines.size();) {
    if (!quiet(i)) {
      out << lines[i++];
      continue;
    }
    qsizetype end = i;
    while (end < lines.size() && quiet(end))
      ++end;
    qsizetype head = i == 0 ? 0 : context, tail = end == lines.size() ? 0 : context;
    if (end - i <= head + tail + 1) {
      while (i < end)
        out << lines[i++];
      continue;
    }
    out += lines.mid(i, head);
    out << DiffLine{LineKind::Gap, 0, 0,
                    QStringLiteral("%1 unchanged lines").arg(end - i - head - tail)};
    out += lines.mid(end - tail, tail);
    i = end;
  }
  return out;
}

} // namespace app
