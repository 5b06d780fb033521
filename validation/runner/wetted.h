// Checks of wetted surfaces that other runners share.
#pragma once
#include "runner/case.h"
#include "runner/report.h"

namespace hadal::validation {

// The rows of hs_partial_sphere with a mesh of a sphere.
void check_sphere_mesh(const Case& c, CaseReport& report);
// Metacentric height and roll stiffness of osc_heave_floating_box.
void check_box_stability(const Case& c, CaseReport& report);

}  // namespace hadal::validation
