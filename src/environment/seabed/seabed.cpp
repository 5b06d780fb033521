#include "environment/seabed/seabed.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <mutex>

#include "base/check.h"
#include "base/reader_lock.h"
#include "environment/seabed/bottom.h"
#include "environment/seabed/node_source.h"
#include "environment/seabed/tile_cache.h"

namespace hadal::environment {
namespace {

constexpr double kFarthest_m = 1e12;
constexpr double kFollowed_m = 1e9;  // no tiles beyond: a vehicle there is lost

bool reachable(double north_m, double east_m) {
  return std::abs(north_m) <= kFarthest_m && std::abs(east_m) <= kFarthest_m;
}

// A cell of the lattice and the place in it.
struct CellPosition {
  int64_t i, j;
  double u, v;  // 0..1 north and east
};

CellPosition cell_position(double north_m, double east_m, double cell_m) {
  const double x = north_m / cell_m, y = east_m / cell_m;
  const double i = std::floor(x), j = std::floor(y);
  return {static_cast<int64_t>(i), static_cast<int64_t>(j), x - i, y - j};
}

// Depths of the corners (i, j), (i, j+1), (i+1, j), (i+1, j+1).
using Corners = std::array<double, 4>;

double on_triangles(const Corners& d, double u, double v) {
  return u >= v ? d[0] + u * (d[2] - d[0]) + v * (d[3] - d[2])
                : d[0] + v * (d[1] - d[0]) + u * (d[3] - d[1]);
}

}  // namespace

struct Seabed::Impl {
  SeabedParameters parameters;
  NodeSource source;
  Bottom bottom;
  TileCache tiles;
  int tile_shift = 7;  // tiles of 2^shift cells
  uint64_t follow_clock = 0;
  mutable ReaderLock lock;  // of tiles and follow_clock

