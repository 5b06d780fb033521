// From the numbers a raster stores to depths: units, scale, sign, holes. Knows nothing of files.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "environment/raster/raster.h"

namespace hadal::environment {

Problems raster_problem(const std::string& path, const std::string& message);
// For a file that needs the module (raster_module.h) where there is none.
Problems without_module(const std::string& path);
// " (GDAL: ...)", or nothing when GDAL was silent.
std::string gdal_message(const std::string& message_text);

// Metres per unit of a name as files have it, metres for none; nothing for what is no length.
std::optional<double> unit_length(const std::string& unit);

// Stored numbers to depths; NaN for holes.
class ValueDecoder {
 public:
  ValueDecoder(const RasterInfo& info, const RasterOptions& options, double unit_m);
  float operator()(float stored) const;

 private:
  std::optional<float> holes_[2];
  double factor_ = 1, offset_ = 0;
};

// Beyond the highest mountain and the deepest trench.
bool no_depth(float depth_m);

// Counts the holes of a whole raster and fills them, or says why not.
Problems repair_values(std::vector<float>& values, const RasterOptions& options, RasterInfo& info);

// Values of an image from 0 (black) to 1 (white): by the range of the integer type, otherwise by
// the least and greatest value.
void normalise_image(std::vector<float>& values, const std::string& data_type);

}  // namespace hadal::environment
