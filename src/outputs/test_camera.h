// A small camera for the tests of this folder: 6 x 4 pixels, an object of the model barrel
// (instance 3) in the middle, a vehicle (instance 2) that does not show, ground elsewhere.
#pragma once
#include "outputs/frame_recorder.h"
#include "outputs/log_topic.h"

namespace hadal::outputs::testing {

constexpr int kCameraColumns = 6, kCameraRows = 4;

inline World camera_world(const std::string& frames, const std::string& images) {
  World world;
  world.record.frames = frames;
  world.record.images = images;
  world.links.resize(1);
  world.links[0].path = "rov/hull";
  world.vehicles.resize(2);
  world.vehicles[0].name = "rov", world.vehicles[0].model = "bluerov2";
  world.vehicles[1].name = "drum", world.vehicles[1].model = "barrel";
  for (const char* name : {"sand", "steel", "weed"}) {
    world.materials.materials.emplace_back();
    world.materials.materials.back().name = name;
  }
  MountedFrameSensor sensor;
  sensor.path = "rov/cam";
  world.frame_sensors.push_back(sensor);
  return world;
}

// The object covers columns 2 and 3 of rows 1 and 2.
inline bool shows_object(int x, int y) {
  return (x == 2 || x == 3) && (y == 1 || y == 2);
}

inline Frame camera_frame(int number = 0) {
  Frame frame;
  frame.stamp = 10 * number;
  frame.number = number;
  frame.calibration =
      Calibration{kCameraColumns, kCameraRows, 5, 4, 2.5, 1.5, "plumb_bob", {0, 0, 0, 0, 0}, 0.25};
  const auto add = [&](const char* name, PlaneType type, int channels = 1) -> Plane& {
    return frame.planes.emplace_back(name, type, kCameraRows, kCameraColumns, channels);
  };
  add("image", PlaneType::kUint8, 3);
  add("depth_m", PlaneType::kFloat32);
  add("instance", PlaneType::kInt32);
  add("semantic", PlaneType::kInt32);
  add("normal", PlaneType::kFloat32, 3);
  frame.planes.emplace_back("boxes_2d", PlaneType::kFloat32, 2, 7);
  frame.planes.emplace_back("boxes_3d", PlaneType::kFloat32, 2, 12);
  for (int y = 0; y < kCameraRows; ++y)
    for (int x = 0; x < kCameraColumns; ++x) {
      const auto i = static_cast<size_t>(y * kCameraColumns + x);
      const bool object = shows_object(x, y);
      frame.plane("image").bytes()[3 * i] = static_cast<uint8_t>(10 * x);
      frame.plane("image").bytes()[3 * i + 1] = static_cast<uint8_t>(10 * y);
      frame.plane("image").bytes()[3 * i + 2] = static_cast<uint8_t>(100 + number);
      frame.plane("depth_m").floats()[i] = object ? 2.0f : 5.0f;
      frame.plane("instance").ints()[i] = object ? 3 : 1;
      frame.plane("semantic").ints()[i] = object ? 1 : 0;
      frame.plane("normal").floats()[3 * i] = -1;
    }
  std::fill_n(frame.plane("boxes_2d").floats().begin(), 14, -1.0f);
  std::fill_n(frame.plane("boxes_3d").floats().begin(), 24, -1.0f);
  const float flat[] = {3, 1, 1.5f, 0.5f, 3.5f, 2.5f, 4};
  const float solid[] = {3, 1, 2, -0.125f, 0.125f, 1.5f, 0.75f, 1, 1, 0, 0, 0};
  std::copy(std::begin(flat), std::end(flat), frame.plane("boxes_2d").floats().begin() + 7);
  std::copy(std::begin(solid), std::end(solid), frame.plane("boxes_3d").floats().begin() + 12);
  return frame;
}

// A log of frames, one every 0.1 s.
inline void write_camera_log(const std::string& path, const World& world,
                             const std::vector<Frame>& frames) {
  auto log = McapWriter::open(path).value();
  const Frame blank = camera_frame();
  LogSink sink(*log);
  FrameRecorder recorder(sink, world.record, world, {&blank});
  recorder.record_mounts(world, 0);
  int64_t time_ns = 0;
  for (const Frame& frame : frames) recorder.record(world, 0, frame, time_ns += 100'000'000);
  log->close();
}
inline void write_camera_log(const std::string& path, const World& world, int count) {
  std::vector<Frame> frames;
  for (int i = 0; i < count; ++i) frames.push_back(camera_frame(i));
  write_camera_log(path, world, frames);
}

}  // namespace hadal::outputs::testing
