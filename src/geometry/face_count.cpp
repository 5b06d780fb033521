#include "geometry/face_count.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

namespace hadal::geometry {
namespace {

// Lines of a text file that begin with the words, after blanks.
class LineCounter {
 public:
  explicit LineCounter(std::vector<std::string> words)
      : counts(words.size(), 0), words_(std::move(words)) {}

  void read(std::ifstream& file) {
    std::vector<char> block(1 << 20);
    while (file.read(block.data(), static_cast<std::streamsize>(block.size())), file.gcount() > 0)
      add({block.data(), static_cast<size_t>(file.gcount())});
    count(begin_);
  }
  std::vector<uint64_t> counts;

 private:
  // Only the first characters of a line are kept; the rest is skipped to its end.
  void add(std::string_view text) {
    constexpr size_t kKept = 16;
    while (!text.empty()) {
      const size_t end = std::min(text.find('\n'), text.size());
      const size_t missing = kKept - std::min(kKept, begin_.size());
      begin_.append(text.substr(0, std::min(end, missing)));
      if (end == text.size()) return;
      count(begin_);
      begin_.clear();
      text.remove_prefix(end + 1);
    }
  }
  void count(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    for (size_t i = 0; i < words_.size(); ++i)
      if (line.starts_with(words_[i])) ++counts[i];
  }

  std::vector<std::string> words_;
  std::string begin_;
};

AnnouncedSize counted_lines(std::ifstream& file, std::vector<std::string> face_and_vertex) {
  LineCounter counter(std::move(face_and_vertex));
  counter.read(file);
  return {counter.counts[0], counter.counts[1]};
}

// Text and binary files may both begin with "solid"; the size decides.
AnnouncedSize stl_size(std::ifstream& file, uint64_t bytes) {
  constexpr uint64_t kHeader = 84, kFace = 50;
  char head[kHeader] = {};
  file.read(head, sizeof head);
  uint32_t faces = 0;
  std::memcpy(&faces, head + 80, sizeof faces);
  if (bytes == kHeader + kFace * faces) return {faces, 3 * uint64_t{faces}};
  if (!std::string_view(head, sizeof head).starts_with("solid")) return {};
  file.clear();
  file.seekg(0);
  return counted_lines(file, {"facet", "vertex"});
}

AnnouncedSize ply_size(std::ifstream& file) {
  constexpr int kMaxLines = 1000;
  AnnouncedSize out;
  std::string line;
  for (int i = 0; i < kMaxLines && std::getline(file, line) && !line.starts_with("end_header");
       ++i) {
    std::istringstream words(line);
    std::string element, what;
    uint64_t count = 0;
    if (!(words >> element >> what >> count) || element != "element") continue;
    if (what == "face") out.faces = count;
    if (what == "vertex") out.vertices = count;
  }
  return out;
}

}  // namespace

AnnouncedSize announced_size(const std::filesystem::path& path, const std::string& format) {
  std::error_code error;
  const auto bytes = std::filesystem::file_size(path, error);
  std::ifstream file(path, std::ios::binary);
  if (!file || error) return {};
  if (format == "stl") return stl_size(file, bytes);
  if (format == "ply") return ply_size(file);
  if (format == "obj") return counted_lines(file, {"f ", "v "});
  return {};
}

}  // namespace hadal::geometry
