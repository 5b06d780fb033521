#include "raytrace/mesh_tracer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"
#include "geometry/primitives.h"
#include "math/rotation.h"
#include "raytrace/scene.h"
#include "raytrace/test_rays.h"

namespace hadal::raytrace {
namespace mesh_tracer_test {

using namespace test;

// Two balls that cut into each other, aimed at by rays from outside.
struct Balls {
  Scene scene;
  geometry::TriangleMesh mesh = geometry::sphere(1, 320);
  Shape shape = scene.triangles(mesh);
  std::vector<Placed> things;
  Mat3 R = quaternion_from({0.4, -0.3, 1.2}).toRotationMatrix();

  explicit Balls(double distance_m) {
    for (const double east : {-0.4, 0.4}) {
      Placed placed;
      placed.shape = shape;
      placed.R = R;
      placed.translation_A = Vec3(distance_m, east, 0);
      placed.instance.seen = kSeenSonar;
      things.push_back(placed);
    }
  }
  MeshPosition place(size_t i) const {
    MeshPosition out;
    for (int k = 0; k < 9; ++k) out.matrix[k] = static_cast<float>(R(k / 3, k % 3));
    for (int k = 0; k < 3; ++k) out.translation[k] = static_cast<float>(things[i].translation_A(k));
    return out;
  }
  // The nearest by trying every triangle.
  Hits plain(const Rays& rays) const {
    Hits hits;
    for (int k = 0; k < kLanes; ++k) {
      hits.range_m[k] = std::numeric_limits<float>::infinity();
      hits.instance[k] = hits.primitive[k] = kNothing;
      for (size_t i = 0; i < things.size(); ++i)
        for (size_t t = 0; t < shape.impl_->corners.size(); ++t) {
          const float range = range_on_triangle(place(i), shape.impl_->corners[t], rays, k);
          if (!(range >= rays.near_m[k] && range <= rays.far_m[k] && range < hits.range_m[k]))
            continue;
          hits.range_m[k] = range;
          hits.instance[k] = static_cast<int32_t>(i);
          hits.primitive[k] = static_cast<int32_t>(t);
        }
    }
    return hits;
  }
};

// Rays at corners and edges, where rounding decides, and at places in between; silhouettes and the
// seam of the two balls are among them. Far and near end on the hit itself in some lanes.
TEST(MeshTracer, FindsWhatTryingEveryTriangleFinds) {
  const RandomStream draw(7, "meshes", "aim");
  int hit = 0, lanes = 0;
  for (const double distance_m : {3.0, 30.0, 250.0}) {
    const Balls balls(distance_m);
    const auto view = balls.scene.view(Vec3::Zero(), balls.things);
    int64_t count = 0;
    const auto uniform = [&] { return draw.uniform(count++, 0); };
    for (int tile = 0; tile < 300; ++tile) {
      Rays rays;
      const Vec3 origin(uniform() - 0.5, 4 * uniform() - 2, 4 * uniform() - 2);
      for (int k = 0; k < kLanes; ++k) {
        const size_t ball = k % 2,
                     face = static_cast<size_t>(uniform() * 320) % balls.mesh.triangles.size();
        const double fraction = k % 3 == 0 ? 0 : uniform(), third = k % 4 == 0 ? uniform() : 0;
        const Vec3 q =
            balls.mesh.corner(face, 0) * (1 - fraction) + balls.mesh.corner(face, 1) * fraction;
        const Vec3 at = balls.R * (q * (1 - third) + balls.mesh.corner(face, 2) * third);
        set_ray(rays, k, origin, (balls.things[ball].translation_A + at - origin).normalized());
      }
      for (const bool cut : {false, true}) {
        const Hits plain = balls.plain(rays);
        Hits hits;
        view->trace(rays, kAll, tile % 2 == 0, hits);
        const uint32_t shadow = view->occluded(rays, kAll);
        for (int k = 0; k < kLanes; ++k, ++lanes) {
          EXPECT_EQ(hits.range_m[k], plain.range_m[k]);
          EXPECT_EQ(hits.instance[k], plain.instance[k]);
          EXPECT_EQ(hits.primitive[k], plain.primitive[k]);
          EXPECT_EQ(shadow >> k & 1, plain.instance[k] != kNothing ? 1u : 0u);
          hit += plain.instance[k] != kNothing;
          // Then up to the hit, one step less, or from it on.
          const float range = plain.range_m[k];
          if (cut || !std::isfinite(range)) continue;
          if (k % 3 == 0) rays.far_m[k] = range;
          if (k % 3 == 1) rays.far_m[k] = std::nextafter(range, 0.0f);
          if (k % 3 == 2) rays.near_m[k] = range;
        }
      }
    }
  }
  EXPECT_GT(hit, lanes / 2);
}

// A ray never slips through between two triangles: every ray at a corner or edge that faces it
// hits.
TEST(MeshTracer, LetsNoRayThroughBetweenTriangles) {
  const Balls balls(20);
  const auto view = balls.scene.view(Vec3::Zero(), std::span(balls.things).first(1));
  for (size_t face = 0; face < balls.mesh.triangles.size(); ++face) {
    Rays rays;
    int facing = 0;
    for (int k = 0; k < kLanes; ++k) {
      const double fraction = k / 15.0;
      const Vec3 q = balls.mesh.corner(face, 0) * (1 - fraction) + balls.mesh.corner(face, 1) *
          fraction;
      const Vec3 direction = (balls.things[0].translation_A + balls.R * q).normalized();
      facing += (balls.R * q).normalized().dot(direction) < -0.2;
      set_ray(rays, k, Vec3::Zero(), direction);
    }
    if (facing < kLanes) continue;
    Hits hits;
    view->trace(rays, kAll, true, hits);
    for (int k = 0; k < kLanes; ++k) EXPECT_EQ(hits.instance[k], 0);
    EXPECT_EQ(view->occluded(rays, kAll), 0xffffu);
  }
}

}  // namespace mesh_tracer_test
}  // namespace hadal::raytrace
