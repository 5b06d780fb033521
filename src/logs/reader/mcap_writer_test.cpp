// The writer of logs (outputs/mcap), tested where what it wrote can be read back.
#include "outputs/mcap/mcap_writer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/allocation_counter.h"
#include "logs/reader/mcap_reader.h"
#include "outputs/log_topic.h"
#include "outputs/messages/test_support.h"

namespace hadal::logs {
namespace mcap_writer_test {

using outputs::testing::bytes_of;
using outputs::testing::to_hex;

constexpr int64_t kMillisecond = 1'000'000;
constexpr int64_t kSecond = 1'000'000'000;

// The fixed parts of an empty log, from the specification of the format.
TEST(McapWriter, WritesMagicHeaderAndFooter) {
  std::ostringstream out;
  McapWriter(out).close();
  const std::string hex = to_hex(bytes_of(out));
  EXPECT_TRUE(
      hex.starts_with("894d434150300d0a"            // magic
                      "011100000000000000"          // Header, 17 bytes
                      "04000000726f7332"            // "ros2"
                      "05000000686164616c"          // "hadal"
                      "0f040000000000000000000000"  // DataEnd
                      "0b2e00000000000000"))        // Statistics
      << hex;
  EXPECT_TRUE(hex.ends_with("894d434150300d0a"));
  EXPECT_EQ(hex.substr(hex.size() - 2 * (8 + 29), 18), "021400000000000000");  // Footer, 20 bytes
}

// zlib's check value of CRC-32, and a CRC continued over a split.
TEST(McapCrc, MatchesTheStandardCheckValue) {
  const std::string digits = "123456789";
  const auto bytes = std::span(reinterpret_cast<const uint8_t*>(digits.data()), digits.size());
  EXPECT_EQ(mcap_crc(bytes), 0xCBF43926u);
  EXPECT_EQ(mcap_crc(bytes.subspan(4), mcap_crc(bytes.first(4))), 0xCBF43926u);
}

void write_log(std::ostream& out, const McapWriterOptions& options) {
  McapWriter log(out, options);
  const uint16_t pressure = add_topic<FluidPressure>(log, "/rov/pressure");
  const uint16_t hash = add_topic<StateHash>(log, "/hash");
  add_topic<FluidPressure>(log, "/unused");
  log.add_metadata("hadal", {{"seed", "7"}, {"scenario", "dive.yaml"}});
  CdrWriter cdr;
  for (int64_t i = 0; i < 1000; ++i) {
    log_message(log, pressure, i * kMillisecond,
                FluidPressure{{to_time(i * kMillisecond), "rov"}, 1e5 + static_cast<double>(i), 0},
                cdr);
    if (i % 10 == 0)
      log_message(log, hash, i * kMillisecond, StateHash{i, static_cast<uint64_t>(i * i)}, cdr);
    if (i == 500)
      log.add_attachment("scenario.yaml", "text/yaml", std::vector<uint8_t>{'a', 'b', 'c'});
  }
  EXPECT_TRUE(log.close());
  EXPECT_FALSE(log.write(hash, 0, {}));
}

void expect_log(McapReader& log) {
  EXPECT_FALSE(log.truncated());
  EXPECT_TRUE(log.warnings().empty()) << log.warnings().text();
  EXPECT_EQ(log.profile(), "ros2");
  EXPECT_EQ(log.topics(), (std::vector<std::string>{"/hash", "/rov/pressure", "/unused"}));
  EXPECT_EQ(log.schemas().size(), 2u);
  EXPECT_EQ(log.statistics().message_count, 1100u);
  EXPECT_EQ(log.statistics().message_start_ns, 0);
  EXPECT_EQ(log.statistics().message_end_ns, 999 * kMillisecond);
  const McapChannel& pressure = *log.find_channel("/rov/pressure");
  EXPECT_EQ(log.statistics().channel_message_counts.at(pressure.id), 1000u);
  EXPECT_EQ(pressure.metadata.at("topic_type_hash"), type_hash("sensor_msgs/msg/FluidPressure"));
  EXPECT_EQ(log.schema_of(pressure)->text, schema_text("sensor_msgs/msg/FluidPressure"));
  ASSERT_EQ(log.metadata().size(), 1u);
  EXPECT_EQ(log.metadata()[0].values.at("scenario"), "dive.yaml");
  ASSERT_EQ(log.attachments().size(), 1u);
  EXPECT_EQ(log.attachments()[0].media_type, "text/yaml");
  EXPECT_EQ(log.read_attachment(log.attachments()[0]).value(),
            (std::vector<uint8_t>{'a', 'b', 'c'}));

  int64_t next = 0;
  const Problems problems = log.for_each_message(
      {{"/rov/pressure"}},
      [&](const McapChannel& channel, int64_t time_ns, std::span<const uint8_t> payload) {
        EXPECT_EQ(channel.topic, "/rov/pressure");
        EXPECT_EQ(time_ns, next * kMillisecond);
        FluidPressure message;
        ASSERT_TRUE(decode(payload, message));
        EXPECT_EQ(message.fluid_pressure, 1e5 + static_cast<double>(next++));
      });
  EXPECT_TRUE(problems.empty()) << problems.text();
  EXPECT_EQ(next, 1000);
}

TEST(McapWriter, IsReadBack) {
  for (const McapCompression compression : {McapCompression::none, McapCompression::zstd}) {
    for (const size_t chunk_bytes : {size_t{500}, size_t{20'000}, size_t{1} << 20}) {
      std::ostringstream out;
      write_log(out, {.chunk_bytes = chunk_bytes, .compression = compression});
      Result<McapReader> log = McapReader::open_bytes(bytes_of(out));
      ASSERT_TRUE(log.ok()) << log.problems().text();
      EXPECT_EQ(log.value().statistics().chunk_count > 1, chunk_bytes < (1 << 20));
      expect_log(log.value());
    }
  }
}

// An entry of the index costs 10 bytes per chunk and channel: 256 channels fill chunks four times
// as large.
TEST(McapWriter, ManyChannelsShareLargerChunks) {
  std::ostringstream out;
  McapWriter log(out, {.chunk_bytes = 10'000, .compression = McapCompression::none});
  std::vector<uint16_t> channels;
  for (int i = 0; i < 256; ++i)
    channels.push_back(add_topic<StateHash>(log, "/hash" + std::to_string(i)));
  const std::vector<uint8_t> payload(100);
  for (int i = 0; i < 200; ++i)
    for (const uint16_t channel : channels) log.write(channel, i, payload);
  ASSERT_TRUE(log.close());
  // 31 bytes stand before each payload; the first chunks hold the descriptions of the channels too.
  constexpr uint32_t kExpected = 200 * 256 * 131 / 40'000;
  EXPECT_GE(log.statistics().chunk_count, kExpected);
  EXPECT_LE(log.statistics().chunk_count, kExpected + 8);
  Result<McapReader> back = McapReader::open_bytes(bytes_of(out));
  ASSERT_TRUE(back.ok()) << back.problems().text();
  EXPECT_FALSE(back.value().truncated());
  EXPECT_EQ(back.value().statistics().message_count, 200u * 256);
}

// 150 chunks of 1,000 channels: an index of 1.5 MB, more than one block of the writer.
TEST(McapWriter, IndexMayBeLarge) {
  std::ostringstream out;
  McapWriter log(out, {.compression = McapCompression::none});
  std::vector<uint16_t> channels;
  for (int i = 0; i < 1000; ++i)
    channels.push_back(add_topic<StateHash>(log, "/hash" + std::to_string(i)));
  const std::vector<uint8_t> payload(4);
  for (int i = 0; i < 150; ++i) {
    for (const uint16_t channel : channels) log.write(channel, i, payload);
    log.flush();
  }
  ASSERT_TRUE(log.close());
  Result<McapReader> back = McapReader::open_bytes(bytes_of(out));
  ASSERT_TRUE(back.ok()) << back.problems().text();
  EXPECT_FALSE(back.value().truncated());
  EXPECT_EQ(back.value().statistics().chunk_count, 150u);
  int64_t last = -1;
  int count = 0;
  const Problems problems = back.value().for_each_message(
      {{"/hash7"}}, [&](const McapChannel&, int64_t time_ns, std::span<const uint8_t>) {
        EXPECT_EQ(time_ns, last + 1);
        last = time_ns;
        ++count;
      });
  EXPECT_TRUE(problems.empty()) << problems.text();
  EXPECT_EQ(count, 150);
}

TEST(McapWriter, CompressionShrinksTheLog) {
  std::ostringstream plain, compressed;
  write_log(plain, {.compression = McapCompression::none});
  write_log(compressed, {.compression = McapCompression::zstd});
  EXPECT_LT(compressed.str().size(), plain.str().size() / 2);
}

// What a kill leaves: the bytes the operating system had, without close().
TEST(McapWriter, HandsOverAChunkAfterTheFlushPeriod) {
  std::ostringstream out;
  McapWriter log(out, {.flush_period_ns = kSecond});
  const uint16_t channel = add_topic<StateHash>(log, "/hash");
  CdrWriter cdr;
  for (int64_t i = 0; i <= 35; ++i)
    log_message(log, channel, i * kSecond / 10, StateHash{i, 0}, cdr);
  Result<McapReader> killed = McapReader::open_bytes(bytes_of(out));
  ASSERT_TRUE(killed.ok());
  EXPECT_TRUE(killed.value().truncated());
  EXPECT_EQ(killed.value().statistics().message_count, 30u);  // 0.0 .. 2.9 s
  EXPECT_EQ(killed.value().statistics().chunk_count, 3u);
  EXPECT_TRUE(log.flush());
  Result<McapReader> flushed = McapReader::open_bytes(bytes_of(out));
  EXPECT_EQ(flushed.value().statistics().message_count, 36u);
}

TEST(McapWriter, ReusesSchemas) {
  std::ostringstream out;
  McapWriter log(out);
  EXPECT_EQ(log.add_schema("a", "ros2msg", "x"), log.add_schema("a", "ros2msg", "x"));
  EXPECT_NE(log.add_schema("a", "ros2msg", "x"), log.add_schema("b", "ros2msg", "x"));
}

TEST(McapWriter, SaysWhyItCannotCreateTheFile) {
  const auto log = McapWriter::open("/nonexistent-directory/log.mcap");
  ASSERT_FALSE(log.ok());
  EXPECT_EQ(log.problems().text(),
            "/nonexistent-directory/log.mcap: cannot create the log: No such file or directory");
}

// A stream with room for so many bytes.
class SmallDisk : public std::streambuf {
 public:
  explicit SmallDisk(size_t room) : room_(room) {}

 private:
  std::streamsize xsputn(const char*, std::streamsize size) override {
    const auto taken = std::min(static_cast<size_t>(size), room_);
    room_ -= taken;
    return static_cast<std::streamsize>(taken);
  }
  int overflow(int) override { return traits_type::eof(); }
  size_t room_;
};

TEST(McapWriter, ReportsAFullDiskOnceAndGoesQuiet) {
  SmallDisk disk(10'000);
  std::ostream out(&disk);
  McapWriter log(out, {.chunk_bytes = 1000, .compression = McapCompression::none});
  const uint16_t channel = add_topic<StateHash>(log, "/hash");
  CdrWriter cdr;
  int64_t written = 0;
  while (written < 10'000 && log_message(log, channel, written, StateHash{}, cdr)) ++written;
  EXPECT_GT(written, 50);
  EXPECT_LT(written, 250);
  EXPECT_TRUE(log.failed());
  EXPECT_FALSE(log.add_metadata("m", {}));
  EXPECT_FALSE(log.close());
  EXPECT_EQ(log.problems().size(), 1u);
}

TEST(McapWriter, ReportsTheDeviceThatIsAlwaysFull) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  const auto log = McapWriter::open("/dev/full");
  ASSERT_FALSE(log.ok());
  EXPECT_NE(log.problems().text().find("No space left"), std::string::npos)
      << log.problems().text();
}

TEST(McapWriter, AllocatesNothingAfterTheFirstChunks) {
  for (const McapCompression compression : {McapCompression::none, McapCompression::zstd}) {
    std::ofstream out("/dev/null", std::ios::binary);
    McapWriter log(out, {.chunk_bytes = 10'000, .compression = compression});
    const uint16_t odometry = add_topic<Odometry>(log, "/odometry");
    const uint16_t hash = add_topic<StateHash>(log, "/hash");
    CdrWriter cdr;
    Odometry message;
    message.header.frame_id = "world";
    message.child_frame_id = "base_link";
    const auto run = [&](int64_t from, int64_t to) {
      for (int64_t i = from; i < to; ++i) {
        log_message(log, odometry, i * kMillisecond, message, cdr);
        log_message(log, hash, i * kMillisecond, StateHash{i, 1}, cdr);
      }
    };
    run(0, 100);
    EXPECT_EQ(allocations_of([&] { run(100, 2000); }), 0);
    EXPECT_GT(log.statistics().chunk_count, 100u);
  }
}

}  // namespace mcap_writer_test
}  // namespace hadal::logs
