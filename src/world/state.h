// State: everything that changes while a simulation runs, grouped by the stage that writes it. All
// storage is made at load. for_each_field() names every field, so that hash, snapshot, restore and
// comparison cover all of them; a field that is not listed there does not exist for them.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/hash.h"
#include "base/ticks.h"
#include "math/types.h"
#include "world/traffic.h"

namespace hadal::inline world {

// Every wrench on every link is its own column, at the link origin in link axes.
enum class WrenchTerm : int {
  kWeight,
  kBuoyancy,  // and restoring of surface craft
  kBallast,   // ballast and moving masses
  kDamping,
  kManoeuvring,  // derivatives
  kLift,         // hull lift and cross-flow
  kCoriolis,     // reduced Coriolis terms of the added mass
  kThrust,
  kFins,
  kExternal,
  kWaves,  // inertia of the water that the waves accelerate
  kAir,    // wind on what is above the surface
  kMud,
  kContact,  // seabed and other bodies; mean over the step, acts inside the multibody
  kExtension,  // forces that links list by themselves; logged where there are any
  kCount,
};
constexpr int kWrenchTerms = static_cast<int>(WrenchTerm::kCount);
std::string_view wrench_term_name(WrenchTerm term);
// How many of them are logged.
constexpr int logged_wrench_terms(bool extension) {
  return extension ? kWrenchTerms : kWrenchTerms - 1;
}

// Of one contact: place and normal (from b to a) in N, force on a in N, depth of the overlap.
constexpr size_t kContactValues = 10;

// Of one pair of a coupling, in State::coupling_counts and coupling_values.
enum CouplingCount : size_t {
  kCouplingMode,     // CouplingMode
  kCouplingAligned,  // CouplingMemory
  kCouplingFreed,
  kCouplingAge,     // steps since it was joined
  kCouplingOldest,  // place of the oldest force in its history
  kCouplingCounts,
};
enum CouplingValue : size_t {
  kCouplingCaught = 0,    // position of P in S when it was joined, then its attitude w x y z
  kCouplingHeld = 7,      // x of P in S where it is fixed
  kCouplingSum = 8,       // of the history
  kCouplingAxial = 9,     // its mean: along x of S, above zero pressed in, N
  kCouplingForce = 10,    // on the held body, in its port's axes, N
  kCouplingTorque = 13,   // about its port
  kCouplingGap = 16,      // of P from S: along x, across it, and the angle between the axes
  kCouplingLateral = 17,
  kCouplingAngle = 18,
  kCouplingValues = 19,
};

struct State {
  Tick tick = 0;
  // One entry: the seed of everything random in this run. The scenery has the scenario's own.
  std::vector<int64_t> run_seed;

  // dynamics: coordinates of the multibody
  std::vector<double> position, velocity, acceleration, warmstart, start_velocity;
  // dynamics: derived from them, one entry per link
  std::vector<Vec3> p_NL_N;
  std::vector<Quat> q_NL;
  std::vector<Vec6> nu_L;
  std::vector<Vec3> a_NL_N;  // mean over the last step
  std::vector<Vec3> alpha_NL_L;
  std::array<std::vector<Vec6>, kWrenchTerms> wrench_L;
  std::vector<Vec6> transmitted_wrench_L;  // of World::wrench_links, mean over the last step

  // environment
  std::vector<double> current_process;  // Gauss-Markov values
  std::vector<double> current_live;     // live changes
  std::vector<double> wave_factor,
      wind_factor;                     // one entry each: live change of the waves, the wind
  std::vector<double> sea_offset_s;    // one entry: how far waves and gusts are ahead of the clock
  std::vector<double> turbidity_ntu;   // one entry: of the water beyond that of its type
  std::vector<double> lamp_level;      // of each lamp, 0..1
  std::vector<double> day_offset_s;    // one entry: how far the light is ahead of the clock
  std::vector<double> fish;            // of all schools, see environment/life/living.h
  std::vector<double> drift_m;         // way of the water since the start, three numbers
  std::vector<double> silt;            // see environment/silt/silt.h; empty without
  std::vector<Vec3> water_velocity_N;  // at each link
  std::vector<double> water_density_kg_m3;

