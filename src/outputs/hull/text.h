// A hull in words, as a link of a model file, and as JSON.
#pragma once
#include <string>

#include "outputs/hull/analysis.h"

namespace hadal::outputs {

std::string hull_text(const HullAnalysis& hull);

// Keys of a link, to be pasted into a model. Numbers that the mesh itself would give are written
// out, so that they can be changed.
std::string hull_yaml(const HullAnalysis& hull);

std::string hull_json(const HullAnalysis& hull);

// Terms that rounding and the irregularity of panels leave where symmetry wants none, set to zero.
Mat6 without_noise(const Mat6& added_mass);
Mat3 without_noise(const Mat3& inertia);

// A place in the body, rounding noise (1e-9 of its size) set to zero.
Vec3 tidy(const Vec3& place_m, const HullAnalysis& hull);

// One sentence: how it lies in the water.
std::string floating_sentence(const HullAnalysis& hull);

}  // namespace hadal::outputs
