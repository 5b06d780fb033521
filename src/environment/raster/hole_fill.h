// Fills the holes of a grid from what surrounds them: pull-push (Gortler, Grzeszczuk, Szeliski and
// Cohen, "The Lumigraph", 1996). Known values are averaged into ever coarser grids of half the
// size; each hole then takes the bilinear value of the next coarser grid. Known values stay as they
// are, holes lie between the least and the greatest of them, and one result follows for any size.
#pragma once
#include <span>

namespace hadal::environment {

// Holes are NaN. A grid without one known value stays as it is; false then.
bool fill_holes(int width, int rows, std::span<float> values);

}  // namespace hadal::environment
