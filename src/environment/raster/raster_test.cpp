#include "environment/raster/raster.h"

#include <gdal_priv.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "environment/raster/gdal/gdal_errors.h"
#include "environment/raster/raster_files.h"

namespace hadal::environment {
namespace raster_test {

using test::Folder;
using test::grid;

constexpr double kTolerance_m = 1e-4;  // pixels are floats of some hundred metres
constexpr std::array<double, 6> kSmall{10, 0.01, 0, 45, 0, -0.01};  // degrees

double plane(double column, double row) {
  return -100 - 3 * column + 2 * row;
}

std::string write(const Folder& folder, const ElevationGrid& g,
                  StoredAs stored = StoredAs::kFloat) {
  EXPECT_TRUE(write_geotiff(folder.file("r.tif"), g, stored).empty());
  return folder.file("r.tif");
}

std::string refusal(const std::string& path, const RasterOptions& options = {}) {
  const Result<Raster> raster = open_raster(path, options);
  return raster ? "opened" : raster.problems().text();
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Raster, BilinearSurfaceIsExactForAPlaneAndHoldsAtTheEdge) {
  const Folder folder;
  const Raster raster = open_raster(write(folder, grid(7, 5, kSmall, "EPSG:4326", plane))).value();
  for (const double column : {0.5, 1.3, 4.0, 6.5})
    for (const double row : {0.5, 2.25, 4.5})
      EXPECT_NEAR(raster.depth({column, row}), -plane(column, row), kTolerance_m);
  EXPECT_NEAR(raster.depth({-3, 2.5}), -plane(0.5, 2.5), kTolerance_m);
  EXPECT_NEAR(raster.depth({100, 100}), -plane(6.5, 4.5), kTolerance_m);
  EXPECT_TRUE(raster.covers({0, 0}));
  EXPECT_FALSE(raster.covers({-0.1, 2}));
  EXPECT_FALSE(raster.covers({2, 5.1}));
  EXPECT_TRUE(raster.info().in_memory);
  EXPECT_EQ(raster.resident_bytes(), 35 * sizeof(float));
}

TEST(Raster, BicubicIsExactForAQuadraticInside) {
  const Folder folder;
  const auto bowl = [](double c, double r) { return -(c * c + 0.5 * c * r - r * r); };
  RasterOptions options;
  options.bicubic = true;
  const Raster raster =
      open_raster(write(folder, grid(9, 9, kSmall, "EPSG:4326", bowl)), options).value();
  for (const double column : {2.0, 3.7, 6.1})
    EXPECT_NEAR(raster.depth({column, 4.2}), -bowl(column, 4.2), kTolerance_m);
}

TEST(Raster, PlaceOfAPixel) {
  const Folder folder;
  const Raster raster = open_raster(write(folder, grid(7, 5, kSmall, "EPSG:4326", plane))).value();
  const Pixel p = raster.pixel_from_geodetic(44.98, 10.035).value();
  EXPECT_NEAR(p.column, 3.5, 1e-9);
  EXPECT_NEAR(p.row, 2, 1e-9);
  EXPECT_NEAR(raster.crs_from_pixel(p).x, 10.035, 1e-12);
  EXPECT_NEAR(raster.cell_m(), 1111.3, 1);  // 0.01 degrees of latitude at 45 N
}

TEST(Raster, RotatedGeotransform) {
  const Folder folder;
  const std::array<double, 6> turned{500000, 60, 80, 4600000, 80, -60};  // 100 m cells
  const Raster raster = open_raster(write(folder, grid(8, 8, turned, "EPSG:32631", plane))).value();
  const Pixel p = raster.pixel_from_crs({500000 + 60 * 2 + 80 * 3, 4600000 + 80 * 2 - 60 * 3});
  EXPECT_NEAR(p.column, 2, 1e-9);
  EXPECT_NEAR(p.row, 3, 1e-9);
  EXPECT_NEAR(raster.depth(p), -plane(2, 3), kTolerance_m);
  EXPECT_NEAR(raster.cell_m(), 100, 0.1);
}

TEST(Raster, ScaleAndUnitsAndSignOfTheValues) {
  const Folder folder;
  const ElevationGrid g = grid(3, 3, kSmall, "EPSG:4326", [](double, double) { return -123.4; });
  const std::string whole = write(folder, g, StoredAs::kDecimetres);
  EXPECT_NEAR(open_raster(whole).value().depth({1, 1}), 123.4, kTolerance_m);
  RasterOptions options;
  options.unit_m = 0.3048;
  EXPECT_NEAR(open_raster(whole, options).value().depth({1, 1}), 123.4 * 0.3048, kTolerance_m);
  options.values_are_depths = true;
  EXPECT_NEAR(open_raster(whole, options).value().depth({1, 1}), -123.4 * 0.3048, kTolerance_m);
}

TEST(Raster, HolesAreFilledOrRefused) {
  const Folder folder;
  ElevationGrid g = grid(9, 9, kSmall, "EPSG:4326", [](double, double) { return -50; });
  g.elevation_m[40] = NAN;
  g.elevation_m[41] = NAN;
  const std::string path = write(folder, g);
  const Raster raster = open_raster(path).value();
  EXPECT_EQ(raster.info().holes, 2u);
  EXPECT_NEAR(raster.depth({4.5, 4.5}), 50, kTolerance_m);
  RasterOptions options;
  options.refuse_holes = true;
  EXPECT_TRUE(says(refusal(path, options), "2 of 81 pixels have no value"));
  std::fill(g.elevation_m.begin(), g.elevation_m.end(), NAN);
  EXPECT_TRUE(says(refusal(write(folder, g)), "no pixel of the band has a value"));
}

// NaN and infinity are holes even where the file declares no such value.
TEST(Raster, NotANumberIsAHole) {
  const Folder folder;
  {
    const GdalErrors errors;
    const std::unique_ptr<GDALDataset> dataset(
        GetGDALDriverManager()->GetDriverByName("GTiff")->Create(folder.file("n.tif").c_str(), 3, 1,
                                                                 1, GDT_Float64, nullptr));
    double transform[6] = {10, 0.01, 0, 45, 0, -0.01};
    dataset->SetGeoTransform(transform);
    dataset->SetProjection(Crs::geodetic().wkt().c_str());
    double values[3] = {NAN, -42, INFINITY};
    ASSERT_EQ(dataset->GetRasterBand(1)->RasterIO(GF_Write, 0, 0, 3, 1, values, 3, 1, GDT_Float64,
                                                  0, 0, nullptr),
              CE_None);
  }
  const Raster raster = open_raster(folder.file("n.tif")).value();
  EXPECT_EQ(raster.info().holes, 2u);
  EXPECT_EQ(raster.depth({0.5, 0.5}), 42);
  EXPECT_EQ(raster.depth({2.5, 0.5}), 42);
}

TEST(Raster, UndeclaredMarksForNothing) {
  const Folder folder;
  ElevationGrid g = grid(4, 4, kSmall, "EPSG:4326", plane);
  g.elevation_m[5] = -99999;
  const std::string path = write(folder, g);
  EXPECT_TRUE(says(refusal(path), "99999 m is no depth"));
  RasterOptions options;
  options.nodata = -99999;
  EXPECT_EQ(open_raster(path, options).value().info().holes, 1u);
}

TEST(Raster, AcrossTheAntimeridian) {
  const Folder folder;
  const Raster raster =
      open_raster(write(folder, grid(20, 4, {179, 0.1, 0, -16, 0, -0.1}, "EPSG:4326", plane)))
          .value();
  for (const double longitude : {-179.5, 180.5})
    EXPECT_NEAR(raster.pixel_from_geodetic(-16.2, longitude).value().column, 15, 1e-9);
  const Raster mercator =
      open_raster(
          write(folder, grid(20, 4, {20000000, 10000, 0, -1800000, 0, -10000}, "EPSG:3857", plane)))
          .value();
  const double beyond = mercator.pixel_from_geodetic(-16.2, -179.5).value().column;
  EXPECT_NEAR(beyond, (180.5 * 6378137 * std::numbers::pi / 180 - 20000000) / 10000, 1e-6);
}

// The depth of a place on the whole Earth does not jump where longitudes turn nor over the pole.
TEST(Raster, WholeEarthWrapsAndCrossesThePole) {
  const Folder folder;
  constexpr double kPi = std::numbers::pi;
  const auto smooth = [](double c, double r) {  // a smooth function on the sphere
    const double longitude = (c / 360 * 2 - 1) * kPi, latitude = (0.5 - r / 180) * kPi;
    return -1000 - 500 * std::cos(latitude) * std::cos(longitude) - 100 * std::sin(latitude);
  };
  const Raster raster =
      open_raster(write(folder, grid(360, 180, {-180, 1, 0, 90, 0, -1}, "EPSG:4326", smooth)))
          .value();
  EXPECT_TRUE(raster.covers({-5, 90}));
  EXPECT_NEAR(raster.depth({0, 90}), 500, 0.1);
  EXPECT_NEAR(raster.depth({360, 90}), 500, 0.1);
  EXPECT_NEAR(raster.depth({100, 0}), 1100, 0.1);  // the pole by any meridian
  EXPECT_NEAR(raster.depth({10, 0}), 1100, 0.1);
  EXPECT_NEAR(raster.depth({10, 180}), 900, 0.1);
}

TEST(Raster, PolarStereographic) {
  const Folder folder;
  const Raster raster =
      open_raster(write(folder, grid(10, 10, {-5000, 1000, 0, 5000, 0, -1000}, "EPSG:3995", plane)))
          .value();
  const Pixel pole = raster.pixel_from_geodetic(90, 77).value();
  EXPECT_NEAR(pole.column, 5, 1e-6);
  EXPECT_NEAR(raster.depth(pole), -plane(5, 5), 0.01);
}

TEST(Raster, OneByOneIsFlat) {
  const Folder folder;
  const Raster raster = open_raster(write(folder, grid(1, 1, kSmall, "EPSG:4326", plane))).value();
  for (const double x : {-2.0, 0.5, 30.0}) EXPECT_EQ(raster.depth({x, x}), -plane(0.5, 0.5));
}

TEST(Raster, ImagesRunFromBlackToWhite) {
  const Folder folder;
  const uint8_t values[] = {0, 51, 102, 255};
  ASSERT_TRUE(write_png(folder.file("i.png"), 2, 2, values).empty());
  RasterOptions options;
  options.image = true;
  const Raster raster = open_raster(folder.file("i.png"), options).value();
  EXPECT_NEAR(raster.depth({1.5, 0.5}), 0.2, 1e-6);
  EXPECT_NEAR(raster.depth({1, 1}), (0 + 51 + 102 + 255) / 4.0 / 255, 1e-6);
  EXPECT_TRUE(says(refusal(folder.file("i.png")), "use !heightmap"));
}

TEST(Raster, BadFilesSayWhatIsWrong) {
  const Folder folder;
  EXPECT_TRUE(says(refusal(folder.file("none.tif")), "none.tif: no such file"));
  EXPECT_TRUE(says(refusal(folder.write("empty.tif", "")), "cannot be read as a raster"));
  EXPECT_TRUE(says(refusal(folder.write("notes.txt", "depth 20 m")), "cannot be read as a raster"));
  const std::string path = write(folder, grid(64, 64, kSmall, "EPSG:4326", [](double c, double r) {
                                   return -std::fmod(c * 7919 + r * 104729, 1000.0);
                                 }));
  RasterOptions options;
  options.band = 3;
  EXPECT_TRUE(says(refusal(path, options), "has no band 3; expected 1 to 1"));
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  const std::string cut = refusal(path);
  EXPECT_TRUE(says(cut, "is damaged or cut off") || says(cut, "cannot be read")) << cut;
}

TEST(Raster, NoReferenceSystem) {
  const Folder folder;
  const std::string path = write(folder, grid(4, 4, kSmall, "", plane));
  EXPECT_TRUE(says(refusal(path), "give it with crs"));
  RasterOptions options;
  options.crs = "EPSG:4326";
  EXPECT_NEAR(open_raster(path, options).value().pixel_from_geodetic(44.99, 10.01).value().row, 1,
              1e-9);
  options.crs = "EPSG:0";
  EXPECT_TRUE(says(refusal(path, options), "not a coordinate reference system"));
}

// A virtual raster of 4e10 pixels over a small file: opens, streams, stays small.
TEST(Raster, HugeVirtualRasterIsStreamed) {
  const Folder folder;
  write(folder, grid(100, 100, kSmall, "EPSG:4326", plane));
  const std::string path = folder.write("huge.vrt", R"(<VRTDataset rasterXSize="200000"
 rasterYSize="200000"><SRS>EPSG:4326</SRS><GeoTransform>10,0.000005,0,45,0,-0.000005</GeoTransform>
<VRTRasterBand dataType="Float32" band="1"><SimpleSource>
<SourceFilename relativeToVRT="1">r.tif</SourceFilename><SourceBand>1</SourceBand>
<SrcRect xOff="0" yOff="0" xSize="100" ySize="100"/>
<DstRect xOff="0" yOff="0" xSize="200000" ySize="200000"/></SimpleSource></VRTRasterBand>
</VRTDataset>)");
  const Raster raster = open_raster(path).value();
  EXPECT_FALSE(raster.info().in_memory);
  EXPECT_LE(raster.resident_bytes(), size_t{64} << 20);
  // Nearest pixels of the source, 2000 of the large ones each.
  EXPECT_NEAR(raster.depth({31000, 87000}), -plane(15.5, 43.5), kTolerance_m);
  EXPECT_NEAR(raster.depth({199000, 1000}), -plane(99.5, 0.5), kTolerance_m);
  RasterOptions options;
  options.refuse_holes = true;
  EXPECT_TRUE(says(refusal(path, options), "too many"));
}

// The same values from chunks as from memory, from many threads, in a pool far smaller than the
// raster.
TEST(Raster, ChunksGiveTheSameBits) {
  const Folder folder;
  const std::string path =
      write(folder, grid(1500, 1400, kSmall, "EPSG:4326", [](double c, double r) {
              return -500 - 300 * std::sin(0.01 * c) * std::cos(0.013 * r);
            }));
  RasterOptions small;
  small.memory_bytes = size_t{4} << 20;
  const Raster whole = open_raster(path).value(), chunks = open_raster(path, small).value();
  EXPECT_FALSE(chunks.info().in_memory);
  EXPECT_LE(chunks.resident_bytes(), small.memory_bytes + (size_t{1} << 20));
  std::vector<std::thread> threads;
  std::atomic<int> different{0};
  for (int t = 0; t < 3; ++t)
    threads.emplace_back([&, t] {
      for (int k = 0; k < 3000; ++k) {
        const Pixel p{std::fmod(k * 61.803 + 331 * t, 1500.0), std::fmod(k * 7.77, 1400.0)};
        if (whole.depth(p) != chunks.depth(p)) ++different;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(different, 0);
}

}  // namespace raster_test
}  // namespace hadal::environment
