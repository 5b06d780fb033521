#include "simulation/api_error.h"

namespace hadal {
namespace {

std::string lines_of(const std::vector<Error::Problem>& list) {
  Problems problems;
  for (const Error::Problem& p : list) problems.add({p.file, p.line, p.column}, p.key, p.message);
  return problems.text();
}

}  // namespace

Error::Error(const std::string& message) : Error(std::vector<Problem>{{"", 0, 0, "", message}}) {}

Error::Error(std::vector<Problem> problems)
    : std::runtime_error(lines_of(problems)),
      problems_(std::make_shared<const std::vector<Problem>>(std::move(problems))) {}

namespace simulation {

void throw_problems(const Problems& problems) {
  std::vector<Error::Problem> list;
  for (const Problem& p : problems.list())
    list.push_back({p.location.file, p.location.line, p.location.column, p.key, p.message});
  throw Error(std::move(list));
}

}  // namespace simulation
}  // namespace hadal
