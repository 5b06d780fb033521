#include "simulation/step_length.h"

#include <gtest/gtest.h>

#include <cmath>

#include "simulation/test_craft.h"

namespace hadal::simulation {
namespace step_length_test {

using testing::make_run;

constexpr double kDensity = 1000, kGravity = 9.81;

// 20 kg with 10 kg of added mass in heave, righted by 0.1 m.
std::string craft(const std::string& more) {
  return R"(
format: 1
duration_s: 1
environment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1000}}
vehicle_models:
  - name: ball
    links:
      - name: hull
        mass_kg: 20
        inertia_kg_m2: [1, 2, 2]
        volume_m3: 0.02
        center_of_buoyancy_m: [0, 0, -0.1]
        added_mass: [0, 0, 10, 0, 0, 0]
        damping: {linear: [60, 0, 0, 0, 0, 0]}
vehicles: [{name: one, model: ball, pose: {depth_m: 10}}, {name: two, model: ball, pose: {depth_m: 20}}]
)" + more;
}

StepLimit limit_of(const std::string& more) {
  const auto run = make_run(craft(more));
  return stable_step(run->world(), run->world().links[0], kDensity, kGravity);
}

TEST(StepLength, ARightedBodyBearsTwoOverItsNaturalFrequency) {
  const double frequency = std::sqrt(20 * kGravity * 0.1 / 1);  // of roll
  const StepLimit limit = limit_of("");
  EXPECT_NEAR(limit.step_s, 2 / frequency, 1e-12);
  EXPECT_STREQ(limit.cause, "its roll");
}

TEST(StepLength, ExplicitDampingBearsTwoTimeConstants) {
  // Surge: 20 kg, 60 N/(m/s); roll bears less only above 0.45 s.
  EXPECT_NEAR(limit_of("implicit_damping: false\n").step_s, std::sqrt(4 / 19.62), 1e-12);
  const auto run = make_run(craft("implicit_damping: false\n"));
  Link link = run->world().links[0];
  link.damping.linear(0, 0) = 600;
  const StepLimit limit = stable_step(run->world(), link, kDensity, kGravity);
  EXPECT_NEAR(limit.step_s, 2 * 20.0 / 600, 1e-12);
  EXPECT_STREQ(limit.cause, "its linear damping");
}

TEST(StepLength, ALongStepIsNotedOncePerModel) {
  const auto notes = [](const std::string& more) {
    const auto run = make_run(craft(more));
    return run->world().notes;
  };
  EXPECT_TRUE(notes("step_s: 0.4\n").empty());
  const std::vector<Problem> found = notes("step_s: 0.5\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].key, "step_s");
  EXPECT_EQ(found[0].message,
            "of 0.5 s is too long for 'one': its roll needs less than 0.45 s");
}

}  // namespace step_length_test
}  // namespace hadal::simulation
