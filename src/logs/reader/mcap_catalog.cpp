#include "logs/reader/mcap_catalog.h"

#include <algorithm>

namespace hadal::logs {
namespace {

// Reads magic and header record; returns the offset after them, or 0 if the magic is not there.
// A file cut off inside the header has its data start at its end.
uint64_t read_header(ByteSource& source, McapCatalog& catalog) {
  std::array<uint8_t, kMcapMagic.size()> magic{};
  if (!source.read(0, magic) || magic != kMcapMagic) return 0;
  std::array<uint8_t, kMcapRecordPrefixBytes> prefix{};
  if (!source.read(magic.size(), prefix)) return source.size();
  McapCursor cursor(prefix);
  const auto opcode = static_cast<McapOpcode>(cursor.get<uint8_t>());
  const auto length = cursor.get<uint64_t>();
  const uint64_t content_offset = magic.size() + prefix.size();
  std::vector<uint8_t> content;
  if (opcode != McapOpcode::header) return magic.size();
  if (!source.read(content_offset, length, content)) return source.size();
  McapCursor fields(content);
  catalog.profile = fields.get_text();
  catalog.library = fields.get_text();
  return content_offset + length;
}

bool ends_with_magic(ByteSource& source) {
  std::array<uint8_t, kMcapMagic.size()> magic{};
  return source.size() >= 2 * magic.size() && source.read(source.size() - magic.size(), magic) &&
         magic == kMcapMagic;
}

}  // namespace

Problem problem_at(const std::string& name, uint64_t offset, const std::string& message) {
  return {{name, 0, 0}, "byte " + std::to_string(offset), message};
}

Result<McapCatalog> read_catalog(ByteSource& source, const std::string& name) {
  McapCatalog catalog;
  const uint64_t data_start = read_header(source, catalog);
  if (data_start == 0) {
    Problems problems;
    problems.add({name, 0, 0}, "", "is not an MCAP log (it does not begin with the MCAP magic)");
    return problems;
  }
  if (ends_with_magic(source)) {
    McapCatalog indexed = catalog;
    const std::string error = read_summary(source, data_start, indexed);
    if (error.empty()) return indexed;
    catalog.warnings.add({name, 0, 0}, "", error + "; reading by scanning");
  }
  scan_file(source, name, data_start, catalog);
  return catalog;
}

bool read_metadata(ByteSource& source, uint64_t offset, uint64_t length, McapCatalog& catalog) {
  std::vector<uint8_t> raw;
  if (!source.read(offset, length, raw)) return false;
  bool found = false;
  for_each_record(raw, [&](const McapRecord& record) {
    if (record.opcode != McapOpcode::metadata || found) return;
    McapCursor cursor(record.content);
    McapMetadata metadata{cursor.get_text(), cursor.get_map()};
    if (cursor.failed()) return;
    found = true;
    catalog.metadata.push_back(std::move(metadata));
  });
  return found;
}

}  // namespace hadal::logs
