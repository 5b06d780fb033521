#include "sensors/optical/render/appearance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "base/rng.h"
#include "hwy/targets.h"

namespace hadal::sensors {
namespace appearances_test {

constexpr int kPatterns = static_cast<int>(Pattern::kGrid) + 1;

const TextureTiles& tiles() {
  static const TextureTiles made = make_texture_tiles();
  return made;
}

// Points on level ground around a place, `step` apart in rows of 4.
Surface16 level_ground(double x, double y, float step_m, float footprint_m, int appearance = 0) {
  Surface16 s;
  std::memset(&s, 0, sizeof s);
  for (int k = 0; k < Surface16::kLanes; ++k) {
    s.lx[k] = static_cast<float>(x) + step_m * static_cast<float>(k % 4);
    s.ly[k] = static_cast<float>(y) + step_m * static_cast<float>(k / 4);
    s.lz[k] = 2;
    s.nz[k] = s.gz[k] = -1;
    s.footprint_m[k] = footprint_m;
    s.turn[0][k] = s.turn[4][k] = s.turn[8][k] = 1;
    s.appearance[k] = appearance;
  }
  return s;
}

Appearance appearance_with(Pattern pattern) {
  Appearance appearance;
  appearance.pattern = pattern;
  appearance.albedo[0] = 0.42f, appearance.albedo[1] = 0.36f, appearance.albedo[2] = 0.26f;
  return appearance;
}

// One of each pattern, clean and overgrown.
std::vector<Appearance> all_appearances() {
  std::vector<Appearance> appearances;
  for (int p = 0; p < kPatterns; ++p)
    for (const float amount : {0.0f, 0.5f, 1.0f}) {
      Appearance appearance = appearance_with(static_cast<Pattern>(p));
      appearance.fouling = appearance.sediment = appearance.wear = appearance.transmission = amount;
      appearance.metallic = amount, appearance.roughness = 1 - 0.9f * amount;
      appearance.albedo[0] = amount, appearance.mapping = amount > 0.6f ? Mapping::kUv
          : Mapping::kSides;
      appearance.scale_m = amount > 0.2f ? 0.3f * amount : 0;
      appearances.push_back(appearance);
    }
  return appearances;
}

// Sixteen random points of random looks, normals, turns and pixels.
class RandomPoints {
 public:
  Surface16 next(int appearances) {
    Surface16 s;
    std::memset(&s, 0, sizeof s);
    for (int k = 0; k < Surface16::kLanes; ++k) fill(s, k, appearances);
    return s;
  }

