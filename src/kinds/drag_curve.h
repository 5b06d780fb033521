// Drag along one axis from a measured table of speed and force, e.g. of CFD or a towing tank:
//   D(u) = u g(|u|),  g linear between the table's points u_i with g(u_i) = D_i / u_i,
// one g ahead and one astern. Exact at the points; between them, and from the first down to rest
// (where the line of the first two goes on), exact for any linear plus quadratic drag. A single
// point is taken as quadratic drag, and so is what lies beyond the last. Without points astern,
// astern is as ahead, and the other way round.
// Drag opposes motion whatever the sign that a table gives it. Its slope is -dF/du, not below 0.
#pragma once
#include <array>
#include <span>
#include <string>
#include <vector>

namespace hadal::inline kinds {

class DragCurve {
 public:
  DragCurve() = default;  // no drag
  // Rows [speed, force] that drag_rows_problem() has nothing against.
  explicit DragCurve(std::span<const std::vector<double>> rows);
  bool empty() const { return sides_[0].speed.empty(); }
  double drag(double speed) const;  // with the sign of the speed
  double slope(double speed) const;
  void scale(double factor);

 private:
  struct Side {
    std::vector<double> speed;   // magnitudes, rising, from 0
    std::vector<double> factor;  // g
  };
  struct Factor {
    double value = 0, slope = 0;
  };
  static Side side(std::vector<std::array<double, 2>> points);
  Factor factor_at(double speed) const;
  std::array<Side, 2> sides_;  // ahead, astern
};

// What is wrong with rows [speed, force]; empty: nothing. Speeds rise; at each side of 0 all forces
// have one sign; no force at rest.
std::string drag_rows_problem(std::span<const std::vector<double>> rows);

}  // namespace hadal::kinds
