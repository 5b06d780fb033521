// Messages to bytes and back, and what a reader needs to understand the bytes without this program:
// the .msg text and the type hash. All of it follows from the fields() of each message struct.
#pragma once
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "outputs/messages/acoustic_messages.h"
#include "outputs/messages/camera_messages.h"
#include "outputs/messages/cdr.h"
#include "outputs/messages/hadal_messages.h"
#include "outputs/messages/live_messages.h"
#include "outputs/messages/ros_messages.h"
#include "outputs/messages/sensor_messages.h"

namespace hadal::outputs {

template <class T>
concept Message = requires {
  T::kType;
};

// The .msg text of a type ("pkg/msg/Name") in the form of MCAP's and Foxglove's "ros2msg": the
// definition, then each message it contains, once, after a line of 80 '=' and a line "MSG:
// pkg/Name". Empty if the type is unknown.
std::string schema_text(std::string_view type);

// "RIHS01_" and 64 hexadecimal digits: the hash of the type description by which ROS 2 (Iron and
// later) tells definitions apart (REP 2016). Empty if the type is unknown.
std::string type_hash(std::string_view type);

// Every known type, sorted.
std::vector<std::string> message_types();

Time to_time(int64_t time_ns);
int64_t to_ns(const Time& time);

namespace detail {

struct Encoder {
  CdrWriter& cdr;

  template <class T>
  Encoder& operator()(const char*, const T& value) {
    put(value);
    return *this;
  }
  template <CdrPrimitive T>
  void put(T value) {
    cdr.put(value);
  }
  void put(const std::string& text) { cdr.put(std::string_view(text)); }
  template <Message M>
  void put(const M& message) {
    M::fields(message, *this);
  }
  template <class T>
  void put(const std::vector<T>& values) {
    cdr.put_count(values.size());
    put_elements(std::span<const T>(values));
  }
  template <class T, size_t N>
  void put(const std::array<T, N>& values) {
    put_elements(std::span<const T>(values));
  }
  template <class T>
  void put_elements(std::span<const T> values) {
    if constexpr (CdrPrimitive<T>)
      cdr.put_elements(values);
    else
      for (const T& value : values) put(value);
  }
};

struct Decoder {
  CdrReader& cdr;

  template <class T>
  Decoder& operator()(const char*, T& value) {
    get(value);
    return *this;
  }
  template <CdrPrimitive T>
  void get(T& value) {
    value = cdr.get<T>();
  }
  void get(std::string& text) { text = cdr.get_text(); }
  template <Message M>
  void get(M& message) {
    M::fields(message, *this);
  }
  template <class T>
  void get(std::vector<T>& values) {
    if constexpr (CdrPrimitive<T>) {
      values.resize(cdr.get_count(sizeof(T)));
      cdr.get_elements(std::span<T>(values));
    } else {  // element by element: memory stays in proportion to the bytes that are really there
      const uint32_t count = cdr.get_count(1);
      if (values.size() > count) values.resize(count);
      for (uint32_t i = 0; i < count && !cdr.failed(); ++i) {
        if (i == values.size()) values.emplace_back();
        get(values[i]);
      }
    }
  }
  template <class T, size_t N>
  void get(std::array<T, N>& values) {
    if constexpr (CdrPrimitive<T>)
      cdr.get_elements(std::span<T>(values));
    else
      for (T& value : values) get(value);
  }
};

}  // namespace detail

// Writes the message into `cdr` (replacing what it held) and returns the payload, valid until the
// next use of `cdr`.
template <Message M>
std::span<const uint8_t> encode(const M& message, CdrWriter& cdr) {
  cdr.clear();
  detail::Encoder{cdr}.put(message);
  return cdr.bytes();
}

// False if the payload is malformed or too short; `message` is then partly filled.
template <Message M>
bool decode(std::span<const uint8_t> payload, M& message) {
  CdrReader cdr(payload);
  detail::Decoder{cdr}.get(message);
  return !cdr.failed();
}

}  // namespace hadal::outputs
