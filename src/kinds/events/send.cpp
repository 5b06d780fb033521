#include "kinds/events/send.h"

#include "kinds/events/list.h"

namespace hadal::inline kinds {
namespace {

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

void check_send(const SendEvent& event, CheckReport& report) {
  if (event.text.empty() == event.hex.empty()) report.fail("text", "give one of text and hex");
  if (!is_hex(event.hex))
    report.fail("hex",
                "expected pairs of hexadecimal digits, found '" + event.hex.substr(0, 40) + "'");
  if (event.until_s && !event.every_s) report.fail("until_s", "needs every_s");
  if (event.until_s && *event.until_s < event.at_s)
    report.fail("until_s", "must not be before at_s");
}

}  // namespace

std::vector<uint8_t> SendEvent::payload() const {
  if (hex.empty()) return {text.begin(), text.end()};
  std::vector<uint8_t> out;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    out.push_back(static_cast<uint8_t>(16 * hex_digit(hex[i]) + hex_digit(hex[i + 1])));
  return out;
}

EventEffect SendEvent::effect(const EventSetting& setting) const {
  const NamedModem sender = setting.modem(from, "from");
  const NamedModem receiver = to.empty() ? NamedModem() : setting.modem(to, "to");
  if (sender.number < 0) return {};
  if (receiver.number >= 0 && receiver.kind != sender.kind)
    setting.fail("to", "sound and light: " + from + " is a !" + sender.kind + ", " + to + " a !" +
                           receiver.kind);
  if (receiver.number == sender.number) setting.fail("to", "a modem cannot send to itself");
  const std::vector<uint8_t> bytes = payload();
  if (bytes.size() > static_cast<size_t>(sender.max_bytes))
    setting.fail("", std::to_string(bytes.size()) + " bytes; " + from +
                         " sends at most max_bytes " + std::to_string(sender.max_bytes));
  return {.messages = {{sender.number, receiver.number, at_s, every_s.value_or(0),
                        until_s.value_or(setting.duration_s()), bytes}}};
}

const StructSchema& SendEvent::schema() {
  using C = SendEvent;
  static const StructSchema s =
      StructBuilder<C>("send", "A modem sends a packet.")
          .number("at_s", &C::at_s, "Time of the first one.", kEventTime_s)
          .required()
          .text("from", &C::from, "The modem, as vehicle/name.")
          .required()
          .text("to", &C::to, "The modem it is for; everybody if left out.")
          .text("text", &C::text, "Its content.")
          .text("hex", &C::hex, "Its content, as two hexadecimal digits per byte.")
          .number("every_s", &C::every_s, "Sends again after this time, and again.", {1e-3, 1e9})
          .number("until_s", &C::until_s, "Of the last one; to the end if left out.",
                  kEventTime_s)
          .check(check_send);
  return s;
}

template <>
EventKind built_in_event<SendEvent>() {
  return event_kind<SendEvent>();
}

}  // namespace hadal::kinds
