// A hydrocarbon sniffer: dissolved methane at its intake, from the plume of a seep.
//
// Plume: a steady point source of Q kg/s in a uniform current U, with constant turbulent
// diffusivities K_h along the horizontal and K_v along the vertical (Roberts 1923, Proc. R. Soc. A
// 104, 640; Csanady 1973, "Turbulent diffusion in the environment", ch. 1):
//   C(x, y, z) = Q / (4 pi r sqrt(K_h K_v)) exp(-U (r - x) / (2 K_h))
//   r^2 = x^2 + y^2 + z^2 K_h/K_v
// with x down the current from the seep, y across it and z vertical. On the axis it is
// Q / (4 pi x sqrt(K_h K_v)); near it the profile across is Gaussian, exp(-U y^2 / (4 K_h x)). A
// seabed lets nothing through: an image of the seep below it adds its own plume.
// The current is that at the seep now: valid while it changes slowly against the time that the
// water takes from the seep to the sensor, and where it does not vary over the width of the plume.
//
// Instrument: a first-order lag of the membrane (response time, exact for a constant concentration
// between samples), the noise stack, no negative readings, and a threshold of detection.
// The true reading is the concentration at the intake, without the lag.
#include <hadal/extension.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace sniffer {

using namespace hadal::extension;
using hadal::StructBuilder;
using hadal::StructSchema;

struct Plume {
  Vector3 seep_m{};  // north, east, depth
  double leak_kg_s = 0;
  double diffusivity_horizontal_m2_s = 0.1;
  double diffusivity_vertical_m2_s = 0.001;
  double seep_radius_m = 0.1;  // the concentration does not rise any further within

  static const StructSchema& schema() {
    static const StructSchema s =
        StructBuilder<Plume>("plume", "What a seep puts into the water.")
            .vector("seep_m", &Plume::seep_m, "Where it is: north, east, depth.")
            .number("leak_kg_s", &Plume::leak_kg_s, "Mass that leaks.", hadal::kNotNegative)
            .required()
            .number("diffusivity_horizontal_m2_s", &Plume::diffusivity_horizontal_m2_s,
                    "Turbulent diffusivity.", hadal::kPositive)
            .number("diffusivity_vertical_m2_s", &Plume::diffusivity_vertical_m2_s,
                    "Turbulent diffusivity.", hadal::kPositive)
            .number("seep_radius_m", &Plume::seep_radius_m,
                    "Within it the concentration does not rise any further.", hadal::kPositive);
    return s;
  }

  // kg/m^3 at a point relative to a seep, in a current.
  double of_source(const Vector3& d_N, const Vector3& current_N) const {
    const double speed = std::hypot(current_N[0], current_N[1]);
    const double x = speed > 0 ? (d_N[0] * current_N[0] + d_N[1] * current_N[1]) / speed : 0;
    const double stretch = diffusivity_horizontal_m2_s / diffusivity_vertical_m2_s;
    const double r = std::max(
        std::sqrt(d_N[0] * d_N[0] + d_N[1] * d_N[1] + stretch * d_N[2] * d_N[2]), seep_radius_m);
    const double spread = std::sqrt(diffusivity_horizontal_m2_s * diffusivity_vertical_m2_s);
    constexpr double kPi = 3.14159265358979323846;
    return leak_kg_s / (4 * kPi * r * spread) *
           std::exp(-speed * std::max(r - x, 0.0) / (2 * diffusivity_horizontal_m2_s));
  }

  double concentration_kg_m3(const Vector3& p_N, const Sea& sea) const {
    const Vector3 current_N = sea.current_N(seep_m);
    Vector3 d_N{p_N[0] - seep_m[0], p_N[1] - seep_m[1], p_N[2] - seep_m[2]};
    double sum = of_source(d_N, current_N);
    const double seabed_m = sea.seabed_depth_m(seep_m[0], seep_m[1]);
    if (!std::isfinite(seabed_m)) return sum;
    d_N[2] = p_N[2] - (2 * seabed_m - seep_m[2]);
    return sum + of_source(d_N, current_N);
  }
};

struct Sniffer : SensorConfig {
  Plume plume;
  double response_time_s = 2;
  double threshold_ppb = 1;
  NoiseModel noise;  // ppb

  static const StructSchema& schema() {
    using C = Sniffer;
    static const StructSchema s =
        sensor_schema<C>("sniffer", "Dissolved hydrocarbons from a seep, ppb by mass.")
            .object("plume", &C::plume, "The seep.")
            .number("response_time_s", &C::response_time_s, "Time constant of the membrane.",
                    hadal::kPositive)
            .number("threshold_ppb", &C::threshold_ppb, "From here on it detects.",
                    hadal::kNotNegative)
            .object("noise", &C::noise, "ppb.")
            .check(refuse_misalignment<C>({{"noise", &C::noise}}));
    return s;
  }
  std::vector<Column> columns() const { return {{"concentration_ppb", "ppb"}, {"detected", "-"}}; }
  std::vector<NoiseGroup> noise_groups() const { return {{noise, 1}}; }

  enum Memory { kLagged_ppb, kTime_s, kMemory };
  size_t memory_size() const { return kMemory; }

  bool measure(const SensorContext& now, SensorSample& sample) const {
    const Vector3 p_N = intake_N(now);
    const double true_ppb =
        1e9 * plume.concentration_kg_m3(p_N, now.sea()) / now.sea().density_kg_m3(p_N[2]);
    double& lagged_ppb = sample.memory[kLagged_ppb];
    const double dt_s = now.time_s() - sample.memory[kTime_s];
    lagged_ppb += (true_ppb - lagged_ppb) * (1 - std::exp(-dt_s / response_time_s));
    sample.memory[kTime_s] = now.time_s();
    sample.truth[0] = true_ppb;
    sample.truth[1] = true_ppb >= threshold_ppb;
    double noisy_ppb = 0;
    const bool valid = sample.add_noise({&lagged_ppb, 1}, {&noisy_ppb, 1});
    sample.values[0] = std::max(noisy_ppb, 0.0);
    sample.values[1] = sample.values[0] >= threshold_ppb;
    return valid;
  }

 private:
  // p_NS = p_NB + R_NB p_BS, by v' = v + w t + u x t with t = 2 u x v.
  static Vector3 intake_N(const SensorContext& now) {
    const auto& [w, x, y, z] = now.body().q_NB;
    const Vector3& v = now.X_BS().p;
    const Vector3 t{2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]),
                    2 * (x * v[1] - y * v[0])};
    const Vector3& p = now.body().p_NB_N;
    return {p[0] + v[0] + w * t[0] + y * t[2] - z * t[1],
            p[1] + v[1] + w * t[1] + z * t[0] - x * t[2],
            p[2] + v[2] + w * t[2] + x * t[1] - y * t[0]};
  }
};

}  // namespace sniffer

HADAL_EXTENSION("hydrocarbon sniffer", kinds) {
  kinds.add(hadal::extension::sensor_kind<sniffer::Sniffer>());
}
