#include "query_command.h"

#include "hadal/catalog.h"
#include "hadal/run.h"
#include "scenario_arguments.h"

namespace hadal::cli {
namespace {

int query(Arguments& arguments) {
  SeaQuery q;
  q.time_s = arguments.number("--at", 0, 0, 1e9);
  q.north_m = arguments.number("--north", 0, -1e6, 1e6);
  q.east_m = arguments.number("--east", 0, -1e6, 1e6);
  q.depth_m = arguments.number("--depth", 0, 0, 12000);
  q.frequency_hz = arguments.number("--frequency", q.frequency_hz, 1, 1e7);
  const RunOptions options = run_options(arguments);
  if (!arguments.valid()) return refuse(arguments);
  int code = 0;
  const std::string text = query_sea(scenario_path(arguments.words()[0]), q, options, code);
  return answer(text, code);
}

}  // namespace

CommandEntry query_command() {
  return {
      {"query", "SCENARIO", "The sea at a point: density, sound speed, current and more, as JSON.",
       "hadal query inspection_dive --at 60 --depth 12",
       scenario_options({{"--at", "T", "Seconds after the start."},
                         {"--north", "N", "Metres."},
                         {"--east", "E", "Metres."},
                         {"--depth", "D", "Metres."},
                         {"--frequency", "F",
                          "Of sound in hertz, for absorption and noise; 100 kHz if left out."}}),
       1, 1},
      query};
}

}  // namespace hadal::cli
