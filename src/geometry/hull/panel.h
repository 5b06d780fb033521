// Added mass of a closed body in unbounded, inviscid water by flat panels of constant strength
// (Hess & Smith 1967; Newman, Marine Hydrodynamics, ch. 4). The potential phi_j of motion j obeys
//   d phi_j / dn = q_j,   q = (n ; r x n),     A_ij = -rho Int phi_j q_i dA,
// collocated at the panels' centroids. Two formulations share the influence coefficients:
//   source:  (-1/2 + K') sigma = q,  phi = S sigma.  The self term of a flat panel, 0, leaves an
//            error that falls only with the panel size; it is chosen instead so that each panel's
//            flux through the whole body is right, K_jj = (-A_j - sum_i A_i K_ij) / A_j, which
//            takes about nine tenths of the error away.
//   direct:  (1/2 + Omega / 4 pi) phi = -S q  (Green's third identity). Larger errors at sharp
//            edges, from above, but sound where two sides are closer than about a third of a panel.
// The source form is the answer, and the difference of the two a cautious measure of the error. On
// sound bodies the direct form is the larger one; where the source form exceeds it by 1.5 % the
// body is too thin for the panels, and the direct form is taken. Errors at 2000 panels of even
// size: smooth bodies 0.2 %, cube 0.4 % (translation) and 1.4 % (rotation).
#pragma once
#include "base/arena.h"
#include "base/result.h"
#include "geometry/triangle_mesh.h"
#include "math/types.h"

namespace hadal::geometry {

enum class PanelForm { kSource, kDirect };

struct PanelSolution {
  Mat6 added_mass =
      Mat6::Zero();  // of `form`, symmetrised; per unit density, about the given point
  PanelForm form = PanelForm::kSource;
  Mat6 source = Mat6::Zero(), direct = Mat6::Zero();  // both, symmetrised
  Vec3 point = Vec3::Zero(), center = Vec3::Zero();  // what the matrices are about; of the body
  Vec6 scale = Vec6::Zero();                         // s_i, about that centre
  // The largest |a_ij - b_ij| / sqrt(s_i s_j) about the body's own centre, with s_i the diagonal
  // term or a tenth of what a body of this size has, whichever is larger.
  double asymmetry = 0;   // of the matrix and its transpose, before it was symmetrised
  double difference = 0;  // of the two forms
  int iterations_source = 0, iterations_direct = 0;
  bool by_lu = false;  // one of them did not converge by iteration
  size_t panels = 0;
};

// More than this asks for gigabytes.
constexpr size_t kMaxPanels = 8000;

// The largest |a_ij - b_ij| / sqrt(s_i s_j) of two matrices about the point of a solution.
double relative_difference(const Mat6& a, const Mat6& b, const PanelSolution& of);

// Works on the mesh as it is: closed, outward normals, one wet side. Fails when panels lie inside
// the body (the solid angle of all others, seen from a panel, must be that of a half space), on
// panels without area, and above kMaxPanels.
Result<PanelSolution> panel_added_mass(const TriangleMesh& mesh, const Vec3& point,
                                       ThreadArena& arena);

// Added mass of what is wet of a body at the surface of the water z = 0, z down, in the limit of
// high frequency: the potential is 0 at the surface, so that the panels have images of opposite
// sign above it (Newman, ch. 6). A body afloat has half the added mass in heave of the body and its
// image as one. Waves that it would make itself are not counted; those of a body that swings slowly
// add to heave and take away from sway.
//   wet: the faces below the surface, closed but for the cut along it; coordinates along level axes.
Result<PanelSolution> panel_added_mass_at_surface(const TriangleMesh& wet, const Vec3& point,
                                                  ThreadArena& arena);

}  // namespace hadal::geometry
