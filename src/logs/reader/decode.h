// Decodes a CDR message of any type, by its schema text alone, into a flat list of values:
// "pose.position.x" = 1.5, "name[0]" = "thruster_1". For CSV export and inspection, not for speed.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "logs/reader/msg_definition.h"

namespace hadal::logs {

// Floats and bools are doubles; integers stay exact (a 64-bit hash does not fit a double).
using FlatValue = std::variant<double, int64_t, uint64_t, std::string>;

struct FlatField {
  std::string path;
  FlatValue value;
};

struct FlatMessage {
  std::vector<FlatField> fields;  // in wire order
  bool clipped = false;           // an array was longer than the cap
};

// NaN for text.
double as_number(const FlatValue& value);
// Shortest form that reads back as the same number.
std::string as_text(const FlatValue& value);

class MessageDecoder {
 public:
  // Elements of an array beyond this many are read over.
  static constexpr uint32_t kDefaultArrayCap = 64;

  // type and text: name and data of a schema with the encoding "ros2msg".
  static Result<MessageDecoder> make(std::string_view type, std::string_view text,
                                     uint32_t array_cap = kDefaultArrayCap);

  // False if the payload is malformed; `flat` then holds what came before.
  bool decode(std::span<const uint8_t> payload, FlatMessage& flat) const;

  const MsgDefinitions& definitions() const { return definitions_; }

 private:
  MessageDecoder(MsgDefinitions definitions, uint32_t array_cap)
      : definitions_(std::move(definitions)), array_cap_(array_cap) {}
  MsgDefinitions definitions_;
  uint32_t array_cap_;
};

}  // namespace hadal::logs
