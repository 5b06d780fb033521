#include "sensors/network/propagation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kinds/devices/positioning.h"
#include "math/units.h"
#include "sensors/network/modulation.h"

namespace hadal::sensors {
namespace propagation_test {

constexpr double kTolerance = 1e-9;

// Deep water of 1500 m/s.
struct Water {
  Water() : world(make()), sea(world), sound(sea, world.sound, world.materials),
      paths(sea, sound) {}
  static World make() {
    World world;
    world.water.sound_speed_m_s = LinearTable({0.0}, {1500.0});
    return world;
  }
  World world;
  environment::Sea sea;
  environment::AcousticField sound;
  Propagation paths;
};

SignalValues ping(const Vec3& p_N) {
  SignalValues out;
  out.p_N = p_N;
  out.level_db = 190;
  out.frequency_hz = 30e3;
  out.bandwidth_hz = 2e3;
  out.beam_width_rad = 2 * std::numbers::pi;
  return out;
}

const DeviceModel kPhone = [] {
  const AnyConfig config = AnyConfig::of(HydrophoneModel{});
  return DeviceModel{0, 0, &device_list().of(config), config};
}();

Station at(const Vec3& p_N) {
  return {p_N, Vec3::Zero(), Quat::Identity(), &kPhone};
}

// A fan: -3 dB at half its width in its plane, at half its height across it; round a full turn in
// its plane it is even.
TEST(Propagation, FansOfSonars) {
  SignalValues ping;
  ping.axis_N = Vec3::UnitY(), ping.normal_N = Vec3::UnitZ();
  ping.beam_width_rad = 1.0, ping.beam_height_rad = 0.2;
  const auto toward = [](double azimuth, double elevation) {
    return Vec3(-std::sin(azimuth) * std::cos(elevation), std::cos(azimuth) * std::cos(elevation),
                std::sin(elevation));
  };
  EXPECT_NEAR(beam_db(ping, toward(0, 0)), 0, 1e-12);
  EXPECT_NEAR(beam_db(ping, toward(0.5, 0)), -3, 1e-9);
  EXPECT_NEAR(beam_db(ping, toward(0, -0.1)), -3, 1e-9);
  EXPECT_NEAR(beam_db(ping, toward(-0.5, 0.1)), -6, 1e-9);
  EXPECT_NEAR(beam_db(ping, toward(3, 0)), -40, 1e-12);
  ping.beam_width_rad = 2 * std::numbers::pi;
  EXPECT_NEAR(beam_db(ping, toward(3, 0.1)), -3, 1e-9);
}

TEST(Propagation, BeamsFallBy3dBAtHalfTheirWidth) {
  const auto off = [](double deg) {
    return Vec3(std::cos(deg * kDegree), std::sin(deg * kDegree), 0);
  };
  EXPECT_NEAR(beam_db(20 * kDegree, Vec3::UnitX(), off(10)), -3, kTolerance);
  EXPECT_NEAR(beam_db(20 * kDegree, Vec3::UnitX(), off(20)), -12, kTolerance);
  EXPECT_NEAR(beam_db(20 * kDegree, Vec3::UnitX(), off(180)), -40, kTolerance);
  EXPECT_EQ(beam_db(2 * std::numbers::pi, Vec3::UnitX(), off(180)), 0);
}

TEST(Propagation, LevelAndTimeOfAStraightPath) {
  const Water water;
  const Vec3 p_N(300, 400, 100);
  const SignalPath signal_path = water.paths.first_sound(ping({0, 0, 100}), at(p_N), 0);
  ASSERT_TRUE(signal_path.found);
  EXPECT_NEAR(signal_path.time_s, 500 / 1500.0, kTolerance);
  const double absorption = water.sound.absorption_db_per_m(30e3, 100);
  EXPECT_NEAR(signal_path.level_db, 190 - 20 * std::log10(500.0) - 500 * absorption, 1e-6);
  EXPECT_NEAR(water.paths.straight_level_db(ping({0, 0, 100}), p_N), signal_path.level_db, 1e-6);
  EXPECT_LT((signal_path.arrival_N - Vec3(0.6, 0.8, 0)).norm(), kTolerance);
}

TEST(Propagation, BesideTheSourceAndOutOfTheWater) {
  const Water water;
  const SignalPath beside = water.paths.first_sound(ping({0, 0, 10}), at({0, 0, 10}), 0);
  EXPECT_TRUE(beside.found);
  EXPECT_EQ(beside.level_db, 190);
  EXPECT_EQ(beside.time_s, 0);
  EXPECT_FALSE(water.paths.first_sound(ping({0, 0, 10}), at({50, 0, -0.1}), 0).found);
}

// The gain of an array acts on the sea, not on the noise of the own vehicle.
TEST(Propagation, NoiseInABand) {
  const Water water;
  Transducer transducer;
  const double ambient = from_db(water.sound.noise_db(30e3, 5));
  EXPECT_NEAR(water.paths.noise_power(transducer, 30e3, 2e3, 5) / (ambient * 2e3), 1, kTolerance);
  transducer.array_gain_db = 10;
  transducer.self_noise_db = 60;
  EXPECT_NEAR(water.paths.noise_power(transducer, 30e3, 2e3, 5) / ((0.1 * ambient + 1e6) * 2e3), 1,
              kTolerance);
}

TEST(Propagation, DopplerOfBothEnds) {
  const Water water;
  SignalValues signal = ping({0, 0, 100});
  signal.v_N = Vec3(2, 5, 0);
  Station receiver = at({1000, 0, 100});
  receiver.v_N = Vec3(-3, 7, 0);
  const SignalPath signal_path = water.paths.first_sound(signal, receiver, 0);
  EXPECT_NEAR(water.paths.doppler(signal, receiver, signal_path),
              (1 + 3 / 1500.0) / (1 - 2 / 1500.0),
              kTolerance);
}

}  // namespace propagation_test
}  // namespace hadal::sensors
