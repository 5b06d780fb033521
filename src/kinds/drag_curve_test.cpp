#include "kinds/drag_curve.h"

#include <gtest/gtest.h>

namespace hadal::inline kinds {
namespace drag_curve_test {

using Rows = std::vector<std::vector<double>>;

TEST(DragCurve, IsExactAtItsPointsAheadAndAstern) {
  const Rows rows{{-1.5, -230}, {-1, -104.72}, {-0.3, -12}, {0.25, 7.7}, {1, 80.02}, {1.5, 171}};
  const DragCurve curve(rows);
  for (const auto& row : rows) EXPECT_NEAR(curve.drag(row[0]), row[1], 1e-12);
  EXPECT_EQ(curve.drag(0), 0);
}

// Any D = a u + b u^2 comes back everywhere from three points of it, also below and beyond them
// where it is quadratic.
TEST(DragCurve, GivesBackLinearPlusQuadraticDragBetweenItsPoints) {
  constexpr double kLinear = 11.73, kQuadratic = 68.31;
  const auto law = [&](double u) { return kLinear * u + kQuadratic * u * u; };
  Rows rows;
  for (const double u : {0.4, 0.9, 1.6}) rows.push_back({u, law(u)});
  const DragCurve curve(rows);
  for (double u = 0.01; u < 1.6; u += 0.03) {
    EXPECT_NEAR(curve.drag(u), law(u), 1e-12 * law(1.6));
    EXPECT_NEAR(curve.drag(-u), -law(u), 1e-12 * law(1.6));  // astern as ahead
    EXPECT_NEAR(curve.slope(u), kLinear + 2 * kQuadratic * u, 1e-10);
  }
  EXPECT_NEAR(curve.drag(3.2), 4 * law(1.6), 1e-9);  // beyond the last point: quadratic
}

TEST(DragCurve, OnePointIsQuadraticDrag) {
  const Rows rows{{2, 50}};
  EXPECT_DOUBLE_EQ(DragCurve(rows).drag(-1), -12.5);
  EXPECT_DOUBLE_EQ(DragCurve(rows).drag(4), 200);
}

TEST(DragCurve, TheSignOfTheForceDoesNotMatter) {
  const Rows felt{{-1, 90}, {0, 0}, {1, -80}}, given{{-1, -90}, {0, 0}, {1, 80}};
  for (const double u : {-1.4, -0.5, 0.7, 1.0})
    EXPECT_EQ(DragCurve(felt).drag(u), DragCurve(given).drag(u));
}

TEST(DragCurve, RowsThatAreNoDragAreRefused) {
  EXPECT_EQ(drag_rows_problem(Rows{}), "");
  EXPECT_EQ(drag_rows_problem(Rows{{-1, -3}, {1, 3}}), "");
  EXPECT_NE(drag_rows_problem(Rows{{1, 3}, {1, 4}}), "");
  EXPECT_NE(drag_rows_problem(Rows{{0, 3}, {1, 4}}), "");
  EXPECT_NE(drag_rows_problem(Rows{{1, 3}, {2, -4}}), "");
  EXPECT_NE(drag_rows_problem(Rows{{0, 0}}), "");
}

}  // namespace drag_curve_test
}  // namespace hadal::kinds
