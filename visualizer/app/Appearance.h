// Light and dark: palette, style sheet, icons. One place, so that every view agrees.
#pragma once

#include "visualizer/scene/Color.h"

#include <QColor>
#include <QFont>
#include <QIcon>

class QApplication;
class QPalette;

namespace app {

/// Colours of texts beyond the palette.
struct TextColors {
  QColor comment, string, number, value, symbol, type, operation;
  QColor addedLine, removedLine, renamedLine, gapLine;
  QColor error, warning, note;
};

/// What the desktop asks for: Qt 6.4 has no signal for it, so window and text lightness decide.
scene::Theme desktopTheme(const QPalette &palette);
void applyTheme(QApplication &application, scene::Theme theme);
/// The theme applied last.
scene::Theme currentTheme();

TextColors textColors(scene::Theme theme);
QColor toColor(scene::Rgb color);
QFont codeFont();

/// Line icons in the text colour: open, reload, export, fit, zoom-in, zoom-out, theme, restart,
/// next, previous, empty.
QIcon icon(const QString &name);

} // namespace app
