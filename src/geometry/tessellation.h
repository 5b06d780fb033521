// How fine to cut a surface so that it has about the faces asked for.
#pragma once
#include <cstdint>
#include <functional>

namespace hadal::geometry {

constexpr int kMaxFaces = 10'000'000;

// The finest edge length at which faces_at(length) is at most target_faces; size_m if even that
// gives more (the shape has a least number of faces). faces_at must not grow with the length.
double step_for_faces(double size_m, int target_faces,
                      const std::function<int64_t(double)>& faces_at);

// How many pieces of about step_m a length is cut into, at least `min`.
int pieces(double length_m, double step_m, int min = 1);

}  // namespace hadal::geometry
