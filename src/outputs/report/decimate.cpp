#include "outputs/report/decimate.h"

#include <algorithm>
#include <cmath>

namespace hadal::outputs {
namespace {

std::vector<PlotPoint> thin_once(std::span<const PlotPoint> path, double distance) {
  std::vector<PlotPoint> kept{path.front()};
  for (const PlotPoint& point : path.subspan(1)) {
    if (std::hypot(point.x - kept.back().x, point.y - kept.back().y) >= distance)
      kept.push_back(point);
  }
  const PlotPoint& last = path.back();
  if (kept.back().x != last.x || kept.back().y != last.y) kept.push_back(last);
  return kept;
}

}  // namespace

bool can_plot(double value) {
  return std::abs(value) <= kLargestPlotted;
}

PlotLines split_lines(std::span<const double> x, std::span<const double> y, double gap) {
  PlotLines lines;
  const size_t count = std::min(x.size(), y.size());
  bool open = false;
  for (size_t i = 0; i < count; ++i) {
    const bool shown = can_plot(x[i]) && can_plot(y[i]);
    if (shown && open && gap > 0 && x[i] - lines.back().back().x > gap) open = false;
    if (shown && !open) lines.emplace_back();
    if (shown) lines.back().push_back({x[i], y[i]});
    open = shown;
  }
  return lines;
}

double gap_of(std::span<const double> x) {
  constexpr double kStepsOfAGap = 4;
  if (x.size() < 3) return 0;
  std::vector<double> steps;
  steps.reserve(x.size() - 1);
  for (size_t i = 1; i < x.size(); ++i) steps.push_back(x[i] - x[i - 1]);
  const double largest = *std::max_element(steps.begin(), steps.end());
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  const double gap = kStepsOfAGap * *middle;
  return gap > 0 && largest > gap ? gap : 0;
}

std::vector<PlotPoint> decimate(std::span<const PlotPoint> line, size_t buckets) {
  if (line.size() <= 2 * buckets || buckets < 2) return {line.begin(), line.end()};
  const auto lower = [](const PlotPoint& a, const PlotPoint& b) { return a.y < b.y; };
  std::vector<PlotPoint> kept;
  kept.reserve(2 * buckets);
  // The ends take the place of one bucket.
  const auto inner = line.subspan(1, line.size() - 2);
  const size_t runs = buckets - 1;
  kept.push_back(line.front());
  for (size_t run = 0; run < runs; ++run) {
    const auto begin = inner.begin() + static_cast<std::ptrdiff_t>(run * inner.size() / runs);
    const auto end = inner.begin() + static_cast<std::ptrdiff_t>((run + 1) * inner.size() / runs);
    const auto [low, high] = std::minmax_element(begin, end, lower);
    kept.push_back(low < high ? *low : *high);
    kept.push_back(low < high ? *high : *low);
  }
  kept.push_back(line.back());
  return kept;
}

std::vector<PlotPoint> thin_path(std::span<const PlotPoint> path, double distance, size_t most) {
  if (path.empty()) return {};
  std::vector<PlotPoint> kept = thin_once(path, distance);
  while (kept.size() > std::max<size_t>(most, 2) && std::isfinite(distance) && distance > 0) {
    distance *= 2;
    kept = thin_once(path, distance);
  }
  return kept;
}

}  // namespace hadal::outputs
