// Imaging sonar: what the simulator's own forward-looking sonar shows of a flat bottom and a wall.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "math/units.h"
#include "runner/kinds.h"
#include "sensors/acoustic/fls.h"

namespace hadal::validation {
namespace {

constexpr double kDepth_m = 50, kWallThickness_m = 0.002;

std::string text(double value) {
  return shortest_text(value);
}

// A sonar at rest over a flat bottom; `things` are more objects.
std::string scene(double altitude_m, double sound_speed_m_s, const std::string& sonar,
                  const std::string& things) {
  const std::string c = text(sound_speed_m_s);
  return "format: 1\nstep_s: 0.01\nduration_s: 10\nenvironment:\n  water: {sound_speed_profile: "
         "[[0, " +
         c + "], [1000, " + c + "]]}\n  seabed: !flat {depth_m: " + text(kDepth_m + altitude_m) +
         ", resolution_m: 1}\nobjects:\n  - name: sonar\n    fixed: true\n    pose: {depth_m: " +
         text(kDepth_m) +
         "}\n    links: [{name: body, mass_kg: 1, inertia_kg_m2: [1, 1, 1], volume_m3: 0.001}]\n"
         "    sensors:\n      - !forward_looking_sonar {name: fls, " +
         sonar + "}\n" + things;
}

Frame first_frame(const Case& c, const Settings& settings, const std::string& yaml) {
  const LoadOptions options{{}, settings.model_folders};
  const auto loaded = load_scenario_text(yaml, c.name(), options);
  if (!loaded) throw InvalidInput(loaded.problems());
  auto made = simulation::Simulation::create(loaded.value());
  if (!made) throw InvalidInput(made.problems());
  simulation::Simulation& s = *made.value();
  while (s.frames().frame(0).stamp < 0) s.step();
  return s.frames().frame(0);
}

// The middle beam of a frame.
class Beam {
 public:
  explicit Beam(const Frame& frame) : frame_(frame), row_(frame.plane("shadow").rows / 2) {}

  // First and last bin that holds; NaN for none.
  template <class Holds>
  std::pair<double, double> ends(const Holds& holds) const {
    double first = NAN, last = NAN;
    for (int n = 0; n < frame_.plane("shadow").columns; ++n) {
      if (!holds(index(n))) continue;
      if (std::isnan(first)) first = frame_.axes.ranges_m[static_cast<size_t>(n)];
      last = frame_.axes.ranges_m[static_cast<size_t>(n)];
    }
    return {first, last};
  }
  std::pair<double, double> of_object(bool ground) const {
    const auto objects = frame_.plane("object_id").ints();
    return ends(
        [&](size_t i) { return ground ? objects[i] == sensors::kEchoGround : objects[i] >= 0; });
  }
  std::pair<double, double> of_shadow() const {
    const auto shadow = frame_.plane("shadow").bytes();
    return ends([&](size_t i) { return shadow[i] != 0; });
  }

