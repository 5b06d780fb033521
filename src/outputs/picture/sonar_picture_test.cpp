#include "outputs/picture/sonar_picture.h"

#include <gtest/gtest.h>
#include <png.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/units.h"
#include "outputs/picture/colour_map.h"
#include "outputs/picture/font.h"

namespace hadal::outputs {
namespace sonar_picture_test {

double brightness(Colour c) {
  return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
}

// A fan with one loud cell.
struct OneEcho {
  std::vector<float> bearings, ranges, levels;
  OneEcho(int beams, int bins, int beam, int bin) : levels(beams * bins, 0.0f) {
    for (int b = 0; b < beams; ++b)
      bearings.push_back(static_cast<float>((-45 + 90.0 * b / (beams - 1)) * kDegree));
    for (int r = 0; r < bins; ++r) ranges.push_back(1.0f + 9.0f * r / (bins - 1));
    levels[beam * bins + bin] = 60;
  }
  BeamLevels view() const { return {bearings, ranges, levels}; }
};

// Centre of the pixels brighter than half of the full scale, within the data.
std::array<double, 2> bright_centre(const Picture& picture, int top, int bottom) {
  double x = 0, y = 0, weight = 0;
  for (int j = top; j < picture.height() - bottom; ++j)
    for (int i = 0; i < picture.width(); ++i) {
      const Colour c = picture.at(i, j);
      if (c[0] < 200 || c[0] == c[1]) continue;  // amber, not the grey of the axes
      if (std::abs(c[0] - c[2]) < 30) continue;
      x += i, y += j, ++weight;
    }
  return {x / weight, y / weight};
}

TEST(Picture, PngHoldsTheSamePixels) {
  Picture picture(7, 3, {1, 2, 3});
  picture.set(4, 1, {200, 100, 50});
  const std::vector<uint8_t> png = picture.png();
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  ASSERT_TRUE(png_image_begin_read_from_memory(&image, png.data(), png.size()));
  image.format = PNG_FORMAT_RGB;
  std::vector<uint8_t> rgb(PNG_IMAGE_SIZE(image));
  ASSERT_TRUE(png_image_finish_read(&image, nullptr, rgb.data(), 0, nullptr));
  EXPECT_EQ(image.width, 7u);
  EXPECT_EQ(image.height, 3u);
  EXPECT_EQ(rgb, picture.rgb());
}

TEST(Picture, IgnoresWhatLiesOutside) {
  Picture picture(4, 4);
  picture.set(-1, 0, {255, 255, 255});
  picture.set(4, 0, {255, 255, 255});
  picture.line(-100, -100, -1, -1, {255, 255, 255});
  for (const uint8_t value : picture.rgb()) EXPECT_EQ(value, 0);
}

TEST(Font, HasEveryLetterThatAxesUse) {
  for (const char letter :
       std::string("0123456789.-+/:()abcdefghijklmnopqrstuvwxyzABDEHMNRSTZ_%")) {
    const Glyph& rows = glyph(letter);
    EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [](uint8_t row) { return row != 0; }))
        << letter;
    for (const uint8_t row : rows) EXPECT_LT(row, 32) << letter;
  }
  for (const uint8_t row : glyph(' ')) EXPECT_EQ(row, 0);
}

TEST(ColourMap, BrightnessRisesAllTheWay) {
  for (const auto map : {amber, sea_depth})
    for (int i = 0; i < 100; ++i)
      EXPECT_LE(brightness(map(0.01 * i)), brightness(map(0.01 * (i + 1))) + 1e-9);
  EXPECT_EQ(amber(-5), amber(0));
  EXPECT_EQ(amber(7), amber(1));
  EXPECT_EQ(amber(std::nan("")), amber(0));
}

TEST(SonarPicture, AnEchoStandsWhereItsBearingAndRangeAre) {
  constexpr int kBeams = 91, kBins = 91, kSize = 600;
  constexpr double kPixels = 3;
  const OneEcho echo(kBeams, kBins, 70, 60);  // 25 degrees to starboard, 7 m
  const Picture picture = fan_picture(echo.view(), {"t", {0, 60}, kSize});
  const auto [x, y] = bright_centre(picture, 44, 44);
  // The fan is 2 * 10 sin 45 = 14.14 m wide on 600 pixels; its apex is 10 m below the top.
  const double scale = kSize / (20 * std::sin(45 * kDegree));
  EXPECT_NEAR(x, 64 + scale * (10 * std::sin(45 * kDegree) + 7 * std::sin(25 * kDegree)), kPixels);
  EXPECT_NEAR(y, 44 + scale * (10 - 7 * std::cos(25 * kDegree)), kPixels);
}

TEST(SonarPicture, BeamsByRangePutTheNearAtTheBottom) {
  const OneEcho near(91, 91, 45, 9), far(91, 91, 45, 80);
  const PictureStyle style{"t", {0, 60}, 400};
  EXPECT_GT(bright_centre(beam_picture(near.view(), style), 44, 44)[1],
            bright_centre(beam_picture(far.view(), style), 44, 44)[1]);
}

TEST(SonarPicture, WaterfallPutsTheOldestLineOnTop) {
  constexpr int kLines = 200, kBins = 100;
  std::vector<float> levels(kLines * kBins, 0.0f);
  for (int bin = 0; bin < kBins; ++bin) levels[20 * kBins + bin] = 60;
  const Picture picture =
      waterfall_picture({kLines, kBins, levels, -50, 50, 0, 10}, {"t", {0, 60}, 400});
  EXPECT_NEAR(bright_centre(picture, 44, 44)[1], 44 + 20, 1);
}

TEST(SonarPicture, ScaleSpansWhatIsReceivedAndIgnoresSilence) {
  std::vector<float> levels;
  for (int i = 0; i < 1000; ++i) levels.push_back(0.1f * i);
  levels.push_back(-std::numeric_limits<float>::infinity());
  levels.push_back(std::nanf(""));
  const LevelScale scale = good_scale(levels);
  EXPECT_NEAR(scale.low_db, 20, 1);
  EXPECT_NEAR(scale.high_db, 99.9, 1);
  const LevelScale flat = good_scale(std::vector<float>(10, 5.0f));
  EXPECT_LT(flat.low_db, flat.high_db);
}

}  // namespace sonar_picture_test
}  // namespace hadal::outputs
