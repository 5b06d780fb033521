#include "raytrace/scene.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/problem.h"
#include "raytrace/embree.h"

namespace hadal::raytrace {
namespace {

constexpr int kLargestGrid = std::numeric_limits<uint16_t>::max() / 2;  // Embree's limit

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

// The vertices of a grid, each row from its last column to its first: Embree cuts every cell along
// the other diagonal than geometry/height_window.h, and a mirrored order undoes it. Below each
// border follows a curtain of two rows, which leans out a little, so that it closes a gap for
// vertical rays too.
class GridVertices {
 public:
  GridVertices(const GridNodes& nodes, double curtain_m) : nodes_(nodes), curtain_m_(curtain_m) {
    for (int i = 0; i < nodes.rows; ++i)
      for (int j = nodes.columns - 1; j >= 0; --j) add(i, j);
    grids_.push_back(block(0, nodes.columns, nodes.rows));
    if (curtain_m <= 0) return;
    const int north = nodes.rows - 1, east = nodes.columns - 1;
    curtain(nodes.columns, {-1, 0}, [](int k) { return std::array{0, k}; });
    curtain(nodes.columns, {1, 0}, [north](int k) { return std::array{north, k}; });
    curtain(nodes.rows, {0, -1}, [](int k) { return std::array{k, 0}; });
    curtain(nodes.rows, {0, 1}, [east](int k) { return std::array{k, east}; });
  }
  const std::vector<Float3>& vertices() const { return vertices_; }
  const std::vector<RTCGrid>& grids() const { return grids_; }

 private:
  void add(int i, int j, const Vec3& offset = Vec3::Zero()) {
    const float z = nodes_.z[static_cast<size_t>(i) * nodes_.columns + j];
    vertices_.push_back(rounded(Vec3(i * nodes_.cell_m, j * nodes_.cell_m, z) + offset));
  }
  static RTCGrid block(size_t first, int width, int height) {
    return {static_cast<unsigned>(first), static_cast<unsigned>(width),
            static_cast<uint16_t>(width), static_cast<uint16_t>(height)};
  }
  template <class NodeOf>
  void curtain(int count, std::array<int, 2> outward, const NodeOf& node_of) {
    constexpr double kLean = 0.005;  // terrain this steep does not exist on a lattice
    const Vec3 hem = curtain_m_ * Vec3(kLean * outward[0], kLean * outward[1], 1);
    grids_.push_back(block(vertices_.size(), count, 2));
    for (const Vec3& offset : {Vec3(Vec3::Zero()), hem})
      for (int k = 0; k < count; ++k) add(node_of(k)[0], node_of(k)[1], offset);
  }

  const GridNodes& nodes_;
  double curtain_m_;
  std::vector<Float3> vertices_;
  std::vector<RTCGrid> grids_;
};

}  // namespace

Corners GridNodes::triangle(double x, double y) const {
  const double u = x / cell_m, v = y / cell_m;
  const int i = static_cast<int>(std::clamp(std::floor(u), 0.0, rows - 2.0));
  const int j = static_cast<int>(std::clamp(std::floor(v), 0.0, columns - 2.0));
  const auto node = [&](int k, int l) {
    return Vec3(k * cell_m, l * cell_m, z[static_cast<size_t>(k) * columns + l]);
  };
  const Vec3 third = u - i > v - j ? node(i + 1, j) : node(i, j + 1);
  return {node(i, j), node(i + 1, j + 1), third};
}

size_t Shape::bytes() const {
  return impl_ ? impl_->bytes : 0;
}

struct Scene::Impl {
  std::shared_ptr<const Device> device = std::make_shared<Device>();
};

Scene::Scene() : impl_(std::make_unique<Impl>()) {}
Scene::~Scene() = default;
Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(Scene&&) noexcept = default;

const std::string& Scene::note() const {
  return impl_->device->note();
}

Shape Scene::triangles(const geometry::TriangleMesh& mesh) const {
  if (mesh.empty()) return {};
  refuse(fault_of(mesh), "mesh");
  auto shape = std::make_shared<Shape::Impl>();
  shape->device = impl_->device;
  shape->geometry = mesh;
  const GeometryHandle geometry(rtcNewGeometry(impl_->device->get(), RTC_GEOMETRY_TYPE_TRIANGLE));
  auto* vertices = new_buffer<Float3>(geometry.get(), RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3,
                                      mesh.vertices.size());
  auto* triangles = new_buffer<std::array<uint32_t, 3>>(geometry.get(), RTC_BUFFER_TYPE_INDEX,
                                                        RTC_FORMAT_UINT3, mesh.triangles.size());
  impl_->device->check("making room for triangles");
  std::transform(mesh.vertices.begin(), mesh.vertices.end(), vertices, rounded);
  std::copy(mesh.triangles.begin(), mesh.triangles.end(), triangles);
  shape->bytes = mesh.vertices.size() * (sizeof(Vec3) + sizeof(Float3)) +
                 2 * mesh.triangles.size() * sizeof(mesh.triangles[0]);
  return finish(std::move(shape), geometry);
}

Shape Scene::grid(int rows, int columns, double cell_m, std::span<const float> z,
                  double curtain_m) const {
  HADAL_CHECK(rows >= 2 && columns >= 2 && rows <= kLargestGrid && columns <= kLargestGrid);
  HADAL_CHECK(cell_m > 0 && z.size() == static_cast<size_t>(rows) * columns);
  for (size_t i = 0; i < z.size(); ++i)
    if (!std::isfinite(z[i])) refuse("node " + std::to_string(i) + " is not finite", "grid");
  auto shape = std::make_shared<Shape::Impl>();
  shape->device = impl_->device;
  const GridNodes& nodes =
      shape->geometry.emplace<GridNodes>(GridNodes{rows, columns, cell_m, {z.begin(), z.end()}});
  const GridVertices laid_out(nodes, curtain_m);
  const GeometryHandle geometry(rtcNewGeometry(impl_->device->get(), RTC_GEOMETRY_TYPE_GRID));
  auto* vertices = new_buffer<Float3>(geometry.get(), RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3,
                                      laid_out.vertices().size());
  auto* grids = new_buffer<RTCGrid>(geometry.get(), RTC_BUFFER_TYPE_GRID, RTC_FORMAT_GRID,
                                    laid_out.grids().size());
  impl_->device->check("making room for a grid");
  std::copy(laid_out.vertices().begin(), laid_out.vertices().end(), vertices);
  std::copy(laid_out.grids().begin(), laid_out.grids().end(), grids);
  shape->bytes = z.size_bytes() + laid_out.vertices().size() * sizeof(Float3);
  return finish(std::move(shape), geometry);
}

std::shared_ptr<const View> Scene::view(const Vec3& anchor_N,
                                        std::span<const Placed> things) const {
  return make_view(impl_->device, anchor_N, things);
}

}  // namespace hadal::raytrace
