#include "world/mesh_file.h"

#include <bit>
#include <optional>

#include "geometry/bytes.h"
#include "geometry/import.h"
#include "geometry/mesh_cache.h"
#include "geometry/mesh_check.h"

namespace hadal::inline world {
namespace {

using geometry::TriangleMesh;

// An imported mesh made fit for physics; what was repaired goes to the notes.
Result<ShapeMesh> closed(ShapeMesh shape) {
  geometry::MeshReport report;
  Result<TriangleMesh> mesh = geometry::prepare_closed(shape.mesh, report);
  if (!mesh) return mesh.problems();
  shape.mesh = std::move(mesh).value();
  shape.notes.insert(shape.notes.end(), report.repairs.begin(), report.repairs.end());
  shape.notes.insert(shape.notes.end(), report.warnings.begin(), report.warnings.end());
  return shape;
}

Result<ShapeMesh> read(const MeshShapeConfig& config, bool must_close) {
  const Result<geometry::ImportOptions> how =
      geometry::import_options(config.unit, config.up, config.forward, config.scale);
  Result<geometry::ImportedMesh> imported =
      how ? geometry::load_mesh(config.file, how.value())
          : Result<geometry::ImportedMesh>(how.problems());
  if (!imported) return imported.problems();
  ShapeMesh out{std::move(imported.value().mesh), std::move(imported.value().notes)};
  if (!must_close) return out;
  return closed(std::move(out));
}

// Empty where the result cannot be kept. Change the version with the import or the repairs.
std::string cache_key(const MeshShapeConfig& config, bool must_close) {
  if (config.checksum.empty() || config.file.ends_with(".gltf")) return "";
  const std::string kind = config.file.substr(config.file.find_last_of("./") + 1);
  return "mesh_file v3 " + config.checksum + " " + kind + mesh_file_key(config, must_close);
}

std::optional<ShapeMesh> load(const std::string& key) {
  const auto bytes = geometry::cache_load(key);
  if (!bytes) return std::nullopt;
  geometry::ByteReader reader(*bytes);
  auto mesh = reader.mesh();
  const auto notes = reader.number<uint64_t>();
  if (!mesh || !notes) return std::nullopt;
  ShapeMesh out{std::move(*mesh), {}};
  for (uint64_t i = 0; i < *notes; ++i) {
    auto note = reader.text();
    if (!note) return std::nullopt;
    out.notes.push_back(std::move(*note));
  }
  return out;
}

void store(const std::string& key, const ShapeMesh& shape) {
  geometry::ByteWriter writer;
  writer.put(shape.mesh);
  writer.put(static_cast<uint64_t>(shape.notes.size()));
  for (const std::string& note : shape.notes) writer.put(std::string_view(note));
  geometry::cache_store(key, writer.bytes);
}

}  // namespace

std::string mesh_file_key(const MeshShapeConfig& config, bool must_close) {
  return "|" + config.unit + "|" + config.up + "|" + config.forward + "|" +
         std::to_string(std::bit_cast<uint64_t>(config.scale)) + (must_close ? "|closed" : "|open");
}

Result<ShapeMesh> mesh_from_file(const MeshShapeConfig& config, bool must_close) {
  const std::string key = cache_key(config, must_close);
  if (key.empty()) return read(config, must_close);
  if (auto kept = load(key)) return std::move(*kept);
  Result<ShapeMesh> fresh = read(config, must_close);
  if (fresh) store(key, fresh.value());
  return fresh;
}

}  // namespace hadal::world
