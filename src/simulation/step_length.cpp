#include "simulation/step_length.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <set>

#include "geometry/triangle_mesh.h"

namespace hadal::simulation {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void shorten(StepLimit& limit, double step_s, const char* cause) {
  if (step_s < limit.step_s) limit = {step_s, cause};
}

// Diagonal of the mass matrix at the link origin, with added mass.
Vec6 inertia_of(const Link& link) {
  Vec6 out = link.added_mass_L.diagonal();
  out.head<3>().array() += link.mass_kg;
  const Vec3& g = link.p_LG_L;
  const Vec3 squares = g.cwiseProduct(g);
  out.tail<3>() += link.inertia_G.diagonal() +
                   link.mass_kg * (Vec3::Constant(squares.sum()) - squares);
  return out;
}

// Volume over the extent along z: the water plane, on average.
double mean_water_plane_m2(const Link& link) {
  double extent_m = 2 * link.sphere.radius_m;
  if (link.wetted && link.wetted->mesh && !link.wetted->mesh->vertices.empty()) {
    double low = kInfinity, high = -kInfinity;
    for (const Vec3& vertex : link.wetted->mesh->vertices) {
      low = std::min(low, vertex.z());
      high = std::max(high, vertex.z());
    }
    extent_m = high - low;
  }
  return extent_m > 0 ? link.buoyancy.volume_m3 / extent_m : 0;
}

// Heave, roll and pitch, N/m and N m/rad.
Vec3 stiffness_of(const Link& link, double density_kg_m3, double gravity_m_s2) {
  if (link.restoring)
    return {link.restoring->heave_stiffness_N_m, link.restoring->roll_stiffness_Nm_rad,
            link.restoring->pitch_stiffness_Nm_rad};
  const double displaced_kg = density_kg_m3 * link.buoyancy.volume_m3;
  const double moment = gravity_m_s2 * (link.mass_kg * link.p_LG_L.z() -
                                        displaced_kg * link.buoyancy.p_BC_B.z());
  const double heave = density_kg_m3 * gravity_m_s2 * mean_water_plane_m2(link);
  return {heave, std::max(0.0, moment), std::max(0.0, moment)};
}

}  // namespace

StepLimit stable_step(const World& world, const Link& link, double density_kg_m3,
                      double gravity_m_s2) {
  StepLimit limit{kInfinity, ""};
  const Vec6 inertia = inertia_of(link);
  const Vec3 stiffness = stiffness_of(link, density_kg_m3, gravity_m_s2);
  const char* names[] = {"its heave at the surface", "its roll", "its pitch"};
  for (int k = 0; k < 3; ++k)
    if (stiffness[k] > 0 && inertia[k + 2] > 0)
      shorten(limit, (world.rkmk4 ? 2.82 : 2) * std::sqrt(inertia[k + 2] / stiffness[k]),
              names[k]);
  if (!link.has_damping || (world.implicit_damping && !world.rkmk4)) return limit;
  for (int k = 0; k < 6; ++k) {
    double at_rest = link.damping.linear(k, k);
    if (!link.damping.curves.empty())
      at_rest += link.damping.curves[static_cast<size_t>(k)].slope(0);
    if (at_rest > 0)
      shorten(limit, (world.rkmk4 ? 2.78 : 2) * inertia[k] / at_rest, "its linear damping");
  }
  return limit;
}

std::string long_step_problem(const World& world, const Vehicle& vehicle, double density_kg_m3,
                              double gravity_m_s2) {
  const Link& root = world.links[static_cast<size_t>(vehicle.links.begin)];
  if (vehicle.fixed || vehicle.kinematic || root.joint != LinkJoint::kFree) return "";
  const StepLimit limit = stable_step(world, root, density_kg_m3, gravity_m_s2);
  const double step_s = world.clock.step_s();
  if (step_s < limit.step_s) return "";
  char text[240];
  std::snprintf(text, sizeof text, "of %.3g s is too long for '%.80s': %s needs less than %.2g s",
                step_s, vehicle.name.c_str(), limit.cause, limit.step_s);
  return text;
}

void note_long_step(const LoadedScenario& loaded, double density_kg_m3, double gravity_m_s2,
                    World& world) {
  std::set<std::string> told;
  for (const Vehicle& vehicle : world.vehicles) {
    if (!told.insert(vehicle.model_key).second) continue;
    const std::string text = long_step_problem(world, vehicle, density_kg_m3, gravity_m_s2);
    if (!text.empty())
      world.notes.push_back({loaded.locations.location("step_s"), "step_s", text});
  }
}

}  // namespace hadal::simulation
