#include "scenario_arguments.h"

#include "hadal/catalog.h"

namespace hadal::cli {

Option extensions_option() {
  return {"--extensions", "DIR", "Loads every library (*.so) in it, which may add kinds.", true};
}

std::vector<Option> scenario_options(const std::vector<Option>& more) {
  std::vector<Option> options{
      {"--set", "KEY=VALUE", "Changes the scenario, e.g. vehicles.rov.pose.depth_m=3.", true},
      {"--duration", "S", "Simulated seconds."},
      {"--seed", "N", "Seed of the run: noise, random currents, the sea; the scenery keeps the scenario's."},
      extensions_option(),
  };
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

RunOptions run_options(Arguments& arguments) {
  RunOptions options;
  options.settings = arguments.texts("--set");
  options.model_folders = share_folders();
  options.duration_s = arguments.number("--duration", -1, 0, 1e8);
  options.seed = static_cast<int64_t>(arguments.number("--seed", -1, 0, 9007199254740992.0));
  return options;
}

}  // namespace hadal::cli
