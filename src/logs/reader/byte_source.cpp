#include "logs/reader/byte_source.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace hadal::logs {

Result<ByteSource> ByteSource::open_file(const std::string& path) {
  Problems problems;
  std::error_code error;
  ByteSource source;
  source.size_ = std::filesystem::file_size(path, error);  // fails on directories and devices
  if (!error) {
    errno = 0;
    source.file_.open(path, std::ios::binary);
    if (!source.file_) error = std::error_code(errno, std::generic_category());
  }
  if (!error) return source;
  problems.add({path, 0, 0}, "", "cannot open: " + error.message());
  return problems;
}

bool ByteSource::read(uint64_t offset, std::span<uint8_t> out) {
  if (!contains(offset, out.size())) return false;
  if (out.empty()) return true;
  if (!file_.is_open()) {
    std::memcpy(out.data(), bytes_.data() + offset, out.size());
    return true;
  }
  file_.clear();
  file_.seekg(static_cast<std::streamoff>(offset));
  file_.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(out.size()));
  return file_.good();
}

bool ByteSource::read(uint64_t offset, uint64_t length, std::vector<uint8_t>& out) {
  if (!contains(offset, length)) return false;
  out.resize(length);
  return read(offset, std::span<uint8_t>(out));
}

}  // namespace hadal::logs
