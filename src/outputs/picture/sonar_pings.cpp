#include "outputs/picture/sonar_pings.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <map>
#include <numeric>

namespace hadal::outputs {
namespace {

constexpr size_t kMaxBeams = 1 << 16, kMaxSamples = 1 << 26;
constexpr size_t kMaxLines = 20000;

Problems refused(const std::string& name, const std::string& why) {
  Problems problems;
  problems.add({}, name, why);
  return problems;
}

}  // namespace

std::optional<SonarView> sonar_view_named(std::string_view word) {
  if (word.empty() || word == "auto") return SonarView::kAuto;
  if (word == "fan") return SonarView::kFan;
  if (word == "beams") return SonarView::kBeams;
  if (word == "waterfall") return SonarView::kWaterfall;
  return std::nullopt;
}

namespace {

float level_db(const std::vector<uint8_t>& data, size_t index, bool hundredths) {
  if (hundredths) {
    int16_t value = 0;
    std::memcpy(&value, &data[sizeof value * index], sizeof value);
    return value == std::numeric_limits<int16_t>::min() ? -std::numeric_limits<float>::infinity()
                                                        : static_cast<float>(value) / 100;
  }
  float value = 0;
  std::memcpy(&value, &data[sizeof value * index], sizeof value);
  return value;
}

}  // namespace

bool sonar_levels(const ProjectedSonarImage& message, SonarLevels& out) {
  const size_t beams = message.beam_directions.size(), bins = message.ranges.size();
  if (beams == 0 || bins < 2 || beams > kMaxBeams || beams * bins > kMaxSamples) return false;
  const bool hundredths = message.image.dtype == SonarImageData::kInt16;
  if (!hundredths && message.image.dtype != SonarImageData::kFloat32) return false;
  if (message.image.is_bigendian || message.image.beam_count != beams ||
      message.image.data.size() != (hundredths ? sizeof(int16_t) : sizeof(float)) * beams * bins)
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
      out.level_db[b * bins + r] = level_db(message.image.data, r * beams + order[b], hundredths);
  }
  return true;
}

void SonarPings::add(double time_s, SonarLevels levels) {
  if (levels.bearings_rad.size() > kLineBeams || list_.size() >= kMaxLines) list_.clear();
  list_.push_back({time_s, std::move(levels)});
}

bool SonarPings::lines() const {
  return !empty() && list_.back().levels.bearings_rad.size() <= kLineBeams;
}

bool SonarPings::turns() const {
  constexpr double kStill_rad = 1e-4;
  return std::any_of(list_.begin(), list_.end(), [&](const Ping& ping) {
    return std::abs(ping.levels.bearings_rad[0] - list_[0].levels.bearings_rad[0]) > kStill_rad;
  });
}

// The newest line of every bearing.
SonarLevels SonarPings::sweep() const {
  std::map<float, const Ping*> newest;
  for (const Ping& ping : list_) newest[ping.levels.bearings_rad[0]] = &ping;
  SonarLevels out;
  out.ranges_m = list_.back().levels.ranges_m;
  for (const auto& [bearing, ping] : newest) {
    if (ping->levels.ranges_m.size() != out.ranges_m.size()) continue;
    out.bearings_rad.push_back(bearing);
    out.level_db.insert(out.level_db.end(), ping->levels.level_db.begin(),
                        ping->levels.level_db.end());
  }
  return out;
}

PictureStyle SonarPings::style(const std::string& name, std::span<const float> level_db,
                               int size) const {
  char text[64];
  std::snprintf(text, sizeof text, "  %.2f s", time_s());
  return {name + text, good_scale(level_db), size};
}

// Port backwards from the track, then starboard; or one beam by its range.
Picture SonarPings::waterfall(const std::string& name, int size) const {
  const SonarLevels& shape = list_.back().levels;
  const size_t bins = shape.ranges_m.size(), beams = shape.bearings_rad.size();
  std::vector<float> levels;
  LineLevels lines;
  for (const Ping& ping : list_) {
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
  lines.first_time_s = list_.front().time_s;
  lines.last_time_s = list_.back().time_s;
  return waterfall_picture(lines, style(name, levels, size));
}

Picture SonarPings::drawn(const SonarLevels& levels, const std::string& name, SonarView view,
                          int size) const {
  const PictureStyle picture_style = style(name, levels.level_db, size);
  return view == SonarView::kBeams ? beam_picture(levels.view(), picture_style)
                                   : fan_picture(levels.view(), picture_style);
}

Result<Picture> SonarPings::picture(const std::string& name, SonarView view, int size) const {
  if (empty()) return refused(name, "no sonar image that can be drawn");
  const SonarLevels& last = list_.back().levels;
  const size_t beams = last.bearings_rad.size();
  if (view == SonarView::kWaterfall && beams > kLineBeams)
    return refused(
        name, "a waterfall needs one or two beams; these images have " + std::to_string(beams));
  if (beams > kLineBeams) return drawn(last, name, view, size);
  if (beams == 1 && view != SonarView::kWaterfall && turns())
    return drawn(sweep(), name, view, size);
  return waterfall(name, size);
}

}  // namespace hadal::outputs
