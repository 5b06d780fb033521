#include "sensors/optical/camera/optics_effects.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/check.h"
#include "environment/optics/band_fit.h"
#include "environment/optics/phase_function.h"

// Plain loops, which the compiler makes into vectors for each instruction set.
#define HWY_TARGET_INCLUDE "sensors/optical/camera/optics_effects.cpp"
#include "math/simd/highway.h"

#ifndef HADAL_OPTICS_EFFECTS_SHARED
#define HADAL_OPTICS_EFFECTS_SHARED
namespace hadal::sensors::camera {
constexpr int kColourChunk = 256, kColourWindow = 320;

// A row of one channel, scaled about cx: out(x) = in(cx + (x - cx) step).
struct ScaledRow {
  const float *upper, *lower;  // rows the source lies between
  float below;                 // fraction of the lower
  int width;
  float cx, step;
};

struct VignetteRow {
  int width;
  float natural, mechanical;
  float cx, dy2;                  // (y - cy)^2
  float per_focal2, per_corner2;  // 1 / f^2, 1 / r_corner^2
};
}  // namespace hadal::sensors::camera
#endif

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::camera::HWY_NAMESPACE {

void scale_row(const ScaledRow& row, float* HWY_RESTRICT out) {
  float window[kColourWindow];
  const float last = static_cast<float>(row.width - 1);
  const auto source = [&](int x) {
    const float at = row.cx + (static_cast<float>(x) - row.cx) * row.step;
    return at > 0.0f ? (at < last ? at : last) : 0.0f;
  };
  for (int first = 0; first < row.width; first += kColourChunk) {
    const int count = HWY_MIN(kColourChunk, row.width - first);
    const int from = HWY_MIN(static_cast<int>(source(first)), row.width - 2);
    const int to = HWY_MIN(static_cast<int>(source(first + count - 1)) + 2, row.width);
    for (int i = 0; i < to - from; ++i)
      window[i] = row.upper[from + i] + (row.lower[from + i] - row.upper[from + i]) * row.below;
    for (int i = 0; i < count; ++i) {
      const float at = source(first + i);
      const int whole = HWY_MIN(static_cast<int>(at), row.width - 2);
      const float a = window[whole - from], b = window[whole - from + 1];
      out[first + i] = a + (b - a) * (at - static_cast<float>(whole));
    }
  }
}

void vignette_row(const VignetteRow& row, float* HWY_RESTRICT r, float* HWY_RESTRICT g,
                  float* HWY_RESTRICT b) {
  const float plain = 1.0f - row.natural;
  for (int x = 0; x < row.width; ++x) {
    const float dx = static_cast<float>(x) - row.cx, r2 = dx * dx + row.dy2;
    const float secant2 = 1.0f + r2 * row.per_focal2;
    const float rim = 1.0f - row.mechanical * (r2 * row.per_corner2);
    const float factor = (plain + row.natural / (secant2 * secant2)) * (rim * rim);
    r[x] *= factor, g[x] *= factor, b[x] *= factor;
  }
}

// max (1 - exp(-depth per_m)).
void fraction_row(const float* HWY_RESTRICT depth, float per_m, float max,
                  float* HWY_RESTRICT fraction, int width) {
  for (int x = 0; x < width; ++x)
    fraction[x] = max * (1.0f - fast_exp_negative(depth[x] * per_m));
}

// Takes the veil, as far as it is there, out of a row.
void lift_veil(const float* HWY_RESTRICT veil, float* HWY_RESTRICT image, float* HWY_RESTRICT rest,
               int width) {
  for (int x = 0; x < width; ++x) {
    rest[x] = veil[x] < image[x] ? veil[x] : image[x];
    image[x] -= rest[x];
  }
}
void lay_veil(const float* HWY_RESTRICT rest, float* HWY_RESTRICT image, int width) {
  for (int x = 0; x < width; ++x) image[x] += rest[x];
}

}  // namespace hadal::sensors::camera::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors::camera {
namespace {
HWY_EXPORT(scale_row);
HWY_EXPORT(vignette_row);
HWY_EXPORT(fraction_row);
HWY_EXPORT(lift_veil);
HWY_EXPORT(lay_veil);

constexpr double kSmallAngles = 1 - environment::optics::kScatterOutOfImage;
constexpr float kGlowWeights[] = {0.30f, 0.28f, 0.24f, 0.18f};

void copy_plane(RgbInput from, RgbView to, int channel) {
  std::copy_n(from.channels[channel], from.pixels(), to.channels[channel]);
}

void scale_channel(const RgbInput& image, const RgbView& out, int channel, double cx, double cy,
                   double scale, ThreadArena& arena) {
  const double step = 1 / scale;
  for_rows(arena, image.height_px, [&](int y) {
    const double at = std::clamp(cy + (y - cy) * step, 0.0, image.height_px - 1.0);
    const int upper = std::min(static_cast<int>(at), image.height_px - 2);
    HWY_DYNAMIC_DISPATCH(scale_row)
    ({image.row(channel, upper), image.row(channel, upper + 1), static_cast<float>(at - upper),
      image.width_px, static_cast<float>(cx), static_cast<float>(step)},
     out.row(channel, y));
  });
}

double corner_px(double cx, double cy, int width, int height) {
  return std::hypot(std::max(cx, width - 1 - cx), std::max(cy, height - 1 - cy));
}

// One pixel of the gather: what the neighbour at (i, j) spreads onto this one.
struct Gathered {
  float sum[3] = {0, 0, 0};
  float weight = 0;
  int neighbours = 0;
};

void gather(const RgbInput& image, const float* depth, const float* radius, int x, int y, int reach,
            Gathered& out) {
  const int w = image.width_px, h = image.height_px;
  const ptrdiff_t here = static_cast<ptrdiff_t>(y) * w + x;
  for (int j = std::max(-reach, -y); j <= std::min(reach, h - 1 - y); ++j)
    for (int i = std::max(-reach, -x); i <= std::min(reach, w - 1 - x); ++i) {
      const ptrdiff_t there = here + static_cast<ptrdiff_t>(j) * w + i;
      // What lies behind does not spread over the edge of what is sharp in front of it.
      const float r =
          depth[there] > depth[here] ? std::min(radius[there], radius[here]) : radius[there];
      const float covered =
          std::clamp(r + 0.5f - std::sqrt(static_cast<float>(i * i + j * j)), 0.0f, 1.0f);
      if (covered == 0 && (i != 0 || j != 0)) continue;
      const float disc = std::max(r, 0.5f), weight = std::max(covered, 1e-3f) / (disc * disc);
      for (int c = 0; c < 3; ++c) out.sum[c] += weight * image.channels[c][there];
      out.weight += weight;
      out.neighbours += i != 0 || j != 0;
    }
}

}  // namespace

