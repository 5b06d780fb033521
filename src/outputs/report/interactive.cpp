// A log inside a copy of the viewer's page: base64 in <script id="hadal-log">.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "hadal/log.h"
#include "outputs/mcap_reader.h"
#include "outputs/picture/png.h"
#include "outputs/report/html.h"

namespace hadal {
namespace {

constexpr std::uintmax_t kLargestLog = 256u << 20;  // browsers refuse much larger pages
constexpr const char* kEndOfHead = "</head>";

std::string read_all(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream out;
  out << stream.rdbuf();
  return stream ? out.str() : "";
}

LogResult refuse_report(const std::string& text) {
  return {2, text};
}

}  // namespace

LogResult write_interactive_report(const std::string& log_path, const std::string& page_path,
                                   const std::string& html_path) {
  const std::string page = page_path.empty() ? "" : read_all(page_path);
  const size_t head = page.find(kEndOfHead);
  if (head == std::string::npos)
    return refuse_report(
        "the viewer's page is not built; ./hadal builds it where Node.js is installed");
  const Result<outputs::McapReader> log = outputs::McapReader::open(log_path);
  if (!log) return refuse_report(log.problems().text());
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(log_path, error);
  if (error || size > kLargestLog)
    return refuse_report(log_path + ": " + std::to_string(size >> 20) +
                         " MB; a page holds logs up to 256 MB. Record less (record.frames: none, "
                         "a shorter run), or use: hadal view " +
                         log_path);
  const std::string bytes = read_all(log_path);
  const std::string name = std::filesystem::path(log_path).filename().string();
  std::ofstream out(html_path, std::ios::binary);
  out << page.substr(0, head) << "<script type=\"text/plain\" id=\"hadal-log\" data-name=\""
      << outputs::escape_html(name) << "\">"
      << outputs::base64(std::span(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()))
      << "</script>" << page.substr(head);
  if (!out.flush()) return refuse_report(html_path + ": cannot write here");
  return {0, ""};
}

}  // namespace hadal
