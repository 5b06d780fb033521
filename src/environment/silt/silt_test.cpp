#include "environment/silt/silt.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "environment/silt/grains.h"
#include "environment/silt/silt_view.h"
#include "environment/silt/wash.h"

namespace hadal::environment {
namespace silt_test {

using std::numbers::pi;

Puff puff(double north_m, double height_m, double level_m, double upright_m, double mass_kg,
          int material = 1) {
  return {north_m, 0,       20, height_m, level_m * level_m, upright_m * upright_m,
          mass_kg, double(material)};
}

World grains_world(double grain_m) {
  World world;
  world.materials.materials.resize(2);
  world.materials.materials[1].grain_m = grain_m;
  return world;
}

// Fine grains obey Stokes; sand falls as by Ferguson & Church (J. Sedimentary Research 74, 2004), natural
// grains, within 15 %; large grains fall with a constant drag.
TEST(SiltGrains, SettleByStokesAndSoulsby) {
  const double nu = 1.3e-6, g = 9.81, s = kGrainDensity_kg_m3 / 1027;
  for (const double d : {2e-6, 10e-6, 20e-6}) {
    const double stokes = (s - 1) * g * d * d / (18 * nu);
    EXPECT_NEAR(settling_speed_m_s(d, 1027, nu, g) / stokes, 1, 0.12);
  }
  for (const double d : {100e-6, 200e-6, 400e-6}) {
    const double lift = (s - 1) * g;
    const double other = lift * d * d / (18 * nu + std::sqrt(0.75 * lift * d * d * d));
    EXPECT_NEAR(settling_speed_m_s(d, 1027, nu, g) / other, 1, 0.15);
  }
  EXPECT_NEAR(settling_speed_m_s(5e-3, 1027, nu, g), std::sqrt(1.049 * g * (s - 1) * 5e-3), 0.03);
}

// Long waves: s_v = 3 x^4 k-law of Rayleigh up to the form function's value at small x; short ones:
// f = 1 / 0.9 times the bumps' ends, attenuation by twice the section.
TEST(SiltGrains, SoundByTheFormFunction) {
  const double d = 200e-6, a = d / 2, c = 1500;
  const auto f_of = [&](double frequency) {
    return std::sqrt(grain_sound(d, frequency, c).backscattering_per_m * 16 * pi * a *
                     kGrainDensity_kg_m3 / 3);
  };
  const auto frequency_of = [&](double x) { return x * c / (2 * pi * a); };
  const double small = 0.01;
  const double at_zero = (1 - 0.35 * std::exp(-std::pow(1.49 / 0.7, 2))) *
                         (1 + 0.5 * std::exp(-std::pow(1.79 / 2.2, 2)));
  EXPECT_NEAR(f_of(frequency_of(small)), small * small * at_zero, 2e-4 * small * small);
  EXPECT_NEAR(f_of(frequency_of(30)), 1 / 0.9, 0.002);
  // chi goes to 0.29 / 0.25; friction is gone.
  EXPECT_NEAR(grain_sound(d, frequency_of(100), c).attenuation_per_m /
                  (3 * 1.16 / (2 * a * kGrainDensity_kg_m3)),
              1, 0.05);
  // Friction rules for mud: the most where the grains just fail to follow.
  EXPECT_GT(grain_sound(12e-6, 1e5, c).attenuation_per_m,
            100 * 3 * 0.29 / 0.95 * std::pow(2 * pi * 1e5 / c * 6e-6, 4) / (2 * 6e-6 * 2650));
}

TEST(SiltWash, StressOnTheBedAsMeasured) {
  double largest = 0, where = 0;
  for (double l = 0.001; l < 1; l += 0.001)
    if (wash_stress_profile(l) > largest) largest = wash_stress_profile(l), where = l;
  EXPECT_NEAR(largest, 1, 0.02);  // of Beltaos & Rajaratnam's curve, at 0.14 H
  EXPECT_NEAR(where, 0.14, 0.02);
  // A nozzle of 0.1 m at 3 m/s from 1 m: 0.16 rho U^2 (D/H)^2.
  const double thrust = 1000 * pi / 4 * 0.01 * 9;
  EXPECT_NEAR(wash_stress_pa(thrust, 1), 0.16 * 1000 * 9 * 0.01, 1e-9);
}

// Against a plain sum over rings of equal width.
TEST(SiltWash, ErosionOverTheBed) {
  EXPECT_EQ(wash_erosion(0.9).area, 0);
  for (const double ratio : {1.2, 3.0, 40.0}) {
    double area = 0, spread = 0;
    constexpr double kStep = 1e-4;
    for (double l = kStep / 2; l < 3; l += kStep) {
      const double excess = ratio * wash_stress_profile(l) - 1;
      if (excess <= 0) continue;
      area += excess * 2 * pi * l * kStep, spread += excess * 2 * pi * l * l * l * kStep;
    }
    EXPECT_NEAR(wash_erosion(ratio).area / area, 1, 0.01) << ratio;
    EXPECT_NEAR(wash_erosion(ratio).spread / (spread / area), 1, 0.01) << ratio;
  }
}

// Without diffusion the cloud falls as it is, and what has passed the bed lies on it.
TEST(Silt, SettlesWithItsSpeed) {
  const double w = 0.01, s = 0.2;
  Puff p = puff(0, 1, 0.3, s, 2);
  double deposited = 0;
  for (int i = 0; i < 1000; ++i) {
    deposited += settle(p, w, 0, 0, 0.1);
    if (i == 499) {
      EXPECT_NEAR(p.height_m, 0.5, 1e-12);
    }
  }
  const auto above = [](double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); };
  EXPECT_NEAR(p.height_m, 0, 1e-12);
  EXPECT_NEAR(p.mass_kg, 2 * above(0) / above(5), 1e-9);
  EXPECT_NEAR(deposited + p.mass_kg, 2, 1e-12);
  // And in the end all of it.
  for (int i = 0; i < 2000; ++i) deposited += settle(p, w, 0, 0, 0.1);
  EXPECT_LT(p.mass_kg, 1e-6);
}

// Half a normal distribution on a bed that lets nothing through stays one.
TEST(Silt, SpreadsByDiffusion) {
  Puff p = puff(0, 0, 0.1, 0.05, 1);
  for (int i = 0; i < 100; ++i) settle(p, 0, 2e-3, 5e-4, 0.1);
  EXPECT_NEAR(p.level_m2, 0.01 + 2 * 2e-3 * 10, 1e-12);
  EXPECT_NEAR(p.upright_m2, 0.0025 + 2 * 5e-4 * 10, 1e-12);
  EXPECT_NEAR(mean_height_m(p), std::sqrt(p.upright_m2) * std::sqrt(2 / pi), 1e-12);
  EXPECT_EQ(p.mass_kg, 1);
}

TEST(Silt, ConcentrationHoldsTheMassAboveTheBed) {
  const Puff p = puff(0, 0.1, 0.4, 0.3, 3);
  double mass = 0;
  constexpr double kStep = 0.1;
  for (double n = -3; n < 3; n += kStep)
    for (double e = -3; e < 3; e += kStep)
      for (double h = kStep / 2; h < 3; h += kStep)
        mass += silt_concentration_kg_m3({&p, 1}, {n, e, 20 - h}) * std::pow(kStep, 3);
  EXPECT_NEAR(mass, 3, 0.01 * 3);
  EXPECT_EQ(silt_concentration_kg_m3({&p, 1}, {0, 0, 20.01}), 0);
}

TEST(Silt, MergingKeepsMassMiddleAndSpread) {
  const Puff a = puff(0, 0.2, 0.3, 0.1, 1), b = puff(0.4, 0.5, 0.2, 0.2, 3), m = merged(a, b);
  EXPECT_NEAR(m.mass_kg, 4, 1e-12);
  EXPECT_NEAR(m.north_m, 0.3, 1e-12);
  EXPECT_NEAR(m.height_m, 0.425, 1e-12);
  const double north2 = (1 * (0.09 + 0) + 3 * (0.04 + 0.16)) / 4 - 0.09;  // along north
  const double east2 = (1 * 0.09 + 3 * 0.04) / 4;
  EXPECT_NEAR(m.level_m2, (north2 + east2) / 2, 1e-12);
  EXPECT_NEAR(m.upright_m2, (1 * (0.01 + 0.04) + 3 * (0.04 + 0.25)) / 4 - 0.425 * 0.425, 1e-12);
}

// Hundreds of puffs in few places: those of a kind join, and nothing is lost.
TEST(Silt, FewPlacesHoldAllTheMass) {
  std::vector<Puff> places(64);
  double sum = 0;
  for (int i = 0; i < 500; ++i) {
    const Puff p = puff(0.9 * i, 0, 0.2 + 0.001 * i, 0.1, 0.01 + 1e-4 * i, 1 + i % 3);
    sum += p.mass_kg;
    EXPECT_EQ(add_puff(p, places), 0);
  }
  double held = 0, first = 0, of_first = 0;
  for (const Puff& p : places) {
    held += p.mass_kg;
    if (p.material == 1) first += p.mass_kg;
  }
  for (int i = 0; i < 500; i += 3) of_first += 0.01 + 1e-4 * i;
  EXPECT_NEAR(held, sum, 1e-9);
  EXPECT_NEAR(first, of_first, 1e-9);
}

// Closed forms against sums along the way, from outside, from within and past the middle.
TEST(SiltView, OpticalDepthIsTheIntegral) {
  const World world = grains_world(12e-6);
  const std::vector<Puff> puffs{puff(2, 0.3, 0.5, 0.3, 0.05), puff(3.5, 0.2, 0.9, 0.4, 0.1)};
  const SiltView view(puffs, world, {1, 2, 15});
  for (const Vec3& toward : {Vec3(1, 0, 0.05), Vec3(1, -0.4, 0.3), Vec3(0.5, 1, -0.2)})
    for (const double length_m : {0.7, 3.0, 12.0}) {
      const Vec3 o(0.2, -2.1, 4.2), d = toward.normalized();
      double sum = 0;
      constexpr int kParts = 4000;
      for (int i = 0; i < kParts; ++i)
        sum += view.scattering_at(o + d * (length_m * (i + 0.5) / kParts)) * length_m / kParts;
      EXPECT_NEAR(view.scattering_along(o, d, length_m), sum, 1e-4 * sum + 1e-6);
    }
  // b is the concentration times 3 / (density d).
  const Vec3 p_N(2.2, 0.1, 19.8);
  EXPECT_NEAR(view.scattering_at(p_N - Vec3(1, 2, 15)),
              silt_concentration_kg_m3(puffs, p_N) * 3 / (kGrainDensity_kg_m3 * 12e-6), 1e-9);
}

TEST(SiltView, SoundLosesWhatLiesOnTheWay) {
  const World world = grains_world(100e-6);
  const std::vector<Puff> puffs{puff(3, 1, 0.6, 0.5, 20)};
  const SiltView view(puffs, world, {0, 0, 19});
  const SiltSound sound(view, 1e6, 1500);
  const GrainSound grain = grain_sound(100e-6, 1e6, 1500);
  const Vec3 o = Vec3::Zero(), d = Vec3::UnitX();
  std::vector<float> s_v(400), loss(400);
  sound.along(o, d, 0.01, 0.02, s_v, loss);
  double sum = 0;
  for (size_t i = 0; i < 400; ++i) {
    const double kg_m3 = silt_concentration_kg_m3(puffs, {0.01 + 0.02 * double(i), 0, 19});
    EXPECT_NEAR(s_v[i], kg_m3 * grain.backscattering_per_m, 1e-5 * (s_v[i] + s_v[149]));
    sum += 0.02 * loss[i];
  }
  EXPECT_NEAR(sound.two_way(o, d, 8), std::exp(-2 * sum), 1e-4);
  EXPECT_LT(sound.two_way(o, d, 8), 0.9);
}

}  // namespace silt_test
}  // namespace hadal::environment
