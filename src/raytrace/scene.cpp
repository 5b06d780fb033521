#include "raytrace/scene.h"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "base/check.h"
#include "base/problem.h"
#include "raytrace/embree.h"
#include "raytrace/smooth.h"

namespace hadal::raytrace {
namespace {

constexpr int kLargestGrid = 1 << 14;  // nodes along a side: triangles have 32-bit numbers

// Room for count elements of `floats` floats. Embree reads whole registers and pads itself.
template <class T>
T* new_buffer(RTCGeometry geometry, RTCBufferType type, RTCFormat format, size_t count,
              size_t element_bytes = sizeof(T)) {
  return static_cast<T*>(rtcSetNewGeometryBuffer(geometry, type, 0, format, element_bytes, count));
}

using Float3 = std::array<float, 3>;

Float3 rounded(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

// Why a mesh cannot be built, or nothing.
std::string fault_of(const geometry::TriangleMesh& mesh) {
  for (size_t i = 0; i < mesh.vertices.size(); ++i)
    if (const Float3 v = rounded(mesh.vertices[i]);
        !std::isfinite(v[0]) || !std::isfinite(v[1]) || !std::isfinite(v[2]))
      return "vertex " + std::to_string(i) + " is not finite in single precision";
  for (size_t t = 0; t < mesh.triangles.size(); ++t)
    for (const uint32_t corner : mesh.triangles[t])
      if (corner >= mesh.vertices.size())
        return "triangle " + std::to_string(t) + " names vertex " + std::to_string(corner) +
               " of " + std::to_string(mesh.vertices.size());
  return {};
}

void refuse(const std::string& fault, const char* what) {
  if (fault.empty()) return;
  Problems problems;
  problems.add(std::string(what) + " for rays: " + fault + "; check it with `hadal mesh`");
  throw InvalidInput(std::move(problems));
}

Shape finish(std::shared_ptr<Shape::Impl> shape, const GeometryHandle& geometry) {
  const Device& device = *shape->device;
  device.check("laying out a shape");
  rtcCommitGeometry(geometry.get());
  shape->scene.reset(rtcNewScene(device.get()));
  // Without it one ray in twenty that is aimed at an edge slips through; it costs a twentieth of
  // the speed.
  rtcSetSceneFlags(shape->scene.get(), RTC_SCENE_FLAG_ROBUST);
  rtcAttachGeometryByID(shape->scene.get(), geometry.get(), 0);
  shape->bytes += device.commit(shape->scene.get());
  return {std::move(shape)};
}

}  // namespace

const std::vector<SmoothFace>& Shape::Impl::smooth() const {
  std::call_once(once,
                 [this] { faces = smooth_faces(std::get<geometry::TriangleMesh>(geometry)); });
  return faces;
}

size_t Shape::bytes() const {
  return impl_ ? impl_->bytes : 0;
}

struct Scene::Impl {
  std::once_flag once;
  std::shared_ptr<const Device> device;  // once a mesh needs it

  const std::shared_ptr<const Device>& started() {
    std::call_once(once, [this] { device = std::make_shared<Device>(); });
    return device;
  }
};

Scene::Scene() : impl_(std::make_unique<Impl>()) {}
Scene::~Scene() = default;
Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(Scene&&) noexcept = default;

std::string Scene::note() const {
  return impl_->started()->note();
}

Shape Scene::triangles(const geometry::TriangleMesh& mesh) const {
  if (mesh.empty()) return {};
  refuse(fault_of(mesh), "mesh");
  HADAL_CHECK(mesh.corner_uv.empty() || mesh.corner_uv.size() == mesh.triangles.size());
  auto shape = std::make_shared<Shape::Impl>();
  shape->device = impl_->started();
  const Device& device = *shape->device;
  shape->geometry = mesh;
  shape->low = shape->high = mesh.vertices[0];
  for (const Vec3& v : mesh.vertices)
    shape->low = shape->low.cwiseMin(v), shape->high = shape->high.cwiseMax(v);
  const GeometryHandle geometry(rtcNewGeometry(device.get(), RTC_GEOMETRY_TYPE_TRIANGLE));
  auto* vertices = new_buffer<Float3>(geometry.get(), RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3,
                                      mesh.vertices.size());
  auto* triangles = new_buffer<std::array<uint32_t, 3>>(geometry.get(), RTC_BUFFER_TYPE_INDEX,
                                                        RTC_FORMAT_UINT3, mesh.triangles.size());
  device.check("making room for triangles");
  std::transform(mesh.vertices.begin(), mesh.vertices.end(), vertices, rounded);
  std::copy(mesh.triangles.begin(), mesh.triangles.end(), triangles);
  shape->bytes = mesh.vertices.size() * (sizeof(Vec3) + sizeof(Float3)) +
                 2 * mesh.triangles.size() * sizeof(mesh.triangles[0]);
  return finish(std::move(shape), geometry);
}

Shape Scene::grid(int rows, int columns, double cell_m, std::span<const float> z) const {
  HADAL_CHECK(rows >= 2 && columns >= 2 && rows <= kLargestGrid && columns <= kLargestGrid);
  HADAL_CHECK(cell_m > 0 && z.size() == static_cast<size_t>(rows) * columns);
  for (size_t i = 0; i < z.size(); ++i)
    if (!std::isfinite(z[i])) refuse("node " + std::to_string(i) + " is not finite", "grid");
  auto shape = std::make_shared<Shape::Impl>();
  shape->bytes = shape->geometry.emplace<HeightField>(rows, columns, cell_m, z).bytes();
  return {std::move(shape)};
}

std::shared_ptr<const View> Scene::view(const Vec3& anchor_N, std::span<const Placed> things,
                                        double shutter_s) const {
  return make_view(anchor_N, things, shutter_s);
}

}  // namespace hadal::raytrace
