// The folder that a run writes into: log.mcap (log_2.mcap and so on), scenario.yaml, summary.json
// and, by `hadal demo`, report.html. run.lock holds the id of the run and is locked while it goes
// on, so that a second run is refused.
//
// What an earlier run left is moved to FOLDER.previous, and what was there is removed. Only files
// with these names are touched, and only where run.lock, or a log of ours, says that a run wrote
// them; without that a file with such a name is a user's, and the folder is refused. All other
// files stay where they are.
#pragma once
#include <memory>
#include <string>

#include "base/result.h"

namespace hadal::simulation {

class RunFolder {
 public:
  static Result<std::unique_ptr<RunFolder>> open(const std::string& folder, std::string run_id);
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  const std::string& run_id() const { return run_id_; }
  // log.mcap for 1, then log_2.mcap and so on.
  std::string log_path(int number) const;
  // Problems when it cannot be written to its end.
  Problems write_scenario(const std::string& yaml) const;
  Problems write_summary(const std::string& json) const;

 private:
  RunFolder(std::string folder, int lock, std::string run_id)
      : folder_(std::move(folder)), lock_(lock), run_id_(std::move(run_id)) {}
  Problems write(const char* name, const std::string& text) const;

  const std::string folder_;
  const int lock_;  // file descriptor
  const std::string run_id_;
};

}  // namespace hadal::simulation
