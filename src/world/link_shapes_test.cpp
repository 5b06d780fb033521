#include "world/link_shapes.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <numbers>

#include "geometry/mass_properties.h"
#include "world/convex_pieces.h"
#include "world/test_world.h"

namespace hadal::inline world {
namespace link_shapes_test {

constexpr double kPi = std::numbers::pi;
constexpr double kExact = 1e-9;  // relative
constexpr double kSteel = 7850;

using Kind = CollisionShape::Kind;

Link link_of(const std::string& keys) {
  return test::world_of_link(keys).links.at(0);
}

TEST(LinkShapes, MassFollowsFromShapeAndMaterial) {
  const Link box = link_of(
      "material: steel, shapes: {physics: [!box {size_m: [1, 2, 3], position_m: [0, 0, 1]}]}");
  EXPECT_NEAR(box.mass_kg, 6 * kSteel, kExact * 6 * kSteel);
  EXPECT_NEAR(box.p_LG_L.z(), 1, kExact);
  EXPECT_NEAR(box.inertia_G(0, 0), kSteel * 6 * (4 + 9) / 12, kExact * box.mass_kg);
  EXPECT_NEAR(box.inertia_G(2, 2), kSteel * 6 * (1 + 4) / 12, kExact * box.mass_kg);
  EXPECT_NEAR(box.buoyancy.volume_m3, 6, kExact);
  EXPECT_NEAR(box.buoyancy.p_BC_B.z(), 1, kExact);
  EXPECT_FALSE(box.wetted);
}

TEST(LinkShapes, PartsOfTwoMaterialsMoveTheCentres) {
  const Link link = link_of(
      "shapes: {physics: [!box {size_m: [1, 1, 1], material: steel}, !box {size_m: [1, 1, 1], "
      "position_m: [1, 0, 0], material: syntactic_foam}]}");
  EXPECT_NEAR(link.mass_kg, kSteel + 500, 1e-6);
  EXPECT_NEAR(link.p_LG_L.x(), 500 / (kSteel + 500), kExact);
  EXPECT_NEAR(link.buoyancy.p_BC_B.x(), 0.5, kExact);
}

TEST(LinkShapes, WhatIsGivenWins) {
  const Link link = link_of(
      "mass_kg: 10, center_of_mass_m: [0, 0, 0.1], volume_m3: 0.5, shapes: {physics: [!box "
      "{size_m: "
      "[1, 1, 1]}]}");
  EXPECT_EQ(link.mass_kg, 10);
  EXPECT_EQ(link.p_LG_L.z(), 0.1);
  EXPECT_EQ(link.buoyancy.volume_m3, 0.5);
  EXPECT_NEAR(link.inertia_G(0, 0), 10.0 / 6, kExact) << "a cube of the mass that is given";
}

// Steel drum, 1 mm wall, full of water: shell by difference of two cylinders.
TEST(LinkShapes, HollowAndFilled) {
  const std::string drum =
      "material: steel, shapes: {physics: [!cylinder {radius_m: 0.3, length_m: 0.9, thickness_m: "
      "0.001";
  const double outside = kPi * 0.09 * 0.9, inside = kPi * 0.299 * 0.299 * 0.898;
  const double shell = kSteel * (outside - inside);
  EXPECT_NEAR(link_of(drum + "}]}").mass_kg, shell, kExact * shell);
  const Link full = link_of(drum + ", fill_density_kg_m3: 1000}]}");
  EXPECT_NEAR(full.mass_kg, shell + 1000 * inside, kExact * full.mass_kg);
  EXPECT_NEAR(full.buoyancy.volume_m3, outside, kExact);
}

TEST(LinkShapes, GeometryKeepsTheWettedSurface) {
  const Link link = link_of(
      "material: steel, hydrodynamics: geometry, surface_drag: {quadratic: [1, 2, 3], linear: "
      "[0.1, 0.2, 0.3], air: 0.5}, shapes: {physics: [!capsule {radius_m: 0.2, length_m: 1, "
      "position_m: [1, 0, 0]}]}");
  ASSERT_TRUE(link.wetted);
  const double volume = kPi * 0.04 * 0.6 + 4 * kPi / 3 * 0.008;
  const auto p = geometry::mass_properties(*link.wetted->mesh, 1);
  EXPECT_NEAR(p.volume_m3, volume, 1e-6 * volume);
  EXPECT_NEAR(p.centroid.x(), 1, 1e-6);
  EXPECT_TRUE(geometry::is_closed(*link.wetted->mesh));
  EXPECT_EQ(link.wetted->drag_quadratic, Vec3(1, 2, 3));
  EXPECT_EQ(link.wetted->drag_linear, Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(link.wetted->air_drag, 0.5);
}

// Potential flow: half the displaced mass, for a sphere.
TEST(LinkShapes, AddedMassOfASphere) {
  const World world = test::world_of(
      "environment: {water: {density_kg_m3: 1000}}\nobjects: [{name: thing, links: [{name: body, "
      "material: steel, added_mass_from: ellipsoid, shapes: {physics: [!sphere {radius_m: "
      "0.5}]}}]}]\n");
  const double half = 0.5 * 1000 * 4 * kPi / 3 * 0.125;
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(world.links[0].added_mass_L(i, i), half, 2e-3 * half);
}

TEST(LinkShapes, SimpleKindsTouchAsTheyAre) {
  const Link link = link_of(
      "material: steel, shapes: {physics: [!box {size_m: [1, 2, 3]}, !sphere {radius_m: 0.5, "
      "position_m: [5, 0, 0]}, !cylinder {radius_m: 0.5, length_m: 2, position_m: [7, 0, 0]}, "
      "!capsule "
      "{radius_m: 0.5, length_m: 2, position_m: [9, 0, 0]}, !ellipsoid {radii_m: [1, 2, 3], "
      "position_m: "
      "[0, 9, 0]}]}");
  ASSERT_EQ(link.collisions.size(), 5u);
  EXPECT_EQ(link.collisions[0].kind, Kind::kBox);
  EXPECT_EQ(link.collisions[0].size, Vec3(0.5, 1, 1.5));
  EXPECT_EQ(link.collisions[1].kind, Kind::kSphere);
  EXPECT_EQ(link.collisions[1].X_LS.p, Vec3(5, 0, 0));
  EXPECT_EQ(link.collisions[2].kind, Kind::kCylinder);
  EXPECT_EQ(link.collisions[2].size.y(), 1);
  EXPECT_EQ(link.collisions[3].kind, Kind::kCapsule);
  EXPECT_EQ(link.collisions[3].size.y(), 0.5) << "half the straight part";
  EXPECT_EQ(link.collisions[4].kind, Kind::kEllipsoid);
  EXPECT_EQ(link.visuals.size(), 5u);
}

TEST(LinkShapes, WhatTouchesAndWhatIsSeenCanBeChosen) {
  const std::string physics =
      "physics: [!box {size_m: [1, 1, 1]}, !box {size_m: [1, 1, 1], "
      "position_m: [3, 0, 0]}]";
  const auto with = [&](const std::string& more) {
    return link_of("material: steel, shapes: {" + physics + more + "}");
  };
  EXPECT_EQ(with("").collisions.size(), 2u);
  EXPECT_TRUE(with(", collision_from: none").collisions.empty());
  EXPECT_TRUE(with(", visual_from: none").visuals.empty());
  const Link hull = with(", collision_from: hull");
  ASSERT_EQ(hull.collisions.size(), 1u);
  EXPECT_NEAR(geometry::mass_properties(*hull.collisions[0].hull, 1).volume_m3, 4, kExact);
  const Link own = with(
      ", collision: [!sphere {radius_m: 2}], visual: [!sphere {radius_m: 3, seen_by: [camera, "
      "dvl]}]");
  ASSERT_EQ(own.collisions.size(), 1u);
  EXPECT_EQ(own.collisions[0].size.x(), 2);
  ASSERT_EQ(own.visuals.size(), 1u);
  EXPECT_EQ(own.visuals[0].seen_by, kSeenByCamera | kSeenByDvl);
}

// The ring of capsules covers the ring and leaves its hole open.
TEST(LinkShapes, TorusKeepsItsHole) {
  const Link link =
      link_of("material: steel, shapes: {physics: [!torus {radius_m: 1, tube_radius_m: 0.1}]}");
  ASSERT_EQ(link.collisions.size(), size_t{kRingPieces});
  const double sagitta = 1 - std::cos(kPi / kRingPieces);
  for (const CollisionShape& piece : link.collisions) {
    EXPECT_EQ(piece.kind, Kind::kCapsule);
    const Vec3 axis = piece.X_LS.q * Vec3::UnitZ();
    EXPECT_NEAR(axis.dot(piece.X_LS.p), 0, kExact) << "a chord stands across its radius";
    EXPECT_NEAR(axis.z(), 0, kExact);
    EXPECT_NEAR(piece.X_LS.p.norm(), 1 - sagitta, kExact);
  }
  EXPECT_NEAR(support(link.collisions[0], Vec3::UnitX()), 1.1 - sagitta, kExact);
}

TEST(LinkShapes, TubeKeepsItsBore) {
  const Link link = link_of(
      "material: steel, shapes: {physics: [!tube {outer_radius_m: 1, inner_radius_m: 0.8, "
      "length_m: "
      "4}]}");
  ASSERT_EQ(link.collisions.size(), size_t{kRingPieces});
  for (const CollisionShape& piece : link.collisions) {
    const Vec3 outward = piece.X_LS.p.normalized();
    EXPECT_NEAR(support(piece, outward), 1, kExact);
    EXPECT_NEAR(-support(piece, -outward), 0.8, kExact);
    EXPECT_NEAR(support(piece, Vec3::UnitZ()), 2, kExact);
  }
}

// An hourglass is two convex bodies.
TEST(LinkShapes, BodyOfRevolutionIsCutAtItsWaist) {
  const Link link = link_of(
      "material: steel, shapes: {physics: [!lathe {profile: [[0, -1], [0.5, -1], [0.1, 0], [0.5, "
      "1], "
      "[0, 1]]}]}");
  ASSERT_EQ(link.collisions.size(), 2u);
  for (const CollisionShape& piece : link.collisions) EXPECT_EQ(piece.kind, Kind::kHull);
  EXPECT_NEAR(support(link.collisions[0], Vec3::UnitZ()), 0, kExact);
  EXPECT_NEAR(support(link.collisions[1], -Vec3::UnitZ()), 0, kExact);
}

TEST(LinkShapes, RockFillsItsBox) {
  const Link link =
      link_of("material: rock, shapes: {physics: [!rock {size_m: [1, 0.8, 0.5], seed: 3}]}");
  const geometry::Bounds box = geometry::bounding_box(*link.visuals.at(0).mesh);
  EXPECT_LT((box.size() - Vec3(1, 0.8, 0.5)).norm(), kExact);
  EXPECT_EQ(link.collisions.at(0).kind, Kind::kHull);
}

TEST(LinkShapes, TwoOfAModelShareTheirMeshes) {
  const World world = test::world_of(
      "objects: [{name: a, model: barrel}, {name: b, model: barrel, pose: {north_m: 5}}]\n");
  ASSERT_EQ(world.links.size(), 2u);
  EXPECT_EQ(world.links[0].visuals[0].mesh, world.links[1].visuals[0].mesh);
}

TEST(LinkShapes, OverlapIsNoted) {
  const World world = test::world_of_link(
      "material: steel, shapes: {physics: [!box {size_m: [1, 1, 1]}, !box {size_m: [1, 1, 1], "
      "position_m: [0.5, 0.1, 0.1]}]}");
  ASSERT_EQ(world.notes.size(), 1u);
  EXPECT_NE(world.notes[0].message.find("overlap"), std::string::npos);
  EXPECT_EQ(world.notes[0].location.line, 2);
}

// --- Meshes from files.

// A cube of 1 m as OBJ; faces may be left out or turned.
std::string cube_obj(size_t faces, bool inside_out) {
  std::string text;
  for (int i = 0; i < 8; ++i)
    text += "v " + std::to_string(i & 1) + " " + std::to_string(i >> 1 & 1) + " " +
            std::to_string(i >> 2) + "\n";
  const int quads[6][4] = {{1, 3, 4, 2}, {5, 6, 8, 7}, {1, 2, 6, 5},
                           {3, 7, 8, 4}, {1, 5, 7, 3}, {2, 4, 8, 6}};
  for (size_t f = 0; f < faces; ++f) {
    text += "f";
    for (int k = 0; k < 4; ++k) text += " " + std::to_string(quads[f][inside_out ? 3 - k : k]);
    text += "\n";
  }
  return text;
}

class MeshFile : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  Result<World> world(const std::string& obj, const std::string& keys = "") {
    const std::filesystem::path file = folder_ / "a.obj";
    std::ofstream(file) << obj;
    return test::try_world("objects: [{name: a, material: steel, shapes: {physics: [!mesh {file: " +
                           file.string() + keys + "}]}}]\n");
  }
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("hadal_shapes_" + std::to_string(::getpid()));
};

TEST_F(MeshFile, GivesMassAndHull) {
  const Result<World> result = world(cube_obj(6, false), ", unit: cm, scale: 50, up: down");
  ASSERT_TRUE(result.ok()) << result.problems().text();
  const Link& link = result.value().links.at(0);
  EXPECT_NEAR(link.mass_kg, kSteel * 0.125, 1e-3);
  EXPECT_NEAR(link.p_LG_L.x(), 0.25, 1e-6);
  ASSERT_EQ(link.collisions.size(), 1u);
  EXPECT_EQ(link.collisions[0].hull->vertices.size(), 8u);
}

TEST_F(MeshFile, InsideOutIsTurnedWithANote) {
  const Result<World> result = world(cube_obj(6, true));
  ASSERT_TRUE(result.ok()) << result.problems().text();
  EXPECT_NEAR(result.value().links.at(0).mass_kg, kSteel, 1e-2);
  ASSERT_FALSE(result.value().notes.empty());
  EXPECT_NE(result.value().notes[0].message.find("inside out"), std::string::npos)
      << result.value().notes[0].message;
}

TEST_F(MeshFile, OpenIsRefusedAtItsPlace) {
  const Result<World> result = world(cube_obj(5, false));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.problems().text().rfind("test.yaml:2:", 0), 0u) << result.problems().text();
  EXPECT_NE(result.problems().text().find("objects[0].shapes.physics[0].file: "),
            std::string::npos);
}

TEST_F(MeshFile, NonsenseIsRefused) {
  EXPECT_FALSE(world("this is no mesh\n").ok());
  EXPECT_FALSE(world("").ok());
}

}  // namespace link_shapes_test
}  // namespace hadal::world
