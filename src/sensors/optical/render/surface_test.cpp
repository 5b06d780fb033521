#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "environment/waves/components.h"
#include "math/simd/highway.h"
#include "sensors/optical/render/surface-inl.h"

namespace hadal::sensors {
namespace surface_test {

namespace lanes = HWY_NAMESPACE;
using environment::WaveField;
using lanes::all;
using lanes::V;
using lanes::V3;
constexpr double kIndex = 1.34, kTurn = 2 * std::numbers::pi;
constexpr float kIndexFloat = 1.34f;
constexpr double kSingle = 2e-5;

double first(V v) {
  return hwy::HWY_NAMESPACE::GetLane(v);
}
V3 vector(const Vec3& v) {
  return {all(static_cast<float>(v.x())), all(static_cast<float>(v.y())),
          all(static_cast<float>(v.z()))};
}
Vec3 first(const V3& v) {
  return {first(v.x), first(v.y), first(v.z)};
}
Vec3 direction(double angle_rad, double azimuth_rad, bool up) {
  const double s = std::sin(angle_rad), c = std::cos(angle_rad);
  return {s * std::cos(azimuth_rad), s * std::sin(azimuth_rad), up ? -c : c};
}
const Vec3 kUp(0, 0, -1);

// Unpolarised, from index n1 to n2.
double fresnel(double angle_rad, double n1, double n2) {
  const double c1 = std::cos(angle_rad), s2 = n1 / n2 * std::sin(angle_rad);
  if (s2 >= 1) return 1;
  const double c2 = std::sqrt(1 - s2 * s2);
  const double across = (n1 * c1 - n2 * c2) / (n1 * c1 + n2 * c2);
  const double along = (n1 * c2 - n2 * c1) / (n1 * c2 + n2 * c1);
  return 0.5 * (across * across + along * along);
}

const TextureTiles& tiles() {
  static const TextureTiles made = make_texture_tiles();
  return made;
}

struct Scene {
  explicit Scene(const RippleParameters& p, const WaveField& sea = {}, double wind_m_s = 0) {
    ThreadArena arena(1);
    const Ripples ripples(p, sea);
    tile = ripples.blank();
    ripples.compute(kTime_s, 1, 1, arena, tile);
    compute_sea_levels(sea, kTime_s, 1, kAnchor, 1000, levels);
    view = surface_view(tile, levels, kAnchor, kAnchor, kMean_z, tiles(), wind_m_s);
  }
  static constexpr double kTime_s = 11, kMean_z = -0.3;
  const Vec3 kAnchor{400, -200, 5};
  WaveTile tile;
  SeaLevels levels;
  SurfaceView view;
};

RippleParameters flat() {
  RippleParameters p;
  p.mean_square_slope = p.fine_mean_square_slope = 0;
  return p;
}
WaveField sea_state(int state) {
  SeaStateWavesConfig waves;
  waves.given_toward_rad = 0;
  waves.state = state;
  return environment::make_wave_field(AnyConfig::of(waves), 5, 40, 9.81, 1025);
}

TEST(Surface, FresnelAndSnellFromAboveAndBelow) {
  for (double angle = 0.02; angle < 1.5; angle += 0.1) {
    const Vec3 down = direction(angle, 0.6, false), up = direction(angle, 0.6, true);
    const auto above = lanes::cross_surface<false>(vector(down), vector(kUp), all(0), kIndexFloat);
    const double r = fresnel(angle, 1, kIndex);
    EXPECT_NEAR(first(above.reflectance), r, kSingle) << angle;
    EXPECT_NEAR(first(above.gain), (1 - r) / (kIndex * kIndex), kSingle);
    const Vec3 bent = direction(std::asin(std::sin(angle) / kIndex), 0.6, false);
    EXPECT_LT((first(above.through) - bent).norm(), kSingle);
    const auto below = lanes::cross_surface<true>(vector(up), vector(kUp), all(0), kIndexFloat);
    const double q = fresnel(angle, kIndex, 1);
    EXPECT_NEAR(first(below.reflectance), q, 2e-4) << angle;
    EXPECT_NEAR(first(below.gain), (1 - q) * kIndex * kIndex, 4e-4);
    if (q < 1) {
      const Vec3 out = direction(std::asin(std::sin(angle) * kIndex), 0.6, true);
      EXPECT_LT((first(below.through) - out).norm(), 1e-4);
    }
    EXPECT_LT((first(below.mirrored) - direction(angle, 0.6, false)).norm(), kSingle);
  }
}

// Light comes from above within asin(1/n) of the zenith, 48.3 degrees.
TEST(Surface, SnellsWindowHasItsRadius) {
  const Scene scene(flat());
  double widest = 0;
  for (double angle = 0.5; angle < 1.2; angle += 1e-4) {
    const V3 ray = vector(direction(angle, 2, true));
    const auto m =
        lanes::meet_surface<true>(scene.view, vector({0, 0, 1}), ray, all(1e-3f), all(100));
    ASSERT_TRUE(lanes::any(m.met));
    EXPECT_NEAR(first(m.range_m), (5 + 1 + 0.3) / std::cos(angle), 1e-4);
    const auto w = lanes::optical_slope<true>(scene.view, m, ray);
    const auto c = lanes::cross_surface<true>(ray, lanes::up_normal(w), w.lost, kIndexFloat);
    if (first(c.gain) > 0.01) widest = angle;
  }
  EXPECT_NEAR(widest, std::asin(1 / kIndex), 1e-3);
}

TEST(Surface, FacetsSoftenTheRimOfTheWindow) {
  const double rim = std::asin(1 / kIndex);
  const auto open = [](double angle, float lost) {
    return first(lanes::cross_surface<true>(vector(direction(angle, 0, true)), vector(kUp),
                                            all(lost), kIndexFloat)
                     .gain);
  };
  EXPECT_EQ(open(rim + 0.03, 0), 0);
  EXPECT_GT(open(rim + 0.03, 0.01f), 0.1);
  EXPECT_LT(open(rim + 0.3, 0.01f), 0.01);
  EXPECT_NEAR(open(0.2, 0.01f), open(0.2, 0), 1e-3);
}

TEST(Surface, RaysEndOnTheSea) {
  const WaveField sea = sea_state(3);
  const Scene scene(flat(), sea);
  constexpr double kClose_m = 0.01;  // within the finest level
  for (int i = 0; i < 60; ++i) {
    const double azimuth = 0.7 * i, angle = 0.018 * i;
    const bool below = i % 2 == 0;
    const Vec3 from(0.03 * i, -0.02 * i, below ? -3 : -8);
    const V3 ray = vector(direction(angle, azimuth, below));
    const auto m =
        below ? lanes::meet_surface<true>(scene.view, vector(from), ray, all(1e-4f), all(200))
              : lanes::meet_surface<false>(scene.view, vector(from), ray, all(1e-4f), all(200));
    ASSERT_TRUE(lanes::any(m.met));
    const Vec3 at_N = first(m.at) + scene.kAnchor;
    const double up = sea.elevation(Scene::kTime_s, at_N.x(), at_N.y());
    EXPECT_NEAR(at_N.z(), Scene::kMean_z - up, kClose_m) << i;
    EXPECT_NEAR(first(m.sea.up), up, kClose_m);
  }
  const auto level = lanes::meet_surface<true>(scene.view, vector({0, 0, 1}), vector({1, 0, 0.1}),
                                               all(1e-4f), all(200));
  EXPECT_FALSE(lanes::any(level.met));
}

TEST(Surface, RipplesOfATileFadeIntoRoughness) {
  RippleParameters p;
  p.mean_square_slope = 0.006, p.fine_mean_square_slope = 0.01;
  const Scene scene(p);
  const auto slopes = [&](double pixel_m) {
    double drawn = 0, lost = 0;
    constexpr int kCount = 4000;
    for (int i = 0; i < kCount; ++i) {
      lanes::Meeting m{};
      m.at = vector({0.317 * i, 0.711 * i - 3, 0});
      m.pixel_m = all(static_cast<float>(pixel_m));
      m.sea = {all(0), all(0), all(0), all(0)};
      const auto w = lanes::optical_slope<false>(scene.view, m, vector({0, 0, 1}));
      drawn += (first(w.north) * first(w.north) + first(w.east) * first(w.east)) / kCount;
      lost += first(w.lost) / kCount;
    }
    return std::pair(drawn, lost);
  };
  const auto [near_drawn, near_lost] = slopes(1e-3);
  EXPECT_NEAR(near_drawn + near_lost, 0.016, 0.0016);
  EXPECT_NEAR(near_lost, 0.4 * 0.01, 1e-4);
  const auto [far_drawn, far_lost] = slopes(5);
  EXPECT_LT(far_drawn, 0.05 * near_drawn);
  EXPECT_NEAR(far_lost, 0.016, 0.001);
}

// All light that falls on the surface is either reflected or let through, by the Fresnel share at
// the sun's angle as long as the facets are nearly level.
TEST(Surface, GlitterKeepsTheSunsLight) {
  SkyView sky;
  const double sun_angle = 0.5;
  const Vec3 sun = direction(sun_angle, 1, true);
  for (int axis = 0; axis < 3; ++axis) sky.toward_sun[axis] = static_cast<float>(sun[axis]);
  const lanes::Waviness w{all(0), all(0), all(0), all(2e-3f)};
  double mirrored = 0, through = 0;
  constexpr int kSteps = 300;
  for (int i = 0; i < kSteps; ++i)
    for (int j = 0; j < 2 * kSteps; ++j) {
      const double angle = (i + 0.5) / kSteps * kTurn / 4, azimuth = kTurn * j / (2 * kSteps);
      const double fraction =
          std::sin(angle) * std::cos(angle) * (kTurn / 4 / kSteps) * (kTurn / (2 * kSteps));
      mirrored += fraction *
          first(lanes::glitter_above(sky, vector(direction(angle, azimuth, false)),
                                                     w, all(0), kIndexFloat));
      through += fraction * first(lanes::glitter_below(sky, vector(direction(angle, azimuth, true)),
                                                       w,
                                                    all(0), kIndexFloat));
    }
  const double r = fresnel(sun_angle, 1, kIndex), falling = std::cos(sun_angle);
  EXPECT_NEAR(mirrored, r * falling, 0.03 * r * falling);
  EXPECT_NEAR(through, (1 - r) * falling, 0.03 * falling);
}

TEST(Surface, WhitecapsFollowMonahanAndOMuircheartaigh) {
  EXPECT_NEAR(whitecap_cover(10), 0.00987, 1e-5);
  EXPECT_EQ(whitecap_cover(0), 0);
  const WaveField sea = sea_state(4);
  for (const double wind_m_s : {8.0, 14.0})
    for (const bool calm : {false, true}) {
      const Scene scene(RippleParameters(), calm ? WaveField() : sea, wind_m_s);
      const double cover = whitecap_cover(wind_m_s);
      for (const float pixel_m : {0.01f, 0.1f, 1.0f}) {
        double under = 0, white = 0, height = 0;
        int count = 0;
        for (double north = -900; north < 900; north += 2.9)
          for (double east = -900; east < 900; east += 2.3, ++count) {
            lanes::Meeting m{};
            m.at = vector({north + 0.37 * std::fmod(east, 7), east, 0});
            m.pixel_m = all(pixel_m);
            m.sea = lanes::sea_waves<lanes::Care::kSmooth>(scene.view, m.at.x, m.at.y, m.pixel_m);
            const double foam = first(lanes::foam(scene.view, m));
            const V u = (m.at.x * all(1 / SurfaceView::kPatchAlong_m));
            const V v = (m.at.y * all(1 / SurfaceView::kPatchAcross_m));
            under += first(lanes::whitecap_at(scene.view, m, u, v).beyond) > 0;
            white += foam, height += foam * first(m.sea.up);
          }
        SCOPED_TRACE(testing::Message() << wind_m_s << " m/s, calm " << calm << ", " << pixel_m);
        if (pixel_m < 0.2f) {
          EXPECT_NEAR(under / count, cover, 0.1 * cover);
        }
        // Of the light on it, whitecaps send back 0.22.
        EXPECT_NEAR(SurfaceView::kFoamAlbedo * white / count, 0.22 * cover, 0.1 * 0.22 * cover);
      }
    }
}

TEST(Surface, TheSkyIsLookedUpInEveryDirection) {
  const SkyTable table = make_sky_table(
      [](const Vec3& d) {
        return std::array<double, kBands>{1, -d.z(), 2 + d.x(), 2 + d.y(), 0, d.x() * d.y()};
      },
      kUp, {});
  const SkyView view = sky_view(table);
  for (double angle = 0; angle < 1.57; angle += 0.13)
    for (double azimuth = 0; azimuth < 6.3; azimuth += 0.37) {
      const Vec3 d = direction(angle, azimuth, true);
      const auto place = lanes::sky_position(vector(d));
      const double expected[kBands] = {1, -d.z(), 2 + d.x(), 2 + d.y(), 0, d.x() * d.y()};
      for (int band = 0; band < kBands; ++band)
        EXPECT_NEAR(first(lanes::sky_radiance(view, place, band)), expected[band], 6e-3);
    }
  const auto below = lanes::sky_position(vector({0.6, 0, 0.8}));
  EXPECT_NEAR(first(lanes::sky_radiance(view, below, 2)), 3, 2e-3);  // the horizon
}

}  // namespace surface_test
}  // namespace hadal::sensors
