// Light: reflection at the surface, transmission of the water types, phase function.
#include <cmath>

#include "environment/optics/phase_function.h"
#include "environment/optics/refraction.h"
#include "environment/optics/water_optics.h"
#include "math/units.h"
#include "runner/kinds.h"

namespace hadal::validation {
namespace {

namespace optics = environment::optics;

// Over the sphere, by the midpoint rule in the cosine.
double integral_of_phase(double g) {
  constexpr int kSteps = 1'000'000;
  double sum = 0;
  for (int i = 0; i < kSteps; ++i)
    sum += optics::henyey_greenstein(-1 + 2 * (i + 0.5) / kSteps, g) * kTurn * 2 / kSteps;
  return sum;
}

}  // namespace

void run_fresnel_surface(const Case& c, const Settings&, CaseReport& report) {
  const Table table = c.table("fresnel.csv");
  const double tolerance = c.tolerance("abs");
  Worst angle, across, along, mean;
  for (size_t i = 0; i < table.rows(); ++i) {
    const double ratio = optics::kIndexOfAir / table["n"][i],
                 incidence = table["incidence_deg"][i] * kDegree;
    const Vec3 down{std::sin(incidence), 0, std::cos(incidence)}, up{0, 0, -1};
    Vec3 refracted;
    const bool passes = optics::refract(down, up, ratio, refracted);
    angle.add(passes
                  ? std::atan2(refracted.x(), refracted.z()) / kDegree - table["refraction_deg"][i]
                  : NAN);
    const optics::FresnelReflectance<double> r = optics::fresnel(std::cos(incidence), ratio);
    across.add(r.s - table["Rs"][i]);
    along.add(r.p - table["Rp"][i]);
    mean.add(r.mean() - table["R"][i]);
  }
  report.check("angle of refraction, deg", angle.value(), tolerance);
  report.check("reflectance across the plane", across.value(), tolerance);
  report.check("reflectance in the plane", along.value(), tolerance);
  report.check("unpolarised reflectance", mean.value(), tolerance);
  const double n = c.number("n", "for n=", table["n"].front());
  if (const auto critical = c.expected_number("critical_deg"))
    report.check("critical angle, deg",
                 std::abs(optics::critical_angle(n, optics::kIndexOfAir) / kDegree - *critical),
                 tolerance);
  if (const auto normal = c.expected_number("R0"))
    report.check("normal incidence",
                 std::abs(optics::fresnel_reflectance(1.0, optics::kIndexOfAir / n) - *normal),
                 tolerance);
}

void run_jerlov_transmission(const Case& c, const Settings&, CaseReport& report) {
  const Table table = c.table("transmission.csv");
  const std::vector<std::string> types = first_column(c.path("transmission.csv"));
  const double tolerance = c.tolerance("rel");
  Worst absorption, scattering, beam, absorbed;
  for (size_t i = 0; i < table.rows(); ++i) {
    const auto type = optics::jerlov_type(types[i]);
    if (!type) c.fail("transmission.csv", "no water type is named '" + types[i] + "'");
    optics::BeamOptics water =
        optics::beam_optics({*type, optics::IopSource::kModelled}, table["lambda_nm"][i], 0, 0);
    absorption.add_relative(water.a, table["a"][i]);
    scattering.add_relative(water.b, table["b"][i]);
    // Where the file says 0 the rest of the light is below its last digit.
    beam.add_relative(water.transmission(table["d_m"][i]), table["T_beam"][i]);
    water.b = 0;
    absorbed.add_relative(water.transmission(table["d_m"][i]), table["T_absorption"][i]);
  }
  report.check("absorption, relative", absorption.value(), tolerance);
  report.check("scattering, relative", scattering.value(), tolerance);
  report.check("transmission of a beam, relative", beam.value(), tolerance);
  report.check("transmission by absorption alone, relative", absorbed.value(), tolerance);
}

void run_henyey_greenstein(const Case& c, const Settings&, CaseReport& report) {
  const Table table = c.table("hg.csv");
  const double tolerance = c.tolerance("rel");
  Worst phase, back, closed, whole;
  for (size_t i = 0; i < table.rows(); ++i) {
    const double g = table["g"][i];
    phase.add_relative(optics::henyey_greenstein(std::cos(table["theta_deg"][i] * kDegree), g),
                       table["p_per_sr"][i]);
    back.add_relative(optics::backscatter_fraction_henyey_greenstein(g),
                      table["backscatter_fraction"][i]);
    if (i == 0 || g != table["g"][i - 1]) whole.add(integral_of_phase(g) - 1);
  }
  const std::vector<double> pairs = c.expected_numbers("bb_closed");
  for (size_t i = 0; i + 1 < pairs.size(); i += 2)
    closed.add_relative(optics::backscatter_fraction_henyey_greenstein(pairs[i]), pairs[i + 1]);
  report.check("phase function, relative", phase.value(), tolerance);
  report.check("share backwards, relative", back.value(), tolerance);
  report.check("share backwards as expected, relative", closed.value(), tolerance);
  report.check("integral over the sphere", whole.value(), tolerance);
}

}  // namespace hadal::validation
