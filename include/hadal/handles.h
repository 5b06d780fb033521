// Handles of what a Simulator holds. Look one up by its name once, then read and command through
// it: no names are compared and nothing is allocated. Handles are small values; they stay valid as
// long as their Simulator lives, also when it is moved, reset or restored.
//
// Spans look into the simulation and show its present state; those of a frame are valid until the
// next step. Numbers are in SI units and radians unless a name says otherwise; positions are north,
// east, down in metres, attitudes quaternions (w, x, y, z) from body or link axes (forward, right,
// down) to the world, velocities and wrenches in body or link axes, linear first.
//
// Whatever changes the run is an input: it takes effect at the next step, is recorded in the log
// and repeated by a replay. An input out of its range throws Error and changes nothing.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hadal/export.h"
#include "hadal/frame.h"

namespace hadal::detail {
struct SimulatorParts;
}

namespace hadal HADAL_API {

class Handle {
 public:
  int index() const { return index_; }  // among those of its kind in the whole world
  friend bool operator==(const Handle&, const Handle&) = default;

 protected:
  Handle(detail::SimulatorParts* parts, int index) : parts_(parts), index_(index) {}
  detail::SimulatorParts* parts_;
  int index_;
};

// Terms of the forces, in the order of the numbers of LinkHandle::wrench.
std::span<const std::string_view> wrench_terms();  // weight, buoyancy, ..., contact

class LinkHandle : public Handle {
 public:
  const std::string& name() const;
  const std::string& path() const;  // vehicle/link
  std::span<const double, 3> position_m() const;
  std::array<double, 4> attitude() const;
  std::span<const double, 6> velocity() const;
  std::span<const double, 3> acceleration_m_s2() const;   // in the world, mean over the last step
  std::span<const double, 3> water_velocity_m_s() const;  // of the water there, in the world
  std::span<const double, 6> wrench(int term) const;      // at its origin, of the last step
  std::span<const double, 6> external_wrench() const;     // from outside
  void add_external_wrench(std::span<const double, 6> wrench) const;

 private:
  friend class Simulator;
  friend class VehicleHandle;
  using Handle::Handle;
};

// Whatever of a vehicle takes a command: thrusters, fins, ballast, moving masses, kinds of
// extensions, and the drives of joints under the names of their links. A command is in the unit and
// range of the actuator. Thrusters and fins belong to the controller: to command one switches the
// controller off and interrupts the mission.
class ActuatorHandle : public Handle {
 public:
  const std::string& name() const;
  const std::string& kind() const;       // as in the scenario: thruster, fin, ...; joint
  const std::string& unit() const;       // of its command; empty: a plain number
  std::array<double, 2> range() const;   // of its command; its own limits may be narrower
  double command() const;
  void set_command(double command) const;
  // What it does now: N of what gives thrust, rad or m of a joint, otherwise its first column.
  double value() const;
  int size() const;                                  // numbers of its state
  const std::string& column_name(int column) const;  // with its unit: thrust_n, angle_rad, ...
  std::span<const double> state() const;
  double power_w() const;
  double health() const;  // 1 as new, 0 dead
  // known: the controller is told, and makes do without it.
  void set_health(double health, bool known = false) const;

 private:
  friend class VehicleHandle;
  using Handle::Handle;
};

class JointHandle : public Handle {
 public:
  const std::string& name() const;  // of the link that it moves
  double position() const;          // rad or m
  double velocity() const;
  // N m or N: of its drive in the last step; as commanded where efforts are, without more. See
  // ActuatorHandle.
  double effort() const;
  std::optional<std::array<double, 2>> range() const;

 private:
  friend class VehicleHandle;
  using Handle::Handle;
};

// An instrument that gives readings.
class SensorHandle : public Handle {
 public:
  const std::string& name() const;
  const std::string& kind() const;                   // as in the scenario: imu, pressure, ...
  int size() const;                                  // numbers of a reading
  const std::string& column_name(int column) const;  // with its unit: pressure_Pa, ...
  std::span<const double> values() const;            // of the last reading that arrived
  std::span<const double> truth() const;             // of a perfect instrument
  double stamp_s() const;                            // when it was measured; -1: none yet
  bool valid() const;
  bool fresh() const;  // it arrived in the last step

 private:
  friend class VehicleHandle;
  using Handle::Handle;
};

// An instrument that gives frames: camera, sonar, lidar.
class FrameSensorHandle : public Handle {
 public:
  const std::string& name() const;
  const std::string& kind() const;
  bool fresh() const;
  FrameView frame() const;  // the last that arrived

 private:
  friend class VehicleHandle;
  using Handle::Handle;
};

class LampHandle : public Handle {
 public:
  const std::string& name() const;
  double level() const;
  void set_level(double level) const;  // 0 to 1

