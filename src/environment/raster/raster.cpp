#include "environment/raster/raster.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <vector>

#include "environment/raster/pixel_store.h"
#include "environment/raster/raster_module.h"
#include "environment/raster/raster_values.h"

namespace hadal::environment {
namespace {

bool may_exist(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) || path.starts_with("/vsi") ||
         (path.find(":\"") != std::string::npos);
}

Result<std::unique_ptr<RasterFile>> open_file(const std::string& path, std::string& message_text) {
  if (!may_exist(path)) return raster_problem(path, "no such file");
  if (!raster_module()) return without_module(path);
  std::unique_ptr<RasterFile> file = raster_module().value()->open(path, message_text);
  if (!file)
    return raster_problem(path,
                          "cannot be read as a raster; expected e.g. GeoTIFF, netCDF or PNG" +
                              gdal_message(message_text));
  if (file->info(1).bands > 0) return file;
  std::string layers;
  for (const std::string& name : file->layers()) layers += "\n    " + name;
  return raster_problem(
      path, "holds no raster bands" + (layers.empty() ? "" : "; its layers are:" + layers));
}

}  // namespace

struct Raster::Impl {
  RasterInfo info;
  RasterOptions options;
  Crs crs = Crs::geodetic();
  std::array<double, 6> inverse{};  // column = i0 + x i1 + y i2, row = i3 + x i4 + y i5
  double period_columns = 0;
  double cell_m = 1;
  std::unique_ptr<RasterFile> file;  // kept open for streaming only
  std::unique_ptr<PixelStore> pixels;

  Problems place(const RasterFile& opened, const std::string& message_text);
  PixelShape shape() const;
  Problems load(RasterFile& opened, std::string& message_text);
  Problems stream(RasterFile& opened, const ValueDecoder& decode, std::string& message_text);
  double measure_cell() const;
};

Problems Raster::Impl::place(const RasterFile& opened, const std::string& message_text) {
  const auto geotransform = opened.geotransform();
  if (!geotransform)
    return raster_problem(
        info.path,
        "has no position on the Earth (no geotransform); expected a georeferenced raster, "
        "or use !heightmap for a plain image");
  info.geotransform = *geotransform;
  const auto inverted = raster_module().value()->inverse(*geotransform);
  if (!inverted)
    return raster_problem(info.path, "its geotransform maps every pixel to one line");
  inverse = *inverted;
  const std::string text = options.crs.empty() ? opened.wkt() : options.crs;
  if (text.empty())
    return raster_problem(
        info.path, "has no coordinate reference system; give it with crs, e.g. crs: EPSG:4326" +
                       gdal_message(message_text));
  Result<Crs> parsed = Crs::parse(text);
  if (!parsed) return raster_problem(info.path, parsed.problems().list().front().message);
  crs = std::move(parsed).value();
  info.crs_name = crs.name();
  const auto& g = info.geotransform;
  if (crs.period_x() > 0 && g[2] == 0 && g[4] == 0)
    period_columns = crs.period_x() / std::abs(g[1]);
  cell_m = measure_cell();
  return {};
}

double Raster::Impl::measure_cell() const {
  const auto& g = info.geotransform;
  const auto place_of = [&](double column, double row) {
    return crs.to_geodetic({g[0] + column * g[1] + row * g[2], g[3] + column * g[4] + row * g[5]});
  };
  const double c = 0.5 * info.columns, r = 0.5 * info.rows;
  const auto middle = place_of(c, r), right = place_of(c + 0.5, r), below = place_of(c, r + 0.5);
  if (!middle || !right || !below) return std::max(std::hypot(g[1], g[4]), std::hypot(g[2], g[5]));
  const SeaMap map(middle->latitude_deg, middle->longitude_deg);
  return 2 *
         std::max(map.plane_from_geodetic(*right).norm(), map.plane_from_geodetic(*below).norm());
}

PixelShape Raster::Impl::shape() const {
  PixelShape out{info.columns, info.rows};
  const auto& g = info.geotransform;
  const double turn = std::round(period_columns);
  if (period_columns <= 0 || std::abs(turn - period_columns) > 0.01 || info.columns < turn)
    return out;
  out.turn_columns = static_cast<int>(turn);
  if (!crs.degrees() || g[5] >= 0) return out;
  const double north = 2 * (90 - g[3]) / g[5], south = 2 * (-90 - g[3]) / g[5] - 2.0 * info.rows;
  if (north > -0.01 && north < 1.01) out.north_mirror = static_cast<int>(std::lround(north));
  if (south < 0.01 && south > -1.01)
    out.south_mirror = static_cast<int>(std::lround(south)) + 2 * info.rows;
  return out;
}

