// What a scenario says of messages between modems (kinds/devices/).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scenario/mission_config.h"

namespace hadal::inline scenario {

// A packet, once or again and again.
struct SendEventConfig : EventConfig {
  std::string from;
  std::string to;
  std::string text;
  std::string hex;
  std::optional<double> every_s;
  std::optional<double> until_s;
  static const StructSchema& schema();
  // The bytes of text or hex.
  std::vector<uint8_t> payload() const;
};

}  // namespace hadal::scenario
