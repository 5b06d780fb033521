// All rays between two places in a layered sea over a level bottom.
//
// A ray swings between an upper and a lower limit, each of which is a turning point or a boundary,
// and touches them any number of times on its way from one place to the other (ray_paths.h).
// The range of each such path is a function of one angle, the grazing angle where sound is fastest
// between the places. That function is smooth between the critical angles, at which a limit moves
// to another layer or from a turning point to a boundary; each interval is searched for sign
// changes of range minus distance, and for an extremum (a caustic) that hides a pair of them, with
// the derivative in closed form. Roots are then bracketed down to rounding.
//
// Spreading follows from the ray tube, 20 log of the square root of
//   D |d range / d slowness| w_a w_b / (c_a c_b)
// (D = range over slowness, w = |sin theta|), which is 20 log r where the sound speed is uniform
// and the same from either end. Ray theory fails at caustics: the spreading is kept at or above
// that of a cylindrical wave, 10 log r.
//
// The top of the profile is the surface. Depths in metres, angles in radians, positive down. No
// allocation.
#pragma once
#include <span>

#include "environment/acoustic/ray_paths.h"

namespace hadal::environment {

struct Eigenray {
  Ray ray;
  bool starts_down = false;
  int vertices = 0;  // turning points and bounces
  int surface_bounces = 0, bottom_bounces = 0;
  double surface_grazing_rad = 0, bottom_grazing_rad = 0;  // where it bounces
  double time_s = 0, length_m = 0, spreading_db = 0;
  double launch_rad = 0, arrival_rad = 0;  // directions of travel at a and b
};

constexpr int kMaxVertices = 64;

// Puts an item into a list that is sorted by time; the latest falls out of a full one. The new
// number of items.
template <class T>
int insert_by_time(std::span<T> list, int count, const T& item) {
  const int size = static_cast<int>(list.size());
  int place = count;
  while (place > 0 && list[place - 1].time_s > item.time_s) --place;
  if (place == size) return count;
  const int grown = std::min(count + 1, size);
  std::copy_backward(list.begin() + place, list.begin() + grown - 1, list.begin() + grown);
  list[place] = item;
  return grown;
}

// Earliest first; the number found, at most found.size(). Of more, the latest are left out.
int find_eigenrays(const SoundProfile& profile, const RayProblem& problem, int max_bounces,
                   std::span<Eigenray> found);

// The same ray over a bottom that lies a little deeper or shallower; false when there is none.
bool follow_bottom(const SoundProfile& profile, const RayProblem& problem, Eigenray& ray);

// Shows every arc from a to b to visit(arc), in the order of travel.
template <class Visit>
void for_each_arc(const SoundProfile& profile, const RayProblem& problem, const Eigenray& e,
                  Visit&& visit) {
  Leg leg = leg_from(profile, e.ray, problem.depth_a_m);
  bool down = e.starts_down;
  for (int vertex = 0; vertex <= e.vertices; ++vertex, down = !down) {
    const double limit_m = vertex == e.vertices ? problem.depth_b_m
                           : down               ? problem.bottom_m
                                                : profile.top();
    leg = walk(profile, e.ray, leg, down, limit_m, visit);
  }
}

}  // namespace hadal::environment
