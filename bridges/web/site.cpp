#include "web/site.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "web/gzip.h"

namespace hadal::web {
namespace {

constexpr size_t kMaxDocumentName = 64;
constexpr size_t kMaxCompressed = 32 << 20;  // larger texts would hold up the clients
constexpr size_t kMinCompressed = 256;

constexpr std::string_view kNoPage =
    "<!doctype html><meta charset=utf-8><title>Hadal</title>"
    "<body style=\"font:16px sans-serif;max-width:40em;margin:3em auto\">"
    "<h1>The viewer is not built</h1><p>The server runs, but has no page to show. Build it once:"
    "<pre>cd viewer\nnpm ci\nnpm run build</pre><p>and load this page again. Foxglove and other "
    "clients can connect to this address with WebSocket meanwhile.";

bool is_document_name(std::string_view name) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  };
  return !name.empty() && name.size() <= kMaxDocumentName && name[0] != '.' &&
         std::all_of(name.begin(), name.end(), allowed);
}

bool is_text(std::string_view type) {
  return type.starts_with("text/") || type.starts_with("application/json") ||
         type.starts_with("application/javascript") || type.starts_with("image/svg");
}

std::string tag_of(const std::vector<uint8_t>& bytes) {
  uint64_t hash = 14695981039346656037u;  // FNV-1a
  for (uint8_t b : bytes) hash = (hash ^ b) * 1099511628211u;
  char text[48];
  std::snprintf(text, sizeof text, "\"%zx-%016llx\"", bytes.size(),
                static_cast<unsigned long long>(hash));
  return text;
}

int64_t modified_ns(const struct stat& about) {
  return about.st_mtim.tv_sec * 1'000'000'000 + about.st_mtim.tv_nsec;
}

// A whole file, or the part that was asked for.
HttpReply file_reply(const HttpRequest& request, FilePart file, const std::string& version) {
  const std::string size = std::to_string(file.bytes), tag = "\"" + size + "-" + version + "\"";
  HttpReply reply;
  reply.type = "application/octet-stream";
  reply.fields = {{"ETag", tag}, {"Accept-Ranges", "bytes"}};
  if (matches_tag(request.if_none_match, tag)) {
    reply.status = 304;
    return reply;
  }
  ByteRange range{0, file.bytes};
  RangeKind kind = RangeKind::kWhole;
  if (request.if_range.empty() || request.if_range == tag)
    kind = parse_range(request.range, file.bytes, range);
  if (kind == RangeKind::kUnsatisfiable) {
    reply = plain_reply(416, "The file has " + size + " bytes.");
    reply.fields.emplace_back("Content-Range", "bytes */" + size);
    return reply;
  }
  if (kind == RangeKind::kPart) {
    reply.status = 206;
    const std::string last = std::to_string(range.first + range.bytes - 1);
    reply.fields.emplace_back("Content-Range",
                              "bytes " + std::to_string(range.first) + "-" + last + "/" + size);
  }
  file.offset = range.first;
  file.bytes = range.bytes;
  reply.file = std::move(file);
  return reply;
}

}  // namespace

Site::Site(LiveSource* source, const ServerOptions& options, AccessRules rules,
           const Counters& counters)
    : source_(source),
      page_path_(options.page_path),
      log_path_(options.log_path),
      rules_(std::move(rules)),
      counters_(&counters) {}

std::optional<HttpReply> Site::refusal(const HttpRequest& request) const {
  if (std::optional<HttpReply> no = refuse(rules_, request)) return no;
  if (request.target.empty() || request.target[0] != '/')
    return plain_reply(400, "The target of a request begins with /.");
  if (request.method != "GET" && request.method != "HEAD") {
    HttpReply reply = plain_reply(405, "This server knows GET and HEAD.");
    reply.fields.emplace_back("Allow", "GET, HEAD");
    return reply;
  }
  return std::nullopt;
}

HttpReply Site::answer(const HttpRequest& request) {
  const std::string_view path = path_of(request.target);
  HttpReply reply = find(request, std::string(path.substr(1)));
  if (!request.origin.empty() && is_listed_origin(rules_, request.origin)) {
    reply.fields.emplace_back("Access-Control-Allow-Origin", request.origin);
    reply.fields.emplace_back("Vary", "Origin");
  }
  return reply;
}

