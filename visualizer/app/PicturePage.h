// The picture with what belongs to it: selectors, the table of layouts, the values of a thread.
#pragma once

#include "visualizer/app/Models.h"
#include "visualizer/app/PictureView.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QSpinBox;
class QTableView;

namespace app {

class PicturePage : public QWidget {
  Q_OBJECT
public:
  explicit PicturePage(QWidget *parent = nullptr);

  /// Evaluates the layouts on a worker and shows the picture when it is ready; an earlier one that
  /// is still in the making is dropped. `keepView`: the same operation of a reloaded file.
  void showReply(const QString &name, const ThreadValueReply &reply, bool keepView);
  void showMessage(const QString &message);
  /// Remakes the picture in the colours of the current theme.
  void themeChanged();
  void setScheme(scene::Scheme scheme);
  scene::Scheme scheme() const { return m_scheme; }

  /// Colours layout grids by bank: 0 by offset, else 32 or 64 banks. `elementBits` 0: as it is.
  void setBanks(int banks, int elementBits);
  PictureView *view() const { return m_view; }
  LayoutModel *layouts() const { return m_layouts; }
  FootprintModel *footprint() const { return m_footprint; }
  const QString &name() const { return m_name; }
  bool busy() const { return m_busy; }

signals:
  void pictureShown();
  void described(const QString &text);

protected:
  void resizeEvent(QResizeEvent *event) override;

private:
  void prepare(BuiltPicture built, bool keepView);
  void showSelection(const scene::Selection &selection);
  void selectFromSpins();
  void applyBanks(scene::Picture &picture) const;
  void banksChosen();
  void elideTitle();
  void fitLayoutColumns();

  PictureView *m_view;
  LayoutModel *m_layouts;
  FootprintModel *m_footprint;
  QTableView *m_layoutTable, *m_footprintTable;
  QSpinBox *m_thread, *m_value;
  QList<QWidget *> m_threadWidgets; ///< of no use for layout grids
  QComboBox *m_colors, *m_banks, *m_bits;
  QLabel *m_title, *m_notes, *m_footprintTitle, *m_zoom;
  QString m_name, m_type;
  scene::Scheme m_scheme = scene::Scheme::Safe;
  int m_job = 0;
  bool m_busy = false, m_settingSpins = false;
};

} // namespace app
