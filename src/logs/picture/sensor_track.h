// Where a sensor was, from the transforms of a log: world to link in /tf, link to sensor in
// /tf_static. Between two messages the position is linear in time and the attitude turns at a
// constant rate.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "logs/reader/mcap_reader.h"
#include "math/types.h"

namespace hadal::logs {

class SensorTrack {
 public:
  // sensor: its frame, VEHICLE/SENSOR.
  SensorTrack(McapReader& log, const std::string& sensor);

  // Of the sensor (forward-left-up) in the world (east-north-up); none before the first and more
  // than a gap of the log after the last transform.
  std::optional<hadal::Pose> at(int64_t time_ns) const;

 private:
  struct Stop {
    int64_t time_ns;
    hadal::Pose X_WL;
  };
  std::vector<Stop> stops_;
  hadal::Pose X_LS_;
};

}  // namespace hadal::logs
