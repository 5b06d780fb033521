#include <fstream>

#include "hadal/mesh.h"
#include "outputs/hull/analysis.h"
#include "outputs/hull/page.h"
#include "outputs/hull/text.h"

namespace hadal {

MeshAnswer analyse_mesh(const std::string& path, const MeshOptions& options) {
  MeshAnswer answer;
  ThreadArena arena(options.threads);
  const Result<outputs::HullAnalysis> hull = outputs::analyse_hull(path, options, arena);
  if (!hull) {
    answer.exit_code = 2;
    answer.problems = hull.problems().text();
    return answer;
  }
  answer.text = outputs::hull_text(hull.value());
  answer.json = outputs::hull_json(hull.value());
  if (options.html_path.empty()) return answer;
  std::ofstream out(options.html_path, std::ios::binary);
  out << outputs::hull_page(hull.value());
  if (!out.flush()) {
    answer.exit_code = 2;
    answer.problems = options.html_path + ": cannot write here";
  }
  return answer;
}

}  // namespace hadal
