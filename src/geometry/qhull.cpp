#include "geometry/qhull.h"

#include <cstdio>
#include <memory>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace hadal::geometry {
namespace {

// Qhull's data with its memory, freed on every way out.
struct Run {
  Run() { qh_zero(&qh, nullptr); }
  ~Run() {
    qh_freeqhull(&qh, !qh_ALL);
    int long_blocks = 0, long_bytes = 0;
    qh_memfreeshort(&qh, &long_blocks, &long_bytes);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  qhT qh;
};

// Corners in the order that makes the normal point out.
std::array<uint32_t, 3> corners(qhT* qh, facetT* facet) {
  std::array<uint32_t, 3> triangle{};
  int k = 0;
  vertexT *vertex, **vertexp;
  FOREACHvertex_(facet->vertices) {
    if (k < 3) triangle[k++] = static_cast<uint32_t>(qh_pointid(qh, vertex->point));
  }
  if (!facet->toporient) std::swap(triangle[1], triangle[2]);
  return triangle;
}

}  // namespace

std::optional<TriangleMesh> qhull_triangles(std::span<const Vec3> points) {
  TriangleMesh mesh;
  mesh.vertices.assign(points.begin(), points.end());
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> nowhere(std::fopen("/dev/null", "w"),
                                                                &std::fclose);
  if (!nowhere) return std::nullopt;
  Run run;
  char options[] = "qhull Qt Pp";
  const int failure = qh_new_qhull(&run.qh, 3, static_cast<int>(points.size()),
                                   const_cast<double*>(points[0].data()), False, options,
                                   nowhere.get(), nowhere.get());
  if (failure != 0) return std::nullopt;
  qhT* qh = &run.qh;
  facetT* facet;
  FORALLfacets {
    if (facet->upperdelaunay) continue;
    mesh.triangles.push_back(corners(qh, facet));
  }
  return mesh;
}

}  // namespace hadal::geometry