void lateral_colour(const LateralColour& model, RgbInput image, RgbView out, ThreadArena& arena) {
  const double red = model.red * model.strength, blue = model.blue * model.strength;
  HADAL_CHECK(std::abs(red) <= 0.1 && std::abs(blue) <= 0.1);
  const bool tiny = image.width_px < 2 || image.height_px < 2;
  copy_plane(image, out, 1);
  for (const auto& [channel, shift] : {std::pair{0, red}, {2, blue}}) {
    if (shift == 0 || tiny)
      copy_plane(image, out, channel);
    else
      scale_channel(image, out, channel, model.cx_px, model.cy_px, 1 + shift, arena);
  }
}

double vignetting_factor(const Vignetting& m, int width_px, int height_px, double x, double y) {
  const double r2 = (x - m.cx_px) * (x - m.cx_px) + (y - m.cy_px) * (y - m.cy_px);
  const double corner = corner_px(m.cx_px, m.cy_px, width_px, height_px);
  const double secant2 = 1 + r2 / (m.focal_px * m.focal_px);
  const double rim = 1 - m.mechanical * r2 / (corner * corner);
  return (1 - m.natural + m.natural / (secant2 * secant2)) * rim * rim;
}

void vignette(const Vignetting& m, RgbView image, ThreadArena& arena) {
  if (m.natural == 0 && m.mechanical == 0) return;
  const double corner = corner_px(m.cx_px, m.cy_px, image.width_px, image.height_px);
  for_rows(arena, image.height_px, [&](int y) {
    HWY_DYNAMIC_DISPATCH(vignette_row)
    ({image.width_px, static_cast<float>(m.natural), static_cast<float>(m.mechanical),
      static_cast<float>(m.cx_px), static_cast<float>((y - m.cy_px) * (y - m.cy_px)),
      static_cast<float>(1 / (m.focal_px * m.focal_px)), static_cast<float>(1 / (corner * corner))},
     image.row(0, y), image.row(1, y), image.row(2, y));
  });
}

