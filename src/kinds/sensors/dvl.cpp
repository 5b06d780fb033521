#include "kinds/sensors/dvl.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "kinds/sensors/list.h"

namespace hadal::inline kinds {
namespace {

// Four beams as the instrument receives them.
struct BeamsReceived {
  double sound_speed_m_s = 0;  // it reckons with
  BeamVectors beams_S;         // it reckons with
  std::array<bool, kJanusBeams> bottom{}, water{};
  BeamNumbers range_m{}, quality{};
  BeamNumbers bottom_m_s{}, bottom_sigma{}, water_m_s{}, water_sigma{};
};

void write_covariance(const Mat3& c, std::span<double> columns) {
  size_t next = kDvlCovariance;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) columns[next++] = c(i, j);
}

double altitude_m(const BeamsReceived& echoes, const Quat& q_NS) {
  double sum = 0;
  int count = 0;
  for (int i = 0; i < kJanusBeams; ++i) {
    if (!echoes.bottom[i]) continue;
    sum += echoes.range_m[i] * (q_NS * echoes.beams_S[i]).z();
    ++count;
  }
  return count > 0 ? sum / count : kNoReading;
}

bool write_reading(const Dvl& dvl, const BeamsReceived& echoes, const Quat& q_NS,
                   std::span<double> columns) {
  HADAL_CHECK(columns.size() == kDvlColumns);
  DvlMode mode = DvlMode::kBottom;
  JanusSolution solution =
      solve_janus(echoes.beams_S, echoes.bottom_m_s, echoes.bottom_sigma, echoes.bottom);
  if (!solution.found && dvl.water_track) {
    mode = DvlMode::kWater;
    solution = solve_janus(echoes.beams_S, echoes.water_m_s, echoes.water_sigma, echoes.water);
  }
  if (!solution.found) mode = DvlMode::kNone;
  const bool to_water = mode == DvlMode::kWater;
  for (int i = 0; i < 3; ++i) columns[kDvlVelocity + i] = solution.velocity_S[i];
  columns[kDvlAltitude] = altitude_m(echoes, q_NS);
  columns[kDvlMode] = static_cast<double>(mode);
  columns[kDvlGoodBeams] =
      static_cast<double>(std::count(echoes.bottom.begin(), echoes.bottom.end(), true));
  columns[kDvlFigureOfMerit] = std::sqrt(solution.covariance.trace());
  write_covariance(solution.covariance, columns);
  columns[kDvlSoundSpeed] = echoes.sound_speed_m_s;
  for (int i = 0; i < kJanusBeams; ++i) {
    const bool good = to_water ? echoes.water[i] : echoes.bottom[i];
    columns[kDvlRange + i] = echoes.bottom[i] ? echoes.range_m[i] : kNoReading;
    columns[kDvlBeam + i] =
        good ? (to_water ? echoes.water_m_s[i] : echoes.bottom_m_s[i]) : kNoReading;
    columns[kDvlQuality + i] = echoes.quality[i];
  }
  return solution.found;
}

// Without noise and losses, by an instrument that reckons with these sound speeds instead of the true
// ones.
template <class InsteadOf>
BeamsReceived receive(const Dvl& dvl, const JanusTruth& truth, InsteadOf instead_of_m_s) {
  BeamsReceived out;
  const double assumed_m_s = instead_of_m_s(truth.sound_speed_m_s);
  out.sound_speed_m_s = assumed_m_s;
  out.beams_S = beam_vectors_S(dvl, assumed_m_s);
  const double scale = assumed_m_s / truth.sound_speed_m_s;
  for (int i = 0; i < kJanusBeams; ++i) {
    const BeamTruth& beam = truth.beams[i];
    out.quality[i] = dvl.echo_chance(beam.range_m);
    out.bottom[i] = out.quality[i] > 0;
    out.range_m[i] = beam.range_m * (instead_of_m_s(beam.sound_speed_m_s) / beam.sound_speed_m_s);
    out.bottom_m_s[i] = scale * beam.closing_m_s;
    out.bottom_sigma[i] = dvl.beam_noise.sigma_m_s(beam.closing_m_s, beam.range_m);
    out.water[i] = std::isfinite(beam.water_closing_m_s);
    out.water_m_s[i] = scale * beam.water_closing_m_s;
    out.water_sigma[i] = dvl.water_noise.sigma_m_s(beam.water_closing_m_s, dvl.water_layer_m[1]);
  }
  return out;
}

// Mean velocity of the sensor through the water of the layer, along the beam.
double through_layer_m_s(const Dvl& dvl, const extension::Sea& sea, const JanusMotion& motion,
                         const Vec3& beam_N, double range_m) {
  const double near_m = dvl.water_layer_m[0];
  const double far_m = std::min(dvl.water_layer_m[1], kClearOfBottom * range_m);
  if (!(far_m > near_m)) return kNoReading;
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < kLayerSamples; ++i) {
    const double fraction = (i + 0.5) / kLayerSamples;
    const double at_m = near_m + fraction * (far_m - near_m);
    sum += water_velocity_N(sea, motion.p_N + at_m * beam_N);
  }
  return beam_N.dot(motion.v_N - sum / kLayerSamples);
}