Problems Raster::Impl::load(RasterFile& opened, std::string& message_text) {
  const std::optional<double> unit = options.unit_m ? options.unit_m : unit_length(info.unit);
  if (!unit && !options.any_value && !options.image)
    return raster_problem(info.path, "holds values in '" + info.unit +
                                         "'; expected a length, or give units (m, ft, fathom)");
  const ValueDecoder decode(info, options, unit.value_or(1));
  const size_t count = static_cast<size_t>(info.columns) * static_cast<size_t>(info.rows);
  info.in_memory = count <= options.memory_bytes / sizeof(float);
  if (!info.in_memory) return stream(opened, decode, message_text);
  std::vector<float> values(count);
  if (!opened.read(options.band, 0, 0, info.columns, info.rows, values, message_text))
    return raster_problem(info.path,
                          "is damaged or cut off: not every pixel can be read" +
                              gdal_message(message_text));
  for (float& v : values) v = decode(v);
  Problems problems = repair_values(values, options, info);
  if (!problems.empty()) return problems;
  if (options.image) normalise_image(values, info.data_type);
  pixels = std::make_unique<PixelStore>(shape(), std::move(values));
  return {};
}

Problems Raster::Impl::stream(RasterFile& opened, const ValueDecoder& decode,
                              std::string& message_text) {
  if (options.image || options.refuse_holes)
    return raster_problem(info.path, std::to_string(info.columns) + " x " +
                                         std::to_string(info.rows) + " pixels are too many for " +
                                         (options.image ? "an image" : "nodata: error") +
                                         "; cut it first, "
                                         "e.g. with `hadal bathymetry`, or raise memory_mb");
  // A corner and the middle, so that a damaged file is found now.
  float sample = 0;
  for (const int part : {0, 1, 2})
    if (!opened.read(options.band, part * (info.columns - 1) / 2, part * (info.rows - 1) / 2, 1, 1,
                     {&sample, 1}, message_text))
      return raster_problem(info.path,
                            "is damaged or cut off: not every pixel can be read" +
                                gdal_message(message_text));
  const bool depths = !options.any_value;
  pixels = std::make_unique<PixelStore>(
      shape(),
      [&opened, band = options.band, decode, depths](int column, int row, int columns, int rows,
                                                     std::span<float> out) {
        std::string ignored;
        if (!opened.read(band, column, row, columns, rows, out, ignored))
          std::fill(out.begin(), out.end(), NAN);
        for (float& v : out) {
          v = decode(v);
          if (depths && no_depth(v)) v = NAN;
        }
      },
      options.memory_bytes);
  return {};
}

Raster::Raster(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Raster::Raster(Raster&&) noexcept = default;
Raster& Raster::operator=(Raster&&) noexcept = default;
Raster::~Raster() = default;

Result<Raster> open_raster(const std::string& path, const RasterOptions& options) {
  std::string message_text;
  Result<std::unique_ptr<RasterFile>> opened = open_file(path, message_text);
  if (!opened) return opened.problems();
  std::unique_ptr<RasterFile> file = std::move(opened).value();
  auto impl = std::make_unique<Raster::Impl>();
  impl->options = options;
  impl->info = file->info(options.band);
  impl->info.path = path;
  if (options.band < 1 || options.band > impl->info.bands)
    return raster_problem(path, "has no band " + std::to_string(options.band) + "; expected 1 to " +
                                    std::to_string(impl->info.bands));
  if (!options.image) {
    Problems problems = impl->place(*file, message_text);
    if (!problems.empty()) return problems;
  }
  Problems problems = impl->load(*file, message_text);
  if (!problems.empty()) return problems;
  if (!impl->info.in_memory) impl->file = std::move(file);
  return Raster(std::move(impl));
}

const RasterInfo& Raster::info() const {
  return impl_->info;
}
const Crs& Raster::crs() const {
  return impl_->crs;
}
double Raster::period_columns() const {
  return impl_->period_columns;
}
double Raster::cell_m() const {
  return impl_->cell_m;
}
size_t Raster::resident_bytes() const {
  return impl_->pixels->resident_bytes();
}

Pixel Raster::pixel_from_crs(const CrsPoint& point) const {
  const auto& i = impl_->inverse;
  Pixel out{i[0] + point.x * i[1] + point.y * i[2], i[3] + point.x * i[4] + point.y * i[5]};
  const double turn = impl_->period_columns;
  if (turn > 0) out.column -= turn * std::round((out.column - 0.5 * impl_->info.columns) / turn);
  return out;
}

CrsPoint Raster::crs_from_pixel(const Pixel& pixel) const {
  const auto& g = impl_->info.geotransform;
  return {g[0] + pixel.column * g[1] + pixel.row * g[2],
          g[3] + pixel.column * g[4] + pixel.row * g[5]};
}

std::optional<Pixel> Raster::pixel_from_geodetic(double latitude_deg, double longitude_deg) const {
  const auto point = impl_->crs.from_geodetic(latitude_deg, longitude_deg);
  if (!point) return std::nullopt;
  return pixel_from_crs(*point);
}

bool Raster::covers(const Pixel& pixel) const {
  const bool turn = impl_->shape().turn_columns > 0;
  return (turn || (pixel.column >= 0 && pixel.column <= impl_->info.columns)) && pixel.row >= 0 &&
         pixel.row <= impl_->info.rows;
}

double Raster::depth(const Pixel& pixel) const {
  return impl_->options.bicubic ? impl_->pixels->bicubic(pixel.column, pixel.row)
                                : impl_->pixels->bilinear(pixel.column, pixel.row);
}

double Raster::nearest(const Pixel& pixel) const {
  return impl_->pixels->value(static_cast<int64_t>(std::floor(pixel.column)),
                              static_cast<int64_t>(std::floor(pixel.row)));
}

}  // namespace hadal::environment
