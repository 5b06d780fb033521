#include "kinds/forces/list.h"

#include "base/check.h"
#include "kinds/forces/body_lift.h"
#include "kinds/forces/crossflow.h"

namespace hadal::inline kinds {

using extension::force_kind;
using extension::ForceKind;

namespace {

constexpr ForceKind kForces[] = {
    force_kind<BodyLift>(),
    force_kind<CrossFlow>(),
};

struct ForceLists {
  std::vector<const ForceKind*> kinds;
  std::vector<const StructSchema*> schemas;

  ForceLists() {
    for (const ForceKind& kind : kForces) add(kind);
  }
  void add(const ForceKind& kind) {
    kinds.push_back(&kind);
    schemas.push_back(&kind.schema());
  }
};

ForceLists& force_lists() {
  static ForceLists lists;
  return lists;
}

}  // namespace

const std::vector<const ForceKind*>& force_kinds() {
  return force_lists().kinds;
}

const std::vector<const StructSchema*>& force_schemas() {
  return force_lists().schemas;
}

const ForceKind& force_kind_of(const AnyConfig& config) {
  for (const ForceKind* kind : force_kinds())
    if (&kind->schema() == config.schema()) return *kind;
  HADAL_CHECK(false, "a force of no known kind");
  return kForces[0];
}

void add_force_kind(const ForceKind& kind) {
  force_lists().add(kind);
}

}  // namespace hadal::kinds
