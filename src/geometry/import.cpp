#include "geometry/import.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>

#include "geometry/assimp_scene.h"
#include "geometry/bytes.h"
#include "geometry/face_count.h"
#include "geometry/isolated.h"
#include "geometry/weld.h"

namespace hadal::geometry {
namespace {

constexpr double kFarthest = 1e7;  // m

Problems problem(const std::filesystem::path& path, std::string message) {
  Problems problems;
  problems.add({path.string()}, "", std::move(message));
  return problems;
}

std::string format_of(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return extension.empty() ? "" : extension.substr(1);
}

std::string beginning(const std::filesystem::path& path) {
  std::string head(1 << 16, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<size_t>(file.gcount()));
  return head;
}

// Problems that can be told before the file is parsed.
Problems check_file(const std::filesystem::path& path, const ImportOptions& options) {
  const std::string format = format_of(path);
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return problem(path, "no such mesh file");
  const auto size = std::filesystem::file_size(path, error);
  if (error || size == 0) return problem(path, "mesh file is empty or cannot be read");
  if (size > options.max_file_bytes)
    return problem(path, "mesh file has " + std::to_string(size >> 20) + " MB; at most " +
                             std::to_string(options.max_file_bytes >> 20) + " MB are read");
  for (const char* known : {"obj", "stl", "ply", "gltf", "glb", "dae"})
    if (format == known) return {};
  return problem(path, "unknown kind of mesh file '." + format +
                           "'; expected .obj, .stl, .ply, .gltf, .glb or .dae");
}

// The importer searches for the end of a PLY header for ever if it is not there. It goes by the
// content and not by the name, but units and axes go by the name: they must agree.
Problems check_beginning(const std::filesystem::path& path) {
  const std::string format = format_of(path), head = beginning(path);
  const auto has = [&](const char* words) { return head.find(words) != std::string::npos; };
  if (format == "ply" && !(head.starts_with("ply") && (has("end_header\n") || has("end_header\r"))))
    return problem(path,
                   "mesh file has no PLY header: expected 'ply' on the first line and a line "
                   "'end_header'");
  if (format == "glb" && !head.starts_with("glTF"))
    return problem(path, "mesh file is no binary glTF: expected it to begin with 'glTF'");
  if (format == "gltf" && head.find('{') != head.find_first_not_of(" \t\r\n\xEF\xBB\xBF"))
    return problem(path, "mesh file is no glTF: expected JSON, which begins with '{'");
  if (format == "dae" && !has("<COLLADA"))
    return problem(path, "mesh file is no Collada: expected an element <COLLADA>");
  return {};
}

// What the file announces, before memory is given to it.
Problems check_size(const std::filesystem::path& path, size_t max_faces) {
  const AnnouncedSize size = announced_size(path, format_of(path));
  const auto too_many = [&](uint64_t count, const char* what, uint64_t max) {
    return problem(path, "mesh file has " + std::to_string(count) + " " + what + "; at most " +
                             std::to_string(max) +
                             " are read. Simplify it in a modelling program");
  };
  if (size.faces.value_or(0) > max_faces) return too_many(*size.faces, "faces", max_faces);
  if (size.vertices.value_or(0) > 3 * max_faces)
    return too_many(*size.vertices, "vertices", 3 * max_faces);
  return {};
}

// What a Collada file says about itself near its beginning.
struct ColladaAsset {
  double unit_m = 1;
  AxisConvention axes = kAxesYUp;
};

ColladaAsset collada_asset(const std::filesystem::path& path) {
  const std::string head = beginning(path);
  ColladaAsset asset;
  if (head.find("Z_UP") != std::string::npos) asset.axes = kAxesZUp;
  if (head.find("X_UP") != std::string::npos) asset.axes = {Axis::kPlusZ, Axis::kPlusX};
  const size_t unit = head.find("<unit");
  const size_t meter = unit == std::string::npos ? unit : head.find("meter=\"", unit);
  if (meter != std::string::npos && meter < head.find('>', unit))
    asset.unit_m = std::strtod(head.c_str() + meter + 7, nullptr);
  if (!std::isfinite(asset.unit_m) || asset.unit_m <= 0) asset.unit_m = 1;
  return asset;
}

Vec3 direction(Axis axis) {
  const int index = static_cast<int>(axis);
  return (index % 2 == 0 ? 1.0 : -1.0) * Vec3::Unit(index / 2);
}

// Rows: forward, right = forward x up, down.
Mat3 to_forward_right_down(const AxisConvention& axes) {
  const Vec3 forward = direction(axes.forward), up = direction(axes.up);
  Mat3 R;
  R << forward.transpose(), forward.cross(up).transpose(), -up.transpose();
  return R;
}

std::vector<std::byte> encode(const RawMesh& raw) {
  ByteWriter writer;
  writer.put(std::string_view(raw.error));
  writer.put(raw.lines_and_points);
  writer.put(raw.mesh);
  return std::move(writer.bytes);
}

// Sound files are read at 10 MB/s and more; some broken ones would be read for ever. A glTF file
// may have its data in another one.
IsolationLimits limits_for(const std::filesystem::path& path) {
  constexpr uintmax_t kSlowest = 500'000;  // bytes/s
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  IsolationLimits limits;
  limits.processor_time_s = format_of(path) == "gltf" ? 60 : 2;
  if (!error) limits.processor_time_s += static_cast<int>(size / kSlowest);
  return limits;
}

Result<RawMesh> read_isolated(const std::filesystem::path& path, size_t max_faces) {
  const IsolatedResult result =
      run_isolated([&] { return encode(read_with_assimp(path, max_faces)); }, limits_for(path));
  if (!result.failure.empty())
    return problem(path, "mesh file is broken: its reader " + result.failure);
  ByteReader reader(result.bytes);
  const auto error = reader.text();
  const auto dropped = reader.number<uint64_t>();
  auto mesh = reader.mesh();
  if (!error || !dropped || !mesh) return problem(path, "mesh file is broken");
  if (!error->empty()) return problem(path, "mesh file " + *error);
  return RawMesh{std::move(*mesh), *dropped, ""};
}

// Into metres and body axes; fails on vertices that are not finite or absurdly far away.
Problems place(TriangleMesh& mesh, const std::filesystem::path& path, const Mat3& R,
               double unit_m) {
  for (size_t i = 0; i < mesh.vertices.size(); ++i) {
    Vec3& vertex = mesh.vertices[i];
    vertex = unit_m * (R * vertex);
    if (!(vertex.array().abs() < kFarthest).all())  // false for NaN
      return problem(path, "mesh file: vertex " + std::to_string(i + 1) +
                               " is not finite or farther than 10,000 km from the origin");
  }
  return {};
}

Problems check_options(const std::filesystem::path& path, const ImportOptions& options) {
  const double unit_m = options.unit_m.value_or(1);
  if (!std::isfinite(unit_m) || unit_m <= 0 || !std::isfinite(options.scale) || options.scale <= 0)
    return problem(path, "unit and scale of a mesh must be more than 0");
  return {};
}

// Unit and axes: the options', else the file's, else those of the format.
struct Placement {
  AxisConvention axes;
  double unit_m = 1;  // metres per unit of the file
  double factor = 1;  // from what the importer gives to metres
  Mat3 R = Mat3::Identity();
};

Placement placement(const std::filesystem::path& path, const ImportOptions& options) {
  const std::string format = format_of(path);
  const bool y_up = format == "gltf" || format == "glb";
  ColladaAsset asset{1, y_up ? kAxesYUp : kAxesNed};
  if (format == "dae") asset = collada_asset(path);
  Placement result;
  result.unit_m = options.unit_m.value_or(asset.unit_m);
  result.factor = result.unit_m / asset.unit_m * options.scale;  // Collada: the unit is in already
  result.axes = options.axes.value_or(asset.axes);
  if (options.forward) result.axes.forward = *options.forward;
  result.R = to_forward_right_down(result.axes);
  return result;
}

Result<ImportedMesh> finished(RawMesh raw, const std::filesystem::path& path,
                              const Placement& placed) {
  if (raw.mesh.empty()) return problem(path, "mesh file has no faces");
  if (const Problems problems = place(raw.mesh, path, placed.R, placed.factor); !problems.empty())
    return problems;
  ImportedMesh imported{welded(raw.mesh, 0), placed.unit_m, {}};
  if (imported.mesh.empty()) return problem(path, "mesh file has no face with three corners");
  const auto note = [&](size_t count, const char* what) {
    if (count > 0) imported.notes.push_back(std::to_string(count) + " " + what + " were left out");
  };
  note(raw.lines_and_points, "lines or points");
  note(raw.mesh.triangles.size() - imported.mesh.triangles.size(),
       "faces with two coincident corners");
  return imported;
}

}  // namespace

Result<ImportedMesh> load_mesh(const std::filesystem::path& path, const ImportOptions& options) {
  Problems problems = check_options(path, options);
  if (problems.empty()) problems = check_file(path, options);
  if (problems.empty()) problems = check_beginning(path);
  if (problems.empty()) problems = check_size(path, options.max_faces);
  if (!problems.empty()) return problems;
  const Placement placed = placement(path, options);
  if (direction(placed.axes.forward).dot(direction(placed.axes.up)) != 0)
    return problem(path, "forward and up axis of a mesh must be at right angles");
  Result<RawMesh> raw = read_isolated(path, options.max_faces);
  if (!raw) return raw.problems();
  return finished(std::move(raw).value(), path, placed);
}

const std::vector<std::string>& unit_names() {
  static const std::vector<std::string> names{"auto", "m", "cm", "mm", "inch", "foot"};
  return names;
}
const std::vector<std::string>& up_names() {
  static const std::vector<std::string> names{"auto", "z", "-z", "y", "-y", "x", "-x", "down"};
  return names;
}
const std::vector<std::string>& forward_names() {
  static const std::vector<std::string> names{"auto", "x", "-x", "y", "-y", "z", "-z"};
  return names;
}

Result<ImportOptions> import_options(const std::string& unit, const std::string& up,
                                     const std::string& forward, double scale) {
  static const std::map<std::string, double> units = {
      {"m", 1}, {"cm", 0.01}, {"mm", 0.001}, {"inch", 0.0254}, {"foot", 0.3048}};
  static const std::map<std::string, Axis> axes = {
      {"x", Axis::kPlusX},   {"-x", Axis::kMinusX}, {"y", Axis::kPlusY},    {"-y", Axis::kMinusY},
      {"z", Axis::kPlusZ},   {"-z", Axis::kMinusZ}, {"down", Axis::kMinusZ}};
  ImportOptions out;
  Problems problems;
  const auto expect = [&](const char* what, const std::string& found,
                          const std::vector<std::string>& names) {
    if (std::find(names.begin(), names.end(), found) != names.end()) return;
    std::string text = std::string(what) + ": found '" + found + "', expected ";
    for (size_t i = 0; i < names.size(); ++i)
      text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
    problems.add(text);
  };
  expect("unit", unit, unit_names());
  expect("up", up, up_names());
  expect("forward", forward, forward_names());
  if (!problems.empty()) return problems;
  if (unit != "auto") out.unit_m = units.at(unit);
  if (up != "auto") {
    const bool vertical_z = axes.at(up) == Axis::kPlusZ || axes.at(up) == Axis::kMinusZ;
    out.axes = AxisConvention{vertical_z ? Axis::kPlusX : Axis::kPlusZ, axes.at(up)};
  }
  if (forward != "auto") out.forward = axes.at(forward);
  if (up != "auto" && forward != "auto" && up.back() == forward.back() && up != "down")
    problems.add("forward: the same axis as up: " + up);
  if (up == "down" && forward.back() == 'z') problems.add("forward: the same axis as up: down");
  if (!problems.empty()) return problems;
  out.scale = scale;
  return out;
}

}  // namespace hadal::geometry
