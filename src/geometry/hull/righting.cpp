#include "geometry/hull/righting.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"
#include "geometry/mass_properties.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::geometry {
namespace {

constexpr double kMaxTrim_rad = 80 * kDegree;
constexpr double kMaxStep_rad = 10 * kDegree;
constexpr double kLevel = 1e-10;   // of the body's size: lever that counts as balanced
constexpr double kVolume = 1e-13;  // of the volume
constexpr int kMaxSteps = 60;

struct HeadRange {
  double lowest = 0, highest = 0;
};
HeadRange plumb_range(const TriangleMesh& mesh, const Vec3& down) {
  HeadRange out{1e300, -1e300};
  for (const Vec3& x : mesh.vertices) {
    out.lowest = std::min(out.lowest, down.dot(x));
    out.highest = std::max(out.highest, down.dot(x));
  }
  return out;
}

double length_scale(const TriangleMesh& mesh) {
  return bounding_box(mesh).diagonal();
}

// Everything about the body at a given attitude, sinkage balanced.
FloatingPosition at_attitude(const TriangleMesh& mesh, const Loading& loading, double volume,
                             double heel, double trim) {
  FloatingPosition out;
  out.heel_rad = heel;
  out.trim_rad = trim;
  const Mat3 axes = level_axes(heel, trim);
  const double wanted = loading.mass_kg / loading.density_kg_m3;
  out.floats = wanted < volume;
  const HeadRange range = plumb_range(mesh, axes.col(2));
  out.surface = {axes.col(2), out.floats ? floating_depth(mesh, axes.col(2), wanted)
                                         : -range.lowest + length_scale(mesh)};
  out.wet = submerged_part(mesh, out.surface);
  out.draught_m = range.highest + out.surface.origin_depth_m;
  out.freeboard_m = -(range.lowest + out.surface.origin_depth_m);
  const Vec3 lever = out.wet.center - loading.center_of_gravity_m;
  out.righting_arm_m = axes.col(1).dot(lever);
  const Mat3& J = out.wet.waterplane_moment;
  const double below = axes.col(2).dot(lever);  // of B, seen from G
  out.metacentric_transverse_m = axes.col(1).dot(J * axes.col(1)) / out.wet.volume_m3 - below;
  out.metacentric_longitudinal_m = axes.col(0).dot(J * axes.col(0)) / out.wet.volume_m3 - below;
  return out;
}

double trim_lever(const FloatingPosition& position, const Loading& loading) {
  const Mat3 axes = level_axes(position.heel_rad, position.trim_rad);
  return axes.col(0).dot(position.wet.center - loading.center_of_gravity_m);
}

}  // namespace

Mat3 level_axes(double heel_rad, double trim_rad) {
  return quaternion_from({heel_rad, trim_rad, 0}).toRotationMatrix().transpose();
}

double floating_depth(const TriangleMesh& mesh, const Vec3& down, double volume_m3) {
  const HeadRange range = plumb_range(mesh, down);
  double low = -range.highest, high = -range.lowest;  // all dry, all wet
  double depth = 0.5 * (low + high);
  for (int i = 0; i < kMaxSteps; ++i) {
    const Submerged wet = submerged_part(mesh, {down, depth});
    const double excess = wet.volume_m3 - volume_m3;
    if (std::abs(excess) < kVolume * volume_m3) break;
    (excess > 0 ? high : low) = depth;
    const double newton = depth - excess / wet.waterplane_area_m2;
    const bool inside = wet.waterplane_area_m2 > 0 && newton > low && newton < high;
    depth = inside ? newton : 0.5 * (low + high);
  }
  return depth;
}

FloatingPosition float_at_heel(const TriangleMesh& mesh, const Loading& loading, double heel_rad,
                               double trim_guess_rad) {
  HADAL_CHECK(loading.mass_kg > 0 && loading.density_kg_m3 > 0);
  const double volume = signed_volume(mesh), small = kLevel * length_scale(mesh);
  double trim = trim_guess_rad;
  FloatingPosition out;
  for (int i = 0; i < kMaxSteps; ++i) {
    out = at_attitude(mesh, loading, volume, heel_rad, trim);
    const double lever = trim_lever(out, loading);
    if (std::abs(lever) < small) return out;
    // Bow-up trim moves B aft: d lever / d trim = -GM_L. Where that is unstable, go downhill.
    const double slope = std::max(std::abs(out.metacentric_longitudinal_m), small);
    trim += std::clamp(lever / slope, -kMaxStep_rad, kMaxStep_rad);
    if (std::abs(trim) > kMaxTrim_rad) break;
  }
  out.settled = false;
  return out;
}

double metacentric_by_slope(const TriangleMesh& mesh, const Loading& loading,
                            const FloatingPosition& position) {
  constexpr double kStep_rad = 1e-3;
  const Mat3 axes = level_axes(position.heel_rad, position.trim_rad);
  const double wanted = loading.mass_kg / loading.density_kg_m3;
  const auto arm = [&](double angle) {
    const Mat3 turn = Eigen::AngleAxisd(-angle, axes.col(0)).toRotationMatrix();
    const Vec3 down = turn * axes.col(2), right = turn * axes.col(1);
    const WaterSurface surface{down, position.floats ? floating_depth(mesh, down, wanted)
                                                     : position.surface.origin_depth_m};
    return right.dot(submerged_part(mesh, surface).center - loading.center_of_gravity_m);
  };
  return (arm(kStep_rad) - arm(-kStep_rad)) / (2 * kStep_rad);
}

std::vector<FloatingPosition> righting_curve(const TriangleMesh& mesh, const Loading& loading,
                                             int count, ThreadArena& arena) {
  HADAL_CHECK(count >= 2);
  std::vector<FloatingPosition> out(static_cast<size_t>(count));
  arena.for_each(out.size(), [&](size_t i) {
    const double heel = std::numbers::pi * static_cast<double>(i) / (count - 1);
    out[i] = float_at_heel(mesh, loading, heel);
  });
  return out;
}

std::vector<double> resting_heels_rad(const std::vector<FloatingPosition>& curve) {
  std::vector<double> out;
  const auto rises = [](const FloatingPosition& p) { return p.metacentric_transverse_m > 0; };
  constexpr double kZero_m = 1e-9;
  for (size_t i = 0; i < curve.size(); ++i) {
    const FloatingPosition& p = curve[i];
    if (std::abs(p.righting_arm_m) < kZero_m && rises(p)) out.push_back(p.heel_rad);
    if (i + 1 == curve.size()) break;
    const FloatingPosition& q = curve[i + 1];
    if (p.righting_arm_m < -kZero_m && q.righting_arm_m > kZero_m)
      out.push_back(p.heel_rad - p.righting_arm_m * (q.heel_rad - p.heel_rad) /
                                     (q.righting_arm_m - p.righting_arm_m));
  }
  return out;
}

}  // namespace hadal::geometry
