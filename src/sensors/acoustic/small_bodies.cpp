#include "sensors/acoustic/small_bodies.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/hash.h"
#include "sensors/acoustic/sonar_labels.h"
#include "sensors/acoustic/sonar_numbers.h"

namespace hadal::sensors {
namespace {

constexpr int kMinSide = 8;            // rays across a body, at least
constexpr int kLong = 16, kMinAcross = 4;  // and across one with so many along
constexpr double kMaxRays = 4096;  // of a body

float uniform(uint32_t hash) {
  return static_cast<float>(mix32(hash) >> 8) * 0x1p-24f;
}

}  // namespace

SmallBodies::SmallBodies(const raytrace::View& view, uint32_t seen, const RayOrigin& origin,
                         const FanExtent& fan)
    : view_(view), seen_(seen), origin_(origin), fan_(fan) {
  const bool upright = fan.axes == FanAxes::kUpright;
  max_sine_ = std::sin(upright ? fan.max_along_rad : fan.max_across_rad);
  min_sine_ = std::sin(upright ? fan.min_along_rad : -fan.max_across_rad);
  for (int i = 0; i < view.instances(); ++i) {
    Window window;
    if (!(view.instance(i).seen & seen) || !is_body(view.instance(i)) || !find(i, window)) continue;
    small_.resize(static_cast<size_t>(view.instances()));
    small_[static_cast<size_t>(i)] = 1;
    windows_.push_back(window);
  }
}

Vec3 SmallBodies::in_sonar(const Vec3& p_A) const {
  const Vec3 p = p_A - Vec3(origin_.p_A[0], origin_.p_A[1], origin_.p_A[2]);
  const float* R = origin_.R_NS;
  return {R[0] * p.x() + R[3] * p.y() + R[6] * p.z(), R[1] * p.x() + R[4] * p.y() + R[7] * p.z(),
          R[2] * p.x() + R[5] * p.y() + R[8] * p.z()};
}

// False where the ball around its box lies out of reach, behind, or above or below the fan: off the
// plane in which its latitude (elevation, or the angle of a line array) is 0.
bool SmallBodies::in_view(const raytrace::Instance& thing, const raytrace::ShapeBox& box) const {
  const double radius = thing.scale * (box.high - box.low).norm() / 2;
  const Vec3 middle = (box.low + box.high) / 2;
  const Vec3 p = in_sonar(thing.translation_A + thing.scale * (thing.R * middle));
  const double range = p.norm();
  if (p.x() + radius <= 0 || range - radius > fan_.reach_m) return false;
  const bool upright = fan_.axes == FanAxes::kUpright;
  const double off = upright ? p.z() : p.y();
  const auto beyond = [&](double distance, double limit_sine) {
    return distance > radius && distance - radius > limit_sine * (range + radius);
  };
  return !beyond(off, max_sine_) && !beyond(-off, -min_sine_);
}

// The angles of the corners of its box. What reaches beside or behind the sonar is left to the fan.
bool SmallBodies::find(int instance, Window& out) const {
  const raytrace::Instance& thing = view_.instance(instance);
  const raytrace::ShapeBox box = view_.box(instance);
  if (!in_view(thing, box)) return false;
  constexpr double kFar = std::numeric_limits<double>::infinity();
  double low[2] = {kFar, kFar}, high[2] = {-kFar, -kFar};
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 q(corner & 1 ? box.high.x() : box.low.x(), corner & 2 ? box.high.y() : box.low.y(),
                 corner & 4 ? box.high.z() : box.low.z());
    const Vec3 p_S = in_sonar(thing.translation_A + thing.scale * (thing.R * q));
    if (!(p_S.x() > 0)) return false;
    const std::array<double, 2> angles = fan_angles(fan_.axes, p_S);
    for (int i = 0; i < 2; ++i)
      low[i] = std::min(low[i], angles[i]), high[i] = std::max(high[i], angles[i]);
  }
  if (high[0] - low[0] >= kMinSide * fan_.column_rad && high[1] - low[1] >= kMinSide * fan_.row_rad)
    return false;
  low[0] = std::max(low[0], -fan_.max_across_rad), high[0] = std::min(high[0], fan_.max_across_rad);
  low[1] = std::max(low[1], fan_.min_along_rad), high[1] = std::min(high[1], fan_.max_along_rad);
  if (low[0] >= high[0] || low[1] >= high[1]) return false;
  const auto rays = [](double size, double step, int least) {
    return 4 * static_cast<int>(std::ceil(std::max<double>(least, size / step) / 4));
  };
  out = {instance, low[0], low[1], high[0] - low[0], high[1] - low[1], 0, 0};
  if (out.width_rad / fan_.column_rad * (out.height_rad / fan_.row_rad) > kMaxRays) return false;
  const bool wide = out.width_rad >= kLong * fan_.column_rad;
  const bool tall = out.height_rad >= kLong * fan_.row_rad;
  out.columns = rays(out.width_rad, fan_.column_rad, tall ? kMinAcross : kMinSide);
  out.rows = rays(out.height_rad, fan_.row_rad, wide ? kMinAcross : kMinSide);
  return out.columns * static_cast<double>(out.rows) <= kMaxRays;
}

