// What the pictures of measurements have in common: margins, title and the bar of colours.
#pragma once
#include <string>

#include "outputs/picture/picture.h"

namespace hadal::outputs {

constexpr Colour kPaper{12, 14, 18}, kInkPale{190, 196, 205}, kGrid{70, 78, 88};
constexpr int kLeft = 64, kRight = 24, kTop = 44, kBottom = 44, kBar = 14;

// Text with its middle at x and its upper edge at y.
void centred_text(Picture& picture, double x, double y, const std::string& text);

// What the two ends of a bar of colours stand for.
struct ColourBar {
  std::string low, high;
  Colour (*colours)(double fraction);
};
// Title above, bar below.
void draw_margins(Picture& picture, const std::string& title, const ColourBar& bar);

}  // namespace hadal::outputs
