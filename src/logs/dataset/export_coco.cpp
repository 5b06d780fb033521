// The format of COCO (Lin et al. 2014, "Microsoft COCO: Common Objects in Context"), object
// detection: one JSON file of images, categories and annotations. Boxes are x, y, width, height
// from the upper left corner of the picture; masks are runs (rle.h).
//
// Numbers are hashes of what they stand for, so that sets of several logs go together as they are:
// of a category its name, of an image its camera, moment, pixels and labels, of an annotation its image and
// instance. 31 bits for categories, 52 for the others, which a double holds: with 500 categories
// two get one number in one set of 17,000, and the export says so; with a million annotations in
// one of 9,000.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "hadal/log.h"
#include "logs/dataset/dataset_frames.h"
#include "logs/dataset/rle.h"

namespace hadal {
namespace logs {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kCategoryBits = 31, kImageBits = 52;

// Of so many bits, not 0: for some readers of COCO 0 is no annotation.
uint64_t number_of(const Hasher& hash, int bits) {
  return std::max<uint64_t>(1, hash.value() >> (64 - bits));
}

// Names come from the log: what is no UTF-8 in them is replaced.
std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

class CocoWriter {
 public:
  explicit CocoWriter(const std::string& folder) : folder_(folder) {
    std::error_code ignored;
    fs::create_directories(folder_ / "images", ignored);
    annotations_.open(folder_ / "annotations.part", std::ios::binary);
  }

  void add(const LogCamera& camera, const DatasetClasses& classes, DatasetFrame& frame) {
    Hasher hash;
    hash.add_text(camera.name);
    hash.add(static_cast<uint64_t>(frame.image.stamp_ns));
    hash.add_bytes(frame.image.picture.rgb().data(), frame.image.picture.rgb().size());
    hash.add_bytes(frame.instance->data.data(), frame.instance->data.size());
    const uint64_t image = number_of(hash, kImageBits);
    const std::string name =
        file_name(camera.name, images_.size() + 1, image) +
        (frame.image.format == "jpeg" ? ".jpg" : ".png");
    const std::string path = (folder_ / "images" / name).string();
    good_ = good_ && (frame.image.file.empty() ? frame.image.picture.save(path)
                                               : save_bytes(path, frame.image.file));
    images_.push_back({{"id", image},
                       {"width", frame.image.picture.width()},
                       {"height", frame.image.picture.height()},
                       {"file_name", name},
                       {"camera", camera.name},
                       {"stamp_ns", frame.image.stamp_ns}});
    const Plane& instance = *frame.instance;
    const std::map<int, std::string> names = classes.in(frame);
    const std::map<int32_t, MaskRuns> masks =
        mask_runs(instance.ints(), instance.rows, instance.columns, kFirstVehicleInstance);
    for (const Box2& box : boxes_of_instances(instance))
      annotate(image, box, names.at(box.instance), masks.at(box.instance), instance);
  }

  // The annotations went to a file of their own, so that their number is not limited by memory.
  bool close() {
    if (!annotations_.flush()) return false;
    annotations_.close();
    std::ifstream part(folder_ / "annotations.part", std::ios::binary);
    std::ofstream out(folder_ / "annotations.json", std::ios::binary);
    Json categories = Json::array();
    for (const auto& [name, id] : categories_)
      categories.push_back({{"id", id}, {"name", name}, {"supercategory", "object"}});
    out << "{\n\"info\": {\"description\": \"made by hadal export --coco\"},\n\"licenses\": [],\n"
        << "\"images\": " << text_of(images_) << ",\n\"categories\": " << text_of(categories)
        << ",\n\"annotations\": [";
    if (count_ > 0) out << part.rdbuf();
    out << "]\n}\n";
    part.close();
    std::error_code ignored;
    fs::remove(folder_ / "annotations.part", ignored);
    return good_ && static_cast<bool>(out.flush());
  }

  std::string summary() const {
    return std::to_string(images_.size()) + " images, " + std::to_string(count_) +
           " annotations in " + std::to_string(categories_.size()) + " categories\n";
  }
  size_t images() const { return images_.size(); }
  const std::string& problem() const { return problem_; }  // empty: none

 private:
  static std::string file_name(const std::string& camera, size_t count, uint64_t image) {
    std::string name = camera.starts_with('/') ? camera.substr(1) : camera;
    std::replace(name.begin(), name.end(), '/', '_');
    char number[48];
    std::snprintf(number, sizeof number, "_%06zu_%013llx", count,
                  static_cast<unsigned long long>(image));
    return name + number;
  }

  uint64_t category_of(const std::string& name) {
    Hasher hash;
    hash.add_text(name);
    const auto [entry, is_new] = categories_.try_emplace(name, number_of(hash, kCategoryBits));
    if (is_new)
      for (const auto& [other, id] : categories_)
        if (id == entry->second && other != name)
          problem_ = "the classes " + other + " and " + name +
                     " would have the same number in COCO; rename one of them";
    return entry->second;
  }

  void annotate(uint64_t image, const Box2& box, const std::string& name, const MaskRuns& mask,
                const Plane& instance) {
    Hasher hash(image);
    hash.add(static_cast<uint64_t>(box.instance));
    const Json json = {
        {"id", number_of(hash, kImageBits)},
        {"image_id", image},
        {"category_id", category_of(name)},
        {"bbox", {box.x_min + 0.5, box.y_min + 0.5, box.x_max - box.x_min, box.y_max - box.y_min}},
        {"area", box.pixels},
        {"segmentation", {{"size", {instance.rows, instance.columns}}, {"counts", mask}}},
        {"iscrowd", 0},
        {"instance", box.instance}};
    annotations_ << (count_++ == 0 ? "\n" : ",\n") << text_of(json);
  }

  fs::path folder_;
  std::ofstream annotations_;
  Json images_ = Json::array();
  std::map<std::string, uint64_t> categories_;
  std::string problem_;
  int count_ = 0;
  bool good_ = true;
};

}  // namespace
}  // namespace logs

LogResult export_coco(const std::string& log_path, const DatasetOptions& options) {
  using namespace logs;
  Result<McapReader> log = McapReader::open(log_path);
  if (!log) return {2, log.problems().text()};
  const Result<std::vector<LogCamera>> cameras = wanted_cameras(log.value(), options.camera);
  if (!cameras) return {2, cameras.problems().text()};
  for (const LogCamera& camera : cameras.value())
    if (const std::string missing = missing_labels(log.value(), camera, {"instance"});
        !missing.empty())
      return {2, missing};
  CocoWriter writer(options.folder);
  for (const LogCamera& camera : cameras.value()) {
    const DatasetClasses classes = dataset_classes(log.value(), camera);
    for_each_frame(log.value(), camera, [&](DatasetFrame& frame) {
      if (frame.instance) writer.add(camera, classes, frame);
    });
  }
  if (!writer.close()) return {2, options.folder + ": cannot write here"};
  if (!writer.problem().empty()) return {2, writer.problem()};
  if (writer.images() == 0)
    return {2, log_path + ": no picture with its instance label (of at most " +
                   std::to_string(kMaxInstances) + " numbers)"};
  return {0, options.folder + ": " + writer.summary()};
}

}  // namespace hadal
