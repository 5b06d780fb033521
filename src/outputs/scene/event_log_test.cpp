#include "outputs/scene/event_log.h"

#include <gtest/gtest.h>

#include "outputs/scene/test_scene.h"

namespace hadal::outputs {
namespace event_log_test {

constexpr int64_t kSecond_ns = 1'000'000'000;

// A log with its sink and a state to change.
struct Teller {
  World world = testing::small_world();
  testing::MemorySink sink;
  EventLog log{sink, world};
  State state = testing::blank_state(world);

  // What is told of the state at a time.
  std::vector<Log> at(double time_s) {
    sink.messages.clear();
    state.tick = world.clock.tick_at(time_s);
    log.record(world, state, world.clock.time_ns(state.tick), true);
    return sink.all<Log>("/rosout");
  }
  std::vector<std::string> texts(double time_s) {
    std::vector<std::string> out;
    for (const Log& message : at(time_s)) out.push_back(message.msg);
    return out;
  }
};
using Texts = std::vector<std::string>;

TEST(EventLog, TellsTheStepsOfAMission) {
  Teller t;
  t.state.mission_status[0] = 0;
  EXPECT_EQ(t.texts(0), Texts{"rov: step 1 of 2, hold for 2 s"});
  EXPECT_EQ(t.texts(1), Texts{});
  t.state.mission_step[0] = 1;
  const std::vector<Log> second = t.at(2);
  ASSERT_EQ(second.size(), 1u);
  EXPECT_EQ(second[0].msg, "rov: step 2 of 2, go to 4.0 m N, 1.0 m W, 20.0 m deep at 0.5 m/s");
  EXPECT_EQ(second[0].name, "rov");
  EXPECT_EQ(second[0].level, 20);
  EXPECT_EQ(to_ns(second[0].stamp), 2 * kSecond_ns);
  t.state.mission_status[0] = 1;
  EXPECT_EQ(t.texts(5), Texts{"rov: mission done"});
  t.state.mission_status[0] = 4;
  EXPECT_EQ(t.texts(6), Texts{"rov: commanded from outside"});
}

TEST(EventLog, AFailedMissionIsAnError) {
  Teller t;
  t.state.mission_status[0] = 0;
  t.at(0);
  t.state.mission_status[0] = 2;
  const std::vector<Log> told = t.at(1);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].level, 40);
}

TEST(EventLog, TellsEventsOfTheScenario) {
  Teller t;
  t.at(0);
  t.state.next_event[0] = 1;
  EXPECT_EQ(t.texts(1), Texts{"rov: thruster t2 fails"});
  EXPECT_EQ(t.texts(2), Texts{});
}

TEST(EventLog, TellsExpectationsWhenTheyAreDecided) {
  Teller t;
  t.state.expectation_status = {1, 2};  // always: holds so far; once: not yet
  EXPECT_EQ(t.texts(1), Texts{});
  t.state.expectation_status[1] = 1;
  EXPECT_EQ(t.texts(2), Texts{"expectation held: north(rov) > 3"});
  t.state.expectation_status[0] = 2;
  EXPECT_EQ(t.texts(3), Texts{"expectation failed: depth(rov) > 1"});
  EXPECT_EQ(t.texts(10), Texts{});
}

TEST(EventLog, WhatHeldToTheEndIsToldThere) {
  Teller t;
  t.state.expectation_status = {1, 2};
  EXPECT_EQ(t.texts(10),
            (Texts{"expectation held: depth(rov) > 1", "expectation failed: north(rov) > 3"}));
}

TEST(EventLog, AContactIsToldWhenItBegins) {
  Teller t;
  t.state.contact_links = {0, -1};
  t.state.contact_values = {4, 1, 20, 0, 0, -1, 3, 0, -4, 0.001};
  t.at(0);
  t.state.contact_count[0] = 1;
  EXPECT_EQ(t.texts(1),
            Texts{"rov/hull touches the seabed at 4.0 m N, 1.0 m E, 20.0 m deep with 5 N"});
  EXPECT_EQ(t.texts(2), Texts{});  // still
  t.state.contact_count[0] = 0;
  t.at(3);
  t.state.contact_count[0] = 1;
  EXPECT_EQ(t.texts(4), Texts{});  // bounces
  t.state.contact_count[0] = 0;
  t.at(8);
  t.state.contact_count[0] = 1;
  EXPECT_EQ(t.texts(9.5).size(), 1u);
  t.state.contact_links = {1, 0};
  EXPECT_EQ(t.texts(9.6)[0].substr(0, 30), "crate/body touches rov/hull at");
}

TEST(EventLog, TellsLostSensorsAfterAWhile) {
  Teller t;
  t.state.sensor_stamp[1] = 0;
  t.state.sensor_valid[1] = 1;
  EXPECT_EQ(t.texts(0), Texts{});
  t.state.sensor_valid[1] = 0;
  EXPECT_EQ(t.texts(0.5), Texts{});  // a single reading may be lost
  EXPECT_EQ(t.texts(1.5), Texts{"rov/altimeter: no valid reading"});
  EXPECT_EQ(t.texts(3), Texts{});
  t.state.sensor_valid[1] = 1;
  EXPECT_EQ(t.texts(4), Texts{"rov/altimeter: valid again"});
}

TEST(EventLog, InputsAreToldOnceInAWhile) {
  Teller t;
  t.at(0);
  t.sink.messages.clear();
  for (int i = 0; i < 100; ++i)
    t.log.record_input("rov", "thrusters", {0.5, -1}, kSecond_ns + i * kSecond_ns / 20);
  const std::vector<Log> told = t.sink.all<Log>("/rosout");
  ASSERT_EQ(told.size(), 1u);  // of five seconds
  EXPECT_EQ(told[0].msg, "rov: thrusters from outside, 0.5 -1");
  EXPECT_TRUE(t.sink.is_latched["/rosout"]);
}

}  // namespace event_log_test
}  // namespace hadal::outputs
