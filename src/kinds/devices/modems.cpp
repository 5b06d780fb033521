#include "kinds/devices/modems.h"

#include "kinds/devices/device_schema.h"

namespace hadal::inline kinds {
namespace {

std::vector<Column> modem_columns() {
  return {{"sent", "1"},      {"received", "1"}, {"lost", "1"},       {"refused", "1"},
          {"outcome", "1"},   {"from", "1"},     {"size_bytes", "1"}, {"delay_s", "s"},
          {"level_db", "dB"}, {"snr_db", "dB"},  {"doppler", "1"}};
}

}  // namespace

std::vector<Column> AcousticModemModel::columns() const {
  return modem_columns();
}
std::vector<Column> OpticalModemModel::columns() const {
  return modem_columns();
}

const StructSchema& AcousticModemModel::schema() {
  using C = AcousticModemModel;
  static const StructSchema s =
      extension::with_delivery<C>(
          packets<C>(sends_and_receives<C>(extension::mounted_schema<C>("acoustic_modem",
                                                          "Sends and receives packets by sound.")))
              .choice("modulation", &C::modulation,
                      "How bits are sent, which gives their error rate over the signal "
                      "to noise ratio; given: bit_error_rate.",
                      {{"fsk", Modulation::kFsk},
                       {"bpsk", Modulation::kBpsk},
                       {"qpsk", Modulation::kQpsk},
                       {"dpsk", Modulation::kDpsk},
                       {"fsk_fading", Modulation::kFskFading},
                       {"bpsk_fading", Modulation::kBpskFading},
                       {"given", Modulation::kGiven}})
              .number("bit_error_rate", &C::bit_error_rate,
                      "Fraction of wrong bits, whatever the signal.", {0, 0.5})
              .number("coding_gain_db", &C::coding_gain_db, "What error correction is worth.",
                      {0, 30})
              .number("capture_db", &C::capture_db,
                      "A packet survives another that is weaker by this.", {0, 60})
              .number("doppler_tolerance_m_s", &C::doppler_tolerance_m_s,
                      "Largest closing speed at which it still decodes.", kPositive)
              .boolean("multipath", &C::multipath, "Echoes off surface and bottom arrive too.")
              .integer("max_bounces", &C::max_bounces, "Of those echoes.", {1, 8})
              .number("guard_s", &C::guard_s, "Echoes within this time help, later ones disturb.",
                      {0, 10}))
          .check(check_bands)
          .check([](const C& c, CheckReport& r) {
            const bool given = c.modulation == Modulation::kGiven;
            if (given != c.bit_error_rate.has_value())
              r.fail("bit_error_rate",
                     given ? "expected with modulation: given" : "needs modulation: given");
            if (!c.multipath && c.guard_s > 0) r.fail("guard_s", "needs multipath: true");
          });
  return s;
}

const StructSchema& OpticalModemModel::schema() {
  using C = OpticalModemModel;
  static const StructSchema s = extension::with_delivery<C>(
      packets<C>(extension::mounted_schema<C>("optical_modem",
                                   "Sends and receives packets by light along its x axis."))
          .number("snr_1m_db", &C::snr_1m_db,
                  "Electrical signal to noise ratio at 1 m, on the axes of both.", {-20, 200})
          .number("attenuation_per_m", &C::attenuation_per_m,
                  "Beam attenuation of the water at its wavelength: 0.05 clear ocean, 0.15 coast, "
                  "0.4 to 2 harbour; if left out, that of environment.optics, with its changes of "
                  "turbidity, or 0.15 without it.",
                  {0, 50})
          .number("wavelength_nm", &C::wavelength_nm, "Of its light.", {400, 700})
          .number("half_angle_deg", &C::half_angle_rad, "Of the lamp, where it has half its power.",
                  {0.1, 89}, kDegree)
          .number("field_of_view_deg", &C::field_of_view_rad,
                  "Half angle within which the receiver sees.", {0.1, 89}, kDegree)
          .number("max_range_m", &C::max_range_m, "Nothing beyond.", {0, 1000, true})
          .number("detection_db", &C::detection_db, "Signal to noise ratio it needs.", kSnr));
  return s;
}

template <>
DeviceKind built_in_device<AcousticModemModel>() {
  return device_kind<AcousticModemModel>();
}
template <>
DeviceKind built_in_device<OpticalModemModel>() {
  return device_kind<OpticalModemModel>();
}

}  // namespace hadal::kinds
