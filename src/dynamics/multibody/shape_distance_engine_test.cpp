// The distances that planning goes by against the engine's own collision function.
#include <gtest/gtest.h>

#include <vector>

#include "dynamics/contact/shape_distance.h"
#include "dynamics/contact/test_terrain.h"
#include "dynamics/multibody/engine_model.h"
#include "dynamics/multibody/test_models.h"

namespace hadal::dynamics {
namespace shape_distance_engine_test {

constexpr double kUndecided_m = 1e-4;  // the engine keeps hulls in single precision

LinkSpec body(const CollisionShape& shape) {
  LinkSpec link;
  link.name = "body";
  link.mass_kg = 1;
  link.inertia_G = Mat3::Identity();
  link.collisions = {shape};
  return link;
}

void place(mjData& data, int body, const ShapePose& pose) {
  const Quat q(pose.R_NS);
  const double values[7] = {pose.p_NS.x(), pose.p_NS.y(), pose.p_NS.z(), q.w(), q.x(), q.y(), q.z()};
  std::copy_n(values, 7, data.qpos + 7 * body);
}

TEST(ShapeDistance, IsZeroWhereTheEngineFindsContactsAndOnlyThere) {
  testing::Draws draws("engine");
  std::vector<mjContact> contacts(mjMAXCONPAIR);
  int touching = 0, apart = 0;
  for (const CollisionShape& shape_a : testing::shapes_of_size(1))
    for (const CollisionShape& shape_b : testing::shapes_of_size(0.7)) {
      MultibodySpec spec;
      spec.links = {body(shape_a), body(shape_b)};
      const EngineModel engine(spec);
      const DataPointer data = make_data(*engine.model);
      for (int n = 0; n < 100; ++n) {
        ShapePose poses[2];
        for (int k = 0; k < 2; ++k) {
          const Vec3 p = 0.8 * draws.vector();
          poses[k] = {p, draws.attitude().toRotationMatrix()};
          place(*data, k, poses[k]);
        }
        mj_kinematics(engine.model.get(), data.get());
        const auto shapes = engine.scene.shapes();
        const double distance = shape_distance(shapes[0].convex, poses[0], shapes[1].convex,
                                               poses[1], 10);
        const bool found = collide(engine, *data, 0, 1, contacts) > 0;
        (found ? touching : apart)++;
        if (found) {
          EXPECT_LE(distance, kUndecided_m);
        } else if (distance <= 0) {
          // Barely: moved apart by a little they are free.
          const Vec3 away = (poses[0].p_NS - poses[1].p_NS).normalized();
          EXPECT_GT(shape_distance(shapes[0].convex,
                                   {poses[0].p_NS + kUndecided_m * away, poses[0].R_NS},
                                   shapes[1].convex, poses[1], 10),
                    0);
        }
      }
    }
  EXPECT_GT(touching, 500);
  EXPECT_GT(apart, 500);
}

}  // namespace shape_distance_engine_test
}  // namespace hadal::dynamics
