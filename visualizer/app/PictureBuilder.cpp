#include "visualizer/app/PictureBuilder.h"

#include "dialects/layout/Parser.h"

namespace app {

BuiltPicture buildPicture(const ThreadValueReply &reply) {
  BuiltPicture built;
  std::vector<scene::ThreadValueMap> maps;
  std::vector<scene::IndexGrid> grids;
  auto note = [&](const OperandLayout &operand, const layout::Reason &reason) {
    built.notes << QStringLiteral("%1: %2").arg(operand.name,
                                                QString::fromStdString(reason.message));
  };
  for (const OperandLayout &operand : reply.operands) {
    const std::string name = operand.name.toStdString(), text = operand.layout.toStdString();
    if (reply.kind != QLatin1String("layout")) {
      auto map = scene::ThreadValueMap::create(name, operand.rows, operand.cols, text);
      if (map)
        maps.push_back(*map);
      else
        note(operand, map.reason());
      continue;
    }
    auto any = layout::parseAnyLayout(text);
    if (!any) {
      note(operand, any.reason());
      continue;
    }
    auto grid = scene::IndexGrid::create(name, *any);
    if (!grid) {
      note(operand, grid.reason());
      continue;
    }
    // What a swizzle does shows beside the layout it permutes.
    if (!any->isPlain())
      if (auto linear = scene::IndexGrid::create("linear", layout::AnyLayout(any->linear())))
        grids.push_back(*linear);
    grids.push_back(*grid);
  }
  const std::string type = reply.type.toStdString();
  built.picture = grids.empty() ? scene::arrange(type, std::move(maps))
                                : scene::arrange(type, std::move(grids));
  return built;
}

} // namespace app
