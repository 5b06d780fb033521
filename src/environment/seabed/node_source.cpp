#include "environment/seabed/node_source.h"

#include <algorithm>
#include <cmath>

namespace hadal::environment {
namespace {

constexpr double kBlock_m = 4000;  // at least; of the polynomials from plane to pixels

// Depth per metre north and east.
std::array<double, 2> gradient_of(const FlatSeabed& s) {
  return {std::tan(s.slope_rad) * std::cos(s.slope_toward_rad),
          std::tan(s.slope_rad) * std::sin(s.slope_toward_rad)};
}

std::array<double, 2> gradient_of(const SeabedSource& source) {
  if (const auto* s = std::get_if<FlatSeabed>(&source)) return gradient_of(*s);
  if (const auto* s = std::get_if<RidgeSeabed>(&source)) return gradient_of(*s);
  if (const auto* s = std::get_if<StepSeabed>(&source)) return gradient_of(*s);
  return {0, 0};
}

double rise(const RidgeSeabed& s, double north_m, double east_m) {
  const double across = (east_m - s.crest[1]) * std::cos(s.along_rad) -
                        (north_m - s.crest[0]) * std::sin(s.along_rad);
  const double x = across / s.half_width_m;
  return s.rise_m * std::exp(-x * x);
}

double drop(const StepSeabed& s, double north_m, double east_m) {
  const double along = (north_m - s.middle[0]) * std::cos(s.toward_rad) +
                       (east_m - s.middle[1]) * std::sin(s.toward_rad);
  const double t = s.width_m > 0 ? std::clamp(along / s.width_m + 0.5, 0.0, 1.0) : (along >= 0);
  return s.drop_m * t * t * (3 - 2 * t);
}

double stairs(const StairSeabed& s, double north_m, double east_m) {
  const double along = north_m * std::cos(s.toward_rad) + east_m * std::sin(s.toward_rad);
  return s.depth_m + s.drop_m * std::floor(along / s.tread_m);
}

double image_depth(const ImageSeabed& s, const Raster& image, double north_m, double east_m) {
  const RasterInfo& info = image.info();
  const Pixel pixel{((east_m - s.center[1]) / s.size_m[1] + 0.5) * info.columns,
                    (0.5 - (north_m - s.center[0]) / s.size_m[0]) * info.rows};
  return s.depth_max_m - (s.depth_max_m - s.depth_min_m) * image.depth(pixel);
}

RasterOptions raster_options(const RasterSeabed& s) {
  RasterOptions out;
  out.crs = s.crs;
  out.band = s.band;
  out.values_are_depths = s.values == RasterSeabed::Values::kDepth;
  out.unit_m = s.unit_m();
  out.nodata = s.nodata_value;
  out.refuse_holes = s.nodata == RasterSeabed::Nodata::kError;
  out.bicubic = s.interpolation == RasterInterpolation::kBicubic;
  out.memory_bytes = static_cast<size_t>(s.memory_bytes);
  return out;
}

}  // namespace

Result<NodeSource> NodeSource::open(const SeabedParameters& parameters, const SeaMap& map) {
  NodeSource out;
  out.source_ = parameters.source;
  out.cell_m_ = parameters.cell_m;
  out.gradient_ = gradient_of(parameters.source);
  double source_cell_m = 64 * parameters.cell_m;  // of formulae
  if (const auto* image = std::get_if<ImageSeabed>(&parameters.source)) {
    RasterOptions options;
    options.image = true;
    options.bicubic = image->interpolation == RasterInterpolation::kBicubic;
    Result<Raster> raster = open_raster(image->file, options);
    if (!raster) return raster.problems();
    out.raster_ = std::make_unique<Raster>(std::move(raster).value());
    source_cell_m = std::max(image->size_m[0] / out.raster_->info().rows,
                             image->size_m[1] / out.raster_->info().columns);
  } else if (const auto* file = std::get_if<RasterSeabed>(&parameters.source)) {
    Result<Raster> raster = open_raster(file->file, raster_options(*file));
    if (!raster) return raster.problems();
    out.raster_ = std::make_unique<Raster>(std::move(raster).value());
    source_cell_m = out.raster_->cell_m();
    out.block_shift_ =
        std::max(0, static_cast<int>(std::ceil(std::log2(kBlock_m / parameters.cell_m))));
    out.pixels_ = std::make_unique<PixelMap>(map, *out.raster_,
                                             std::ldexp(parameters.cell_m, out.block_shift_));
  }
  out.detail_ = FractalDetail(parameters.detail, parameters.cell_m, source_cell_m);
  return out;
}

double NodeSource::formula(double north_m, double east_m) const {
  const double slope = gradient_[0] * north_m + gradient_[1] * east_m;
  if (const auto* s = std::get_if<FlatSeabed>(&source_)) return s->depth_m + slope;
  if (const auto* s = std::get_if<RidgeSeabed>(&source_))
    return s->depth_m + slope - rise(*s, north_m, east_m);
  if (const auto* s = std::get_if<StepSeabed>(&source_))
    return s->depth_m + slope + drop(*s, north_m, east_m);
  if (const auto* s = std::get_if<StairSeabed>(&source_)) return stairs(*s, north_m, east_m);
  return image_depth(std::get<ImageSeabed>(source_), *raster_, north_m, east_m);
}

double NodeSource::on_raster(int64_t i, int64_t j) const {
  const int64_t bi = i >> block_shift_, bj = j >> block_shift_;
  const auto cells = static_cast<double>(int64_t{1} << block_shift_);
  const double u = static_cast<double>(i - (bi << block_shift_)) / cells;
  const double v = static_cast<double>(j - (bj << block_shift_)) / cells;
  return raster_->depth(pixels_->pixel(bi, bj, u, v));
}

double NodeSource::plain(int64_t i, int64_t j) const {
  return pixels_ ? on_raster(i, j)
                 : formula(static_cast<double>(i) * cell_m_, static_cast<double>(j) * cell_m_);
}

double NodeSource::depth(int64_t i, int64_t j) const {
  return detail_.none() ? plain(i, j) : plain(i, j) + detail_(i, j);
}

void NodeSource::fill(int64_t i0, int64_t j0, int64_t stride, int ni, int nj,
                      std::span<double> depth_m) const {
  size_t next = 0;
  for (int k = 0; k < ni; ++k)
    for (int l = 0; l < nj; ++l) depth_m[next++] = plain(i0 + k * stride, j0 + l * stride);
  if (!detail_.none()) detail_.add(i0, j0, stride, ni, nj, depth_m);
}

bool NodeSource::covers(double north_m, double east_m) const {
  if (pixels_) return raster_->covers(pixels_->exact(north_m, east_m));
  const auto* image = std::get_if<ImageSeabed>(&source_);
  return !image || (std::abs(north_m - image->center[0]) <= 0.5 * image->size_m[0] &&
                    std::abs(east_m - image->center[1]) <= 0.5 * image->size_m[1]);
}

}  // namespace hadal::environment
