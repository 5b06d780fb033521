#include "sensors/contact/touch.h"

#include <algorithm>

namespace hadal::sensors {
namespace {

bool contains(const std::vector<int>& list, int value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

bool feels(const World& world, const Sensor& sensor, const ContactModel& model, int link) {
  if (link < 0) return false;
  return model.links.empty() ? world.links[link].vehicle == sensor.vehicle
                             : contains(model.links, link);
}

bool is_felt(const World& world, const ContactModel& model, int link) {
  const int what = link < 0 ? ContactModel::kSeabed : world.links[link].vehicle;
  return model.against.empty() || contains(model.against, what);
}

Vec3 velocity_N(const State& state, int link, const Vec3& p_N) {
  if (link < 0) return Vec3::Zero();
  const Vec3 v_L = state.nu_L[link].head<3>(), w_L = state.nu_L[link].tail<3>();
  const Vec3 arm_L = state.q_NL[link].conjugate() * (p_N - state.p_NL_N[link]);
  return state.q_NL[link] * (v_L + w_L.cross(arm_L));
}

}  // namespace

ContactTruth touch(const World& world, const State& state, const Sensor& sensor) {
  const auto& model = std::get<ContactModel>(sensor.config.model);
  ContactTruth out;
  for (int64_t i = 0; i < state.contact_count[0]; ++i) {
    const int a = static_cast<int>(state.contact_links[2 * i]),
              b = static_cast<int>(state.contact_links[2 * i + 1]);
    const bool by_a = feels(world, sensor, model, a) && is_felt(world, model, b);
    const bool by_b = feels(world, sensor, model, b) && is_felt(world, model, a);
    if (!by_a && !by_b) continue;
    const double* value = &state.contact_values[kContactValues * i];
    const Eigen::Map<const Vec3> p_N(value), normal_N(value + 3), force_N(value + 6);
    const Vec3 relative_N = velocity_N(state, a, p_N) - velocity_N(state, b, p_N);
    ++out.points;
    out.force_N += by_a ? Vec3(force_N) : Vec3(-force_N);
    out.penetration_m = std::max(out.penetration_m, value[9]);
    out.slip_m_s =
        std::max(out.slip_m_s, (relative_N - relative_N.dot(normal_N) * normal_N).norm());
  }
  return out;
}

}  // namespace hadal::sensors
