// The one place that sees Assimp: a file as one mesh in its own units and axes.
#pragma once
#include <filesystem>
#include <string>

#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

struct RawMesh {
  TriangleMesh mesh;
  uint64_t lines_and_points = 0;  // faces of fewer than three corners, left out
  std::string error;              // empty if all went well
};

// May throw, crash or loop on a broken file: call it in isolation.
RawMesh read_with_assimp(const std::filesystem::path& path, size_t max_faces);

}  // namespace hadal::geometry
