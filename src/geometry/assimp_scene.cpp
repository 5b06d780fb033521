#include "geometry/assimp_scene.h"

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <assimp/Importer.hpp>
#include <cmath>

namespace hadal::geometry {
namespace {

class Gatherer {
 public:
  Gatherer(const aiScene& scene, size_t max_faces) : scene_(scene), max_faces_(max_faces) {}

  void gather(const aiNode& node, const aiMatrix4x4& parent) {
    const aiMatrix4x4 place = parent * node.mTransformation;
    for (unsigned i = 0; i < node.mNumMeshes && raw.error.empty(); ++i)
      add(*scene_.mMeshes[node.mMeshes[i]], place);
    for (unsigned i = 0; i < node.mNumChildren && raw.error.empty(); ++i)
      gather(*node.mChildren[i], place);
  }
  // Parts without texture coordinates have zeros if others have some.
  RawMesh finished() {
    if (!has_uv_) raw.mesh.corner_uv.clear();
    return std::move(raw);
  }

 private:
  RawMesh raw;

  void add(const aiMesh& part, const aiMatrix4x4& place) {
    if (raw.mesh.triangles.size() + part.mNumFaces > max_faces_ ||
        raw.mesh.vertices.size() + part.mNumVertices > 3 * max_faces_) {
      raw.error = "has more than " + std::to_string(max_faces_) + " faces";
      return;
    }
    const auto offset = static_cast<uint32_t>(raw.mesh.vertices.size());
    for (unsigned i = 0; i < part.mNumVertices; ++i) {
      const aiVector3D p = place * part.mVertices[i];
      raw.mesh.vertices.push_back({p.x, p.y, p.z});
    }
    has_uv_ |= part.HasTextureCoords(0);
    const bool mirrored = aiMatrix3x3(place).Determinant() < 0;
    for (unsigned i = 0; i < part.mNumFaces; ++i) add(part.mFaces[i], part, offset, mirrored);
  }
  void add(const aiFace& face, const aiMesh& part, uint32_t offset, bool mirrored) {
    if (face.mNumIndices != 3) {
      ++raw.lines_and_points;
      return;
    }
    std::array<uint32_t, 3> corners{};
    std::array<float, 6> uv{};
    for (int k = 0; k < 3; ++k) {
      if (face.mIndices[k] >= part.mNumVertices) {
        raw.error = "has a face that names a vertex which does not exist";
        return;
      }
      const int to = mirrored ? 2 - k : k;
      corners[to] = offset + face.mIndices[k];
      if (!part.HasTextureCoords(0)) continue;
      const aiVector3D& at = part.mTextureCoords[0][face.mIndices[k]];
      if (!std::isfinite(at.x) || !std::isfinite(at.y)) {
        raw.error = "has texture coordinates that are not finite";
        return;
      }
      uv[2 * to] = at.x, uv[2 * to + 1] = 1 - at.y;  // the importer's v runs up
    }
    raw.mesh.triangles.push_back(corners);
    raw.mesh.corner_uv.push_back(uv);
  }

  const aiScene& scene_;
  size_t max_faces_;
  bool has_uv_ = false;
};

}  // namespace

RawMesh read_with_assimp(const std::filesystem::path& path, size_t max_faces) {
  Assimp::Importer importer;
  importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene* scene = importer.ReadFile(path.string(), aiProcess_Triangulate);
  RawMesh failed;
  if (scene == nullptr) {
    failed.error = std::string("cannot be read: ") + importer.GetErrorString();
    return failed;
  }
  if (scene->mRootNode == nullptr) {
    failed.error = "has no parts";
    return failed;
  }
  Gatherer gatherer(*scene, max_faces);
  gatherer.gather(*scene->mRootNode, aiMatrix4x4());
  return gatherer.finished();
}

}  // namespace hadal::geometry
