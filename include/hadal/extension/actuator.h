// A kind of actuator: whatever takes a command and acts on a link. It is a struct with its parameters
// and what computes from them,
//
//   struct PumpJet : hadal::extension::ActuatorConfig {
//     double nozzle_area_m2 = 0.01;
//     static const StructSchema& schema();     // actuator_schema<PumpJet>("pump_jet", "...").number(...)
//     ActuatorCommand command() const;         // {.unit = "rad/s", .min = 0, .max = 300}
//     std::vector<Column> columns() const;     // its state: {{"rotor_rad_s", "rad/s"}, ...}
//     void advance(const ActuatorInput&, std::span<double> state, std::span<double> middle) const;
//     ActuatorAction act(const ActuatorFlow&, const ActuatorInput&, std::span<const double> middle,
//                        std::span<double> state) const;
//   };
//
// and one line in a list of kinds, actuator_kind<PumpJet>(). Strict YAML, `describe`, commands by name
// from missions, events, the API, live pages and replays, health, log columns, snapshot and hash
// follow from it.
//
// Every step begins with advance(), once: it takes the state from the beginning of the step to its
// end and leaves in `middle` what acts during the step, so that a lag costs no order of accuracy.
// act() follows, once per stage of the integrator, with the motion of that stage.
//
// Optional members: prepare(const ActuatorSetting&) for what follows from the parameters once at load
// (it may be called again), start(state) when the state does not begin with zeros, kColumn for the
// wrench column it is logged in, scale_thrust(factor) for patches, needs_surroundings() const, true for
// one whose act() reads ActuatorFlow::surroundings. A kind that a controller may ask
// for thrust has thrust_ability(density) and command_for_thrust(thrust, inflow, density); its
// columns begin with those of ThrusterColumn. meets_surface() const, true for one that fades at the surface
// of the water by its own depth; the wrench of others in the columns of thrust and fins fades with the wet
// part of a link described by coefficients.
//
// Frames: B is the frame of the link it sits on, forward-right-down. SI units and radians.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "hadal/export.h"
#include "hadal/extension/kind_error.h"
#include "hadal/extension/sea.h"
#include "hadal/extension/sensor.h"
#include "hadal/schema.h"

namespace hadal HADAL_API {
namespace extension {

// The keys that every actuator has.
struct ActuatorConfig {
  std::string name;
  std::string link;
};

// A schema that begins with those keys.
template <class T>
StructBuilder<T> actuator_schema(const char* kind, const char* doc) {
  return StructBuilder<T>(kind, doc)
      .name("name", &T::name, "Name, unique in the vehicle.")
      .required()
      .text("link", &T::link, "The link it is mounted on; the first if left out.");
}

// What a command means. One beyond min and max is refused; what the actuator itself cannot reach
// is for advance() to hold.
struct ActuatorCommand {
  std::string quantity = "command";  // for messages
  std::string unit;
  double min = -1;
  double max = 1;
  double neutral = 0;        // at the start and at rest
  double schedule_unit = 1;  // command = schedule_unit * number in a mission: degrees of a fin
};

// Of one step.
struct ActuatorInput {
  double command = 0;
  double health = 1;  // 0 failed .. 1 good
  double dt_s = 0;
};

// The other vehicles and objects of the world, where they are at one stage of a step.
class Bodies {
 public:
  virtual ~Bodies() = default;
  // Along a unit vector to the nearest of their collision shapes, 0 from within one; infinite if none is
  // within the range.
  virtual double distance_m(const Vector3& p_N, const Vector3& direction_N, double range_m) const = 0;
};

// Beyond the link.
struct ActuatorSurroundings {
  const Sea& sea;
  Placement X_NB;         // of the link
  double voltage_v = -1;  // of the battery of the vehicle; below 0: none, or not known yet
  const Bodies* bodies = nullptr;  // null where there are none
};

// Water and motion at the link, at one stage of a step.
struct ActuatorFlow {
  Twist nu_r_B{};  // of the link through the water, linear then angular
  double density_kg_m3 = 0;
  double gravity_m_s2 = 0;
  Vector3 down_B{};             // unit vector
  double ground_speed_m_s = 0;  // of the link origin
  double depth_m = 0;           // of the link origin below the surface above it, waves included
  const ActuatorSurroundings* surroundings = nullptr;  // null where no actuator of the world needs them
};

struct ActuatorAction {
  Wrench wrench_B{};   // on the link, at its origin
  double power_w = 0;  // electrical, drawn from the battery
  // Mass that the link carries beside its own, at a point: its inertia, its weight is in wrench_B.
  double carried_kg = 0;
  Vector3 carried_at_m{};
};

// What an actuator may know of its surroundings at load.
struct ActuatorSetting {
  double step_s = 0;
  double density_kg_m3 = 0;  // of the water at the surface
  bool on_faces = false;     // its link is a hull whose faces the water acts on
};

// Wrench columns that an actuator may be logged in.
enum class ActuatorWrench { kBallast, kThrust, kFins };

// Columns that every kind begins with which controllers ask for thrust.
enum ThrusterColumn : size_t { kRotor, kThrust, kTorque, kLoad, kThrusterColumns };

// What a controller may know of an actuator that gives thrust along a fixed line.
struct ThrustAbility {
  Vector3 position_B{};
  Vector3 axis_B{1, 0, 0};  // unit vector of positive thrust
  double forward_max_n = 0;
  double reverse_max_n = 0;  // magnitude
  double command_min = 0;    // where it saturates
  double command_max = 0;
};

// Everything there is to know of a kind; made by actuator_kind<T>().
struct ActuatorKind {
  const StructSchema& (*schema)() = nullptr;
  bool checked = false;  // of an extension: the run stops when it gives what is not finite
  ActuatorWrench column = ActuatorWrench::kThrust;
  void (*prepare)(void* config, const ActuatorSetting&) = nullptr;
  ActuatorCommand (*command)(const void* config) = nullptr;
  std::vector<Column> (*columns)(const void* config) = nullptr;
  void (*start)(const void* config, std::span<double> state) = nullptr;
  void (*advance)(const void* config, const ActuatorInput&, std::span<double> state,
                  std::span<double> middle) = nullptr;
  ActuatorAction (*act)(const void* config, const ActuatorFlow&, const ActuatorInput&,
                        std::span<const double> middle, std::span<double> state) = nullptr;
  ThrustAbility (*thrust_ability)(const void* config, double density_kg_m3) = nullptr;
  // The command that settles at a thrust, inside the limits of the command.
  double (*command_for_thrust)(const void* config, double thrust_n, double inflow_m_s,
                               double density_kg_m3) = nullptr;
  void (*scale_thrust)(void* config, double factor) = nullptr;
  bool (*needs_surroundings)(const void* config) = nullptr;
  bool (*meets_surface)(const void* config) = nullptr;

