// Forces of water and air on one link with a wetted surface, floating or submerged, in calm water
// or waves: buoyancy with the pressure of the undisturbed waves (Froude-Krylov), drag of each face
// by water and air, and the damping matrix for an implicit step. See face_kernel.h for the
// equations.
//
// In waves the head comes by vertex from a WavePatch around the middle of the surface, and the
// orbital velocity is affine over the body. A fully wet body in calm water has its buoyancy from
// volume and centroid alone, and one below the reach of the waves does not ask for them at all.
// The wet volume follows from the force, V = -F . g' / (rho g'^2) with g' = g - a the gravity as
// felt in the accelerated water: exact in calm water and for bodies much shorter than the waves.
// Diffraction and radiation are not here: added mass, scaled by wet_fraction, belongs to the
// caller.
#pragma once
#include <optional>
#include <vector>

#include "base/arena.h"
#include "dynamics/surface/face_kernel.h"
#include "environment/waves/wave_patch.h"
#include "world/shape.h"

namespace hadal::dynamics {

constexpr double kAirDensity_kg_m3 = 1.225;  // 15 C at sea level

struct SurfaceQuery {
  double time_s = 0;
  Vec3 p_NL_N = Vec3::Zero();
  Mat3 R_NL = Mat3::Identity();
  Vec6 nu_L = Vec6::Zero();                // of the link over ground
  Vec3 current_N = Vec3::Zero();           // at the link's origin, without waves
  Mat3 current_gradient_N = Mat3::Zero();  // d current / d position
  Vec3 wind_N = Vec3::Zero();
  double density_kg_m3 = 1025;
  double gravity_m_s2 = 9.81;
  double air_density_kg_m3 = kAirDensity_kg_m3;
  double still_surface_z_m = 0;  // of the surface without waves in N, down: minus the tide
  double wave_factor = 1;        // of all amplitudes, see WavePatch::prepare
  bool damping = true;           // whether damping_L is wanted
  // See FaceTask; for SurfaceBody::faces().
  const float* extra_normal_speed = nullptr;
};

// Wrenches at the link's origin, in L.
struct SurfaceLoads {
  Vec6 buoyancy_L = Vec6::Zero();
  Vec6 drag_L = Vec6::Zero();  // of water
  Vec6 air_L = Vec6::Zero();
  Mat6 damping_L = Mat6::Zero();  // -d(drag + air)/d(nu_L), symmetric positive semidefinite
  double wet_volume_m3 = 0;
  double wet_fraction = 0;  // of the volume
  bool crossing = false;    // the surface of the water
  Vec6 growth_L = Vec6::Zero();  // of wet_fraction: at the rate growth_L . nu, nu against the water
  double wet_from = 0, wet_to = 0;  // wet_fraction, or around it; see evaluate_sinking()
  // Of the waves at the middle of the surface. The pressure of a stretched wave accelerates water
  // by its local acceleration a and by what its isobars lean with the surface, a_z grad zeta.
  Vec3 orbital_velocity_N = Vec3::Zero(), orbital_acceleration_N = Vec3::Zero();
  Vec3 pressure_acceleration_N = Vec3::Zero();
  bool in_waves = false;
};

class SurfaceBody {
 public:
  // Makes all storage. The waves must outlive the body.
  SurfaceBody(const WettedSurface& surface, const environment::WaveField& waves);

  // Allocates nothing. arena: null when the caller is itself in a worker thread; the result has the
  // same bits either way.
  const SurfaceLoads& evaluate(const SurfaceQuery& query, ThreadArena* arena);

  // The same for a body that sinks by sinks_m over the step. When that is a good part of its height
  // and the surface is near, wet_fraction is the mean of both ends of the step, wet_from and wet_to,
  // and growth_L goes with their difference, so that a body that hits the water flat loses no energy in the step that
  // it begins to do so.
  const SurfaceLoads& evaluate_sinking(const SurfaceQuery& query, double sinks_m,
                                       ThreadArena* arena);

  const SurfaceLoads& loads() const { return loads_; }
  const FaceSet& faces() const { return faces_; }

 private:
  void place(const SurfaceQuery& query);
  void observe_waves(const SurfaceQuery& query, ThreadArena* arena);
  void set_flows(const SurfaceQuery& query, FaceTask& task) const;
  FaceSums sum(const FaceTask& task, ThreadArena* arena);
  void write_buoyancy(const SurfaceQuery& query, const FaceSums& sums);

  FaceSet faces_;
  double air_drag_;
  std::optional<environment::WavePatch> patch_;
  double wave_base_m_ = 0;  // below, waves move nothing

  // Of the present query.
  Vec3 p_SC_N_ = Vec3::Zero();  // the middle C of the surface, from the still surface above p_N = 0
  Immersion immersion_ = Immersion::kWet;
  bool in_waves_ = false;
  std::vector<float> turned_[3], head_;
  std::vector<FaceSums> chunk_sums_;
  std::vector<float> lowest_, highest_;  // head by chunk of vertices
  SurfaceLoads loads_;
};

// A depth below which the acceleration of all waves together stays under 1e-5 m/s2.
double wave_base_m(const environment::WaveField& waves);

}  // namespace hadal::dynamics
