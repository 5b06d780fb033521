#include "sensors/optical/render/brdf-inl.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "math/simd/highway.h"

namespace hadal::sensors {
namespace brdf_test {

namespace kernel = HWY_NAMESPACE;
constexpr double kPi = std::numbers::pi;
constexpr double kFloatError = 2e-5;  // relative, of single precision

using Direction = std::array<double, 3>;
struct Matter {
  double albedo = 1, roughness = 1, metallic = 0;
};

Direction from_angles(double cosine, double azimuth) {
  const double s = std::sqrt(1 - cosine * cosine);
  return {s * std::cos(azimuth), s * std::sin(azimuth), cosine};
}

kernel::V3 spread(const Direction& d) {
  return {kernel::all(static_cast<float>(d[0])), kernel::all(static_cast<float>(d[1])),
          kernel::all(static_cast<float>(d[2]))};
}
// f n.l by the kernel, n along z.
double by_kernel(const Matter& m, const Direction& eye, const Direction& light) {
  const auto number = [](double x) { return kernel::all(static_cast<float>(x)); };
  const kernel::V a = number(m.albedo);
  const auto gloss = kernel::gloss_of(spread({0, 0, 1}), spread(eye), {a, a, a},
                                      number(m.roughness), number(m.metallic));
  return hwy::HWY_NAMESPACE::GetLane(kernel::reflected(gloss, spread(light)).x);
}

double coupling_oracle(double roughness, double m) {
  const double f0 = std::pow((1.5 - 1.34) / (1.5 + 1.34), 2);
  const double K = std::min(0.045 + 1.2 * std::pow(1 - roughness, 2), 1.0),
               t = std::min(roughness / 0.3, 1.0);
  return f0 + (1 - f0) * K * ((1 - t) * std::pow(1 - m, 5) + t * std::pow(1 - m, 3));
}
// The formulas of the header in double precision.
double oracle(const Matter& m, const Direction& v, const Direction& l) {
  const double f0_water = std::pow((1.5 - 1.34) / (1.5 + 1.34), 2);
  const double a2 = std::pow(m.roughness, 4), nl = l[2], nv = v[2];
  Direction h{v[0] + l[0], v[1] + l[1], v[2] + l[2]};
  const double size = std::sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2]);
  const double nh = h[2] / size, lh = (h[0] * l[0] + h[1] * l[1] + h[2] * l[2]) / size;
  const double D = a2 / (kPi * std::pow(nh * nh * (a2 - 1) + 1, 2));
  const auto s = [&](double c) { return std::sqrt(a2 + (1 - a2) * c * c); };
  const double V = 0.5 / (nl * s(nv) + nv * s(nl));
  const double f0 = f0_water * (1 - m.metallic) + m.albedo * m.metallic;
  const double F = f0 + (1 - f0) * std::pow(1 - lh, 5);
  double mean = 0;
  constexpr int kSteps = 2000;
  for (int i = 0; i < kSteps; ++i) {
    const double c = (i + 0.5) / kSteps;
    mean += 2 * c * coupling_oracle(m.roughness, c) / kSteps;
  }
  const double below = m.albedo * (1 - m.metallic) / kPi * (1 - coupling_oracle(m.roughness, nl)) *
                       (1 - coupling_oracle(m.roughness, nv)) / (1 - mean);
  return (below + D * V * F) * nl;
}

// Fraction of light from one side that comes back in all directions, by quadrature over half
// vectors where the gloss lies, and over directions for the diffuse part.
double directional_albedo(const Matter& m, double cosine) {
  constexpr int kRings = 300, kSpokes = 300;
  const Direction v = from_angles(cosine, 0);
  const double a2 = std::pow(std::max(m.roughness, 0.08), 4);
  const Matter gloss_only{m.metallic > 0 ? m.albedo : 0, m.roughness, m.metallic};
  double gloss = 0, below = 0;
  for (int i = 0; i < kRings; ++i)
    for (int k = 0; k < kSpokes; ++k) {
      const double u = (i + 0.5) / kRings, azimuth = 2 * kPi * (k + 0.5) / kSpokes;
      // Half vectors by their density D n.h.
      const Direction h = from_angles(std::sqrt((1 - u) / (1 + (a2 - 1) * u)), azimuth);
      const double vh = v[0] * h[0] + v[1] * h[1] + v[2] * h[2];
      const Direction l{2 * vh * h[0] - v[0], 2 * vh * h[1] - v[1], 2 * vh * h[2] - v[2]};
      if (vh > 0 && l[2] > 0) {
        const double D = a2 / (kPi * std::pow(h[2] * h[2] * (a2 - 1) + 1, 2));
        gloss += by_kernel(gloss_only, v, l) * 4 * vh / (D * h[2]);
      }
      const Direction spread_l = from_angles(std::sqrt(u), azimuth);
      below += (by_kernel(m, v, spread_l) - by_kernel(gloss_only, v, spread_l)) * kPi / spread_l[2];
    }
  return (gloss + below) / (kRings * kSpokes);
}

TEST(Brdf, ReflectanceInWaterFollowsFromTheIndices) {
  EXPECT_NEAR(kernel::kDielectricF0InWater, std::pow((1.5 - 1.34) / (1.5 + 1.34), 2), 1e-7);
}

