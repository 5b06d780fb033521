#include "control/gain_names.h"

#include <gtest/gtest.h>

#include <set>

#include "kinds/controllers/autopilot.h"
#include "kinds/controllers/body.h"
#include "kinds/controllers/differential.h"
#include "kinds/controllers/list.h"
#include "kinds/controllers/weighted.h"

namespace hadal::control {
namespace gain_names_test {

template <class T>
Controller of(T config) {
  const AnyConfig any = AnyConfig::of(config);
  return {controller_list().find(any.schema()), any};
}

TEST(GainNames, EveryKindHasNamesOfItsOwn) {
  EXPECT_TRUE(gain_names(Controller{}).empty());
  for (const auto& [controller, count] :
       {std::pair{of(BodyController{}), kBodyGainCount},
        {of(AutopilotController{}), kAuvGainCount},
        {of(DifferentialController{}), kUsvGainCount},
        {of(WeightedController{}), kWeightedGainCount}}) {
    const std::vector<std::string> names = gain_names(controller);
    EXPECT_EQ(names.size(), count);
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), count);
  }
}

// The order in which the loops read them.
TEST(GainNames, NamesStandWhereTheControllersReadTheGains) {
  BodyController body;
  body.axis(2).velocity.integral = 7;
  body.axis(5).position.derivative = 8;
  const std::vector<extension::Gain> gains = body.gains();
  std::array<double, kCascadeGainCount> heave{};
  store_gains(body.axis(2), heave);
  for (size_t i = 0; i < gains.size(); ++i) {
    EXPECT_EQ(*gains[i].value == 7, gains[i].name == "heave/velocity_i") << gains[i].name;
    EXPECT_EQ(*gains[i].value == 8, gains[i].name == "yaw/position_d") << gains[i].name;
  }
  for (size_t i = 0; i < kCascadeGainCount; ++i)
    EXPECT_EQ(*gains[2 * kCascadeGainCount + i].value, heave[i]);
}

TEST(GainNames, UnitsFollowTheStructure) {
  BodyController body;
  EXPECT_EQ(gain_table(of(body))[0].unit, "1/s");
  body.structure = ControlStructure::kParallel;
  EXPECT_EQ(gain_table(of(body))[0].unit, "N/m");
  EXPECT_EQ(gain_table(of(body))[5 * 6 + 3].unit, "N m s/rad");  // yaw/velocity_p
}

TEST(GainNames, TheBlockKeepsWhatIsNotAGain) {
  WeightedController config;
  config.port = "left";
  config.starboard = "right";
  config.vertical = "up";
  config.input_limit = 120;
  const double gains[] = {11, 12, 13, 0.25, 0.75};
  const std::string yaml = controller_yaml(of(config), gains);
  for (const char* line : {"controller: !weighted\n", "  heading_gain: 11\n", "  speed_gain: 12\n",
                           "  depth_gain: 13\n", "  heading_weight: 0.25\n",
                           "  speed_weight: 0.75\n", "  input_limit: 120\n", "  port: \"left\"\n"})
    EXPECT_NE(yaml.find(line), std::string::npos) << line << yaml;
}

}  // namespace gain_names_test
}  // namespace hadal::control
