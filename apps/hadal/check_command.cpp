#include "check_command.h"

#include <cstdio>

#include "hadal/catalog.h"
#include "hadal/run.h"
#include "json_text.h"
#include "progress.h"
#include "scenario_arguments.h"

namespace hadal::cli {
namespace {

constexpr double kMuchLog_bytes = 1e9, kSlow = 0.5;

// Surely not wanted.
bool is_too_much(const RunEstimate& e) {
  return e.log_bytes > kMuchLog_bytes || e.real_time_factor < kSlow;
}

// expected: log about 34 MB (pictures, 30 MB of it, are a guess), about 3.1x real time
std::string estimate_text(const RunEstimate& e) {
  std::string text = "expected: log about " + bytes_text(e.log_bytes);
  if (e.picture_bytes > 0)
    text += " (pictures, " + bytes_text(e.picture_bytes) + " of it, are a guess)";
  text += "; about " + two_digits(e.real_time_factor) + "x real time";
  if (e.threads > 1) text += " on " + std::to_string(e.threads) + " cores";
  if (e.log_bytes > kMuchLog_bytes)
    text += "; lower rates, fewer labels, or record: {frames, images} make the log smaller";
  if (e.real_time_factor < kSlow)
    text += "; lower rates, fewer pixels and rays, or quality: control make it faster";
  return text;
}

void print_text(const std::string& name, const CheckResult& result) {
  for (const std::string& problem : result.problems) std::fprintf(stderr, "%s\n", problem.c_str());
  if (result.problems.empty()) std::printf("%s: ok\n", name.c_str());
  for (const std::string& note : result.notes) std::printf("  note: %s\n", note.c_str());
  if (result.estimate.log_bytes > 0)
    std::printf("  %s%s\n", is_too_much(result.estimate) ? "note: " : "",
                estimate_text(result.estimate).c_str());
}

std::string json_list(const std::vector<std::string>& texts) {
  std::string out = "[";
  for (const std::string& text : texts) out += (out.size() > 1 ? ", " : "") + json_text(text);
  return out + "]";
}

void print_json(const std::string& name, const CheckResult& result, bool first) {
  std::printf("%s{\"scenario\": %s, \"ok\": %s, \"problems\": %s, \"notes\": %s, "
              "\"expected\": {\"log_bytes\": %.3g, \"picture_bytes\": %.3g, "
              "\"real_time_factor\": %.2g}}",
              first ? "" : ",\n ", json_text(name).c_str(),
              result.problems.empty() ? "true" : "false", json_list(result.problems).c_str(),
              json_list(result.notes).c_str(), result.estimate.log_bytes,
              result.estimate.picture_bytes, result.estimate.real_time_factor);
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
