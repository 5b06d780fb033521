// The .msg language of ROS 2: parses a "ros2msg" schema (a definition and those of the messages
// inside it) as found in a log, so that messages of any type can be read without their C++ struct.
// Not supported: wstring, whose wire form differs between vendors.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace hadal::logs {

enum class MsgType {
  boolean,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float32,
  float64,
  string,
  message,
};

enum class MsgArray { none, fixed, sequence };

struct MsgField {
  std::string name;
  MsgType type = MsgType::float64;
  size_t message = 0;  // index into MsgDefinitions::messages, if type is message
  MsgArray array = MsgArray::none;
  uint32_t array_size = 0;  // of a fixed array, at least 1
};

struct MsgDefinition {
  std::string name;  // pkg/Name
  std::vector<MsgField> fields;
};

// messages[0] is the schema's own message. No message contains itself.
struct MsgDefinitions {
  std::vector<MsgDefinition> messages;
};

// type: "pkg/msg/Name" or "pkg/Name". Problems carry the line of the text; their file is `type`.
Result<MsgDefinitions> parse_msg_definitions(std::string_view type, std::string_view text);

// Bytes of a primitive on the wire; 0 for strings and messages.
size_t wire_size(MsgType type);

}  // namespace hadal::logs
