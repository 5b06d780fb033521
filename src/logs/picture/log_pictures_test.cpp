#include "logs/picture/log_pictures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/test_folder.h"
#include "outputs/log_topic.h"
#include "outputs/messages/messages.h"
#include "outputs/test_sonar.h"

namespace hadal::logs {
namespace log_pictures_test {

using test::TestFolder;

constexpr int64_t kSecond_ns = 1'000'000'000;

// A sonar image with levels that rise along the beams.
ProjectedSonarImage image(int beams, double first_rad, double step_rad) {
  constexpr int kBins = 40;
  ProjectedSonarImage out;
  for (int b = 0; b < beams; ++b) {
    const double bearing = first_rad + step_rad * b;
    out.beam_directions.push_back({0, std::sin(bearing), std::cos(bearing)});
  }
  out.image.dtype = SonarImageData::kFloat32;
  out.image.beam_count = static_cast<uint32_t>(beams);
  for (int r = 0; r < kBins; ++r) {
    out.ranges.push_back(1 + 0.25f * static_cast<float>(r));
    for (int b = 0; b < beams; ++b) {
      const float level = static_cast<float>(r + b);
      const auto* bytes = reinterpret_cast<const uint8_t*>(&level);
      out.image.data.insert(out.image.data.end(), bytes, bytes + sizeof level);
    }
  }
  return out;
}

PointCloud2 cloud(int64_t time_ns, const std::vector<std::array<float, 3>>& points) {
  PointCloud2 out;
  out.header = {to_time(time_ns), "rov/mbes"};
  out.point_fields = {{"x", 0, 7, 1}, {"y", 4, 7, 1}, {"z", 8, 7, 1}};
  out.point_step = 12;
  for (const auto& p : points) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(p.data());
    out.data.insert(out.data.end(), bytes, bytes + 12);
  }
  return out;
}

TFMessage transform(int64_t time_ns, const std::string& parent, const std::string& child,
                    const Vector3& p, const Quaternion& q) {
  TransformStamped out;
  out.header = {to_time(time_ns), parent};
  out.child_frame_id = child;
  out.transform = {p, q};
  return {{out}};
}

// Ten pings of a fan, of a side-scan and of a point sensor on a vehicle that goes north at 2 m/s,
// with transforms once in five pings.
void write_log(const std::string& path) {
  auto log = McapWriter::open(path).value();
  const uint16_t truth = add_topic<Odometry>(*log, "/rov/ground_truth");
  const uint16_t fan = add_topic<ProjectedSonarImage>(*log, "/rov/fls");
  const uint16_t lines = add_topic<ProjectedSonarImage>(*log, "/rov/side_scan");
  const uint16_t points = add_topic<PointCloud2>(*log, "/rov/mbes/points");
  const uint16_t tf = add_topic<TFMessage>(*log, "/tf");
  const uint16_t mounts = add_topic<TFMessage>(*log, "/tf_static");
  CdrWriter cdr;
  log_message(*log, mounts, 0, transform(0, "rov/hull", "rov/mbes", {0, 0, -1}, {0, 0, 0, 1}), cdr);
  const Quaternion north{0, 0, std::sqrt(0.5), std::sqrt(0.5)};
  for (int64_t i = 0; i <= 10; ++i) {
    const int64_t now = i * kSecond_ns;
    Odometry odometry;
    odometry.header.stamp = to_time(now);
    log_message(*log, truth, now, odometry, cdr);
    if (i % 5 == 0)
      log_message(
          *log, tf, now,
          transform(now, "world", "rov/hull", {3, 2.0 * static_cast<double>(i), -10}, north), cdr);
    log_message(*log, fan, now, image(24, -0.5, 0.04), cdr);
    log_message(*log, lines, now, image(2, -1.57, 3.14), cdr);
    log_message(*log, points, now, cloud(now, {{0, 4, -5}, {0, -4, -7}}), cdr);
  }
  log->close();
}

std::vector<std::string> topics_with(const std::string& frames) {
  const TestFolder folder("frames_" + frames);
  const std::string path = folder.file("log.mcap");
  const World world = outputs::testing::sonar_world(frames);
  const Frame frame = outputs::testing::sonar_frame();
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

TEST(LogPictures, AreThereWhereTheRecorderWasAskedForThem) {
  using Topics = std::vector<std::string>;
  EXPECT_EQ(topics_with("none"), Topics{"/tf_static"});
  EXPECT_EQ(topics_with("images"), (Topics{"/rov/fls", "/rov/fls/points", "/tf_static"}));
  EXPECT_EQ(topics_with("all"),
            (Topics{"/rov/fls", "/rov/fls/object_id", "/rov/fls/points", "/tf_static"}));
}

// The points of the first ping lie 4 m to port and to starboard of a vehicle that faces north at
// (3 E, 0 N), those of the last at 20 N; both between 1 + 10 + 5 and 1 + 10 + 7 m deep.
TEST(LogPictures, PointsArePlacedByTheTransforms) {
  const TestFolder folder("points");
  write_log(folder.file("log.mcap"));
  McapReader log = McapReader::open(folder.file("log.mcap")).value();
  EXPECT_EQ(picture_topics(log),
            (std::vector<std::string>{"/rov/fls", "/rov/mbes/points", "/rov/side_scan"}));
  constexpr int kSize = 400;
  const Picture picture =
      log_picture(log, {"/rov/mbes/points", SonarView::kAuto, {}, kSize}).value();
  // 20 m from south to north on 400 pixels; the track is the middle of the picture.
  constexpr int kLeft = 64, kTop = 44, kMargins = 88;
  EXPECT_EQ(picture.height(), kSize + kMargins);
  constexpr double kScale = kSize / 20.0;
  const int middle = kLeft + (picture.width() - kMargins) / 2;
  const auto at = [&](double right_m, double north_m) {
    return picture.at(middle + static_cast<int>(right_m * kScale),
                      kTop + static_cast<int>((20 - north_m) * kScale));
  };
  for (const double north : {2.0, 8.0, 14.0}) {  // also between two transforms
    const Colour port = at(-3.99, north), starboard = at(3.99, north), track = at(0, north);
    EXPECT_GT(port[0], 150) << north;        // 16 m: the shallow end is pale
    EXPECT_LT(starboard[0], 60) << north;    // 18 m
    EXPECT_GT(starboard[2], 50) << north;    // and blue
    EXPECT_EQ(track, (Colour{12, 14, 18}));  // nothing was measured here
  }
  EXPECT_FALSE(log_picture(log, {"/rov/mbes/points", SonarView::kFan, {}, kSize}).ok());
}

TEST(LogPictures, WithoutTransformsThereIsNoMap) {
  const TestFolder folder("lost");
  {
    auto log = McapWriter::open(folder.file("log.mcap")).value();
    CdrWriter cdr;
    log_message(*log, add_topic<PointCloud2>(*log, "/rov/mbes/points"), 0, cloud(0, {{1, 2, 3}}),
                cdr);
  }
  McapReader log = McapReader::open(folder.file("log.mcap")).value();
  EXPECT_FALSE(log_picture(log, {"/rov/mbes/points", SonarView::kAuto, {}, 100}).ok());
}

}  // namespace log_pictures_test
}  // namespace hadal::logs
