#include "hadal/error.h"
#include "hadal/frame.h"
#include "world/frame.h"

namespace hadal {
namespace {

PlaneNumber number_of(PlaneType type) {
  return type == PlaneType::kUint8   ? PlaneNumber::kUint8
         : type == PlaneType::kInt32 ? PlaneNumber::kInt32
                                     : PlaneNumber::kFloat32;
}

template <class T>
std::span<const T> numbers_of(const PlaneView& plane, PlaneNumber wanted, const char* what) {
  if (plane.type != wanted)
    throw Error("plane '" + std::string(plane.name) + "' does not hold " + what);
  return {reinterpret_cast<const T*>(plane.data.data()), plane.data.size() / sizeof(T)};
}

PlaneView view_of(const Plane& plane) {
  return {plane.name, number_of(plane.type), plane.rows, plane.columns, plane.channels, plane.data};
}

}  // namespace

std::span<const float> PlaneView::floats() const {
  return numbers_of<float>(*this, PlaneNumber::kFloat32, "floats");
}
std::span<const int32_t> PlaneView::ints() const {
  return numbers_of<int32_t>(*this, PlaneNumber::kInt32, "ints");
}
std::span<const uint8_t> PlaneView::bytes() const {
  return numbers_of<uint8_t>(*this, PlaneNumber::kUint8, "bytes");
}

int64_t FrameView::number() const {
  return frame_->number;
}
std::array<double, 3> FrameView::position_m() const {
  const Vec3& p = frame_->X_NS.p;
  return {p.x(), p.y(), p.z()};
}
std::array<double, 4> FrameView::attitude() const {
  const Quat& q = frame_->X_NS.q;
  return {q.w(), q.x(), q.y(), q.z()};
}

int FrameView::plane_count() const {
  return static_cast<int>(frame_->planes.size());
}
PlaneView FrameView::plane(int index) const {
  return view_of(frame_->planes.at(static_cast<size_t>(index)));
}
PlaneView FrameView::plane(std::string_view name) const {
  if (const Plane* found = frame_->find(name)) return view_of(*found);
  std::string known;
  for (const Plane& plane : frame_->planes) known += (known.empty() ? "" : ", ") + plane.name;
  throw Error("no plane '" + std::string(name) + "', expected one of " + known);
}
bool FrameView::has_plane(std::string_view name) const {
  return frame_->find(name) != nullptr;
}

std::span<const float> FrameView::bearings_rad() const {
  return frame_->axes.bearings_rad;
}
std::span<const float> FrameView::elevations_rad() const {
  return frame_->axes.elevations_rad;
}
std::span<const float> FrameView::ranges_m() const {
  return frame_->axes.ranges_m;
}

std::optional<CameraCalibration> FrameView::calibration() const {
  if (!frame_->calibration) return std::nullopt;
  const Calibration& c = *frame_->calibration;
  return CameraCalibration{c.width_px, c.height_px, c.fx_px,      c.fy_px,     c.cx_px,
                           c.cy_px,    c.model,     c.distortion, c.baseline_m,
                           {c.X_OC.p.x(), c.X_OC.p.y(), c.X_OC.p.z()},
                           {c.X_OC.q.w(), c.X_OC.q.x(), c.X_OC.q.y(), c.X_OC.q.z()}};
}

FrameView FrameView::keep() const {
  FrameView kept = *this;
  if (!owner_) kept.owner_ = std::make_shared<const Frame>(*frame_);
  kept.frame_ = kept.owner_.get();
  return kept;
}

}  // namespace hadal
