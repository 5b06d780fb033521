#include "simulation/notes.h"

#include <algorithm>
#include <cmath>

#include "base/calendar.h"
#include "base/text.h"
#include "dynamics/damping.h"
#include "dynamics/derivatives.h"
#include "environment/earth/magnetic.h"
#include "environment/optics/underwater_light.h"
#include "environment/optics/world_sky.h"
#include "environment/optics/world_water.h"
#include "kinds/actuators/fin.h"
#include "kinds/controllers/autopilot.h"
#include "kinds/frames/camera.h"
#include "kinds/sensors/dvl.h"
#include "kinds/sensors/magnetic.h"
#include "world/enclosure.h"
#include "world/seabed_placement.h"

namespace hadal::simulation {
namespace {

namespace optics = environment::optics;

void note(const LoadedScenario& loaded, const std::string& key, const std::string& text,
          World& world) {
  world.notes.push_back({loaded.locations.location(key), key, text});
}

// Four digits, for people.
std::string rounded(double value) {
  if (value == 0 || !std::isfinite(value)) return shortest_text(value);
  const double unit = std::pow(10.0, 3 - std::floor(std::log10(std::abs(value))));
  return shortest_text(std::round(value * unit) / unit);
}

// Where the controller of a vehicle stands: a vehicle may have one in place of its model's.
std::string controller_key(const LoadedScenario& loaded, const Vehicle& vehicle) {
  for (const VehicleConfig& config : loaded.scenario.vehicles)
    if (config.name == vehicle.name && !config.controller.empty())
      return vehicle.key + ".controller";
  return vehicle.model_key + ".controller";
}

// --- Starts

// Poses of all links in N, joints at their start.
std::vector<Pose> link_poses(const World& world) {
  std::vector<Pose> X_NL(world.links.size());
  for (const Vehicle& vehicle : world.vehicles) {
    const std::vector<Pose> X_BL = start_poses(world, vehicle);
    const Pose& X_NB = world.links[vehicle.links.begin].pose_PL;
    for (int i = 0; i < vehicle.links.count; ++i) X_NL[vehicle.links.begin + i] = X_NB * X_BL[i];
  }
  return X_NL;
}

Vec3 in_world(const Pose& X_NL, const Vec3& p_L) { return X_NL.p + X_NL.q * p_L; }
Vec3 in_link(const Pose& X_NL, const Vec3& p_N) { return X_NL.q.conjugate() * (p_N - X_NL.p); }

Vec3 middle_L(const CollisionShape& shape) {
  if (!shape.hull || shape.hull->vertices.empty()) return shape.X_LS.p;
  Vec3 sum = Vec3::Zero();
  for (const Vec3& vertex : shape.hull->vertices) sum += vertex;
  return in_world(shape.X_LS, sum / static_cast<double>(shape.hull->vertices.size()));
}

// The link of a body inside whose collision shapes a point lies; -1 for none.
int link_around(const World& world, const std::vector<Pose>& X_NL, const Vehicle& body,
                const Vec3& p_N) {
  for (int link = body.links.begin; link < body.links.end(); ++link)
    if (is_inside(world.links[link].collisions, in_link(X_NL[link], p_N))) return link;
  return -1;
}

bool starts_inside(const World& world, const std::vector<Pose>& X_NL, const Vehicle& vehicle,
                   const Vehicle& body) {
  for (int link = vehicle.links.begin; link < vehicle.links.end(); ++link)
    for (const CollisionShape& shape : world.links[link].collisions)
      if (link_around(world, X_NL, body, in_world(X_NL[link], middle_L(shape))) >= 0) return true;
  return false;
}

bool held(const Vehicle& vehicle) { return vehicle.fixed || vehicle.kinematic; }

// --- Fins

// What a positive command of one fin does about the centre of mass of the vehicle, ahead at 1 m/s,
// per rad: its own lift, and the manoeuvring derivatives with its deflection.
Vec3 moment_of_fin(const World& world, const Vehicle& vehicle, int index) {
  constexpr double kAngle_rad = 0.02, kDensity_kg_m3 = 1000;
  const Actuator& actuator = world.actuators[vehicle.fins.begin + index];
  const Fin* fin = actuator.config.as<Fin>();
  if (!fin) return Vec3::Zero();
  const Link& root = world.links[vehicle.links.begin];
  const std::vector<Pose> X_BL = start_poses(world, vehicle);
  const auto along_x = [](const Pose& X) {
    Vec6 nu = Vec6::Zero();
    nu.head<3>() = X.q.conjugate() * Vec3::UnitX();
    return nu;
  };
  // Of a wrench at the origin of a link, about the centre of mass of the first.
  const auto about_mass = [&](const Pose& X, const Vec6& tau_L) -> Vec3 {
    const Vec3 force = X.q * Vec3(tau_L.head<3>());
    return X.q * Vec3(tau_L.tail<3>()) + (X.p - root.p_LG_L).cross(force);
  };
  const Pose& X_BF = X_BL[actuator.link - vehicle.links.begin];
  const Vec6 nu = along_x(X_BF);
  Vec3 moment = Vec3::Zero();
  if (fin->area_m2 > 0)
    moment = about_mass(X_BF, fin->wrench(kAngle_rad, 1, nu, kDensity_kg_m3) -
                                  fin->wrench(-kAngle_rad, 1, nu, kDensity_kg_m3));
  std::vector<double> ahead(vehicle.fins.count, 0.0), back = ahead;
  ahead[index] = kAngle_rad;
  back[index] = -kAngle_rad;
  for (int i = 0; i < vehicle.links.count; ++i) {
    const Link& link = world.links[vehicle.links.begin + i];
    const Vec6 nu_L = along_x(X_BL[i]);
    const Mat3 level = Mat3::Identity();
    moment += about_mass(
        X_BL[i], dynamics::derivatives_wrench(link.derivatives, nu_L, level, ahead) -
                     dynamics::derivatives_wrench(link.derivatives, nu_L, level, back));
  }
  return moment / (2 * kAngle_rad);
}

// The effect that the autopilot counts on: axis 2 yaw of rudders, 1 pitch of elevators.
struct FinList {
  const char* key;
  const std::vector<std::string>& names;
  int axis;
  const char* wanted;
};

int fin_named(const World& world, const Vehicle& vehicle, const std::string& name) {
  for (int i = 0; i < vehicle.fins.count; ++i)
    if (world.actuators[vehicle.fins.begin + i].name == name) return i;
  return -1;
}

// Empty when the fin does what is asked of it.
std::string wrong_effect(const World& world, const Vehicle& vehicle, const FinList& list,
                         const std::string& entry) {
  constexpr double kNone = 1e-6;  // of the whole moment
  const bool reversed = entry.starts_with('-');
  const std::string name = reversed ? entry.substr(1) : entry;
  const int index = fin_named(world, vehicle, name);
  if (index < 0 || !world.actuators[vehicle.fins.begin + index].config.as<Fin>()) return "";
  const Vec3 moment = moment_of_fin(world, vehicle, index);
  const double effect = (reversed ? -1 : 1) * moment[list.axis];
  if (std::abs(effect) <= kNone * moment.norm())
    return "fin '" + name + "' does not " + list.wanted +
           " at all; check its axis, position_m and area_m2";
  if (effect > 0) return "";
  return "a positive command of fin '" + name + "' does the opposite of what the autopilot asks: " +
         "it should " + list.wanted + "; turn its axis round, or write '" +
         (reversed ? name : "-" + name) + "' here";
}

void note_fins(const LoadedScenario& loaded, const Vehicle& vehicle, World& world) {
  if (vehicle.controller.config.empty()) return;
  const AutopilotController* autopilot = vehicle.controller.config.as<AutopilotController>();
  if (!autopilot) return;
  const std::string key = controller_key(loaded, vehicle);
  for (const FinList& list :
       {FinList{"rudders", autopilot->rudders, 2, "turn the vehicle to starboard"},
        FinList{"elevators", autopilot->elevators, 1, "lift its nose"}})
    for (size_t i = 0; i < list.names.size(); ++i)
      if (const std::string text = wrong_effect(world, vehicle, list, list.names[i]);
          !text.empty())
        note(loaded, key + "." + list.key + "[" + std::to_string(i) + "]", text, world);
}

// --- Rates

// Whether somebody wrote the rate where the instrument stands, or with --set: those of presets and
// defaults go with whatever step there is.
bool asked_for(const LoadedScenario& loaded, const std::string& key) {
  const SourceLocation owner = loaded.locations.location(key);
  const SourceLocation rate = loaded.locations.location(key + ".rate_hz");
  if (rate.file.starts_with(kSettingPrefix)) return true;
  return rate.file == owner.file && (rate.line != owner.line || rate.column != owner.column);
}

void note_rate(const LoadedScenario& loaded, const std::string& key, double rate_hz, World& world) {
  const double step_s = world.clock.step_s();
  if (rate_hz * step_s <= 1 + 1e-6 || !asked_for(loaded, key)) return;
  note(loaded, key + ".rate_hz",
       rounded(rate_hz) + " Hz is above the rate of steps and gives " + rounded(1 / step_s) +
           " Hz; lower it, or set step_s: " + shortest_text(std::floor(1e6 / rate_hz) / 1e6),
       world);
}

void note_rates(const LoadedScenario& loaded, World& world) {
  // A device of the network asks at a rate of its own.
  for (const Sensor& sensor : world.sensors)
    if (!sensor.device) note_rate(loaded, sensor.key, sensor.rate_hz, world);
  for (const MountedFrameSensor& sensor : world.frame_sensors)
    note_rate(loaded, sensor.key, sensor.rate_hz, world);
  for (const Vehicle& vehicle : world.vehicles) {
    if (!vehicle.controller.kind) continue;
    note_rate(loaded, controller_key(loaded, vehicle), vehicle.controller.rate_hz, world);
  }
  note_rate(loaded, "record", world.record.rate_hz, world);
}

// --- Magnetic field

void note_magnetic_year(const LoadedScenario& loaded, World& world) {
  const double year = decimal_year_from_unix_ns(world.start_unix_ns);
  if (world.magnetic_model == MagneticModel::kDipole || environment::magnetic_model_covers(year))
    return;
  for (const Sensor& sensor : world.sensors)
    if (sensor.config.as<Compass>() || sensor.config.as<Magnetometer>())
      return note(loaded, "clock.start",
                  "the World Magnetic Model covers 2025 to 2029: '" + sensor.path +
                      "' has the field of the nearer end, which turns by some 0.1 degrees a year",
                  world);
}

// --- Expectations

void note_expectations(const LoadedScenario& loaded, World& world) {
  for (size_t i = 0; i < world.expectations.size(); ++i) {
    const Expectation& expectation = world.expectations[i];
    if (expectation.from <= std::min(expectation.to, world.last_tick)) continue;
    const std::string from = rounded(world.clock.time_s(expectation.from));
    const bool after_end = expectation.from > world.last_tick;
    note(loaded, "expect[" + std::to_string(i) + "].after_s",
         "it begins at " + from + " s, after " +
             (after_end ? "the end of the run at " + rounded(world.clock.time_s(world.last_tick))
                        : "until_s, " + rounded(world.clock.time_s(expectation.to))) +
             " s: it is never judged, so that the run fails",
         world);
  }
}

// --- Instruments in bodies and in the dark

// Inside the shapes that are seen, too: what touches may close hollows that are open.
void note_inside_bodies(const LoadedScenario& loaded, const std::vector<Pose>& X_NL,
                        const MountedFrameSensor& sensor, World& world) {
  const Pose X_NS = X_NL[sensor.link] * sensor.X_LS;
  for (size_t v = 0; v < world.vehicles.size(); ++v) {
    const Vehicle& body = world.vehicles[v];
    if (static_cast<int>(v) == sensor.vehicle) continue;
    const int link = link_around(world, X_NL, body, X_NS.p);
    if (link < 0) continue;
    if (!is_inside(world.links[link].visuals, in_link(X_NL[link], X_NS.p))) continue;
    note(loaded, sensor.key + ".position_m",
         "'" + sensor.path + "' starts inside '" + body.name + "' and sees nothing else; move '" +
             world.vehicles[sensor.vehicle].name + "' or the instrument",
         world);
  }
}

// Illuminance from above at a depth, lx: at most, by the band that the water takes least of.
double daylight_lx(const World& world, double depth_m) {
  const optics::Sky sky(optics::sky_conditions(
      world.sky, world.start_unix_ns,
      {world.origin_lat_deg * kDegree, world.origin_lon_deg * kDegree}));
  const optics::WaterRecipe recipe = optics::recipe_of(world.optics);
  const optics::Lighting daylight = optics::daylight_lighting();
  const optics::Bands bands = optics::fit_bands(recipe, {&daylight, 1});
  const optics::SurfaceLight surface = optics::light_below_surface(sky);
  const optics::LayeredWater water =
      optics::layered_water(optics::water_layers(recipe), surface, bands);
  double left = 0;
  for (const std::vector<optics::LayerBand<double>>& band : water) {
    double exponent = 0;
    for (const optics::LayerBand<double>& layer : band)
      exponent += layer.band.light.k_total *
                  std::max(0.0, std::min(depth_m, layer.bottom) - layer.top);
    left = std::max(left, std::exp(-exponent));
  }
  return sky.horizontal_illuminance_lx() * left;
}

bool lamp_near(const World& world, const std::vector<Pose>& X_NL, const Vec3& p_N) {
  constexpr double kNear_m = 10;
  return std::any_of(world.lamps.begin(), world.lamps.end(), [&](const Lamp& lamp) {
    return (in_world(X_NL[lamp.link], lamp.X_LS.p) - p_N).norm() < kNear_m;
  });
}

// Below a tenth of a lux a pixel of the default camera (f/2.8, 3 um, grey of 0.3) collects less
// than an electron in 10 ms. Whatever lamp is near may be switched on later.
void note_darkness(const LoadedScenario& loaded, const std::vector<Pose>& X_NL, World& world) {
  constexpr double kDarkness_lx = 0.1;
  for (MountedFrameSensor& sensor : world.frame_sensors) {
    if (!sensor.kind->camera || sensor.config.as<ThermalSensorModel>()) continue;
    const Vec3 p_N = in_world(X_NL[sensor.link], sensor.X_LS.p);
    if (lamp_near(world, X_NL, p_N)) continue;
    const double light_lx = daylight_lx(world, p_N.z());
    if (light_lx >= kDarkness_lx) continue;
    note(loaded, sensor.key,
         "the camera starts in the dark: " + rounded(light_lx) +
             " lx come down to it, and no lamp is within 10 m; add lamps to the vehicle, set "
             "clock.start to the day, or environment.sky.sun_elevation_deg",
         world);
  }
}

// --- Bluff hulls

// Whether a link of a model has physics shapes: then its added mass is that of potential flow.
bool has_hull_shape(const LoadedScenario& loaded, const Vehicle& vehicle, const Link& link) {
  const VehicleModelConfig* model = loaded.scenario.find_model(vehicle.model);
  if (!model) return false;
  for (const LinkConfig& config : model->links)
    if (config.name == link.name) return config.has_physics_shapes();
  return false;
}

// The speed at which its thrusters and its damping balance ahead; infinite without damping.
double top_speed_m_s(const World& world, const Vehicle& vehicle, const Link& hull,
                     double density_kg_m3) {
  double thrust_n = 0;
  for (int i = vehicle.thrusters.begin; i < vehicle.thrusters.end(); ++i) {
    const extension::ThrustAbility able = world.actuators[i].thrust_ability(density_kg_m3);
    thrust_n += std::max(able.axis_B[0] * able.forward_max_n, -able.axis_B[0] * able.reverse_max_n);
  }
  if (thrust_n <= 0) return 0;
  double low = 0, high = 50;
  for (int i = 0; i < 40; ++i) {
    const double middle = 0.5 * (low + high);
    const double drag_n = -dynamics::damping_wrench(hull.damping, middle * Vec6::Unit(0))[0];
    (drag_n < thrust_n ? low : high) = middle;
  }
  return high >= 50 ? kInfinity : low;
}

// Going ahead at U, pitched by t, a hull feels the Munk moment (Zw' - Xu') U^2 sin t cos t against
// the righting moment m g BG sin t: from U = sqrt(m g BG / (Zw' - Xu')) on it does not stay level.
// Where the flow separates it does; potential flow knows nothing of that.
void note_munk_moment(const environment::Sea& sea, const LoadedScenario& loaded,
                      const Vehicle& vehicle, World& world) {
  constexpr double kSlender = 3;  // length over height: hulls that potential flow is good for
  if (vehicle.is_object || vehicle.fixed || vehicle.kinematic || vehicle.fins.count > 0) return;
  const Link& hull = world.links[vehicle.links.begin];
  const double munk_kg = hull.added_mass_L(2, 2) - hull.added_mass_L(0, 0);
  if (hull.coriolis != AddedMassCoriolis::kExact || hull.lift || hull.crossflow || hull.restoring ||
      !hull.derivatives.empty() || munk_kg <= 0 || !has_hull_shape(loaded, vehicle, hull) ||
      vehicle.size_m.x() > kSlender * vehicle.size_m.z())
    return;
  const double density = sea.water().density(0), g = sea.gravity_m_s2();
  const double righting_nm = g * (hull.mass_kg * hull.p_LG_L.z() -
                                  density * hull.buoyancy.volume_m3 * hull.buoyancy.p_BC_B.z());
  const double limit_m_s = std::sqrt(std::max(0.0, righting_nm) / munk_kg);
  if (limit_m_s >= top_speed_m_s(world, vehicle, hull, density)) return;
  note(loaded, vehicle.model_key + ".links[0].added_mass_coriolis",
       "from " + rounded(limit_m_s) + " m/s on, the Munk moment of potential flow pitches '" +
           vehicle.name +
           "'; round a bluff or open hull the flow separates and most of it does not arise: "
           "consider added_mass_coriolis: no_munk (docs/dynamics.md)",
       world);
}

// --- Dead reckoning

void note_lost_bottom(const environment::Sea& sea, const LoadedScenario& loaded,
                      const Vehicle& vehicle, World& world) {
  const int navigation = vehicle.navigation_sensor;
  if (navigation < 0 || !world.sensors[navigation].kind->listens) return;
  const Vec3& p_N = world.links[vehicle.links.begin].pose_PL.p;
  const double altitude_m = sea.seabed().exists()
                                ? sea.seabed().depth(p_N.x(), p_N.y()) - p_N.z()
                                : kInfinity;
  for (int s = vehicle.sensors.begin; s < vehicle.sensors.end(); ++s) {
    const Dvl* dvl = world.sensors[s].config.as<Dvl>();
    if (!dvl || altitude_m <= dvl->max_range_m) continue;
    note(loaded, vehicle.key + ".navigation",
         "at its start '" + vehicle.name + "' has no bottom within the " +
             rounded(dvl->max_range_m) + " m of '" + world.sensors[s].name +
             "': without it dead reckoning keeps the last velocity that it had",
         world);
  }
}

}  // namespace

Problems check_starts(const environment::Sea& sea, const LoadedScenario& loaded,
                      const World& world) {
  constexpr double kTolerance_m = 0.01;
  Problems problems;
  const std::vector<Pose> X_NL = link_poses(world);
  const auto refuse = [&](const Vehicle& vehicle, const std::string& text) {
    const std::string key = vehicle.key + ".pose";
    problems.add(loaded.locations.location(key), key, "'" + vehicle.name + "' starts " + text);
  };
  for (size_t v = 0; v < world.vehicles.size(); ++v) {
    const Vehicle& vehicle = world.vehicles[v];
    const Vec3& p_N = X_NL[vehicle.links.begin].p;
    if (sea.seabed().exists() && !held(vehicle) && !vehicle.on_seabed) {
      const double ground_m = sea.seabed().depth(p_N.x(), p_N.y());
      if (p_N.z() > ground_m + kTolerance_m)
        refuse(vehicle, "below the ground: at a depth of " + rounded(p_N.z()) +
                            " m, where the seabed is at " + rounded(ground_m) + " m");
    }
    if (vehicle.is_object) continue;
    for (size_t o = 0; o < world.vehicles.size(); ++o) {
      const Vehicle& body = world.vehicles[o];
      const bool told = o < v && !body.is_object && starts_inside(world, X_NL, body, vehicle);
      if (o == v || told || (held(vehicle) && held(body))) continue;
      if (starts_inside(world, X_NL, vehicle, body)) refuse(vehicle, "inside '" + body.name + "'");
    }
  }
  return problems;
}

void add_notes(const environment::Sea& sea, const LoadedScenario& loaded, World& world) {
  const std::vector<Pose> X_NL = link_poses(world);
  note_rates(loaded, world);
  note_magnetic_year(loaded, world);
  note_expectations(loaded, world);
  for (const Vehicle& vehicle : world.vehicles) note_fins(loaded, vehicle, world);
  for (const MountedFrameSensor& sensor : world.frame_sensors)
    note_inside_bodies(loaded, X_NL, sensor, world);
  note_darkness(loaded, X_NL, world);
  for (size_t i = 0; i < world.vehicles.size(); ++i) {
    note_munk_moment(sea, loaded, world.vehicles[i], world);
    note_lost_bottom(sea, loaded, world.vehicles[i], world);
  }
}

}  // namespace hadal::simulation
