#include "base/problem.h"

namespace hadal::inline base {

std::string to_string(const Problem& problem) {
  std::string text;
  if (!problem.location.file.empty()) {
    text = problem.location.file;
    if (problem.location.line > 0) {
      text += ":" + std::to_string(problem.location.line);
      if (problem.location.column > 0) text += ":" + std::to_string(problem.location.column);
    }
    text += ": ";
  }
  if (!problem.key.empty()) text += problem.key + ": ";
  return text + problem.message;
}

std::string Problems::text() const {
  std::string text;
  for (const Problem& problem : list_) {
    if (!text.empty()) text += "\n";
    text += to_string(problem);
  }
  return text;
}

}  // namespace hadal::base
