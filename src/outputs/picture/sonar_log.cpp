#include "outputs/picture/sonar_log.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <numeric>

#include "math/units.h"

namespace hadal::outputs {
namespace {

constexpr size_t kMostBeams = 1 << 16, kMostSamples = 1 << 26;
constexpr size_t kMostLines = 20000;

struct Ping {
  double time_s = 0;
  SonarLevels levels;
};

// The messages of a topic that can be drawn, up to a time.
class Pings {
 public:
  Pings(McapReader& log, const SonarPictureRequest& request) {
    const int64_t start_ns = log.statistics().message_start_ns;
    ProjectedSonarImage message;
    (void)log.for_each_message({{request.topic}}, [&](const McapChannel&, int64_t time_ns,
                                                      std::span<const uint8_t> payload) {
      const double time_s = 1e-9 * static_cast<double>(time_ns - start_ns);
      if (request.at_s && time_s > *request.at_s && !list_.empty()) return;
      Ping ping;
      ping.time_s = time_s;
      if (!decode(payload, message) || !sonar_levels(message, ping.levels)) return;
      add(std::move(ping));
    });
  }
  const std::vector<Ping>& list() const { return list_; }

 private:
  // Whole images are kept one at a time, lines all together.
  void add(Ping ping) {
    constexpr size_t kLineBeams = 2;
    if (ping.levels.bearings_rad.size() > kLineBeams || list_.size() >= kMostLines) list_.clear();
    list_.push_back(std::move(ping));
  }
  std::vector<Ping> list_;
};

std::string title(const SonarPictureRequest& request, double time_s) {
  char text[64];
  std::snprintf(text, sizeof text, "  %.2f s", time_s);
  return request.topic + text;
}

PictureStyle style_of(const SonarPictureRequest& request, std::span<const float> level_db,
                      double time_s) {
  return {title(request, time_s), good_scale(level_db), request.size};
}

bool turns(const std::vector<Ping>& pings) {
  constexpr double kStill_rad = 1e-4;
  for (const Ping& ping : pings)
    if (std::abs(ping.levels.bearings_rad[0] - pings[0].levels.bearings_rad[0]) > kStill_rad)
      return true;
  return false;
}

// The newest line of every bearing.
SonarLevels sweep(const std::vector<Ping>& pings) {
  std::map<float, const Ping*> newest;
  for (const Ping& ping : pings) newest[ping.levels.bearings_rad[0]] = &ping;
  SonarLevels out;
  out.ranges_m = pings.back().levels.ranges_m;
  for (const auto& [bearing, ping] : newest) {
    if (ping->levels.ranges_m.size() != out.ranges_m.size()) continue;
    out.bearings_rad.push_back(bearing);
    out.level_db.insert(out.level_db.end(), ping->levels.level_db.begin(),
                        ping->levels.level_db.end());
  }
  return out;
}

// Port backwards from the track, then starboard; or one beam by its range.
Picture waterfall(const std::vector<Ping>& pings, const SonarPictureRequest& request) {
  const SonarLevels& shape = pings.back().levels;
  const size_t bins = shape.ranges_m.size(), beams = shape.bearings_rad.size();
  std::vector<float> levels;
  LineLevels lines;
  for (const Ping& ping : pings) {
    const std::vector<float>& own = ping.levels.level_db;
    if (own.size() != beams * bins) continue;
    if (beams == 2) {
      levels.insert(levels.end(), own.rend() - static_cast<ptrdiff_t>(bins), own.rend());
      levels.insert(levels.end(), own.begin() + static_cast<ptrdiff_t>(bins), own.end());
    } else {
      levels.insert(levels.end(), own.begin(), own.end());
    }
    ++lines.lines;
  }
  lines.bins = static_cast<int>(beams * bins);
  lines.level_db = levels;
  lines.last_across_m = shape.ranges_m.back();
  lines.first_across_m = beams == 2 ? -shape.ranges_m.back() : shape.ranges_m.front();
  lines.first_time_s = pings.front().time_s;
  lines.last_time_s = pings.back().time_s;
  return waterfall_picture(lines, style_of(request, levels, pings.back().time_s));
}

Picture drawn(const SonarLevels& levels, double time_s, const SonarPictureRequest& request) {
  const PictureStyle style = style_of(request, levels.level_db, time_s);
  return request.view == SonarView::kBeams ? beam_picture(levels.view(), style)
                                           : fan_picture(levels.view(), style);
}

}  // namespace

bool sonar_levels(const ProjectedSonarImage& message, SonarLevels& out) {
  const size_t beams = message.beam_directions.size(), bins = message.ranges.size();
  if (beams == 0 || bins < 2 || beams > kMostBeams || beams * bins > kMostSamples) return false;
  if (message.image.dtype != SonarImageData::kFloat32 || message.image.is_bigendian ||
      message.image.beam_count != beams ||
      message.image.data.size() != sizeof(float) * beams * bins)
    return false;
  if (!std::is_sorted(message.ranges.begin(), message.ranges.end()) ||
      !std::isfinite(message.ranges.front()) || !std::isfinite(message.ranges.back()))
    return false;
  std::vector<float> bearings;
  for (const Vector3& d : message.beam_directions) {
    if (!std::isfinite(d.y) || !std::isfinite(d.z)) return false;
    bearings.push_back(static_cast<float>(std::atan2(d.y, d.z)));
  }
  std::vector<size_t> order(beams);
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return bearings[a] < bearings[b]; });
  out.ranges_m = message.ranges;
  out.bearings_rad.resize(beams);
  out.level_db.resize(beams * bins);
  for (size_t b = 0; b < beams; ++b) {
    out.bearings_rad[b] = bearings[order[b]];
    for (size_t r = 0; r < bins; ++r)
      std::memcpy(&out.level_db[b * bins + r],
                  &message.image.data[sizeof(float) * (r * beams + order[b])], sizeof(float));
  }
  return true;
}

Result<Picture> sonar_picture(McapReader& log, const SonarPictureRequest& request) {
  const Pings pings(log, request);
  if (pings.list().empty()) {
    Problems problems;
    problems.add({}, request.topic, "no sonar image that can be drawn");
    return problems;
  }
  const Ping& last = pings.list().back();
  const size_t beams = last.levels.bearings_rad.size();
  if (request.view == SonarView::kWaterfall && beams > 2) {
    Problems problems;
    problems.add({}, request.topic,
                 "a waterfall needs one or two beams; these images have " + std::to_string(beams));
    return problems;
  }
  if (beams > 2) return drawn(last.levels, last.time_s, request);
  if (beams == 1 && request.view != SonarView::kWaterfall && turns(pings.list()))
    return drawn(sweep(pings.list()), last.time_s, request);
  return waterfall(pings.list(), request);
}

std::vector<std::string> sonar_topics(const McapReader& log) {
  std::vector<std::string> out;
  for (const std::string& topic : log.topics()) {
    const McapSchema* schema = log.schema_of(*log.find_channel(topic));
    if (schema && schema->name == ProjectedSonarImage::kType) out.push_back(topic);
  }
  return out;
}

}  // namespace hadal::outputs
