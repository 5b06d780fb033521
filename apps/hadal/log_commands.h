// hadal info, export, report and replay: what a log says, and whether it can be run again.
#pragma once
#include "commands.h"
#include "hadal/log.h"

namespace hadal::cli {

// Prints what came out, or the failure; the exit code.
int answer(const LogResult& result);

CommandEntry info_command();
CommandEntry export_command();
CommandEntry video_command();
CommandEntry report_command();
CommandEntry compare_command();
CommandEntry repair_command();
CommandEntry view_command();
CommandEntry replay_command();

}  // namespace hadal::cli