 private:
  double uniform(double low, double high) { return low + (high - low) * stream_.uniform(++count_); }
  void unit(float& x, float& y, float& z) {
    const double c = uniform(-1, 1), a = uniform(0, 6.28), r = std::sqrt(1 - c * c);
    x = static_cast<float>(r * std::cos(a)), y = static_cast<float>(r * std::sin(a));
    z = static_cast<float>(c);
  }
  void fill(Surface16& s, int k, int appearances) {
    s.lx[k] = static_cast<float>(uniform(-512, 1024));
    s.ly[k] = static_cast<float>(uniform(-512, 1024));
    s.lz[k] = static_cast<float>(uniform(-512, 1024));
    s.u[k] = static_cast<float>(uniform(-1, 2)), s.v[k] = static_cast<float>(uniform(-1, 2));
    s.footprint_m[k] = static_cast<float>(std::pow(10, uniform(-5, 2)));
    s.appearance[k] = static_cast<int>(uniform(0, appearances - 1e-6));
    unit(s.gx[k], s.gy[k], s.gz[k]);
    s.nx[k] = s.gx[k], s.ny[k] = s.gy[k], s.nz[k] = s.gz[k];
    const double a = uniform(0, 6.28);
    const auto c = static_cast<float>(std::cos(a)), d = static_cast<float>(std::sin(a));
    const float turn[9] = {c, -d, 0, d, c, 0, 0, 0, 1};
    for (int i = 0; i < 9; ++i) s.turn[i][k] = turn[i];
  }
  RandomStream stream_{7, "looks", "points"};
  int64_t count_ = 0;
};

TEST(Appearances, StayWithinTheirBounds) {
  const std::vector<Appearance> appearances = all_appearances();
  RandomPoints points;
  for (int round = 0; round < 4000; ++round) {
    Surface16 s = points.next(static_cast<int>(appearances.size()));
    appearance16(tiles(), appearances, {}, s);
    for (int k = 0; k < Surface16::kLanes; ++k) {
      for (const float x : {s.r[k], s.g[k], s.b[k], s.roughness[k], s.metallic[k],
                            s.transmission[k], s.cavity[k]}) {
        ASSERT_GE(x, 0);
        ASSERT_LE(x, 1);
      }
      ASSERT_NEAR(s.nx[k] * s.nx[k] + s.ny[k] * s.ny[k] + s.nz[k] * s.nz[k], 1, 1e-5);
      ASSERT_GT(s.nx[k] * s.gx[k] + s.ny[k] * s.gy[k] + s.nz[k] * s.gz[k], 0);
    }
  }
}

// The same bits whatever the processor has, and whichever looks share a tile.
TEST(Appearances, AreTheSameOnEveryTarget) {
  const std::vector<Appearance> appearances = all_appearances();
  const auto run = [&](int64_t targets) {
    hwy::SetSupportedTargetsForTest(targets);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    RandomPoints points;
    std::vector<Surface16> found;
    for (int round = 0; round < 300; ++round) {
      found.push_back(points.next(static_cast<int>(appearances.size())));
      appearance16(tiles(), appearances, {}, found.back());
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return found;
  };
  const auto best = run(hwy::SupportedTargets());
  for (int64_t left = hwy::SupportedTargets() & (HWY_AVX2 | HWY_SSE4 | HWY_STATIC_TARGET);
       left != 0; left &= left - 1) {
    const auto other = run(left & -left);
    for (size_t i = 0; i < best.size(); ++i)
      ASSERT_EQ(std::memcmp(&best[i], &other[i], sizeof(Surface16)), 0) << i;
  }
}

TEST(Appearances, LaneDoesNotDependOnItsNeighbours) {
  const std::vector<Appearance> appearances = all_appearances();
  RandomPoints points;
  for (int round = 0; round < 200; ++round) {
    const Surface16 given = points.next(static_cast<int>(appearances.size()));
    Surface16 mixed = given;
    appearance16(tiles(), appearances, {}, mixed);
    for (int k = 0; k < Surface16::kLanes; ++k) {
      Surface16 alone = given;
      std::fill(std::begin(alone.appearance), std::end(alone.appearance), given.appearance[k]);
      appearance16(tiles(), appearances, {}, alone);
      ASSERT_EQ(alone.r[k], mixed.r[k]);
      ASSERT_EQ(alone.nx[k], mixed.nx[k]);
    }
  }
}

// Places 1024 m apart are the same place of the ground.
TEST(Appearances, GroundClosesAfterItsPeriod) {
  constexpr double kTolerance = 0.02;  // places in single precision
  for (const Pattern pattern : {Pattern::kSand, Pattern::kMud, Pattern::kGravel, Pattern::kRock}) {
    const std::vector<Appearance> appearances = {appearance_with(pattern)};
    double largest = 0;
    for (int i = 0; i < 40; ++i) {
      const double x = -500 + 7.0 * i, y = -490 + 3.0 * i;
      Surface16 here = level_ground(x, y, 0.5f, 0.02f),
                there = level_ground(x + 1024, y + 1024, 0.5f, 0.02f);
      appearance16(tiles(), appearances, {}, here);
      appearance16(tiles(), appearances, {}, there);
      for (int k = 0; k < Surface16::kLanes; ++k)
        largest = std::max({largest, std::abs(static_cast<double>(here.r[k]) - there.r[k]),
                            std::abs(static_cast<double>(here.nx[k]) - there.nx[k])});
    }
    EXPECT_LT(largest, kTolerance) << static_cast<int>(pattern);
  }
}

struct Spread {
  double mean = 0, deviation = 0, tilt = 0;
};
Spread spread_of(const Appearance& appearance, float footprint_m, int rounds = 300) {
  const std::vector<Appearance> appearances = {appearance};
  double sum = 0, squares = 0, tilt = 0;
  for (int i = 0; i < rounds; ++i) {
    Surface16 s = level_ground(10 + 1.37 * (i % 20), 200 + 2.11 * (i / 20), 0.31f, footprint_m);
    appearance16(tiles(), appearances, {}, s);
    for (int k = 0; k < Surface16::kLanes; ++k) {
      sum += s.g[k], squares += s.g[k] * s.g[k];
      tilt += s.nx[k] * s.nx[k] + s.ny[k] * s.ny[k];
    }
  }
  const double n = 16.0 * rounds, mean = sum / n;
  return {mean, std::sqrt(std::max(squares / n - mean * mean, 0.0)), std::sqrt(tilt / n)};
}

// What is finer than a pixel fades into its mean: no mottle and no relief are left.
TEST(Appearances, FadeWhereAPixelCoversThem) {
  for (int p = 0; p < kPatterns; ++p) {
    const Pattern pattern = static_cast<Pattern>(p);
    if (pattern == Pattern::kColourChart) continue;  // not periodic
    Appearance appearance = appearance_with(pattern);
    appearance.fouling = appearance.wear = 0.5f;
    const Spread far = spread_of(appearance, 200);
    EXPECT_LT(far.deviation, 0.012) << p;
    EXPECT_LT(far.tilt, 0.004) << p;
  }
}
TEST(Appearances, ShowMottleAndReliefNearBy) {
  for (const Pattern pattern :
       {Pattern::kSand, Pattern::kGravel, Pattern::kMud, Pattern::kRock, Pattern::kConcrete,
        Pattern::kRust, Pattern::kWood, Pattern::kCoral}) {
    const Spread near = spread_of(appearance_with(pattern), 0.002f);
    EXPECT_GT(near.deviation, 0.02) << static_cast<int>(pattern);
    EXPECT_GT(near.tilt, 0.01) << static_cast<int>(pattern);
  }
}
// Height differences of sand over 0.5 to 4 cm, seen from near by: places 5 mm apart lean apart by some
// degrees; ripples of 0.19 m and the coarser clouds alone turn the normal by less than half of that.
TEST(Appearances, SandHasSmallRelief) {
  constexpr float kApart_m = 0.005f;
  const std::vector<Appearance> appearances = {appearance_with(Pattern::kSand)};
  const auto lean = [&](float footprint_m) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < 400; ++i) {
      Surface16 s = level_ground(0.37 * i, 0.11 * i, kApart_m, footprint_m);
      appearance16(tiles(), appearances, {}, s);
      for (int k = 0; k < Surface16::kLanes; k += 4)
        for (int j = 0; j < 3; ++j, ++count)
          sum += std::pow(s.nx[k + j + 1] - s.nx[k + j], 2);
    }
    return std::sqrt(sum / count);
  };
  const double near = lean(0.001f), far = lean(0.008f);  // small relief fades at 6 mm a pixel
  EXPECT_GT(near, 0.07);
  EXPECT_LT(near, 0.25);
  EXPECT_GT(near, 2 * far);
}
// The albedo of the material is the mean of what is seen.
TEST(Appearances, GroundKeepsTheAlbedoOfItsMaterial) {
  for (const Pattern pattern : {Pattern::kSand, Pattern::kGravel, Pattern::kMud})
    for (const float footprint : {0.002f, 0.05f, 1.0f})
      EXPECT_NEAR(spread_of(appearance_with(pattern), footprint, 1000).mean, 0.36, 0.06)
          << static_cast<int>(pattern) << " " << footprint;
}

// On sand of one wavelength, far from everything finer, the normal turns by the slope of a height
// that the albedo follows: crests (light) lie where the slope across them changes sign.
TEST(Appearances, RipplesHaveTheirWavelengthAndVanishOnSlopes) {
  Appearance appearance = appearance_with(Pattern::kSand);
  appearance.scale_m = 0.5f;
  const std::vector<Appearance> appearances = {appearance};
  int changes = 0, count = 0;
  double tilt = 0, steep_tilt = 0;
  for (int line = 0; line < 40; ++line) {
    float last = 0;
    for (int i = 0; i < 125; ++i) {
      Surface16 s = level_ground(16 + 0.16 * i, 3.7 * line, 0.04f, 0.01f);
      Surface16 steep = s;
      const float c = std::sqrt(0.5f);
      std::fill(std::begin(steep.nz), std::end(steep.nz), -c);
      std::fill(std::begin(steep.ny), std::end(steep.ny), c);
      std::copy(std::begin(steep.ny), std::end(steep.ny), steep.gy);
      std::copy(std::begin(steep.nz), std::end(steep.nz), steep.gz);
      appearance16(tiles(), appearances, {}, s);
      appearance16(tiles(), appearances, {}, steep);
      for (int k = 0; k < 4; ++k) {
        if (std::abs(s.nx[k]) < 0.08f) continue;  // leave out what fine relief does
        changes += last * s.nx[k] < 0 ? 1 : 0;
        last = s.nx[k];
        tilt += s.nx[k] * s.nx[k], steep_tilt += steep.nx[k] * steep.nx[k], ++count;
      }
    }
  }
  // 40 lines of 20 m, two changes for each wavelength of 0.5 m / 0.927.
  EXPECT_NEAR(changes, 40 * 20 / 0.54 * 2, 0.25 * 40 * 20 / 0.54 * 2);
  EXPECT_LT(steep_tilt, 0.25 * tilt);
}

// The relief belongs to the body: a body turned by 90 degrees turns its normals with it.
TEST(Appearances, NormalTurnsWithTheBody) {
  const std::vector<Appearance> appearances = {appearance_with(Pattern::kRock)};
  Surface16 straight = level_ground(4, 9, 0.1f, 0.005f), turned = straight;
  for (int k = 0; k < Surface16::kLanes; ++k) {  // body turned by 90 degrees about the vertical
    const float turn[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1};
    for (int i = 0; i < 9; ++i) turned.turn[i][k] = turn[i];
  }
  appearance16(tiles(), appearances, {}, straight);
  appearance16(tiles(), appearances, {}, turned);
  for (int k = 0; k < Surface16::kLanes; ++k) {
    EXPECT_NEAR(turned.nx[k], -straight.ny[k], 1e-5);
    EXPECT_NEAR(turned.ny[k], straight.nx[k], 1e-5);
    EXPECT_NEAR(turned.r[k], straight.r[k], 1e-6);
  }
}

TEST(Appearances, FoulingCoversItsFractionAndSedimentFacesThatPointUp) {
  Appearance white;
  white.albedo[0] = white.albedo[1] = white.albedo[2] = 0.9f;
  const auto fraction_changed = [&](Appearance appearance, float up) {
    const std::vector<Appearance> appearances = {appearance};
    int changed = 0;
    for (int i = 0; i < 600; ++i) {
      Surface16 s = level_ground(1.3 * i, 0.7 * i, 0.31f, 0.02f);
      for (int k = 0; k < Surface16::kLanes; ++k) s.nz[k] = s.gz[k] = -up;
      appearance16(tiles(), appearances, {}, s);
      for (int k = 0; k < Surface16::kLanes; ++k) changed += s.g[k] < 0.6f ? 1 : 0;
    }
    return changed / 9600.0;
  };
  EXPECT_EQ(fraction_changed(white, 1), 0);
  for (const float fouling : {0.25f, 0.5f, 0.75f}) {
    Appearance appearance = white;
    appearance.fouling = fouling;
    EXPECT_NEAR(fraction_changed(appearance, 1), fouling, 0.15) << fouling;
  }
  Appearance silted = white;
  silted.sediment = 0.7f;
  EXPECT_GT(fraction_changed(silted, 1), 0.9);
  EXPECT_EQ(fraction_changed(silted, -1), 0);
}

// The middle of each patch of a chart 0.3 m wide is the published reflectance.
TEST(Appearances, ColourChartShowsItsPatches) {
  Appearance appearance = appearance_with(Pattern::kColourChart);
  appearance.scale_m = 0.05f;
  const std::vector<Appearance> appearances = {appearance};
  const auto table = chart_reflectance();
  for (int row = 0; row < kChartRows; ++row)
    for (int column = 0; column < kChartColumns; ++column) {
      Surface16 s = level_ground(0.05 * (column - 2.5), 0.05 * (row - 1.5), 0, 0.002f);
      appearance16(tiles(), appearances, {}, s);
      const size_t at = static_cast<size_t>(3 * (row * kChartColumns + column));
      EXPECT_NEAR(s.r[0], table[at], 1e-6);
      EXPECT_NEAR(s.g[0], table[at + 1], 1e-6);
      EXPECT_NEAR(s.b[0], table[at + 2], 1e-6);
    }
  // White 243 and neutral 5 (122) of the maker, through the sRGB curve.
  EXPECT_NEAR(table[3 * 18], 0.8963, 1e-3);
  EXPECT_NEAR(table[3 * 21], 0.1946, 1e-3);
}

// Box filter: an edge through the middle of a pixel is grey, and large pixels see the mean.
TEST(Appearances, CheckerIsFilteredExactly) {
  Appearance appearance = appearance_with(Pattern::kChecker);
  appearance.scale_m = 0.25f;
  std::fill(std::begin(appearance.albedo), std::end(appearance.albedo), 0.8f);
  std::fill(std::begin(appearance.second), std::end(appearance.second), 0.2f);
  const std::vector<Appearance> appearances = {appearance};
  const auto seen = [&](double x, double y, float footprint) {
    Surface16 s = level_ground(x, y, 0, footprint);
    appearance16(tiles(), appearances, {}, s);
    return s.r[0];
  };
  EXPECT_NEAR(seen(0.125, 0.125, 0.01f), 0.8, 1e-4);
  EXPECT_NEAR(seen(0.375, 0.125, 0.01f), 0.2, 1e-4);
  EXPECT_NEAR(seen(0.25, 0.125, 0.01f), 0.5, 1e-3);
  EXPECT_NEAR(seen(0.2525, 0.125, 0.01f), 0.35, 2e-3);  // a quarter white, three dark
  EXPECT_NEAR(seen(0.13, 0.17, 0.5f), 0.5, 1e-3);
}

TEST(Appearances, GridHasJointsOfAFiftieth) {
  Appearance appearance = appearance_with(Pattern::kGrid);
  appearance.scale_m = 0.5f;
  std::fill(std::begin(appearance.albedo), std::end(appearance.albedo), 0.8f);
  std::fill(std::begin(appearance.second), std::end(appearance.second), 0.1f);
  const std::vector<Appearance> appearances = {appearance};
  Surface16 joint = level_ground(1.0, 0.25, 0, 0.001f), tile = level_ground(1.25, 0.25, 0, 0.001f),
            far = level_ground(1.25, 0.25, 0, 5.0f);
  for (Surface16* s : {&joint, &tile, &far}) appearance16(tiles(), appearances, {}, *s);
  EXPECT_NEAR(joint.r[0], 0.1, 1e-3);
  EXPECT_NEAR(tile.r[0], 0.8, 0.03);
  const double joints = 1 - 0.98 * 0.98;
  EXPECT_NEAR(far.r[0], 0.8 * (1 - joints) + 0.1 * joints, 0.01);
}

TEST(Appearances, PictureReplacesTheAlbedo) {
  const std::vector<float> rgb = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5f, 0.5f, 0.5f};
  const std::vector<ImageTexture> textures = {ImageTexture(2, 2, rgb)};
  Appearance appearance = appearance_with(Pattern::kPlain);
  appearance.texture = 0, appearance.mapping = Mapping::kUv, appearance.scale_m = 1;
  const std::vector<Appearance> appearances = {appearance};
  const auto seen = [&](float u, float v, float footprint) {
    Surface16 s = level_ground(0, 0, 0, footprint);
    std::fill(std::begin(s.u), std::end(s.u), u);
    std::fill(std::begin(s.v), std::end(s.v), v);
    appearance16(tiles(), appearances, textures, s);
    return std::array<float, 3>{s.r[0], s.g[0], s.b[0]};
  };
  EXPECT_EQ(seen(0.25f, 0.25f, 0.01f), (std::array<float, 3>{1, 0, 0}));
  EXPECT_EQ(seen(0.75f, 0.25f, 0.01f), (std::array<float, 3>{0, 1, 0}));
  EXPECT_EQ(seen(1.25f, -0.25f, 0.01f), (std::array<float, 3>{0, 0, 1}));  // repeats
  EXPECT_EQ(seen(0.5f, 0.25f, 0.01f), (std::array<float, 3>{0.5f, 0.5f, 0}));
  EXPECT_EQ(seen(0.1f, 0.9f, 3), (std::array<float, 3>{0.375f, 0.375f, 0.375f}));
}

TEST(Appearances, MaterialsHaveTheirPatterns) {
  EXPECT_EQ(pattern_of_material("sand"), Pattern::kSand);
  EXPECT_EQ(pattern_of_material("rusty_steel"), Pattern::kRust);
  EXPECT_EQ(pattern_of_material("waterlogged_wood"), Pattern::kWood);
  EXPECT_EQ(pattern_of_material("hdpe"), Pattern::kPlain);
}

}  // namespace appearance_test
}  // namespace hadal::sensors
