// Messages from JSON objects, for clients that do not write CDR. Fields that are missing keep their
// values; a name or a type that does not fit is told.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "outputs/messages/messages.h"

namespace hadal::outputs {
namespace detail {

struct JsonDecoder {
  const nlohmann::json& object;
  std::string& problem;
  size_t known = 0;  // fields of the message that the object has

  template <class T>
  JsonDecoder& operator()(const char* name, T& value) {
    const auto found = object.find(name);
    if (found == object.end()) return *this;
    ++known;
    if (!get(*found, value) && problem.empty())
      problem = std::string("'") + name + "' does not fit the type of the message";
    return *this;
  }

  static bool get(const nlohmann::json& json, bool& value) {
    if (!json.is_boolean()) return false;
    value = json.get<bool>();
    return true;
  }
  static bool get(const nlohmann::json& json, std::string& value) {
    if (!json.is_string()) return false;
    value = json.get<std::string>();
    return true;
  }
  template <CdrPrimitive T>
  static bool get(const nlohmann::json& json, T& value) {
    if (std::is_floating_point_v<T> ? !json.is_number() : !json.is_number_integer()) return false;
    if constexpr (std::is_integral_v<T>)
      if (json.is_number_unsigned() ? !std::in_range<T>(json.get<uint64_t>())
                                    : !std::in_range<T>(json.get<int64_t>()))
        return false;
    value = json.get<T>();
    return true;
  }
  template <Message M>
  bool get(const nlohmann::json& json, M& message) {
    if (!json.is_object()) return false;
    JsonDecoder inner{json, problem};
    M::fields(message, inner);
    if (inner.known < json.size() && problem.empty())
      problem = "unknown field in " + std::string(M::kType);
    return true;
  }
  template <class T>
  bool get(const nlohmann::json& json, std::vector<T>& values) {
    if (!json.is_array()) return false;
    values.resize(json.size());
    for (size_t i = 0; i < json.size(); ++i)
      if (!get(json[i], values[i])) return false;
    return true;
  }
};

}  // namespace detail

// What is wrong; empty when the message is filled.
template <Message M>
std::string from_json(const nlohmann::json& json, M& message) {
  if (!json.is_object()) return "expected a JSON object";
  std::string problem;
  detail::JsonDecoder decoder{json, problem};
  decoder.get(json, message);
  return problem;
}

}  // namespace hadal::outputs
