// Labels of a row of pixels, in vectors (camera_labels.h says what they hold). Single precision;
// the ways of pixels stay within 0.001 px of what CameraOptics::pixel_of() finds in double
// precision.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "math/types.h"
#include "sensors/optical/camera/lens.h"
#include "sensors/optical/camera/port.h"

namespace hadal::sensors {

// A lens in the water itself: pinhole or brown (camera/lens.h).
struct PlainLens {
  float fx_px, fy_px, cx_px, cy_px;
  float widest;  // largest r of the domain
  bool bends;
  float k1, k2, k3, p1, p2;
};
// Nothing for other lenses, and behind a port.
std::optional<PlainLens> plain_lens(const camera::Lens& lens, const camera::Port& port);

// Into the frame C of a camera: p_C = turn (p_A - p_AC) + rest. Distances from the camera are taken
// first, so that they lose nothing where A is far away; `rest` is what p_AC lost by rounding.
struct CameraPosition {
  std::array<float, 9> turn;  // row after row
  std::array<float, 3> p_AC, rest;
};
CameraPosition camera_position(const Pose& X_NS, const Vec3& anchor_N);

// From the pixels first, first + 1, ... of a row to where their points appear to a camera at a
// place; not a number where they leave the domain of the lens. position_A: three numbers a point.
void find_paths(const PlainLens& lens, const CameraPosition& place, const float* position_A,
                int first,
               int row, size_t count, float* path_x, float* path_y);

// Depths along the axis and normals in S; infinity and nothing where no thing is. Either may be
// null.
void turn_into_camera(const CameraPosition& place, const float* position_A, const float* normal_N,
                      const int32_t* instance, size_t count, float* depth_m, float* normal_S);

// Shares of light that arrive, three a pixel: sum of weight exp(-path range) over two bands a
// colour.
struct EvenWater {
  std::array<float, 6> weight, path;
};
void find_transmission(const EvenWater& water, const float* range_m, size_t count, float* out);

// anchor_N + position_A, infinity where no thing is.
void find_positions(const Vec3& anchor_N, const float* position_A, const int32_t* instance,
                    size_t count, float* out);

}  // namespace hadal::sensors
