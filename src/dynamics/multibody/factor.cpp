#include "dynamics/multibody/factor.h"

#include <algorithm>

namespace hadal::dynamics {

int factorise(const TreeLayout& layout, std::span<const double> mass, double smallest,
              std::span<double> factor, std::span<double> inverse_diagonal) {
  std::copy(mass.begin(), mass.end(), factor.begin());
  const int* parent = layout.dof_parent.data();
  const int* address = layout.mass_address.data();
  int weak = -1;
  for (int k = static_cast<int>(layout.dof_parent.size()) - 1; k >= 0; --k) {
    double* row = &factor[address[k]];
    if (row[0] < smallest) {
      if (weak < 0) weak = k;
      row[0] = smallest;
    }
    const double diagonal = row[0];
    int length = layout.dof_depth[k];
    double* ahead = row + 1;  // M(k, i), M(k, parent of i) ...
    for (int i = parent[k]; i >= 0; i = parent[i], ++ahead, --length) {
      const double ratio = ahead[0] / diagonal;
      double* __restrict target = &factor[address[i]];  // another row
      for (int j = 0; j < length; ++j) target[j] -= ahead[j] * ratio;
      ahead[0] = ratio;
    }
    inverse_diagonal[k] = 1.0 / diagonal;
  }
  return weak;
}

void solve(const TreeLayout& layout, std::span<const double> factor,
           std::span<const double> inverse_diagonal, int first, int last, std::span<double> x) {
  const int* parent = layout.dof_parent.data();
  const int* address = layout.mass_address.data();
  for (int i = last - 1; i >= first; --i) {
    const double* l = &factor[address[i]];
    const double from = x[i];
    if (from == 0) continue;
    for (int j = parent[i]; j >= 0; j = parent[j]) x[j] -= *++l * from;
  }
  for (int i = first; i < last; ++i) x[i] *= inverse_diagonal[i];
  for (int i = first; i < last; ++i) {
    const double* l = &factor[address[i]];
    double sum = x[i];
    for (int j = parent[i]; j >= 0; j = parent[j]) sum -= *++l * x[j];
    x[i] = sum;
  }
}

}  // namespace hadal::dynamics
