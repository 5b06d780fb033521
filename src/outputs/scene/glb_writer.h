// Builds a glTF 2.0 file in its binary form (Khronos Group, "glTF 2.0 Specification"): meshes,
// materials and pictures in one buffer, nodes in one scene. Equal materials, pictures and meshes
// are stored once. Copies of a mesh use EXT_mesh_gpu_instancing; a reader that does not know it
// shows one of them.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "outputs/scene/drawn_mesh.h"

namespace hadal::outputs {

struct GlbMaterial {
  std::string name;
  std::array<double, 3> albedo{1, 1, 1};  // linear
  double roughness = 1, metallic = 0;
  bool two_sided = false;
  int picture = -1;  // of add_picture(); the albedo then tints it
  bool operator==(const GlbMaterial&) const = default;
};

// A copy: place, attitude x y z w, scale, and a colour that multiplies the material's.
struct GlbCopies {
  std::vector<std::array<float, 3>> place;
  std::vector<std::array<float, 4>> attitude;
  std::vector<float> scale;
  std::vector<std::array<float, 3>> tint;  // empty without
};

struct GlbNode {
  std::string name;
  int mesh = -1;
  std::vector<int> children;
  std::string extras;  // JSON text; empty without
  const GlbCopies* copies = nullptr;
};

class GlbWriter {
 public:
  GlbWriter();
  ~GlbWriter();

  // Bytes of a PNG or JPEG file.
  int add_picture(std::span<const uint8_t> bytes, const std::string& media_type);
  int add_material(const GlbMaterial& material);
  // Vertices and triangles, for any number of meshes.
  int add_shape(const DrawnMesh& mesh);
  // Pairs of shape and material. The same list again gives the same mesh.
  int add_mesh(const std::vector<std::pair<int, int>>& parts);
  // Roots stand in the scene by themselves; children are named by their parents.
  int add_node(const GlbNode& node, bool root = true);
  size_t bytes() const;  // of the buffer so far

  std::vector<uint8_t> finish();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace hadal::outputs
