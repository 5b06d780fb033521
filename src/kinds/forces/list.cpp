#include "kinds/forces/list.h"

namespace hadal::inline kinds {

constexpr extension::ForceKind (*kForces[])() = {
    built_in_force<struct BodyLift>,
    built_in_force<struct CrossFlow>,
    built_in_force<struct CompressibleHull>,
};

KindList<extension::ForceKind>& force_list() {
  static KindList<extension::ForceKind> list(kForces);
  return list;
}

const std::vector<const StructSchema*>& force_schemas() {
  return force_list().schemas();
}

}  // namespace hadal::kinds
