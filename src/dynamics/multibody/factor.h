// Factorisation of the packed joint-space mass matrix, M = L^T D L with unit lower triangular L
// (Featherstone 2008, ch. 6.5: no fill-in, because a row holds the ancestors of its degree of
// freedom and no others). Trees have no entries in common, so that each is factorised on its own and
// the cost is linear in their number. Sums are taken in the engine's order: its results are ours.
#pragma once
#include <span>

#include "dynamics/multibody/tree.h"

namespace hadal::dynamics {

// Writes L below and D on the diagonal of `factor`, in the layout of `mass`, and 1 / D.
// Returns the first degree of freedom, from the last on, whose D is below `smallest`; D is raised to
// that value. -1: none, the matrix is positive definite.
int factorise(const TreeLayout& layout, std::span<const double> mass, double smallest,
              std::span<double> factor, std::span<double> inverse_diagonal);

// x <- M^-1 x for the degrees of freedom first ... last - 1, which must be whole trees.
void solve(const TreeLayout& layout, std::span<const double> factor,
           std::span<const double> inverse_diagonal, int first, int last, std::span<double> x);

}  // namespace hadal::dynamics
