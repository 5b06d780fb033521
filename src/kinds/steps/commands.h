// `!commands`: plays commands straight to actuators, without a controller. A row of the schedule
// holds until the time of the next, or commands are linear between rows; before the first row
// nothing is commanded.
#pragma once
#include <optional>
#include <vector>

#include "kinds/steps/series.h"

namespace hadal::inline kinds {

struct CommandsStep : StepConfig {
  std::vector<std::string> actuators;
  std::string file;  // CSV time_s and a column per actuator
  Rows schedule;     // rows [time s, command per actuator]
  Interpolation interpolation = Interpolation::kHold;
  std::optional<double> given_duration_s;

  static const StructSchema& schema();
  TableFile table_file();
  void prepare(const StepSetting& setting);
  void command(double elapsed_s, std::span<double> commands) const;
  std::string text() const;

  // Known after prepare().
  struct Target {
    size_t actuator = 0;  // number on the vehicle
    double unit = 1;      // command = unit * number of the schedule
  };
  std::vector<Target> targets;
  double duration_s = 10;
};

}  // namespace hadal::kinds
