#include "sensors/acoustic/surface_cells.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "math/rotation.h"
#include "sensors/acoustic/test_tank.h"

namespace hadal::sensors {
namespace surface_cells_test {

constexpr double kCell = 0.1;

uint32_t key_of(test::Tank& tank, int thing, const Vec3& p_N) {
  const FrameInput in = tank.input({});
  const Vec3 p = p_N - in.view->anchor_N();
  return SurfaceCells(*in.view, kCell)
      .key(thing, static_cast<float>(p.x()), static_cast<float>(p.y()), static_cast<float>(p.z()));
}

TEST(SurfaceCells, ACellOfTheGroundKeepsItsKeyInAnotherView) {
  test::Tank tank;
  tank.add_plane(20, test::kGround);
  std::vector<uint32_t> keys;
  for (int i = 0; i < 50; ++i) keys.push_back(key_of(tank, 0, {110 + 0.1 * i, -45, 20}));
  tank.anchor_N = {137.31, -20.77, 3.3};
  for (raytrace::Placed& thing : tank.things())
    thing.translation_A = Vec3(0, 0, 20) - tank.anchor_N;
  for (int i = 0; i < 50; ++i) EXPECT_EQ(keys[i], key_of(tank, 0, {110 + 0.1 * i, -45, 20}));
}

TEST(SurfaceCells, ACellOfABodyMovesWithIt) {
  test::Tank tank;
  raytrace::Placed& box = tank.add(geometry::box({2, 2, 2}), {100, -40, 12});
  const Vec3 corner(1, 0.33, -0.71);
  const uint32_t before = key_of(tank, 0, Vec3(100, -40, 12) + corner);
  box.R = quaternion_from({0.4, 0.2, -1.1}).toRotationMatrix();
  box.translation_A = Vec3(120, -70, 9) - tank.anchor_N;
  EXPECT_EQ(before, key_of(tank, 0, Vec3(120, -70, 9) + box.R * corner));
}

TEST(SurfaceCells, NeighboursAndThingsDiffer) {
  test::Tank tank;
  tank.add(geometry::box({2, 2, 2}), {100, -40, 12});
  tank.add(geometry::box({2, 2, 2}), {100, -40, 12});
  std::set<uint32_t> keys;
  int cells = 0;
  for (int thing = 0; thing < 2; ++thing)
    for (int i = -9; i < 9; ++i)
      for (int j = -9; j < 9; ++j, ++cells)
        keys.insert(key_of(tank, thing, Vec3(100, -40, 12) + Vec3(kCell * i, kCell * j, 1)));
  EXPECT_EQ(keys.size(), static_cast<size_t>(cells));
}

TEST(SurfaceCells, PointsOfOneCellShareItsKey) {
  test::Tank tank;
  tank.add(geometry::box({2, 2, 2}), {100, -40, 12});
  std::set<uint32_t> keys;
  for (int i = 0; i < 100; ++i) keys.insert(key_of(tank, 0, {100 + 0.001 * i, -40, 13}));
  EXPECT_LE(keys.size(), 2u);  // a tenth of a metre lies in one cell or in two
}

}  // namespace surface_cells_test
}  // namespace hadal::sensors
