#include "environment/optics/spectrum.h"

#include <algorithm>
#include <cmath>

#include "math/types.h"

namespace hadal::environment::optics {
namespace {

// CIE daylight components every 10 nm from 400 nm (CIE 15, table 6).
constexpr double kDaylight0[] = {94.8,  104.8, 105.9, 96.8,  113.9, 125.6, 125.5, 121.3,
                                 121.3, 113.5, 113.1, 110.8, 106.5, 108.8, 105.3, 104.4,
                                 100.0, 96.0,  95.1,  89.1,  90.5,  90.3,  88.4,  84.0,
                                 85.1,  81.9,  82.6,  84.9,  81.3,  71.9,  74.3};
constexpr double kDaylight1[] = {43.4,  46.3,  43.9,  37.1,  36.7,  35.9,  32.6, 27.9,
                                 24.3,  20.1,  16.2,  13.2,  8.6,   6.1,   4.2,  1.9,
                                 0.0,   -1.6,  -3.5,  -3.5,  -5.8,  -7.2,  -8.6, -9.5,
                                 -10.9, -10.7, -12.0, -14.0, -13.6, -12.0, -13.3};
constexpr double kDaylight2[] = {-1.1, -0.5, -0.7, -1.2, -2.6, -2.9, -2.8, -2.6, -2.6, -1.8, -1.5,
                                 -1.3, -1.2, -1.0, -0.5, -0.3, 0.0,  0.2,  0.5,  2.1,  3.2,  4.1,
                                 4.7,  5.1,  6.7,  7.3,  8.6,  9.8,  10.2, 8.3,  9.6};
constexpr double kDaylightStep_nm = 10;
constexpr double kWhite_k = 6504;
constexpr Xyz kWhite{0.95047, 1, 1.08883};  // D65 of sRGB

// exp(-(x - mean)^2 / (2 sd^2)) with another width on each side.
double lobe(double x, double mean, double below, double above) {
  const double t = (x - mean) / (x < mean ? below : above);
  return std::exp(-0.5 * t * t);
}

// Matching functions on the grid, and what makes their white that of sRGB.
struct Observer {
  std::array<Spectrum, 3> curves;
  Xyz white_scale{1, 1, 1};
  std::array<Spectrum, 3> srgb_in_daylight;  // weights of a reflectance

