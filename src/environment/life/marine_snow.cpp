#include "environment/life/marine_snow.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "base/hash.h"
#include "environment/life/hashed_draw.h"

namespace hadal::environment {
namespace {

constexpr double kSecondsPerDay = 86400;
constexpr double kWantedPerCell = 24;
constexpr double kMinCell_m = 0.25, kLargestCell_m = 4;
constexpr double kDiagonal = 1.7320508075688772;
constexpr double kFade = 0.1;        // of the fraction over which a particle fades in
constexpr double kRangeFade = 0.25;  // of the range of its size class

// Integral of d^-slope between two diameters.
double power_law(double slope, double from, double to) {
  if (std::abs(slope - 1) < 1e-9) return std::log(to / from);
  return (std::pow(to, 1 - slope) - std::pow(from, 1 - slope)) / (1 - slope);
}

// The diameter below which the fraction u of a power law between two diameters lies.
double power_law_quantile(double slope, double from, double to, double u) {
  const double power = 1 - slope;
  if (std::abs(power) < 1e-9) return from * std::pow(to / from, u);
  const double low = std::pow(from, power), high = std::pow(to, power);
  return std::pow(low + u * (high - low), 1 / power);
}

// 21 bits as a number in (0, 1).
double bits21(uint64_t bits) {
  return (static_cast<double>(bits & 0x1FFFFF) + 0.5) * 0x1p-21;
}

// A periodic path between -1 and 1 of period 1, with its derivative: two parabolas, C1.
struct Swing {
  double value, rate;
};
Swing swing(double turns) {
  const double f = turns - std::floor(turns) - 0.5, a = std::abs(f);
  return {16 * f * (0.5 - a), 16 * (0.5 - 2 * a)};
}

}  // namespace

void ParticleList::clear() {
  for (auto* list : {&x, &y, &z, &vx, &vy, &vz, &radius_m, &elongation, &brightness}) list->clear();
  kind.clear();
}

void ParticleList::resize(size_t count) {
  for (auto* list : {&x, &y, &z, &vx, &vy, &vz, &radius_m, &elongation, &brightness})
    list->resize(count);
  kind.resize(count);
}

void ParticleList::set_motion(size_t i, const Vec3& position_A, const Vec3& velocity_N) {
  x[i] = static_cast<float>(position_A.x());
  y[i] = static_cast<float>(position_A.y());
  z[i] = static_cast<float>(position_A.z());
  vx[i] = static_cast<float>(velocity_N.x());
  vy[i] = static_cast<float>(velocity_N.y());
  vz[i] = static_cast<float>(velocity_N.z());
}

bool ParticleRegion::contains(const Vec3& off_N) const {
  if (off_N.squaredNorm() > radius_m * radius_m) return false;
  for (const Plane& plane : planes)
    if (plane.inward_N.dot(off_N) < -plane.offset_m) return false;
  return true;
}

void ParticleList::reserve(size_t count) {
  for (auto* list : {&x, &y, &z, &vx, &vy, &vz, &radius_m, &elongation, &brightness})
    list->reserve(count);
  kind.reserve(count);
}

double snow_sinking_speed(double diameter_m) {
  return 50 * std::pow(diameter_m * 1000, 0.26) / kSecondsPerDay;
}

MarineSnow::MarineSnow(const SnowParameters& parameters) : parameters_(parameters) {
  const SnowParameters& p = parameters_;
  HADAL_CHECK(p.min_diameter_m > 0 && p.largest_diameter_m > p.min_diameter_m);
  const double octaves = std::log2(p.largest_diameter_m / p.min_diameter_m);
  const int count = std::max(1, static_cast<int>(std::ceil(2 * octaves)));
  for (int i = 0; i < count; ++i) {
    SizeClass c;
    c.min_m = p.min_diameter_m * std::exp2(octaves * i / count);
    c.largest_m = p.min_diameter_m * std::exp2(octaves * (i + 1) / count);
    const double density = density_m3(c.min_m, c.largest_m);
    c.cell_m = density > 0
                   ? std::clamp(std::cbrt(kWantedPerCell / density), kMinCell_m, kLargestCell_m)
                   : kLargestCell_m;
    c.per_cell = density * c.cell_m * c.cell_m * c.cell_m;
    for (size_t q = 0; q < c.quantiles_m.size(); ++q)
      c.quantiles_m[q] = power_law_quantile(p.slope, c.min_m, c.largest_m,
                                            double(q) / (c.quantiles_m.size() - 1));
    c.sinking_m_s = p.sinking_factor * snow_sinking_speed(std::sqrt(c.min_m * c.largest_m));
    classes_.push_back(c);
  }
}

double MarineSnow::SizeClass::diameter(double u) const {
  const double at = u * static_cast<double>(quantiles_m.size() - 1);
  const auto k = static_cast<size_t>(at);
  return quantiles_m[k] + (at - static_cast<double>(k)) * (quantiles_m[k + 1] - quantiles_m[k]);
}

double MarineSnow::density_m3(double from_m, double to_m) const {
  const SnowParameters& p = parameters_;
  const double from = std::max(from_m, p.min_diameter_m),
               to = std::min(to_m, p.largest_diameter_m);
  if (to <= from) return 0;
  return p.density_m3 * power_law(p.slope, from, to) /
         power_law(p.slope, p.min_diameter_m, p.largest_diameter_m);
}

double MarineSnow::layer_fraction(double depth_m) const {
  if (!parameters_.layer) return 1;
  const SnowParameters::Layer& l = *parameters_.layer;
  const double out = std::max(0.0, std::abs(depth_m - l.depth_m) - l.half_thickness_m) / l.edge_m;
  return l.background + (1 - l.background) * std::exp(-0.5 * out * out);
}

struct MarineSnow::Cell {
  const ParticleRegion& region;
  const SizeClass& size;
  uint64_t key;
  Vec3 corner_off;  // of the cell now, from the centre of the region
  Vec3 velocity_N;  // of the lattice
  Vec3 anchor_N;
  double time_s;
  double range_m;  // within the region
  bool zooplankton;
};

void MarineSnow::add_cell(const Cell& cell, ParticleList& out) const {
  const SnowParameters& p = parameters_;
  // A number with the right mean: near a Poisson one for few, a spread of +-1/2 of it for many.
  const double mean =
      cell.size.per_cell * (cell.zooplankton ? p.zooplankton_fraction : 1 - p.zooplankton_fraction);
  HashedDraw draw(cell.key);
  const int count = static_cast<int>(std::floor(mean * (0.5 + draw()) + draw()));
  const size_t before = out.size();
  size_t at = before;
  out.resize(before + static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) at += add_particle(cell, static_cast<uint64_t>(i) + 1, at, out);
  out.resize(at);
}

bool MarineSnow::add_particle(const Cell& cell, uint64_t number, size_t at,
                              ParticleList& out) const {
  const SnowParameters& p = parameters_;
  const double reach = cell.zooplankton ? p.swim_m : p.wander_m;
  const uint64_t h = splitmix64(cell.key + number);
  Vec3 off = cell.corner_off + cell.size.cell_m * Vec3(bits21(h), bits21(h >> 21), bits21(h >> 42));
  const double near = cell.range_m + kDiagonal * reach;
  if (off.squaredNorm() > near * near) return false;
  HashedDraw d(h);
  const double fraction = d(), rate = (cell.zooplankton ? 0.15 : 0.04) * (0.5 + d());
  const double turns = rate * cell.time_s + d();
  const Swing a = swing(turns), b = swing(0.618 * turns + d()), c = swing(0.807 * turns + d());
  off += reach * Vec3(a.value, b.value, c.value);
  const double left = 1 - off.norm() / cell.range_m;
  if (left <= 0 || !cell.region.contains(off)) return false;
  const double fading = cell.region.min_angle_rad > 0 ? std::min(1.0, left / kRangeFade) : 1;
  const Vec3 place = cell.region.centre_N + off;
  const double present = p.layer ? layer_fraction(place.z()) - fraction : 1;
  if (present <= 0) return false;
  const Vec3 velocity =
      cell.velocity_N + reach * rate * Vec3(a.rate, 0.618 * b.rate, 0.807 * c.rate);
  out.set_motion(at, place - cell.anchor_N, velocity);
  out.radius_m[at] = static_cast<float>(0.5 * cell.size.diameter(d()));
  out.elongation[at] = static_cast<float>(1 + (cell.zooplankton ? 2.5 : 1.2) * d());
  out.brightness[at] =
      static_cast<float>(fading * std::min(1.0, present / kFade) * (0.35 + 0.65 * d()));
  out.kind[at] = cell.zooplankton ? ParticleKind::kZooplankton : ParticleKind::kSnow;
  return true;
}

void MarineSnow::query(const ParticleRegion& region, double time_s, const Vec3& displacement_N,
                       const Vec3& water_velocity_N, const Vec3& anchor_N,
                       ParticleList& out) const {
  const double pad = std::max(parameters_.swim_m, parameters_.wander_m);
  for (size_t c = 0; c < 2 * classes_.size(); ++c) {
    const bool zooplankton = c % 2 == 1;
    const SizeClass& size = classes_[c / 2];
    const double sinking = zooplankton ? 0 : size.sinking_m_s;
    double range_m = region.radius_m;
    if (region.min_angle_rad > 0)
      range_m = std::min(range_m, 0.5 * size.largest_m / region.min_angle_rad);
    const Vec3 origin = displacement_N + Vec3(0, 0, sinking * time_s);
    const Vec3 velocity = water_velocity_N + Vec3(0, 0, sinking);
    // Cells the sphere may reach, in lattice coordinates.
    std::array<int64_t, 3> low, high;
    for (int k = 0; k < 3; ++k) {
      const double centre = region.centre_N[k] - origin[k], reach = range_m + pad;
      low[k] = static_cast<int64_t>(std::floor((centre - reach) / size.cell_m));
      high[k] = static_cast<int64_t>(std::floor((centre + reach) / size.cell_m));
    }
    const double half_diagonal = kDiagonal * (0.5 * size.cell_m + pad);
    const double far2 = (range_m + half_diagonal) * (range_m + half_diagonal);
    const uint64_t class_key = splitmix64(parameters_.seed + 0x632BE59BD9B4E019ull * (c + 1));
    for (int64_t i = low[0]; i <= high[0]; ++i)
      for (int64_t j = low[1]; j <= high[1]; ++j)
        for (int64_t k = low[2]; k <= high[2]; ++k) {
          const Vec3 corner = origin + size.cell_m * Vec3(double(i), double(j), double(k));
          const Vec3 off = corner + Vec3::Constant(0.5 * size.cell_m) - region.centre_N;
          bool away = off.squaredNorm() > far2;
          for (const ParticleRegion::Plane& plane : region.planes)
            away = away || plane.inward_N.dot(off) < -plane.offset_m - half_diagonal;
          if (away) continue;
          uint64_t key = class_key;
          for (const int64_t index : {i, j, k})
            key = splitmix64(key ^ static_cast<uint64_t>(index));
          add_cell({region, size, key, corner - region.centre_N, velocity, anchor_N, time_s,
                    range_m, zooplankton},
                   out);
        }
  }
}

}  // namespace hadal::environment
