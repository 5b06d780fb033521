#include "sensors/acoustic/beam_labels.h"

#include <algorithm>
#include <cmath>

namespace hadal::sensors {
namespace {

float dot(const float* a, const float* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Whether b lies on the tangent plane at a.
bool continues(const LabelledRay& a, const LabelledRay& b, float bin_m) {
  const float across = dot(a.normal, b.along);
  if (across > -kAlongPlane) return false;  // along the plane or away from it
  const float predicted = a.range_m * dot(a.normal, a.along) / across;
  return std::abs(predicted - b.range_m) <
         kFractionOfGap * std::abs(b.range_m - a.range_m) + kFreeBins * bin_m;
}

}  // namespace

bool on_one_surface(const LabelledRay& a, const LabelledRay& b, float bin_m) {
  return continues(a, b, bin_m) || continues(b, a, bin_m);
}

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
  const bool joined = on_one_surface(a, b, bin_m);
  for (int n = std::max(first, 0); n < std::min(end, static_cast<int>(bins_.size())); ++n) {
    if (joined)
      add(n, n - near.bin < far.bin - n ? near : far);
    else
      bins_[static_cast<size_t>(n)].hidden = true;
  }
}

void BeamLabels::add_ray(const LabelledRay& ray) {
  if (ray.bin >= 0) add(static_cast<int>(std::lround(ray.bin)), ray);
}

// Bins after the one of from_bin, up to that of to_bin.
void BeamLabels::hide(float from_bin, float to_bin) {
  const auto last = static_cast<float>(bins_.size()) - 1;
  if (!(from_bin <= last)) return;
  const int end = static_cast<int>(std::lround(std::min(to_bin, last)));
  for (int n = std::max(0, static_cast<int>(std::lround(from_bin)) + 1); n <= end; ++n)
    bins_[static_cast<size_t>(n)].hidden = true;
}

// Behind a ray that a body stops, and between the grounds that it and the next one would reach.
void BeamLabels::hide_behind(const LabelledRay& ray, const LabelledRay* next) {
  const float ground = ray.hidden_bin;
  if (ray.hides() && std::isfinite(ground)) hide(ray.bin, ground);
  if (!next || !(ray.hides() || next->hides())) return;
  const float beyond = next->hides() ? next->hidden_bin : next->hit() ? -1 : HUGE_VALF;
  const float here = ray.hides() ? ground : ray.hit() ? -1 : HUGE_VALF;
  if (beyond < 0 || here < 0) return;  // join() knows
  if (std::isfinite(std::min(here, beyond))) hide(std::min(here, beyond), std::max(here, beyond));
}

void BeamLabels::add_column(float bin_m) {
  bool all_hit = true;
  float farthest = 0;
  for (const LabelledRay& ray : column_) {
    all_hit = all_hit && ray.hit();
    if (!ray.hit()) continue;
    farthest = std::max(farthest, ray.bin);
    add_ray(ray);
  }
  for (size_t e = 0; e < column_.size(); ++e)
    hide_behind(column_[e], e + 1 < column_.size() ? &column_[e + 1] : nullptr);
  for (size_t e = 0; e + 1 < column_.size(); ++e)
    if (column_[e].hit() && column_[e + 1].hit()) join(column_[e], column_[e + 1], bin_m);
  if (!all_hit) return;
  for (size_t n = static_cast<size_t>(std::max(0L, std::lround(farthest) + 1)); n < bins_.size();
       ++n)
    bins_[n].hidden = true;
}

}  // namespace hadal::sensors
