#include "scenario_arguments.h"

#include <cstdlib>
#include <filesystem>

namespace hadal::cli {

namespace fs = std::filesystem;

std::vector<std::string> home_folders() {
  std::vector<std::string> folders;
  if (const char* home = std::getenv("HADAL_HOME")) folders.emplace_back(home);
  folders.emplace_back(HADAL_HOME);
  return folders;
}

std::string scenario_path(const std::string& word) {
  if (fs::exists(word)) return word;
  for (const std::string& folder : home_folders())
    for (const std::string& candidate :
         {folder + "/scenarios/" + word + ".yaml", folder + "/scenarios/" + word})
      if (fs::exists(candidate)) return candidate;
  return word;
}

std::vector<Option> scenario_options(const std::vector<Option>& more) {
  std::vector<Option> options{
      {"--set", "KEY=VALUE", "Changes the scenario, e.g. vehicles.rov.pose.depth_m=3.", true},
      {"--duration", "S", "Simulated seconds."},
      {"--seed", "N", "Seed of every random number."},
  };
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

RunOptions run_options(Arguments& arguments) {
  RunOptions options;
  options.settings = arguments.texts("--set");
  options.model_folders = home_folders();
  options.duration_s = arguments.number("--duration", -1, 0, 1e8);
  options.seed = static_cast<int64_t>(arguments.number("--seed", -1, 0, 9007199254740992.0));
  return options;
}

}  // namespace hadal::cli
