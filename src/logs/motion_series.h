// The motion of a vehicle over time, of a log or of a table from the field, in the frames of the
// simulation: north-east-down, forward-right-down, degrees.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "base/result.h"

namespace hadal::logs {

struct MotionQuantity {
  const char* column;  // also that of tables
  const char* name;
  const char* unit;
  bool is_angle = false;
};
// docs/report.md lists them.
inline constexpr std::array<MotionQuantity, 10> kMotionQuantities{{
    {"north_m", "north", "m"},
    {"east_m", "east", "m"},
    {"depth_m", "depth", "m"},
    {"heading_deg", "heading", "deg", true},
    {"roll_deg", "roll", "deg", true},
    {"pitch_deg", "pitch", "deg", true},
    {"speed_m_s", "speed", "m/s"},
    {"surge_m_s", "surge", "m/s"},
    {"sway_m_s", "sway", "m/s"},
    {"heave_m_s", "heave", "m/s"},
}};

struct MotionSeries {
  std::string path;     // of the file
  std::string label;    // short, for people
  std::string vehicle;  // empty: of a table
  std::vector<double> time_s;  // rising; of a log since its first message
  // As kMotionQuantities; empty: not known. Angles run on beyond a turn; NaN where a table has
  // nothing.
  std::array<std::vector<double>, kMotionQuantities.size()> columns;
  std::vector<std::string> unused;  // columns of a table that no quantity has
};

// vehicle: empty for the first of the log. or_only: where there is none of this name, the only one.
Result<MotionSeries> motion_of_log(const std::string& path, const std::string& vehicle,
                                   bool or_only = false);

// offset_s is added to the times of the table.
Result<MotionSeries> motion_of_table(const std::string& path, double offset_s);

// "time_s, north_m, ..."
std::string expected_columns();

// The differences of a quantity from that of a reference, at the times of the reference within
// both, linearly between the samples; NaN where either is not known. Parallel to reference.time_s.
std::vector<double> differences(const MotionSeries& reference, const MotionSeries& other,
                                size_t quantity);

}  // namespace hadal::logs
