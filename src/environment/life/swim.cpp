#include "environment/life/swim.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/check.h"

namespace hadal::environment {
namespace {

constexpr int kLinePieces = 32;
constexpr double kSteepestSine = 0.95;  // sine of the direction; below it for all usual styles

struct LineNode {
  double x = 0, y = 0, sine = 0, cosine = 1;
};
using BodyLine = std::array<LineNode, kLinePieces + 1>;

double clamped_sine(double slope) {
  return std::clamp(slope, -kSteepestSine, kSteepestSine);
}

// Over the length, x from 0 at the nose backwards; piece by piece along the direction at its
// middle.
BodyLine body_line(const SwimStyle& style, double beats) {
  BodyLine line;
  line[0].y = midline_swing(style, 0, beats);
  for (int k = 0; k <= kLinePieces; ++k) {
    const double s = double(k) / kLinePieces;
    line[k].sine = clamped_sine(midline_slope(style, s, beats));
    line[k].cosine = std::sqrt(1 - line[k].sine * line[k].sine);
    if (k == 0) continue;
    const double y_step =
        midline_swing(style, s, beats) - midline_swing(style, s - 1.0 / kLinePieces, beats);
    const double sine = clamped_sine(y_step * kLinePieces);
    line[k].x = line[k - 1].x + std::sqrt(1 - sine * sine) / kLinePieces;
    line[k].y = line[k - 1].y + sine / kLinePieces;
  }
  return line;
}

}  // namespace

double tail_beat_hz(const SwimStyle& style, double length_m, double speed_m_s) {
  return std::max(style.idle_hz, speed_m_s / (style.stride * length_m));
}

double midline_swing(const SwimStyle& style, double s, double beats) {
  const double a = style.a0 + s * (style.a1 + s * style.a2);
  return style.amplitude * a * std::sin(2 * std::numbers::pi * (s / style.wavelength - beats));
}

double midline_slope(const SwimStyle& style, double s, double beats) {
  const double k = 2 * std::numbers::pi / style.wavelength;
  const double phase = k * s - 2 * std::numbers::pi * beats;
  const double a = style.a0 + s * (style.a1 + s * style.a2), da = style.a1 + 2 * s * style.a2;
  return style.amplitude * (da * std::sin(phase) + a * k * std::cos(phase));
}

void swim(const SwimStyle& style, double length_m, double beats, std::span<const Vec3> rest_S,
          std::span<Vec3> vertices_S) {
  HADAL_CHECK(rest_S.size() == vertices_S.size() && length_m > 0);
  const BodyLine line = body_line(style, beats);
  // The middle of the body stays at the origin in x.
  const double middle = line[kLinePieces / 2].x;
  for (size_t i = 0; i < rest_S.size(); ++i) {
    const Vec3 rest = rest_S[i];
    const double at = std::clamp(0.5 - rest.x() / length_m, 0.0, 1.0) * kLinePieces;
    const int k = std::min(static_cast<int>(at), kLinePieces - 1);
    const double f = at - k;
    const LineNode &a = line[k], &b = line[k + 1];
    const double sine = a.sine + f * (b.sine - a.sine);
    const double cosine = a.cosine + f * (b.cosine - a.cosine);
    const double x = a.x + f * (b.x - a.x), y = a.y + f * (b.y - a.y);
    vertices_S[i] = {length_m * (middle - x) + sine * rest.y(), length_m * y + cosine * rest.y(),
                     rest.z()};
  }
}

}  // namespace hadal::environment
