#include "world/wear.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/hash.h"
#include "geometry/distort.h"

namespace hadal::build {
namespace {

using geometry::TriangleMesh;

constexpr size_t kMaxFaces = 6000;  // of a worn surface

uint64_t seed_of(const Wear& wear, const std::string& stream, const char* purpose) {
  Hasher hasher(wear.seed);
  hasher.add_text(stream);
  hasher.add_text(purpose);
  return hasher.value();
}

TriangleMesh distorted(const TriangleMesh& mesh, const Wear& wear, const std::string& stream) {
  if (wear.extent == 0) return mesh;
  return geometry::distorted(mesh, wear.extent, seed_of(wear, stream, "distortion"), kMaxFaces);
}

geometry::FouledMesh grown(const TriangleMesh& mesh, const Wear& wear, const std::string& stream) {
  return geometry::grow_fouling(mesh, wear.fouling->coverage, wear.fouling->thickness_m,
                                seed_of(wear, stream, "fouling"), kMaxFaces);
}

std::string number(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

double mix(double a, double b, double fraction) {
  return a + fraction * (b - a);
}

bool wears(const DegradationConfig& d) {
  return d.friction_scale_at_1 != 1 || d.restitution_at_1 || d.roughness_at_1 ||
         !d.albedo_at_1.empty();
}

// What wear alone brings.
Growth growth_of(const Wear& wear) {
  const DegradationConfig usual;
  const DegradationConfig& d = wear.degradation ? *wear.degradation : usual;
  return {wear.extent * d.growth_at_1, wear.extent * d.silt_at_1};
}

// The faces of a fouled mesh that are overgrown at two corners or more, or the others.
TriangleMesh faces_with_growth(const geometry::FouledMesh& fouled, bool overgrown) {
  TriangleMesh out;
  std::vector<int64_t> location(fouled.mesh.vertices.size(), -1);
  const std::vector<std::array<float, 6>>& uv = fouled.mesh.corner_uv;
  for (size_t t = 0; t < fouled.mesh.triangles.size(); ++t) {
    const auto& triangle = fouled.mesh.triangles[t];
    int corners = 0;
    for (const uint32_t v : triangle) corners += fouled.growth_m[v] > 0;
    if ((corners >= 2) != overgrown) continue;
    auto& face = out.triangles.emplace_back();
    if (!uv.empty()) out.corner_uv.push_back(uv[t]);
    for (int k = 0; k < 3; ++k) {
      int64_t& index = location[triangle[k]];
      if (index < 0) {
        index = static_cast<int64_t>(out.vertices.size());
        out.vertices.push_back(fouled.mesh.vertices[triangle[k]]);
      }
      face[k] = static_cast<uint32_t>(index);
    }
  }
  return out;
}

}  // namespace

int worn_material(MaterialTable& table, int sound, const Wear& wear) {
  if (wear.extent == 0 || !wear.degradation || !wears(*wear.degradation)) return sound;
  const DegradationConfig& d = *wear.degradation;
  const double e = wear.extent;
  Material worn = table.materials[sound];
  if (d.restitution_at_1) worn.restitution = mix(worn.restitution, *d.restitution_at_1, e);
  if (d.roughness_at_1) worn.roughness = mix(worn.roughness, *d.roughness_at_1, e);
  for (size_t i = 0; i < d.albedo_at_1.size(); ++i)
    worn.albedo[i] = mix(worn.albedo[i], d.albedo_at_1[i], e);
  worn.name += " worn " + number(e) + " as " + wear.degradation_key;
  const int known = table.find(worn.name);
  if (known >= 0) return known;
  return table.add_like(sound, std::move(worn), mix(1, d.friction_scale_at_1, e));
}

bool changes_touch(const Wear& wear) {
  return wear.extent > 0 || (wear.fouling && wear.fouling->affects != "seen");
}

TriangleMesh worn_touch(const TriangleMesh& mesh, const Wear& wear, const std::string& stream) {
  TriangleMesh out = distorted(mesh, wear, stream);
  if (wear.fouling && wear.fouling->affects != "seen") return grown(out, wear, stream).mesh;
  return out;
}

std::vector<SeenPart> worn_visuals(const SeenShape& shape, const Wear& wear,
                                   const std::string& stream) {
  constexpr double kOvergrown = 0.8;    // of an overgrown face: some of it shows
  constexpr double kMaxBetween = 0.3;  // of the faces between
  TriangleMesh surface = distorted(shape.mesh, wear, stream);
  const bool overgrown = wear.fouling && wear.fouling->affects != "touched";
  const Growth worn = growth_of(wear);
  if (!overgrown) return {{std::move(surface), shape.material, shape.seen_by, worn}};
  const unsigned growth_mask = shape.seen_by & wear.growth_seen_by;
  const geometry::FouledMesh fouled = grown(surface, wear, stream);
  const double between = std::max(worn.fouling, std::min(kMaxBetween, wear.fouling->coverage));
  std::vector<SeenPart> out;
  for (const bool growth : {true, false})
    if (TriangleMesh faces = faces_with_growth(fouled, growth); !faces.empty())
      out.push_back({std::move(faces),
                     growth ? shape.growth_material : shape.material,
                     growth_mask,
                     {growth ? kOvergrown : between, worn.sediment}});
  if (const unsigned others = shape.seen_by & ~growth_mask; others != 0)
    out.push_back({std::move(surface), shape.material, others, worn});
  return out;
}

}  // namespace hadal::build
