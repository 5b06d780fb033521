#include "environment/raster/current_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "environment/raster/axis_names.h"
#include "environment/raster/raster_module.h"
#include "environment/raster/raster_values.h"

namespace hadal::environment {
namespace {

using Array = std::shared_ptr<const FileArray>;

// One axis of the grid: its points in our units, rising, and where they stand in the file.
struct Axis {
  int dimension = -1;  // of the array; -1: the file has no such axis
  std::vector<double> points = {0};
  bool falls = false;
  size_t first = 0;  // of the part that is read, along rising points
};

// The order of CurrentGrid: time, depth, latitude, longitude.
using Axes = std::array<Axis, 4>;

// A grid in the axes of a map.
class MappedGrid : public VelocityGrid {
 public:
  MappedGrid(CurrentGrid grid, const SeaMap& map) : grid_(std::move(grid)), map_(map) {}
  Vec3 velocity_N(const Vec3& p_N, double unix_s) const override {
    return grid_velocity_N(grid_, unix_s, map_, p_N);
  }
  std::vector<std::string> notes(double from_unix_s, double to_unix_s,
                                 double reach_m) const override {
    return grid_notes(grid_, from_unix_s, to_unix_s, map_, reach_m);
  }

 private:
  CurrentGrid grid_;
  SeaMap map_;
};

class GridReader {
 public:
  GridReader(const VelocityFile& source, const ArrayFile& file, Problems& problems)
      : source_(source), file_(file), problems_(problems) {}

  Array find(bool east) const {
    const std::string& wanted = east ? source_.east : source_.north;
    if (!wanted.empty()) return named(wanted);
    for (const std::string& name : file_.names()) {
      const Array array = file_.open(name);
      if (array && !is_axis(*array) &&
          is_velocity(east, name, array->attribute("standard_name")))
        return array;
    }
    fail(std::string("no variable of the ") + (east ? "eastward" : "northward") +
         " velocity of the water; name it with `" + (east ? "east" : "north") +
         "`, one of: " + all_names());
    return nullptr;
  }

  Array named(const std::string& name) const {
    const Array array = file_.open(name);
    if (!array) fail("no variable '" + name + "'; expected one of: " + all_names());
    return array;
  }

  Axes axes(const FileArray& array) const {
    Axes out;
    const std::vector<FileArray::Dimension> dimensions = array.dimensions();
    for (size_t d = 0; d < dimensions.size(); ++d)
      read_axis(dimensions[d], static_cast<int>(d), out);
    const bool latitude = has(out, AxisKind::kLatitude), longitude = has(out, AxisKind::kLongitude);
    const bool record = has(out, AxisKind::kTime) || has(out, AxisKind::kDepth);
    if (latitude != longitude || !(latitude || record))
      fail("'" + array.name() + "' has no one-dimensional axis of " +
           (latitude ? "longitude" : "latitude") +
           "; expected a regular grid of longitudes and latitudes, or a record over time and depth "
           "alone");
    return out;
  }

  // Values in m/s in the order of CurrentGrid.
  std::vector<float> values(const FileArray& array, const Axes& axes) const;

 private:
  static bool is_axis(const FileArray& array) {
    const std::vector<FileArray::Dimension> dimensions = array.dimensions();
    return dimensions.empty() || (dimensions.size() == 1 && dimensions[0].name == array.name());
  }
  static bool has(const Axes& axes, AxisKind kind) {
    return axes[static_cast<size_t>(kind)].dimension >= 0;
  }
  void fail(const std::string& message) const { problems_.add({source_.file, 0, 0}, "", message); }

  std::string all_names() const {
    std::string out;
    for (const std::string& name : file_.names()) out += (out.empty() ? "" : ", ") + name;
    return out;
  }

  void read_axis(const FileArray::Dimension& dimension, int index, Axes& axes) const {
    Array variable = dimension.axis;
    if (!variable) variable = file_.open(dimension.name);
    AxisAttributes a{dimension.name, "", "", "", ""};
    if (variable)
      a = {variable->name(), variable->unit(), variable->attribute("axis"),
           variable->attribute("standard_name"), variable->attribute("positive")};
    const auto kind = axis_kind(a);
    if ((!kind || !variable) && dimension.size == 1) return;
    if (!kind || !variable || variable->dimension_count() != 1) {
      fail("dimension '" + dimension.name +
           "' is none of longitude, latitude, depth and time with values of its own; expected a "
           "regular grid");
      return;
    }
    Axis& axis = axes[static_cast<size_t>(*kind)];
    axis.dimension = index;
    axis.points = points_of(*variable, *kind, a, axis.falls);
  }

