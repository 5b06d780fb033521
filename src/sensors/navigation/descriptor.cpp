#include "sensors/navigation/descriptor.h"

#include <initializer_list>

#include "sensors/acoustic/adcp.h"
#include "sensors/acoustic/dvl.h"
#include "sensors/navigation/ins.h"
#include "sensors/network/device_reading.h"

namespace hadal::sensors {

namespace {

using Columns = std::vector<Column>;

// prefix_x_suffix, prefix_y_suffix, ... in one unit.
Columns axes(const std::string& prefix, std::initializer_list<const char*> names,
             const std::string& suffix, const std::string& unit) {
  Columns result;
  for (const char* name : names) result.push_back({prefix + "_" + name + suffix, unit});
  return result;
}
Columns xyz(const std::string& prefix, const std::string& suffix, const std::string& unit) {
  return axes(prefix, {"x", "y", "z"}, suffix, unit);
}
Columns ned(const std::string& prefix, const std::string& suffix, const std::string& unit) {
  return axes(prefix, {"north", "east", "down"}, suffix, unit);
}
Columns attitude() {
  return axes("attitude", {"w", "x", "y", "z"}, "", "1");
}

Columns join(std::initializer_list<Columns> parts) {
  Columns result;
  for (const Columns& part : parts) result.insert(result.end(), part.begin(), part.end());
  return result;
}

Descriptor describe_kind(const AccelerometerModel& m) {
  return {"accelerometer", xyz("specific_force", "_m_s2", "m/s^2"), {{m.noise, 3}}};
}

Descriptor describe_kind(const GyroModel& m) {
  return {"gyro", xyz("angular_velocity", "_rad_s", "rad/s"), {{m.noise, 3}}};
}

Descriptor describe_kind(const ImuModel& m) {
  Descriptor d{
      "imu",
      join({xyz("angular_velocity", "_rad_s", "rad/s"), xyz("specific_force", "_m_s2", "m/s^2")}),
      {{m.gyro, 3}, {m.accelerometer, 3}}};
  if (m.attitude) {
    d.columns = join({d.columns, attitude()});
    d.noise.push_back({m.attitude_error, 3});
  }
  return d;
}

Descriptor describe_kind(const MagnetometerModel& m) {
  return {"magnetometer", xyz("magnetic_field", "_T", "T"), {{m.noise, 3}}};
}

Descriptor describe_kind(const CompassModel& m) {
  return {"compass", {{"heading_rad", "rad"}}, {{m.noise, 1}}};
}

Descriptor describe_kind(const PressureModel& m) {
  return {"pressure",
          {{"pressure_Pa", "Pa"}, {"temperature_degc", "degC"}, {"depth_m", "m"}},
          {{m.pressure, 1}, {m.temperature, 1}}};
}

Descriptor describe_kind(const DepthModel& m) {
  return {"depth", {{"depth_m", "m"}}, {{m.noise, 1}}};
}

Descriptor describe_kind(const AltimeterModel& m) {
  return {"altimeter", {{"range_m", "m"}, {"altitude_m", "m"}}, {{m.range, 1}}};
}

Descriptor describe_kind(const ContactModel& m) {
  return {"contact",
          join({{{"contact", "1"}, {"points", "1"}},
                xyz("force", "_N", "N"),
                {{"penetration_m", "m"}, {"slip_m", "m"}}}),
          {{m.force, 3}},
          2};
}

Descriptor describe_kind(const GpsModel& m) {
  return {"gps",
          join({ned("position", "_m", "m"), ned("velocity", "_m_s", "m/s")}),
          {{m.horizontal, 2}, {m.vertical, 1}, {m.velocity, 3}},
          1};
}

Descriptor describe_kind(const InsModel& m) {
  return {"ins",
          join({ned("position", "_m", "m"), attitude(), ned("velocity", "_m_s", "m/s")}),
          {{m.gyro, 3}, {m.accelerometer, 3}, {m.depth, 1}},
          kInsMemory};
}

Descriptor describe_kind(const OdometryModel& m) {
  return {
      "odometry",
      join({ned("position", "_m", "m"), attitude(), xyz("velocity", "_m_s", "m/s"),
            xyz("angular_velocity", "_rad_s", "rad/s")}),
      {{m.position, 3}, {m.linear_velocity, 3}, {m.angular_velocity, 3}, {m.attitude_error, 3}}};
}

Descriptor describe_kind(const ThrusterStateModel& m) {
  Descriptor d{"thruster_state", {}, {}};
  const auto add = [&](const std::string& name, const std::string& unit, const NoiseModel& noise) {
    for (int i = 0; i < m.thrusters; ++i)
      d.columns.push_back({"thruster_" + std::to_string(i) + "_" + name, unit});
    d.noise.push_back({noise, static_cast<size_t>(m.thrusters)});
  };
  add("rate_rad_s", "rad/s", m.rate);
  add("thrust_N", "N", m.thrust);
  add("torque_N_m", "N m", m.torque);
  add("power_W", "W", m.power);
  return d;
}

Descriptor describe_kind(const BatteryModel& m) {
  return {"battery",
          {{"voltage_V", "V"},
           {"current_A", "A"},
           {"charge", "1"},
           {"empty", "1"},
           {"overloaded", "1"}},
          {{m.voltage, 1}, {m.current, 1}},
          3};
}

Descriptor describe_kind(const DeviceModel& m) {
  return {"device", device_columns(m), device_noise(m)};
}

// prefix_1_suffix ... prefix_4_suffix.
Columns per_beam(const std::string& prefix, const std::string& suffix, const std::string& unit) {
  Columns result;
  for (int i = 1; i <= kJanusBeams; ++i)
    result.push_back({prefix + "_" + std::to_string(i) + suffix, unit});
  return result;
}

Descriptor describe_kind(const DvlModel& m) {
  return {"dvl",
          join({xyz("velocity", "_m_s", "m/s"),
                {{"altitude_m", "m"},
                 {"mode", "1"},
                 {"good_beams", "1"},
                 {"figure_of_merit_m_s", "m/s"}},
                axes("covariance", {"xx", "xy", "xz", "yy", "yz", "zz"}, "_m2_s2", "m^2/s^2"),
                {{"sound_speed_m_s", "m/s"}},
                per_beam("beam", "_range_m", "m"),
                per_beam("beam", "_velocity_m_s", "m/s"),
                per_beam("beam", "_quality", "1")}),
          {{m.solution, 3}}};
}

Descriptor describe_kind(const AdcpModel& m) {
  Columns columns;
  for (int cell = 1; cell <= m.cells; ++cell) {
    const std::string name = "cell_" + std::to_string(cell);
    if (m.output == ProfileOutput::kBeams) {
      columns = join({columns, per_beam(name + "_beam", "_velocity_m_s", "m/s")});
      continue;
    }
    const bool earth = m.frame == ProfileFrame::kEarth;
    columns = join(
        {columns,
         {{name + "_good_beams", "1"}},
         earth ? ned(name + "_velocity", "_m_s", "m/s") : xyz(name + "_velocity", "_m_s", "m/s")});
  }
  return {"adcp", columns, {}};
}

}  // namespace

Descriptor describe(const NavigationModel& model) {
  return std::visit([](const auto& kind) { return describe_kind(kind); }, model);
}

}  // namespace hadal::sensors
