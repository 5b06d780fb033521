// A raster picture, eight bits of red, green and blue per pixel, row after row from the top, with
// the little drawing that axes need. Saved as PNG (libpng).
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hadal::outputs {

using Colour = std::array<uint8_t, 3>;

class Picture {
 public:
  Picture(int width, int height, Colour background = {0, 0, 0});

  int width() const { return width_; }
  int height() const { return height_; }
  const std::vector<uint8_t>& rgb() const { return rgb_; }
  Colour at(int x, int y) const;
  // Outside the picture nothing happens.
  void set(int x, int y, Colour colour);
  void line(double x0, double y0, double x1, double y1, Colour colour);
  // Text with its upper left corner at (x, y), each dot of the font `scale` pixels wide.
  void text(int x, int y, std::string_view text, Colour colour, int scale = 1);

  // The bytes of a PNG file.
  std::vector<uint8_t> png() const;
  // False where it cannot be written.
  bool save_png(const std::string& path) const;

 private:
  int width_, height_;
  std::vector<uint8_t> rgb_;
};

int text_width(std::string_view text, int scale = 1);

// Puts pictures one below the other on a common background.
Picture stacked(const std::vector<Picture>& pictures, int gap, Colour background);

}  // namespace hadal::outputs
