#include "scenario/link_config.h"

#include <gtest/gtest.h>

#include "kinds/forces/crossflow.h"
#include "scenario/test_reading.h"

namespace hadal::inline scenario {
namespace link_config_test {

using test_reading::expect_refused;
using test_reading::taken;

const std::string kBody = "name: hull, mass_kg: 2, inertia_kg_m2: [1, 1, 1]";
const std::string kBall = "name: hull, shapes: {physics: [!sphere {radius_m: 1}]}";

// A link of a body given by numbers, with more keys.
std::string link(const std::string& more) {
  return "{" + kBody + ", " + more + "}";
}
// The same, given by a shape.
std::string ball(const std::string& more) {
  return "{" + kBall + ", " + more + "}";
}
std::string matrix6(const std::string& diagonal, const std::string& corner) {
  std::string out = "[";
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j)
      out += std::string(i + j ? ", " : "") + (i == j ? diagonal : i == 5 && j == 0 ? corner : "0");
  return out + "]";
}

TEST(LinkConfigs, NeedAMassAndAnInertia) {
  EXPECT_EQ(taken<LinkConfig>("{" + kBody + "}").mass_kg, 2);
  expect_refused<LinkConfig>(
      "@@{name: hull, inertia_kg_m2: [1, 1, 1]}",
      "mass_kg: a moving link needs a mass above 0, given here or by physics shapes");
  expect_refused<LinkConfig>(
      "{name: hull, @@mass_kg: 0, inertia_kg_m2: [1, 1, 1]}",
      "mass_kg: a moving link needs a mass above 0, given here or by physics shapes");
  expect_refused<LinkConfig>(
      "@@{name: hull, mass_kg: 1}",
      "inertia_kg_m2: a moving link needs an inertia, given here or by physics shapes");
  expect_refused<LinkConfig>("{name: hull, mass_kg: 1, @@inertia_kg_m2: [1, 0, 1]}",
                             "inertia_kg_m2: moments of inertia must be above 0");
  expect_refused<LinkConfig>(
      "{name: hull, mass_kg: 1, @@inertia_kg_m2: [[1, 0, 0], [0, -1, 0], [0, 0, -1]]}",
      "inertia_kg_m2: moments of inertia must be above 0");
}

TEST(LinkConfigs, AShapeOrAWeldMakesUpForThem) {
  EXPECT_FALSE(taken<LinkConfig>("{" + kBall + "}").mass_kg.has_value());
  EXPECT_TRUE(taken<LinkConfig>("{name: tip, parent: hull, joint: {kind: fixed}}").joint);
  expect_refused<LinkConfig>(
      "{" + kBall + ", @@mass_kg: 0}",
      "mass_kg: a moving link needs a mass above 0, given here or by physics shapes");
}

TEST(LinkConfigs, AParentAndAJointBelongTogether) {
  expect_refused<LinkConfig>(link("@@parent: arm"), "parent: a link with a parent needs a joint");
  expect_refused<LinkConfig>(link("joint: @@{}"),
                             "joint: a link without a parent moves freely and has no joint");
}

TEST(LinkConfigs, AddedMassIsSymmetricWithAPositiveDiagonal) {
  EXPECT_EQ(taken<LinkConfig>(link("added_mass: [1, 2, 3, 4, 5, 6]")).added_mass.size(), 6u);
  EXPECT_EQ(taken<LinkConfig>(link("added_mass: " + matrix6("1", "0.04"))).added_mass.size(), 36u)
      << "as published, within 5 %";
  expect_refused<LinkConfig>(
      link("@@added_mass: " + matrix6("1", "3")),
      "added_mass: must be symmetric (row 6, column 1 differs from its mirror)");
  expect_refused<LinkConfig>(link("@@added_mass: [1, 2, 3, 4, 5, -6]"),
                             "added_mass: the diagonal must not be negative");
  expect_refused<LinkConfig>(link("added_mass: @@[1, 2, 3]"),
                             "added_mass: expected a list of 6 or 36 numbers, found 3");
}

TEST(LinkConfigs, AddedMassComesFromOneSource) {
  expect_refused<LinkConfig>(
      ball("@@added_mass: [1, 1, 1, 1, 1, 1], added_mass_from: panels"),
      "added_mass: follows from the shapes with added_mass_from: panels; give one of the two");
  expect_refused<LinkConfig>(link("@@added_mass_from: ellipsoid"),
                             "added_mass_from: 'ellipsoid' needs physics shapes");
  EXPECT_EQ(taken<LinkConfig>(ball("added_mass_from: cylinder")).added_mass_from, "cylinder");
}

TEST(LinkConfigs, GeometryTakesThePlaceOfNumbers) {
  const std::string once = "follows from the physics shapes with hydrodynamics: geometry";
  expect_refused<LinkConfig>(ball("hydrodynamics: geometry, @@volume_m3: 1"), "volume_m3: " + once);
  expect_refused<LinkConfig>(ball("hydrodynamics: geometry, @@center_of_buoyancy_m: [0, 0, 0]"),
                             "center_of_buoyancy_m: " + once);
  expect_refused<LinkConfig>(ball("hydrodynamics: geometry, @@sphere_radius_m: 1"),
                             "sphere_radius_m: " + once);
  expect_refused<LinkConfig>(ball("hydrodynamics: geometry, restoring: @@{}"),
                             "restoring: " + once);
  expect_refused<LinkConfig>(link("@@hydrodynamics: geometry"),
                             "hydrodynamics: 'geometry' needs physics shapes");
  expect_refused<LinkConfig>(link("surface_drag: @@{}"),
                             "surface_drag: acts only with hydrodynamics: geometry");
  EXPECT_TRUE(taken<LinkConfig>(ball("hydrodynamics: geometry, surface_drag: {air: 1}")).surface_drag);
}

TEST(LinkConfigs, DisplaceAsAVolumeOrASphere) {
  expect_refused<LinkConfig>(link("volume_m3: 1, @@sphere_radius_m: 1"),
                             "sphere_radius_m: give either volume_m3 or sphere_radius_m");
  EXPECT_EQ(taken<LinkConfig>(link("volume_m3: 0, sphere_radius_m: 1")).sphere_radius_m, 1);
}

TEST(JointConfigs, HaveBothLimitsOrNone) {
  EXPECT_EQ(taken<JointConfig>("{lower: -1, upper: 1}").upper, 1);
  expect_refused<JointConfig>("{@@lower: -1}", "lower: give both limits or none");
  expect_refused<JointConfig>("@@{upper: 1}", "lower: give both limits or none");
  expect_refused<JointConfig>("{lower: 1, @@upper: 1}", "upper: must be above lower");
  expect_refused<JointConfig>("{@@axis: [0, 0, 0]}", "axis: must not be zero");
  expect_refused<JointConfig>("{kind: @@ball}",
                              "kind: 'ball' is not a choice (one of: hinge, slide, fixed)");
}

TEST(DampingConfigs, OpposeMotion) {
  EXPECT_EQ(taken<DampingConfig>("linear: [0, 1, 2, 3, 4, 5]").linear[5], 5);
  expect_refused<DampingConfig>("@@linear: [0, 0, 0, 0, 0, -1]",
                                "linear: the diagonal must not be negative");
  expect_refused<DampingConfig>("@@quadratic: " + matrix6("-1", "0"),
                                "quadratic: the diagonal must not be negative");  // once
}

TEST(CrossFlowConfigs, NeedACoefficientOrHoernersCurve) {
  EXPECT_EQ(taken<CrossFlow>("{length_m: 2, side_height_m: 1, drag_2d_side: 1.1}").length_m, 2);
  EXPECT_EQ(taken<CrossFlow>(
                "{length_m: 2, side_height_m: 1, hoerner_beam_m: 1, hoerner_draft_m: 1}")
                .hoerner_beam_m,
            1);
  expect_refused<CrossFlow>(
      "@@{length_m: 2, side_height_m: 1, hoerner_beam_m: 1}",
      "drag_2d_side: give it, or hoerner_beam_m and hoerner_draft_m");
  EXPECT_EQ(taken<CrossFlow>("length_m: 2").strips, 20);
}

TEST(DerivativeConfigs, NameAnAxis) {
  EXPECT_EQ(taken<DerivativeConfig>("{axis: yaw, of: uv, value: -3}").value, -3);
  expect_refused<DerivativeConfig>(
      "{axis: @@yew, of: uv, value: 1}", "axis: 'yew' is not a choice (did you mean 'yaw'?)");
  expect_refused<DerivativeConfig>("@@{axis: yaw, of: uv}",
                                   "'value' is missing in derivative: Coefficient, SI.");
}

}  // namespace link_config_test
}  // namespace hadal::scenario
