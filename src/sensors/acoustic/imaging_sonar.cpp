#include "sensors/acoustic/imaging_sonar.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/check.h"
#include "sensors/acoustic/fls.h"
#include "sensors/acoustic/sonar_numbers.h"
#include "sensors/make_instrument.h"

namespace hadal::sensors {
namespace {

constexpr double kGaussianWidth = 2.3548;  // full width at half the peak, in standard deviations
constexpr double kReach = 3;               // of the blur, in standard deviations

// Weights of a Gaussian at 0, 1, 2 .. steps; those of both sides add up to one.
std::vector<float> gaussian(double std_steps, int max) {
  const int reach = std::min(max, static_cast<int>(std::ceil(kReach * std_steps)));
  std::vector<double> weights;
  double sum = 0;
  for (int i = 0; i <= reach; ++i) {
    weights.push_back(std_steps > 0 ? std::exp(-0.5 * i * i / (std_steps * std_steps)) : i == 0);
    sum += (i == 0 ? 1 : 2) * weights.back();
  }
  std::vector<float> out;
  for (const double w : weights) out.push_back(static_cast<float>(w / sum));
  return out;
}

}  // namespace

ImagingSonar::ImagingSonar(const ImagingSonarModel& m)
    : model_(m),
      bins_(static_cast<int>(std::ceil((m.max_range_m - m.min_range_m) / m.range_resolution_m))),
      fan_(m.beams, m.field_of_view_rad / m.beams, m.planes, m.beam_height_rad / m.planes),
      along_(gaussian(m.blur_m / m.range_resolution_m, bins_)) {
  const double step = m.field_of_view_rad / m.beams;
  for (int n = 0; n < bins_; ++n) {
    const double range = m.min_range_m + (n + 0.5) * m.range_resolution_m;
    across_.push_back(gaussian(
        std::hypot(m.blur_m / range, m.beam_width_rad / kGaussianWidth) / step, m.beams - 1));
  }
}

FrameNeeds ImagingSonar::needs() const {
  FrameNeeds needs;
  needs.reach_m = model_.max_range_m;
  needs.seen = raytrace::kSeenSilt | raytrace::kSeenSonar;
  if (model_.sees_own_vehicle) needs.seen |= raytrace::own(raytrace::kSeenSonar);
  return needs;
}

double ImagingSonar::listening_s() const {
  return 2 * model_.max_range_m / kSlowestSound_m_s;
}

Frame ImagingSonar::blank() const {
  Frame frame;
  for (int b = 0; b < model_.beams; ++b)
    frame.axes.bearings_rad.push_back(static_cast<float>(fan_.azimuth_rad(b)));
  for (int e = 0; e < model_.planes; ++e)
    frame.axes.elevations_rad.push_back(static_cast<float>(fan_.elevation_rad(e)));
  for (int n = 0; n < bins_; ++n)
    frame.axes.ranges_m.push_back(
        static_cast<float>(model_.min_range_m + (n + 0.5) * model_.range_resolution_m));
  frame.axes.frequency_hz = model_.frequency_hz;
  frame.axes.beam_width_rad = model_.beam_width_rad;
  frame.axes.beam_height_rad = model_.beam_height_rad;
  frame.planes.emplace_back(std::string(kLevelPlane), PlaneType::kFloat32, model_.beams, bins_);
  frame.planes.emplace_back(std::string(kPointsPlane), PlaneType::kFloat32,
                            model_.planes * model_.beams, 1, 3);
  frame.planes.back().channel_names = {"x_m", "y_m", "z_m"};
  frame.planes.emplace_back("object_id", PlaneType::kInt32, model_.planes * model_.beams, 1);
  return frame;
}

void ImagingSonar::trace(const FrameInput& input, size_t tile_column, std::span<float> ends,
                         Frame& frame) const {
  const std::span<float> points = frame.plane(kPointsPlane).floats();
  const std::span<int32_t> objects = frame.plane("object_id").ints();
  const RayOrigin origin(input.X_NS, input.view->anchor_N());
  const uint32_t seen = needs().seen;
  raytrace::Rays rays;
  raytrace::Hits hits;
  for (int row = 0; row < fan_.rows(); row += kTileSide) {
    const int column = static_cast<int>(tile_column) * kTileSide;
    fan_.point(origin, {column, row}, kRayStart_m, static_cast<float>(model_.max_range_m), rays);
    input.view->trace(rays, seen, true, hits);
    for (int k = 0; k < raytrace::kLanes; ++k) {
      const int c = column + k / kTileSide, e = row + k % kTileSide;
      if (c >= model_.beams || e >= model_.planes) continue;
      const size_t i =
          static_cast<size_t>(e) * static_cast<size_t>(model_.beams) + static_cast<size_t>(c);
      double range = hits.range_m[k];
      if (!ends.empty()) ends[i] = std::min(hits.range_m[k], rays.far_m[k]);
      if (model_.range_std_m > 0)
        range += model_.range_std_m * input.noise.normal(input.tick, static_cast<uint32_t>(i));
      const bool found =
          hits.instance[k] >= 0 && range >= model_.min_range_m && range < model_.max_range_m;
      const double azimuth = fan_.azimuth_rad(c), elevation = fan_.elevation_rad(e);
      points[3 * i] =
          found ? static_cast<float>(range * std::cos(elevation) * std::cos(azimuth)) : kNoEcho;
      points[3 * i + 1] =
          found ? static_cast<float>(range * std::cos(elevation) * std::sin(azimuth)) : kNoEcho;
      points[3 * i + 2] = found ? static_cast<float>(range * std::sin(elevation)) : kNoEcho;
      if (!found) {
        objects[i] = kEchoNone;
        continue;
      }
      objects[i] = label_of(input.view->instance(hits.instance[k]));
    }
  }
}

// The points of one beam at their ranges, blurred along range.
void ImagingSonar::draw(const Frame& frame, const Cloud* cloud, size_t beam,
                        std::span<float> row) const {
  const std::span<const float> points = frame.plane(kPointsPlane).floats();
  const int reach = static_cast<int>(along_.size()) - 1;
  std::fill(row.begin(), row.end(), 0.0f);
  for (size_t e = 0; e < static_cast<size_t>(model_.planes); ++e) {
    const float* p = &points[3 * (e * static_cast<size_t>(model_.beams) + beam)];
    if (std::isnan(p[0])) continue;
    const double range = std::hypot(p[0], p[1], p[2]);
    const int at = static_cast<int>((range - model_.min_range_m) / model_.range_resolution_m);
    float left = 1;
    if (cloud) {
      const Vec3 d_A = cloud->X_AS.q * Vec3(p[0], p[1], p[2]) / range;
      left = static_cast<float>(cloud->sound.two_way(cloud->X_AS.p, d_A, range));
    }
    for (int n = std::max(0, at - reach); n <= std::min(bins_ - 1, at + reach); ++n)
      row[static_cast<size_t>(n)] += left * along_[static_cast<size_t>(std::abs(n - at))];
  }
  if (cloud) add_cloud(*cloud, beam, row);
}

// What the rays of one beam count of the cloud, ray by ray, then blurred along range.
void ImagingSonar::add_cloud(const Cloud& cloud, size_t beam, std::span<float> row) const {
  const auto step = static_cast<float>(model_.range_resolution_m);
  const double first_m = model_.min_range_m + 0.5 * model_.range_resolution_m;
  const float per_ray = static_cast<float>(step / kSurfaceStrength);
  std::vector<float> scattering(row.size()), attenuation(row.size()), counted(row.size());
  for (int e = 0; e < model_.planes; ++e) {
    const Vec3& o_A = cloud.X_AS.p;
    const Vec3 d_A = cloud.X_AS.q * fan_direction_S(fan_.axes(),
                                                    fan_.azimuth_rad(static_cast<int>(beam)),
                                                    fan_.elevation_rad(e));
    const size_t ray = static_cast<size_t>(e) * static_cast<size_t>(model_.beams) + beam;
    const float end_m = cloud.end_m[ray];
    std::fill(scattering.begin(), scattering.end(), 0.0f);
    std::fill(attenuation.begin(), attenuation.end(), 0.0f);
    cloud.sound.along(o_A, d_A, first_m, step, scattering, attenuation);
    auto left = static_cast<float>(cloud.sound.two_way(o_A, d_A, model_.min_range_m));
    for (size_t n = 0; n < row.size(); ++n) {
      if (first_m + static_cast<double>(n) * step >= end_m) break;
      if (scattering[n] == 0 && attenuation[n] == 0) continue;
      const float inside = std::exp(-attenuation[n] * step);  // half of the bin, there and back
      counted[n] += per_ray * scattering[n] * left * inside;
      left *= inside * inside;
    }
  }
  const int reach = static_cast<int>(along_.size()) - 1;
  for (int n = 0; n < bins_; ++n)
    for (int m = std::max(0, n - reach); m <= std::min(bins_ - 1, n + reach); ++m)
      row[static_cast<size_t>(n)] +=
          counted[static_cast<size_t>(m)] * along_[static_cast<size_t>(std::abs(n - m))];
}

void ImagingSonar::blur_across(std::span<const float> rows, size_t bin,
                               std::span<float> column) const {
  const std::vector<float>& weights = across_[bin];
  const int beams = model_.beams, reach = static_cast<int>(weights.size()) - 1;
  for (int b = 0; b < beams; ++b) {
    float sum = 0;
    for (int j = std::max(0, b - reach); j <= std::min(beams - 1, b + reach); ++j)
      sum += weights[static_cast<size_t>(std::abs(j - b))] *
             rows[static_cast<size_t>(j) * static_cast<size_t>(bins_) + bin];
    column[static_cast<size_t>(b)] = sum;
  }
}

void ImagingSonar::compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const {
  HADAL_CHECK(input.view && input.sound);
  frame.stamp = input.tick, frame.number = input.number, frame.X_NS = input.X_NS;
  frame.axes.sound_speed_m_s = input.sound->sound_speed(input.X_NS.p.z());
  const size_t row = static_cast<size_t>(bins_), beams = static_cast<size_t>(model_.beams);
  std::optional<Cloud> cloud;
  if (input.silt && !input.silt->empty())
    cloud.emplace(Cloud{{*input.silt, model_.frequency_hz, frame.axes.sound_speed_m_s},
                        {input.X_NS.p - input.view->anchor_N(), input.X_NS.q},
                        std::vector<float>(beams * static_cast<size_t>(model_.planes))});
  const std::span<float> ends = cloud ? std::span(cloud->end_m) : std::span<float>();
  arena.for_each(static_cast<size_t>(whole_tiles(model_.beams) / kTileSide),
                 [&](size_t tile) { trace(input, tile, ends, frame); });
  const std::span<float> level = frame.plane(kLevelPlane).floats();
  arena.for_each(beams, [&](size_t b) {
    draw(frame, cloud ? &*cloud : nullptr, b, level.subspan(b * row, row));
  });
  constexpr size_t kBinsPerTask = 64;
  const float floor = std::pow(10.0f, kImagingFloor_db / 10);
  arena.for_each((row + kBinsPerTask - 1) / kBinsPerTask, [&](size_t task) {
    std::vector<float> column(beams);
    for (size_t n = task * kBinsPerTask; n < std::min(row, (task + 1) * kBinsPerTask); ++n) {
      blur_across(level, n, column);
      for (size_t b = 0; b < beams; ++b)
        level[b * row + n] = 10 * std::log10(std::max(column[b], floor));
    }
  });
}

template <>
Instrument make_instrument<ImagingSonarModel>(const InstrumentSetup& setup) {
  return std::make_unique<ImagingSonar>(setup.model<ImagingSonarModel>());
}

}  // namespace hadal::sensors
