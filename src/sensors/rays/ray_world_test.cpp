#include "sensors/rays/ray_world.h"

#include <gtest/gtest.h>

#include <cmath>

#include "environment/seabed/ray.h"
#include "geometry/primitives.h"
#include "kinds/sensors/dvl.h"
#include "kinds/sensors/list.h"
#include "math/rotation.h"
#include "raytrace/test_rays.h"

namespace hadal::sensors {
namespace ray_world_test {

using environment::Sea;
using raytrace::kNothing;
using raytrace::own;
using raytrace::test::kEver;

constexpr uint32_t kSonar = raytrace::kSeenSonar;
constexpr double kExact_m = 1e-9;

// A vehicle of one box, and another with a box 10 m north of it that only sonars and cameras see.
struct Meeting {
  World world;
  std::vector<Vec3> p_NL_N;
  std::vector<Quat> q_NL;
  std::vector<Vec6> nu_L;

  explicit Meeting(const Vec3& at_N = Vec3::Zero()) {
    // A slope that is 20 m below the vehicle.
    const double drop = std::tan(0.1) * (at_N.x() * std::cos(0.3) + at_N.y() * std::sin(0.3));
    world.seabed.source = FlatSeabed{at_N.z() + 20 - drop, 0.1, 0.3};
    add(at_N, geometry::box({2, 1, 1}), ~0u, 0);
    add(at_N + Vec3(10, 0, 0), geometry::box({2, 2, 2}), kSeenBySonar | kSeenByCamera, 3);
  }
  void add(const Vec3& p_N, const geometry::TriangleMesh& mesh, unsigned seen_by, int material) {
    const auto index = static_cast<int>(world.links.size());
    Link link;
    link.vehicle = index;
    link.visuals.push_back(
        {std::make_shared<const geometry::TriangleMesh>(mesh), material, seen_by});
    world.links.push_back(link);
    Vehicle vehicle;
    vehicle.links = {index, 1};
    world.vehicles.push_back(vehicle);
    p_NL_N.push_back(p_N);
    q_NL.push_back(Quat::Identity());
    nu_L.push_back(Vec6::Zero());
  }
  LinkPoses poses() const { return {p_NL_N, q_NL, nu_L}; }
  std::shared_ptr<const raytrace::View> view(RayWorld& rays, uint32_t seen, double reach_m = 50,
                                             int vehicle = 0) const {
    return rays.view(world, poses(), 0, 1, vehicle, {reach_m, seen, 0});
  }
};

Sea sea_of(const World& world) {
  Result<Sea> sea = Sea::open(world);
  EXPECT_TRUE(sea) << sea.problems().text();
  return std::move(sea).value();
}

TEST(RayWorld, SeesBodiesByClassAndHidesTheOwnVehicle) {
  Meeting meeting;
  const Sea sea = sea_of(meeting.world);
  RayWorld rays(meeting.world, sea);
  const auto range = [&](uint32_t seen, int vehicle) {
    const auto view = meeting.view(rays, seen, 50, vehicle);
    const raytrace::Hit hit =
        view->trace_one(Vec3(-5, 0, 0) - view->anchor_N(), Vec3::UnitX(), 0, kEver, seen);
    return hit.range_m;
  };
  EXPECT_NEAR(range(kSonar, 0), 14, kExact_m);               // the other one
  EXPECT_NEAR(range(kSonar | own(kSonar), 0), 4, kExact_m);  // itself
  EXPECT_NEAR(range(kSonar, 1), 4, kExact_m);                // the other one sees the first
  EXPECT_EQ(range(raytrace::kSeenDvl, 0), kEver);
}

// Trees of bodies cost time at load: they are made for sensors that look at them.
TEST(RayWorld, PreparesNoShapesForAWorldThatNobodyLooksAt) {
  Meeting meeting;
  const Sea sea = sea_of(meeting.world);
  const auto prepared = [&] { return RayWorld(meeting.world, sea).prepared_at_load(); };
  EXPECT_FALSE(prepared());
  EXPECT_EQ(RayWorld(meeting.world, sea).note(), "");
  Sensor sensor;
  sensor.config = AnyConfig::of(Dvl());
  sensor.kind = sensor_list().find(&Dvl::schema());
  meeting.world.sensors.push_back(sensor);
  EXPECT_FALSE(prepared());  // nothing but itself shows to a DVL
  sensor.vehicle = 1;
  meeting.world.sensors.push_back(sensor);
  EXPECT_TRUE(prepared());
  meeting.world.sensors.clear();
  meeting.world.frame_sensors.emplace_back();
  EXPECT_TRUE(prepared());
  meeting.world.frame_sensors.clear();
  RayWorld late(meeting.world, sea);
  EXPECT_FALSE(late.prepared_at_load());
  EXPECT_EQ(meeting.view(late, kSonar)->instances(), 1);
}

TEST(RayWorld, CarriesPosesVelocitiesAndMaterials) {
  Meeting meeting;
  const Sea sea = sea_of(meeting.world);
  RayWorld rays(meeting.world, sea);
  meeting.q_NL[1] = quaternion_from({0, 0, M_PI / 2});
  meeting.nu_L[1] << 1, 0, 0, 0, 0, 0.5;
  const auto view = meeting.view(rays, kSonar);
  // The face of the body at x = 9; half a metre to the right the turn adds to the speed.
  const SurfaceHit hit = rays.cast(*view, {0, 0.5, 0}, Vec3::UnitX(), 50, kSonar);
  ASSERT_TRUE(hit.found());
  EXPECT_NEAR(hit.range_m, 9, kExact_m);
  EXPECT_LT((hit.normal_N + Vec3::UnitX()).norm(), 1e-12);
  EXPECT_EQ(hit.link, 1);
  EXPECT_EQ(hit.vehicle, 1);
  EXPECT_EQ(hit.material, 3);
  // Surge east at 1 m/s; w x r with w = 0.5 down, r = (-1, 0.5, 0).
  EXPECT_LT((hit.velocity_N - Vec3(-0.25, 1 - 0.5, 0)).norm(), 1e-12);
}

TEST(RayWorld, ThingsOutOfReachAreNotInTheView) {
  Meeting meeting;
  meeting.p_NL_N[1].x() = 500;
  const Sea sea = sea_of(meeting.world);
  RayWorld rays(meeting.world, sea);
  EXPECT_EQ(meeting.view(rays, kSonar, 50)->instances(), 0);
  EXPECT_EQ(meeting.view(rays, kSonar, 500)->instances(), 1);
}

TEST(RayWorld, AViewOutlivesChangesOfPosesAndTheNextViews) {
  Meeting meeting;
  const Sea sea = sea_of(meeting.world);
  RayWorld rays(meeting.world, sea);
  const auto before = meeting.view(rays, kSonar);
  meeting.p_NL_N[1].x() = 30;
  const auto after = meeting.view(rays, kSonar);
  EXPECT_NEAR(rays.cast(*before, Vec3::Zero(), Vec3::UnitX(), 50, kSonar).range_m, 9, kExact_m);
  EXPECT_NEAR(rays.cast(*after, Vec3::Zero(), Vec3::UnitX(), 50, kSonar).range_m, 29, kExact_m);
}

TEST(RayWorld, CastMeetsTheGroundExactlyAsTheBeamDoes) {
  const Vec3 place(100e3, 50e3, 4000);
  Meeting meeting(place);
  const Sea sea = sea_of(meeting.world);
  RayWorld rays(meeting.world, sea);
  constexpr uint32_t kSeen = kSonar | raytrace::kSeenSilt;
  const auto bodies = meeting.view(rays, kSonar, 200);
  const auto ground = meeting.view(rays, kSeen, 200);
  int on_ground = 0;
  for (int k = 0; k < 1000; ++k) {
    const Vec3 direction = Vec3(std::cos(k), std::sin(k), 0.002 * k).normalized();
    const SurfaceHit hit = rays.cast(*bodies, place, direction, 200, kSeen);
    const double beam = environment::beam_range(sea.seabed(), place, direction, 200);
    ASSERT_LE(hit.range_m, beam);
    if (!hit.found()) continue;
    if (hit.link == kNothing) {
      ASSERT_EQ(hit.range_m, beam);
      ++on_ground;
    }
    const raytrace::Hit seen =
        ground->trace_one(place - ground->anchor_N(), direction, 0, 200, kSeen);
    ASSERT_NEAR(seen.range_m, hit.range_m, 1e-3);
    ASSERT_LT((seen.normal_N - hit.normal_N).norm(), 1e-5);
  }
  EXPECT_GT(on_ground, 500);
  const SurfaceHit down = rays.cast(*bodies, place, Vec3::UnitZ(), 5000, kSeen);
  EXPECT_EQ(down.velocity_N, Vec3::Zero());
}

TEST(RayWorld, TheWaterSurfaceIsThereWhenAskedFor) {
  Meeting meeting(Vec3(0, 0, 12));
  const Sea sea = sea_of(meeting.world);
  RayWorld rays(meeting.world, sea);
  const auto up = [&](uint32_t seen) {
    const auto view = meeting.view(rays, seen);
    return view->trace_one(Vec3(-4, 0, 12) - view->anchor_N(), -Vec3::UnitZ(), 0, kEver, seen)
        .range_m;
  };
  EXPECT_EQ(up(kSonar), kEver);
  EXPECT_NEAR(up(kSonar | raytrace::kSeenWaterSurface), 12, kExact_m);
}

TEST(RayWorld, AWorldWithoutASeabedHasNoGround) {
  Meeting meeting;
  meeting.world.seabed.source = std::monostate();
  const Sea sea = sea_of(meeting.world);
  RayWorld rays(meeting.world, sea);
  const auto view = meeting.view(rays, kSonar | raytrace::kSeenSilt);
  EXPECT_FALSE(
      rays.cast(*view, Vec3::Zero(), Vec3::UnitZ(), 1000, kSonar | raytrace::kSeenSilt).found());
}

}  // namespace ray_world_test
}  // namespace hadal::sensors
