// Exact pictures beside that of a camera, from the same rays, and how fast the light of its pixels
// moves. Each pixel is labelled for the moment its row begins to be exposed.
#pragma once
#include <span>

#include "sensors/optical/camera_optics.h"

namespace hadal::sensors {

// A picture and the moment it was taken.
struct LabelSource {
  const CameraOptics& optics;
  const FrameInput& input;
  const PictureBuffers& buffers;
  bool submerged = true;  // the camera
};

// Numbers of the label `instance`: nothing, ground, vehicles and objects in their order, scenery.
constexpr int kNoInstance = 0, kGroundInstance = 1, kFirstInstance = 2;
inline int instance_label(const raytrace::Instance& thing, int vehicles) {
  if (thing.scenery >= 0) return kFirstInstance + vehicles + thing.scenery;
  return thing.vehicle >= 0 ? kFirstInstance + thing.vehicle : kGroundInstance;
}

// Fills the planes of blank_labels() that the model asks for. vehicles: of the world.
void blank_labels(const CameraModel& model, Frame& frame);
void fill_labels(const LabelSource& from, const CameraModel& model, int vehicles,
                 ThreadArena& arena, Frame& frame);

// Mean velocity of the light of every pixel over the exposure, px/s; 0 where it leaves the lens.
void find_velocities(const LabelSource& from, double exposure_s, ThreadArena& arena,
                     std::span<float> velocity_x, std::span<float> velocity_y);

}  // namespace hadal::sensors
