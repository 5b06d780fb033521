#include "sensors/network/optical_link.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/units.h"

namespace hadal::sensors {
namespace optical_link_test {

constexpr double kTolerance_db = 1e-9;

OpticalModemModel modem() {
  OpticalModemModel out;
  out.snr_1m_db = 80;
  out.half_angle_rad = 30 * kDegree;
  out.field_of_view_rad = 60 * kDegree;
  out.max_range_m = 40;
  return out;
}

const Vec3 kNorth = Vec3::UnitX(), kSouth = -Vec3::UnitX();

TEST(OpticalLink, SpreadingAndAttenuationOnTheAxis) {
  const OpticalModemModel m = modem();
  EXPECT_NEAR(optical_snr_db(m, m, 0.2, kNorth, kNorth, kSouth), 80, kTolerance_db);
  // Four times the way: 1/16 of the power of the beam, 24.08 dB electrically, and 3 m of water.
  const double expected = 80 - 40 * std::log10(4.0) - 20 * std::log10(std::exp(0.2 * 3));
  EXPECT_NEAR(optical_snr_db(m, m, 0.2, 4 * kNorth, kNorth, kSouth), expected, kTolerance_db);
}

// At the half angle of the lamp half the power, a quarter of the electrical signal: -6.02 dB.
TEST(OpticalLink, PointingOfTheLamp) {
  const OpticalModemModel m = modem();
  const Vec3 off(std::cos(30 * kDegree), std::sin(30 * kDegree), 0);
  const double straight = optical_snr_db(m, m, 0.2, kNorth, kNorth, kSouth);
  EXPECT_NEAR(optical_snr_db(m, m, 0.2, kNorth, off, kSouth), straight + 20 * std::log10(0.5),
              kTolerance_db);
}

TEST(OpticalLink, PointingOfTheReceiver) {
  const OpticalModemModel m = modem();
  const double straight = optical_snr_db(m, m, 0.2, kNorth, kNorth, kSouth);
  const auto turned = [](double deg) {
    return Vec3(-std::cos(deg * kDegree), std::sin(deg * kDegree), 0);
  };
  EXPECT_NEAR(optical_snr_db(m, m, 0.2, kNorth, kNorth, turned(45)),
              straight + 20 * std::log10(std::cos(45 * kDegree)), kTolerance_db);
  EXPECT_EQ(optical_snr_db(m, m, 0.2, kNorth, kNorth, turned(61)), -INFINITY);
  EXPECT_EQ(optical_snr_db(m, m, 0.2, kNorth, kSouth, kSouth), -INFINITY);  // lamp turned away
  EXPECT_EQ(optical_snr_db(m, m, 0.2, 41 * kNorth, kNorth, kSouth), -INFINITY);
}

}  // namespace optical_link_test
}  // namespace hadal::sensors
