#include "kinds/couplings/list.h"

namespace hadal::inline kinds {

const StructSchema& PortConfig::schema() {
  using C = PortConfig;
  static const StructSchema s =
      StructBuilder<C>("port", "A frame on a body, where it is coupled.")
          .name("body", &C::body, "Vehicle or object.")
          .required()
          .text("link", &C::link, "Its link; the first if left out.")
          .vector("position_m", &C::position_m, "Origin on the link.", kMountPosition)
          .vector("rpy_deg", &C::rpy_deg, "Roll, pitch and yaw on the link.", {-360, 360});
  return s;
}

// `describe` and the docs show them in this order.
constexpr CouplingKind (*kCouplings[])() = {
    built_in_coupling<struct PlugSocket>,
    built_in_coupling<struct GraspWeld>,
    built_in_coupling<struct Suction>,
    built_in_coupling<struct Magnet>,
};

KindList<CouplingKind>& coupling_list() {
  static KindList<CouplingKind> list(kCouplings);
  return list;
}

const std::vector<const StructSchema*>& coupling_schemas() {
  return coupling_list().schemas();
}

}  // namespace hadal::kinds
