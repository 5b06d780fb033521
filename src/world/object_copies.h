// The single objects that an entry with `array` or `scatter` stands for. Places are about the pose
// of the entry, x along its heading and y to the right of it:
//   array:    ((i - (n - 1) / 2) dx, (j - (m - 1) / 2) dy) plus a uniform jitter; j runs first;
//   scatter:  uniform in the rectangle, thrown again while nearer than the gap to an earlier one.
// Each is turned by a uniform angle, and its seed of wear is that of the entry plus its number, so
// that no two worn things are alike. Names are NAME_1, NAME_2, ... Everything follows from the seed
// of the layout and the name; another seed of the run changes nothing.
#pragma once
#include <vector>

#include "base/result.h"
#include "scenario/object_config.h"

namespace hadal::inline world {

// One entry as it is, or its copies. Fails when the gap leaves no room.
Result<std::vector<ObjectConfig>> object_copies(const ObjectConfig& config);

}  // namespace hadal::world
