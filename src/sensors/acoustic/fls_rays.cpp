// The rays of a forward-looking sonar: from tiles of 4 x 4 directions to the echoes of beams.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "sensors/acoustic/fls_detail.h"
#include "sensors/acoustic/sonar_numbers.h"
#include "sensors/acoustic/tile_echoes.h"

namespace hadal::sensors {
namespace {

using raytrace::Hits;
using raytrace::Instance;
using raytrace::kLanes;
using raytrace::Rays;

float along_normal(const Rays& rays, const Hits& hits, int k) {
  return -(hits.nx[k] * rays.dx[k] + hits.ny[k] * rays.dy[k] + hits.nz[k] * rays.dz[k]);
}

}  // namespace

struct Fls::TileWork {
  const Fls& sonar;
  const Ping& ping;
  BeamScratch& scratch;
  FanTile tile;
  Rays rays;
  Hits hits;
  EchoTile echo;
  TilePlaces places;
  alignas(64) int32_t made_of[kLanes];  // kNothing where there is no echo

  void trace(const FanTile& at);
  void store(int first_column, int layer);
  void add_bounces(int first_column);
  void label_rays(int first_column);
  void keep_surfaces(int first_column);
  void leave_out_bodies();

 private:
  // What the lanes of a tile have met.
  struct Met {
    int first = raytrace::kNothing;  // instance
    bool alike = true;               // one thing, or things whose speckle shares a frame of cells
  };
  Met look_at_hits() const;
  void nothing();
  void place_together(const Met& met);
  void place_one_by_one();
  void meet_silt();
  void add_volume(int k, int first_row, int end_row, float end_m);
  void find_hidden(LabelledRay* columns) const;
  int material_of(int k, const Instance& thing, const float* p_A) const;
  Rays reflected(float* loss_db) const;
  void image_echoes(const Rays& onward, const Hits& found, const float* loss_db);
  void mixed_echoes(const Rays& onward, const Hits& found, const float* loss_db);
};

void Fls::TileWork::trace(const FanTile& at) {
  tile = at;
  sonar.fan_.point(ping.origin, tile, kRayStart_m, static_cast<float>(sonar.reach_m()), rays);
  ping.input.view->trace(rays, ping.seen, true, hits);
  const Met met = look_at_hits();
  if (met.first < 0)
    nothing();
  else if (met.alike && !sonar.model_.motion)
    place_together(met);
  else
    place_one_by_one();
  if (ping.silt) meet_silt();
  if (met.first < 0) return;
  make_echoes(echo);
  if (!sonar.model_.speckle)
    for (int k = 0; k < kLanes; ++k) echo.re[k] = std::sqrt(echo.power[k]), echo.im[k] = 0;
}

Fls::TileWork::Met Fls::TileWork::look_at_hits() const {
  Met met;
  int last = raytrace::kNothing;
  bool things_alike = true, any_body = false;
  for (int k = 0; k < kLanes; ++k) {
    const int at = hits.instance[k];
    if (at < 0 || at == last) continue;
    last = at;
    any_body = any_body || is_body(ping.input.view->instance(at));
    if (met.first < 0) met.first = at;
    things_alike = things_alike && at == met.first;
  }
  met.alike = things_alike || !any_body;
  return met;
}

int Fls::TileWork::material_of(int k, const Instance& thing, const float* p_A) const {
  if (thing.material != raytrace::kMaterialByPlace) return thing.material;
  return ping.input.material(hits.instance[k], Vec3(p_A[0], p_A[1], p_A[2]));
}

// Of an echo from a surface that moves, received by a sonar that moves: out in t1 = r / (c - v_t),
// v_t the speed at which the surface runs away; back in t2, while the sonar comes nearer by v_s.
float Fls::apparent_range(const Ping& ping, const Instance& thing, const Vec3& p_A,
                          const Vec3& along, double r, float stretch) const {
  const double c0 = ping.water.sound_speed_m_s(), c = c0 / stretch;
  const double away = (thing.v_N + thing.w_N.cross(p_A - thing.origin_A)).dot(along);
  const double closing = ping.input.v_NS_N.dot(along);
  const double t1 = r / (c - away), t2 = (r + (away - closing) * t1) / (c + closing);
  return static_cast<float>(c0 * (t1 + t2) / 2);
}

float Fls::bin_of(const Ping& ping, const BodyRay& ray) const {
  const float stretch = ping.water.stretch(ray.p_A[2] - ping.origin.p_A[2]);
  const float* d = ray.along_N;
  const float apparent =
      model_.motion
          ? apparent_range(ping, ping.input.view->instance(ray.instance),
                           {ray.p_A[0], ray.p_A[1], ray.p_A[2]}, {d[0], d[1], d[2]}, ray.range_m,
                           stretch)
          : ray.range_m * stretch;
  return (apparent - static_cast<float>(model_.min_range_m)) * static_cast<float>(1 / bin_m_);
}

void Fls::TileWork::nothing() {
  std::fill_n(places.bin, kLanes, kNoBin);
  std::fill_n(made_of, kLanes, raytrace::kNothing);
  for (float* all : {echo.strength, echo.patch, echo.power, echo.re, echo.im})
    std::fill_n(all, kLanes, 0.0f);
  for (float* all : {echo.range_m, echo.cosine}) std::fill_n(all, kLanes, 1.0f);
}

void Fls::TileWork::place_together(const Met& met) {
  for (int k = 0; k < kLanes; ++k) {
    made_of[k] = raytrace::kNothing;
    const int at = hits.instance[k];
    if (at < 0) continue;
    const Instance& thing = ping.input.view->instance(at);
    if (is_water_surface(thing)) continue;
    const float r = hits.range_m[k];
    const float p[3] = {rays.ox[k] + rays.dx[k] * r, rays.oy[k] + rays.dy[k] * r,
                        rays.oz[k] + rays.dz[k] * r};
    made_of[k] = material_of(k, thing, p);
  }
  const TileSetup setup{ping.water,
                        ping.scatter,
                        ping.cells.frame(met.first),
                        sonar.column_gain_.data(),
                        sonar.row_gain_.data(),
                        sonar.row_patch_.data(),
                        static_cast<float>(sonar.model_.min_range_m),
                        static_cast<float>(1 / sonar.bin_m_)};
  place_echoes(setup, tile, rays, hits, made_of, echo, places);
}

// The same ray by ray, for tiles of several bodies and for motion.
void Fls::TileWork::place_one_by_one() {
  const float per_bin = static_cast<float>(1 / sonar.bin_m_);
  const float min_range = static_cast<float>(sonar.model_.min_range_m);
  for (int k = 0; k < kLanes; ++k) {
    places.bin[k] = kNoBin, made_of[k] = raytrace::kNothing;
    echo.strength[k] = 0, echo.range_m[k] = echo.cosine[k] = 1, echo.key[k] = 0;
    echo.gain[k] = echo.absorption[k] = echo.patch[k] = 0;
    if (hits.instance[k] < 0) continue;
    const Instance& thing = ping.input.view->instance(hits.instance[k]);
    if (is_water_surface(thing)) continue;
    const float r = hits.range_m[k], deeper = rays.dz[k] * r;
    const float p[3] = {rays.ox[k] + rays.dx[k] * r, rays.oy[k] + rays.dy[k] * r,
                        rays.oz[k] + deeper};
    const int c = tile.column_of(k), e = tile.row_of(k);
    const float stretch = ping.water.stretch(deeper);
    const Vec3 along(rays.dx[k], rays.dy[k], rays.dz[k]);
    const float apparent =
        sonar.model_.motion
            ? sonar.apparent_range(ping, thing, {p[0], p[1], p[2]}, along, r, stretch)
            : r * stretch;
    places.bin[k] = (apparent - min_range) * per_bin;
    echo.range_m[k] = r;
    echo.cosine[k] = std::clamp(along_normal(rays, hits, k), 0.0f, 1.0f);
    made_of[k] = material_of(k, thing, p);
    echo.strength[k] = ping.scatter.at(made_of[k], echo.cosine[k]);
    echo.gain[k] = sonar.column_gain_[c] * sonar.row_gain_[e];
    echo.absorption[k] = ping.water.absorption(deeper);
    echo.patch[k] = sonar.row_patch_[e];
    const SurfaceCells::Frame& frame = ping.cells.frame(hits.instance[k]);
    for (int i = 0; i < 3; ++i)
      places.cell[i][k] = frame.R[3 * i] * p[0] + frame.R[3 * i + 1] * p[1] +
                          frame.R[3 * i + 2] * p[2] + frame.shift[i];
    echo.key[k] = ping.cells.key(hits.instance[k], p[0], p[1], p[2]);
  }
}

// Dims the echoes, and adds the power of the cloud up to where rays end. Clouds are smooth, so that
// one ray stands for the rows of a tile, but for side lobes, whose rows are sparse.
void Fls::TileWork::meet_silt() {
  const RayFan& fan = sonar.fan_;
  const int end_row = std::min({tile.row + tile.rows, tile.end_row, fan.rows()});
  const bool sparse = fan.row_rad(end_row - 1) > 1.5 * fan.row_rad(fan.rows() / 2) ||
                      fan.row_rad(tile.row) > 1.5 * fan.row_rad(fan.rows() / 2);
  for (int k = 0; k < kLanes; ++k) {
    const int e = tile.row_of(k);
    if (tile.column_of(k) >= fan.columns() || e >= end_row) continue;
    const bool stands = sparse || e == std::min(tile.row + 1, end_row - 1);
    const bool hit = hits.instance[k] >= 0;
    if (!hit && !stands) continue;
    const float end_m = hit ? hits.range_m[k] : rays.far_m[k];
    const double left = ping.silt->two_way(Vec3(rays.ox[k], rays.oy[k], rays.oz[k]),
                                           Vec3(rays.dx[k], rays.dy[k], rays.dz[k]), end_m);
    if (left > 1 - 1e-12) continue;
    if (hit) echo.gain[k] *= static_cast<float>(left);
    if (stands && sparse) add_volume(k, e, e + 1, end_m);
    if (stands && !sparse) add_volume(k, tile.row, end_row, end_m);
  }
}

// Of the cloud that rows [first_row, end_row) of a column meet, along one of their rays.
void Fls::TileWork::add_volume(int k, int first_row, int end_row, float end_m) {
  std::vector<float>&scattering = scratch.silt_scattering, &attenuation = scratch.silt_attenuation;
  const auto first_m = static_cast<float>(sonar.model_.min_range_m);
  const auto step_m = static_cast<float>(sonar.bin_m_);
  const auto bins = static_cast<size_t>(sonar.bins());
  const int c = tile.column_of(k);
  const Vec3 o(rays.ox[k], rays.oy[k], rays.oz[k]), d(rays.dx[k], rays.dy[k], rays.dz[k]);
  scattering.assign(bins, 0.0f), attenuation.assign(bins, 0.0f);
  ping.silt->along(o, d, first_m, step_m, scattering, attenuation);
  float gain = 0;
  for (int e = first_row; e < end_row; ++e)
    gain += sonar.column_gain_[static_cast<size_t>(c)] *
            sonar.row_gain_[static_cast<size_t>(e)] * step_m;
  float* power = &ping.silt_power[static_cast<size_t>(c / sonar.model_.rays_across) * bins];
  float left = static_cast<float>(ping.silt->two_way(o, d, first_m));
  for (size_t n = 0; n < bins; ++n) {
    const float r = std::max(first_m + static_cast<float>(n) * step_m, 0.5f * step_m);
    if (r >= end_m) break;
    if (scattering[n] == 0 && attenuation[n] == 0) continue;
    const float inside = std::exp(-attenuation[n] * step_m);  // half of the bin, there and back
    power[n] += gain * scattering[n] * left * inside / (r * r) *
                std::exp(-ping.water.absorption(rays.dz[k] * r) * r);
    left *= inside * inside;
  }
}

namespace {

// The lanes of a tile, column after column, to columns `stride` apart.
template <class T>
void put_columns(const T* lanes, const FanTile& tile, T* to, size_t stride) {
  if (tile.rows == kTileSide) {
    for (int i = 0; i < kTileSide; ++i)
      std::memcpy(to + static_cast<size_t>(i) * stride, lanes + i * kTileSide,
                  kTileSide * sizeof(T));
    return;
  }
  if (tile.rows == kTileSide / 2) {
    for (int i = 0; i < 2 * kTileSide; ++i)
      std::memcpy(to + static_cast<size_t>(i) * stride, lanes + 2 * i, 2 * sizeof(T));
    return;
  }
  for (int k = 0; k < kLanes; ++k)
    to[static_cast<size_t>(k / tile.rows) * stride + static_cast<size_t>(k % tile.rows)] = lanes[k];
}

}  // namespace

void Fls::TileWork::store(int first_column, int layer) {
  const auto put = [&](const float* lanes, std::vector<float>& all) {
    const int column = tile.column - first_column;
    // The columns of one beam lie side by side.
    if (sonar.model_.rays_across == 1) {
      put_columns(lanes, tile,
                  all.data() + sonar.echo_place(column, layer, scratch.per_beam) + tile.row,
                  scratch.per_beam);
      return;
    }
    for (int i = 0; i < tile.columns(); ++i) {
      float* to = all.data() + sonar.echo_place(column + i, layer, scratch.per_beam) + tile.row;
      for (int e = 0; e < tile.rows; ++e) to[e] = lanes[i * tile.rows + e];
    }
  };
  put(places.bin, scratch.bin);
  put(echo.re, scratch.re);
  put(echo.im, scratch.im);
  put(echo.power, scratch.power);
}

// What surfaces between the rays need to know.
void Fls::TileWork::keep_surfaces(int first_column) {
  alignas(64) int32_t surface[kLanes];
  alignas(64) float cells[kLanes];
  int last = raytrace::kNothing, last_surface = kNoSurface;
  for (int k = 0; k < kLanes; ++k) {
    const int at = hits.instance[k];
    if (at != last) {
      const bool spreads = at >= 0 && !is_water_surface(ping.input.view->instance(at)) &&
                           !ping.bodies.has(at);
      last_surface = !spreads                                  ? kNoSurface
                     : is_ground(ping.input.view->instance(at)) ? ping.ground
                                                                : at;
      last = at;
    }
    surface[k] = last_surface;
    const float r = echo.range_m[k];
    cells[k] = echo.patch[k] * r * r / std::max(echo.cosine[k], 1e-3f);
  }
  ColumnRays& c = scratch.columns;
  const size_t at = static_cast<size_t>(tile.column - first_column) * ColumnRays::kStride +
                    static_cast<size_t>(tile.row - c.begin);
  const auto put = [&](const auto* lanes, auto& all) {
    put_columns(lanes, tile, all.data() + at, ColumnRays::kStride);
  };
  put(surface, c.surface);
  if (ping.ripples) {
    alignas(64) int32_t row[kLanes];
    for (int k = 0; k < kLanes; ++k)
      row[k] = surface[k] == ping.ground && made_of[k] >= 0
                   ? ping.ripple_table->row_of(made_of[k])
                   : kNoRipples;
    put(row, c.ripple_row);
  }
  put(echo.range_m, c.range_m);
  put(cells, c.cells);
  put(rays.dx, c.along[0]), put(rays.dy, c.along[1]), put(rays.dz, c.along[2]);
  put(hits.nx, c.normal[0]), put(hits.ny, c.normal[1]), put(hits.nz, c.normal[2]);
  for (int i = 0; i < 3; ++i) put(places.cell[i], c.cell[i]);
}

void Fls::TileWork::label_rays(int first_column) {
  const int rows = sonar.fan_.rows();
  LabelledRay* columns =
      scratch.labelled.data() + static_cast<ptrdiff_t>(tile.column - first_column) * rows;
  bool body = false;
  for (int k = 0; k < kLanes; ++k) {
    const int e = tile.row_of(k);
    if (e >= std::min(rows, tile.end_row)) continue;
    LabelledRay& ray = columns[static_cast<ptrdiff_t>(k / tile.rows) * rows + e];
    ray.hidden_bin = kNoBin, ray.bin = kNoBin;
    ray.range_m = std::numeric_limits<float>::infinity();
    if (hits.instance[k] < 0) continue;
    const Instance& thing = ping.input.view->instance(hits.instance[k]);
    if (is_water_surface(thing)) continue;
    ray.bin = places.bin[k], ray.range_m = hits.range_m[k], ray.power = echo.power[k];
    ray.elevation_rad = static_cast<float>(sonar.fan_.elevation_rad(e));
    ray.object = label_of(thing);
    body = body || is_body(thing);
    ray.along[0] = rays.dx[k], ray.along[1] = rays.dy[k], ray.along[2] = rays.dz[k];
    ray.normal[0] = hits.nx[k], ray.normal[1] = hits.ny[k], ray.normal[2] = hits.nz[k];
  }
  if (body) find_hidden(columns);
}

// The ground behind bodies.
void Fls::TileWork::find_hidden(LabelledRay* columns) const {
  const int rows = sonar.fan_.rows();
  Rays onward = rays;
  for (int k = 0; k < kLanes; ++k) {
    const bool stopped =
        hits.instance[k] >= 0 && is_body(ping.input.view->instance(hits.instance[k]));
    onward.near_m[k] = stopped ? hits.range_m[k] : 1;
    if (!stopped) onward.far_m[k] = 0;
  }
  Hits found;
  ping.input.view->trace(onward, ping.seen & (raytrace::kSeenSeabed | raytrace::kSeenSilt), true,
                         found);
  for (int k = 0; k < kLanes; ++k) {
    const int e = tile.row_of(k);
    if (e >= std::min(rows, tile.end_row) || onward.near_m[k] > onward.far_m[k]) continue;
    const float r = found.range_m[k];
    const float stretched = found.instance[k] < 0 ? r : r * ping.water.stretch(rays.dz[k] * r);
    columns[static_cast<ptrdiff_t>(k / tile.rows) * rows + e].hidden_bin =
        std::max(0.0f, static_cast<float>((stretched - sonar.model_.min_range_m) / sonar.bin_m_));
  }
}

// Small bodies have echoes of their own.
void Fls::TileWork::leave_out_bodies() {
  if (ping.bodies.empty()) return;
  for (int k = 0; k < kLanes; ++k)
    if (hits.instance[k] >= 0 && ping.bodies.has(hits.instance[k]))
      echo.re[k] = echo.im[k] = echo.power[k] = 0;
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
    const bool surface = is_water_surface(thing) && m.surface_multipath;
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

// DeviceReception over the mirror both ways: an echo from the image of what was found.
void Fls::TileWork::image_echoes(const Rays& onward, const Hits& found, const float* loss_db) {
  for (int k = 0; k < kLanes; ++k) {
    const int at = found.instance[k];
    if (at < 0 || is_water_surface(ping.input.view->instance(at))) {
      echo.strength[k] = 0, places.bin[k] = kNoBin;
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
    places.bin[k] = static_cast<float>(
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
        sonar.vertical_power(elevation) / std::max(sonar.vertical_power(own_elevation), 1e-6);
    echo.gain[k] *= static_cast<float>(4 * pattern * power_of_db(loss_db[k]) *
                                       std::exp(-echo.absorption[k] * (image - length) / 2));
    echo.patch[k] *= static_cast<float>(image * image / (length * length));
    echo.range_m[k] = static_cast<float>(length);
    const float stretch = ping.water.stretch(static_cast<float>(path.z()));
    places.bin[k] = static_cast<float>(((image + length) / 2 * stretch - sonar.model_.min_range_m) /
                                sonar.bin_m_);
  }
  const uint32_t hidden = ping.input.view->occluded(straight, ping.seen);
  for (int k = 0; k < kLanes; ++k)
    if (hidden >> k & 1) echo.strength[k] = 0;
}

void Fls::TileWork::add_bounces(int first_column) {
  float loss_db[kLanes];
  const Rays onward = reflected(loss_db);
  Hits found;
  ping.input.view->trace(onward, ping.seen, false, found);
  for (int k = 0; k < kLanes; ++k) {
    echo.gain[k] = sonar.column_gain_[tile.column_of(k)] * sonar.row_gain_[tile.row_of(k)];
    echo.patch[k] = sonar.row_patch_[tile.row_of(k)];
  }
  image_echoes(onward, found, loss_db);
  make_echoes(echo);
  store(first_column, 1);
  mixed_echoes(onward, found, loss_db);
  make_echoes(echo);
  store(first_column, 2);
}

int Fls::layers() const {
  return model_.surface_multipath || model_.bottom_multipath ? 3 : 1;
}

// Of the first row of a column, among eight beams.
size_t Fls::echo_place(int column, int layer, size_t per_beam) const {
  const auto across = static_cast<size_t>(model_.rays_across), c = static_cast<size_t>(column);
  return c / across * per_beam + (static_cast<size_t>(layer) * across + c % across) *
                                     static_cast<size_t>(fan_.padded_rows());
}

std::unique_ptr<Fls::BeamScratch> Fls::make_beam_scratch() const {
  const size_t row = static_cast<size_t>(bins()) + 3 * RangeKernel::kRowMargin;
  const int columns = kLineLanes * model_.rays_across;
  return std::make_unique<BeamScratch>(
      BeamScratch{RangeKernel::Scratch(range_),
                  0,
                  {},
                  {},
                  {},
                  {},
                  ColumnRays(columns),
                  {},
                  std::vector<RippleRays>(clouds_ ? static_cast<size_t>(columns) : 0),
                  row,
                  std::vector<float>(row * kLineLanes),
                  std::vector<float>(row * kLineLanes),
                  std::vector<float>(model_.clean ? row * kLineLanes : 0),
                  {},
                  {},
                  std::vector<LabelledRay>(
                      model_.labels ? static_cast<size_t>(columns * fan_.rows()) : 0),
                  BeamLabels(bins(), fan_.rows())});
}

// Room for the rays of eight beams and for the echoes of bodies.
void Fls::clear(const Ping& ping, BeamScratch& scratch) const {
  const size_t rays = static_cast<size_t>(layers() * model_.rays_across * fan_.padded_rows());
  scratch.per_beam = rays + ping.body_echoes.most;
  const size_t size = scratch.per_beam * kLineLanes + kLineLanes;
  if (scratch.bin.size() < size)
    for (std::vector<float>* all : {&scratch.bin, &scratch.re, &scratch.im, &scratch.power})
      all->resize(size);
  // Rows that no tile reaches.
  for (size_t beam = 0; beam < kLineLanes; ++beam)
    for (size_t column = beam * scratch.per_beam; column < beam * scratch.per_beam + rays;
         column += static_cast<size_t>(fan_.padded_rows()))
      for (std::vector<float>* all : {&scratch.re, &scratch.im, &scratch.power})
        for (int e = fan_.rows(); e < fan_.padded_rows(); ++e)
          (*all)[column + static_cast<size_t>(e)] = 0;
  scratch.surface_first.fill(bins()), scratch.surface_end.fill(0);
}

void Fls::trace_beams(const Ping& ping, size_t group, Frame& frame) const {
  auto scratch = pool_->beams.take([&] { return make_beam_scratch(); });
  clear(ping, *scratch);
  const int columns = kLineLanes * model_.rays_across;
  const int first_column = static_cast<int>(group) * columns;
  TileWork work{*this, ping, *scratch, {}, {}, {}, {}, {}, {}};
  const int end_column = std::min(first_column + columns, fan_.columns());
  for (int column = first_column; column < end_column; column += wide_) {
    scratch->columns.begin = 0;
    std::fill(scratch->columns.left.begin(), scratch->columns.left.end(), 1.0f);
    for (FanTile tile : tiles_) {
      if (tile.row - scratch->columns.begin > ColumnRays::kRows)
        spread_surfaces(ping, column - first_column, tile.row, *scratch);
      tile.column += column;
      work.trace(tile);
      work.keep_surfaces(first_column);
      if (model_.labels) work.label_rays(first_column);
      work.leave_out_bodies();
      work.store(first_column, 0);
      if (layers() > 1) work.add_bounces(first_column);
    }
    spread_surfaces(ping, column - first_column, fan_.rows(), *scratch);
  }
  for (int column = first_column; model_.labels && column < end_column; ++column)
    label_column(ping, column, first_column, *scratch, frame);
  sum_beams(ping, group, *scratch);
  pool_->beams.give(std::move(scratch));
}

// Rays, surfaces and bodies into range bins.
void Fls::sum_beams(const Ping& ping, size_t group, BeamScratch& scratch) const {
  const size_t stride = static_cast<size_t>(lines_for(model_.beams)) * kLineLanes;
  const size_t rays =
      static_cast<size_t>(layers() * model_.rays_across * fan_.padded_rows());
  const size_t count =
      std::min<size_t>(kLineLanes, static_cast<size_t>(model_.beams) - group * kLineLanes);
  Echoes beams[kLineLanes];
  Line* lines = ping.echoes.data() + group * kLineLanes;
  for (size_t i = 0; i < count; ++i) {
    const size_t first = i * scratch.per_beam;
    const size_t bodies = put_body_echoes(ping.body_echoes, group * kLineLanes + i, first + rays,
                                          scratch);
    const auto part = [&](const std::vector<float>& all) {
      return std::span(all).subspan(first, rays + bodies);
    };
    const auto whole = [&](std::vector<float>& rows) {
      return WholeBins{rows.data() + i * scratch.row + RangeKernel::kRowMargin,
                       scratch.surface_first[i], scratch.surface_end[i]};
    };
    beams[i] = {part(scratch.bin), part(scratch.re), part(scratch.im), whole(scratch.surface_re),
                whole(scratch.surface_im)};
    if (model_.clean)
      range_.sum_power(beams[i].bin, part(scratch.power), whole(scratch.surface_power),
                       scratch.range, ping.powers.data() + group * kLineLanes + i, stride);
  }
  range_.sum(std::span(beams).first(count), scratch.range, lines, stride);
}

// Takes the labels of a column and writes those of a beam that is complete.
void Fls::label_column(const Ping& ping, int column, int first_column, BeamScratch& scratch,
                       Frame& frame) const {
  const int per_beam = model_.rays_across, rows = fan_.rows(), beam = column / per_beam;
  if (column % per_beam == 0) scratch.labels.clear();
  std::copy_n(scratch.labelled.begin() + static_cast<ptrdiff_t>(column - first_column) * rows, rows,
              scratch.labels.column().begin());
  scratch.labels.add_column(static_cast<float>(bin_m_));
  if (column % per_beam != per_beam - 1) return;
  const BodyEchoes& bodies = ping.body_echoes;
  if (!bodies.labels.empty())
    for (size_t k = bodies.first[beam]; k < bodies.first[static_cast<size_t>(beam) + 1]; ++k)
      scratch.labels.add_ray(bodies.labels[k]);
  write_labels(ping, beam, scratch.labels, frame);
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
