// Photon transfer of the pixel array (sensors/optical/camera/imager.h): even light, many pixels, many
// pictures.
#include <cmath>
#include <nlohmann/json.hpp>

#include "runner/kinds.h"
#include "sensors/optical/camera/imager.h"

namespace hadal::validation {
namespace {

using namespace sensors::camera;

constexpr int kSide = 200;      // pixels: 40,000
constexpr int kPictures = 400;  // of kWatched pixels each; 20,000 deviations in all
constexpr int kWatched = 50;
constexpr uint64_t kSeed = 1;
constexpr int kBits = 20;  // steps of 0.1 electrons reach 10^5 electrons

// A converter with the given step whose range ends above the full well, so that nothing is cut.
ImagerModel pixel_array(const Case& c) {
  ImagerModel model;
  model.read_noise_e = c.number("read_noise_e");
  model.dark_current_e_s = c.number("dark_current_e_s");
  model.prnu = c.number("prnu");
  model.dsnu_e = c.number("dsnu_e");
  model.strength = 1;
  model.bits = kBits;
  model.black_code = 1024;
  model.full_well_e = c.number("gain_e_per_step") * (std::exp2(kBits) - 1 - model.black_code);
  return model;
}

struct Spread {
  double mean = 0, deviation = 0;
};

Spread spread_of(const std::vector<double>& values) {
  Spread out;
  const double n = static_cast<double>(values.size());
  for (const double v : values) out.mean += v / n;
  double squares = 0;
  for (const double v : values) squares += (v - out.mean) * (v - out.mean);
  out.deviation = std::sqrt(squares / (n - 1));
  return out;
}

}  // namespace

void run_camera_noise(const Case& c, const Settings&, CaseReport& report) {
  const Json* rows = c.expected("table");
  const Json* names = c.expected("columns");
  if (!rows || !rows->is_array() || !names || !names->is_array())
    c.fail("expected.table", "expected rows named by expected.columns");
  const auto column = [&](const Json& row, const char* name) {
    for (size_t k = 0; k < names->size() && k < row.size(); ++k)
      if ((*names)[k] == name && row[k].is_number()) return row[k].get<double>();
    c.fail("expected.columns", std::string("expected a column ") + name);
  };
  const ImagerModel model = pixel_array(c);
  const double exposure_s = c.number("exposure_s"),
               dark_e = model.dark_current_e_s * exposure_s;
  const Imager imager(model, kSide, kSide, 1, RandomStream(kSeed, "camera", "device"),
                      RandomStream(kSeed, "camera", "noise"));
  ThreadArena arena(1);
  Worst mean, deviation, ratio, temporal;
  for (const Json& row : *rows) {
    const double light_e = column(row, "S_e");
    const auto picture = [&](int64_t frame) {
      std::vector<float> pixels(kSide * kSide, static_cast<float>(light_e));
      imager.read_out(pixels, 0, {1, exposure_s, 1}, frame, arena);
      return pixels;
    };
    const std::vector<float> one = picture(0);
    const Spread over_pixels = spread_of({one.begin(), one.end()});
    // The read-out has the mean of the dark current taken off; the case counts it.
    mean.add((over_pixels.mean - light_e) / (light_e + dark_e));
    deviation.add_relative(over_pixels.deviation, column(row, "std_e"));
    ratio.add_relative(light_e / over_pixels.deviation, column(row, "SNR"));
    std::vector<std::vector<double>> watched(kWatched);
    for (int frame = 1; frame <= kPictures; ++frame) {
      const std::vector<float> now = picture(frame);
      for (size_t i = 0; i < kWatched; ++i) watched[i].push_back(now[i * now.size() / kWatched]);
    }
    double variance = 0;
    for (const auto& pixel : watched) variance += std::pow(spread_of(pixel).deviation, 2) / kWatched;
    temporal.add_relative(std::sqrt(variance), column(row, "temporal_std_e"));
  }
  report.check("mean, relative", mean.value(), c.tolerance("mean_rel"));
  report.check("deviation over pixels, relative", deviation.value(), c.tolerance("statistical_rel"));
  report.check("signal to noise, relative", ratio.value(), c.tolerance("statistical_rel"));
  report.check("deviation over pictures, relative", temporal.value(),
               c.tolerance("statistical_rel"));
}

}  // namespace hadal::validation
