#include "check_command.h"

#include <cstdio>

#include "hadal/catalog.h"
#include "hadal/run.h"
#include "json_text.h"
#include "scenario_arguments.h"

namespace hadal::cli {
namespace {

void print_text(const std::string& name, const CheckResult& result) {
  for (const std::string& problem : result.problems) std::fprintf(stderr, "%s\n", problem.c_str());
  if (result.problems.empty()) std::printf("%s: ok\n", name.c_str());
  for (const std::string& note : result.notes) std::printf("  note: %s\n", note.c_str());
}

std::string json_list(const std::vector<std::string>& texts) {
  std::string out = "[";
  for (const std::string& text : texts) out += (out.size() > 1 ? ", " : "") + json_text(text);
  return out + "]";
}

void print_json(const std::string& name, const CheckResult& result, bool first) {
  std::printf("%s{\"scenario\": %s, \"ok\": %s, \"problems\": %s, \"notes\": %s}",
              first ? "" : ",\n ", json_text(name).c_str(),
              result.problems.empty() ? "true" : "false", json_list(result.problems).c_str(),
              json_list(result.notes).c_str());
}

int check(Arguments& arguments) {
  const RunOptions options = run_options(arguments);
  if (!arguments.valid()) return refuse(arguments);
  const bool json = arguments.has("--json");
  int code = 0;
  if (json) std::printf("[");
  for (const std::string& word : arguments.words()) {
    const CheckResult result = check_scenario(scenario_path(word), options);
    if (!result.problems.empty()) code = 2;
    if (json)
      print_json(word, result, &word == &arguments.words().front());
    else
      print_text(word, result);
  }
  if (json) std::printf("]\n");
  return code;
}

}  // namespace

CommandEntry check_command() {
  return {{"check", "SCENARIO...", "Loads scenarios without running them; every problem is shown.",
           "hadal check scenarios/*.yaml",
           scenario_options({{"--json", "", "Problems and notes of each scenario as JSON."}}), 1,
           10000},
          check};
}

}  // namespace hadal::cli
