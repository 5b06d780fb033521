#include "raytrace/view.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/check.h"
#include "raytrace/embree.h"

namespace hadal::raytrace {
namespace {

constexpr float kFar = std::numeric_limits<float>::infinity();
constexpr int kNoCurtain = std::numeric_limits<int>::max();

// What trace() needs of an instance.
struct Turn {
  std::array<float, 9> R;          // row after row
  int first_curtain = kNoCurtain;  // primitives from here on are curtains of a grid
};

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
// the line meets holds the meeting. Nothing when that is far off: the line comes from below and
// ended on a curtain.
std::optional<Meeting> meet(const Line& line, const GridNodes& nodes, double start_m) {
  constexpr int kSteps = 4;
  constexpr double kFarOff = 0.05;  // of a cell
  double range_m = start_m;
  std::optional<Meeting> found;
  for (int step = 0; step < kSteps; ++step) {
    const Vec3 at = line.origin + range_m * line.direction;
    const std::optional<Meeting> next = meet(line, nodes.triangle(at.x(), at.y()));
    if (!next || std::abs(next->range_m - start_m) > kFarOff * nodes.cell_m) break;
    found = next;
    if (next->inside) break;
    range_m = next->range_m;
  }
  return found;
}

struct Packet {
  alignas(64) int valid[kLanes];
  bool any = false;
};

Packet lanes_on(const Rays& rays) {
  Packet packet;
  for (int k = 0; k < kLanes; ++k) {
    packet.valid[k] = rays.near_m[k] <= rays.far_m[k] ? -1 : 0;
    packet.any |= packet.valid[k] != 0;
  }
  return packet;
}

void load(const Rays& rays, uint32_t seen, RTCRay16& to) {
  for (int k = 0; k < kLanes; ++k) {
    to.org_x[k] = rays.ox[k], to.org_y[k] = rays.oy[k], to.org_z[k] = rays.oz[k];
    to.dir_x[k] = rays.dx[k], to.dir_y[k] = rays.dy[k], to.dir_z[k] = rays.dz[k];
    to.tnear[k] = rays.near_m[k], to.tfar[k] = rays.far_m[k];
    to.time[k] = 0;
    to.mask[k] = seen;
    to.id[k] = static_cast<unsigned>(k);
    to.flags[k] = 0;
  }
}

void nothing(Hits& hits) {
  std::fill_n(hits.range_m, kLanes, kFar);
  for (float* n : {hits.nx, hits.ny, hits.nz}) std::fill_n(n, kLanes, 0.0f);
  std::fill_n(hits.instance, kLanes, kNothing);
  std::fill_n(hits.primitive, kLanes, kNothing);
}

// Turns the normals from the frames of the shapes into N and against the rays. Lanes without a hit
// hold anything, even NaN: they are selected away, not multiplied by zero. A face too small for
// single precision looks straight at the ray. Returns whether any ray ended on a curtain.
bool turn_normals(const Rays& rays, const RTCHit16& hit, std::span<const Turn> turns, Hits& hits) {
  alignas(64) float r[9][kLanes];
  bool curtain = false;
  for (int k = 0; k < kLanes; ++k) {
    const Turn& turn = turns[static_cast<size_t>(std::max(hits.instance[k], 0))];
    for (int e = 0; e < 9; ++e) r[e][k] = turn.R[e];
    curtain |= hits.primitive[k] >= turn.first_curtain;
  }
  for (int k = 0; k < kLanes; ++k) {
    const float x = r[0][k] * hit.Ng_x[k] + r[1][k] * hit.Ng_y[k] + r[2][k] * hit.Ng_z[k];
    const float y = r[3][k] * hit.Ng_x[k] + r[4][k] * hit.Ng_y[k] + r[5][k] * hit.Ng_z[k];
    const float z = r[6][k] * hit.Ng_x[k] + r[7][k] * hit.Ng_y[k] + r[8][k] * hit.Ng_z[k];
    const float along = x * rays.dx[k] + y * rays.dy[k] + z * rays.dz[k];
    const float length = std::sqrt(x * x + y * y + z * z);
    const float scale = (along > 0 ? -1.0f : 1.0f) / length;
    const bool found = hits.instance[k] >= 0, sound = length > 0;
    hits.nx[k] = found ? (sound ? x * scale : -rays.dx[k]) : 0.0f;
    hits.ny[k] = found ? (sound ? y * scale : -rays.dy[k]) : 0.0f;
    hits.nz[k] = found ? (sound ? z * scale : -rays.dz[k]) : 0.0f;
  }
  return curtain;
}

RTCRayHit ray_hit(const Vec3& origin_A, const Vec3& direction_N, double near_m, double far_m,
                  uint32_t seen) {
  RTCRayHit q{};
  q.ray.org_x = static_cast<float>(origin_A.x());
  q.ray.org_y = static_cast<float>(origin_A.y());
  q.ray.org_z = static_cast<float>(origin_A.z());
  q.ray.dir_x = static_cast<float>(direction_N.x());
  q.ray.dir_y = static_cast<float>(direction_N.y());
  q.ray.dir_z = static_cast<float>(direction_N.z());
  q.ray.tnear = static_cast<float>(near_m);
  q.ray.tfar = static_cast<float>(far_m);
  q.ray.mask = seen;
  q.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  q.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
  return q;
}

}  // namespace

struct View::Impl {
  std::shared_ptr<const Device> device;  // before what is made with it
  Vec3 anchor_N = Vec3::Zero();
  std::vector<Placed> things;
  std::vector<Turn> turns;  // of things, at least one
  SceneHandle top;

