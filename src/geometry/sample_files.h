// Small valid mesh files of every kind, for tests: the tetrahedron (0,0,0) (1,0,0) (0,2,0) (0,0,3)
// in the file's own axes, and a folder that is removed after the test.
#pragma once
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace hadal::geometry::sample {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "hadal_mesh_XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~TemporaryFolder() {
    std::error_code error;
    std::filesystem::remove_all(path, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path write(const std::string& name, const std::string& content) const {
    std::ofstream(path / name, std::ios::binary) << content;
    return path / name;
  }
  std::filesystem::path path;
};

constexpr float kCorners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
constexpr uint16_t kFaces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

template <class T>
void put(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

inline std::string obj() {
  return "# a tetrahedron\no thing\nv 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\n"
         "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
}

inline std::string text_stl() {
  std::string text = "solid thing\n";
  for (const auto& face : kFaces) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (uint16_t v : face)
      text += "vertex " + std::to_string(kCorners[v][0]) + " " + std::to_string(kCorners[v][1]) +
              " " + std::to_string(kCorners[v][2]) + "\n";
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid thing\n";
}

inline std::string binary_stl() {
  std::string bytes(80, ' ');
  put(bytes, uint32_t{4});
  for (const auto& face : kFaces) {
    bytes.append(12, '\0');
    for (uint16_t v : face) put(bytes, kCorners[v]);
    put(bytes, uint16_t{0});
  }
  return bytes;
}

inline std::string text_ply() {
  return "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
         "property float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n"
         "0 0 0\n1 0 0\n0 2 0\n0 0 3\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";
}

inline std::string gltf_buffer() {
  std::string bytes;
  for (const auto& corner : kCorners) put(bytes, corner);
  for (const auto& face : kFaces) put(bytes, face);
  return bytes;
}

// The node that holds the mesh is given as JSON members, e.g. "translation":[1,2,3].
inline std::string gltf_json(const std::string& node, const std::string& buffer_uri) {
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0)" +
         (node.empty() ? "" : "," + node) +
         R"(}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"mode":4}]}],)"
         R"("accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3",)"
         R"("min":[0,0,0],"max":[1,2,3]},{"bufferView":1,"componentType":5123,"count":12,)"
         R"("type":"SCALAR"}],"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":48},)"
         R"({"buffer":0,"byteOffset":48,"byteLength":24}],"buffers":[{"byteLength":72)" +
         (buffer_uri.empty() ? "" : ",\"uri\":\"" + buffer_uri + "\"") + "}]}";
}

inline std::string glb(const std::string& node = "") {
  std::string json = gltf_json(node, "");
  json.append((4 - json.size() % 4) % 4, ' ');
  const std::string buffer = gltf_buffer();
  std::string bytes = "glTF";
  put(bytes, uint32_t{2});
  put(bytes, static_cast<uint32_t>(12 + 8 + json.size() + 8 + buffer.size()));
  put(bytes, static_cast<uint32_t>(json.size()));
  bytes += "JSON" + json;
  put(bytes, static_cast<uint32_t>(buffer.size()));
  bytes += std::string("BIN\0", 4) + buffer;
  return bytes;
}

inline std::string dae(const std::string& asset) {
  return R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset>)" +
         asset + R"(</asset>
<library_geometries><geometry id="g" name="g"><mesh>
<source id="p"><float_array id="pa" count="12">0 0 0 1 0 0 0 2 0 0 0 3</float_array>
<technique_common><accessor source="#pa" count="4" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/>
<p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"/></node>
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>)";
}

}  // namespace hadal::geometry::sample
