// A kind of event: what happens at a time of the scenario, whatever the missions do. It is a struct
// with its parameters and the inputs that they stand for,
//
//   struct LampEvent : EventConfig {
//     std::string vehicle, lamp;
//     double level = 1;
//     static const StructSchema& schema();  // event_schema<LampEvent>("lamp", "...").number(...)
//     EventEffect effect(const EventSetting& setting) const;
//     std::string text() const;             // "lamp left at 50 %", without the vehicle; optional
//   };
//
// and one line in list.cpp. Strict YAML, `describe`, the tick, log and replay follow from it. An
// event with the member `vehicle` is told of that vehicle, any other of the sea.
//
// Everything that changes in a run is an input (input.h), which has one range in the table of
// inputs and in the schema of the event (kinds/quantities.h).
#pragma once
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "hadal/extension/actuator.h"
#include "kinds/events/input.h"

namespace hadal::inline kinds {

constexpr Bounds kEventTime_s{0, 1e9};  // keeps ticks within 64 bits

// The key that every event has.
struct EventConfig {
  double at_s = 0;
};

template <class T>
StructBuilder<T> event_schema(const char* kind, const char* doc) {
  return StructBuilder<T>(kind, doc)
      .number("at_s", &T::at_s, "Time of the event.", kEventTime_s)
      .required();
}

// A packet of a modem, sent once or again and again.
struct ScheduledMessage {
  int from = 0;  // device
  int to = -1;   // device; -1: everybody
  double at_s = 0;
  double every_s = 0;  // 0: once
  double until_s = 0;
  std::vector<uint8_t> payload;
};

constexpr double kForever_s = 1e8;  // what lasts longer stays to the end of the run

// What an event does.
struct EventEffect {
  std::vector<AddressedInput> inputs;      // at its time
  std::vector<AddressedInput> end_inputs;  // and after its duration, for what ends again
  double duration_s = 0;
  std::vector<ScheduledMessage> messages;  // for the network, which sends and tells of them itself
};

// A modem by its path: its number in the network, its kind and the longest payload that it sends.
struct NamedModem {
  int number = -1;
  std::string kind;
  int max_bytes = 0;
};

// The world as an event may know it at load, and where it tells what is missing. An unknown name is
// a problem at the given field; the load then fails, and what is returned is of no importance: -1,
// and nothing is found on vehicle -1. A problem stands at the event itself for an empty field.
class EventSetting {
 public:
  virtual ~EventSetting() = default;
  virtual double duration_s() const = 0;  // of the run
  virtual bool has_waves() const = 0;
  virtual bool has_wind() const = 0;
  // Numbers as InputKey has them.
  virtual int current(const std::string& name, const std::string& field) const = 0;
  virtual int vehicle(const std::string& name, const std::string& field) const = 0;
  virtual int lamp(int vehicle, const std::string& name, const std::string& field) const = 0;
  virtual int link(int vehicle, const std::string& name, const std::string& field) const = 0;
  virtual int thruster(int vehicle, const std::string& name, const std::string& field) const = 0;
  virtual int actuator(int vehicle, const std::string& name, const std::string& field) const = 0;
  virtual int joint(int vehicle, const std::string& name, const std::string& field) const = 0;
  virtual const extension::ActuatorCommand& command_of(int actuator) const = 0;
  virtual NamedModem modem(const std::string& path, const std::string& field) const = 0;
  virtual void fail(const std::string& field, const std::string& message) const = 0;
};

// Everything there is to know of a kind; made by event_kind<T>().
struct EventKind {
  const StructSchema& (*schema)() = nullptr;
  EventEffect (*effect)(const void* config, const EventSetting&) = nullptr;
  std::string (*text)(const void* config) = nullptr;     // its effect in words
  std::string (*subject)(const void* config) = nullptr;  // whom it happens to: a vehicle, or "sea"
};

template <class T>
constexpr EventKind event_kind() {
  static_assert(std::is_base_of_v<EventConfig, T>, "an event derives from EventConfig first");
  EventKind kind;
  kind.schema = &T::schema;
  kind.effect = [](const void* c, const EventSetting& s) {
    return static_cast<const T*>(c)->effect(s);
  };
  kind.text = [](const void* c) -> std::string {
    if constexpr (requires(const T t) { t.text(); })
      return static_cast<const T*>(c)->text();
    else
      return T::schema().name;
  };
  kind.subject = [](const void* c) -> std::string {
    if constexpr (requires(const T t) { t.vehicle; })
      return static_cast<const T*>(c)->vehicle;
    else
      return "sea";
  };
  return kind;
}

}  // namespace hadal::kinds
