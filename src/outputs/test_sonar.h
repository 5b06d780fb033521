// A small sonar for tests: 3 beams of 4 ranges, levels 0, 1, 2, ..., labels, and two points, one of
// them a miss.
#pragma once
#include <algorithm>
#include <cmath>
#include <iterator>

#include "outputs/frame_recorder.h"

namespace hadal::outputs::testing {

constexpr int kSonarBeams = 3, kSonarBins = 4;

inline Frame sonar_frame() {
  Frame frame;
  frame.stamp = 20;
  frame.axes.bearings_rad = {-0.5f, 0.0f, 0.5f};
  frame.axes.ranges_m = {1, 2, 3, 4};
  frame.axes.frequency_hz = 9e5;
  frame.axes.sound_speed_m_s = 1490;
  frame.planes.emplace_back(std::string(kLevelPlane), PlaneType::kFloat32, kSonarBeams, kSonarBins);
  for (int i = 0; i < kSonarBeams * kSonarBins; ++i)
    frame.planes[0].floats()[i] = static_cast<float>(i);
  frame.planes.emplace_back("object_id", PlaneType::kInt32, kSonarBeams, kSonarBins);
  frame.planes.emplace_back(std::string(kPointsPlane), PlaneType::kFloat32, 2, 1, 4);
  const float points[] = {1, 2, 3, 9, NAN, NAN, NAN, NAN};
  std::copy(std::begin(points), std::end(points), frame.planes[2].floats().begin());
  return frame;
}

inline World sonar_world(const std::string& frames) {
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

}  // namespace hadal::outputs::testing
