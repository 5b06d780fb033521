#include "raytrace/view.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "base/check.h"
#include "raytrace/embree.h"
#include "raytrace/field_kernel.h"
#include "raytrace/field_tracer.h"
#include "raytrace/mesh_tracer.h"
#include "raytrace/smooth.h"
#include "raytrace/surface_sample_kernel.h"

namespace hadal::raytrace {
namespace {

constexpr float kFar = std::numeric_limits<float>::infinity();
constexpr int kHalf = kLanes / 2;  // rays at a time that AVX2 is made for

// A meeting of a ray with the plane of a triangle.
struct Meeting {
  double range_m = 0;
  Vec3 normal = Vec3::Zero();  // not of unit length
  bool inside = false;         // the triangle
};

struct Line {
  Vec3 origin, direction;
};

// Moeller & Trumbore, "Fast, minimum storage ray/triangle intersection" (1997). Nothing for a ray
// within the plane.
std::optional<Meeting> meet(const Line& line, const Corners& corners) {
  const Vec3 edge1 = corners[1] - corners[0], edge2 = corners[2] - corners[0];
  const Vec3 across = line.direction.cross(edge2);
  const double det = edge1.dot(across);
  if (det == 0) return {};
  const Vec3 from = line.origin - corners[0];
  const Vec3 turned = from.cross(edge1);
  const double u = from.dot(across) / det, v = line.direction.dot(turned) / det;
  const double range_m = edge2.dot(turned) / det;
  if (!std::isfinite(range_m)) return {};
  return Meeting{range_m, edge1.cross(edge2), u >= 0 && v >= 0 && u + v <= 1};
}

// Walks over the triangles of a lattice, from a range found in single precision, until the one that
// the line meets holds the meeting. Nothing when that is far off.
std::optional<Meeting> meet(const Line& line, const HeightField& field, double start_m) {
  constexpr int kSteps = 4;
  constexpr double kFarOff = 0.05;  // of a cell
  double range_m = start_m;
  std::optional<Meeting> found;
  for (int step = 0; step < kSteps; ++step) {
    const Vec3 at = line.origin + range_m * line.direction;
    const std::optional<Meeting> next = meet(line, field.triangle(at.x(), at.y()));
    if (!next || std::abs(next->range_m - start_m) > kFarOff * field.cell_m()) break;
    found = next;
    if (next->inside) break;
    range_m = next->range_m;
  }
  return found;
}

bool any_on(const Rays& rays) {
  for (int k = 0; k < kLanes; ++k)
    if (rays.near_m[k] <= rays.far_m[k]) return true;
  return false;
}

void nothing(Hits& hits) {
  std::fill_n(hits.range_m, kLanes, kFar);
  for (float* n : {hits.nx, hits.ny, hits.nz}) std::fill_n(n, kLanes, 0.0f);
  std::fill_n(hits.instance, kLanes, kNothing);
  std::fill_n(hits.primitive, kLanes, kNothing);
}

// Puts a normal of any length into a lane, of unit length and turned against the ray. A face too
// small for single precision looks straight at the ray.
void set_normal(const Rays& rays, int k, float x, float y, float z, Hits& hits) {
  const float along = x * rays.dx[k] + y * rays.dy[k] + z * rays.dz[k];
  const float length = std::sqrt(x * x + y * y + z * z);
  const float scale = (along > 0 ? -1.0f : 1.0f) / length;
  const bool sound = length > 0;
  hits.nx[k] = sound ? x * scale : -rays.dx[k];
  hits.ny[k] = sound ? y * scale : -rays.dy[k];
  hits.nz[k] = sound ? z * scale : -rays.dz[k];
}

// Where a thing is after a time at constant velocity and rate.
struct Place {
  Mat3 R;
  Vec3 translation_A;
};
Place place_after(const Placed& thing, double time_s) {
  const Instance& i = thing.instance;
  const Vec3 turn = i.w_N * time_s;
  const double angle = turn.norm();
  const Mat3 R = angle > 0 ? Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix()
                           : Mat3(Mat3::Identity());
  return {R * thing.R, i.origin_A + i.v_N * time_s + R * (thing.translation_A - i.origin_A)};
}

// Row after row.
std::array<float, 9> float_turn(const Mat3& R) {
  std::array<float, 9> turn;
  for (int i = 0; i < 9; ++i) turn[static_cast<size_t>(i)] = static_cast<float>(R(i / 3, i % 3));
  return turn;
}

std::array<float, 3> float_translation(const Placed& thing) {
  const Vec3& t = thing.translation_A;
  return {static_cast<float>(t.x()), static_cast<float>(t.y()), static_cast<float>(t.z())};
}

// One ray, in lane 0.
Rays one_ray(const Line& line, double near_m, double far_m) {
  Rays rays;
  std::fill_n(rays.near_m, kLanes, 1.0f);
  std::fill_n(rays.far_m, kLanes, 0.0f);
  rays.ox[0] = static_cast<float>(line.origin.x()),
  rays.dx[0] = static_cast<float>(line.direction.x());
  rays.oy[0] = static_cast<float>(line.origin.y()),
  rays.dy[0] = static_cast<float>(line.direction.y());
  rays.oz[0] = static_cast<float>(line.origin.z()),
  rays.dz[0] = static_cast<float>(line.direction.z());
  rays.near_m[0] = static_cast<float>(near_m), rays.far_m[0] = static_cast<float>(far_m);
  return rays;
}

// A triangle of a mesh that was hit in single precision.
struct MeshHit {
  int instance = kNothing;
  size_t triangle = 0;
  float range_m = 0;
  Vec3 normal = Vec3::Zero();  // of any length
};

}  // namespace

struct View::Impl {
  std::shared_ptr<const Device> device;  // before what is made with it
  Vec3 anchor_N = Vec3::Zero();
  std::vector<Placed> things;
  std::vector<std::array<float, 9>> turns;  // R of things, row after row
  std::vector<MeshMotion> motions;          // of things that are meshes
  double shutter_s = 0;
  std::vector<char> moving;  // things that move while the shutter is open
  std::vector<char> level;   // things along the axes of A
  FieldTracer fields;
  SceneHandle top;           // of meshes; empty without
  uint32_t meshes_seen = 0;  // bits of all meshes

