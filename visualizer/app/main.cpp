// fly-visualizer: the window, the headless export and the screenshot.
#include "visualizer/app/Appearance.h"
#include "visualizer/app/Exporter.h"
#include "visualizer/app/LoweringView.h"
#include "visualizer/app/MainWindow.h"
#include "visualizer/app/Models.h"
#include "visualizer/app/PicturePage.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QSettings>
#include <QTabWidget>
#include <QTextStream>
#include <QTimer>

using namespace app;

static int complain(const QString &message) {
  QTextStream(stderr) << "fly-visualizer: " << message << Qt::endl;
  return 1;
}

/// Whether a window can be shown; without a display Qt would abort.
static bool hasDisplay() {
#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
  return !qEnvironmentVariableIsEmpty("DISPLAY") ||
         !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") ||
         !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
#else
  return true;
#endif
}

static int runExport(const QStringList &files, const QString &directory, const QString &server,
                     const QString &chip) {
  if (files.size() != 1)
    return complain(QStringLiteral("--export takes exactly one file, got %1").arg(files.size()));
  Exporter::Options options;
  options.file = files.first();
  options.directory = directory;
  options.server = server;
  options.chip = chip;
  Exporter exporter(options);
  QObject::connect(&exporter, &Exporter::finished, qApp, [&](int code) {
    QTextStream out(stdout);
    for (const QString &path : exporter.written())
      out << path << '\n';
    out.flush();
    for (const QString &error : exporter.errors())
      complain(error);
    QCoreApplication::exit(code);
  });
  QTimer::singleShot(0, &exporter, &Exporter::start);
  return QCoreApplication::exec();
}

/// What a screenshot shows.
struct Shot {
  QString path, tab, operation;
  int thread = -1, banks = 0;
};

/// Waits until everything is on show, then saves the window.
static void takeScreenshot(MainWindow &window, const Shot &shot) {
  auto *timer = new QTimer(&window);
  auto clock = std::make_shared<QElapsedTimer>();
  auto chosen = std::make_shared<bool>(shot.operation.isEmpty());
  clock->start();
  QObject::connect(timer, &QTimer::timeout, &window, [&window, timer, clock, chosen, shot] {
    constexpr qint64 patience = 120'000;
    if (!window.settled() && clock->elapsed() < patience)
      return;
    if (!*chosen) { // showing another operation takes the server once more
      *chosen = true;
      for (int row = 0; row < window.operations()->rowCount(); ++row)
        if (window.operations()->operation(row).name.endsWith(shot.operation)) {
          window.selectOperation(row);
          return;
        }
    }
    timer->stop();
    if (shot.tab == QLatin1String("lowering") || shot.tab == QLatin1String("diff")) {
      window.tabs()->setCurrentIndex(1);
      window.loweringView()->setStage(qMin(2, window.loweringView()->model()->rowCount() - 1));
      window.loweringView()->setShowDiff(shot.tab == QLatin1String("diff"));
    }
    if (shot.thread >= 0)
      window.picturePage()->view()->setSelection(scene::Selection::ofThread(shot.thread));
    if (shot.banks > 0)
      window.picturePage()->setBanks(shot.banks, 0);
    // Differences and pictures come from a worker; layouts settle in the event loop.
    QTimer::singleShot(400, &window, [&window, shot] {
      QCoreApplication::exit(window.grab().save(shot.path)
                                 ? 0
                                 : complain(QStringLiteral("%1 was not written").arg(shot.path)));
    });
  });
  timer->start(50);
}

