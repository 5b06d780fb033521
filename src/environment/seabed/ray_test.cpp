#include "environment/seabed/ray.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/rng.h"
#include "math/units.h"

namespace hadal::environment {
namespace ray_test {

constexpr double kTolerance_m = 1e-9;
constexpr double kNever = std::numeric_limits<double>::infinity();

Seabed seabed_of(const SeabedSource& source, double cell_m = 2, double silt_m = 0) {
  SeabedParameters parameters;
  parameters.source = source;
  parameters.cell_m = cell_m;
  parameters.silt_m = silt_m;
  Result<Seabed> seabed = Seabed::open(parameters, SeaMap());
  EXPECT_TRUE(seabed) << seabed.problems().text();
  return std::move(seabed).value();
}

Vec3 direction(double azimuth_rad, double down_rad) {
  return {std::cos(down_rad) * std::cos(azimuth_rad), std::cos(down_rad) * std::sin(azimuth_rad),
          std::sin(down_rad)};
}

// Moeller & Trumbore, "Fast, minimum storage ray-triangle intersection" (1997).
double triangle_range(const Vec3& p, const Vec3& d, const Vec3& a, const Vec3& b, const Vec3& c) {
  constexpr double kEdge = 1e-12;  // edges belong to both neighbours
  const Vec3 e1 = b - a, e2 = c - a, h = d.cross(e2);
  const double det = e1.dot(h);
  if (std::abs(det) < 1e-15) return kNever;
  const Vec3 s = (p - a) / det, q = s.cross(e1);
  const double u = s.dot(h), v = d.dot(q), t = e2.dot(q);
  return u >= -kEdge && v >= -kEdge && u + v <= 1 + kEdge && t >= 0 ? t : kNever;
}

// Nearest of all triangles within the range, by the definition of the lattice.
double range_by_triangles(const Seabed& seabed, const Vec3& p, const Vec3& d, double max_range_m) {
  const double cell = seabed.cell_m();
  const auto n = static_cast<int>(std::ceil(2 * max_range_m / cell)) + 3;
  const auto i0 = static_cast<int64_t>(std::floor((p.x() - max_range_m) / cell)),
             j0 = static_cast<int64_t>(std::floor((p.y() - max_range_m) / cell));
  std::vector<double> depth(static_cast<size_t>(n) * n);
  seabed.nodes(i0, j0, n, n, SeabedLayer::kVisible, depth);
  const auto node = [&](int i, int j) {
    return Vec3(cell * static_cast<double>(i0 + i), cell * static_cast<double>(j0 + j),
                depth[static_cast<size_t>(i) * n + j]);
  };
  double nearest = kNever;
  for (int i = 0; i + 1 < n; ++i)
    for (int j = 0; j + 1 < n; ++j)
      for (const Vec3& third : {node(i + 1, j), node(i, j + 1)})
        nearest = std::min(nearest, triangle_range(p, d, node(i, j), third, node(i + 1, j + 1)));
  return nearest <= max_range_m ? nearest : kNever;
}

TEST(BeamRange, FlatSeabedIsTheClosedForm) {
  const Seabed seabed = seabed_of(FlatSeabed{50});
  for (const double down_deg : {90.0, 89.999, 60.0, 30.0, 7.0}) {
    const double wanted = 30 / std::sin(down_deg * kDegree);
    for (const double azimuth : {0.0, 45.0, 90.0, 135.0, 200.0, 270.0})
      EXPECT_NEAR(beam_range(seabed, {3.3, -7.1, 20},
                             direction(azimuth * kDegree, down_deg * kDegree), 300),
                  wanted, kTolerance_m);
  }
}

// Along the fall line of a slope s the clearance shrinks by s cos + sin per metre of beam.
TEST(BeamRange, SlopeIsTheClosedForm) {
  const double slope = 20 * kDegree, toward = 60 * kDegree;
  const Seabed seabed = seabed_of(FlatSeabed{50, slope, toward}, 1.5);
  const double clearance = 50 - 10;
  for (const double down_deg : {90.0, 45.0, 0.0, -15.0}) {
    const double down = down_deg * kDegree;
    const double uphill = clearance / (std::sin(down) + std::tan(slope) * std::cos(down));
    EXPECT_NEAR(beam_range(seabed, {0, 0, 10}, direction(toward + 180 * kDegree, down), 2000),
                uphill, 1e-8);
  }
  EXPECT_EQ(beam_range(seabed, {0, 0, 10}, direction(toward, 19 * kDegree), 2000), kNever);
}

TEST(BeamRange, AgreesWithEveryTriangleOfARoughSeabed) {
  constexpr double kRange_m = 40;
  const RidgeSeabed ridge{FlatSeabed{30, 10 * kDegree, 1}, 18, 7, 4, -3, 0.7};
  const StairSeabed stairs{28, 3, 5, 2.1};
  const RandomStream random(7, "beam", "test");
  int hits = 0;
  for (const Seabed& seabed : {seabed_of(ridge, 1), seabed_of(stairs, 0.7)})
    for (uint32_t i = 0; i < 300; ++i) {
      const auto draw = [&](uint32_t index) { return random.uniform(i, index); };
      const Vec3 p(20 * draw(0) - 10, 20 * draw(1) - 10, 4 + 12 * draw(2));
      const Vec3 d = direction(360 * kDegree * draw(3), (110 * draw(4) - 20) * kDegree);
      const double wanted = range_by_triangles(seabed, p, d, kRange_m);
      const double found = beam_range(seabed, p, d, kRange_m);
      if (p.z() >= seabed.depth(p.x(), p.y())) {
        EXPECT_EQ(found, 0);
        continue;
      }
      hits += std::isfinite(wanted);
      if (std::isfinite(wanted))
        EXPECT_NEAR(found, wanted, kTolerance_m);
      else
        EXPECT_EQ(found, kNever);
    }
  EXPECT_GT(hits, 200);
}

TEST(BeamRange, BeamsAlongLatticeLinesAndDiagonals) {
  const Seabed seabed = seabed_of(StairSeabed{20, 2, 3, 180 * kDegree}, 1);
  for (const double azimuth : {0.0, 45.0, 90.0, 180.0, 225.0})
    for (const double down : {0.0, 1.0, 20.0, 90.0}) {
      const Vec3 p(4, -6, 12), d = direction(azimuth * kDegree, down * kDegree);
      const double wanted = range_by_triangles(seabed, p, d, 60);
      const double found = beam_range(seabed, p, d, 60);
      if (std::isfinite(wanted))
        EXPECT_NEAR(found, wanted, kTolerance_m) << azimuth << " " << down;
      else
        EXPECT_EQ(found, kNever);
    }
}

TEST(BeamRange, SeesTheSiltAndFindsTheGroundBelow) {
  const Seabed seabed = seabed_of(FlatSeabed{50}, 2, 0.3);
  EXPECT_NEAR(beam_range(seabed, {1, 1, 20}, Vec3::UnitZ(), 100), 29.7, kTolerance_m);
  EXPECT_NEAR(beam_range(seabed, {1, 1, 20}, Vec3::UnitZ(), 100, SeabedLayer::kSolid), 30,
              kTolerance_m);
}

TEST(BeamRange, EndsAtTheRangeAndBeginsAtTheGround) {
  const Seabed seabed = seabed_of(FlatSeabed{50});
  EXPECT_EQ(beam_range(seabed, {0, 0, 20}, Vec3::UnitZ(), 29.9), kNever);
  EXPECT_EQ(beam_range(seabed, {0, 0, 20}, -Vec3::UnitZ(), 1000), kNever);
  EXPECT_EQ(beam_range(seabed, {0, 0, 20}, Vec3::UnitX(), 1000), kNever);
  EXPECT_EQ(beam_range(seabed, {0, 0, 50}, Vec3::UnitZ(), 10), 0);
  EXPECT_EQ(beam_range(seabed, {0, 0, 51}, Vec3::UnitX(), 10), 0);
  EXPECT_EQ(beam_range(seabed, {0, 0, NAN}, Vec3::UnitZ(), 10), kNever);
  EXPECT_EQ(beam_range(seabed, {1e300, 0, 0}, Vec3::UnitX(), 10), kNever);
  EXPECT_EQ(beam_range(Seabed(), {0, 0, 20}, Vec3::UnitZ(), 1000), kNever);
}

}  // namespace ray_test
}  // namespace hadal::environment
