#include "sensors/optical/render/picture.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hadal::sensors {
namespace {

using raytrace::kLanes;
constexpr float kNear_m = 0.02f;
constexpr float kAround_m = 1.5f;  // what stands nearer takes light from all around

// Steps of a dither over 4 x 4 pixels (Bayer 1973), in sixteenths.
constexpr std::array<int, 16> kSteps{0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};

uint32_t scrambled(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

struct Dither {
  alignas(64) float along[kLanes], first[kLanes], second[kLanes];
};

// Each step once in every 4 x 4 pixels, moved a little by a number of the pixel and the frame.
Dither dither_of(int block, int64_t frame) {
  Dither out;
  const auto seed =
      scrambled(static_cast<uint32_t>(block) * 16u + static_cast<uint32_t>(frame) * 0x9e3779b9u);
  for (int k = 0; k < kLanes; ++k) {
    const uint32_t bits = scrambled(seed + static_cast<uint32_t>(k));
    const float little = static_cast<float>(bits & 0xffff) / 65536.0f;
    const auto step = static_cast<float>(kSteps[static_cast<size_t>(k)]);
    out.along[k] = (step + little) / 16;
    out.first[k] = (step + static_cast<float>(bits >> 16) / 65536.0f) / 16;
    // Directions spread over the sixteen as on a sunflower.
    const float turn = step * 0.618034f + 0.25f * little;
    out.second[k] = turn - std::floor(turn);
  }
  return out;
}

void set_shown(uint32_t hidden, float* shown) {
  for (int k = 0; k < kLanes; ++k) shown[k] = (hidden >> k & 1) ? 0.0f : 1.0f;
}

class Painter {
 public:
  Painter(const RayTable& table, const PictureInput& input, PictureBuffers& buffers)
      : table_(table), in_(input), out_(buffers), light_(*input.light) {
    const Vec3& anchor = input.view->anchor_N();
    for (int axis = 0; axis < 3; ++axis)
      ground_[axis] = static_cast<float>(
          anchor[axis] - kTexturePeriod_m * std::floor(anchor[axis] / kTexturePeriod_m));
  }

  void paint(int block) const {
    alignas(64) static constexpr float kMiddle[kLanes] = {};
    Tile16 t;
    look_along(block, kMiddle, kMiddle, dither_of(block, in_.number), t);
    keep(block, t);
  }

 private:
  void look_along(int block, const float* right_px, const float* down_px, const Dither& dither,
                  Tile16& t) const {
    table_.rays(block, in_.R_NS, in_.p_A, right_px, down_px, kNear_m, in_.range_m, t.rays);
    std::copy_n(dither.along, kLanes, t.dither);
    std::fill_n(t.pixel_rad, kLanes, table_.pixel_rad(block));
    meet_surface(in_.water, t);
    shade(dither, true, t);
    raytrace::Rays below = t.rays;
    alignas(64) float gain[kLanes];
    show_surface(light_, in_.water, t, below, gain);
    if (!in_.water.from_below) go_on_below(dither, below, gain, t);
  }

  // Of a camera above the water: the way of the rays in the water.
  void go_on_below(const Dither& dither, const raytrace::Rays& below, const float* gain,
                   Tile16& t) const {
    if (std::none_of(gain, gain + kLanes, [](float g) { return g > 0; })) return;
    Tile16 wet;
    wet.rays = below;
    std::copy_n(t.dither, kLanes, wet.dither);
    std::copy_n(t.pixel_rad, kLanes, wet.pixel_rad);
    for (int k = 0; k < kLanes; ++k) wet.rays.far_m[k] = gain[k] > 0 ? in_.range_m : -1;
    std::fill_n(wet.surface_m, kLanes, std::numeric_limits<float>::infinity());
    shade(dither, false, wet);
    for (int c = 0; c < kColours; ++c)
      for (int k = 0; k < kLanes; ++k)
        t.direct[c][k] += gain[k] * (wet.direct[c][k] + wet.ambient[c][k] + wet.scattered[c][k]);
  }

  void shade(const Dither& dither, bool coherent, Tile16& t) const {
    in_.view->trace(t.rays, in_.seen, coherent, t.hits);
    std::copy_n(t.hits.nx, kLanes, t.at.gx), std::copy_n(t.hits.ny, kLanes, t.at.gy);
    std::copy_n(t.hits.nz, kLanes, t.at.gz);
    std::copy_n(t.hits.nx, kLanes, t.at.nx), std::copy_n(t.hits.ny, kLanes, t.at.ny);
    std::copy_n(t.hits.nz, kLanes, t.at.nz);
    find_ends(light_.surface_z, t);
    look_up(t);
    for (int c = 0; c < kColours; ++c) {
      std::fill_n(t.direct[c], kLanes, 0.0f);
      std::fill_n(t.ambient[c], kLanes, 0.0f);
      std::fill_n(t.scattered[c], kLanes, 0.0f);
    }
    raytrace::Rays rays;
    std::fill_n(t.sun_shown, kLanes, 1.0f);
    if (in_.options.shadows) {
      aim_at_sun(light_, t, rays);
      set_shown(in_.view->occluded(rays, in_.seen), t.sun_shown);
    }
    std::fill_n(t.caustic, kLanes, 1.0f);
    std::fill_n(t.beam_gain, kLanes, 1.0f);
    if (in_.caustics && in_.options.caustics)
      gather_beams(light_, *in_.caustics, in_.options.beam_samples, t);
    light_by_day(light_, t);
    scatter_day(light_, t);
    std::fill_n(t.open, kLanes, 1.0f);
    if (in_.options.nearness) {
      aim_around(t, dither.first, dither.second, kAround_m, rays);
      set_shown(in_.view->occluded(rays, in_.seen), t.open);
    }
    for (const LampLight& lamp : light_.lamps) shine(lamp, t);
  }

  void shine(const LampLight& lamp, Tile16& t) const {
    raytrace::Rays rays;
    std::fill_n(t.lamp_shown, kLanes, 1.0f);
    if (in_.options.shadows) {
      aim_at_lamp(lamp, t, rays);
      set_shown(in_.view->occluded(rays, in_.seen), t.lamp_shown);
    }
    light_by_lamp(light_, lamp, t);
    const int samples = in_.options.lamp_samples;
    uint32_t shown[kMostSamples];
    if (in_.options.volume_shadows)
      for (int k = 0; k < samples; ++k) {
        aim_samples(lamp, samples, k, t, rays);
        shown[k] = ~in_.view->occluded(rays, in_.seen);
      }
    scatter_lamp(light_, lamp, samples, in_.options.volume_shadows ? shown : nullptr, t);
  }

  // Materials, places on the bodies and looks.
  void look_up(Tile16& t) const {
    for (int k = 0; k < kLanes; ++k) {
      const int instance = t.hits.instance[k];
      t.at.look[k] = 0;
      t.at.lx[k] = t.at.x[k] + ground_[0], t.at.ly[k] = t.at.y[k] + ground_[1];
      t.at.lz[k] = t.at.z[k];
      t.at.u[k] = t.at.v[k] = 0;
      for (int e = 0; e < 9; ++e) t.at.turn[e][k] = e % 4 == 0 ? 1.0f : 0.0f;
      if (instance < 0) continue;
      const raytrace::Instance& thing = in_.view->instance(instance);
      const Vec3 p(t.at.x[k], t.at.y[k], t.at.z[k]);
      if (thing.material == raytrace::kMaterialByPlace) {
        t.at.look[k] = in_.material(instance, p);
        continue;
      }
      t.at.look[k] = thing.material;
      const Vec3 q = thing.R.transpose() * (p - thing.translation_A);
      t.at.lx[k] = static_cast<float>(q.x()), t.at.ly[k] = static_cast<float>(q.y());
      t.at.lz[k] = static_cast<float>(q.z());
      for (int e = 0; e < 9; ++e) t.at.turn[e][k] = static_cast<float>(thing.R(e / 3, e % 3));
    }
    if (in_.options.textures) return look16(*in_.tiles, in_.looks, in_.textures, t.at);
    for (int k = 0; k < kLanes; ++k) {
      const Look& look = in_.looks[static_cast<size_t>(t.at.look[k])];
      t.at.r[k] = look.albedo[0], t.at.g[k] = look.albedo[1], t.at.b[k] = look.albedo[2];
      t.at.roughness[k] = look.roughness, t.at.metallic[k] = look.metallic;
      t.at.transmission[k] = look.transmission;
      t.at.cavity[k] = 1;
    }
  }

  void keep(int block, const Tile16& t) const {
    const int row = block / table_.blocks_across() * kBlockSide;
    const int column = block % table_.blocks_across() * kBlockSide;
    const int width = table_.width_px(), rows = std::min(kBlockSide, table_.height_px() - row);
    const int columns = std::min(kBlockSide, width - column);
    for (int y = 0; y < rows; ++y) {
      const float* from = nullptr;
      const auto put = [&](const float* lanes, PaddedPlane& plane) {
        from = lanes + y * kBlockSide;
        std::copy_n(from, columns, plane.row(row + y) + column);
      };
      for (size_t c = 0; c < kColours; ++c) {
        put(t.direct[c], out_.direct[c]);
        put(t.ambient[c], out_.ambient[c]);
        put(t.scattered[c], out_.scattered[c]);
      }
      put(t.open, out_.open);
      put(t.range_m, out_.range_m);
      for (int x = 0; x < columns; ++x) {
        const int lane = y * kBlockSide + x;
        const auto pixel = static_cast<size_t>(row + y) * static_cast<size_t>(width) +
                           static_cast<size_t>(column + x);
        out_.instance[pixel] = t.hits.instance[lane];
        out_.material[pixel] = t.hits.instance[lane] < 0 ? -1 : t.at.look[lane];
        const float normal[3] = {t.hits.nx[lane], t.hits.ny[lane], t.hits.nz[lane]};
        const float albedo[3] = {t.at.r[lane], t.at.g[lane], t.at.b[lane]};
        std::copy_n(normal, 3, &out_.normal_N[3 * pixel]);
        std::copy_n(albedo, 3, &out_.albedo[3 * pixel]);
      }
    }
  }

  const RayTable& table_;
  const PictureInput& in_;
  PictureBuffers& out_;
  const Light& light_;
  float ground_[3];
};

}  // namespace

PictureBuffers::PictureBuffers(int width, int height)
    : direct{PaddedPlane(width, height), PaddedPlane(width, height), PaddedPlane(width, height)},
      ambient{direct},
      scattered{direct},
      soft_scattered{direct},
      open(width, height),
      soft_open(width, height),
      range_m(width, height),
      nearness(width, height) {
  const auto pixels = static_cast<size_t>(width) * static_cast<size_t>(height);
  instance.resize(pixels), material.resize(pixels);
  normal_N.resize(3 * pixels), albedo.resize(3 * pixels);
}

void take_picture(const RayTable& table, const PictureInput& input, ThreadArena& arena,
                  PictureBuffers& b, camera::RgbView out) {
  const Painter painter(table, input, b);
  const int across = table.blocks_across();
  arena.for_each(static_cast<size_t>(table.blocks_down()), [&](size_t row) {
    for (int column = 0; column < across; ++column)
      painter.paint(static_cast<int>(row) * across + column);
  });
  nearness(b.range_m, b.nearness, arena);
  for (PaddedPlane& plane : b.scattered) plane.fill_margin();
  b.open.fill_margin();
  const std::array<const PaddedPlane*, 4> from{&b.scattered[0], &b.scattered[1], &b.scattered[2],
                                               &b.open};
  const std::array<PaddedPlane*, 4> to{&b.soft_scattered[0], &b.soft_scattered[1],
                                       &b.soft_scattered[2], &b.soft_open};
  soften(b.nearness, from, to, arena);
  arena.for_each(static_cast<size_t>(out.height_px), [&](size_t y) {
    const int row = static_cast<int>(y);
    const float* open = b.soft_open.row(row);
    for (int c = 0; c < kColours; ++c) {
      const auto channel = static_cast<size_t>(c);
      const float *direct = b.direct[channel].row(row), *ambient = b.ambient[channel].row(row),
                  *scattered = b.soft_scattered[channel].row(row);
      float* to_row = out.row(c, row);
      for (int x = 0; x < out.width_px; ++x)
        to_row[x] = direct[x] + ambient[x] * open[x] + scattered[x];
    }
  });
}

}  // namespace hadal::sensors
