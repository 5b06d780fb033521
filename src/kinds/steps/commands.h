// `!commands`: plays commands straight to actuators, without a controller. A row of the schedule
// holds until the time of the next; before the first row nothing is commanded.
#pragma once
#include <vector>

#include "kinds/steps/mission_step.h"

namespace hadal::inline kinds {

struct CommandsStep : StepConfig {
  std::vector<std::string> actuators;
  std::vector<std::vector<double>> schedule;  // rows [time s, command per actuator]
  double duration_s = 10;

  static const StructSchema& schema();
  void prepare(const StepSetting& setting);
  void command(double elapsed_s, std::span<double> commands) const;
  std::string text() const;

  // Known after prepare().
  struct Target {
    size_t actuator = 0;  // number on the vehicle
    double unit = 1;      // command = unit * number of the schedule
  };
  std::vector<Target> targets;
};

}  // namespace hadal::kinds