  // actuators; commands are written by control, the rest by dynamics
  std::vector<double> actuator_command, actuator_health, actuator_health_known, actuator_power_w;
  std::vector<double> actuator_state;  // columns of each, see Actuator::state_begin
  std::vector<double> rotor_angle_rad;     // of World::rotors, since the start
  std::vector<double> force_state;         // of World::forces
  std::vector<double> external_wrench;     // six per link, by events and the API
  std::vector<double> kinematic_velocity;  // six per vehicle
  std::vector<double> energy_used_j;       // per vehicle
  // dynamics: contacts of the last step, in slots that are all made at load
  std::vector<int64_t> contact_count;  // one entry
  std::vector<int64_t> contact_links;  // two per slot: a, and b or -1 for the seabed
  std::vector<double> contact_values;  // kContactValues per slot

  // dynamics: couplings, see dynamics/couplings.h; empty without
  std::vector<double> coupling_engaged;  // per World::couplings: 1 if it may hold
  std::vector<int64_t> coupling_counts;  // kCouplingCounts per pair
  std::vector<double> coupling_values;   // kCouplingValues per pair
  std::vector<double> coupling_history;  // axial forces of the last steps of each pair

  // control
  std::vector<double> control_memory;
  std::vector<double> control_gains;       // live
  std::vector<double> set_point;           // per vehicle, see control/vehicle_control.h
  std::vector<int64_t> mission_step;       // per track: index into World::mission
  std::vector<int64_t> mission_step_tick;  // when it began
  std::vector<int64_t> mission_status;     // per track, see control/vehicle_control.h
  std::vector<int64_t> mission_waits;      // per track: 1 until what its step waits for holds; empty: none waits
  std::vector<double> arm_set_point;       // per arm, see world/arm_state.h
  std::vector<double> arm_status;          // likewise
  std::vector<double> arm_press;           // likewise, where a mission presses
  std::vector<int64_t> expectation_status;
  std::vector<int64_t> next_event;    // one entry
  std::vector<double> travelled_m;    // per vehicle, over ground
  std::vector<double> top_speed_m_s;  // per vehicle

  // sensors
  std::vector<double> sensor_memory;
  std::vector<double> sensor_values, sensor_truth;  // last reading delivered, flat
  std::vector<int64_t> sensor_stamp;                // tick of that reading; -1: none yet
  std::vector<int64_t> sensor_valid;
  std::vector<int64_t> sensor_fresh;  // 1 when it arrived in this tick
  // sensors that give frames; the frames are outputs, their hashes and what they are made from are
  // state, see sensors/frames/frame_suite.h
  std::vector<int64_t> frame_stamp;  // tick of the last one delivered; -1: none yet
  std::vector<int64_t> frame_hash;   // of its numbers
  std::vector<int64_t> frame_fresh;  // 1 when it arrived in this tick
  std::vector<int64_t> frame_taken;  // per slot: tick of the frame in flight; -1: none
  std::vector<double> frame_instant;  // per slot: what the frame in flight sees of the moment

