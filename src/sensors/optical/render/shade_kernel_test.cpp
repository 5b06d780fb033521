#include "sensors/optical/render/shade_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "environment/optics/lamp_light.h"
#include "environment/optics/underwater_light.h"

namespace hadal::sensors {
namespace shade_kernel_test {

namespace optics = environment::optics;
constexpr int kLanes = raytrace::kLanes;
constexpr double kTolerance = 2e-5;  // single precision

// Water of one or two layers with the sun aslant; every band is different.
Light sea(bool layered) {
  Light light;
  const double cosine = 0.9;
  light.day.in_water = {0.3f, static_cast<float>(std::sqrt(1 - 0.09 - cosine * cosine)),
                        static_cast<float>(cosine)};
  light.surface_z = -2;  // the anchor lies two metres deep
  const std::vector<float> tops = layered ? std::vector<float>{0, 6} : std::vector<float>{0};
  for (size_t l = 0; l < tops.size(); ++l) {
    WaterLayerLight layer;
    layer.top_m = tops[l];
    layer.bottom_m = l + 1 < tops.size() ? tops[l + 1] : 1e5f;
    for (size_t k = 0; k < kBands; ++k) {
      const auto band = static_cast<float>(k);
      layer.scattering[k] = 0.1f + 0.03f * band + 0.2f * static_cast<float>(l);
      layer.path[k] = 0.15f + 0.02f * band + 0.1f * static_cast<float>(l);
      layer.nadir_phase[k] = 0.01f + 0.002f * band;
      layer.molecular_fraction[k] = 0.08f * band;
      layer.k_total[k] = 0.08f + 0.01f * band;
      layer.k_sun[k] = 0.12f + 0.02f * band;
      layer.total[k] =
          l == 0 ? 1 : light.water[0].total[k] * std::exp(-6 * light.water[0].k_total[k]);
      layer.sun[k] = l == 0 ? 0.7f : light.water[0].sun[k] * std::exp(-6 * light.water[0].k_sun[k]);
      layer.optical_depth[k] = l == 0 ? 0 : 6 * light.water[0].path[k];
    }
    light.water.push_back(layer);
  }
  return light;
}

// Rays in sixteen directions from a place four metres below the surface.
Tile16 tile() {
  Tile16 t{};
  for (int k = 0; k < kLanes; ++k) {
    const double turn = 0.4 * k, down = -0.9 + 0.12 * k, level = std::sqrt(1 - down * down);
    t.rays.ox[k] = 1, t.rays.oy[k] = -2, t.rays.oz[k] = 2;
    t.rays.dx[k] = static_cast<float>(level * std::cos(turn));
    t.rays.dy[k] = static_cast<float>(level * std::sin(turn));
    t.rays.dz[k] = static_cast<float>(down);
    t.rays.near_m[k] = 0, t.rays.far_m[k] = 30;
    t.water_m[k] = t.range_m[k] = 0.5f + static_cast<float>(k) * (down < 0 ? 0.2f : 0.8f);
    t.beam_gain[k] = t.caustic[k] = t.sun_shown[k] = t.lamp_shown[k] = 1;
    t.hits.instance[k] = raytrace::kNothing;
    t.dither[k] = 0.5f;
  }
  return t;
}

// The same light in double precision for the formulas of environment/optics.
std::vector<optics::LayerBand<double>> layers_of(const Light& light, size_t band) {
  std::vector<optics::LayerBand<double>> out;
  for (const WaterLayerLight& w : light.water) {
    optics::LayerBand<double> layer;
    layer.top = w.top_m, layer.bottom = w.bottom_m, layer.optical_depth = w.optical_depth[band];
    layer.band = {w.scattering[band],
                  w.path[band],
                  w.nadir_phase[band],
                  {w.total[band], w.sun[band], w.k_total[band], w.k_sun[band]}};
    out.push_back(layer);
  }
  return out;
}

Vec3 direction(const Tile16& t, int k) {
  return {t.rays.dx[k], t.rays.dy[k], t.rays.dz[k]};
}

// Of one or two layers, seen from one place or several.
class ShadeWater : public testing::TestWithParam<std::tuple<bool, bool>> {};

TEST_P(ShadeWater, ScattersDaylightAsTheClosedFormSays) {
  const auto [layered, one_eye] = GetParam();
  const Light light = sea(layered);
  Tile16 t = tile();
  if (!one_eye)
    for (int k = 0; k < kLanes; ++k) t.rays.oz[k] += 0.1f * static_cast<float>(k);
  light_by_day(light, t);
  const Vec3 sun(light.day.in_water[0], light.day.in_water[1], light.day.in_water[2]);
  for (int k = 0; k < kLanes; ++k)
    for (size_t colour = 0; colour < kColours; ++colour) {
      double wanted = 0;
      for (size_t band = 2 * colour; band < 2 * colour + 2; ++band) {
        const auto layers = layers_of(light, band);
        const double fraction = light.water[0].molecular_fraction[band];
        const double phase =
            optics::sea_water_phase<double>(-sun.dot(direction(t, k)), fraction) / sun.z();
        const double depth_m = static_cast<double>(t.rays.oz[k]) - light.surface_z;
        wanted += optics::in_scatter<double>(layers, phase, depth_m, t.rays.dz[k], t.water_m[k]);
      }
      EXPECT_NEAR((t.scattered[colour][k] + t.beam[colour][k]) / wanted, 1, kTolerance)
          << k << " " << colour;
    }
}
INSTANTIATE_TEST_SUITE_P(Layers, ShadeWater, testing::Combine(testing::Bool(), testing::Bool()));

// Lines of sight that end on nothing go on: level ones gather all that an endless water scatters, those
// that rise what it has up to the surface.
TEST(Shade, OpenWaterHasNoEnd) {
  const Light light = sea(false);
  Tile16 t = tile();
  std::fill_n(t.surface_m, kLanes, std::numeric_limits<float>::infinity());
  for (int k = 8; k < kLanes; ++k) t.rays.dx[k] = 1, t.rays.dy[k] = t.rays.dz[k] = 0;
  light_by_day(light, t);
  const Vec3 sun(light.day.in_water[0], light.day.in_water[1], light.day.in_water[2]);
  for (int k = 0; k < kLanes; ++k) {
    double wanted = 0;
    for (size_t band = 0; band < 2; ++band) {
      const WaterLayerLight& w = light.water[0];
      const double phase = optics::sea_water_phase<double>(-sun.dot(direction(t, k)),
                                                           w.molecular_fraction[band]) /
                           sun.z();
      const double down = t.rays.dz[k];
      if (down == 0) {  // b p E / c'
        const double beam = w.sun[band] * std::exp(-4 * w.k_sun[band]);
        const double total = w.total[band] * std::exp(-4 * w.k_total[band]);
        wanted += w.scattering[band] / w.path[band] *
                  (phase * beam +
                   optics::diffuse_phase<double>(w.nadir_phase[band], 0) * (total - beam));
      } else {
        wanted += optics::in_scatter<double>(layers_of(light, band), phase, 4, down,
                                             down < 0 ? 4 / -down : 1e3);
      }
    }
    EXPECT_NEAR((t.scattered[0][k] + t.beam[0][k]) / wanted, 1, 5 * kTolerance) << k;
  }
}

// What leaves a surface is what arrives without the way to the eye: of one band, the light that
// arrives over exp(-c' t); of two, the sum of both.
TEST(Shade, LightThatLeavesASurface) {
  Light light = sea(false);
  LampLight lamp;
  lamp.place = {0.5f, -2, 3};
  lamp.intensity.fill(2);
  for (const bool by_lamp : {false, true})
    for (const bool one_band : {true, false}) {
      if (one_band)
        for (size_t band = 1; band < kBands; band += 2)
          light.water[0].total[band] = light.water[0].sun[band] = lamp.intensity[band] = 0;
      Tile16 t = tile();
      for (int k = 0; k < kLanes; ++k) {
        t.hits.instance[k] = 0;
        t.at.x[k] = 1, t.at.y[k] = -2, t.at.z[k] = 5;
        t.at.nz[k] = t.at.gz[k] = -1;
        t.at.r[k] = t.at.g[k] = t.at.b[k] = 0.4f;
        t.at.roughness[k] = 1, t.at.cavity[k] = 1;
        t.rays.dx[k] = t.rays.dy[k] = 0, t.rays.dz[k] = 1;
        t.water_m[k] = 3;
      }
      Leaving16 leaving;
      by_lamp ? light_by_lamp(light, lamp, t, &leaving) : light_by_day(light, t, &leaving);
      const double from_lamp_m = std::hypot(0.5, 2);
      for (size_t colour = 0; colour < kColours; ++colour) {
        double arriving = 0, left = 0;  // of the shares of the bands
        for (size_t band = 2 * colour; band < 2 * colour + 2; ++band) {
          const WaterLayerLight& w = light.water[0];
          const double share =
              by_lamp ? lamp.intensity[band] * std::exp(-from_lamp_m * w.path[band])
                      : w.sun[band] * std::exp(-7 * w.k_sun[band]);
          left += share, arriving += share * std::exp(-3 * w.path[band]);
        }
        ASSERT_GT(leaving.direct[colour][3], 0);
        EXPECT_NEAR(t.direct[colour][3] / leaving.direct[colour][3] / (arriving / left), 1,
                    kTolerance)
            << by_lamp << one_band << colour;
        if (!by_lamp && one_band) {
          EXPECT_NEAR(t.ambient[colour][3] / leaving.ambient[colour][3],
                      std::exp(-3 * light.water[0].path[2 * colour]), kTolerance);
        }
      }
      light = sea(false);
      lamp.intensity.fill(2);
    }
}

// In shadow of the waves only the diffuse part is left, whatever its phase.
TEST(Shade, TheBeamIsToldApart) {
  Light light = sea(false);
  Tile16 with = tile(), without = tile();
  light_by_day(light, with);
  light.water[0].sun.fill(0);
  light_by_day(light, without);
  for (int k = 0; k < kLanes; ++k) {
    EXPECT_GT(with.beam[1][k], 0);
    EXPECT_EQ(without.beam[1][k], 0);
    EXPECT_LT(with.scattered[1][k], without.scattered[1][k]) << "what is beam is not diffuse";
  }
}

// A white level surface that faces up returns the irradiance at its depth over pi, dimmed on its
// way to the eye; in shadow only the diffuse part.
TEST(Shade, AWhiteSurfaceInDaylight) {
  const Light light = sea(false);
  Tile16 t = tile();
  for (int k = 0; k < kLanes; ++k) {
    t.hits.instance[k] = 0;
    t.at.z[k] = 5;  // seven metres deep
    t.at.nz[k] = t.at.gz[k] = -1;
    t.at.r[k] = t.at.g[k] = t.at.b[k] = 1;
    t.at.roughness[k] = 1, t.at.cavity[k] = 1;
    t.rays.dx[k] = t.rays.dy[k] = 0, t.rays.dz[k] = 1;
    t.water_m[k] = 3;
    t.sun_shown[k] = k < 8 ? 1.0f : 0.0f;
  }
  light_by_day(light, t);
  for (const int k : {0, 15})
    for (size_t colour = 0; colour < kColours; ++colour) {
      double sun = 0, rest = 0;
      for (size_t band = 2 * colour; band < 2 * colour + 2; ++band) {
        const WaterLayerLight& w = light.water[0];
        const double arrives = std::exp(-3 * w.path[band]);
        const double beam = w.sun[band] * std::exp(-7 * w.k_sun[band]);
        sun += beam * arrives;
        rest += (w.total[band] * std::exp(-7 * w.k_total[band]) - beam) * arrives;
      }
      // Under water a rough white surface loses little to its gloss.
      EXPECT_NEAR(t.direct[colour][k], k == 0 ? sun / std::numbers::pi : 0, 0.05 * sun);
      EXPECT_NEAR(t.ambient[colour][k] * std::numbers::pi / rest, 1, 0.05);
    }
}

// Light falls off with the square of the distance, the water on both ways and the cone.
TEST(Shade, ALampOnASurface) {
  Light light = sea(false);
  LampLight lamp;
  lamp.place = {1, -2, 2};
  lamp.axis = {0, 0, 1};
  lamp.cos_full = 0.9f, lamp.cos_none = 0.8f;
  lamp.intensity.fill(2);
  light.lamps.push_back(lamp);
  Tile16 t = tile();
  for (int k = 0; k < kLanes; ++k) {
    t.hits.instance[k] = 0;
    t.at.x[k] = k < 8 ? 1.0f : 4.0f, t.at.y[k] = -2, t.at.z[k] = 4;  // straight below, or aside
    t.at.nz[k] = t.at.gz[k] = -1;
    t.at.r[k] = t.at.g[k] = t.at.b[k] = 0.5f;
    t.at.roughness[k] = 1, t.at.cavity[k] = 1;
    t.rays.dx[k] = t.rays.dy[k] = 0, t.rays.dz[k] = 1;
    t.water_m[k] = 2;
  }
  light_by_lamp(light, lamp, t);
  for (size_t colour = 0; colour < kColours; ++colour) {
    double wanted = 0;
    for (size_t band = 2 * colour; band < 2 * colour + 2; ++band)
      wanted += 2 * std::exp(-4 * light.water[0].path[band]) / 4 * 0.5 / std::numbers::pi;
    EXPECT_NEAR(t.direct[colour][0] / wanted, 1, 0.05);
    EXPECT_EQ(t.direct[colour][15], 0);  // 56 degrees off the axis
  }
}

// The glow of a lamp's cone, sample by sample as the plain formula has it.
TEST(Shade, ScattersLampsAsTheClosedFormSays) {
  Light light = sea(false);
  light.water[0].molecular_fraction.fill(0);
  for (const float cos_none : {-3.0f, 0.6f}) {
    LampLight lamp;
    lamp.place = {2, -1, 2.5f};
    lamp.axis = {0.6f, 0.64f, 0.48f};
    if (cos_none > 0) lamp.cos_full = 0.8f, lamp.cos_none = cos_none;
    lamp.intensity.fill(1);
    Tile16 t = tile();
    constexpr int kSamples = 6;
    scatter_lamp(light, lamp, kSamples, nullptr, t);
    optics::SpotLamp spot;
    spot.position = Vec3(2, -1, 2.5);
    spot.axis = Vec3(0.6, 0.64, 0.48);
    if (cos_none > 0) spot.cos_inner = lamp.cos_full, spot.cos_outer = lamp.cos_none;
    for (int k = 0; k < kLanes; ++k) {
      double wanted = 0;
      for (size_t band = 0; band < 2; ++band) {
        const optics::LampedWater water{light.water[0].scattering[band], light.water[0].path[band]};
        wanted += optics::lamp_in_scatter(spot, water, Vec3(1, -2, 2), direction(t, k),
                                          std::min(t.water_m[k], 14.0f), kSamples, 0.5);
      }
      EXPECT_NEAR(t.scattered[0][k], wanted, 2e-3 * wanted + 1e-7) << k << " " << cos_none;
    }
  }
}

// Water without particles: the integral of I b p exp(-c' (r + t)) / r^2 along the ray, p that of
// molecules, by many small steps.
TEST(Shade, MoleculesScatterLampsEvenly) {
  Light light = sea(false);
  light.water[0].molecular_fraction.fill(1);
  LampLight lamp;
  lamp.place = {2, -1, 2.5f};
  lamp.intensity.fill(1);
  Tile16 t = tile();
  scatter_lamp(light, lamp, kMaxSamples, nullptr, t);
  const Vec3 eye(1, -2, 2), place(2, -1, 2.5);
  for (int k = 0; k < kLanes; ++k) {
    constexpr int kSteps = 4000;
    const double length = std::min(t.water_m[k], 14.0f), step = length / kSteps;
    double wanted = 0;
    for (int i = 0; i < kSteps; ++i)
      for (size_t band = 0; band < 2; ++band) {
        const double at = (i + 0.5) * step;
        const Vec3 path = place - (eye + at * direction(t, k));
        const double r = path.norm(), cosine = path.dot(direction(t, k)) / r;
        wanted += light.water[0].scattering[band] * optics::pure_water_phase(cosine) *
                  std::exp(-light.water[0].path[band] * (r + at)) / (r * r) * step;
      }
    EXPECT_NEAR(t.scattered[0][k] / wanted, 1, 0.01) << k;
  }
}

// Rays to the sun start off the surface and reach the air; those that turn their back are off.
TEST(Shade, RaysToTheSun) {
  const Light light = sea(false);
  Tile16 t = tile();
  for (int k = 0; k < kLanes; ++k) {
    t.hits.instance[k] = k == 3 ? raytrace::kNothing : 0;
    t.at.z[k] = 5;
    t.at.nz[k] = t.at.gz[k] = k == 4 ? 1.0f : -1.0f;
  }
  raytrace::Rays rays;
  aim_at_sun(light, t, rays);
  EXPECT_LT(rays.far_m[3], rays.near_m[3]);
  EXPECT_LT(rays.far_m[4], rays.near_m[4]);
  EXPECT_NEAR(rays.dz[0], -light.day.in_water[2], 1e-6);
  EXPECT_LT(rays.oz[0], 5);
  EXPECT_NEAR(5 + rays.dz[0] * rays.far_m[0], light.surface_z, 1e-3);
}

}  // namespace shade_kernel_test
}  // namespace hadal::sensors
