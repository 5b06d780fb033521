#include "geometry/assimp_scene.h"

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <assimp/Importer.hpp>

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
  RawMesh raw;

 private:
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
    const bool mirrored = aiMatrix3x3(place).Determinant() < 0;
    for (unsigned i = 0; i < part.mNumFaces; ++i) add(part.mFaces[i], part, offset, mirrored);
  }
  void add(const aiFace& face, const aiMesh& part, uint32_t offset, bool mirrored) {
    if (face.mNumIndices != 3) {
      ++raw.lines_and_points;
      return;
    }
    std::array<uint32_t, 3> corners{};
    for (int k = 0; k < 3; ++k) {
      if (face.mIndices[k] >= part.mNumVertices) {
        raw.error = "has a face that names a vertex which does not exist";
        return;
      }
      corners[mirrored ? 2 - k : k] = offset + face.mIndices[k];
    }
    raw.mesh.triangles.push_back(corners);
  }

  const aiScene& scene_;
  size_t max_faces_;
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
  return std::move(gatherer.raw);
}

}  // namespace hadal::geometry
