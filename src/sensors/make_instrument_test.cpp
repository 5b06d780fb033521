#include "sensors/make_instrument.h"

#include <gtest/gtest.h>

#include <set>

#include "kinds/frames/camera.h"
#include "kinds/frames/list.h"

namespace hadal::sensors {
namespace make_instrument_test {

MountedFrameSensor mounted_default(const FrameSensorKind& kind) {
  MountedFrameSensor out;
  out.path = "rov/sensor";
  out.config = {&kind.schema(), kind.schema().create()};
  out.kind = &kind;
  if (!kind.camera) return out;
  CameraModel& camera = *kind.camera(out.config.data());
  camera.width_px = 32, camera.height_px = 24;
  return out;
}

// Each kind of the list makes its own instrument: its frames have planes, each once.
TEST(MakeInstrument, EveryKindHasItsInstrument) {
  const World world;
  std::set<std::set<std::string>> outputs;
  for (const FrameSensorKind* kind : frame_sensor_list().kinds()) {
    const MountedFrameSensor mounted = mounted_default(*kind);
    const Frame frame = make_frame_sensor({mounted, world})->blank();
    std::set<std::string> names;
    for (const Plane& plane : frame.planes)
      EXPECT_TRUE(names.insert(plane.name).second) << kind->schema().name << " " << plane.name;
    EXPECT_FALSE(names.empty()) << kind->schema().name;
    EXPECT_EQ(frame.calibration.has_value(), kind->camera != nullptr) << kind->schema().name;
    outputs.insert(names);
  }
  EXPECT_GE(outputs.size(), 6u);
}

TEST(MakeInstrument, ALidarWithoutANumberFollowsTheWater) {
  const FrameSensorKind* lidar = frame_sensor_list().kinds()[0];
  ASSERT_EQ(lidar->schema().name, "lidar");
  const MountedFrameSensor mounted = mounted_default(*lidar);
  World world;
  world.optics.given = true;
  EXPECT_EQ(make_frame_sensor({mounted, world})->needs().reach_m, 20);
}

}  // namespace make_instrument_test
}  // namespace hadal::sensors