int main(int argc, char **argv) {
  QCoreApplication::setApplicationName(QStringLiteral("fly-visualizer"));
  QCoreApplication::setOrganizationName(QStringLiteral("fly-workbench"));
  QCoreApplication::setApplicationVersion(QStringLiteral(FLY_VERSION));

  // The kind of application depends on the arguments: help and export need no window system.
  bool headless = false, screenshot = false;
  for (int i = 1; i < argc; ++i) {
    QByteArrayView argument(argv[i]);
    headless |= argument == "--help" || argument == "-h" || argument == "--version" ||
                argument == "-v" || argument == "--export" || argument.startsWith("--export=");
    screenshot |= argument == "--screenshot" || argument.startsWith("--screenshot=");
  }
  if (!headless && !hasDisplay()) {
    if (!screenshot)
      return complain(QStringLiteral("no display (DISPLAY and WAYLAND_DISPLAY are unset); use "
                                     "--export DIR to write files instead"));
    qputenv("QT_QPA_PLATFORM", "offscreen");
  }
  std::unique_ptr<QCoreApplication> application(headless ? new QCoreApplication(argc, argv)
                                                         : new QApplication(argc, argv));

  QCommandLineParser parser;
  parser.setApplicationDescription(
      QStringLiteral("Shows which thread holds which element of every tile of an .mlir file, and "
                     "how the file is lowered.\n\n"
                     "With --export nothing is shown: the pictures (SVG), the lowering report "
                     "(HTML) and the diagnostics are\n"
                     "written to DIR and their paths printed; the exit code is 1 if the file has "
                     "errors or cannot be lowered."));
  parser.addHelpOption();
  parser.addVersionOption();
  QCommandLineOption exportOption(QStringLiteral("export"),
                                  QStringLiteral("Write everything to DIR, without a window."),
                                  QStringLiteral("DIR"));
  QCommandLineOption serverOption(
      QStringLiteral("server"),
      QStringLiteral("Language server to use (default: fly-lsp-server beside this program)."),
      QStringLiteral("PATH"));
  QCommandLineOption chipOption(QStringLiteral("chip"),
                                QStringLiteral("Chip to lower for (default: what the file says)."),
                                QStringLiteral("CHIP"));
  QCommandLineOption themeOption(QStringLiteral("theme"),
                                 QStringLiteral("light or dark (default: as the desktop)."),
                                 QStringLiteral("THEME"));
  QCommandLineOption shotOption(QStringLiteral("screenshot"),
                                QStringLiteral("Save the loaded window as an image and quit."),
                                QStringLiteral("FILE.png"));
  QCommandLineOption tabOption(QStringLiteral("tab"),
                               QStringLiteral("Tab of the screenshot: picture, lowering or diff."),
                               QStringLiteral("TAB"), QStringLiteral("picture"));
  QCommandLineOption threadOption(QStringLiteral("thread"),
                                  QStringLiteral("Thread to select for the screenshot."),
                                  QStringLiteral("T"));
  QCommandLineOption operationOption(QStringLiteral("operation"),
                                     QStringLiteral("Operation to show in the screenshot."),
                                     QStringLiteral("NAME"));
  QCommandLineOption banksOption(
      QStringLiteral("banks"),
      QStringLiteral("Colour layouts of the screenshot by 32 or 64 memory banks."),
      QStringLiteral("N"));
  parser.addOptions({exportOption, serverOption, chipOption, themeOption, shotOption, tabOption,
                     threadOption, operationOption, banksOption});
  parser.addPositionalArgument(QStringLiteral("file"), QStringLiteral("The .mlir file to open."),
                               QStringLiteral("[FILE]"));
  parser.process(*application);

  const QStringList files = parser.positionalArguments();
  if (headless)
    return runExport(files, parser.value(exportOption), parser.value(serverOption),
                     parser.value(chipOption));
  if (files.size() > 1)
    return complain(QStringLiteral("one file at a time, got %1").arg(files.size()));
  const QString theme = parser.isSet(themeOption) ? parser.value(themeOption) : QString();
  if (!theme.isEmpty() && theme != QLatin1String("light") && theme != QLatin1String("dark"))
    return complain(QStringLiteral("unknown theme '%1': light or dark").arg(theme));
  // A screenshot shows the program as it comes, not as somebody arranged it.
  if (screenshot)
    QCoreApplication::setOrganizationName(QStringLiteral("fly-workbench-screenshot"));

  scene::Theme chosen = desktopTheme(QApplication::palette());
  if (!theme.isEmpty())
    chosen = theme == QLatin1String("dark") ? scene::Theme::Dark : scene::Theme::Light;
  else if (QVariant saved = QSettings().value(QStringLiteral("theme")); saved.isValid())
    chosen = scene::Theme(qBound(0, saved.toInt(), 1));
  applyTheme(*qApp, chosen);

  MainWindow window(parser.value(serverOption));
  window.session().setChip(parser.value(chipOption));
  window.show();
  if (!files.isEmpty())
    window.openFile(files.first());
  if (parser.isSet(shotOption))
    takeScreenshot(window, {parser.value(shotOption), parser.value(tabOption),
                            parser.value(operationOption),
                            parser.isSet(threadOption) ? parser.value(threadOption).toInt() : -1,
                            parser.value(banksOption).toInt()});
  return QApplication::exec();
}
