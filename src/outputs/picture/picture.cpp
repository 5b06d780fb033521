#include "outputs/picture/picture.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/check.h"
#include "base/image_codec.h"
#include "outputs/picture/font.h"
#include "outputs/picture/png.h"

namespace hadal::outputs {

Picture::Picture(int width, int height, Colour background)
    : width_(width), height_(height), rgb_(3 * static_cast<size_t>(width) * height) {
  HADAL_CHECK(width > 0 && height > 0);
  for (size_t i = 0; i < rgb_.size(); ++i) rgb_[i] = background[i % 3];
}

Picture Picture::of_rgb(int width, int height, std::vector<uint8_t> rgb) {
  HADAL_CHECK(width > 0 && height > 0);
  HADAL_CHECK(rgb.size() == 3 * static_cast<size_t>(width) * static_cast<size_t>(height));
  Picture out(1, 1);
  out.width_ = width, out.height_ = height;
  out.rgb_ = std::move(rgb);
  return out;
}

Colour Picture::at(int x, int y) const {
  const uint8_t* p = &rgb_[3 * (static_cast<size_t>(y) * width_ + x)];
  return {p[0], p[1], p[2]};
}

void Picture::set(int x, int y, Colour colour) {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
  std::copy(colour.begin(), colour.end(), &rgb_[3 * (static_cast<size_t>(y) * width_ + x)]);
}

void Picture::line(double x0, double y0, double x1, double y1, Colour colour) {
  const double length = std::max(std::abs(x1 - x0), std::abs(y1 - y0));
  const int steps = std::max(1, static_cast<int>(std::ceil(std::min(length, 1e5))));
  for (int i = 0; i <= steps; ++i) {
    const double f = static_cast<double>(i) / steps;
    set(static_cast<int>(std::lround(x0 + f * (x1 - x0))),
        static_cast<int>(std::lround(y0 + f * (y1 - y0))), colour);
  }
}

void Picture::text(int x, int y, std::string_view text, Colour colour, int scale) {
  for (const char letter : text) {
    const Glyph& rows = glyph(letter);
    for (int r = 0; r < kGlyphHeight * scale; ++r)
      for (int c = 0; c < kGlyphWidth * scale; ++c)
        if (rows[r / scale] >> (kGlyphWidth - 1 - c / scale) & 1) set(x + c, y + r, colour);
    x += kGlyphAdvance * scale;
  }
}

int text_width(std::string_view text, int scale) {
  return kGlyphAdvance * scale * static_cast<int>(text.size());
}

std::vector<uint8_t> Picture::png() const {
  return png_bytes(width_, height_, rgb_);
}

bool Picture::save(const std::string& path, int jpeg_quality) const {
  return save_bytes(path,
                    is_jpeg_path(path) ? jpeg_bytes(width_, height_, rgb_, jpeg_quality) : png());
}

std::string ending_of(const std::string& path) {
  std::string out = std::filesystem::path(path).extension().string();
  for (char& letter : out)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return out;
}

bool is_jpeg_path(const std::string& path) {
  const std::string ending = ending_of(path);
  return ending == ".jpg" || ending == ".jpeg";
}

bool is_picture_path(const std::string& path) {
  return ending_of(path) == ".png" || is_jpeg_path(path);
}

bool save_bytes(const std::string& path, const std::vector<uint8_t>& bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  return static_cast<bool>(out.flush());
}

Picture stacked(const std::vector<Picture>& pictures, int gap, Colour background) {
  int width = 1, height = -gap;
  for (const Picture& picture : pictures) {
    width = std::max(width, picture.width());
    height += picture.height() + gap;
  }
  Picture out(width, std::max(1, height), background);
  int top = 0;
  for (const Picture& picture : pictures) {
    for (int y = 0; y < picture.height(); ++y)
      for (int x = 0; x < picture.width(); ++x) out.set(x, top + y, picture.at(x, y));
    top += picture.height() + gap;
  }
  return out;
}

}  // namespace hadal::outputs
