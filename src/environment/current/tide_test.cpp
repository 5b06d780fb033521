#include "environment/current/tide.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "math/units.h"

namespace hadal::environment {
namespace tide_test {

constexpr double kTolerance = 1e-9;  // m/s
constexpr int64_t kHourNs = 3'600'000'000'000;

HarmonicTideCurrent five_constituents() {
  HarmonicTideCurrent tide;
  const struct {
    const char* name;
    double amplitude, phase_deg;
  } rows[] = {
      {"M2", 0.8, 35}, {"S2", 0.25, 70}, {"N2", 0.15, 10}, {"K1", 0.1, 200}, {"O1", 0.07, 185}};
  for (const auto& row : rows)
    tide.constituents.push_back(
        {constituent_speed_rad_s(row.name).value(), row.amplitude, row.phase_deg * kDegree});
  tide.direction.flood_toward_rad = 25 * kDegree;
  return tide;
}

// Sum of cosines evaluated apart from this program, hours after the epoch -> m/s.
TEST(Tide, HarmonicSum) {
  const HarmonicTideCurrent tide = five_constituents();
  const struct {
    double hours, speed, north, east;
  } rows[] = {{0, 0.7248449433, 0.6569326165, 0.30633271},
              {4, 0.1303574394, 0.1181439624, 0.05509143445},
              {7, -1.126864518, -1.021286087, -0.4762335238},
              {72, -0.3503032493, -0.3174825627, -0.1480445503}};
  for (const auto& row : rows) {
    const double speed = tide_speed(tide, row.hours * kHour);
    EXPECT_NEAR(speed, row.speed, kTolerance);
    EXPECT_LT((tide_velocity_N(tide.direction, speed) - Vec3(row.north, row.east, 0)).norm(),
              kTolerance);
  }
}

TEST(Tide, EbbMayHaveItsOwnDirection) {
  TideDirection direction{0, std::nullopt};
  EXPECT_LT((tide_velocity_N(direction, -0.5) - Vec3(-0.5, 0, 0)).norm(), kTolerance);
  direction.ebb_toward_rad = 90 * kDegree;
  EXPECT_LT((tide_velocity_N(direction, -0.5) - Vec3(0, 0.5, 0)).norm(), kTolerance);
  EXPECT_LT((tide_velocity_N(direction, 0.5) - Vec3(0.5, 0, 0)).norm(), kTolerance);
}

// slack 0 h, flood 0.6 at 3 h, slack 6 h, ebb -0.4 at 8 h, ebb -0.5 at 9 h, slack 12 h
StationTideCurrent station() {
  return {{{0, 0},
           {3 * kHourNs, 0.6},
           {6 * kHourNs, 0},
           {8 * kHourNs, -0.4},
           {9 * kHourNs, -0.5},
           {12 * kHourNs, 0}},
          {}};
}

TEST(Tide, StationPassesThroughItsEvents) {
  const StationTideCurrent tide = station();
  for (const TideEvent& event : tide.events)
    EXPECT_NEAR(tide_speed(tide, event.unix_ns), event.speed_m_s, 1e-15);
  // Slack to slack over a symmetric flood is a sine.
  for (int64_t minute = 0; minute <= 360; minute += 10)
    EXPECT_NEAR(tide_speed(tide, minute * kHourNs / 60),
                0.6 * std::sin(M_PI * static_cast<double>(minute) / 360), 1e-12);
  // Between two ebbs: half a cosine.
  EXPECT_NEAR(tide_speed(tide, 8 * kHourNs + kHourNs / 2), -0.45, 1e-12);
}

TEST(Tide, StationIsFlatAtExtremesAndSteepAtSlack) {
  const StationTideCurrent tide = station();
  constexpr int64_t kSecond = 1'000'000'000;
  const auto slope = [&](int64_t t) {
    return (tide_speed(tide, t + kSecond) - tide_speed(tide, t - kSecond)) / 2;
  };
  EXPECT_NEAR(slope(3 * kHourNs), 0, 1e-9);
  EXPECT_NEAR(slope(8 * kHourNs), 0, 1e-7);
  EXPECT_NEAR(slope(9 * kHourNs), 0, 1e-7);
  const double before = 0.6 * M_PI / 2 / (3 * kHour), after = 0.4 * M_PI / 2 / (2 * kHour);
  EXPECT_NEAR(slope(6 * kHourNs), -(before + after) / 2, 1e-9);
}

TEST(Tide, StationCoversItsTableOnly) {
  const StationTideCurrent tide = station();
  EXPECT_TRUE(covers(tide, 0, 12 * kHourNs));
  EXPECT_FALSE(covers(tide, -1, kHourNs));
  EXPECT_FALSE(covers(tide, kHourNs, 12 * kHourNs + 1));
  EXPECT_FALSE(covers(StationTideCurrent{}, 0, 0));
}

}  // namespace tide_test
}  // namespace hadal::environment
