#include "sensors/scalar/suite.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "math/units.h"
#include "sensors/scalar/test_deck.h"

namespace hadal::sensors {
namespace suite_test {

constexpr double kGravity = 9.81, kDensity = 1000, kAir_Pa = 101325;

// A vehicle whose motion the test dictates, in water of fixed density.
struct Deck : testing::Deck {
  Deck(const std::string& environment, const std::string& sensors)
      : testing::Deck(testing::boat_with(
            "gravity_m_s2: 9.81, water: {density_kg_m3: 1000}, " + environment, sensors)) {}
  void measure(Tick tick, const Vec3& p_N) {
    place(0, p_N);
    testing::Deck::measure(tick);
  }
};

// A gauge 30 m ahead of the body origin, on the other side of a wave of about 100 m.
TEST(Suite, PressureFeelsTheWaveAtTheGauge) {
  constexpr double kAmplitude_m = 1.5, kPeriod_s = 8, kTolerance_Pa = 0.5;
  Deck deck("waves: !regular {height_m: 3, period_s: 8, toward_deg: 0}",
            "!pressure {name: gauge, position_m: [30, 0, 0], rate_hz: 10}");
  const double w = 2 * std::numbers::pi / kPeriod_s, k = w * w / kGravity;
  for (Tick tick = 0; tick < 80; tick += 7)
    for (const double depth_m : {-1.0, 0.5, 4.0, 25.0}) {
      deck.measure(tick, {12, -5, depth_m});
      const double phase = k * 42 - w * 0.1 * static_cast<double>(tick);
      const double elevation_m = kAmplitude_m * std::cos(phase);
      const double under_m = depth_m + elevation_m;
      const double head_m = depth_m + elevation_m * std::exp(-k * under_m);
      const double wanted = under_m > 0 ? kAir_Pa + kDensity * kGravity * head_m : kAir_Pa;
      EXPECT_NEAR(deck.suite.values(deck.world, deck.state, 0)[0], wanted, kTolerance_Pa)
          << tick << " " << depth_m;
    }
}

// The mast stands 0.7 m out of calm water: crests of 1 m wash over the antenna, not over the hull
// half a wave away.
TEST(Suite, CrestsWashOverTheAntenna) {
  constexpr double kPeriod_s = 4;
  const double length_m = kGravity * kPeriod_s * kPeriod_s / (2 * std::numbers::pi);
  Deck deck("waves: !regular {height_m: 2, period_s: 4, toward_deg: 0}",
            "!gps {name: gps, position_m: [" + std::to_string(length_m / 2) +
                ", 0, -0.7], surface_margin_m: 0, rate_hz: 10}");
  int fixes = 0;
  for (Tick tick = 0; tick < 40; ++tick) {
    deck.measure(tick, Vec3::Zero());
    const double elevation_m =
        -std::cos(2 * std::numbers::pi * 0.1 * static_cast<double>(tick) / kPeriod_s);
    EXPECT_EQ(deck.state.sensor_valid[0], elevation_m < 0.7) << tick;
    fixes += static_cast<int>(deck.state.sensor_valid[0]);
  }
  EXPECT_GT(fixes, 20);
  EXPECT_LT(fixes, 35);
}

TEST(Suite, ALiveFactorCalmsTheWavesForTheSensorsToo) {
  Deck deck("waves: !regular {height_m: 3, period_s: 8, toward_deg: 0}",
            "!pressure {name: gauge, rate_hz: 10}");
  deck.state.wave_factor[0] = 0;
  deck.measure(0, {0, 0, 5});
  EXPECT_NEAR(deck.suite.values(deck.world, deck.state, 0)[0], kAir_Pa + kDensity * kGravity * 5,
              0.1);
}

// Straight down and 45 degrees forward, over a slope that falls 10 degrees to the north: the
// clearance shrinks by sin a - tan(slope) cos a per metre of a beam that looks down by a.
TEST(Suite, AltimetersMeetTheSlope) {
  constexpr double kTolerance_m = 1e-6;
  Deck deck("seabed: !flat {depth_m: 60, slope_deg: 10, slope_toward_deg: 0}",
            "!altimeter {name: down, position_m: [0, 0, 1], max_range_m: 100}, "
            "!altimeter {name: ahead, rpy_deg: [0, 45, 0], max_range_m: 100}, "
            "!altimeter {name: near, max_range_m: 30}");
  deck.measure(0, {0, 0, 20});
  const double slope = std::tan(10 * kDegree), half = std::sqrt(0.5);
  const double ahead_m = 40 / (half - slope * half);
  EXPECT_NEAR(deck.suite.values(deck.world, deck.state, 0)[0], 39, kTolerance_m);
  EXPECT_NEAR(deck.suite.values(deck.world, deck.state, 1)[0], ahead_m, kTolerance_m);
  EXPECT_NEAR(deck.suite.values(deck.world, deck.state, 1)[1], ahead_m * half, kTolerance_m);
  EXPECT_TRUE(deck.state.sensor_valid[0] && deck.state.sensor_valid[1]);
  EXPECT_FALSE(deck.state.sensor_valid[2]);
}

}  // namespace suite_test
}  // namespace hadal::sensors
