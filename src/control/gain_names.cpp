#include "control/gain_names.h"

#include "base/check.h"
#include "kinds/controllers/list.h"
#include "scenario/writer.h"

namespace hadal::control {
namespace {

// What a file with a controller holds.
struct ControllerBlock {
  AnyConfig controller;
  static const StructSchema& schema() {
    static const StructSchema s =
        StructBuilder<ControllerBlock>("block", "A controller.")
            .tagged("controller", &ControllerBlock::controller, "It.", controller_schemas);
    return s;
  }
};

}  // namespace

std::vector<extension::Gain> gain_table(const Controller& controller) {
  if (!controller.kind) return {};
  const std::shared_ptr<void> copy = controller.kind->copy(controller.config.data());
  std::vector<extension::Gain> table = controller.kind->gains(copy.get());
  for (extension::Gain& gain : table) gain.value = nullptr;
  return table;
}

std::vector<std::string> gain_names(const Controller& controller) {
  std::vector<std::string> names;
  for (const extension::Gain& gain : gain_table(controller)) names.push_back(gain.name);
  return names;
}

std::string controller_yaml(const Controller& controller, std::span<const double> gains) {
  HADAL_CHECK(controller.kind != nullptr);
  const std::shared_ptr<void> copy = controller.kind->copy(controller.config.data());
  const std::vector<extension::Gain> table = controller.kind->gains(copy.get());
  HADAL_CHECK(gains.size() == table.size());
  for (size_t i = 0; i < gains.size(); ++i) *table[i].value = gains[i];
  const ControllerBlock block{AnyConfig(controller.config.schema(), copy)};
  return write_yaml(ControllerBlock::schema(), &block);
}

}  // namespace hadal::control
