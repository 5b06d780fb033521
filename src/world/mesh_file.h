// Meshes of files as shapes: imported, repaired for physics, and kept between runs. Reading 50,000
// faces takes most of a second, because the importer runs apart and every edge is checked; the
// result is therefore stored in the mesh cache (geometry/mesh_cache.h) under the checksum of the
// file, how it was read and the version of the method. A .gltf has its data in other files, which
// the checksum does not see: it is read anew each time.
#pragma once
#include <string>

#include "base/result.h"
#include "scenario/shape_config.h"
#include "world/shape_mesh.h"

namespace hadal::inline world {

// The file as it is (must_close false), or closed and outward, with notes on what was repaired.
// Fails with a message on what is no mesh, or no closed one; failures are not kept.
Result<ShapeMesh> mesh_from_file(const MeshShapeConfig& config, bool must_close);

// Everything the result depends on besides the content of the file.
std::string mesh_file_key(const MeshShapeConfig& config, bool must_close);

}  // namespace hadal::world
