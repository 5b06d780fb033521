#include "outputs/picture/margins.h"

#include <algorithm>

namespace hadal::outputs {

void centred_text(Picture& picture, double x, double y, const std::string& text) {
  picture.text(static_cast<int>(x) - text_width(text) / 2, static_cast<int>(y), text, kInkPale);
}

void draw_margins(Picture& picture, const std::string& title, const ColourBar& bar) {
  const int x0 = kLeft, x1 = picture.width() - kRight;
  const int scale = text_width(title, 2) <= picture.width() - kLeft ? 2 : 1;
  picture.text(kLeft, 12, title, kInkPale, scale);
  const int y = picture.height() - kBar - 4;
  const int from = x0 + text_width(bar.low) + 6, to = x1 - text_width(bar.high) - 6;
  for (int x = from; x < to; ++x)
    for (int dy = 0; dy < kBar / 2; ++dy)
      picture.set(x, y + dy, bar.colours(static_cast<double>(x - from) / (to - from)));
  picture.text(x0, y, bar.low, kInkPale);
  picture.text(x1 - text_width(bar.high), y, bar.high, kInkPale);
}

}  // namespace hadal::outputs
