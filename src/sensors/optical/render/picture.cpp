#include "sensors/optical/render/picture.h"

#include <algorithm>
#include <cmath>

#include "sensors/optical/render/painter.h"

namespace hadal::sensors {

SampledPlanes::SampledPlanes(int width, int height)
    : range_m(width, height),
      nearness(width, height),
      open(width, height),
      gain(width, height),
      lamps{open, open, open},
      soft_open{open},
      soft_gain{open},
      soft_lamps{open, open, open} {}

PictureBuffers::PictureBuffers(int width, int height)
    : ambient{PaddedPlane(width, height), PaddedPlane(width, height), PaddedPlane(width, height)},
      beam{ambient},
      lamps{ambient},
      veil(width, height),
      green(width, height),
      open(width, height),
      gain(width, height),
      range_m(width, height),
      nearness(width, height),
      sampled((width + 1) / 2, (height + 1) / 2) {
  const auto pixels = static_cast<size_t>(width) * static_cast<size_t>(height);
  instance.resize(pixels), material.resize(pixels);
  position_A.resize(3 * pixels), normal_N.resize(3 * pixels), albedo.resize(3 * pixels);
}

bool samples_nearness(const PictureInput& input) {
  return input.options.nearness;
}
bool samples_beams(const PictureInput& input) {
  return input.caustics && input.options.caustics && input.options.beam_samples > 0;
}

namespace {

// Softens what was sampled and spreads it over the pixels.
void spread_samples(const PictureInput& input, ThreadArena& arena, PictureBuffers& b) {
  SampledPlanes& s = b.sampled;
  std::vector<PaddedPlane*> from, soft, to;
  const auto add = [&](PaddedPlane& sampled, PaddedPlane& softened, PaddedPlane& spread_out) {
    sampled.fill_margin();
    from.push_back(&sampled), soft.push_back(&softened), to.push_back(&spread_out);
  };
  if (samples_nearness(input)) add(s.open, s.soft_open, b.open);
  if (samples_beams(input)) add(s.gain, s.soft_gain, b.gain);
  for (size_t c = 0; c < kColours && !input.light->lamps.empty(); ++c)
    add(s.lamps[c], s.soft_lamps[c], b.lamps[c]);
  if (from.empty()) return;
  nearness(b.range_m, b.nearness, arena);
  nearness(s.range_m, s.nearness, arena);
  soften(s.nearness, {from.data(), from.size()}, soft, arena);
  for (PaddedPlane* plane : soft) plane->fill_margin();
  spread(b.nearness, s.nearness, {soft.data(), soft.size()}, to, arena);
}

// to += light * fraction.
void add_light(const float* light, const float* fraction, int width, float* to) {
  for (int x = 0; x < width; ++x) to[x] += light[x] * fraction[x];
}
// What the water scatters, light * fraction or light, to the picture and its veil.
void add_veil(const float* light, const float* fraction, int width, float* to, float* veil) {
  for (int x = 0; x < width; ++x) {
    const float more = fraction ? light[x] * fraction[x] : light[x];
    to[x] += more, veil[x] += more;
  }
}

// Adds what was sampled to what is known of each pixel alone.
void add_sampled(const PictureInput& input, ThreadArena& arena, PictureBuffers& b,
                 camera::RgbView out) {
  const bool near = samples_nearness(input), beams = samples_beams(input);
  if (!near && !beams && input.light->lamps.empty()) return;
  const camera::RgbView veils = b.veil.view();
  arena.for_each(static_cast<size_t>(out.height_px), [&](size_t y) {
    const int row = static_cast<int>(y);
    for (size_t c = 0; c < kColours; ++c) {
      float *to = out.row(static_cast<int>(c), row), *veil = veils.row(static_cast<int>(c), row);
      if (near) add_light(b.ambient[c].row(row), b.open.row(row), out.width_px, to);
      if (beams) add_veil(b.beam[c].row(row), b.gain.row(row), out.width_px, to, veil);
      if (!input.light->lamps.empty())
        add_veil(b.lamps[c].row(row), nullptr, out.width_px, to, veil);
    }
  });
}

// From what arrives and what leaves, to their ratio.
void finish_transmission(const PictureInput& input, ThreadArena& arena, PictureBuffers& b,
                         const camera::RgbView& out) {
  const bool near = samples_nearness(input);
  const auto width = static_cast<size_t>(out.width_px);
  arena.for_each(static_cast<size_t>(out.height_px), [&](size_t y) {
    const int row = static_cast<int>(y);
    for (size_t x = 0; x < width; ++x)
      for (size_t c = 0; c < kColours; ++c) {
        const size_t at = 3 * (y * width + x) + c;
        float arriving = b.transmission[at], leaving = b.leaving[at];
        if (near) {
          const float open = b.open.row(row)[x];
          arriving += b.ambient[c].row(row)[x] * open;
          leaving += b.leaving_ambient[at] * open;
        }
        b.transmission[at] = leaving > 0 ? arriving / leaving : -1;
      }
  });
}

}  // namespace

void take_picture(const RayTable& table, const PictureInput& input, ThreadArena& arena,
                  PictureBuffers& b, camera::RgbView out) {
  if (input.options.keep_transmission)
    for (std::vector<float>* plane : {&b.transmission, &b.leaving, &b.leaving_ambient})
      plane->resize(b.albedo.size());
  const Painter painter(table, input, b, out);
  arena.for_each(static_cast<size_t>(painter.patches_down()), [&](size_t row) {
    for (int column = 0; column < painter.patches_across(); ++column)
      painter.paint(static_cast<int>(row), column);
  });
  spread_samples(input, arena, b);
  add_sampled(input, arena, b, out);
  if (input.options.keep_transmission) finish_transmission(input, arena, b, out);
}

namespace {

struct Streak {
  float x = 0, y = 0;  // px
  float length() const { return std::hypot(x, y); }
};

// The longest of a block.
Streak longest_path(const RayTable& table, const Smear& smear, int block) {
  const int row = block / table.blocks_across() * kBlockSide;
  const int column = block % table.blocks_across() * kBlockSide;
  const auto time_s = static_cast<float>(smear.exposure_s);
  Streak longest;
  for (int y = row; y < std::min(row + kBlockSide, table.height_px()); ++y)
    for (int x = column; x < std::min(column + kBlockSide, table.width_px()); ++x) {
      const auto pixel =
          static_cast<size_t>(y) * static_cast<size_t>(table.width_px()) + static_cast<size_t>(x);
      const Streak path{smear.velocity_x[pixel] * time_s, smear.velocity_y[pixel] * time_s};
      if (path.length() > longest.length()) longest = path;
    }
  return longest;
}

// For every block the longest way of light that starts in it or passes it.
std::vector<float> paths_through(const RayTable& table, const Smear& smear, ThreadArena& arena) {
  const int across = table.blocks_across(), down = table.blocks_down();
  std::vector<float> out(static_cast<size_t>(across) * static_cast<size_t>(down), 0.0f);
  if (smear.velocity_x.empty()) return out;
  std::vector<Streak> paths(out.size());
  arena.for_each(static_cast<size_t>(down), [&](size_t row) {
    for (size_t i = row * static_cast<size_t>(across); i < (row + 1) * static_cast<size_t>(across);
         ++i)
      paths[i] = longest_path(table, smear, static_cast<int>(i));
  });
  for (int block = 0; block < across * down; ++block) {
    const Streak& path = paths[static_cast<size_t>(block)];
    const float length = path.length();
    if (!(length > kMinPath_px)) continue;
    const int steps = static_cast<int>(std::min(length, 4096.0f) / (0.5f * kBlockSide)) + 2;
    for (int k = 0; k <= steps; ++k) {
      const float fraction = static_cast<float>(k) / static_cast<float>(steps) / kBlockSide;
      const auto x = block % across + static_cast<int>(std::lround(fraction * path.x));
      const auto y = block / across + static_cast<int>(std::lround(fraction * path.y));
      if (x < 0 || y < 0 || x >= across || y >= down) break;
      float& longest =
          out[static_cast<size_t>(y) * static_cast<size_t>(across) + static_cast<size_t>(x)];
      longest = std::max(longest, length);
    }
  }
  return out;
}

}  // namespace

void refine_picture(const RayTable& table, const PictureInput& input, const Smear& smear,
                    ThreadArena& arena, PictureBuffers& buffers, camera::RgbView out) {
  if (input.options.edge_samples <= 0 && input.options.max_time_samples <= 0) return;
  const Painter painter(table, input, buffers, out);
  const std::vector<float> paths = paths_through(table, smear, arena);
  const auto across = static_cast<size_t>(table.blocks_across());
  arena.for_each(static_cast<size_t>(table.blocks_down()), [&](size_t row) {
    for (size_t block = row * across; block < (row + 1) * across; ++block)
      if (input.options.max_time_samples > 0 && paths[block] > kMinPath_px)
        painter.refine_moving(static_cast<int>(block), paths[block], smear.exposure_s);
    if (input.options.edge_samples > 0) painter.refine_edges(static_cast<int>(row), paths);
  });
}

}  // namespace hadal::sensors
