#include "raytrace/scene.h"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "base/check.h"
#include "base/problem.h"
#include "math/portable/shared_libraries.h"
#include "raytrace/embree.h"
#include "raytrace/mesh_tracer.h"
#include "raytrace/smooth.h"

namespace hadal::raytrace {
namespace {

constexpr int kLargestGrid = 1 << 14;  // nodes along a side: triangles have 32-bit numbers

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
  return portable::processor_note();
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
  shape->corners.reserve(mesh.triangles.size());
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Float3 a = rounded(mesh.corner(t, 0)), b = rounded(mesh.corner(t, 1)),
                 c = rounded(mesh.corner(t, 2));
    shape->corners.push_back({a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]});
  }
  const GeometryHandle geometry = user_geometry(device.get(), shape->corners);
  device.check("making room for triangles");
  shape->bytes = mesh.vertices.size() * sizeof(Vec3) +
                 mesh.triangles.size() * (sizeof(mesh.triangles[0]) + sizeof(MeshCorners));
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
