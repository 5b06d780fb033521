// Bodies that the rays of a fan would sample too coarsely: those less than eight rays wide or high,
// seen from the sonar, in the box around their shape. Each gets rays of its own, at least 8 x 8
// over that box (4 across what is sixteen and more long), no farther apart than those of the fan,
// at stratified random places that change from ping to ping; a body of any size then has its target
// strength wherever it lies in the beam. The fan's own hits on such a body are no echoes, only
// shadows.
#pragma once
#include <vector>

#include "sensors/acoustic/ray_fan.h"

namespace hadal::sensors {

// What a fan samples, in its own axes.
struct FanExtent {
  FanAxes axes = FanAxes::kUpright;
  double max_across_rad = 0;  // to both sides
  double min_along_rad = 0, max_along_rad = 0;
  double column_rad = 0, row_rad = 0;  // between rays
  float reach_m = 0;
};

// A ray that met a small body.
struct BodyRay {
  int instance = 0;
  float across_rad = 0, along_rad = 0;
  float range_m = 0, cosine = 0;  // of the angle to the normal
  float solid_angle_sr = 0;
  float fan_fraction = 0;         // of the solid angle of a ray of the fan
  float p_A[3] = {}, along_N[3] = {}, normal_N[3] = {};
  float uniform = 0;  // a random number of its own
};

class SmallBodies {
 public:
  SmallBodies(const raytrace::View& view, uint32_t seen, const RayOrigin& origin,
              const FanExtent& fan);

  bool has(int instance) const { return !small_.empty() && small_[static_cast<size_t>(instance)]; }
  bool empty() const { return small_.empty(); }
  // key: of the ping.
  std::vector<BodyRay> trace(uint32_t key) const;

 private:
  struct Window {  // of angles
    int instance;
    double across_rad, along_rad, width_rad, height_rad;  // lower corner and size
    int columns, rows;
  };
  bool find(int instance, Window& out) const;
  bool in_view(const raytrace::Instance& thing, const raytrace::ShapeBox& box) const;
  Vec3 in_sonar(const Vec3& p_A) const;
  void trace(const Window& window, uint32_t key, std::vector<BodyRay>& out) const;

  const raytrace::View& view_;
  uint32_t seen_;
  RayOrigin origin_;
  FanExtent fan_;
  double min_sine_, max_sine_;  // of the latitude of the fan
  std::vector<Window> windows_;
  std::vector<char> small_;  // per instance; empty without any
};

}  // namespace hadal::sensors