std::vector<BodyRay> SmallBodies::trace(uint32_t key) const {
  std::vector<BodyRay> out;
  for (const Window& window : windows_) trace(window, key, out);
  return out;
}

namespace {

// Sine and cosine of an angle near one whose own are known, by Taylor; 1e-8 for steps to 0.2 rad.
struct Turned {
  double sine, cosine;
  static Turned of(double angle) { return {std::sin(angle), std::cos(angle)}; }
  Turned by(double step) const {
    const double x = step * step;
    const double s = step * (1 - x / 6 * (1 - x / 20)), c = 1 - x / 2 * (1 - x / 12 * (1 - x / 30));
    return {sine * c + cosine * s, cosine * c - sine * s};
  }
};

std::vector<Turned> middles(double begin_rad, double step_rad, int count) {
  std::vector<Turned> out;
  for (int i = 0; i < count; ++i) out.push_back(Turned::of(begin_rad + (i + 0.5) * step_rad));
  return out;
}

// As fan_direction_S().
Vec3 direction_of(FanAxes axes, const Turned& across, const Turned& along) {
  if (axes == FanAxes::kUpright)
    return {along.cosine * across.cosine, along.cosine * across.sine, along.sine};
  return {across.cosine * along.cosine, across.sine, across.cosine * along.sine};
}

}  // namespace

void SmallBodies::trace(const Window& w, uint32_t key, std::vector<BodyRay>& out) const {
  const double column_rad = w.width_rad / w.columns, row_rad = w.height_rad / w.rows;
  const uint32_t body = mix32(key ^ mix32(static_cast<uint32_t>(w.instance) + 1));
  const std::vector<Turned> columns = middles(w.across_rad, column_rad, w.columns),
                            rows = middles(w.along_rad, row_rad, w.rows);
  raytrace::Rays rays;
  raytrace::Hits hits;
  double across[raytrace::kLanes], along[raytrace::kLanes];
  double narrowing[raytrace::kLanes];
  for (int column = 0; column < w.columns; column += kTileSide)
    for (int row = 0; row < w.rows; row += kTileSide) {
      const auto hash_of = [&](int k) {
        const int c = column + k / kTileSide, e = row + k % kTileSide;
        return body + static_cast<uint32_t>(3 * (c * w.rows + e));
      };
      for (int k = 0; k < raytrace::kLanes; ++k) {
        const uint32_t hash = hash_of(k);
        const int c = column + k / kTileSide, e = row + k % kTileSide;
        const double a = (uniform(hash) - 0.5) * column_rad, b = (uniform(hash + 1) - 0.5) * row_rad;
        across[k] = w.across_rad + (c + 0.5) * column_rad + a;
        along[k] = w.along_rad + (e + 0.5) * row_rad + b;
        const Turned turned_across = columns[static_cast<size_t>(c)].by(a);
        const Turned turned_along = rows[static_cast<size_t>(e)].by(b);
        narrowing[k] =
            fan_.axes == FanAxes::kUpright ? turned_along.cosine : turned_across.cosine;
        const Vec3 d = direction_of(fan_.axes, turned_across, turned_along);
        origin_.turn(static_cast<float>(d.x()), static_cast<float>(d.y()),
                     static_cast<float>(d.z()), rays.dx[k], rays.dy[k], rays.dz[k]);
        rays.ox[k] = origin_.p_A[0], rays.oy[k] = origin_.p_A[1], rays.oz[k] = origin_.p_A[2];
        rays.near_m[k] = kRayStart_m, rays.far_m[k] = fan_.reach_m;
      }
      view_.trace(rays, seen_, true, hits);
      for (int k = 0; k < raytrace::kLanes; ++k) {
        if (hits.instance[k] != w.instance) continue;
        BodyRay ray;
        const float r = hits.range_m[k];
        ray.instance = w.instance;
        ray.across_rad = static_cast<float>(across[k]);
        ray.along_rad = static_cast<float>(along[k]);
        ray.range_m = r;
        ray.solid_angle_sr = static_cast<float>(column_rad * row_rad * narrowing[k]);
        ray.fan_fraction =
            static_cast<float>(column_rad * row_rad / (fan_.column_rad * fan_.row_rad));
        const float d[3] = {rays.dx[k], rays.dy[k], rays.dz[k]};
        const float n[3] = {hits.nx[k], hits.ny[k], hits.nz[k]};
        for (int i = 0; i < 3; ++i) {
          ray.p_A[i] = origin_.p_A[i] + d[i] * r;
          ray.along_N[i] = d[i], ray.normal_N[i] = n[i];
        }
        ray.cosine = std::clamp(-(n[0] * d[0] + n[1] * d[1] + n[2] * d[2]), 0.0f, 1.0f);
        ray.uniform = uniform(hash_of(k) + 2);
        out.push_back(ray);
      }
    }
}

}  // namespace hadal::sensors
