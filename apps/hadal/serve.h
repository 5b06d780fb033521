// Serving a run or a log to browsers: what `run --serve`, `demo` and `view` have in common.
#pragma once
#include <string>
#include <vector>

#include "arguments.h"
#include "hadal/live.h"

namespace hadal::cli {

// --serve, --token, --no-token and --origin, for a command that can serve, ...
std::vector<Option> serve_options();
// ... and --no-wait and --stop-at-end, for one that serves a run.
std::vector<Option> serve_run_options();
// All of these need --serve but itself; a problem where there is none, for `reason`.
void refuse_serve_options(Arguments& arguments, const std::string& reason);

// Whether the program was built with its server.
bool can_serve();

// The viewer's page; empty when it has not been built.
std::string viewer_page();

// Waits for the first page or client, unless told not to, and runs until it is interrupted, or told
// to stop at the end of the scenario. Prints the address of the page, and how far the run is.
// Throws when the address cannot be had.
RunSummary serve_run(const std::string& scenario, const LiveOptions& options, Arguments& arguments);

// Serves a log until interrupted; the exit code.
int serve_log(const std::string& log_path, Arguments& arguments);

}  // namespace hadal::cli
