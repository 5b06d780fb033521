#include "environment/seabed/seabed.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>

#include <cmath>
#include <cstdlib>
#include <vector>

#include "base/rng.h"
#include "base/test_source_folder.h"
#include "environment/raster/raster.h"
#include "environment/raster/raster_files.h"
#include "math/units.h"

namespace hadal::environment {
namespace seabed_test {

using test::Folder;
using test::grid;

constexpr double kTolerance_m = 1e-9;
constexpr double kAltitudeError_m = 0.01;
const SeaMap kMap(45, 10);

// The folder of real rasters, if the machine has it.
std::string data_folder() {
  if (const char* folder = std::getenv("HADAL_DATA")) return folder;
  return hadal::test::source_folder() + "/../shared/data";
}

Seabed open(const SeabedParameters& p, const SeaMap& map = kMap) {
  return Seabed::open(p, map).value();
}

SeabedParameters of(SeabedSource source) {
  SeabedParameters p;
  p.source = std::move(source);
  return p;
}

RasterSeabed raster_file(const std::string& file) {
  RasterSeabed out;
  out.file = file;
  return out;
}

// A raster of 40 x 40 pixels of about 110 m around the origin, with detail and silt.
SeabedParameters lively(const Folder& folder) {
  const auto hills = [](double c, double r) { return -200 - 40 * std::sin(c) * std::cos(0.7 * r); };
  EXPECT_TRUE(write_geotiff(folder.file("h.tif"),
                            grid(40, 40, {9.972, 0.0014, 0, 45.02, 0, -0.001}, "EPSG:4326", hills))
                  .empty());
  SeabedParameters p = of(raster_file(folder.file("h.tif")));
  p.detail.amplitude_m = 2;
  BottomArea silt;
  silt.kind = BottomArea::Kind::kCircle;
  silt.circle = {50, 50, 400};
  silt.silt_m = 0.4;
  silt.edge_m = 50;
  p.areas = {silt};
  return p;
}

TEST(Seabed, NoneIsInfinitelyDeep) {
  const Seabed none;
  EXPECT_FALSE(none.exists());
  EXPECT_TRUE(std::isinf(none.depth(1, 2)));
  EXPECT_EQ(none.resident_bytes(), 0u);
  EXPECT_FALSE(open({}).exists());
}

TEST(Seabed, SlopingPlane) {
  const Seabed seabed = open(of(FlatSeabed{50, 10 * kDegree, 90 * kDegree}));
  for (const double east : {-333.3, 0.0, 0.7, 1234.56}) {
    EXPECT_NEAR(seabed.depth(-17.3, east), 50 + std::tan(10 * kDegree) * east, kTolerance_m);
    const Vec3 up(0, std::sin(10 * kDegree), -std::cos(10 * kDegree));
    EXPECT_LT((seabed.normal_N(-17.3, east) - up).norm(), 1e-9);
  }
  EXPECT_TRUE(std::isnan(seabed.depth(NAN, 0)));
  EXPECT_TRUE(std::isnan(seabed.depth(0, 1e300)));
  EXPECT_TRUE(std::isfinite(seabed.depth(-1e9, 1e9)));
}

TEST(Seabed, RidgeStepAndStairs) {
  SeabedParameters p = of(RidgeSeabed{{100, 0, 0}, 30, 20, 5, 7, 90 * kDegree});
  p.cell_m = 0.5;
  EXPECT_NEAR(open(p).depth(5, 1000), 70, 1e-6);  // the crest runs east
  EXPECT_NEAR(open(p).depth(25, -300), 100 - 30 * std::exp(-1.0), 0.02);
  p.source = StepSeabed{{100, 0, 0}, 8, 10, 0, 0, 0};
  EXPECT_NEAR(open(p).depth(-5, 3), 100, kTolerance_m);
  EXPECT_NEAR(open(p).depth(0, 3), 104, 1e-6);
  EXPECT_NEAR(open(p).depth(5, 3), 108, kTolerance_m);
  p.source = StairSeabed{20, 1.5, 4, 180 * kDegree};
  EXPECT_NEAR(open(p).depth(-5, 0), 21.5, kTolerance_m);
  EXPECT_NEAR(open(p).depth(1, 9), 18.5, kTolerance_m);
}

TEST(Seabed, ImageWithWhiteHighest) {
  const Folder folder;
  const uint8_t values[] = {255, 0, 255, 0};  // white in the west
  ASSERT_TRUE(write_png(folder.file("i.png"), 2, 2, values).empty());
  ImageSeabed image;
  image.file = folder.file("i.png");
  image.size_m = {40, 100};
  image.depth_min_m = 10;
  image.depth_max_m = 30;
  const Seabed seabed = open(of(image));
  EXPECT_NEAR(seabed.depth(0, -30), 10, 1e-5);  // west of the white pixels' centres
  EXPECT_NEAR(seabed.depth(0, 0), 20, 1e-5);
  EXPECT_NEAR(seabed.depth(12, 500), 30, 1e-5);  // the edge holds
  EXPECT_TRUE(seabed.covers(19, 49));
  EXPECT_FALSE(seabed.covers(21, 0));
}

TEST(Seabed, SiltIsSeenAboveTheFirmGround) {
  const Folder folder;
  const Seabed seabed = open(lively(folder));
  EXPECT_NEAR(seabed.depth(51, 53) - seabed.depth(51, 53, SeabedLayer::kVisible), 0.4, 1e-6);
  EXPECT_EQ(seabed.depth(-800, 0), seabed.depth(-800, 0, SeabedLayer::kVisible));
}

// No value depends on what is loaded: a million queries while a vehicle sweeps over tile edges,
// against a seabed that never loads a tile.
TEST(Seabed, TilesChangeNoBit) {
  const Folder folder;
  SeabedParameters p = lively(folder);
  p.tile_m = 64;
  p.reach_m = 60;
  p.tile_memory_bytes = size_t{2} << 20;
  const Seabed cached = open(p);
  FollowedPositions followed;
  const Seabed plain = open(p);
  const RandomStream random(3, "test", "seabed");
  size_t loaded = 0, different = 0;
  for (int k = 0; k < 1000; ++k) {
    const Vec3 place(-500 + 1.03 * k, 300 - 0.77 * k, 0), velocity(1, -0.7, 0);
    followed.positions_N = {place}, followed.velocities_N = {velocity};
    cached.follow(followed);
    loaded = std::max(loaded, cached.tiles());
    for (uint32_t q = 0; q < 1000; ++q) {
      const double n = place.x() + 200 * (random.uniform(k, 2 * q) - 0.5);
      const double e = place.y() + 200 * (random.uniform(k, 2 * q + 1) - 0.5);
      const auto layer = q % 2 ? SeabedLayer::kSolid : SeabedLayer::kVisible;
      different += cached.depth(n, e, layer) != plain.depth(n, e, layer);
    }
  }
  EXPECT_EQ(different, 0u);
  EXPECT_GT(loaded, 10u);
  EXPECT_EQ(plain.tiles(), 0u);
}

TEST(Seabed, NodesAndLevelsAreOneFunction) {
  const Folder folder;
  SeabedParameters p = lively(folder);
  p.tile_m = 64;
  const Seabed seabed = open(p);
  FollowedPositions followed{{{10, -20, 0}}, {Vec3::Zero()}, {}};
  seabed.follow(followed);
  std::vector<double> fine(80 * 90), coarse(20 * 22);
  seabed.nodes(-44, -60, 80, 90, SeabedLayer::kVisible, fine);
  seabed.level_nodes(2, -11, -15, 20, 22, SeabedLayer::kVisible, coarse);
  for (int k = 0; k < 20; ++k)
    for (int l = 0; l < 22; ++l) EXPECT_EQ(coarse[k * 22 + l], fine[4 * k * 90 + 4 * l]);
  EXPECT_EQ(fine[5 * 90 + 7], seabed.depth(-39 * p.cell_m, -53 * p.cell_m, SeabedLayer::kVisible));
}

// Memory stays bounded while a vehicle crosses 60 km; what is behind is dropped.
TEST(Seabed, MemoryIsBoundedOverSixtyKilometres) {
  const Folder folder;
  SeabedParameters p = lively(folder);
  p.cell_m = 8;
  p.tile_m = 1024;
  p.tile_memory_bytes = size_t{8} << 20;
  p.levels = 2;
  const Seabed seabed = open(p);
  FollowedPositions followed;
  followed.velocities_N = {{2, 0, 0}};
  size_t max = 0;
  for (double north = -30000; north <= 30000; north += 400) {
    followed.positions_N = {{north, 0, 0}};
    seabed.follow(followed);
    max = std::max(max, seabed.resident_bytes());
  }
  EXPECT_LE(max, (size_t{8} << 20) + 40 * 40 * sizeof(float));
  EXPECT_GT(max, size_t{4} << 20);
}

// Four runs share one seabed: each follows its own vehicle in its own thread, with a pool that is too
// small for all, and asks for depths meanwhile.
TEST(Seabed, ThreadsOfManyRunsChangeNoBit) {
  const Folder folder;
  SeabedParameters p = lively(folder);
  p.tile_m = 64;
  p.reach_m = 60;
  p.tile_memory_bytes = size_t{1} << 20;
  const Seabed shared = open(p), plain = open(p);
  std::array<size_t, 4> different{};
  std::vector<std::thread> runs;
  for (size_t run = 0; run < different.size(); ++run)
    runs.emplace_back([&, run] {
      const RandomStream random(run, "test", "seabed");
      FollowedPositions followed;
      followed.velocities_N = {{1, 0, 0}};
      for (int k = 0; k < 60; ++k) {
        const Vec3 place(15.0 * k, 100.0 * static_cast<double>(run), 0);
        followed.positions_N = {place};
        shared.follow(followed);
        for (uint32_t q = 0; q < 300; ++q) {
          const double n = place.x() + 150 * (random.uniform(k, 2 * q) - 0.5);
          const double e = place.y() + 150 * (random.uniform(k, 2 * q + 1) - 0.5);
          different[run] += shared.depth(n, e) != plain.depth(n, e);
        }
      }
    });
  for (std::thread& run : runs) run.join();
  for (const size_t count : different) EXPECT_EQ(count, 0u);
  EXPECT_GT(shared.tiles(), 1u);
}

TEST(Seabed, ProblemsNameTheFile) {
  const Result<Seabed> seabed = Seabed::open(of(raster_file("nowhere/deep.tif")), kMap);
  ASSERT_FALSE(seabed.ok());
  EXPECT_NE(seabed.problems().text().find("nowhere/deep.tif"), std::string::npos);
}

// Depth on the lattice against a bilinear surface computed here from the pixels, in a plain
// longitude-latitude raster; places by the geodesy of another projection (ECEF chords).
void expect_close_to_pixels(const ElevationGrid& g, const std::string& file, double latitude,
                            double longitude, double range_m) {
  const SeaMap map(latitude, longitude);
  const Seabed seabed = open(of(raster_file(file)), map);
  const RandomStream random(11, "test", "altitude");
  double worst = 0;
  for (int k = 0; k < 1000; ++k) {
    const Vec3 p_N(range_m * (random.uniform(k, 0) - 0.5), range_m * (random.uniform(k, 1) - 0.5),
                   0);
    const Geodetic place = map.geodetic_from_plane(p_N);
    const double east_of_edge =
        std::remainder(place.longitude_deg - g.geotransform[0] - 180, 360) + 180;
    const double x = east_of_edge / g.geotransform[1] - 0.5;
    const double y = (place.latitude_deg - g.geotransform[3]) / g.geotransform[5] - 0.5;
    const int c = static_cast<int>(std::floor(x)), r = static_cast<int>(std::floor(y));
    const auto value = [&](int dc, int dr) {
      return static_cast<double>(g.elevation_m[static_cast<size_t>(r + dr) * g.columns + c + dc]);
    };
    const double u = x - c, v = y - r;
    const double expected = -((1 - u) * (1 - v) * value(0, 0) + u * (1 - v) * value(1, 0) +
                              (1 - u) * v * value(0, 1) + u * v * value(1, 1));
    worst = std::max(worst, std::abs(seabed.depth(p_N.x(), p_N.y()) - expected));
    EXPECT_TRUE(seabed.covers(p_N.x(), p_N.y()));
  }
  EXPECT_LT(worst, kAltitudeError_m);
}

TEST(Seabed, AltitudeErrorBelowACentimetre) {
  const Folder folder;
  const auto hills = [](double c, double r) {
    return -2000 - 900 * std::sin(0.4 * c) * std::cos(0.3 * r) + 3 * c;
  };
  for (const double west : {-160.0, 178.0}) {
    const ElevationGrid g =
        grid(150, 120, {west, 1 / 30.0, 0, 24, 0, -1 / 30.0}, "EPSG:4326", hills);
    ASSERT_TRUE(write_geotiff(folder.file("h.tif"), g).empty());
    expect_close_to_pixels(g, folder.file("h.tif"), 22, west + 1.9, 150000);
  }
}

// Real rasters of two arc minutes. Their pixels are read by a raster with its own interpolation
// switched off (nearest), so that only the surface between them is under test.
TEST(Seabed, AltitudeErrorOverRealRasters) {
  const struct {
    const char* file;
    double latitude, longitude;
  } places[] = {{"bathymetry_hawaii_etopo1_2min.tif", 20.5, -157.5},
                {"bathymetry_florida_etopo1_2min.tif", 26, -79}};
  for (const auto& place : places) {
    const std::string file = data_folder() + "/" + place.file;
    if (!std::filesystem::exists(file))
      GTEST_SKIP() << "no " << file << "; name the folder with HADAL_DATA to run this test";
    const Raster raster = open_raster(file).value();
    ElevationGrid g;
    g.columns = raster.info().columns;
    g.rows = raster.info().rows;
    g.geotransform = raster.info().geotransform;
    for (int r = 0; r < g.rows; ++r)
      for (int c = 0; c < g.columns; ++c)
        g.elevation_m.push_back(-static_cast<float>(raster.nearest({c + 0.5, r + 0.5})));
    expect_close_to_pixels(g, file, place.latitude, place.longitude, 100000);
  }
}

}  // namespace seabed_test
}  // namespace hadal::environment
