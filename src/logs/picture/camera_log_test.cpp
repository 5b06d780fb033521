#include "logs/picture/camera_log.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/rng.h"
#include "base/test_folder.h"
#include "hadal/log.h"
#include "logs/picture/image_messages.h"
#include "logs/reader/test_log.h"
#include "outputs/picture/codec.h"
#include "outputs/test_camera.h"

namespace hadal::logs {
namespace camera_log_test {

using outputs::testing::camera_frame;
using outputs::testing::camera_world;
using test::read_text;
using test::TestFolder;
using outputs::testing::write_camera_log;

using Topics = std::vector<std::string>;

McapReader open_log(const TestFolder& folder, const std::string& frames, const std::string& images,
                    int count = 7) {
  write_camera_log(folder.file("log.mcap"), camera_world(frames, images), count);
  return McapReader::open(folder.file("log.mcap")).value();
}

TEST(CameraLog, HasTheTopicsThatWereAskedFor) {
  const TestFolder folder("camera_topics");
  EXPECT_EQ(open_log(folder, "none", "jpeg").topics(), Topics{"/tf_static"});
  EXPECT_EQ(open_log(folder, "images", "none").topics(), Topics{"/tf_static"});
  EXPECT_EQ(open_log(folder, "images", "raw").topics(),
            (Topics{"/rov/cam/camera_info", "/rov/cam/image", "/tf_static"}));
  EXPECT_EQ(open_log(folder, "images", "jpeg").topics(),
            (Topics{"/rov/cam/camera_info", "/rov/cam/image/compressed", "/tf_static"}));
  EXPECT_EQ(open_log(folder, "all", "png").topics(),
            (Topics{"/rov/cam/boxes_2d", "/rov/cam/boxes_3d", "/rov/cam/camera_info",
                    "/rov/cam/depth_m", "/rov/cam/image/compressed", "/rov/cam/instance",
                    "/rov/cam/instance/label_info", "/rov/cam/normal", "/rov/cam/semantic",
                    "/rov/cam/semantic/label_info", "/tf_static"}));
}

TEST(CameraLog, FindsCamerasAndTheirLabels) {
  const TestFolder folder("camera_find");
  const McapReader log = open_log(folder, "all", "png");
  const std::vector<LogCamera> cameras = cameras_of(log);
  ASSERT_EQ(cameras.size(), 1u);
  EXPECT_EQ(cameras[0].name, "/rov/cam");
  EXPECT_EQ(cameras[0].image, "/rov/cam/image/compressed");
  EXPECT_EQ(cameras[0].labels, (Topics{"/rov/cam/depth_m", "/rov/cam/instance", "/rov/cam/normal",
                                       "/rov/cam/semantic"}));
  for (const char* wanted : {"", "/rov/cam", "rov/cam", "/rov/cam/image"})
    EXPECT_EQ(find_image_topic(log, wanted), "/rov/cam/image/compressed") << wanted;
  EXPECT_EQ(find_image_topic(log, "/rov/cam/depth_m"), "/rov/cam/depth_m");
  EXPECT_EQ(find_image_topic(log, "/rov/sonar"), std::nullopt);
}

// Of an event camera the image stands before its events.
TEST(CameraLog, ShowsImagesBeforeEvents) {
  const TestFolder folder("camera_events");
  {
    auto log = McapWriter::open(folder.file("log.mcap")).value();
    CdrWriter cdr;
    const uint16_t events = add_topic<EventArray>(*log, "/rov/ev/events");
    const uint16_t image = add_topic<Image>(*log, "/rov/ev/image");
    const uint16_t alone = add_topic<EventArray>(*log, "/rov/dvs/events");
    log_message(*log, events, 1, EventArray{{}, 4, 6, {1}, {2}, {3}, {1}}, cdr);
    log_message(*log, image, 1, plane_image({}, camera_frame().plane("image")), cdr);
    log_message(*log, alone, 1, EventArray{{}, 4, 6, {1}, {2}, {3}, {1}}, cdr);
  }
  McapReader log = McapReader::open(folder.file("log.mcap")).value();
  const std::vector<LogCamera> cameras = cameras_of(log);
  ASSERT_EQ(cameras.size(), 2u);
  EXPECT_EQ(cameras[0].image, "/rov/dvs/events");
  EXPECT_EQ(cameras[1].image, "/rov/ev/image");
  EXPECT_EQ(cameras[1].labels, Topics{"/rov/ev/events"});
  for (const char* topic : {"/rov/ev/image", "/rov/ev/events", "/rov/dvs/events"}) {
    int pictures = 0;
    for_each_picture(log, topic, [&](LogPicture&) { return ++pictures < 10; });
    EXPECT_EQ(pictures, 1) << topic;
  }
}

TEST(CameraLog, PicturesComeBackPixelForPixel) {
  const TestFolder folder("camera_pixels");
  for (const char* images : {"raw", "png"}) {
    McapReader log = open_log(folder, "images", images);
    int number = 0;
    for_each_picture(log, *find_image_topic(log, ""), [&](LogPicture& next) {
      const Frame frame = camera_frame(number);
      const auto rgb = frame.plane("image").bytes();
      EXPECT_EQ(next.picture.rgb(), std::vector<uint8_t>(rgb.begin(), rgb.end())) << images;
      EXPECT_EQ(next.format, images == std::string("png") ? "png" : "");
      return ++number < 5;
    });
    EXPECT_EQ(number, 5);
  }
}

TEST(CameraLog, NumbersOfLabelsComeBackBitForBit) {
  const TestFolder folder("camera_labels");
  McapReader log = open_log(folder, "all", "none", 1);
  const Frame frame = camera_frame();
  for (const char* name : {"depth_m", "instance", "semantic", "normal"}) {
    bool seen = false;
    (void)log.for_each_message({{std::string("/rov/cam/") + name}},
                               [&](const McapChannel&, int64_t, std::span<const uint8_t> payload) {
                                 Image message;
                                 ASSERT_TRUE(decode(payload, message));
                                 const std::optional<Plane> plane = plane_of(message, name);
                                 ASSERT_TRUE(plane);
                                 EXPECT_EQ(plane->data, frame.plane(name).data) << name;
                                 seen = true;
                               });
    EXPECT_TRUE(seen) << name;
  }
}

TEST(CameraLog, SaysWhichPictureCannotBeWritten) {
  const TestFolder folder("camera_unwritable");
  (void)open_log(folder, "all", "png");
  std::filesystem::create_directories(folder.file("all/000002.png"));  // in its place
  const LogResult result =
      export_png(folder.file("log.mcap"), {"/rov/cam", folder.file("all"), "auto", {}, 720});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.text.find("000002.png: cannot write here; 2 pictures"), std::string::npos)
      << result.text;
  EXPECT_FALSE(std::filesystem::exists(folder.file("all/000003.png")));
}

TEST(CameraLog, RefusesNamesAndOptionsOfNoUse) {
  const TestFolder folder("camera_refusals");
  (void)open_log(folder, "all", "png");
  const auto refusal = [&](const PngOptions& options) {
    const LogResult result = export_png(folder.file("log.mcap"), options);
    EXPECT_EQ(result.exit_code, 2);
    return result.text;
  };
  const std::string all = folder.file("all"), one = folder.file("one.png");
  EXPECT_NE(refusal({"", folder.file("x.bmp"), "auto", {}, 720}).find(".png, .jpg or .jpeg"),
            std::string::npos);
  EXPECT_NE(refusal({"", all, "auto", 0.2, 720}).find("--at"), std::string::npos);
  EXPECT_NE(refusal({"", one, "fan", {}, 720}).find("--view"), std::string::npos);
  EXPECT_NE(refusal({"", one, "auto", {}, 300}).find("--size"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(all));
  std::filesystem::create_directories(folder.file("there.d"));
  EXPECT_EQ(
      export_png(folder.file("log.mcap"), {"", folder.file("there.d"), "auto", {}, 720}).exit_code,
      0);
  EXPECT_TRUE(std::filesystem::exists(folder.file("there.d/000006.png")));
}

TEST(CameraLog, IsExportedAsOnePictureOrAll) {
  const TestFolder folder("camera_export");
  (void)open_log(folder, "all", "png");
  const std::string log = folder.file("log.mcap");
  ASSERT_EQ(export_png(log, {"", folder.file("one.png"), "auto", 0.35, 720}).exit_code, 0);
  const std::string one = read_text(folder.file("one.png"));
  const Picture picture =
      decode_picture({reinterpret_cast<const uint8_t*>(one.data()), one.size()}).value();
  EXPECT_EQ(picture.at(0, 0)[2], 102);  // the third, taken at 0.3 s
  ASSERT_EQ(export_png(log, {"/rov/cam", folder.file("all"), "auto", {}, 720}).exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder.file("all/000006.png")));
  EXPECT_FALSE(std::filesystem::exists(folder.file("all/000007.png")));
  EXPECT_NE(read_text(folder.file("all/times.csv")).find("\n000002.png,0.3,"), std::string::npos);
  ASSERT_EQ(
      export_png(log, {"/rov/cam/depth_m", folder.file("depth.jpg"), "auto", {}, 720}).exit_code,
      0);
  const LogResult none = export_png(log, {"/rov/sonar", folder.file("x.png"), "auto", {}, 720});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_NE(none.text.find("/rov/cam/depth_m"), std::string::npos);
}

TEST(ImageMessages, ThatContradictThemselvesAreNotDrawn) {
  const Frame frame = camera_frame();
  const Image good = plane_image({}, frame.plane("depth_m"));
  ASSERT_TRUE(plane_of(good, "depth_m"));
  Image bad = good;
  bad.data.pop_back();
  EXPECT_FALSE(plane_of(bad, "depth_m"));
  bad = good, bad.width = 4000000000u;
  EXPECT_FALSE(plane_of(bad, "depth_m"));
  bad = good, bad.height = 0;
  EXPECT_FALSE(plane_of(bad, "depth_m"));
  bad = good, bad.encoding = "yuv422";
  EXPECT_FALSE(plane_of(bad, "depth_m"));
  bad = good, bad.is_bigendian = 1;
  EXPECT_FALSE(plane_of(bad, "depth_m"));
  Image padded = good;  // rows with four spare bytes
  padded.step += 4;
  padded.data.clear();
  for (size_t y = 0; y < good.height; ++y) {
    padded.data.insert(padded.data.end(), &good.data[y * good.step],
                       &good.data[y * good.step] + good.step);
    padded.data.insert(padded.data.end(), 4, 0xff);
  }
  ASSERT_TRUE(plane_of(padded, "depth_m"));
  EXPECT_EQ(plane_of(padded, "depth_m")->data, frame.plane("depth_m").data);
}

// Payloads with changed bytes, shown as a report would.
TEST(ImageMessages, SurviveRandomDamage) {
  constexpr int kMutations = 6000;
  const Frame frame = camera_frame();
  CdrWriter cdr;
  const auto bytes_of = [&](const auto& message) {
    const auto bytes = encode(message, cdr);
    return std::vector<uint8_t>(bytes.begin(), bytes.end());
  };
  EventArray events{{}, 48, 64, {1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {0, 1, 0}};
  const std::pair<std::string_view, std::vector<uint8_t>> payloads[] = {
      {Image::kType, bytes_of(plane_image({}, frame.plane("depth_m")))},
      {Image::kType, bytes_of(plane_image({}, frame.plane("normal")))},
      {EventArray::kType, bytes_of(events)},
  };
  const RandomStream random(22, "images", "damage");
  int shown = 0;
  for (int i = 0; i < kMutations; ++i) {
    auto [type, bytes] = payloads[i % 3];
    for (uint32_t change = 0; change < 3; ++change) {
      const auto place =
          static_cast<size_t>(random.uniform(i, 2 * change) * static_cast<double>(bytes.size()));
      bytes[place] = static_cast<uint8_t>(random.uniform(i, 2 * change + 1) * 256);
    }
    shown += shown_image(type, "/rov/cam/depth_m", bytes).has_value();
  }
  EXPECT_GT(shown, kMutations / 10);
}

}  // namespace camera_log_test
}  // namespace hadal::logs
