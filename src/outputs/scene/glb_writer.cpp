#include "outputs/scene/glb_writer.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

namespace hadal::outputs {
namespace {

using GlbJson = nlohmann::ordered_json;

// Numbers of the glTF specification.
constexpr int kFloat = 5126, kUint16 = 5123, kUint32 = 5125;
constexpr int kVertexBuffer = 34962, kIndexBuffer = 34963;
constexpr int kRepeat = 10497, kLinear = 9729, kLinearMipmapLinear = 9987;
constexpr uint32_t kMagic = 0x46546C67, kVersion = 2, kJsonChunk = 0x4E4F534A,
                   kBinaryChunk = 0x004E4942;
constexpr const char* kInstancing = "EXT_mesh_gpu_instancing";

void put_word(std::vector<uint8_t>& out, uint32_t word) {
  const size_t at = out.size();
  out.resize(at + sizeof word);
  std::memcpy(&out[at], &word, sizeof word);
}

template <size_t N>
GlbJson bounds_json(const std::vector<std::array<float, N>>& values, bool upper) {
  std::array<float, N> out = values.empty() ? std::array<float, N>{} : values[0];
  for (const auto& value : values)
    for (size_t k = 0; k < N; ++k)
      out[k] = upper ? std::max(out[k], value[k]) : std::min(out[k], value[k]);
  return out;
}

}  // namespace

struct GlbWriter::Parts {
  std::vector<uint8_t> buffer;
  GlbJson views = GlbJson::array(), accessors = GlbJson::array(), images = GlbJson::array(),
          textures = GlbJson::array(), materials = GlbJson::array(), meshes = GlbJson::array(),
          nodes = GlbJson::array(), roots = GlbJson::array();
  std::vector<GlbMaterial> known_materials;
  std::vector<GlbJson> shapes;  // attributes and indices of a primitive
  std::map<std::vector<std::pair<int, int>>, int> known_meshes;
  bool instanced = false;

  int add_view(const void* data, size_t bytes, int target = 0) {
    buffer.resize((buffer.size() + 3) / 4 * 4);
    GlbJson view{{"buffer", 0}, {"byteOffset", buffer.size()}, {"byteLength", bytes}};
    if (target) view["target"] = target;
    const auto* from = static_cast<const uint8_t*>(data);
    buffer.insert(buffer.end(), from, from + bytes);
    views.push_back(std::move(view));
    return static_cast<int>(views.size()) - 1;
  }

  template <class T>
  int add_accessor(const std::vector<T>& values, int component, const char* type, int target = 0) {
    accessors.push_back({{"bufferView", add_view(values.data(), values.size() * sizeof(T), target)},
                         {"componentType", component},
                         {"count", values.size()},
                         {"type", type}});
    return static_cast<int>(accessors.size()) - 1;
  }

  int add_indices(const std::vector<uint32_t>& indices, size_t vertices) {
    if (vertices > 0xffff) return add_accessor(indices, kUint32, "SCALAR", kIndexBuffer);
    const std::vector<uint16_t> narrow(indices.begin(), indices.end());
    return add_accessor(narrow, kUint16, "SCALAR", kIndexBuffer);
  }

