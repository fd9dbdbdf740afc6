#include "visualizer/app/Appearance.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QStyleFactory>
#include <QSvgRenderer>

/// Resources of a static library must be named once; the macro works outside namespaces alone.
static void initResources() { Q_INIT_RESOURCE(visualizer); }

namespace app {

static scene::Theme theTheme = scene::Theme::Light;

scene::Theme currentTheme() { return theTheme; }

scene::Theme desktopTheme(const QPalette &palette) {
  return palette.color(QPalette::Window).lightness() <
                 palette.color(QPalette::WindowText).lightness()
             ? scene::Theme::Dark
             : scene::Theme::Light;
}

QColor toColor(scene::Rgb color) { return QColor(color.r, color.g, color.b); }

TextColors textColors(scene::Theme theme) {
  if (theme == scene::Theme::Light)
    return {"#6a737d", "#0a6b3d", "#9a4b00", "#0b4f9e", "#7a3e9d", "#8a1f5c", "#1b1f24",
            "#ddf4e4", "#fde3e1", "#fff5d6", "#eef1f5", "#c81e1e", "#a15c00", "#0b5fcc"};
  return {"#8b949e", "#7ee2a8", "#f0b072", "#8ec5ff", "#d6a8ff", "#ff9ecb", "#e8ebf0",
          "#173a26", "#4a2024", "#40361a", "#2b313a", "#ff7b72", "#f0b040", "#6eaaff"};
}

QFont codeFont() {
  QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  font.setStyleHint(QFont::Monospace);
  font.setPointSizeF(9.5);
  return font;
}

void applyTheme(QApplication &application, scene::Theme theme) {
  initResources();
  theTheme = theme;
  application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  const bool light = theme == scene::Theme::Light;
  const scene::ThemeColors colors = scene::themeColors(theme);
  const QColor text = toColor(colors.text), muted = toColor(colors.mutedText),
               page = toColor(colors.background), surface = toColor(colors.surface),
               accent = toColor(colors.accent);
  const QColor line = light ? QColor("#d5dae1") : QColor("#3a414c");
  QPalette palette;
  palette.setColor(QPalette::Window, surface);
  palette.setColor(QPalette::WindowText, text);
  palette.setColor(QPalette::Base, page);
  palette.setColor(QPalette::AlternateBase, light ? QColor("#fafbfc") : QColor("#1c2026"));
  palette.setColor(QPalette::Text, text);
  palette.setColor(QPalette::PlaceholderText, muted);
  palette.setColor(QPalette::Button, light ? QColor("#ffffff") : QColor("#2a2f37"));
  palette.setColor(QPalette::ButtonText, text);
  palette.setColor(QPalette::BrightText, toColor(colors.danger));
  palette.setColor(QPalette::ToolTipBase, light ? QColor("#1b1f24") : QColor("#e8ebf0"));
  palette.setColor(QPalette::ToolTipText, light ? QColor("#ffffff") : QColor("#14171b"));
  palette.setColor(QPalette::Highlight, light ? QColor("#d6e6fb") : QColor("#26456b"));
  palette.setColor(QPalette::HighlightedText, text);
  palette.setColor(QPalette::Link, accent);
  palette.setColor(QPalette::Light, light ? QColor("#ffffff") : QColor("#363d47"));
  palette.setColor(QPalette::Midlight, light ? QColor("#eceff3") : QColor("#2f353e"));
  palette.setColor(QPalette::Mid, line);
  palette.setColor(QPalette::Dark, light ? QColor("#b9c0ca") : QColor("#14171b"));
  palette.setColor(QPalette::Shadow, light ? QColor("#8a929e") : QColor("#000000"));
  for (QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, light ? QColor("#a2a9b4") : QColor("#5f6772"));
  application.setPalette(palette);

  application.setStyleSheet(QStringLiteral(R"(
    QMainWindow::separator { background: %1; width: 1px; height: 1px; }
    QMainWindow::separator:hover { background: %2; }
    QDockWidget { font-weight: 600; titlebar-close-icon: none; }
    QDockWidget::title { padding: 6px 10px; background: %3; border-bottom: 1px solid %1; }
    QToolBar { border: none; border-bottom: 1px solid %1; padding: 4px 8px; spacing: 4px; background: %3; }
    QToolBar QToolButton { padding: 4px 8px; border-radius: 5px; border: 1px solid transparent; }
    QToolBar QToolButton:hover { background: %4; border-color: %1; }
    QToolBar QToolButton:focus { border-color: %2; }
    QToolBar::separator { background: %1; width: 1px; margin: 5px 6px; }
    QTabWidget::pane { border: none; border-top: 1px solid %1; }
    QTabBar { qproperty-drawBase: 0; }
    QTabBar::tab { padding: 7px 16px; border: none; border-bottom: 2px solid transparent; color: %5; }
    QTabBar::tab:selected { border-bottom: 2px solid %2; color: %6; }
    QTabBar::tab:hover { color: %6; }
    QAbstractItemView { border: none; outline: none; }
    QTreeView::item, QTableView::item { border: none; padding: 3px 8px; }
    QTreeView::item:selected, QTableView::item:selected { background: palette(highlight); color: palette(text); }
    QHeaderView::section { padding: 5px 8px; border: none; border-bottom: 1px solid %1; background: %3;
                           color: %5; font-weight: 500; }
    QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid %5; border-radius: 3px;
                           background: palette(base); }
    QCheckBox::indicator:checked { background: %8; border-color: %8; image: url(:/fly/check.svg); }
    QCheckBox:focus { color: %2; }
    QPlainTextEdit { border: none; }
    QStatusBar { border-top: 1px solid %1; color: %5; }
    QStatusBar::item { border: none; }
    QStatusBar QLabel { padding: 0 8px; color: %5; }
    QSplitter::handle { background: %1; }
    QFrame#banner { background: %7; border-bottom: 1px solid %1; }
    QFrame#banner QLabel { color: %6; }
    QLabel#stageError { background: %7; color: %6; padding: 8px 12px; border-bottom: 1px solid %1; }
    QLabel#empty { color: %5; font-size: 14px; }
    QLabel#muted { color: %5; }
  )")
                                .arg(line.name(), accent.name(), surface.name(),
                                     light ? QStringLiteral("#e9edf2") : QStringLiteral("#363d47"),
                                     muted.name(), text.name(),
                                     light ? QStringLiteral("#fdeceb") : QStringLiteral("#4a2024"),
                                     light ? accent.name() : QStringLiteral("#2f6fc4")));
}

