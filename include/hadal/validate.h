// Reference cases through the program's own models. A case is a directory with case.json (inputs,
// expected values, tolerances), CSV data and a README.md; the kind of a case is told by the name of
// its directory, e.g. veh_lauv_dive_turn or veh_lauv_dive_turn_b.
#pragma once
#include <iosfwd>
#include <string>
#include <vector>

#include "hadal/export.h"

namespace hadal HADAL_API {

enum class ValidateFormat { kTable, kMarkdown, kJson };

struct ValidateOptions {
  std::vector<std::string> directories;    // cases, or folders of cases
  std::vector<std::string> model_folders;  // folders that hold models/vehicles/...
  ValidateFormat format = ValidateFormat::kTable;
  bool require_all = false;  // a case without a runner fails, too
};

// Runs every case and prints error, tolerance and verdict of each check. Returns 0 when all checks
// passed, 1 when one failed, 2 when a case could not be read (every reason is printed with its
// file). A case of a kind without a runner is listed as "not run" and fails only with require_all.
int validate(const ValidateOptions& options, std::ostream& out);

}  // namespace hadal
