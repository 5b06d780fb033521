#include "outputs/scene/scene_glb.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "base/image_codec.h"
#include "geometry/primitives.h"
#include "outputs/scene/glb_writer.h"
#include "outputs/scene/scene_description.h"

namespace hadal::outputs {
namespace {

using geometry::TriangleMesh;

// The largest number of triangles per shape with which all of them together keep to a total.
size_t largest_fraction(const std::vector<size_t>& triangles, size_t total) {
  constexpr size_t kMin = 50;
  size_t fraction = total;
  const auto sum = [&] {
    size_t out = 0;
    for (const size_t n : triangles) out += std::min(n, fraction);
    return out;
  };
  while (fraction > kMin && sum() > total) fraction = fraction * 3 / 4;
  return fraction;
}

std::vector<uint8_t> file_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

bool is_png(const std::vector<uint8_t>& bytes) {
  return bytes.size() > 4 && bytes[1] == 'P' && bytes[2] == 'N' && bytes[3] == 'G';
}

// Every n-th pixel in both directions, averaged over n x n.
RgbImage shrunk(const RgbImage& image, int n) {
  RgbImage out{image.width / n, image.height / n, {}};
  out.rgb.reserve(3 * static_cast<size_t>(out.width) * static_cast<size_t>(out.height));
  for (int y = 0; y < out.height; ++y)
    for (int x = 0; x < out.width; ++x)
      for (int c = 0; c < 3; ++c) {
        int sum = 0;
        for (int j = 0; j < n; ++j)
          for (int i = 0; i < n; ++i)
            sum +=
                image.rgb[3 * (static_cast<size_t>(y * n + j) * static_cast<size_t>(image.width) +
                               static_cast<size_t>(x * n + i)) +
                          static_cast<size_t>(c)];
        out.rgb.push_back(static_cast<uint8_t>(sum / (n * n)));
      }
  return out;
}

// Links and their shapes, each stored once.
class GlbScene {
 public:
  GlbScene(const World& world, const SceneLimits& limits)
      : world_(world), limits_(limits), picture_budget_(limits.picture_bytes) {
    std::map<const TriangleMesh*, bool> seen;  // only asked, never walked through
    std::vector<size_t> triangles;
    for (const Link& link : world.links)
      for (const VisualShape* visual : shown(link))
        if (!std::exchange(seen[visual->mesh.get()], true))
          triangles.push_back(visual->mesh->triangles.size());
    fraction_ = largest_fraction(triangles, limits.triangles);
  }

  void add_links() {
    for (size_t i = 0; i < world_.links.size(); ++i) {
      std::vector<std::pair<int, int>> parts;
      std::vector<int> children;
      for (const VisualShape* visual : shown(world_.links[i])) {
        const int shape = shape_of(visual->mesh);
        if (shape < 0) continue;
        if (visual->part < 0)
          parts.emplace_back(shape, material_of(*visual));
        else
          children.push_back(out_.add_node({part_node(world_, static_cast<size_t>(visual->part)),
                                            out_.add_mesh({{shape, material_of(*visual)}}),
                                            {},
                                            {},
                                            {}},
                                           false));
      }
      if (parts.empty() && children.empty() && bare(world_.links[i]))
        parts.emplace_back(stand_in(world_.links[i]), material_of({}));
      out_.add_node({world_.links[i].path, parts.empty() ? -1 : out_.add_mesh(parts), children,
                     {}, {}});
    }
  }

  void add_scenery(const std::vector<SceneryPart>& scenery) {
    std::vector<size_t> triangles;
    size_t copies = 0;
    for (const SceneryPart& part : scenery)
      for (const SceneryShape& shape : part.shapes) {
        triangles.push_back(shape.mesh.triangles.size());
        copies += shape.copies.size();
      }
    fraction_ = largest_fraction(triangles, limits_.scenery_triangles);
    const size_t max = std::max<size_t>(limits_.copies, 1);
    const size_t every = std::max<size_t>(1, (copies + max - 1) / max);
    for (size_t i = 0; i < scenery.size(); ++i) add_part(scenery[i], i, every);
  }

  std::vector<uint8_t> finish() { return out_.finish(); }

 private:
  // What cameras see; else what anything does.
  static std::vector<const VisualShape*> shown(const Link& link) {
    std::vector<const VisualShape*> all, out;
    for (const VisualShape& visual : link.visuals) {
      if (!visual.mesh || visual.mesh->empty()) continue;
      all.push_back(&visual);
      if (visual.seen_by & kSeenByCamera) out.push_back(&visual);
    }
    return out.empty() ? all : out;
  }

  // The first link of a vehicle of which nothing is seen.
  bool bare(const Link& link) const {
    const Vehicle& vehicle = world_.vehicles[static_cast<size_t>(link.vehicle)];
    if (&link != &world_.links[static_cast<size_t>(vehicle.links.begin)]) return false;
    for (int i = vehicle.links.begin; i < vehicle.links.end(); ++i)
      if (!shown(world_.links[static_cast<size_t>(i)]).empty()) return false;
    return true;
  }

  // A box of the vehicle's size, or a small one.
  int stand_in(const Link& link) {
    constexpr double kMin_m = 0.05, kUsual_m = 0.4;
    const Vec3& size_m = world_.vehicles[static_cast<size_t>(link.vehicle)].size_m;
    const Vec3 box_m =
        size_m.norm() > 0 ? Vec3(size_m.cwiseMax(kMin_m)) : Vec3::Constant(kUsual_m);
    return out_.add_shape(drawn_mesh(geometry::box(box_m)));
  }

