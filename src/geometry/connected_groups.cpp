#include "geometry/connected_groups.h"

#include <cstdio>
#include <map>
#include <numeric>

namespace hadal::geometry {
namespace {

uint32_t root(std::vector<uint32_t>& parent, uint32_t vertex) {
  while (parent[vertex] != vertex) vertex = parent[vertex] = parent[parent[vertex]];
  return vertex;
}

void include(const Vec3& p, Bounds& bounds) {
  bounds.lower = bounds.lower.cwiseMin(p);
  bounds.upper = bounds.upper.cwiseMax(p);
}

}  // namespace

std::vector<ConnectedGroup> connected_groups(const TriangleMesh& mesh,
                                             const std::vector<std::array<uint32_t, 3>>& members) {
  std::vector<uint32_t> parent(mesh.vertices.size());
  std::iota(parent.begin(), parent.end(), 0u);
  for (const auto& member : members)
    for (const uint32_t vertex : member) parent[root(parent, vertex)] = root(parent, member[0]);
  std::map<uint32_t, size_t> index_of;
  std::vector<ConnectedGroup> groups;
  for (const auto& member : members) {
    const auto [entry, added] = index_of.emplace(root(parent, member[0]), groups.size());
    if (added) groups.push_back({0, {mesh.vertices[member[0]], mesh.vertices[member[0]]}});
    ConnectedGroup& group = groups[entry->second];
    ++group.members;
    for (const uint32_t vertex : member) include(mesh.vertices[vertex], group.bounds);
  }
  return groups;
}

std::string group_list(const std::vector<ConnectedGroup>& groups, const char* member) {
  constexpr size_t kMost = 20;
  std::string out;
  for (size_t i = 0; i < std::min(groups.size(), kMost); ++i) {
    const ConnectedGroup& g = groups[i];
    const Vec3 p = 0.5 * (g.bounds.lower + g.bounds.upper);
    char text[128];
    std::snprintf(text, sizeof text, "%s%zu %s%s at (%.4g, %.4g, %.4g) m, %.3g m wide",
                  i ? "; " : "", g.members, member, g.members == 1 ? "" : "s", p.x(), p.y(), p.z(),
                  g.bounds.diagonal());
    out += text;
  }
  if (groups.size() > kMost) out += "; and " + std::to_string(groups.size() - kMost) + " more";
  return out;
}

}  // namespace hadal::geometry
