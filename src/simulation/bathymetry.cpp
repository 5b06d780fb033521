#include "hadal/bathymetry.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "environment/raster/survey.h"
#include "environment/seabed/terrain_maker.h"

namespace hadal {
namespace {

using namespace environment;

constexpr int kPictureSide = 512, kAsciiColumns = 72, kSurveySide = 1024;
constexpr double kMaxPixels = 1e8;

BathymetryResult refusal(const Problems& problems) {
  return {2, problems.text()};
}
BathymetryResult refusal(const std::string& text) {
  return {2, text};
}

Result<Raster> open(const BathymetryInput& input) {
  RasterOptions options;
  options.crs = input.crs;
  options.band = input.band;
  options.values_are_depths = input.values_are_depths;
  options.nodata = input.nodata;
  return open_raster(input.path, options);
}

// Makes a folder; the reason when it cannot.
std::string make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return error ? folder + ": cannot make this folder: " + error.message() : "";
}

Problems write_preview(const Raster& raster, const std::string& folder) {
  const DepthGrid grid = coarse_depths(raster, kPictureSide);
  const double cell_m = raster.cell_m() * std::max(raster.info().columns, raster.info().rows) /
                        std::max(grid.columns, grid.rows);
  return write_png(folder + "/preview.png", grid.columns, grid.rows, shaded_picture(grid, cell_m));
}

double fraction_of_holes(const RasterInfo& info) {
  return static_cast<double>(info.holes) / (static_cast<double>(info.columns) * info.rows);
}

nlohmann::ordered_json facts(const Raster& raster) {
  const RasterInfo& info = raster.info();
  const DepthRange range = depth_range(coarse_depths(raster, kSurveySide));
  nlohmann::ordered_json j;
  j["file"] = info.path;
  j["driver"] = info.driver;
  j["columns"] = info.columns;
  j["rows"] = info.rows;
  j["bands"] = info.bands;
  j["data_type"] = info.data_type;
  j["crs"] = info.crs_name;
  if (const auto box = geodetic_box(raster)) {
    j["south_deg"] = box->south_deg;
    j["west_deg"] = box->west_deg;
    j["north_deg"] = box->north_deg;
    j["east_deg"] = box->east_deg;
  }
  j["cell_m"] = raster.cell_m();
  j["missing_share"] = info.in_memory ? nlohmann::ordered_json(fraction_of_holes(info)) : nullptr;
  j["streamed"] = !info.in_memory;
  j["depth_min_m"] = range.min_m;
  j["depth_max_m"] = range.greatest_m;
  j["depth_mean_m"] = range.mean_m;
  j["histogram"] = range.histogram;
  return j;
}

std::string line(const char* name, const char* format, auto... values) {
  char buffer[256];
  std::snprintf(buffer, sizeof buffer, format, values...);
  return std::string(name) + std::string(12 - std::string(name).size(), ' ') + buffer + "\n";
}

std::string histogram_text(const nlohmann::ordered_json& j) {
  const double min = j["depth_min_m"], step = (j["depth_max_m"].get<double>() - min) / 10;
  size_t max = 1;
  for (const size_t count : j["histogram"]) max = std::max(max, count);
  std::string out;
  for (size_t k = 0; k < 10; ++k) {
    const auto bar = static_cast<size_t>(40 * j["histogram"][k].get<size_t>() / max);
    char label[64];
    std::snprintf(label, sizeof label, "%9.1f .. %9.1f m  ", min + step * static_cast<double>(k),
                  min + step * static_cast<double>(k + 1));
    out += label + std::string(bar, '#') + "\n";
  }
  return out;
}

std::string facts_text(const Raster& raster, const nlohmann::ordered_json& j) {
  const RasterInfo& info = raster.info();
  std::string out = info.path + "\n";
  out += line("format", "%s, %d x %d pixels of %s, %d band%s", info.driver.c_str(), info.columns,
              info.rows, info.data_type.c_str(), info.bands, info.bands == 1 ? "" : "s");
  out += line("system", "%s", info.crs_name.c_str());
  if (j.contains("south_deg"))
    out += line("extent", "%.5f to %.5f N, %.5f to %.5f E", j["south_deg"].get<double>(),
                j["north_deg"].get<double>(), j["west_deg"].get<double>(),
                j["east_deg"].get<double>());
  out += line("cell", "%.4g m at the middle; about %.4g x %.4g km", raster.cell_m(),
              raster.cell_m() * info.rows / 1000, raster.cell_m() * info.columns / 1000);
  out += info.in_memory ? line("missing", "%.3g %% of the pixels", 100 * fraction_of_holes(info))
                        : line("missing", "not counted (too large, will be read in parts)");
  out +=
      line("depth", "%.1f to %.1f m, mean %.1f m (negative: land)", j["depth_min_m"].get<double>(),
           j["depth_max_m"].get<double>(), j["depth_mean_m"].get<double>());
  return out + histogram_text(j) + ascii_picture(coarse_depths(raster, kAsciiColumns));
}

// The depths of a rectangle on a new grid in the metric system of its middle.
Result<ElevationGrid> resampled(const Raster& raster, const DegreeBox& box, double resolution_m) {
  Problems problems;
  const double latitude = 0.5 * (box[0] + box[2]), longitude = 0.5 * (box[1] + box[3]);
  if (!(box[0] < box[2] && box[1] < box[3] && box[0] >= -90 && box[2] <= 90 &&
        box[3] - box[1] < 360))
    problems.add("expected south < north and west < east, in degrees");
  const SeaMap map(latitude, longitude);
  const double north_m = map.plane_from_geodetic({box[2], longitude, 0}).x() -
                         map.plane_from_geodetic({box[0], longitude, 0}).x();
  const double east_m = 2 * map.plane_from_geodetic({latitude, box[3], 0}).y();
  if (problems.empty() && north_m / resolution_m * (east_m / resolution_m) > kMaxPixels)
    problems.add("more than 1e8 pixels; expected a coarser --resolution-m or a smaller area");
  if (!problems.empty()) return problems;
  const Crs crs = Crs::metric_at(latitude, longitude);
  const CrsPoint center = crs.from_geodetic(latitude, longitude).value();
  ElevationGrid out;
  out.columns = std::max(1, static_cast<int>(std::lround(east_m / resolution_m)));
  out.rows = std::max(1, static_cast<int>(std::lround(north_m / resolution_m)));
  out.crs_wkt = crs.wkt();
  out.geotransform = {center.x - 0.5 * out.columns * resolution_m,
                      resolution_m,
                      0,
                      center.y + 0.5 * out.rows * resolution_m,
                      0,
                      -resolution_m};
  size_t outside = 0;
  for (int r = 0; r < out.rows; ++r)
    for (int c = 0; c < out.columns; ++c) {
      const auto location = crs.to_geodetic({out.geotransform[0] + (c + 0.5) * resolution_m,
                                          out.geotransform[3] - (r + 0.5) * resolution_m});
      const auto pixel = location
                             ? raster.pixel_from_geodetic(location->latitude_deg,
                                                          location->longitude_deg)
                             : std::nullopt;
      const bool covered = pixel && raster.covers(*pixel);
      outside += !covered;
      out.elevation_m.push_back(covered ? static_cast<float>(-raster.depth(*pixel)) : NAN);
    }
  if (outside == out.elevation_m.size()) {
    problems.add("the raster does not reach this area");
    return problems;
  }
  return out;
}

// A run over the new raster: a vehicle that crosses its middle well above the ground.
std::string scenario_text(const DegreeBox& box, const Raster& cut) {
  const RasterInfo& info = cut.info();
  const double depth = cut.depth({0.5 * info.columns, 0.5 * info.rows});
  char buffer[1024];
  std::snprintf(
      buffer, sizeof buffer,
      "# Written by `hadal bathymetry`: a vehicle over the middle of the area.\n"
      "format: 1\n"
      "title: Over real bathymetry\n"
      "step_s: 0.01\n"
      "duration_s: 120\n"
      "origin: {lat_deg: %.7f, lon_deg: %.7f}\n"
      "environment:\n"
      "  seabed: !bathymetry {raster: bathymetry.tif, resolution_m: 2}\n"
      "vehicles:\n"
      "  - {name: auv, model: lauv, pose: {depth_m: %.1f}, velocity: [1, 0, 0, 0, 0, 0]}\n"
      "mission:\n"
      "  - !cruise {vehicle: auv, heading_deg: 0, speed_m_s: 1.4, depth_m: %.1f, "
      "duration_s: 110}\n",
      0.5 * (box[0] + box[2]), std::remainder(0.5 * (box[1] + box[3]), 360.0),
      std::clamp(0.3 * depth, 1.0, 20.0), std::clamp(0.3 * depth, 1.0, 20.0));
  return buffer;
}

}  // namespace

