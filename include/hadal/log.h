// Looking at logs: what is in them, tables, and a report as one HTML page.
#pragma once
#include <string>
#include <vector>

namespace hadal {

struct LogResult {
  int exit_code = 0;  // 0 well, 2 the log or the request cannot be used
  std::string text;   // the answer, or every problem on a line
};

// Topics, types, message counts, duration, seed, whether the log was cut short.
LogResult log_info(const std::string& path, bool json);

// One topic as CSV: a line per message, a column per field, first column time_s since the start of
// the log. Writes to `csv_path`, or gives the table as text when it is empty.
LogResult export_csv(const std::string& path, const std::string& topic,
                     const std::string& csv_path);

// One self-contained HTML file: trajectory, depth, attitude, currents, thruster loads, wrench
// terms, expectations. Needs no network and no script from elsewhere.
LogResult write_report(const std::string& log_path, const std::string& html_path);

}  // namespace hadal
