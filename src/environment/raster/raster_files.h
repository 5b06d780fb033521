// Small rasters for tests, written to a folder of their own.
#pragma once
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "environment/raster/crs.h"
#include "environment/raster/raster_writer.h"

namespace hadal::environment::test {

class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("hadal_raster_" + std::to_string(getpid()) + "_" + std::to_string(next()++))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name), std::ios::binary) << text;
    return file(name);
  }

 private:
  static int& next() {
    static int number = 0;
    return number;
  }
  std::filesystem::path path_;
};

// Elevation of each pixel centre by a function of its column and row.
inline ElevationGrid grid(int columns, int rows, std::array<double, 6> geotransform,
                          const std::string& crs,
                          const std::function<double(double column, double row)>& elevation) {
  ElevationGrid out{columns, rows, geotransform, "", {}};
  if (!crs.empty()) out.crs_wkt = Crs::parse(crs).value().wkt();
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c)
      out.elevation_m.push_back(static_cast<float>(elevation(c + 0.5, r + 0.5)));
  return out;
}

}  // namespace hadal::environment::test
