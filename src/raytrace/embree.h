// What the sources of this folder share about Embree 3, and nobody else sees.
//
// Known defect of Embree 3.13.5: rtcOccluded16 with the COHERENT flag may never return on a scene
// with instances (seen on a CPU with AVX-512). Only rtcIntersect8 gets the flag.
#pragma once
#include <embree3/rtcore.h>

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "geometry/triangle_mesh.h"
#include "raytrace/height_field.h"
#include "raytrace/scene.h"
#include "raytrace/smooth.h"

namespace hadal::raytrace {

struct ReleaseDevice {
  void operator()(RTCDevice device) const { rtcReleaseDevice(device); }
};
struct ReleaseScene {
  void operator()(RTCScene scene) const { rtcReleaseScene(scene); }
};
struct ReleaseGeometry {
  void operator()(RTCGeometry geometry) const { rtcReleaseGeometry(geometry); }
};
using DeviceHandle = std::unique_ptr<std::remove_pointer_t<RTCDevice>, ReleaseDevice>;
using SceneHandle = std::unique_ptr<std::remove_pointer_t<RTCScene>, ReleaseScene>;
using GeometryHandle = std::unique_ptr<std::remove_pointer_t<RTCGeometry>, ReleaseGeometry>;

// Embree's device; it lives as long as anything made with it.
class Device {
 public:
  Device();
  RTCDevice get() const { return device_.get(); }
  // Builds the trees of a scene in this thread. The bytes that Embree took for it.
  size_t commit(RTCScene scene) const;
  void check(const char* doing) const;  // throws what Embree complained about

 private:
  DeviceHandle device_;
};

struct Shape::Impl {
  std::shared_ptr<const Device> device;
  SceneHandle scene;                          // of triangles
  std::vector<std::array<float, 9>> corners;  // of triangles, what mesh_tracer.h decides with
  std::variant<geometry::TriangleMesh, HeightField> geometry;
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();  // box of triangles
  size_t bytes = 0;

  // Triangles ready for shading, made when first asked for; any thread.
  const std::vector<SmoothFace>& smooth() const;
  mutable std::once_flag once;
  mutable std::vector<SmoothFace> faces;
};

std::shared_ptr<const View> make_view(const Vec3& anchor_N, std::span<const Placed> things,
                                      double shutter_s);

}  // namespace hadal::raytrace
