// More samples for pixels that show more than one thing, or one that moves.
#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "sensors/optical/render/painter_parts.h"

namespace hadal::sensors {
namespace {

using raytrace::kLanes;

// Numbers of a pixel and the frame, in [0, 1).
void scatter_numbers(int block, int64_t frame, float* out) {
  const auto seed =
      mix32(static_cast<uint32_t>(block) * 16u + static_cast<uint32_t>(frame) * 0x85ebca6bu);
  for (int k = 0; k < kLanes; ++k)
    out[k] = static_cast<float>(mix32(seed + static_cast<uint32_t>(k)) >> 8) / 16777216.0f;
}

// Van der Corput's sequence.
float radical_inverse(int i, int base) {
  float out = 0, digit = 1 / static_cast<float>(base);
  for (int n = i; n > 0; n /= base, digit /= static_cast<float>(base))
    out += digit * static_cast<float>(n % base);
  return out + digit / 2;
}

// The dither of one of several samples of a pixel. Together they are as even as those of 4 x 4
// places, which are softened instead; without the turn every pixel would keep its step.
template <class Dither>
void turn(int s, int samples, Dither& dither) {
  const auto turned = [](float number, float by) {
    const float sum = number + by;
    return sum < 1 ? sum : sum - 1;
  };
  const float part = static_cast<float>(s) / static_cast<float>(samples);
  const float other = radical_inverse(s, 2);
  for (int k = 0; k < kLanes; ++k) {
    dither.along[k] = turned(dither.along[k], part);
    dither.first[k] = turned(dither.first[k], part);
    dither.second[k] = turned(dither.second[k], other);
  }
}

void copy_ray(const raytrace::Rays& from, int lane, int k, raytrace::Rays& to) {
  to.ox[k] = from.ox[lane], to.oy[k] = from.oy[lane], to.oz[k] = from.oz[lane];
  to.dx[k] = from.dx[lane], to.dy[k] = from.dy[lane], to.dz[k] = from.dz[lane];
  to.near_m[k] = from.near_m[lane], to.far_m[k] = from.far_m[lane], to.time[k] = from.time[lane];
}

}  // namespace

// Pixels of several blocks, packed.
struct Painter::Pixels {
  int count = 0;
  int block[kLanes], lane[kLanes];
};

// Enough that neighbouring samples of the way lie a pixel apart, or nearly.
int Painter::time_samples(float path_px) const {
  constexpr int kMin = 4;
  const int wanted = static_cast<int>(std::ceil(std::min(1.5f * path_px, 1000.0f)));
  return std::clamp(wanted, std::min(kMin, in_.options.max_time_samples),
                    in_.options.max_time_samples);
}

// Of a set that is even over the pixel and, from another start in each, over the exposure.
Painter::Sample Painter::sample_of(int block, int s, int samples, double exposure_s) const {
  Sample out;
  out.in_middle = false;
  std::fill_n(out.right_px, kLanes, radical_inverse(s, 2) - 0.5f);
  std::fill_n(out.down_px, kLanes, radical_inverse(s, 3) - 0.5f);
  if (exposure_s == 0) return out;
  scatter_numbers(block, in_.number, out.after_s);
  const float part_s = static_cast<float>(exposure_s) / static_cast<float>(samples);
  for (float& time_s : out.after_s) time_s = (static_cast<float>(s) + time_s) * part_s;
  return out;
}

// All light of a tile, and the part that the water and what floats in it scattered.
void Painter::add_light(const Tile16& t, float (*sums)[kLanes], float (*veils)[kLanes]) {
  for (int c = 0; c < kColours; ++c)
    for (int k = 0; k < kLanes; ++k) {
      const float veil = t.beam[c][k] * t.beam_gain[k] + t.scattered[c][k];
      sums[c][k] += t.direct[c][k] + t.ambient[c][k] * t.open[k] + veil;
      veils[c][k] += veil;
    }
}

// What the picture shows already does not count: it is of the start of the exposure.
void Painter::refine_moving(int block, float path_px, double exposure_s) const {
  const int samples = time_samples(path_px);
  float sums[kColours][kLanes] = {}, veils[kColours][kLanes] = {};
  for (int s = 0; s < samples; ++s) {
    Tile16 t;
    aim(block, sample_of(block, s, samples, exposure_s), false, t.rays);
    std::fill_n(t.pixel_rad, kLanes, table_.pixel_rad(block));
    meet_surface(in_.water, t);
    Dither dither = dither_of(block, in_.number);
    turn(s, samples, dither);
    shade_alone(dither, nullptr, t);
    finish(dither, t);
    if (in_.silt && in_.water.from_below) veil_by_silt(*in_.silt, {}, t);
    add_light(t, sums, veils);
  }
  const float scale = 1 / static_cast<float>(samples);
  for (int k = 0; k < kLanes; ++k) {
    const int x = first_column(block) + k % kBlockSide, y = first_row(block) + k / kBlockSide;
    if (x >= picture_.width_px || y >= picture_.height_px) continue;
    for (int c = 0; c < kColours; ++c) {
      picture_.row(c, y)[x] = sums[c][k] * scale;
      veil_.row(c, y)[x] = veils[c][k] * scale;
    }
  }
}

void Painter::refine_edges(int block_row, std::span<const float> paths_px) const {
  Pixels pixels;
  for (int column = 0; column < table_.blocks_across(); ++column) {
    const int block = block_row * table_.blocks_across() + column;
    if (in_.options.max_time_samples > 0 && paths_px[static_cast<size_t>(block)] > kMinPath_px)
      continue;
    const uint32_t edges = edges_of(block);
    for (int k = 0; k < kLanes; ++k) {
      if (!(edges >> k & 1)) continue;
      pixels.block[pixels.count] = block, pixels.lane[pixels.count] = k;
      if (++pixels.count < kLanes) continue;
      add_samples(pixels);
      pixels.count = 0;
    }
  }
  if (pixels.count > 0) add_samples(pixels);
}

// Means of samples into the picture. What it shows already counts as one of them.
void Painter::add_samples(const Pixels& pixels) const {
  const int samples = in_.options.edge_samples;
  Known known;
  float sums[kColours][kLanes] = {}, veils[kColours][kLanes] = {};
  const auto x_of = [&](int k) {
    return first_column(pixels.block[k]) + pixels.lane[k] % kBlockSide;
  };
  const auto y_of = [&](int k) { return first_row(pixels.block[k]) + pixels.lane[k] / kBlockSide; };
  for (int k = 0; k < kLanes; ++k) {
    const int from = std::min(k, pixels.count - 1);
    known.open[k] = near_ ? out_.open.row(y_of(from))[x_of(from)] : 1;
    known.gain[k] = beams_ ? out_.gain.row(y_of(from))[x_of(from)] : 1;
  }
  for (int s = 0; s < samples; ++s) {
    Tile16 t;
    raytrace::Rays rays;
    for (int k = 0; k < kLanes; ++k) {
      const int from = std::min(k, pixels.count - 1), block = pixels.block[from];
      if (from == 0 || block != pixels.block[from - 1])
        aim(block, sample_of(block, s, samples, 0), still_, rays);
      copy_ray(rays, pixels.lane[from], k, t.rays);
      t.pixel_rad[k] = table_.pixel_rad(block);
      if (k >= pixels.count) t.rays.near_m[k] = 1, t.rays.far_m[k] = 0;
    }
    meet_surface(in_.water, t);
    Dither dither = dither_of(pixels.block[0], in_.number);
    turn(s, samples, dither);
    shade_alone(dither, &known, t);
    finish(dither, t);
    if (in_.silt && in_.water.from_below) veil_by_silt(*in_.silt, {}, t);
    add_light(t, sums, veils);
  }
  const float scale = 1 / static_cast<float>(samples + 1);
  for (int k = 0; k < pixels.count; ++k)
    for (int c = 0; c < kColours; ++c) {
      float& pixel = picture_.row(c, y_of(k))[x_of(k)];
      float& veil = veil_.row(c, y_of(k))[x_of(k)];
      pixel = (pixel + sums[c][k]) * scale;
      veil = (veil + veils[c][k]) * scale;
    }
}

// Pixels of a block that show another thing than a neighbour, or a step of the range, where the
// light differs by a seventh. Light that was sampled is left out: it has grain.
uint32_t Painter::edges_of(int block) const {
  constexpr float kStep = 0.05f, kContrast = 0.15f;
  const auto width = static_cast<size_t>(table_.width_px());
  uint32_t edges = 0;
  for (int k = 0; k < kLanes; ++k) {
    const int x = first_column(block) + k % kBlockSide, y = first_row(block) + k / kBlockSide;
    if (x < 1 || y < 1 || x + 1 >= table_.width_px() || y + 1 >= table_.height_px()) continue;
    const auto thing = [&](int i, int j) {
      return out_.instance[static_cast<size_t>(j) * width + static_cast<size_t>(i)];
    };
    const auto range = [&](int i, int j) { return out_.range_m.row(j)[i]; };
    const auto brightness = [&](int i, int j) {
      const float around = near_ ? out_.ambient[1].row(j)[i] * out_.open.row(j)[i] : 0;
      return out_.green.row(j)[i] + around;
    };
    const float here = range(x, y);
    bool differs = std::abs(range(x + 1, y) + range(x - 1, y) - 2 * here) > kStep * here ||
                   std::abs(range(x, y + 1) + range(x, y - 1) - 2 * here) > kStep * here;
    for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
      differs |= thing(x + dx, y + dy) != thing(x, y);
    if (!differs) continue;
    float min = brightness(x, y), max = min;
    for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      min = std::min(min, brightness(x + dx, y + dy));
      max = std::max(max, brightness(x + dx, y + dy));
    }
    if (max - min > kContrast * max) edges |= 1u << k;
  }
  return edges;
}

}  // namespace hadal::sensors