QIcon icon(const QString &name) {
  static const QHash<QString, const char *> paths{
      {"open", "<path d='M3 6.5V18a1 1 0 0 0 1 1h14.2a1 1 0 0 0 1-.8L21 10H8.2a1 1 0 0 0-1 .7L5 "
               "19M3 6.5V5a1 1 0 0 1 1-1h5l2 2.5h7a1 1 0 0 1 1 1V10'/>"},
      {"reload", "<path d='M20 12a8 8 0 1 1-2.3-5.6M20 3v4.5h-4.5'/>"},
      {"export", "<path d='M12 15V4M8 8l4-4 4 4M4 14v4a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-4'/>"},
      {"fit", "<path d='M4 9V5a1 1 0 0 1 1-1h4M15 4h4a1 1 0 0 1 1 1v4M20 15v4a1 1 0 0 1-1 1h-4M9 "
              "20H5a1 1 0 0 1-1-1v-4'/>"},
      {"zoom-in",
       "<circle cx='11' cy='11' r='6.5'/><path d='M16 16l4.5 4.5M8.2 11h5.6M11 8.2v5.6'/>"},
      {"zoom-out", "<circle cx='11' cy='11' r='6.5'/><path d='M16 16l4.5 4.5M8.2 11h5.6'/>"},
      {"theme", "<circle cx='12' cy='12' r='8'/><path d='M12 4a8 8 0 0 1 0 16z' fill='COLOR'/>"},
      {"restart", "<path d='M12 3v8M17 6a8 8 0 1 1-10 0'/>"},
      {"next", "<path d='M6 9l6 6 6-6'/>"},
      {"previous", "<path d='M6 15l6-6 6 6'/>"},
      {"clear", "<path d='M6 6l12 12M18 6L6 18'/>"},
  };
  auto it = paths.constFind(name);
  if (it == paths.constEnd())
    return {};
  QIcon result;
  const scene::ThemeColors colors = scene::themeColors(theTheme);
  auto render = [&](scene::Rgb color, QIcon::Mode mode) {
    QByteArray svg =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='COLOR' "
        "stroke-width='1.8' stroke-linecap='round' stroke-linejoin='round'>" +
        QByteArray(*it) + "</svg>";
    svg.replace("COLOR", QByteArray::fromStdString(color.hex()));
    QSvgRenderer renderer(svg);
    for (int size : {18, 36}) {
      QPixmap pixmap(size, size);
      pixmap.fill(Qt::transparent);
      QPainter painter(&pixmap);
      renderer.render(&painter);
      painter.end();
      pixmap.setDevicePixelRatio(size / 18.0);
      result.addPixmap(pixmap, mode);
    }
  };
  render(colors.text, QIcon::Normal);
  render(scene::mix(colors.text, colors.background, 0.6), QIcon::Disabled);
  return result;
}

} // namespace app
