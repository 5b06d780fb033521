#include "environment/seabed/ray.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace hadal::environment {
namespace {

constexpr int kLargestBlock = 8;  // cells along a side
constexpr double kNever = std::numeric_limits<double>::infinity();

// Depths of the nodes around the cells the beam is in.
class Block {
 public:
  Block(const Seabed& seabed, SeabedLayer layer, bool north, bool east)
      : seabed_(seabed), layer_(layer), north_(north), east_(east) {}

  // Corners (i, j), (i + 1, j), (i, j + 1), (i + 1, j + 1).
  std::array<double, 4> corners(int64_t i, int64_t j) {
    if (i < i0_ || i >= i0_ + cells_ || j < j0_ || j >= j0_ + cells_) fetch(i, j);
    const int nodes = cells_ + 1;
    const double* row = depth_m_.data() + (i - i0_) * nodes + (j - j0_);
    return {row[0], row[nodes], row[1], row[nodes + 1]};
  }

 private:
  // The next block lies ahead of the beam and is twice as large.
  void fetch(int64_t i, int64_t j) {
    cells_ = cells_ == 0 ? 1 : std::min(2 * cells_, kLargestBlock);
    i0_ = north_ ? i : i - cells_ + 1;
    j0_ = east_ ? j : j - cells_ + 1;
    const int nodes = cells_ + 1;
    seabed_.nodes(i0_, j0_, nodes, nodes, layer_, std::span(depth_m_).first(nodes * nodes));
  }

  const Seabed& seabed_;
  SeabedLayer layer_;
  bool north_, east_;
  int cells_ = 0;
  int64_t i0_ = 0, j0_ = 0;
  std::array<double, (kLargestBlock + 1) * (kLargestBlock + 1)> depth_m_;
};

// One horizontal coordinate of the beam, in cells: at(t) = start + slope t.
struct Track {
  double start, slope;
  int64_t cell;

  Track(double start_cells, double slope_per_m)
      : start(start_cells),
        slope(slope_per_m),
        cell(static_cast<int64_t>(std::floor(start_cells))) {}
  // Position within the cell, 0..1.
  double within(double t) const {
    return std::clamp(start + slope * t - static_cast<double>(cell), 0.0, 1.0);
  }
  // Range at which the beam leaves the cell.
  double exit() const {
    if (slope == 0) return kNever;
    return (static_cast<double>(slope > 0 ? cell + 1 : cell) - start) / slope;
  }
  void advance() { cell += slope > 0 ? 1 : -1; }
};

// Depth of the ground of a cell at (u, v) in 0..1; the diagonal runs from (0, 0) to (1, 1).
double ground(const std::array<double, 4>& c, double u, double v) {
  return u >= v ? c[0] + u * (c[1] - c[0]) + v * (c[3] - c[1])
                : c[0] + v * (c[2] - c[0]) + u * (c[3] - c[2]);
}

// Range at which the beam crosses the diagonal of its cell.
double diagonal(const Track& north, const Track& east) {
  const double closing = north.slope - east.slope;
  if (closing == 0) return kNever;
  return ((east.start - static_cast<double>(east.cell)) -
          (north.start - static_cast<double>(north.cell))) /
         closing;
}

}  // namespace

double beam_range(const Seabed& seabed, const Vec3& p_N, const Vec3& direction_N,
                  double max_range_m, SeabedLayer layer) {
  constexpr double kFarthestCell = 1e15;  // beyond, doubles no longer tell cells apart
  if (!seabed.exists() || !p_N.allFinite() || !direction_N.allFinite()) return kNever;
  const double per_m = 1 / seabed.cell_m();
  if (!(std::max(std::abs(p_N.x()), std::abs(p_N.y())) * per_m < kFarthestCell)) return kNever;
  Track north(p_N.x() * per_m, direction_N.x() * per_m);
  Track east(p_N.y() * per_m, direction_N.y() * per_m);
  Block block(seabed, layer, north.slope >= 0, east.slope >= 0);
  double t = 0, clearance = kNever;
  for (bool first = true; t < max_range_m; first = false) {
    const std::array<double, 4> corners = block.corners(north.cell, east.cell);
    const auto clearance_at = [&](double at) {
      return ground(corners, north.within(at), east.within(at)) - (p_N.z() + direction_N.z() * at);
    };
    if (first) clearance = clearance_at(0);
    if (clearance <= 0) return t;
    const double out = std::max(t, std::min({north.exit(), east.exit(), max_range_m}));
    for (const double next : {std::clamp(diagonal(north, east), t, out), out}) {
      const double then = clearance_at(next);
      if (then <= 0) return t + (next - t) * clearance / (clearance - then);
      t = next;
      clearance = then;
    }
    (north.exit() <= east.exit() ? north : east).advance();
  }
  return kNever;
}

}  // namespace hadal::environment
