#include "kinds/couplings/holding.h"

#include "kinds/couplings/list.h"

namespace hadal::inline kinds {
namespace {

template <class T>
StructBuilder<T> holding_schema(const char* kind, const char* doc) {
  return coupling_schema<T>(kind, doc)
      .object("holder", static_cast<PortConfig T::*>(&T::holder), "What holds; x out of it, towards what it takes.")
      .required()
      .texts("objects", &T::objects, "Vehicles and objects that it can hold, by their first link.")
      .required()
      .number("hold_s", &T::hold_s, "It must touch for so long.", {0, 1e6})
      .check([](const T& c, CheckReport& r) {
        if (c.objects.empty()) r.fail("objects", "expected at least one name");
      });
}

}  // namespace

CouplingPorts Holding::ports_of(const std::vector<std::string>& fingers) const {
  CouplingPorts out;
  out.fingers = fingers;
  out.holders.push_back({holder, "holder"});
  for (size_t i = 0; i < objects.size(); ++i)
    out.held.push_back({{.body = objects[i]}, "objects[" + std::to_string(i) + "]"});
  return out;
}

void Holding::advance_held(const CouplingSample& s, bool touches, bool lost, double step_s,
                           CouplingMemory& m) const {
  if (m.freed >= 0) ++m.freed;
  if (m.mode != CouplingMode::kFree) {
    if (lost || !s.engaged) m = {CouplingMode::kFree, 0, 0};
    return;
  }
  m.aligned = touches && s.engaged ? m.aligned + 1 : 0;
  if (m.aligned > 0 && !s.occupied && lasted(m.aligned, step_s, hold_s) &&
      cooled_down(m, step_s, cooldown_s))
    m.mode = CouplingMode::kFixed;
}

const StructSchema& GraspWeld::schema() {
  using C = GraspWeld;
  static const StructSchema s =
      holding_schema<C>("grasp_weld", "Holds firmly what all fingers press on.")
          .texts("fingers", &C::fingers, "Links of the holder's body that press.")
          .required()
          .number("press_n", &C::press_n, "Each finger must press so hard.", kPositive)
          .number("release_n", &C::release_n, "Lets go once a finger presses less.", kNotNegative)
          .check([](const C& c, CheckReport& r) {
            if (c.fingers.empty()) r.fail("fingers", "expected at least one link");
            if (c.release_n > c.press_n) r.fail("release_n", "must not be above press_n");
          });
  return s;
}

void GraspWeld::advance(const CouplingSample& s, double step_s, CouplingMemory& m) const {
  advance_held(s, s.press_n >= press_n, s.press_n < release_n, step_s, m);
}

const StructSchema& Suction::schema() {
  using C = Suction;
  static const StructSchema s =
      holding_schema<C>("suction", "A suction cup; holds what it touches while engaged.")
          .number("area_m2", &C::area_m2, "Of the cup.", kPositive)
          .number("pressure_difference_pa", &C::pressure_difference_pa,
                  "Between the water and the cup.", kPositive);
  return s;
}

void Suction::advance(const CouplingSample& s, double step_s, CouplingMemory& m) const {
  advance_held(s, s.press_n > 0, -s.axial_n >= max_force_n(), step_s, m);
}

const StructSchema& Magnet::schema() {
  using C = Magnet;
  static const StructSchema s =
      holding_schema<C>("magnet", "A magnet; holds what it touches while engaged.")
          .number("max_force_n", &C::max_force_n, "What is drawn so hard comes off.", kPositive);
  return s;
}

void Magnet::advance(const CouplingSample& s, double step_s, CouplingMemory& m) const {
  advance_held(s, s.press_n > 0, -s.axial_n >= max_force_n, step_s, m);
}

template <>
CouplingKind built_in_coupling<GraspWeld>() {
  return coupling_kind<GraspWeld>();
}
template <>
CouplingKind built_in_coupling<Suction>() {
  return coupling_kind<Suction>();
}
template <>
CouplingKind built_in_coupling<Magnet>() {
  return coupling_kind<Magnet>();
}

}  // namespace hadal::kinds
