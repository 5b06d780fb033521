#include "sensors/optical/surface_appearance.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <vector>


namespace hadal::sensors {
namespace surface_appearances_test {

constexpr float kTolerance = 1e-6f;

World world_of(std::vector<SurfaceAppearance> appearances) {
  World world;
  world.materials.materials.resize(2);
  world.materials.materials[0].name = "default";
  world.materials.materials[1].name = "rusty_steel worn 0.5 as objects[0].degradation";
  world.materials.materials[1].albedo = {0.2, 0.1, 0.05};
  world.appearances = std::move(appearances);
  return world;
}

SurfaceAppearance with_pattern(const char* pattern) {
  SurfaceAppearance out;
  out.pattern = pattern;
  return out;
}

TEST(SurfaceAppearances, MaterialsFirstThenShapes) {
  SurfaceAppearance overgrown;
  overgrown.material = 1;
  overgrown.fouling = 0.4, overgrown.sediment = 0.2;
  SurfaceAppearance checker = with_pattern("checker");
  checker.by_uv = true, checker.scale_m = 0.3;
  checker.colour = {0.9, 0.8, 0.7}, checker.second_colour = {0.1, 0.2, 0.3};
  const SurfaceAppearances found = surface_appearances(world_of({overgrown, checker}));
  ASSERT_EQ(found.appearances.size(), 4u);
  EXPECT_EQ(found.appearances[1].pattern, Pattern::kRust);  // worn or not
  EXPECT_EQ(found.appearances[2].pattern, Pattern::kRust);
  EXPECT_NEAR(found.appearances[2].albedo[0], 0.2, kTolerance);
  EXPECT_NEAR(found.appearances[2].fouling, 0.4, kTolerance);
  EXPECT_NEAR(found.appearances[2].sediment, 0.2, kTolerance);
  EXPECT_EQ(found.appearances[3].pattern, Pattern::kChecker);
  EXPECT_EQ(found.appearances[3].mapping, Mapping::kUv);
  EXPECT_NEAR(found.appearances[3].albedo[1], 0.8, kTolerance);
  EXPECT_NEAR(found.appearances[3].second[2], 0.3, kTolerance);
  EXPECT_NEAR(found.appearances[3].scale_m, 0.3, kTolerance);
  EXPECT_EQ(found.appearances[3].texture, -1);
}

// Two looks with one poster share it; without textures it stands for its mean colour.
TEST(SurfaceAppearances, APictureIsMadeOnce) {
  const SurfaceAppearances found =
      surface_appearances(world_of({with_pattern("poster"), with_pattern("poster")}));
  ASSERT_EQ(found.textures.size(), 1u);
  EXPECT_EQ(found.appearances[2].texture, 0);
  EXPECT_EQ(found.appearances[3].texture, 0);
  double sum = 0;
  const ImageTexture& picture = found.textures[0];
  const size_t pixels = static_cast<size_t>(kPosterWidth_px) * kPosterHeight_px;
  for (size_t i = 0; i < pixels; ++i) sum += picture.data()[3 * i + 1];
  EXPECT_NEAR(found.appearances[2].albedo[1], sum / static_cast<double>(pixels), 1e-4);
}

TEST(SurfaceAppearances, TellsOfPicturesThatCannotBeRead) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("hadal_no_picture_" + std::to_string(::getpid()) + ".png");
  std::ofstream(file) << "text";
  SurfaceAppearance broken;
  broken.texture = file.string();
  broken.key = "objects[0].shapes.physics[0].appearance.texture";
  const Problems problems = appearance_problems(world_of({broken, broken}));
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems.list()[0].key, broken.key);
  EXPECT_NE(problems.list()[0].message.find(file.string()), std::string::npos);
  std::filesystem::remove(file);
}

// Features everywhere: in every square of 64 pixels the light differs by a factor of two and more.
TEST(Poster, HasSomethingToSeeEverywhere) {
  const ImageTexture poster = reef_poster();
  ASSERT_EQ(poster.levels()[0].width, kPosterWidth_px);
  for (int y = 0; y < kPosterHeight_px; y += 64)
    for (int x = 0; x < kPosterWidth_px; x += 64) {
      float min = 1, max = 0;
      for (int j = 0; j < 64; ++j)
        for (int i = 0; i < 64; ++i) {
          const float green =
              poster.data()[3 * (static_cast<size_t>(y + j) * kPosterWidth_px + x + i) + 1];
          ASSERT_GE(green, 0);
          ASSERT_LE(green, 1);
          min = std::min(min, green), max = std::max(max, green);
        }
      EXPECT_GT(max, 2 * min) << x << " " << y;
    }
}

}  // namespace surface_appearance_test
}  // namespace hadal::sensors