  // network: devices that speak through the water, see world/traffic.h
  std::vector<SignalHeader> signal_header;  // under way
  std::vector<SignalValues> signal_values;
  std::vector<int64_t> signal_payload;  // NetworkParameters::payload_words per signal
  std::vector<ReceptionHeader> reception_header;
  std::vector<ReceptionValues> reception_values;
  std::vector<DeviceHeader> device_header;  // per device
  std::vector<DeviceValues> device_values;
  std::vector<InboxHeader> inbox_header;  // kInboxSlots per device
  std::vector<InboxValues> inbox_values;
  std::vector<int64_t> inbox_payload;
  std::vector<double> beacon_values;     // of LBL devices, see sensors/network/network.h
  std::vector<int64_t> signal_counters;  // see SignalCounter
};

namespace state_detail {
template <class T>
auto flat(std::vector<T>& values) {
  constexpr bool kIntegers = std::is_same_v<T, int64_t> || requires {
    typename T::Integers;
  };
  using Scalar = std::conditional_t<kIntegers, int64_t, double>;
  static_assert(sizeof(T) % sizeof(Scalar) == 0);
  return std::span<Scalar>(reinterpret_cast<Scalar*>(values.data()),
                           values.size() * sizeof(T) / sizeof(Scalar));
}
}  // namespace state_detail

// Calls f(name, span) for every field; spans are of double or int64_t.
template <class F>
void for_each_field(State& s, F&& f) {
  f("tick", std::span<int64_t>(&s.tick, 1));
  const auto field = [&f](const char* name, auto& values) { f(name, state_detail::flat(values)); };
  field("run_seed", s.run_seed);
  field("position", s.position);
  field("velocity", s.velocity);
  field("acceleration", s.acceleration);
  field("warmstart", s.warmstart);
  field("start_velocity", s.start_velocity);
  field("p_NL_N", s.p_NL_N);
  field("q_NL", s.q_NL);
  field("nu_L", s.nu_L);
  field("a_NL_N", s.a_NL_N);
  field("alpha_NL_L", s.alpha_NL_L);
  for (int term = 0; term < kWrenchTerms; ++term)
    f(wrench_term_name(static_cast<WrenchTerm>(term)).data(), state_detail::flat(s.wrench_L[term]));
  if (!s.transmitted_wrench_L.empty()) field("transmitted_wrench_L", s.transmitted_wrench_L);
  field("current_process", s.current_process);
  field("current_live", s.current_live);
  field("sea_offset_s", s.sea_offset_s);
  field("turbidity_ntu", s.turbidity_ntu);
  field("lamp_level", s.lamp_level);
  field("day_offset_s", s.day_offset_s);
  field("fish", s.fish);
  field("drift_m", s.drift_m);
  field("silt", s.silt);
  field("wave_factor", s.wave_factor);
  field("wind_factor", s.wind_factor);
  field("water_velocity_N", s.water_velocity_N);
  field("water_density_kg_m3", s.water_density_kg_m3);
  field("actuator_command", s.actuator_command);
  field("actuator_health", s.actuator_health);
  field("actuator_health_known", s.actuator_health_known);
  field("actuator_power_w", s.actuator_power_w);
  field("actuator_state", s.actuator_state);
  field("rotor_angle_rad", s.rotor_angle_rad);
  field("force_state", s.force_state);
  field("external_wrench", s.external_wrench);
  field("kinematic_velocity", s.kinematic_velocity);
  field("energy_used_j", s.energy_used_j);
  field("contact_count", s.contact_count);
  field("contact_links", s.contact_links);
  field("contact_values", s.contact_values);
  field("coupling_engaged", s.coupling_engaged);
  field("coupling_counts", s.coupling_counts);
  field("coupling_values", s.coupling_values);
  field("coupling_history", s.coupling_history);
  field("control_memory", s.control_memory);
  field("control_gains", s.control_gains);
  field("set_point", s.set_point);
  field("mission_step", s.mission_step);
  field("mission_step_tick", s.mission_step_tick);
  field("mission_status", s.mission_status);
  field("mission_waits", s.mission_waits);
  field("arm_set_point", s.arm_set_point);
  field("arm_status", s.arm_status);
  if (!s.arm_press.empty()) field("arm_press", s.arm_press);
  field("expectation_status", s.expectation_status);
  field("next_event", s.next_event);
  field("travelled_m", s.travelled_m);
  field("top_speed_m_s", s.top_speed_m_s);
  field("sensor_memory", s.sensor_memory);
  field("sensor_values", s.sensor_values);
  field("sensor_truth", s.sensor_truth);
  field("sensor_stamp", s.sensor_stamp);
  field("sensor_valid", s.sensor_valid);
  field("sensor_fresh", s.sensor_fresh);
  field("frame_stamp", s.frame_stamp);
  field("frame_hash", s.frame_hash);
  field("frame_fresh", s.frame_fresh);
  field("frame_taken", s.frame_taken);
  field("frame_moment", s.frame_instant);
  field("signal_header", s.signal_header);
  field("signal_values", s.signal_values);
  field("signal_payload", s.signal_payload);
  field("hearing_header", s.reception_header);
  field("hearing_values", s.reception_values);
  field("device_header", s.device_header);
  field("device_values", s.device_values);
  field("inbox_header", s.inbox_header);
  field("inbox_values", s.inbox_values);
  field("inbox_payload", s.inbox_payload);
  field("beacon_values", s.beacon_values);
  field("signal_counters", s.signal_counters);
}

// The hash of every bit of the state.
uint64_t state_hash(const State& state);

// The state as bytes, and back. Restoring fails (false) when the layout differs or there are more
// contacts than slots, and leaves the state untouched.
std::vector<std::byte> save_state(const State& state);
bool restore_state(std::span<const std::byte> bytes, State& state);

// Name of the first field in which two states differ, with the index; empty when they are equal.
std::string first_difference(const State& a, const State& b);

}  // namespace hadal::world
