// A view: the things around one place at one moment, for rays. Immutable once made, so that
// sensors may trace the world of a tick from any thread while the simulation goes on.
//
// Coordinates are single precision, axes N, relative to the view's anchor (a place in N near the
// sensors that use it), so that a millimetre stays a millimetre 100 km from the origin.
//
// Rays come in tiles of 16, best as 4 x 4 neighbours in the angles of the sensor (coherent), or one
// by one. Hits are the same bits for any number of threads.
#pragma once
#include <cstdint>
#include <memory>
#include <span>

#include "math/types.h"

namespace hadal::raytrace {

constexpr int kLanes = 16;
constexpr int kNothing = -1;

// What a thing is, for ray masks: a ray sees an instance when their masks share a bit.
enum Seen : uint32_t {
  kSeenSeabed = 1,  // firm ground
  kSeenSilt = 2,    // the ground that shows: silt where it lies, else the firm ground
  kSeenWaterSurface = 4,
  kSeenCamera = 8,  // bodies, by the sensors that see them
  kSeenSonar = 16,
  kSeenLidar = 32,
  kSeenDvl = 64,
};
// A view is made for one vehicle, which may see itself or not: its own links carry these bits
// instead.
constexpr uint32_t own(uint32_t seen) {
  return seen << 16;
}
constexpr int kMaterialByPlace = -1;  // the ground's material depends on the place

// One thing in a view. Its velocity field is v(p) = v_N + w_N x (p - origin).
struct Instance {
  int link = kNothing;     // index into World::links; kNothing for seabed and water surface
  int vehicle = kNothing;  // index into World::vehicles
  int scenery = kNothing;  // number of a copy of scenery, over all of it
  int material = 0;        // index into the material table, or kMaterialByPlace
  // Index into the looks of cameras: materials, then World::looks, then those of scenery. kNothing:
  // that of the material.
  int appearance = kNothing;
  uint32_t seen = 0;             // Seen bits
  Vec3 origin_A = Vec3::Zero();  // relative to the anchor
  Vec3 v_N = Vec3::Zero(), w_N = Vec3::Zero();
  bool turns = false;  // on its link, so that its place below is not that of the link
  // Place of its shape, p_A = translation_A + scale R q; set by Scene::view() from Placed.
  Mat3 R = Mat3::Identity();
  double scale = 1;
  Vec3 translation_A = Vec3::Zero();
};

// Sixteen rays: origins relative to the anchor, unit directions, both in axes N.
struct alignas(64) Rays {
  float ox[kLanes], oy[kLanes], oz[kLanes];
  float dx[kLanes], dy[kLanes], dz[kLanes];
  float near_m[kLanes], far_m[kLanes];  // a lane with near > far is off
  float time[kLanes] = {};              // 0..1: fraction of the view's shutter time that has passed
};

struct alignas(64) Hits {
  float range_m[kLanes];                     // infinity where nothing is hit
  float nx[kLanes], ny[kLanes], nz[kLanes];  // unit normal in N, turned against the ray
  int32_t instance[kLanes];                  // kNothing where nothing is hit
  int32_t primitive[kLanes];                 // triangle of a mesh; 0 on a grid
};

// What shading wants to know of hits.
struct alignas(64) SurfaceSample {
  float nx[kLanes], ny[kLanes], nz[kLanes];  // smooth unit normal (smooth.h) in N, against the ray
  float lx[kLanes], ly[kLanes], lz[kLanes];  // place in the frame of the thing's shape, m
  float u[kLanes], v[kLanes];                // texture coordinates; 0 without
};

struct Hit {
  double range_m = 0;  // infinity where nothing is hit
  Vec3 normal_N = Vec3::Zero();
  int instance = kNothing;
  bool found() const { return instance != kNothing; }
};

// Around a mesh, in the frame of its shape; all zero for grids.
struct ShapeBox {
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();
};

class View {
 public:
  ~View();
  const Vec3& anchor_N() const;
  const Instance& instance(int index) const;
  int instances() const;
  ShapeBox box(int instance) const;
  double shutter_s() const;  // that Rays::time is a fraction of

  // Nearest hits among what shares a bit with `seen`. `coherent` rays start together and point
  // nearly alike.
  void trace(const Rays& rays, uint32_t seen, bool coherent, Hits& hits) const;
  // The same of up to kMaxTiles tiles of coherent rays that are neighbours, for less than one by
  // one.
  static constexpr int kMaxTiles = 4;
  void trace_beam(std::span<const Rays* const> tiles, uint32_t seen,
                  std::span<Hits* const> hits) const;
  Hit trace_one(const Vec3& origin_A, const Vec3& direction_N, double near_m, double far_m,
                uint32_t seen) const;
  // More of what trace() has hit, for shading; zero where nothing is hit.
  void sample_surface(const Rays& rays, const Hits& hits, SurfaceSample& sampled) const;
  // Bit k is set when something lies on ray k between near and far.
  uint32_t occluded(const Rays& rays, uint32_t seen) const;

  struct Impl;
  explicit View(std::unique_ptr<Impl> impl);
  View(const View&) = delete;
  View& operator=(const View&) = delete;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace hadal::raytrace