  std::vector<double> points_of(const FileArray& variable, AxisKind kind, const AxisAttributes& a,
                                bool& falls) const;

  const VelocityFile& source_;
  const ArrayFile& file_;
  Problems& problems_;
};

std::vector<double> GridReader::points_of(const FileArray& variable, AxisKind kind,
                                          const AxisAttributes& a, bool& falls) const {
  const size_t count = variable.dimensions()[0].size;
  std::vector<double> points(count);
  if (!variable.read(points)) {
    fail("the values of axis '" + a.name + "' cannot be read");
    return {0};
  }
  TimeUnits convert{kind == AxisKind::kDepth ? depth_unit_m(a) : 1, 0};
  if (kind == AxisKind::kTime) {
    const auto units = time_units(a.units);
    if (!units)
      fail("axis '" + a.name + "' has units '" + a.units +
           "'; expected e.g. hours since 2000-01-01 00:00:00");
    convert = units.value_or(convert);
  }
  for (double& p : points) p = convert.origin_s + convert.unit_s * p;
  falls = count > 1 && points.front() > points.back();
  if (falls) std::reverse(points.begin(), points.end());
  for (size_t i = 1; i < count; ++i)
    if (!(points[i] > points[i - 1])) {
      fail("axis '" + a.name + "' neither rises nor falls all along");
      break;
    }
  return points;
}

std::vector<float> GridReader::values(const FileArray& array, const Axes& axes) const {
  const std::vector<FileArray::Dimension> dimensions = array.dimensions();
  std::vector<uint64_t> start(dimensions.size(), 0);
  std::vector<size_t> count(dimensions.size(), 1);
  std::vector<ptrdiff_t> stride(dimensions.size(), 0);
  size_t total = 1;
  for (int k = 3; k >= 0; --k) {  // longitude is the fastest in memory
    const Axis& axis = axes[k];
    if (axis.dimension >= 0) {
      const size_t size = dimensions[axis.dimension].size;
      start[axis.dimension] = axis.falls ? size - axis.first - axis.points.size() : axis.first;
      count[axis.dimension] = axis.points.size();
      stride[axis.dimension] = static_cast<ptrdiff_t>(total);
    }
    total *= axis.points.size();
  }
  std::vector<float> out(total);
  if (!array.read(start, count, stride, out))
    fail("the values of '" + array.name() + "' cannot be read");
  return out;
}

// Turns the falling axes of values around.
void reverse_axes(const Axes& axes, std::vector<float>& values) {
  size_t inner = 1;
  for (int k = 3; k >= 0; --k) {
    const size_t size = axes[k].points.size();
    if (axes[k].falls)
      for (size_t outer = 0; outer < values.size(); outer += inner * size)
        for (size_t low = 0, high = size - 1; low < high; ++low, --high)
          std::swap_ranges(values.begin() + static_cast<ptrdiff_t>(outer + low * inner),
                           values.begin() + static_cast<ptrdiff_t>(outer + (low + 1) * inner),
                           values.begin() + static_cast<ptrdiff_t>(outer + high * inner));
    inner *= size;
  }
}

// Stored numbers to m/s, NaN where there is nothing.
Problems decode(const FileArray& array, const std::string& file, double sign,
                std::vector<float>& values) {
  const std::optional<double> hole = array.nodata(), scale = array.scale(), offset = array.offset();
  const auto unit = velocity_unit_m_s(array.unit());
  if (!unit)
    return raster_problem(file, "'" + array.name() + "' is in '" + array.unit() +
                                    "'; expected a velocity in m/s, cm/s or knots");
  for (float& v : values) {
    if (!(std::abs(v) < 1e30f) || (hole && v == static_cast<float>(*hole))) {
      v = NAN;
      continue;
    }
    const double stored = scale ? *scale * v : v;
    v = static_cast<float>(sign * *unit * (offset ? stored + *offset : stored));
  }
  return {};
}

double bytes_of(const Axes& axes, int components) {
  double bytes = sizeof(float) * static_cast<double>(components);
  for (const Axis& axis : axes) bytes *= static_cast<double>(axis.points.size());
  return bytes;
}

// Cuts the times to those around the run.
void cut_times(Axis& time, double from_s, double to_s) {
  std::vector<double>& points = time.points;
  if (points.size() < 2) return;
  auto first = std::upper_bound(points.begin(), points.end(), from_s);
  if (first != points.begin()) --first;
  auto last = std::lower_bound(first, points.end(), to_s);
  if (last != points.end()) ++last;
  time.first = static_cast<size_t>(first - points.begin());
  points = std::vector<double>(first, std::max(last, first + 1));
}

Problems check_size(const VelocityFile& source, const Axes& axes, int components) {
  const double bytes = bytes_of(axes, components);
  if (bytes <= source.memory_bytes) return {};
  return raster_problem(
      source.file, "needs " + std::to_string(std::llround(bytes / 1e6)) + " MB for this run, " +
                       std::to_string(static_cast<long>(source.memory_bytes / 1e6)) +
                       " MB are allowed; cut the file to the area of the run, or raise "
                       "memory_mb");
}

Result<CurrentGrid> read_arrays(const VelocityFile& source, const ArrayFile& file,
                                double start_unix_s, double duration_s) {
  Problems problems;
  const GridReader reader(source, file, problems);
  const Array east = reader.find(true), north = reader.find(false);
  const Array down = source.down.empty() ? nullptr : reader.named(source.down);
  if (!problems.empty()) return problems;
  Axes axes = reader.axes(*east);
  if (!problems.empty()) return problems;
  Axis& time = axes[0];
  if (source.times == VelocityFile::Times::kStart && time.dimension >= 0) {
    const double shift = start_unix_s - time.points.front();
    for (double& t : time.points) t += shift;
  }
  const std::array<double, 2> covered_unix_s = {time.points.front(), time.points.back()};
  const int components = down ? 3 : 2;
  // Gaps of a record are filled from all of it, if it fits.
  const bool one_place = axes[2].points.size() == 1 && axes[3].points.size() == 1;
  if (!one_place || bytes_of(axes, components) > source.memory_bytes)
    cut_times(time, start_unix_s, start_unix_s + duration_s);
  problems = check_size(source, axes, components);
  if (!problems.empty()) return problems;
  CurrentGrid grid{axes[0].points, axes[1].points, axes[2].points, axes[3].points, {}, {}, {},
                   covered_unix_s, ""};
  for (const auto& [array, values] :
       {std::pair{east, &grid.east}, std::pair{north, &grid.north}, std::pair{down, &grid.down}}) {
    if (!array) continue;
    Axes own = reader.axes(*array);
    for (size_t k = 0; problems.empty() && k < 4; ++k) {
      if (array->dimension_count() != east->dimension_count() ||
          own[k].dimension != axes[k].dimension ||
          (k > 0 && own[k].points.size() != axes[k].points.size()))
        return raster_problem(source.file, "'" + array->name() + "' and '" + east->name() +
                                               "' have different axes");
      own[k] = axes[k];
    }
    if (!problems.empty()) return problems;
    *values = reader.values(*array, own);
    reverse_axes(own, *values);
    const bool up = array->attribute("standard_name").find("upward") != std::string::npos;
    problems.append(decode(*array, source.file, array == down && up ? -1 : 1, *values));
  }
  if (!problems.empty()) return problems;
  if (!fill_gaps(grid))
    return raster_problem(source.file, "'" + east->name() + "' and '" + north->name() +
                                           "' hold no value at any time of the run");
  return grid;
}

}  // namespace

Result<CurrentGrid> read_current_grid(const VelocityFile& source, double start_unix_s,
                                      double duration_s) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(source.file, error) &&
      !std::filesystem::is_directory(source.file, error))
    return raster_problem(source.file, "no such file");
  if (!raster_module()) return without_module(source.file);
  const std::unique_ptr<ArrayFile> arrays = raster_module().value()->open_arrays(source.file);
  return arrays ? read_arrays(source, *arrays, start_unix_s, duration_s)
                : read_current_bands(source);
}

Result<std::shared_ptr<const VelocityGrid>> open_velocity_grid(const VelocityFile& source,
                                                               double start_unix_s,
                                                               double duration_s,
                                                               const SeaMap& map) {
  Result<CurrentGrid> grid = read_current_grid(source, start_unix_s, duration_s);
  if (!grid) return grid.problems();
  return std::shared_ptr<const VelocityGrid>(
      std::make_shared<MappedGrid>(std::move(grid).value(), map));
}

}  // namespace hadal::environment
