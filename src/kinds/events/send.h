// `!send`: a modem sends a packet, once or again and again.
#pragma once
#include <optional>

#include "kinds/events/event.h"

namespace hadal::inline kinds {

struct SendEvent : EventConfig {
  std::string from;
  std::string to;
  std::string text;
  std::string hex;
  std::optional<double> every_s;
  std::optional<double> until_s;

  static const StructSchema& schema();
  EventEffect effect(const EventSetting& setting) const;
  // The bytes of text or hex.
  std::vector<uint8_t> payload() const;
};

}  // namespace hadal::kinds
