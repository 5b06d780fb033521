// Conversions at the boundary. Memory is SI and radians.
#pragma once
#include <limits>
#include <numbers>

namespace hadal::inline math {

constexpr double kTurn = 2 * std::numbers::pi;  // rad
constexpr double kDegree = std::numbers::pi / 180;
constexpr double kKnot = 1852.0 / 3600;
constexpr double kRpm = 2 * std::numbers::pi / 60;  // rad/s
constexpr double kHour = 3600;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace hadal::math
