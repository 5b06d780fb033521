#include "world/derivative_terms.h"

#include <gtest/gtest.h>

#include <vector>

namespace hadal::inline world {
namespace derivative_terms_test {

using F = DerivativeFactor;
const std::vector<std::string> kSurfaces{"stern", "rudder"};

std::vector<int> factors_of(std::string_view name) {
  const Result<DerivativeTerm> term = derivative_term_named(name, kSurfaces);
  EXPECT_TRUE(term.ok()) << name;
  std::vector<int> factors;
  for (const std::uint8_t f : term.value().factors)
    if (f != 0) factors.push_back(f);
  return factors;
}

std::vector<int> list(std::initializer_list<F> factors) {
  std::vector<int> out;
  for (const F f : factors) out.push_back(static_cast<int>(f));
  return out;
}

constexpr int kStern = static_cast<int>(F::kFirstSurface);

TEST(DerivativeTerms, ReadsTheNamesOfTheTextbooks) {
  EXPECT_EQ(factors_of("u|u|"), list({F::u, F::abs_u}));
  EXPECT_EQ(factors_of("uv"), list({F::u, F::v}));
  EXPECT_EQ(factors_of(" |u| * q "), list({F::abs_u, F::q}));
  EXPECT_EQ(factors_of("theta/U^2"), list({F::pitch, F::inverse_speed_squared}));
  EXPECT_EQ(factors_of("pitch"), list({F::pitch}));
  EXPECT_EQ(factors_of("p q"), list({F::p, F::q}));
  EXPECT_EQ(factors_of("U w sin(phi)"), list({F::speed, F::w, F::sin_roll}));
  EXPECT_EQ(factors_of("r^3"), list({F::r, F::r, F::r}));
  EXPECT_EQ(factors_of("1"), list({}));
  EXPECT_EQ(factors_of("u u delta_rudder"), (std::vector<int>{int(F::u), int(F::u), kStern + 1}));
  EXPECT_EQ(factors_of("u^2 delta_stern^2"),
            (std::vector<int>{int(F::u), int(F::u), kStern, kStern}));
}

void expect_problem(std::string_view name, std::string_view part) {
  const Result<DerivativeTerm> term = derivative_term_named(name, kSurfaces);
  ASSERT_FALSE(term.ok()) << name;
  EXPECT_NE(term.problems().text().find(part), std::string::npos) << term.problems().text();
}

TEST(DerivativeTerms, TellsWhatIsWrong) {
  expect_problem("ux", "character 2");
  expect_problem("u delta_bow", "no control surface 'bow'; known: delta_stern delta_rudder");
  expect_problem("uvwpq", "more than 4 factors");
  expect_problem("u^9", "a power is");
  expect_problem("u|v", "expected one of");
  expect_problem("u/U", "expected one of");
}

}  // namespace derivative_terms_test
}  // namespace hadal::world
