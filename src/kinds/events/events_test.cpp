// What each kind of event makes of its parameters: inputs, messages, problems and words.
#include <gtest/gtest.h>

#include <stdexcept>

#include "kinds/events/list.h"
#include "kinds/events/send.h"
#include "kinds/events/wrench.h"

namespace hadal::inline kinds {
namespace events_test {

// A world of one vehicle "rov" of number 3 whose parts are "part", one current "tide" and two
// modems of sound, one of light. Problems are "field: message".
class TestWorld final : public EventSetting {
 public:
  bool waves = true, wind = true;
  extension::ActuatorCommand command{"fin angle", "rad", -1, 1, 0, 0.5};
  mutable std::string problems;

  double duration_s() const override { return 60; }
  bool has_waves() const override { return waves; }
  bool has_wind() const override { return wind; }
  int current(const std::string& name, const std::string& field) const override {
    return find(name, "tide", 5, field);
  }
  int vehicle(const std::string& name, const std::string& field) const override {
    return find(name, "rov", 3, field);
  }
  int lamp(int v, const std::string& name, const std::string& field) const override {
    return part(v, name, 11, field);
  }
  int link(int v, const std::string& name, const std::string& field) const override {
    return part(v, name, 12, field);
  }
  int thruster(int v, const std::string& name, const std::string& field) const override {
    return part(v, name, 13, field);
  }
  int actuator(int v, const std::string& name, const std::string& field) const override {
    return part(v, name, 14, field);
  }
  int joint(int v, const std::string& name, const std::string& field) const override {
    return part(v, name, 15, field);
  }
  const extension::ActuatorCommand& command_of(int) const override { return command; }
  NamedModem modem(const std::string& path, const std::string& field) const override {
    if (path == "a/m") return {0, "acoustic_modem", 4};
    if (path == "b/m") return {1, "acoustic_modem", 64};
    if (path == "c/m") return {2, "optical_modem", 64};
    fail(field, "no '" + path + "'");
    return {};
  }
  void fail(const std::string& field, const std::string& message) const override {
    problems += field + ": " + message + "\n";
  }

 private:
  int part(int vehicle, const std::string& name, int index, const std::string& field) const {
    return vehicle < 0 ? -1 : find(name, "part", index, field);
  }
  int find(const std::string& name, const char* known, int index, const std::string& field) const {
    if (name == known) return index;
    fail(field, "no '" + name + "'");
    return -1;
  }
};

struct TestEvent {
  explicit TestEvent(const std::string& name) {
    for (const EventKind* candidate : event_list().kinds())
      if (candidate->schema().name == name) kind = candidate;
    if (!kind) throw std::invalid_argument("no event " + name);
    config = kind->schema().create();
  }
  template <class M>
  TestEvent& with(const std::string& field, const M& value) {
    *static_cast<M*>(kind->schema().find(field)->member(config.get())) = value;
    return *this;
  }
  TestEvent& of(const std::string& part, const std::string& name = "part") {
    return with("vehicle", std::string("rov")).with(part, name);
  }
  EventEffect effect(const TestWorld& world = {}) const {
    return kind->effect(config.get(), world);
  }
  std::string problems() const {
    const TestWorld world;
    effect(world);
    return world.problems;
  }
  std::string text() const { return kind->text(config.get()); }
  std::string subject() const { return kind->subject(config.get()); }

