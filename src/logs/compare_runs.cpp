// Several runs, and a table from the field, side by side: numbers for the terminal, and a page.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "base/text.h"
#include "base/viewer_page.h"
#include "hadal/log.h"
#include "logs/motion_series.h"
#include "logs/reader/log_facts.h"
#include "logs/run_summary.h"
#include "math/tracking.h"

namespace hadal {
namespace {

using Ordered = nlohmann::ordered_json;
using logs::kMotionQuantities;
using logs::MotionQuantity;
using logs::MotionSeries;

constexpr size_t kMaxDrawn = 4000;  // samples of a line of the page

struct QuantityDifference {
  size_t quantity = 0;
  ErrorStatistics error;
  double max_at_s = 0;
};

struct Comparison {
  std::vector<MotionSeries> series;                             // the first is the reference
  std::vector<std::vector<QuantityDifference>> differences;  // of all but the first
};

// log.mcap goes by its folder, anything else by its own name; by its path where that is not enough.
void add_labels(std::vector<MotionSeries>& series) {
  std::multiset<std::string> labels;
  for (MotionSeries& one : series) {
    const std::filesystem::path path(one.path);
    const std::string folder = path.parent_path().filename().string();
    one.label = path.stem() == "log" && !folder.empty() ? folder : path.stem().string();
    labels.insert(one.label);
  }
  for (MotionSeries& one : series)
    if (labels.count(one.label) > 1) one.label = one.path;
}

std::vector<QuantityDifference> compare(const MotionSeries& reference, const MotionSeries& other) {
  std::vector<QuantityDifference> out;
  for (size_t i = 0; i < kMotionQuantities.size(); ++i) {
    QuantityDifference found{i, {}, 0};
    const std::vector<double> errors = logs::differences(reference, other, i);
    for (size_t k = 0; k < errors.size(); ++k) {
      if (!std::isfinite(errors[k])) continue;
      if (!(std::fabs(errors[k]) <= found.error.max())) found.max_at_s = reference.time_s[k];
      found.error.add(errors[k]);
    }
    if (found.error.samples() > 0) out.push_back(found);
  }
  return out;
}

// The vehicle of the other logs is the one with the name of that of the first, or their only one.
Result<Comparison> load(const ComparisonOptions& options) {
  Comparison out;
  Problems problems;
  std::string vehicle = options.vehicle;
  const auto take = [&](Result<MotionSeries> read) {
    if (!read) return problems.append(read.problems());
    if (!read.value().vehicle.empty()) vehicle = read.value().vehicle;
    out.series.push_back(std::move(read).value());
  };
  for (const std::string& path : options.logs)
    take(logs::motion_of_log(path, vehicle, options.vehicle.empty()));
  if (!options.data.empty()) take(logs::motion_of_table(options.data, options.offset_s));
  if (!problems.empty()) return problems;
  if (out.series.size() < 2) {
    problems.add("nothing to compare with: give a second log, or a table (--data)");
    return problems;
  }
  add_labels(out.series);
  for (size_t i = 1; i < out.series.size(); ++i) {
    out.differences.push_back(compare(out.series[0], out.series[i]));
    if (out.differences.back().empty())
      problems.add({out.series[i].path, 0, 0}, "",
                   "has no time and no quantity in common with " + out.series[0].path + " (" +
                       format_number("%.3f", out.series[i].time_s.front()) + " to " +
                       format_number("%.3f s", out.series[i].time_s.back()) + " and " +
                       format_number("%.3f", out.series[0].time_s.front()) + " to " +
                       format_number("%.3f s", out.series[0].time_s.back()) +
                       "; --offset moves a table)");
  }
  if (!problems.empty()) return problems;
  return out;
}

std::string unused_note(const MotionSeries& series) {
  if (series.unused.empty()) return {};
  std::string text = series.path + ": not used:";
  for (const std::string& name : series.unused) text += " " + name;
  return text + "; known are " + logs::expected_columns() + "\n";
}

Ordered differences_json(const Comparison& comparison) {
  Ordered out = Ordered::array();
  for (size_t i = 0; i < comparison.differences.size(); ++i) {
    Ordered quantities = Ordered::array();
    for (const QuantityDifference& d : comparison.differences[i]) {
      const MotionQuantity& quantity = kMotionQuantities[d.quantity];
      quantities.push_back({{"quantity", quantity.name},
                            {"unit", quantity.unit},
                            {"samples", d.error.samples()},
                            {"rms", d.error.rms()},
                            {"max", d.error.max()},
                            {"max_at_s", d.max_at_s}});
    }
    const MotionSeries& series = comparison.series[i + 1];
    out.push_back({{"file", series.path},
                   {"label", series.label},
                   {"vehicle", series.vehicle},
                   {"unused", series.unused},
                   {"quantities", quantities}});
  }
  return out;
}

std::string text_of(const Comparison& comparison) {
  const MotionSeries& reference = comparison.series[0];
  std::string out = "reference " + reference.path + " (" + reference.vehicle + ")\n";
  for (size_t i = 0; i < comparison.differences.size(); ++i) {
    const MotionSeries& series = comparison.series[i + 1];
    out += "\n" + series.path + (series.vehicle.empty() ? "" : " (" + series.vehicle + ")") + "\n";
    out += "  quantity  unit          rms          max       at s  samples\n";
    for (const QuantityDifference& d : comparison.differences[i]) {
      const MotionQuantity& quantity = kMotionQuantities[d.quantity];
      char line[128];
      std::snprintf(line, sizeof line, "  %-8s  %-4s %12.6g %12.6g %10.3f %8lld\n", quantity.name,
                    quantity.unit, d.error.rms(), d.error.max(), d.max_at_s,
                    static_cast<long long>(d.error.samples()));
      out += line;
    }
    out += unused_note(series);
  }
  return out;
}

// Numbers of the page, to a millionth; what is not known is null.
Ordered thinned(const std::vector<double>& values) {
  Ordered out = Ordered::array();
  const size_t stride = (values.size() + kMaxDrawn - 1) / kMaxDrawn;
  for (size_t i = 0; i < values.size(); i += stride)
    out.push_back(std::isfinite(values[i]) ? Ordered(std::round(1e6 * values[i]) / 1e6)
                                           : Ordered());
  return out;
}

Ordered series_json(const MotionSeries& series, const MotionSeries& reference) {
  Ordered columns = Ordered::object(), errors = Ordered::object();
  for (size_t i = 0; i < kMotionQuantities.size(); ++i) {
    if (series.columns[i].empty()) continue;
    columns[kMotionQuantities[i].column] = thinned(series.columns[i]);
    if (&series != &reference && !reference.columns[i].empty())
      errors[kMotionQuantities[i].column] = thinned(logs::differences(reference, series, i));
  }
  return {{"label", series.label},
          {"file", series.path},
          {"vehicle", series.vehicle},
          {"is_table", series.vehicle.empty()},
          {"time_s", thinned(series.time_s)},
          {"columns", columns},
          {"difference_time_s", thinned(reference.time_s)},
          {"differences", errors},
          {"unused", series.unused}};
}

// What summary.json of the run says of the vehicle; null without.
Ordered metrics_of(const MotionSeries& series) {
  if (series.vehicle.empty()) return {};
  Result<logs::McapReader> log = logs::McapReader::open(series.path);
  if (!log) return {};
  const auto summary = logs::summary_of(series.path, logs::log_facts(log.value()));
  const auto vehicles = summary.find("vehicles");
  if (vehicles == summary.end() || !vehicles->is_array()) return {};
  for (const auto& vehicle : *vehicles)
    if (vehicle.is_object() && vehicle.value("name", "") == series.vehicle) return vehicle;
  return {};
}

std::string document_of(const Comparison& comparison) {
  Ordered out;
  out["runs"] = Ordered::array();
  for (const MotionSeries& series : comparison.series) {
    Ordered run = series_json(series, comparison.series[0]);
    run["metrics"] = metrics_of(series);
    out["runs"].push_back(std::move(run));
  }
  out["differences"] = differences_json(comparison);
  return out.dump(-1, ' ', false, Ordered::error_handler_t::replace);
}

}  // namespace

LogResult compare_runs(const ComparisonOptions& options, bool json) {
  const Result<Comparison> loaded = load(options);
  if (!loaded) return {2, loaded.problems().text()};
  const Comparison& comparison = loaded.value();
  if (!json) return {0, text_of(comparison)};
  const MotionSeries& reference = comparison.series[0];
  const Ordered out{{"reference", {{"file", reference.path}, {"vehicle", reference.vehicle}}},
                 {"differences", differences_json(comparison)}};
  return {0, out.dump(2, ' ', false, Ordered::error_handler_t::replace) + "\n"};
}

LogResult write_comparison(const ComparisonOptions& options, const std::string& page_path,
                           const std::string& html_path) {
  const Result<Comparison> loaded = load(options);
  if (!loaded) return {2, loaded.problems().text()};
  const PageDocument documents[] = {{"comparison", "", document_of(loaded.value())}};
  const Problems problems = write_viewer_page(page_path, documents, html_path);
  if (!problems.empty()) return {2, problems.text()};
  std::string notes;
  for (const MotionSeries& series : loaded.value().series) notes += unused_note(series);
  return {0, notes};
}

}  // namespace hadal
