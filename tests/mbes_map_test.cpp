// A map of a known raster: soundings of a multibeam echosounder without noise, placed with the true
// pose and gridded, against the numbers of the raster itself.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <numbers>

#include "small_world.h"

namespace hadal {
namespace mbes_map_test {

constexpr double kFractionOfDepth = 1e-3;  // asked for: a mean error below 0.1 % of the depth

// Depths on a grid of pixels about the origin, from the north-western corner, row after row.
// Between the centres of four pixels the depth is bilinear.
struct Raster {
  static constexpr int kPixels = 60;
  static constexpr double kPixel_m = 4;
  static constexpr double kNorthMax_m = 180, kWestMax_m = -120;  // outer edges

  static double pixel(int row, int column) {
    using std::numbers::pi;
    // A slope to the east with sand waves, mounds and a trench.
    const double n = kNorthMax_m - (row + 0.5) * kPixel_m;
    const double e = kWestMax_m + (column + 0.5) * kPixel_m;
    return 40 + 0.05 * e + 1.5 * std::sin(2 * pi * n / 48) * std::cos(2 * pi * e / 64) -
           4 * std::exp(-(std::pow(n - 20, 2) + std::pow(e + 30, 2)) / 200) +
           2 * std::exp(-std::pow(n - 0.5 * e - 60, 2) / 100);
  }
  static double depth_m(double north_m, double east_m) {
    const double y = (kNorthMax_m - north_m) / kPixel_m - 0.5;
    const double x = (east_m - kWestMax_m) / kPixel_m - 0.5;
    const int r = static_cast<int>(std::floor(y)), c = static_cast<int>(std::floor(x));
    const double fy = y - r, fx = x - c;
    return (1 - fy) * ((1 - fx) * pixel(r, c) + fx * pixel(r, c + 1)) +
           fy * ((1 - fx) * pixel(r + 1, c) + fx * pixel(r + 1, c + 1));
  }
  // As an ESRI grid of elevations.
  static void write(const std::string& path) {
    std::ofstream out(path);
    out.precision(12);
    out << "ncols " << kPixels << "\nnrows " << kPixels << "\nxllcorner " << kWestMax_m
        << "\nyllcorner " << kNorthMax_m - kPixels * kPixel_m << "\ncellsize " << kPixel_m
        << "\nNODATA_value -99999\n";
    for (int r = 0; r < kPixels; ++r)
      for (int c = 0; c < kPixels; ++c) out << -pixel(r, c) << (c + 1 < kPixels ? " " : "\n");
  }
};

class RasterFile {
 public:
  RasterFile()
      : path_(std::filesystem::temp_directory_path() /
              ("hadal_map_" + std::to_string(::getpid()) + ".asc")) {
    Raster::write(path_.string());
  }
  ~RasterFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

// A survey line to the north, 5 m below the surface, rolled and pitched a little. The raster lies
// in the world plane: equidistant from the origin.
std::string survey(const std::string& raster) {
  return R"(
format: 1
seed: 3
step_s: 0.05
duration_s: 60
origin: {lat_deg: 45, lon_deg: -30}
environment:
  seabed: !bathymetry {raster: ")" +
         raster + R"(", crs: "+proj=aeqd +lat_0=45 +lon_0=-30 +datum=WGS84", resolution_m: 1}
vehicle_models:
  - name: buoy
    links: [{name: hull, mass_kg: 10, inertia_kg_m2: [1, 1, 1], volume_m3: 0.01}]
vehicles:
  - name: boat
    model: buoy
    kinematic: true
    pose: {north_m: -30, depth_m: 5, roll_deg: 4, pitch_deg: -3}
    sensors:
      - !multibeam_echosounder {name: mbes, model: mbes_512, swath_deg: 110, max_range_m: 120, noise: false, rate_hz: 5}
mission:
  - !velocity {vehicle: boat, velocity: [2, 0, 0, 0, 0, 0], duration_s: 60}
expect:
  - {that: map_error(boat/mbes) < 0.001 and map_error(boat/mbes) > 1e-8, when: always, after_s: 1}
)";
}

struct Cell {
  double error_m = 0, depth_m = 0;
  int soundings = 0;
};
using Map = std::map<std::pair<int, int>, Cell>;

void add_ping(const Frame& frame, Map& map) {
  constexpr double kCell_m = 2;
  const auto points = frame.plane(kPointsPlane).floats();
  for (size_t i = 0; i < points.size(); i += 4) {
    if (!std::isfinite(points[i])) continue;
    const Vec3 p_N = frame.X_NS.p + frame.X_NS.q * Vec3(points[i], points[i + 1], points[i + 2]);
    Cell& cell = map[{static_cast<int>(std::floor(p_N.x() / kCell_m)),
                      static_cast<int>(std::floor(p_N.y() / kCell_m))}];
    cell.error_m += p_N.z() - Raster::depth_m(p_N.x(), p_N.y());
    cell.depth_m += p_N.z();
    ++cell.soundings;
  }
}

TEST(MbesMap, IsTheRasterToATenthOfAPercent) {
  const RasterFile raster;
  const auto s = test::simulate(survey(raster.path()), 2);
  Map map;
  for (int i = 0; i < 1200; ++i) {
    test::run_steps(*s, 1);
    if (s->state().frame_fresh[0]) add_ping(s->frames().frame(0), map);
  }
  double mean = 0, size = 0;
  for (const auto& [place, cell] : map) {
    const double relative = cell.error_m / cell.depth_m;
    mean += relative, size += std::abs(relative);
  }
  const auto cells = static_cast<double>(map.size());
  ASSERT_GT(cells, 2500);  // 120 m of a swath of about 95 m, in cells of 2 m
  RecordProperty("mean_relative_error", std::to_string(mean / cells));
  RecordProperty("mean_size_of_relative_error", std::to_string(size / cells));
  EXPECT_LT(std::abs(mean / cells), kFractionOfDepth);
  EXPECT_LT(size / cells, kFractionOfDepth);
  EXPECT_TRUE(s->all_expectations_held());
}

}  // namespace mbes_map_test
}  // namespace hadal
