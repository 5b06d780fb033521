// Meshes to files, as they are: metres and axes are not changed. Existing files are replaced.
#pragma once
#include <filesystem>

#include "base/problem.h"
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

// Each returns no problem, or why the file could not be written.
[[nodiscard]] Problems write_obj(const TriangleMesh& mesh, const std::filesystem::path& path);
// Binary, little-endian, 64-bit coordinates.
[[nodiscard]] Problems write_ply(const TriangleMesh& mesh, const std::filesystem::path& path);
// Binary, 32-bit coordinates; vertices are not shared between faces.
[[nodiscard]] Problems write_stl(const TriangleMesh& mesh, const std::filesystem::path& path);

}  // namespace hadal::geometry
