// A layer of phytoplankton over clear water: a camera that looks level sees green in the layer and
// blue below it.
#include <gtest/gtest.h>

#include "camera_world.h"

namespace hadal {
namespace plankton_layer_test {

// Mean light of the picture in each colour.
std::array<double, 3> colour_at(double depth_m, const std::string& plankton) {
  test::CameraWorld world;
  world.depth_m = depth_m;
  world.sensors =
      "      - !camera {name: cam, rate_hz: 10, width_px: 32, height_px: 24, view_deg: 40, linear: "
      "true, quality: control}\n";
  std::string text = test::camera_world(world);
  const std::string ground = "seabed: !flat {depth_m: 10";
  text.replace(
      text.find(ground), ground.size(),
      "optics: {water_type: IA, plankton: " + plankton + "}\n  seabed: !flat {depth_m: 200");
  const auto s = test::simulate(text);
  const Frame& frame = test::picture(*s, 15);
  std::array<double, 3> sum{};
  const auto light = frame.plane("linear").floats();
  for (size_t i = 0; i < light.size(); ++i) sum[i % 3] += light[i];
  return sum;
}

double green_over_blue(const std::array<double, 3>& colour) {
  return colour[1] / colour[2];
}

const char* const kLayer =
    "{background_mg_m3: 0.05, peak_mg_m3: 8, peak_depth_m: 6, thickness_m: 2.5}";
const char* const kNone = "{background_mg_m3: 0.05}";

TEST(PlanktonLayer, GreenInsideAndBlueBelow) {
  const double inside = green_over_blue(colour_at(6, kLayer));
  const double below = green_over_blue(colour_at(22, kLayer));
  const double clear_inside = green_over_blue(colour_at(6, kNone));
  const double clear_below = green_over_blue(colour_at(22, kNone));
  EXPECT_GT(inside, 1.5 * clear_inside);  // greener
  EXPECT_LT(clear_inside, 0.8);           // blue without the layer
  EXPECT_LT(below, 0.7 * inside);         // bluer again below
  EXPECT_GT(below, 1.2 * clear_below);    // though the light there came through the layer
}

// Below it blue has lost most, as the mean coefficients of the way down say: exp(-(Kd' - Kd) z) is
// 0.22 at 450 nm, 0.52 at 550 nm. What is left comes from everywhere rather than from the sun, of
// which level lines of sight see more, in all colours.
TEST(PlanktonLayer, TakesBlueFromWhatIsBelow) {
  const auto layer = colour_at(22, kLayer), clear = colour_at(22, kNone);
  const double red = layer[0] / clear[0], green = layer[1] / clear[1], blue = layer[2] / clear[2];
  EXPECT_LT(blue, 0.6);
  EXPECT_LT(blue, 0.75 * green);
  EXPECT_LT(green, red);
}

}  // namespace plankton_layer_test
}  // namespace hadal
