// What a log knows of each picture of a camera, put together for data sets: the picture, its
// labels, boxes and calibration, all of the same moment.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "logs/picture/camera_log.h"
#include "outputs/camera_frame.h"

namespace hadal::logs {

constexpr size_t kMaxInstances = 65536;

struct DatasetFrame {
  LogPicture image;
  std::optional<Plane> instance, semantic;  // none with more than kMaxInstances numbers
  std::optional<Detection3DArray> boxes_3d;
  std::optional<CameraInfo> info;
};

// What the numbers of the labels stand for, as the log says.
struct DatasetClasses {
  std::map<int, std::string> instances, materials;

  // The classes of all instances in a frame but the ground; of one that is not listed the material
  // most of it is made of, "scenery" where that is unknown.
  std::map<int, std::string> in(const DatasetFrame& frame) const;
};
DatasetClasses dataset_classes(McapReader& log, const LogCamera& camera);

// Topics of a camera that must be in the log, by plane, and what is missing of them as a sentence
// that says how to record it; empty where all are there.
std::string missing_labels(const McapReader& log, const LogCamera& camera,
                           const std::vector<std::string>& planes);

// Calls take(frame) for every picture, in the order of the log.
void for_each_frame(McapReader& log, const LogCamera& camera,
                    const std::function<void(DatasetFrame&)>& take);

// The cameras that are meant: the one named, or all; a problem where there is none.
Result<std::vector<LogCamera>> wanted_cameras(const McapReader& log, const std::string& name);

}  // namespace hadal::logs
