#include "outputs/messages/messages.h"

#include <algorithm>
#include <map>

#include "outputs/messages/sha256.h"

namespace hadal::outputs {
namespace {

enum class Multiplicity { one, fixed_array, sequence };

struct Field {
  std::string name;
  std::string type;  // of one element: "float64", "string" or "pkg/msg/Name"
  int type_id = 0;   // of one element, as in type_description_interfaces/msg/FieldType
  Multiplicity multiplicity = Multiplicity::one;
  size_t array_size = 0;
};

struct Description {
  std::string_view constants;  // .msg lines
  std::vector<Field> fields;
};

using Descriptions = std::map<std::string, Description, std::less<>>;

constexpr int kNestedTypeId = 1;
constexpr int kFixedArrayTypeId = 48;
constexpr int kSequenceTypeId = 144;

// Lists the fields of a message by visiting one of it.
class Describer {
 public:
  explicit Describer(Description& description) : description_(description) {}

  template <class T>
  Describer& operator()(const char* name, const T& value) {
    Field& field = description_.fields.emplace_back();
    field.name = name;
    describe(field, value);
    return *this;
  }

 private:
  static void primitive(Field& field, const char* type, int type_id) {
    field.type = type;
    field.type_id = type_id;
  }
  static void describe(Field& f, int8_t) { primitive(f, "int8", 2); }
  static void describe(Field& f, uint8_t) { primitive(f, "uint8", 3); }
  static void describe(Field& f, uint16_t) { primitive(f, "uint16", 5); }
  static void describe(Field& f, int32_t) { primitive(f, "int32", 6); }
  static void describe(Field& f, uint32_t) { primitive(f, "uint32", 7); }
  static void describe(Field& f, int64_t) { primitive(f, "int64", 8); }
  static void describe(Field& f, uint64_t) { primitive(f, "uint64", 9); }
  static void describe(Field& f, float) { primitive(f, "float32", 10); }
  static void describe(Field& f, double) { primitive(f, "float64", 11); }
  static void describe(Field& f, bool) { primitive(f, "bool", 15); }
  static void describe(Field& f, const std::string&) { primitive(f, "string", 17); }
  template <Message M>
  static void describe(Field& f, const M&) {
    f.type = M::kType;
    f.type_id = kNestedTypeId;
  }
  template <class T>
  static void describe(Field& f, const std::vector<T>&) {
    describe(f, T{});
    f.multiplicity = Multiplicity::sequence;
  }
  template <class T, size_t N>
  static void describe(Field& f, const std::array<T, N>&) {
    describe(f, T{});
    f.multiplicity = Multiplicity::fixed_array;
    f.array_size = N;
  }

