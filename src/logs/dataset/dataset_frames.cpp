#include "logs/dataset/dataset_frames.h"

#include <algorithm>
#include <unordered_set>

#include "logs/picture/image_messages.h"
#include "logs/reader/log_facts.h"

namespace hadal::logs {
namespace {

void read_classes(McapReader& log, const std::string& topic, std::map<int, std::string>& out) {
  (void)log.for_each_message({{topic}},
                             [&](const McapChannel&, int64_t, std::span<const uint8_t> payload) {
                               LabelInfo info;
                               if (!decode(payload, info)) return;
                               for (const VisionClass& entry : info.class_map)
                                 out[entry.class_id] = entry.class_name;
                             });
}

template <Message M>
std::optional<M> decoded(std::span<const uint8_t> payload) {
  M message;
  if (!decode(payload, message)) return std::nullopt;
  return message;
}

// Whether a plane holds at most kMaxInstances numbers; pictures of noise would cost too much.
bool has_few_numbers(const Plane& plane) {
  std::unordered_set<int32_t> found;
  int32_t last = 0;
  for (const int32_t number : plane.ints()) {
    if (number == last) continue;
    last = number;
    if (found.insert(number).second && found.size() > kMaxInstances) return false;
  }
  return true;
}

std::optional<Plane> number_plane(std::span<const uint8_t> payload, const std::string& name) {
  const std::optional<Image> message = decoded<Image>(payload);
  std::optional<Plane> plane = message ? plane_of(*message, name) : std::nullopt;
  if (plane &&
      (plane->type != PlaneType::kInt32 || plane->channels != 1 || !has_few_numbers(*plane)))
    plane.reset();
  return plane;
}

std::optional<LogPicture> log_picture_of(const std::string& topic, std::string_view type,
                                         std::span<const uint8_t> payload) {
  std::optional<ShownImage> shown = shown_image(type, topic, payload);
  if (!shown) return std::nullopt;
  LogPicture out{0, 0, shown->stamp_ns, {}, {}, std::move(shown->picture)};
  if (type == CompressedImage::kType)
    if (std::optional<CompressedImage> file = decoded<CompressedImage>(payload)) {
      out.format = file->data[0] == 0xff ? "jpeg" : "png";
      out.file = std::move(file->data);
    }
  return out;
}

// Planes whose size is not that of the picture say nothing of it.
void keep_if_fitting(std::optional<Plane>& plane, const Picture& picture) {
  if (plane && (plane->columns != picture.width() || plane->rows != picture.height()))
    plane.reset();
}

// The material of most pixels of each instance but the ground; the lowest where several are.
std::map<int, int> main_materials(const DatasetFrame& frame) {
  std::vector<std::pair<int, int>> pixels;  // sorted, to need no more memory than the picture
  const auto numbers = frame.instance->ints();
  for (size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] >= kFirstVehicleInstance)
      pixels.emplace_back(numbers[i], frame.semantic ? frame.semantic->ints()[i] : -1);
  std::sort(pixels.begin(), pixels.end());
  std::map<int, int> out;
  std::ptrdiff_t max = 0;
  for (auto run = pixels.begin(); run != pixels.end();) {
    const auto end = std::upper_bound(run, pixels.end(), *run);
    const bool first = out.find(run->first) == out.end();
    if (first || end - run > max) out[run->first] = run->second, max = end - run;
    run = end;
  }
  return out;
}

}  // namespace

std::map<int, std::string> DatasetClasses::in(const DatasetFrame& frame) const {
  std::map<int, std::string> out;
  for (const auto& [instance, made_of] : main_materials(frame)) {
    const auto known = instances.find(instance);
    const auto material = materials.find(made_of);
    out[instance] = known != instances.end()      ? known->second
                    : material != materials.end() ? material->second
                                                  : "scenery";
  }
  return out;
}

DatasetClasses dataset_classes(McapReader& log, const LogCamera& camera) {
  DatasetClasses out;
  read_classes(log, camera.name + "/instance/label_info", out.instances);
  read_classes(log, camera.name + "/semantic/label_info", out.materials);
  return out;
}

std::string missing_labels(const McapReader& log, const LogCamera& camera,
                           const std::vector<std::string>& planes) {
  std::string missing;
  for (const std::string& plane : planes)
    if (!log.find_channel(camera.name + "/" + plane))
      missing += (missing.empty() ? "" : ", ") + plane;
  if (missing.empty()) return {};
  return camera.name + ": the log lacks " + missing +
         ". Switch on the labels of the camera in the scenario (labels: [instance, semantic, "
         "boxes]) and record them (record: {frames: all})";
}

void for_each_frame(McapReader& log, const LogCamera& camera,
                    const std::function<void(DatasetFrame&)>& take) {
  const McapChannel* channel = log.find_channel(camera.image);
  const McapSchema* schema = channel ? log.schema_of(*channel) : nullptr;
  const std::string type = schema ? schema->name : "";
  const std::string instance = camera.name + "/instance", semantic = camera.name + "/semantic",
                    boxes = camera.name + "/boxes_3d", info = camera.name + "/camera_info";
  std::optional<int64_t> now_ns;
  std::optional<LogPicture> picture;
  DatasetFrame frame{{0, 0, 0, {}, {}, Picture(1, 1)}, {}, {}, {}, {}};
  const auto finish = [&] {
    if (picture) {
      frame.image = std::move(*picture);
      frame.image.time_ns = *now_ns;
      frame.image.time_s = seconds_between(log.statistics().message_start_ns, *now_ns);
      keep_if_fitting(frame.instance, frame.image.picture);
      keep_if_fitting(frame.semantic, frame.image.picture);
      take(frame);
    }
    picture.reset(), frame.instance.reset(), frame.semantic.reset(), frame.boxes_3d.reset();
  };
  (void)log.for_each_message(
      {{camera.image, instance, semantic, boxes, info}},
      [&](const McapChannel& from, int64_t time_ns, std::span<const uint8_t> payload) {
        if (now_ns && *now_ns != time_ns) finish();
        now_ns = time_ns;
        if (from.topic == camera.image) picture = log_picture_of(camera.image, type, payload);
        if (from.topic == instance) frame.instance = number_plane(payload, "instance");
        if (from.topic == semantic) frame.semantic = number_plane(payload, "semantic");
        if (from.topic == boxes) frame.boxes_3d = decoded<Detection3DArray>(payload);
        if (from.topic == info) frame.info = decoded<CameraInfo>(payload);
      });
  finish();
}

Result<std::vector<LogCamera>> wanted_cameras(const McapReader& log, const std::string& name) {
  const std::vector<LogCamera> all = cameras_of(log);
  const std::string wanted = name.starts_with('/') ? name : "/" + name;
  std::vector<LogCamera> out;
  std::string names;
  for (const LogCamera& camera : all) {
    if (name.empty() || camera.name == wanted || camera.image == wanted) out.push_back(camera);
    names += "\n  " + camera.name;
  }
  if (!out.empty()) return out;
  Problems problems;
  problems.add({}, name,
               all.empty() ? "the log has no pictures of cameras; record: {images: jpeg} keeps them"
                           : "no such camera; those of the log:" + names);
  return problems;
}

}  // namespace hadal::logs
