// What calibrating a camera where it is used would give (world/frame.h: Calibration).
//
// Without a port that refracts, it is the lens itself. Behind a flat or dome port rays do not meet
// in one point; the model is then the best fit over a volume of water: places on the planes (for
// wide lenses: on the spheres) at half to twice a working distance, as the ray model shows them at
// pixels spread over the picture. f, the centre of the picture, the distortion (plumb_bob k1 k2 p1
// p2 k3, or equidistant k1 k2 k3 k4 for lenses that are no perspectives) and where the camera stands
// and looks follow by least squares, the ratio of the focal lengths kept. Who calibrates in water
// finds the same: the poses of the boards are unknown, so that nothing ties the camera to its lens.
// It stands up to some centimetres behind a lens with a flat port (on the axis by (n - 1) d of the gap
// d), or beside one that is not in the middle of its dome; X_OC says where. residual_px is the
// largest error in that volume.
#pragma once
#include "sensors/optical/camera_optics.h"

namespace hadal::sensors {

Calibration calibration_of(const CameraOptics& optics, const CameraModel& model);

}  // namespace hadal::sensors
