// A block of an MCAP file (a chunk, or a message outside of chunks) and how its records are got at.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "logs/reader/byte_source.h"
#include "outputs/mcap/mcap_format.h"

namespace hadal::logs {

using namespace outputs;  // a log holds what outputs/ wrote, in its format and its messages

struct McapBlock {
  McapOpcode opcode = McapOpcode::chunk;  // or message
  uint64_t offset = 0;                    // of the record in the file
  uint64_t length = 0;                    // of the whole record, as far as the file has it
  int64_t start_ns = 0, end_ns = 0;       // log times inside
  std::vector<uint16_t> channels;         // with messages inside; empty: unknown
  bool cut_off = false;                   // the file ends inside it
};

// Reads one block at a time, into buffers that it keeps.
class McapBlockReader {
 public:
  McapBlockReader();
  ~McapBlockReader();
  McapBlockReader(McapBlockReader&&) noexcept;
  McapBlockReader& operator=(McapBlockReader&&) noexcept;

  // Returns what is wrong with the block, or nothing; then records() holds its records, which a
  // CRC has confirmed. The last record of a cut-off block may be incomplete.
  std::string read(ByteSource& source, const McapBlock& block);
  std::span<const uint8_t> records() const { return records_; }

 private:
  struct Decompressor;
  std::string read_chunk(std::span<const uint8_t> content, bool cut_off);
  bool decompress(std::span<const uint8_t> compressed, uint64_t size);

  std::vector<uint8_t> raw_, decompressed_;
  std::span<const uint8_t> records_;  // in raw_ or decompressed_
  std::unique_ptr<Decompressor> decompressor_;
};

}  // namespace hadal::logs
