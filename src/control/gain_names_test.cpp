#include "control/gain_names.h"

#include <gtest/gtest.h>

#include <set>

#include "control/autopilot.h"
#include "control/body_controller.h"
#include "control/weighted_controller.h"
#include "scenario/vehicle_config.h"

namespace hadal::control {
namespace gain_names_test {

Controller of(ControllerKind kind) {
  Controller controller;
  controller.kind = kind;
  return controller;
}

TEST(GainNames, ThereIsOneForEveryLiveGain) {
  const std::pair<ControllerKind, size_t> kinds[] = {
      {ControllerKind::kNone, 0},
      {ControllerKind::kBody, kBodyGainCount},
      {ControllerKind::kAutopilot, kAuvGainCount},
      {ControllerKind::kDifferential, kUsvGainCount},
      {ControllerKind::kWeighted, kWeightedGainCount}};
  for (const auto& [kind, count] : kinds) {
    const std::vector<std::string> names = gain_names(of(kind));
    EXPECT_EQ(names.size(), count);
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), count);
  }
}

// The order in which the controllers store them: each gain has a value of its own.
TEST(GainNames, NamesStandWhereTheControllersStoreTheGains) {
  BodyControllerParameters body;
  body.axes[2].velocity.integral = 7;
  body.axes[5].position.derivative = 8;
  std::array<double, kBodyGainCount> gains{};
  store_gains(body, gains);
  const std::vector<std::string> names = gain_names(of(ControllerKind::kBody));
  for (size_t i = 0; i < gains.size(); ++i) {
    EXPECT_EQ(gains[i] == 7, names[i] == "heave/velocity_i") << names[i];
    EXPECT_EQ(gains[i] == 8, names[i] == "yaw/position_d") << names[i];
  }
  AuvAutopilotParameters auv;
  auv.depth.integral = 3;
  std::array<double, kAuvGainCount> auv_gains{};
  store_gains(auv, auv_gains);
  const std::vector<std::string> auv_names = gain_names(of(ControllerKind::kAutopilot));
  for (size_t i = 0; i < auv_gains.size(); ++i)
    EXPECT_EQ(auv_gains[i] == 3, auv_names[i] == "depth/i") << auv_names[i];
}

TEST(GainNames, UnitsFollowTheStructure) {
  Controller controller = of(ControllerKind::kBody);
  EXPECT_EQ(gain_table(controller)[0].unit, "1/s");
  controller.body.structure = ControlStructure::kParallel;
  EXPECT_EQ(gain_table(controller)[0].unit, "N/m");
  EXPECT_EQ(gain_table(controller)[5 * 6 + 3].unit, "N m s/rad");  // yaw/velocity_p
}

TEST(GainNames, TheBlockKeepsWhatIsNotAGain) {
  WeightedConfig config;
  config.port = "left";
  config.starboard = "right";
  config.vertical = "up";
  config.input_limit = 120;
  Controller controller = of(ControllerKind::kWeighted);
  controller.config = AnyConfig::of(config);
  const double gains[] = {11, 12, 13, 0.25, 0.75};
  const std::string yaml = controller_yaml(controller, gains);
  for (const char* line : {"controller: !weighted\n", "  heading_gain: 11\n", "  speed_gain: 12\n",
                           "  depth_gain: 13\n", "  heading_weight: 0.25\n",
                           "  speed_weight: 0.75\n", "  input_limit: 120\n", "  port: \"left\"\n"})
    EXPECT_NE(yaml.find(line), std::string::npos) << line << yaml;
}

}  // namespace gain_names_test
}  // namespace hadal::control