HttpReply Site::find(const HttpRequest& request, const std::string& name) {
  if (name.empty() || name == "index.html") return page(request);
  if (name == "status.json") {
    HttpReply reply;
    reply.type = "application/json";
    reply.body = bytes_of(status_json());
    return reply;
  }
  if (name == "log.mcap" && !source_) return log(request);
  if (!source_ || !is_document_name(name)) return plain_reply(404, "There is nothing here.");
  const std::optional<LiveDocument> document = source_->document(name);
  if (!document || !document->bytes) return plain_reply(404, "There is nothing here.");
  return document_reply(request, remember(name, document->media_type, document->bytes));
}

HttpReply Site::page(const HttpRequest& request) {
  read_page();
  static const Bytes kUnbuilt = bytes_of(kNoPage);
  return document_reply(request,
                        remember("", "text/html; charset=utf-8", page_ ? page_ : kUnbuilt));
}

// Again when the file has changed, for those who work on the viewer.
void Site::read_page() {
  struct stat about {};
  if (page_path_.empty() || stat(page_path_.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) {
    page_.reset();
    page_time_ns_ = -1;
    return;
  }
  if (page_ && page_time_ns_ == modified_ns(about)) return;
  std::ifstream file(page_path_, std::ios::binary);
  page_ = std::make_shared<const std::vector<uint8_t>>(std::istreambuf_iterator<char>(file),
                                                       std::istreambuf_iterator<char>());
  page_time_ns_ = modified_ns(about);
}

const Site::Document& Site::remember(const std::string& name, const std::string& type,
                                     const Bytes& bytes) {
  Document& document = documents_[name];
  if (document.bytes == bytes) return document;
  document = {bytes, nullptr, type, tag_of(*bytes)};
  if (is_text(type) && bytes->size() >= kMinCompressed && bytes->size() <= kMaxCompressed) {
    std::vector<uint8_t> small = gzip(*bytes);
    if (!small.empty() && small.size() < bytes->size())
      document.compressed = std::make_shared<const std::vector<uint8_t>>(std::move(small));
  }
  return document;
}

HttpReply Site::document_reply(const HttpRequest& request, const Document& document) {
  HttpReply reply;
  const bool compressed = document.compressed && accepts_gzip(request.accept_encoding);
  reply.type = document.type;
  // The two forms have the same content, so that they share a weak tag.
  reply.fields.emplace_back("ETag", "W/" + document.tag);
  if (document.compressed) reply.fields.emplace_back("Vary", "Accept-Encoding");
  if (matches_tag(request.if_none_match, document.tag)) {
    reply.status = 304;
    return reply;
  }
  if (compressed) reply.fields.emplace_back("Content-Encoding", "gzip");
  reply.body = compressed ? document.compressed : document.bytes;
  return reply;
}

HttpReply Site::log(const HttpRequest& request) const {
  struct stat about {};
  const int opened = open(log_path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (opened < 0) return plain_reply(404, "The log cannot be opened.");
  FilePart file;
  file.descriptor = {new int(opened), [](const int* d) {
                       close(*d);
                       delete d;
                     }};
  if (fstat(opened, &about) != 0 || !S_ISREG(about.st_mode))
    return plain_reply(404, "The log is not a file.");
  file.bytes = static_cast<uint64_t>(about.st_size);
  return file_reply(request, std::move(file), std::to_string(modified_ns(about)));
}

std::string Site::status_json() const {
  const auto real = [](uint64_t n) { return static_cast<double>(n); };
  const ServerStatistics s = counters_->read();
  const std::pair<const char*, double> numbers[] = {
      {"clients", real(s.clients)},
      {"connections", real(s.connections)},
      {"clients_total", real(s.clients_total)},
      {"connections_total", real(s.connections_total)},
      {"connections_refused", real(s.connections_refused)},
      {"clients_dropped", real(s.clients_dropped)},
      {"requests", real(s.requests)},
      {"requests_refused", real(s.requests_refused)},
      {"messages_received", real(s.messages_received)},
      {"messages_sent", real(s.messages_sent)},
      {"bytes_sent", real(s.bytes_sent)},
      {"client_messages", real(s.client_messages)},
      {"dropped_inbox", real(s.dropped_inbox)},
      {"dropped_clients", real(s.dropped_clients)},
      {"queue_bytes", real(s.queue_bytes)},
      {"queue_bytes_peak", real(s.queue_bytes_peak)},
      {"delay_mean_s", s.delay_mean_s},
      {"delay_max_s", s.delay_max_s},
      {"cpu_s", s.cpu_s}};
  std::string text = std::string("{\"mode\":\"") + (source_ ? "live" : "log") + "\"";
  for (const auto& [name, value] : numbers) {
    char number[64];
    std::snprintf(number, sizeof number, ",\"%s\":%.15g", name, value);
    text += number;
  }
  return text + "}";
}

}  // namespace hadal::web