  const EventKind* kind = nullptr;
  std::shared_ptr<void> config;
};

void expect_input(const AddressedInput& input, InputKey key, int index,
                  const std::vector<double>& values) {
  EXPECT_EQ(input.address.key, key);
  EXPECT_EQ(input.address.index, index);
  EXPECT_EQ(input.values, values);
}

void expect_only(const EventEffect& effect, InputKey key, int index,
                 const std::vector<double>& values) {
  ASSERT_EQ(effect.inputs.size(), 1u);
  expect_input(effect.inputs[0], key, index, values);
  EXPECT_TRUE(effect.end_inputs.empty());
  EXPECT_TRUE(effect.messages.empty());
}

TEST(Events, ThrusterHealth) {
  TestEvent event("thruster_health");
  event.of("thruster").with("health", 0.4).with("known", false);
  expect_only(event.effect(), InputKey::kActuatorHealth, 13, {0.4, 0});
  EXPECT_EQ(event.text(), "thruster part drops to 40 % of its thrust, unknown to its controller");
  EXPECT_EQ(event.subject(), "rov");
  EXPECT_EQ(event.with("health", 0.0).with("known", true).text(), "thruster part fails");
  EXPECT_EQ(event.with("health", 1.0).text(), "thruster part works again");
  EXPECT_EQ(TestEvent("thruster_health").of("thruster", "t9").problems(), "thruster: no 't9'\n");
}

TEST(Events, Current) {
  TestEvent event("current");
  event.with("current", std::string("tide")).with("factor", 2.0).with("add_east_m_s", 0.5);
  const EventEffect effect = event.effect();
  ASSERT_EQ(effect.inputs.size(), 2u);
  expect_input(effect.inputs[0], InputKey::kCurrentFactor, 5, {2});
  expect_input(effect.inputs[1], InputKey::kCurrentAdd, 5, {0, 0.5, 0});
  EXPECT_EQ(event.text(),
            "current tide times 2 plus 0.00 m/s north, 0.50 m/s east, 0.00 m/s down");
  EXPECT_EQ(event.subject(), "sea");
  EXPECT_EQ(event.with("current", std::string("ebb")).problems(), "current: no 'ebb'\n");
}

TEST(Events, WavesWindAndTurbidity) {
  expect_only(TestEvent("waves").with("factor", 0.5).effect(), InputKey::kWaveFactor, 0, {0.5});
  expect_only(TestEvent("wind").with("factor", 3.0).effect(), InputKey::kWindFactor, 0, {3});
  TestEvent turbidity("turbidity");
  expect_only(turbidity.with("turbidity_ntu", 8.0).effect(), InputKey::kTurbidity, 0, {8});
  EXPECT_EQ(turbidity.text(), "turbidity now 8 NTU");
  EXPECT_EQ(turbidity.subject(), "sea");
}

TEST(Events, AFactorNeedsSomethingToChange) {
  TestWorld calm;
  calm.waves = calm.wind = false;
  TestEvent("waves").effect(calm);
  TestEvent("wind").effect(calm);
  TestEvent("turbidity").effect(calm);
  EXPECT_EQ(calm.problems,
            ": there are no waves to change: environment.waves is missing\n"
            ": there is no wind to change: environment.wind.speed_m_s is 0\n");
}

TEST(Events, Lamp) {
  TestEvent event("lamp");
  event.of("lamp").with("level", 0.25);
  expect_only(event.effect(), InputKey::kLampLevel, 11, {0.25});
  EXPECT_EQ(event.text(), "lamp part at 25 %");
  // Of an unknown vehicle nothing else is told.
  EXPECT_EQ(event.with("vehicle", std::string("ship")).problems(), "vehicle: no 'ship'\n");
}

TEST(Events, CommandIsInTheUnitOfMissions) {
  TestEvent event("command");
  event.of("actuator").with("command", 1.5);
  expect_only(event.effect(), InputKey::kCommand, 14, {0.75});
  EXPECT_EQ(event.text(), "part commanded 1.5");
  EXPECT_EQ(event.with("command", 3.0).problems(),
            "command: fin angle: expected -1 to 1 rad, found 1.5\n");
  EXPECT_EQ(event.of("actuator", "rudder").problems(), "actuator: no 'rudder'\n");
}

TEST(Events, AWrenchIsTakenAwayAgain) {
  TestEvent event("wrench");
  event.of("link").with("wrench", extension::Wrench{1, 2, 3, 4, 5, 6}).with("duration_s", 8.0);
  const EventEffect effect = event.effect();
  ASSERT_EQ(effect.inputs.size(), 1u);
  ASSERT_EQ(effect.end_inputs.size(), 1u);
  expect_input(effect.inputs[0], InputKey::kLinkWrench, 12, {1, 2, 3, 4, 5, 6});
  expect_input(effect.end_inputs[0], InputKey::kLinkWrench, 12, {-1, -2, -3, -4, -5, -6});
  EXPECT_EQ(effect.duration_s, 8);
  EXPECT_EQ(event.text(), "pushed with (1, 2, 3) N, (4, 5, 6) N m for 8 s");
  EXPECT_EQ(event.with("duration_s", 1e9).text(), "pushed with (1, 2, 3) N, (4, 5, 6) N m");
}

SendEvent send(const std::string& from, const std::string& to, const std::string& text) {
  SendEvent event;
  event.at_s = 2;
  event.from = from, event.to = to, event.text = text;
  return event;
}

std::string problems_of(const SendEvent& event) {
  const TestWorld world;
  event.effect(world);
  return world.problems;
}

TEST(Events, SendIsAMessageOfTheNetwork) {
  const EventEffect effect = send("a/m", "b/m", "hi").effect(TestWorld());
  EXPECT_TRUE(effect.inputs.empty());
  ASSERT_EQ(effect.messages.size(), 1u);
  const ScheduledMessage& message = effect.messages[0];
  EXPECT_EQ(message.from, 0);
  EXPECT_EQ(message.to, 1);
  EXPECT_EQ(message.at_s, 2);
  EXPECT_EQ(message.every_s, 0);
  EXPECT_EQ(message.until_s, 60);
  EXPECT_EQ(message.payload, (std::vector<uint8_t>{'h', 'i'}));
  EXPECT_EQ(send("a/m", "", "hi").effect(TestWorld()).messages[0].to, -1);
}

TEST(Events, SendNeedsTwoModemsThatUnderstandEachOther) {
  EXPECT_EQ(problems_of(send("x/m", "y/m", "hi")), "from: no 'x/m'\nto: no 'y/m'\n");
  EXPECT_EQ(problems_of(send("a/m", "c/m", "hi")),
            "to: sound and light: a/m is a !acoustic_modem, c/m a !optical_modem\n");
  EXPECT_EQ(problems_of(send("a/m", "a/m", "hi")), "to: a modem cannot send to itself\n");
  EXPECT_EQ(problems_of(send("a/m", "b/m", "hello")),
            ": 5 bytes; a/m sends at most max_bytes 4\n");
}

}  // namespace events_test
}  // namespace hadal::kinds
