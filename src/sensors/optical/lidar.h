// Underwater lidar: rows x columns rays from one point, at equal angles about the x axis of its
// head H, which a pan-tilt mount turns against its base S.
//
// Strength of a return, relative to a white surface 1 m away in clear water, met head on:
//   I = albedo cos(angle) exp(-2 c R) / R^2,
// c the beam attenuation of the water (absorption + scattering): light that is scattered once is
// lost. It is a number of its own or, without one, that of the water of the scenario where the
// lidar is, with the turbidity of the moment. A return is found when I reaches what the rated
// surface gives in the rated water,
//   I_min = albedo_0 exp(-2 c_0 R_0) / R_0^2,
// so that the reach follows the turbidity: I(R) = I_min (lidar_reach_m). Valid for narrow beams and
// detectors; the glow of the water in between is not modelled.
//
// Returns of one ray, nearest first:
//   a particle: the first of a Poisson process of particles_per_m along the ray; it covers a
//   fraction
//     s of the ray and returns s albedo_p exp(-2 c r) / r^2; what lies behind keeps (1 - s)^2;
//   a cloud of stirred-up silt (environment/silt/silt_view.h) of scattering b(r), at the range where
//     pi p(180 deg) b l exp(-2 integral (a + b)) exp(-2 c r) / r^2 is largest, l the length of a pulse
//     of one nanosecond; what lies behind is dimmed by it;
//   the surface of silt, where silt shows and lies above the firm ground;
//   the firm ground or a body, weakened by exp(-2 c_silt d) over the path d inside the silt.
// When there are more returns than channels, the first ones and the last are kept.
//
// Range noise: normal, one of 4096 quantiles. The albedo of the ground is looked up once per tile
// of 4 x 4 rays; it is the green one of its material (532 nm). All rays of a frame leave at once:
// motion during a scan is not modelled.
//
// Planes, rows x columns x returns unless said: range_m (NaN for none), intensity (I, 0 for none),
// object_id, points in S, returns (uint8, one channel: how many), true_range_m (one channel: firm
// ground or body, without noise, also where too faint), head_rad (1 x 2: pan and tilt).
// object_id is an index into World::vehicles or one of LidarLabel.
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "environment/optics/world_water.h"
#include "kinds/frames/lidar.h"
#include "sensors/frame_sensor.h"

namespace hadal::sensors {

enum LidarLabel : int32_t {
  kLabelGround = -1,
  kLabelSilt = -2,
  kLabelParticle = -3,
  kLabelNone = -4
};

struct LidarPlainRules;  // lidar_kernel.h

// Range at which a surface is just seen head on; infinity in perfectly clear water without end.
double lidar_reach_m(const LidarModel& model, double albedo);

class Lidar final : public FrameSensor {
 public:
  // water: in place of the attenuation of the model.
  explicit Lidar(const LidarModel& model,
                 std::optional<environment::optics::BeamWater> water = std::nullopt);

  FrameNeeds needs() const override;
  Frame blank() const override;
  void compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const override;
  double listening_s() const override { return 0; }  // light

 private:
  struct Tile {                                   // 4 x 4 neighbours
    std::array<float, raytrace::kLanes> x, y, z;  // directions in H
    std::array<int, raytrace::kLanes> pixel;      // row * columns + column; -1: none
  };
  struct Scan;      // one frame under way
  struct Surfaces;  // what the rays of a tile meet
  struct Returns;   // of one ray
  void compute_tile(const Scan& scan, const Tile& tile, uint64_t random_bits) const;
  void fetch(const Scan& scan, const Tile& tile) const;
  raytrace::Rays rays_of(const Scan& scan, const Tile& tile) const;
  void meet(const Scan& scan, const Tile& tile, Surfaces& met) const;
  void meet_cloud(const Scan& scan, const Tile& tile, Surfaces& met) const;
  void meet_silt(const Scan& scan, const raytrace::Rays& rays, Surfaces& met) const;
  void look_up(const Scan& scan, const raytrace::Rays& rays, Surfaces& met) const;
  Returns returns_of(const Scan& scan, const Surfaces& met, int lane, uint64_t random_bits) const;
  float range_sigma_m(float range_m) const;
  LidarPlainRules plain_rules(const Quat& q_SH) const;
  void write_plain(const Scan& scan, const Tile& tile, const Surfaces& met,
                   uint64_t random_bits) const;
  void write(const Scan& scan, const Tile& tile, const Surfaces& met, int lane,
             const Returns& found, uint64_t random_bits) const;
  static void put(const Scan& scan, size_t at, int number, float range_m, float intensity,
                  int32_t object, const std::array<float, 3>& p_S);

  LidarModel model_;
  std::optional<environment::optics::BeamWater> water_;
  float faintest_;  // I_min
  std::vector<float> bearings_rad_, elevations_rad_;
  std::vector<Tile> tiles_;
  std::vector<float> quantiles_;  // of the normal distribution
};

}  // namespace hadal::sensors
