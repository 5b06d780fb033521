// The summary.json beside a log.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "logs/reader/log_facts.h"

namespace hadal::logs {

std::string file_bytes(const std::string& path);

// Null where there is none or it is of another run.
nlohmann::json summary_of(const std::string& log_path, const LogFacts& facts);

}  // namespace hadal::logs