  bool gives_thrust() const { return thrust_ability != nullptr; }
};

template <class T>
constexpr ActuatorKind actuator_kind() {
  static_assert(std::is_base_of_v<ActuatorConfig, T>, "an actuator derives from ActuatorConfig first");
  ActuatorKind kind;
  kind.schema = &T::schema;
  if constexpr (requires { T::kColumn; }) kind.column = T::kColumn;
  if constexpr (requires(T t, ActuatorSetting s) { t.prepare(s); })
    kind.prepare = [](void* c, const ActuatorSetting& s) {
      return call_kind<T>([&] { static_cast<T*>(c)->prepare(s); });
    };
  kind.command = [](const void* c) {
    return call_kind<T>([&] { return static_cast<const T*>(c)->command(); });
  };
  kind.columns = [](const void* c) {
    return call_kind<T>([&] { return static_cast<const T*>(c)->columns(); });
  };
  if constexpr (requires(const T t, std::span<double> s) { t.start(s); })
    kind.start = [](const void* c, std::span<double> s) {
      return call_kind<T>([&] { static_cast<const T*>(c)->start(s); });
    };
  kind.advance = [](const void* c, const ActuatorInput& input, std::span<double> state,
                    std::span<double> middle) {
    return call_kind<T>([&] { static_cast<const T*>(c)->advance(input, state, middle); });
  };
  kind.act = [](const void* c, const ActuatorFlow& flow, const ActuatorInput& input,
                std::span<const double> middle, std::span<double> state) {
    return call_kind<T>([&] { return static_cast<const T*>(c)->act(flow, input, middle, state); });
  };
  if constexpr (requires(const T t) { t.thrust_ability(0.0); }) {
    kind.thrust_ability = [](const void* c, double density_kg_m3) {
      return call_kind<T>([&] { return static_cast<const T*>(c)->thrust_ability(density_kg_m3); });
    };
    kind.command_for_thrust = [](const void* c, double thrust_n, double inflow_m_s,
                                 double density_kg_m3) {
      return call_kind<T>([&] {
        return static_cast<const T*>(c)->command_for_thrust(thrust_n, inflow_m_s, density_kg_m3);
      });
    };
  }
  if constexpr (requires(T t) { t.scale_thrust(1.0); })
    kind.scale_thrust = [](void* c, double factor) {
      return call_kind<T>([&] { static_cast<T*>(c)->scale_thrust(factor); });
    };
  if constexpr (requires(const T t) { t.needs_surroundings(); })
    kind.needs_surroundings = [](const void* c) {
      return call_kind<T>([&] { return static_cast<const T*>(c)->needs_surroundings(); });
    };
  if constexpr (requires(const T t) { t.meets_surface(); })
    kind.meets_surface = [](const void* c) {
      return call_kind<T>([&] { return static_cast<const T*>(c)->meets_surface(); });
    };
  return kind;
}

}  // namespace extension
}  // namespace hadal HADAL_API
