#include "environment/raster/pixel_map.h"

#include <gtest/gtest.h>

#include "environment/raster/raster_files.h"

namespace hadal::environment {
namespace pixel_map_test {

using test::Folder;
using test::grid;

constexpr double kBlock_m = 4096;
constexpr double kTolerance_m = 1e-4;

double flat(double, double) {
  return -100;
}

// Greatest distance on the ground between the polynomial and the exact place; also counts blocks
// that are exact throughout.
double worst_error(const Raster& raster, const SeaMap& map, int& exact_blocks) {
  const PixelMap pixels(map, raster, kBlock_m);
  double worst = 0;
  for (int64_t bi = -3; bi < 3; ++bi)
    for (int64_t bj = -3; bj < 3; ++bj) {
      const PixelMap::Block block = pixels.block(bi, bj);
      exact_blocks += block.exact;
      for (const double u : {0.0, 0.11, 0.5, 0.93})
        for (const double v : {0.07, 0.41, 0.99}) {
          const Pixel a = pixels.pixel(block, bi, bj, u, v);
          const Pixel b = pixels.exact((bi + u) * kBlock_m, (bj + v) * kBlock_m);
          double column = a.column - b.column;
          if (const double turn = raster.period_columns(); turn > 0)
            column = std::remainder(column, turn);
          worst = std::max(worst, raster.cell_m() * std::hypot(column, a.row - b.row));
        }
    }
  return worst;
}

TEST(PixelMap, PolynomialsAreCloseInEverySystem) {
  const Folder folder;
  const struct {
    std::array<double, 6> transform;
    const char* crs;
    double latitude, longitude;
  } cases[] = {{{3, 0.01, 0, 43, 0, -0.01}, "EPSG:4326", 42, 3.5},
               {{179, 0.001, 0, -16, 0, -0.001}, "EPSG:4326", -16.5, 179.999},
               {{400000, 50, 0, 4700000, 0, -50}, "EPSG:32631", 42, 3.1},
               {{20000000, 100, 0, -1800000, 0, -100}, "EPSG:3857", -16.3, 180},
               {{-5000, 100, 0, 5000, 0, -100}, "EPSG:3995", 89.99, 20}};
  for (const auto& c : cases) {
    ASSERT_TRUE(write_geotiff(folder.file("r.tif"), grid(8, 8, c.transform, c.crs, flat)).empty());
    const Raster raster = open_raster(folder.file("r.tif")).value();
    int exact_blocks = 0;
    EXPECT_LT(worst_error(raster, SeaMap(c.latitude, c.longitude), exact_blocks), kTolerance_m)
        << c.crs;
    EXPECT_EQ(exact_blocks, 0) << c.crs;
  }
}

TEST(PixelMap, ExactWherePolynomialsFail) {
  const Folder folder;
  ASSERT_TRUE(write_geotiff(folder.file("r.tif"),
                            grid(36, 18, {-180, 10, 0, 90, 0, -10}, "EPSG:4326", flat))
                  .empty());
  const Raster raster = open_raster(folder.file("r.tif")).value();
  int exact_blocks = 0;
  EXPECT_LT(worst_error(raster, SeaMap(90, 0), exact_blocks), kTolerance_m);
  EXPECT_GT(exact_blocks, 0);
}

}  // namespace pixel_map_test
}  // namespace hadal::environment
