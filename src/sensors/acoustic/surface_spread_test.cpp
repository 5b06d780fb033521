#include "sensors/acoustic/surface_spread.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"
#include "sensors/acoustic/beam_labels.h"
#include "sensors/acoustic/test_tank.h"

namespace hadal::sensors {
namespace surface_spread_test {

constexpr int kRays = 45, kBins = 400, kRoom = 8;
constexpr float kBin_m = 0.05f;

// Rays of a column from 3 m above ground that steps down by 1 m at 9 m; some meet a body instead.
struct Column {
  std::vector<LabelledRay> rays = std::vector<LabelledRay>(kRays);
  std::vector<int32_t> surface = std::vector<int32_t>(kRays + kRoom, kNoSurface);
  std::vector<float> bin, range_m, power, cells, along[3], normal[3], cell[3], gap[2];

  Column() {
    const RandomStream random(7, "surface", "spread");
    for (std::vector<float>* all : {&bin, &range_m, &power, &cells, &along[0], &along[1], &along[2],
                                    &normal[0], &normal[1], &normal[2], &cell[0], &cell[1],
                                    &cell[2], &gap[0], &gap[1]})
      all->resize(kRays + kRoom);
    for (int e = 0; e < kRays; ++e) {
      const double down = 0.9 - 0.017 * e;
      const double near = 3 / std::sin(down);
      const double range = near * std::cos(down) < 9 ? near : 4 / std::sin(down);
      LabelledRay& ray = rays[static_cast<size_t>(e)];
      ray.range_m = static_cast<float>(range);
      ray.bin = ray.range_m / kBin_m - 30;
      ray.along[0] = static_cast<float>(std::cos(down)), ray.along[2] = static_cast<float>(std::sin(down));
      ray.normal[2] = -1;
      ray.power = static_cast<float>(1 + random.uniform(e, 0));
      surface[e] = e == 12 || e == 13 ? 1 : e == 20 ? kNoSurface : 0;
      bin[e] = ray.bin, range_m[e] = ray.range_m, power[e] = ray.power;
      cells[e] = static_cast<float>(2 * random.uniform(e, 1));
      for (int i = 0; i < 3; ++i) {
        along[i][e] = ray.along[i], normal[i][e] = ray.normal[i];
        cell[i][e] = ray.along[i] * ray.range_m / 0.02f;
      }
      gap[0][e] = 1, gap[1][e] = 0.8f;
    }
  }
  SurfaceRays view() const {
    return {surface.data(), bin.data(), range_m.data(), power.data(), cells.data(),
            {along[0].data(), along[1].data(), along[2].data()},
            {normal[0].data(), normal[1].data(), normal[2].data()},
            {cell[0].data(), cell[1].data(), cell[2].data()},
            {gap[0].data(), gap[1].data()}};
  }
};

// Against the same gap by gap in double precision, with on_one_surface() of the labels.
TEST(SurfaceSpread, GapsAreThoseOfThePlainSum) {
  const Column column;
  test::Tank tank;
  tank.add_plane(20, test::kGround);
  tank.add(geometry::box({1, 1, 1}), {100, 0, 10});
  const FrameInput in = tank.input({});
  const SurfaceCells cells(*in.view, 0.02);

  std::vector<double> power(kBins), amplitude(kBins), left(kRays, 1.0);
  int filled = 0;
  for (int e = 0; e + 1 < kRays; ++e) {
    const LabelledRay &a = column.rays[e], &b = column.rays[e + 1];
    if (column.surface[e] < 0 || column.surface[e] != column.surface[e + 1]) continue;
    if (std::abs(a.bin - b.bin) <= 1 || !on_one_surface(a, b, kBin_m)) continue;
    ++filled;
    left[e] -= 0.5, left[e + 1] -= 0.5;
    const double width = std::abs(b.bin - a.bin);
    const double at_a = a.power * 1.0 / width, at_b = b.power * 0.8 / width;
    const double fraction = std::min(1.0, (column.cells[e] + column.cells[e + 1]) / 2 / width);
    for (int n = 0; n < kBins; ++n) {
      if (n < std::min(a.bin, b.bin) || n >= std::max(a.bin, b.bin)) continue;
      const double p = at_a + (at_b - at_a) * (n - a.bin) / (b.bin - a.bin);
      power[n] += p, amplitude[n] += std::sqrt(p * fraction);
    }
  }
  ASSERT_GT(filled, 20);
  ASSERT_LT(filled, kRays - 5);  // not over the step, not from ground to body

  const SurfaceSpread spread(false, kBin_m);
  std::vector<float> re(kBins + 2 * kRoom), im(re), expected(re),
      kept(kRays + kRoom);
  SurfaceRow row{re.data() + kRoom, im.data() + kRoom, expected.data() + kRoom, kBins, kBins, 0};
  kept[0] = 1;
  ASSERT_TRUE(spread.add(column.view(), kRays, cells, row, kept.data()));
  for (int n = 0; n < kBins; ++n) {
    EXPECT_NEAR(row.power[n], power[n], 1e-4 * (1 + power[n])) << n;
    EXPECT_NEAR(row.re[n], amplitude[n], 1e-4 * (1 + amplitude[n])) << n;
    EXPECT_EQ(row.im[n], 0);
    const bool touched = n >= row.first && n < row.end;
    EXPECT_TRUE(touched || row.power[n] == 0);
  }
  for (int e = 0; e < kRays; ++e) EXPECT_EQ(kept[e], static_cast<float>(left[e])) << e;
}

// Bins of the speckle are complex Gaussians: E |a|^2 is the power, neither part has a mean, and
// neighbours are independent.
TEST(SurfaceSpread, SpeckleIsComplexGaussian) {
  Column column;
  std::fill(column.cells.begin(), column.cells.end(), 1e6f);
  std::fill(column.surface.begin(), column.surface.begin() + kRays, 0);
  test::Tank tank;
  tank.add_plane(20, test::kGround);
  const FrameInput in = tank.input({});
  const SurfaceCells cells(*in.view, 0.02);
  const SurfaceSpread spread(true, kBin_m);
  double sum_re = 0, sum_im = 0, squares = 0, fourth = 0, neighbours = 0;
  int count = 0;
  for (int draw = 0; draw < 200; ++draw) {
    for (float& y : column.cell[1]) y = static_cast<float>(3 * draw);
    std::vector<float> re(kBins + 2 * kRoom), im(re), power(re),
        kept(kRays + kRoom);
    SurfaceRow row{re.data() + kRoom, im.data() + kRoom, power.data() + kRoom,
                   kBins,             kBins,             0};
    kept[0] = 1;
    spread.add(column.view(), kRays, cells, row, kept.data());
    double last = 0;
    for (int n = 0; n < kBins; ++n) {
      if (!(row.power[n] > 0)) continue;
      const double size = std::sqrt(row.power[n]), a = row.re[n] / size, b = row.im[n] / size;
      sum_re += a, sum_im += b, squares += a * a + b * b, fourth += std::pow(a * a + b * b, 2);
      neighbours += a * last, last = a;
      ++count;
    }
  }
  ASSERT_GT(count, 20000);
  const double five_deviations = 5 / std::sqrt(static_cast<double>(count));
  EXPECT_NEAR(sum_re / count, 0, five_deviations);
  EXPECT_NEAR(sum_im / count, 0, five_deviations);
  EXPECT_NEAR(squares / count, 1, five_deviations);
  EXPECT_NEAR(fourth / count, 2, 5 * five_deviations);
  EXPECT_NEAR(neighbours / count, 0, five_deviations);
}

}  // namespace surface_spread_test
}  // namespace hadal::sensors
