// Objects: how they enter the world, wear and growth, and the library of models/objects.
#include <gtest/gtest.h>

#include "geometry/convex_hull.h"
#include "geometry/distort.h"
#include "geometry/mass_properties.h"
#include "world/test_world.h"

namespace hadal::inline world {
namespace objects_test {

using geometry::TriangleMesh;

World can(const std::string& keys) {
  return test::world_of("objects: [{name: can, model: drum_can, " + keys + "}]\n");
}

geometry::Bounds seen(const Link& link) {
  TriangleMesh all;
  for (const VisualShape& visual : link.visuals) geometry::append(all, *visual.mesh);
  return geometry::bounding_box(all);
}

geometry::Bounds touched(const Link& link) {
  return geometry::bounding_box(*link.collisions.at(0).hull);
}

TEST(Objects, AreVehiclesThatNobodyCommands) {
  const World world = test::world_of(
      "vehicles: [{name: rov, model: bluerov2}]\n"
      "objects: [{name: pipe, model: pipe, pose: {north_m: 4, depth_m: 9, heading_deg: 90}, "
      "velocity: "
      "[0.1, 0, 0, 0, 0, 0]}]\n");
  ASSERT_EQ(world.vehicles.size(), 2u);
  const Vehicle& pipe = world.vehicles[1];
  EXPECT_TRUE(pipe.is_object);
  EXPECT_FALSE(world.vehicles[0].is_object);
  EXPECT_EQ(pipe.controller.kind, nullptr);
  EXPECT_EQ(pipe.start_velocity_B[0], 0.1);
  EXPECT_NEAR(pipe.size_m.x(), 3, 1e-9);
  const Link& link = world.links[pipe.links.begin];
  EXPECT_EQ(link.path, "pipe/body");
  EXPECT_EQ(link.joint, LinkJoint::kFree);
  EXPECT_EQ(link.pose_PL.p, Vec3(4, 0, 9));
  EXPECT_EQ(world.find_vehicle("pipe"), 1);
}

TEST(Objects, FixedOnesAreWelded) {
  const World world = can("fixed: true");
  EXPECT_EQ(world.links[0].joint, LinkJoint::kFixed);
  EXPECT_TRUE(world.vehicles[0].fixed);
}

TEST(Objects, OneEntryPlacesMany) {
  const World world = test::world_of(
      "objects: [{name: can, model: drum_can, pose: {depth_m: 5}, array: {count: [2, 3], "
      "spacing_m: "
      "[4, 2]}},\n  {name: rock, model: rock, extent: 0.5, scatter: {count: 5, size_m: [20, 20], "
      "gap_m: 2}}]\n");
  ASSERT_EQ(world.vehicles.size(), 11u);
  EXPECT_EQ(world.find_vehicle("can"), -1);
  const int last = world.find_vehicle("can_6");
  ASSERT_EQ(last, 5);
  EXPECT_EQ(world.links[world.vehicles[last].links.begin].pose_PL.p, Vec3(2, 2, 5));
  EXPECT_EQ(world.links[world.vehicles[last].links.begin].path, "can_6/body");
  // Sound copies share their meshes; worn ones are each their own.
  EXPECT_EQ(world.links[0].visuals.at(0).mesh, world.links[1].visuals.at(0).mesh);
  const Link &first = world.links[world.vehicles[6].links.begin],
             &second = world.links[world.vehicles[7].links.begin];
  EXPECT_NE(first.visuals.at(0).mesh->vertices, second.visuals.at(0).mesh->vertices);
}

TEST(Objects, CopiesThatCannotBeAreProblems) {
  const auto text = [](const std::string& keys) {
    const auto world = test::try_world(
        "marks: [{name: can_2}]\nobjects: [{name: can, model: "
        "drum_can, " +
        keys + "}]\n");
    return world.ok() ? std::string() : world.problems().text();
  };
  EXPECT_NE(text("array: {count: [2, 2], spacing_m: [1, 1]}")
                .find("'can_2' is also the name of an "
                      "object"),
            std::string::npos);
  EXPECT_NE(text("array: {count: [1.5, 2], spacing_m: [1, 1]}").find("two whole numbers"),
            std::string::npos);
  EXPECT_NE(text("array: {count: [1000, 1000], spacing_m: [1, 1]}").find("more than 10000 copies"),
            std::string::npos);
  EXPECT_NE(text("array: {count: [1, 1], spacing_m: [1, 1]}, scatter: {count: 1, size_m: [1, 1]}")
                .find("one of array and scatter"),
            std::string::npos);
  const auto crowd = test::try_world(
      "objects: [{name: can, model: drum_can, scatter: {count: 1000, size_m: [2, 2], gap_m: "
      "1}}]\n");
  ASSERT_FALSE(crowd.ok());
  EXPECT_NE(crowd.problems().text().find("test.yaml:2:"), std::string::npos);
  EXPECT_NE(crowd.problems().text().find("of 1000 copies"), std::string::npos);
}

TEST(Objects, LinksInPlaceAndJointsWork) {
  const World world = test::world_of("objects: [{name: panel, model: valve_panel}]\n");
  EXPECT_EQ(world.vehicles[0].links.count, 4);
  EXPECT_EQ(world.joints.size(), 3u);
  EXPECT_EQ(world.links[3].parent, 0);
}

// --- Wear.

TEST(Wear, PropertiesFollowTheExtent) {
  const World world = can("extent: 0.25");
  using Property = std::pair<std::string, double>;
  EXPECT_EQ(world.vehicles[0].properties,
            (std::vector<Property>{{"corrosion", 0.25}, {"wall_mm", 0.4 - 0.25 * 0.3}}));
}

TEST(Wear, SurfaceFollowsTheExtent) {
  const World sound = can("extent: 0"), worn = can("extent: 0.5");
  const auto material = [](const World& w) { return w.links[0].collisions.at(0).material; };
  const auto friction = [&](const World& w) {
    return w.materials.friction(material(w), 0).static_coefficient;
  };
  EXPECT_NEAR(friction(worn) / friction(sound), 1 + 0.5 * 0.4, 1e-12);
  const Material& before = sound.materials.materials[material(sound)];
  const Material& after = worn.materials.materials[material(worn)];
  EXPECT_EQ(before.name, "steel");
  EXPECT_NEAR(after.restitution, 0.3 + 0.5 * (0.05 - 0.3), 1e-12);
  EXPECT_NEAR(after.albedo[1], 0.31 + 0.5 * (0.09 - 0.31), 1e-12);
  EXPECT_EQ(worn.links[0].visuals.at(0).material, material(worn));
}

TEST(Wear, DistortionIsBoundedSeededAndOnTheSurfaceOnly) {
  const World sound = can("extent: 0"), a = can("extent: 0.5, seed: 1"),
              again = can("extent: 0.5, seed: 1"), b = can("extent: 0.5, seed: 2");
  const TriangleMesh& mesh = *a.links[0].visuals.at(0).mesh;
  EXPECT_EQ(mesh.vertices, again.links[0].visuals.at(0).mesh->vertices);
  EXPECT_NE(mesh.vertices, b.links[0].visuals.at(0).mesh->vertices);
  const geometry::Bounds before = seen(sound.links[0]), after = seen(a.links[0]);
  const double bound = 0.5 * geometry::kMaxDistortion * 0.286;
  EXPECT_GT((after.size() - before.size()).norm(), 1e-4);
  EXPECT_TRUE(((after.upper - before.upper).array() <= bound).all());
  EXPECT_EQ(a.links[0].mass_kg, sound.links[0].mass_kg);
  EXPECT_EQ(a.links[0].wetted->mesh->vertices, sound.links[0].wetted->mesh->vertices);
}

// What touches is the hull of what is seen.
TEST(Wear, CollisionFollowsTheDistortedSurface) {
  const World worn = can("extent: 1");
  const CollisionShape& shape = worn.links[0].collisions.at(0);
  ASSERT_EQ(shape.kind, CollisionShape::Kind::kHull);
  const double out =
      geometry::farthest_outside(*shape.hull, worn.links[0].visuals.at(0).mesh->vertices);
  EXPECT_LT(out, 0.01) << "but for the vertices that the hull leaves out";
}

// --- Growth.

constexpr double kGrowth = 0.05;
const std::string kFouling = "fouling: {coverage: 1, thickness_m: 0.05, material: marine_growth";

TEST(Fouling, SoftGrowthIsSeenAndNotTouched) {
  const World clean = can("extent: 0"), fouled = can(kFouling + "}");
  const Vec3 before = seen(clean.links[0]).size(), after = seen(fouled.links[0]).size();
  EXPECT_GT(after.x(), before.x() + 0.5 * kGrowth);
  EXPECT_LE(after.x(), before.x() + 2 * kGrowth + 1e-9);
  EXPECT_EQ(fouled.links[0].collisions.at(0).kind, CollisionShape::Kind::kCylinder);
  const int growth = fouled.materials.find("marine_growth");
  EXPECT_EQ(fouled.links[0].visuals.at(0).material, growth);
}

TEST(Fouling, HardGrowthCanBeTouchedAndNotSeen) {
  const World clean = can("extent: 0"), fouled = can(kFouling + ", affects: touched}");
  EXPECT_LT((seen(fouled.links[0]).size() - seen(clean.links[0]).size()).norm(), 1e-12);
  EXPECT_GT(touched(fouled.links[0]).size().x(), seen(clean.links[0]).size().x() + 0.5 * kGrowth);
}

TEST(Fouling, SensorClassesChooseWhatTheySee) {
  const World world = can(kFouling + ", affects: both, seen_by: [camera, lidar]}");
  const unsigned through = kSeenBySonar | kSeenByDvl, sees = kSeenByCamera | kSeenByLidar;
  double grown = 0, clean = 0;
  for (const VisualShape& visual : world.links[0].visuals) {
    const double size = geometry::bounding_box(*visual.mesh).size().x();
    if (visual.seen_by & sees) grown = std::max(grown, size);
    if (visual.seen_by & through) clean = std::max(clean, size);
    EXPECT_FALSE((visual.seen_by & sees) && (visual.seen_by & through));
  }
  EXPECT_GT(grown, clean + 0.5 * kGrowth);
  EXPECT_NEAR(clean, 0.286, 2e-3);
}

// --- The library.

class Library : public testing::TestWithParam<std::string> {};

TEST_P(Library, ModelIsWholeAndPlausible) {
  const World world = test::world_of("objects: [{name: it, model: " + GetParam() + "}]\n");
  for (const Problem& note : world.notes) ADD_FAILURE() << to_string(note);
  for (const Link& link : world.links) {
    SCOPED_TRACE(link.name);
    EXPECT_GT(link.mass_kg, 0);
    EXPECT_FALSE(link.collisions.empty());
    EXPECT_FALSE(link.visuals.empty());
    const Vec3 moments = link.inertia_G.diagonal();
    EXPECT_GT(moments.minCoeff(), 0);
    EXPECT_LE(moments.maxCoeff(), 1.0001 * (moments.sum() - moments.maxCoeff()))
        << "no real body breaks the triangle rule";
    for (const VisualShape& visual : link.visuals)
      EXPECT_TRUE(geometry::is_closed(*visual.mesh) || GetParam() == "shipwreck");
    const double density = link.mass_kg / link.buoyancy.volume_m3;
    EXPECT_GT(density, 400);
    EXPECT_LT(density, 12000);
  }
}

INSTANTIATE_TEST_SUITE_P(Objects, Library,
                         testing::ValuesIn(list_models("objects", {test::source_folder()})),
                         [](const auto& model) { return model.param; });

double mass_of(const std::string& model) {
  return test::world_of("objects: [{name: it, model: " + model + "}]\n").links.at(0).mass_kg;
}

// Masses that standards and data sheets give, which here follow from shape and material.
TEST(Library, MassesFromShapesMeetTheStandards) {
  EXPECT_NEAR(mass_of("pipe"), 3 * 42.55, 0.01 * 3 * 42.55);       // ASME B36.10, 8 in sch. 40
  EXPECT_NEAR(mass_of("pier_beam"), 6 * 117, 0.05 * 6 * 117);      // EN 10365, HE 300 B
  EXPECT_NEAR(mass_of("cinder_block"), 16, 1.5);                   // usual for 8 in blocks
  const double water = 1025 * 3.14159 * 0.2914 * 0.2914 * 0.8758;  // in a drum of 200 l
  EXPECT_NEAR(mass_of("barrel") - water, 19, 2);                   // tare of a steel drum
}

}  // namespace objects_test
}  // namespace hadal::world
