#include "outputs/picture/sonar_picture.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "math/units.h"
#include "outputs/picture/colour_map.h"
#include "outputs/picture/margins.h"
#include "outputs/picture/ticks.h"

namespace hadal::outputs {
namespace {

constexpr int kBearingTicks = 7, kRangeTicks = 6;

// Index of the cell and share between two neighbours of a rising axis; false outside of it.
bool locate(std::span<const float> axis, double value, size_t& index, double& fraction) {
  if (axis.size() < 2 || !(value >= axis.front()) || value > axis.back()) return false;
  const auto above = std::upper_bound(axis.begin() + 1, axis.end() - 1, value);
  index = static_cast<size_t>(above - axis.begin()) - 1;
  fraction = (value - axis[index]) / (axis[index + 1] - axis[index]);
  return true;
}

Colour shade(double level_db, const LevelScale& scale) {
  return amber((level_db - scale.low_db) / (scale.high_db - scale.low_db));
}

// Level between four neighbours.
bool level_at(const BeamLevels& image, double bearing_rad, double range_m, double& level_db) {
  size_t b = 0, r = 0;
  double fb = 0, fr = 0;
  if (!locate(image.bearings_rad, bearing_rad, b, fb) || !locate(image.ranges_m, range_m, r, fr))
    return false;
  const size_t bins = image.ranges_m.size();
  const float* p = &image.level_db[b * bins + r];
  level_db =
      (1 - fb) * ((1 - fr) * p[0] + fr * p[1]) + fb * ((1 - fr) * p[bins] + fr * p[bins + 1]);
  return true;
}

void level_margins(Picture& picture, const PictureStyle& style) {
  const auto label = [](double db) { return tick_label(std::round(db), 1) + " dB"; };
  draw_margins(picture, style.title,
               {label(style.scale.low_db), label(style.scale.high_db), amber});
}

// Where the fan stands on the paper: apex and pixels per metre.
struct FanPosition {
  double x0 = 0, y0 = 0, scale = 1;
  int width = 0, height = 0;
};

FanPosition place_fan(const BeamLevels& image, int size) {
  const double far = image.ranges_m.back();
  double left = 0, right = 0, top = 0, bottom = far;
  for (const float bearing : image.bearings_rad) {
    left = std::min(left, far * std::sin(bearing));
    right = std::max(right, far * std::sin(bearing));
    top = std::max(top, far * std::cos(bearing));
    bottom = std::min(bottom, far * std::cos(bearing));
  }
  bottom = std::min(bottom, 0.0);
  FanPosition out;
  out.scale = size / std::max(right - left, top - bottom);
  out.width = static_cast<int>(std::ceil((right - left) * out.scale));
  out.height = static_cast<int>(std::ceil((top - bottom) * out.scale));
  out.x0 = kLeft - left * out.scale;
  out.y0 = kTop + top * out.scale;
  return out;
}

void fan_axes(Picture& picture, const BeamLevels& image, const FanPosition& at) {
  const double first = image.bearings_rad.front(), last = image.bearings_rad.back();
  const double far = image.ranges_m.back();
  const Ticks ranges = nice_ticks(0, far, kRangeTicks);
  for (const double r : ranges.values) {
    const int steps = std::max(8, static_cast<int>(r * at.scale * (last - first)));
    for (int i = 0; i <= steps; ++i) {
      const double b = first + (last - first) * i / steps;
      picture.set(static_cast<int>(at.x0 + r * at.scale * std::sin(b)),
                  static_cast<int>(at.y0 - r * at.scale * std::cos(b)), kGrid);
    }
    const std::string label = tick_label(r, ranges.step) + " m";
    picture.text(static_cast<int>(at.x0 + r * at.scale * std::sin(first)) - text_width(label) - 4,
                 static_cast<int>(at.y0 - r * at.scale * std::cos(first)), label, kInkPale);
  }
  const Ticks bearings = nice_angle_ticks(first / kDegree, last / kDegree, kBearingTicks);
  for (const double degrees : bearings.values) {
    const double b = degrees * kDegree, s = std::sin(b), c = std::cos(b);
    picture.line(at.x0, at.y0, at.x0 + far * at.scale * s, at.y0 - far * at.scale * c, kGrid);
    centred_text(picture, at.x0 + (far * at.scale + 12) * s, at.y0 - (far * at.scale + 12) * c - 3,
                 tick_label(degrees, bearings.step));
  }
}

}  // namespace

LevelScale good_scale(std::span<const float> level_db) {
  std::vector<float> received;
  for (const float level : level_db)
    if (std::isfinite(level)) received.push_back(level);
  if (received.empty()) return {};
  const auto at = [&](double fraction) {
    const auto nth = received.begin() + static_cast<ptrdiff_t>(fraction * (received.size() - 1));
    std::nth_element(received.begin(), nth, received.end());
    return static_cast<double>(*nth);
  };
  constexpr double kMinSpan_db = 20;
  const double high = at(0.9995);
  return {std::min(at(0.2), high - kMinSpan_db), high};
}

Picture fan_picture(const BeamLevels& image, const PictureStyle& style) {
  const FanPosition at = place_fan(image, style.size);
  Picture picture(at.width + kLeft + kRight, at.height + kTop + kBottom, kPaper);
  for (int y = kTop; y < kTop + at.height; ++y)
    for (int x = kLeft; x < kLeft + at.width; ++x) {
      const double across = (x - at.x0) / at.scale, ahead = (at.y0 - y) / at.scale;
      double level = 0;
      if (level_at(image, std::atan2(across, ahead), std::hypot(across, ahead), level))
        picture.set(x, y, shade(level, style.scale));
    }
  fan_axes(picture, image, at);
  level_margins(picture, style);
  return picture;
}

Picture beam_picture(const BeamLevels& image, const PictureStyle& style) {
  const int width = style.size, height = style.size * 3 / 4;
  const double first = image.bearings_rad.front(), last = image.bearings_rad.back();
  const double near = image.ranges_m.front(), far = image.ranges_m.back();
  Picture picture(width + kLeft + kRight, height + kTop + kBottom, kPaper);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      double level = 0;
      if (level_at(image, first + (last - first) * x / (width - 1),
                   far - (far - near) * y / (height - 1), level))
        picture.set(kLeft + x, kTop + y, shade(level, style.scale));
    }
  const Ticks ranges = nice_ticks(near, far, kRangeTicks);
  for (const double r : ranges.values) {
    const std::string label = tick_label(r, ranges.step) + " m";
    picture.text(kLeft - text_width(label) - 4,
                 kTop + static_cast<int>((far - r) / (far - near) * height) - 3, label, kInkPale);
  }
  const Ticks bearings = nice_angle_ticks(first / kDegree, last / kDegree, kBearingTicks);
  for (const double degrees : bearings.values)
    centred_text(picture, kLeft + (degrees * kDegree - first) / (last - first) * width,
                 kTop + height + 4, tick_label(degrees, bearings.step));
  level_margins(picture, style);
  return picture;
}

