#include "sensors/acoustic/windows.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"

namespace hadal::sensors {
namespace {

using std::numbers::pi;
constexpr int kElements =
    512;  // of the apertures of patterns: half a wavelength apart down to 0.2 degrees
constexpr int kTaylorLobes = 5;  // side lobes held at the level, less one

// T_n(x) for any x.
double chebyshev_polynomial(int n, double x) {
  if (std::abs(x) <= 1) return std::cos(n * std::acos(x));
  const double size = std::cosh(n * std::acosh(std::abs(x)));
  return x < 0 && n % 2 ? -size : size;
}

// Dolph: the weights whose pattern is the Chebyshev polynomial of degree n - 1, by its Fourier sum.
std::vector<double> dolph_chebyshev(int n, double sidelobe_db) {
  const double x0 = std::cosh(std::acosh(std::pow(10, sidelobe_db / 20)) / (n - 1));
  std::vector<double> w(static_cast<size_t>(n));
  for (int k = 0; k < n; ++k) {
    const double t = k - (n - 1) / 2.0;
    for (int m = 0; m < n; ++m) {
      // The pattern at m/n of its period; it changes sign over a period when n is even.
      const double u = pi * m / n;
      w[k] += chebyshev_polynomial(n - 1, x0 * std::cos(u)) * std::cos(2 * u * t);
    }
  }
  return w;
}

double taylor_at(double t, double sidelobe_db) {
  const double a = std::acosh(std::pow(10, sidelobe_db / 20)) / pi;
  const double n2 = kTaylorLobes * kTaylorLobes;
  const double stretch = n2 / (a * a + (kTaylorLobes - 0.5) * (kTaylorLobes - 0.5));
  double sum = 1;
  for (int m = 1; m < kTaylorLobes; ++m) {
    double above = 1, below = 1;
    for (int i = 1; i < kTaylorLobes; ++i) {
      above *= 1 - m * m / (stretch * (a * a + (i - 0.5) * (i - 0.5)));
      if (i != m) below *= 1 - static_cast<double>(m * m) / (i * i);
    }
    sum += (m % 2 ? 1 : -1) * above / below * std::cos(2 * pi * m * t);
  }
  return sum;
}

}  // namespace

double window_at(const ShadingModel& shading, double t) {
  const double c = std::cos(2 * pi * t);
  switch (shading.window) {
    case Shading::kRectangular:
      return 1;
    case Shading::kHamming:
      return 0.54 + 0.46 * c;
    case Shading::kHann:
      return 0.5 + 0.5 * c;
    case Shading::kBlackman:
      return 0.42 + 0.5 * c + 0.08 * std::cos(4 * pi * t);
    case Shading::kTaylor:
      return taylor_at(t, shading.sidelobe_db);
    case Shading::kDolphChebyshev:
      break;
  }
  HADAL_CHECK(false, "the Dolph-Chebyshev window is known at its own points only");
  return 0;
}

std::vector<double> window(const ShadingModel& shading, int n) {
  HADAL_CHECK(n > 1);
  std::vector<double> w;
  if (shading.window == Shading::kDolphChebyshev) {
    w = dolph_chebyshev(n, shading.sidelobe_db);
  } else {
    for (int k = 0; k < n; ++k) w.push_back(window_at(shading, (k + 0.5) / n - 0.5));
  }
  const double largest = *std::max_element(w.begin(), w.end());
  for (double& value : w) value /= largest;
  return w;
}

AperturePattern::AperturePattern(const ShadingModel& shading, double width_rad)
    : plain_(shading.window == Shading::kRectangular), weights_(window(shading, kElements)) {
  for (const double w : weights_) total_ += w;
  double inside = 0, outside = 4;  // the main lobe of every window is narrower
  while (at(outside) > std::numbers::sqrt2 / 2) outside *= 2;
  for (int i = 0; i < 60; ++i) {
    const double middle = (inside + outside) / 2;
    (at(middle) > std::numbers::sqrt2 / 2 ? inside : outside) = middle;
  }
  length_ = inside / std::sin(width_rad / 2);
}

double AperturePattern::at(double v) const {
  if (plain_) return std::abs(v) < 1e-9 ? 1 : std::sin(pi * v) / (pi * v);
  double sum = 0;
  const int n = static_cast<int>(weights_.size());
  for (int k = 0; k < n; ++k) sum += weights_[k] * std::cos(2 * pi * v * ((k + 0.5) / n - 0.5));
  return sum / total_;
}

double AperturePattern::operator()(double angle_rad) const {
  return at(length_ * std::sin(angle_rad));
}

}  // namespace hadal::sensors
