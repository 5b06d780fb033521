#include "outputs/report/pictures.h"

#include <gtest/gtest.h>
#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "hadal/log.h"
#include "outputs/log_topic.h"
#include "outputs/messages.h"
#include "outputs/picture/log_pictures.h"
#include "outputs/report/test_log.h"

namespace hadal::outputs {
namespace pictures_test {

using testing::read_text;
using testing::TestFolder;

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

std::vector<uint8_t> from_base64(std::string_view text) {
  static constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<uint8_t> out;
  uint32_t bits = 0, count = 0;
  for (const char letter : text) {
    if (letter == '=') break;
    bits = bits << 6 | static_cast<uint32_t>(kLetters.find(letter));
    if ((count += 6) < 8) continue;
    count -= 8;
    out.push_back(static_cast<uint8_t>(bits >> count));
  }
  return out;
}

struct Decoded {
  unsigned width = 0, height = 0;
  size_t colours = 0;  // different values of red
};

Decoded decoded(const std::vector<uint8_t>& png) {
  png_image head{};
  head.version = PNG_IMAGE_VERSION;
  EXPECT_TRUE(png_image_begin_read_from_memory(&head, png.data(), png.size()));
  head.format = PNG_FORMAT_RGB;
  std::vector<uint8_t> rgb(PNG_IMAGE_SIZE(head));
  EXPECT_TRUE(png_image_finish_read(&head, nullptr, rgb.data(), 0, nullptr));
  std::array<bool, 256> seen{};
  for (size_t i = 0; i < rgb.size(); i += 3) seen[rgb[i]] = true;
  return {head.width, head.height, static_cast<size_t>(std::count(seen.begin(), seen.end(), true))};
}

std::vector<Decoded> pictures_in(const std::string& html) {
  const std::string start = "src=\"data:image/png;base64,";
  std::vector<Decoded> out;
  for (size_t at = html.find(start); at != std::string::npos; at = html.find(start, at)) {
    at += start.size();
    out.push_back(decoded(from_base64(std::string_view(html).substr(at, html.find('"', at) - at))));
  }
  return out;
}

TEST(ReportPictures, AreInThePageAndCanBeDecoded) {
  const TestFolder folder("pictures");
  write_log(folder.file("log.mcap"));
  ASSERT_EQ(write_report(folder.file("log.mcap"), folder.file("r.html")).exit_code, 0);
  const std::string html = read_text(folder.file("r.html"));
  const std::vector<Decoded> found = pictures_in(html);
  ASSERT_EQ(found.size(), 5u);  // three of the fan, one of the points, one of the lines
  for (const Decoded& picture : found) {
    EXPECT_GT(picture.width, 200u);
    EXPECT_GT(picture.height, 100u);
    EXPECT_GT(picture.colours, 4u);
  }
  for (const char* part : {"ping 1 of 11, 0.00 s", "ping 6 of 11, 5.00 s", "ping 11 of 11, 10.00 s",
                           "11 lines, 10.00 s", "22 points, 10.00 s"})
    EXPECT_NE(html.find(part), std::string::npos) << part;
}

TEST(ReportPictures, StopWhenThePageIsFull) {
  const TestFolder folder("budget");
  write_log(folder.file("log.mcap"));
  McapReader log = McapReader::open(folder.file("log.mcap")).value();
  PictureBudget budget;
  budget.bytes = 1000;
  const std::string html = pictures_html(log, "rov", {}, budget);
  EXPECT_TRUE(pictures_in(html).empty());
  EXPECT_NE(html.find("The page is full"), std::string::npos);
  EXPECT_LT(html.size(), 3000u);
}

TEST(ReportPictures, SayHowToRecordThem) {
  const TestFolder folder("unrecorded");
  { ASSERT_TRUE(McapWriter::open(folder.file("log.mcap")).value()->close()); }
  McapReader log = McapReader::open(folder.file("log.mcap")).value();
  const std::string sensors =
      "sensors: [!forward_looking_sonar {name: fls}, !imu {name: imu}, !side_scan_sonar {name: "
      "ss}]";
  const ScenarioFacts facts = read_scenario_facts(
      "record: {frames: none}\nvehicles:\n  - {name: rov, model: x, " + sensors + "}\n");
  PictureBudget budget;
  const std::string html = pictures_html(log, "rov", facts, budget);
  EXPECT_NE(html.find("pictures of fls, ss are not in the log"), std::string::npos);
  EXPECT_NE(html.find("--set record.frames=images"), std::string::npos);
  EXPECT_EQ(pictures_html(log, "other", facts, budget), "");
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
  EXPECT_TRUE(sample_pictures(log, "/rov/mbes/points", 100).empty());
}

}  // namespace pictures_test
}  // namespace hadal::outputs
