// Added mass of a hull at the surface of the water, as a table over how far and which way up it is
// immersed, from panels with zero potential at the surface (panel.h).
//
// The draught is counted as the immersed fraction f of the volume, and all of a wet body is taken as
// deep. Attitudes are six, those in which one of the axes of F points down or up, F the axes in which
// the body floats; in between
//   A(f, d) = sum_i d_i^2 A_i(f),   d the plumb line in F,   A_i of +axis i where d_i > 0, else of -,
// exact at the floating trim and draught, smooth in d, and positive semidefinite as all A_i are.
// A_i is linear in f between its nodes. They are few: each bends the energy of a body that passes,
// and a flat bottom that takes its added mass at once is more than a step of 5 ms can follow.
// Per unit of water density, about the origin M of the mesh.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "geometry/hull/righting.h"

namespace hadal::geometry {

struct SurfaceAddedMass {
  struct Attitude {
    std::vector<double> fraction;  // ascending, from 0, where nothing is wet, to 1
    std::vector<Mat6> added_mass;  // one for each
    std::vector<Mat6> rising;      // between each and the next: positive part of the slope
    void find_rising();
  };
  Mat3 R_MF = Mat3::Identity();
  std::array<Attitude, 6> attitudes;  // F's x, y, z down, then up

  // At one fraction and attitude.
  struct Value {
    Mat6 added_mass = Mat6::Zero();
    Mat6 slope = Mat6::Zero();       // dA / df
    Mat6 rising = Mat6::Zero();      // the same without what would make A less: semidefinite
    std::array<Mat6, 3> along_axis;  // A_i of the three axes of F
  };
  // The mean of the fractions `from` and `to`, and the slope between them; both may be equal.
  Value at(double from, double to, const Vec3& down_M) const;
};

// Needs panel_mesh() to take the mesh. `deep` is its added mass far below. Where the body does not
// float by itself, F is M. Fails as panel_added_mass() does.
Result<SurfaceAddedMass> surface_added_mass(const TriangleMesh& mesh, const Mat6& deep,
                                            const Loading& loading, int panels,
                                            ThreadArena& arena);
// The same, kept in the mesh cache.
Result<SurfaceAddedMass> cached_surface_added_mass(const TriangleMesh& mesh, const Mat6& deep,
                                                   const Loading& loading, int panels,
                                                   ThreadArena& arena);

// What of a mesh lies below a surface, welded, in level axes with z = 0 there; open along the cut.
TriangleMesh wet_part(const TriangleMesh& mesh, const WaterSurface& surface);

}  // namespace hadal::geometry
