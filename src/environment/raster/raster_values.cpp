#include "environment/raster/raster_values.h"

#include <algorithm>
#include <cmath>

#include "environment/raster/hole_fill.h"
#include "environment/raster/raster_module.h"

namespace hadal::environment {
namespace {

constexpr double kHighest_m = 9000, kDeepest_m = 12000;
constexpr float kAbsurd = 1e30f;  // larger values are some driver's sign for nothing
constexpr double kFoot_m = 0.3048, kFathom_m = 1.8288;

std::string text_of(double v) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.7g", v);
  return buffer;
}

}  // namespace

Problems raster_problem(const std::string& path, const std::string& message) {
  Problems problems;
  problems.add({path, 0, 0}, "", message);
  return problems;
}

Problems without_module(const std::string& path) {
  return raster_problem(
      path, "cannot open '" + path + "': " + raster_module().problems().list().front().message);
}

std::string gdal_message(const std::string& message_text) {
  return message_text.empty() ? "" : " (GDAL: " + message_text + ")";
}

std::optional<double> unit_length(const std::string& unit) {
  if (unit.empty() || unit == "m" || unit == "metre" || unit == "meter" || unit == "meters" ||
      unit == "metres")
    return 1;
  if (unit == "ft" || unit == "foot" || unit == "feet") return kFoot_m;
  if (unit == "fathom" || unit == "fathoms") return kFathom_m;
  if (unit == "cm") return 0.01;
  if (unit == "mm") return 0.001;
  if (unit == "km") return 1000;
  return std::nullopt;
}

ValueDecoder::ValueDecoder(const RasterInfo& info, const RasterOptions& options, double unit_m) {
  if (info.nodata) holes_[0] = static_cast<float>(*info.nodata);
  if (options.nodata) holes_[1] = static_cast<float>(*options.nodata);
  const double sign = options.values_are_depths || options.any_value || options.image ? 1 : -1;
  factor_ = sign * unit_m * info.scale;
  offset_ = sign * unit_m * info.offset;
}

float ValueDecoder::operator()(float stored) const {
  const bool hole = !(std::abs(stored) < kAbsurd) || stored == holes_[0] || stored == holes_[1];
  return hole ? NAN : static_cast<float>(factor_ * stored + offset_);
}

bool no_depth(float depth_m) {
  return depth_m < -kHighest_m || depth_m > kDeepest_m;
}

Problems repair_values(std::vector<float>& values, const RasterOptions& options, RasterInfo& info) {
  const auto absurd = std::find_if(values.begin(), values.end(), no_depth);
  if (!options.any_value && !options.image && absurd != values.end())
    return raster_problem(info.path,
                          text_of(*absurd) +
                              " m is no depth (expected -9000 to 12000 m, down positive); if it "
                              "marks missing values give nodata_value, if the unit is another "
                              "give units");
  info.holes = static_cast<size_t>(
      std::count_if(values.begin(), values.end(), [](float v) { return std::isnan(v); }));
  if (info.holes == values.size())
    return raster_problem(info.path, "no pixel of the band has a value");
  if (info.holes == 0 || options.any_value) return {};
  if (options.refuse_holes)
    return raster_problem(info.path, std::to_string(info.holes) + " of " +
                                         std::to_string(values.size()) +
                                         " pixels have no value; expected none with nodata: error "
                                         "(nodata: fill takes them from their neighbours)");
  fill_holes(info.columns, info.rows, values);
  return {};
}

void normalise_image(std::vector<float>& values, const std::string& data_type) {
  const auto [min, greatest] = std::minmax_element(values.begin(), values.end());
  float low = *min, high = *greatest;
  if (data_type == "Byte") low = 0, high = 255;
  if (data_type == "UInt16") low = 0, high = 65535;
  const float range = high > low ? high - low : 1;
  for (float& v : values) v = (v - low) / range;
}

}  // namespace hadal::environment
