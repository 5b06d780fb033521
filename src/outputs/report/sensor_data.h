// A sensor's readings beside the truth: rows paired by stamp, columns grouped into quantities, in
// units for people (degrees, kPa, microtesla, percent).
#pragma once
#include <string>
#include <vector>

#include "outputs/report/log_tables.h"
#include "outputs/report/run_facts.h"

namespace hadal::outputs {

struct SensorChannel {
  std::string label;                   // x, north, heading, ...
  std::vector<double> reading, truth;  // NaN where a reading was lost
  double modulo = 0;                   // 360 for headings

  std::vector<double> error() const;  // reading - truth, the short way round for angles
  double rms_error() const;           // NaN without a reading
};

struct SensorQuantity {
  std::string name;  // Angular velocity
  std::string unit;  // deg/s
  std::vector<SensorChannel> channels;
};

struct SensorData {
  std::string name;            // the topic without the vehicle
  std::string type;            // of its message
  std::vector<double> time_s;  // of every measurement, lost ones too
  size_t readings = 0;
  std::vector<SensorQuantity> quantities;  // those with at least one reading

  const SensorQuantity* find(std::string_view quantity) const;
};

// reading and truth: the tables of TOPIC and TOPIC/truth.
SensorData sensor_data(const std::string& name, const LogTable& reading, const LogTable& truth,
                       const PressureReference& pressure, const ScenarioFacts& scenario);

// Heading, pitch and roll in degrees of attitude columns (w, x, y, z); heading is continuous: it
// runs beyond 360 rather than jump.
struct AttitudeColumns {
  std::vector<double> roll_deg, pitch_deg, heading_deg;
};
AttitudeColumns attitude_columns(const LogTable& table);

// Adds whole turns of `modulo` to each value so that it lies within half a turn of its neighbour.
void unwrap(std::vector<double>& values, double modulo);

}  // namespace hadal::outputs
