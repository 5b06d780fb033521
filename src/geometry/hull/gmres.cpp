#include "geometry/hull/gmres.h"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>

namespace hadal::geometry {
namespace {

constexpr int kMaxIterations = 60;
constexpr double kTolerance = 1e-6;   // residual over right-hand side
constexpr double kAcceptable = 1e-4;  // where rounding of the matrix may stop it
constexpr double kNegligible = 1e-9;  // of the largest right-hand side
constexpr size_t kRowsPerTask = 32;

// Four floats that every x86-64 machine adds in the same order.
using Float4 = float __attribute__((vector_size(16), aligned(4), may_alias));

struct SixFloats {
  explicit SixFloats(size_t length) : stride(length), values(kSystems * length, 0.0f) {}
  const float* column(int c) const { return values.data() + static_cast<size_t>(c) * stride; }
  float* column(int c) { return values.data() + static_cast<size_t>(c) * stride; }
  size_t stride;
  std::vector<float> values;
};

void multiply_row(const float* row, const SixFloats& x, size_t stride, double* y, size_t size) {
  Float4 sum[kSystems] = {};
  for (size_t j = 0; j < stride; j += 4) {
    const Float4 a = *reinterpret_cast<const Float4*>(row + j);
    for (int c = 0; c < kSystems; ++c)
      sum[c] += a * *reinterpret_cast<const Float4*>(x.column(c) + j);
  }
  for (int c = 0; c < kSystems; ++c)
    y[static_cast<size_t>(c) * size] =
        static_cast<double>(sum[c][0] + sum[c][1]) + static_cast<double>(sum[c][2] + sum[c][3]);
}

double dot(const double* a, const double* b, size_t n) {
  double sums[4] = {0, 0, 0, 0};
  size_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (size_t k = 0; k < 4; ++k) sums[k] += a[i + k] * b[i + k];
  for (; i < n; ++i) sums[0] += a[i] * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// The growing least-squares problem of one system, kept triangular by Givens rotations.
class Hessenberg {
 public:
  void start(double norm) {
    g_.assign(1, norm);
    columns_.clear();
    rotations_.clear();
  }
  // h: column k of the Hessenberg matrix, k + 2 entries.
  void add(std::vector<double> h) {
    const size_t k = columns_.size();
    for (size_t i = 0; i < k; ++i) rotate(rotations_[i], h[i], h[i + 1]);
    const double length = std::hypot(h[k], h[k + 1]);
    const std::array<double, 2> cs =
        length > 0 ? std::array{h[k] / length, h[k + 1] / length} : std::array{1.0, 0.0};
    rotations_.push_back(cs);
    rotate(cs, h[k], h[k + 1]);
    g_.push_back(0);
    rotate(cs, g_[k], g_[k + 1]);
    columns_.push_back(std::move(h));
  }
  double residual() const { return std::abs(g_.back()); }
  std::vector<double> solve() const {
    std::vector<double> y(columns_.size(), 0.0);
    for (size_t i = y.size(); i-- > 0;) {
      double rest = g_[i];
      for (size_t k = i + 1; k < y.size(); ++k) rest -= columns_[k][i] * y[k];
      y[i] = columns_[i][i] != 0 ? rest / columns_[i][i] : 0;
    }
    return y;
  }

 private:
  static void rotate(const std::array<double, 2>& cs, double& a, double& b) {
    const double old = a;
    a = cs[0] * a + cs[1] * b;
    b = cs[0] * b - cs[1] * old;
  }
  std::vector<double> g_;
  std::vector<std::vector<double>> columns_;
  std::vector<std::array<double, 2>> rotations_;
};

// Removes from w its parts along the basis, returns the Hessenberg column, leaves w of length one.
std::vector<double> orthogonalise(const std::vector<SixColumns>& basis, size_t first, double* w,
                                  size_t n) {
  std::vector<double> h;
  for (const SixColumns& v : basis) {
    const double part = dot(v.data() + first, w, n);
    for (size_t i = 0; i < n; ++i) w[i] -= part * v[first + i];
    h.push_back(part);
  }
  const double length = std::sqrt(dot(w, w, n));
  if (length > 0)
    for (size_t i = 0; i < n; ++i) w[i] /= length;
  h.push_back(length);
  return h;
}

SixColumns solve_by_lu(const DenseMatrix& matrix, const SixColumns& b) {
  const auto n = static_cast<Eigen::Index>(matrix.size());
  Eigen::MatrixXd M(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j) M(i, j) = matrix.row(static_cast<size_t>(i))[j];
  SixColumns x(b.size());
  Eigen::Map<Eigen::MatrixXd>(x.data(), n, kSystems) =
      M.partialPivLu().solve(Eigen::Map<const Eigen::MatrixXd>(b.data(), n, kSystems));
  return x;
}

}  // namespace

void multiply(const DenseMatrix& matrix, const SixColumns& x, SixColumns& y, ThreadArena& arena) {
  const size_t n = matrix.size();
  SixFloats single(matrix.stride());
  for (int c = 0; c < kSystems; ++c)
    for (size_t i = 0; i < n; ++i)
      single.column(c)[i] = static_cast<float>(x[static_cast<size_t>(c) * n + i]);
  y.resize(kSystems * n);
  arena.for_each((n + kRowsPerTask - 1) / kRowsPerTask, [&](size_t task) {
    for (size_t i = task * kRowsPerTask; i < std::min(n, (task + 1) * kRowsPerTask); ++i)
      multiply_row(matrix.row(i), single, matrix.stride(), y.data() + i, n);
  });
}

SixSolutions solve_six(const DenseMatrix& matrix, const SixColumns& right_hand_side,
                       ThreadArena& arena) {
  const size_t n = matrix.size();
  std::array<Hessenberg, kSystems> systems;
  std::array<double, kSystems> norms{};
  std::vector<SixColumns> basis(1, right_hand_side);
  for (int c = 0; c < kSystems; ++c) {
    double* v = basis[0].data() + static_cast<size_t>(c) * n;
    norms[c] = std::sqrt(dot(v, v, n));
    systems[c].start(norms[c]);
    if (norms[c] > 0)
      for (size_t i = 0; i < n; ++i) v[i] /= norms[c];
  }
  const double floor = kNegligible * *std::max_element(norms.begin(), norms.end());
  SixSolutions out;
  double worst = 1;
  while (out.iterations < kMaxIterations && worst > kTolerance) {
    SixColumns w;
    multiply(matrix, basis.back(), w, arena);
    arena.for_each(kSystems, [&](size_t c) {
      systems[c].add(orthogonalise(basis, c * n, w.data() + c * n, n));
    });
    basis.push_back(std::move(w));
    ++out.iterations;
    worst = 0;
    for (int c = 0; c < kSystems; ++c)
      if (norms[c] > floor) worst = std::max(worst, systems[c].residual() / norms[c]);
  }
  if (!(worst < kAcceptable)) return {solve_by_lu(matrix, right_hand_side), out.iterations, true};
  out.x.assign(kSystems * n, 0.0);
  for (size_t c = 0; c < kSystems; ++c) {
    const std::vector<double> y = systems[c].solve();
    for (size_t k = 0; k < y.size(); ++k)
      for (size_t i = 0; i < n; ++i) out.x[c * n + i] += y[k] * basis[k][c * n + i];
  }
  return out;
}

}  // namespace hadal::geometry