  Description& description_;
};

template <Message M>
void describe_message(Descriptions& all) {
  Description& description = all[std::string(M::kType)];
  if constexpr (requires { M::kConstants; }) description.constants = M::kConstants;
  Describer describer(description);
  const M message{};
  M::fields(message, describer);
}

template <Message... M>
Descriptions describe_messages() {
  Descriptions all;
  (describe_message<M>(all), ...);
  return all;
}

const Descriptions& descriptions() {
  static const Descriptions all = describe_messages<
      Time, Header, Float64, String, MultiArrayDimension, MultiArrayLayout, Float64MultiArray,
      Vector3, Point, Quaternion, Pose, PoseStamped, PoseWithCovariance, Twist, TwistStamped,
      TwistWithCovariance, Wrench, WrenchStamped, Transform, TransformStamped, Odometry, TFMessage,
      Clock, Log, Imu, FluidPressure, Temperature, NavSatStatus, NavSatFix, MagneticField,
      JointState, BatteryState, Range, LaserScan, Image, PointField, PointCloud2, PingInfo,
      SonarImageData, ProjectedSonarImage, Dvl, CurrentProfile, WrenchTerms, ThrusterState,
      StateHash, Input, Scalars, Packet, WaterSample, RegionOfInterest, CameraInfo, CompressedImage,
      Point2D, Pose2D, BoundingBox2D, BoundingBox3D, ObjectHypothesis, ObjectHypothesisWithPose,
      Detection2D, Detection2DArray, Detection3D, Detection3DArray, VisionClass, LabelInfo,
      EventArray, SceneState, SeabedTile, RunState, PilotCommand>();
  return all;
}

// Types contained in `type`, in the order in which they first appear, without repetition.
void collect_dependencies(const std::string& type, std::vector<std::string>& found) {
  for (const Field& field : descriptions().at(type).fields) {
    if (field.type_id != kNestedTypeId) continue;
    if (std::find(found.begin(), found.end(), field.type) != found.end()) continue;
    found.push_back(field.type);
    collect_dependencies(field.type, found);
  }
}

std::vector<std::string> dependencies(const std::string& type) {
  std::vector<std::string> found;
  collect_dependencies(type, found);
  return found;
}

// "pkg/msg/Name" -> "pkg/Name", as .msg files write it.
std::string two_part_name(const std::string& type) {
  return type.substr(0, type.find('/')) + type.substr(type.rfind('/'));
}

std::string definition_text(const Description& description) {
  std::string text(description.constants);
  for (const Field& field : description.fields) {
    text += field.type_id == kNestedTypeId ? two_part_name(field.type) : field.type;
    if (field.multiplicity == Multiplicity::sequence) text += "[]";
    if (field.multiplicity == Multiplicity::fixed_array)
      text += "[" + std::to_string(field.array_size) + "]";
    text += " " + field.name + "\n";
  }
  return text;
}

std::string field_json(const Field& field) {
  int type_id = field.type_id;
  if (field.multiplicity == Multiplicity::fixed_array) type_id += kFixedArrayTypeId;
  if (field.multiplicity == Multiplicity::sequence) type_id += kSequenceTypeId;
  const std::string nested = field.type_id == kNestedTypeId ? field.type : "";
  return "{\"name\": \"" + field.name + "\", \"type\": {\"type_id\": " + std::to_string(type_id) +
         ", \"capacity\": " + std::to_string(field.array_size) +
         ", \"string_capacity\": 0, \"nested_type_name\": \"" + nested + "\"}}";
}

std::string description_json(const std::string& type) {
  std::string fields;
  for (const Field& field : descriptions().at(type).fields)
    fields += (fields.empty() ? "" : ", ") + field_json(field);
  return "{\"type_name\": \"" + type + "\", \"fields\": [" + fields + "]}";
}

constexpr int64_t kNanosecondsPerSecond = 1'000'000'000;

}  // namespace

std::string schema_text(std::string_view type) {
  const auto it = descriptions().find(type);
  if (it == descriptions().end()) return {};
  std::string text = definition_text(it->second);
  for (const std::string& name : dependencies(it->first))
    text += std::string(80, '=') + "\nMSG: " + two_part_name(name) + "\n" +
            definition_text(descriptions().at(name));
  return text;
}

std::string type_hash(std::string_view type) {
  const auto it = descriptions().find(type);
  if (it == descriptions().end()) return {};
  std::vector<std::string> referenced = dependencies(it->first);
  std::sort(referenced.begin(), referenced.end());
  std::string list;
  for (const std::string& name : referenced)
    list += (list.empty() ? "" : ", ") + description_json(name);
  return "RIHS01_" + sha256_hex("{\"type_description\": " + description_json(it->first) +
                                ", \"referenced_type_descriptions\": [" + list + "]}");
}

std::vector<std::string> message_types() {
  std::vector<std::string> types;
  for (const auto& [type, description] : descriptions()) types.push_back(type);
  return types;
}

Time to_time(int64_t time_ns) {
  int64_t seconds = time_ns / kNanosecondsPerSecond, rest = time_ns % kNanosecondsPerSecond;
  if (rest < 0) {
    rest += kNanosecondsPerSecond;
    --seconds;
  }
  return {static_cast<int32_t>(seconds), static_cast<uint32_t>(rest)};
}

int64_t to_ns(const Time& time) {
  return time.sec * kNanosecondsPerSecond + time.nanosec;
}

}  // namespace hadal::outputs