JanusTruth dvl_truth(const Dvl& dvl, const extension::SensorContext& now) {
  JanusTruth truth;
  const JanusMotion motion(now);
  if (!is_wet(now.sea(), motion.p_N)) return truth;
  meet_surfaces(dvl, dvl.max_range_m, now, motion, truth);
  if (!dvl.water_track) return truth;
  const BeamVectors beams_S = beam_vectors_S(dvl, truth.sound_speed_m_s);
  for (int i = 0; i < kJanusBeams; ++i)
    truth.beams[i].water_closing_m_s = through_layer_m_s(
        dvl, now.sea(), motion, motion.q_NS * beams_S[i], truth.beams[i].range_m);
  return truth;
}

// Draws of a sample: a pair per beam for bottom velocity and range, one for the water, one uniform
// number for the loss.
enum Draw : uint32_t { kBottomPair = 0, kWaterPair = 4, kLoss = 8 };

}  // namespace

const StructSchema& Dvl::schema() {
  using C = Dvl;
  static const StructSchema s =
      janus_schema<C>(
          "dvl",
          "Doppler velocity log: velocity over ground from four beams, through the water when "
          "the bottom is out of reach.")
          .number("min_range_m", &C::min_range_m, "No echo closer than this, along a beam.",
                  kNotNegative)
          .number("max_range_m", &C::max_range_m, "No echo farther than this, along a beam.",
                  kBeamRange)
          .number("fade", &C::fade,
                  "Fraction of each limit over which echoes get lost ever more often.", {0, 0.5})
          .object("beam_noise", &C::beam_noise, "Along a beam, to the bottom.")
          .number("range_std_m", &C::range_std_m, "White noise of a range.", kNotNegative)
          .number("range_std_relative", &C::range_std_relative, "Fraction of the range.", kFraction)
          .boolean("water_track", &C::water_track,
                   "With fewer than three echoes, measure against the water.")
          .vector("water_layer_m", &C::water_layer_m,
                  "Where along a beam: nearest and farthest range.", kNotNegative)
          .object("water_noise", &C::water_noise, "Along a beam, to the water.")
          .object("velocity", &C::velocity, "Errors of the solution, m/s.")
          .check([](const C& c, CheckReport& r) {
            if (c.min_range_m >= c.max_range_m) r.fail("max_range_m", "must be above min_range_m");
            if (c.water_layer_m[0] >= c.water_layer_m[1])
              r.fail("water_layer_m", "expected the nearest range, then a farther one");
          });
  return s;
}

Columns Dvl::columns() const {
  return join({xyz("velocity", "_m_s", "m/s"),
               {{"altitude_m", "m"},
                {"mode", "1"},
                {"good_beams", "1"},
                {"figure_of_merit_m_s", "m/s"}},
               axes("covariance", {"xx", "xy", "xz", "yy", "yz", "zz"}, "_m2_s2", "m^2/s^2"),
               {{"sound_speed_m_s", "m/s"}},
               per_beam("beam", "_range_m", "m"),
               per_beam("beam", "_velocity_m_s", "m/s"),
               per_beam("beam", "_quality", "1")});
}

double Dvl::echo_chance(double range_m) const {
  if (!(range_m >= min_range_m && range_m <= max_range_m)) return 0;
  if (fade <= 0) return 1;
  const double far = (max_range_m - range_m) / (fade * max_range_m);
  if (min_range_m <= 0) return std::min(1.0, far);
  const double near = (range_m - min_range_m) / (fade * min_range_m);
  return std::min({1.0, near, far});
}

bool dvl_perfect(const Dvl& dvl, const JanusTruth& truth, const Quat& q_NS,
                 std::span<double> columns) {
  const auto known = [](double true_m_s) { return true_m_s; };
  return write_reading(dvl, receive(dvl, truth, known), q_NS, columns);
}

bool dvl_measure(const Dvl& dvl, const JanusTruth& truth, const Quat& q_NS,
                 extension::SensorSample& sample) {
  const auto told = [&](double true_m_s) { return dvl.instead_of_m_s(true_m_s); };
  BeamsReceived echoes = receive(dvl, truth, told);
  for (int i = 0; i < kJanusBeams; ++i) {
    const auto beam = static_cast<uint32_t>(i);
    const auto bottom = sample.normal_pair("beams", sample.number, kBottomPair + beam);
    echoes.bottom_m_s[i] += echoes.bottom_sigma[i] * bottom[0];
    if (echoes.bottom[i]) echoes.range_m[i] += dvl.range_sigma_m(truth.beams[i].range_m) *
        bottom[1];
    echoes.water_m_s[i] +=
        echoes.water_sigma[i] * sample.normal("beams", sample.number, kWaterPair + beam);
    echoes.bottom[i] &= sample.uniform("beams", sample.number, kLoss + beam) < echoes.quality[i];
  }
  return write_reading(dvl, echoes, q_NS, sample.values);
}

bool Dvl::measure(const extension::SensorContext& now, extension::SensorSample& sample) const {
  const JanusTruth truth = dvl_truth(*this, now);
  const Quat q = q_NS(now);
  dvl_perfect(*this, truth, q, sample.truth);
  const bool found = dvl_measure(*this, truth, q, sample);
  const auto solution = sample.values.subspan(kDvlVelocity, 3);
  const bool received = sample.add_noise(solution, solution);
  return found && received;
}

template <>
extension::SensorKind built_in_sensor<Dvl>() {
  return extension::sensor_kind<Dvl>();
}

}  // namespace hadal::kinds
