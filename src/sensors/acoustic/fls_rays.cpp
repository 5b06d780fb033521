// The rays of a forward-looking sonar: from tiles of 4 x 4 directions to the echoes of beams.
#include <algorithm>
#include <cmath>
#include <limits>

#include "sensors/acoustic/fls_detail.h"
#include "sensors/acoustic/sonar_numbers.h"

namespace hadal::sensors {
namespace {

using raytrace::Hits;
using raytrace::Instance;
using raytrace::kLanes;
using raytrace::Rays;

constexpr float kNoBin = -1;  // outside of every window

bool is_surface(const Instance& thing) {
  return (thing.seen & raytrace::kSeenWaterSurface) != 0;
}
bool is_ground(const Instance& thing) {
  return thing.link == raytrace::kNothing && !is_surface(thing);
}
float along_normal(const Rays& rays, const Hits& hits, int k) {
  return -(hits.nx[k] * rays.dx[k] + hits.ny[k] * rays.dy[k] + hits.nz[k] * rays.dz[k]);
}

}  // namespace

struct Fls::TileWork {
  const Fls& sonar;
  Ping& ping;
  BeamScratch& scratch;
  Rays rays;
  Hits hits;
  EchoTile echo;
  float bin[kLanes];

  void trace(int column, int row);
  void store(int first_column, int column, int row, int layer);
  void add_bounces(int first_column, int column, int row);
  void label(int row, LabelledRay* columns) const;

