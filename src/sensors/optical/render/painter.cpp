#include "sensors/optical/render/painter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>

#include "base/hash.h"
#include "sensors/optical/render/painter_parts.h"

namespace hadal::sensors {
namespace {

using raytrace::kLanes;
constexpr float kNear_m = 0.02f;

// Steps of a dither over 4 x 4 places (Bayer 1973), in sixteenths.
constexpr std::array<int, kLanes> kSteps{0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};

uint32_t lanes_of(const raytrace::Hits& hits, int instance) {
  uint32_t bits = 0;
  for (int k = 0; k < kLanes; ++k) bits |= static_cast<uint32_t>(hits.instance[k] == instance) << k;
  return bits;
}

// What shadows want to know of a lane.
void copy_place(const Tile16& from, int lane, int k, Tile16& to) {
  const auto copy = [&](const float* a, float* b) { b[k] = a[lane]; };
  const Surface16& s = from.at;
  Surface16& t = to.at;
  copy(from.rays.time, to.rays.time);
  to.hits.instance[k] = from.hits.instance[lane];
  copy(s.x, t.x), copy(s.y, t.y), copy(s.z, t.z);
  copy(s.gx, t.gx), copy(s.gy, t.gy), copy(s.gz, t.gz);
  copy(s.nx, t.nx), copy(s.ny, t.ny), copy(s.nz, t.nz);
  copy(s.transmission, t.transmission);
  copy(from.range_m, to.range_m);
}
// And what light on the way wants to know.
void copy_way(const Tile16& from, int lane, int k, Tile16& to) {
  const auto copy = [&](const float* a, float* b) { b[k] = a[lane]; };
  const raytrace::Rays& r = from.rays;
  raytrace::Rays& q = to.rays;
  copy(r.ox, q.ox), copy(r.oy, q.oy), copy(r.oz, q.oz);
  copy(r.dx, q.dx), copy(r.dy, q.dy), copy(r.dz, q.dz);
  copy(r.near_m, q.near_m), copy(r.far_m, q.far_m);
  copy(from.water_m, to.water_m);
}

// Surfaces without patterns; those of a tile are mostly of one kind.
void appearance_plain(std::span<const Appearance> appearances, Surface16& at) {
  const auto put = [&](const Appearance& appearance, int first, int count) {
    const auto fill = [&](float* lanes, float value) { std::fill_n(lanes + first, count, value); };
    fill(at.r, appearance.albedo[0]), fill(at.g, appearance.albedo[1]),
        fill(at.b, appearance.albedo[2]);
    fill(at.roughness, appearance.roughness), fill(at.metallic, appearance.metallic);
    fill(at.transmission, appearance.transmission), fill(at.cavity, 1);
  };
  int others = 0;
  for (int k = 1; k < kLanes; ++k) others |= at.appearance[k] ^ at.appearance[0];
  if (others == 0) return put(appearances[static_cast<size_t>(at.appearance[0])], 0, kLanes);
  for (int k = 0; k < kLanes; ++k) put(appearances[static_cast<size_t>(at.appearance[k])], k, 1);
}

}  // namespace

Painter::Painter(const RayTable& table, const PictureInput& input, PictureBuffers& buffers,
                 camera::RgbView picture)
    : table_(table),
      in_(input),
      out_(buffers),
      picture_(picture),
      veil_(buffers.veil.view()),
      light_(*input.light) {
  const double rate = input.w_N.norm();
  rate_ = static_cast<float>(rate);
  if (rate > 0) axis_ = (input.w_N / rate).cast<float>();
  still_ = (input.start_s == 0 && input.row_s == 0) ||
           (rate == 0 && input.v_N.isZero(0) && input.view->shutter_s() == 0);
  const Vec3& anchor = input.view->anchor_N();
  for (int axis = 0; axis < 3; ++axis)
    ground_[axis] = static_cast<float>(
        anchor[axis] - kTexturePeriod_m * std::floor(anchor[axis] / kTexturePeriod_m));
  near_ = samples_nearness(input), beams_ = samples_beams(input);
  samples_ = near_ || beams_ || !light_.lamps.empty();
}

// Each step once in every 4 x 4 places, moved a little by a number of the place and the frame.
Painter::Dither Painter::dither_of(int place, int64_t frame) {
  Dither out;
  const auto seed =
      mix32(static_cast<uint32_t>(place) * 16u + static_cast<uint32_t>(frame) * 0x9e3779b9u);
  for (int k = 0; k < kLanes; ++k) {
    const uint32_t bits = mix32(seed + static_cast<uint32_t>(k));
    const float little = static_cast<float>(bits & 0xffff) / 65536.0f;
    const auto step = static_cast<float>(kSteps[static_cast<size_t>(k)]);
    out.along[k] = (step + little) / 16;
    out.first[k] = (step + static_cast<float>(bits >> 16) / 65536.0f) / 16;
    // Directions spread over the sixteen as on a sunflower. The same ones everywhere would leave
    // polygons of sixteen levels in corners that see little of the open.
    const float turn = step * 0.618034f + 0.25f * little;
    out.second[k] = turn - std::floor(turn);
  }
  return out;
}

void Painter::paint(int patch_row, int patch_column) const {
  Patch patch;
  const Sample middle;
  for (int b = 0; b < kPatchBlocks; ++b) {
    const int row = 2 * patch_row + b / 2, column = 2 * patch_column + b % 2;
    const bool inside = row < table_.blocks_down() && column < table_.blocks_across();
    patch.block[b] = inside ? row * table_.blocks_across() + column : -1;
    if (!inside) continue;
    Tile16& t = patch.tile[b];
    aim(patch.block[b], middle, still_, t.rays);
    std::fill_n(t.pixel_rad, kLanes, table_.pixel_rad(patch.block[b]));
    meet_surface(in_.water, t);
  }
  find(patch);
  take_sample(patch);
  const int place = patch_row * patches_across() + patch_column;
  const bool dithers = samples_ || !in_.water.from_below;
  const Dither dither = dithers ? dither_of(place, in_.number) : Dither();
  std::copy_n(dither.along, kLanes, patch.sample.dither);
  if (beams_) gather_beams(light_, *in_.caustics, in_.options.beam_samples, patch.sample);
  if (near_) sample_surroundings(dither, patch.sample);
  light_patch(patch);
  if (samples_) {
    scatter_lamps(patch.sample);
    if (in_.silt) veil_by_silt(*in_.silt, {false, true}, patch.sample);
    keep_sample(patch_row, patch_column, patch.sample);
  }
  for (int b = 0; b < kPatchBlocks; ++b) {
    if (patch.block[b] < 0) continue;
    finish(dither, patch.tile[b]);
    if (in_.silt && in_.water.from_below) veil_by_silt(*in_.silt, {true, false}, patch.tile[b]);
    keep(patch.block[b], patch.tile[b]);
    if (in_.options.keep_transmission)
      keep_leaving(patch.block[b], patch.tile[b], patch.leaving[b]);
  }
}

// Beyond the picture the first block stands in, with rays that are off.
void Painter::take_sample(Patch& patch) const {
  for (int k = 0; k < kLanes; ++k) {
    const SamplePosition& place = kSamplePlaces[static_cast<size_t>(k)];
    const bool inside = patch.block[place.block] >= 0;
    const Tile16& from = patch.tile[inside ? place.block : 0];
    copy_place(from, place.lane, k, patch.sample);
    if (samples_) copy_way(from, place.lane, k, patch.sample);
    if (inside) continue;
    patch.sample.hits.instance[k] = raytrace::kNothing;
    patch.sample.rays.far_m[k] = -1;
  }
  if (!samples_) return;
  std::fill_n(patch.sample.pixel_rad, kLanes, patch.tile[0].pixel_rad[0]);
  darken(patch.sample);
}

// The rays of a block, from where the camera is when they look.
void Painter::aim(int block, const Sample& sample, bool still, raytrace::Rays& rays) const {
  const bool shifts = !sample.in_middle;
  table_.rays(block, in_.R_NS, in_.p_A, shifts ? sample.right_px : nullptr,
              shifts ? sample.down_px : nullptr, kNear_m, in_.range_m, rays);
  if (!still) carry(block, sample, rays);
}

// Turns the camera about where it was and moves it on.
void Painter::carry(int block, const Sample& sample, raytrace::Rays& rays) const {
  const Eigen::Vector3f p = in_.p_A.cast<float>(), v = in_.v_N.cast<float>();
  const double shutter_s = in_.view->shutter_s();
  for (int k = 0; k < kLanes; ++k) {
    const double time_s = in_.start_s + in_.row_s * (first_row(block) + k / kBlockSide) +
                          static_cast<double>(sample.after_s[k]);
    const auto t = static_cast<float>(time_s);
    const float sine = std::sin(rate_ * t), versine = 1 - std::cos(rate_ * t);
    const auto turned = [&](const Eigen::Vector3f& d) -> Eigen::Vector3f {
      return d + sine * axis_.cross(d) + versine * axis_.cross(axis_.cross(d));
    };
    const Eigen::Vector3f d = turned({rays.dx[k], rays.dy[k], rays.dz[k]});
    const Eigen::Vector3f o =
        p + v * t + turned(Eigen::Vector3f(rays.ox[k], rays.oy[k], rays.oz[k]) - p);
    rays.dx[k] = d.x(), rays.dy[k] = d.y(), rays.dz[k] = d.z();
    rays.ox[k] = o.x(), rays.oy[k] = o.y(), rays.oz[k] = o.z();
    if (shutter_s > 0) rays.time[k] = static_cast<float>(std::min(1.0, time_s / shutter_s));
  }
}

// What the rays of a patch end on, and how it looks.
void Painter::find(Patch& patch) const {
  const raytrace::Rays* rays[kPatchBlocks];
  raytrace::Hits* hits[kPatchBlocks];
  size_t count = 0;
  for (int b = 0; b < kPatchBlocks; ++b)
    if (patch.block[b] >= 0) rays[count] = &patch.tile[b].rays, hits[count++] = &patch.tile[b].hits;
  in_.view->trace_beam({rays, count}, in_.seen, {hits, count});
  for (int b = 0; b < kPatchBlocks; ++b) {
    if (patch.block[b] < 0) continue;
    Tile16& t = patch.tile[b];
    see(t);
    darken(t);
    patch.one_thing[b] = lanes_of(t.hits, t.hits.instance[0]) == kAllLanes;
  }
}

// The same of rays that have nothing to do with each other.
void Painter::find_alone(Tile16& t) const {
  in_.view->trace(t.rays, in_.seen, false, t.hits);
  see(t);
}

// How it looks what the rays of a tile end on.
void Painter::see(Tile16& t) const {
  std::copy_n(t.hits.nx, kLanes, t.at.gx), std::copy_n(t.hits.ny, kLanes, t.at.gy);
  std::copy_n(t.hits.nz, kLanes, t.at.gz);
  raytrace::SurfaceSample sampled;
  in_.view->sample_surface(t.rays, t.hits, sampled);
  std::copy_n(sampled.nx, kLanes, t.at.nx), std::copy_n(sampled.ny, kLanes, t.at.ny);
  std::copy_n(sampled.nz, kLanes, t.at.nz);
  find_ends(light_.surface_z, t);
  look_up(sampled, t);
}

// Of ground that fills a block the corners are asked first: a patch of another material that is
// smaller than the block may be missed.
void Painter::look_at_ground(uint32_t lanes, Tile16& t) const {
  const auto ask = [&](int k) {
    return in_.material(t.hits.instance[k], Vec3(t.at.x[k], t.at.y[k], t.at.z[k]));
  };
  if (!in_.options.every_pixel && lanes == kAllLanes) {
    const int first = ask(0);
    if (ask(3) == first && ask(12) == first && ask(15) == first) {
      std::fill_n(t.material, kLanes, first);
      std::fill_n(t.at.appearance, kLanes, first);
      return;
    }
  }
  for (uint32_t left = lanes; left != 0; left &= left - 1) {
    const int k = std::countr_zero(left);
    t.at.appearance[k] = t.material[k] = ask(k);
  }
}

void Painter::look_at_thing(const raytrace::Instance& thing, uint32_t lanes,
                            const raytrace::SurfaceSample& sampled, Tile16& t) const {
  for (uint32_t left = lanes; left != 0; left &= left - 1) {
    const int k = std::countr_zero(left);
    t.material[k] = thing.material;
    t.at.appearance[k] = thing.appearance >= 0 ? thing.appearance : thing.material;
    if (!in_.options.textures) continue;
    t.at.lx[k] = sampled.lx[k], t.at.ly[k] = sampled.ly[k], t.at.lz[k] = sampled.lz[k];
    for (int e = 0; e < 9; ++e) t.at.turn[e][k] = static_cast<float>(thing.R(e / 3, e % 3));
  }
}

// Materials, places on the bodies and looks.
void Painter::look_up(const raytrace::SurfaceSample& sampled, Tile16& t) const {
  std::fill_n(t.at.appearance, kLanes, 0);
  std::fill_n(t.material, kLanes, -1);
  if (in_.options.textures) {
    for (int e = 0; e < 9; ++e) std::fill_n(t.at.turn[e], kLanes, e % 4 == 0 ? 1.0f : 0.0f);
    for (int k = 0; k < kLanes; ++k) {
      t.at.lx[k] = t.at.x[k] + ground_[0], t.at.ly[k] = t.at.y[k] + ground_[1];
      t.at.lz[k] = t.at.z[k];
    }
    std::copy_n(sampled.u, kLanes, t.at.u), std::copy_n(sampled.v, kLanes, t.at.v);
  }
  uint32_t left = ~lanes_of(t.hits, raytrace::kNothing) & kAllLanes;
  while (left != 0) {
    const int instance = t.hits.instance[std::countr_zero(left)];
    const uint32_t lanes = lanes_of(t.hits, instance);
    const raytrace::Instance& thing = in_.view->instance(instance);
    if (thing.material == raytrace::kMaterialByPlace)
      look_at_ground(lanes, t);
    else
      look_at_thing(thing, lanes, sampled, t);
    left &= ~lanes;
  }
  if (in_.options.textures) return appearance16(*in_.tiles, in_.appearances, in_.textures, t.at);
  appearance_plain(in_.appearances, t.at);
}

void Painter::keep(int block, const Tile16& t) const {
  const int columns = std::min(kBlockSide, table_.width_px() - first_column(block));
  const int rows = std::min(kBlockSide, table_.height_px() - first_row(block));
  for (int y = 0; y < rows; ++y)
    columns == kBlockSide ? keep_row(block, y, std::integral_constant<int, kBlockSide>(), t)
                          : keep_row(block, y, columns, t);
}

// columns: a number the compiler knows, or not.
template <class Columns>
void Painter::keep_row(int block, int y, Columns columns, const Tile16& t) const {
  const int row = first_row(block) + y, column = first_column(block), lane = y * kBlockSide;
  const auto put = [&](const auto* lanes, auto* to) {
    std::copy_n(lanes + lane, static_cast<int>(columns), to + column);
  };
  for (size_t c = 0; c < kColours; ++c) {
    float light[kBlockSide], veil[kBlockSide];  // that nothing scales
    std::copy_n(t.scattered[c] + lane, static_cast<int>(columns), veil);
    if (!beams_)
      for (int x = 0; x < columns; ++x) veil[x] += t.beam[c][lane + x];
    for (int x = 0; x < columns; ++x) light[x] = t.direct[c][lane + x] + veil[x];
    if (!near_)
      for (int x = 0; x < columns; ++x) light[x] += t.ambient[c][lane + x];
    std::copy_n(light, static_cast<int>(columns), picture_.row(static_cast<int>(c), row) + column);
    std::copy_n(veil, static_cast<int>(columns), veil_.row(static_cast<int>(c), row) + column);
    if (c == 1 && in_.options.edge_samples > 0)
      std::copy_n(light, static_cast<int>(columns), out_.green.row(row) + column);
    if (near_) put(t.ambient[c], out_.ambient[c].row(row));
    if (beams_) put(t.beam[c], out_.beam[c].row(row));
  }
  put(t.range_m, out_.range_m.row(row));
  if (!in_.options.keep_places) return;
  const size_t start = static_cast<size_t>(row) * static_cast<size_t>(table_.width_px());
  put(t.hits.instance, &out_.instance[start]);
  put(t.material, &out_.material[start]);
  const auto weave = [&](const float* a, const float* b, const float* c, float* to) {
    float woven[3 * kBlockSide];
    for (int x = 0; x < columns; ++x)
      woven[3 * x] = a[lane + x], woven[3 * x + 1] = b[lane + x], woven[3 * x + 2] = c[lane + x];
    std::copy_n(woven, 3 * static_cast<int>(columns), to + 3 * column);
  };
  weave(t.at.x, t.at.y, t.at.z, &out_.position_A[3 * start]);
  if (!in_.options.keep_surfaces) return;
  weave(t.hits.nx, t.hits.ny, t.hits.nz, &out_.normal_N[3 * start]);
  weave(t.at.r, t.at.g, t.at.b, &out_.albedo[3 * start]);
}

// Of pixels that show a thing: what leaves it and what arrives; the fraction follows when it is
// known what stands near.
void Painter::keep_leaving(int block, const Tile16& t, const Leaving16& leaving) const {
  const int columns = std::min(kBlockSide, table_.width_px() - first_column(block));
  const int rows = std::min(kBlockSide, table_.height_px() - first_row(block));
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x) {
      const int k = y * kBlockSide + x;
      const bool thing = t.hits.instance[k] >= 0;
      const size_t at = 3 * (static_cast<size_t>(first_row(block) + y) *
                                 static_cast<size_t>(table_.width_px()) +
                             static_cast<size_t>(first_column(block) + x));
      for (size_t c = 0; c < kColours; ++c) {
        const float ambient = near_ ? 0 : 1;  // else added when `open` is known
        out_.transmission[at + c] = thing ? t.direct[c][k] + ambient * t.ambient[c][k] : 0;
        out_.leaving[at + c] =
            thing ? leaving.direct[c][k] + ambient * leaving.ambient[c][k] : 0;
        out_.leaving_ambient[at + c] = thing ? leaving.ambient[c][k] : 0;
      }
    }
}

void Painter::keep_sample(int patch_row, int patch_column, const Tile16& t) const {
  SampledPlanes& to = out_.sampled;
  const int row = patch_row * kBlockSide, column = patch_column * kBlockSide;
  const int columns = std::min(kBlockSide, to.range_m.width() - column);
  for (int y = 0; y < std::min(kBlockSide, to.range_m.height() - row); ++y) {
    const auto put = [&](const float* lanes, PaddedPlane& plane) {
      std::copy_n(lanes + y * kBlockSide, columns, plane.row(row + y) + column);
    };
    put(t.range_m, to.range_m), put(t.open, to.open), put(t.beam_gain, to.gain);
    for (size_t c = 0; c < kColours; ++c) put(t.scattered[c], to.lamps[c]);
  }
}

}  // namespace hadal::sensors
