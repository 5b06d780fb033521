// A simulation under your own control: load a scenario, step it, look at everything, change the sea
// and the vehicles while it runs, take snapshots and come back to them.
//
//   hadal::Simulator sim = hadal::Simulator::load("scenarios/inspection_dive.yaml");
//   while (!sim.finished()) {
//     sim.step();
//     if (sim.vehicle("rov").depth_m > 20) sim.set_current("drift", 0.1, 0.0, 0.0);
//   }
//
// Positions are north, east, down in metres; attitude is a quaternion (w, x, y, z) from body
// (forward, right, down) to world; velocities are in body axes. One Simulator belongs to one thread
// at a time; several Simulators are independent.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hadal/export.h"

namespace hadal HADAL_API {

struct SimulatorOptions {
  std::vector<std::string> settings;  // "a.b=c" changes to the scenario
  std::vector<std::string>
      model_folders;  // where models/ is looked for; share_folders() (catalog.h) if empty
  int threads = 1;
  std::string log_path;  // writes an MCAP log there; empty: none
};

struct VehicleState {
  double north_m = 0, east_m = 0, depth_m = 0;
  std::array<double, 4> attitude{1, 0, 0, 0};
  double roll_deg = 0, pitch_deg = 0, heading_deg = 0;
  std::array<double, 6> velocity{};     // m/s and rad/s, body axes
  std::array<double, 3> current_m_s{};  // of the water at the hull: north, east, down
  std::vector<double> thrust_n;
  std::vector<double> thruster_load_percent;
  std::string mission;  // running, done, failed, none, outside
};

struct SensorReading {
  double stamp_s = -1;  // when it was measured; -1: none yet
  bool valid = false;
  bool fresh = false;              // arrived in the last step
  std::vector<std::string> names;  // with units
  std::vector<double> values;
  std::vector<double> truth;  // of a perfect instrument
};

struct ReceivedPacket {
  int64_t number = 0;  // of all signals of the run
  std::string from;    // vehicle/modem
  bool broadcast = false;
  double sent_s = 0;
  double arrived_s = 0;   // its first wave
  double complete_s = 0;  // its last bit
  double level_db = 0;    // dB re 1 uPa; of light the signal to noise ratio
  double snr_db = 0;
  double doppler = 1;  // received over sent frequency
  std::vector<uint8_t> payload;
};

struct WrenchTermValue {
  std::string term;
  std::array<double, 6> wrench{};  // N and N m, at the link origin, body axes
};

class Simulator {
 public:
  // Throws std::runtime_error with every problem of the scenario on a line.
  static Simulator load(const std::string& path, const SimulatorOptions& options = {});
  static Simulator load_text(const std::string& yaml, const SimulatorOptions& options = {});
  ~Simulator();
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;

  // Steps once or more. Throws std::runtime_error when a step fails (a state that is not finite);
  // the message names body and term, and the log up to that step is complete.
  void step(int64_t count = 1);
  bool finished() const;
  int64_t tick() const;
  double time_s() const;
  double step_s() const;
  uint64_t state_hash() const;

  std::vector<std::string> vehicles() const;
  VehicleState vehicle(const std::string& name) const;
  std::vector<std::string> sensors(const std::string& vehicle) const;
  SensorReading sensor(const std::string& vehicle, const std::string& sensor) const;
  // Every wrench on the hull in the last step.
  std::vector<WrenchTermValue> wrenches(const std::string& vehicle) const;

  // Commands. They end the vehicle's mission, take effect at the next step and are recorded in the
  // log, so that replay repeats them. Throw std::invalid_argument when a name or number of values
  // does not fit.
  void command_thrusters(const std::string& vehicle, std::span<const double> commands);
  void command_fins(const std::string& vehicle, std::span<const double> angles_rad);
  void go_to(const std::string& vehicle, double north_m, double east_m, double depth_m,
             double heading_deg);
  void set_velocity(const std::string& vehicle, std::span<const double> velocity);
  void set_course(const std::string& vehicle, double heading_deg, double speed_m_s, double depth_m);
  void set_thruster_health(const std::string& vehicle, std::span<const double> health);
  void set_external_wrench(const std::string& vehicle, std::span<const double> wrench);
  // A person's sticks, -1..1: surge, sway, heave (down), roll, pitch (nose up), yaw (to starboard).
  // A hold keeps the heading or the depth while its stick is neutral. They stay until the next
  // call.
  void pilot(const std::string& vehicle, std::span<const double> axes, bool hold_heading = false,
             bool hold_depth = false);
  // position, velocity, effort, course, manual or off, as far as the vehicle offers it. The new
  // mode begins with what the vehicle does now: it keeps its place or course, or asks for nothing.
  void set_mode(const std::string& vehicle, const std::string& mode);
  std::vector<std::string> modes(const std::string& vehicle) const;
  // Back to the mission, at the step that was left.
  void resume_mission(const std::string& vehicle);
  // Puts a vehicle or an object elsewhere, level and at rest.
  void teleport(const std::string& vehicle, double north_m, double east_m, double depth_m,
                double heading_deg);

  // Controller gains in the order of the controller's parameters; read them, change them live.
  std::vector<double> gains(const std::string& vehicle) const;
  std::vector<std::string> gain_names(const std::string& vehicle) const;  // surge/position_p, ...
  void set_gains(const std::string& vehicle, std::span<const double> gains);
  // Writes the controller with its live gains as YAML, `controller: !body ...`, as it may stand in
  // a vehicle model or in a scenario's vehicle. Throws std::runtime_error when it cannot.
  void save_gains(const std::string& vehicle, const std::string& path) const;

  // Packets between modems, named vehicle/modem; to: one modem, or everybody when empty. False when
  // the modem is busy; the packet is then not sent. Recorded like a command.
  bool send(const std::string& modem, std::span<const uint8_t> payload, const std::string& to = "");
  bool send(const std::string& modem, const std::string& text, const std::string& to = "");
  // The last packets a modem decoded, oldest first, at most 16; their numbers tell them apart.
  std::vector<ReceivedPacket> received(const std::string& modem) const;

  // The sea. A current is named in the scenario.
  void set_current(const std::string& current, double north_m_s, double east_m_s, double down_m_s);
  void scale_current(const std::string& current, double factor);
  void set_waves_factor(double factor);  // of the scenario's wave heights
  void set_wind_factor(double factor);
  void set_turbidity(double turbidity_ntu);              // beyond that of the water type
  void set_time_of_day_h(double utc_hours);              // of the light, 0 to 24
  void set_lamp(const std::string& lamp, double level);  // vehicle/lamp, 0 to 1
  std::array<double, 3> current_at(double north_m, double east_m, double depth_m) const;

  // Everything that changes, as bytes. restore() continues bit for bit; it refuses (false) the
  // snapshot of another scenario. With a log, restoring goes back in time and is refused too.
  std::vector<std::byte> snapshot() const;
  bool restore(std::span<const std::byte> snapshot);

 private:
  struct Impl;
  explicit Simulator(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace hadal
