#include "outputs/picture/label_picture.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include "base/check.h"
#include "outputs/picture/colour_map.h"
#include "outputs/picture/font.h"
#include "outputs/picture/margins.h"

namespace hadal::outputs {
namespace {

constexpr Colour kEmptyPixel{16, 18, 22};

struct ValueSpan {
  double low = 0, high = 1;
  double fraction(double value) const { return (value - low) / (high - low); }
};

// Between two percentiles of the finite values of a channel.
ValueSpan span_of(const Plane& plane, int channel, double low_fraction, double high_fraction) {
  const std::span<const float> values = plane.floats();
  std::vector<float> finite;
  for (size_t i = static_cast<size_t>(channel); i < values.size();
       i += static_cast<size_t>(plane.channels))
    if (std::isfinite(values[i])) finite.push_back(values[i]);
  if (finite.empty()) return {};
  const auto at = [&](double fraction) {
    const auto place = finite.begin() + std::lround(fraction * static_cast<double>(finite.size() -
        1));
    std::nth_element(finite.begin(), place, finite.end());
    return static_cast<double>(*place);
  };
  const ValueSpan out{at(low_fraction), at(high_fraction)};
  return out.high > out.low ? out : ValueSpan{out.low, out.low + 1};
}

uint8_t byte_of(double fraction) {
  return static_cast<uint8_t>(std::lround(255 * std::clamp(fraction, 0.0, 1.0)));
}
double srgb(double light) {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

// hue in turns; full value.
Colour from_hue(double hue, double saturation, double value) {
  const auto channel = [&](double shift) {
    const double f = std::abs(6 * (hue + shift - std::floor(hue + shift)) - 3) - 1;
    return byte_of(value * (1 - saturation * (1 - std::clamp(f, 0.0, 1.0))));
  };
  return {channel(0), channel(2.0 / 3), channel(1.0 / 3)};
}

std::string number_text(double value, const std::string& name) {
  char text[32];
  std::snprintf(text, sizeof text, std::abs(value) < 100 ? "%.2f" : "%.0f", value);
  const size_t unit = name.rfind('_');
  return text + (unit == std::string::npos ? "" : " " + name.substr(unit + 1));
}

// The strip below a picture whose colours stand for numbers. A picture wider than any camera's,
// which comes of a log from elsewhere, has none: it would take more memory than the picture.
template <class Map>
Picture with_scale(const Picture& picture, const Plane& plane, const ValueSpan& span, Map map) {
  constexpr int kWidest = 16384, kLargestScale = 8;
  if (picture.width() > kWidest) return picture;
  const int max = std::clamp(picture.height() / 60, 1, kLargestScale);
  const int scale = std::clamp(picture.width() / 400, 1, max);  // readable in a small copy, too
  const int strip_px = 16 * scale, gap = 6 * scale, top = (strip_px - kGlyphHeight * scale) / 2;
  const std::string low = number_text(span.low, plane.name),
                    high = number_text(span.high, plane.name);
  const int from = text_width(low, scale) + 2 * gap,
            to = picture.width() - text_width(high, scale) - 2 * gap;
  Picture strip(picture.width(), strip_px, kPaper);
  if (to > from + gap) {
    strip.text(gap, top, low, kInkPale, scale);
    strip.text(to + gap, top, high, kInkPale, scale);
    for (int x = from; x < to; ++x)
      for (int y = 3 * scale; y < strip_px - 3 * scale; ++y)
        strip.set(x, y, map((x - from) / static_cast<double>(to - from)));
  }
  return stacked({picture, strip}, 0, kPaper);
}

Picture scalar_picture(const Plane& plane) {
  const ValueSpan span = span_of(plane, 0, 0.02, 0.98);
  const bool near_is_pale = plane.name == "depth_m";
  const auto map = [&](double fraction) { return near_is_pale ? sea_depth(1 - fraction)
                                         : amber(fraction); };
  Picture out(plane.columns, plane.rows, kEmptyPixel);
  const std::span<const float> values = plane.floats();
  for (size_t i = 0; i < values.size(); ++i)
    if (std::isfinite(values[i]))
      out.set(static_cast<int>(i) % plane.columns, static_cast<int>(i) / plane.columns,
              map(span.fraction(values[i])));
  return with_scale(out, plane, span, map);
}

// Calls colour(values of the pixel) for every pixel whose numbers are finite and not all 0.
template <class ColourOf>
Picture pixel_by_pixel(const Plane& plane, ColourOf colour) {
  Picture out(plane.columns, plane.rows, kEmptyPixel);
  const auto channels = static_cast<size_t>(plane.channels);
  const std::span<const float> values = plane.floats();
  for (size_t i = 0; i * channels < values.size(); ++i) {
    const std::span<const float> pixel = values.subspan(i * channels, channels);
    const bool finite =
        std::all_of(pixel.begin(), pixel.end(), [](float v) { return std::isfinite(v); });
    if (finite && std::any_of(pixel.begin(), pixel.end(), [](float v) { return v != 0; }))
      out.set(static_cast<int>(i) % plane.columns, static_cast<int>(i) / plane.columns,
              colour(pixel));
  }
  return out;
}

Picture flow_picture(const Plane& plane) {
  constexpr double kMinFlow_px = 0.01;  // less is the noise of single precision
  Plane lengths("length", PlaneType::kFloat32, plane.rows, plane.columns);
  const std::span<const float> values = plane.floats();
  for (size_t i = 0; 2 * i < values.size(); ++i)
    lengths.floats()[i] = std::hypot(values[2 * i], values[2 * i + 1]);
  const double longest = std::max(span_of(lengths, 0, 0.02, 0.98).high, kMinFlow_px);
  return pixel_by_pixel(plane, [&](std::span<const float> v) {
    const double length = std::hypot(v[0], v[1]);
    return from_hue(std::atan2(v[1], v[0]) / (2 * std::numbers::pi),
                    std::min(1.0, length / longest), 1);
  });
}

Picture three_channels(const Plane& plane) {
  if (plane.name == "normal")
    return pixel_by_pixel(plane, [](std::span<const float> n) {
      return Colour{byte_of((1 + n[1]) / 2), byte_of((1 - n[2]) / 2), byte_of((1 - n[0]) / 2)};
    });
  ValueSpan spans[3];
  for (int c = 0; c < 3; ++c)
    spans[c] = plane.name == "position_m" ? span_of(plane, c, 0.02, 0.98) : ValueSpan{0, 1};
  if (plane.name == "linear") {
    double white = 1e-12;
    for (int c = 0; c < 3; ++c) white = std::max(white, span_of(plane, c, 0, 0.99).high);
    for (ValueSpan& span : spans) span.high = white;
  }
  const bool light = plane.name != "position_m";
  return pixel_by_pixel(plane, [&](std::span<const float> v) {
    Colour out;
    for (size_t c = 0; c < 3; ++c) {
      const double fraction = spans[c].fraction(v[c]);
      out[c] = byte_of(light ? srgb(std::max(0.0, fraction)) : fraction);
    }
    return out;
  });
}

Picture byte_picture(const Plane& plane) {
  Picture out(plane.columns, plane.rows);
  const std::span<const uint8_t> values = plane.bytes();
  const auto channels = static_cast<size_t>(plane.channels);
  for (size_t i = 0; i * channels < values.size(); ++i) {
    const uint8_t* v = &values[i * channels];
    out.set(static_cast<int>(i) % plane.columns, static_cast<int>(i) / plane.columns,
            channels == 3 ? Colour{v[0], v[1], v[2]} : Colour{v[0], v[0], v[0]});
  }
  return out;
}

Picture number_picture(const Plane& plane) {
  Picture out(plane.columns, plane.rows, kEmptyPixel);
  const std::span<const int32_t> values = plane.ints();
  const int first = plane.name == "semantic" ? 0 : 1;  // that is something
  for (size_t i = 0; i < values.size(); ++i)
    if (values[i] >= first)
      out.set(static_cast<int>(i) % plane.columns, static_cast<int>(i) / plane.columns,
              label_colour(values[i] - first + 1));
  return out;
}

}  // namespace

bool is_label_image(const Plane& plane) {
  if (plane.rows < 1 || plane.columns < 1) return false;
  switch (plane.type) {
    case PlaneType::kFloat32:
      return plane.channels >= 1 && plane.channels <= 3;
    case PlaneType::kInt32:
      return plane.channels == 1;
    case PlaneType::kUint8:
      return plane.channels == 1 || plane.channels == 3;
  }
  return false;
}

Picture label_picture(const Plane& plane) {
  HADAL_CHECK(is_label_image(plane));
  if (plane.type == PlaneType::kUint8) return byte_picture(plane);
  if (plane.type == PlaneType::kInt32) return number_picture(plane);
  if (plane.channels == 1) return scalar_picture(plane);
  return plane.channels == 2 ? flow_picture(plane) : three_channels(plane);
}

Picture events_picture(const Plane& events, int width, int height) {
  Picture out(width, height, kPaper);
  const std::span<const int32_t> values = events.ints();
  for (size_t i = 0; i + 4 <= values.size(); i += 4)
    if (values[i] >= 0)
      out.set(values[i], values[i + 1],
              values[i + 3] > 0 ? Colour{255, 190, 80} : Colour{70, 130, 255});
  return out;
}

// Hues by the golden ratio, so that neighbouring numbers are far apart.
Colour label_colour(int number) {
  if (number <= 0) return kEmptyPixel;
  const double turns = 0.61803398875 * number;
  const double value = number % 3 == 0 ? 0.95 : number % 3 == 1 ? 0.75 : 0.85;
  return from_hue(turns - std::floor(turns), number % 2 ? 0.75 : 0.5, value);
}

}  // namespace hadal::outputs
