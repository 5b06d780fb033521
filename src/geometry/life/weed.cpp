#include "geometry/life/weed.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"
#include "base/rng.h"

namespace hadal::geometry {
namespace {

using std::numbers::pi;
constexpr double kGoldenAngle = 2.399963229728653;
constexpr int kMinLeaves = 3;

// Rows that divide the pieces of a blade: each row stands on a node.
constexpr int kRows[] = {12, 6, 4, 3, 2};

Vec2 toward(double azimuth, double amount) {
  return {amount * std::cos(azimuth), amount * std::sin(azimuth)};
}

// A vertex; its place is computed by settle().
uint32_t add_point(BladedMesh& plant, int blade, double along, const Vec3& offset_m) {
  plant.points.push_back({blade, along, offset_m});
  return static_cast<uint32_t>(plant.points.size() - 1);
}

// A leaf of two columns that narrows to a tip, turned by `turn` at its foot and `twist` more at its
// tip.
struct Ribbon {
  int rows = 4;
  double half_width_m = 0.004;
  double turn_rad = 0, twist_rad = 0;
};

void add_ribbon(BladedMesh& plant, int blade, const Ribbon& ribbon) {
  uint32_t left = 0, right = 0;
  for (int row = 0; row <= ribbon.rows; ++row) {
    const double x = double(row) / ribbon.rows;
    const double half = ribbon.half_width_m * (0.75 + 0.5 * x) * std::sqrt(1 - x * x * x * x);
    const double a = ribbon.turn_rad + ribbon.twist_rad * x;
    const Vec3 across(half * std::cos(a), half * std::sin(a), 0);
    if (row == ribbon.rows) {
      plant.mesh.triangles.push_back({left, right, add_point(plant, blade, 1, Vec3::Zero())});
      break;
    }
    const uint32_t l = add_point(plant, blade, x, -across), r = add_point(plant, blade, x, across);
    if (row > 0) {
      plant.mesh.triangles.push_back({left, right, r});
      plant.mesh.triangles.push_back({left, r, l});
    }
    left = l;
    right = r;
  }
}

// A closed body of revolution about a blade.
struct Bead {
  double along = 0, radius_m = 0;
};

void add_beads(BladedMesh& plant, int blade, std::span<const Bead> beads, double along_first,
               double along_last, int sides) {
  const uint32_t first = add_point(plant, blade, along_first, Vec3::Zero());
  const uint32_t ring = first + 1;
  for (const Bead& bead : beads)
    for (int k = 0; k < sides; ++k) {
      const Vec2 o = toward(2 * pi * k / sides, bead.radius_m);
      add_point(plant, blade, bead.along, {o.x(), o.y(), 0});
    }
  const uint32_t last = add_point(plant, blade, along_last, Vec3::Zero());
  const auto at = [&](size_t r, int k) {
    return ring + static_cast<uint32_t>(r * sides + k % sides);
  };
  for (int k = 0; k < sides; ++k) {  // the blade runs toward -z: against u x v
    plant.mesh.triangles.push_back({first, at(0, k), at(0, k + 1)});
    for (size_t r = 0; r + 1 < beads.size(); ++r) {
      plant.mesh.triangles.push_back({at(r, k), at(r + 1, k + 1), at(r, k + 1)});
      plant.mesh.triangles.push_back({at(r, k), at(r + 1, k), at(r + 1, k + 1)});
    }
    plant.mesh.triangles.push_back({last, at(beads.size() - 1, k + 1), at(beads.size() - 1, k)});
  }
}

int ribbon_faces(int rows) {
  return 2 * rows - 1;
}

}  // namespace

BladedMesh seagrass(uint64_t seed, const SeagrassShape& shape, int target_faces) {
  HADAL_CHECK(shape.leaves > 0 && shape.length_m > 0 && shape.width_m > 0);
  const RandomStream random(seed, "life", "seagrass");
  int rows = kRows[0];
  for (const int candidate : kRows) {
    rows = candidate;
    if (shape.leaves * ribbon_faces(rows) <= target_faces) break;
  }
  const int leaves = std::clamp(target_faces / ribbon_faces(rows),
                                std::min(kMinLeaves, shape.leaves), shape.leaves);
  BladedMesh plant;
  for (int i = 0; i < leaves; ++i) {
    const auto draw = [&](uint32_t index) { return random.uniform(i, index); };
    const double azimuth = 2 * pi * draw(0), distance = shape.spread_m * std::sqrt(draw(1));
    const Vec2 root = toward(azimuth, distance);
    Blade blade;
    blade.root_S = {root.x(), root.y(), 0};
    blade.length_m = shape.length_m * (0.45 + 0.55 * std::sqrt(draw(2)));
    // Outer leaves lean outwards, each by its own mind.
    blade.lean_rad = toward(azimuth, 0.5 * shape.lean_rad * distance / shape.spread_m) +
                     toward(2 * pi * draw(3), 0.5 * shape.lean_rad * draw(4));
    blade.phase_rad = 2 * pi * draw(5);
    plant.blades.push_back(blade);
    add_ribbon(plant, i,
               {rows, 0.5 * shape.width_m * (0.7 + 0.6 * draw(6)) * shape.leaves / leaves,
                pi * draw(7), 2.0 * (draw(8) - 0.5)});
  }
  settle(plant);
  return plant;
}

namespace {

struct KelpDetail {
  int leaf_rows, stipe_sides, stipe_pieces, float_sides, leaf_columns;
};
// Finest first.
constexpr KelpDetail kKelpDetails[] = {
    {12, 6, 12, 8, 4}, {6, 5, 12, 6, 4}, {6, 4, 6, 5, 2}, {4, 4, 6, 4, 2}, {3, 3, 4, 3, 2}};

int leaf_faces(const KelpDetail& d) {
  return d.leaf_columns * (2 * d.leaf_rows - 1);
}

int float_faces(const KelpDetail& d) {
  return 2 * d.float_sides * 3;
}

int kelp_faces(const KelpDetail& d, int stipes, int leaves_each) {
  return stipes * (2 * d.stipe_sides * (d.stipe_pieces + 1) +
                   leaves_each * (leaf_faces(d) + float_faces(d)));
}

// A leaf with a crinkled rim: columns of quads across, all meeting in the tip.
void add_kelp_leaf(BladedMesh& plant, int blade, const KelpDetail& d, double half_width_m,
                   const RandomStream& random, int64_t tick) {
  const double turn = 2 * pi * random.uniform(tick, 20);
  const Vec3 across(std::cos(turn), std::sin(turn), 0), normal(-std::sin(turn), std::cos(turn), 0);
  const double ruffles = 3 + 3 * random.uniform(tick, 21);
  const int columns = d.leaf_columns + 1;
  const auto start = static_cast<uint32_t>(plant.points.size());
  for (int row = 0; row < d.leaf_rows; ++row) {
    const double x = 0.06 + 0.94 * row / d.leaf_rows;
    const double half = half_width_m * std::sqrt(std::sin(pi * std::pow(x, 0.7)));
    for (int c = 0; c < columns; ++c) {
      const double s = 2.0 * c / d.leaf_columns - 1;
      const double ruffle = 0.35 * s * s * std::sin(2 * pi * ruffles * x + (s > 0 ? 1.7 : 0));
      add_point(plant, blade, x, half * (s * across + ruffle * normal));
    }
  }
  const uint32_t tip = add_point(plant, blade, 1, Vec3::Zero());
  const auto at = [&](int row, int c) { return start + static_cast<uint32_t>(row * columns + c); };
  for (int c = 0; c < d.leaf_columns; ++c) {
    for (int row = 0; row + 1 < d.leaf_rows; ++row) {
      plant.mesh.triangles.push_back({at(row, c), at(row, c + 1), at(row + 1, c + 1)});
      plant.mesh.triangles.push_back({at(row, c), at(row + 1, c + 1), at(row + 1, c)});
    }
    plant.mesh.triangles.push_back({at(d.leaf_rows - 1, c), at(d.leaf_rows - 1, c + 1), tip});
  }
}

void add_stipe(BladedMesh& plant, int blade, const KelpDetail& d, double radius_m) {
  std::vector<Bead> beads;
  for (int k = 0; k <= d.stipe_pieces; ++k) {
    const double x = double(k) / d.stipe_pieces;
    beads.push_back({std::min(x, 0.995), radius_m * (1 - 0.7 * x)});
  }
  add_beads(plant, blade, beads, 0, 1, d.stipe_sides);
}

// The float at the foot of a leaf, a pear of about a tenth of the leaf's length.
void add_float(BladedMesh& plant, int blade, const KelpDetail& d, double length_m) {
  const double r = 0.022 * length_m / 0.55;
  const Bead beads[] = {{0.02, 0.45 * r}, {0.05, r}, {0.08, 0.75 * r}};
  add_beads(plant, blade, beads, 0, 0.1, d.float_sides);
}

}  // namespace

BladedMesh kelp(uint64_t seed, const KelpShape& shape, int target_faces) {
  HADAL_CHECK(shape.stipes > 0 && shape.length_m > 0 && shape.leaf_spacing_m > 0);
  const RandomStream random(seed, "life", "kelp");
  const int max = std::max(1, static_cast<int>(shape.length_m / shape.leaf_spacing_m));
  KelpDetail detail = kKelpDetails[0];
  for (const KelpDetail& candidate : kKelpDetails) {
    detail = candidate;
    if (kelp_faces(detail, shape.stipes, max) <= target_faces) break;
  }
  int leaves = max;
  while (leaves > 1 && kelp_faces(detail, shape.stipes, leaves) > target_faces) --leaves;
  const double larger = std::min(1.8, std::sqrt(double(max) / leaves));
  BladedMesh plant;
  for (int s = 0; s < shape.stipes; ++s) {
    const int64_t stipe_tick = int64_t{s} << 20;
    const Vec2 root = toward(2 * pi * (s + random.uniform(stipe_tick, 0)) / shape.stipes,
                             shape.spread_m * std::sqrt(random.uniform(stipe_tick, 1)));
    Blade stipe;
    stipe.root_S = {root.x(), root.y(), 0};
    stipe.length_m = shape.length_m * (0.75 + 0.25 * random.uniform(stipe_tick, 2));
    stipe.lean_rad = 0.3 * root / shape.spread_m;
    stipe.phase_rad = 2 * pi * random.uniform(stipe_tick, 3);
    const int stipe_index = static_cast<int>(plant.blades.size());
    plant.blades.push_back(stipe);
    add_stipe(plant, stipe_index, detail, shape.stipe_radius_m);
    for (int i = 0; i < leaves; ++i) {
      const int64_t tick = stipe_tick + 1 + i;
      const double x = std::pow((i + 0.5 + 0.5 * random.uniform(tick, 0)) / leaves, 0.8);
      Blade leaf;
      leaf.parent = stipe_index;
      leaf.parent_along = std::clamp(0.06 + 0.94 * x, 0.0, 1.0);
      leaf.length_m = larger * shape.leaf_length_m * (0.6 + 0.6 * random.uniform(tick, 1)) *
                      std::min(1.0, 1.6 - x);
      leaf.lean_rad = toward(kGoldenAngle * i + 0.8 * random.uniform(tick, 2) + s,
                             1.0 + 0.8 * random.uniform(tick, 3));
      leaf.lean_at_root = 0.45;
      leaf.steepest_rad = 2.4;
      leaf.phase_rad = 2 * pi * random.uniform(tick, 4);
      const int leaf_index = static_cast<int>(plant.blades.size());
      plant.blades.push_back(leaf);
      add_float(plant, leaf_index, detail, leaf.length_m);
      add_kelp_leaf(plant, leaf_index, detail, 0.5 * larger * shape.leaf_width_m, random, tick);
    }
  }
  settle(plant);
  return plant;
}

}  // namespace hadal::geometry