  int shape_of(const std::shared_ptr<const TriangleMesh>& mesh) {
    const auto [found, fresh] = shapes_.try_emplace(mesh.get(), -1);
    if (!fresh) return found->second;
    const DrawnMesh drawn = drawn_mesh(simplified(*mesh, fraction_));
    if (!drawn.indices.empty()) found->second = out_.add_shape(drawn);
    return found->second;
  }

  int material_of(const VisualShape& visual) {
    const Material& material =
        world_.materials.materials.empty()
            ? plain_
            : world_.materials.materials[static_cast<size_t>(visual.material)];
    // Shapes that are only seen may be open.
    GlbMaterial out{
        material.name, material.albedo, material.roughness, material.metallic, true, -1};
    if (visual.appearance >= 0) {
      const SurfaceAppearance& appearance =
          world_.appearances[static_cast<size_t>(visual.appearance)];
      if (appearance.colour) out.albedo = *appearance.colour;
      if (!appearance.texture.empty() && visual.mesh && !visual.mesh->corner_uv.empty())
        out.picture = picture_of(appearance.texture);
      if (out.picture >= 0) out.albedo = {1, 1, 1};
    }
    return out_.add_material(out);
  }

  // -1 when the file cannot be read or there is no room left.
  int picture_of(const std::string& path) {
    const auto [found, fresh] = pictures_.try_emplace(path, -1);
    if (!fresh) return found->second;
    std::vector<uint8_t> bytes = file_bytes(path);
    constexpr size_t kSmall = 500'000;
    std::string media_type = is_png(bytes) ? "image/png" : "image/jpeg";
    const Result<RgbImage> image = decode_image(bytes, {int64_t{1} << 25}, path);
    if (!image) return -1;
    const int longest = std::max(image.value().width, image.value().height);
    if (bytes.size() > kSmall || longest > limits_.picture_px) {
      const int n = (longest + limits_.picture_px - 1) / limits_.picture_px;
      if (std::min(image.value().width, image.value().height) < n) return -1;
      const RgbImage small = shrunk(image.value(), n);
      bytes = jpeg_bytes(small.width, small.height, small.rgb, kQuality);
      media_type = "image/jpeg";
    }
    if (bytes.size() > picture_budget_) return -1;
    picture_budget_ -= bytes.size();
    found->second = out_.add_picture(bytes, media_type);
    return found->second;
  }

  void add_part(const SceneryPart& part, size_t index, size_t every) {
    GlbNode node{scenery_node(index), -1, {}, {}, {}};
    for (size_t s = 0; s < part.shapes.size(); ++s) {
      const std::string name = node.name + "/" + std::to_string(s);
      const int child = add_copies(part, part.shapes[s], name, every);
      if (child >= 0) node.children.push_back(child);
    }
    node.extras = nlohmann::ordered_json{
        {"name", part.name},
        {"kind", part.kind},
        {"count", part.count},
        {"swims",
         part.swims}}.dump();
    out_.add_node(node);
  }

  int add_copies(const SceneryPart& part, const SceneryShape& shape, const std::string& name,
                 size_t every) {
    const DrawnMesh drawn = drawn_mesh(simplified(shape.mesh, fraction_));
    if (drawn.indices.empty() || (shape.copies.empty() && !part.swims)) return -1;
    GlbMaterial material{part.kind, {}, 0.9, 0, true, -1};
    for (size_t c = 0; c < 3; ++c) material.albedo[c] = part.swims ? part.albedo[c] : 0;
    for (const SceneryCopy& copy : shape.copies)
      for (size_t c = 0; c < 3; ++c)
        material.albedo[c] += copy.albedo[c] / static_cast<double>(shape.copies.size());
    const int mesh = out_.add_mesh({{out_.add_shape(drawn), out_.add_material(material)}});
    const GlbCopies copies = copies_of(shape, material.albedo, every);
    return out_.add_node({name, mesh, {}, {}, &copies}, false);
  }

  // Tints are relative to the mean, so that readers without them show that.
  static GlbCopies copies_of(const SceneryShape& shape, const std::array<double, 3>& mean,
                             size_t every) {
    const auto f = [](double value) { return static_cast<float>(value); };
    GlbCopies out;
    for (size_t i = 0; i < shape.copies.size(); i += every) {
      const SceneryCopy& copy = shape.copies[i];
      out.place.push_back({f(copy.p_N.x()), f(copy.p_N.y()), f(copy.p_N.z())});
      out.attitude.push_back({f(copy.q_N.x()), f(copy.q_N.y()), f(copy.q_N.z()), f(copy.q_N.w())});
      out.scale.push_back(f(copy.scale));
      std::array<float, 3>& tint = out.tint.emplace_back();
      for (size_t c = 0; c < 3; ++c) tint[c] = mean[c] > 0 ? f(copy.albedo[c] / mean[c]) : 1;
    }
    return out;
  }

  static constexpr int kQuality = 85;
  const World& world_;
  SceneLimits limits_;
  GlbWriter out_;
  size_t fraction_ = 0;  // triangles per shape
  size_t picture_budget_ = 0;
  Material plain_;
  std::map<const TriangleMesh*, int> shapes_;  // only asked, never walked through
  std::map<std::string, int> pictures_;
};

}  // namespace

std::vector<uint8_t> scene_glb(const World& world, const SceneSources& sources,
                               const SceneLimits& limits) {
  GlbScene scene(world, limits);
  scene.add_links();
  scene.add_scenery(sources.scenery());
  return scene.finish();
}

}  // namespace hadal::outputs
