#include "outputs/frame_recorder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "outputs/log_topic.h"
#include "outputs/mcap_reader.h"
#include "outputs/picture/log_pictures.h"
#include "outputs/report/test_log.h"

namespace hadal::outputs {
namespace frame_recorder_test {

constexpr int kBeams = 3, kBins = 4;

Frame sonar_frame() {
  Frame frame;
  frame.stamp = 20;
  frame.axes.bearings_rad = {-0.5f, 0.0f, 0.5f};
  frame.axes.ranges_m = {1, 2, 3, 4};
  frame.axes.frequency_hz = 9e5;
  frame.axes.sound_speed_m_s = 1490;
  frame.planes.emplace_back(std::string(kLevelPlane), PlaneType::kFloat32, kBeams, kBins);
  for (int i = 0; i < kBeams * kBins; ++i) frame.planes[0].floats()[i] = static_cast<float>(i);
  frame.planes.emplace_back("object_id", PlaneType::kInt32, kBeams, kBins);
  frame.planes.emplace_back(std::string(kPointsPlane), PlaneType::kFloat32, 2, 1, 4);
  const float points[] = {1, 2, 3, 9, NAN, NAN, NAN, NAN};
  std::copy(std::begin(points), std::end(points), frame.planes[2].floats().begin());
  return frame;
}

World sonar_world(const std::string& frames) {
  World world;
  world.record.frames = frames;
  world.links.resize(1);
  world.links[0].path = "rov/hull";
  MountedFrameSensor sensor;
  sensor.path = "rov/fls";
  sensor.X_LS = {Vec3(0.3, 0.1, 0.2), Quat::Identity()};
  world.frame_sensors.push_back(sensor);
  return world;
}

TEST(FrameMessages, BeamsOfOneRangeLieTogether) {
  const ProjectedSonarImage message = sonar_image({}, sonar_frame());
  ASSERT_EQ(message.image.data.size(), sizeof(float) * kBeams * kBins);
  EXPECT_EQ(message.image.beam_count, 3u);
  float value = 0;  // range 2, beam 1
  std::memcpy(&value, &message.image.data[sizeof(float) * (2 * kBeams + 1)], sizeof value);
  EXPECT_EQ(value, 1 * kBins + 2);
  EXPECT_NEAR(message.beam_directions[2].y, std::sin(0.5), 1e-7);  // starboard
  EXPECT_NEAR(message.beam_directions[2].z, std::cos(0.5), 1e-7);  // ahead
}

TEST(FrameMessages, LevelsComeBackFromTheMessage) {
  SonarLevels levels;
  ASSERT_TRUE(sonar_levels(sonar_image({}, sonar_frame()), levels));
  for (int i = 0; i < kBeams * kBins; ++i) EXPECT_EQ(levels.level_db[i], i);
  EXPECT_NEAR(levels.bearings_rad[0], -0.5, 1e-6);
}

TEST(FrameMessages, InconsistentImagesAreNotDrawn) {
  SonarLevels levels;
  ProjectedSonarImage message = sonar_image({}, sonar_frame());
  message.image.data.pop_back();
  EXPECT_FALSE(sonar_levels(message, levels));
  message = sonar_image({}, sonar_frame());
  message.ranges[1] = -5;
  EXPECT_FALSE(sonar_levels(message, levels));
  message = sonar_image({}, sonar_frame());
  message.beam_directions[0].y = NAN;
  EXPECT_FALSE(sonar_levels(message, levels));
}

TEST(FrameMessages, PointsTurnToForwardLeftUpAndMissesAreLeftOut) {
  const PointCloud2 cloud = point_cloud({}, sonar_frame().planes[2]);
  ASSERT_EQ(cloud.width, 1u);
  ASSERT_EQ(cloud.data.size(), 16u);
  float point[4];
  std::memcpy(point, cloud.data.data(), sizeof point);
  EXPECT_EQ(point[0], 1);
  EXPECT_EQ(point[1], -2);
  EXPECT_EQ(point[2], -3);
  EXPECT_EQ(point[3], 9);
  EXPECT_EQ(cloud.point_fields[3].name, "intensity");
}

std::vector<std::string> topics_with(const std::string& frames) {
  const testing::TestFolder folder("frames_" + frames);
  const std::string path = folder.file("log.mcap");
  const World world = sonar_world(frames);
  const Frame frame = sonar_frame();
  {
    auto log = McapWriter::open(path).value();
    LogSink sink(*log);
    FrameRecorder recorder(sink, world.record, world, {&frame});
    recorder.record_mounts(world, 1000);
    recorder.record(world, 0, frame, 2000);
    log->close();
  }
  McapReader log = McapReader::open(path).value();
  if (frames != "none") {
    EXPECT_EQ(picture_topics(log), std::vector<std::string>{"/rov/fls"});
    EXPECT_TRUE(log_picture(log, {"/rov/fls", SonarView::kAuto, {}, 200}).ok());
    EXPECT_FALSE(log_picture(log, {"/rov/fls", SonarView::kWaterfall, {}, 200}).ok());
  }
  return log.topics();
}

TEST(FrameRecorder, WritesWhatWasAskedFor) {
  using Topics = std::vector<std::string>;
  EXPECT_EQ(topics_with("none"), Topics{});
  EXPECT_EQ(topics_with("images"), (Topics{"/rov/fls", "/rov/fls/points", "/tf_static"}));
  EXPECT_EQ(topics_with("all"),
            (Topics{"/rov/fls", "/rov/fls/object_id", "/rov/fls/points", "/tf_static"}));
}

}  // namespace frame_recorder_test
}  // namespace hadal::outputs
