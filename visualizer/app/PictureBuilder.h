// From the server's answer to a picture: layouts are evaluated here, with the same algebra.
#pragma once

#include "visualizer/app/Protocol.h"
#include "visualizer/scene/Picture.h"

namespace app {

struct BuiltPicture {
  scene::Picture picture;
  QStringList notes; ///< operands that could not be drawn, and why
  bool empty() const { return picture.panels.empty(); }
};

/// Never fails: an operand that cannot be drawn becomes a note, the others are drawn.
BuiltPicture buildPicture(const ThreadValueReply &reply);

} // namespace app
