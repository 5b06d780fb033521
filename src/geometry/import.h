// Meshes from files: OBJ, STL (text and binary), PLY, glTF / GLB and DAE (Collada), by Assimp.
//
// What comes out: metres, in a frame x forward, y right, z down; the transforms of the file's nodes
// applied (mirroring ones keep outsides outside); polygons cut into triangles; vertices of equal
// coordinates made one. Coordinates pass through 32-bit floats in the importer: 1e-7 of the
// distance from the file's origin is lost. Nothing else is repaired; see mesh_check.h.
//
// The importer runs in a process of its own (isolated.h), because versions of it in use crash on
// broken files.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

enum class Axis { kPlusX, kMinusX, kPlusY, kMinusY, kPlusZ, kMinusZ };

// Which axes of a right-handed file point forward and up.
struct AxisConvention {
  Axis forward = Axis::kPlusX;
  Axis up = Axis::kMinusZ;
};
constexpr AxisConvention kAxesNed{Axis::kPlusX, Axis::kMinusZ};  // x forward, y right, z down
constexpr AxisConvention kAxesZUp{Axis::kPlusX, Axis::kPlusZ};   // x forward, y left, z up
constexpr AxisConvention kAxesYUp{Axis::kPlusZ, Axis::kPlusY};   // z forward, x left, y up (glTF)

struct ImportOptions {
  // Metres per unit of the file. Unset: what the file says (DAE), metres otherwise.
  std::optional<double> unit_m;
  // Unset: y up for glTF, the file's up_axis for DAE, as stored (kAxesNed) for the others.
  std::optional<AxisConvention> axes;
  std::optional<Axis> forward;  // instead of that of the axes
  double scale = 1;              // on top of the unit, e.g. to make a half-size boulder
  size_t max_faces = 5'000'000;  // more are refused, most before the file is parsed (face_count.h)
  size_t max_file_bytes = size_t{2} << 30;
};

struct ImportedMesh {
  TriangleMesh mesh;
  double unit_m = 1;               // metres per unit that was used
  std::vector<std::string> notes;  // what was left out, e.g. lines and points
};

// As users write. unit: auto, m, cm, mm, inch or foot; up: auto, x, -x, y, -y, z, -z or down (-z);
// forward: auto, x, -x, y, -y, z or -z, where auto is x, or z where x or y is up. Problems name the
// field and what it may be.
const std::vector<std::string>& unit_names();
const std::vector<std::string>& up_names();
const std::vector<std::string>& forward_names();
Result<ImportOptions> import_options(const std::string& unit, const std::string& up,
                                     const std::string& forward, double scale);

Result<ImportedMesh> load_mesh(const std::filesystem::path& path,
                               const ImportOptions& options = {});

}  // namespace hadal::geometry
