// Readings of sensors as messages of the log: one encoder per ReadingMessage of
// hadal/extension/sensor.h, in ROS frames. Each sensor has an encoder of its own, which has found
// its columns by their names, and the covariances that its noise implies: of what differs from
// reading to reading, 0 where there is no noise or it is not known (-1 of an attitude that is not
// measured).
#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "outputs/messages/messages.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::outputs {

// A reading that has arrived.
struct ArrivedReading {
  const World& world;
  const State& state;
  const extension::Sea& sea;
  const Sensor& sensor;
  Header header;  // stamp of the measurement, path of the sensor
  std::span<const double> values;
  bool valid = true;
};

class ReadingEncoder {
 public:
  virtual ~ReadingEncoder() = default;
  // False: an invalid reading leaves a gap in the topic.
  virtual bool tells_of_invalid() const { return false; }
  // Valid until the next call.
  virtual std::span<const uint8_t> encode(const ArrivedReading& reading, CdrWriter& scratch) = 0;
};

extension::ReadingMessage reading_message(const Sensor& sensor);
// Type of the message, "pkg/msg/Name".
std::string_view reading_type(extension::ReadingMessage message);
// columns: their names; step_s: of the simulation, which bounds the rate of readings.
std::unique_ptr<ReadingEncoder> make_reading_encoder(const Sensor& sensor,
                                                     const std::vector<std::string>& columns,
                                                     double step_s);

// Pose and twist in ROS frames: position in ENU, velocity in the body's forward-left-up axes.
Odometry odometry(const Header& header, const std::string& child, const Vec3& p_N, const Quat& q_NB,
                  const Vec6& nu_B);

// packet_message.cpp: the packet of an event, counted from 0, in the inbox of a modem.
void fill_packet(const World& world, const State& state, int device, int64_t event,
                 const Header& header, Packet& packet);

}  // namespace hadal::outputs
