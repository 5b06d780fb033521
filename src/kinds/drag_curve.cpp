#include "kinds/drag_curve.h"

#include <algorithm>
#include <cmath>

namespace hadal::inline kinds {

std::string drag_rows_problem(std::span<const std::vector<double>> rows) {
  std::array<double, 2> sign{};
  bool moves = false;
  for (size_t i = 0; i < rows.size(); ++i) {
    const double speed = rows[i][0], force = rows[i][1];
    if (i > 0 && speed <= rows[i - 1][0]) return "speeds must rise from row to row";
    if (speed == 0 && force != 0) return "the force at rest must be 0";
    if (speed == 0 || force == 0) continue;
    moves = true;
    double& side = sign[speed < 0 ? 1 : 0];
    if (side * force < 0)
      return "the force changes its sign between speeds of the same direction: drag opposes motion "
             "at each of them";
    side = force;
  }
  return rows.empty() || moves ? "" : "expected a force at a speed other than 0";
}

DragCurve::DragCurve(std::span<const std::vector<double>> rows) {
  std::array<std::vector<std::array<double, 2>>, 2> points;
  for (const std::vector<double>& row : rows)
    if (row[0] != 0)
      points[row[0] < 0 ? 1 : 0].push_back({std::abs(row[0]), std::abs(row[1])});
  std::reverse(points[1].begin(), points[1].end());
  for (size_t s = 0; s < 2; ++s) sides_[s] = side(points[points[s].empty() ? 1 - s : s]);
}

DragCurve::Side DragCurve::side(std::vector<std::array<double, 2>> points) {
  Side out;
  if (points.empty()) return out;
  for (auto& [speed, force] : points) force /= speed;
  const auto& first = points.front();
  double at_rest = 0;  // one point: quadratic
  if (points.size() > 1)
    at_rest = first[1] - (points[1][1] - first[1]) / (points[1][0] - first[0]) * first[0];
  out.speed.push_back(0);
  out.factor.push_back(std::max(0.0, at_rest));
  for (const auto& [speed, factor] : points) {
    out.speed.push_back(speed);
    out.factor.push_back(factor);
  }
  return out;
}

DragCurve::Factor DragCurve::factor_at(double speed) const {
  const Side& side = sides_[speed < 0 ? 1 : 0];
  const double u = std::abs(speed);
  if (u >= side.speed.back()) {
    const double slope = side.factor.back() / side.speed.back();
    return {slope * u, slope};
  }
  const auto above = std::upper_bound(side.speed.begin(), side.speed.end(), u);
  const size_t i = static_cast<size_t>(above - side.speed.begin());
  const double slope = (side.factor[i] - side.factor[i - 1]) / (side.speed[i] - side.speed[i - 1]);
  return {side.factor[i - 1] + slope * (u - side.speed[i - 1]), slope};
}

double DragCurve::drag(double speed) const {
  return empty() ? 0 : speed * factor_at(speed).value;
}

double DragCurve::slope(double speed) const {
  if (empty()) return 0;
  const Factor g = factor_at(speed);
  return std::max(0.0, g.value + std::abs(speed) * g.slope);
}

void DragCurve::scale(double factor) {
  for (Side& side : sides_)
    for (double& g : side.factor) g *= factor;
}

}  // namespace hadal::kinds
