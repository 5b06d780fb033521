#include "kinds/controllers/list.h"

namespace hadal::inline kinds {

constexpr extension::ControllerKind (*kControllers[])() = {
    built_in_controller<struct BodyController>,
    built_in_controller<struct AutopilotController>,
    built_in_controller<struct DifferentialController>,
    built_in_controller<struct WeightedController>,
};

KindList<extension::ControllerKind>& controller_list() {
  static KindList<extension::ControllerKind> list(kControllers);
  return list;
}

const std::vector<const StructSchema*>& controller_schemas() {
  return controller_list().schemas();
}

}  // namespace hadal::kinds
