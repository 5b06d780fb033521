#include "geometry/tessellation.h"

#include <algorithm>
#include <cmath>

namespace hadal::geometry {

double step_for_faces(double size_m, int target_faces,
                      const std::function<int64_t(double)>& faces_at) {
  constexpr int kHalvings = 40;
  constexpr double kFinest = 1e-4;  // of the size; 10 million faces need 1e-3
  const int target = std::clamp(target_faces, 1, kMaxFaces);
  double fine = std::log(kFinest * size_m), coarse = std::log(size_m);
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (fine + coarse);
    (faces_at(std::exp(middle)) <= target ? coarse : fine) = middle;
  }
  return std::exp(coarse);
}

int pieces(double length_m, double step_m, int min) {
  constexpr double kMax = 1e6;
  return static_cast<int>(std::max<double>(min, std::min(kMax, std::round(length_m / step_m))));
}

}  // namespace hadal::geometry
