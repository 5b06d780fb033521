// Who may talk to the server.
//
// Who knows the token, given as `?token=` or as `Authorization: Bearer`: other users of the same
// machine reach its loopback too. Web pages of others must not, although the browser runs here: a
// page is known by its Origin, which must be the server's own or a listed one; and on loopback a
// page whose name was pointed at 127.0.0.1 (DNS rebinding) is known by the Host that it asks for,
// which must be a name of loopback with the port of the server. Beyond loopback names are unknown.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "web/http.h"

namespace hadal::web {

struct AccessRules {
  bool loopback = true;
  std::string address;  // as bound, without brackets
  uint16_t port = 0;
  std::string token;  // empty: none is asked for
  std::vector<std::string> origins;
};

// The refusal, if the request must not be answered.
std::optional<HttpReply> refuse(const AccessRules& rules, const HttpRequest& request);

// Whether the Origin is listed, for pages from elsewhere that may read answers.
bool is_listed_origin(const AccessRules& rules, std::string_view origin);

// Takes the same time wherever two texts of the same length differ.
bool equal_in_constant_time(std::string_view a, std::string_view b);

// 128 bits from the system, as 32 hexadecimal digits.
std::string random_token();

}  // namespace hadal::web
