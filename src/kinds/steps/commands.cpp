#include "kinds/steps/commands.h"

#include <algorithm>

#include "base/text.h"
#include "kinds/phrases.h"
#include "kinds/quantities.h"
#include "kinds/steps/list.h"

namespace hadal::inline kinds {
namespace {

constexpr double kDefaultDuration_s = 10;

std::string row_key(size_t row) {
  return "schedule[" + std::to_string(row) + "]";
}

void check_commands(const CommandsStep& step, CheckReport& report) {
  if (!step.file.empty()) {
    if (!step.schedule.empty()) report.fail("file", "expected either a file or a schedule");
    return;
  }
  if (step.actuators.empty() && !step.schedule.empty() && step.schedule[0].size() > 1)
    report.fail("actuators", "expected names of actuators, or a file that has them");
  if (step.schedule.empty()) report.fail("schedule", "expected at least one row, or a file");
  check_series(step.schedule, step.actuators.size(), "schedule", "one command per actuator",
               report);
}

// Commands beyond what an actuator can do are held at its limits.
void note_saturation(const CommandsStep& step, size_t column, const NamedActuator& actuator,
                     const StepSetting& setting) {
  for (size_t row = 0; row < step.schedule.size(); ++row) {
    const double command = step.schedule[row][column + 1] * actuator.command->schedule_unit;
    if (command >= actuator.saturation.min && command <= actuator.saturation.max) continue;
    const std::string& unit = actuator.command->unit;
    setting.note(row_key(row), step.actuators[column] + ": " + shortest_text(command) +
                                   " is beyond its limits, " +
                                   shortest_text(actuator.saturation.min) + " to " +
                                   shortest_text(actuator.saturation.max) +
                                   (unit.empty() ? "" : " " + unit) + ", where it is held");
    return;
  }
}

}  // namespace

// Commands of a mission stay in the ranges that inputs have.
void CommandsStep::prepare(const StepSetting& setting) {
  targets.clear();
  duration_s = given_duration_s.value_or(std::max(kDefaultDuration_s, last_time_s(schedule)));
  note_early_end(schedule, duration_s, setting);
  std::vector<Quantity> quantities;
  std::vector<NamedActuator> found;
  for (size_t i = 0; i < actuators.size(); ++i) {
    found.push_back(setting.actuator(actuators[i], "actuators[" + std::to_string(i) + "]"));
    if (!found.back().command) continue;
    targets.push_back({static_cast<size_t>(found[i].number), found[i].command->schedule_unit});
    quantities.push_back(quantity_of(*found[i].command));
  }
  if (targets.size() != actuators.size()) return;  // an unknown name, told above
  for (size_t row = 0; row < schedule.size(); ++row)
    for (size_t i = 0; i < targets.size(); ++i) {
      const std::string wrong =
          range_problem(quantities[i], schedule[row][i + 1] * targets[i].unit);
      if (!wrong.empty()) setting.fail(row_key(row), actuators[i] + ": " + wrong);
    }
  for (size_t i = 0; i < found.size(); ++i) note_saturation(*this, i, found[i], setting);
}

void CommandsStep::command(double elapsed_s, std::span<double> commands) const {
  const SeriesMoment at = series_moment(schedule, elapsed_s, interpolation);
  if (at.before) return;
  for (size_t i = 0; i < targets.size(); ++i)
    commands[targets[i].actuator] = series_value(schedule, at, i + 1) * targets[i].unit;
}

std::string CommandsStep::text() const {
  return "play commands of " + std::to_string(actuators.size()) + " actuators" +
         printed(" for %.4g s", duration_s);
}

TableFile CommandsStep::table_file() {
  return {file, [this](const CsvTable& csv) -> Problems {
            Result<Rows> rows = series_rows(csv, actuators);
            if (!rows) return rows.problems();
            schedule = std::move(rows).value();
            return {};
          }, "schedule", "actuators"};
}

const StructSchema& CommandsStep::schema() {
  using C = CommandsStep;
  static const StructSchema s =
      step_schema<C>("commands", "Plays commands straight to thrusters, fins and other actuators.")
          .texts("actuators", &C::actuators,
                 "Names of the actuators, in the order of the columns; those of the file if left "
                 "out.")
          .rows("schedule", &C::schedule,
                "Rows [time s since the step began, command of each actuator].")
          .text("file", &C::file,
                "CSV file with the columns time_s and, by its name, each actuator, instead of the "
                "schedule.")
          .choice("interpolation", &C::interpolation,
                  "hold: each row holds until the next. linear: commands change evenly from row to "
                  "row. The last row holds.",
                  {{"hold", Interpolation::kHold}, {"linear", Interpolation::kLinear}})
          .number("duration_s", &C::given_duration_s,
                  "How long; if left out, until the last row, at least 10 s.", kNotNegative)
          .check(check_commands);
  return s;
}

template <>
MissionStepKind built_in_step<CommandsStep>() {
  return mission_step_kind<CommandsStep>();
}

}  // namespace hadal::kinds
