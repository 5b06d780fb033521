// Echoes of rippled sand: how much stronger or weaker the ground scatters at a place than on
// average, by the slope of the same ripples that cameras show (relief/ground_relief-inl.h).
//
// Slopes turn the local normal: the cosine c of the angle between ray and normal becomes c + g,
// where g is the slope along the ray (terms of its square are left out: 0.4 dB where ripples are
// steepest). By area of ground the echo is as strong as Q = S(c + g), S the backscattering strength
// of the material; faces that are turned away give none. Strengths are measured on ground as it is,
// ripples included; therefore the echo is multiplied by Q over its mean along a ripple,
//   M = Q(c + g) / <Q>,
// so that the mean level over many ripples is that of the strength.
//
// What an echo cannot resolve fades: each harmonic of the ripples is averaged over the ground that
// a bin covers along the beam, and a column of rays across it, sinc(turns of phase) each. Shadows
// that crests throw beyond the next trough, and ranges that heights of at most 1 cm change, are left
// out.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "environment/acoustic/acoustic_field.h"
#include "sensors/acoustic/sound_tables.h"
#include "sensors/acoustic/surface_cells.h"
#include "sensors/relief/texture_tiles.h"

namespace hadal::sensors {

constexpr int32_t kNoRipples = -1;

// <Q> of the materials that have ripples, for one ping: linear between nodes of the cosine and of
// the amplitude of the slope along the ray.
class RippleTable {
 public:
  static constexpr int kCosines = ScatterTable::kSteps + 1, kSlopes = 5;
  static constexpr float kMaxSlope = 0.3f;
  RippleTable(const ScatterTable& scatter, const MaterialTable& materials);
  // A row of the table for a material, kNoRipples for all that have none.
  int32_t row_of(int material) const { return row_[static_cast<size_t>(material)]; }
  bool empty() const { return strength_.empty(); }
  const float* strength() const { return strength_.data(); }  // Q: [row][cosine]
  const float* mean() const { return mean_.data(); }          // [row][slope][cosine]

 private:
  std::vector<int32_t> row_;
  std::vector<float> strength_, mean_;
};

// What the ripples of one ping need to know beside the rays.
struct RippleSetup {
  const RippleTable& table;
  const TextureTiles::Tile& clouds;
  float cell_m, origin_m[2];  // of places in cells; modulo kTexturePeriod_m
  float bin_m, column_rad;
};
// Rays on the ground and what ripples do there. Between two rays everything is linear: the phase,
// the clouds that ripples wander with, and what follows from the direction of the ray. Fewer than
// kRoom rays.
struct RippleRays {
  static constexpr int kRoom = 48;
  enum { kCosine, kSlope, kSecondSlope, kTurns, kPerMean, kNumbers };  // slopes of both harmonics
  alignas(32) float at[kNumbers][kRoom];
};
// cell_m: size of the cells of ground, `ground`.
RippleSetup ripple_setup(const RippleTable& table, const TextureTiles::Tile& clouds,
                         const SurfaceCells::Frame& ground, const Vec3& anchor_N, double cell_m,
                         double bin_m, double column_rad);

}  // namespace hadal::sensors
