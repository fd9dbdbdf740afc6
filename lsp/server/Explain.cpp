// fly/explain and fly/stages
#include "lsp/server/Server.h"

#include "dialects/fly/Diagnostics.h"
#include "passes/pipelines/Stages.h"

namespace flylsp {

void Server::explain(const Json &params, const Reply &reply) {
  std::optional<StringRef> name = getString(params, {"code"});
  if (!name)
    return reply(invalidParams("'code' is missing"));
  const mlir::fly::RuleEntry *rule = mlir::fly::findRule(parseCode(std::string_view(*name)));
  if (!rule)
    return reply(Json(nullptr));
  StringRef severity = rule->severity == mlir::fly::RuleEntry::Severity::Error     ? "error"
                       : rule->severity == mlir::fly::RuleEntry::Severity::Warning ? "warning"
                                                                                   : "remark";
  Object result{{"code", mlir::fly::codeName(rule->code)},
                {"title", rule->title},
                {"rule", rule->rule},
                {"cause", rule->cause},
                {"example", rule->example},
                {"fix", rule->fix},
                {"severity", severity}};
  if (std::string link = ruleLink(rule->code); !link.empty())
    result["href"] = link;
  reply(Json(std::move(result)));
}

void Server::stages(const Json &, const Reply &reply) {
  Array stages, chips;
  for (const mlir::fly::Stage &stage : mlir::fly::stages()) {
    Array aliases;
    for (StringRef alias : stage.aliases)
      aliases.push_back(alias);
    stages.push_back(Object{
        {"name", stage.name}, {"aliases", std::move(aliases)}, {"contents", stage.contents}});
  }
  for (const mlir::fly::ChipInfo &chip : mlir::fly::knownChips())
    chips.push_back(chip.name);
  reply(Json(Object{{"stages", std::move(stages)}, {"chips", std::move(chips)}}));
}

} // namespace flylsp
