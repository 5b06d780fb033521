// A camera: takes the picture that falls through its lens (camera_optics.h), then does to it what
// lens, pixels and electronics do (camera/). Exposure, white balance and noise are functions of the
// picture alone, so that a frame needs no memory of the one before; automatic exposure therefore
// follows the light at once. Behind a port there are two views: that through the port under water,
// which the calibration is of, and the one in air for a camera above the surface.
//
// A frame's stamp is the start of its exposure, of the first row with a rolling shutter. Labels
// (camera_labels.h) are of the moment their row begins; the image is smeared from then on, over the
// time of its exposure: by rays spread over time where the quality is full, else by the velocities
// of pixels (camera/motion_blur.h).
//
// Planes of its frames (rows x columns of the picture):
//   image         8-bit red, green, blue
//   linear        the light itself, W/(m^2 sr nm) per colour, if asked for: smeared by motion and
//                 defocus, with snow, plankton and bubbles, before all other effects and noise
//   depth_m       along the optical axis; infinity where there is only water
//   normal        of the surface, axes of S
//   instance      0 nothing, 1 ground, 2 + the number of the vehicle or object; after them scenery
//   semantic      the material (index of the table), -1 nothing
//   albedo        of the surface, linear
//   transmission  fraction of the surface's light that arrives, per colour, of the light that lies
//                 on it (what the water has left of the day, lamps); where there is none, and of
//                 open water, of white daylight; 1 above the water
//   position_m    of the surface in N
//   flow_px       how the point moves in the picture until the next frame
//   exposure      one row: time_s, iso and gains of red, green and blue, as the automatic chose or
//                 the model has them; given to a camera without automatic they make this picture
// and boxes_2d, boxes_3d: camera_boxes.h.
#pragma once
#include <memory>

#include "kinds/frames/camera.h"
#include "sensors/frame_sensor.h"
#include "sensors/optical/camera_boxes.h"
#include "sensors/optical/camera_optics.h"

namespace hadal::sensors {

constexpr std::string_view kExposurePlane = "exposure";

class CameraSensor : public FrameSensor {
 public:
  // bodies: for boxes and the numbers of scenery. Throws InvalidInput where camera_problems() finds
  // any.
  CameraSensor(const CameraModel& model, double water_index, const RandomStream& device,
               BodyBoxes bodies = {});
  ~CameraSensor() override;

  FrameNeeds needs() const override;
  Frame blank() const override;
  void compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const override;
  double listening_s() const override;  // until the last row is exposed

 private:
  struct Parts;
  struct Scratch;
  void expose(const FrameInput& input, Scratch& scratch, ThreadArena& arena) const;
  void develop(const FrameInput& input, Scratch& scratch, ThreadArena& arena, Frame& frame) const;
  bool smears(const FrameInput& input, double exposure_s) const;
  bool needs_places(const FrameInput& input) const;

  CameraModel model_;
  BodyBoxes bodies_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace hadal::sensors
