// What calibrating a camera where it is used would give (world/frame.h: Calibration).
//
// Without a port that refracts, it is the lens itself. Behind a flat or dome port rays do not meet
// in one point; the model is then the best fit at a working distance: places on the plane at that
// depth (for wide lenses: on the sphere of that radius) are seen through the port at pixels spread
// over the picture, and f, the centre and the distortion (plumb_bob k1 k2 p1 p2 k3, or equidistant
// k1 k2 k3 k4 for lenses that are no perspectives) follow by linear least squares, the ratio of
// the focal lengths kept. residual_px is the largest error at that distance; nearer and farther it
// grows.
#pragma once
#include "sensors/optical/camera_optics.h"

namespace hadal::sensors {

Calibration calibration_of(const CameraOptics& optics, const CameraModel& model);

}  // namespace hadal::sensors
