// Pressure and drag of the faces of a closed surface that may cross the surface of the water.
//
// Pressure. The head h (metres of water, 0 on the surface, negative above) is linear over a face,
// and the part of the face with h > 0 is integrated exactly, force and torque:
//   Int h dA = A (h0 + h1 + h2) / 3,   Int h r dA = A / 12 sum_i (h_i + h0 + h1 + h2) r_i.
// Where signs differ, let a be the corner on the other side than b and c, t_b = h_a / (h_a - h_b)
// and t_c alike: the tip a, a + t_b (b - a), a + t_c (c - a) has the fraction t_b t_c of the area,
// and the wet part is the tip or the whole less the tip. Force and torque are continuous as faces
// sink.
//
// Drag. The flow relative to the body is affine, v = v_C + w x r + S r. Where it meets a face from
// outside, m = min(v . n, 0) < 0, the face feels
//   dF = 1/2 rho m (C_l exp(-m^2 / 2) - C_q m) n dA
// at the centre of its wet part (Cieslak, "Stonefish: An Advanced Open-Source Simulation Tool
// Designed for Marine Robotics", 2019, eq. 2, with one coefficient C = n^T diag(C) n per face: the
// paper's product by axes can feed energy into a turning body; this form never does). The dry part
// feels the air alike, with its own flow and coefficient.
//
// Damping matrix. The slope of the drag with (v_C, w), that is against the body's own velocity:
//   sum w s s^T dA,  s = (n, r x n),  w = max(0, C_l exp(-m^2 / 2) (1 - m^2) - 2 C_q m),
// symmetric and positive semidefinite.
//
// Numbers. Single precision in eight fixed lanes: face i always adds to lane i mod 8, each lane
// goes to double precision every 64 blocks, and lanes, then chunks, are added in one order.
// Machines with narrower registers pass over the blocks several times, a part of the lanes each,
// with the same operations per lane; no operation is fused. So every x86-64 machine and any number
// of threads give the same bits (wider registers than AVX2 are not used: sixteen lanes would need
// other sums). Error against double precision: 5e-7 of the force.
#pragma once
#include <array>
#include <span>

#include "dynamics/surface/face_set.h"

namespace hadal::dynamics {

// Velocity of a fluid relative to the body, v = linear + angular x r + strain r, r from C, in L.
struct RelativeFlow {
  std::array<float, 3> linear{}, angular{};
  std::array<float, 6> strain{};  // xx yy zz xy xz yz
};

enum class Immersion { kDry, kCrossing, kWet };

struct FaceTask {
  Immersion immersion = Immersion::kWet;
  bool pressure = false;  // integrate the head; without it a crossing body feels drag only
  bool damping = false;
  // Head: by vertex (FaceSet::vertices() numbers), or where that is null the plane
  // head_plane[0] + (head_plane[1], [2], [3]) . r.
  const float* head_by_vertex = nullptr;
  std::array<float, 4> head_plane{};
  RelativeFlow water, air;
  float air_quadratic = 0;  // drag coefficient in air times density of air over that of water
  // Speed along the normal added to the flow of the water at each face, in the order of FaceSet and
  // filled up to whole blocks, e.g. of a jet; null for none.
  const float* extra_normal_speed = nullptr;
};

// Sums over faces: torques about C, linear first. Multiply pressure by -rho g, the drags and the
// damping by rho / 2, rho that of water. The waterplane is its area along its normal, down, and the
// moment of that: by Stokes from the waterline alone, sum of (P x Q) / 2 and of its moment at
// (P + Q) / 3 over the edges PQ that the surface cuts into the faces. It is the gradient of the wet
// volume with the motion of the body.
struct FaceSums {
  static constexpr size_t kPressure = 0, kDrag = 6, kAir = 12, kDamping = 18, kWetArea = 39,
                          kWaterplane = 40, kCount = 46;
  std::array<double, kCount> value{};

  Vec6 wrench(size_t first) const { return Eigen::Map<const Vec6>(value.data() + first); }
  Mat6 damping() const;
  void operator+=(const FaceSums& other) {
    for (size_t i = 0; i < kCount; ++i) value[i] += other.value[i];
  }
};

// The faces of one chunk of FaceSet::chunks(). Allocates nothing.
FaceSums sum_faces(const FaceSet& faces, const FaceTask& task, size_t chunk);

// R r for vertices [first, first + count) of the set, first a multiple of eight, count too.
void turn_vertices(const FaceSet& faces, const Mat3& R, size_t first, size_t count,
                   std::array<float*, 3> turned);

}  // namespace hadal::dynamics
