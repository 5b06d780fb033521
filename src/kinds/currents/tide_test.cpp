#include "kinds/currents/tide.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/units.h"

namespace hadal::inline kinds {
namespace tide_test {

constexpr double kTolerance = 1e-9;  // m/s

struct NoFailure : CheckReport {
  void fail(const std::string& field, const std::string& message) override {
    ADD_FAILURE() << field << ": " << message;
  }
};

TideCurrent five_constituents() {
  TideCurrent tide;
  const struct {
    const char* name;
    double amplitude, phase_deg;
  } rows[] = {
      {"M2", 0.8, 35}, {"S2", 0.25, 70}, {"N2", 0.15, 10}, {"K1", 0.1, 200}, {"O1", 0.07, 185}};
  for (const auto& row : rows)
    tide.constituents.push_back({row.name, row.amplitude, row.phase_deg * kDegree});
  tide.toward_rad = 25 * kDegree;
  NoFailure report;
  tide.prepare({}, report);
  return tide;
}

// Sum of cosines evaluated apart from this program, hours after the epoch -> m/s.
TEST(Tide, HarmonicSum) {
  const TideCurrent tide = five_constituents();
  const struct {
    double hours, speed, north, east;
  } rows[] = {{0, 0.7248449433, 0.6569326165, 0.30633271},
              {4, 0.1303574394, 0.1181439624, 0.05509143445},
              {7, -1.126864518, -1.021286087, -0.4762335238},
              {72, -0.3503032493, -0.3174825627, -0.1480445503}};
  for (const auto& row : rows) {
    const double speed = tide.speed_m_s(row.hours * kHour);
    EXPECT_NEAR(speed, row.speed, kTolerance);
    EXPECT_LT((tide.velocity_of_N(speed) - Vec3(row.north, row.east, 0)).norm(),
              kTolerance);
  }
}

TEST(Tide, EbbMayHaveItsOwnDirection) {
  TideDirection direction;
  EXPECT_LT((direction.velocity_of_N(-0.5) - Vec3(-0.5, 0, 0)).norm(), kTolerance);
  direction.ebb_toward_rad = 90 * kDegree;
  EXPECT_LT((direction.velocity_of_N(-0.5) - Vec3(0, 0.5, 0)).norm(), kTolerance);
  EXPECT_LT((direction.velocity_of_N(0.5) - Vec3(0.5, 0, 0)).norm(), kTolerance);
}

}  // namespace tide_test
}  // namespace hadal::kinds
