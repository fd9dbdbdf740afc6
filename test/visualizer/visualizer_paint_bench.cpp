// CPU time of painting and preparing pictures; process time, so that a busy machine does not count.
// Run it on a release build: `visualizer_paint_bench [columns of the largest tile]`. Targets: 10 ms
// median and 20 ms for 95 of 100 frames at 1920 x 1080 and any size.
#include "visualizer/app/Appearance.h"
#include "visualizer/app/PictureBuilder.h"
#include "visualizer/app/PictureView.h"

#include <QApplication>
#include <QPainter>
#include <QScrollBar>
#include <QTextStream>
#include <algorithm>
#include <ctime>
#include <fstream>

using namespace app;

static double cpuMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

static double residentMegabytes() {
  std::ifstream statm("/proc/self/statm");
  long size = 0, resident = 0;
  statm >> size >> resident;
  return double(resident) * 4096 / (1 << 20);
}

template <typename Work> static double timed(Work work) {
  double start = cpuMilliseconds();
  work();
  return cpuMilliseconds() - start;
}

int main(int argc, char **argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  applyTheme(application, scene::Theme::Light);
  QTextStream out(stdout);
  const int largest = argc > 1 ? atoi(argv[1]) : 2048;
  out << "cells      build  prepare  +MB    fit        8 px       24 px      40 px      64 px      "
         "zoom sweep "
         "thread sel  hover   (CPU ms, median / 95 %)\n";
  for (int edge = 128; edge <= largest; edge *= 4) {
    ThreadValueReply reply{"bench", "mma", {}};
    const int warps = edge / 32;
    reply.operands << OperandLayout{"c", edge, edge,
                                    QStringLiteral("((32,8),(%1,%2)):((1,%3),(32,%4))")
                                        .arg(warps)
                                        .arg(edge / 8)
                                        .arg(edge)
                                        .arg(edge * 8)};
    double before = residentMegabytes();
    BuiltPicture built;
    double build = timed([&] {
      built = buildPicture(reply);
      for (const auto &panel : built.picture.panels)
        (void)panel.coverageText();
    });
    std::shared_ptr<const PreparedPicture> prepared;
    double prepare = timed([&] {
      prepared = std::make_shared<const PreparedPicture>(built.picture, scene::Scheme::Safe,
                                                         scene::Theme::Light);
    });
    double after = residentMegabytes();
    PictureView view;
    view.resize(1920, 1080);
    view.show();
    view.setPicture(prepared);
    QImage canvas(view.viewport()->size(), QImage::Format_RGB32);
    auto frame = [&] { return timed([&] { view.viewport()->render(&canvas); }); };
    auto summary = [&](std::vector<double> times) {
      std::sort(times.begin(), times.end());
      return QStringLiteral("%1/%2")
          .arg(times[times.size() / 2], 0, 'f', 1)
          .arg(times[times.size() * 95 / 100], 0, 'f', 1)
          .leftJustified(11);
    };
    auto panned = [&](double cell) {
      std::vector<double> times;
      if (cell <= 0)
        view.fit();
      else
        view.setCellSize(cell, {960, 540});
      for (int i = 0; i < 60; ++i) {
        view.horizontalScrollBar()->setValue(view.horizontalScrollBar()->maximum() / 3 + i * 7);
        view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum() / 3 + i * 5);
        times.push_back(frame());
      }
      return summary(times);
    };
    out << QString::number(qint64(edge) * edge).leftJustified(11)
        << QString::number(build, 'f', 0).leftJustified(7)
        << QString::number(prepare, 'f', 0).leftJustified(9)
        << QString::number(after - before, 'f', 0).leftJustified(7);
    for (double cell : {0.0, 8.0, 24.0, 40.0, 64.0})
      out << panned(cell);
    std::vector<double> sweep, select, hover;
    for (double cell = 0.5; cell < 100; cell *= 1.1) {
      view.setCellSize(cell, {960, 540});
      sweep.push_back(frame());
    }
    out << summary(sweep);
    view.fit();
    for (int t = 0; t < 20; ++t)
      select.push_back(timed([&] { view.setSelection(scene::Selection::ofThread(t * 11)); }) +
                       frame());
    out << summary(select);
    view.setSelection({});
    for (int i = 0; i < 1000; ++i)
      hover.push_back(timed([&] {
        if (auto hit = view.hitAt(QPointF(200 + i, 100 + i % 700)))
          (void)view.describe(*hit);
      }));
    std::sort(hover.begin(), hover.end());
    out << QString::number(hover[hover.size() / 2] * 1000, 'f', 1) << " us" << Qt::endl;
  }
  return 0;
}
