// Pictures of sonar data with axes: a fan in true geometry, the same data as beams by range, and a
// waterfall of lines.
#pragma once
#include <span>
#include <string>

#include "outputs/picture/picture.h"

namespace hadal::outputs {

// Levels of beams x bins, dB, beam after beam. Bearings to starboard, rising; ranges of the bin
// centres, rising.
struct BeamLevels {
  std::span<const float> bearings_rad, ranges_m;
  std::span<const float> level_db;
};

struct LevelScale {
  double low_db = 0, high_db = 60;
};
// From the 20th percentile of the levels that are not silence up to nearly the loudest: what a
// person would dial in.
LevelScale good_scale(std::span<const float> level_db);

struct PictureStyle {
  std::string title;
  LevelScale scale;
  int size = 720;  // pixels of the longer side of the data
};

Picture fan_picture(const BeamLevels& image, const PictureStyle& style);
Picture beam_picture(const BeamLevels& image, const PictureStyle& style);

// Lines of a side-scan or echosounder, the newest at the bottom: lines x bins, line after line.
// `across_m` of the first and last bin; negative to port.
struct LineLevels {
  int lines = 0, bins = 0;
  std::span<const float> level_db;
  double first_across_m = 0, last_across_m = 0;
  double first_time_s = 0, last_time_s = 0;
};
Picture waterfall_picture(const LineLevels& lines, const PictureStyle& style);

}  // namespace hadal::outputs
