// What the exports of a log share.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "hadal/log.h"
#include "logs/reader/mcap_reader.h"

namespace hadal::logs {

// export_csv.cpp: as export_csv(), of an open log.
LogResult topic_csv(McapReader& log, const std::string& path, const std::string& topic,
                    const std::string& csv_path);

// export_numbers.cpp: as export_numbers(), of an open log, into a folder.
bool has_numbers(const McapReader& log, const std::string& topic);
LogResult topic_numbers(McapReader& log, const std::string& topic, bool png,
                        const std::string& folder);

// False where it cannot be written.
bool write_bytes(const std::filesystem::path& path, std::span<const uint8_t> bytes);

// Seconds of a time in the log since its first message, in the shortest form that reads back.
std::string seconds_text(const McapReader& log, int64_t time_ns);

}  // namespace hadal::logs
