// Serving a run or a log to browsers: what `run --serve`, `demo` and `view` have in common.
#pragma once
#include <string>
#include <vector>

#include "arguments.h"
#include "hadal/live.h"

namespace hadal::cli {

// --serve, --token and --origin, for a command that can serve.
std::vector<Option> serve_options();

// Whether the program was built with its server.
bool can_serve();

// The viewer's page; empty when it has not been built.
std::string viewer_page();

// Runs until the end of the run and until it is interrupted; prints the address of the page.
// Throws when the address cannot be had.
RunSummary serve_run(const std::string& scenario, const LiveOptions& options, Arguments& arguments);

// Serves a log until interrupted; the exit code.
int serve_log(const std::string& log_path, Arguments& arguments);

}  // namespace hadal::cli
