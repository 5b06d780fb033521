// Mission steps, events and expectations as a scenario gives them: what is read and what is
// refused.
#include <gtest/gtest.h>

#include <stdexcept>

#include "kinds/events/list.h"
#include "kinds/events/send.h"
#include "kinds/quantities.h"
#include "kinds/steps/commands.h"
#include "kinds/steps/list.h"
#include "math/units.h"
#include "scenario/scenario.h"
#include "scenario/test_reading.h"

namespace hadal::inline scenario {
namespace mission_test {

using test_reading::expect_refused;
using test_reading::number_in;
using test_reading::taken;

const StructSchema& kind(const std::string& name) {
  for (const auto* schemas : {&mission_step_schemas(), &event_schemas()})
    for (const StructSchema* schema : *schemas)
      if (schema->name == name) return *schema;
  throw std::invalid_argument(name);
}

bool has(const AnyConfig& config, const char* field) {
  return config.schema()->find(field)->present(config.data());
}

// The scenario with this mission step or event, or the problems.
Result<LoadedScenario> with(const std::string& lines) {
  return load_scenario_text("format: 1\n" + lines, "a.yaml", {});
}

std::string problems_of(const std::string& lines) {
  const Result<LoadedScenario> loaded = with(lines);
  return loaded ? "" : loaded.problems().text();
}

TEST(Mission, StepsTakeADepthOrAnAltitude) {
  const auto loaded = with(
      "mission:\n"
      "  - !cruise {vehicle: a, heading_deg: 90, speed_m_s: 1, altitude_m: 4, lookahead_m: 12}\n"
      "  - !go_to {vehicle: a, north_m: 1, east_m: 2, depth_m: 3}\n"
      "  - !follow {vehicle: a, waypoints: [[1, 2, 3]], altitude_m: 6}\n");
  ASSERT_TRUE(loaded) << loaded.problems().text();
  const auto& mission = loaded.value().scenario.mission;
  EXPECT_EQ(number_in(mission[0], "altitude_m"), 4);
  EXPECT_EQ(number_in(mission[0], "lookahead_m"), 12);
  EXPECT_DOUBLE_EQ(number_in(mission[0], "heading_deg"), 90 * kDegree);
  EXPECT_FALSE(has(mission[0], "depth_m"));
  EXPECT_EQ(number_in(mission[1], "depth_m"), 3);
  EXPECT_FALSE(has(mission[1], "altitude_m"));
  EXPECT_EQ(number_in(mission[2], "altitude_m"), 6);
}

TEST(Mission, NeitherOrBothAreProblems) {
  const std::string cruise = "mission: [!cruise {vehicle: a, heading_deg: 0, speed_m_s: 1";
  EXPECT_NE(problems_of(cruise + "}]").find("expected depth_m or altitude_m"), std::string::npos);
  EXPECT_NE(problems_of(cruise + ", depth_m: 1, altitude_m: 2}]").find("found both"),
            std::string::npos);
  EXPECT_NE(problems_of(cruise + ", altitude_m: 0}]").find("altitude_m"), std::string::npos);
}

TEST(Mission, WavesAndWindAreChangedByAFactor) {
  const auto loaded = with("events: [!waves {at_s: 3, factor: 0.5}, !wind {at_s: 4, factor: 2}]\n");
  ASSERT_TRUE(loaded) << loaded.problems().text();
  const auto& events = loaded.value().scenario.events;
  EXPECT_EQ(number_in(events[0], "factor"), 0.5);
  EXPECT_EQ(number_in(events[1], "at_s"), 4);
  EXPECT_NE(problems_of("events: [!waves {at_s: 3, factor: -1}]").find("factor"),
            std::string::npos);
  EXPECT_NE(problems_of("events: [!wind {at_s: 3}]").find("factor"), std::string::npos);
}

TEST(Mission, PlacesAndSpeedsAreThoseOfInputs) {
  expect_refused(kind("go_to"), "{vehicle: a, north_m: @@1e300, east_m: 0, depth_m: 1}",
                 "north_m: expected a number from -1e+06 to 1e+06, found '1e300'");
  expect_refused(kind("go_to"), "{vehicle: a, north_m: 0, east_m: 0, depth_m: 1, speed_m_s: @@51}",
                 "speed_m_s: expected a number above 0 and at most 50, found '51'");
  expect_refused(kind("cruise"), "{vehicle: a, heading_deg: 0, speed_m_s: @@-51, depth_m: 1}",
                 "speed_m_s: expected a number from -50 to 50, found '-51'");
  expect_refused(kind("follow"), "{vehicle: a, waypoints: [[1, 2, 3], @@[1, 2e6, 3]]}",
                 "waypoints[1]: place: expected -1e+06 to 1e+06 m from the origin, found 2e+06");
}

TEST(Mission, AScheduleFitsItsActuators) {
  const auto commands = [](const std::string& schedule) {
    return "{vehicle: a, actuators: [p, s], schedule: " + schedule + "}";
  };
  EXPECT_EQ(taken<CommandsStep>(commands("[[0, 1, 1], [2, 0, 0]]")).schedule[1][0], 2);
  expect_refused(kind("commands"), "{vehicle: a, actuators: [p, s], @@schedule: []}",
                 "schedule: expected at least one row, or a file");
  expect_refused(kind("commands"), commands("[[0, 1, 1], @@[1, 0]]"),
                 "schedule[1]: expected a time and one command per actuator: 3 numbers");
  expect_refused(kind("commands"), commands("[[0, 1, 1], @@[0, 0, 0]]"),
                 "schedule[1]: times must rise");
}

TEST(Mission, WaypointsAreThreeNumbers) {
  expect_refused(kind("follow"), "{vehicle: a, @@waypoints: []}",
                 "waypoints: expected at least one waypoint");
  expect_refused(kind("follow"), "{vehicle: a, waypoints: [@@[1, 2]]}",
                 "waypoints[0]: expected a list of 3 numbers, found 2");
}

TEST(Mission, StepsNameTheirVehicle) {
  expect_refused(kind("hold"), "@@duration_s: 3",
                 "'vehicle' is missing in hold: The vehicle that does it.");
  expect_refused(kind("velocity"), "{vehicle: a, velocity: [0, 0, 0, 0, 0, @@50.5]}",
                 "velocity[5]: expected a number from -50 to 50, found '50.5'");
  expect_refused(kind("effort"), "@@vehicle: a",
                 "'wrench' is missing in effort: Surge, sway, heave N; roll, "
                 "pitch, yaw N m.");
}

TEST(Mission, EventsHaveATime) {
  expect_refused(kind("waves"), "@@factor: 1", "'at_s' is missing in waves: Time of the event.");
  expect_refused(kind("waves"), "{at_s: @@-1, factor: 1}",
                 "at_s: expected a number from 0 to 1e+09, found '-1'");
  expect_refused(kind("lamp"), "@@{at_s: 1, vehicle: a, level: 1}",
                 "'lamp' is missing in lamp: Its lamp.");
}

TEST(Mission, APacketIsTextOrHex) {
  const auto send = taken<SendEvent>("{at_s: 1, from: a/m, hex: 00ffA5}");
  EXPECT_EQ(send.payload(), (std::vector<uint8_t>{0x00, 0xFF, 0xA5}));
  EXPECT_EQ(taken<SendEvent>("{at_s: 1, from: a/m, text: hi}").payload(),
            (std::vector<uint8_t>{'h', 'i'}));
  expect_refused<SendEvent>("@@{at_s: 1, from: a/m}", "text: give one of text and hex");
  expect_refused<SendEvent>("{at_s: 1, from: a/m, @@text: a, hex: \"00\"}",
                            "text: give one of text and hex");
  for (const char* hex : {"abc", "zz", "0x10"})
    expect_refused<SendEvent>(
        "{at_s: 1, from: a/m, @@hex: " + std::string(hex) + "}",
        "hex: expected pairs of hexadecimal digits, found '" + std::string(hex) + "'");
}

TEST(Mission, RepeatedPacketsEndAfterTheyBegin) {
  expect_refused<SendEvent>("{at_s: 1, from: a/m, text: a, @@until_s: 5}",
                            "until_s: needs every_s");
  expect_refused<SendEvent>("{at_s: 6, from: a/m, text: a, every_s: 1, @@until_s: 5}",
                            "until_s: must not be before at_s");
}

// Of the step or event that has it; null when neither does.
const FieldSchema* field_of(const std::string& kind, const std::string& field) {
  for (const auto* schemas : {&mission_step_schemas(), &event_schemas()})
    for (const StructSchema* schema : *schemas)
      if (schema->name == kind && schema->find(field)) return schema->find(field);
  return nullptr;
}

// Steps and events of a scenario have the ranges that inputs from outside have.
TEST(Mission, RangesAreThoseOfInputs) {
  namespace q = quantity;
  const struct {
    const char* kind;
    const char* field;
    const Quantity& quantity;
  } rows[] = {
      {"current", "factor", q::kCurrentFactor},
      {"current", "add_north_m_s", q::kCurrentVelocity},
      {"current", "add_east_m_s", q::kCurrentVelocity},
      {"current", "add_down_m_s", q::kCurrentVelocity},
      {"waves", "factor", q::kWaveFactor},
      {"wind", "factor", q::kWindFactor},
      {"turbidity", "turbidity_ntu", q::kTurbidity},
      {"lamp", "level", q::kLampLevel},
      {"thruster_health", "health", q::kHealth},
      {"wrench", "wrench", q::kWrench},
      {"velocity", "velocity", q::kVelocity},
      {"effort", "wrench", q::kEffort},
      {"cruise", "speed_m_s", q::kVelocity},
      {"go_to", "north_m", q::kPlace},
      {"go_to", "east_m", q::kPlace},
  };
  for (const auto& row : rows) {
    const FieldSchema* field = field_of(row.kind, row.field);
    ASSERT_NE(field, nullptr) << row.kind << "." << row.field;
    EXPECT_EQ(field->bounds.min, row.quantity.bounds.min) << row.kind << "." << row.field;
    EXPECT_EQ(field->bounds.max, row.quantity.bounds.max) << row.kind << "." << row.field;
  }
}

// Asked for by a mission, a set-point lies within what an input may ask for.
TEST(Mission, AsksForNothingAnInputMayNot) {
  namespace q = quantity;
  for (const StructSchema* step : mission_step_schemas())
    for (const FieldSchema& field : step->fields) {
      const Quantity* quantity = field.name == "speed_m_s"     ? &q::kVelocity
                                 : field.name == "heading_deg" ? &q::kHeading
                                 : field.name == "depth_m"     ? &q::kPlace
                                                               : nullptr;
      if (!quantity) continue;
      EXPECT_GE(field.bounds.min, quantity->bounds.min) << step->name << "." << field.name;
      EXPECT_LE(field.bounds.max, quantity->bounds.max) << step->name << "." << field.name;
    }
}

TEST(Mission, ExpectationsHaveASpan) {
  EXPECT_EQ(taken<ExpectConfig>("{that: a < 1, after_s: 2, until_s: 2}").until_s, 2);
  expect_refused<ExpectConfig>("{that: a < 1, after_s: 3, @@until_s: 2}",
                               "until_s: must not be before after_s");
  expect_refused<ExpectConfig>("{that: a < 1, when: @@never}",
                               "when: 'never' is not a choice (one of: end, always, once)");
  expect_refused<ExpectConfig>(
      "@@when: end",
      "'that' is missing in expectation: An expression, e.g. distance(rov, box) < 2.0");
}

}  // namespace mission_test
}  // namespace hadal::scenario
