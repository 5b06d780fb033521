#include "outputs/messages/cdr.h"

#include <gtest/gtest.h>

#include <string>

#include "outputs/messages/test_support.h"

namespace hadal::outputs {
namespace cdr_test {

using testing::to_hex;

// Offsets by hand from the alignment rule: 1-byte bool at 0, double at 8, byte at 16, uint16 at 18,
// string length at 20, its 3 bytes at 24, count at 28, doubles at 32.
TEST(CdrWriter, AlignsFromTheFirstBodyByte) {
  CdrWriter cdr;
  cdr.put(true);
  cdr.put(1.0);
  cdr.put(uint8_t{7});
  cdr.put(uint16_t{0x1234});
  cdr.put(std::string_view("ab"));
  cdr.put_count(1);
  const double values[] = {2.0};
  cdr.put_elements(std::span<const double>(values));
  EXPECT_EQ(to_hex(cdr.bytes()),
            "00010000"
            "0100000000000000"
            "000000000000f03f"
            "0700341203000000"
            "6162000001000000"
            "0000000000000040");
}

TEST(CdrWriter, PadsWithZerosAfterReuse) {
  CdrWriter cdr;
  for (int i = 0; i < 4; ++i) cdr.put(uint64_t{0xffffffffffffffff});
  const uint8_t* memory = cdr.bytes().data();
  cdr.clear();
  cdr.put(uint8_t{1});
  cdr.put(uint64_t{0});
  EXPECT_EQ(to_hex(cdr.bytes()),
            "00010000"
            "0100000000000000"
            "0000000000000000");
  EXPECT_EQ(cdr.bytes().data(), memory);
}

TEST(CdrWriter, EmptySequenceHasOnlyItsCount) {
  CdrWriter cdr;
  cdr.put_count(0);
  cdr.put_elements(std::span<const double>());
  EXPECT_EQ(cdr.bytes().size(), kCdrHeaderBytes + 4);
}

TEST(CdrReader, ReadsBackWhatWasWritten) {
  CdrWriter writer;
  writer.put(int8_t{-5});
  writer.put(std::string_view("depth"));
  writer.put(-1.25f);
  writer.put(int64_t{-7});
  CdrReader reader(writer.bytes());
  EXPECT_EQ(reader.get<int8_t>(), -5);
  EXPECT_EQ(reader.get_text(), "depth");
  EXPECT_EQ(reader.get<float>(), -1.25f);
  EXPECT_EQ(reader.get<int64_t>(), -7);
  EXPECT_EQ(reader.remaining(), 0u);
  EXPECT_FALSE(reader.failed());
  EXPECT_EQ(reader.get<double>(), 0);
  EXPECT_TRUE(reader.failed());
}

TEST(CdrReader, ReadsBigEndian) {
  const std::vector<uint8_t> payload = {0,   0, 0, 0, 0,    0,    0,    2,
                                        'a', 0, 0, 0, 0xff, 0xff, 0xff, 0xfe};
  CdrReader reader(payload);
  EXPECT_EQ(reader.get_text(), "a");
  EXPECT_EQ(reader.get<int32_t>(), -2);
  EXPECT_FALSE(reader.failed());
}

TEST(CdrReader, RefusesWhatItCannotRead) {
  const std::vector<uint8_t> xcdr2 = {0, 7, 0, 0, 1, 2, 3, 4};
  EXPECT_TRUE(CdrReader(xcdr2).failed());
  EXPECT_TRUE(CdrReader(std::span(xcdr2).first(3)).failed());
  const std::vector<uint8_t> long_text = {0, 1, 0, 0, 0xff, 0xff, 0xff, 0xff, 'a', 0};
  CdrReader text(long_text);
  EXPECT_EQ(text.get_text(), "");
  EXPECT_TRUE(text.failed());
  CdrReader count(long_text);
  EXPECT_EQ(count.get_count(8), 0u);
  EXPECT_TRUE(count.failed());
}

TEST(CdrReader, TakesTextWithoutNul) {
  const std::vector<uint8_t> payload = {0, 1, 0, 0, 2, 0, 0, 0, 'a', 'b', 0, 0, 0, 0, 0, 0};
  CdrReader reader(payload);
  EXPECT_EQ(reader.get_text(), "ab");
  EXPECT_EQ(reader.get_text(), "");
  EXPECT_FALSE(reader.failed());
}

}  // namespace cdr_test
}  // namespace hadal::outputs
