#include "planning/free_space.h"

#include <algorithm>

namespace hadal::planning {

bool Coordinates::contains(const Configuration& q) const {
  return (q.array() >= lower.array()).all() && (q.array() <= upper.array()).all();
}

double Coordinates::distance(const Configuration& a, const Configuration& b) const {
  return (a - b).cwiseQuotient(limits.speed).norm();
}

double free_way(FreeSpace& space, const Configuration& from, const Configuration& to,
                int64_t& checks) {
  const Configuration way = to - from;
  double reached = -1;
  for (double s = 0;;) {
    ++checks;
    const double further = space.free_fraction(from + s * way, way);
    if (further < 0) return reached;
    reached = s;
    if (s >= 1) return 1;
    s = std::min(1.0, s + further);
  }
}

}  // namespace hadal::planning
