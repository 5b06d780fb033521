#include "environment/acoustic/sound_profile.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "environment/water/water_column.h"

namespace hadal::environment {
namespace {

// Integral of dz / c over a layer part that starts with speed c and has this gradient.
double layer_time(double speed_m_s, double gradient_1_s, double thickness_m) {
  const double x = gradient_1_s * thickness_m / speed_m_s;
  return thickness_m / speed_m_s * (x == 0 ? 1 : std::log1p(x) / x);
}

}  // namespace

// Each layer ends at the last node that a straight line from its top can reach while it passes
// every node in between within the bound: the admissible slopes form a cone that narrows.
SoundProfile::SoundProfile(const WaterColumn& water, double bound_m_s) {
  const std::vector<double> depths = water.node_depths();
  const auto keep = [&](double depth) {
    depth_m_.push_back(depth);
    speed_m_s_.push_back(water.sound_speed(depth));
  };
  keep(depths.front());
  double low = -std::numeric_limits<double>::infinity(), high = -low;
  for (size_t i = 1; i < depths.size(); ++i) {
    const double dz = depths[i] - depth_m_.back();
    const double dc = water.sound_speed(depths[i]) - speed_m_s_.back();
    if (dc / dz < low || dc / dz > high) {
      keep(depths[--i]);
      low = -std::numeric_limits<double>::infinity(), high = -low;
      continue;
    }
    low = std::max(low, (dc - bound_m_s) / dz);
    high = std::min(high, (dc + bound_m_s) / dz);
  }
  keep(depths.back());
  finish();
}

SoundProfile::SoundProfile(std::vector<double> depth_m, std::vector<double> speed_m_s)
    : depth_m_(std::move(depth_m)), speed_m_s_(std::move(speed_m_s)) {
  HADAL_CHECK(depth_m_.size() >= 2 && depth_m_.size() == speed_m_s_.size(),
              "a sound profile needs two points or more");
  finish();
}

void SoundProfile::finish() {
  time_s_.push_back(0);
  for (size_t i = 0; i + 1 < depth_m_.size(); ++i) {
    const double dz = depth_m_[i + 1] - depth_m_[i];
    double g = (speed_m_s_[i + 1] - speed_m_s_[i]) / dz;
    if (std::abs(g) < kLevelGradient_1_s) {
      g = 0;
      speed_m_s_[i + 1] = speed_m_s_[i];
    }
    gradient_1_s_.push_back(g);
    time_s_.push_back(time_s_.back() + layer_time(speed_m_s_[i], g, dz));
  }
}

int SoundProfile::layer_below(double depth_m) const {
  const auto next = std::upper_bound(depth_m_.begin(), depth_m_.end(), depth_m);
  return std::clamp(static_cast<int>(next - depth_m_.begin()) - 1, 0, layers() - 1);
}

int SoundProfile::layer_above(double depth_m) const {
  const auto next = std::lower_bound(depth_m_.begin(), depth_m_.end(), depth_m);
  return std::clamp(static_cast<int>(next - depth_m_.begin()) - 1, 0, layers() - 1);
}

double SoundProfile::speed(double depth_m) const {
  const double depth = std::clamp(depth_m, top(), bottom());
  const int i = layer_below(depth);
  if (depth == depth_m_[i + 1]) return speed_m_s_[i + 1];
  return speed_m_s_[i] + gradient_1_s_[i] * (depth - depth_m_[i]);
}

double SoundProfile::vertical_time(double from_m, double to_m) const {
  const double upper = std::clamp(std::min(from_m, to_m), top(), bottom()),
               lower = std::clamp(std::max(from_m, to_m), top(), bottom());
  const int i = layer_below(upper), j = layer_above(lower);
  if (i >= j) return layer_time(speed(upper), gradient_1_s_[i], lower - upper);
  return layer_time(speed(upper), gradient_1_s_[i], depth_m_[i + 1] - upper) +
         (time_s_[j] - time_s_[i + 1]) +
         layer_time(speed_m_s_[j], gradient_1_s_[j], lower - depth_m_[j]);
}

double SoundProfile::steepest(double from_m, double to_m) const {
  const int first = layer_above(std::min(from_m, to_m)), last = layer_below(std::max(from_m, to_m));
  double steepest = 0;
  for (int i = first; i <= last; ++i) steepest = std::max(steepest, std::abs(gradient_1_s_[i]));
  return steepest;
}

}  // namespace hadal::environment