  Observer() {
    for (size_t i = 0; i < kSamples; ++i) {
      const Xyz m = matching_functions(wavelength_nm(i));
      for (size_t k = 0; k < 3; ++k) curves[k][i] = m[k];
    }
  }
};

Xyz against(const Observer& observer, const Spectrum& light) {
  Xyz out{};
  for (size_t k = 0; k < 3; ++k) out[k] = kLumensPerWatt * integral(observer.curves[k] * light);
  return out;
}

Rgb srgb_primaries(const Xyz& v) {
  return {3.2404542 * v[0] - 1.5371385 * v[1] - 0.4985314 * v[2],
          -0.9692660 * v[0] + 1.8760108 * v[1] + 0.0415560 * v[2],
          0.0556434 * v[0] - 0.2040259 * v[1] + 1.0572252 * v[2]};
}

const Observer& observer() {
  static const Observer made = [] {
    Observer o;
    const Spectrum white = daylight(kWhite_k);
    const Xyz seen = against(o, white);
    for (size_t k = 0; k < 3; ++k) o.white_scale[k] = kWhite[k] * seen[1] / seen[k];
    for (size_t i = 0; i < kSamples; ++i) {
      Xyz one{};
      for (size_t k = 0; k < 3; ++k)
        one[k] = o.curves[k][i] * white[i] * kStep_nm * kLumensPerWatt / seen[1] * o.white_scale[k];
      const Rgb rgb = srgb_primaries(one);
      for (size_t k = 0; k < 3; ++k) o.srgb_in_daylight[k][i] = rgb[k];
    }
    // What rounding of the published matrix leaves of white.
    for (Spectrum& weights : o.srgb_in_daylight) weights *= kStep_nm / integral(weights);
    return o;
  }();
  return made;
}

double clamped_albedo(double v) {
  constexpr double kMargin = 5e-4;
  return std::clamp(v, kMargin, 1 - kMargin);
}

Vec3 colour_of(const std::array<double, 3>& c, Mat3* derivative) {
  const Observer& o = observer();
  Vec3 rgb = Vec3::Zero();
  if (derivative) derivative->setZero();
  for (size_t i = 0; i < kSamples; ++i) {
    const double u = (wavelength_nm(i) - 550) / 150;
    const double q = c[0] + u * (c[1] + u * c[2]), root = std::sqrt(1 + q * q);
    const Vec3 weights{o.srgb_in_daylight[0][i], o.srgb_in_daylight[1][i],
                       o.srgb_in_daylight[2][i]};
    rgb += weights * (0.5 + q / (2 * root));
    if (derivative)
      *derivative += weights * Vec3{1, u, u * u}.transpose() / (2 * root * root * root);
  }
  return rgb;
}

// Levenberg-Marquardt on the three coefficients.
void improve(std::array<double, 3>& c, const Vec3& target) {
  constexpr int kMaxSteps = 60;
  constexpr double kEnough = 1e-5;
  double damping = 1e-3;
  Mat3 jacobian;
  Vec3 error = colour_of(c, &jacobian) - target;
  for (int step = 0; step < kMaxSteps && error.norm() > kEnough; ++step) {
    Mat3 normal = jacobian.transpose() * jacobian;
    normal.diagonal() *= 1 + damping;
    normal.diagonal().array() += 1e-14;
    const Vec3 change = normal.inverse() * (jacobian.transpose() * error);
    const std::array<double, 3> tried{c[0] - change[0], c[1] - change[1], c[2] - change[2]};
    Mat3 tried_jacobian;
    const Vec3 tried_error = colour_of(tried, &tried_jacobian) - target;
    if (tried_error.norm() < error.norm()) {
      c = tried;
      error = tried_error;
      jacobian = tried_jacobian;
      damping = std::max(damping * 0.2, 1e-12);
    } else {
      damping *= 8;
    }
  }
}

}  // namespace

Spectrum sampled_table(std::span<const double> values, double step_nm) {
  return sampled([&](double nm) {
    const double x = (nm - kFirst_nm) / step_nm;
    const size_t i = std::min(static_cast<size_t>(x), values.size() - 2);
    const double f = std::min(x - static_cast<double>(i), 1.0);
    return values[i] * (1 - f) + values[i + 1] * f;
  });
}

double at_wavelength(const Spectrum& spectrum, double nm) {
  const double x = std::clamp((nm - kFirst_nm) / kStep_nm, 0.0, double{kSamples - 1});
  const size_t i = std::min(static_cast<size_t>(x), kSamples - 2);
  const double f = x - static_cast<double>(i);
  return spectrum[i] * (1 - f) + spectrum[i + 1] * f;
}

double integral(const Spectrum& spectrum) {
  double sum = 0;
  for (const double v : spectrum.values) sum += v;
  return sum * kStep_nm;
}

Xyz matching_functions(double nm) {
  return {1.056 * lobe(nm, 599.8, 37.9, 31.0) + 0.362 * lobe(nm, 442.0, 16.0, 26.7) -
              0.065 * lobe(nm, 501.1, 20.4, 26.2),
          0.821 * lobe(nm, 568.8, 46.9, 40.5) + 0.286 * lobe(nm, 530.9, 16.3, 31.1),
          1.217 * lobe(nm, 437.0, 11.8, 36.0) + 0.681 * lobe(nm, 459.0, 26.0, 13.8)};
}

Xyz tristimulus(const Spectrum& light) {
  return against(observer(), light);
}

double luminance(const Spectrum& light) {
  return kLumensPerWatt * integral(observer().curves[1] * light);
}

Rgb linear_srgb(const Xyz& xyz) {
  const Xyz& scale = observer().white_scale;
  return srgb_primaries({xyz[0] * scale[0], xyz[1] * scale[1], xyz[2] * scale[2]});
}

Rgb linear_srgb(const Spectrum& light) {
  return linear_srgb(tristimulus(light));
}

Rgb reflectance_srgb(const Spectrum& reflectance) {
  Rgb out{};
  for (size_t k = 0; k < 3; ++k)
    out[k] = integral(observer().srgb_in_daylight[k] * reflectance) / kStep_nm;
  return out;
}

Spectrum black_body(double temperature_k) {
  constexpr double kPlanck = 6.62607015e-34, kLight = 299792458, kBoltzmann = 1.380649e-23;
  constexpr double kMetresPerNm = 1e-9;
  return sampled([=](double nm) {
    const double l = nm * kMetresPerNm;
    return 2 * kPlanck * kLight * kLight / (l * l * l * l * l) /
           std::expm1(kPlanck * kLight / (l * kBoltzmann * temperature_k)) * kMetresPerNm;
  });
}

const DaylightBasis& daylight_basis() {
  static const DaylightBasis made = [] {
    DaylightBasis basis;
    basis.components = {sampled_table(kDaylight0, kDaylightStep_nm),
                        sampled_table(kDaylight1, kDaylightStep_nm),
                        sampled_table(kDaylight2, kDaylightStep_nm)};
    const Observer plain;
    for (size_t k = 0; k < 3; ++k) basis.luminances[k] = against(plain, basis.components[k])[1];
    return basis;
  }();
  return made;
}

std::array<double, 3> daylight_weights(double x, double y) {
  const double m = 0.0241 + 0.2562 * x - 0.7341 * y;
  return {1, (-1.3515 - 1.7703 * x + 5.9114 * y) / m, (0.0300 - 31.4424 * x + 30.0717 * y) / m};
}

std::array<double, 2> daylight_chromaticity(double temperature_k) {
  const double t = std::clamp(temperature_k, 4000.0, 25000.0), i = 1000 / t;
  const double x = t <= 7000 ? 0.244063 + i * (0.09911 + i * (2.9678 - i * 4.6070))
                             : 0.237040 + i * (0.24748 + i * (1.9018 - i * 2.0064));
  return {x, -3 * x * x + 2.870 * x - 0.275};
}

Spectrum daylight(double temperature_k) {
  const auto [x, y] = daylight_chromaticity(temperature_k);
  const std::array<double, 3> weights = daylight_weights(x, y);
  Spectrum out;
  for (size_t k = 0; k < 3; ++k) out += weights[k] * daylight_basis().components[k];
  for (double& v : out.values) v = std::max(v, 0.0);
  return out;
}

Spectrum with_luminance(const Spectrum& light, double wanted) {
  const double now = luminance(light);
  return now > 0 ? wanted / now * light : Spectrum{};
}

std::array<Spectrum, 3> sensitivities(const CameraResponse& camera) {
  std::array<Spectrum, 3> out;
  for (size_t k = 0; k < 3; ++k)
    out[k] = sampled([&](double nm) {
      return lobe(nm, camera.centre_nm[k], camera.short_side_nm[k], camera.long_side_nm[k]);
    });
  return out;
}

Rgb camera_rgb(const Spectrum& light, const CameraResponse& camera) {
  const Spectrum white = with_luminance(daylight(kWhite_k), 1);
  const std::array<Spectrum, 3> curves = sensitivities(camera);
  Rgb out{};
  for (size_t k = 0; k < 3; ++k) out[k] = integral(curves[k] * light) / integral(curves[k] * white);
  return out;
}

double ReflectanceCurve::operator()(double nm) const {
  const double u = (nm - 550) / 150, q = c[0] + u * (c[1] + u * c[2]);
  return 0.5 + q / (2 * std::sqrt(1 + q * q));
}

ReflectanceCurve fit_reflectance(const Rgb& albedo) {
  const Vec3 wanted{clamped_albedo(albedo[0]), clamped_albedo(albedo[1]),
                    clamped_albedo(albedo[2])};
  // From grey, whose curve is constant, to the colour in a few steps: saturated colours are far.
  const double grey = wanted.mean(), y = 2 * grey - 1;
  ReflectanceCurve curve{{y / std::sqrt(1 - y * y), 0, 0}};
  constexpr int kStages = 4;
  for (int stage = 1; stage <= kStages; ++stage)
    improve(curve.c, Vec3::Constant(grey) + (wanted - Vec3::Constant(grey)) * stage / kStages);
  return curve;
}

}  // namespace hadal::environment::optics
