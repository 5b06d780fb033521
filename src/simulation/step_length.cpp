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

void shorten(StepLimit& limit, double step_s, const std::string& cause) {
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

// The time constant that two equal steps after a change of command show; infinite for none.
double lag_s(const Actuator& actuator, double dt_s, double density_kg_m3) {
  AnyConfig config = actuator.config.copy();
  if (actuator.kind->prepare) actuator.kind->prepare(config.data(), {dt_s, density_kg_m3});
  std::vector<double> state(actuator.columns.size()), middle(actuator.columns.size());
  if (actuator.kind->start) actuator.kind->start(config.data(), state);
  const extension::ActuatorCommand& c = actuator.command;
  const extension::ActuatorInput input{c.neutral + 1e-3 * (c.max - c.neutral), 1, dt_s};
  double before = state[0], change[2] = {0, 0};
  for (double& moved : change) {
    actuator.kind->advance(config.data(), input, state, middle);
    moved = std::abs(state[0] - before);
    before = state[0];
  }
  const bool decays = change[1] > 1e-9 * change[0] && change[1] < 0.999 * change[0];
  return decays ? dt_s / std::log(change[0] / change[1]) : kInfinity;
}

std::string note_text(double step_s, const std::string& name, const StepLimit& limit) {
  char text[240];
  std::snprintf(text, sizeof text, "of %.3g s is too long for '%.60s': %.80s needs less than %.2g s",
                step_s, name.c_str(), limit.cause.c_str(), limit.step_s);
  return text;
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
  for (int k = 0; k < 6; ++k)
    if (link.damping.linear(k, k) > 0)
      shorten(limit, (world.rkmk4 ? 2.78 : 2) * inertia[k] / link.damping.linear(k, k),
              "its linear damping");
  return limit;
}

StepLimit actuator_lag(const World& world, const Actuator& actuator, double density_kg_m3) {
  StepLimit limit{kInfinity, ""};
  if (actuator.columns.empty() || actuator.kind->checked || !actuator.kind->advance) return limit;
  for (double part : {10.0, 100.0, 1000.0}) {
    const double lag = lag_s(actuator, world.clock.step_s() / part, density_kg_m3);
    if (lag < world.clock.step_s()) shorten(limit, lag, "the lag of '" + actuator.name + "'");
  }
  return limit;
}

void note_long_step(const LoadedScenario& loaded, double density_kg_m3, double gravity_m_s2,
                    World& world) {
  std::set<std::string> told;
  const double step_s = world.clock.step_s();
  for (const Vehicle& vehicle : world.vehicles) {
    const Link& root = world.links[static_cast<size_t>(vehicle.links.begin)];
    if (vehicle.fixed || vehicle.kinematic || root.joint != LinkJoint::kFree) continue;
    if (!told.insert(vehicle.model_key).second) continue;
    StepLimit limit = stable_step(world, root, density_kg_m3, gravity_m_s2);
    for (int i = 0; i < vehicle.actuators.count; ++i) {
      const auto index = static_cast<size_t>(vehicle.actuators.begin + i);
      const StepLimit lag = actuator_lag(world, world.actuators[index], density_kg_m3);
      shorten(limit, lag.step_s, lag.cause);
    }
    if (limit.step_s < step_s)
      world.notes.push_back({loaded.locations.location("step_s"), "step_s",
                             note_text(step_s, vehicle.name, limit)});
  }
}

}  // namespace hadal::simulation
