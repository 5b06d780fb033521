#include "dynamics/contact/contact_law.h"

#include <algorithm>
#include <cmath>

namespace hadal::dynamics {
namespace {

// Two springs or dampers in a row; zero is rigid.
double in_series(double a, double b) {
  if (a <= 0) return b;
  if (b <= 0) return a;
  return a * b / (a + b);
}

ContactLaw law_of(const Material& a, const Material& b, const Friction& friction) {
  ContactLaw law;
  law.friction_static = friction.static_coefficient;
  law.friction_dynamic = friction.dynamic_coefficient;
  law.rolling_m = friction.rolling_m;
  law.restitution = std::min(a.restitution, b.restitution);
  law.stiffness_n_m = in_series(a.contact_stiffness_n_m, b.contact_stiffness_n_m);
  const bool both = a.contact_stiffness_n_m > 0 && b.contact_stiffness_n_m > 0;
  if (both)
    law.damping_ns_m = in_series(a.contact_damping_ns_m, b.contact_damping_ns_m);
  else
    law.damping_ns_m =
        a.contact_stiffness_n_m > 0 ? a.contact_damping_ns_m : b.contact_damping_ns_m;
  return law;
}

}  // namespace

double ContactLaw::slip_limit_m_s(double depth_m, double separation_m_s) const {
  if (stiffness_n_m <= 0 || damping_ns_m <= 0) return kSlipSpeed_m_s;
  return std::max(kSlipSpeed_m_s,
                  friction_static * (stiffness_n_m / damping_ns_m * depth_m - separation_m_s));
}

double ContactLaw::friction(double slip_speed_m_s, double slip_limit_m_s) const {
  const double sliding = std::clamp(slip_speed_m_s / slip_limit_m_s - 1, 0.0, 1.0);
  return friction_static + sliding * (friction_dynamic - friction_static);
}

ContactLaws::ContactLaws(const MaterialTable& table) {
  count_ = std::max<size_t>(1, table.materials.size());
  if (table.materials.empty()) {
    laws_.emplace_back();
    return;
  }
  for (size_t a = 0; a < count_; ++a)
    for (size_t b = 0; b < count_; ++b)
      laws_.push_back(law_of(table.materials[a], table.materials[b],
                             table.friction(static_cast<int>(a), static_cast<int>(b))));
}

const ContactLaw& ContactLaws::of(int a, int b) const {
  const auto row = static_cast<size_t>(a), column = static_cast<size_t>(b);
  return laws_[(a >= 0 && row < count_ ? row : 0) * count_ +
               (b >= 0 && column < count_ ? column : 0)];
}

bool ContactLaws::any_rolling() const {
  return std::any_of(laws_.begin(), laws_.end(),
                     [](const ContactLaw& law) { return law.rolling_m > 0; });
}

void check_materials(const MaterialTable& table, Problems& problems) {
  const size_t n = table.materials.size();
  if (table.pairs.size() != n * n)
    return problems.add({}, "materials.pairs",
                        "has " + std::to_string(table.pairs.size()) +
                            " entries; expected one for each of the " + std::to_string(n * n) +
                            " pairs of materials");
  const auto not_negative = [](double x) { return x >= 0 && std::isfinite(x); };
  for (const Material& material : table.materials) {
    const std::string key = "materials." + material.name;
    if (!(material.restitution >= 0 && material.restitution <= 1))
      problems.add({}, key + ".restitution", "must be between 0 and 1");
    if (!not_negative(material.contact_stiffness_n_m) ||
        !not_negative(material.contact_damping_ns_m))
      problems.add({}, key, "contact stiffness and damping must be at least 0 and finite");
  }
  for (const Friction& pair : table.pairs)
    if (!not_negative(pair.static_coefficient) || !not_negative(pair.dynamic_coefficient) ||
        !not_negative(pair.rolling_m))
      return problems.add({}, "materials.pairs", "friction must be at least 0 and finite");
}

}  // namespace hadal::dynamics
