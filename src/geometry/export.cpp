#include "geometry/export.h"

#include <charconv>
#include <fstream>
#include <string>

#include "geometry/bytes.h"

namespace hadal::geometry {
namespace {

Problems write_file(const std::filesystem::path& path, const char* data, size_t size) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(data, static_cast<std::streamsize>(size));
  file.close();
  Problems problems;
  if (!file) problems.add({path.string()}, "", "mesh file cannot be written");
  return problems;
}

Problems write_file(const std::filesystem::path& path, const std::vector<std::byte>& bytes) {
  return write_file(path, reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

// The shortest text that reads back to the same double.
void append_number(std::string& text, double value) {
  char digits[32];
  const auto result = std::to_chars(digits, digits + sizeof digits, value);
  text += ' ';
  text.append(digits, result.ptr);
}

void put_vector(ByteWriter& writer, const Vec3& v) {
  for (int k = 0; k < 3; ++k) writer.put(static_cast<float>(v[k]));
}

}  // namespace

Problems write_obj(const TriangleMesh& mesh, const std::filesystem::path& path) {
  std::string text = "# hadal mesh\n";
  for (const Vec3& vertex : mesh.vertices) {
    text += 'v';
    for (int k = 0; k < 3; ++k) append_number(text, vertex[k]);
    text += '\n';
  }
  for (const auto& triangle : mesh.triangles) {
    text += 'f';
    for (uint32_t vertex : triangle) text += ' ' + std::to_string(vertex + 1);
    text += '\n';
  }
  return write_file(path, text.data(), text.size());
}

Problems write_ply(const TriangleMesh& mesh, const std::filesystem::path& path) {
  ByteWriter writer;
  const std::string head = "ply\nformat binary_little_endian 1.0\nelement vertex " +
                           std::to_string(mesh.vertices.size()) +
                           "\nproperty double x\nproperty double y\nproperty double z\n"
                           "element face " +
                           std::to_string(mesh.triangles.size()) +
                           "\nproperty list uchar uint vertex_indices\nend_header\n";
  writer.put_raw(head.data(), head.size());
  writer.put_raw(mesh.vertices.data(), mesh.vertices.size() * sizeof(Vec3));
  for (const auto& triangle : mesh.triangles) {
    writer.put(uint8_t{3});
    writer.put_raw(triangle.data(), sizeof triangle);
  }
  return write_file(path, writer.bytes);
}

Problems write_stl(const TriangleMesh& mesh, const std::filesystem::path& path) {
  ByteWriter writer;
  writer.bytes.resize(80, std::byte{' '});
  writer.put(static_cast<uint32_t>(mesh.triangles.size()));
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    put_vector(writer, mesh.area_vector_doubled(t).normalized());
    for (int k = 0; k < 3; ++k) put_vector(writer, mesh.corner(t, k));
    writer.put(uint16_t{0});
  }
  return write_file(path, writer.bytes);
}

}  // namespace hadal::geometry
