#include "outputs/picture/point_map.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "outputs/picture/colour_map.h"
#include "outputs/picture/margins.h"
#include "outputs/picture/ticks.h"

namespace hadal::outputs {
namespace {

constexpr float kNoDepth = std::numeric_limits<float>::quiet_NaN();
constexpr double kMinSpan_m = 1;  // of the ground shown
constexpr int kAxisTicks = 6, kFillings = 4;

struct DepthScale {
  double shallow_m = 0, deep_m = 1;
};

// All but the outermost hundredth at both ends, so that stray points do not flatten the rest.
DepthScale depth_scale(std::vector<float> depths) {
  std::erase_if(depths, [](float d) { return !std::isfinite(d); });
  const auto at = [&](double fraction) {
    const auto nth = depths.begin() + static_cast<ptrdiff_t>(fraction * (depths.size() - 1));
    std::nth_element(depths.begin(), nth, depths.end());
    return static_cast<double>(*nth);
  };
  constexpr double kMinDepths_m = 0.1;
  const DepthScale out{at(0.01), at(0.99)};
  return {out.shallow_m, std::max(out.deep_m, out.shallow_m + kMinDepths_m)};
}

// Empty pixels take the mean of their neighbours that are not.
std::vector<float> grown(const std::vector<float>& depth_m, int width, int height) {
  std::vector<float> out = depth_m;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      if (std::isfinite(depth_m[static_cast<size_t>(y) * width + x])) continue;
      double sum = 0;
      int count = 0;
      for (int j = std::max(0, y - 1); j <= std::min(height - 1, y + 1); ++j)
        for (int i = std::max(0, x - 1); i <= std::min(width - 1, x + 1); ++i)
          if (const float d = depth_m[static_cast<size_t>(j) * width + i]; std::isfinite(d))
            sum += d, ++count;
      if (count > 0) out[static_cast<size_t>(y) * width + x] = static_cast<float>(sum / count);
    }
  return out;
}

std::string metres(double value, double step) {
  return tick_label(value, step) + " m";
}

}  // namespace

// North-western corner and pixels per metre.
struct PointMap::Place {
  double north_m = 0, south_m = 0, west_m = 0, east_m = 0, scale = 1;
  int width = 1, height = 1;
  int x(double east) const {
    return std::min(width - 1, static_cast<int>((east - west_m) * scale));
  }
  int y(double north) const {
    return std::min(height - 1, static_cast<int>((north_m - north) * scale));
  }
};

void PointMap::add(const Vec3& p_N) {
  if (!p_N.allFinite() || passed_++ % stride_ != 0) return;
  if (points_.size() >= kMax) {
    for (size_t i = 0; 2 * i < points_.size(); ++i) points_[i] = points_[2 * i];
    points_.resize((points_.size() + 1) / 2);
    stride_ *= 2;
  }
  points_.push_back(
      {static_cast<float>(p_N.x()), static_cast<float>(p_N.y()), static_cast<float>(p_N.z())});
}

PointMap::Place PointMap::place(int size) const {
  Place out;
  out.north_m = out.south_m = points_[0].north_m;
  out.west_m = out.east_m = points_[0].east_m;
  for (const Point& p : points_) {
    out.north_m = std::max<double>(out.north_m, p.north_m);
    out.south_m = std::min<double>(out.south_m, p.north_m);
    out.west_m = std::min<double>(out.west_m, p.east_m);
    out.east_m = std::max<double>(out.east_m, p.east_m);
  }
  const double high = std::max(out.north_m - out.south_m, kMinSpan_m),
               wide = std::max(out.east_m - out.west_m, kMinSpan_m);
  out.scale = size / std::max(high, wide);
  // A strip of soundings is widened to where a title and a bar find place.
  constexpr int kMinPixels = 240;
  out.width = std::max(kMinPixels, static_cast<int>(std::ceil(wide * out.scale)));
  out.height = std::max(kMinPixels, static_cast<int>(std::ceil(high * out.scale)));
  const double middle_north = (out.north_m + out.south_m) / 2,
               middle_east = (out.west_m + out.east_m) / 2;
  out.north_m = middle_north + out.height / out.scale / 2;
  out.south_m = middle_north - out.height / out.scale / 2;
  out.west_m = middle_east - out.width / out.scale / 2;
  out.east_m = middle_east + out.width / out.scale / 2;
  return out;
}

std::vector<float> PointMap::mean_depths(const Place& at) const {
  const size_t pixels = static_cast<size_t>(at.width) * at.height;
  std::vector<double> sum(pixels);
  std::vector<uint32_t> count(pixels);
  for (const Point& p : points_) {
    const size_t i = static_cast<size_t>(at.y(p.north_m)) * at.width + at.x(p.east_m);
    sum[i] += p.depth_m;
    ++count[i];
  }
  std::vector<float> out(pixels, kNoDepth);
  for (size_t i = 0; i < pixels; ++i)
    if (count[i] > 0) out[i] = static_cast<float>(sum[i] / count[i]);
  for (int i = 0; i < kFillings; ++i) out = grown(out, at.width, at.height);
  return out;
}

Picture PointMap::picture(const std::string& title, int size) const {
  HADAL_CHECK(!empty());
  const Place at = place(size);
  const std::vector<float> depths = mean_depths(at);
  const DepthScale scale = depth_scale(depths);
  Picture out(at.width + kLeft + kRight, at.height + kTop + kBottom, kPaper);
  for (int y = 0; y < at.height; ++y)
    for (int x = 0; x < at.width; ++x)
      if (const float d = depths[static_cast<size_t>(y) * at.width + x]; std::isfinite(d))
        out.set(kLeft + x, kTop + y,
                sea_depth((scale.deep_m - d) / (scale.deep_m - scale.shallow_m)));
  const Ticks east = nice_ticks(at.west_m, at.east_m, kAxisTicks);
  for (const double e : east.values)
    centred_text(out, kLeft + (e - at.west_m) * at.scale, kTop + at.height + 4,
                 metres(e, east.step) + (e == east.values.front() ? " E" : ""));
  const Ticks north = nice_ticks(at.south_m, at.north_m, kAxisTicks);
  for (const double n : north.values) {
    const std::string label = metres(n, north.step) + (n == north.values.back() ? " N" : "");
    out.text(kLeft - text_width(label) - 4,
             kTop + static_cast<int>((at.north_m - n) * at.scale) - 3, label, kInkPale);
  }
  constexpr double kCentimetre = 0.01;
  draw_margins(out, title,
               {metres(scale.deep_m, kCentimetre) + " deep", metres(scale.shallow_m, kCentimetre),
                sea_depth});
  return out;
}

}  // namespace hadal::outputs
