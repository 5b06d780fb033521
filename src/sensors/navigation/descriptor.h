// What each kind of navigation sensor declares about itself: its name in a scenario, the columns of
// its readings, the noise groups of its channels and how many numbers it remembers between samples.
#pragma once
#include <string_view>
#include <vector>

#include "sensors/noise/noise.h"
#include "sensors/reading.h"
#include "world/sensors.h"

namespace hadal::sensors {

struct Descriptor {
  std::string_view kind;
  std::vector<Column> columns;
  // Channels in the order the kind feeds them to its noise stack. Attitude errors are three
  // channels (a small rotation) where the columns are a quaternion.
  std::vector<NoiseGroup> noise;
  size_t memory = 0;
};

Descriptor describe(const NavigationModel& model);

}  // namespace hadal::sensors
