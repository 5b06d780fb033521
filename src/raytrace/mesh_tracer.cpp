#include "raytrace/mesh_tracer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace hadal::raytrace {
namespace {

using Four = float __attribute__((vector_size(16)));

constexpr float kEndless = std::numeric_limits<float>::infinity();

template <class T>
struct Three {
  T x, y, z;
};
using Plain3 = Three<float>;

// Vectors of lanes and of plain numbers mix; every operation is a single one of IEEE 754.
template <class A, class B>
auto operator+(const Three<A>& a, const Three<B>& b) {
  return Three<decltype(a.x + b.x)>{a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class A, class B>
auto operator-(const Three<A>& a, const Three<B>& b) {
  return Three<decltype(a.x - b.x)>{a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class A, class B>
auto dot(const Three<A>& a, const Three<B>& b) {
  return (a.x * b.x + a.y * b.y) + a.z * b.z;
}
template <class A, class B>
auto cross(const Three<A>& a, const Three<B>& b) {
  return Three<decltype(a.x * b.x)>{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z,
                                    a.x * b.y - a.y * b.x};
}

// A triangle turned into the axes of N, about the origin of its shape.
struct Turned {
  Plain3 corner[3], edge[3];  // edge i is opposite to corner i
};

Turned turned(const float* m, const MeshCorners& q) {
  Turned t;
  for (int i = 0; i < 3; ++i) {
    const float x = q[3 * i], y = q[3 * i + 1], z = q[3 * i + 2];
    t.corner[i] = {(m[0] * x + m[1] * y) + m[2] * z, (m[3] * x + m[4] * y) + m[5] * z,
                   (m[6] * x + m[7] * y) + m[8] * z};
  }
  t.edge[0] = t.corner[2] - t.corner[1];
  t.edge[1] = t.corner[0] - t.corner[2];
  t.edge[2] = t.corner[1] - t.corner[0];
  return t;
}

float smaller(float a, float b) {
  return a < b ? a : b;
}
float larger(float a, float b) {
  return a > b ? a : b;
}
float magnitude(float a) {
  return std::abs(a);
}
Four smaller(Four a, Four b) {
  return a < b ? a : b;
}
Four larger(Four a, Four b) {
  return a > b ? a : b;
}
Four magnitude(Four a) {
  return larger(a, -a);
}

// Where a ray meets a triangle, and whether within it. T: one lane or four.
//   origin: of the triangle's shape, from that of the ray.
template <class T>
struct Meets {
  T range;
  decltype(T() < T()) inside;
};
template <class T>
[[gnu::always_inline]] inline Meets<T> meet(const Turned& t, const Three<T>& origin,
                                            const Three<T>& direction) {
  const Three<T> a = t.corner[0] + origin, b = t.corner[1] + origin, c = t.corner[2] + origin;
  const T u = dot(cross(t.edge[0], b + c), direction);
  const T v = dot(cross(t.edge[1], c + a), direction);
  const T w = dot(cross(t.edge[2], a + b), direction);
  const T all = (u + v) + w;
  const T little = magnitude(all) * 0x1p-23f;
  const T min = smaller(smaller(u, v), w), max = larger(larger(u, v), w);
  const T range = ((u * dot(a, direction) + v * dot(b, direction)) + w * dot(c, direction)) / all;
  return {range,
          static_cast<decltype(u < v)>(((min >= -little) | (max <= little)) & (little > 0))};
}

struct Query {
  RTCIntersectContext context;  // first: Embree hands back its address
  const MeshMotion* motions;
  const Rays* rays;
  MeshHits* hits;  // nullptr: any hit will do
};

MeshPosition place_at(const MeshMotion& motion, float time) {
  MeshPosition place;
  const auto between = [time](float a, float b) { return a + time * (b - a); };
  std::transform(motion.begin.matrix, motion.begin.matrix + 9, motion.end.matrix, place.matrix,
                 between);
  std::transform(motion.begin.translation, motion.begin.translation + 3, motion.end.translation,
                 place.translation, between);
  return place;
}

// Where Embree may stop looking. Beyond the end itself: it leaves out boxes that begin exactly
// there, as all do for a ray whose near is its far.
float stop_after(float range_m) {
  return range_m + (range_m * 0x1p-20f + 1e-6f);
}

// Whether a hit comes before the one of its lane.
bool comes_first(const MeshHits& hits, int k, float range_m, int32_t instance, int32_t primitive) {
  if (range_m != hits.range_m[k] || hits.instance[k] == kNothing) return range_m <= hits.range_m[k];
  return instance != hits.instance[k] ? instance < hits.instance[k] : primitive < hits.primitive[k];
}

// Puts a hit into its lane, if it is the nearest so far. True then.
bool put(const Query& query, int k, float range_m, int32_t instance, int32_t primitive,
         const Turned& t) {
  MeshHits& hits = *query.hits;
  if (!comes_first(hits, k, range_m, instance, primitive)) return false;
  const Plain3 normal = cross(t.edge[2], t.edge[0]);
  hits.range_m[k] = range_m;
  hits.nx[k] = normal.x, hits.ny[k] = normal.y, hits.nz[k] = normal.z;
  hits.instance[k] = instance;
  hits.primitive[k] = primitive;
  return true;
}

Meets<float> meet_lane(const Turned& t, const float* translation, const Rays& rays, int k) {
  return meet<float>(
      t, {translation[0] - rays.ox[k], translation[1] - rays.oy[k], translation[2] - rays.oz[k]},
      {rays.dx[k], rays.dy[k], rays.dz[k]});
}

Four load(const float* from) {
  Four four;
  std::memcpy(&four, from, sizeof four);
  return four;
}

Meets<Four> meet_four(const Turned& t, const float* translation, const Rays& rays, int k) {
  const Three<Four> origin{translation[0] - load(rays.ox + k), translation[1] - load(rays.oy + k),
                           translation[2] - load(rays.oz + k)};
  return meet<Four>(t, origin, {load(rays.dx + k), load(rays.dy + k), load(rays.dz + k)});
}

// A proposal of Embree: one triangle, N rays of which some are valid. Ray i is lane id[i]; four
// rays in a row are four lanes in a row. `use`(i, k, range, triangle) is called for those that hit
// between near and far.
template <class Use>
void decide(const int* valid, const void* triangles, unsigned primitive, const Query& query,
            const unsigned* ids, unsigned count, Use&& use) {
  const MeshCorners& q = static_cast<const MeshCorners*>(triangles)[primitive];
  const MeshMotion& motion = query.motions[query.context.instID[0]];
  const Rays& rays = *query.rays;
  const auto within = [&](int k, float range_m) {
    return range_m >= rays.near_m[k] && range_m <= rays.far_m[k];
  };
  if (motion.moving) {
    for (unsigned i = 0; i < count; ++i) {
      if (!valid[i]) continue;
      const int k = static_cast<int>(ids[i]);
      const MeshPosition place = place_at(motion, rays.time[k]);
      const Turned t = turned(place.matrix, q);
      const Meets<float> found = meet_lane(t, place.translation, rays, k);
      if (found.inside && within(k, found.range)) use(i, k, found.range, t);
    }
    return;
  }
  const Turned t = turned(motion.begin.matrix, q);
  const float* translation = motion.begin.translation;
  for (unsigned i = 0; i < count; i += 4) {
    int on = 0;
    if (count >= 4) {
      Four four;  // valid lanes are -1
      std::memcpy(&four, valid + i, sizeof four);
      on = __builtin_ia32_movmskps(four);
    } else {
      for (unsigned j = i; j < count; ++j) on |= (valid[j] != 0) << (j - i);
    }
    if (on == 0) continue;
    if ((on & (on - 1)) == 0) {
      const unsigned j = i + static_cast<unsigned>(std::countr_zero(static_cast<unsigned>(on)));
      const int k = static_cast<int>(ids[j]);
      const Meets<float> found = meet_lane(t, translation, rays, k);
      if (found.inside && within(k, found.range)) use(j, k, found.range, t);
      continue;
    }
    const int k = static_cast<int>(ids[i]);
    const Meets<Four> found = meet_four(t, translation, rays, k);
    const auto hit = found.inside & (found.range >= load(rays.near_m + k)) &
                     (found.range <= load(rays.far_m + k));
    for (int left = on & __builtin_ia32_movmskps(reinterpret_cast<Four>(hit)); left != 0;
         left &= left - 1) {
      const int j = std::countr_zero(static_cast<unsigned>(left));
      use(i + static_cast<unsigned>(j), k + j, found.range[j], t);
    }
  }
}

void intersect(const RTCIntersectFunctionNArguments* args) {
  const auto& query = *reinterpret_cast<const Query*>(args->context);
  RTCRayN* rays = RTCRayHitN_RayN(args->rayhit, args->N);
  const auto instance = static_cast<int32_t>(query.context.instID[0]);
  decide(args->valid, args->geometryUserPtr, args->primID, query, &RTCRayN_id(rays, args->N, 0),
         args->N, [&](unsigned i, int k, float range_m, const Turned& t) {
           if (put(query, k, range_m, instance, static_cast<int32_t>(args->primID), t))
             RTCRayN_tfar(rays, args->N, i) = stop_after(range_m);
         });
}

void occlude(const RTCOccludedFunctionNArguments* args) {
  const auto& query = *reinterpret_cast<const Query*>(args->context);
  decide(args->valid, args->geometryUserPtr, args->primID, query,
         &RTCRayN_id(args->ray, args->N, 0), args->N, [&](unsigned i, int, float, const Turned&) {
           RTCRayN_tfar(args->ray, args->N, i) = -kEndless;
         });
}

void bounds(const RTCBoundsFunctionArguments* args) {
  const MeshCorners& q = static_cast<const MeshCorners*>(args->geometryUserPtr)[args->primID];
  float low[3], high[3], size = 0;
  for (int i = 0; i < 3; ++i) {
    low[i] = std::min({q[i], q[3 + i], q[6 + i]});
    high[i] = std::max({q[i], q[3 + i], q[6 + i]});
    size = std::max(size, high[i] - low[i]);
  }
  // Large triangles can afford more, for farther rays.
  const float margin = kMargin_m + size / 64;
  RTCBounds& box = *args->bounds_o;
  box.lower_x = low[0] - margin, box.lower_y = low[1] - margin, box.lower_z = low[2] - margin;
  box.upper_x = high[0] + margin, box.upper_y = high[1] + margin, box.upper_z = high[2] + margin;
}

Query query_of(const MeshQuery& mesh, const Rays& rays, MeshHits* hits) {
  Query query{};
  rtcInitIntersectContext(&query.context);
  query.motions = mesh.motions;
  query.rays = &rays;
  query.hits = hits;
  return query;
}

// Whether Embree may see a ray: it asserts that no number of it is huge or not a number.
bool is_sound(const Rays& rays, int k) {
  constexpr float kFarthest_m = 1e9f;
  return rays.near_m[k] <= rays.far_m[k] &&
         std::abs(rays.ox[k]) + std::abs(rays.oy[k]) + std::abs(rays.oz[k]) < kFarthest_m &&
         std::abs(rays.dx[k]) + std::abs(rays.dy[k]) + std::abs(rays.dz[k]) < kFarthest_m;
}

// Rays from a lane on, none farther than far_m of its lane. Lanes that are off, and rays that are
// not sound, are not valid: they meet nothing.
template <class Ray>
void load(const Rays& rays, int first, int count, const float* far_m, uint32_t seen, Ray& to,
          int* valid) {
  for (int i = 0; i < count; ++i) {
    const int k = first + i;
    to.org_x[i] = rays.ox[k], to.org_y[i] = rays.oy[k], to.org_z[i] = rays.oz[k];
    to.dir_x[i] = rays.dx[k], to.dir_y[i] = rays.dy[k], to.dir_z[i] = rays.dz[k];
    const bool sound = is_sound(rays, k);
    // Embree tells rays that are off by their span too, in packets wider than the processor's.
    to.tnear[i] = sound ? rays.near_m[k] : 1;
    to.tfar[i] = sound ? stop_after(std::min(rays.far_m[k], far_m[k])) : 0;
    to.time[i] = rays.time[k];
    to.mask[i] = seen;
    to.id[i] = static_cast<unsigned>(k);
    to.flags[i] = 0;
    valid[i] = sound ? -1 : 0;
  }
}

}  // namespace

void trace_meshes(const MeshQuery& mesh, const Rays& rays, int first, bool coherent,
                  MeshHits& hits) {
  constexpr int kHalf = kLanes / 2;  // rays at a time that AVX2 is made for
  RTCRayHit8 q;
  alignas(32) int valid[kHalf];
  load(rays, first, kHalf, hits.range_m, mesh.seen, q.ray, valid);
  std::fill_n(q.hit.geomID, kHalf, RTC_INVALID_GEOMETRY_ID);
  std::fill_n(q.hit.instID[0], kHalf, RTC_INVALID_GEOMETRY_ID);
  std::fill_n(hits.instance + first, kHalf, kNothing);
  Query query = query_of(mesh, rays, &hits);
  if (coherent) query.context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
  rtcIntersect8(valid, mesh.top, &query.context, &q);
}

void trace_mesh_ray(const MeshQuery& mesh, const Rays& rays, MeshHits& hits) {
  RTCRayHit q{};
  q.ray.org_x = rays.ox[0], q.ray.org_y = rays.oy[0], q.ray.org_z = rays.oz[0];
  q.ray.dir_x = rays.dx[0], q.ray.dir_y = rays.dy[0], q.ray.dir_z = rays.dz[0];
  q.ray.tnear = rays.near_m[0], q.ray.tfar = stop_after(rays.far_m[0]);
  q.ray.mask = mesh.seen;
  q.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  q.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
  hits.range_m[0] = rays.far_m[0];
  hits.instance[0] = kNothing;
  if (!is_sound(rays, 0)) return;
  Query query = query_of(mesh, rays, &hits);
  rtcIntersect1(mesh.top, &query.context, &q);
}

uint32_t occluded_by_meshes(const MeshQuery& mesh, const Rays& rays, uint32_t lanes) {
  RTCRay16 q;
  alignas(64) int valid[kLanes];
  load(rays, 0, kLanes, rays.far_m, mesh.seen, q, valid);
  for (int k = 0; k < kLanes; ++k)
    if (!(lanes >> k & 1)) valid[k] = 0;
  Query query = query_of(mesh, rays, nullptr);
  rtcOccluded16(valid, mesh.top, &query.context, &q);
  uint32_t bits = 0;
  for (int k = 0; k < kLanes; ++k)
    if (valid[k] && q.tfar[k] < 0) bits |= 1u << k;
  return bits;
}

float range_on_triangle(const MeshPosition& place, const MeshCorners& corners, const Rays& rays,
                        int lane) {
  const Meets<float> found =
      meet_lane(turned(place.matrix, corners), place.translation, rays, lane);
  return found.inside ? found.range : kEndless;
}

GeometryHandle user_geometry(RTCDevice device, const std::vector<MeshCorners>& triangles) {
  GeometryHandle geometry(rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER));
  rtcSetGeometryUserPrimitiveCount(geometry.get(), static_cast<unsigned>(triangles.size()));
  rtcSetGeometryUserData(geometry.get(), const_cast<MeshCorners*>(triangles.data()));
  rtcSetGeometryBoundsFunction(geometry.get(), bounds, nullptr);
  rtcSetGeometryIntersectFunction(geometry.get(), intersect);
  rtcSetGeometryOccludedFunction(geometry.get(), occlude);
  return geometry;
}

}  // namespace hadal::raytrace
