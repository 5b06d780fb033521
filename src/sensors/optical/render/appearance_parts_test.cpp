#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "math/simd/highway.h"
#include "sensors/optical/render/appearance_parts-inl.h"

namespace hadal::sensors {
namespace appearance_parts_test {

namespace kernel = HWY_NAMESPACE;
constexpr double kMinCorrelation = 0.95;  // of slopes stored in bytes with differences of values

const TextureTiles& tiles() {
  static const TextureTiles made = make_texture_tiles();
  return made;
}
float first(kernel::V v) {
  return hwy::HWY_NAMESPACE::GetLane(v);
}
kernel::V number(double x) {
  return kernel::all(static_cast<float>(x));
}

// Correlation and ratio of two series of mean about zero.
struct Likeness {
  double xy = 0, xx = 0, yy = 0;
  void add(double x, double y) { xy += x * y, xx += x * x, yy += y * y; }
  double correlation() const { return xy / std::sqrt(xx * yy); }
  double ratio() const { return std::sqrt(xx / yy); }
};

// Slopes per metre agree in sign, axis and size with differences of the values over 2 texels.
TEST(AppearanceParts, SlopesOfAskewVolumesAreDerivatives) {
  for (const auto& path : {kernel::kOneShear, kernel::kOtherShear})
    for (const float stretch : {1.0f, 4.0f})
      for (int axis = 0; axis < 3; ++axis) {
        const double d = 1024.0 / (path.factor * 20 * 64) * (axis == 2 ? stretch : 1);
        Likeness like;
        for (int i = 0; i < 1000; ++i) {
          const double p[3] = {0.137 * i, 0.071 * i, 0.213 * i};
          const auto at = [&](double step) {
            double q[3] = {p[0], p[1], p[2]};
            q[axis] += step;
            return kernel::sheared_volume(tiles(), {number(q[0]), number(q[1]), number(q[2])}, path,
                                        20, number(0.001), stretch);
          };
          const auto slope = at(0).slope;
          const float parts[3] = {first(slope.x), first(slope.y), first(slope.z)};
          like.add(parts[axis], (first(at(d).value) - first(at(-d).value)) / (2 * d));
        }
        EXPECT_GT(like.correlation(), kMinCorrelation) << path.factor << " " << axis;
        EXPECT_NEAR(like.ratio(), 1, 0.1) << path.factor << " " << axis;
      }
}

TEST(AppearanceParts, SlopesOfGroundTilesAreDerivatives) {
  for (const bool along_x : {true, false}) {
    Likeness like;
    const double d = 1024.0 / (250 * 256);
    for (int i = 0; i < 1000; ++i) {
      const double x = 0.137 * i, y = 0.211 * i;
      const auto at = [&](double step) {
        return kernel::ground_tile(tiles().clouds, number(along_x ? x + step : x),
                                   number(along_x ? y : y + step), 150, 200, number(0.001));
      };
      const auto here = at(0);
      like.add(first(along_x ? here.b : here.c), (first(at(d).a) - first(at(-d).a)) / (2 * d));
    }
    EXPECT_GT(like.correlation(), kMinCorrelation);
    EXPECT_NEAR(like.ratio(), 1, 0.1);
  }
}

// Rows and columns of the turns are at right angles and as long as their factor.
TEST(AppearanceParts, TurnsAreRotationsTimesTheirFactor) {
  for (const auto& path : {kernel::kOneShear, kernel::kOtherShear})
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        int product = 0;
        for (int k = 0; k < 3; ++k) product += path.m[i][k] * path.m[j][k];
        EXPECT_EQ(product, i == j ? path.factor * path.factor : 0);
      }
}

// Spots lie within their cells, so that no border cuts one.
TEST(AppearanceParts, SpotsStayInTheirCells) {
  for (int i = 0; i < 4000; ++i) {
    const double along = 0.037 * i;
    const auto spot =
        kernel::spot_at(number(std::floor(along * 8) / 8 + 1e-6), number(0.011 * i), 8, 1);
    EXPECT_GE(first(spot.distance), 0.999);
  }
}

}  // namespace appearance_parts_test
}  // namespace hadal::sensors