  RTCRayHit intersect(const Line& line, double near_m, double far_m, uint32_t seen) const;
  std::optional<Meeting> meet_exactly(const Line& line, const RTCRayHit& found) const;
  std::optional<Meeting> meet_around(const Line& line, const RTCRayHit& found) const;
  Hit hit_of(const Line& line, const RTCRayHit& found) const;
  void leave_curtains(const Rays& rays, Hits& hits) const;
};

RTCRayHit View::Impl::intersect(const Line& line, double near_m, double far_m,
                                uint32_t seen) const {
  RTCRayHit q = ray_hit(line.origin, line.direction, near_m, far_m, seen);
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  rtcIntersect1(top.get(), &context, &q);
  return q;
}

// The meeting in double precision with the triangle that was found in single precision.
std::optional<Meeting> View::Impl::meet_exactly(const Line& line, const RTCRayHit& found) const {
  const Placed& thing = things[found.hit.instID[0]];
  const Mat3 to_shape = thing.R.transpose();
  const Line local{to_shape * (line.origin - thing.translation_A), to_shape * line.direction};
  const auto& geometry = thing.shape.impl_->geometry;
  if (const auto* nodes = std::get_if<GridNodes>(&geometry))
    return meet(local, *nodes, found.ray.tfar);
  const auto& mesh = std::get<geometry::TriangleMesh>(geometry);
  const size_t triangle = found.hit.primID;
  return meet(local,
              {mesh.corner(triangle, 0), mesh.corner(triangle, 1), mesh.corner(triangle, 2)});
}

// When the meeting lies beyond the edge of the triangle by the rounding of single precision, a
// neighbour holds it: rays beside this one find it.
std::optional<Meeting> View::Impl::meet_around(const Line& line, const RTCRayHit& found) const {
  constexpr double kBeside = 2e-6;  // of the size of the coordinates
  const Vec3 a = line.direction.unitOrthogonal(), b = line.direction.cross(a);
  const double aside_m = kBeside * (1 + line.origin.norm() + found.ray.tfar);
  std::optional<Meeting> nearest;
  for (const auto& [u, v] :
       {std::pair{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}) {
    const RTCRayHit beside = intersect({line.origin + aside_m * (u * a + v * b), line.direction},
                                       found.ray.tnear, kFar, found.ray.mask);
    if (beside.hit.instID[0] != found.hit.instID[0]) continue;
    const std::optional<Meeting> next = meet_exactly(line, beside);
    if (next && next->inside && (!nearest || next->range_m < nearest->range_m)) nearest = next;
  }
  return nearest;
}

Hit View::Impl::hit_of(const Line& line, const RTCRayHit& found) const {
  std::optional<Meeting> meeting = meet_exactly(line, found);
  if (!meeting || !meeting->inside)
    if (const std::optional<Meeting> around = meet_around(line, found)) meeting = around;
  if (!meeting)
    meeting = Meeting{found.ray.tfar, {found.hit.Ng_x, found.hit.Ng_y, found.hit.Ng_z}, false};
  Hit hit;
  hit.instance = static_cast<int>(found.hit.instID[0]);
  hit.range_m = meeting->range_m;
  hit.normal_N = (things[found.hit.instID[0]].R * meeting->normal).normalized();
  if (hit.normal_N.dot(line.direction) > 0) hit.normal_N = -hit.normal_N;
  return hit;
}

// Takes rays that ended on a curtain back to the surface beside it.
void View::Impl::leave_curtains(const Rays& rays, Hits& hits) const {
  for (int k = 0; k < kLanes; ++k) {
    if (hits.instance[k] < 0 || hits.primitive[k] < turns[hits.instance[k]].first_curtain) continue;
    const Line line{{rays.ox[k], rays.oy[k], rays.oz[k]}, {rays.dx[k], rays.dy[k], rays.dz[k]}};
    RTCRayHit found{};
    found.ray.tfar = hits.range_m[k];
    found.hit.instID[0] = static_cast<unsigned>(hits.instance[k]);
    const std::optional<Meeting> meeting = meet_exactly(line, found);
    if (!meeting) continue;
    Vec3 normal_N = (things[hits.instance[k]].R * meeting->normal).normalized();
    if (normal_N.dot(line.direction) > 0) normal_N = -normal_N;
    hits.range_m[k] = static_cast<float>(meeting->range_m);
    hits.nx[k] = static_cast<float>(normal_N.x());
    hits.ny[k] = static_cast<float>(normal_N.y());
    hits.nz[k] = static_cast<float>(normal_N.z());
    hits.primitive[k] = 0;
  }
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

void View::trace(const Rays& rays, uint32_t seen, bool coherent, Hits& hits) const {
  const Packet packet = lanes_on(rays);
  if (!packet.any) return nothing(hits);
  RTCRayHit16 q;
  load(rays, seen, q.ray);
  std::fill_n(q.hit.geomID, kLanes, RTC_INVALID_GEOMETRY_ID);
  std::fill_n(q.hit.instID[0], kLanes, RTC_INVALID_GEOMETRY_ID);
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  if (coherent) context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
  rtcIntersect16(packet.valid, impl_->top.get(), &context, &q);
  for (int k = 0; k < kLanes; ++k) {
    const bool found = q.hit.geomID[k] != RTC_INVALID_GEOMETRY_ID;
    hits.range_m[k] = found ? q.ray.tfar[k] : kFar;
    hits.instance[k] = found ? static_cast<int32_t>(q.hit.instID[0][k]) : kNothing;
    hits.primitive[k] = found ? static_cast<int32_t>(q.hit.primID[k]) : kNothing;
  }
  if (turn_normals(rays, q.hit, impl_->turns, hits)) impl_->leave_curtains(rays, hits);
}

Hit View::trace_one(const Vec3& origin_A, const Vec3& direction_N, double near_m, double far_m,
                    uint32_t seen) const {
  Hit hit;
  hit.range_m = std::numeric_limits<double>::infinity();
  if (!(near_m <= far_m)) return hit;
  const Line line{origin_A, direction_N};
  const RTCRayHit found = impl_->intersect(line, near_m, far_m, seen);
  if (found.hit.geomID == RTC_INVALID_GEOMETRY_ID) return hit;
  return impl_->hit_of(line, found);
}

uint32_t View::occluded(const Rays& rays, uint32_t seen) const {
  const Packet packet = lanes_on(rays);
  if (!packet.any) return 0;
  RTCRay16 q;
  load(rays, seen, q);
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  rtcOccluded16(packet.valid, impl_->top.get(), &context, &q);
  uint32_t bits = 0;
  for (int k = 0; k < kLanes; ++k)
    if (packet.valid[k] && q.tfar[k] < 0) bits |= 1u << k;
  return bits;
}

namespace {

void attach(RTCDevice device, RTCScene top, unsigned id, const Placed& thing) {
  const GeometryHandle instance(rtcNewGeometry(device, RTC_GEOMETRY_TYPE_INSTANCE));
  rtcSetGeometryInstancedScene(instance.get(), thing.shape.impl_->scene.get());
  std::array<float, 12> matrix;  // column after column
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r) matrix[3 * c + r] = static_cast<float>(thing.R(r, c));
  for (int r = 0; r < 3; ++r) matrix[9 + r] = static_cast<float>(thing.translation_A(r));
  rtcSetGeometryTransform(instance.get(), 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, matrix.data());
  rtcSetGeometryMask(instance.get(), thing.instance.seen);
  rtcCommitGeometry(instance.get());
  rtcAttachGeometryByID(top, instance.get(), id);
}

Turn turn_of(const Placed& thing) {
  Turn turn;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) turn.R[3 * r + c] = static_cast<float>(thing.R(r, c));
  const bool grid =
      !thing.shape.empty() && std::holds_alternative<GridNodes>(thing.shape.impl_->geometry);
  turn.first_curtain = grid ? 1 : kNoCurtain;
  return turn;
}

}  // namespace

std::shared_ptr<const View> make_view(std::shared_ptr<const Device> device, const Vec3& anchor_N,
                                      std::span<const Placed> things) {
  auto impl = std::make_unique<View::Impl>();
  impl->anchor_N = anchor_N;
  impl->things.assign(things.begin(), things.end());
  impl->top.reset(rtcNewScene(device->get()));
  rtcSetSceneFlags(impl->top.get(),
                   RTC_SCENE_FLAG_DYNAMIC);  // low quality builds take twice as long
  for (size_t i = 0; i < things.size(); ++i) {
    HADAL_CHECK(things[i].R.allFinite() && things[i].translation_A.allFinite(),
                "thing " + std::to_string(i) + " of a view has no finite place");
    impl->things[i].instance.R = things[i].R;
    impl->things[i].instance.translation_A = things[i].translation_A;
    impl->turns.push_back(turn_of(things[i]));
    if (!things[i].shape.empty())
      attach(device->get(), impl->top.get(), static_cast<unsigned>(i), things[i]);
  }
  if (impl->turns.empty()) impl->turns.emplace_back();
  device->check("placing things");
  device->commit(impl->top.get());
  impl->device = std::move(device);
  return std::make_shared<const View>(std::move(impl));
}

}  // namespace hadal::raytrace
