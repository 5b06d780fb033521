#include "scenario/file_checksum.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace hadal::inline scenario {
namespace file_checksum_test {

class FileChecksumTest : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }
  std::string of(const std::string& content) {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << content;
    return file_checksum(path_.string()).value();
  }
  const std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("hadal_checksum_" + std::to_string(::getpid()));
};

TEST_F(FileChecksumTest, SeesEveryByteAndTheLength) {
  std::string content(200'000, 'a');  // several blocks
  const std::string first = of(content);
  EXPECT_EQ(first.size(), 16u);
  EXPECT_EQ(of(content), first);
  for (const size_t i : {size_t{0}, size_t{65'535}, size_t{65'536}, content.size() - 1}) {
    std::string other = content;
    other[i] = 'b';
    EXPECT_NE(of(other), first) << i;
  }
  EXPECT_NE(of(content + 'a'), first);
  EXPECT_NE(of(std::string("\0", 1)), of(std::string("\0\0", 2)));
  EXPECT_NE(of(""), first);
}

// A sparse file of 600 MB: its size, first and last byte count.
TEST_F(FileChecksumTest, LargeFilesBySamples) {
  const auto with = [&](std::streamoff location, size_t size) {
    std::filesystem::remove(path_);
    std::ofstream(path_) << "";
    std::filesystem::resize_file(path_, size);
    std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(location);
    file << 'x';
    file.close();
    return file_checksum(path_.string()).value();
  };
  constexpr size_t kSize = 600'000'000;
  const std::string first = with(0, kSize);
  EXPECT_EQ(with(0, kSize), first);
  EXPECT_NE(with(1, kSize), first);
  EXPECT_NE(with(kSize - 1, kSize), first);
  EXPECT_NE(with(0, kSize + 1), first);
}

TEST_F(FileChecksumTest, NothingOfNothing) {
  EXPECT_FALSE(file_checksum("no/such/file"));
  EXPECT_FALSE(file_checksum(std::filesystem::temp_directory_path().string()));
}

}  // namespace file_checksum_test
}  // namespace hadal::scenario
