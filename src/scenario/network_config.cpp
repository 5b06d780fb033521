#include "scenario/network_config.h"

namespace hadal::inline scenario {
namespace {

constexpr Bounds kLatest{0, 1e9};  // s

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_hex(const std::string& text) {
  for (const char c : text)
    if (hex_digit(c) < 0) return false;
  return text.size() % 2 == 0;
}

}  // namespace

std::vector<uint8_t> SendEventConfig::payload() const {
  if (hex.empty()) return {text.begin(), text.end()};
  std::vector<uint8_t> out;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    out.push_back(static_cast<uint8_t>(16 * hex_digit(hex[i]) + hex_digit(hex[i + 1])));
  return out;
}

const StructSchema& SendEventConfig::schema() {
  using C = SendEventConfig;
  static const StructSchema s =
      StructBuilder<C>("send", "A modem sends a packet.")
          .number("at_s", &C::at_s, "Time of the first one.", kLatest)
          .required()
          .text("from", &C::from, "The modem, as vehicle/name.")
          .required()
          .text("to", &C::to, "The modem it is for; everybody if left out.")
          .text("text", &C::text, "What it says.")
          .text("hex", &C::hex, "What it says, as two hexadecimal digits per byte.")
          .number("every_s", &C::every_s, "Sends again after this time, and again.", {1e-3, 1e9})
          .number("until_s", &C::until_s, "Of the last one; to the end if left out.", kLatest)
          .check([](const C& c, CheckReport& r) {
            if (c.text.empty() == c.hex.empty()) r.fail("text", "give one of text and hex");
            if (!is_hex(c.hex))
              r.fail("hex",
                     "expected pairs of hexadecimal digits, found '" + c.hex.substr(0, 40) + "'");
            if (c.until_s && !c.every_s) r.fail("until_s", "needs every_s");
            if (c.until_s && *c.until_s < c.at_s) r.fail("until_s", "must not be before at_s");
          });
  return s;
}

}  // namespace hadal::scenario
