// A raster picture, eight bits of red, green and blue per pixel, row after row from the top, with
// the little drawing that axes need. Saved as PNG or JPEG.
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
  // rgb: 3 width height bytes.
  static Picture of_rgb(int width, int height, std::vector<uint8_t> rgb);

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
  // JPEG where the path ends in .jpg or .jpeg, else PNG. False where it cannot be written.
  bool save(const std::string& path, int jpeg_quality = 90) const;

 private:
  int width_, height_;
  std::vector<uint8_t> rgb_;
};

int text_width(std::string_view text, int scale = 1);

// The ending of a file's name with its dot, in lower case; empty where there is none.
std::string ending_of(const std::string& path);
bool is_jpeg_path(const std::string& path);
// Whether the name says what save() can write, in small or capital letters.
constexpr std::string_view kPictureEndings = ".png, .jpg or .jpeg";
bool is_picture_path(const std::string& path);
// False where it cannot be written.
bool save_bytes(const std::string& path, const std::vector<uint8_t>& bytes);

// Puts pictures one below the other on a common background.
Picture stacked(const std::vector<Picture>& pictures, int gap, Colour background);

}  // namespace hadal::outputs
