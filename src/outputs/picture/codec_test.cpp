#include "outputs/picture/codec.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "outputs/picture/png.h"

namespace hadal::outputs {
namespace codec_test {

// Smooth colours with an edge.
Picture sample(int width = 40, int height = 30) {
  Picture out(width, height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      out.set(x, y,
              {static_cast<uint8_t>(5 * x), static_cast<uint8_t>(7 * y),
               static_cast<uint8_t>(x > width / 2 ? 200 : 60)});
  return out;
}

double mean_error(const Picture& a, const Picture& b) {
  double sum = 0;
  for (size_t i = 0; i < a.rgb().size(); ++i) sum += std::abs(a.rgb()[i] - b.rgb()[i]);
  return sum / static_cast<double>(a.rgb().size());
}

TEST(Codec, PngComesBackBitForBit) {
  EXPECT_EQ(decode_picture(sample().png()).value().rgb(), sample().rgb());
}

TEST(Codec, JpegIsCloserWithMoreQuality) {
  const Picture original = sample();
  const auto back = [&](int quality) {
    return decode_picture(jpeg_bytes(original.width(), original.height(), original.rgb(), quality))
        .value();
  };
  EXPECT_LT(mean_error(back(95), original), 4);
  EXPECT_LT(mean_error(back(95), original), mean_error(back(20), original));
  EXPECT_LT(jpeg_bytes(40, 30, original.rgb(), 20).size(),
            jpeg_bytes(40, 30, original.rgb(), 95).size());
}

// The 16 bits of a grey PNG, read by hand: signature, header, and nothing else is needed.
TEST(Codec, GreyPngHasSixteenBits) {
  const std::vector<uint16_t> grey{0, 1, 1000, 65535};
  const std::vector<uint8_t> bytes = png_bytes(2, 2, std::span<const uint16_t>(grey));
  ASSERT_GT(bytes.size(), 26u);
  EXPECT_EQ(bytes[24], 16);  // bits
  EXPECT_EQ(bytes[25], 0);   // grey
}

TEST(Codec, RefusesWhatIsNoPicture) {
  EXPECT_FALSE(decode_picture({}).ok());
  EXPECT_FALSE(decode_picture(std::vector<uint8_t>(200, 'x')).ok());
  for (const std::vector<uint8_t>& whole : {sample().png(), jpeg_bytes(40, 30, sample().rgb(), 90)})
    for (const size_t share : {2u, 3u, 10u}) {
      const std::vector<uint8_t> cut(
          whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(whole.size() / share));
      EXPECT_FALSE(decode_picture(cut).ok());
    }
}

// A header that claims 60,000 x 60,000 pixels costs no memory.
TEST(Codec, DoesNotBelieveAHugeSize) {
  std::vector<uint8_t> bytes = jpeg_bytes(40, 30, sample().rgb(), 90);
  for (size_t i = 0; i + 8 < bytes.size(); ++i)
    if (bytes[i] == 0xff && bytes[i + 1] == 0xc0)
      bytes[i + 5] = bytes[i + 7] = 0xea, bytes[i + 6] = bytes[i + 8] = 0x60;
  const Result<Picture> picture = decode_picture(bytes);
  ASSERT_FALSE(picture.ok());
  EXPECT_NE(picture.problems().text().find("60000 x 60000"), std::string::npos);
}

TEST(Codec, SurvivesRandomDamage) {
  constexpr int kMutations = 4000;
  const std::vector<uint8_t> files[] = {sample().png(), jpeg_bytes(40, 30, sample().rgb(), 90)};
  const RandomStream random(21, "codec", "damage");
  int refused = 0;
  for (int i = 0; i < kMutations; ++i) {
    std::vector<uint8_t> bytes = files[i % 2];
    for (uint32_t change = 0; change < 4; ++change) {
      const auto place =
          static_cast<size_t>(random.uniform(i, 2 * change) * static_cast<double>(bytes.size()));
      bytes[place] = static_cast<uint8_t>(random.uniform(i, 2 * change + 1) * 256);
    }
    const Result<Picture> picture = decode_picture(bytes);
    if (!picture) {
      ++refused;
      ASSERT_FALSE(picture.problems().text().empty());
    }
  }
  EXPECT_GT(refused, kMutations / 3);
}

TEST(Shrunk, IsTheMeanOfWhatItCovers) {
  Picture picture(4, 2);
  for (int x = 0; x < 4; ++x)
    for (int y = 0; y < 2; ++y)
      picture.set(x, y, {static_cast<uint8_t>(40 * x), static_cast<uint8_t>(100 * y), 9});
  const Picture half = shrunk(picture, 2);
  ASSERT_EQ(half.width(), 2);
  ASSERT_EQ(half.height(), 1);
  EXPECT_EQ(half.at(0, 0), (Colour{20, 50, 9}));
  EXPECT_EQ(half.at(1, 0), (Colour{100, 50, 9}));
  EXPECT_EQ(shrunk(picture, 4).rgb(), picture.rgb());
}

}  // namespace codec_test
}  // namespace hadal::outputs
