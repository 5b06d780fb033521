#include "sensors/scalar/contact_reading.h"

#include <gtest/gtest.h>

#include "kinds/sensors/test_context.h"
#include "math/rotation.h"
#include "math/units.h"
#include "sensors/scalar/scalar_sensor.h"

namespace hadal::sensors {
namespace contact_reading_test {

constexpr double kTolerance = 1e-12;
constexpr int kBody = 0, kFinger = 1, kBox = 2;  // links; the first two are of the vehicle

struct Scene {
  Scene() {
    world.vehicles.resize(2);
    world.links.resize(3);
    world.links[kBox].vehicle = 1;
    state.p_NL_N.assign(3, Vec3::Zero());
    state.q_NL.assign(3, Quat::Identity());
    state.nu_L.assign(3, Vec6::Zero());
    state.contact_count.assign(1, 0);
    state.contact_links.assign(8, 0);
    state.contact_values.assign(4 * kContactValues, 0);
  }
  void add(int a, int b, const Vec3& p_N, const Vec3& normal_N, const Vec3& force_N,
           double depth_m) {
    const int64_t i = state.contact_count[0]++;
    state.contact_links[2 * i] = a;
    state.contact_links[2 * i + 1] = b;
    Eigen::Map<Eigen::Matrix<double, kContactValues, 1>> values(
        &state.contact_values[kContactValues * i]);
    values << p_N, normal_N, force_N, depth_m;
  }
  extension::ContactReading reading_of(const std::vector<int>& links,
                                 const std::vector<int>& against) const {
    return contact_reading(world, state, 0, links, against);
  }
  World world;
  State state;
};

// The body stands on the seabed with two points, the box pushes the finger.
Scene standing() {
  Scene scene;
  scene.add(kBody, -1, {1, 0, 0}, {0, 0, -1}, {0, 0, -30}, 0.002);
  scene.add(kBody, -1, {-1, 0, 0}, {0, 0, -1}, {3, 0, -20}, 0.001);
  scene.add(kBox, kFinger, {2, 0, 0}, {1, 0, 0}, {7, 0, 0}, 0.003);
  return scene;
}

TEST(ContactReading, SumsTheForcesOnItsOwnSide) {
  const extension::ContactReading all = standing().reading_of({}, {});
  EXPECT_EQ(all.points, 3);
  EXPECT_NEAR((to_vec3(all.force_N) - Vec3(3 - 7, 0, -50)).norm(), 0, kTolerance);
  EXPECT_EQ(all.penetration_m, 0.003);
}

TEST(ContactReading, ListensToChosenPairsOnly) {
  const Scene scene = standing();
  EXPECT_EQ(scene.reading_of({}, {extension::kSeabed}).points, 2);
  EXPECT_EQ(scene.reading_of({kFinger}, {}).points, 1);
  EXPECT_EQ(scene.reading_of({kFinger}, {1}).force_N, (extension::Vector3{-7, 0, 0}));
  EXPECT_EQ(scene.reading_of({kFinger}, {extension::kSeabed}).points, 0);
  EXPECT_EQ(scene.reading_of({kBody}, {1}).points, 0);
  EXPECT_EQ(Scene().reading_of({}, {}).points, 0);
}

// A body that turns about its centre slides with w r at the rim, whatever its vertical speed.
TEST(ContactReading, SlipIsTheTangentialSpeedOfThePoint) {
  Scene scene = standing();
  scene.state.q_NL[kBody] = quaternion_from({0, 0, 40 * kDegree});
  scene.state.nu_L[kBody] << 0, 0, 0.3, 0, 0, 0.5;
  EXPECT_NEAR(scene.reading_of({kBody}, {}).slip_m_s, 0.5 * 1, kTolerance);
  // Two bodies that move together do not slide on each other.
  scene.state.nu_L[kFinger] << 0, 1, 0, 0, 0, 0;
  EXPECT_NEAR(scene.reading_of({kFinger}, {}).slip_m_s, 1, kTolerance);
  scene.state.nu_L[kBox] << 5, 1, 0, 0, 0, 0;
  EXPECT_NEAR(scene.reading_of({kFinger}, {}).slip_m_s, 0, kTolerance);
}

TEST(ContactSensor, ReportsForceInItsAxesAndThePathSlid) {
  constexpr StepClock kClock{100'000'000};
  Sensor mounted;
  mounted.path = "rov/bumper";
  mounted.kind = &TestSensor::find("contact");
  mounted.config = AnyConfig(&mounted.kind->schema(), mounted.kind->schema().create());
  const ScalarSensor sensor(mounted, kClock, 1);
  std::vector<double> state(sensor.state_size()), values(7), twin(7);
  sensor.reset(state);
  Reading reading{0, false, values, twin};
  for (Tick tick = 0; tick <= 20; ++tick) {
    TestTruth truth;
    truth.tick = tick;
    truth.time_s = kClock.time_s(tick);
    if (tick > 10) truth.contact = {2, {0, 5, -40}, 0.004, 0.25};
    sensor.measure(tick, TestContext(truth, {Vec3::Zero(), quaternion_from({0, 0, 90 * kDegree})}),
                   state);
    ASSERT_TRUE(sensor.deliver(tick, reading, state));
    EXPECT_EQ(values[0], tick > 10 ? 1 : 0);
  }
  const double wanted[] = {1, 2, 5, 0, -40, 0.004, 0.25 * 1.0};
  for (int i = 0; i < 7; ++i) EXPECT_NEAR(values[i], wanted[i], 1e-9) << i;
  EXPECT_EQ(values, twin);
}

}  // namespace contact_reading_test
}  // namespace hadal::sensors
