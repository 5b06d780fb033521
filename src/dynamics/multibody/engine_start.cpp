#include "dynamics/multibody/engine_start.h"

#include <algorithm>

#include "dynamics/contact/contact_search.h"

namespace hadal::dynamics {
namespace {

class StartSearch {
 public:
  StartSearch(const EngineModel& engine, std::span<const char> marked,
              std::span<const double> joint_position)
      : engine_(engine), marked_(marked), data_(make_data(*engine.model)), found_(mjMAXCONPAIR) {
    std::copy_n(engine.model->qpos0, engine.model->nq, data_->qpos);
    for (size_t link = 0; link < engine.bodies.size(); ++link) {
      const int joint = engine.model->body_jntadr[engine.bodies[link]];
      if (joint >= 0 && engine.model->jnt_type[joint] != mjJNT_FREE)
        data_->qpos[engine.model->jnt_qposadr[joint]] = joint_position[link];
    }
    mj_kinematics(engine.model.get(), data_.get());
  }

  std::vector<StartOverlap> find() {
    const ContactScene& scene = engine_.scene;
    for (const auto& [a, b] : scene.excluded())
      if (marked_[a] || marked_[b]) add(a, b);
    for (int a = 0; a < scene.link_count(); ++a)
      for (int b = a + 1; b < scene.link_count(); ++b)
        if ((marked_[a] || marked_[b]) && scene.may_meet(a, b)) add(a, b);
    if (scene.terrain()) add_ground();
    return std::move(overlaps_);
  }

 private:
  LinkPose pose_of(int link) const {
    const int body = engine_.bodies[link];
    using Rows = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
    return {Vec3(data_->xpos + 3 * body), Eigen::Map<const Rows>(data_->xmat + 9 * body)};
  }

  void add(int a, int b) {
    const ContactScene& scene = engine_.scene;
    double depth_m = 0;
    for (size_t i = 0; i < scene.shapes_of(a).size(); ++i)
      for (size_t j = 0; j < scene.shapes_of(b).size(); ++j)
        if (shapes_near(scene.shapes_of(a)[i], pose_of(a), scene.shapes_of(b)[j], pose_of(b)))
          depth_m = std::max(depth_m, depth_of(scene.first_shape(a) + static_cast<int>(i),
                                               scene.first_shape(b) + static_cast<int>(j)));
    if (depth_m > 0) overlaps_.push_back({a, b, depth_m});
  }

  double depth_of(int shape_a, int shape_b) {
    const int count = collide(engine_, *data_, shape_a, shape_b, found_);
    double depth_m = 0;
    for (int i = 0; i < count; ++i) depth_m = std::max(depth_m, -found_[i].dist);
    return depth_m;
  }

  void add_ground() {
    ContactSearch search(engine_.scene);
    for (int link = 0; link < engine_.scene.link_count(); ++link) {
      if (!marked_[link]) continue;
      double depth_m = 0;
      for (const SceneShape& shape : engine_.scene.shapes_of(link))
        for (const TerrainContact& touch : search.ground_contacts(shape, pose_of(link)))
          depth_m = std::max(depth_m, touch.depth_m);
      if (depth_m > 0) overlaps_.push_back({link, -1, depth_m});
    }
  }

  const EngineModel& engine_;
  std::span<const char> marked_;
  DataPointer data_;
  std::vector<mjContact> found_;
  std::vector<StartOverlap> overlaps_;
};

}  // namespace

std::vector<StartOverlap> find_start_overlaps(const EngineModel& engine,
                                              std::span<const char> marked,
                                              std::span<const double> joint_position) {
  if (std::none_of(marked.begin(), marked.end(), [](char m) { return m; })) return {};
  return StartSearch(engine, marked, joint_position).find();
}

}  // namespace hadal::dynamics
