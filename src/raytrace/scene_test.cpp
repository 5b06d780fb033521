#include "raytrace/scene.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <thread>

#include "base/arena.h"
#include "base/problem.h"
#include "base/rng.h"
#include "geometry/height_window.h"
#include "geometry/primitives.h"
#include "raytrace/test_rays.h"

namespace hadal::raytrace {
namespace scene_test {

using namespace test;
constexpr double kSingle_m = 5e-6;      // rounding of ten metres in single precision
constexpr double kMaxOnEdges = 0.002;  // of rays, where rounding decides whether a crest is met

std::shared_ptr<const View> view_of(const Scene& scene, const Shape& shape) {
  Placed placed;
  placed.shape = shape;
  placed.instance.seen = kSeenSeabed;
  return scene.view(Vec3::Zero(), std::span(&placed, 1));
}

double down_range(const View& view, double x, double y) {
  Hits hits;
  view.trace(same_rays({x, y, -10}, Vec3::UnitZ()), kAll, true, hits);
  return hits.range_m[5];
}

// Depth on the triangles of geometry/height_window.h.
double window_depth(const geometry::HeightWindow& window, double x, double y) {
  const double u = x / window.cell_m, v = y / window.cell_m;
  const auto i = static_cast<int64_t>(u), j = static_cast<int64_t>(v);
  const double a = u - static_cast<double>(i), b = v - static_cast<double>(j);
  const double d00 = window.depth(i, j), d11 = window.depth(i + 1, j + 1);
  return a >= b ? d00 + a * (window.depth(i + 1, j) - d00) + b * (d11 - window.depth(i + 1, j))
                : d00 + b * (window.depth(i, j + 1) - d00) + a * (d11 - window.depth(i, j + 1));
}

TEST(RayScene, AGridIsCutAlongTheDiagonalOfTheLattice) {
  constexpr int kRows = 9, kColumns = 6;
  constexpr double kCell_m = 0.5;
  const RandomStream draw(7, "grid", "depth");
  std::vector<double> depth(kRows * kColumns);
  std::vector<float> z(depth.size());
  for (size_t k = 0; k < z.size(); ++k)
    depth[k] = z[k] = static_cast<float>(draw.uniform(0, static_cast<uint32_t>(k)));
  const geometry::HeightWindow window{kCell_m, 0, 0, kRows, kColumns, depth};
  const Scene scene;
  const auto view = view_of(scene, scene.grid(kRows, kColumns, kCell_m, z));
  for (uint32_t k = 0; k < 2000; ++k) {
    const double x = (kRows - 1) * kCell_m * draw.uniform(1, k);
    const double y = (kColumns - 1) * kCell_m * draw.uniform(2, k);
    const double exact = 10 + window_depth(window, x, y);
    ASSERT_NEAR(down_range(*view, x, y), exact, kSingle_m) << x << " " << y;
    ASSERT_NEAR(view->trace_one({x, y, -10}, Vec3::UnitZ(), 0, kEver, kAll).range_m, exact, 1e-12);
  }
}

geometry::TriangleMesh mesh_of(const geometry::HeightWindow& window, int rows, int columns) {
  geometry::TriangleMesh mesh;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      mesh.vertices.emplace_back(i * window.cell_m, j * window.cell_m, window.depth(i, j));
  for (int i = 0; i + 1 < rows; ++i)
    for (int j = 0; j + 1 < columns; ++j) {
      const auto a = static_cast<uint32_t>(i * columns + j);
      const uint32_t b = a + static_cast<uint32_t>(columns);
      mesh.triangles.push_back({a, b + 1, b});
      mesh.triangles.push_back({a, a + 1, b + 1});
    }
  return mesh;
}

// A grid has a tracer of its own; the same triangles as a mesh are left to Embree.
TEST(RayScene, AGridAndAMeshOfItsTrianglesAreHitAlike) {
  constexpr int kRows = 90, kColumns = 61;
  constexpr double kCell_m = 0.3;
  const RandomStream draw(7, "grid", "mesh");
  std::vector<double> depth;
  for (uint32_t k = 0; k < kRows * kColumns; ++k)
    depth.push_back(static_cast<float>(0.4 * draw.uniform(0, k)));
  const geometry::HeightWindow window{kCell_m, 0, 0, kRows, kColumns, depth};
  const Scene scene;
  const auto grid = view_of(
      scene, scene.grid(kRows, kColumns, kCell_m, std::vector<float>(depth.begin(), depth.end())));
  const auto mesh = view_of(scene, scene.triangles(mesh_of(window, kRows, kColumns)));
  int found = 0, grazing = 0;
  for (uint32_t t = 0; t < 4000; ++t) {
    Rays rays;
    const double down = draw.uniform(1, t), bearing = 6.28 * draw.uniform(2, t);
    for (int k = 0; k < kLanes; ++k) {
      const double b = bearing + 0.004 * (k % 4), e = down + 0.004 * (k / 4);
      set_ray(rays, k, {13, 9, -2},
              Vec3(std::cos(b) * std::cos(e), std::sin(b) * std::cos(e), std::sin(e)));
    }
    Hits a, b;
    grid->trace(rays, kAll, true, a);
    mesh->trace(rays, kAll, true, b);
    for (int k = 0; k < kLanes; ++k) {
      const bool both = a.instance[k] == 0 && b.instance[k] == 0;
      const double cosine = -normal(a, k).dot(Vec3(rays.dx[k], rays.dy[k], rays.dz[k]));
      const bool alike =
          a.instance[k] == b.instance[k] &&
          (!both || std::abs(a.range_m[k] - b.range_m[k]) < kSingle_m / std::max(cosine, 1e-3));
      grazing += !alike;  // one of them just misses an edge
      found += both;
      if (alike && both && cosine > 0.1)
        grazing += (normal(a, k) - normal(b, k)).norm() > 1e-4;  // the other side of an edge
    }
  }
  EXPECT_GT(found, 50000);
  EXPECT_LE(grazing, kMaxOnEdges * found);
}

TEST(RayScene, AnEmptyMeshIsAnEmptyShapeThatNothingHits) {
  const Scene scene;
  const Shape none = scene.triangles({});
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.bytes(), 0u);
  const auto view = view_of(scene, none);
  EXPECT_EQ(view->instances(), 1);
  EXPECT_FALSE(view->trace_one(Vec3::Zero(), Vec3::UnitX(), 0, kEver, kAll).found());
  EXPECT_EQ(scene.view(Vec3::Zero(), {})->instances(), 0);
}

TEST(RayScene, BadMeshesAreRefusedWithAReason) {
  const Scene scene;
  const auto refusal = [&](const geometry::TriangleMesh& mesh) -> std::string {
    try {
      static_cast<void>(scene.triangles(mesh));
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "";
  };
  geometry::TriangleMesh mesh = geometry::box({1, 1, 1});
  EXPECT_EQ(refusal(mesh), "");
  mesh.vertices[3].y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(refusal(mesh).find("vertex 3 is not finite"), std::string::npos);
  mesh.vertices[3].y() = 1e300;
  EXPECT_NE(refusal(mesh).find("vertex 3 is not finite"), std::string::npos);
  mesh = geometry::box({1, 1, 1});
  mesh.triangles[2][1] = 4711;
  EXPECT_NE(refusal(mesh).find("triangle 2 names vertex 4711"), std::string::npos);
  const std::vector<float> z{0, 0, 0, std::numeric_limits<float>::infinity()};
  EXPECT_THROW(static_cast<void>(scene.grid(2, 2, 1, z)), InvalidInput);
}

TEST(RayScene, AGridTakesATenthOfTheMemoryOfTriangles) {
  constexpr int kSide = 129;
  const Scene scene;
  const Shape grid = scene.grid(kSide, kSide, 1, std::vector<float>(kSide * kSide));
  const std::vector<double> flat(kSide * kSide);
  const Shape triangles = scene.triangles(mesh_of({1, 0, 0, kSide, kSide, flat}, kSide, kSide));
  constexpr size_t kTriangles = 2 * (kSide - 1) * (kSide - 1);
  EXPECT_GT(grid.bytes(), kTriangles * 4);
  EXPECT_LT(grid.bytes(), kTriangles * 8);
  EXPECT_GT(triangles.bytes(), 10 * grid.bytes());
}

// Embree can be told to use one thread, but then no one in the process gets more.
TEST(RayScene, LeavesTheOtherThreadsOfTheProcessAlone) {
  const Scene scene;
  const Shape ball = scene.triangles(geometry::sphere(1, 5000));
  ThreadArena arena(4);
  std::array<std::thread::id, 64> ids;
  arena.for_each(ids.size(), [&](size_t i) {
    ids[i] = std::this_thread::get_id();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  });
  EXPECT_GT(std::set(ids.begin(), ids.end()).size(), 1u);
}

}  // namespace scene_test
}  // namespace hadal::raytrace
