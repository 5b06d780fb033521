#include "commands.h"

#include "bathymetry_command.h"
#include "catalog_commands.h"
#include "check_command.h"
#include "log_commands.h"
#include "mesh_command.h"
#include "new_command.h"
#include "plan_command.h"
#include "proof_commands.h"
#include "query_command.h"
#include "run_commands.h"
#include "schema_command.h"
#include "shot_command.h"

namespace hadal::cli {

const std::vector<CommandEntry>& commands() {
  static const std::vector<CommandEntry> list_of_commands{
      run_command(),      demo_command(),       shot_command(), check_command(),
      list_command(),     describe_command(),   schema_command(), info_command(), export_command(),
      video_command(),    report_command(),     compare_command(), repair_command(),
      view_command(),     replay_command(),     query_command(), plan_command(),
      bathymetry_command(), mesh_command(),     new_command(),
      validate_command(),
#ifdef HADAL_HAS_BENCHMARKS
      bench_command(),
#endif
  };
  return list_of_commands;
}

}  // namespace hadal::cli
