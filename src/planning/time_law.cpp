#include "planning/time_law.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace hadal::planning {
namespace {

LineRamp ramp_of(const Configuration& way, const MotionLimits& limits) {
  LineRamp ramp{0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  for (int i = 0; i < way.size(); ++i) {
    if (way[i] == 0) continue;
    ramp.rate = std::min(ramp.rate, limits.speed[i] / std::abs(way[i]));
    ramp.growth = std::min(ramp.growth, limits.acceleration[i] / std::abs(way[i]));
  }
  if (!std::isfinite(ramp.rate)) return {};  // there already
  if (ramp.rate * ramp.rate >= ramp.growth) ramp.rate = std::sqrt(ramp.growth);
  ramp.duration_s = 1 / ramp.rate + ramp.rate / ramp.growth;
  return ramp;
}

}  // namespace

double line_duration_s(const Configuration& from, const Configuration& to,
                       const MotionLimits& limits) {
  return ramp_of(to - from, limits).duration_s;
}

TimedPath::TimedPath(std::span<const Configuration> points, const MotionLimits& limits)
    : count_(static_cast<int>(points.size())) {
  HADAL_CHECK(points.size() <= kMaxPathPoints, "a path has too many points");
  std::copy(points.begin(), points.end(), points_.begin());
  for (int i = 1; i < count_; ++i) {
    ramps_[i] = ramp_of(points_[i] - points_[i - 1], limits);
    arrival_s_[i] = arrival_s_[i - 1] + ramps_[i].duration_s;
  }
}

Motion TimedPath::at(double time_s) const {
  const auto end = arrival_s_.begin() + count_;
  const auto next = std::upper_bound(arrival_s_.begin(), end, std::max(0.0, time_s));
  const Configuration rest = Configuration::Zero(points_[0].size());
  if (next == end) return {points_[count_ - 1], rest, rest};
  const auto i = static_cast<int>(next - arrival_s_.begin());
  const LineRamp& ramp = ramps_[i];
  // The second half mirrors the first.
  const double t = std::max(0.0, time_s - arrival_s_[i - 1]), left = ramp.duration_s - t;
  const bool slows = left < t;
  const double since = slows ? left : t, rise = ramp.rate / ramp.growth;
  const bool ramps = since < rise;
  const double s = ramps ? 0.5 * ramp.growth * since * since : ramp.rate * (since - 0.5 * rise),
               rate = ramps ? ramp.growth * since : ramp.rate,
               growth = ramps ? (slows ? -ramp.growth : ramp.growth) : 0;
  const Configuration way = points_[i] - points_[i - 1];
  return {slows ? Configuration(points_[i] - s * way) : Configuration(points_[i - 1] + s * way),
          rate * way, growth * way};
}

}  // namespace hadal::planning
