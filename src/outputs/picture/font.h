// A small bitmap font for the axes of pictures: letters of 5 x 7 dots.
#pragma once
#include <array>
#include <cstdint>

namespace hadal::outputs {

constexpr int kGlyphWidth = 5, kGlyphHeight = 7, kGlyphAdvance = 6;

// Rows from the top; bit 4 is the left dot.
using Glyph = std::array<uint8_t, kGlyphHeight>;

// Empty for a character that the font lacks.
const Glyph& glyph(char letter);

}  // namespace hadal::outputs
