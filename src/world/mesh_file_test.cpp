#include "world/mesh_file.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>

#include "geometry/export.h"
#include "geometry/mass_properties.h"
#include "geometry/primitives.h"
#include "world/convex_pieces.h"

namespace hadal::inline world {
namespace mesh_file_test {

// A cache and a mesh file of its own for each test: a box inside out.
class MeshFileTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_);
    setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
    geometry::TriangleMesh box = geometry::box({1, 2, 3}, 100);
    geometry::turn_inside_out(box);
    config_.file = (folder_ / "box.ply").string();
    config_.checksum = "0123456789abcdef";
    ASSERT_TRUE(geometry::write_ply(box, config_.file).empty());
  }
  void TearDown() override {
    unsetenv("XDG_CACHE_HOME");
    std::filesystem::remove_all(folder_);
  }
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("hadal_mesh_file_" + std::to_string(::getpid()));
  MeshShapeConfig config_;
};

TEST_F(MeshFileTest, TheSecondTimeTheFileIsNotRead) {
  const ShapeMesh first = mesh_from_file(config_, true).value();
  EXPECT_NEAR(geometry::signed_volume(first.mesh), 6, 1e-5);
  ASSERT_EQ(first.notes.size(), 1u);
  std::filesystem::remove(config_.file);
  const ShapeMesh second = mesh_from_file(config_, true).value();
  EXPECT_EQ(second.mesh.vertices, first.mesh.vertices);
  EXPECT_EQ(second.mesh.triangles, first.mesh.triangles);
  EXPECT_EQ(second.notes, first.notes);
}

TEST_F(MeshFileTest, AnotherFileOrWayOfReadingIsAnotherResult) {
  (void)mesh_from_file(config_, true);
  EXPECT_NEAR(geometry::signed_volume(mesh_from_file(config_, false).value().mesh), -6, 1e-5);
  MeshShapeConfig scaled = config_;
  scaled.scale = 1 + 1e-9;
  EXPECT_NE(mesh_file_key(scaled, true), mesh_file_key(config_, true));
  scaled.scale = 2;
  EXPECT_NEAR(geometry::signed_volume(mesh_from_file(scaled, true).value().mesh), 48, 1e-4);
  MeshShapeConfig millimetres = config_;
  millimetres.unit = "mm";
  EXPECT_NEAR(geometry::signed_volume(mesh_from_file(millimetres, true).value().mesh), 6e-9, 1e-14);
  std::filesystem::remove(config_.file);
  MeshShapeConfig changed = config_;
  changed.checksum = "fedcba9876543210";
  EXPECT_FALSE(mesh_from_file(changed, true).ok());
}

TEST_F(MeshFileTest, FailuresAndUnknownContentAreNotKept) {
  MeshShapeConfig unknown = config_;
  unknown.checksum.clear();
  EXPECT_TRUE(mesh_from_file(unknown, true).ok());
  geometry::TriangleMesh open = geometry::box({1, 2, 3});
  open.triangles.pop_back();
  ASSERT_TRUE(geometry::write_ply(open, config_.file).empty());
  EXPECT_FALSE(mesh_from_file(unknown, true).ok());
  EXPECT_FALSE(mesh_from_file(config_, true).ok());
  ASSERT_TRUE(geometry::write_ply(geometry::box({1, 2, 3}), config_.file).empty());
  EXPECT_TRUE(mesh_from_file(config_, true).ok());
}

// Hulls of few points stay out of the cache; one that was kept is the same mesh, bit for bit.
TEST_F(MeshFileTest, HullsOfManyPointsAreKept) {
  const auto files = [&] {
    return std::distance(std::filesystem::recursive_directory_iterator(folder_), {});
  };
  const auto before = files();
  (void)hull_of(geometry::sphere(1, 500).vertices).value();
  EXPECT_EQ(files(), before);
  const std::vector<Vec3> many = geometry::sphere(1, 10000).vertices;
  const CollisionShape first = hull_of(many).value();
  EXPECT_GT(files(), before);
  const CollisionShape second = hull_of(many).value();
  EXPECT_EQ(second.hull->vertices, first.hull->vertices);
  EXPECT_EQ(second.hull->triangles, first.hull->triangles);
}

}  // namespace mesh_file_test
}  // namespace hadal::world
