#include "sensors/rays/ray_seabed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/rng.h"
#include "environment/seabed/ray.h"
#include "environment/seabed/tile_mesh.h"
#include "raytrace/test_rays.h"
#include "world/shape.h"

namespace hadal::sensors {
namespace ray_seabed_test {

using environment::Seabed;
using environment::SeabedLayer;
using raytrace::Hits;
using raytrace::kLanes;
using raytrace::Rays;
using raytrace::test::kEver;
using raytrace::test::set_ray;

constexpr uint32_t kGround = raytrace::kSeenSeabed | raytrace::kSeenSilt;
constexpr double kSingle_m = 2e-5;  // rounding of a hundred metres in single precision
constexpr size_t kPlenty = size_t{1} << 30;

// A ridge, with fractal hills on it if asked for: they are dear to compute.
SeabedParameters ridge_of(double cell_m) {
  SeabedParameters parameters;
  RidgeSeabed ridge;
  ridge.depth_m = 30;
  ridge.rise_m = 8;
  ridge.half_width_m = 15;
  ridge.along_rad = 0.7;
  parameters.source = ridge;
  parameters.cell_m = cell_m;
  return parameters;
}

SeabedParameters hills(double cell_m) {
  SeabedParameters parameters = ridge_of(cell_m);
  parameters.detail.amplitude_m = 1.5;
  parameters.detail.max_wavelength_m = 20;
  parameters.detail.min_wavelength_m = 8;
  return parameters;
}

Seabed open(const SeabedParameters& parameters) {
  Result<Seabed> seabed = Seabed::open(parameters, environment::SeaMap());
  EXPECT_TRUE(seabed) << seabed.problems().text();
  return std::move(seabed).value();
}

struct Ground {
  raytrace::Scene scene;
  Seabed seabed;
  RaySeabed rays;
  explicit Ground(const SeabedParameters& parameters, size_t cache_bytes = kPlenty)
      : seabed(open(parameters)), rays(scene, seabed, has_silt(parameters), cache_bytes) {}
  std::shared_ptr<const raytrace::View> view(const Vec3& centre_N, double reach_m, double cell_m,
                                             uint32_t seen = kGround,
                                             SeabedLayer layer = SeabedLayer::kVisible) {
    std::vector<raytrace::Placed> things;
    rays.place(Vec3::Zero(), centre_N, reach_m, cell_m, seen, layer, things);
    return scene.view(Vec3::Zero(), things);
  }
};

double width_m(const ChunkKey& key, double cell_m) {
  return std::ldexp(kChunkCells * cell_m, key.level);
}

// How many chunks hold a place, not counting their borders.
int holders(const std::vector<ChunkKey>& chunks, double north_m, double east_m, double cell_m) {
  return static_cast<int>(std::count_if(chunks.begin(), chunks.end(), [&](const ChunkKey& key) {
    const double w = width_m(key, cell_m);
    return std::floor(north_m / w) == static_cast<double>(key.i) &&
           std::floor(east_m / w) == static_cast<double>(key.j);
  }));
}

TEST(RaySeabed, ChunksCoverTheReachOnceWithLevelsThatDifferByOneAtMost) {
  const RandomStream draw(2, "chunks", "place");
  for (int k = 0; k < 40; ++k) {
    const double cell_m = 0.1 + draw.uniform(k, 0), reach_m = 20 + 3000 * draw.uniform(k, 1);
    const double north = 5000 * draw.normal(k, 2), east = 5000 * draw.normal(k, 3);
    const std::vector<ChunkKey> chunks = chunks_around(north, east, reach_m, 0, cell_m);
    for (uint32_t q = 0; q < 200; ++q) {
      const double r = reach_m * std::sqrt(draw.uniform(k, 10 + 2 * q));
      const double bearing = 6.28 * draw.uniform(k, 11 + 2 * q);
      const double n = north + r * std::cos(bearing), e = east + r * std::sin(bearing);
      ASSERT_EQ(holders(chunks, n, e, cell_m), 1) << n << " " << e;
    }
    const std::set<std::tuple<int, int64_t, int64_t>> all = [&] {
      std::set<std::tuple<int, int64_t, int64_t>> keys;
      for (const ChunkKey& c : chunks) keys.insert({c.level, c.i, c.j});
      return keys;
    }();
    for (const ChunkKey& c : chunks)
      for (const auto& [di, dj, side] : {std::tuple{1, 0, environment::kNorthSide},
                                         {-1, 0, environment::kSouthSide},
                                         {0, 1, environment::kEastSide},
                                         {0, -1, environment::kWestSide}}) {
        ASSERT_EQ(all.contains({c.level + 1, (c.i + di) >> 1, (c.j + dj) >> 1}),
                  (c.coarser_sides & side) != 0);
        ASSERT_FALSE(all.contains({c.level + 2, (c.i + di) >> 2, (c.j + dj) >> 2}));
      }
  }
}

TEST(RaySeabed, CellsAreNoCoarserThanAsked) {
  for (const ChunkKey& key : chunks_around(17, -30, 500, 1.7, 0.4)) EXPECT_EQ(key.level, 2);
  for (const ChunkKey& key : chunks_around(17, -30, 500, 0.1, 0.4)) EXPECT_EQ(key.level, 0);
  EXPECT_LE(chunks_around(0, 0, 1e5, 0.1, 0.4).size(), static_cast<size_t>(kMaxChunks));
}

// Vertical rays, many of them over borders of chunks and lines of the lattice, and grazing ones:
// all hit, and at the finest level where the exact march on the lattice says.
TEST(RaySeabed, NoRayLeaksAndTheFinestLevelIsTheLattice) {
  for (const double cell_m : {0.5, 0.3}) {
    Ground ground(hills(cell_m));
    constexpr double kReach_m = 110;
    const auto view = ground.view({5, 3, 10}, kReach_m, cell_m);
    const RandomStream draw(4, "leaks", "fine");
    constexpr int kTiles = 3500;
    for (int t = 0; t < kTiles; ++t) {
      Rays rays;
      std::array<Vec3, kLanes> origin, direction;
      for (int k = 0; k < kLanes; ++k) {
        const int64_t at = t * kLanes + k;
        double north = 50 * (draw.uniform(at, 0) - 0.5), east = 50 * (draw.uniform(at, 1) - 0.5);
        if (at % 4 == 1) north = std::round(north / cell_m) * cell_m;
        if (at % 4 == 2) east = std::round(east / (cell_m * kChunkCells)) * cell_m * kChunkCells;
        const double bearing = 6.28 * draw.uniform(at, 2);
        origin[k] = {north, east, 5};
        direction[k] = at % 2 ? Vec3(Vec3::UnitZ())
                              : Vec3(std::cos(bearing), std::sin(bearing), 0.4).normalized();
        // The ray that is traced is the rounded one.
        direction[k] = direction[k].cast<float>().cast<double>();
        origin[k] = origin[k].cast<float>().cast<double>();
        set_ray(rays, k, origin[k], direction[k]);
      }
      Hits hits;
      view->trace(rays, kGround, false, hits);
      EXPECT_EQ(view->occluded(rays, kGround), 0xffffu);
      for (int k = 0; k < kLanes; ++k) {
        ASSERT_GE(hits.instance[k], 0) << origin[k] << " toward " << direction[k];
        if ((t + k) % 8 != 0) continue;
        const double exact =
            environment::beam_range(ground.seabed, origin[k], direction[k].normalized(), 400);
        const double steep = -raytrace::test::normal(hits, k).dot(direction[k]);
        ASSERT_NEAR(hits.range_m[k], exact, kSingle_m / std::max(steep, 0.01));
      }
    }
  }
}

TEST(RaySeabed, NoRayLeaksBetweenLevels) {
  Ground ground(hills(0.3));
  const auto view = ground.view({5, 3, 10}, 600, 0);
  int levels = 0;
  for (const ChunkKey& key : chunks_around(5, 3, 600, 0, 0.3)) levels = std::max(levels, key.level);
  ASSERT_GE(levels, 3);
  const RandomStream draw(4, "leaks", "levels");
  const double chunk_m = 0.3 * kChunkCells;
  for (int t = 0; t < 6500; ++t) {
    Rays rays;
    for (int k = 0; k < kLanes; ++k) {
      const int64_t at = t * kLanes + k;
      const double r = 400 * draw.uniform(at, 0), bearing = 6.28 * draw.uniform(at, 1);
      double north = r * std::cos(bearing), east = r * std::sin(bearing);
      if (at % 4 == 1) north = std::round(north / chunk_m) * chunk_m;
      if (at % 4 == 2) east = std::round(east / chunk_m) * chunk_m + 1e-5 * draw.normal(at, 2);
      const double toward = 6.28 * draw.uniform(at, 3), dip = at % 8 < 4 ? 0.15 : 0.5;
      set_ray(rays, k, {north, east, 5},
              at % 3 ? Vec3(std::cos(toward), std::sin(toward), dip).normalized()
                     : Vec3(Vec3::UnitZ()));
    }
    Hits hits;
    view->trace(rays, kGround, false, hits);
    for (int k = 0; k < kLanes; ++k) {
      ASSERT_GE(hits.instance[k], 0) << t << " " << k;
      const double down = rays.oz[k] + hits.range_m[k] * rays.dz[k];
      ASSERT_LT(down, 40);  // nothing is deeper
    }
  }
}

TEST(RaySeabed, WhatIsInTheCacheChangesNothing) {
  const SeabedParameters parameters = ridge_of(0.5);
  Ground large(parameters), small(parameters, 1);
  for (int k = 0; k < 6; ++k) {
    const Vec3 centre(40.0 * k, 10.0 * k, 10);
    const auto a = large.view(centre, 200, 0), b = small.view(centre, 200, 0);
    ASSERT_EQ(a->instances(), b->instances());
    for (int q = 0; q < 200; ++q) {
      const Vec3 direction = Vec3(std::cos(q), std::sin(q), 0.2 + 0.01 * q).normalized();
      ASSERT_EQ(a->trace_one(centre, direction, 0, kEver, kGround).range_m,
                b->trace_one(centre, direction, 0, kEver, kGround).range_m);
    }
  }
  EXPECT_GT(large.rays.cached_chunks(), 6u);
  EXPECT_EQ(small.rays.cached_chunks(), 1u);
}

TEST(RaySeabed, TheCacheIsBounded) {
  constexpr size_t kBytes = size_t{4} << 20;
  Ground ground(ridge_of(0.5), kBytes);
  for (int k = 0; k < 30; ++k) {
    static_cast<void>(ground.view({100.0 * k, 0, 10}, 100, 0.5));
    EXPECT_LE(ground.rays.cached_bytes(), kBytes);
  }
  EXPECT_GT(ground.rays.cached_chunks(), 1u);
}

TEST(RaySeabed, SiltLiesOnTheFirmGroundWhereThereIsSome) {
  SeabedParameters parameters;
  parameters.source = FlatSeabed{20, 0, 0};
  parameters.cell_m = 1;
  BottomArea area;
  area.box = {-10, 10, -10, 10};
  area.silt_m = 0.5;
  area.seen_by = kSeenBySonar;
  parameters.areas.push_back(area);
  Ground ground(parameters);
  const auto range = [&](SeabedLayer layer, uint32_t seen, double north) {
    return ground.view({0, 0, 10}, 300, 1, kGround, layer)
        ->trace_one({north, 0.5, 10}, Vec3::UnitZ(), 0, kEver, seen)
        .range_m;
  };
  EXPECT_NEAR(range(SeabedLayer::kSonar, raytrace::kSeenSilt, 0.3), 9.5, 1e-6);
  EXPECT_NEAR(range(SeabedLayer::kSonar, raytrace::kSeenSeabed, 0.3), 10, 1e-6);
  EXPECT_NEAR(range(SeabedLayer::kSonar, kGround, 0.3), 9.5, 1e-6);
  EXPECT_NEAR(range(SeabedLayer::kSonar, raytrace::kSeenSilt, 200.3), 10, 1e-6);
  EXPECT_NEAR(range(SeabedLayer::kDvl, raytrace::kSeenSilt, 0.3), 10, 1e-6);
  // Ground without silt is there once.
  EXPECT_LT(ground.view({0, 0, 10}, 300, 1, kGround, SeabedLayer::kDvl)->instances(),
            ground.view({0, 0, 10}, 300, 1, kGround, SeabedLayer::kSonar)->instances());
}

TEST(RaySeabed, KeepsMillimetresFarFromTheOriginAndDeep) {
  SeabedParameters parameters = hills(0.5);
  std::get<RidgeSeabed>(parameters.source).depth_m = 6000;
  Ground ground(parameters);
  const Vec3 anchor(100e3, -200e3, 5984), centre = anchor + Vec3(3, 4, 5);
  std::vector<raytrace::Placed> things;
  ground.rays.place(anchor, centre, 60, 0.5, kGround, SeabedLayer::kVisible, things);
  const auto view = ground.scene.view(anchor, things);
  for (int k = 0; k < 300; ++k) {
    const Vec3 direction = Vec3(std::cos(k), std::sin(k), 0.5 + 0.01 * k).normalized();
    const double exact = environment::beam_range(ground.seabed, centre, direction, 60);
    if (!std::isfinite(exact)) continue;
    ASSERT_NEAR(view->trace_one(centre - anchor, direction, 0, 60, kGround).range_m, exact, 2e-5);
  }
}

}  // namespace ray_seabed_test
}  // namespace hadal::sensors
