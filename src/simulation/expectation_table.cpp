// What `expect:` may ask.
#include <cmath>
#include <limits>

#include "environment/silt/silt_view.h"
#include "math/rotation.h"
#include "math/units.h"
#include "simulation/simulation.h"
#include "world/arm_state.h"

namespace hadal::simulation {
namespace {

// Lists of names: vehicles (and objects); those, then marks; vehicle/sensor; properties of objects;
// wrench terms; couplings; vehicle/arm; vehicles, then arms.
constexpr int kVehicle = 0, kPlace = 1, kSensor = 2, kProperty = 3, kTerm = 4, kCoupling = 5,
              kArm = 6, kTrack = 7;
using control::kNumberArgument;
using Arguments = std::span<const double>;

const Simulation& of(const void* context) {
  return *static_cast<const Simulation*>(context);
}
const Vehicle& vehicle(const void* context, double index) {
  return of(context).world().vehicles[static_cast<size_t>(index)];
}
int hull(const void* context, double index) {
  return vehicle(context, index).links.begin;
}

Vec3 location(const void* context, double index) {
  const World& world = of(context).world();
  const auto i = static_cast<size_t>(index);
  return i < world.vehicles.size() ? of(context).state().p_NL_N[world.vehicles[i].links.begin]
                                   : world.marks[i - world.vehicles.size()].p_N;
}

EulerAngles attitude(const void* context, double index) {
  return euler_from(of(context).state().q_NL[hull(context, index)]);
}

double heading_deg(const void* context, double index) {
  const double degrees = attitude(context, index).yaw / kDegree;
  return degrees < 0 ? degrees + 360 : degrees;
}

double of_thruster(const void* context, Arguments a, extension::ThrusterColumn column) {
  const IndexRange range = vehicle(context, a[0]).thrusters;
  const double index = a[1];
  if (!(index >= 0) || index >= range.count || index != std::floor(index))
    return std::numeric_limits<double>::quiet_NaN();
  const Actuator& thruster = of(context).world().actuators[range.begin + static_cast<int>(index)];
  return state_of(thruster, of(context).state())[column];
}

double largest_load(const void* context, Arguments a) {
  const IndexRange range = vehicle(context, a[0]).thrusters;
  double load = 0;
  for (int i = range.begin; i < range.end(); ++i)
    load = std::fmax(load, state_of(of(context).world().actuators[i],
                                    of(context).state())[extension::kLoad]);
  return load;
}

double speed_through_water(const void* context, Arguments a) {
  const State& state = of(context).state();
  const int link = hull(context, a[0]);
  const Vec3 water_L = state.q_NL[link].conjugate() * state.water_velocity_N[link];
  return (Vec3(state.nu_L[link].head<3>()) - water_L).norm();
}

// Column `index` of a sensor's last reading, or of its true value; NaN before the first one.
double of_sensor(const void* context, double sensor, double index,
                 const std::vector<double>& values) {
  const auto& sensors = of(context).world().sensors;
  const auto i = static_cast<size_t>(sensor);
  const size_t begin = sensors[i].value_offset,
               end = i + 1 < sensors.size() ? sensors[i + 1].value_offset : values.size();
  const bool known =
      index >= 0 && index < static_cast<double>(end - begin) && index == std::floor(index);
  if (!known || of(context).state().sensor_stamp[i] < 0)
    return std::numeric_limits<double>::quiet_NaN();
  return values[begin + static_cast<size_t>(index)];
}

// Packets, pings or answers counted by a device of the network; NaN for another sensor.
double count_of(const void* context, double sensor, int64_t DeviceHeader::*count) {
  const Sensor& of_device = of(context).world().sensors[static_cast<size_t>(sensor)];
  const auto& device = of_device.device;
  if (!device) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(of(context).state().device_header[device->number].*count);
}

double sensor_valid(const void* context, Arguments a) {
  const State& state = of(context).state();
  const auto i = static_cast<size_t>(a[0]);
  return state.sensor_stamp[i] >= 0 && state.sensor_valid[i] != 0 ? 1 : 0;
}

// Depth of the seabed as it is seen; infinite without one.
double seabed_depth(const void* context, const Vec3& p_N) {
  return of(context).sea().seabed().depth(p_N.x(), p_N.y(), environment::SeabedLayer::kVisible);
}

double wave_elevation(const void* context, Arguments a) {
  const Simulation& simulation = of(context);
  const Vec3 p_N = location(context, a[0]);
  const State& state = simulation.state();
  const double time_s = simulation.world().clock.time_s(state.tick) + state.sea_offset_s[0];
  return simulation.sea().waves().elevation(time_s, p_N.x(), p_N.y(), state.wave_factor[0]);
}

// Points at which a vehicle touches something else, and the sum of the forces on it.
struct Touch {
  int points = 0;
  Vec3 force_N = Vec3::Zero();
};
Touch touch(const void* context, double index) {
  const World& world = of(context).world();
  const State& state = of(context).state();
  const auto is_on = [&](int64_t link) {
    return link >= 0 && world.links[link].vehicle == static_cast<int>(index);
  };
  Touch out;
  for (int64_t i = 0; i < state.contact_count[0]; ++i) {
    const bool on_a = is_on(state.contact_links[2 * i]),
               on_b = is_on(state.contact_links[2 * i + 1]);
    if (on_a == on_b) continue;
    const Eigen::Map<const Vec3> force_N(&state.contact_values[kContactValues * i + 6]);
    ++out.points;
    out.force_N += on_a ? Vec3(force_N) : Vec3(-force_N);
  }
  return out;
}

// NaN when the object does not have it.
double property_of(const void* context, Arguments a) {
  const std::string& name = of(context).world().property_names[static_cast<size_t>(a[1])];
  for (const auto& [own, value] : vehicle(context, a[0]).properties)
    if (own == name) return value;
  return std::numeric_limits<double>::quiet_NaN();
}

// Size of the sum over all links of the forces of one wrench term.
double force_of(const void* context, Arguments a) {
  const State& state = of(context).state();
  const IndexRange links = vehicle(context, a[0]).links;
  Vec3 sum_N = Vec3::Zero();
  for (int i = links.begin; i < links.end(); ++i)
    sum_N += state.q_NL[i] * state.wrench_L[static_cast<size_t>(a[1])][i].head<3>();
  return sum_N.norm();
}

// 0 free, 1 joined, 2 fixed: of the pair that is held; and its mean axial force, 0 when free.
std::pair<double, double> of_coupling(const void* context, double index) {
  const Coupling& coupling = of(context).world().couplings[static_cast<size_t>(index)];
  const State& state = of(context).state();
  std::pair<double, double> out{0, 0};
  for (int pair = coupling.first_pair; pair < coupling.first_pair + coupling.pairs; ++pair) {
    const auto p = static_cast<size_t>(pair);
    const int64_t mode = state.coupling_counts[p * kCouplingCounts + kCouplingMode];
    if (mode > 0)
      out = {static_cast<double>(mode), state.coupling_values[p * kCouplingValues + kCouplingAxial]};
  }
  return out;
}

// Extent of what is seen of the first link along x, y or z.
double size_of(const void* context, Arguments a) {
  if (a[1] != 0 && a[1] != 1 && a[1] != 2) return std::numeric_limits<double>::quiet_NaN();
  return vehicle(context, a[0]).size_m[static_cast<int>(a[1])];
}

environment::SiltMass silt(const void* context) {
  return environment::silt_mass(of(context).world(), of(context).state());
}

// In clouds of silt only.
double visible_range(const void* context, Arguments a) {
  const World& world = of(context).world();
  return environment::silt_visible_range_m(environment::puffs_of(world, of(context).state()), world,
                                           location(context, a[0]));
}

double mission_is(const void* context, double index, control::MissionStatus status) {
  const World& world = of(context).world();
  const auto i = static_cast<size_t>(index);
  const size_t vehicles = world.vehicles.size();
  const int track = i < vehicles ? world.vehicles[i].track : world.arms[i - vehicles].track;
  return of(context).state().mission_status[static_cast<size_t>(track)] ==
                 static_cast<int64_t>(status)
             ? 1
             : 0;
}

Vec3 tool_place(const void* context, double arm) {
  return tool_pose_N(of(context).world(), of(context).state(), static_cast<int>(arm)).p;
}

double arm_number(const void* context, double arm, ArmStatusField field) {
  return arm_status(of(context).state(), static_cast<int>(arm))[field];
}

// Of the last `!press`; zero before.
double press_number(const void* context, double arm, PressReport number) {
  const std::span<const double> press = arm_press(of(context).state(), static_cast<int>(arm));
  return press.empty() ? 0.0 : press[number];
}

// Of a joint that carries the tool, from 0 on; NaN where there is none.
double joint_position(const void* context, Arguments a) {
  const World& world = of(context).world();
  const Arm& arm = world.arms[static_cast<size_t>(a[0])];
  const double index = a[1];
  if (!(index >= 0) || index >= static_cast<double>(arm.joints.size()) ||
      index != std::floor(index))
    return std::numeric_limits<double>::quiet_NaN();
  const int actuator = arm.joints[static_cast<size_t>(index)];
  const int link = world.actuators[static_cast<size_t>(actuator)].link;
  return of(context)
      .state()
      .position[static_cast<size_t>(world.links[static_cast<size_t>(link)].position_address)];
}

}  // namespace

control::ExpressionTable expectation_table(const World& world) {
  control::ExpressionTable table;
  control::ExpressionNames vehicles{"vehicle", {}}, locations{"vehicle or mark", {}},
      sensors{"sensor", {}};
  for (const Vehicle& v : world.vehicles) vehicles.names.push_back(v.name);
  locations.names = vehicles.names;
  for (const Mark& mark : world.marks) locations.names.push_back(mark.name);
  for (const Sensor& sensor : world.sensors) sensors.names.push_back(sensor.path);
  control::ExpressionNames terms{"wrench term", {}};
  for (int term = 0; term < kWrenchTerms; ++term)
    terms.names.emplace_back(wrench_term_name(static_cast<WrenchTerm>(term)));
  control::ExpressionNames couplings{"coupling", {}};
  for (const Coupling& coupling : world.couplings) couplings.names.push_back(coupling.name);
  control::ExpressionNames arms{"arm", {}}, tracks{"vehicle or arm", vehicles.names};
  for (const Arm& arm : world.arms) {
    arms.names.push_back(arm.path);
    tracks.names.push_back(arm.path);
  }
  table.lists = {vehicles, locations, sensors, {"property", world.property_names}, terms,
                 couplings, arms, tracks};
  table.functions = {
      {"time",
       {},
       [](const void* c, Arguments) { return of(c).world().clock.time_s(of(c).state().tick); }},
      {"north", {kPlace}, [](const void* c, Arguments a) { return location(c, a[0]).x(); }},
      {"east", {kPlace}, [](const void* c, Arguments a) { return location(c, a[0]).y(); }},
      {"depth", {kPlace}, [](const void* c, Arguments a) { return location(c, a[0]).z(); }},
      {"distance",
       {kPlace, kPlace},
       [](const void* c, Arguments a) { return (location(c, a[0]) - location(c, a[1])).norm(); }},
      {"altitude",
       {kVehicle},
       [](const void* c, Arguments a) {
         const Vec3 p_N = location(c, a[0]);
         return seabed_depth(c, p_N) - p_N.z();
       }},
      {"seabed_depth",
       {kPlace},
       [](const void* c, Arguments a) { return seabed_depth(c, location(c, a[0])); }},
      {"water_pressure",
       {kPlace},
       [](const void* c, Arguments a) {
         const environment::WaterColumn& water = of(c).sea().water();
         return water.pressure(std::fmax(0, location(c, a[0]).z())) - water.atmospheric_pressure();
       }},
      {"wave_elevation", {kPlace}, wave_elevation},
      {"contact",
       {kVehicle},
       [](const void* c, Arguments a) { return static_cast<double>(touch(c, a[0]).points); }},
      {"contact_force",
       {kVehicle},
       [](const void* c, Arguments a) { return touch(c, a[0]).force_N.norm(); }},
      {"heading", {kVehicle}, [](const void* c, Arguments a) { return heading_deg(c, a[0]); }},
      {"heading_error",
       {kVehicle, kNumberArgument},
       [](const void* c, Arguments a) {
         return wrap_angle(a[1] * kDegree - attitude(c, a[0]).yaw) / kDegree;
       }},
      {"pitch",
       {kVehicle},
       [](const void* c, Arguments a) { return attitude(c, a[0]).pitch / kDegree; }},
      {"roll",
       {kVehicle},
       [](const void* c, Arguments a) { return attitude(c, a[0]).roll / kDegree; }},
      {"surge",
       {kVehicle},
       [](const void* c, Arguments a) { return of(c).state().nu_L[hull(c, a[0])][0]; }},
      {"speed",
       {kVehicle},
       [](const void* c, Arguments a) {
         return of(c).state().nu_L[hull(c, a[0])].head<3>().norm();
       }},
      {"speed_through_water", {kVehicle}, speed_through_water},
      {"yaw_rate",
       {kVehicle},
       [](const void* c, Arguments a) { return of(c).state().nu_L[hull(c, a[0])][5] / kDegree; }},
      {"max_speed",
       {kVehicle},
       [](const void* c, Arguments a) {
         return of(c).state().top_speed_m_s[static_cast<size_t>(a[0])];
       }},
      {"travelled",
       {kVehicle},
       [](const void* c, Arguments a) {
         return of(c).state().travelled_m[static_cast<size_t>(a[0])];
       }},
      {"energy",
       {kVehicle},
       [](const void* c, Arguments a) {
         return of(c).state().energy_used_j[static_cast<size_t>(a[0])];
       }},
      {"load",
       {kVehicle, kNumberArgument},
       [](const void* c, Arguments a) {
         return of_thruster(c, a, extension::kLoad);
       }},
      {"thrust",
       {kVehicle, kNumberArgument},
       [](const void* c, Arguments a) {
         return of_thruster(c, a, extension::kThrust);
       }},
      {"max_load", {kVehicle}, largest_load},
      {"reading",
       {kSensor, kNumberArgument},
       [](const void* c, Arguments a) {
         return of_sensor(c, a[0], a[1], of(c).state().sensor_values);
       }},
      {"truth",
       {kSensor, kNumberArgument},
       [](const void* c, Arguments a) {
         return of_sensor(c, a[0], a[1], of(c).state().sensor_truth);
       }},
      {"valid", {kSensor}, sensor_valid},
      {"sent",
       {kSensor},
       [](const void* c, Arguments a) { return count_of(c, a[0], &DeviceHeader::sent); }},
      {"received",
       {kSensor},
       [](const void* c, Arguments a) { return count_of(c, a[0], &DeviceHeader::received); }},
      {"lost",
       {kSensor},
       [](const void* c, Arguments a) { return count_of(c, a[0], &DeviceHeader::lost); }},
      {"refused",
       {kSensor},
       [](const void* c, Arguments a) { return count_of(c, a[0], &DeviceHeader::refused); }},
      {"property", {kVehicle, kProperty}, property_of},
      {"force", {kVehicle, kTerm}, force_of},
      {"coupling",
       {kCoupling},
       [](const void* c, Arguments a) { return of_coupling(c, a[0]).first; }},
      {"coupling_force",
       {kCoupling},
       [](const void* c, Arguments a) { return of_coupling(c, a[0]).second; }},
      {"size", {kVehicle, kNumberArgument}, size_of},
      {"silt_suspended", {}, [](const void* c, Arguments) { return silt(c).suspended_kg; }},
      {"silt_deposited", {}, [](const void* c, Arguments) { return silt(c).deposited_kg; }},
      {"silt_eroded", {}, [](const void* c, Arguments) { return silt(c).eroded_kg; }},
      {"visible_range", {kPlace}, visible_range},
      {"tool_north", {kArm}, [](const void* c, Arguments a) { return tool_place(c, a[0]).x(); }},
      {"tool_east", {kArm}, [](const void* c, Arguments a) { return tool_place(c, a[0]).y(); }},
      {"tool_depth", {kArm}, [](const void* c, Arguments a) { return tool_place(c, a[0]).z(); }},
      {"tool_distance",
       {kArm, kPlace},
       [](const void* c, Arguments a) { return (tool_place(c, a[0]) - location(c, a[1])).norm(); }},
      {"tool_error",
       {kArm},
       [](const void* c, Arguments a) { return arm_number(c, a[0], kArmError_m); }},
      {"tool_error_rms",
       {kArm},
       [](const void* c, Arguments a) {
         return tool_error_rms_m(of(c).state(), static_cast<int>(a[0]));
       }},
      {"tool_residual",
       {kArm},
       [](const void* c, Arguments a) { return arm_number(c, a[0], kArmResidual_m); }},
      {"arm_clamped",
       {kArm},
       [](const void* c, Arguments a) { return arm_number(c, a[0], kArmClamped); }},
      {"press_force",
       {kArm},
       [](const void* c, Arguments a) { return press_number(c, a[0], kPressForce_N); }},
      {"press_distance",
       {kArm},
       [](const void* c, Arguments a) { return press_number(c, a[0], kPressDistance_m); }},
      {"press_error_rms",
       {kArm},
       [](const void* c, Arguments a) {
         return press_error_rms_N(of(c).state(), static_cast<int>(a[0]));
       }},
      {"joint_position", {kArm, kNumberArgument}, joint_position},
      {"mission_done",
       {kTrack},
       [](const void* c, Arguments a) {
         return mission_is(c, a[0], control::MissionStatus::kDone);
       }},
      {"mission_failed",
       {kTrack},
       [](const void* c, Arguments a) {
         return mission_is(c, a[0], control::MissionStatus::kFailed);
       }},
  };
  return table;
}

}  // namespace hadal::simulation
