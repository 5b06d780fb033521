// What a forward-looking sonar hears from between its rays: surfaces and small bodies.
#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "sensors/acoustic/fls_detail.h"
#include "sensors/acoustic/sonar_numbers.h"

namespace hadal::sensors {
namespace {

// Whether the echoes of two neighbours are to fill the bins between.
bool leaves_gap(const ColumnRay& a, const ColumnRay& b, float bin_m) {
  if (!a.spreads || !b.spreads || !(std::abs(a.bin - b.bin) > 1)) return false;
  if (a.instance != b.instance && !(a.ground && b.ground)) return false;
  return on_one_surface(a, b, bin_m);
}

SurfaceGap gap_between(const SurfaceCells& cells, const ColumnRay& a, const ColumnRay& b,
                       const std::array<float, 2>& gap_rows) {
  SurfaceGap gap;
  const bool in_order = a.bin < b.bin;
  const ColumnRay* ends[2] = {in_order ? &a : &b, in_order ? &b : &a};
  const float width = ends[1]->bin - ends[0]->bin;
  for (int i = 0; i < 2; ++i) {
    const ColumnRay& ray = *ends[i];
    gap.bin[i] = ray.bin;
    gap.density[i] = ray.power * gap_rows[(i == 0) == in_order ? 0 : 1] / width;
    const SurfaceCells::Cell cell = cells.place(ray.instance, ray.p_A[0], ray.p_A[1], ray.p_A[2]);
    std::copy_n(cell.q, 3, gap.cell[i]);
    if (i == 0) gap.key = cell.key, std::copy_n(cell.whole, 3, gap.whole_cell);
  }
  gap.fraction = std::min(1.0f, (a.cells + b.cells) / 2 / width);
  return gap;
}

}  // namespace

// Of four columns. Each gap that is filled takes half of the echo of both its rays.
void Fls::spread_surfaces(const Ping& ping, int column, int first_column,
                          BeamScratch& scratch) const {
  const int rows = model_.rays_along;
  const auto bin_m = static_cast<float>(bin_m_);
  for (int i = 0; i < kTileSide && column + i < fan_.columns(); ++i) {
    const ColumnRay* rays = scratch.columns.data() + static_cast<ptrdiff_t>(i) * rows;
    const int c = column + i - first_column;
    const size_t echo = echo_place(c, 0, scratch.per_beam);
    const size_t row = static_cast<size_t>(c / model_.rays_across) * scratch.row +
                       RangeKernel::kRowMargin;
    bool filled_before = false;
    for (int e = 0; e < rows; ++e) {
      const bool filled = e + 1 < rows && leaves_gap(rays[e], rays[e + 1], bin_m);
      if (filled)
        spread_.add(gap_between(ping.cells, rays[e], rays[e + 1], row_gap_[e]), bins(),
                    scratch.surface_re.data() + row, scratch.surface_im.data() + row,
                    model_.clean ? scratch.surface_power.data() + row : nullptr);
      if (filled || filled_before) {
        const float left = filled && filled_before ? 0.0f : 0.5f, size = std::sqrt(left);
        const size_t at = echo + static_cast<size_t>(e);
        scratch.re[at] *= size, scratch.im[at] *= size, scratch.power[at] *= left;
      }
      filled_before = filled;
    }
  }
}

// Echoes of small bodies, in the order of beams.
void Fls::add_body_echoes(Ping& ping) const {
  const uint32_t ping_key = mix32(ping.noise_key);
  const std::vector<BodyRay> rays = ping.bodies.trace(ping_key);
  const double cell_m2 = std::pow(speckle_cell_m(model_), 2);
  const double source = power_of_db(model_.source_level_db);
  const auto beam_of = [&](const BodyRay& ray) {
    const double beam =
        ray.across_rad / spacing_rad_ + model_.beams / 2.0 - 0.5 + ray.uniform;
    return static_cast<size_t>(std::clamp(std::floor(beam), 0.0, model_.beams - 1.0));
  };
  BodyEchoes& out = ping.body_echoes;
  out.first.assign(static_cast<size_t>(model_.beams) + 1, 0);
  for (const BodyRay& ray : rays) ++out.first[beam_of(ray) + 1];
  for (size_t b = 1; b < out.first.size(); ++b) {
    out.most = std::max(out.most, out.first[b]);
    out.first[b] += out.first[b - 1];
  }
  std::vector<size_t> next(out.first.begin(), out.first.end() - 1);
  for (std::vector<float>* all : {&out.bin, &out.re, &out.im, &out.power}) all->resize(rays.size());
  out.labels.resize(rays.size());
  EchoTile tile{};
  for (size_t begin = 0; begin < rays.size(); begin += kEchoLanes) {
    const size_t count = std::min<size_t>(kEchoLanes, rays.size() - begin);
    std::fill_n(tile.strength, kEchoLanes, 0.0f);
    for (size_t k = 0; k < count; ++k) {
      const BodyRay& ray = rays[begin + k];
      const float deeper = ray.p_A[2] - ping.origin.p_A[2];
      const double up = vertical_power(ray.along_rad);
      tile.range_m[k] = ray.range_m, tile.cosine[k] = ray.cosine;
      tile.strength[k] = ping.scatter.at(
          ping.input.material(ray.instance, Vec3(ray.p_A[0], ray.p_A[1], ray.p_A[2])), ray.cosine);
      tile.gain[k] = static_cast<float>(source * ray.solid_angle_sr *
                                        across_power(ray.across_rad) * up * up);
      tile.absorption[k] = ping.water.absorption(deeper);
      tile.patch[k] = static_cast<float>(ray.solid_angle_sr / cell_m2);
      // Few cells carry the echo of a small body: its speckle is another from ping to ping, as that
      // of a sonar that moves by less than a wavelength.
      tile.key[k] = ping_key ^ ping.cells.key(ray.instance, ray.p_A[0], ray.p_A[1], ray.p_A[2]);
    }
    make_echoes(tile);
    for (size_t k = 0; k < count; ++k) {
      const BodyRay& ray = rays[begin + k];
      const size_t at = next[beam_of(ray)]++;
      out.bin[at] = bin_of(ping, ray);
      out.power[at] = tile.power[k];
      out.re[at] = model_.speckle ? tile.re[k] : std::sqrt(tile.power[k]);
      out.im[at] = model_.speckle ? tile.im[k] : 0;
      LabelledRay& label = out.labels[at];
      label.bin = out.bin[at], label.range_m = ray.range_m, label.elevation_rad = ray.along_rad;
      label.power = tile.power[k] / ray.fan_fraction;
      label.object = label_of(ping.input.view->instance(ray.instance));
    }
  }
}

// The number of echoes of one beam.
size_t Fls::put_body_echoes(const BodyEchoes& bodies, size_t beam, size_t at,
                            BeamScratch& scratch) const {
  if (bodies.bin.empty()) return 0;
  const size_t first = bodies.first[beam], count = bodies.first[beam + 1] - first;
  const auto put = [&](const std::vector<float>& from, std::vector<float>& to) {
    std::copy_n(from.begin() + static_cast<ptrdiff_t>(first), count,
                to.begin() + static_cast<ptrdiff_t>(at));
  };
  put(bodies.bin, scratch.bin);
  put(bodies.re, scratch.re);
  put(bodies.im, scratch.im);
  put(bodies.power, scratch.power);
  return count;
}

}  // namespace hadal::sensors
