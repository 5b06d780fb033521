#include "environment/raster/survey.h"

#include <gtest/gtest.h>

#include "environment/raster/raster_files.h"

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
  EXPECT_NEAR(range.min_m, -9.5, 1e-4);
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

}  // namespace survey_test
}  // namespace hadal::environment
