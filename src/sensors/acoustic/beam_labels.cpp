#include "sensors/acoustic/beam_labels.h"

#include <algorithm>
#include <cmath>

namespace hadal::sensors {
namespace {

constexpr float kFractionOfGap = 0.25f, kFreeBins = 3;

float dot(const float* a, const float* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Whether b lies on the tangent plane at a.
bool continues(const LabelledRay& a, const LabelledRay& b, float bin_m) {
  const float across = dot(a.normal, b.along);
  if (across > -1e-4f) return false;  // along the plane or away from it
  const float predicted = a.range_m * dot(a.normal, a.along) / across;
  return std::abs(predicted - b.range_m) <
         kFractionOfGap * std::abs(b.range_m - a.range_m) + kFreeBins * bin_m;
}

}  // namespace

BeamLabels::BeamLabels(int bins, int rows)
    : bins_(static_cast<size_t>(bins)), column_(static_cast<size_t>(rows)) {}

void BeamLabels::clear() {
  std::fill(bins_.begin(), bins_.end(), Bin{});
}

void BeamLabels::add(int bin, const LabelledRay& ray) {
  if (bin < 0 || bin >= static_cast<int>(bins_.size())) return;
  Bin& to = bins_[static_cast<size_t>(bin)];
  to.lit = true;
  if (ray.power <= to.power) return;
  to.power = ray.power, to.object = ray.object;
  to.range_m = ray.range_m, to.elevation_rad = ray.elevation_rad;
}

void BeamLabels::join(const LabelledRay& a, const LabelledRay& b, float bin_m) {
  const LabelledRay &near = a.bin < b.bin ? a : b, &far = a.bin < b.bin ? b : a;
  const int first = static_cast<int>(std::lround(near.bin)) + 1;
  const int end = static_cast<int>(std::lround(far.bin));
  const bool joined = continues(a, b, bin_m) || continues(b, a, bin_m);
  for (int n = std::max(first, 0); n < std::min(end, static_cast<int>(bins_.size())); ++n) {
    if (joined)
      add(n, n - near.bin < far.bin - n ? near : far);
    else
      bins_[static_cast<size_t>(n)].hidden = true;
  }
}

void BeamLabels::add_column(float bin_m) {
  bool all_hit = true;
  float farthest = 0;
  for (const LabelledRay& ray : column_) {
    all_hit = all_hit && ray.hit();
    if (!ray.hit()) continue;
    farthest = std::max(farthest, ray.bin);
    if (ray.bin >= 0) add(static_cast<int>(std::lround(ray.bin)), ray);
  }
  for (size_t e = 0; e + 1 < column_.size(); ++e)
    if (column_[e].hit() && column_[e + 1].hit()) join(column_[e], column_[e + 1], bin_m);
  if (!all_hit) return;
  for (size_t n = static_cast<size_t>(std::max(0L, std::lround(farthest) + 1)); n < bins_.size();
       ++n)
    bins_[n].hidden = true;
}

}  // namespace hadal::sensors
