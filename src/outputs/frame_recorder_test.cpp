#include "outputs/frame_recorder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "outputs/picture/sonar_pings.h"
#include "outputs/test_sonar.h"

namespace hadal::outputs {
namespace frame_recorder_test {

using testing::kSonarBins;
using testing::kSonarBeams;
using testing::sonar_frame;

TEST(FrameMessages, BeamsOfOneRangeLieTogether) {
  const ProjectedSonarImage message = sonar_image({}, sonar_frame());
  ASSERT_EQ(message.image.data.size(), sizeof(float) * kSonarBeams * kSonarBins);
  EXPECT_EQ(message.image.beam_count, 3u);
  float value = 0;  // range 2, beam 1
  std::memcpy(&value, &message.image.data[sizeof(float) * (2 * kSonarBeams + 1)], sizeof value);
  EXPECT_EQ(value, 1 * kSonarBins + 2);
  EXPECT_NEAR(message.beam_directions[2].y, std::sin(0.5), 1e-7);  // starboard
  EXPECT_NEAR(message.beam_directions[2].z, std::cos(0.5), 1e-7);  // ahead
}

TEST(FrameMessages, LevelsComeBackFromTheMessage) {
  SonarLevels levels;
  ASSERT_TRUE(sonar_levels(sonar_image({}, sonar_frame()), levels));
  for (int i = 0; i < kSonarBeams * kSonarBins; ++i) EXPECT_EQ(levels.level_db[i], i);
  EXPECT_NEAR(levels.bearings_rad[0], -0.5, 1e-6);
}

// As int16 to half a hundredth of a dB, over all that can be; silence stays silence.
TEST(FrameMessages, LevelsComeBackFromHundredths) {
  Frame frame = sonar_frame();
  const auto levels = frame.planes[0].floats();
  const float known[] = {-327.67f, 327.67f, 83.4549f, -0.006f, 0, 1e9f, -INFINITY, NAN, -327.7f};
  std::copy(std::begin(known), std::end(known), levels.begin());
  const ProjectedSonarImage message = sonar_image({}, frame, SonarImageData::kInt16);
  EXPECT_EQ(message.image.dtype, 3u);
  ASSERT_EQ(message.image.data.size(), sizeof(int16_t) * kSonarBeams * kSonarBins);
  SonarLevels back;
  ASSERT_TRUE(sonar_levels(message, back));
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(back.level_db[i], known[i], 0.00501);
  for (int i = 5; i < 9; ++i) EXPECT_EQ(back.level_db[i], -INFINITY);
}

TEST(FrameMessages, InconsistentImagesAreNotDrawn) {
  SonarLevels levels;
  ProjectedSonarImage message = sonar_image({}, sonar_frame());
  message.image.data.pop_back();
  EXPECT_FALSE(sonar_levels(message, levels));
  message = sonar_image({}, sonar_frame());
  message.ranges[1] = -5;
  EXPECT_FALSE(sonar_levels(message, levels));
  message = sonar_image({}, sonar_frame());
  message.beam_directions[0].y = NAN;
  EXPECT_FALSE(sonar_levels(message, levels));
}

TEST(FrameMessages, PointsTurnToForwardLeftUpAndMissesAreLeftOut) {
  const PointCloud2 cloud = point_cloud({}, sonar_frame().planes[2]);
  ASSERT_EQ(cloud.width, 1u);
  ASSERT_EQ(cloud.data.size(), 16u);
  float point[4];
  std::memcpy(point, cloud.data.data(), sizeof point);
  EXPECT_EQ(point[0], 1);
  EXPECT_EQ(point[1], -2);
  EXPECT_EQ(point[2], -3);
  EXPECT_EQ(point[3], 9);
  EXPECT_EQ(cloud.point_fields[3].name, "intensity");
}

}  // namespace frame_recorder_test
}  // namespace hadal::outputs
