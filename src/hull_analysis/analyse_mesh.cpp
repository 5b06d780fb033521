#include "base/viewer_page.h"
#include "hadal/mesh.h"
#include "hull_analysis/analysis.h"
#include "hull_analysis/text.h"

namespace hadal {

MeshAnswer analyse_mesh(const std::string& path, const MeshOptions& options) {
  MeshAnswer answer;
  ThreadArena arena(options.threads);
  const Result<hull_analysis::HullAnalysis> hull =
      hull_analysis::analyse_hull(path, options, arena);
  if (!hull) {
    answer.exit_code = 2;
    answer.problems = hull.problems().text();
    return answer;
  }
  answer.text = hull_analysis::hull_text(hull.value());
  answer.json = hull_analysis::hull_json(hull.value());
  if (options.html_path.empty()) return answer;
  const PageDocument document[] = {{"hull", path, hull_analysis::hull_page_json(hull.value())}};
  const Problems problems = write_viewer_page(options.page_path, document, options.html_path);
  answer.exit_code = problems.empty() ? 0 : 2;
  answer.problems = problems.text();
  return answer;
}

}  // namespace hadal