 private:
  friend class VehicleHandle;
  using Handle::Handle;
};

class CurrentHandle : public Handle {
 public:
  const std::string& name() const;
  void set(double north_m_s, double east_m_s, double down_m_s) const;  // in place of the scenario's
  void scale(double factor) const;                                     // of the scenario's

 private:
  friend class Simulator;
  using Handle::Handle;
};

struct ReceivedPacket {
  int64_t number = 0;     // of all signals of the run
  std::string_view from;  // vehicle/modem
  bool broadcast = false;
  double sent_s = 0;
  double arrived_s = 0;   // its first wave
  double complete_s = 0;  // its last bit
  double level_db = 0;    // dB re 1 uPa; of light the signal to noise ratio
  double snr_db = 0;
  double doppler = 1;  // received over sent frequency
  std::span<const uint8_t> payload;
};

class ModemHandle : public Handle {
 public:
  static constexpr int kInbox = 16;

  const std::string& path() const;  // vehicle/modem
  // False when the modem is busy; the packet is then not sent. To everybody without a receiver.
  bool send(std::span<const uint8_t> payload,
            const std::optional<ModemHandle>& to = std::nullopt) const;
  bool send(std::string_view text, const std::optional<ModemHandle>& to = std::nullopt) const;
  // The last packets it decoded, oldest first, at most kInbox; how many. Numbers tell them apart.
  int received(std::span<ReceivedPacket, kInbox> packets) const;

 private:
  friend class Simulator;
  using Handle::Handle;
};

struct VehicleState {
  double north_m = 0, east_m = 0, depth_m = 0;
  std::array<double, 4> attitude{1, 0, 0, 0};
  double roll_deg = 0, pitch_deg = 0, heading_deg = 0;
  std::array<double, 6> velocity{};     // m/s and rad/s, body axes
  std::array<double, 3> current_m_s{};  // of the water at the hull: north, east, down
};

// A vehicle, or an object: a thing with links that nobody commands.
class VehicleHandle : public Handle {
 public:
  const std::string& name() const;
  bool is_object() const;
  VehicleState state() const;        // of the hull
  std::string_view mission() const;  // running, done, failed, none, outside

  LinkHandle hull() const;  // the first link
  std::vector<LinkHandle> links() const;
  std::vector<JointHandle> joints() const;
  std::vector<ActuatorHandle> actuators() const;
  std::vector<SensorHandle> sensors() const;
  std::vector<FrameSensorHandle> frame_sensors() const;
  std::vector<LampHandle> lamps() const;
  // By name; throw Error when there is none.
  LinkHandle link(std::string_view name) const;
  JointHandle joint(std::string_view link) const;
  ActuatorHandle actuator(std::string_view name) const;
  SensorHandle sensor(std::string_view name) const;
  FrameSensorHandle frame_sensor(std::string_view name) const;
  LampHandle lamp(std::string_view name) const;

  // Of each actuator that gives thrust, which come first among the actuators. Until the next call.
  std::span<const double> thrust_n() const;
  std::span<const double> thruster_load_percent() const;
  std::span<const double> thruster_health() const;

  void command_thrusters(std::span<const double> commands) const;  // one for each
  // Set-points of the controller. They interrupt the mission.
  void go_to(double north_m, double east_m, double depth_m, double heading_deg) const;
  void set_velocity(std::span<const double, 6> velocity) const;
  void set_course(double heading_deg, double speed_m_s, double depth_m) const;
  // A person's sticks, -1..1: surge, sway, heave (down), roll, pitch (nose up), yaw (to starboard).
  // A hold keeps the heading or the depth while its stick is neutral. They stay until the next
  // call.
  void pilot(std::span<const double, 6> axes, bool hold_heading = false,
             bool hold_depth = false) const;
  // position, velocity, effort, course, manual or off, as far as the vehicle offers it. The new
  // mode begins with what the vehicle does now: it keeps its place or course, or asks for nothing.
  void set_mode(std::string_view mode) const;
  std::vector<std::string> modes() const;
  void resume_mission() const;  // at the step that was left
  // Elsewhere, level and at rest.
  void teleport(double north_m, double east_m, double depth_m, double heading_deg) const;
  void set_thruster_health(std::span<const double> health) const;  // 1 as new, 0 dead; for each
  // On the hull, in its axes, in place of what acts there from outside; 1e7 N or N m at most.
  void set_external_wrench(std::span<const double, 6> wrench) const;

  // Controller gains in the order of their names.
  std::vector<std::string> gain_names() const;  // surge/position_p, ...
  std::span<const double> gains() const;
  void set_gains(std::span<const double> gains) const;
  // Writes the controller with its live gains as YAML, `controller: !body ...`, as it may stand in
  // a vehicle model or in a scenario's vehicle.
  void save_gains(const std::string& path) const;

 private:
  friend class Simulator;
  using Handle::Handle;
};

}  // namespace hadal
