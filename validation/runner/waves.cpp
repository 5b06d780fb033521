// The waves: dispersion, kinematics, spectra, spreading, sums and lattices of components. The cases
// have x north, y east and z up, with directions from +x toward +y.
#include <cmath>
#include <limits>
#include <numbers>

#include "environment/waves/components.h"
#include "environment/waves/dispersion.h"
#include "environment/waves/lattice.h"
#include "environment/waves/spectra.h"
#include "environment/waves/spreading.h"
#include "math/units.h"
#include "runner/kinds.h"
#include "scenario/waves_config.h"

namespace hadal::validation {
namespace {

constexpr double kGravity_m_s2 = 9.81;  // where a case states none
constexpr double kDensity_kg_m3 = 1025;
constexpr double kRecord_s = 3 * kHour;  // over which a sea state is usually taken as steady
constexpr double kSample_s = 0.5;
constexpr double kSmallestOrdinate = 1e-6;  // of the peak; the tables print fixed digits
constexpr double kDeepSea = std::numeric_limits<double>::infinity();
constexpr double kTurn = 2 * std::numbers::pi;

double gravity_of(const Case& c) {
  return c.number("g", "g=", kGravity_m_s2);
}

environment::WaveField field_of(const AnyConfig& config, const Case& c) {
  return environment::make_wave_field(config, 1, kDeepSea, gravity_of(c),
                                      c.number("rho", "rho=", kDensity_kg_m3));
}

// Differences relative to the reference; below abs / rel the absolute tolerance counts.
class Comparison {
 public:
  Comparison(const Case& c)
      : rel_(c.tolerance("rel")), floor_(c.has_tolerance("abs") ? c.tolerance("abs") / rel_ : 0) {}
  void add(double value, double reference) { worst_.add_relative(value, reference, floor_); }
  void report(const char* what, CaseReport& report) const {
    report.check(what, worst_.value(), rel_);
  }