  void put_fields(const Rays& rays, const FieldHits& found, Hits& hits) const;
  void sample_surface(size_t instance, uint32_t lanes, const Rays& rays, const Hits& hits,
             SurfaceSample& out) const;
  void add_meshes(const Rays& rays, int first, uint32_t seen, bool coherent, Hits& hits) const;
  MeshQuery meshes(uint32_t seen) const { return {top.get(), motions.data(), seen}; }
  MeshHit intersect(const Line& line, double near_m, double far_m, uint32_t seen) const;
  std::optional<Meeting> meet_mesh(const Line& line, const MeshHit& found) const;
  std::optional<Meeting> meet_around(const Line& line, double near_m, uint32_t seen,
                                     const MeshHit& found) const;
  Hit mesh_hit(const Line& line, double near_m, uint32_t seen, const MeshHit& found) const;
  Hit field_hit(const Line& line, double near_m, double far_m, uint32_t seen) const;
  Hit hit_of(const Line& line, int instance, const Meeting& meeting) const;
  Line in_shape(const Line& line, int instance) const;
};

void View::Impl::put_fields(const Rays& rays, const FieldHits& found, Hits& hits) const {
  put_level(rays, found, hits);
  if (!fields.any_turned()) return;
  for (int k = 0; k < kLanes; ++k) {
    if (found.field[k] < 0) continue;
    const auto& R = turns[static_cast<size_t>(found.field[k])];
    const float x = found.slope_x[k], y = found.slope_y[k];
    set_normal(rays, k, R[0] * x + R[1] * y - R[2], R[3] * x + R[4] * y - R[5],
               R[6] * x + R[7] * y - R[8], hits);
  }
}

// Meshes that lie before what was hit so far.
void View::Impl::add_meshes(const Rays& rays, int first, uint32_t seen, bool coherent,
                            Hits& hits) const {
  MeshHits found;
  std::copy_n(hits.range_m + first, kHalf, found.range_m + first);
  trace_meshes(meshes(seen), rays, first, coherent, found);
  for (int k = first; k < first + kHalf; ++k) {
    if (found.instance[k] == kNothing) continue;
    set_normal(rays, k, found.nx[k], found.ny[k], found.nz[k], hits);
    hits.range_m[k] = found.range_m[k];
    hits.instance[k] = found.instance[k];
    hits.primitive[k] = found.primitive[k];
  }
}

Line View::Impl::in_shape(const Line& line, int instance) const {
  const Placed& thing = things[static_cast<size_t>(instance)];
  const Mat3 to_shape = thing.R.transpose() / thing.scale;  // ranges stay those of the line
  return {to_shape * (line.origin - thing.translation_A), to_shape * line.direction};
}

MeshHit View::Impl::intersect(const Line& line, double near_m, double far_m, uint32_t seen) const {
  MeshHits found;
  trace_mesh_ray(meshes(seen), one_ray(line, near_m, far_m), found);
  if (found.instance[0] == kNothing) return {};
  return {found.instance[0],
          static_cast<size_t>(found.primitive[0]),
          found.range_m[0],
          {found.nx[0], found.ny[0], found.nz[0]}};
}

// The meeting in double precision with the triangle that was found in single precision.
std::optional<Meeting> View::Impl::meet_mesh(const Line& line, const MeshHit& found) const {
  const Placed& thing = things[static_cast<size_t>(found.instance)];
  const auto& mesh = std::get<geometry::TriangleMesh>(thing.shape.impl_->geometry);
  return meet(in_shape(line, found.instance),
              {mesh.corner(found.triangle, 0), mesh.corner(found.triangle, 1),
               mesh.corner(found.triangle, 2)});
}

// When the meeting lies beyond the edge of the triangle by the rounding of single precision, a
// neighbour holds it: rays beside this one find it.
std::optional<Meeting> View::Impl::meet_around(const Line& line, double near_m, uint32_t seen,
                                               const MeshHit& found) const {
  constexpr double kBeside = 2e-6;  // of the size of the coordinates
  const Vec3 a = line.direction.unitOrthogonal(), b = line.direction.cross(a);
  const double aside_m = kBeside * (1 + line.origin.norm() + found.range_m);
  std::optional<Meeting> nearest;
  for (const auto& [u, v] :
       {std::pair{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}) {
    const MeshHit beside =
        intersect({line.origin + aside_m * (u * a + v * b), line.direction}, near_m, kFar, seen);
    if (beside.instance != found.instance) continue;
    const std::optional<Meeting> next = meet_mesh(line, beside);
    if (next && next->inside && (!nearest || next->range_m < nearest->range_m)) nearest = next;
  }
  return nearest;
}

Hit View::Impl::hit_of(const Line& line, int instance, const Meeting& meeting) const {
  Hit hit;
  hit.instance = instance;
  hit.range_m = meeting.range_m;
  hit.normal_N = (things[static_cast<size_t>(instance)].R * meeting.normal).normalized();
  if (hit.normal_N.dot(line.direction) > 0) hit.normal_N = -hit.normal_N;
  return hit;
}

Hit View::Impl::mesh_hit(const Line& line, double near_m, uint32_t seen,
                         const MeshHit& found) const {
  std::optional<Meeting> meeting = meet_mesh(line, found);
  if (!meeting || !meeting->inside)
    if (const auto around = meet_around(line, near_m, seen, found)) meeting = around;
  if (meeting) return hit_of(line, found.instance, *meeting);
  Hit hit;
  hit.instance = found.instance;
  hit.range_m = found.range_m;
  hit.normal_N = found.normal.normalized();
  if (hit.normal_N.dot(line.direction) > 0) hit.normal_N = -hit.normal_N;
  return hit;
}

// The triangle is found in single precision, the meeting with it computed in double.
Hit View::Impl::field_hit(const Line& line, double near_m, double far_m, uint32_t seen) const {
  const Rays rays = one_ray(line, near_m, far_m);
  FieldHits found;
  fields.trace(rays, seen, RayBundle::kBeam, found);
  const int instance = found.field[0];
  if (instance < 0) return {};
  const auto& field =
      std::get<HeightField>(things[static_cast<size_t>(instance)].shape.impl_->geometry);
  const std::optional<Meeting> meeting = meet(in_shape(line, instance), field, found.range_m[0]);
  if (meeting) return hit_of(line, instance, *meeting);
  return hit_of(line, instance,
                {found.range_m[0], Vec3(found.slope_x[0], found.slope_y[0], -1), false});
}

View::View(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
View::~View() = default;

const Vec3& View::anchor_N() const {
  return impl_->anchor_N;
}
const Instance& View::instance(int index) const {
  return impl_->things[static_cast<size_t>(index)].instance;
}
int View::instances() const {
  return static_cast<int>(impl_->things.size());
}
ShapeBox View::box(int index) const {
  const Shape& shape = impl_->things[static_cast<size_t>(index)].shape;
  return shape.empty() ? ShapeBox() : ShapeBox{shape.impl_->low, shape.impl_->high};
}
double View::shutter_s() const {
  return impl_->shutter_s;
}

void View::trace(const Rays& rays, uint32_t seen, bool coherent, Hits& hits) const {
  if (!any_on(rays)) return nothing(hits);
  FieldHits found;
  impl_->fields.trace(rays, seen, coherent ? RayBundle::kBeam : RayBundle::kUnrelated, found);
  impl_->put_fields(rays, found, hits);
  if (!found.boxes_ahead) return;
  for (const int first : {0, kHalf}) impl_->add_meshes(rays, first, seen, coherent, hits);
}

void View::trace_beam(std::span<const Rays* const> tiles, uint32_t seen,
                      std::span<Hits* const> hits) const {
  static_assert(kMaxTiles == FieldTracer::kMaxTiles);
  FieldHits found[kMaxTiles];
  impl_->fields.trace_beam(tiles, seen, {found, tiles.size()});
  for (size_t tile = 0; tile < tiles.size(); ++tile) {
    impl_->put_fields(*tiles[tile], found[tile], *hits[tile]);
    if (!found[tile].boxes_ahead) continue;
    for (const int first : {0, kHalf})
      impl_->add_meshes(*tiles[tile], first, seen, true, *hits[tile]);
  }
}

Hit View::trace_one(const Vec3& origin_A, const Vec3& direction_N, double near_m, double far_m,
                    uint32_t seen) const {
  Hit nearest;
  nearest.range_m = std::numeric_limits<double>::infinity();
  if (!(near_m <= far_m)) return nearest;
  const Line line{origin_A, direction_N};
  if (seen & impl_->meshes_seen) {
    const MeshHit found = impl_->intersect(line, near_m, far_m, seen);
    if (found.instance != kNothing) nearest = impl_->mesh_hit(line, near_m, seen, found);
  }
  if (seen & impl_->fields.seen()) {
    const Hit ground = impl_->field_hit(line, near_m, far_m, seen);
    if (ground.found() && ground.range_m < nearest.range_m) nearest = ground;
  }
  return nearest;
}

namespace {

// Bits of the lanes that have hit an instance.
uint32_t lanes_of(const Hits& hits, int instance) {
  uint32_t bits = 0;
  for (int k = 0; k < kLanes; ++k) bits |= static_cast<uint32_t>(hits.instance[k] == instance) << k;
  return bits;
}

Eigen::Vector3f place_on(const Rays& rays, int k, float range_m) {
  return {rays.ox[k] + range_m * rays.dx[k], rays.oy[k] + range_m * rays.dy[k],
          rays.oz[k] + range_m * rays.dz[k]};
}

// Where a thing is at the time of each lane; neighbours mostly share it.
class PlaceThen {
 public:
  PlaceThen(const Placed& thing, bool moving, double shutter_s)
      : thing_(thing), moving_(moving), shutter_s_(shutter_s) {
    set({thing.R, thing.translation_A});
  }
  void at(float time) {
    if (!moving_ || time == time_) return;
    time_ = time;
    set(place_after(thing_, time * shutter_s_));
  }
  Eigen::Matrix3f R;
  Eigen::Vector3f translation_A;

 private:
  void set(const Place& place) {
    R = place.R.cast<float>(), translation_A = place.translation_A.cast<float>();
  }
  const Placed& thing_;
  bool moving_;
  double shutter_s_;
  float time_ = 0;
};

// Normal of a mesh at a place of it, in its own frame; texture coordinates into the lane.
Eigen::Vector3f sample_face(const Shape::Impl& shape, size_t face, const Eigen::Vector3f& q, int k,
                           SurfaceSample& out) {
  const SmoothFace& smooth = shape.smooth()[face];
  const Eigen::Vector3f fraction = corner_fractions(smooth, q);
  const auto& uvs = std::get<geometry::TriangleMesh>(shape.geometry).corner_uv;
  if (!uvs.empty()) {
    const std::array<float, 6>& uv = uvs[face];
    out.u[k] = fraction[0] * uv[0] + fraction[1] * uv[2] + fraction[2] * uv[4];
    out.v[k] = fraction[0] * uv[1] + fraction[1] * uv[3] + fraction[2] * uv[5];
  }
  return smooth_normal(smooth, fraction);
}

}  // namespace

void View::Impl::sample_surface(size_t instance, uint32_t lanes, const Rays& rays, const Hits& hits,
                       SurfaceSample& out) const {
  const Placed& thing = things[instance];
  const Shape::Impl& shape = *thing.shape.impl_;
  const auto* field = std::get_if<HeightField>(&shape.geometry);
  if (field && level[instance])
    return sample_level(*field, float_translation(thing), lanes, rays, hits, out);
  PlaceThen place(thing, moving[instance], shutter_s);
  const auto per_scale = static_cast<float>(1 / thing.scale);
  for (uint32_t left = lanes; left != 0; left &= left - 1) {
    const int k = std::countr_zero(left);
    place.at(rays.time[k]);
    const Eigen::Vector3f l =
        place.R.transpose() * (place_on(rays, k, hits.range_m[k]) - place.translation_A);
    out.lx[k] = l.x(), out.ly[k] = l.y(), out.lz[k] = l.z();
    const Eigen::Vector3f n =
        place.R *
        (field ? smooth_normal(*field, l.x(), l.y())
               : sample_face(shape, static_cast<size_t>(hits.primitive[k]), l * per_scale, k, out));
    const float length = n.norm();
    const float against = n.dot(Eigen::Vector3f(hits.nx[k], hits.ny[k], hits.nz[k]));
    const float scale = length > 0 ? (against < 0 ? -1 : 1) / length : 0;
    out.nx[k] = n.x() * scale, out.ny[k] = n.y() * scale, out.nz[k] = n.z() * scale;
  }
}

void View::sample_surface(const Rays& rays, const Hits& hits, SurfaceSample& out) const {
  for (float* numbers : {out.nx, out.ny, out.nz, out.lx, out.ly, out.lz, out.u, out.v})
    std::fill_n(numbers, kLanes, 0.0f);
  uint32_t left = ~lanes_of(hits, kNothing) & ((1u << kLanes) - 1);
  while (left != 0) {
    const int instance = hits.instance[std::countr_zero(left)];
    const uint32_t lanes = lanes_of(hits, instance);
    impl_->sample_surface(static_cast<size_t>(instance), lanes, rays, hits, out);
    left &= ~lanes;
  }
}

uint32_t View::occluded(const Rays& rays, uint32_t seen) const {
  if (!any_on(rays)) return 0;
  bool boxes_ahead = false;
  uint32_t bits = impl_->fields.occluded(rays, seen, boxes_ahead);
  if (!boxes_ahead) return bits;
  return bits | occluded_by_meshes(impl_->meshes(seen), rays, ~bits);
}

namespace {

constexpr double kStill_m = 1e-4;  // less than this during the shutter time is no motion

MeshPosition mesh_place(const Place& place, double scale) {
  MeshPosition to;
  for (int i = 0; i < 9; ++i) to.matrix[i] = static_cast<float>(scale * place.R(i / 3, i % 3));
  for (int i = 0; i < 3; ++i) to.translation[i] = static_cast<float>(place.translation_A(i));
  return to;
}

void set_transform(RTCGeometry instance, unsigned step, const MeshPosition& place) {
  std::array<float, 12> matrix;  // column after column
  for (int i = 0; i < 9; ++i) matrix[static_cast<size_t>(3 * (i % 3) + i / 3)] = place.matrix[i];
  std::copy_n(place.translation, 3, matrix.begin() + 9);
  rtcSetGeometryTransform(instance, step, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, matrix.data());
}

void attach(RTCDevice device, RTCScene top, unsigned id, const Placed& thing,
            const MeshMotion& motion) {
  const GeometryHandle instance(rtcNewGeometry(device, RTC_GEOMETRY_TYPE_INSTANCE));
  rtcSetGeometryInstancedScene(instance.get(), thing.shape.impl_->scene.get());
  if (motion.moving) rtcSetGeometryTimeStepCount(instance.get(), 2);
  set_transform(instance.get(), 0, motion.begin);
  if (motion.moving) set_transform(instance.get(), 1, motion.end);
  rtcSetGeometryMask(instance.get(), thing.instance.seen);
  rtcCommitGeometry(instance.get());
  rtcAttachGeometryByID(top, instance.get(), id);
}

// Half the size of the shape, from its origin.
double radius_of(const Placed& thing) {
  const Shape::Impl& shape = *thing.shape.impl_;
  return thing.scale * shape.low.cwiseAbs().cwiseMax(shape.high.cwiseAbs()).norm();
}

bool moves(const Placed& thing, double shutter_s) {
  if (!(shutter_s > 0) || thing.shape.empty()) return false;
  const Instance& i = thing.instance;
  const double arm = (thing.translation_A - i.origin_A).norm() + radius_of(thing);
  return (i.v_N.norm() + i.w_N.norm() * arm) * shutter_s > kStill_m;
}

struct Box {
  Vec3 low_A, high_A;
  uint32_t seen;
};

Box box_of(const Placed& thing, const Place& place) {
  const Shape::Impl& shape = *thing.shape.impl_;
  const Mat3 R = thing.scale * place.R;
  const Vec3 middle = place.translation_A + R * (0.5 * (shape.low + shape.high));
  const Vec3 half = R.cwiseAbs() * (0.5 * (shape.high - shape.low));
  return {middle - half, middle + half, thing.instance.seen};
}

// Of all the places it passes; between two of them corners move on straight lines.
Box box_of(const Placed& thing, bool moving, double shutter_s) {
  Box box = box_of(thing, {thing.R, thing.translation_A});
  if (!moving) return box;
  const Box last = box_of(thing, place_after(thing, shutter_s));
  return {box.low_A.cwiseMin(last.low_A), box.high_A.cwiseMax(last.high_A), box.seen};
}

// Neighbours into the same groups, by cuts across the longest side.
void bring_together(std::span<Box> boxes) {
  constexpr size_t kGroup = FieldTracer::kGroup;
  if (boxes.size() <= kGroup) return;
  Vec3 low = boxes[0].low_A, high = boxes[0].high_A;
  for (const Box& box : boxes) low = low.cwiseMin(box.low_A), high = high.cwiseMax(box.high_A);
  int axis = 0;
  (high - low).maxCoeff(&axis);
  const size_t first = (boxes.size() / kGroup + 1) / 2 * kGroup;
  std::nth_element(boxes.begin(), boxes.begin() + static_cast<ptrdiff_t>(first), boxes.end(),
                   [axis](const Box& a, const Box& b) {
                     return a.low_A[axis] + a.high_A[axis] < b.low_A[axis] + b.high_A[axis];
                   });
  bring_together(boxes.first(first));
  bring_together(boxes.subspan(first));
}

// Makes room for meshes when the first one comes.
void add_mesh(int index, const Placed& thing, bool moving, View::Impl& view) {
  const Shape::Impl& shape = *thing.shape.impl_;
  if (!view.top) {
    view.device = shape.device;
    view.top.reset(rtcNewScene(view.device->get()));
    // Low quality builds take twice as long.
    rtcSetSceneFlags(view.top.get(), RTC_SCENE_FLAG_DYNAMIC);
  }
  MeshMotion& motion = view.motions[static_cast<size_t>(index)];
  motion.moving = moving;
  motion.begin = mesh_place({thing.R, thing.translation_A}, thing.scale);
  if (moving) motion.end = mesh_place(place_after(thing, view.shutter_s), thing.scale);
  attach(view.device->get(), view.top.get(), static_cast<unsigned>(index), thing, motion);
  view.meshes_seen |= thing.instance.seen;
}

}  // namespace

std::shared_ptr<const View> make_view(const Vec3& anchor_N, std::span<const Placed> things,
                                      double shutter_s) {
  auto impl = std::make_unique<View::Impl>();
  impl->anchor_N = anchor_N;
  impl->shutter_s = shutter_s;
  impl->things.assign(things.begin(), things.end());
  impl->motions.resize(things.size());
  std::vector<Box> boxes;
  for (int i = 0; i < static_cast<int>(things.size()); ++i) {
    const Placed& thing = things[static_cast<size_t>(i)];
    HADAL_CHECK(thing.R.allFinite() && thing.translation_A.allFinite(),
                "thing " + std::to_string(i) + " of a view has no finite place");
    Instance& instance = impl->things[static_cast<size_t>(i)].instance;
    instance.R = thing.R;
    instance.scale = thing.scale;
    instance.translation_A = thing.translation_A;
    impl->turns.push_back(float_turn(thing.R));
    const bool moving = moves(thing, shutter_s);
    impl->moving.push_back(moving);
    impl->level.push_back(!moving && thing.R == Mat3::Identity());
    if (thing.shape.empty()) continue;
    if (const auto* field = std::get_if<HeightField>(&thing.shape.impl_->geometry))
      impl->fields.add(i, *field, thing.R, thing.translation_A, instance.seen);
    else
      add_mesh(i, thing, moving, *impl), boxes.push_back(box_of(thing, moving, shutter_s));
  }
  bring_together(boxes);
  for (const Box& box : boxes) impl->fields.add_box(box.low_A, box.high_A, box.seen);
  if (impl->top) {
    impl->device->check("placing things");
    impl->device->commit(impl->top.get());
  }
  return std::make_shared<const View>(std::move(impl));
}

}  // namespace hadal::raytrace
