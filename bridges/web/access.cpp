#include "web/access.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>

namespace hadal::web {
namespace {

bool is_own_host(const AccessRules& rules, std::string_view host) {
  const std::string port = std::to_string(rules.port);
  for (const std::string& name :
       {std::string("localhost"), std::string("127.0.0.1"), std::string("[::1]"), rules.address}) {
    if (equal_ignoring_case(host, name + ":" + port)) return true;
    if (rules.port == 80 && equal_ignoring_case(host, name)) return true;
  }
  return std::any_of(rules.origins.begin(), rules.origins.end(), [&](const std::string& origin) {
    const size_t at = origin.find("://");
    return at != std::string::npos && equal_ignoring_case(origin.substr(at + 3), host);
  });
}

bool is_own_origin(std::string_view origin, std::string_view host) {
  return equal_ignoring_case(origin, "http://" + std::string(host)) ||
         equal_ignoring_case(origin, "https://" + std::string(host));
}

bool has_token(const AccessRules& rules, const HttpRequest& request) {
  static constexpr std::string_view kBearer = "Bearer ";
  const std::string_view field = request.authorization;
  const bool bearer = field.size() > kBearer.size() &&
                      equal_ignoring_case(field.substr(0, kBearer.size()), kBearer) &&
                      equal_in_constant_time(field.substr(kBearer.size()), rules.token);
  return bearer || equal_in_constant_time(query_value(request.target, "token"), rules.token);
}

}  // namespace

std::optional<HttpReply> refuse(const AccessRules& rules, const HttpRequest& request) {
  if (request.hosts != 1) return plain_reply(400, "A request needs one Host field.");
  if (rules.loopback && !is_own_host(rules, request.host))
    return plain_reply(403, "This server answers to localhost:" + std::to_string(rules.port) +
                                " only. Another name of it has to be listed as an origin.");
  if (!request.origin.empty() && !is_own_origin(request.origin, request.host) &&
      !is_listed_origin(rules, request.origin))
    return plain_reply(403, "Pages of this origin may not use the server; list it to allow them.");
  if (rules.token.empty() || has_token(rules, request)) return std::nullopt;
  HttpReply reply = plain_reply(401,
                                "The token is missing or wrong: add ?token=... as printed "
                                "where the server was started.");
  reply.fields.emplace_back("WWW-Authenticate", "Bearer");
  return reply;
}

bool is_listed_origin(const AccessRules& rules, std::string_view origin) {
  return std::any_of(rules.origins.begin(), rules.origins.end(), [&](const std::string& listed) {
    return equal_ignoring_case(listed, origin);
  });
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  unsigned different = a.size() != b.size();
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    different |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return different == 0;
}

std::string random_token() {
  std::array<unsigned char, 16> bits;
  size_t have = 0;
  while (have < bits.size()) {
    const ssize_t got = getrandom(bits.data() + have, bits.size() - have, 0);
    if (got < 0 && errno != EINTR) throw std::runtime_error("the system gives no random numbers");
    if (got > 0) have += static_cast<size_t>(got);
  }
  std::string text;
  for (unsigned char b : bits) {
    text += "0123456789abcdef"[b >> 4];
    text += "0123456789abcdef"[b & 15];
  }
  return text;
}

}  // namespace hadal::web
