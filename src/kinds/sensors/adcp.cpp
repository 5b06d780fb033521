#include "kinds/sensors/adcp.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "kinds/sensors/list.h"

namespace hadal::inline kinds {
namespace {

// Writes the cells; disturb(cell, beam, range) is what is added to a beam's velocity.
template <class Disturb>
bool write_profile(const Adcp& adcp, const ProfileTruth& truth, const Quat& q_NS,
                   double assumed_m_s, Disturb disturb, std::span<double> columns) {
  HADAL_CHECK(columns.size() == adcp.numbers() && truth.cells.size() == columns.size());
  const BeamVectors beams_S = beam_vectors_S(adcp, assumed_m_s);
  const double scale = assumed_m_s / truth.sound_speed_m_s;
  const Quat turn = adcp.frame == ProfileFrame::kEarth ? q_NS : Quat::Identity();
  bool any = false;
  for (int cell = 0; cell < adcp.cells; ++cell) {
    const size_t first = kAdcpNumbersPerCell * static_cast<size_t>(cell);
    std::array<bool, kJanusBeams> used{};
    BeamNumbers velocity{};
    for (int i = 0; i < kJanusBeams; ++i) {
      const double true_m_s = truth.cells[first + static_cast<size_t>(i)];
      used[i] = std::isfinite(true_m_s);
      velocity[i] = used[i] ? scale * true_m_s + disturb(cell, i, true_m_s) : kNoReading;
      any |= used[i];
    }
    const auto out = columns.subspan(first, kAdcpNumbersPerCell);
    if (adcp.output == ProfileOutput::kBeams) {
      std::copy(velocity.begin(), velocity.end(), out.begin());
      continue;
    }
    const JanusSolution solution = solve_janus(beams_S, velocity, BeamNumbers{}, used);
    const Vec3 v = solution.found ? Vec3(turn * solution.velocity_S) : Vec3::Constant(kNoReading);
    out[0] = static_cast<double>(std::count(used.begin(), used.end(), true));
    std::copy(v.begin(), v.end(), out.begin() + 1);
  }
  return any;
}

}  // namespace

const StructSchema& Adcp::schema() {
  using C = Adcp;
  static const StructSchema s =
      janus_schema<C>(
          "adcp",
          "Current profiler: velocity of the water relative to the instrument, cell by cell.")
          .integer("cells", &C::cells, "Number of cells.", {1, kMaxCells})
          .number("cell_size_m", &C::cell_size_m, "Of a cell, along the z axis of the sensor.",
                  kPositive)
          .number("blanking_m", &C::blanking_m, "To the first cell, along the z axis.",
                  kNotNegative)
          .number("max_range_m", &C::max_range_m, "Maximum range along a beam.",
                  kBeamRange)
          .boolean("side_lobe_cut", &C::side_lobe_cut,
                   "Leaves out cells as far as the bottom is near, which side lobes spoil.")
          .choice("output", &C::output, "One velocity per cell, or that along each beam.",
                  {{"combined", ProfileOutput::kCombined}, {"beams", ProfileOutput::kBeams}})
          .choice("frame", &C::frame, "Axes of combined velocities.",
                  {{"earth", ProfileFrame::kEarth}, {"instrument", ProfileFrame::kInstrument}})
          .object("beam_noise", &C::beam_noise, "Along a beam, in one cell.")
          .check([](const C& c, CheckReport& r) {
            if (c.blanking_m + c.cell_size_m > c.max_range_m)
              r.fail("max_range_m",
                     "the first cell ends beyond it; expected a longer range or a "
                     "smaller cell");
          });
  return s;
}

Columns Adcp::columns() const {
  Columns out;
  for (int cell = 1; cell <= cells; ++cell) {
    const std::string name = "cell_" + std::to_string(cell);
    if (output == ProfileOutput::kBeams) {
      out = join({out, per_beam(name + "_beam", "_velocity_m_s", "m/s")});
      continue;
    }
    const bool earth = frame == ProfileFrame::kEarth;
    out = join(
        {out,
         {{name + "_good_beams", "1"}},
         earth ? ned(name + "_velocity", "_m_s", "m/s") : xyz(name + "_velocity", "_m_s", "m/s")});
  }
  return out;
}

extension::Beams Adcp::beams() const {
  const double deepest_m = blanking_m + cells * cell_size_m;
  const double along_m = deepest_m / std::max(0.1, std::cos(beam_angle_rad));
  return beams_to(std::min(along_m, max_range_m));
}

double Adcp::clear_range_m(double range_m) const {
  const double clear_m = side_lobe_cut ? range_m * std::cos(beam_angle_rad) : range_m;
  return std::min(max_range_m, clear_m);
}

bool adcp_perfect(const Adcp& adcp, const ProfileTruth& truth, const Quat& q_NS,
                  std::span<double> columns) {
  const auto nothing = [](int, int, double) { return 0.0; };
  return write_profile(adcp, truth, q_NS, truth.sound_speed_m_s, nothing, columns);
}

bool adcp_measure(const Adcp& adcp, const ProfileTruth& truth, const Quat& q_NS,
                  extension::SensorSample& sample) {
  const double along = std::cos(adcp.beam_angle_rad);
  const auto noise = [&](int cell, int beam, double velocity_m_s) {
    const double range_m = adcp.cell_center_m(cell) / along;
    return adcp.beam_noise.sigma_m_s(velocity_m_s, range_m) *
           sample.normal("beams", sample.number, static_cast<uint32_t>(kJanusBeams * cell + beam));
  };
  return write_profile(adcp, truth, q_NS, adcp.instead_of_m_s(truth.sound_speed_m_s), noise,
                       sample.values);
}

bool Adcp::measure(const extension::SensorContext& now, extension::SensorSample& sample) const {
  std::array<double, kAdcpNumbersPerCell * kMaxCells> storage;
  const auto found_cells = std::span(storage).first(numbers());
  std::fill(found_cells.begin(), found_cells.end(), kNoReading);
  JanusTruth surfaces;
  const JanusMotion motion(now);
  const bool wet = is_wet(now.sea(), motion.p_N);
  if (wet) meet_surfaces(*this, max_range_m, now, motion, surfaces);
  const BeamVectors beams_S = beam_vectors_S(*this, surfaces.sound_speed_m_s);
  for (int i = 0; wet && i < kJanusBeams; ++i) {
    const Vec3 beam_N = motion.q_NS * beams_S[i];
    const double stretch = 1 / beams_S[i].z(),
                 reach_m = clear_range_m(surfaces.beams[i].range_m);
    for (int cell = 0; cell < cells; ++cell) {
      const double center_m = cell_center_m(cell) * stretch;
      if (center_m + cell_size_m * stretch / 2 > reach_m) break;
      const Vec3 water_N = water_velocity_N(now.sea(), motion.p_N + center_m * beam_N);
      found_cells[kJanusBeams * static_cast<size_t>(cell) + static_cast<size_t>(i)] =
          beam_N.dot(water_N - motion.v_N);
    }
  }
  const ProfileTruth truth{surfaces.sound_speed_m_s, found_cells};
  adcp_perfect(*this, truth, motion.q_NS, sample.truth);
  const bool found = adcp_measure(*this, truth, motion.q_NS, sample);
  const bool received = sample.add_noise({}, {});
  return found && received;
}

template <>
extension::SensorKind built_in_sensor<Adcp>() {
  return extension::sensor_kind<Adcp>();
}

}  // namespace hadal::kinds
