#include "raytrace/field_tracer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "base/rng.h"
#include "math/rotation.h"
#include "raytrace/test_rays.h"

namespace hadal::raytrace {
namespace field_tracer_test {

using namespace test;

constexpr double kSingle_m = 1e-5;      // rounding of thirty metres in single precision
constexpr double kMaxOnEdges = 0.002;  // of rays, where rounding decides whether a crest is met
constexpr int kRows = 23, kColumns = 38;
constexpr double kCell_m = 0.4;

std::vector<float> rough(int rows, int columns, double amplitude_m) {
  const RandomStream draw(11, "field", "rough");
  std::vector<float> z;
  for (int k = 0; k < rows * columns; ++k)
    z.push_back(static_cast<float>(amplitude_m * draw.uniform(0, static_cast<uint32_t>(k))));
  return z;
}

struct Ray {
  Vec3 origin, direction;
};

// The ray that is traced is the rounded one.
Ray rounded(const Vec3& origin, const Vec3& direction) {
  return {origin.cast<float>().cast<double>(), direction.normalized().cast<float>().cast<double>()};
}

struct Meeting {
  double range_m = kEver;
  Vec3 normal = Vec3::Zero();
};

// All triangles one after the other, in double precision.
Meeting nearest(const HeightField& field, const Ray& ray) {
  Meeting best;
  const auto node = [&](int i, int j) {
    return Vec3(i * field.cell_m(), j * field.cell_m(), field.row(i)[j]);
  };
  const auto meet = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    Mat3 m;
    m << b - a, c - a, -ray.direction;
    if (std::abs(m.determinant()) < 1e-15) return;
    const Vec3 x = m.inverse() * (ray.origin - a);
    const double inside = std::min({x[0], x[1], 1 - x[0] - x[1]});
    if (inside >= -1e-9 && x[2] >= 0 && x[2] < best.range_m)
      best = {x[2], (b - a).cross(c - a).normalized()};
  };
  for (int i = 0; i + 1 < field.rows(); ++i)
    for (int j = 0; j + 1 < field.columns(); ++j) {
      meet(node(i, j), node(i + 1, j + 1), node(i + 1, j));
      meet(node(i, j), node(i + 1, j + 1), node(i, j + 1));
    }
  return best;
}

// Rays toward places on the field: from above, from below, grazing, straight down, along an axis.
Ray aimed(const RandomStream& draw, int64_t k) {
  const Vec3 at((kRows - 1) * kCell_m * draw.uniform(k, 0),
                (kColumns - 1) * kCell_m * draw.uniform(k, 1), 0.4);
  Vec3 from(10 * draw.normal(k, 2), 10 * draw.normal(k, 3), -3 - 5 * draw.uniform(k, 4));
  if (k % 5 == 1) from.z() = -from.z();
  if (k % 5 == 2) from.z() = -1;
  if (k % 5 == 3) from = Vec3(at.x(), at.y(), -7);
  if (k % 5 == 4) from.y() = at.y();
  return rounded(from, at - from);
}

Vec3 normal_of(const FieldHits& hits, int k) {
  return Vec3(hits.slope_x[k], hits.slope_y[k], -1).normalized();
}

TEST(FieldTracer, MeetsWhatAnExhaustiveSearchMeets) {
  const HeightField field(kRows, kColumns, kCell_m, rough(kRows, kColumns, 0.8));
  FieldTracer tracer;
  tracer.add(7, field, Mat3::Identity(), Vec3::Zero(), kSeenSeabed);
  const RandomStream draw(2, "field", "aim");
  int met = 0, others = 0;
  for (int64_t k = 0; k < 4000; ++k) {
    const Ray ray = aimed(draw, k);
    FieldHits hits;
    tracer.trace(same_rays(ray.origin, ray.direction), kSeenSeabed, RayBundle::kBeam, hits);
    const Meeting exact = nearest(field, ray);
    const double steep = std::abs(exact.normal.dot(ray.direction));
    if (hits.field[3] == kNothing && exact.range_m == kEver) continue;
    const bool alike = hits.field[3] == 7 &&
                       std::abs(hits.range_m[3] - exact.range_m) < kSingle_m / steep &&
                       std::abs(normal_of(hits, 3).dot(exact.normal)) > 1 - 1e-6;
    alike ? ++met : ++others;
  }
  EXPECT_GT(met, 3000);
  EXPECT_LE(others, kMaxOnEdges * met);
}

TEST(FieldTracer, AFieldMayBeTurnedAndMoved) {
  const HeightField field(kRows, kColumns, kCell_m, rough(kRows, kColumns, 0.8));
  const Mat3 R = quaternion_from({0.4, -0.3, 1.1}).toRotationMatrix();
  const Vec3 at(3, -2, 5);
  FieldTracer tracer;
  tracer.add(0, field, R, at, kSeenSeabed);
  const RandomStream draw(2, "field", "aim");
  int met = 0, others = 0;
  for (int64_t k = 0; k < 1500; ++k) {
    const Ray local = aimed(draw, k);
    FieldHits hits;
    tracer.trace(same_rays(at + R * local.origin, R * local.direction), kSeenSeabed,
                 RayBundle::kBeam,
                 hits);
    const Meeting exact = nearest(field, local);
    const double steep = std::abs(exact.normal.dot(local.direction));
    if (steep < 0.1) continue;
    const bool alike =
        hits.field[3] == 0 && std::abs(hits.range_m[3] - exact.range_m) < 3 * kSingle_m / steep;
    alike ? ++met : ++others;
  }
  EXPECT_GT(met, 900);
  EXPECT_LE(others, kMaxOnEdges * met);
}

// A ray toward a node, an edge or a diagonal meets the surface there, or something before it.
TEST(FieldTracer, NoRaySlipsThroughNodesAndEdges) {
  const HeightField field(kRows, kColumns, kCell_m, rough(kRows, kColumns, 0.5));
  FieldTracer tracer;
  tracer.add(0, field, Mat3::Identity(), Vec3::Zero(), kSeenSeabed);
  const RandomStream draw(3, "field", "edges");
  for (int64_t k = 0; k < 60000; ++k) {
    const int i = 1 + static_cast<int>((kRows - 3) * draw.uniform(k, 0));
    const int j = 1 + static_cast<int>((kColumns - 3) * draw.uniform(k, 1));
    const auto node = [&](int a, int b) { return Vec3(a * kCell_m, b * kCell_m, field.row(a)[b]); };
    const double fraction = k % 2 ? draw.uniform(k, 2) : 0;
    const Vec3 target = (1 - fraction) * node(i, j) + fraction * node(i + (k % 3 != 0), j +
        (k % 3 != 1));
    const double bearing = 6.28 * draw.uniform(k, 3);
    const double down = k % 5 == 0 ? 1e3 : 0.05 + draw.uniform(k, 4);
    const Vec3 direction = Vec3(std::cos(bearing), std::sin(bearing), down).normalized();
    FieldHits hits;
    tracer.trace(same_rays(target - 9 * direction, direction), kSeenSeabed, RayBundle::kBeam, hits);
    ASSERT_EQ(hits.field[0], 0) << k;
    ASSERT_LT(hits.range_m[0], 9 + 1e-3) << k;
  }
}

// Borders: the same level, and a level of cells twice as large whose straight edges the finer one
// follows. Their depths count from different levels, as those of the seabed do.
TEST(FieldTracer, NoRaySlipsThroughBetweenFields) {
  constexpr int kSide = 17;
  const auto depth = [](double x, double y) {
    return 0.3 * std::sin(2 * x) + 0.2 * std::cos(3 * y);
  };
  const auto field = [&](double x0, double y0, double cell, double top, int coarse_at_row) {
    std::vector<float> z;
    for (int i = 0; i < kSide; ++i)
      for (int j = 0; j < kSide; ++j) {
        const double x = x0 + i * cell, y = y0 + j * cell;
        const bool between = i == coarse_at_row && j % 2 == 1;
        const double at = between ? (depth(x, y - cell) + depth(x, y + cell)) / 2 : depth(x, y);
        z.push_back(static_cast<float>(at - top));
      }
    return HeightField(kSide, kSide, cell, z);
  };
  constexpr double kFine_m = 0.3, kWide_m = (kSide - 1) * kFine_m;
  const HeightField west = field(0, 0, kFine_m, 0, kSide - 1);
  const HeightField east = field(0, kWide_m, kFine_m, -31, kSide - 1);
  const HeightField coarse = field(kWide_m, 0, 2 * kFine_m, 17, -1);
  FieldTracer tracer;
  tracer.add(0, west, Mat3::Identity(), Vec3(0, 0, 0), kSeenSeabed);
  tracer.add(1, east, Mat3::Identity(), Vec3(0, kWide_m, -31), kSeenSeabed);
  tracer.add(2, coarse, Mat3::Identity(), Vec3(kWide_m, 0, 17), kSeenSeabed);
  constexpr double kChord_m = 0.15, kDeepest_m = 0.51;  // cells are flat
  const RandomStream draw(3, "field", "borders");
  int count = 0, from_below = 0;
  for (int64_t k = 0; k < 60000; ++k) {
    const double along = 1.2 + (kWide_m - 2.4) * draw.uniform(k, 0);
    const double beside = 1e-6 * draw.normal(k, 1);
    const double x = k % 2 ? kWide_m + beside : along, y = k % 2 ? along : kWide_m + beside;
    const double bearing = 6.28 * draw.uniform(k, 2),
                 down = k % 7 ? 0.03 + draw.uniform(k, 3) : 1e4;
    const Vec3 direction = Vec3(std::cos(bearing), std::sin(bearing), down).normalized();
    const Vec3 origin = Vec3(x, y, depth(x, y)) - direction;
    if (origin.z() > depth(origin.x(), origin.y()) - kChord_m) continue;
    const Vec3 below = origin + (kDeepest_m - origin.z()) / direction.z() * direction;
    const bool leaves = below.x() < 0 || below.x() > 3 * kWide_m || below.y() < 0 ||
                        below.y() > 2 * kWide_m;  // the fields, before it is below all of them
    if (leaves) continue;
    ++count;
    FieldHits hits;
    tracer.trace(same_rays(origin, direction), kSeenSeabed, RayBundle::kBeam, hits);
    ASSERT_NE(hits.field[0], kNothing) << k;
    from_below += normal_of(hits, 0).dot(direction) > 0;
  }
  EXPECT_GT(count, 20000);
  EXPECT_LT(from_below, kMaxOnEdges * count);
}

TEST(FieldTracer, SameBitsAloneAndInCompany) {
  std::vector<HeightField> fields;
  FieldTracer tracer;
  fields.reserve(20);
  for (int n = 0; n < 20; ++n) {
    fields.emplace_back(kRows, kColumns, kCell_m, rough(kRows, kColumns, 0.2 + 0.05 * n));
    tracer.add(n, fields.back(), Mat3::Identity(),
               Vec3((kRows - 1) * kCell_m * (n % 5), (kColumns - 1) * kCell_m * (n / 5), 0.01 * n),
               n % 2 ? kSeenSeabed : kSeenSilt);
  }
  const RandomStream draw(5, "field", "company");
  int met = 0;
  for (int64_t t = 0; t < 3000; ++t) {
    Rays rays;
    const Vec3 origin(20 * draw.uniform(t, 0), 30 * draw.uniform(t, 1),
                      -1 - 4 * draw.uniform(t, 2));
    const Vec3 axis(draw.normal(t, 3), draw.normal(t, 4), draw.uniform(t, 5));
    for (int k = 0; k < kLanes; ++k) {
      const uint32_t n = 10 + 3 * static_cast<uint32_t>(k);
      const Vec3 spread(draw.normal(t, n), draw.normal(t, n + 1), draw.normal(t, n + 2));
      set_ray(rays, k, origin, (axis.normalized() + 0.01 * spread).normalized(), 0,
              k == 4 ? -1 : 40);
    }
    FieldHits together, alone;
    tracer.trace(rays, kSeenSeabed, RayBundle::kBeam, together);
    tracer.trace(rays, kSeenSeabed, RayBundle::kUnrelated, alone);
    uint32_t hidden = 0;
    for (int k = 0; k < kLanes; ++k) {
      ASSERT_EQ(together.field[k], alone.field[k]);
      if (together.field[k] == kNothing) continue;
      ++met;
      hidden |= 1u << k;
      ASSERT_EQ(together.field[k] % 2, 1);
      ASSERT_EQ(together.range_m[k], alone.range_m[k]);
      ASSERT_EQ(together.slope_x[k], alone.slope_x[k]);
      ASSERT_EQ(together.slope_y[k], alone.slope_y[k]);
    }
    ASSERT_EQ(together.field[4], kNothing);
    bool boxes_ahead = true;
    ASSERT_EQ(tracer.occluded(rays, kSeenSeabed, boxes_ahead), hidden);
    ASSERT_FALSE(boxes_ahead);
  }
  EXPECT_GT(met, 10000);
}

// Tiles of one beam, from one place or from several, with lanes that are off.
std::vector<Rays> neighbours(const RandomStream& draw, int64_t t, size_t tiles) {
  std::vector<Rays> out(tiles);
  const Vec3 origin(20 * draw.uniform(t, 0), 30 * draw.uniform(t, 1), -1 - 4 * draw.uniform(t, 2));
  const Vec3 axis(draw.normal(t, 3), draw.normal(t, 4), 0.1 + draw.uniform(t, 5));
  const double apart_m = t % 2 ? 0.1 : 0;
  uint32_t n = 10;
  for (Rays& rays : out)
    for (int k = 0; k < kLanes; ++k, n += 6) {
      const Vec3 spread(draw.normal(t, n), draw.normal(t, n + 1), draw.normal(t, n + 2));
      const Vec3 aside(draw.normal(t, n + 3), draw.normal(t, n + 4), draw.normal(t, n + 5));
      const bool off = t % 5 == 0 && (&rays == &out[0] || k % 7 == 3);
      set_ray(rays, k, origin + apart_m * aside, (axis.normalized() + 0.02 * spread).normalized(),
              0, off ? -1 : 40);
    }
  return out;
}

TEST(FieldTracer, SameBitsInABeamOfSeveralTiles) {
  std::vector<HeightField> fields;
  FieldTracer tracer;
  fields.reserve(20);
  for (int n = 0; n < 20; ++n) {
    fields.emplace_back(kRows, kColumns, kCell_m, rough(kRows, kColumns, 0.2 + 0.05 * n));
    const double turn = n == 7 ? 0.3 : 0;
    tracer.add(n, fields.back(), quaternion_from({0, 0, turn}).toRotationMatrix(),
               Vec3((kRows - 1) * kCell_m * (n % 5), (kColumns - 1) * kCell_m * (n / 5), 0.01 * n),
               kSeenSeabed);
  }
  for (int n = 0; n < 12; ++n)
    tracer.add_box(Vec3(3 * n, 2 * n, -2), Vec3(3 * n + 1, 2 * n + 1, -1), kSeenSeabed);
  const RandomStream draw(6, "field", "beams");
  int met = 0;
  for (int64_t t = 0; t < 1500; ++t) {
    const std::vector<Rays> tiles = neighbours(draw, t, 1 + static_cast<size_t>(t % 4));
    std::vector<const Rays*> pointers;
    for (const Rays& rays : tiles) pointers.push_back(&rays);
    std::vector<FieldHits> together(tiles.size());
    tracer.trace_beam(pointers, kSeenSeabed, together);
    for (size_t tile = 0; tile < tiles.size(); ++tile) {
      FieldHits alone;
      tracer.trace(tiles[tile], kSeenSeabed, RayBundle::kUnrelated, alone);
      ASSERT_LE(alone.boxes_ahead, together[tile].boxes_ahead);
      for (int k = 0; k < kLanes; ++k) {
        ASSERT_EQ(together[tile].field[k], alone.field[k]);
        if (alone.field[k] == kNothing) continue;
        ++met;
        ASSERT_EQ(together[tile].range_m[k], alone.range_m[k]);
        ASSERT_EQ(together[tile].slope_x[k], alone.slope_x[k]);
        ASSERT_EQ(together[tile].slope_y[k], alone.slope_y[k]);
      }
    }
  }
  EXPECT_GT(met, 20000);
}

TEST(FieldTracer, ManyFieldsInOneBeamAllCount) {
  constexpr int kFields = 150;
  const HeightField plate(3, 3, 1, std::vector<float>(9, 0));
  FieldTracer tracer;
  for (int n = 0; n < kFields; ++n)
    tracer.add(n, plate, Mat3::Identity(), Vec3(0, 0, kFields - n), n + 1 < kFields ? 1u : 2u);
  FieldHits hits;
  const Rays rays = same_rays({0.7, 0.9, -4}, Vec3::UnitZ());
  tracer.trace(rays, 3, RayBundle::kBeam, hits);
  EXPECT_EQ(hits.field[9], kFields - 1);
  EXPECT_EQ(hits.range_m[9], 5);
  tracer.trace(rays, 1, RayBundle::kBeam, hits);
  EXPECT_EQ(hits.field[9], kFields - 2);
  EXPECT_EQ(hits.range_m[9], 6);
  tracer.trace(rays, 4, RayBundle::kBeam, hits);
  EXPECT_EQ(hits.field[9], kNothing);
}

}  // namespace field_tracer_test
}  // namespace hadal::raytrace
