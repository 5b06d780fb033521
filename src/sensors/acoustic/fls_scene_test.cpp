// Whole pictures of a forward-looking sonar: the speckle of a seabed, the shadow of a pier beam.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sensors/acoustic/fls.h"
#include "sensors/acoustic/fls_test_model.h"

namespace hadal::sensors {
namespace fls_scene_test {

using namespace test;

// |p| over the expected one, sqrt(I / E I), of bins on the ground that share no echo: every fourth
// beam and every third bin. Each frame shows other ground.
std::vector<double> ground_speckle(int frames) {
  Tank tank;
  tank.add_plane(kDepth + 3, kGround);
  FlsModel m = quiet_model();
  m.beams = 256;
  m.rays_along = 256;
  m.speckle_cell_m = 0.002;
  m.array_window = Shading::kHann;
  const Fls sonar(m);
  std::vector<double> out;
  for (int f = 0; f < frames; ++f) {
    const Frame frame = tank.frame(sonar, at({3, 4 + 12.0 * f, kDepth}, -25 * kDegree));
    const std::span<const int32_t> object = frame.plane("object_id").ints();
    for (size_t b = 4; b + 4 < 256; b += 4) {
      const auto level = row_of(frame, kLevelPlane, b), clean = row_of(frame, "clean_db", b);
      for (size_t n = 2; n < level.size(); n += 3)
        if (object[b * level.size() + n] == kEchoGround)
          out.push_back(std::pow(10, (level[n] - clean[n]) / 20));
    }
  }
  return out;
}

// Rayleigh with E |p|^2 = 1: contrast sqrt(4 / pi - 1) = 0.5227. Of n independent values its
// standard deviation is 0.7 / sqrt(n) of it.
TEST(Fls, SpeckleOfTheSeabedHasTheContrastOfRayleigh) {
  constexpr double kContrast = 0.5227, kFraction = 0.01;
  const std::vector<double> a = ground_speckle(8);
  double sum = 0, squares = 0;
  for (const double x : a) sum += x, squares += x * x;
  const double n = static_cast<double>(a.size()), mean = sum / n;
  ASSERT_GT(n, 40000);
  EXPECT_NEAR(std::sqrt(squares / n - mean * mean) / mean, kContrast, kFraction * kContrast);
  EXPECT_NEAR(squares / n, 1, kFraction * 2);
}

// Kolmogorov and Smirnov: sqrt(n) sup |F - F_n| stays below 1.63 in 99 of 100 cases.
TEST(Fls, SpeckleOfTheSeabedIsRayleighByKolmogorovSmirnov) {
  std::vector<double> a = ground_speckle(8);
  std::sort(a.begin(), a.end());
  const double n = static_cast<double>(a.size());
  double largest = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double F = 1 - std::exp(-a[i] * a[i]);
    largest = std::max({largest, std::abs(F - static_cast<double>(i) / n),
                        std::abs(F - static_cast<double>(i + 1) / n)});
  }
  EXPECT_LT(std::sqrt(n) * largest, 1.63);
}

// A flange of a pier beam on a flat bottom: its face shows from top to foot, its shadow reaches
// from the foot to where the ray over its upper edge meets the ground.
struct PierScene {
  static constexpr double kAltitude = 3, kHigh = 1.2, kAway = 6, kThick = 0.019, kWide = 0.3;
  static constexpr double kPitch = -20 * kDegree;
  Tank tank;
  FlsModel model = quiet_model();
  double top_m = std::hypot(kAway, kAltitude - kHigh), foot_m = std::hypot(kAway, kAltitude);
  double end_m = std::hypot((kAway + kThick) * kAltitude / (kAltitude - kHigh), kAltitude);

