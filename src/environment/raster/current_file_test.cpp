#include "environment/raster/current_file.h"

#include <gdal_priv.h>
#include <gtest/gtest.h>

#include <cmath>

#include "environment/raster/current_grid.h"
#include "environment/raster/gdal/gdal_errors.h"
#include "environment/raster/raster_files.h"

namespace hadal::environment {
namespace current_file_test {

using test::Folder;

constexpr double kTolerance = 2e-6;     // m/s
constexpr double kStart_s = 946684800;  // 2000-01-01

double field(double hours, double depth, double lat, double lon) {
  return 0.2 + 0.01 * hours - 0.002 * depth + 0.1 * (lat - 41) - 0.2 * (lon - 3);
}

struct Shape {
  std::vector<double> hours = {0, 1, 3, 8};
  std::vector<double> depths = {0.5, 5, 30, 90};
  std::vector<double> lats = {42, 41.5, 41};  // falling, as many models write them
  std::vector<double> lons = {3, 3.25, 3.5, 4};
};

using Group = std::shared_ptr<GDALGroup>;

void add_axis(const Group& root, const char* name, const std::vector<double>& values,
              const char* units, std::vector<std::shared_ptr<GDALDimension>>& dimensions) {
  auto dimension = root->CreateDimension(name, "", "", values.size());
  auto array = root->CreateMDArray(name, {dimension}, GDALExtendedDataType::Create(GDT_Float64));
  const GUInt64 start = 0;
  const size_t count = values.size();
  array->Write(&start, &count, nullptr, nullptr, GDALExtendedDataType::Create(GDT_Float64),
               values.data());
  array->SetUnit(units);
  dimensions.push_back(dimension);
}

// value = factor * field, stored as given by scale and offset, with a hole at the first point.
void add_variable(const Group& root, const char* name, const Shape& s, double factor, double scale,
                  double offset, const std::vector<std::shared_ptr<GDALDimension>>& dimensions,
                  const char* units = "m s-1") {
  auto array = root->CreateMDArray(name, dimensions, GDALExtendedDataType::Create(GDT_Float64));
  std::vector<double> values;
  for (const double t : s.hours)
    for (const double d : s.depths)
      for (const double lat : s.lats)
        for (const double lon : s.lons)
          values.push_back((factor * field(t, d, lat, lon) - offset) / scale);
  values.front() = -9999;
  array->SetNoDataValue(-9999.0);
  if (scale != 1) array->SetScale(scale);
  if (offset != 0) array->SetOffset(offset);
  array->SetUnit(units);
  const std::vector<GUInt64> start(4, 0);
  const std::vector<size_t> count = {s.hours.size(), s.depths.size(), s.lats.size(), s.lons.size()};
  ASSERT_TRUE(array->Write(start.data(), count.data(), nullptr, nullptr,
                           GDALExtendedDataType::Create(GDT_Float64), values.data()));
}

std::string write_model(const Folder& folder, const Shape& s,
                        const char* velocity_units = "m s-1") {
  const GdalErrors errors;
  const std::string file = folder.file("model.nc");
  GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("netCDF");
  if (!driver) return "";
  const std::unique_ptr<GDALDataset> dataset(
      driver->CreateMultiDimensional(file.c_str(), nullptr, nullptr));
  const Group root = dataset->GetRootGroup();
  std::vector<std::shared_ptr<GDALDimension>> dimensions;
  add_axis(root, "time", s.hours, "hours since 2000-01-01 00:00:00", dimensions);
  add_axis(root, "depth", s.depths, "m", dimensions);
  add_axis(root, "latitude", s.lats, "degrees_north", dimensions);
  add_axis(root, "longitude", s.lons, "degrees_east", dimensions);
  add_variable(root, "uo", s, 1, 1, 0, dimensions, velocity_units);
  add_variable(root, "vo", s, -3, 0.001, 0.5, dimensions, velocity_units);
  add_variable(root, "wo", s, 0.1, 1, 0, dimensions, velocity_units);
  return file;
}

VelocityFile source(const std::string& file) {
  VelocityFile out;
  out.file = file;
  return out;
}

TEST(CurrentFile, ALinearModelIsReadExactly) {
  const Folder folder;
  VelocityFile s = source(write_model(folder, {}));
  if (s.file.empty()) GTEST_SKIP() << "this GDAL has no netCDF driver";
  s.down = "wo";
  const CurrentGrid g = read_current_grid(s, kStart_s, 8 * 3600).value();
  ASSERT_EQ(g.latitude_deg, (std::vector<double>{41, 41.5, 42}));
  for (const double hours : {0.3, 2.0, 7.5})
    for (const double depth : {2.0, 50.0})
      for (const double lat : {41.1, 41.8})
        for (const double lon : {3.3, 3.9}) {
          const GridVelocity v = grid_velocity(g, kStart_s + 3600 * hours, depth, lat, lon);
          EXPECT_NEAR(v.east, field(hours, depth, lat, lon), kTolerance);
          EXPECT_NEAR(v.north, -3 * field(hours, depth, lat, lon), kTolerance);
          EXPECT_NEAR(v.down, 0.1 * field(hours, depth, lat, lon), kTolerance);
        }
  // The first point of the file, north-west at the surface, is a gap, filled from below.
  EXPECT_NEAR(g.east[2 * 4], field(0, 5, 42, 3), kTolerance);
  EXPECT_NE(g.gaps.find("(1 of 192, the longest gap is 60 min)"), std::string::npos) << g.gaps;
}

TEST(CurrentFile, ReadsOnlyTheTimesOfTheRun) {
  const Folder folder;
  VelocityFile s = source(write_model(folder, {}));
  if (s.file.empty()) GTEST_SKIP() << "this GDAL has no netCDF driver";
  const CurrentGrid g = read_current_grid(s, kStart_s + 1.5 * 3600, 3600).value();
  EXPECT_EQ(g.unix_s, (std::vector<double>{kStart_s + 3600, kStart_s + 3 * 3600}));
  EXPECT_EQ(g.covered_unix_s, (std::array<double, 2>{kStart_s, kStart_s + 8 * 3600}));
  EXPECT_NEAR(grid_velocity(g, kStart_s + 2 * 3600, 5, 41.5, 3.25).east, field(2, 5, 41.5, 3.25),
              kTolerance);
  s.times = VelocityFile::Times::kStart;
  const CurrentGrid shifted = read_current_grid(s, 1000, 3600).value();
  EXPECT_NEAR(grid_velocity(shifted, 1000 + 1800, 5, 41.5, 3.25).east, field(0.5, 5, 41.5, 3.25),
              kTolerance);
}

TEST(CurrentFile, UnitsOfVelocity) {
  const Folder folder;
  const VelocityFile s = source(write_model(folder, {}, "cm/s"));
  if (s.file.empty()) GTEST_SKIP() << "this GDAL has no netCDF driver";
  const CurrentGrid g = read_current_grid(s, kStart_s, 3600).value();
  EXPECT_NEAR(grid_velocity(g, kStart_s, 5, 41, 4).east, 0.01 * field(0, 5, 41, 4), kTolerance);
}

TEST(CurrentFile, RefusesWithReasons) {
  const Folder folder;
  const auto refusal = [](const VelocityFile& s) {
    const Result<CurrentGrid> grid = read_current_grid(s, kStart_s, 3600);
    return grid ? "read" : grid.problems().text();
  };
  EXPECT_NE(refusal(source(folder.file("none.nc"))).find("no such file"), std::string::npos);
  EXPECT_NE(refusal(source(folder.write("t.nc", "text"))).find("cannot be read"),
            std::string::npos);
  VelocityFile s = source(write_model(folder, {}));
  if (s.file.empty()) GTEST_SKIP() << "this GDAL has no netCDF driver";
  s.east = "eastward";
  EXPECT_NE(refusal(s).find("no variable 'eastward'; expected one of: "), std::string::npos);
  s.east = "depth";
  EXPECT_NE(refusal(s).find("'depth' is in 'm'; expected a velocity"), std::string::npos);
  s.east = "latitude";
  EXPECT_NE(refusal(s).find("no one-dimensional axis of longitude; expected a regular grid of "
                            "longitudes and latitudes, or a record over time and depth alone"),
            std::string::npos);
  s.east = "";
  s.memory_bytes = 500;
  EXPECT_NE(refusal(s).find("raise memory_mb"), std::string::npos);
  write_model(folder, {}, "degC");
  s.memory_bytes = 1 << 20;
  EXPECT_NE(refusal(s).find("expected a velocity"), std::string::npos);
}

// A moored profiler: no axes of latitude and longitude.
TEST(CurrentFile, ARecordOverTimeAndDepthAlone) {
  const Folder folder;
  const std::string file = folder.file("adcp.nc");
  const Shape shape;
  {
    const GdalErrors errors;
    GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("netCDF");
    if (!driver) GTEST_SKIP() << "this GDAL has no netCDF driver";
    const std::unique_ptr<GDALDataset> dataset(
        driver->CreateMultiDimensional(file.c_str(), nullptr, nullptr));
    const Group root = dataset->GetRootGroup();
    std::vector<std::shared_ptr<GDALDimension>> dimensions;
    add_axis(root, "time", shape.hours, "hours since 2000-01-01 00:00:00", dimensions);
    add_axis(root, "depth", shape.depths, "m", dimensions);
    for (const char* name : {"u", "v"}) {
      auto array = root->CreateMDArray(name, dimensions, GDALExtendedDataType::Create(GDT_Float64));
      std::vector<double> values;
      for (const double t : shape.hours)
        for (const double d : shape.depths)
          values.push_back((*name == 'u' ? 1 : -2) * field(t, d, 41, 3));
      const GUInt64 start[] = {0, 0};
      const size_t count[] = {shape.hours.size(), shape.depths.size()};
      ASSERT_TRUE(array->Write(start, count, nullptr, nullptr,
                               GDALExtendedDataType::Create(GDT_Float64), values.data()));
    }
  }
  const Result<CurrentGrid> grid = read_current_grid(source(file), kStart_s + 3600, 60);
  ASSERT_TRUE(grid.ok()) << grid.problems().text();
  EXPECT_EQ(grid.value().unix_s.size(), 4u) << "all of a record is read";
  for (const double hours : {0.0, 0.5, 2.0, 7.9})
    for (const double depth : {0.5, 17.0, 90.0}) {
      const GridVelocity v = grid_velocity(grid.value(), kStart_s + 3600 * hours, depth, -60, 170);
      EXPECT_NEAR(v.east, field(hours, depth, 41, 3), kTolerance);
      EXPECT_NEAR(v.north, -2 * field(hours, depth, 41, 3), kTolerance);
    }
}

// Two bands of a plain raster: a steady current, the same at every depth.
TEST(CurrentFile, BandsOfARaster) {
  const Folder folder;
  const std::string file = folder.file("uv.tif");
  {
    const GdalErrors errors;
    const std::unique_ptr<GDALDataset> dataset(
        GetGDALDriverManager()->GetDriverByName("GTiff")->Create(file.c_str(), 8, 6, 2, GDT_Float32,
                                                                 nullptr));
    double transform[6] = {3, 0.1, 0, 42, 0, -0.1};
    dataset->SetGeoTransform(transform);
    dataset->SetProjection(Crs::geodetic().wkt().c_str());
    for (int band = 1; band <= 2; ++band) {
      std::vector<float> values;
      for (int r = 0; r < 6; ++r)
        for (int c = 0; c < 8; ++c)
          values.push_back(
              static_cast<float>(band * field(0, 0, 42 - 0.1 * (r + 0.5), 3 + 0.1 * (c + 0.5))));
      ASSERT_EQ(dataset->GetRasterBand(band)->RasterIO(GF_Write, 0, 0, 8, 6, values.data(), 8, 6,
                                                       GDT_Float32, 0, 0, nullptr),
                CE_None);
    }
  }
  const CurrentGrid g = read_current_grid(source(file), kStart_s, 3600).value();
  const GridVelocity v = grid_velocity(g, kStart_s, 77, 41.72, 3.33);
  EXPECT_NEAR(v.east, field(0, 0, 41.72, 3.33), kTolerance);
  EXPECT_NEAR(v.north, 2 * field(0, 0, 41.72, 3.33), kTolerance);
  VelocityFile s = source(file);
  s.north = "3";
  EXPECT_FALSE(read_current_grid(s, kStart_s, 3600).ok());
}

}  // namespace current_file_test
}  // namespace hadal::environment
