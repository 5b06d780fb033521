#include "web/http.h"

#include <algorithm>
#include <charconv>

namespace hadal::web {
namespace {

const char* reason(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 206:
      return "Partial Content";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 413:
      return "Payload Too Large";
    case 416:
      return "Range Not Satisfiable";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    default:
      return "Error";
  }
}

// The viewer is one page with its scripts and styles inside; it may be framed by nobody.
constexpr std::string_view kSecurityFields =
    "Content-Security-Policy: default-src 'self' 'unsafe-inline' data: blob:; "
    "connect-src 'self' ws: wss: data: blob:; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "X-Frame-Options: DENY\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cache-Control: no-cache\r\n";

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// The next part of a list up to the separator, which is taken off.
std::string_view next_part(std::string_view& list, char separator) {
  const size_t end = std::min(list.find(separator), list.size());
  const std::string_view part = list.substr(0, end);
  list.remove_prefix(std::min(end + 1, list.size()));
  return trimmed(part);
}

std::optional<uint64_t> number(std::string_view text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

HttpReply plain_reply(int status, const std::string& text) {
  HttpReply reply;
  reply.status = status;
  reply.body = bytes_of(text + "\n");
  return reply;
}

std::string reply_head(const HttpReply& reply, bool keep_alive) {
  std::string head =
      "HTTP/1.1 " + std::to_string(reply.status) + " " + reason(reply.status) + "\r\n";
  head += "Server: hadal\r\n";
  if (reply.status != 304) {
    head += "Content-Type: " + reply.type + "\r\n";
    head += "Content-Length: " + std::to_string(reply.size()) + "\r\n";
  }
  for (const auto& [name, value] : reply.fields) head += name + ": " + value + "\r\n";
  head += kSecurityFields;
  head += keep_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
  return head;
}

std::optional<std::string> decode_percent(std::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    unsigned value = 0;
    if (i + 2 >= text.size()) return std::nullopt;
    const auto [end, error] = std::from_chars(&text[i + 1], &text[i + 1] + 2, value, 16);
    if (error != std::errc() || end != &text[i + 1] + 2) return std::nullopt;
    decoded += static_cast<char>(value);
    i += 2;
  }
  return decoded;
}

std::string_view path_of(std::string_view target) {
  return target.substr(0, target.find('?'));
}

std::string query_value(std::string_view target, std::string_view key) {
  const size_t start = target.find('?');
  if (start == std::string_view::npos) return "";
  std::string_view query = target.substr(start + 1);
  while (!query.empty()) {
    std::string_view part = next_part(query, '&');
    const std::string_view name = next_part(part, '=');
    if (name == key) return decode_percent(part).value_or("");
  }
  return "";
}

bool accepts_gzip(std::string_view list) {
  while (!list.empty()) {
    std::string_view part = next_part(list, ',');
    const std::string_view coding = next_part(part, ';');
    if (!equal_ignoring_case(coding, "gzip")) continue;
    return part.find("q=0") == std::string_view::npos ||
           part.find_first_of("123456789") != part.npos;
  }
  return false;
}

bool matches_tag(std::string_view list, std::string_view tag) {
  while (!list.empty()) {
    std::string_view part = next_part(list, ',');
    if (part.starts_with("W/")) part.remove_prefix(2);
    if (part == "*" || part == tag) return true;
  }
  return false;
}

RangeKind parse_range(std::string_view field, uint64_t size, ByteRange& range) {
  if (!field.starts_with("bytes=")) return RangeKind::kWhole;
  std::string_view rest = field.substr(6);
  const size_t dash = rest.find('-');
  if (dash == std::string_view::npos) return RangeKind::kWhole;
  const auto first = number(rest.substr(0, dash)), last = number(rest.substr(dash + 1));
  const bool no_first = dash == 0, no_last = dash + 1 == rest.size();
  if ((!first && !no_first) || (!last && !no_last) || (no_first && no_last))
    return RangeKind::kWhole;
  if (no_first) {
    range = {size - std::min(*last, size), std::min(*last, size)};
    return range.bytes > 0 ? RangeKind::kPart : RangeKind::kUnsatisfiable;
  }
  if (last && *last < *first) return RangeKind::kWhole;
  if (*first >= size) return RangeKind::kUnsatisfiable;
  const uint64_t end = last ? std::min(*last, size - 1) : size - 1;
  range = {*first, end - *first + 1};
  return RangeKind::kPart;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace hadal::web
