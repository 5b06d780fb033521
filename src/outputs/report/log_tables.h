// The numbers of a log as columns over time, in the frames of the simulation: north-east-down and
// forward-right-down. Column names are those of the sensors' truth twins, so that a reading and its
// twin can be laid side by side whatever message carried it.
//   Odometry       position_{north,east,down}_m, attitude_{w,x,y,z}, velocity_{x,y,z}_m_s,
//                  angular_velocity_{x,y,z}_rad_s
//   Imu            angular_velocity_*, specific_force_{x,y,z}_m_s2, attitude_* where given
//   FluidPressure  pressure_Pa              MagneticField  magnetic_field_{x,y,z}_T
//   Range          range_m
//   NavSatFix      latitude_deg, longitude_deg, elevation_m (NaN without a fix)
//   BatteryState   voltage_V, current_A (discharge positive), charge (0..1)
//   WaterSample    current_{north,east,down}_m_s, density_kg_m3, temperature_degc, sound_speed_m_s
//   ThrusterState  NAME:load_percent, NAME:thrust_N, NAME:health
//   WrenchTerms    TERM:0 .. TERM:5     surge, sway, heave in N, roll, pitch, yaw in N m
//   Scalars        as named
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "outputs/mcap_reader.h"

namespace hadal::outputs {

struct LogTable {
  std::string type;
  std::vector<double> time_s;  // stamp of the message, since the start of the log
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;  // as long as time_s; NaN where a message lacks one

  // Null if there is none.
  const std::vector<double>* find(std::string_view name) const;
};

// A second channel of a topic, with another type (a sensor named like one of the vehicle's own
// topics), is kept under its topic and this.
constexpr std::string_view kSecondType = "#2";

struct LogTables {
  std::map<std::string, LogTable> topics;
  Problems problems;     // damaged parts that were left out
  bool clipped = false;  // the log holds more numbers than fit; its end is not in the tables
};

// At most `most_values` numbers are kept, so that no log can exhaust the memory.
LogTables read_tables(McapReader& log, size_t most_values = 48'000'000);

}  // namespace hadal::outputs
