#include "sensors/scalar/contact_reading.h"

#include <algorithm>

#include "math/arrays.h"

namespace hadal::sensors {
namespace {

bool contains(std::span<const int> list, int value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

Vec3 velocity_N(const State& state, int link, const Vec3& p_N) {
  if (link < 0) return Vec3::Zero();
  const Vec3 v_L = state.nu_L[link].head<3>(), w_L = state.nu_L[link].tail<3>();
  const Vec3 arm_L = state.q_NL[link].conjugate() * (p_N - state.p_NL_N[link]);
  return state.q_NL[link] * (v_L + w_L.cross(arm_L));
}

}  // namespace

extension::ContactReading contact_reading(const World& world, const State& state, int vehicle,
                                          std::span<const int> links,
                                          std::span<const int> against) {
  const auto feels = [&](int link) {
    if (link < 0) return false;
    return links.empty() ? world.links[link].vehicle == vehicle : contains(links, link);
  };
  const auto is_felt = [&](int link) {
    const int body = link < 0 ? extension::kSeabed : world.links[link].vehicle;
    return against.empty() || contains(against, body);
  };
  extension::ContactReading out;
  Vec3 sum_N = Vec3::Zero();
  for (int64_t i = 0; i < state.contact_count[0]; ++i) {
    const int a = static_cast<int>(state.contact_links[2 * i]),
              b = static_cast<int>(state.contact_links[2 * i + 1]);
    const bool by_a = feels(a) && is_felt(b);
    const bool by_b = feels(b) && is_felt(a);
    if (!by_a && !by_b) continue;
    const double* value = &state.contact_values[kContactValues * i];
    const Eigen::Map<const Vec3> p_N(value), normal_N(value + 3), force_N(value + 6);
    const Vec3 relative_N = velocity_N(state, a, p_N) - velocity_N(state, b, p_N);
    ++out.points;
    sum_N += by_a ? Vec3(force_N) : Vec3(-force_N);
    out.penetration_m = std::max(out.penetration_m, value[9]);
    out.slip_m_s =
        std::max(out.slip_m_s, (relative_N - relative_N.dot(normal_N) * normal_N).norm());
  }
  out.force_N = to_array(sum_N);
  return out;
}

}  // namespace hadal::sensors
