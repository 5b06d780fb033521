#include "geometry/mesh_cache.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>

#include "geometry/mesh_hash.h"
#include "geometry/primitives.h"
#include "geometry/sample_files.h"

namespace hadal::geometry {
namespace mesh_cache_test {

// A cache directory of its own for each test.
class MeshCache : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const char* value = std::getenv("XDG_CACHE_HOME")) before_ = value;
    setenv("XDG_CACHE_HOME", folder_.path.c_str(), 1);
  }
  void TearDown() override {
    if (before_)
      setenv("XDG_CACHE_HOME", before_->c_str(), 1);
    else
      unsetenv("XDG_CACHE_HOME");
  }
  static std::vector<std::byte> some_bytes(size_t size, int value) {
    return std::vector<std::byte>(size, std::byte(value));
  }
  sample::TemporaryFolder folder_;
  std::optional<std::string> before_;
};

TEST_F(MeshCache, WhatIsStoredIsLoaded) {
  EXPECT_FALSE(cache_load("thing 1"));
  cache_store("thing 1", some_bytes(1000, 7));
  cache_store("thing 2", {});
  EXPECT_EQ(cache_load("thing 1"), some_bytes(1000, 7));
  EXPECT_EQ(cache_load("thing 2"), std::vector<std::byte>{});
  EXPECT_FALSE(cache_load("thing 3"));
  cache_store("thing 1", some_bytes(10, 8));
  EXPECT_EQ(cache_load("thing 1"), some_bytes(10, 8));
}

TEST_F(MeshCache, MeshesWithNumbers) {
  const CachedMesh stored{torus(1, 0.3, 500).value(), {1.5, -2.25, 1e-300}};
  cache_store_mesh("torus", stored);
  const auto loaded = cache_load_mesh("torus");
  ASSERT_TRUE(loaded);
  EXPECT_EQ(mesh_hash(loaded->mesh), mesh_hash(stored.mesh));
  EXPECT_EQ(loaded->mesh.vertices, stored.mesh.vertices);
  EXPECT_EQ(loaded->numbers, stored.numbers);
  cache_store("no mesh", some_bytes(100, 255));
  EXPECT_FALSE(cache_load_mesh("no mesh"));
}

TEST_F(MeshCache, DamagedFilesAreAsGoodAsMissing) {
  cache_store("thing", some_bytes(1000, 7));
  const std::filesystem::path path = *cache_file("thing");
  std::string good;
  {
    std::ifstream file(path, std::ios::binary);
    good.assign(std::istreambuf_iterator<char>(file), {});
  }
  for (size_t cut : {size_t{0}, size_t{5}, good.size() / 2, good.size() - 1}) {
    std::ofstream(path, std::ios::binary) << good.substr(0, cut);
    EXPECT_FALSE(cache_load("thing")) << cut;
  }
  for (size_t at = 0; at < good.size(); at += 13) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 4);
    std::ofstream(path, std::ios::binary) << bad;
    EXPECT_FALSE(cache_load("thing")) << at;
  }
  cache_store("thing", some_bytes(3, 1));
  EXPECT_EQ(cache_load("thing"), some_bytes(3, 1));
}

TEST_F(MeshCache, NowhereToWriteIsNoError) {
  setenv("XDG_CACHE_HOME", "/proc/no/such/place", 1);
  cache_store("thing", some_bytes(10, 1));
  EXPECT_FALSE(cache_load("thing"));
}

TEST_F(MeshCache, RelativeDirectoryIsIgnored) {
  setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_NE(cache_directory(), std::filesystem::path("relative/hadal"));
}

// Processes that write and read one key at once never see a mixture, and leave no debris.
TEST_F(MeshCache, ManyProcesses) {
  constexpr int kProcesses = 4, kRounds = 200;
  std::vector<pid_t> children;
  for (int p = 0; p < kProcesses; ++p) {
    const pid_t child = fork();
    if (child == 0) {
      for (int i = 0; i < kRounds; ++i) {
        cache_store("shared", some_bytes(20'000 + static_cast<size_t>(p), p));
        const auto loaded = cache_load("shared");
        if (!loaded || loaded->size() < 20'000) _exit(1);
        const size_t writer = loaded->size() - 20'000;
        if (*loaded != some_bytes(loaded->size(), static_cast<int>(writer))) _exit(2);
      }
      _exit(0);
    }
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(*cache_directory()))
    files += entry.is_regular_file();
  EXPECT_EQ(files, 1);
}

TEST(MeshHash, SeesEveryVertexAndFace) {
  const TriangleMesh mesh = box({1, 2, 3});
  TriangleMesh other = mesh;
  EXPECT_EQ(mesh_hash(mesh), mesh_hash(other));
  other.vertices[3].y() = std::nextafter(other.vertices[3].y(), 10.0);
  EXPECT_NE(mesh_hash(mesh), mesh_hash(other));
  other = mesh;
  std::swap(other.triangles[2], other.triangles[3]);
  EXPECT_NE(mesh_hash(mesh), mesh_hash(other));
}

}  // namespace mesh_cache_test
}  // namespace hadal::geometry
