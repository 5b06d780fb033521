#include "kinds/controllers/controllers.h"

#include <deque>

#include "kinds/controllers/autopilot.h"
#include "kinds/controllers/body.h"
#include "kinds/controllers/differential.h"
#include "kinds/controllers/weighted.h"

namespace hadal::inline kinds {
namespace {

using extension::controller_kind;
using extension::ControllerKind;

struct ControllerList {
  ControllerList() {
    for (const ControllerKind& kind : {
             controller_kind<BodyController>(),
             controller_kind<AutopilotController>(),
             controller_kind<DifferentialController>(),
             controller_kind<WeightedController>(),
         })
      add(kind);
  }
  void add(const ControllerKind& kind) {
    kinds.push_back(&owned.emplace_back(kind));
    schemas.push_back(&kind.schema());
  }
  std::deque<ControllerKind> owned;
  std::vector<const ControllerKind*> kinds;
  std::vector<const StructSchema*> schemas;
};

ControllerList& controllers() {
  static ControllerList list;
  return list;
}

}  // namespace

const std::vector<const ControllerKind*>& controller_kinds() {
  return controllers().kinds;
}

const std::vector<const StructSchema*>& controller_schemas() {
  return controllers().schemas;
}

const ControllerKind* controller_kind_of(const AnyConfig& config) {
  for (const ControllerKind* kind : controller_kinds())
    if (config.schema() == &kind->schema()) return kind;
  return nullptr;
}

void add_controller_kind(const ControllerKind& kind) {
  controllers().add(kind);
}

}  // namespace hadal::kinds
