#include "outputs/picture/ticks.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace hadal::outputs {
namespace {

constexpr size_t kMaxTicks = 64;

// Multiples of `step` within the range.
Ticks multiples(double low, double high, double step) {
  Ticks ticks{step, {}};
  const double first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
  for (double i = first; i <= last && ticks.values.size() < kMaxTicks; ++i)
    ticks.values.push_back(i == 0 ? 0 : i * step);
  return ticks;
}

}  // namespace

Ticks nice_ticks(double low, double high, int max) {
  if (!(high > low) || !std::isfinite(high - low) || max < 1) return {};
  const double power = std::pow(10.0, std::floor(std::log10((high - low) / max)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    const Ticks ticks = multiples(low, high, factor * power);
    if (ticks.values.size() <= static_cast<size_t>(max)) return ticks;
  }
  return multiples(low, high, 20 * power);
}

Ticks nice_angle_ticks(double low, double high, int max) {
  const Ticks plain = nice_ticks(low, high, max);
  if (plain.step <= 10 || !std::isfinite(high - low)) return plain;
  for (const double step : {15.0, 30.0, 45.0, 90.0, 180.0}) {
    const Ticks ticks = multiples(low, high, step);
    if (ticks.values.size() <= static_cast<size_t>(max)) return ticks;
  }
  const Ticks turns = nice_ticks(low / 360, high / 360, max);
  return multiples(low, high, 360 * std::max(1.0, turns.step));
}

std::string tick_label(double value, double step) {
  const double size = std::max(std::abs(value), step);
  if (size >= 1e6 || step < 1e-4)
    return format_number("%.4g", std::abs(value) < 1e-6 * step ? 0 : value);
  const int decimals = std::clamp(static_cast<int>(-std::floor(std::log10(step) + 1e-9)), 0, 6);
  const std::string format = "%." + std::to_string(decimals) + "f";
  const std::string text = format_number(format.c_str(), value);
  return text.find_first_not_of("-0.") == std::string::npos ? "0" : text;
}

}  // namespace hadal::outputs
