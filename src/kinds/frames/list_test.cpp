#include "kinds/frames/list.h"

#include <gtest/gtest.h>

#include <set>

#include "kinds/frames/camera.h"
#include "kinds/frames/line_sonars.h"

namespace hadal::inline kinds {
namespace frame_list_test {

TEST(FrameSensors, EveryKindIsFoundByItsSchemaAndSaysWhatItCovers) {
  std::set<std::string> names;
  for (const FrameSensorKind* kind : frame_sensor_list().kinds()) {
    const StructSchema& schema = kind->schema();
    EXPECT_TRUE(names.insert(schema.name).second) << schema.name;
    EXPECT_EQ(frame_sensor_list().find(&schema), kind);
    const std::shared_ptr<void> config = schema.create();
    EXPECT_FALSE(kind->views(config.get()).empty()) << schema.name;
    for (const FrameHead& head : kind->heads(config.get()))
      EXPECT_EQ(head.config.schema(), &schema) << schema.name;
  }
  EXPECT_EQ(names.size(), 12u);
}

TEST(FrameSensors, CamerasHaveALens) {
  for (const FrameSensorKind* kind : frame_sensor_list().kinds()) {
    const bool camera = kind->schema().name.find("camera") != std::string::npos;
    EXPECT_EQ(kind->camera != nullptr, camera) << kind->schema().name;
  }
}

TEST(FrameSensors, APairIsTwoCamerasABaselineApart) {
  StereoCameraModel pair;
  pair.baseline_m = 0.25;
  const std::vector<FrameHead> heads = pair.heads();
  ASSERT_EQ(heads.size(), 2u);
  EXPECT_EQ(heads[0].name_end, "/left");
  EXPECT_EQ(heads[0].p_SH_S, Vec3::Zero());
  EXPECT_EQ(heads[0].config.as<StereoCameraModel>()->baseline_m, 0);
  EXPECT_EQ(heads[1].name_end, "/right");
  EXPECT_EQ(heads[1].p_SH_S, Vec3(0, 0.25, 0));
  EXPECT_EQ(heads[1].config.as<StereoCameraModel>()->baseline_m, 0.25);
}

TEST(FrameSensors, LabelsOfAPairAreThoseOfTheCameraThatIsNamed) {
  using Labelled = StereoCameraModel::Labelled;
  StereoCameraModel pair;
  pair.labels = {"depth", "boxes"};
  const struct {
    Labelled labelled;
    size_t left, right;
  } cases[] = {{Labelled::kBoth, 2, 2}, {Labelled::kLeft, 2, 0}, {Labelled::kRight, 0, 2}};
  for (const auto& row : cases) {
    pair.labelled = row.labelled;
    const std::vector<FrameHead> heads = pair.heads();
    EXPECT_EQ(heads[0].config.as<StereoCameraModel>()->labels.size(), row.left);
    EXPECT_EQ(heads[1].config.as<StereoCameraModel>()->labels.size(), row.right);
  }
}

TEST(FrameSensors, AHeadHasParametersOfItsOwn) {
  const CameraModel camera;
  const FrameSensorKind& kind = *frame_sensor_list().find(&CameraModel::schema());
  const FrameHead head = kind.heads(&camera).at(0);
  kind.camera(head.config.data())->sees_own_vehicle = false;
  EXPECT_TRUE(camera.sees_own_vehicle);
}

TEST(FrameSensors, ASectorIsItsFan) {
  ScanningSonarModel sonar;
  EXPECT_EQ(std::get<FanView>(sonar.views()[0]).bearing_max_rad, std::numbers::pi);
  sonar.sector_rad = {-0.3, 0.5};
  EXPECT_EQ(std::get<FanView>(sonar.views()[0]).bearing_min_rad, -0.3);
  EXPECT_EQ(std::get<FanView>(sonar.views()[0]).bearing_max_rad, 0.5);
}

}  // namespace frame_list_test
}  // namespace hadal::kinds
