// Ripples: the part of the water surface that is too short for the waves of the sea
// (environment/waves/wave_field.h), for the eye only. They bend light; they lift nothing.
//
// A periodic tile of random waves over a lattice of wave numbers, each travelling at its own speed:
//   h(x, t) = sum a cos(k.x - w t + phase),  w^2 = (g k + (sigma/rho) k^3) tanh(k depth)
// with a k^-4 spectrum, that is, equal slope variance per octave (saturation range; Phillips 1958),
// cut off smoothly above the longest and below the shortest wave. Going downwind is favoured:
//   D(theta) = 0.15 + 0.85 cos^4(theta / 2).
// Amplitudes are fixed and phases drawn from the seed, so the tile is a pure function of time and
// its slope variance is the one asked for.
//
// How much: the whole surface has the mean square slope of Cox & Munk (1954, "Measurement of the
// roughness of the sea surface from photographs of the sun's glitter"), 0.003 + 0.00512 U, spread
// evenly over the logarithm of the wave number from the peak g/U^2 to ripples of 1 cm. The tile
// takes what falls between the shortest wave of the sea and about 0.25 m; shorter ones would smear
// caustics into fog. They are drawn as a small copy of the tile and as roughness.
//
// The tile also carries a periodic likeness of the waves of the sea that are shorter than itself
// (wave vectors moved to the nearest of the lattice), for caustics. The surface that is seen takes
// the sea itself (sea_levels.h).
//
// Axes: x north, y east; heights are up; a slope is the rise per metre.
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/arena.h"
#include "environment/waves/wave_field.h"
#include "sensors/acoustic/fft.h"

namespace hadal::sensors {

constexpr int kTileNodes = 512;  // along a side
constexpr int kTileLevels = 6;   // of slopes averaged over 1, 2, 4, ... nodes

struct RippleParameters {
  double mean_square_slope = 0.005;  // of both directions together
  double max_wavelength_m =
      2;              // where the ripples begin: the end of the sea's own waves
  double min_wavelength_m = 0.25;          // amplitudes fall to 1/sqrt(e) there
  double toward_rad = 0;             // of the wind
  double side_m = 20;
  double depth_m = std::numeric_limits<double>::infinity();
  double gravity_m_s2 = 9.81;
  // Of ripples too short for the tile. Not part of it: carried along for the view of the surface.
  double fine_mean_square_slope = 0.01;
  uint64_t seed = 0;
};

// Ripples for a wind at 10 m over a sea. A wind sea without a wind is given that of a developed sea
// of its height (0.209 U^2 / g), less where the sea is less steep than that, as swell is.
RippleParameters ripples_of_wind(double wind_speed_m_s, double toward_rad,
                                 const environment::WaveField& sea, double gravity_m_s2,
                                 uint64_t seed);

// The tile at one time. Node (i, j) at north = i cell, east = j cell. Lines hold eight nodes
// j = 8 b + lane; line b n + i of a level with n nodes along a side.
struct WaveTile {
  double time_s = 0;
  float side_m = 0;
  std::vector<Line> slopes;   // re north, im east; all levels, the finest first
  std::vector<Line> heights;  // re ripples, im the likeness of the sea; finest level only
  std::array<float, kTileLevels> mean_square_slope{};  // of each level
  float fine_mean_square_slope = 0;
  float deviation_m = 0;  // of the heights of the ripples
  double toward_rad = 0;  // of the wind

  static constexpr int nodes(int level) { return kTileNodes >> level; }
  static constexpr int first_line(int level) {
    int first = 0;
    for (int l = 0; l < level; ++l) first += nodes(l) * nodes(l) / kLineLanes;
    return first;
  }
  static constexpr int place(int level, int i, int j) {  // of a node, in lines
    return first_line(level) + j / kLineLanes * nodes(level) + i;
  }
  float cell_m() const { return side_m / kTileNodes; }
};

class Ripples {
 public:
  Ripples(const RippleParameters& parameters, const environment::WaveField& sea);

  const RippleParameters& parameters() const { return parameters_; }
  WaveTile blank() const;
  // Factors scale the amplitudes of the ripples and of the sea. Allocates nothing.
  void compute(double time_s, double ripple_factor, double sea_factor, ThreadArena& arena,
               WaveTile& tile) const;

  static constexpr int kModes = 112;  // wave numbers from -kModes to kModes along each axis
  static constexpr int kRows = 2 * kModes + 1;
  static constexpr int kBlocks = (kRows + kLineLanes - 1) / kLineLanes;

  // Of eight neighbouring kx and one ky: wave k, and the conjugate of wave -k, at time zero.
  struct alignas(64) Modes {
    double rate_turns[kLineLanes];
    float re[kLineLanes], im[kLineLanes], back_re[kLineLanes], back_im[kLineLanes];
  };
  // One wave of the sea on the lattice, in the block of its kx.
  struct SeaMode {
    int place, lane;  // place: of ky in the order of the transform
    double rate_turns, phase_turns;
    float amplitude_m;  // halved: k and -k share it
  };

 private:
  void make_modes();
  void add_sea(const environment::WaveField& sea);
  void compute_columns(size_t block, double time_s, float ripple_factor, float sea_factor,
                       WaveTile& tile) const;
  void compute_rows(size_t block, WaveTile& tile) const;

  RippleParameters parameters_;
  double deviation_m_ = 0;  // of the heights
  Fft fft_;
  std::vector<Modes> modes_;                       // block after block
  std::array<std::vector<SeaMode>, kBlocks> sea_;  // by block of kx
  std::array<int, kRows> place_{};                 // of frequency m - kModes
  std::vector<int> empty_;                         // places of frequencies beyond kModes
};

}  // namespace hadal::sensors
