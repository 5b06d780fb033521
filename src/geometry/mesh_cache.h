// A cache of results that take long to compute, kept between runs in XDG_CACHE_HOME/hadal, or
// ~/.cache/hadal where that is not set. A key is any text that names the result and everything it
// depends on, with the version of the method: "added_mass v3 <hash of mesh> 2000".
//
// Many processes may use one directory: a file appears whole, by renaming, or not at all. A file
// that is damaged, cut off or of another key is as good as missing and is replaced by the next
// store. That nothing can be written is no error; the result is computed again next time.
#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

std::optional<std::vector<std::byte>> cache_load(std::string_view key);
void cache_store(std::string_view key, std::span<const std::byte> bytes);

// A mesh with numbers that belong to it.
struct CachedMesh {
  TriangleMesh mesh;
  std::vector<double> numbers;
};
std::optional<CachedMesh> cache_load_mesh(std::string_view key);
void cache_store_mesh(std::string_view key, const CachedMesh& cached);

// Nothing if neither variable names an absolute path.
std::optional<std::filesystem::path> cache_directory();
std::optional<std::filesystem::path> cache_file(std::string_view key);

}  // namespace hadal::geometry
