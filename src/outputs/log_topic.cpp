#include "outputs/log_topic.h"

namespace hadal::outputs {
namespace {

// Quality of service in the YAML of rosbag2, integer form (readable by every version):
// keep the last 10, reliable, durability 1 transient local or 2 volatile, no deadlines.
std::string qos_yaml(bool latched) {
  const std::string forever = "\n    sec: 9223372036\n    nsec: 854775807\n";
  return "- history: 1\n  depth: 10\n  reliability: 1\n  durability: " +
         std::string(latched ? "1" : "2") + "\n  deadline:" + forever + "  lifespan:" + forever +
         "  liveliness: 1\n  liveliness_lease_duration:" + forever +
         "  avoid_ros_namespace_conventions: false";
}

}  // namespace

uint16_t LogSink::add_topic(std::string_view topic, std::string_view type, bool latched) {
  const std::string text = schema_text(type);
  HADAL_CHECK(!text.empty(), "unknown message type " + std::string(type));
  const uint16_t schema = log_.add_schema(type, "ros2msg", text);
  return log_.add_channel(
      topic, schema,
      {{"offered_qos_profiles", qos_yaml(latched)}, {"topic_type_hash", type_hash(type)}});
}

}  // namespace hadal::outputs
