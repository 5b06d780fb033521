// Six linear systems with one dense, well-conditioned matrix, as boundary integral equations of the
// second kind give: GMRES (Saad & Schultz 1986) without preconditioner, the six in lock step so
// that the matrix is read once for all. The matrix is kept in single precision: it is built from
// formulas good to 1e-4, and half the memory means half the time. Falls back to LU in double
// precision when the residual does not get small.
#pragma once
#include <span>
#include <vector>

#include "base/arena.h"

namespace hadal::geometry {

constexpr int kSystems = 6;
// Columns of kSystems right-hand sides, one after the other.
using SixColumns = std::vector<double>;

// Row-major, rows padded with zeros to a multiple of four.
class DenseMatrix {
 public:
  explicit DenseMatrix(size_t size)
      : size_(size), stride_((size + 3) / 4 * 4), values_(size * stride_, 0.0f) {}
  size_t size() const { return size_; }
  size_t stride() const { return stride_; }
  float* row(size_t i) { return values_.data() + i * stride_; }
  const float* row(size_t i) const { return values_.data() + i * stride_; }

 private:
  size_t size_, stride_;
  std::vector<float> values_;
};

// y = M x for six columns at once.
void multiply(const DenseMatrix& matrix, const SixColumns& x, SixColumns& y, ThreadArena& arena);

struct SixSolutions {
  SixColumns x;
  int iterations = 0;
  bool by_lu = false;
};
SixSolutions solve_six(const DenseMatrix& matrix, const SixColumns& right_hand_side,
                       ThreadArena& arena);

}  // namespace hadal::geometry