  GlbJson copies_json(const GlbCopies& copies) {
    std::vector<std::array<float, 3>> scale;
    for (const float s : copies.scale) scale.push_back({s, s, s});
    GlbJson attributes{{"TRANSLATION", add_accessor(copies.place, kFloat, "VEC3")},
                       {"ROTATION", add_accessor(copies.attitude, kFloat, "VEC4")},
                       {"SCALE", add_accessor(scale, kFloat, "VEC3")}};
    if (!copies.tint.empty()) attributes["_COLOR_0"] = add_accessor(copies.tint, kFloat, "VEC3");
    return {{kInstancing, {{"attributes", attributes}}}};
  }
};

GlbWriter::GlbWriter() : parts_(std::make_unique<Parts>()) {}
GlbWriter::~GlbWriter() = default;

size_t GlbWriter::bytes() const {
  return parts_->buffer.size();
}

int GlbWriter::add_picture(std::span<const uint8_t> bytes, const std::string& media_type) {
  Parts& p = *parts_;
  const int view = p.add_view(bytes.data(), bytes.size());
  p.images.push_back({{"bufferView", view}, {"mimeType", media_type}});
  p.textures.push_back({{"sampler", 0}, {"source", p.images.size() - 1}});
  return static_cast<int>(p.textures.size()) - 1;
}

int GlbWriter::add_material(const GlbMaterial& material) {
  Parts& p = *parts_;
  const auto found = std::find(p.known_materials.begin(), p.known_materials.end(), material);
  if (found != p.known_materials.end()) return static_cast<int>(found - p.known_materials.begin());
  p.known_materials.push_back(material);
  GlbJson pbr{
      {"baseColorFactor", {material.albedo[0], material.albedo[1], material.albedo[2], 1.0}},
      {"metallicFactor", material.metallic},
      {"roughnessFactor", material.roughness}};
  if (material.picture >= 0) pbr["baseColorTexture"] = {{"index", material.picture}};
  GlbJson out{{"name", material.name}, {"pbrMetallicRoughness", pbr}};
  if (material.two_sided) out["doubleSided"] = true;
  p.materials.push_back(std::move(out));
  return static_cast<int>(p.materials.size()) - 1;
}

int GlbWriter::add_shape(const DrawnMesh& mesh) {
  Parts& p = *parts_;
  const int position = p.add_accessor(mesh.positions, kFloat, "VEC3", kVertexBuffer);
  p.accessors.back()["min"] = bounds_json(mesh.positions, false);
  p.accessors.back()["max"] = bounds_json(mesh.positions, true);
  GlbJson attributes{{"POSITION", position}};
  if (!mesh.normals.empty())
    attributes["NORMAL"] = p.add_accessor(mesh.normals, kFloat, "VEC3", kVertexBuffer);
  if (!mesh.uv.empty())
    attributes["TEXCOORD_0"] = p.add_accessor(mesh.uv, kFloat, "VEC2", kVertexBuffer);
  p.shapes.push_back({{"attributes", attributes},
                      {"indices", p.add_indices(mesh.indices, mesh.positions.size())}});
  return static_cast<int>(p.shapes.size()) - 1;
}

int GlbWriter::add_mesh(const std::vector<std::pair<int, int>>& parts) {
  Parts& p = *parts_;
  const auto [found, fresh] = p.known_meshes.try_emplace(parts, static_cast<int>(p.meshes.size()));
  if (!fresh) return found->second;
  GlbJson primitives = GlbJson::array();
  for (const auto& [shape, material] : parts) {
    GlbJson primitive = p.shapes[static_cast<size_t>(shape)];
    primitive["material"] = material;
    primitives.push_back(std::move(primitive));
  }
  p.meshes.push_back({{"primitives", primitives}});
  return found->second;
}

int GlbWriter::add_node(const GlbNode& node, bool root) {
  Parts& p = *parts_;
  GlbJson out{{"name", node.name}};
  if (node.mesh >= 0) out["mesh"] = node.mesh;
  if (!node.children.empty()) out["children"] = node.children;
  if (!node.extras.empty()) out["extras"] = GlbJson::parse(node.extras);
  if (node.copies && !node.copies->place.empty()) {
    out["extensions"] = p.copies_json(*node.copies);
    p.instanced = true;
  }
  p.nodes.push_back(std::move(out));
  const int index = static_cast<int>(p.nodes.size()) - 1;
  if (root) p.roots.push_back(index);
  return index;
}

std::vector<uint8_t> GlbWriter::finish() {
  Parts& p = *parts_;
  GlbJson json{{"asset", {{"version", "2.0"}, {"generator", "hadal"}}}, {"scene", 0}};
  GlbJson scene = GlbJson::object();
  if (!p.roots.empty()) scene["nodes"] = p.roots;  // lists must not be empty
  json["scenes"] = GlbJson::array();
  json["scenes"].push_back(std::move(scene));
  const auto add = [&](const char* key, GlbJson& list) {
    if (!list.empty()) json[key] = std::move(list);
  };
  if (!p.textures.empty()) {
    json["samplers"] = GlbJson::array();
    json["samplers"].push_back({{"magFilter", kLinear},
                                {"minFilter", kLinearMipmapLinear},
                                {"wrapS", kRepeat},
                                {"wrapT", kRepeat}});
  }
  add("nodes", p.nodes), add("meshes", p.meshes), add("materials", p.materials);
  add("textures", p.textures), add("images", p.images);
  add("accessors", p.accessors), add("bufferViews", p.views);
  if (p.instanced) {
    json["extensionsUsed"] = GlbJson::array();
    json["extensionsUsed"].push_back(kInstancing);
  }
  p.buffer.resize((p.buffer.size() + 3) / 4 * 4);
  if (!p.buffer.empty()) {
    json["buffers"] = GlbJson::array();
    json["buffers"].push_back({{"byteLength", p.buffer.size()}});
  }
  std::string text = json.dump(-1, ' ', false, GlbJson::error_handler_t::replace);
  text.append((4 - text.size() % 4) % 4, ' ');

  const size_t binary = p.buffer.empty() ? 0 : 8 + p.buffer.size();
  std::vector<uint8_t> out;
  out.reserve(20 + text.size() + binary);
  put_word(out, kMagic), put_word(out, kVersion);
  put_word(out, static_cast<uint32_t>(20 + text.size() + binary));
  put_word(out, static_cast<uint32_t>(text.size())), put_word(out, kJsonChunk);
  out.insert(out.end(), text.begin(), text.end());
  if (binary > 0) {
    put_word(out, static_cast<uint32_t>(p.buffer.size())), put_word(out, kBinaryChunk);
    out.insert(out.end(), p.buffer.begin(), p.buffer.end());
  }
  return out;
}

}  // namespace hadal::outputs
