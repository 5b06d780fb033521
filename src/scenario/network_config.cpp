#include "scenario/network_config.h"


namespace hadal::inline scenario {
namespace {

constexpr Bounds kLevel{0, 300};                // dB re 1 uPa
constexpr Bounds kFrequency{10, 5e6};           // Hz
constexpr Bounds kGain{-60, 60};                // dB
constexpr Bounds kPing{1e-6, 10};               // s
constexpr Bounds kRatio{-60, 120};              // dB
constexpr Bounds kQuestions{1e-4, 100};         // Hz
constexpr Bounds kModemSoundSpeed{1300, 1700};  // m/s
constexpr double kLongestPacket = 65536;        // bytes
constexpr Bounds kLatest{0, 1e9};               // s

template <class T>
StructBuilder<T> sends(StructBuilder<T> builder) {
  return std::move(builder)
      .number("source_level_db", &T::source_level_db, "Level at 1 m on the axis, dB re 1 uPa.",
              kLevel)
      .number("frequency_hz", &T::frequency_hz, "Centre of what it sends.", kFrequency)
      .number("bandwidth_hz", &T::bandwidth_hz, "Width of what it sends.", kPositive);
}

template <class T>
StructBuilder<T> hears(StructBuilder<T> builder) {
  return std::move(builder)
      .number("array_gain_db", &T::array_gain_db, "Gain of the receiver against ambient noise.",
              kGain)
      .number("self_noise_db", &T::self_noise_db,
              "Noise of the own vehicle at the receiver, dB re 1 uPa^2/Hz; none if left out.",
              {-100, 200})
      .number("detection_db", &T::detection_db, "Signal to noise ratio it needs, in its band.",
              kRatio);
}

template <class T>
StructBuilder<T> beamed(StructBuilder<T> builder) {
  return std::move(builder).number(
      "beam_width_deg", &T::beam_width_deg,
      "Width at -3 dB of the beam along its x axis; 360: the same in all directions.", {0.1, 360});
}

template <class T>
StructBuilder<T> band_apart(StructBuilder<T> builder) {
  return std::move(builder)
      .number("listen_frequency_hz", &T::listen_frequency_hz,
              "Centre of what it hears; as it sends if left out.", kFrequency)
      .number("listen_bandwidth_hz", &T::listen_bandwidth_hz,
              "Width of what it hears; as it sends if left out.", kPositive);
}

template <class T>
StructBuilder<T> sends_and_hears(StructBuilder<T> builder) {
  return hears<T>(band_apart<T>(beamed<T>(sends<T>(std::move(builder)))));
}

// A band reaches from above zero; its width cannot exceed twice its centre.
template <class T>
void check_bands(const T& c, CheckReport& r) {
  constexpr const char* kWhy = "a band cannot be wider than twice its centre frequency";
  if (c.bandwidth_hz > 2 * c.frequency_hz) r.fail("bandwidth_hz", kWhy);
  if (!c.listen_frequency_hz && !c.listen_bandwidth_hz) return;  // as it sends
  const double listen_hz = c.listen_frequency_hz.value_or(c.frequency_hz);
  if (c.listen_bandwidth_hz.value_or(c.bandwidth_hz) > 2 * listen_hz)
    r.fail("listen_bandwidth_hz", kWhy);
}

template <class T>
StructBuilder<T> packets(StructBuilder<T> builder) {
  return std::move(builder)
      .number("bit_rate", &T::bit_rate, "Bits per second.", kPositive)
      .integer("max_bytes", &T::max_bytes, "Largest payload of a packet.", {1, kLongestPacket})
      .integer("overhead_bits", &T::overhead_bits, "Sent with every packet: address, checksum.",
               {0, 8192})
      .number("preamble_s", &T::preamble_s, "Before the first bit.", {0, 60})
      .number("turnaround_s", &T::turnaround_s,
              "From the end of a packet, heard or sent, to the next it can send.", {0, 60})
      .boolean("half_duplex", &T::half_duplex, "Deaf while it sends.")
      .number("packet_loss", &T::packet_loss, "Share of packets lost for other reasons.",
              kFraction);
}

constexpr const char* kAssumedSpeed =
    "Sound speed it turns times into ranges with; if left out it knows the mean on the way.";

}  // namespace

const StructSchema& AcousticModemConfig::schema() {
  using C = AcousticModemConfig;
  static const StructSchema s =
      extension::with_delivery<C>(
          packets<C>(sends_and_hears<C>(extension::mounted_schema<C>("acoustic_modem",
                                                          "Sends and receives packets by sound.")))
              .choice("modulation", &C::modulation,
                      "How bits are sent, which gives their error rate over the signal "
                      "to noise ratio; given: bit_error_rate.",
                      {"fsk", "bpsk", "qpsk", "dpsk", "fsk_fading", "bpsk_fading", "given"})
              .number("bit_error_rate", &C::bit_error_rate,
                      "Share of wrong bits, whatever the signal.", {0, 0.5})
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
          .check(check_bands<C>)
          .check([](const C& c, CheckReport& r) {
            const bool given = c.modulation == "given";
            if (given != c.bit_error_rate.has_value())
              r.fail("bit_error_rate",
                     given ? "expected with modulation: given" : "needs modulation: given");
            if (!c.multipath && c.guard_s > 0) r.fail("guard_s", "needs multipath: true");
          });
  return s;
}

const StructSchema& OpticalModemConfig::schema() {
  using C = OpticalModemConfig;
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
          .number("half_angle_deg", &C::half_angle_deg, "Of the lamp, where it has half its power.",
                  {0.1, 89})
          .number("field_of_view_deg", &C::field_of_view_deg,
                  "Half angle within which the receiver sees.", {0.1, 89})
          .number("max_range_m", &C::max_range_m, "Nothing beyond.", {0, 1000, true})
          .number("detection_db", &C::detection_db, "Signal to noise ratio it needs.", kRatio));
  return s;
}

const StructSchema& UsblConfig::schema() {
  using C = UsblConfig;
  static const StructSchema s =
      extension::with_delivery<C>(
          sends_and_hears<C>(
              extension::mounted_schema<C>("usbl",
                                "Asks transponders and tells range, bearing and "
                                "elevation of each that answers.")
                  .number("rate_hz", &C::rate_hz, "Questions per second.", kQuestions))
              .number("ping_s", &C::ping_s, "Length of a question.", kPing)
              .choice("interrogation", &C::interrogation,
                      "Asks all transponders at once, or one after the other.",
                      {"common", "individual"})
              .texts("transponders", &C::transponders,
                     "Those it listens to, as vehicle/name; if empty all that are not on its own "
                     "vehicle. Readings count them from 0.")
              .number("sound_speed_m_s", &C::sound_speed_m_s, kAssumedSpeed, kModemSoundSpeed)
              .object("range", &C::range, "m.")
              .object("bearing", &C::bearing, "rad.")
              .object("elevation", &C::elevation, "rad.")
              .object("attitude_error", &C::attitude_error,
                      "rad, of the attitude that turns positions into the world."))
          .check(check_bands<C>)
          .check(extension::refuse_misalignment<C>(
              {{"range", &C::range}, {"bearing", &C::bearing}, {"elevation", &C::elevation}}));
  return s;
}

const StructSchema& TransponderConfig::schema() {
  using C = TransponderConfig;
  static const StructSchema s =
      extension::with_delivery<C>(sends_and_hears<C>(
                       extension::mounted_schema<C>("transponder", "Answers the questions of USBL and LBL."))
                       .number("ping_s", &C::ping_s, "Length of an answer.", kPing)
                       .number("turnaround_s", &C::turnaround_s,
                               "From the start of the question to the start of the answer; who "
                               "asks knows it.",
                               {0, 60}))
          .check(check_bands<C>);
  return s;
}

const StructSchema& LblConfig::schema() {
  using C = LblConfig;
  static const StructSchema s =
      extension::with_delivery<C>(
          sends_and_hears<C>(
              extension::mounted_schema<C>("lbl",
                                "Asks transponders at known places and finds its own "
                                "place from the ranges.")
                  .number("rate_hz", &C::rate_hz, "Fixes per second.", kQuestions))
              .number("ping_s", &C::ping_s, "Length of a question.", kPing)
              .number("window_s", &C::window_s, "Waits this long for answers.", kPositive)
              .texts("beacons", &C::beacons,
                     "Its transponders, as object/name; if empty all that are not on its own "
                     "vehicle.")
              .number("sound_speed_m_s", &C::sound_speed_m_s, kAssumedSpeed, kModemSoundSpeed)
              .number("survey_std_m", &C::survey_std_m,
                      "Error per axis of the places it believes its beacons at.", kNotNegative)
              .boolean("depth_aided", &C::depth_aided, "Takes the depth from a gauge.")
              .object("range", &C::range, "m.")
              .object("depth", &C::depth, "m, of the gauge."))
          .check(check_bands<C>)
          .check(extension::refuse_misalignment<C>({{"range", &C::range}, {"depth", &C::depth}}));
  return s;
}

const StructSchema& PingerConfig::schema() {
  using C = PingerConfig;
  static const StructSchema s =
      extension::with_delivery<C>(
          beamed<C>(sends<C>(extension::mounted_schema<C>("pinger", "Sends a ping again and again.")
                                 .number("rate_hz", &C::rate_hz, "Pings per second.", kQuestions)))
              .number("ping_s", &C::ping_s, "Length of a ping.", kPing))
          .check(check_bands<C>);
  return s;
}

const StructSchema& HydrophoneConfig::schema() {
  using C = HydrophoneConfig;
  static const StructSchema s =
      extension::with_delivery<C>(
          hears<C>(
              beamed<C>(
                  extension::mounted_schema<C>("hydrophone",
                                    "Hears every sound in its band: level, time and, if "
                                    "asked, direction.")
                      .number("frequency_hz", &C::frequency_hz, "Centre of its band.", kFrequency)
                      .number("bandwidth_hz", &C::bandwidth_hz, "Width of its band.", kPositive)))
              .boolean("direction", &C::direction, "Also tells bearing and elevation.")
              .object("level", &C::level, "dB.")
              .object("time", &C::time, "s.")
              .object("angle", &C::angle, "rad, bearing and elevation."))
          .check(check_bands<C>)
          .check(extension::refuse_misalignment<C>(
              {{"level", &C::level}, {"time", &C::time}, {"angle", &C::angle}}));
  return s;
}

const std::vector<const StructSchema*>& network_kinds() {
  static const std::vector<const StructSchema*> kinds{
      &AcousticModemConfig::schema(), &OpticalModemConfig::schema(), &UsblConfig::schema(),
      &TransponderConfig::schema(),   &LblConfig::schema(),          &PingerConfig::schema(),
      &HydrophoneConfig::schema()};
  return kinds;
}

}  // namespace hadal::scenario
