// Texture tiles: periodic patterns from which every surface takes its relief and its mottle, for
// cameras, and sand its ripples, for cameras and sonars.
//
// A lookup of a stored tile costs a fraction of noise computed on the spot, and brings the slope of
// the relief along. Five tiles are made once at the start from hashed lattices (the same bits
// every time):
//   clouds   2D, five octaves of gradient noise (Perlin 1985), 4 to 64 cells a side, the amplitude
//            falling by 0.58 an octave; the second value is an independent field of the same kind
//   pebbles  2D, stones on sand: 512 rounded ones of log-normal sizes, of a median diameter of a
//            sixteenth of the side, lie over each other; the second value is the tone of each stone
//   polyps   2D, 16 x 16 domes that fall off to the border between the two nearest of jittered points
//            (Worley 1996); the second value is the tone of each
//   foam     2D: how soon foam breaks open as it thins, by rank over the tile, from walls between
//            bubbles of 8, 16 and 32 cells a side (lowest) to the middle of holes; the second value
//            is noise like the clouds, brought to a normal distribution by rank
//   volume   3D, four octaves of gradient noise, 4 to 32 cells a side
// Values have mean 0 and standard deviation kDeviation and are cut at -1 and 1 (but the ranks of foam,
// which fill that range evenly). Foam has no slopes; those of others are central
// differences over one texel either way, per period of the tile.
//
// A texel is four bytes: value, slope along u, slope along v, second value; in the volume value and
// the three slopes. A byte k stands for (k - 128) / 127 of the range of its channel. Levels of
// detail (mips, each the mean of 2 x 2 or 2 x 2 x 2 texels) lie side by side in rows of one length:
// level k, of n = side / 2^k texels, begins at column 2 (side - n) + k, so that no table of offsets
// is needed, and each of its rows ends with a copy of its first texel, so that two neighbours are
// always fetched at once. Texel i covers [i, i + 1] / n of the period; its value is that of its
// centre.
#pragma once
#include <cstdint>
#include <vector>

namespace hadal::sensors {

// Ground textures repeat after this distance, so that a place has the same texture wherever the
// anchor of a view lies.
constexpr double kTexturePeriod_m = 1024;

struct TextureTiles {
  static constexpr int kSide = 256, kLevels = 9, kRow = 2 * kSide + 16;
  static constexpr int kVolumeSide = 64, kVolumeLevels = 7, kVolumeRow = 2 * kVolumeSide + 8;
  static constexpr int kStones = 16;  // of the median size, or domes, along a side
  static constexpr float kDeviation = 0.25f;

  struct Tile {
    std::vector<int32_t> texels;
    float slope_range = 0;  // slope that byte 255 stands for
  };
  Tile clouds, pebbles, polyps, foam, volume;
};

TextureTiles make_texture_tiles();
TextureTiles::Tile make_clouds();

}  // namespace hadal::sensors
