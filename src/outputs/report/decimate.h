// Fewer points for the same picture. A plot a few hundred pixels wide cannot show a million
// samples, but it must show every spike: per bucket of samples the lowest and the highest stay.
#pragma once
#include <span>
#include <vector>

namespace hadal::outputs {

struct PlotPoint {
  double x = 0, y = 0;
};

// A line, broken where a value is missing.
using PlotLines = std::vector<std::vector<PlotPoint>>;

// Samples beyond this size are treated as missing: no plot can scale them.
constexpr double kLargestPlotted = 1e30;
bool can_plot(double value);

// Splits at samples that cannot be plotted and where x advances by more than `gap` (0: never).
PlotLines split_lines(std::span<const double> x, std::span<const double> y, double gap = 0);

// Four times the median step of x if there are gaps larger than that, else 0.
double gap_of(std::span<const double> x);

// At most 2 * buckets points: the lowest and the highest of each of `buckets` runs of samples, in
// their order, and the first and the last sample. Lines of fewer points come back unchanged.
std::vector<PlotPoint> decimate(std::span<const PlotPoint> line, size_t buckets);

// For trajectories: drops points nearer than `distance` to the last one kept; keeps the ends. The
// distance is doubled until at most `most` points remain.
std::vector<PlotPoint> thin_path(std::span<const PlotPoint> path, double distance, size_t most);

}  // namespace hadal::outputs
