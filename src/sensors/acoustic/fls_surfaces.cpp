// What a forward-looking sonar hears from between its rays: surfaces and small bodies.
#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "sensors/acoustic/fls_detail.h"
#include "sensors/acoustic/sonar_numbers.h"

namespace hadal::sensors {
// Works off the rows before end_row of the columns that are traced together; the last of them stays,
// for the gap to the next.
void Fls::spread_surfaces(const Ping& ping, int first_column, int end_row,
                          BeamScratch& scratch) const {
  ColumnRays& rays = scratch.columns;
  const int count = end_row - rays.begin;
  for (int column = first_column; column < first_column + wide_; ++column) {
    spread_column(ping, column, count, scratch);
    const size_t to = static_cast<size_t>(column) * ColumnRays::kStride;
    const size_t from = to + static_cast<size_t>(count) - 1;
    rays.surface[to] = rays.surface[from];
    rays.ripple_row[to] = rays.ripple_row[from];
    for (std::vector<float>* all : rays.floats()) (*all)[to] = (*all)[from];
  }
  rays.begin = end_row - 1;
}

// Each gap that is filled takes half of the echo of both its rays.
void Fls::spread_column(const Ping& ping, int column, int count, BeamScratch& scratch) const {
  const auto begin = static_cast<size_t>(scratch.columns.begin);
  const size_t echo = echo_place(column, 0, scratch.per_beam) + begin;
  const size_t beam = static_cast<size_t>(column / model_.rays_across);
  const size_t bins_at = beam * scratch.row + RangeKernel::kRowMargin;
  ColumnRays& c = scratch.columns;
  const size_t at = static_cast<size_t>(column) * ColumnRays::kStride;
  const SurfaceRays rays{c.surface.data() + at,
                         scratch.bin.data() + echo,
                         c.range_m.data() + at,
                         scratch.power.data() + echo,
                         c.cells.data() + at,
                         {c.along[0].data() + at, c.along[1].data() + at, c.along[2].data() + at},
                         {c.normal[0].data() + at, c.normal[1].data() + at, c.normal[2].data() + at},
                         {c.cell[0].data() + at, c.cell[1].data() + at, c.cell[2].data() + at},
                         {row_gap_[0].data() + begin, row_gap_[1].data() + begin},
                         c.ripple_row.data() + at,
                         ping.ripple_table.get(),
                         ping.ripples ? &scratch.ripples[static_cast<size_t>(column)] : nullptr};
  // The first ray is the last one of the rows before, but at the start.
  if (ping.ripples)
    SurfaceSpread::find_ripples(*ping.ripples, rays, begin == 0 ? 0 : 1, count,
                                scratch.ripples[static_cast<size_t>(column)]);
  SurfaceRow row{scratch.surface_re.data() + bins_at,
                 scratch.surface_im.data() + bins_at,
                 model_.clean ? scratch.surface_power.data() + bins_at : nullptr,
                 bins(),
                 scratch.surface_first[beam],
                 scratch.surface_end[beam]};
  const bool last = scratch.columns.begin + count == fan_.rows();
  float* left = scratch.left.data();
  left[0] = c.left[static_cast<size_t>(column)];
  const bool any = spread_.add(rays, count, ping.cells, row, left);
  scratch.surface_first[beam] = row.first, scratch.surface_end[beam] = row.end;
  c.left[static_cast<size_t>(column)] = left[count - 1];
  const int done = last ? count : count - 1;
  if (rays.ripples) SurfaceSpread::ripple(rays, done, left);
  if (any || left[0] != 1 || rays.ripples)
    SurfaceSpread::keep(left, done, scratch.re.data() + echo, scratch.im.data() + echo,
                        scratch.power.data() + echo);
  if (rays.ripples)
    for (auto& number : scratch.ripples[static_cast<size_t>(column)].at) number[0] = number[count - 1];
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
      if (ping.silt)
        tile.gain[k] *= static_cast<float>(ping.silt->two_way(
            Vec3(ping.origin.p_A[0], ping.origin.p_A[1], ping.origin.p_A[2]),
            Vec3(ray.along_N[0], ray.along_N[1], ray.along_N[2]), ray.range_m));
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