BathymetryResult inspect_bathymetry(const BathymetryInput& input, const std::string& folder,
                                    bool json) {
  const Result<Raster> raster = open(input);
  if (!raster) return refusal(raster.problems());
  if (!folder.empty()) {
    if (const std::string reason = make_folder(folder); !reason.empty()) return refusal(reason);
    if (const Problems problems = write_preview(raster.value(), folder); !problems.empty())
      return refusal(problems);
  }
  const nlohmann::ordered_json j = facts(raster.value());
  return {0, json ? j.dump(2) + "\n" : facts_text(raster.value(), j)};
}

DegreeBox box_around(double latitude_deg, double longitude_deg, double size_km) {
  const SeaMap map(latitude_deg, longitude_deg);
  const double half_m = 500 * size_km;
  const Geodetic north = map.geodetic_from_plane({half_m, 0, 0}),
                 south = map.geodetic_from_plane({-half_m, 0, 0}),
                 east = map.geodetic_from_plane({0, half_m, 0});
  const double width = std::remainder(east.longitude_deg - longitude_deg, 360.0);
  return {south.latitude_deg, longitude_deg - width, north.latitude_deg, longitude_deg + width};
}

BathymetryResult cut_bathymetry(const BathymetryInput& input, const DegreeBox& box,
                                double resolution_m, const std::string& folder) {
  const Result<Raster> raster = open(input);
  if (!raster) return refusal(raster.problems());
  if (const std::string reason = make_folder(folder); !reason.empty()) return refusal(reason);
  const Result<ElevationGrid> grid =
      resampled(raster.value(), box, resolution_m > 0 ? resolution_m : raster.value().cell_m());
  if (!grid) return refusal(grid.problems());
  const std::string file = folder + "/bathymetry.tif";
  if (const Problems problems = write_geotiff(file, grid.value()); !problems.empty())
    return refusal(problems);
  const Result<Raster> cut = open_raster(file);
  if (!cut) return refusal(cut.problems());
  if (const Problems problems = write_preview(cut.value(), folder); !problems.empty())
    return refusal(problems);
  std::ofstream(folder + "/scenario.yaml") << scenario_text(box, cut.value());
  return {0, facts_text(cut.value(), facts(cut.value())) + "run it: hadal run " + folder +
                 "/scenario.yaml\n"};
}

BathymetryResult make_bathymetry(const BathymetryRecipe& recipe, const std::string& file) {
  TerrainRequest request;
  request.kind = recipe.kind;
  request.latitude_deg = recipe.latitude_deg;
  request.longitude_deg = recipe.longitude_deg;
  request.size_north_m = 1000 * recipe.size_north_km;
  request.size_east_m = 1000 * recipe.size_east_km;
  request.resolution_m = recipe.resolution_m;
  request.depth_min_m = recipe.depth_min_m;
  request.depth_max_m = recipe.depth_max_m;
  request.seed = recipe.seed;
  const Result<ElevationGrid> grid = make_terrain(request);
  if (!grid) return refusal(grid.problems());
  const bool small = recipe.depth_max_m < 3200 && recipe.depth_min_m > -3200;
  const Problems problems =
      write_geotiff(file, grid.value(), small ? StoredAs::kDecimetres : StoredAs::kFloat);
  if (!problems.empty()) return refusal(problems);
  BathymetryInput input;
  input.path = file;
  return inspect_bathymetry(input, "", false);
}

}  // namespace hadal
