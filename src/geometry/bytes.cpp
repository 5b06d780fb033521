#include "geometry/bytes.h"

namespace hadal::geometry {

static_assert(sizeof(Vec3) == 3 * sizeof(double));

void ByteWriter::put_raw(const void* data, size_t size) {
  const auto* first = static_cast<const std::byte*>(data);
  bytes.insert(bytes.end(), first, first + size);
}

void ByteWriter::put(const TriangleMesh& mesh) {
  put(static_cast<uint64_t>(mesh.vertices.size()));
  put(static_cast<uint64_t>(mesh.triangles.size()));
  put_raw(mesh.vertices.data(), mesh.vertices.size() * sizeof(Vec3));
  put_raw(mesh.triangles.data(), mesh.triangles.size() * sizeof(mesh.triangles[0]));
}

bool ByteReader::take(void* target, size_t size) {
  if (size > rest_.size()) {
    rest_ = {};
    return false;
  }
  if (size > 0) std::memcpy(target, rest_.data(), size);
  rest_ = rest_.subspan(size);
  return true;
}

std::optional<std::string> ByteReader::text() {
  const auto size = number<uint64_t>();
  if (!size || *size > rest_.size()) return std::nullopt;
  std::string text(*size, '\0');
  take(text.data(), text.size());
  return text;
}

std::optional<TriangleMesh> ByteReader::mesh() {
  const auto vertices = number<uint64_t>(), triangles = number<uint64_t>();
  TriangleMesh mesh;
  if (!vertices || !triangles || *vertices > rest_.size() / sizeof(Vec3) ||
      *triangles > (rest_.size() - *vertices * sizeof(Vec3)) / sizeof(mesh.triangles[0]))
    return std::nullopt;
  mesh.vertices.resize(*vertices);
  mesh.triangles.resize(*triangles);
  take(mesh.vertices.data(), *vertices * sizeof(Vec3));
  take(mesh.triangles.data(), *triangles * sizeof(mesh.triangles[0]));
  for (const auto& triangle : mesh.triangles)
    for (uint32_t vertex : triangle)
      if (vertex >= mesh.vertices.size()) return std::nullopt;
  return mesh;
}

}  // namespace hadal::geometry