  PierScene() {
    tank.add_plane(kDepth + kAltitude, kGround);
    tank.add(geometry::box({kThick, kWide, kHigh}),
             {kAway + kThick / 2, 0, kDepth + kAltitude - kHigh / 2});
    model.beams = 24;
    model.field_of_view_rad = 6 * kDegree;
    model.beam_height_rad = 30 * kDegree;
    // At the end of the shadow rays meet the ground a fifth of a bin apart.
    model.rays_along = 4096;
    model.array_window = Shading::kHann;
  }
  Frame frame(const Fls& sonar) { return tank.frame(sonar, at({0, 0, kDepth}, kPitch)); }
};

TEST(Fls, ShadowOfAPierBeamIsTheGeometricOne) {
  PierScene scene;
  const Fls sonar(scene.model);
  const Frame frame = scene.frame(sonar);
  const double bin = sonar.bin_m();
  for (size_t beam = 9; beam < 15; ++beam) {  // behind the beam and across its whole width
    const size_t row = beam * static_cast<size_t>(sonar.bins());
    const auto shadow = frame.plane("shadow").bytes().subspan(row, sonar.bins());
    const auto object = frame.plane("object_id").ints().subspan(row, sonar.bins());
    const auto first =
        static_cast<size_t>(std::find(shadow.begin(), shadow.end(), 1) - shadow.begin());
    const auto last =
        static_cast<size_t>(std::find(shadow.begin() + first, shadow.end(), 0) - shadow.begin()) -
        1;
    ASSERT_LT(last, shadow.size() - 1);
    // Bins reach half a bin to both sides of their centres.
    const double from = frame.axes.ranges_m[first] - bin / 2,
                 to = frame.axes.ranges_m[last] + bin / 2;
    EXPECT_NEAR(from, scene.foot_m, bin);
    EXPECT_NEAR(to, scene.end_m, bin);
    EXPECT_NEAR(to - from, scene.end_m - scene.foot_m, bin);
    const auto bin_at = [&](double range_m) {
      return static_cast<size_t>(std::lround((range_m - frame.axes.ranges_m[0]) / bin));
    };
    EXPECT_EQ(object[bin_at(scene.top_m) + 1], 1);
    EXPECT_EQ(object[bin_at(scene.top_m) - 4], kEchoGround);
    EXPECT_EQ(object[last], kEchoNone);
    EXPECT_EQ(object[last + 2], kEchoGround);
  }
}

// The same in the picture: where the expected power passes half way between shadow and surface.
TEST(Fls, ShadowOfAPierBeamInThePictureIsTheGeometricOne) {
  PierScene scene;
  const Fls sonar(scene.model);
  const Frame frame = scene.frame(sonar);
  const double bin = sonar.bin_m();
  const auto level = row_of(frame, "clean_db", middle_row(scene.model));
  const auto power_at = [&](double range_m) {  // linear between bins
    const double x = (range_m - frame.axes.ranges_m[0]) / bin;
    const auto n = static_cast<size_t>(x);
    const double f = x - static_cast<double>(n);
    return (1 - f) * power_of(level[n]) + f * power_of(level[n + 1]);
  };
  // side: +1 where the surface lies beyond the edge, -1 before it.
  const auto edge_near = [&](double range_m, int side) {
    constexpr double kPulse = 4, kSearch = 3, kStep = 0.02;  // bins
    const double lit = power_at(range_m + side * kPulse * bin),
                 dark = power_at(range_m - side * 2 * kPulse * bin), half = (lit + dark) / 2;
    for (double x = -kSearch; x < kSearch; x += kStep)
      if (power_at(range_m + side * x * bin) >= half) return range_m + side * x * bin;
    return -1.0;
  };
  const double from = edge_near(scene.foot_m, -1), to = edge_near(scene.end_m, 1);
  EXPECT_NEAR(from, scene.foot_m, bin);
  EXPECT_NEAR(to, scene.end_m, bin);
  EXPECT_NEAR(to - from, scene.end_m - scene.foot_m, bin);
}

// Rock on mud: what is mud beside it stays mud, and the rock is no ground.
TEST(Fls, SceneryHasItsOwnMaterialAndLabel) {
  const auto picture = [](bool stone) {
    Tank tank;
    tank.add_plane(kDepth + 3, kGround).instance.material = 1;  // 10 dB weaker than the stone
    if (stone) {
      raytrace::Placed& rock =
          tank.add(geometry::box({0.4, 0.4, 0.4}), {7, 0, kDepth + 2.9}, raytrace::kSeenSonar);
      rock.instance.link = rock.instance.vehicle = raytrace::kNothing;
      rock.instance.material = 0, rock.instance.scenery = 0;
    }
    FlsModel m = quiet_model();
    m.rays_along = 256;
    m.array_window = Shading::kHann;
    return tank.frame(Fls(m), at({0, 0, kDepth}, -20 * kDegree));
  };
  const Frame bare = picture(false), stones = picture(true);
  const auto object = stones.plane("object_id").ints();
  const auto level = stones.plane("clean_db").floats(), mud = bare.plane("clean_db").floats();
  const int bins = stones.plane("object_id").columns;
  int rock = 0;
  double highest = 0;
  for (size_t i = 0; i < object.size(); ++i) {
    const int n = static_cast<int>(i) % bins;
    rock += object[i] == kEchoScenery;
    // Not where pulse and array bring in a neighbour.
    bool alone = n > 8 && n + 8 < bins;
    for (int b = -4; alone && b <= 4; ++b)
      for (int k = -8; alone && k <= 8; ++k) {
        const auto at = static_cast<ptrdiff_t>(i) + b * bins + k;
        alone = at >= 0 && at < static_cast<ptrdiff_t>(object.size()) && object[at] != kEchoScenery;
      }
    if (alone && object[i] == kEchoGround) highest = std::max<double>(highest, level[i] - mud[i]);
  }
  EXPECT_GT(rock, 20);
  EXPECT_LT(highest, 1);  // side lobes of stone and pulse
}

// With motion rays are placed one by one: the oracle of tile_echoes.h. Nothing moves here. A ray on
// the border of two cells may fall into the other one: other cells everywhere would give 1.4.
TEST(Fls, EchoesOfTilesAreThoseOfRaysOneByOne) {
  Tank tank;
  tank.add_plane(kDepth + 4, kGround);
  tank.add(geometry::box({0.5, 3, 2}), {8, 0, kDepth + 3});
  for (const int rays : {11, 64, 150})
    for (const bool pattern : {false, true}) {
      FlsModel m = quiet_model();
      m.rays_along = rays, m.vertical_pattern = pattern, m.labels = false;
      const Frame lanes = tank.frame(Fls(m), at({0, 0, kDepth}, -15 * kDegree));
      m.motion = true;
      const Frame plain = tank.frame(Fls(m), at({0, 0, kDepth}, -15 * kDegree));
      const auto a = lanes.plane("raw_upa").floats(), b = plain.plane("raw_upa").floats();
      double difference = 0, sum = 0;
      for (size_t i = 0; i < a.size(); ++i)
        difference += std::pow(a[i] - b[i], 2), sum += std::pow(b[i], 2);
      EXPECT_GT(sum, 0);
      EXPECT_LT(std::sqrt(difference / sum), 0.05) << rays << ' ' << pattern;
      const auto c = lanes.plane("clean_db").floats(), d = plain.plane("clean_db").floats();
      double squares = 0;
      for (size_t i = 0; i < c.size(); ++i) squares += std::pow(c[i] - d[i], 2);
      EXPECT_LT(std::sqrt(squares / static_cast<double>(c.size())), 0.02) << rays << ' ' << pattern;
    }
}

}  // namespace fls_scene_test
}  // namespace hadal::sensors