double circle_of_confusion_px(const DepthOfField& m, double z_m) {
  const double away = std::isinf(z_m) ? 1 : std::abs(z_m - m.focus_m) / z_m;
  return m.strength * m.focal_m * m.focal_m / (m.f_number * (m.focus_m - m.focal_m)) * away /
         m.pixel_pitch_m;
}

void blur_depth_of_field(const DepthOfField& model, std::span<const float> depth_m, RgbInput image,
                         RgbView out, ThreadArena& arena, int max_px) {
  HADAL_CHECK(depth_m.size() == image.pixels());
  std::vector<float> radius(image.pixels());  // a still: not in the loop of a sensor
  const double max = max_px / 2.0;
  float widest = 0;
  for (size_t i = 0; i < radius.size(); ++i) {
    const double z = depth_m[i] > 0 ? static_cast<double>(depth_m[i]) : model.focus_m;
    radius[i] = static_cast<float>(std::min(circle_of_confusion_px(model, z) / 2, max));
    widest = std::max(widest, radius[i]);
  }
  const int reach = static_cast<int>(std::ceil(widest));
  for_rows(arena, image.height_px, [&](int y) {
    for (int x = 0; x < image.width_px; ++x) {
      Gathered got;
      gather(image, depth_m.data(), radius.data(), x, y, reach, got);
      for (int c = 0; c < 3; ++c)
        out.row(c, y)[x] = got.neighbours == 0 ? image.row(c, y)[x] : got.sum[c] / got.weight;
    }
  });
}

double forward_scatter_fraction(const ForwardScatter& m, double depth_m) {
  return 1 - std::exp(-kSmallAngles * m.strength * m.scattering_per_m * depth_m);
}

namespace {

// C of optics_effects.h: part of the near half of all scattering that is turned by less than an
// angle, on a grid of angles in equal ratios.
class NearScattering {
 public:
  NearScattering() {
    double last = 0, angle = kFirst_rad;
    double sum = 0, before = 0;  // integrand 2 pi p sin(angle)
    const double ratio = std::exp(std::log(std::numbers::pi / kFirst_rad) / (kCount - 1));
    for (int i = 0; i < kCount; ++i, angle *= ratio) {
      const double now =
          2 * std::numbers::pi * environment::optics::fournier_forand(angle) * std::sin(angle);
      sum += i == 0 ? now * angle / kFirstPower : 0.5 * (now + before) * (angle - last);
      angles_.push_back(angle), within_.push_back(sum);
      before = now, last = angle;
    }
    const double whole = sum, half = kSmallAngles * whole;
    size_t end = 0;
    while (within_[end] < half) ++end;
    angles_.resize(end + 1), within_.resize(end + 1);
    for (double& part : within_) part = std::min(part / half, 1.0);
  }
  double operator()(double angle_rad) const {
    if (angle_rad >= angles_.back()) return 1;
    if (angle_rad <= angles_.front()) return within_.front() * angle_rad / angles_.front();
    const auto at = std::upper_bound(angles_.begin(), angles_.end(), angle_rad) - angles_.begin();
    const auto i = static_cast<size_t>(at);
    const double fraction = (angle_rad - angles_[i - 1]) / (angles_[i] - angles_[i - 1]);
    return within_[i - 1] + (within_[i] - within_[i - 1]) * fraction;
  }

