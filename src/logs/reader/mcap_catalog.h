// What an MCAP file contains and where: everything but the messages themselves. It comes from the
// file's summary, or from a scan of the whole file when there is none or it is damaged.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "logs/reader/byte_source.h"
#include "logs/reader/mcap_block.h"
#include "outputs/mcap/mcap_format.h"

namespace hadal::logs {

struct McapMetadata {
  std::string name;
  StringMap values;
};

struct McapAttachment {
  std::string name;
  std::string media_type;
  int64_t time_ns = 0;
  uint64_t size = 0;           // of the data
  uint64_t record_offset = 0;  // in the file
  uint64_t record_length = 0;
};

struct McapCatalog {
  std::string profile;
  std::string library;
  std::map<uint16_t, McapSchema> schemas;
  std::map<uint16_t, McapChannel> channels;
  std::vector<McapMetadata> metadata;
  std::vector<McapAttachment> attachments;
  std::vector<McapBlock> blocks;  // in file order
  McapStatistics statistics;
  bool truncated = false;  // the file ends before its end was written
  Problems warnings;       // what was damaged and left out
};

// Fails only if this is no MCAP file. `name` stands for the file in problems.
Result<McapCatalog> read_catalog(ByteSource& source, const std::string& name);

// A problem with the byte offset in its message.
Problem problem_at(const std::string& name, uint64_t offset, const std::string& message);

// Fills the catalog from the summary section and returns nothing, or says why it cannot. Expects
// the complete file's magic at the end; data_start is the offset after the header record.
std::string read_summary(ByteSource& source, uint64_t data_start, McapCatalog& catalog);

// Fills the catalog by reading every record from data_start on.
void scan_file(ByteSource& source, const std::string& name, uint64_t data_start,
               McapCatalog& catalog);

// Reads the metadata record at a place; false if there is none.
bool read_metadata(ByteSource& source, uint64_t offset, uint64_t length, McapCatalog& catalog);

}  // namespace hadal::logs
