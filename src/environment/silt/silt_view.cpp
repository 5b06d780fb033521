#include "environment/silt/silt_view.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "environment/optics/band_fit.h"

namespace hadal::environment {
namespace {

constexpr double kFarOff = 25;  // of q: less than 4e-6 of the middle is left
constexpr double kGreen_nm = 550, kContrast = 3.912;

// Abramowitz & Stegun 7.1.26, to 1.5e-7.
double error_function(double x) {
  const double t = 1 / (1 + 0.3275911 * std::abs(x));
  const double poly =
      ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) *
      t;
  return std::copysign(1 - poly * std::exp(-std::min(x * x, 80.0)), x);
}

struct Along {
  double A, B, C;
};
Along along_of(const SiltView::Cloud& c, const Vec3& o_A, const Vec3& d) {
  const Vec3 r = o_A - c.p_A;
  const double l = c.per_level_m2, u = c.per_upright_m2;
  return {(d.x() * d.x() + d.y() * d.y()) * l + d.z() * d.z() * u,
          (d.x() * r.x() + d.y() * r.y()) * l + d.z() * r.z() * u,
          (r.x() * r.x() + r.y() * r.y()) * l + r.z() * r.z() * u};
}

}  // namespace

double gaussian_along(const SiltView::Cloud& cloud, const Vec3& o_A, const Vec3& d,
                      double length_m) {
  const Along s = along_of(cloud, o_A, d);
  const double nearest = s.C - s.B * s.B / s.A;
  if (nearest > kFarOff) return 0;
  const double scale = 1 / std::sqrt(2 * s.A);
  return std::exp(-0.5 * nearest) * std::sqrt(std::numbers::pi) * scale *
         (error_function((s.A * length_m + s.B) * scale) - error_function(s.B * scale));
}

SiltView::SiltView(std::span<const Puff> puffs, const World& world, const Vec3& anchor_N) {
  for (const Material& m : world.materials.materials) grain_m.push_back(m.grain_m);
  for (const Puff& p : puffs) {
    const auto material = static_cast<size_t>(p.material);
    if (!(p.mass_kg > 0) || !(material < grain_m.size()) || !(grain_m[material] > 0)) continue;
    const double volume = std::pow(2 * std::numbers::pi, 1.5) * p.level_m2 *
                          std::sqrt(p.upright_m2) * fraction_above_bed(p);
    const double kg_m3 = p.mass_kg / volume;
    clouds.push_back({Vec3(p.north_m, p.east_m, p.bed_m - p.height_m) - anchor_N, 1 / p.level_m2,
                      1 / p.upright_m2, kg_m3, kg_m3 * grain_scattering_m2_kg(grain_m[material]),
                      static_cast<int>(material)});
    const Cloud& c = clouds.back();
    const double values[] = {c.p_A.x(),      c.p_A.y(),        c.p_A.z(),
                             c.per_level_m2, c.per_upright_m2, c.scattering_per_m};
    for (size_t i = 0; i < lanes.size(); ++i) lanes[i].push_back(static_cast<float>(values[i]));
  }
}

double SiltView::scattering_along(const Vec3& o_A, const Vec3& d, double length_m) const {
  double sum = 0;
  for (const Cloud& c : clouds) sum += c.scattering_per_m * gaussian_along(c, o_A, d, length_m);
  return sum;
}

double SiltView::scattering_at(const Vec3& p_A) const {
  double sum = 0;
  for (const Cloud& c : clouds)
    sum += c.scattering_per_m * std::exp(-0.5 * along_of(c, p_A, Vec3::UnitX()).C);
  return sum;
}

double silt_picture_loss(double wavelength_nm) {
  return grain_absorption_ratio(wavelength_nm) + optics::kScatterOutOfImage;
}
double silt_beam_loss(double wavelength_nm) {
  return grain_absorption_ratio(wavelength_nm) + 1;
}

double silt_visible_range_m(std::span<const Puff> puffs, const World& world, const Vec3& p_N) {
  const SiltView view(puffs, world, p_N);
  const double b = view.scattering_at(Vec3::Zero());
  return b > 0 ? kContrast / (b * silt_picture_loss(kGreen_nm))
               : std::numeric_limits<double>::infinity();
}

SiltSound::SiltSound(const SiltView& view, double frequency_hz, double sound_speed_m_s)
    : view_(view) {
  for (const double grain_m : view.grain_m)
    sound_.push_back(grain_m > 0 ? grain_sound(grain_m, frequency_hz, sound_speed_m_s)
                                 : GrainSound{});
}

double SiltSound::two_way(const Vec3& o_A, const Vec3& d, double length_m) const {
  double sum = 0;
  for (const SiltView::Cloud& c : view_.clouds)
    sum += c.kg_m3 * sound_[static_cast<size_t>(c.material)].attenuation_per_m *
           gaussian_along(c, o_A, d, length_m);
  return std::exp(-2 * sum);
}

void SiltSound::along(const Vec3& o_A, const Vec3& d, double first_m, double step_m,
                      std::span<float> s_v, std::span<float> attenuation) const {
  for (const SiltView::Cloud& c : view_.clouds) {
    const Along s = along_of(c, o_A, d);
    const double nearest = s.C - s.B * s.B / s.A;
    if (nearest > kFarOff) continue;
    const double middle = (-s.B / s.A - first_m) / step_m;
    const double half = std::sqrt((kFarOff - nearest) / s.A) / step_m;
    const double last = std::min(static_cast<double>(s_v.size()) - 1, std::floor(middle + half));
    const GrainSound& sound = sound_[static_cast<size_t>(c.material)];
    const double first = std::max(0.0, std::ceil(middle - half));
    // A Gaussian at equal steps: each ratio is the one before times exp(-A step^2).
    const double t = first_m + first * step_m, bends = std::exp(-s.A * step_m * step_m);
    double kg_m3 = c.kg_m3 * std::exp(-0.5 * ((s.A * t + 2 * s.B) * t + s.C));
    double ratio = std::exp(-s.A * step_m * (t + 0.5 * step_m) - s.B * step_m);
    for (double n = first; n <= last; ++n, kg_m3 *= ratio, ratio *= bends) {
      const auto i = static_cast<size_t>(n);
      s_v[i] += static_cast<float>(kg_m3 * sound.backscattering_per_m);
      attenuation[i] += static_cast<float>(kg_m3 * sound.attenuation_per_m);
    }
  }
}

}  // namespace hadal::environment
