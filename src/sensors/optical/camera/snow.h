// Marine snow and plankton: particles far smaller than a pixel or out of focus, drawn over a
// finished picture. A particle of radius r (in pixels) appears as a spot of radius R,
//   R^2 = r^2 + (c / 2)^2 + 0.7^2,
// c its circle of confusion and 0.7 px the blur of the picture itself (less, and spots flicker as
// they cross pixels: the sum of a sampled Gaussian wavers by 2 % at 0.7, by 40 % at 0.45), with the
// coverage (r / R)^2: its light is radiance x pi r^2 pixels however wide it is spread. Small spots
// are Gaussian, exp(-d^2 / R^2); from R = 2.5 px they are flat discs with a brighter rim. Motion
// during the exposure makes a capsule, thinned so that the light stays the same; round ends
// included it is as long as the way of the image. Under a spot, the picture keeps 1 - opacity x
// coverage. Particles behind the depth of a pixel are hidden. They are drawn in the order of the
// list; bands of rows are independent.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "sensors/optical/camera/image.h"

namespace hadal::sensors::camera {

// A spot on the picture.
struct SnowSpot {
  float x_px = 0, y_px = 0;  // middle of its streak
  float depth_m = 0;         // compared with the depth of the picture: distance along the ray
  float radius_px = 0;       // of the particle
  float circle_px = 0;       // diameter of confusion
  std::array<float, 2> motion_px{};
  std::array<float, 3> radiance{};
};

struct SnowModel {
  double strength = 1;      // of coverage
  double opacity = 0.5;     // how much of the picture a particle hides
  double longest_px = 120;  // streaks are cut there
};

class SnowPainter {
 public:
  // Room for this many spots; the rest of a longer list is left out and counted.
  SnowPainter(int width_px, int height_px, size_t max_spots);

  // In place. Returns how many spots had no room.
  size_t paint(const SnowModel& model, std::span<const SnowSpot> spots,
               std::span<const float> depth_m, RgbView image, ThreadArena& arena);

 private:
  struct Shape {
    int x0, x1, y0, y1;  // pixels it touches
    float x, y, mx, my, per_path2;
    float radius, per_radius2, coverage, depth_m;
    float radiance[3];
    bool disc;
  };
  bool shape_of(const SnowModel& model, const SnowSpot& spot, Shape& shape) const;
  void paint_rows(const Shape& shape, int first, int end, float opacity, const float* depth_m,
                  const RgbView& image) const;
  int width_px_, height_px_;
  std::vector<Shape> shapes_;
};

}  // namespace hadal::sensors::camera
