#include "world/frame.h"

#include <utility>

#include "base/check.h"
#include "base/hash.h"

namespace hadal::inline world {
namespace {

size_t size_of(PlaneType type) {
  return type == PlaneType::kUint8 ? 1 : 4;
}

template <class T, class Byte>
std::span<T> as(PlaneType wanted, PlaneType type, Byte* data, size_t count) {
  HADAL_CHECK(type == wanted);
  return {reinterpret_cast<T*>(data), count};
}

}  // namespace

Plane::Plane(std::string n, PlaneType t, int r, int c, int k)
    : name(std::move(n)), type(t), rows(r), columns(c), channels(k), data(count() * size_of(t)) {}

std::span<float> Plane::floats() {
  return as<float>(PlaneType::kFloat32, type, data.data(), count());
}
std::span<const float> Plane::floats() const {
  return as<const float>(PlaneType::kFloat32, type, data.data(), count());
}
std::span<int32_t> Plane::ints() {
  return as<int32_t>(PlaneType::kInt32, type, data.data(), count());
}
std::span<const int32_t> Plane::ints() const {
  return as<const int32_t>(PlaneType::kInt32, type, data.data(), count());
}
std::span<uint8_t> Plane::bytes() {
  return as<uint8_t>(PlaneType::kUint8, type, data.data(), count());
}
std::span<const uint8_t> Plane::bytes() const {
  return as<const uint8_t>(PlaneType::kUint8, type, data.data(), count());
}

const Plane* Frame::find(std::string_view name) const {
  for (const Plane& plane : planes)
    if (plane.name == name) return &plane;
  return nullptr;
}

const Plane& Frame::plane(std::string_view name) const {
  const Plane* found = find(name);
  HADAL_CHECK(found != nullptr);
  return *found;
}

Plane& Frame::plane(std::string_view name) {
  return const_cast<Plane&>(std::as_const(*this).plane(name));
}

uint64_t Frame::hash() const {
  Hasher hasher;
  for (const Plane& plane : planes) {
    hasher.add_text(plane.name);
    hasher.add_bytes(plane.data.data(), plane.data.size());
  }
  return hasher.value();
}

}  // namespace hadal::world
