#include "lsp/server/Pictures.h"

#include "dialects/layout/Parser.h"

namespace flylsp {

layout::Result<scene::Picture> pictureOf(const TypeFact &type) {
  if (!type.operands.empty()) {
    std::vector<scene::ThreadValueMap> maps;
    for (const OperandFact &operand : type.operands) {
      LAYOUT_TRY(scene::ThreadValueMap map,
                 scene::ThreadValueMap::create(operand.name, operand.rows, operand.cols,
                                               operand.layout));
      maps.push_back(std::move(map));
    }
    return scene::arrange(type.text, std::move(maps));
  }
  if (type.layout.empty())
    return layout::Reason{0, "this type has no layout", {}};
  LAYOUT_TRY(layout::AnyLayout layout, layout::parseAnyLayout(type.layout));
  LAYOUT_TRY(scene::Picture picture, scene::layoutPicture(layout));
  picture.type = type.text;
  return picture;
}

} // namespace flylsp
