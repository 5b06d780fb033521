// What every kind of camera has: a lens behind a port, and what it takes to look through them at a
// moment of the world (render/picture.h).
#pragma once
#include <optional>

#include "base/problem.h"
#include "environment/optics/refraction.h"
#include "kinds/frames/camera.h"
#include "sensors/frame_sensor.h"
#include "sensors/optical/light_world.h"
#include "sensors/optical/render/picture.h"

namespace hadal::sensors {

// A pose after a time at constant velocity and rate.
Pose moved(const Pose& X_N, const Vec3& v_N, const Vec3& w_N, double time_s);
// Mean wavelengths of the bands of each colour, nm.
std::array<double, kColours> colours_of(const Day& day);
// Of the camera of a frame, a time after the frame begins.
Pose camera_after(const FrameInput& input, double time_s);

// All that take_picture() needs, held in one place. Refers to itself: neither copied nor moved.
struct PictureSetup {
  PictureSetup() = default;
  PictureSetup(const PictureSetup&) = delete;
  PictureSetup& operator=(const PictureSetup&) = delete;

  PictureInput picture;
  Light light;
  CausticView caustics;
  SeaLevels levels;
  std::optional<SiltLight> silt;
};

class CameraOptics {
 public:
  // Throws InvalidInput where camera_problems() finds any.
  // water_index: refractive, of the water behind a port (environment::optics::index_of()).
  explicit CameraOptics(const CameraModel& model,
                        double water_index = environment::optics::kIndexOfSeaWater);

  const camera::Lens& lens() const { return lens_; }
  const camera::Port& port() const { return port_; }
  const RayTable& table() const { return table_; }
  double row_s() const { return row_s_; }  // from a row to the next
  // Seen bits.
  uint32_t seen() const { return seen_; }

  // The frame's moment; refers to its input.
  void prepare(const FrameInput& input, PictureSetup& out) const;
  // Where a point of N appears in the picture of a camera with this pose; nothing behind it.
  std::optional<camera::Pixel> pixel_of(const Pose& X_NS, const Vec3& p_N) const;

 private:
  camera::Lens lens_;
  camera::Port port_;
  RayTable table_;
  PictureOptions options_;
  double range_m_, row_s_;
  uint32_t seen_;
};

// The camera as it sees above the water: without its port, whose faces bend nothing there (the
// glass shifts rays by less than its thickness). It keeps the port if its lens cannot do without.
CameraModel in_air(const CameraModel& model);

// What is wrong with a camera's lens or port; keys are those of its config.
Problems camera_problems(const CameraModel& model);

}  // namespace hadal::sensors
