// What lenses and water do to a picture, on linear light. Every effect has a strength; at 0 it
// changes no bit.
//
// Lateral colour: red and blue are imaged 1 + red and 1 + blue times as large as green, about the
//   principal point.
// Vignetting: E = E0 (1 - n + n cos^4 a) (1 - m (r / r_corner)^2)^2, a the angle of the ray (tan a
// =
//   r / f, perspective lenses): the natural law and a mechanical loss at the rim of the barrel.
// Depth of field, thin lens: a point at distance z, focused at s, spreads over the circle
//   c = f^2 / (N (s - f)) |z - s| / z on the sensor.
// Forward scatter: on its way z, light that is scattered by small angles stays in the picture but
//   leaves its pixel. Of every pixel the fraction
//     w = 0.8 (1 - exp(-b z / 2)),
//   b the scattering coefficient, goes to a wide blur (blur_pyramid.h); energy is kept, so lamps
//   glow onto what is in front of the water. The width is an appearance, not fitted to a measured
//   point
//   spread.
// Bloom: the same with one share for all pixels, for stray light inside the lens.
// Rolling shutter: row y of H begins its exposure y / H of the read-out time after the first.
#pragma once
#include <span>

#include "sensors/optical/camera/blur_pyramid.h"
#include "sensors/optical/camera/image.h"

namespace hadal::sensors::camera {

struct LateralColour {
  double red = 0.0022, blue = -0.0026;  // at most 0.1
  double cx_px = 319.5, cy_px = 239.5;
  double strength = 1;
};
void lateral_colour(const LateralColour& model, RgbInput image, RgbView out, ThreadArena& arena);

struct Vignetting {
  double natural = 1, mechanical = 0;  // n and m
  double focal_px = 320, cx_px = 319.5, cy_px = 239.5;
};
double vignetting_factor(const Vignetting& model, int width_px, int height_px, double x, double y);
void vignette(const Vignetting& model, RgbView image, ThreadArena& arena);  // in place

struct DepthOfField {
  double focal_m = 0.004, f_number = 2.8, focus_m = 2;
  double pixel_pitch_m = 3.45e-6;
  double strength = 1;
};
// Diameter of the circle of confusion; of infinitely far points, for z infinite.
double circle_of_confusion_px(const DepthOfField& model, double z_m);
// For stills: every pixel gathers from all that spread onto it, near ones over far ones. Circles
// are cut at max_px.
void blur_depth_of_field(const DepthOfField& model, std::span<const float> depth_m, RgbInput image,
                         RgbView out, ThreadArena& arena, int max_px = 31);

struct ForwardScatter {
  double scattering_per_m = 0.2;
  double strength = 1;
  double bloom = 0;  // fraction of all pixels, in the same pass
};
double forward_scatter_fraction(const ForwardScatter& model, double depth_m);
// In place. depth_m: along the ray; infinity for open water. The pyramid has at least four levels.
void forward_scatter(const ForwardScatter& model, std::span<const float> depth_m, RgbView image,
                     BlurPyramid& pyramid, ThreadArena& arena);
void bloom(double strength, RgbView image, BlurPyramid& pyramid, ThreadArena& arena);

struct RollingShutter {
  double readout_s = 0.016, exposure_s = 0.008;
};
inline double row_start_s(const RollingShutter& shutter, int row, int rows) {
  return shutter.readout_s * row / rows;
}
inline double row_middle_s(const RollingShutter& shutter, int row, int rows) {
  return row_start_s(shutter, row, rows) + shutter.exposure_s / 2;
}

}  // namespace hadal::sensors::camera
