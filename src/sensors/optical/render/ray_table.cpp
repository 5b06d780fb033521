#include "sensors/optical/render/ray_table.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace hadal::sensors {
namespace {

// From the optical frame (x right, y down, z ahead) to S.
Vec3 to_sensor(const Vec3& v_C) {
  return {v_C.z(), v_C.x(), v_C.y()};
}

struct PixelRay {
  Vec3 start_S = Vec3::Zero(), direction_S = Vec3::UnitX();
  bool on = false;
};

PixelRay pixel_ray(const camera::Lens& lens, const camera::Port& port, double column, double row) {
  const std::optional<Vec3> air = lens.direction_of({column, row});
  if (!air) return {};
  if (std::holds_alternative<camera::NoPort>(port)) return {Vec3::Zero(), to_sensor(*air), true};
  const std::optional<camera::WaterRay> water = ray_in_water(port, *air);
  if (!water) return {};
  return {to_sensor(water->origin_C), to_sensor(water->direction_C), true};
}

// Change per pixel about a place, zero where the lens has no ray on one side.
Vec3 change(const camera::Lens& lens, const camera::Port& port, double column, double row,
            double right, double down) {
  const PixelRay a = pixel_ray(lens, port, column - 0.5 * right, row - 0.5 * down);
  const PixelRay b = pixel_ray(lens, port, column + 0.5 * right, row + 0.5 * down);
  if (!a.on || !b.on) return Vec3::Zero();
  return b.direction_S - a.direction_S;
}

// The table is larger than the caches near the core, and a patch takes longer than their own
// foresight: asks for what is needed next.
template <class Block>
void foresee(const Block& block) {
  const auto* bytes = reinterpret_cast<const char*>(&block);
  for (size_t line = 0; line < sizeof(Block); line += 64) __builtin_prefetch(bytes + line);
}

using Directions = float[3][raytrace::kLanes];

// Shifts directions within their pixels, to unit length again.
void shift(const float* right, const float* down, const float* right_px, const float* down_px,
           Directions& d) {
  for (int axis = 0; axis < 3; ++axis)
    for (int k = 0; k < raytrace::kLanes; ++k)
      d[axis][k] += right_px[k] * right[axis] + down_px[k] * down[axis];
  for (int k = 0; k < raytrace::kLanes; ++k) {
    const float scale = 1 / std::sqrt(d[0][k] * d[0][k] + d[1][k] * d[1][k] + d[2][k] * d[2][k]);
    d[0][k] *= scale, d[1][k] *= scale, d[2][k] *= scale;
  }
}

}  // namespace

RayTable::RayTable(const camera::Lens& lens, const camera::Port& port)
    : width_(lens.config().width_px),
      height_(lens.config().height_px),
      across_((width_ + kBlockSide - 1) / kBlockSide),
      down_((height_ + kBlockSide - 1) / kBlockSide) {
  blocks_.reserve(static_cast<size_t>(across_) * down_);
  for (int row = 0; row < height_; row += kBlockSide)
    for (int column = 0; column < width_; column += kBlockSide)
      blocks_.push_back(block_at(lens, port, row, column));
}

RayTable::Block RayTable::block_at(const camera::Lens& lens, const camera::Port& port, int row,
                                   int column) {
  const bool central = std::holds_alternative<camera::NoPort>(port);
  Block block;
  const size_t start = starts_.size();
  if (!central) starts_.resize(start + 3 * raytrace::kLanes, 0.0f);
  for (int lane = 0; lane < raytrace::kLanes; ++lane) {
    const int u = column + lane % kBlockSide, v = row + lane / kBlockSide;
    const PixelRay ray = pixel_ray(lens, port, u, v);
    const bool inside = u < width_ && v < height_;
    if (ray.on && inside) block.on |= 1u << lane;
    for (int axis = 0; axis < 3; ++axis) {
      block.d[axis][lane] = static_cast<float>(ray.direction_S[axis]);
      if (!central)
        starts_[start + static_cast<size_t>(axis * raytrace::kLanes + lane)] =
            static_cast<float>(ray.start_S[axis]);
    }
  }
  const double u = column + 1.5, v = row + 1.5;  // the middle of the block
  const Vec3 right = change(lens, port, u, v, 1, 0), down = change(lens, port, u, v, 0, 1);
  for (int axis = 0; axis < 3; ++axis) {
    block.right[axis] = static_cast<float>(right[axis]);
    block.down[axis] = static_cast<float>(down[axis]);
  }
  block.pixel_rad = static_cast<float>(std::sqrt(right.cross(down).norm()));
  return block;
}

void RayTable::rays(int index, const Mat3& R_NS, const Vec3& p_A, const float* right_px,
                    const float* down_px, float near_m, float far_m, raytrace::Rays& out) const {
  constexpr size_t kAhead = 2;  // of its row, in the next patch
  const Block& block = blocks_[static_cast<size_t>(index)];
  if (static_cast<size_t>(index) + kAhead < blocks_.size())
    foresee(blocks_[static_cast<size_t>(index) + kAhead]);
  const Eigen::Matrix3f R = R_NS.cast<float>();
  const Eigen::Vector3f p = p_A.cast<float>();
  const float r[9] = {R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1),
                      R(1, 2), R(2, 0), R(2, 1), R(2, 2)};
  Directions d;
  for (size_t axis = 0; axis < 3; ++axis) std::copy_n(block.d[axis], raytrace::kLanes, d[axis]);
  if (right_px) shift(block.right, block.down, right_px, down_px, d);
  Directions turned;
  for (int axis = 0; axis < 3; ++axis)
    for (int k = 0; k < raytrace::kLanes; ++k)
      turned[axis][k] =
          r[3 * axis] * d[0][k] + r[3 * axis + 1] * d[1][k] + r[3 * axis + 2] * d[2][k];
  std::copy_n(turned[0], raytrace::kLanes, out.dx);
  std::copy_n(turned[1], raytrace::kLanes, out.dy);
  std::copy_n(turned[2], raytrace::kLanes, out.dz);
  std::fill_n(out.near_m, raytrace::kLanes, near_m);
  std::fill_n(out.far_m, raytrace::kLanes, far_m);
  for (uint32_t off = ~block.on & ((1u << raytrace::kLanes) - 1); off != 0; off &= off - 1)
    out.near_m[std::countr_zero(off)] = 1, out.far_m[std::countr_zero(off)] = 0;
  std::fill_n(out.ox, raytrace::kLanes, p.x());
  std::fill_n(out.oy, raytrace::kLanes, p.y());
  std::fill_n(out.oz, raytrace::kLanes, p.z());
  if (starts_.empty()) return;
  const float* start = &starts_[static_cast<size_t>(index) * 3 * raytrace::kLanes];
  for (int k = 0; k < raytrace::kLanes; ++k) {
    const float x = start[k], y = start[raytrace::kLanes + k], z = start[2 * raytrace::kLanes + k];
    out.ox[k] += R(0, 0) * x + R(0, 1) * y + R(0, 2) * z;
    out.oy[k] += R(1, 0) * x + R(1, 1) * y + R(1, 2) * z;
    out.oz[k] += R(2, 0) * x + R(2, 1) * y + R(2, 2) * z;
  }
}

}  // namespace hadal::sensors