 private:
  void find_echoes(int column, int row);
  void meet_silt(int column, int row);
  int material_of(int k, const Instance& thing, const float* p_A) const;
  float apparent_range(int k, const Instance& thing, const float* p_A, float stretch) const;
  Rays reflected(float* loss_db) const;
  void image_echoes(const Rays& onward, const Hits& found, const float* loss_db);
  void mixed_echoes(const Rays& onward, const Hits& found, const float* loss_db);
  double vertical_power(double elevation_rad) const;
};

void Fls::TileWork::trace(int column, int row) {
  const float far_m = static_cast<float>(sonar.model_.min_range_m + sonar.bins() * sonar.bin_m_);
  sonar.fan_.point(ping.origin, column, row, kRayStart_m, far_m, rays);
  ping.input.view->trace(rays, ping.seen, true, hits);
  find_echoes(column, row);
  if (ping.silt) meet_silt(column, row);
  make_echoes(echo);
  if (!sonar.model_.speckle)
    for (int k = 0; k < kLanes; ++k) echo.re[k] = std::sqrt(echo.power[k]), echo.im[k] = 0;
}

int Fls::TileWork::material_of(int k, const Instance& thing, const float* p_A) const {
  if (thing.material != raytrace::kMaterialByPlace) return thing.material;
  return ping.input.material(hits.instance[k], Vec3(p_A[0], p_A[1], p_A[2]));
}

// Of an echo from a surface that moves, received by a sonar that moves: out in t1 = r / (c - v_t),
// v_t the speed at which the surface runs away; back in t2, while the sonar comes nearer by v_s.
float Fls::TileWork::apparent_range(int k, const Instance& thing, const float* p_A,
                                    float stretch) const {
  const double r = hits.range_m[k], c0 = ping.water.sound_speed_m_s(), c = c0 / stretch;
  const Vec3 along(rays.dx[k], rays.dy[k], rays.dz[k]);
  const Vec3 arm = Vec3(p_A[0], p_A[1], p_A[2]) - thing.origin_A;
  const double away = (thing.v_N + thing.w_N.cross(arm)).dot(along);
  const double closing = ping.input.v_NS_N.dot(along);
  const double t1 = r / (c - away), t2 = (r + (away - closing) * t1) / (c + closing);
  return static_cast<float>(c0 * (t1 + t2) / 2);
}

void Fls::TileWork::find_echoes(int column, int row) {
  const float per_bin = static_cast<float>(1 / sonar.bin_m_);
  const float min_range = static_cast<float>(sonar.model_.min_range_m);
  int ground_material = -1;  // looked up once per tile
  for (int k = 0; k < kLanes; ++k) {
    bin[k] = kNoBin;
    echo.strength[k] = 0, echo.range_m[k] = echo.cosine[k] = 1, echo.key[k] = 0;
    echo.gain[k] = echo.absorption[k] = echo.patch[k] = 0;
    if (hits.instance[k] < 0) continue;
    const Instance& thing = ping.input.view->instance(hits.instance[k]);
    if (is_surface(thing)) continue;
    const float r = hits.range_m[k], deeper = rays.dz[k] * r;
    const float p[3] = {rays.ox[k] + rays.dx[k] * r, rays.oy[k] + rays.dy[k] * r,
                        rays.oz[k] + deeper};
    if (is_ground(thing) && ground_material < 0) ground_material = material_of(k, thing, p);
    const int c = column + k / kTileSide, e = row + k % kTileSide;
    const float stretch = ping.water.stretch(deeper);
    const float apparent = sonar.model_.motion ? apparent_range(k, thing, p, stretch) : r * stretch;
    bin[k] = (apparent - min_range) * per_bin;
    echo.range_m[k] = r;
    echo.cosine[k] = std::clamp(along_normal(rays, hits, k), 0.0f, 1.0f);
    echo.strength[k] = ping.scatter.at(
        is_ground(thing) ? ground_material : material_of(k, thing, p), echo.cosine[k]);
    echo.gain[k] = sonar.column_gain_[c] * sonar.row_gain_[e];
    echo.absorption[k] = ping.water.absorption(deeper);
    echo.patch[k] = sonar.row_patch_[e];
    echo.key[k] = ping.cells.key(hits.instance[k], p[0], p[1], p[2]);
  }
}

// Dims the echoes, and adds the power of the cloud up to where rays end: clouds are smooth, so that
// one ray stands for the four rows of a tile.
void Fls::TileWork::meet_silt(int column, int row) {
  std::vector<float>&scattering = scratch.silt_scattering, &attenuation = scratch.silt_attenuation;
  const auto first_m = static_cast<float>(sonar.model_.min_range_m);
  const auto step_m = static_cast<float>(sonar.bin_m_);
  const auto bins = static_cast<size_t>(sonar.bins());
  for (int k = 0; k < kLanes; ++k) {
    const int c = column + k / kTileSide, e = row + k % kTileSide;
    if (c >= sonar.fan_.columns() || e >= sonar.fan_.rows()) continue;
    const Vec3 o(rays.ox[k], rays.oy[k], rays.oz[k]), d(rays.dx[k], rays.dy[k], rays.dz[k]);
    const float end_m = hits.instance[k] >= 0 ? hits.range_m[k] : rays.far_m[k];
    const double whole = ping.silt->two_way(o, d, end_m);
    if (whole > 1 - 1e-12) continue;
    echo.gain[k] *= static_cast<float>(whole);
    if (k % kTileSide != std::min(1, sonar.fan_.rows() - 1 - row)) continue;
    scattering.assign(bins, 0.0f), attenuation.assign(bins, 0.0f);
    ping.silt->along(o, d, first_m, step_m, scattering, attenuation);
    float gain = 0;
    for (int i = row; i < std::min(row + kTileSide, sonar.fan_.rows()); ++i)
      gain += sonar.column_gain_[c] * sonar.row_gain_[i] * step_m;
    const auto beam = static_cast<size_t>(c / sonar.model_.rays_across);
    float left = static_cast<float>(ping.silt->two_way(o, d, first_m));
    for (size_t n = 0; n < bins; ++n) {
      const float r = std::max(first_m + static_cast<float>(n) * step_m, 0.5f * step_m);
      if (r >= end_m) break;
      if (scattering[n] == 0 && attenuation[n] == 0) continue;
      const float inside = std::exp(-attenuation[n] * step_m);  // half of the bin, there and back
      ping.silt_power[beam * bins + n] += gain * scattering[n] * left * inside / (r * r) *
                                          std::exp(-ping.water.absorption(rays.dz[k] * r) * r);
      left *= inside * inside;
    }
  }
}

void Fls::TileWork::store(int first_column, int column, int row, int layer) {
  const int per_beam = sonar.model_.rays_across, rows = sonar.fan_.padded_rows();
  for (int i = 0; i < kTileSide; ++i) {
    const int c = column - first_column + i;
    const size_t to = (static_cast<size_t>(c / per_beam * sonar.layers() + layer) * per_beam +
                       static_cast<size_t>(c % per_beam)) *
                          static_cast<size_t>(rows) +
                      static_cast<size_t>(row);
    std::copy_n(bin + i * kTileSide, kTileSide, scratch.bin.begin() + static_cast<ptrdiff_t>(to));
    std::copy_n(echo.re + i * kTileSide, kTileSide,
                scratch.re.begin() + static_cast<ptrdiff_t>(to));
    std::copy_n(echo.im + i * kTileSide, kTileSide,
                scratch.im.begin() + static_cast<ptrdiff_t>(to));
    if (sonar.model_.clean)
      std::copy_n(echo.power + i * kTileSide, kTileSide,
                  scratch.power.begin() + static_cast<ptrdiff_t>(to));
  }
}

void Fls::TileWork::label(int row, LabelledRay* columns) const {
  const int rows = sonar.model_.rays_along;
  for (int k = 0; k < kLanes; ++k) {
    const int e = row + k % kTileSide;
    if (e >= rows) continue;
    LabelledRay& ray = columns[static_cast<ptrdiff_t>(k / kTileSide) * rows + e];
    ray = {};
    ray.range_m = std::numeric_limits<float>::infinity();
    if (hits.instance[k] < 0) continue;
    const Instance& thing = ping.input.view->instance(hits.instance[k]);
    if (is_surface(thing)) continue;
    ray.bin = bin[k], ray.range_m = hits.range_m[k], ray.power = echo.power[k];
    ray.elevation_rad = static_cast<float>(sonar.fan_.elevation_rad(e));
    ray.object = thing.link == raytrace::kNothing ? kEchoGround : thing.vehicle;
    const float along[3] = {rays.dx[k], rays.dy[k], rays.dz[k]};
    const float normal[3] = {hits.nx[k], hits.ny[k], hits.nz[k]};
    std::copy_n(along, 3, ray.along);
    std::copy_n(normal, 3, ray.normal);
  }
}

// Rays that go on from water surface and ground, as from a mirror; the rest is off.
Rays Fls::TileWork::reflected(float* loss_db) const {
  Rays onward = rays;
  const FlsModel& m = sonar.model_;
  for (int k = 0; k < kLanes; ++k) {
    onward.near_m[k] = 1, onward.far_m[k] = 0;
    loss_db[k] = 0;
    if (hits.instance[k] < 0) continue;
    const Instance& thing = ping.input.view->instance(hits.instance[k]);
    const bool surface = is_surface(thing) && m.surface_multipath;
    if (!surface && !(is_ground(thing) && m.bottom_multipath)) continue;
    const float r = hits.range_m[k], cosine = along_normal(rays, hits, k);
    const float p[3] = {rays.ox[k] + rays.dx[k] * r, rays.oy[k] + rays.dy[k] * r,
                        rays.oz[k] + rays.dz[k] * r};
    const double grazing = std::asin(std::clamp(cosine, 0.0f, 1.0f));
    loss_db[k] = static_cast<float>(
        surface
            ? ping.input.sound->surface_loss_db(grazing, m.frequency_hz, ping.input.wind_speed_m_s)
            : ping.input.sound->reflection_loss_db(material_of(k, thing, p), grazing,
                                                   m.frequency_hz,
                                                   p[2] + ping.input.view->anchor_N().z()));
    onward.ox[k] = p[0], onward.oy[k] = p[1], onward.oz[k] = p[2];
    onward.dx[k] += 2 * cosine * hits.nx[k];
    onward.dy[k] += 2 * cosine * hits.ny[k];
    onward.dz[k] += 2 * cosine * hits.nz[k];
    onward.near_m[k] = kRayStart_m, onward.far_m[k] = rays.far_m[k] - r;
  }
  return onward;
}

double Fls::TileWork::vertical_power(double elevation_rad) const {
  if (!sonar.model_.vertical_pattern)
    return std::abs(elevation_rad) <= sonar.model_.beam_height_rad / 2 ? 1 : 0;
  const double b = sonar.vertical_(elevation_rad);
  return b * b;
}

// DeviceReception over the mirror both ways: an echo from the image of what was found.
void Fls::TileWork::image_echoes(const Rays& onward, const Hits& found, const float* loss_db) {
  for (int k = 0; k < kLanes; ++k) {
    const int at = found.instance[k];
    if (at < 0 || is_surface(ping.input.view->instance(at))) {
      echo.strength[k] = 0, bin[k] = kNoBin;
      continue;
    }
    const float r = found.range_m[k];
    const Vec3 q(onward.ox[k] + onward.dx[k] * r, onward.oy[k] + onward.dy[k] * r,
                 onward.oz[k] + onward.dz[k] * r);
    const float deeper = static_cast<float>(q.z()) - ping.origin.p_A[2];
    const int material = ping.input.material(at, q);
    echo.range_m[k] = hits.range_m[k] + r;
    echo.cosine[k] = std::clamp(along_normal(onward, found, k), 0.0f, 1.0f);
    echo.strength[k] = ping.scatter.at(material, echo.cosine[k]);
    echo.absorption[k] = ping.water.absorption(deeper);
    echo.gain[k] *= static_cast<float>(power_of_db(-2 * loss_db[k]));
    echo.key[k] = ping.cells.key(at, static_cast<float>(q.x()), static_cast<float>(q.y()),
                                 static_cast<float>(q.z()));
    bin[k] = static_cast<float>(
        (echo.range_m[k] * ping.water.stretch(deeper) - sonar.model_.min_range_m) / sonar.bin_m_);
  }
}

// DeviceReception over the mirror one way and straight the other, there and back exchanged: twice
// the amplitude. Needs image_echoes() before.
void Fls::TileWork::mixed_echoes(const Rays& onward, const Hits& found, const float* loss_db) {
  Rays straight = rays;
  for (int k = 0; k < kLanes; ++k) {
    straight.near_m[k] = 1, straight.far_m[k] = 0;
    if (echo.strength[k] <= 0) continue;
    const float r = found.range_m[k];
    const Vec3 path(onward.ox[k] + onward.dx[k] * r - ping.origin.p_A[0],
                   onward.oy[k] + onward.dy[k] * r - ping.origin.p_A[1],
                   onward.oz[k] + onward.dz[k] * r - ping.origin.p_A[2]);
    const double length = path.norm(), image = echo.range_m[k];
    const Vec3 along = path / length;
    straight.dx[k] = static_cast<float>(along.x());
    straight.dy[k] = static_cast<float>(along.y());
    straight.dz[k] = static_cast<float>(along.z());
    straight.near_m[k] = kRayStart_m,
    straight.far_m[k] = static_cast<float>(length) * (1 - 1e-4f) - kRayStart_m;
    const float* R = ping.origin.R_NS;
    const double elevation = std::asin(R[2] * along.x() + R[5] * along.y() + R[8] * along.z());
    const double own_elevation =
        std::asin(R[2] * rays.dx[k] + R[5] * rays.dy[k] + R[8] * rays.dz[k]);
    const double pattern =
        vertical_power(elevation) / std::max(vertical_power(own_elevation), 1e-6);
    echo.gain[k] *= static_cast<float>(4 * pattern * power_of_db(loss_db[k]) *
                                       std::exp(-echo.absorption[k] * (image - length) / 2));
    echo.patch[k] *= static_cast<float>(image * image / (length * length));
    echo.range_m[k] = static_cast<float>(length);
    const float stretch = ping.water.stretch(static_cast<float>(path.z()));
    bin[k] = static_cast<float>(((image + length) / 2 * stretch - sonar.model_.min_range_m) /
                                sonar.bin_m_);
  }
  const uint32_t hidden = ping.input.view->occluded(straight, ping.seen);
  for (int k = 0; k < kLanes; ++k)
    if (hidden >> k & 1) echo.strength[k] = 0;
}

void Fls::TileWork::add_bounces(int first_column, int column, int row) {
  float loss_db[kLanes];
  const Rays onward = reflected(loss_db);
  Hits found;
  ping.input.view->trace(onward, ping.seen, false, found);
  for (int k = 0; k < kLanes; ++k) {
    echo.gain[k] =
        sonar.column_gain_[column + k / kTileSide] * sonar.row_gain_[row + k % kTileSide];
    echo.patch[k] = sonar.row_patch_[row + k % kTileSide];
  }
  image_echoes(onward, found, loss_db);
  make_echoes(echo);
  store(first_column, column, row, 1);
  mixed_echoes(onward, found, loss_db);
  make_echoes(echo);
  store(first_column, column, row, 2);
}

int Fls::layers() const {
  return model_.surface_multipath || model_.bottom_multipath ? 3 : 1;
}

std::unique_ptr<Fls::BeamScratch> Fls::make_beam_scratch() const {
  const size_t rays =
      static_cast<size_t>(fan_.padded_rows() * kLineLanes * model_.rays_across * layers());
  const size_t labelled =
      model_.labels ? static_cast<size_t>(kTileSide * model_.rays_along) : 0;
  return std::make_unique<BeamScratch>(
      BeamScratch{RangeKernel::Scratch(range_), std::vector<float>(rays), std::vector<float>(rays),
                  std::vector<float>(rays), std::vector<float>(rays),
                  std::vector<LabelledRay>(labelled), BeamLabels(bins(), model_.rays_along)});
}

void Fls::trace_beams(Ping& ping, size_t group, Frame& frame) const {
  auto scratch = pool_->beams.take([&] { return make_beam_scratch(); });
  const int per_beam = model_.rays_across, rows = fan_.padded_rows();
  const int first_column = static_cast<int>(group) * kLineLanes * per_beam;
  TileWork work{*this, ping, *scratch};
  const int end_column =
      std::min(first_column + kLineLanes * per_beam, whole_tiles(fan_.columns()));
  for (int column = first_column; column < end_column; column += kTileSide) {
    for (int row = 0; row < rows; row += kTileSide) {
      work.trace(column, row);
      work.store(first_column, column, row, 0);
      if (model_.labels) work.label(row, scratch->columns.data());
      if (layers() > 1) work.add_bounces(first_column, column, row);
    }
    if (model_.labels) label_columns(ping, column, *scratch, frame);
  }
  const size_t stride = static_cast<size_t>(lines_for(model_.beams)) * kLineLanes;
  const size_t rays = static_cast<size_t>(layers() * per_beam * rows);
  const size_t count =
      std::min<size_t>(kLineLanes, static_cast<size_t>(model_.beams) - group * kLineLanes);
  Echoes beams[kLineLanes];
  for (size_t i = 0; i < count; ++i) {
    const auto part = [&](const std::vector<float>& all) {
      return std::span(all).subspan(i * rays, rays);
    };
    beams[i] = {part(scratch->bin), part(scratch->re), part(scratch->im)};
    if (model_.clean)
      range_.sum_power(beams[i].bin, part(scratch->power), scratch->range,
                       ping.powers.data() + group * kLineLanes + i, stride);
  }
  range_.sum(std::span(beams).first(count), scratch->range, ping.echoes.data() + group * kLineLanes,
             stride);
  pool_->beams.give(std::move(scratch));
}

// Takes the labels of four columns and writes those of every beam that is complete.
void Fls::label_columns(const Ping& ping, int column, BeamScratch& scratch, Frame& frame) const {
  const int per_beam = model_.rays_across, rows = model_.rays_along;
  for (int i = 0; i < kTileSide; ++i) {
    const int c = column + i, beam = c / per_beam;
    if (beam >= model_.beams) return;
    if (c % per_beam == 0) scratch.labels.clear();
    std::copy_n(scratch.columns.begin() + static_cast<ptrdiff_t>(i) * rows, rows,
                scratch.labels.column().begin());
    scratch.labels.add_column(static_cast<float>(bin_m_));
    if (c % per_beam == per_beam - 1) write_labels(ping, beam, scratch.labels, frame);
  }
}

void Fls::write_labels(const Ping& ping, int beam, const BeamLabels& labels, Frame& frame) const {
  const std::span<int32_t> object = frame.plane("object_id").ints();
  const std::span<float> range = frame.plane("true_range_m").floats();
  const std::span<float> elevation = frame.plane("elevation_rad").floats();
  const std::span<uint8_t> shadow = frame.plane("shadow").bytes();
  for (int n = 0; n < bins(); ++n) {
    const BeamLabels::Bin& bin = labels.bins()[static_cast<size_t>(n)];
    const int to = beam + (model_.motion ? ping.shift[static_cast<size_t>(n)] : 0);
    if (to < 0 || to >= model_.beams) continue;
    const size_t at =
        static_cast<size_t>(to) * static_cast<size_t>(bins()) + static_cast<size_t>(n);
    shadow[at] = bin.shadow();
    if (!bin.lit) continue;
    object[at] = bin.object, range[at] = bin.range_m, elevation[at] = bin.elevation_rad;
  }
}

}  // namespace hadal::sensors
