// Forces that links list by themselves, ours and those of extensions.
#include <gtest/gtest.h>

#include <cmath>

#include "kinds/forces/list.h"
#include "simulation/test_craft.h"

namespace hadal::simulation {
namespace listed_force_test {

// A push forward that grows from nothing with a time constant, against a linear drag of its own.
struct Sail {
  double push_n = 0;
  double drag_n_s_m = 0;
  double time_constant_s = 1;

  static const StructSchema& schema() {
    static const StructSchema s =
        StructBuilder<Sail>("sail", "A push against a drag.")
            .number("push_n", &Sail::push_n, "Push.")
            .number("drag_n_s_m", &Sail::drag_n_s_m, "Drag.", kNotNegative)
            .number("time_constant_s", &Sail::time_constant_s, "Of the push.", kPositive);
    return s;
  }
  size_t state_size() const { return 1; }
  extension::ForceAction act(const extension::ForceContext& now,
                             std::span<const double> state) const {
    extension::ForceAction action;
    action.wrench_B[0] = state[0] - drag_n_s_m * now.nu_r_B[0];
    action.damping_B[0] = drag_n_s_m;
    return action;
  }
  void advance(const extension::ForceContext& now, std::span<double> state) const {
    state[0] += (push_n - state[0]) * (1 - std::exp(-now.step_s / time_constant_s));
  }
};

void add_kind() {
  static const bool added = [] {
    static constexpr extension::ForceKind kKind = extension::force_kind<Sail>();
    force_list().add(kKind, "");
    return true;
  }();
  ASSERT_TRUE(added);
}

std::string yaml(const std::string& of_link) {
  return R"(
format: 1
title: test
duration_s: 100
step_s: 0.01
environment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1000}}
vehicle_models:
  - name: body
    links: [{name: hull, mass_kg: 10, inertia_kg_m2: [1, 1, 1], volume_m3: 0.01, )" +
         of_link + R"(}]
vehicles: [{name: body, model: body, pose: {depth_m: 20}, velocity: [1, 0, 0.2, 0, 0, 0]}]
)";
}

const Vec6& column(const Run& run, WrenchTerm term) {
  return run.state().wrench_L[static_cast<int>(term)][0];
}

TEST(ListedForce, OursGiveTheWrenchOfTheirKeys) {
  const std::string lift = "{area_m2: 0.2, curve: {aspect_ratio: 0.5, drag_zero_lift: 0.1}}";
  const auto by_key = testing::make_run(yaml("lift: " + lift));
  const auto listed = testing::make_run(yaml("forces: [!lift " + lift + "]"));
  testing::run_steps(*by_key, 1);
  testing::run_steps(*listed, 1);
  EXPECT_GT(column(*by_key, WrenchTerm::kLift).norm(), 1);
  EXPECT_EQ(column(*listed, WrenchTerm::kExtension), column(*by_key, WrenchTerm::kLift));
  EXPECT_EQ(column(*listed, WrenchTerm::kLift).norm(), 0);
}

// A drag of 10^5 N s/m on 10 kg: explicit steps of 10 ms would blow up at once.
TEST(ListedForce, StiffDragEndsAtTheTerminalSpeed) {
  add_kind();
  const auto run = testing::make_run(
      yaml("forces: [!sail {push_n: 2000, drag_n_s_m: 1.0e+5, time_constant_s: 0.1}]"));
  testing::run_steps(*run, 500);
  EXPECT_NEAR(run->state().nu_L[0][0], 2000 / 1e5, 1e-6);
  EXPECT_LT(std::abs(run->state().nu_L[0][1]), 1e-9);
}

TEST(ListedForce, ItsStateAdvancesOncePerStepAndIsInTheSnapshot) {
  add_kind();
  const auto run =
      testing::make_run(yaml("forces: [!sail {push_n: 50, time_constant_s: 2}]"));
  testing::run_steps(*run, 100);
  const double expected = 50 * (1 - std::exp(-0.5));
  ASSERT_EQ(run->state().force_state.size(), 1u);
  EXPECT_NEAR(run->state().force_state[0], expected, 1e-9);
  const std::vector<std::byte> snapshot = save_state(run->state());
  State other = run->state();
  other.force_state[0] = 0;
  ASSERT_TRUE(restore_state(snapshot, other));
  EXPECT_EQ(first_difference(other, run->state()), "");
}

}  // namespace listed_force_test
}  // namespace hadal::simulation
