#include "kinds/steps/commands.h"

#include "kinds/phrases.h"
#include "kinds/quantities.h"
#include "kinds/steps/list.h"

namespace hadal::inline kinds {
namespace {

std::string row_key(size_t row) {
  return "schedule[" + std::to_string(row) + "]";
}

void check_schedule(const CommandsStep& step, CheckReport& report) {
  const auto& rows = step.schedule;
  const size_t width = step.actuators.size() + 1;
  if (rows.empty()) report.fail("schedule", "expected at least one row");
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].size() != width)
      report.fail(row_key(i), "expected a time and one command per actuator: " +
                                  std::to_string(width) + " numbers");
    else if (i > 0 && !rows[i - 1].empty() && rows[i][0] <= rows[i - 1][0])
      report.fail(row_key(i), "times must rise");
  }
}

}  // namespace

// Commands of a mission stay in the ranges that inputs have.
void CommandsStep::prepare(const StepSetting& setting) {
  targets.clear();
  std::vector<Quantity> quantities;
  for (size_t i = 0; i < actuators.size(); ++i) {
    const NamedActuator found =
        setting.actuator(actuators[i], "actuators[" + std::to_string(i) + "]");
    if (!found.command) continue;
    targets.push_back({static_cast<size_t>(found.number), found.command->schedule_unit});
    quantities.push_back(quantity_of(*found.command));
  }
  if (targets.size() != actuators.size()) return;  // an unknown name, told above
  for (size_t row = 0; row < schedule.size(); ++row)
    for (size_t i = 0; i < targets.size(); ++i) {
      const std::string wrong =
          range_problem(quantities[i], schedule[row][i + 1] * targets[i].unit);
      if (!wrong.empty()) setting.fail(row_key(row), actuators[i] + ": " + wrong);
    }
}

void CommandsStep::command(double elapsed_s, std::span<double> commands) const {
  constexpr double kRounding_s = 1e-9;
  const double now_s = elapsed_s + kRounding_s;
  size_t row = 0;
  while (row + 1 < schedule.size() && schedule[row + 1][0] <= now_s) ++row;
  if (schedule[row][0] > now_s) return;
  for (size_t i = 0; i < targets.size(); ++i)
    commands[targets[i].actuator] = schedule[row][i + 1] * targets[i].unit;
}

std::string CommandsStep::text() const {
  return "play commands of " + std::to_string(actuators.size()) + " actuators" +
         printed(" for %.4g s", duration_s);
}

const StructSchema& CommandsStep::schema() {
  using C = CommandsStep;
  static const StructSchema s =
      step_schema<C>("commands", "Plays commands straight to thrusters, fins and other actuators.")
          .texts("actuators", &C::actuators, "Names of the actuators, in the order of the columns.")
          .required()
          .rows("schedule", &C::schedule,
                "Rows [time s since the step began, command of each actuator]; each row holds "
                "until the next.")
          .required()
          .number("duration_s", &C::duration_s, "How long.", kNotNegative)
          .check(check_schedule);
  return s;
}

template <>
MissionStepKind built_in_step<CommandsStep>() {
  return mission_step_kind<CommandsStep>();
}

}  // namespace hadal::kinds