TEST(Brdf, AgreesWithTheFormulasInDouble) {
  for (const double roughness : {0.1, 0.3, 0.7, 1.0})
    for (const double metallic : {0.0, 0.4, 1.0})
      for (const double cosine_v : {0.1, 0.6, 1.0})
        for (const double cosine_l : {0.15, 0.5, 0.95})
          for (const double azimuth : {0.3, 2.0, 3.1}) {
            const Matter m{0.6, roughness, metallic};
            const Direction v = from_angles(cosine_v, 0), l = from_angles(cosine_l, azimuth);
            const double expected = oracle(m, v, l);
            EXPECT_NEAR(by_kernel(m, v, l), expected, 50 * kFloatError * expected + 1e-7);
          }
}

TEST(Brdf, IsReciprocal) {
  const Matter m{0.7, 0.4, 0.3};
  for (const double azimuth : {0.0, 1.0, 2.5}) {
    const Direction a = from_angles(0.3, 0), b = from_angles(0.8, azimuth);
    EXPECT_NEAR(by_kernel(m, a, b) / b[2], by_kernel(m, b, a) / a[2], 1e-4 * by_kernel(m, a, b));
  }
}

// The facets seen from above cover the surface: int D n.h dw = 1.
TEST(Brdf, FacetsCoverTheSurface) {
  constexpr int kSteps = 20000;
  for (const double roughness : {0.3, 0.6, 1.0}) {
    double sum = 0;
    for (int i = 0; i < kSteps; ++i) {
      const double c = (i + 0.5) / kSteps;
      const kernel::V a2 = kernel::all(static_cast<float>(std::pow(roughness, 4)));
      const kernel::V D = kernel::ggx_density(kernel::all(static_cast<float>(c)), a2);
      sum += 2 * kPi * hwy::HWY_NAMESPACE::GetLane(D) * c / kSteps;
    }
    EXPECT_NEAR(sum, 1, 2e-3);
  }
}

// No direction returns more than it got, and a white matt thing nearly all.
TEST(Brdf, WhiteFurnace) {
  constexpr double kQuadrature = 2e-3;
  for (const double roughness : {0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1.0})
    for (const double cosine : {0.05, 0.2, 0.4, 0.6, 0.8, 1.0}) {
      const double returned = directional_albedo({1, roughness, 0}, cosine);
      EXPECT_LE(returned, 1 + kQuadrature) << roughness << " " << cosine;
      EXPECT_GE(returned, 0.8) << roughness << " " << cosine;
    }
  EXPECT_NEAR(directional_albedo({1, 1, 0}, 1.0), 1, 0.004);
}

// White metal, one scattering only: values of an independent quadrature over half vectors.
TEST(Brdf, RoughWhiteMetalLosesWhatScattersTwice) {
  constexpr double kTolerance = 4e-3;
  EXPECT_NEAR(directional_albedo({1, 0.2, 1}, 1.0), 0.997, kTolerance);
  EXPECT_NEAR(directional_albedo({1, 0.5, 1}, 1.0), 0.916, kTolerance);
  EXPECT_NEAR(directional_albedo({1, 0.5, 1}, 0.5), 0.857, kTolerance);
  EXPECT_NEAR(directional_albedo({1, 1.0, 1}, 1.0), 0.307, kTolerance);
  EXPECT_NEAR(directional_albedo({1, 1.0, 1}, 0.5), 0.451, kTolerance);
}

TEST(Brdf, LeafPassesLightToTheOtherSide) {
  const kernel::V a = kernel::all(0.4f);
  const auto gloss = kernel::gloss_of(spread({0, 0, 1}), spread({0, 0, 1}), {a, a, a},
                                      kernel::all(1), kernel::zero());
  const auto at = [&](double cosine) {
    const auto light = spread(from_angles(cosine, 1));
    return hwy::HWY_NAMESPACE::GetLane(
        kernel::reflected_by_leaf(gloss, kernel::all(0.3f), light).x);
  };
  EXPECT_NEAR(at(-0.5), 0.3 * 0.4 * 0.5 / kPi, 0.002);
  EXPECT_NEAR(at(0.5), 0.7 * 0.4 * 0.5 / kPi, 0.002);
}

// Of light from all around, on both sides, a white leaf sends no more to the eye than it got, and
// nearly all of it, however it is shared between the sides.
TEST(Brdf, LeafKeepsEnergy) {
  constexpr int kSteps = 400;
  const kernel::V a = kernel::all(1);
  for (const float transmission : {0.0f, 0.3f, 0.8f}) {
    const auto gloss = kernel::gloss_of(spread({0, 0, 1}), spread({0, 0, 1}), {a, a, a},
                                        kernel::all(1), kernel::zero());
    double sum = 0;
    for (int i = 0; i < kSteps; ++i) {
      const double cosine = -1 + 2 * (i + 0.5) / kSteps;
      sum += hwy::HWY_NAMESPACE::GetLane(kernel::reflected_by_leaf(gloss, kernel::all(transmission),
                                                                   spread(from_angles(cosine, 1)))
                                             .x) *
             2 * kPi * 2 / kSteps;
    }
    EXPECT_LE(sum, 1.005) << transmission;
    EXPECT_GE(sum, 0.95) << transmission;
  }
}

}  // namespace brdf_test
}  // namespace hadal::sensors
