#include <algorithm>
#include <cmath>

#include "outputs/report/html.h"
#include "outputs/report/vehicle_section.h"
#include "outputs/sensor_messages.h"

namespace hadal::outputs {
namespace {

constexpr int kSmallWidth = 420;
constexpr size_t kChannelsWithTruth = 3;

std::string lower(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

std::string with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : name + ", " + unit;
}

std::string rms_note(const SensorQuantity& quantity) {
  std::string note = "rms error";
  for (const SensorChannel& channel : quantity.channels)
    note += (&channel == &quantity.channels.front() ? " " : ", ") +
            (channel.label.empty() ? "" : channel.label + " ") +
            format_number("%.3g", channel.rms_error());
  return quantity.unit.empty() ? note : note + " " + quantity.unit;
}

// Rounding is no error worth a plot.
bool is_exact(const SensorQuantity& quantity) {
  constexpr double kRounding = 1e-9;
  return std::all_of(quantity.channels.begin(), quantity.channels.end(),
                     [](const SensorChannel& c) { return c.rms_error() < kRounding; });
}

Plot reading_plot(const SensorData& data, const SensorQuantity& quantity, const TimeAxis& axis) {
  Plot plot = axis.plot(quantity.name, with_unit(lower(quantity.name), quantity.unit));
  plot.note = rms_note(quantity);
  plot.width = kSmallWidth;
  plot.buckets = axis.buckets * 2 / 3;
  plot.y.down = quantity.name == "Depth";
  plot.y.modulo = quantity.channels.front().modulo;
  const auto time = axis.of(data.time_s);
  const double gap = gap_of(time);
  const bool with_truth = quantity.channels.size() <= kChannelsWithTruth;
  int colour = 0;
  for (const SensorChannel& channel : quantity.channels)
    plot.series.push_back({channel.label.empty() ? "reading" : channel.label, time, channel.reading,
                           colour++, with_truth ? PlotStroke::wide : PlotStroke::thin, gap});
  if (!with_truth) return plot;
  bool named = false;
  for (const SensorChannel& channel : quantity.channels) {
    plot.series.push_back({named ? "" : "truth", time, channel.truth, kInk, PlotStroke::thin, gap});
    named = true;
  }
  return plot;
}

Plot error_plot(const SensorData& data, const SensorQuantity& quantity, const TimeAxis& axis) {
  Plot plot = axis.plot(quantity.name + " error", with_unit("reading − truth", quantity.unit));
  plot.note = rms_note(quantity);
  plot.width = kSmallWidth;
  plot.buckets = axis.buckets * 2 / 3;
  int colour = 0;
  const auto time = axis.of(data.time_s);
  for (const SensorChannel& channel : quantity.channels)
    plot.series.push_back(
        {channel.label, time, channel.error(), colour++, PlotStroke::thin, gap_of(time)});
  return plot;
}

const SensorChannel* channel_of(const SensorQuantity& quantity, std::string_view label) {
  for (const SensorChannel& channel : quantity.channels)
    if (channel.label == label) return &channel;
  return nullptr;
}

// Where the sensor believes to be against where it is.
bool track_plot(const SensorData& data, const TimeAxis& axis, Plot& plot) {
  const SensorQuantity* position = data.find("Position");
  const SensorChannel* north = position ? channel_of(*position, "north") : nullptr;
  const SensorChannel* east = position ? channel_of(*position, "east") : nullptr;
  if (!north || !east) return false;
  plot.title = "Track";
  plot.equal_axes = true;
  plot.width = kSmallWidth;
  plot.height = 300;
  plot.buckets = axis.buckets / 2;
  plot.x = {.label = "east, m", .least_span = 1};
  plot.y = {.label = "north, m", .least_span = 1};
  plot.series = {{"reading", east->reading, north->reading, 0, PlotStroke::thin},
                 {"truth", east->truth, north->truth, kInk, PlotStroke::thin}};
  return true;
}

std::string short_type(const std::string& type) {
  const size_t slash = type.rfind('/');
  return slash == std::string::npos ? type : type.substr(slash + 1);
}

PlotGroup sensor_group(const SensorData& data, const TimeAxis& axis) {
  PlotGroup group{data.name, "", {}};
  const size_t lost = data.time_s.size() - data.readings;
  group.text = short_type(data.type) + ", " + std::to_string(data.readings) + " readings";
  if (lost > 0)
    group.text +=
        ", " + std::to_string(lost) + (data.type == NavSatFix::kType ? " without a fix" : " lost");
  const bool estimate = data.find("Position") != nullptr;
  Plot track;
  if (estimate && track_plot(data, axis, track)) group.plots.push_back(std::move(track));
  std::string exact;
  for (const SensorQuantity& quantity : data.quantities) {
    if (!estimate) group.plots.push_back(reading_plot(data, quantity, axis));
    const bool wanted = estimate || quantity.name == "Heading";
    if (wanted && is_exact(quantity))
      exact += (exact.empty() ? "; without error: " : ", ") + lower(quantity.name);
    else if (wanted)
      group.plots.push_back(error_plot(data, quantity, axis));
  }
  group.text += exact;
  return group;
}

}  // namespace

std::vector<PlotGroup> sensor_groups(const std::string& vehicle, const LogTables& tables,
                                     const ScenarioFacts& scenario, const TimeAxis& axis) {
  const std::string prefix = "/" + vehicle + "/";
  std::vector<PlotGroup> groups;
  for (const auto& [topic, reading] : tables.topics) {
    const auto truth = tables.topics.find(topic + "/truth");
    if (!topic.starts_with(prefix) || truth == tables.topics.end()) continue;
    const auto second = tables.topics.find(topic + std::string(kSecondType));
    const LogTable& own = second == tables.topics.end() ? reading : second->second;
    const auto reference = scenario.pressure.find(topic);
    const SensorData data = sensor_data(
        topic.substr(prefix.size()), own, truth->second,
        reference == scenario.pressure.end() ? PressureReference{} : reference->second, scenario);
    if (!data.time_s.empty()) groups.push_back(sensor_group(data, axis));
  }
  return groups;
}

}  // namespace hadal::outputs
