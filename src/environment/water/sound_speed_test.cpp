#include "environment/water/sound_speed.h"

#include <gtest/gtest.h>

namespace hadal::environment {
namespace sound_speed_test {

constexpr double kCheckTolerance = 1e-3;      // m/s, last digit of the published check values
constexpr double kSameFormula = 1e-5;         // m/s, an independent evaluation of the same formula
constexpr double kDelGrossoToTeos10 = 0.15;   // m/s
constexpr double kChenMilleroToTeos10 = 0.7;  // m/s

TEST(SoundSpeed, PublishedCheckValues) {
  EXPECT_NEAR(sound_speed_mackenzie(35, 25, 1000), 1550.744, kCheckTolerance);
  EXPECT_NEAR(sound_speed_mackenzie(40, 40, 10000), 1718.774, kCheckTolerance);
  EXPECT_NEAR(sound_speed_chen_millero(40, 40 / 1.00024, 10000), 1731.995, kCheckTolerance);
}

// Evaluated in Python with pressures of TEOS-10 at 45 N; the last column is gsw's own sound speed.
TEST(SoundSpeed, IndependentEvaluationsAndTeos10) {
  const struct {
    double t, s, depth, p, mackenzie, chen_millero, del_grosso, teos10;
  } rows[] = {
      {0, 35, 0, 0, 1448.96, 1449.138828, 1449.083403, 1449.006746},
      {20, 35, 0, 0, 1521.4632, 1521.475257, 1521.479765, 1521.392783},
      {25, 35, 10, 10.08206976, 1534.457392, 1534.576266, 1534.522872, 1534.388423},
      {15, 38, 100, 100.8428986, 1511.882639, 1511.846003, 1511.841536, 1511.809102},
      {8, 34.5, 500, 504.706521, 1489.97715, 1490.159966, 1489.997899, 1490.0318},
      {4, 34.8, 1000, 1010.636992, 1482.695398, 1482.995621, 1482.680654, 1482.729487},
      {1.8, 34.7, 4000, 4071.344918, 1524.454629, 1525.296275, 1524.656665, 1524.68032},
  };
  for (const auto& r : rows) {
    const auto speed = [&](SoundSpeedFormula f) { return sound_speed(f, r.s, r.t, r.p, r.depth); };
    EXPECT_NEAR(speed(SoundSpeedFormula::mackenzie), r.mackenzie, kSameFormula);
    EXPECT_NEAR(speed(SoundSpeedFormula::chen_millero), r.chen_millero, kSameFormula);
    EXPECT_NEAR(speed(SoundSpeedFormula::del_grosso), r.del_grosso, kSameFormula);
    EXPECT_NEAR(speed(SoundSpeedFormula::del_grosso), r.teos10, kDelGrossoToTeos10);
    EXPECT_NEAR(speed(SoundSpeedFormula::chen_millero), r.teos10, kChenMilleroToTeos10);
  }
}

// Pure water at 20 degC and one atmosphere: 1482.34 m/s (Del Grosso & Mader 1972).
TEST(SoundSpeed, FreshWater) {
  EXPECT_NEAR(sound_speed_chen_millero(0, 20, 0), 1482.34, 0.05);
}

}  // namespace sound_speed_test
}  // namespace hadal::environment
