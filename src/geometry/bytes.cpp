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
  put(static_cast<uint64_t>(mesh.corner_uv.size()));
  put_raw(mesh.corner_uv.data(), mesh.corner_uv.size() * sizeof(mesh.corner_uv[0]));
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
  const auto with_uv = number<uint64_t>();
  if (!with_uv || (*with_uv != 0 && *with_uv != *triangles) ||
      *with_uv > rest_.size() / sizeof(mesh.corner_uv[0]))
    return std::nullopt;
  mesh.corner_uv.resize(*with_uv);
  take(mesh.corner_uv.data(), *with_uv * sizeof(mesh.corner_uv[0]));
  return mesh;
}

}  // namespace hadal::geometry