 private:
  static constexpr int kCount = 2000;
  static constexpr double kFirst_rad = 1e-7;
  // The integral goes as this power of the angle towards 0.
  static constexpr double kFirstPower = environment::optics::FournierForand{}.slope - 3;
  std::vector<double> angles_, within_;
};

}  // namespace

double forward_scatter_within(double angle_rad) {
  constexpr int kParts = 400;  // midpoints of the way
  static const NearScattering turned;
  double sum = 0;
  for (int i = 0; i < kParts; ++i) sum += turned(angle_rad * kParts / (i + 0.5));
  return sum / kParts;
}

// Level l is about a Gaussian of variance (4^l - 1) / 2 px^2, half of which lies within 1.177 of
// its deviation. Each gets the light between the geometric means of those radii.
std::array<double, kScatterLevels + 1> forward_scatter_levels(double focal_px) {
  constexpr double kHalfWithin = 1.17741, kOwnPixel = 1;
  const auto radius = [](int l) { return kHalfWithin * std::sqrt(0.5 * (std::pow(4.0, l) - 1)); };
  std::array<double, kScatterLevels + 1> out{};
  double before = 0;
  for (int l = 0; l <= kScatterLevels; ++l) {
    const double edge = l == 0 ? kOwnPixel : std::sqrt(radius(l) * radius(l + 1));
    const double within = l == kScatterLevels ? 1 : forward_scatter_within(edge / focal_px);
    out[static_cast<size_t>(l)] = within - before;
    before = within;
  }
  return out;
}

ForwardScatterBlur::ForwardScatterBlur(const ForwardScatter& model) : model_(model) {
  const auto levels = forward_scatter_levels(model.focal_px);
  leaves_ = static_cast<float>(1 - levels[0]);
  for (size_t l = 0; l < weights_.size(); ++l)
    weights_[l] = static_cast<float>(levels[l + 1] / (1 - levels[0]));
}

void ForwardScatterBlur::apply(double scattering_per_m, std::span<const float> depth_m,
                               RgbInput veil, RgbView image, RgbView rest, BlurPyramid& pyramid,
                               ThreadArena& arena) const {
  if (model_.strength == 0 || scattering_per_m == 0) return;
  HADAL_CHECK(depth_m.size() == image.pixels() && pyramid.levels() >= kScatterLevels);
  const bool veiled = veil.channels[0] != nullptr;
  for_rows(arena, image.height_px, [&](int y) {
    const ptrdiff_t start = static_cast<ptrdiff_t>(y) * image.width_px;
    HWY_DYNAMIC_DISPATCH(fraction_row)
    (depth_m.data() + start,
     static_cast<float>(kSmallAngles * model_.strength * scattering_per_m), leaves_, pyramid.fraction().data() + start,
     image.width_px);
    for (int c = 0; c < 3 && veiled; ++c)
      HWY_DYNAMIC_DISPATCH(lift_veil)
    (veil.row(c, y), image.row(c, y), rest.row(c, y), image.width_px);
  });
  pyramid.mix(weights_, image, arena);
  if (!veiled) return;
  for_rows(arena, image.height_px, [&](int y) {
    for (int c = 0; c < 3; ++c)
      HWY_DYNAMIC_DISPATCH(lay_veil)(rest.row(c, y), image.row(c, y), image.width_px);
  });
}

void bloom(double strength, RgbView image, BlurPyramid& pyramid, ThreadArena& arena) {
  if (strength == 0) return;
  HADAL_CHECK(pyramid.levels() >= 4);
  std::fill(pyramid.fraction().begin(), pyramid.fraction().end(), static_cast<float>(strength));
  pyramid.mix(kGlowWeights, image, arena);
}

}  // namespace hadal::sensors::camera
#endif
