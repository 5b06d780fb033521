// Added mass of a hull at the surface of the water, as a table over how far and which way up it is
// immersed, from panels with zero potential at the surface (panel.h).
//
// The depth of the table is the submergence s: the immersed fraction of the volume as long as a part
// is dry, and 1 + c / H from then on, where c is how far the highest point lies below the surface
// and H the height of the body: at 3 the surface is forgotten. Attitudes are six, those in which one
// of the axes of F points down or up, F the axes in which the body floats; in between
//   A(s, d) = sum_i d_i^2 A_i(s),   d the plumb line in F,   A_i of +axis i where d_i > 0, else of -,
// exact at the floating trim and draught, without a kink, and positive semidefinite as all A_i are.
// Within the table A is linear in s. Per unit of water density, about the origin M of the mesh.
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
    std::vector<double> submergence;  // ascending, from 0, where nothing is wet, to kDeep
    std::vector<Mat6> added_mass;     // one for each
    std::vector<Mat6> rising;         // between each and the next: positive part of the slope
    void find_rising();
  };
  static constexpr double kDeep = 3;

  Mat3 R_MF = Mat3::Identity();
  std::array<Attitude, 6> attitudes;  // F's x, y, z down, then up

  // At one submergence and attitude.
  struct Value {
    Mat6 added_mass = Mat6::Zero();
    Mat6 slope = Mat6::Zero();        // dA / ds
    Mat6 rising = Mat6::Zero();       // the same without what would make A less: semidefinite
    std::array<Mat6, 3> along_axis;   // A_i of the three axes of F; set where they count
  };
  // The mean of the submergences `from` and `to`, and the slope between them; both may be equal.
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
