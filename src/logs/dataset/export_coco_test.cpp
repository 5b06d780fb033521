#include <gtest/gtest.h>

#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "base/rng.h"
#include "base/test_folder.h"
#include "hadal/log.h"
#include "logs/dataset/dataset_frames.h"
#include "logs/reader/test_log.h"
#include "outputs/picture/codec.h"
#include "outputs/test_camera.h"

namespace hadal::logs {
namespace export_coco_test {

using outputs::testing::camera_frame;
using outputs::testing::camera_world;
using test::read_text;
using test::TestFolder;
using outputs::testing::write_camera_log;

// The pixels of a mask, by the definition of its runs.
std::vector<int> pixels_of(const nlohmann::json& segmentation) {
  const int rows = segmentation["size"][0];
  std::vector<int> out;
  int at = 0;
  bool inside = false;
  for (const int run : segmentation["counts"]) {
    for (int i = 0; inside && i < run; ++i)
      out.push_back((at + i) % rows * outputs::testing::kCameraColumns + (at + i) / rows);
    at += run;
    inside = !inside;
  }
  return out;
}

TEST(Coco, HasTheBoxAndMaskOfEveryInstance) {
  const TestFolder folder("coco");
  write_camera_log(folder.file("log.mcap"), camera_world("all", "png"), 3);
  const LogResult result = export_coco(folder.file("log.mcap"), {"", folder.file("set")});
  ASSERT_EQ(result.exit_code, 0) << result.text;
  EXPECT_NE(result.text.find("3 images, 3 annotations in 1 categories"), std::string::npos);
  const auto json = nlohmann::json::parse(read_text(folder.file("set/annotations.json")));
  ASSERT_EQ(json["images"].size(), 3u);
  ASSERT_EQ(json["annotations"].size(), 3u);
  EXPECT_EQ(json["categories"][0]["name"], "barrel");
  const auto& annotation = json["annotations"][1];
  EXPECT_EQ(annotation["image_id"], json["images"][1]["id"]);
  EXPECT_EQ(annotation["category_id"], json["categories"][0]["id"]);
  EXPECT_EQ(annotation["bbox"], (std::vector<double>{2, 1, 2, 2}));
  EXPECT_EQ(annotation["area"], 4);
  EXPECT_EQ(pixels_of(annotation["segmentation"]), (std::vector<int>{8, 14, 9, 15}));
  const std::string name = json["images"][1]["file_name"];
  const std::string file = read_text(folder.file("set/images/" + name));
  const Picture picture =
      decode_picture({reinterpret_cast<const uint8_t*>(file.data()), file.size()}).value();
  EXPECT_EQ(picture.at(5, 3), (Colour{50, 30, 101}));
  EXPECT_FALSE(std::filesystem::exists(folder.file("set/annotations.part")));
}

// Two logs made into two sets, put together as they are: every number belongs to one thing.
TEST(Coco, SetsOfSeveralLogsGoTogether) {
  const TestFolder folder("coco_merged");
  World second = camera_world("all", "png");
  second.vehicles.push_back(second.vehicles[1]);
  second.vehicles[1].model = "anchor";
  std::vector<Frame> brighter = {camera_frame(0), camera_frame(1)};
  for (Frame& frame : brighter) {
    for (uint8_t& byte : frame.plane("image").bytes()) byte += 7;
    for (int y = 0; y < outputs::testing::kCameraRows; ++y)
      frame.plane("instance").ints()[static_cast<size_t>(y * outputs::testing::kCameraColumns)] = 4;
  }
  write_camera_log(folder.file("a.mcap"), camera_world("all", "png"), 2);
  write_camera_log(folder.file("b.mcap"), second, brighter);
  std::map<uint64_t, std::string> categories;
  std::set<uint64_t> images, annotations;
  std::set<std::string> files;
  for (const char* name : {"a", "b"}) {
    const std::string set = folder.file(std::string("set_") + name);
    ASSERT_EQ(export_coco(folder.file(std::string(name) + ".mcap"), {"", set}).exit_code, 0);
    const auto json = nlohmann::json::parse(read_text(set + "/annotations.json"));
    for (const auto& category : json["categories"]) {
      const auto [entry, is_new] =
          categories.emplace(category["id"].get<uint64_t>(), category["name"].get<std::string>());
      EXPECT_EQ(entry->second, category["name"]);
    }
    for (const auto& image : json["images"]) {
      EXPECT_TRUE(images.insert(image["id"].get<uint64_t>()).second);
      EXPECT_TRUE(files.insert(image["file_name"].get<std::string>()).second);
      EXPECT_LT(image["id"].get<uint64_t>(), uint64_t{1} << 53);
    }
    for (const auto& annotation : json["annotations"])
      EXPECT_TRUE(annotations.insert(annotation["id"].get<uint64_t>()).second);
  }
  EXPECT_EQ(categories.size(), 2u);  // barrel in both, anchor in the second
  EXPECT_EQ(images.size(), 4u);
  EXPECT_EQ(annotations.size(), 6u);
}

TEST(Coco, SaysWhichLabelIsMissing) {
  const TestFolder folder("coco_missing");
  write_camera_log(folder.file("log.mcap"), camera_world("images", "png"), 3);
  const LogResult result = export_coco(folder.file("log.mcap"), {"", folder.file("set")});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.text.find("lacks instance"), std::string::npos);
  EXPECT_NE(result.text.find("record: {frames: all}"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder.file("set")));
  const LogResult other = export_coco(folder.file("log.mcap"), {"/rov/eye", folder.file("set")});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_NE(other.text.find("/rov/cam"), std::string::npos);
}

TEST(Kitti, HasFifteenFieldsInCameraAxes) {
  const TestFolder folder("kitti");
  write_camera_log(folder.file("log.mcap"), camera_world("all", "jpeg"), 2);
  const LogResult result = export_kitti(folder.file("log.mcap"), {"", folder.file("set")});
  ASSERT_EQ(result.exit_code, 0) << result.text;
  std::istringstream line(read_text(folder.file("set/label_2/000001.txt")));
  std::string type;
  std::vector<double> v(14);
  line >> type;
  for (double& value : v) line >> value;
  ASSERT_TRUE(line);
  EXPECT_EQ(type, "barrel");
  constexpr double kPrinted = 1e-4;
  // Box in the picture; height, width, length; bottom centre: right, down, ahead.
  const double expected[] = {2, 1, 3, 2, 1, 0.75, 1.5, -0.125, 0.125 + 0.5, 2};
  for (size_t i = 0; i < 10; ++i) EXPECT_NEAR(v[3 + i], expected[i], kPrinted) << i;
  EXPECT_NEAR(v[13], -M_PI / 2, kPrinted);                           // it points ahead
  EXPECT_NEAR(v[2], -M_PI / 2 - std::atan2(-0.125, 2.0), kPrinted);  // seen from the side
  const std::string calibration = read_text(folder.file("set/calib/000001.txt"));
  for (const char* part : {"P0:", "P1:", "P2: 5.0", "P3:", "R0_rect:", "Tr_velo_to_cam:"})
    EXPECT_NE(calibration.find(part), std::string::npos) << part;
  EXPECT_TRUE(std::filesystem::exists(folder.file("set/image_2/000001.png")));
  // The camera is a right one; its boxes are in its own frame. Their middle lies in what is seen.
  std::istringstream numbers(calibration.substr(calibration.find("P2:") + 3));
  std::vector<double> p(12);
  for (double& value : p) numbers >> value;
  EXPECT_EQ(p[3], 0);
  const double x = v[10], y = v[11] - v[7] / 2, z = v[12];
  const double u = (p[0] * x + p[1] * y + p[2] * z + p[3]) / z,
               w = (p[4] * x + p[5] * y + p[6] * z + p[7]) / z;
  EXPECT_GT(u, v[3]);
  EXPECT_LT(u, v[5]);
  EXPECT_GT(w, v[4]);
  EXPECT_LT(w, v[6]);
}

// The barrel on its side and on its end: the sizes change places, the centre stays.
TEST(Kitti, LyingObjectsLie) {
  const TestFolder folder("kitti_lying");
  const double half = std::sqrt(0.5);
  struct Case {
    double w, x, y, z;
    double height, width, length, turn;
  };
  const Case cases[] = {{half, half, 0, 0, 0.75, 1, 1.5, -M_PI / 2},    // rolled
                        {half, 0, half, 0, 1.5, 0.75, 1, -M_PI / 2},    // its x upward, z ahead
                        {half, 0, 0, half, 1, 0.75, 1.5, 0},            // turned to the right
                        {0.5, 0.5, 0.5, 0.5, 0.75, 1, 1.5, 0}};  // x to the right, y downward
  std::vector<Frame> frames;
  for (const Case& c : cases) {
    frames.push_back(camera_frame(static_cast<int>(frames.size())));
    const double q[] = {c.w, c.x, c.y, c.z};
    std::copy(std::begin(q), std::end(q), frames.back().plane("boxes_3d").floats().begin() + 20);
  }
  write_camera_log(folder.file("log.mcap"), camera_world("all", "png"), frames);
  ASSERT_EQ(export_kitti(folder.file("log.mcap"), {"", folder.file("set")}).exit_code, 0);
  for (int i = 0; i < 4; ++i) {
    std::istringstream line(
        read_text(folder.file("set/label_2/00000" + std::to_string(i) + ".txt")));
    std::string type;
    std::vector<double> v(14);
    line >> type;
    for (double& value : v) line >> value;
    ASSERT_TRUE(line);
    const Case& c = cases[i];
    const double expected[] = {c.height, c.width, c.length, -0.125, 0.125 + c.height / 2, 2};
    for (size_t k = 0; k < 6; ++k) EXPECT_NEAR(v[7 + k], expected[k], 1e-4) << i << ' ' << k;
    EXPECT_NEAR(v[13], c.turn, 1e-4) << i;
  }
}

TEST(Kitti, RefusesDistortedPictures) {
  const TestFolder folder("kitti_distorted");
  const auto answer = [&](const char* model, const std::vector<double>& coefficients) {
    Frame frame = camera_frame();
    frame.calibration->model = model;
    frame.calibration->distortion = coefficients;
    write_camera_log(folder.file("log.mcap"), camera_world("all", "png"), std::vector{frame});
    return export_kitti(folder.file("log.mcap"), {"", folder.file("set")});
  };
  for (const LogResult& result :
       {answer("plumb_bob", {0, 0, 0, 0, 0.01}), answer("equidistant", {0, 0, 0, 0})}) {
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_NE(result.text.find("/rov/cam: its pictures are distorted"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(folder.file("set")));
  }
  EXPECT_EQ(answer("rational_polynomial", std::vector<double>(8)).exit_code, 0);
}

TEST(Kitti, LeavesOutBoxesThatAreNone) {
  const TestFolder folder("kitti_huge");
  std::vector<Frame> frames;
  for (const float size : {2.0f, 1e30f, std::numeric_limits<float>::infinity(), NAN}) {
    frames.push_back(camera_frame());
    frames.back().plane("boxes_3d").floats()[12 + 5] = size;
  }
  World world = camera_world("all", "png");
  world.vehicles[1].model = "oil\rdrum\v2";
  write_camera_log(folder.file("log.mcap"), world, frames);
  ASSERT_EQ(export_kitti(folder.file("log.mcap"), {"", folder.file("set")}).exit_code, 0);
  EXPECT_TRUE(read_text(folder.file("set/label_2/000000.txt")).starts_with("oil_drum_2 "));
  for (const char* name : {"000001", "000002", "000003"})
    EXPECT_EQ(read_text(folder.file("set/label_2/" + std::string(name) + ".txt")), "") << name;
}

// Noise in place of instances would make a box and a mask of every pixel.
TEST(Dataset, LeavesOutPicturesOfTooManyInstances) {
  const TestFolder folder("dataset_noise");
  constexpr int kSide = 300;
  const auto exported = [&](int numbers) {
    {
      auto log = McapWriter::open(folder.file("log.mcap")).value();
      CdrWriter cdr;
      Plane instance("instance", PlaneType::kInt32, kSide, kSide);
      for (size_t i = 0; i < instance.count(); ++i)
        instance.ints()[i] = static_cast<int32_t>(i) % numbers + 2;
      log_message(*log, add_topic<Image>(*log, "/rov/cam/image"), 1,
                  plane_image({}, Plane("image", PlaneType::kUint8, kSide, kSide, 3)), cdr);
      log_message(*log, add_topic<Image>(*log, "/rov/cam/instance"), 1, plane_image({}, instance),
                  cdr);
      log->close();
    }
    return export_coco(folder.file("log.mcap"), {"", folder.file("set")});
  };
  EXPECT_EQ(exported(1000).exit_code, 0);
  const LogResult noise = exported(kSide * kSide);
  EXPECT_EQ(noise.exit_code, 2);
  EXPECT_NE(noise.text.find("at most 65536 numbers"), std::string::npos) << noise.text;
}

// Messages with changed bytes inside a log that is whole otherwise.
TEST(Dataset, SurvivesDamagedMessages) {
  constexpr int kLogs = 150;
  const TestFolder folder("dataset_damage");
  write_camera_log(folder.file("good.mcap"), camera_world("all", "raw"), 2);
  const RandomStream random(23, "dataset", "damage");
  int made = 0;
  for (int i = 0; i < kLogs; ++i) {
    McapReader good = McapReader::open(folder.file("good.mcap")).value();
    {
      auto log = McapWriter::open(folder.file("bad.mcap")).value();
      std::map<std::string, uint16_t> channels;
      for (const std::string& topic : good.topics())
        channels[topic] = add_topic(*log, topic, good.schema_of(*good.find_channel(topic))->name);
      uint32_t draw = 0;
      (void)good.for_each_message(
          {}, [&](const McapChannel& from, int64_t time_ns, std::span<const uint8_t> payload) {
            std::vector<uint8_t> bytes(payload.begin(), payload.end());
            for (int change = 0; change < 2; ++change) {
              const double place = random.uniform(i, draw++), value = random.uniform(i, draw++);
              bytes[static_cast<size_t>(place * static_cast<double>(bytes.size()))] =
                  static_cast<uint8_t>(value * 256);
            }
            log->write(channels[from.topic], time_ns, bytes);
          });
      log->close();
    }
    const std::string path = folder.file("bad.mcap");
    const LogResult coco = export_coco(path, {"", folder.file("coco")});
    const LogResult kitti = export_kitti(path, {"", folder.file("kitti")});
    ASSERT_FALSE(coco.text.empty() || kitti.text.empty());
    made += coco.exit_code == 0;
  }
  EXPECT_GT(made, kLogs / 4);
}

TEST(Dataset, ScenerysClassIsWhatItIsMadeOf) {
  DatasetClasses classes{{{3, "barrel"}}, {{0, "sand"}, {2, "weed"}}};
  DatasetFrame frame{{0, 0, 0, {}, {}, Picture(3, 1)},
                     Plane("instance", PlaneType::kInt32, 1, 3),
                     Plane("semantic", PlaneType::kInt32, 1, 3),
                     {},
                     {}};
  std::fill_n(frame.instance->ints().begin(), 3, 9);
  const int32_t materials[] = {2, 0, 2};
  std::copy(std::begin(materials), std::end(materials), frame.semantic->ints().begin());
  EXPECT_EQ(classes.in(frame), (std::map<int, std::string>{{9, "weed"}}));
  frame.instance->ints()[0] = 3;
  frame.semantic.reset();
  EXPECT_EQ(classes.in(frame), (std::map<int, std::string>{{3, "barrel"}, {9, "scenery"}}));
}

}  // namespace export_coco_test
}  // namespace hadal::logs
