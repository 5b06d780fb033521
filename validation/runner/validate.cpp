#include "hadal/validate.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <ostream>

#include "runner/kinds.h"

namespace hadal {
namespace {

namespace fs = std::filesystem;
using validation::CaseReport;

// A case itself, or every case in a folder by name.
std::vector<std::string> cases_in(const std::string& directory) {
  std::error_code error;
  if (!fs::is_directory(directory, error) || fs::exists(fs::path(directory) / "case.json", error))
    return {directory};
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(directory, error))
    if (fs::exists(entry.path() / "case.json", error)) found.push_back(entry.path().string());
  std::sort(found.begin(), found.end());
  if (found.empty()) found.push_back(directory);
  return found;
}

CaseReport run_case(const std::string& directory, const validation::Settings& settings) {
  CaseReport report;
  report.name = fs::path(directory).lexically_normal().filename().string();
  try {
    const validation::Case reference(directory);
    report.name = reference.name();
    const validation::Kind* kind = validation::kind_of(report.name);
    report.ran = kind && kind->run;
    if (report.ran)
      kind->run(reference, settings, report);
    else
      report.notes.emplace_back(kind ? "no runner for this kind yet" : "unknown kind of case");
  } catch (const InvalidInput& invalid) {
    for (const Problem& problem : invalid.problems.list())
      report.problems.push_back(to_string(problem));
  } catch (const std::exception& error) {
    report.problems.push_back(directory + ": " + error.what());
  }
  return report;
}

}  // namespace

int validate(const ValidateOptions& options, std::ostream& out) {
  const validation::Settings settings{options.model_folders};
  std::vector<CaseReport> reports;
  for (const std::string& directory : options.directories)
    for (const std::string& one : cases_in(directory)) reports.push_back(run_case(one, settings));
  validation::print(reports, options.format, out);
  int code = options.directories.empty() ? 2 : 0;
  for (const CaseReport& report : reports) {
    if (!report.problems.empty()) code = 2;
    if (code == 0 && (!report.passed() || (options.require_all && !report.ran))) code = 1;
  }
  return code;
}

}  // namespace hadal
