#include "environment/seabed/bottom.h"

#include <gtest/gtest.h>

#include "environment/raster/raster_files.h"
#include "world/shape.h"

namespace hadal::environment {
namespace bottom_test {

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
  EXPECT_EQ(bottom.surfaces(), 1);
  EXPECT_EQ(bottom.surface(SeabedLayer::kVisible), 0);
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
  EXPECT_EQ(bottom.surfaces(), 2);
  const int seen = bottom.surface(SeabedLayer::kVisible);
  EXPECT_EQ(bottom.silt_m(100, 50, bottom.surface(SeabedLayer::kSolid)), 0);
  EXPECT_EQ(bottom.silt_m(100, 71, seen), 0.1);
  EXPECT_NEAR(bottom.silt_m(100, 70, seen), 0.1, kTolerance);
  EXPECT_NEAR(bottom.silt_m(100, 65, seen), 0.3, kTolerance);  // half way: the mean
  EXPECT_NEAR(bottom.silt_m(100, 50, seen), 0.5, kTolerance);
  EXPECT_EQ(bottom.material(100, 50), 0);  // the area names none
}

TEST(Bottom, ClassesOfSensorsSeeTheirOwnSurface) {
  SeabedParameters p;
  p.silt_m = 0.1;
  p.silt_seen_by = kSeenByCamera | kSeenByLidar;
  BottomArea everywhere;
  everywhere.kind = BottomArea::Kind::kEverywhere;
  everywhere.silt_m = 0.4;
  everywhere.seen_by = kSeenBySonar;
  BottomArea crust;
  crust.box = {0, 10, 0, 10};
  crust.silt_m = -0.2;
  p.areas = {everywhere, crust};
  const Bottom bottom = open(p);
  // Firm; all together; camera and lidar alike; sonar; DVL.
  EXPECT_EQ(bottom.surfaces(), 5);
  EXPECT_EQ(bottom.surface(SeabedLayer::kCamera), bottom.surface(SeabedLayer::kLidar));
  const auto outside = [&](SeabedLayer layer) {
    return bottom.silt_m(-5, 5, bottom.surface(layer));
  };
  const auto inside = [&](SeabedLayer layer) { return bottom.silt_m(5, 5, bottom.surface(layer)); };
  EXPECT_EQ(outside(SeabedLayer::kSolid), 0);
  EXPECT_EQ(outside(SeabedLayer::kVisible), 0.4);
  EXPECT_EQ(outside(SeabedLayer::kCamera), 0.1);
  EXPECT_EQ(outside(SeabedLayer::kSonar), 0.4);
  EXPECT_EQ(outside(SeabedLayer::kDvl), 0);
  for (const auto layer : {SeabedLayer::kVisible, SeabedLayer::kCamera, SeabedLayer::kSonar,
                           SeabedLayer::kLidar, SeabedLayer::kDvl})
    EXPECT_NEAR(inside(layer), -0.2, kTolerance);
  EXPECT_EQ(inside(SeabedLayer::kSolid), 0);
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

}  // namespace bottom_test
}  // namespace hadal::environment