 private:
  double rel_, floor_;
  Worst worst_;
};

// Elevation and velocity at the rows of a table, and what else its columns have.
void compare_motion(const environment::WaveField& field, const Table& table, const Case& c,
                    CaseReport& report) {
  Comparison elevation(c), velocity(c), acceleration(c), pressure(c);
  for (size_t i = 0; i < table.rows(); ++i) {
    const environment::WaveMotion m =
        field.motion(table["t"][i], Vec3(table["x"][i], table["y"][i], -table["z"][i]));
    elevation.add(m.elevation_m, table.any({"eta_m", "eta"})[i]);
    velocity.add(m.velocity_N.x(), table["ux"][i]);
    velocity.add(m.velocity_N.y(), table["uy"][i]);
    velocity.add(-m.velocity_N.z(), table["uz"][i]);
    if (table.has("ax")) {
      acceleration.add(m.acceleration_N.x(), table["ax"][i]);
      acceleration.add(m.acceleration_N.y(), table["ay"][i]);
      acceleration.add(-m.acceleration_N.z(), table["az"][i]);
    }
    if (table.has("pdyn_Pa")) pressure.add(m.pressure_pa, table["pdyn_Pa"][i]);
  }
  elevation.report("elevation, relative", report);
  velocity.report("velocity, relative", report);
  if (table.has("ax")) acceleration.report("acceleration, relative", report);
  if (table.has("pdyn_Pa")) pressure.report("dynamic pressure, relative", report);
}

// Four standard deviations of a record of the sea at one place.
double record_height_m(const environment::WaveField& field) {
  double square = 0;
  const int samples = static_cast<int>(kRecord_s / kSample_s);
  for (int i = 0; i < samples; ++i)
    square += std::pow(field.elevation(i * kSample_s, 0, 0), 2) / samples;
  return 4 * std::sqrt(square);
}

void compare_moments(const environment::SeaSpectrum& dnv, const environment::SeaSpectrum& pm,
                     const Case& c, CaseReport& report) {
  const double tolerance = c.tolerance("Hs_rel");
  const auto compare = [&](const char* key, double value) {
    if (const auto expected = c.expected_number(key))
      report.check(std::string(key) + ", relative", std::abs(value / *expected - 1), tolerance);
  };
  const double m0 = dnv.moment(0), m1 = dnv.moment(1), m2 = dnv.moment(2);
  compare("Hs_from_m0_dnv", 4 * std::sqrt(m0));
  compare("m0", m0);
  compare("m1", m1);
  compare("m2", m2);
  compare("Tz_dnv", kTurn * std::sqrt(m0 / m2));
  compare("T01_dnv", kTurn * m0 / m1);
  compare("pm_m0", pm.moment(0));
  compare("pm_Tz", kTurn * std::sqrt(pm.moment(0) / pm.moment(2)));
}

}  // namespace

void run_airy_kinematics(const Case& c, const Settings&, CaseReport& report) {
  RegularWavesConfig waves;
  waves.height_m = c.number("H");
  waves.period_s = c.number("T");
  waves.depth_m = c.number("h");
  waves.given_toward_rad = c.number("beta");
  const environment::WaveField field = field_of(AnyConfig::of(waves), c);
  compare_motion(field, c.table("airy.csv"), c, report);
  Comparison number(c), speed(c);
  if (c.has("k")) {
    number.add(field.components()[0].wave_number_rad_m, c.number("k"));
    number.report("wave number, relative", report);
  }
  if (const auto fastest = c.expected_number("max_surface_speed")) {
    speed.add(field.motion(0, Vec3::Zero()).velocity_N.norm(), *fastest);
    speed.report("speed at the crest, relative", report);
  }
}

void run_wave_dispersion(const Case& c, const Settings&, CaseReport& report) {
  const Table table = c.table("dispersion.csv");
  const double g = gravity_of(c);
  Comparison number(c), length(c), phase(c), group(c);
  for (size_t i = 0; i < table.rows(); ++i) {
    const double h = table["h_m"][i];
    const double k = environment::wave_number_rad_m(kTurn / table["T_s"][i], h, g);
    number.add(k, table["k_radpm"][i]);
    length.add(kTurn / k, table["lambda_m"][i]);
    phase.add(environment::phase_speed_m_s(k, h, g), table["c_mps"][i]);
    group.add(environment::group_speed_m_s(k, h, g), table["cg_mps"][i]);
  }
  number.report("wave number, relative", report);
  length.report("wave length, relative", report);
  phase.report("phase speed, relative", report);
  group.report("group speed, relative", report);
}

void run_wave_spectra(const Case& c, const Settings&, CaseReport& report) {
  const Table table = c.table("spectrum.csv");
  JonswapWavesConfig waves;
  waves.significant_height_m = c.number("Hs");
  waves.peak_period_s = c.number("Tp");
  waves.peak_enhancement = c.number("gamma");
  using Normaliser = JonswapWavesConfig::Normaliser;
  const auto spectrum_of = [&](Normaliser normaliser, double gamma) {
    JonswapWavesConfig config = waves;
    config.normaliser = normaliser;
    config.peak_enhancement = gamma;
    return environment::sea_spectrum(config);
  };
  const environment::SeaSpectrum dnv = spectrum_of(Normaliser::kDnv, waves.peak_enhancement),
                                 exact = spectrum_of(Normaliser::kExact, waves.peak_enhancement),
                                 pm = spectrum_of(Normaliser::kExact, 1);
  const auto ordinates = [&](const char* column, const environment::SeaSpectrum& spectrum) {
    if (!table.has(column)) return;
    Worst error;
    const double floor = kSmallestOrdinate * spectrum.density_m2_s(spectrum.peak_frequency_rad_s);
    for (size_t i = 0; i < table.rows(); ++i)
      error.add_relative(spectrum.density_m2_s(table["omega_radps"][i]), table[column][i], floor);
    report.check(std::string(column) + ", relative", error.value(), c.tolerance("ordinate_rel"));
  };
  ordinates("S_jonswap_dnv", dnv);
  ordinates("S_jonswap_exact", exact);
  ordinates("S_pm", pm);
  compare_moments(dnv, pm, c, report);
  if (const auto normaliser = c.expected_number("exact_normaliser"))
    report.check("exact normaliser, relative", std::abs(exact.normaliser / *normaliser - 1),
                 c.tolerance("ordinate_rel"));
  if (c.has_tolerance("realisation_Hs_rel"))
    report.check(
        "height of a record of 3 h, relative",
        std::abs(record_height_m(field_of(AnyConfig::of(waves), c)) / waves.significant_height_m -
                 1),
        c.tolerance("realisation_Hs_rel"));
}

void run_wave_spreading(const Case& c, const Settings&, CaseReport& report) {
  const Table table = c.table("spreading.csv");
  constexpr int kSteps = 20000;
  Comparison normaliser(c), integral(c), moment(c), spread(c), density(c);
  for (size_t i = 0; i < table.rows(); ++i) {
    const double s = table["s"][i];
    const auto D = [&](double theta) {
      return environment::spreading_density(SpreadingShape::cos_2s, s, theta);
    };
    double sum = 0, a1 = 0;
    for (int j = 0; j < kSteps; ++j) {
      const double theta = (j + 0.5) * kTurn / kSteps - std::numbers::pi;
      sum += D(theta) * kTurn / kSteps;
      a1 += D(theta) * std::cos(theta) * kTurn / kSteps;
    }
    normaliser.add(environment::spreading_normaliser(s), table["C_s"][i]);
    integral.add(sum, table["integral"][i]);
    moment.add(a1, table["a1"][i]);
    spread.add(std::sqrt(2 * (1 - a1)) / kDegree, table["spread_deg"][i]);
    density.add(D(0.5), table["D_0p5rad"][i]);
    density.add(D(1.5), table["D_1p5rad"][i]);
  }
  normaliser.report("normaliser, relative", report);
  integral.report("integral, relative", report);
  moment.report("mean cosine, relative", report);
  spread.report("circular spread, relative", report);
  density.report("density, relative", report);
}

void run_wave_superposition(const Case& c, const Settings&, CaseReport& report) {
  ComponentWavesConfig waves;
  waves.depth_m = c.number("h");
  for (const auto& row : c.rows("components_a_w_dir_phase")) {
    if (row.size() != 4)
      c.fail("components_a_w_dir_phase", "expected rows [amplitude, frequency, direction, phase]");
    WaveTrainConfig& wave = waves.waves.emplace_back();
    wave.amplitude_m = row[0];
    wave.period_s = kTurn / row[1];
    wave.given_toward_rad = row[2];
    wave.phase_rad = row[3];
  }
  const environment::WaveField field = field_of(AnyConfig::of(waves), c);
  compare_motion(field, c.table("sea.csv"), c, report);
  if (const auto variance = c.expected_number("variance")) {
    Comparison error(c);
    error.add(field.variance_m2(), *variance);
    error.report("variance, relative", report);
  }
}

void run_wave_lattice(const Case& c, const Settings&, CaseReport& report) {
  const Table spectrum = c.table("spectrum.csv"), surface = c.table("surface.csv");
  const double patch = c.number("Lx"), g = gravity_of(c), tolerance = c.tolerance("rel");
  std::vector<environment::LatticeMode> modes;
  Worst density;
  for (size_t i = 0; i < spectrum.rows(); ++i) {
    const double P =
        environment::phillips_spectrum(spectrum["kx"][i], spectrum["ky"][i], c.number("A"),
                                       c.number("V"), c.number("wind_dir"), g);
    // Modes across the wind have a difference of nearly equal numbers.
    density.add_relative(P, spectrum["P"][i], 1e-6);
    modes.push_back({static_cast<int>(std::lround(spectrum["n"][i])),
                     static_cast<int>(std::lround(spectrum["m"][i])),
                     std::complex<double>(spectrum["xi_r"][i], spectrum["xi_i"][i]) *
                         std::sqrt(spectrum["P"][i] / 2)});
  }
  const std::vector<environment::WaveComponent> waves =
      environment::lattice_components(modes, patch, kDeepSea, g);
  const environment::WaveField field(waves, kDeepSea, g, kDensity_kg_m3);
  double largest = 0;
  for (const double eta : surface["eta_m"]) largest = std::fmax(largest, std::abs(eta));
  const double cell = patch / c.number("N");
  Worst elevation, displacement;
  for (size_t i = 0; i < surface.rows(); ++i) {
    const double t = surface["t_s"][i];
    const Vec3 p(cell * surface["i"][i], cell * surface["j"][i], 0);
    elevation.add((field.elevation(t, p.x(), p.y()) - surface["eta_m"][i]) / largest);
    // The displacement of the water is minus its acceleration over w^2, wave by wave; the case has
    // the opposite sign.
    Vec3 D = Vec3::Zero();
    for (const environment::WaveComponent& wave : waves)
      D += environment::WaveField({wave}, kDeepSea, g, kDensity_kg_m3).motion(t, p).acceleration_N /
           (wave.frequency_rad_s * wave.frequency_rad_s);
    displacement.add((D.x() - surface["Dx_m"][i]) / largest);
    displacement.add((D.y() - surface["Dy_m"][i]) / largest);
  }
  report.check("Phillips spectrum, relative", density.value(), tolerance);
  report.check("elevation, of the highest", elevation.value(), tolerance);
  report.check("horizontal displacement, of the highest", displacement.value(), tolerance);
}

}  // namespace hadal::validation
