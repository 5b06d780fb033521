#include "outputs/picture/codec.h"

#include <gtest/gtest.h>

#include "base/image_codec.h"
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

TEST(Codec, PngComesBackBitForBit) {
  EXPECT_EQ(decode_picture(sample().png()).value().rgb(), sample().rgb());
}

TEST(Codec, JpegIsReadToo) {
  const Picture original = sample();
  const Picture back = decode_picture(jpeg_bytes(40, 30, original.rgb(), 95)).value();
  EXPECT_EQ(back.width(), 40);
  EXPECT_EQ(back.height(), 30);
  EXPECT_NEAR(back.at(5, 5)[2], 60, 10);
  EXPECT_NEAR(back.at(35, 5)[2], 200, 10);
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
    for (const size_t fraction : {2u, 3u, 10u}) {
      const std::vector<uint8_t> cut(
          whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(whole.size() / fraction));
      EXPECT_FALSE(decode_picture(cut).ok());
    }
}

}  // namespace codec_test
}  // namespace hadal::outputs
