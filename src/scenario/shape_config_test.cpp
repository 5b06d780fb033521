#include "scenario/shape_config.h"

#include <gtest/gtest.h>

#include "scenario/test_reading.h"

namespace hadal::inline scenario {
namespace shape_config_test {

using test_reading::expect_refused;
using test_reading::read;
using test_reading::taken;

TEST(ShapeConfigs, EveryKindIsReadByItsTag) {
  const char* const texts[] = {
      "!box {size_m: [1, 2, 3]}",
      "!sphere {radius_m: 1}",
      "!ellipsoid {radii_m: [1, 2, 3]}",
      "!cylinder {radius_m: 1, length_m: 2}",
      "!capsule {radius_m: 1, length_m: 2}",
      "!cone {radius_m: 1, length_m: 2}",
      "!torus {radius_m: 1, tube_radius_m: 0.2}",
      "!tube {outer_radius_m: 1, inner_radius_m: 0.9, length_m: 2}",
      "!lathe {profile: [[0, 0], [1, 1], [0, 2]]}",
      "!naca_wing {root_chord_m: 1, span_m: 2}",
      "!rock {size_m: [1, 1, 1]}",
      "!ship_hull {length_m: 10, beam_m: 3, depth_m: 2}",
      "!mesh {file: a.obj}",
      "!ducted_thruster {radius_m: 0.05, length_m: 0.11}",
      "!propeller {radius_m: 0.04}",
      "!bar_frame {size_m: [1, 1, 1], bar_radius_m: 0.02}",
      "!side_plate {size_m: [1, 0.01, 1]}",
      "!rounded_box {size_m: [1, 1, 1], radius_m: 0.1}",
      "!enclosure {radius_m: 0.05, length_m: 0.3}",
      "!dome {radius_m: 0.05}",
      "!lamp_housing {radius_m: 0.02, length_m: 0.1}",
      "!dvl_head {radius_m: 0.05, length_m: 0.1}",
      "!sonar_head {radius_m: 0.03, length_m: 0.1}",
      "!antenna {radius_m: 0.01, length_m: 0.5}",
      "!tether_plug {radius_m: 0.01, length_m: 0.1}",
  };
  EXPECT_EQ(std::size(texts), shape_kinds().size());
  for (const char* text : texts) {
    ShapesConfig shapes;
    EXPECT_EQ(read("physics: [" + std::string(text) + "]", shapes), "");
    ASSERT_EQ(shapes.physics.size(), 1u);
    const std::string kind = shapes.physics[0].kind();
    EXPECT_TRUE(std::string(text).starts_with("!" + kind + " ")) << kind;
    EXPECT_EQ(shape_common(shapes.physics[0]).position_m, (std::vector<double>{0, 0, 0}));
  }
}

TEST(ShapeConfigs, DimensionsFitEachOther) {
  expect_refused<CapsuleShapeConfig>(
      "{radius_m: 1, @@length_m: 1.9}",
      "length_m: must be at least twice the radius, the length of the ends");
  expect_refused<TorusShapeConfig>("{radius_m: 1, @@tube_radius_m: 1}",
                                   "tube_radius_m: must be below radius_m");
  expect_refused<TubeShapeConfig>("{outer_radius_m: 1, @@inner_radius_m: 1, length_m: 1}",
                                  "inner_radius_m: must be below outer_radius_m");
  expect_refused<TubeShapeConfig>(
      "{outer_radius_m: 1, inner_radius_m: 0.5, length_m: 1, @@thickness_m: 0.1}",
      "thickness_m: the wall of a tube is given by its radii");
  expect_refused<SphereShapeConfig>("radius_m: @@0",
                                    "radius_m: expected a number from 1e-06 to 1000, found '0'");
  expect_refused<BoxShapeConfig>("size_m: [1, @@-2, 3]",
                                 "size_m[1]: expected a number from 1e-06 to 1000, found '-2'");
}

TEST(ShapeConfigs, OnlyAHollowBodyIsFilled) {
  EXPECT_EQ(taken<SphereShapeConfig>("{radius_m: 1, thickness_m: 0.1, fill_density_kg_m3: 1000}")
                .fill_density_kg_m3,
            1000);
  expect_refused<SphereShapeConfig>(
      "{radius_m: 1, @@fill_density_kg_m3: 1000}",
      "fill_density_kg_m3: only a hollow shape can be filled; give thickness_m too");
}

TEST(ShapeConfigs, SensorClassesAreKnown) {
  EXPECT_EQ(taken<SphereShapeConfig>("{radius_m: 1, seen_by: [camera, dvl]}").seen_by.size(), 2u);
  expect_refused<SphereShapeConfig>("{radius_m: 1, seen_by: [camera, @@lida]}",
                                    "seen_by[1]: no sensor class 'lida' (did you mean 'lidar'?)");
  expect_refused<SphereShapeConfig>(
      "{radius_m: 1, seen_by: [@@radar_]}",
      "seen_by[0]: no sensor class 'radar_' (one of: camera, sonar, lidar, dvl)");
}

TEST(ShapeConfigs, NacaSectionsHaveFourDigits) {
  const auto wing = [](const std::string& code) {
    return "{@@code: " + code + ", root_chord_m: 1, span_m: 2}";
  };
  EXPECT_EQ(taken<NacaWingShapeConfig>("{code: 2412, root_chord_m: 1, span_m: 2}").code, "2412");
  for (const char* code : {"241", "24121", "24a2"})
    expect_refused<NacaWingShapeConfig>(
        wing(code), "code: '" + std::string(code) +
                        "' is no NACA 4-digit section; expected four digits, e.g. \"2412\"");
  for (const char* code : {"0000", "2441"})
    expect_refused<NacaWingShapeConfig>(
        wing(code),
        "code: the last two digits are the thickness in percent; expected 01 to 40");
  for (const char* code : {"2012", "0412"})
    expect_refused<NacaWingShapeConfig>(
        wing(code), "code: camber and its position are either both zero or both above");
}

TEST(ShapeConfigs, AProfileHasTwoRowsOfPositiveRadii) {
  expect_refused<LatheShapeConfig>("@@profile: [[0, 0]]",
                                   "profile: expected at least two rows [radius m, z m]");
  expect_refused<LatheShapeConfig>("profile: [[0, 0], @@[-1, 1]]",
                                   "profile[1]: the radius must not be negative");
}

TEST(ShapeConfigs, AMeshHasAFile) {
  expect_refused<MeshShapeConfig>("@@file: \"\"", "file: expected the name of a mesh file");
  expect_refused<MeshShapeConfig>(
      "@@{}", "'file' is missing in mesh: The file, relative to the file that names it.");
}

TEST(ShapeConfigs, NoneContradictsShapes) {
  expect_refused<ShapesConfig>("{collision: [!sphere {radius_m: 1}], @@collision_from: none}",
                               "collision_from: 'none' contradicts the collision shapes given");
  expect_refused<ShapesConfig>("{visual: [!sphere {radius_m: 1}], @@visual_from: none}",
                               "visual_from: 'none' contradicts the visual shapes given");
}

TEST(AppearanceConfigs, AreAPictureOrAPattern) {
  EXPECT_EQ(taken<AppearanceConfig>("{texture: a.png, size_m: [1, 2]}").size_m[1], 2);
  EXPECT_EQ(taken<AppearanceConfig>("{pattern: checker, scale_m: 0.1}").scale_m, 0.1);
  expect_refused<AppearanceConfig>("{texture: a.png, size_m: [1, 1], @@pattern: rust}",
                             "pattern: give one of texture and pattern");
  expect_refused<AppearanceConfig>("{texture: a.png, size_m: [1, 1], @@scale_m: 1}",
                             "scale_m: of a pattern; the size of a picture is size_m");
  expect_refused<AppearanceConfig>("{texture: a.png, size_m: [1, 1], @@colour: [1, 1, 1]}",
                             "colour: the picture replaces it");
  expect_refused<AppearanceConfig>("{@@texture: a.png}",
                             "texture: a picture laid on by sides needs size_m: [width, height]");
  expect_refused<AppearanceConfig>("{@@pattern: poster}",
                             "pattern: a picture laid on by sides needs size_m: [width, height]");
  expect_refused<AppearanceConfig>(
      "{pattern: checker, mapping: uv, @@scale_m: 1}",
      "scale_m: by uv, a unit of the texture coordinates is one square or tile");
  expect_refused<AppearanceConfig>("{pattern: checker, @@size_m: [1, 1]}",
                             "size_m: only of a picture laid on by sides; patterns have scale_m");
}

}  // namespace shape_config_test
}  // namespace hadal::scenario