  double node(int64_t i, int64_t j, SeabedLayer layer) const;
  Corners corners(int64_t i, int64_t j, SeabedLayer layer) const;
  void copy_nodes(const TileKey& key, int64_t i0, int64_t j0, int ni, int nj, SeabedLayer layer,
                  double* out, int out_stride) const;
  void fill_tile(const TileKey& key, double* nodes) const;
  bool moved(FollowedPositions& followed) const;
  void load_around(int level, const Vec3& from_N, const Vec3& to_N, uint64_t now);
};

// The seen surface lies above the firm one by the silt.
double Seabed::Impl::node(int64_t i, int64_t j, SeabedLayer layer) const {
  const double solid = source.depth(i, j);
  const int surface = bottom.surface(layer);
  if (surface == 0) return solid;
  return solid - bottom.silt_m(static_cast<double>(i) * parameters.cell_m,
                               static_cast<double>(j) * parameters.cell_m, surface);
}

Corners Seabed::Impl::corners(int64_t i, int64_t j, SeabedLayer layer) const {
  const TileKey key{0, i >> tile_shift, j >> tile_shift};
  if (tiles.capacity() > 0) {
    const ReaderLock::Shared reading(lock);
    if (const double* tile = tiles.find(key)) {
      const int side = tiles.side();
      tile += static_cast<ptrdiff_t>(bottom.surface(layer)) * side * side;
      const double* at = tile + (i - (key.ti << tile_shift)) * side + (j - (key.tj << tile_shift));
      return {at[0], at[1], at[side], at[side + 1]};
    }
  }
  return {node(i, j, layer), node(i, j + 1, layer), node(i + 1, j, layer),
          node(i + 1, j + 1, layer)};
}

void Seabed::Impl::fill_tile(const TileKey& key, double* nodes) const {
  const int side = tiles.side();
  const size_t count = static_cast<size_t>(side) * side;
  const int64_t stride = int64_t{1} << key.level;
  const int64_t i0 = (key.ti << tile_shift) * stride, j0 = (key.tj << tile_shift) * stride;
  source.fill(i0, j0, stride, side, side, {nodes, count});
  for (int surface = 1; surface < bottom.surfaces(); ++surface)
    for (size_t k = 0; k < count; ++k) {
      const auto i = static_cast<double>(i0 + static_cast<int64_t>(k / side) * stride);
      const auto j = static_cast<double>(j0 + static_cast<int64_t>(k % side) * stride);
      nodes[count * surface + k] =
          nodes[k] - bottom.silt_m(i * parameters.cell_m, j * parameters.cell_m, surface);
    }
}

// Part of level_nodes() within one tile.
void Seabed::Impl::copy_nodes(const TileKey& key, int64_t i0, int64_t j0, int ni, int nj,
                              SeabedLayer layer, double* out, int out_stride) const {
  const auto row = [&](int k) { return out + static_cast<ptrdiff_t>(k) * out_stride; };
  if (tiles.capacity() > 0) {
    const ReaderLock::Shared reading(lock);
    if (const double* tile = tiles.find(key)) {
      const int side = tiles.side();
      tile += static_cast<ptrdiff_t>(bottom.surface(layer)) * side * side;
      for (int k = 0; k < ni; ++k) {
        const double* from =
            tile + (i0 + k - (key.ti << tile_shift)) * side + (j0 - (key.tj << tile_shift));
        std::copy(from, from + nj, row(k));
      }
      return;
    }
  }
  for (int k = 0; k < ni; ++k)
    for (int l = 0; l < nj; ++l)
      row(k)[l] = node((i0 + k) << key.level, (j0 + l) << key.level, layer);
}

// Whether any vehicle has gone a quarter of a tile since tiles were last looked at.
bool Seabed::Impl::moved(FollowedPositions& followed) const {
  const auto& [positions_N, velocities_N, last] = followed;
  const double quarter_m = 0.25 * std::ldexp(parameters.cell_m, tile_shift);
  bool out = last.size() != positions_N.size();
  followed.last.resize(positions_N.size());
  for (size_t k = 0; k < positions_N.size(); ++k) {
    const Vec3 ahead = positions_N[k] + parameters.prefetch_s * velocities_N[k];
    std::array<int64_t, 4> now{};
    if (positions_N[k].norm() < kFollowed_m && ahead.norm() < kFollowed_m)
      for (int axis = 0; axis < 2; ++axis) {
        now[axis] = static_cast<int64_t>(std::floor(positions_N[k][axis] / quarter_m));
        now[2 + axis] = static_cast<int64_t>(std::floor(ahead[axis] / quarter_m));
      }
    out |= now != last[k];
    followed.last[k] = now;
  }
  return out;
}

// Tiles are made outside the lock, so that other runs go on meanwhile.
void Seabed::Impl::load_around(int level, const Vec3& from_N, const Vec3& to_N, uint64_t now) {
  if (!(from_N.norm() < kFollowed_m && to_N.norm() < kFollowed_m)) return;
  const double tile_m = std::ldexp(parameters.cell_m, tile_shift + level);
  const double reach_m = std::ldexp(parameters.reach_m, level);
  const auto tile_of = [tile_m](double at_m) {
    return static_cast<int64_t>(std::floor(at_m / tile_m));
  };
  for (int64_t ti = tile_of(std::min(from_N.x(), to_N.x()) - reach_m);
       ti <= tile_of(std::max(from_N.x(), to_N.x()) + reach_m); ++ti)
    for (int64_t tj = tile_of(std::min(from_N.y(), to_N.y()) - reach_m);
         tj <= tile_of(std::max(from_N.y(), to_N.y()) + reach_m); ++tj) {
      const TileKey key{level, ti, tj};
      double* nodes = nullptr;
      {
        const ReaderLock::Exclusive writing(lock);
        if (tiles.touch(key, now)) continue;
        nodes = tiles.reserve(key, now);
      }
      if (!nodes) return;  // the pool is full of tiles in need: the rest is computed when asked for
      fill_tile(key, nodes);
      const ReaderLock::Exclusive writing(lock);
      tiles.publish(nodes);
    }
}

Seabed::Seabed() = default;
Seabed::~Seabed() = default;
Seabed::Seabed(Seabed&&) noexcept = default;
Seabed& Seabed::operator=(Seabed&&) noexcept = default;

Result<Seabed> Seabed::open(const SeabedParameters& parameters, const SeaMap& map) {
  Seabed out;
  if (std::holds_alternative<std::monostate>(parameters.source)) return out;
  HADAL_CHECK(parameters.cell_m > 0 && parameters.tile_m > 0);
  Result<NodeSource> source = NodeSource::open(parameters, map);
  Result<Bottom> bottom = Bottom::open(parameters, map);
  Problems problems;
  if (!source) problems.append(source.problems());
  if (!bottom) problems.append(bottom.problems());
  if (!problems.empty()) return problems;
  out.impl_ = std::make_unique<Impl>(parameters, std::move(source).value(),
                                     std::move(bottom).value());
  Impl& impl = *out.impl_;
  const auto cells = std::bit_ceil(static_cast<uint64_t>(
      std::clamp(std::ceil(parameters.tile_m / parameters.cell_m), 8.0, 1024.0)));
  impl.tile_shift = std::countr_zero(cells);
  if (impl.source.costly() || impl.bottom.surfaces() > 1)
    impl.tiles =
        TileCache(static_cast<int>(cells), impl.bottom.surfaces(),
                  static_cast<size_t>(parameters.tile_memory_bytes));
  return out;
}

bool Seabed::exists() const {
  return impl_ != nullptr;
}
double Seabed::cell_m() const {
  return impl_ ? impl_->parameters.cell_m : 1;
}
bool Seabed::covers(double north_m, double east_m) const {
  return impl_ && reachable(north_m, east_m) && impl_->source.covers(north_m, east_m);
}

double Seabed::depth(double north_m, double east_m, SeabedLayer layer) const {
  if (!impl_) return std::numeric_limits<double>::infinity();
  if (!reachable(north_m, east_m)) return std::numeric_limits<double>::quiet_NaN();
  const CellPosition p = cell_position(north_m, east_m, impl_->parameters.cell_m);
  return on_triangles(impl_->corners(p.i, p.j, layer), p.u, p.v);
}

Vec3 Seabed::normal_N(double north_m, double east_m) const {
  if (!impl_ || !reachable(north_m, east_m)) return -Vec3::UnitZ();
  const CellPosition p = cell_position(north_m, east_m, impl_->parameters.cell_m);
  const Corners d = impl_->corners(p.i, p.j, SeabedLayer::kSolid);
  const bool south_east = p.u >= p.v;  // the triangle with corner (i + 1, j)
  const double north = south_east ? d[2] - d[0] : d[3] - d[1];
  const double east = south_east ? d[3] - d[2] : d[1] - d[0];
  return Vec3(north, east, -impl_->parameters.cell_m).normalized();
}

int Seabed::material(double north_m, double east_m) const {
  return impl_ && reachable(north_m, east_m) ? impl_->bottom.material(north_m, east_m) : 0;
}

void Seabed::nodes(int64_t i0, int64_t j0, int ni, int nj, SeabedLayer layer,
                   std::span<double> depth_m) const {
  level_nodes(0, i0, j0, ni, nj, layer, depth_m);
}

void Seabed::level_nodes(int level, int64_t i0, int64_t j0, int ni, int nj, SeabedLayer layer,
                         std::span<double> depth_m) const {
  HADAL_CHECK(depth_m.size() >= static_cast<size_t>(ni) * nj);
  if (!impl_) {
    std::fill_n(depth_m.begin(), static_cast<size_t>(ni) * nj,
                std::numeric_limits<double>::infinity());
    return;
  }
  const int shift = impl_->tile_shift;
  for (int64_t i = i0; i < i0 + ni;) {
    const int64_t ti = i >> shift, i_end = std::min(i0 + ni, (ti + 1) << shift);
    for (int64_t j = j0; j < j0 + nj;) {
      const int64_t tj = j >> shift, j_end = std::min(j0 + nj, (tj + 1) << shift);
      impl_->copy_nodes({level, ti, tj}, i, j, static_cast<int>(i_end - i),
                        static_cast<int>(j_end - j), layer,
                        &depth_m[static_cast<size_t>(i - i0) * nj + (j - j0)], nj);
      j = j_end;
    }
    i = i_end;
  }
}

void Seabed::follow(FollowedPositions& followed) const {
  const auto& [positions_N, velocities_N, last] = followed;
  HADAL_CHECK(positions_N.size() == velocities_N.size());
  if (!impl_ || impl_->tiles.capacity() == 0 || !impl_->moved(followed)) return;
  const uint64_t now = [this] {
    const ReaderLock::Exclusive writing(impl_->lock);
    return ++impl_->follow_clock;
  }();
  for (int level = 0; level < impl_->parameters.levels; ++level)
    for (size_t k = 0; k < positions_N.size(); ++k)
      impl_->load_around(level, positions_N[k],
                         positions_N[k] + impl_->parameters.prefetch_s * velocities_N[k], now);
}

int Seabed::tile_cells() const {
  return impl_ ? 1 << impl_->tile_shift : 1;
}
int Seabed::levels() const {
  return impl_ ? impl_->parameters.levels : 0;
}
size_t Seabed::tiles() const {
  if (!impl_) return 0;
  const ReaderLock::Shared reading(impl_->lock);
  return impl_->tiles.used();
}
size_t Seabed::resident_bytes() const {
  if (!impl_) return 0;
  const Raster* raster = impl_->source.raster();
  return tiles() * impl_->tiles.tile_bytes() + (raster ? raster->resident_bytes() : 0);
}

}  // namespace hadal::environment
