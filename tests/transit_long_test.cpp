// Sixty kilometres over tiles: scenarios/slope_transit.yaml as it ships, with one, two and four
// threads, and the same transit over rasters of real seas where these are at hand.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "small_world.h"

namespace hadal {
namespace transit_long_test {

constexpr double kPath_m = 60000;
constexpr double kFirstDive_m = 3000;    // of the way, in which the altitude is taken up
constexpr double kMinAltitude_m = 15;  // of 30 asked for
constexpr double kSteepestSeabed = 0.6;  // of the rasters below with their fractal detail
constexpr double kMinRelief_m = 50;
constexpr double kTiles_mb = 64;  // as it ships
constexpr double kFewTiles_mb = 4;
constexpr double kRaster_mb = 1;      // all rasters here are smaller
constexpr double kMaxGrowth_mb = 8;  // of the process from 10 to 60 km, with few tiles
const std::string kFewTiles = "environment.seabed.tile_memory_mb=" + std::to_string(kFewTiles_mb);
constexpr double kMegabyte = 1e6;
constexpr double kPage_bytes = 4096;

double resident_mb() {
  double total = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * kPage_bytes / kMegabyte;
}

LoadedScenario transit(const std::vector<std::string>& settings) {
  LoadOptions options = test::options();
  options.settings = settings;
  return load_scenario(test::source_folder() + "/scenarios/slope_transit.yaml", options)
      .value();
}

// What a transit showed.
struct Transit {
  bool held = false;  // the scenario's own expectations
  double min_altitude_m = 1e9;
  double steepest = 0;  // change of the altimeter's seabed over the way between readings
  double deepest_m = 0, shallowest_m = 1e9;  // seabed
  double seabed_mb = 0, growth_mb = 0, resident_mb = 0;
  double path_m = 0;
  uint64_t hash = 0;
};

size_t altimeter_of(const World& world) {
  for (size_t i = 0; i < world.sensors.size(); ++i)
    if (world.sensors[i].path == "auv/altimeter") return i;
  throw std::runtime_error("the scenario has no altimeter");
}

Transit cross(const LoadedScenario& scenario, int threads) {
  const auto created = simulation::Simulation::create(scenario, threads);
  simulation::Simulation& s = *created.value();
  const size_t altimeter = altimeter_of(s.world());
  const double& true_altitude_m =
      s.state().sensor_truth[s.world().sensors[altimeter].value_offset + 1];
  Transit out;
  double path_before = 0, seen_before = 0, at_10_km = 0;
  while (!s.finished()) {
    test::run_steps(s, 1);
    const double path = s.state().travelled_m[0];
    if (s.state().sensor_fresh[altimeter] == 0 || path < kFirstDive_m) continue;
    const Vec3& p_N = s.state().p_NL_N[0];
    const double depth = s.sea().seabed().depth(p_N.x(), p_N.y());
    const double seen = p_N.z() + true_altitude_m;
    out.min_altitude_m = std::min(out.min_altitude_m, depth - p_N.z());
    out.deepest_m = std::max(out.deepest_m, depth);
    out.shallowest_m = std::min(out.shallowest_m, depth);
    if (path_before > 0)
      out.steepest = std::max(out.steepest, std::abs(seen - seen_before) / (path - path_before));
    out.seabed_mb =
        std::max(out.seabed_mb, static_cast<double>(s.sea().seabed().resident_bytes()) / kMegabyte);
    if (path < 10000) at_10_km = resident_mb();
    path_before = path;
    seen_before = seen;
  }
  out.growth_mb = resident_mb() - at_10_km;
  out.resident_mb = resident_mb();
  out.path_m = path_before;
  out.held = s.all_expectations_held();
  out.hash = state_hash(s.state());
  return out;
}

void expect_a_good_transit(const Transit& transit) {
  EXPECT_TRUE(transit.held);
  EXPECT_GT(transit.path_m, kPath_m);
  EXPECT_GT(transit.min_altitude_m, kMinAltitude_m);
  EXPECT_GT(transit.deepest_m - transit.shallowest_m, kMinRelief_m);
  EXPECT_LT(transit.steepest, kSteepestSeabed);
}

// Tiles of before are dropped, and nothing else grows with the way either.
void expect_bounded_memory(const Transit& transit) {
  EXPECT_LT(transit.seabed_mb, kFewTiles_mb + kRaster_mb);
  EXPECT_LT(transit.growth_mb, kMaxGrowth_mb);
}

std::string described(const Transit& t) {
  std::ostringstream out;
  out << "seabed " << t.shallowest_m << " to " << t.deepest_m << " m, least altitude "
      << t.min_altitude_m << " m, steepest step of the altimeter " << t.steepest
      << ", tiles and raster " << t.seabed_mb << " MB, process " << t.resident_mb
      << " MB, growth from 10 to 60 km " << t.growth_mb << " MB";
  return out.str();
}

// Neither the number of threads nor that of the tiles changes a bit.
TEST(Transit, SixtyKilometresWithOneTwoAndFourThreads) {
  const Transit one = cross(transit({kFewTiles}), 1);
  SCOPED_TRACE(described(one));
  expect_a_good_transit(one);
  expect_bounded_memory(one);
  const Transit as_it_ships = cross(transit({}), 2);
  EXPECT_EQ(one.hash, as_it_ships.hash) << described(as_it_ships);
  EXPECT_LT(as_it_ships.seabed_mb, kTiles_mb + kRaster_mb);
  EXPECT_EQ(one.hash, cross(transit({kFewTiles}), 4).hash);
}

// The folder of real rasters, if the machine has it.
std::string data_folder() {
  if (const char* folder = std::getenv("HADAL_DATA")) return folder;
  return test::source_folder() + "/../shared/data";
}

struct RealSea {
  const char* name;
  const char* file;
  double latitude_deg, longitude_deg, heading_deg;
};
void PrintTo(const RealSea& sea, std::ostream* out) {
  *out << sea.name;
}

class RealTransit : public testing::TestWithParam<RealSea> {};

TEST_P(RealTransit, SixtyKilometresAtConstantAltitude) {
  const RealSea& sea = GetParam();
  const std::string file = data_folder() + "/" + sea.file;
  if (!std::filesystem::exists(file))
    GTEST_SKIP() << "no " << file << "; name the folder with HADAL_DATA to run this test";
  const Transit found =
      cross(transit({kFewTiles, "environment.seabed.raster=" + file,
                     "origin.lat_deg=" + std::to_string(sea.latitude_deg),
                     "origin.lon_deg=" + std::to_string(sea.longitude_deg),
                     "mission[0].heading_deg=" + std::to_string(sea.heading_deg)}),
            2);
  SCOPED_TRACE(described(found));
  expect_a_good_transit(found);
  expect_bounded_memory(found);
}

// Up the flank of Hawaii's deep, and across the Blake Plateau off Florida.
INSTANTIATE_TEST_SUITE_P(
    Seas, RealTransit,
    testing::Values(RealSea{"hawaii", "bathymetry_hawaii_etopo1_2min.tif", 20.2, -157.2, 0},
                    RealSea{"florida", "bathymetry_florida_etopo1_2min.tif", 29.6, -79.9, 90}),
    [](const testing::TestParamInfo<RealSea>& sea) { return sea.param.name; });

}  // namespace transit_long_test
}  // namespace hadal
