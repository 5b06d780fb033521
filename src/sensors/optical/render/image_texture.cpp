#include "sensors/optical/render/image_texture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <string>

#include "base/check.h"
#include "base/image_codec.h"

namespace hadal::sensors {
namespace {

constexpr ImageLimits kTextureLimits{ImageTexture::kMaxPixels, ImageTexture::kLargestSide_px};

// How `from` samples become `to` fewer, each the mean over what it covers.
struct Resample {
  size_t to = 0;
  std::vector<size_t> first;              // source samples of each
  std::vector<std::vector<float>> fraction;  // and their shares
};
Resample area_means(int from, int to) {
  Resample r{static_cast<size_t>(to), {}, {}};
  const double step = static_cast<double>(from) / to;
  for (int k = 0; k < to; ++k) {
    const double low = k * step, high = (k + 1) * step;
    const int first = static_cast<int>(low),
              end = std::min(static_cast<int>(std::ceil(high)), from);
    r.first.push_back(static_cast<size_t>(first));
    r.fraction.emplace_back();
    for (int i = first; i < end; ++i)
      r.fraction.back().push_back(static_cast<float>(
          (std::min(high, i + 1.0) - std::max(low, static_cast<double>(i))) / step));
  }
  return r;
}

void halve(const float* from, ImageTexture::Level fine, ImageTexture::Level coarse, float* to) {
  const Resample across = area_means(fine.width, coarse.width);
  const Resample down = area_means(fine.height, coarse.height);
  const size_t row = static_cast<size_t>(fine.width) * 3;
  for (size_t y = 0; y < down.to; ++y)
    for (size_t x = 0; x < across.to; ++x)
      for (size_t c = 0; c < 3; ++c) {
        float sum = 0;
        for (size_t j = 0; j < down.fraction[y].size(); ++j)
          for (size_t i = 0; i < across.fraction[x].size(); ++i)
            sum += down.fraction[y][j] * across.fraction[x][i] *
                   from[(down.first[y] + j) * row + (across.first[x] + i) * 3 + c];
        to[(y * across.to + x) * 3 + c] = sum;
      }
}

}  // namespace

float linear_of_srgb(uint8_t value) {
  const double s = value / 255.0;
  return static_cast<float>(s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4));
}

ImageTexture::ImageTexture(int width, int height, std::span<const float> rgb) {
  HADAL_CHECK(image_size_problem(width, height, kTextureLimits).empty());
  HADAL_CHECK(rgb.size() == static_cast<size_t>(width) * static_cast<size_t>(height) * 3);
  int32_t first = 0;
  for (Level level{width, height, 0};;
       level.width = std::max(level.width / 2, 1), level.height = std::max(level.height / 2, 1)) {
    level.first = first;
    levels_.push_back(level);
    first += 3 * level.width * level.height;
    if (level.width == 1 && level.height == 1) break;
  }
  data_.resize(static_cast<size_t>(first));
  std::copy(rgb.begin(), rgb.end(), data_.begin());
  for (size_t k = 1; k < levels_.size(); ++k)
    halve(data_.data() + levels_[k - 1].first, levels_[k - 1], levels_[k],
          data_.data() + levels_[k].first);
}

Result<ImageTexture> decode_image_texture(std::span<const uint8_t> bytes, const std::string& name) {
  const Result<RgbImage> decoded = decode_image(bytes, kTextureLimits, name);
  if (!decoded) return decoded.problems();
  const RgbImage& image = decoded.value();
  std::array<float, 256> linear{};
  for (size_t i = 0; i < linear.size(); ++i) linear[i] = linear_of_srgb(static_cast<uint8_t>(i));
  std::vector<float> rgb;
  rgb.reserve(image.rgb.size());
  for (const uint8_t byte : image.rgb) rgb.push_back(linear[byte]);
  return ImageTexture(image.width, image.height, rgb);
}

Result<ImageTexture> load_image_texture(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream || std::filesystem::is_directory(file)) {
    Problems problems;
    problems.add({file.string(), 0, 0}, "",
                 "the picture cannot be opened; expected a PNG or JPEG file here");
    return problems;
  }
  const std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(stream),
                                   std::istreambuf_iterator<char>()};
  return decode_image_texture(bytes, file.string());
}

}  // namespace hadal::sensors
