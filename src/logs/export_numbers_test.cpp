#include <gtest/gtest.h>

#include <filesystem>

#include "base/rng.h"
#include "base/test_folder.h"
#include "hadal/log.h"
#include "outputs/frame_recorder.h"
#include "outputs/log_topic.h"
#include "outputs/test_sonar.h"

namespace hadal::logs {
namespace export_numbers_test {

using namespace outputs;
using test::read_text;
using test::TestFolder;

PointCloud2 small_cloud() {
  PointCloud2 cloud;
  cloud.height = 1, cloud.width = 2, cloud.point_step = 10, cloud.row_step = 20;
  cloud.point_fields = {{"x", 0, 7, 1}, {"ring", 6, 4, 1}};  // two bytes before, two behind
  cloud.data.resize(20);
  for (size_t i = 0; i < cloud.data.size(); ++i) cloud.data[i] = static_cast<uint8_t>(i);
  return cloud;
}

// What lies between fields has a place in the type, so that NumPy finds the next point.
TEST(ExportNumbers, PointsKeepTheirBytes) {
  const TestFolder folder("points");
  {
    auto log = McapWriter::open(folder.file("log.mcap")).value();
    CdrWriter cdr;
    log_message(*log, add_topic<PointCloud2>(*log, "/p"), 5, small_cloud(), cdr);
  }
  const LogResult done = export_numbers(folder.file("log.mcap"), {"/p", folder.file("a.npy")});
  ASSERT_EQ(done.exit_code, 0) << done.text;
  const std::string file = read_text(folder.file("a.npy"));
  EXPECT_NE(file.find("{'descr': [('x', '<f4'), ('', '|V2'), ('ring', '<u2'), ('', '|V2'), ], "
                      "'fortran_order': False, 'shape': (2,), }"),
            std::string::npos);
  EXPECT_EQ(file.size() % 64, 20u);
  const std::vector<uint8_t> data = small_cloud().data;
  EXPECT_EQ(file.substr(file.size() - 20), std::string(data.begin(), data.end()));
}

// A topic may be called anything; its files stay in the folder.
TEST(ExportAll, StaysInItsFolder) {
  const TestFolder folder("all");
  {
    auto log = McapWriter::open(folder.file("log.mcap")).value();
    CdrWriter cdr;
    for (const char* topic : {"/../../x", "", "/", "/a b/../c", "/./d", "..", "/e\n"})
      log_message(*log, add_topic<Clock>(*log, topic), 5, Clock{}, cdr);
  }
  const LogResult done = export_all(folder.file("log.mcap"), folder.file("in/out"));
  EXPECT_EQ(done.exit_code, 0) << done.text;
  size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.file("in")))
    files += entry.is_regular_file();
  EXPECT_EQ(files, 5u);  // those of "", "/" and ".." are one
  EXPECT_FALSE(std::filesystem::exists(folder.file("x.csv")));
}

// Messages with changed bytes in sound chunks, through every export of arrays and ways.
TEST(ExportNumbers, SurviveRandomDamage) {
  constexpr int kLogs = 10, kMessages = 25;
  const TestFolder folder("damage");
  const RandomStream random(23, "numbers", "damage");
  CdrWriter cdr;
  const auto bytes_of = [&](const auto& message) {
    const auto bytes = encode(message, cdr);
    return std::vector<uint8_t>(bytes.begin(), bytes.end());
  };
  const Frame frame = outputs::testing::sonar_frame();
  Odometry odometry;
  odometry.child_frame_id = "rov/hull";
  odometry.pose.pose.orientation.w = 1;
  TFMessage frames;
  frames.transforms.resize(3);
  for (size_t i = 0; i < 3; ++i) {
    frames.transforms[i].header.frame_id = i ? "rov/imu" : "rov/hull";
    frames.transforms[i].child_frame_id = i ? "rov/hull" : "rov/imu";  // a circle
    frames.transforms[i].transform.rotation.w = 1;
  }
  Imu imu;
  imu.header.frame_id = "rov/imu";
  const EventArray events{{}, 48, 64, {1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {0, 1, 0}};
  const std::vector<uint8_t> payloads[] = {
      bytes_of(sonar_image({}, frame)), bytes_of(small_cloud()), bytes_of(events),
      bytes_of(plane_image({}, frame.planes[1])), bytes_of(odometry), bytes_of(frames),
      bytes_of(imu)};
  const std::string path = folder.file("log.mcap");
  int good = 0;
  for (int n = 0; n < kLogs; ++n) {
    {
      auto log = McapWriter::open(path).value();
      const uint16_t channels[] = {
          add_topic<ProjectedSonarImage>(*log, "/s"), add_topic<PointCloud2>(*log, "/p"),
          add_topic<EventArray>(*log, "/e"),          add_topic<Image>(*log, "/rov/object_id"),
          add_topic<Odometry>(*log, "/rov/o"),        add_topic<TFMessage>(*log, "/tf_static"),
          add_topic<Imu>(*log, "/rov/imu")};
      for (int m = 0; m < kMessages; ++m)
        for (size_t kind = 0; kind < std::size(channels); ++kind) {
          std::vector<uint8_t> bytes = payloads[kind];
          const auto draw = static_cast<uint32_t>(100 * m + 10 * static_cast<int>(kind));
          for (uint32_t change = 0; m > 0 && change < 3; ++change) {
            const double place = random.uniform(n, draw + 2 * change);
            bytes[static_cast<size_t>(place * static_cast<double>(bytes.size()))] =
                static_cast<uint8_t>(256 * random.uniform(n, draw + 2 * change + 1));
          }
          log->write(channels[kind], m, bytes);
        }
    }
    for (const char* topic : {"/s", "/p", "/e", "/rov/object_id"})
      good += export_numbers(path, {topic, folder.file("out")}).exit_code == 0;
    for (const char* topic : {"/s", "/rov/object_id"})
      good += export_numbers(path, {topic, folder.file("out"), true}).exit_code == 0;
    for (const char* format : {"tum", "kitti", "euroc"})
      good += export_track(path, {"/rov/o", format, folder.file(format), ""}).exit_code == 0;
    good += export_all(path, folder.file("all")).exit_code == 0;
    std::filesystem::remove_all(folder.file("out"));
    std::filesystem::remove_all(folder.file("all"));
  }
  EXPECT_GT(good, 9 * kLogs);
}

}  // namespace export_numbers_test
}  // namespace hadal::logs
