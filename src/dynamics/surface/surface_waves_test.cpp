// SurfaceBody in a regular wave, against linear theory written out here: deep water, one component,
// theta = k x - w t + phase, w^2 = g k.
#include <gtest/gtest.h>

#include "dynamics/surface/test_support.h"
#include "geometry/primitives.h"

namespace hadal::dynamics {
namespace surface_waves_test {

using namespace test;

constexpr double kAmplitude_m = 1, kLength_m = 200, k = 2 * kPi / kLength_m;
constexpr double kSteepness = k * kAmplitude_m;
// Bodies of some metres in a wave of 200 m: the wave is straight over them to (k L)^2 / 24.
constexpr double kStraight = 2e-3;
// A wave so low that stretching to the real surface, of second order, does not matter.
constexpr double kLow_m = 0.05, kLinear = 0.01;
const double w = std::sqrt(kGravity * k);

environment::WaveField regular_wave(double amplitude_m = kAmplitude_m) {
  return environment::WaveField({{amplitude_m, k, w, 0, 0}}, INFINITY, kGravity, kDensity);
}

TEST(SurfaceInWaves, LongWaveLiftsASmallBox) {
  const environment::WaveField wave = regular_wave();
  const geometry::TriangleMesh box = geometry::box({0.5, 0.4, 0.3}, 100);
  SurfaceBody rides(surface_of(box), wave), floats(surface_of(box), environment::WaveField());
  const double sunk_m = 0.05;
  const double calm = -floats.evaluate(query_at(Mat3::Identity(), sunk_m), nullptr).buoyancy_L[2];
  const double volume = floats.loads().wet_volume_m3;
  for (const double theta : {0.0, 0.7, kPi / 2, 2.0, kPi, 5.0}) {
    const double elevation = kAmplitude_m * std::cos(theta);
    // The box lies along the slope of the wave.
    const double slope = -kSteepness * std::sin(theta);
    const Mat3 R = Eigen::AngleAxisd(std::atan(slope), Vec3::UnitY()).toRotationMatrix();
    SurfaceQuery query = query_at(R, sunk_m - elevation);
    query.time_s = -theta / w;
    const SurfaceLoads& loads = rides.evaluate(query, nullptr);
    EXPECT_NEAR(loads.wet_volume_m3, volume, kStraight * volume);
    // Weight of the displaced water in the gravity of the accelerated sea.
    EXPECT_NEAR(-loads.buoyancy_L[2], calm * (1 - kSteepness * std::cos(theta)), kStraight * calm);
  }
}

TEST(SurfaceInWaves, SubmergedSphereFeelsThePressureGradient) {
  const environment::WaveField wave = regular_wave(kLow_m);
  SurfaceBody body(surface_of(geometry::sphere(1.5, 2000)), wave);
  const double depth_m = 8, decay = std::exp(-k * depth_m);
  const double displaced = kDensity * body.faces().volume_m3();
  const double acceleration = kLow_m * w * w * decay, speed = kLow_m * w * decay;
  Draw draw("sphere in a wave");
  for (const double theta : {0.0, 1.0, 2.5, 4.0}) {
    SurfaceQuery query = query_at(draw.rotation(), depth_m);
    query.p_NL_N.x() = 37;
    query.time_s = (k * 37 - theta) / w;
    const SurfaceLoads& loads = body.evaluate(query, nullptr);
    // Water under a crest accelerates down and moves forward.
    const Vec3 turn(std::sin(theta), 0, std::cos(theta));
    Vec3 wave_force_N = query.R_NL * loads.buoyancy_L.head<3>();
    wave_force_N.z() += displaced * kGravity;
    EXPECT_LT((wave_force_N - displaced * acceleration * turn).norm(),
              kLinear * displaced * acceleration);
    EXPECT_EQ(loads.wet_fraction, 1);
    EXPECT_LT((loads.orbital_acceleration_N - acceleration * turn).norm(), kLinear * acceleration);
    EXPECT_NEAR(loads.orbital_velocity_N.x(), speed * std::cos(theta), kLinear * speed);
    EXPECT_NEAR(loads.orbital_velocity_N.z(), -speed * std::sin(theta), kLinear * speed);
  }
}

TEST(SurfaceInWaves, OrbitalVelocityDragsLikeACurrent) {
  const environment::WaveField wave = regular_wave(kLow_m);
  const geometry::TriangleMesh mesh = geometry::box({0.6, 0.5, 0.4}, 200);
  SurfaceBody waved(surface_of(mesh), wave), calm(surface_of(mesh), environment::WaveField());
  const double depth_m = 5, theta = 0.6, speed = kLow_m * w * std::exp(-k * depth_m);
  SurfaceQuery query = query_at(quaternion_from({0.2, 0.3, 0.4}).toRotationMatrix(), depth_m);
  query.time_s = -theta / w;
  query.current_N = {0.2, 0.1, 0};
  const Vec3 drag = waved.evaluate(query, nullptr).drag_L.head<3>();
  const Vec3 without = calm.evaluate(query, nullptr).drag_L.head<3>();
  query.current_N += speed * Vec3(std::cos(theta), 0, -std::sin(theta));
  const Vec3 expected = calm.evaluate(query, nullptr).drag_L.head<3>();
  EXPECT_GT((expected - without).norm(), 0.5);
  EXPECT_LT((drag - expected).norm(), kLinear * (expected - without).norm());
}

TEST(SurfaceInWaves, TroughLeavesABodyDry) {
  const environment::WaveField wave = regular_wave();
  SurfaceBody body(surface_of(geometry::box({0.5, 0.5, 0.5}, 12)), wave);
  SurfaceQuery query = query_at(Mat3::Identity(), 0.4);  // in calm water fully wet
  query.time_s = kPi / w;
  EXPECT_EQ(body.evaluate(query, nullptr).buoyancy_L.norm(), 0);
  query.wave_factor = 0;
  EXPECT_EQ(body.evaluate(query, nullptr).wet_fraction, 1);
}

TEST(SurfaceInWaves, DeepBodiesAreInStillWater) {
  const environment::WaveField wave = regular_wave();
  const double base_m = wave_base_m(wave);
  EXPECT_LE(kAmplitude_m * w * w * std::exp(-k * base_m), 1e-5);
  EXPECT_GE(kAmplitude_m * w * w * std::exp(-k * base_m), 1e-6);
  const geometry::TriangleMesh mesh = geometry::sphere(1, 500);
  SurfaceBody deep(surface_of(mesh), wave), calm(surface_of(mesh), environment::WaveField());
  const SurfaceQuery query = query_at(Mat3::Identity(), base_m + 1.1);
  EXPECT_EQ(deep.evaluate(query, nullptr).buoyancy_L, calm.evaluate(query, nullptr).buoyancy_L);
  EXPECT_EQ(deep.loads().orbital_velocity_N.norm(), 0);
}

// Going down through the depth where the waves are left out changes next to nothing.
TEST(SurfaceInWaves, LeavingTheReachOfTheWavesIsSmooth) {
  const environment::WaveField wave = regular_wave();
  SurfaceBody body(surface_of(geometry::sphere(1, 500)), wave);
  const double base_m = wave_base_m(wave);
  const Vec6 above = body.evaluate(query_at(Mat3::Identity(), base_m + 0.9), nullptr).buoyancy_L;
  EXPECT_NE(body.loads().orbital_velocity_N.norm(), 0);
  const Vec6 below = body.evaluate(query_at(Mat3::Identity(), base_m + 1.1), nullptr).buoyancy_L;
  EXPECT_LT((above - below).norm(), 5e-6 * below.norm());
}

TEST(SurfaceInWaves, SameBitsForAnyNumberOfThreads) {
  const environment::WaveField wave = regular_wave();
  SurfaceBody body(surface_of(geometry::ellipsoid({4, 1, 0.8}, 50000)), wave);
  SurfaceQuery query = query_at(quaternion_from({0.3, 0.1, 1}).toRotationMatrix(), 0.2);
  query.time_s = 3;
  query.nu_L << 1, 0.2, 0.3, 0.1, -0.1, 0.2;
  const SurfaceLoads alone = body.evaluate(query, nullptr);
  EXPECT_GT(alone.wet_fraction, 0.1);
  EXPECT_LT(alone.wet_fraction, 0.99);
  for (const int threads : {2, 4}) {
    ThreadArena arena(threads);
    const SurfaceLoads& loads = body.evaluate(query, &arena);
    EXPECT_EQ(loads.buoyancy_L, alone.buoyancy_L);
    EXPECT_EQ(loads.drag_L, alone.drag_L);
    EXPECT_EQ(loads.damping_L, alone.damping_L);
  }
}

}  // namespace surface_waves_test
}  // namespace hadal::dynamics
