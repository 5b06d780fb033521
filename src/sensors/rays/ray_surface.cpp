#include "sensors/rays/ray_surface.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace hadal::sensors {
namespace {

constexpr double kCellsPerWave = 16;

std::complex<double> turned(double turns) {
  const double angle = 2 * std::numbers::pi * (turns - std::round(turns));
  return {std::cos(angle), std::sin(angle)};
}

// Adds one component along a row: a Re(start step^k). The product is written out, because the
// library's own looks for infinities.
void add_row(std::complex<double> start, std::complex<double> step, std::span<double> row) {
  double c = start.real(), s = start.imag();
  for (double& elevation : row) {
    elevation += c;
    const double next = c * step.real() - s * step.imag();
    s = c * step.imag() + s * step.real();
    c = next;
  }
}

double cell_of(const environment::WaveField& waves, double reach_m) {
  return std::max(std::exp2(std::ceil(std::log2(2 * reach_m / (kSurfaceCells - 2)))),
                  std::exp2(std::floor(std::log2(waves.shortest_wave_m() / kCellsPerWave))));
}

}  // namespace

std::vector<float> wave_lattice(const environment::WaveField& waves, double time_s, double factor,
                                int64_t i0, int64_t j0, int rows, int columns, double cell_m) {
  std::vector<double> sum(static_cast<size_t>(rows) * columns);
  const auto& columns_of = waves.columns();
  const double east_m = static_cast<double>(j0) * cell_m;
  for (size_t k = 0; k < waves.components().size(); ++k) {
    const std::complex<double> step = turned(columns_of.east_turns[k] * cell_m);
    for (int i = 0; i < rows; ++i) {
      const double north_m = static_cast<double>(i0 + i) * cell_m;
      const double turns = columns_of.north_turns[k] * north_m + columns_of.east_turns[k] * east_m -
                           columns_of.rate_turns[k] * time_s + columns_of.phase_turns[k];
      add_row(columns_of.amplitude_m[k] * factor * turned(turns), step,
              std::span(sum).subspan(static_cast<size_t>(i) * columns, columns));
    }
  }
  return {sum.begin(), sum.end()};
}

void place_water_surface(const raytrace::Scene& scene, const environment::WaveField& waves,
                         double time_s, double factor, const Vec3& anchor_N, const Vec3& centre_N,
                         double reach_m, std::vector<raytrace::Placed>& things) {
  if (std::abs(centre_N.z()) > reach_m + 8 * factor * std::sqrt(waves.variance_m2())) return;
  const bool calm = waves.calm() || factor == 0;
  const double cell_m =
      calm ? std::exp2(std::ceil(std::log2(2 * reach_m))) : cell_of(waves, reach_m);
  const auto index = [cell_m](double at_m) {
    return static_cast<int64_t>(std::floor(at_m / cell_m));
  };
  const int64_t i0 = index(centre_N.x() - reach_m), j0 = index(centre_N.y() - reach_m);
  const auto rows = static_cast<int>(index(centre_N.x() + reach_m) - i0 + 2);
  const auto columns = static_cast<int>(index(centre_N.y() + reach_m) - j0 + 2);
  std::vector<float> z(static_cast<size_t>(rows) * columns);
  if (!calm) z = wave_lattice(waves, time_s, factor, i0, j0, rows, columns, cell_m);
  for (float& up : z) up = -up;
  raytrace::Placed placed;
  placed.shape = scene.grid(rows, columns, cell_m, z);
  placed.translation_A =
      Vec3(static_cast<double>(i0), static_cast<double>(j0), 0) * cell_m - anchor_N;
  placed.instance.seen = raytrace::kSeenWaterSurface;
  placed.instance.origin_A = placed.translation_A;
  things.push_back(std::move(placed));
}

}  // namespace hadal::sensors
