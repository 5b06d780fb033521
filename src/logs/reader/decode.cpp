#include "logs/reader/decode.h"

#include <charconv>
#include <limits>

#include "outputs/messages/cdr.h"

namespace hadal::logs {

using outputs::CdrReader;
namespace {

// Walks one payload along the definitions.
class Walk {
 public:
  Walk(const MsgDefinitions& definitions, uint32_t array_cap, std::span<const uint8_t> payload,
       FlatMessage& flat)
      : definitions_(definitions), array_cap_(array_cap), cdr_(payload), flat_(flat) {}

  bool run() {
    message(0, "", true);
    return !cdr_.failed();
  }

 private:
  void message(size_t index, const std::string& prefix, bool keep) {
    const MsgDefinition& definition = definitions_.messages[index];
    if (definition.fields.empty()) cdr_.get<uint8_t>();  // IDL has no empty structs
    for (const MsgField& each : definition.fields) {
      if (cdr_.failed()) return;
      field(each, prefix.empty() ? each.name : prefix + "." + each.name, keep);
    }
  }

  void field(const MsgField& field, const std::string& path, bool keep) {
    if (field.array == MsgArray::none) {
      element(field, path, keep);
      return;
    }
    const size_t size = wire_size(field.type);
    const uint32_t count =
        field.array == MsgArray::fixed ? field.array_size : cdr_.get_count(size == 0 ? 1 : size);
    const uint32_t kept = keep ? std::min(count, array_cap_) : 0;
    for (uint32_t i = 0; i < kept && !cdr_.failed(); ++i)
      element(field, path + "[" + std::to_string(i) + "]", true);
    if (keep && count > kept) flat_.clipped = true;
    pass_over(field, count - kept);
  }

  void pass_over(const MsgField& field, uint32_t count) {
    const size_t size = wire_size(field.type);
    if (size > 0) {
      cdr_.skip(count, size);
      return;
    }
    for (uint32_t i = 0; i < count && !cdr_.failed(); ++i) element(field, "", false);
  }

  void element(const MsgField& field, const std::string& path, bool keep) {
    if (field.type == MsgType::message) {
      message(field.message, path, keep);
      return;
    }
    FlatValue value = get(field.type);
    if (keep && !cdr_.failed()) flat_.fields.push_back({path, std::move(value)});
  }

  template <class Wire, class Kept>
  FlatValue number() {
    return static_cast<Kept>(cdr_.get<Wire>());
  }

  FlatValue get(MsgType type) {
    switch (type) {
      case MsgType::boolean:
        return number<bool, double>();
      case MsgType::int8:
        return number<int8_t, int64_t>();
      case MsgType::uint8:
        return number<uint8_t, uint64_t>();
      case MsgType::int16:
        return number<int16_t, int64_t>();
      case MsgType::uint16:
        return number<uint16_t, uint64_t>();
      case MsgType::int32:
        return number<int32_t, int64_t>();
      case MsgType::uint32:
        return number<uint32_t, uint64_t>();
      case MsgType::int64:
        return number<int64_t, int64_t>();
      case MsgType::uint64:
        return number<uint64_t, uint64_t>();
      case MsgType::float32:
        return number<float, double>();
      case MsgType::float64:
        return number<double, double>();
      case MsgType::string:
      case MsgType::message:
        break;
    }
    return std::string(cdr_.get_text());
  }

  const MsgDefinitions& definitions_;
  uint32_t array_cap_;
  CdrReader cdr_;
  FlatMessage& flat_;
};

}  // namespace

double as_number(const FlatValue& value) {
  return std::visit(
      [](const auto& held) {
        if constexpr (std::is_arithmetic_v<std::decay_t<decltype(held)>>)
          return static_cast<double>(held);
        else
          return std::numeric_limits<double>::quiet_NaN();
      },
      value);
}

std::string as_text(const FlatValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  char digits[32];
  const auto write = [&](const auto& held) {
    if constexpr (std::is_arithmetic_v<std::decay_t<decltype(held)>>)
      return std::to_chars(digits, digits + sizeof(digits), held).ptr;
    else
      return digits + 0;
  };
  return {digits, std::visit(write, value)};
}

Result<MessageDecoder> MessageDecoder::make(std::string_view type, std::string_view text,
                                            uint32_t array_cap) {
  Result<MsgDefinitions> definitions = parse_msg_definitions(type, text);
  if (!definitions.ok()) return definitions.problems();
  return MessageDecoder(std::move(definitions).value(), array_cap);
}

bool MessageDecoder::decode(std::span<const uint8_t> payload, FlatMessage& flat) const {
  flat.fields.clear();
  flat.clipped = false;
  return Walk(definitions_, array_cap_, payload, flat).run();
}

}  // namespace hadal::logs
