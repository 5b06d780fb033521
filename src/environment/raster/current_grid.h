// Velocities of an ocean model or a mooring between their grid points: linear in longitude,
// latitude, depth and time, so that fields linear in these are reproduced exactly. Beyond the ends
// of an axis the end value holds.
//
// A place without a value at any depth and time is land: it is left out and the others weigh more;
// where all corners are land the water rests. What else has no value is a gap (an instrument that
// saw nothing) or ground below the water, and is filled: from the depths above and below at the
// same time (linear between, the nearest beyond the ends), and where a place has no value at any
// depth at a time, from the times before and after (likewise).
#pragma once
#include <array>
#include <string>
#include <vector>

#include "environment/earth/sea_map.h"
#include "kinds/currents/current.h"

namespace hadal::environment {

// Velocities at the points of four axes, read from a file. Axes rise strictly; an axis of one point
// means "the same everywhere". Values are m/s, NaN where there is no water, and run over time,
// depth, latitude and longitude, the last one fastest. Without down, it is zero.
struct CurrentGrid {
  std::vector<double> unix_s, depth_m, latitude_deg, longitude_deg;
  std::vector<float> east, north, down;
  std::array<double, 2> covered_unix_s{};  // first and last time of the file, read or not
  std::string gaps;                        // what was filled, for the user; empty: nothing
};

// Fills the gaps and says so in `gaps`. False when there is no value at all.
bool fill_gaps(CurrentGrid& grid);

// East, north, down components, m/s.
struct GridVelocity {
  double east = 0, north = 0, down = 0;
};
GridVelocity grid_velocity(const CurrentGrid& grid, double unix_s, double depth_m,
                           double latitude_deg, double longitude_deg);

// The same in the axes of the map at a point; true north is not the map's far from its origin.
Vec3 grid_velocity_N(const CurrentGrid& grid, double unix_s, const SeaMap& map, const Vec3& p_N);

// What of a run lies outside the grid, and what was filled: sentences for the user.
//   reach_m: how far from the origin of the map the run may go.
std::vector<std::string> grid_notes(const CurrentGrid& grid, double from_unix_s, double to_unix_s,
                                    const SeaMap& map, double reach_m);

}  // namespace hadal::environment
