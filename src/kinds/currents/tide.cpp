#include "kinds/currents/tide.h"

#include <numbers>

#include "base/calendar.h"
#include "kinds/currents/list.h"
#include "math/tidal_constituents.h"

namespace hadal::inline kinds {
namespace {

constexpr double kLargestDistance_ns = 280 * 365.25 * 86400e9;  // of two times; below 2^63

std::vector<std::string> constituent_names() {
  std::vector<std::string> names;
  for (const ConstituentSpeed& c : kConstituentSpeeds) names.emplace_back(c.name);
  return names;
}

// The time of the phases; the start of the run where none or an impossible one is given.
int64_t epoch_unix_ns(const std::string& epoch, int64_t start_unix_ns, CheckReport& report) {
  if (epoch.empty()) return start_unix_ns;
  const Result<int64_t> given = unix_ns_from_iso8601(epoch);
  if (!given) {
    report.fail("epoch",
                "expected a UTC time such as 2026-06-01T09:00:00Z, found '" + epoch + "'");
    return start_unix_ns;
  }
  if (std::abs(static_cast<double>(given.value()) - static_cast<double>(start_unix_ns)) <=
      kLargestDistance_ns)
    return given.value();
  report.fail("epoch", "must lie within 280 years of the clock's start");
  return start_unix_ns;
}

}  // namespace

Vec3 TideDirection::velocity_of_N(double speed_m_s) const {
  const double toward =
      speed_m_s >= 0 ? toward_rad : ebb_toward_rad.value_or(toward_rad + std::numbers::pi);
  return std::fabs(speed_m_s) * unit_toward(toward);
}

const StructSchema& TideConstituent::schema() {
  using C = TideConstituent;
  static const StructSchema s =
      StructBuilder<C>("constituent", "One harmonic of the tide.")
          .choice("name", &C::name, "Darwin name.", constituent_names())
          .required()
          .number("amplitude_m_s", &C::amplitude_m_s, "Amplitude of the flood speed.", kWaterSpeed)
          .required()
          .number("phase_deg", &C::phase_rad, "Phase lag at the epoch.", {-720, 720}, kDegree);
  return s;
}

const StructSchema& TideCurrent::schema() {
  using C = TideCurrent;
  static const StructSchema s =
      tide_schema<C>("tide", "A tidal current from harmonic constituents against the world clock.")
          .text("epoch", &C::epoch,
                "UTC time at which the phases hold; the clock's start if left out.")
          .objects("constituents", &C::constituents, "The harmonics.", "name")
          .check([](const C& c, CheckReport& r) {
            if (c.constituents.empty()) r.fail("constituents", "expected at least one constituent");
          });
  return s;
}

void TideCurrent::prepare(const CurrentRun& run, CheckReport& report) {
  const int64_t epoch_ns = epoch_unix_ns(epoch, run.start_unix_ns, report);
  prepared_start_since_epoch_s = static_cast<double>(run.start_unix_ns - epoch_ns) * 1e-9;
  for (TideConstituent& c : constituents)
    c.prepared_speed_rad_s = constituent_speed_rad_s(c.name).value();
}

double TideCurrent::speed_m_s(double since_epoch_s) const {
  double speed = 0;
  for (const TideConstituent& c : constituents)
    speed += c.amplitude_m_s * std::cos(c.prepared_speed_rad_s * since_epoch_s - c.phase_rad);
  return speed;
}

template <>
CurrentKind built_in_current<TideCurrent>() {
  return current_kind<TideCurrent>();
}

}  // namespace hadal::kinds
