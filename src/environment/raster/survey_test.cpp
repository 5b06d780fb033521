#include "environment/raster/survey.h"

#include <gtest/gtest.h>

#include "environment/raster/raster_files.h"
#include "environment/raster/terrain_maker.h"

namespace hadal::environment {
namespace survey_test {

using test::Folder;
using test::grid;

Raster sloping(const Folder& folder) {
  const auto slope = [](double c, double) { return 10 - c; };  // land in the west, 90 m in the east
  EXPECT_TRUE(write_geotiff(folder.file("s.tif"),
                            grid(100, 50, {178, 0.04, 0, 10, 0, -0.02}, "EPSG:4326", slope))
                  .empty());
  return open_raster(folder.file("s.tif")).value();
}

TEST(Survey, RangeAndHistogramOfASlope) {
  const Folder folder;
  const Raster raster = sloping(folder);
  const DepthGrid depths = coarse_depths(raster, 100);
  ASSERT_EQ(depths.columns, 100);
  ASSERT_EQ(depths.rows, 50);
  const DepthRange range = depth_range(depths);
  EXPECT_NEAR(range.least_m, -9.5, 1e-4);
  EXPECT_NEAR(range.greatest_m, 89.5, 1e-4);
  EXPECT_NEAR(range.mean_m, 40, 1e-3);
  for (const size_t count : range.histogram) EXPECT_EQ(count, 500u);
}

TEST(Survey, BoxAcrossTheAntimeridian) {
  const Folder folder;
  const GeodeticBox box = geodetic_box(sloping(folder)).value();
  EXPECT_NEAR(box.west_deg, 178, 1e-9);
  EXPECT_NEAR(box.east_deg, 182, 1e-9);
  EXPECT_NEAR(box.south_deg, 9, 1e-9);
  EXPECT_NEAR(box.north_deg, 10, 1e-9);
}

TEST(Survey, Pictures) {
  const Folder folder;
  const DepthGrid depths = coarse_depths(sloping(folder), 20);
  const std::string picture = ascii_picture(depths);
  EXPECT_EQ(picture.size(), 5u * 21);  // five lines of twenty characters
  EXPECT_EQ(picture.front(), '#');
  EXPECT_EQ(picture[19], '@');
  EXPECT_EQ(shaded_picture(depths, 1000).size(), 3u * 20 * 10);
}

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

}  // namespace survey_test
}  // namespace hadal::environment
