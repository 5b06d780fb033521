#include "logs/reader/mcap_reader.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/rng.h"
#include "logs/reader/decode.h"
#include "outputs/log_topic.h"
#include "outputs/messages/test_support.h"

namespace hadal::logs {
namespace mcap_reader_test {

using outputs::testing::bytes_of;

// A small log with three chunks of ten messages; chunk_ends are the sizes of the file after each.
struct SmallLog {
  std::vector<uint8_t> bytes;
  std::vector<size_t> chunk_ends;
};

SmallLog small_log(McapCompression compression) {
  std::ostringstream out;
  SmallLog small;
  McapWriter log(out, {.compression = compression});
  const uint16_t channel = add_topic<StateHash>(log, "/hash");
  const uint16_t text = add_topic<String>(log, "/text");
  log.add_metadata("hadal", {{"seed", "7"}});
  log.add_attachment("notes", "text/plain", std::vector<uint8_t>(20, 'n'));
  CdrWriter cdr;
  for (int64_t i = 0; i < 30; ++i) {
    if (i % 2 == 0)
      log_message(log, channel, i, StateHash{i, 5}, cdr);
    else
      log_message(log, text, i, String{"message " + std::to_string(i)}, cdr);
    if (i % 10 != 9) continue;
    log.flush();
    small.chunk_ends.push_back(log.bytes_written());
  }
  log.close();
  small.bytes = bytes_of(out);
  return small;
}

// Reads everything there is; the log times seen.
std::vector<int64_t> read_all(McapReader& log) {
  std::vector<int64_t> times;
  (void)log.for_each_message({}, [&](const McapChannel&, int64_t time, std::span<const uint8_t>) {
    times.push_back(time);
  });
  for (const McapAttachment& attachment : log.attachments()) (void)log.read_attachment(attachment);
  return times;
}

std::vector<int64_t> counting(int64_t count) {
  std::vector<int64_t> numbers;
  for (int64_t i = 0; i < count; ++i) numbers.push_back(i);
  return numbers;
}

TEST(McapReader, SkipsWhatTheFilterLeavesOut) {
  Result<McapReader> log = McapReader::open_bytes(small_log(McapCompression::zstd).bytes);
  ASSERT_TRUE(log.ok());
  std::vector<int64_t> times;
  const auto note = [&](const McapChannel&, int64_t time, std::span<const uint8_t>) {
    times.push_back(time);
  };
  EXPECT_TRUE(log.value().for_each_message({{"/text"}, 9, 13}, note).empty());
  EXPECT_EQ(times, (std::vector<int64_t>{9, 11, 13}));
  times.clear();
  EXPECT_TRUE(log.value().for_each_message({{"/nothing"}}, note).empty());
  EXPECT_TRUE(times.empty());
}

TEST(McapReader, SortsByTimeWithinAChunk) {
  std::ostringstream out;
  McapWriter log(out);
  const uint16_t channel = add_topic<StateHash>(log, "/hash");
  CdrWriter cdr;
  for (const int64_t time : {2, 0, 3, 1}) log_message(log, channel, time, StateHash{time, 0}, cdr);
  log.close();
  Result<McapReader> reader = McapReader::open_bytes(bytes_of(out));
  EXPECT_EQ(read_all(reader.value()), counting(4));
}

// A file cut anywhere opens once its magic is there, and gives every message of the chunks that are
// complete; an uncompressed chunk also gives the complete records before the cut.
TEST(McapReader, ReadsFilesCutAtEveryByte) {
  for (const McapCompression compression : {McapCompression::none, McapCompression::zstd}) {
    const SmallLog small = small_log(compression);
    for (size_t size = 0; size < small.bytes.size(); ++size) {
      Result<McapReader> log = McapReader::open_bytes(
          {small.bytes.begin(), small.bytes.begin() + static_cast<std::ptrdiff_t>(size)});
      ASSERT_EQ(log.ok(), size >= kMcapMagic.size()) << size;
      if (!log.ok()) continue;
      EXPECT_TRUE(log.value().truncated()) << size;
      const auto complete = std::count_if(small.chunk_ends.begin(), small.chunk_ends.end(),
                                          [&](size_t end) { return end <= size; });
      const std::vector<int64_t> times = read_all(log.value());
      EXPECT_GE(times.size(), static_cast<size_t>(10 * complete)) << size;
      EXPECT_EQ(times, counting(static_cast<int64_t>(times.size()))) << size;
      EXPECT_EQ(log.value().statistics().message_count, times.size()) << size;
    }
  }
}

TEST(McapReader, ReadsTheStartOfACutUncompressedChunk) {
  const SmallLog small = small_log(McapCompression::none);
  std::vector<uint8_t> bytes(
      small.bytes.begin(),
      small.bytes.begin() + static_cast<std::ptrdiff_t>(small.chunk_ends[1] - 600));
  Result<McapReader> log = McapReader::open_bytes(bytes);
  const size_t count = read_all(log.value()).size();
  EXPECT_GT(count, 10u);
  EXPECT_LT(count, 20u);
}

TEST(McapReader, LeavesOutADamagedChunkAndSaysWhere) {
  for (const McapCompression compression : {McapCompression::none, McapCompression::zstd}) {
    SmallLog small = small_log(compression);
    small.bytes[small.chunk_ends[0] + 70] ^= 1;  // inside the records of the second chunk
    Result<McapReader> log = McapReader::open_bytes(small.bytes, "dive.mcap");
    ASSERT_TRUE(log.ok());
    std::vector<int64_t> times;
    const Problems problems = log.value().for_each_message(
        {},
        [&](const McapChannel&, int64_t time, std::span<const uint8_t>) { times.push_back(time); });
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(
        problems.text().find("dive.mcap: byte " + std::to_string(small.chunk_ends[0]) + ": chunk "),
        0u)
        << problems.text();
    EXPECT_EQ(times.size(), 20u);
  }
}

TEST(McapReader, ScansWhenTheSummaryIsDamaged) {
  SmallLog small = small_log(McapCompression::zstd);
  small.bytes[small.chunk_ends[2] + 40] ^= 1;
  Result<McapReader> log = McapReader::open_bytes(small.bytes);
  ASSERT_TRUE(log.ok());
  EXPECT_FALSE(log.value().truncated());
  EXPECT_EQ(log.value().warnings().text(), "log: the summary is damaged; reading by scanning");
  EXPECT_EQ(read_all(log.value()), counting(30));
  EXPECT_EQ(log.value().metadata().size(), 1u);
  EXPECT_EQ(log.value().attachments().size(), 1u);
}

TEST(McapReader, RefusesADamagedAttachment) {
  SmallLog small = small_log(McapCompression::none);
  const auto n = std::search_n(small.bytes.begin(), small.bytes.end(), 20, uint8_t{'n'});
  ASSERT_NE(n, small.bytes.end());
  *n = 'm';
  Result<McapReader> log = McapReader::open_bytes(small.bytes);
  EXPECT_FALSE(log.value().read_attachment(log.value().attachments()[0]).ok());
}

TEST(McapReader, RefusesOtherFiles) {
  EXPECT_FALSE(McapReader::open("/nonexistent.mcap").ok());
  EXPECT_FALSE(McapReader::open("/").ok());
  EXPECT_FALSE(McapReader::open_bytes({}).ok());
  EXPECT_FALSE(McapReader::open_bytes(std::vector<uint8_t>(100, 'x')).ok());
}

TEST(McapReader, ReadsFromAFile) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / "hadal_mcap_reader_test.mcap";
  const std::vector<uint8_t> bytes = small_log(McapCompression::zstd).bytes;
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  Result<McapReader> log = McapReader::open(path.string());
  ASSERT_TRUE(log.ok()) << log.problems().text();
  EXPECT_EQ(read_all(log.value()), counting(30));
  std::filesystem::remove(path);
}

// A chunk that claims to become huge costs no more memory than what really comes out of it.
TEST(McapReader, DoesNotBelieveTheSizeOfAChunk) {
  std::vector<uint8_t> zeros(1000), compressed(2000);
  compressed.resize(
      ZSTD_compress(compressed.data(), compressed.size(), zeros.data(), zeros.size(), 1));
  McapRecordWriter file;
  file.put_bytes(kMcapMagic);
  file.begin(McapOpcode::header);
  file.put_text("");
  file.put_text("");
  file.end();
  file.begin(McapOpcode::chunk);
  file.put(uint64_t{0});
  file.put(uint64_t{0});
  file.put(uint64_t{1} << 60);
  file.put(uint32_t{0});
  file.put_text("zstd");
  file.put(static_cast<uint64_t>(compressed.size()));
  file.put_bytes(compressed);
  file.end();
  Result<McapReader> log = McapReader::open_bytes({file.bytes().begin(), file.bytes().end()});
  ASSERT_TRUE(log.ok());
  EXPECT_EQ(log.value().warnings().size(), 1u);
}

// Reads a log as an exporter does: every message decoded by the schema in the file.
void read_like_an_exporter(McapReader& log) {
  std::map<uint16_t, MessageDecoder> decoders;
  for (const auto& [id, channel] : log.channels()) {
    const McapSchema* schema = log.schema_of(channel);
    if (!schema) continue;
    Result<MessageDecoder> decoder = MessageDecoder::make(schema->name, schema->text);
    if (decoder.ok()) decoders.emplace(id, std::move(decoder).value());
  }
  FlatMessage flat;
  (void)log.for_each_message(
      {}, [&](const McapChannel& channel, int64_t, std::span<const uint8_t> payload) {
        const auto it = decoders.find(channel.id);
        if (it != decoders.end()) (void)it->second.decode(payload, flat);
      });
  (void)read_all(log);
}

TEST(McapReader, SurvivesRandomDamage) {
  constexpr int kMutations = 20'000;
  const SmallLog logs[] = {small_log(McapCompression::none), small_log(McapCompression::zstd)};
  const RandomStream random(11, "mcap", "damage");
  int opened = 0;
  for (int i = 0; i < kMutations; ++i) {
    const SmallLog& original = logs[i % 2];
    std::vector<uint8_t> bytes = original.bytes;
    if (i % 3 == 0) bytes.resize(original.chunk_ends[2]);  // without a summary to fall back on
    const int changes = 1 + static_cast<int>(random.uniform(i, 0) * 8);
    for (int change = 0; change < changes; ++change) {
      const auto index = static_cast<uint32_t>(1 + 2 * change);
      const auto place =
          static_cast<size_t>(random.uniform(i, index) * static_cast<double>(bytes.size()));
      bytes[place] = static_cast<uint8_t>(random.uniform(i, index + 1) * 256);
    }
    Result<McapReader> log = McapReader::open_bytes(std::move(bytes));
    if (!log.ok()) continue;
    ++opened;
    read_like_an_exporter(log.value());
  }
  EXPECT_GT(opened, kMutations * 9 / 10);
}

// Damage below the CRC: the records of the chunk are changed, then the CRC is left out.
TEST(McapReader, SurvivesDamageThatNoCrcCatches) {
  constexpr int kMutations = 5'000;
  SmallLog small = small_log(McapCompression::none);
  small.bytes.resize(small.chunk_ends[2]);
  for (const size_t start : {size_t{0}, small.chunk_ends[0], small.chunk_ends[1]}) {
    size_t chunk = start;
    while (start == 0 && chunk + 9 < small.bytes.size() && small.bytes[chunk] != 0x06) {
      uint64_t length = 0;
      if (chunk == 0) chunk = kMcapMagic.size();
      std::memcpy(&length, &small.bytes[chunk + 1], sizeof(length));
      chunk += kMcapRecordPrefixBytes + length;
    }
    ASSERT_EQ(small.bytes[chunk], 0x06);
    std::fill_n(
        small.bytes.begin() + static_cast<std::ptrdiff_t>(chunk + kMcapRecordPrefixBytes + 24), 4,
        uint8_t{0});
  }
  const RandomStream random(12, "mcap", "damage");
  size_t messages = 0;
  for (int i = 0; i < kMutations; ++i) {
    std::vector<uint8_t> bytes = small.bytes;
    for (uint32_t change = 0; change < 3; ++change) {
      const auto place =
          static_cast<size_t>(random.uniform(i, 2 * change) * static_cast<double>(bytes.size()));
      bytes[place] = static_cast<uint8_t>(random.uniform(i, 2 * change + 1) * 256);
    }
    Result<McapReader> log = McapReader::open_bytes(std::move(bytes));
    if (!log.ok()) continue;
    read_like_an_exporter(log.value());
    messages += log.value().statistics().message_count;
  }
  EXPECT_GT(messages, static_cast<size_t>(kMutations) * 20);
}

}  // namespace mcap_reader_test
}  // namespace hadal::logs
