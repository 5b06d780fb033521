#include "dynamics/contact/contact_law.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hadal::dynamics {
namespace contact_law_test {

MaterialTable steel_and_sand() {
  MaterialTable table;
  table.materials.resize(2);
  table.materials[0].restitution = 0.6;
  table.materials[0].contact_stiffness_n_m = 3000;
  table.materials[0].contact_damping_ns_m = 30;
  table.materials[1].restitution = 0.1;
  table.pairs = {{0.7, 0.5, 0}, {0.4, 0.3, 0.02}, {0.4, 0.3, 0.02}, {0.9, 0.8, 0.05}};
  return table;
}

TEST(ContactLaw, PairsAreLookedUpBothWays) {
  const ContactLaws laws(steel_and_sand());
  EXPECT_EQ(laws.of(0, 1).friction_static, 0.4);
  EXPECT_EQ(laws.of(1, 0).friction_dynamic, 0.3);
  EXPECT_EQ(laws.of(1, 1).rolling_m, 0.05);
  EXPECT_EQ(laws.of(7, -1).friction_static, 0.7);
  EXPECT_TRUE(laws.any_rolling());
  EXPECT_FALSE(ContactLaws(MaterialTable{}).any_rolling());
}

TEST(ContactLaw, FrictionFallsFromStaticToDynamicWithSlip) {
  const ContactLaw law{.friction_static = 0.6, .friction_dynamic = 0.4};
  for (const double limit : {kSlipSpeed_m_s, 0.05}) {
    EXPECT_DOUBLE_EQ(law.friction(0, limit), 0.6);
    EXPECT_DOUBLE_EQ(law.friction(limit, limit), 0.6);
    EXPECT_NEAR(law.friction(1.5 * limit, limit), 0.5, 1e-12);
    EXPECT_DOUBLE_EQ(law.friction(3, limit), 0.4);
  }
}

// The speed at which the damper alone carries the static friction of what presses.
TEST(ContactLaw, CompliantGroundGivesWaySideways) {
  const ContactLaw sand{.friction_static = 0.5, .stiffness_n_m = 1e5, .damping_ns_m = 4000};
  const double pressing_n = 1e5 * 2e-3 - 4000 * 0.01;  // 2 mm deep, parting at 1 cm/s
  EXPECT_NEAR(sand.slip_limit_m_s(2e-3, 0.01), 0.5 * pressing_n / 4000, 1e-15);
  EXPECT_EQ(sand.slip_limit_m_s(1e-6, 0), kSlipSpeed_m_s);
  EXPECT_EQ(ContactLaw{}.slip_limit_m_s(2e-3, 0), kSlipSpeed_m_s);
  const ContactLaw undamped{.stiffness_n_m = 1e5};
  EXPECT_EQ(undamped.slip_limit_m_s(2e-3, 0), kSlipSpeed_m_s);
}

TEST(ContactLaw, SpringsInARowAndTheSmallerRestitution) {
  const ContactLaws laws(steel_and_sand());
  EXPECT_DOUBLE_EQ(laws.of(0, 0).stiffness_n_m, 1500);
  EXPECT_DOUBLE_EQ(laws.of(0, 0).damping_ns_m, 15);
  EXPECT_DOUBLE_EQ(laws.of(0, 1).stiffness_n_m, 3000);
  EXPECT_DOUBLE_EQ(laws.of(0, 1).damping_ns_m, 30);
  EXPECT_DOUBLE_EQ(laws.of(1, 1).stiffness_n_m, 0);
  EXPECT_DOUBLE_EQ(laws.of(0, 1).restitution, 0.1);
}

TEST(ContactLaw, BadTablesAreRefused) {
  const auto count = [](const MaterialTable& table) {
    Problems problems;
    check_materials(table, problems);
    return problems.size();
  };
  EXPECT_EQ(count({}), 0u);
  EXPECT_EQ(count(steel_and_sand()), 0u);
  MaterialTable table = steel_and_sand();
  table.pairs.pop_back();
  EXPECT_EQ(count(table), 1u);
  table = steel_and_sand();
  table.materials[0].restitution = 1.2;
  table.materials[1].contact_stiffness_n_m = -1;
  table.pairs[3].static_coefficient = NAN;
  EXPECT_EQ(count(table), 3u);
}

}  // namespace contact_law_test
}  // namespace hadal::dynamics
