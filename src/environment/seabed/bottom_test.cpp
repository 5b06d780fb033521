#include "environment/seabed/bottom.h"

#include <gtest/gtest.h>

#include "environment/raster/raster_files.h"

namespace hadal::environment {
namespace {

constexpr double kTolerance = 1e-12;

BottomArea box(std::array<double, 4> limits, int material) {
  BottomArea out;
  out.box = limits;
  out.material = material;
  return out;
}

Bottom open(const SeabedParameters& p) {
  return Bottom::open(p, SeaMap(45, 10)).value();
}

TEST(Bottom, LaterAreasCoverEarlierOnes) {
  SeabedParameters p;
  p.material = 3;
  p.areas = {box({0, 10, 0, 20}, 1), box({5, 15, 0, 20}, 2)};
  const Bottom bottom = open(p);
  EXPECT_EQ(bottom.material(-1, 5), 3);
  EXPECT_EQ(bottom.material(4, 5), 1);
  EXPECT_EQ(bottom.material(7, 5), 2);
  EXPECT_EQ(bottom.material(7, 21), 3);
  EXPECT_FALSE(bottom.any_silt());
}

TEST(Bottom, DistanceInsideAPolygon) {
  const std::vector<std::array<double, 2>> corner = {{0, 0}, {10, 0}, {10, 4},
                                                     {4, 4}, {4, 10}, {0, 10}};
  EXPECT_NEAR(inside_polygon_m(corner, 2, 2), 2, kTolerance);
  EXPECT_NEAR(inside_polygon_m(corner, 8, 3), 1, kTolerance);
  EXPECT_NEAR(inside_polygon_m(corner, 7, 8), -3, kTolerance);
  EXPECT_NEAR(inside_polygon_m(corner, -3, -4), -5, kTolerance);
}

TEST(Bottom, SiltFadesInsideTheBorder) {
  SeabedParameters p;
  p.silt_m = 0.1;
  BottomArea pool;
  pool.kind = BottomArea::Kind::kCircle;
  pool.circle = {100, 50, 20};
  pool.silt_m = 0.5;
  pool.edge_m = 10;
  p.areas = {pool};
  const Bottom bottom = open(p);
  EXPECT_TRUE(bottom.any_silt());
  EXPECT_EQ(bottom.silt_m(100, 71), 0.1);
  EXPECT_NEAR(bottom.silt_m(100, 70), 0.1, kTolerance);
  EXPECT_NEAR(bottom.silt_m(100, 65), 0.3, kTolerance);  // half way: the mean
  EXPECT_NEAR(bottom.silt_m(100, 50), 0.5, kTolerance);
  EXPECT_EQ(bottom.material(100, 50), 0);  // the area names none
}

TEST(Bottom, ClassesOfARaster) {
  const test::Folder folder;
  const auto classes = [](double c, double) { return c < 2 ? 7 : 9; };
  ASSERT_TRUE(
      write_geotiff(folder.file("c.tif"),
                    test::grid(4, 4, {9.99, 0.005, 0, 45.01, 0, -0.005}, "EPSG:4326", classes))
          .empty());
  SeabedParameters p;
  BottomArea rock;
  rock.kind = BottomArea::Kind::kClass;
  rock.class_file = folder.file("c.tif");
  rock.class_value = 7;
  rock.material = 5;
  p.areas = {rock};
  const Bottom bottom = open(p);
  EXPECT_EQ(bottom.material(0, -100), 5);
  EXPECT_EQ(bottom.material(0, 100), 0);
  EXPECT_EQ(bottom.material(0, -5000), 0);  // outside the raster
  p.areas[0].class_file = folder.file("missing.tif");
  EXPECT_FALSE(Bottom::open(p, SeaMap(45, 10)).ok());
}

}  // namespace
}  // namespace hadal::environment
