// HTTP as the server needs it: what a request says, what an answer is, and small parsers.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "web/shared_bytes.h"

namespace hadal::web {

struct HttpRequest {
  std::string method;
  std::string target;  // /path?query
  std::string host, origin, authorization;
  std::string accept_encoding, if_none_match, range, if_range;
  int hosts = 0;  // how many Host fields there are
};

// Part of an open file.
struct FilePart {
  std::shared_ptr<const int> descriptor;  // closed with the last owner
  uint64_t offset = 0, bytes = 0;
};

struct HttpReply {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::vector<std::pair<std::string, std::string>> fields;
  Bytes body;
  FilePart file;  // instead of a body
  bool keep_alive = true;
  uint64_t size() const { return file.descriptor ? file.bytes : body ? body->size() : 0; }
};

// An answer of one line for people.
HttpReply plain_reply(int status, const std::string& text);

// Status line and fields, to the empty line.
std::string reply_head(const HttpReply& reply, bool keep_alive);

// Paths and values without %XX; none when a sequence is broken.
std::optional<std::string> decode_percent(std::string_view text);
std::string_view path_of(std::string_view target);
// Value of a key of the query; empty: none.
std::string query_value(std::string_view target, std::string_view key);

bool accepts_gzip(std::string_view accept_encoding);
// Whether a list as in If-None-Match holds the tag.
bool matches_tag(std::string_view list, std::string_view tag);

struct ByteRange {
  uint64_t first = 0, bytes = 0;
};
enum class RangeKind { kWhole, kPart, kUnsatisfiable };
// One range as in "bytes=0-99", "bytes=100-", "bytes=-20". Anything else means the whole.
RangeKind parse_range(std::string_view field, uint64_t size, ByteRange& range);

bool equal_ignoring_case(std::string_view a, std::string_view b);

}  // namespace hadal::web
