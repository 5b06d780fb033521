// Looking at logs: what is in them, tables, and a report as one HTML page.
#pragma once
#include <optional>
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

// A picture of the sonar images on a topic, with axes: a fan of one ping, a turning beam's sweep,
// or a waterfall of lines.
struct PngOptions {
  std::string topic;
  std::string png_path;
  std::string view = "auto";   // fan, beams, waterfall
  std::optional<double> at_s;  // since the start of the log; the last ping by default
  int size = 720;              // pixels of the longer side of the data
};
LogResult export_png(const std::string& path, const PngOptions& options);

// One self-contained HTML file: trajectory, depth, attitude, currents, thruster loads, wrench
// terms, expectations. Needs no network and no script from elsewhere.
LogResult write_report(const std::string& log_path, const std::string& html_path);

}  // namespace hadal
