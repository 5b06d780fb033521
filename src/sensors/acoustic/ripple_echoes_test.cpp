#include "sensors/acoustic/ripple_echoes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "sensors/acoustic/fls_test_model.h"
#include "sensors/acoustic/line_sonars.h"
#include "sensors/relief/sand.h"

namespace hadal::sensors {
namespace ripple_echoes_test {
using namespace test;

constexpr double kAltitude = 5;
constexpr size_t kStarboard = 1;

SideScanModel side_scan() {
  SideScanModel m;
  m.frequency_hz = 600e3, m.bandwidth_hz = 60e3;
  m.beam_width_rad = 0.33 * kDegree, m.beam_height_rad = 50 * kDegree, m.tilt_rad = 33 * kDegree;
  m.min_range_m = 1, m.max_range_m = 15, m.rays_across = 8, m.rays_along = 500;
  m.spreading_gain_db = 0, m.noise = false, m.clean = true;
  return m;
}

// clean_db on a material over that on smooth ground, for pings from many places; starboard looks
// at an angle to the line across the crests.
std::vector<std::vector<double>> relief_db(const std::string& material, double from_crests_rad,
                                           std::vector<float>* ranges_m = nullptr) {
  const double across = std::atan2(kAcrossSand[1], kAcrossSand[0]);
  const double yaw = across + from_crests_rad - std::numbers::pi / 2;
  const SideScan sonar(side_scan());
  std::vector<std::vector<double>> out;
  for (int ping = 0; ping < 60; ++ping) {
    const Pose pose = at({3.3 * (ping % 8) - 15, 4.7 * (ping / 8) - 15, kDepth}, 0, yaw);
    Frame frames[2];
    for (int i = 0; i < 2; ++i) {
      Tank tank;
      tank.add_plane(kDepth + kAltitude, kGround);
      if (i == 0) tank.name_material(kMaterial, material);
      frames[i] = tank.frame(sonar, pose);
    }
    const auto rippled = row_of(frames[0], "clean_db", kStarboard);
    const auto smooth = row_of(frames[1], "clean_db", kStarboard);
    std::vector<double> ratio;
    for (size_t n = 0; n < rippled.size(); ++n) ratio.push_back(rippled[n] - smooth[n]);
    out.push_back(ratio);
    if (ranges_m) *ranges_m = frames[0].axes.ranges_m;
  }
  return out;
}

double deviation(const std::vector<double>& values, size_t from, size_t end) {
  double sum = 0, squares = 0;
  for (size_t n = from; n < end; ++n) sum += values[n], squares += values[n] * values[n];
  const double count = static_cast<double>(end - from), mean = sum / count;
  return std::sqrt(std::max(squares / count - mean * mean, 0.0));
}

TEST(RippleEchoes, AcrossTheCrestsLevelsHaveTheWavelength) {
  std::vector<float> ranges_m;
  const auto pings = relief_db("sand", 0, &ranges_m);
  double best = 0, peak = 0, power_between = 0;
  int between = 0;
  for (double per_m = 2.5; per_m < 9; per_m += 0.02) {
    double power = 0;
    for (const auto& ratio : pings) {
      std::complex<double> sum = 0;
      for (size_t n = 0; n < ratio.size(); ++n) {
        if (ranges_m[n] < 6.5 || ranges_m[n] > 13) continue;
        const double ground = std::sqrt(ranges_m[n] * ranges_m[n] - kAltitude * kAltitude);
        const double window = std::sin(std::numbers::pi * (ranges_m[n] - 6.5) / 6.5);
        sum += window * ratio[n] * std::polar(1.0, -2 * std::numbers::pi * per_m * ground);
      }
      power += std::norm(sum);
    }
    if (power > best) best = power, peak = per_m;
    if (per_m < 3.5) power_between += power, ++between;
  }
  EXPECT_NEAR(peak, 1 / kSandRipple_m, 0.05 / kSandRipple_m);
  EXPECT_GT(best, 5 * power_between / between);
  double spread = 0;
  for (const auto& ratio : pings) spread += deviation(ratio, 400, ratio.size() - 40) / 60;
  EXPECT_GT(spread, 1);
}

TEST(RippleEchoes, AlongTheCrestsLevelsAreSmooth) {
  for (const auto& ratio : relief_db("sand", std::numbers::pi / 2))
    EXPECT_LT(deviation(ratio, 400, ratio.size() - 40), 0.1);
}

TEST(RippleEchoes, MudIsSmooth) {
  for (const auto& ratio : relief_db("mud", 0))
    for (const double db : ratio) EXPECT_EQ(db, 0);
}

// By power, where the ground is met at 40 to 50 degrees, and at 25.
TEST(RippleEchoes, TheMeanIsThatOfSmoothGround) {
  std::vector<float> ranges_m;
  const auto pings = relief_db("sand worn 0.3", 0, &ranges_m);
  for (const double middle : {45.0, 25.0}) {
    double sum = 0;
    int count = 0;
    for (const auto& ratio : pings)
      for (size_t n = 0; n < ratio.size(); ++n)
        if (std::abs(std::asin(std::min(kAltitude / ranges_m[n], 1.0)) / kDegree - middle) < 5)
          sum += power_of(ratio[n]), ++count;
    EXPECT_NEAR(10 * std::log10(sum / count), 0, 0.3) << middle;
  }
}

// What a bin cannot resolve is left out.
TEST(RippleEchoes, CoarseBinsSeeNone) {
  SideScanModel m = side_scan();
  m.bandwidth_hz = 3e3;
  const double yaw = std::atan2(kAcrossSand[1], kAcrossSand[0]) - std::numbers::pi / 2;
  Tank tank;
  tank.add_plane(kDepth + kAltitude, kGround);
  const Pose pose = at({0, 0, kDepth}, 0, yaw);
  const Frame smooth = tank.frame(SideScan(m), pose);
  tank.name_material(kMaterial, "sand");
  const Frame rippled = tank.frame(SideScan(m), pose);
  const auto a = row_of(smooth, "clean_db", kStarboard), b = row_of(rippled, "clean_db", kStarboard);
  for (size_t n = 20; n + 4 < a.size(); ++n) EXPECT_NEAR(a[n], b[n], 0.02);
}

}  // namespace ripple_echoes_test
}  // namespace hadal::sensors