 private:
  size_t index(int bin) const {
    return static_cast<size_t>(row_) * static_cast<size_t>(frame_.plane("shadow").columns) +
           static_cast<size_t>(bin);
  }
  const Frame& frame_;
  int row_;
};

void compare(CaseReport& report, const Case& c, const char* key, double found, double tolerance) {
  if (const auto wanted = c.expected_number(key))
    report.check(key, std::abs(found - *wanted), tolerance);
}

}  // namespace

void run_sonar_shadow(const Case& c, const Settings& settings, CaseReport& report) {
  const double h = c.number("h"), ho = c.number("ho"), r0 = c.number("r0"), speed = c.number("c");
  const double tolerance = c.tolerance("abs_m");
  const double tilt = c.number("tilt_deg"), aperture = c.number("vfov_deg");
  const double farthest =
      std::max(r0 * h / (h - ho), h / std::sin((tilt - aperture / 2) * kDegree));
  const auto sonar = [&](double pitch_deg, double height_deg) {
    return "rate_hz: 0.5, frequency_khz: 900, bandwidth_khz: " +
           text(speed / (2e3 * tolerance / 4)) +
           ", beams: 8, field_of_view_deg: 2, beam_width_deg: 0.25, rays_along: 8192, "
           "vertical_pattern: false, noise: false, labels: true, min_range_m: 0.1, max_range_m: " +
           text(1.3 * farthest) + ", beam_height_deg: " + text(height_deg) + ", rpy_deg: [0, " +
           text(pitch_deg) + ", 0]";
  };
  const Frame bottom = first_frame(c, settings, scene(h, speed, sonar(-tilt, aperture), ""));
  const auto [near, far] = Beam(bottom).of_object(true);
  compare(report, c, "bottom_near_slant", near, tolerance);
  compare(report, c, "bottom_far_slant", far, tolerance);

  // The same with a wall, and an aperture that shows it and its shadow whole.
  const std::string wall =
      "  - name: wall\n    fixed: true\n    pose: {north_m: " + text(r0 + kWallThickness_m / 2) +
      ", depth_m: " + text(kDepth_m + h - ho / 2) +
      "}\n    links: [{name: body, mass_kg: 100, shapes: {physics: [!box {size_m: [" +
      text(kWallThickness_m) + ", 6, " + text(ho) + "]}]}}]\n";
  const Frame picture = first_frame(c, settings, scene(h, speed, sonar(-42, 80), wall));
  const auto [top, base] = Beam(picture).of_object(false);
  const double end = Beam(picture).of_shadow().second;
  compare(report, c, "wall_top_slant", top, tolerance);
  compare(report, c, "wall_base_slant", base, tolerance);
  compare(report, c, "shadow_end_slant", end, tolerance);
  compare(report, c, "shadow_end_horizontal", std::sqrt(end * end - h * h), tolerance);
  compare(report, c, "delay_base_s", 2 * base / picture.axes.sound_speed_m_s,
          2 * tolerance / speed);
}

void run_speckle_statistics(const Case& c, const Settings& settings, CaseReport& report) {
  const std::string sonar =
      "rate_hz: 0.5, frequency_khz: 900, bandwidth_khz: 60, beams: 512, field_of_view_deg: 90, "
      "beam_width_deg: 0.2, beam_height_deg: 40, rays_along: 512, min_range_m: 4, max_range_m: 16, "
      "speckle_cell_m: 0.001, noise: false, labels: true, clean: true, rpy_deg: [0, -25, 0]";
  const Frame frame = first_frame(c, settings, scene(4, 1500, sonar, ""));
  const auto level = frame.plane(kLevelPlane).floats(), clean = frame.plane("clean_db").floats();
  const auto object = frame.plane("object_id").ints();
  std::vector<double> amplitude;  // of sigma = 1 in both parts of the field
  double sum = 0, squares = 0, fourth = 0, log_sum = 0, log_squares = 0;
  for (size_t i = 0; i < level.size(); ++i) {
    if (object[i] != sensors::kEchoGround) continue;
    const double db = static_cast<double>(level[i]) - clean[i];
    const double intensity = 2 * std::pow(10, db / 10), a = std::sqrt(intensity);
    amplitude.push_back(a);
    sum += a, squares += intensity, fourth += intensity * intensity;
    log_sum += db, log_squares += db * db;
  }
  const double n = static_cast<double>(amplitude.size());
  report.notes.push_back(std::to_string(amplitude.size()) +
                         " bins of one frame over a flat bottom");
  const double mean = sum / n, std = std::sqrt(squares / n - mean * mean), power = squares / n;
  std::nth_element(amplitude.begin(), amplitude.begin() + static_cast<ptrdiff_t>(n / 2),
                   amplitude.end());
  const double tolerance = c.tolerance("rel_for_1e5_samples");
  const auto relative = [&](const char* key, double found) {
    if (const auto wanted = c.expected_number(key))
      report.check(std::string(key) + ", relative", std::abs(found / *wanted - 1), tolerance);
  };
  relative("amp_mean", mean);
  relative("amp_std", std);
  relative("amp_mean_over_std", mean / std);
  relative("intensity_contrast", std::sqrt(fourth / n - power * power) / power);
  relative("log_intensity_std_dB", std::sqrt(log_squares / n - (log_sum / n) * (log_sum / n)));
  relative("median_amp", amplitude[static_cast<size_t>(n / 2)]);
}

}  // namespace hadal::validation
