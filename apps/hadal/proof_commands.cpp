#include "proof_commands.h"

#include <iostream>

#include "hadal/catalog.h"
#include "hadal/validate.h"
#ifdef HADAL_HAS_BENCHMARKS
#include "hadal/bench.h"
#endif

namespace hadal::cli {

namespace {

int run_validate(Arguments& arguments) {
  ValidateOptions options;
  options.directories = arguments.words();
  if (options.directories.empty())
    options.directories = {shipped_file("validation/cases")};
  options.model_folders = share_folders();
  options.format = arguments.has("--json")       ? ValidateFormat::kJson
                   : arguments.has("--markdown") ? ValidateFormat::kMarkdown
                                                 : ValidateFormat::kTable;
  options.require_all = arguments.has("--require-all");
  return validate(options, std::cout);
}

}  // namespace

CommandEntry validate_command() {
  return {{"validate",
           "[DIR...]",
           "Runs reference cases through the program's own models; the shipped ones if none are "
           "named.",
           "hadal validate validation/cases/veh_*",
           {{"--json", "", "As JSON."},
            {"--markdown", "", "As a Markdown table."},
            {"--require-all", "", "A case of a kind without a runner fails, too."}},
           0,
           100000},
          run_validate};
}

#ifdef HADAL_HAS_BENCHMARKS
namespace {

int run_bench(Arguments& arguments) {
  BenchOptions options;
  if (!arguments.words().empty()) options.name = arguments.words()[0];
  options.json = arguments.has("--json");
  options.steps = arguments.integer("--steps", 0, 1, 1000000000);
  options.model_folders = share_folders();
  if (!arguments.valid()) return refuse(arguments);
  return run_benchmarks(options, std::cout);
}

}  // namespace

CommandEntry bench_command() {
  return {{"bench",
           "[NAME]",
           "Benchmarks, in CPU-seconds of the process.",
           "hadal bench step --json",
           {{"--json", "", "As JSON."},
            {"--steps", "N", "Runs exactly N steps once, for instruction counts under callgrind."}},
           0,
           1},
          run_bench};
}
#endif

}  // namespace hadal::cli
