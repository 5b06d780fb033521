#include "environment/seabed/terrain_maker.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "environment/raster/raster.h"
#include "environment/raster/raster_files.h"

namespace hadal::environment {
namespace terrain_maker_test {

using test::Folder;

TEST(TerrainMaker, DepthsAreThoseAskedFor) {
  TerrainRequest request;
  request.latitude_deg = 41.5;
  request.longitude_deg = 3.5;
  request.size_north_m = 8000;
  request.size_east_m = 3000;
  for (const char* kind : {"fractal", "ridges", "canyon"}) {
    request.kind = kind;
    const ElevationGrid g = make_terrain(request).value();
    EXPECT_EQ(g.columns, 60);
    EXPECT_EQ(g.rows, 160);
    const auto [low, high] = std::minmax_element(g.elevation_m.begin(), g.elevation_m.end());
    EXPECT_NEAR(*low, -200, 1e-3) << kind;
    EXPECT_NEAR(*high, -20, 1e-3) << kind;
    EXPECT_EQ(make_terrain(request).value().elevation_m, g.elevation_m);
    request.seed = 2;
    EXPECT_NE(make_terrain(request).value().elevation_m, g.elevation_m);
    request.seed = 1;
  }
}

TEST(TerrainMaker, WrittenWhereItWasAskedFor) {
  const Folder folder;
  TerrainRequest request;
  request.latitude_deg = -33.3;
  request.longitude_deg = 151.7;
  ASSERT_TRUE(
      write_geotiff(folder.file("t.tif"), make_terrain(request).value(), StoredAs::kDecimetres)
          .empty());
  const Raster raster = open_raster(folder.file("t.tif")).value();
  const Pixel middle = raster.pixel_from_geodetic(-33.3, 151.7).value();
  EXPECT_NEAR(middle.column, 100, 1e-6);
  EXPECT_NEAR(middle.row, 100, 1e-6);
  EXPECT_NEAR(raster.cell_m(), 50, 0.05);  // UTM shrinks by up to 0.04 %
}

TEST(TerrainMaker, RefusesWhatCannotBe) {
  TerrainRequest request;
  request.kind = "volcano";
  request.depth_min_m = 300;
  const Result<ElevationGrid> g = make_terrain(request);
  ASSERT_FALSE(g.ok());
  EXPECT_EQ(g.problems().size(), 2u);
}

}  // namespace terrain_maker_test
}  // namespace hadal::environment