Picture waterfall_picture(const LineLevels& lines, const PictureStyle& style) {
  const int width = style.size, height = std::clamp(lines.lines, 120, 2 * style.size);
  Picture picture(width + kLeft + kRight, height + kTop + kBottom, kPaper);
  for (int y = 0; y < height && lines.lines > 0; ++y)
    for (int x = 0; x < width; ++x) {
      const size_t line = static_cast<size_t>(y) * lines.lines / height;
      const size_t bin = static_cast<size_t>(x) * lines.bins / width;
      picture.set(kLeft + x, kTop + y, shade(lines.level_db[line * lines.bins + bin], style.scale));
    }
  const double across = lines.last_across_m - lines.first_across_m;
  const Ticks ticks = nice_ticks(lines.first_across_m, lines.last_across_m, kBearingTicks);
  for (const double a : ticks.values)
    centred_text(picture, kLeft + (a - lines.first_across_m) / across * width, kTop + height + 4,
                 tick_label(a, ticks.step) + " m");
  const double duration = lines.last_time_s - lines.first_time_s;
  const Ticks times = nice_ticks(lines.first_time_s, lines.last_time_s, kRangeTicks);
  for (const double t : times.values) {
    const std::string label = tick_label(t, times.step) + " s";
    const double fraction = duration > 0 ? (t - lines.first_time_s) / duration : 0;
    picture.text(kLeft - text_width(label) - 4, kTop + static_cast<int>(fraction * height) - 3,
                 label,
                 kInkPale);
  }
  level_margins(picture, style);
  return picture;
}

}  // namespace hadal::outputs
