// Numbers of sixteen lidar rays at a time (lidar.h), of one instruction set or another with the
// same bits.
#pragma once
#include <cstdint>

#include "raytrace/view.h"

namespace hadal::sensors {

// Strength of the return of a white surface: facing exp(-c2 r) / r^2, c2 twice the attenuation and
// facing the cosine of the angle between ray and normal; 0 without a hit. The exponential is a
// polynomial, to 2e-7 of it.
void lidar_strengths(const raytrace::Rays& rays, const raytrace::Hits& hits, float c2_per_m,
                     float* strength);

struct LidarPlainRules {
  float R_SH[9];           // row after row
  float faintest, near_m;  // of a return
  float fixed_m, growing;  // deviation of a range: root of fixed^2 + (growing r)^2
  int32_t no_object;       // label of no return
};

// One return at most per ray, ready for the planes: the blanks of lidar.h where none is found. The
// first of several returns that a frame has room for.
struct alignas(64) LidarPlainReturns {
  float range_m[raytrace::kLanes];   // in: a draw of the standard normal distribution
  float strength[raytrace::kLanes];  // in and out
  int32_t object[raytrace::kLanes];  // in and out
  float true_range_m[raytrace::kLanes];
  float x[raytrace::kLanes], y[raytrace::kLanes], z[raytrace::kLanes];  // in: unit, in H. Out: in S
  float point_strength[raytrace::kLanes], point_object[raytrace::kLanes];
  float point_number[raytrace::kLanes];
  int32_t found[raytrace::kLanes];  // 1 or 0
};

void lidar_plain_returns(const LidarPlainRules& rules, const float* firm_m,
                         LidarPlainReturns& returns);

}  // namespace hadal::sensors
