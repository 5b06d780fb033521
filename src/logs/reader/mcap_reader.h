// Reads MCAP logs: complete ones through their summary, and those of a killed process (no summary),
// or with a damaged summary, by scanning from the start. Everything in the file is distrusted:
// sizes are bounded by the file before memory is taken, CRCs are checked, a damaged chunk is
// reported with its offset and left out, and the rest is still read.
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "logs/reader/byte_source.h"
#include "logs/reader/mcap_block.h"
#include "logs/reader/mcap_catalog.h"

namespace hadal::logs {

struct McapFilter {
  std::vector<std::string> topics;  // none: every topic
  int64_t from_ns = std::numeric_limits<int64_t>::min();
  int64_t through_ns = std::numeric_limits<int64_t>::max();
};

using McapMessageVisitor = std::function<void(const McapChannel& channel, int64_t time_ns,
                                              std::span<const uint8_t> payload)>;

class McapReader {
 public:
  static Result<McapReader> open(const std::string& path);
  // `name` stands for the file in problems.
  static Result<McapReader> open_bytes(std::vector<uint8_t> bytes, const std::string& name = "log");

  // The file ends before its end was written: what followed the last complete chunk is lost.
  bool truncated() const { return catalog_.truncated; }
  // What was found damaged, and left out, while opening.
  const Problems& warnings() const { return catalog_.warnings; }

  const std::string& profile() const { return catalog_.profile; }
  const std::string& library() const { return catalog_.library; }
  const std::map<uint16_t, McapSchema>& schemas() const { return catalog_.schemas; }
  const std::map<uint16_t, McapChannel>& channels() const { return catalog_.channels; }
  const std::vector<McapMetadata>& metadata() const { return catalog_.metadata; }
  const std::vector<McapAttachment>& attachments() const { return catalog_.attachments; }
  const McapStatistics& statistics() const { return catalog_.statistics; }

  // Sorted, each once.
  std::vector<std::string> topics() const;
  // Null if there is none.
  const McapChannel* find_channel(std::string_view topic) const;
  const McapSchema* schema_of(const McapChannel& channel) const;

  Result<std::vector<uint8_t>> read_attachment(const McapAttachment& attachment);

  // Calls `visit` for every message that passes the filter: chunk by chunk as in the file, by log
  // time within a chunk. That is log-time order for any log whose time went back at most within a
  // chunk. The payload is valid during the call. Returns what was damaged and left out.
  Problems for_each_message(const McapFilter& filter, const McapMessageVisitor& visit);

 private:
  struct Entry {
    int64_t time_ns;
    const McapChannel* channel;
    std::span<const uint8_t> payload;
  };
  using Wanted = std::map<uint16_t, const McapChannel*>;

  McapReader(ByteSource source, McapCatalog catalog, std::string name)
      : source_(std::move(source)), catalog_(std::move(catalog)), name_(std::move(name)) {}
  static Result<McapReader> start(ByteSource source, const std::string& name);
  Wanted wanted_channels(const McapFilter& filter) const;
  void collect(const McapFilter& filter, const Wanted& wanted);

  ByteSource source_;
  McapCatalog catalog_;
  std::string name_;
  McapBlockReader block_reader_;
  std::vector<Entry> entries_;  // of the block being read
};

}  // namespace hadal::logs
