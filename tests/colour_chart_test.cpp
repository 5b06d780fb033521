// Beer and Lambert on the patches of a colour chart, in five waters: cameras at 1 to 10 m from one
// chart, all at the same depth under an overcast sky, so that only the way to the eye differs. The
// difference of two grey patches beside the axis is free of what the water scatters. It follows
//   sum over the wavelengths of a colour  w exp(-Kd z - (a + b/2) d),
// the coefficients being those of environment/optics at the two wavelengths of each colour, and,
// written out without them, the sum over the whole spectrum.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "environment/optics/band_fit.h"
#include "small_world.h"

namespace hadal {
namespace colour_chart_test {

namespace optics = environment::optics;

constexpr double kOfBands = 0.01, kOfSpectrum = 0.03;
constexpr double kMinLeft = 0.02;  // of the light; less is lost in the haze
constexpr double kDepth_m = 5, kPatch_m = 0.1;
constexpr int kWidth = 60, kHeight = 44;
const std::vector<double> kDistances_m{1, 2, 3, 5, 7, 10};

// The row of greys lies at the depth of the cameras. Patches are ten pixels wide in every picture.
std::string world(const std::string& type) {
  std::string cameras;
  for (const double d : kDistances_m) {
    const double view_deg = 2 * std::atan(kWidth * kPatch_m / (20 * d)) * 180 / M_PI;
    const std::string name = "at_" + std::to_string(static_cast<int>(d));
    cameras += "  - {name: " + name +
               ", model: post, kinematic: true, pose: {north_m: " + std::to_string(-d) +
               ", depth_m: 5}, sensors: [!camera {name: cam, rate_hz: 10, "
               "width_px: 60, height_px: 44, linear: true, view_deg: " +
               std::to_string(view_deg) + "}]}\n";
  }
  return R"(
format: 1
step_s: 0.05
origin: {lat_deg: 40}
clock: {start: "2026-06-21T11:00:00Z"}
environment:
  seabed: !flat {depth_m: 60, bottom: {material: sand}}
  sky: {cloud_cover: 1}
  optics: {water_type: )" +
         type + R"(}
materials:
  - {name: card, density_kg_m3: 1400, roughness: 1}
vehicle_models:
  - {name: post, kind: body, links: [{name: body, mass_kg: 10, inertia_kg_m2: [1, 1, 1]}]}
vehicles:
)" + cameras +
         R"(objects:
  - {name: chart, material: card, fixed: true, shapes: {physics: [!box {size_m: [0.02, 0.64, 0.44],
      appearance: {pattern: colour_chart, scale_m: 0.1}}]}, pose: {north_m: 0.01, depth_m: 4.85}}
)";
}

// Light of the patch that is five pixels beside the middle of the picture.
double patch(const Frame& frame, int side, size_t colour) {
  const auto light = frame.plane("linear").floats();
  double sum = 0;
  for (int y = kHeight / 2 - 1; y <= kHeight / 2; ++y)
    for (int x = kWidth / 2 - 1; x <= kWidth / 2; ++x)
      sum += light[3 * static_cast<size_t>(y * kWidth + x + 5 * side) + colour];
  return sum / 4;
}

double through_bands(const optics::WaterOptics& water, const optics::Bands& bands, size_t colour,
                     double path_m) {
  double sum = 0;
  for (size_t k = 2 * colour; k < 2 * colour + 2; ++k) {
    const size_t i = bands.sample[k];
    sum += bands.weight[0][k] *
           std::exp(-water.kd[i] * kDepth_m - (water.a[i] + 0.5 * water.b[i]) * path_m);
  }
  return sum;
}

double through_spectrum(const optics::WaterOptics& water, size_t colour, double path_m) {
  const optics::Spectrum seen =
      optics::sensitivities({})[colour] * optics::daylight_lighting().light;
  double sum = 0;
  for (size_t i = 0; i < optics::kSamples; ++i)
    sum += seen[i] * std::exp(-water.kd[i] * kDepth_m - (water.a[i] + 0.5 * water.b[i]) * path_m);
  return sum;
}

class InWater : public ::testing::TestWithParam<const char*> {};

TEST_P(InWater, GreysFadeAsBeerAndLambertSay) {
  const auto s = test::simulate(world(GetParam()));
  test::run_steps(*s, 4);
  const optics::WaterOptics water =
      optics::water_optics(*optics::jerlov_type(GetParam()), optics::IopSource::kMeasured);
  const std::vector<optics::Lighting> light{optics::daylight_lighting()};
  const optics::Bands bands = optics::fit_bands(water, light);
  int compared = 0;
  for (size_t colour = 0; colour < 3; ++colour) {
    const auto contrast = [&](size_t i) {
      const Frame& frame = s->frames().frame(static_cast<int>(i));
      return patch(frame, -1, colour) - patch(frame, 1, colour);
    };
    const double near = contrast(0), near_m = std::hypot(kDistances_m[0], kPatch_m / 2);
    EXPECT_GT(near, 0);
    for (size_t i = 1; i < kDistances_m.size(); ++i) {
      const double path_m = std::hypot(kDistances_m[i], kPatch_m / 2);
      const double wanted =
          through_bands(water, bands, colour, path_m) / through_bands(water, bands, colour, near_m);
      if (wanted < kMinLeft) continue;
      ++compared;
      const double found = contrast(i) / near;
      EXPECT_NEAR(found / wanted, 1, kOfBands) << "colour " << colour << " at " << path_m << " m";
      const double whole =
          through_spectrum(water, colour, path_m) / through_spectrum(water, colour, near_m);
      EXPECT_NEAR(found / whole, 1, kOfSpectrum) << "colour " << colour << " at " << path_m << " m";
    }
  }
  EXPECT_GE(compared, 6);
}

INSTANTIATE_TEST_SUITE_P(ColourChart, InWater, ::testing::Values("I", "IB", "II", "1C", "5C"),
                         [](const auto& water) { return std::string("type_") + water.param; });

}  // namespace colour_chart_test
}  // namespace hadal
