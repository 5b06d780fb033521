#include "kinds/steps/commands.h"

#include <gtest/gtest.h>

#include "kinds/steps/test_step.h"

namespace hadal::inline kinds {
namespace commands_test {

CommandsStep commands(std::vector<std::vector<double>> schedule) {
  CommandsStep step;
  step.actuators = {"fin", "thruster"};
  step.schedule = std::move(schedule);
  return step;
}

TEST(CommandsStep, ARowHoldsUntilTheNextInTheUnitsOfTheActuators) {
  CommandsStep step = commands({{1, 0.5, 0.25}, {2, -1, 1}});
  const TestVehicle vehicle;
  step.prepare(vehicle);
  EXPECT_EQ(vehicle.problems, "");
  std::array<double, 3> now{9, 9, 9};  // thruster, another one, fin
  step.command(0.99, now);
  EXPECT_EQ(now, (std::array<double, 3>{9, 9, 9}));
  step.command(1, now);
  EXPECT_EQ(now, (std::array<double, 3>{0.25, 9, 0.25}));
  step.command(1.9, now);
  EXPECT_EQ(now, (std::array<double, 3>{0.25, 9, 0.25}));
  step.command(2 - 1e-12, now);  // a rounding below the time of the row
  EXPECT_EQ(now, (std::array<double, 3>{1, 9, -0.5}));
}

TEST(CommandsStep, UnknownActuatorsAreToldByTheirPlace) {
  CommandsStep step = commands({{0, 99, 99}});
  step.actuators = {"fin", "rudder"};
  const TestVehicle vehicle;
  step.prepare(vehicle);
  EXPECT_EQ(vehicle.problems, "actuators[1]: no actuator 'rudder'\n");
}

TEST(CommandsStep, CommandsBeyondTheirRangeAreToldByTheirRow) {
  CommandsStep step = commands({{0, 2, 1}, {1, 2.5, -1.5}});
  const TestVehicle vehicle;
  step.prepare(vehicle);
  EXPECT_EQ(vehicle.problems,
            "schedule[1]: fin: fin angle: expected -1 to 1 rad, found 1.25\n"
            "schedule[1]: thruster: command: expected -1 to 1, found -1.5\n");
}

TEST(CommandsStep, RowsOfAnotherWidthAreToldAndTheRestIsChecked) {
  CommandsStep step = commands({{0, 1, 1}, {}, {1, 1, 1}, {1, 1, 1}});
  struct Report : CheckReport {
    void fail(const std::string& key, const std::string& message) override {
      told += key + ": " + message + "\n";
    }
    std::string told;
  } report;
  for (const auto& check : CommandsStep::schema().checks) check(&step, report);
  EXPECT_EQ(report.told,
            "schedule[1]: expected a time and one command per actuator: 3 numbers\n"
            "schedule[3]: times must rise\n");
}

TEST(CommandsStep, LinearCommandsChangeEvenlyFromRowToRow) {
  CommandsStep step = commands({{1, 0.5, 0.2}, {2, -1.5, 0.4}});
  step.interpolation = Interpolation::kLinear;
  const TestVehicle vehicle;
  step.prepare(vehicle);
  std::array<double, 3> now{9, 9, 9};
  step.command(0.9, now);
  EXPECT_EQ(now, (std::array<double, 3>{9, 9, 9}));
  step.command(1.25, now);
  EXPECT_DOUBLE_EQ(now[0], 0.25);
  EXPECT_DOUBLE_EQ(now[2], 0);  // half a radian per unit of the schedule
  step.command(5, now);
  EXPECT_EQ(now, (std::array<double, 3>{0.4, 9, -0.75}));
}

TEST(CommandsStep, LastsUntilItsLastRowUnlessTold) {
  const TestVehicle vehicle;
  CommandsStep step = commands({{0, 0, 0}, {4, 0, 0}});
  step.prepare(vehicle);
  EXPECT_EQ(step.duration_s, 10);
  step = commands({{0, 0, 0}, {120, 0, 0}});
  step.prepare(vehicle);
  EXPECT_EQ(step.duration_s, 120);
  EXPECT_EQ(vehicle.notes, "");
  step.given_duration_s = 30;
  step.prepare(vehicle);
  EXPECT_EQ(step.duration_s, 30);
  EXPECT_EQ(vehicle.notes,
            "duration_s: the step ends after 30 s, before the last row of its table at 120 s\n");
}

TEST(CommandsStep, CommandsThatSaturateAreNotedOnce) {
  const TestVehicle vehicle;
  CommandsStep step = commands({{0, 0, 0.5}, {1, 0, 0.75}, {2, 0, -0.75}});
  step.prepare(vehicle);
  EXPECT_EQ(vehicle.notes,
            "schedule[1]: thruster: 0.75 is beyond its limits, -0.5 to 0.5, where it is held\n");
}

TEST(CommandsStep, ColumnsOfAFileAreFoundByName) {
  const CsvTable csv =
      parse_csv("note,thruster,time_s,fin\nstart,0.25,0,1\nend,0.5,2,-1\n", "c.csv").value();
  CommandsStep step = commands({});
  EXPECT_TRUE(step.table_file().take(csv).empty());
  EXPECT_EQ(step.schedule, (Rows{{0, 1, 0.25}, {2, -1, 0.5}}));
  CommandsStep all;
  const Problems problems = all.table_file().take(csv);
  EXPECT_EQ(problems.text(),
            "c.csv:2:1: 'start' is not a number\nc.csv:3:1: 'end' is not a number");
  EXPECT_EQ(all.actuators, (std::vector<std::string>{"note", "thruster", "fin"}));
}

TEST(CommandsStep, SaysHowManyItPlays) {
  EXPECT_EQ(commands({{0, 0, 0}}).text(), "play commands of 2 actuators for 10 s");
}

}  // namespace commands_test
}  // namespace hadal::kinds
