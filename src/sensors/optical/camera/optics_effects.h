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
// Forward scatter: on its way z from a surface, light that is scattered by small angles stays in the
//   picture but leaves its pixel. Half of all scattering counts as such (band_fit.h: c' = a + b/2),
//   so of the light of a surface the fraction
//     w = 1 - exp(-b z / 2),
//   b the scattering coefficient, is spread by the point-spread function of the water. Light that the
//   water itself scatters towards the eye (the veil) comes from all along the way and is left alone:
//   it has no edges to blur. The point-spread function is that of single scattering by the measured
//   volume-scattering function of sea water (Petzold 1972, as Fournier & Forand write it): light
//   turned by psi at the part t of the way, counted from the surface, arrives t psi beside its image,
//   so that within the angle theta lies
//     F(theta) = integral over t from 0 to 1 of C(theta / t),
//   C the part of the near half that is turned by less. It does not depend on the distance. Point-
//   spread functions measured in the ocean follow this theory (McLean & Voss, "Point spread function
//   in ocean water: comparison between theory and experiment", Applied Optics 30, 1991) and fall by a
//   power of the angle from 4 to 100 mrad (Voss, "Simple empirical model of the oceanic point spread
//   function", Applied Optics 30, 1991), here by -1.7 to -2 from 4 to 10 mrad. Not modelled: light
//   scattered more than once, which widens it where b z is well above 2.
// Bloom: the same blur with one share for all pixels and all light, for stray light inside the lens.
// Rolling shutter: row y of H begins its exposure y / H of the read-out time after the first.
#pragma once
#include <array>
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
  double strength = 1;    // times b
  double focal_px = 320;  // in the water
};
double forward_scatter_fraction(const ForwardScatter& model, double depth_m);
// Part of the spread light that arrives within an angle of its image, rad.
double forward_scatter_within(double angle_rad);
// The point-spread function as levels of a BlurPyramid: own[0] is what stays in its pixel, own[l] of
// level l.
constexpr int kScatterLevels = 5;
std::array<double, kScatterLevels + 1> forward_scatter_levels(double focal_px);

class ForwardScatterBlur {
 public:
  explicit ForwardScatterBlur(const ForwardScatter& model);
  // In place. depth_m: along the ray; infinity for open water. veil: the part of the image that is
  // light scattered by the water; may be empty (null channels). rest: scratch of the same size. The
  // pyramid has at least kScatterLevels levels.
  void apply(double scattering_per_m, std::span<const float> depth_m, RgbInput veil, RgbView image,
             RgbView rest, BlurPyramid& pyramid, ThreadArena& arena) const;

 private:
  ForwardScatter model_;
  std::array<float, kScatterLevels> weights_{};
  float leaves_ = 0;  // part of the spread light that leaves its pixel
};
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
