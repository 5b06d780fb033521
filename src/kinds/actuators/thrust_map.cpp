#include "kinds/actuators/thrust_map.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace hadal::inline kinds {
namespace {

constexpr ThrustMapKind kThrustMaps[] = {
    thrust_map_kind<LinearMap>(), thrust_map_kind<QuadraticMap>(),  thrust_map_kind<DeadBandMap>(),
    thrust_map_kind<TableMap>(),  thrust_map_kind<PolynomialMap>(), thrust_map_kind<PropellerMap>()};

double polynomial(const std::vector<double>& c, double x) {
  double y = 0;
  for (size_t i = c.size(); i-- > 0;) y = y * x + c[i];
  return y;
}

void multiply(std::vector<double>& values, double factor) {
  for (double& value : values) value *= factor;
}

// Root of thrust(x) = wanted between a and b by regula falsi (Illinois).
template <class Thrust>
double bracketed_root(const Thrust& thrust, double wanted, double a, double b) {
  constexpr int kMaxSteps = 100;
  constexpr double kTolerance = 1e-13;
  double fa = thrust(a) - wanted, fb = thrust(b) - wanted;
  double x = b;
  for (int i = 0; i < kMaxSteps && fa != fb; ++i) {
    x = b - fb * (b - a) / (fb - fa);
    const double fx = thrust(x) - wanted;
    if (std::abs(fx) <= kTolerance * (1 + std::abs(wanted))) break;
    if ((fx < 0) != (fb < 0)) {
      a = b;
      fa = fb;
    } else {
      fa /= 2;
    }
    b = x;
    fb = fx;
  }
  return x;
}

template <class Map>
double search_argument(const Map& map, double thrust_n, const ArgumentRange& range,
                       const RotorFlow& flow) {
  if (thrust_n == 0 && flow.inflow_m_s == 0) return range.rest;
  const auto thrust = [&](double x) { return map.thrust(x, flow).thrust_n; };
  const double sign = thrust_n > thrust(range.rest) ? 1 : -1;
  const double limit = sign > 0 ? range.max : range.min;
  double inner = range.rest, outer = std::isfinite(limit) ? limit : range.rest + sign;
  for (int i = 0; i < 60 && !std::isfinite(limit) && sign * (thrust(outer) - thrust_n) < 0; ++i) {
    inner = outer;
    outer = range.rest + 2 * (outer - range.rest);
  }
  if (sign * (thrust(outer) - thrust_n) <= 0) return outer;
  return bracketed_root(thrust, thrust_n, inner, outer);
}

// Out of line, so that a table without it stays short.
[[gnu::noinline]] double advancing_thrust(const TableMap& map, double bollard_n,
                                          const RotorFlow& flow) {
  if (bollard_n == 0) return 0;
  const double kt = bollard_n > 0 ? map.bollard_kt : map.reverse_bollard_kt,
               nD = std::sqrt(std::abs(bollard_n) / (flow.density_kg_m3 * kt)) / map.diameter_m,
               advance = std::copysign(flow.inflow_m_s, flow.inflow_m_s * bollard_n) / nD;
  return bollard_n * (1 - std::clamp(advance / map.zero_thrust_advance, 0.0, 1.0));
}

struct ThrustPowerTables {
  LinearTable thrust_n, power_w;
};
// power_w stays empty where the rows have none.
ThrustPowerTables tables_of(const std::vector<std::vector<double>>& rows) {
  std::vector<double> x, thrust_n, power_w;
  for (const auto& row : rows) {
    x.push_back(row[0]);
    thrust_n.push_back(row[1]);
    if (row.size() > 2) power_w.push_back(row[2]);
  }
  return {LinearTable(x, thrust_n), power_w.size() == x.size() ? LinearTable(x, power_w) : LinearTable()};
}

// A column of rising voltages, by a power of the voltage beyond their ends.
[[gnu::noinline]] double over_voltage(const std::vector<VoltageTable>& tables,
                                      const LinearTable VoltageTable::* column, double argument,
                                      double voltage_v, double exponent) {
  const auto value = [&](size_t i) { return (tables[i].*column)(argument); };
  const size_t last = tables.size() - 1;
  for (const size_t end : {size_t{0}, last}) {
    const double ratio = voltage_v / tables[end].voltage_v;
    if (end == 0 ? ratio <= 1 : ratio >= 1) return value(end) * std::pow(ratio, exponent);
  }
  size_t above = 1;
  while (tables[above].voltage_v <= voltage_v) ++above;
  const double low_v = tables[above - 1].voltage_v,
               part = (voltage_v - low_v) / (tables[above].voltage_v - low_v), low = value(above - 1);
  return low + part * (value(above) - low);
}

// Rows as a table reads them, with the key that is wrong.
void check_rows(const std::vector<std::vector<double>>& rows, const std::string& file, CheckReport& r) {
  if (file.empty() && rows.size() < 2) r.fail("table", "expected a file or at least two rows");
  for (size_t i = 1; i < rows.size(); ++i)
    if (rows[i][0] <= rows[i - 1][0] || rows[i].size() != rows[0].size()) {
      r.fail("table[" + std::to_string(i) + "]", "the first column must rise and rows must be alike");
      return;
    }
}

double signed_root(double x) {
  return std::copysign(std::sqrt(std::abs(x)), x);
}

}  // namespace

ThrustTorque LinearMap::thrust(double n, const RotorFlow&) const {
  return {(n >= 0 ? forward : reverse) * n};
}
double LinearMap::argument(double thrust_n, const ArgumentRange&, const RotorFlow&) const {
  return thrust_n / (thrust_n >= 0 ? forward : reverse);
}
void LinearMap::scale(double factor) {
  forward *= factor;
  reverse *= factor;
}

ThrustTorque QuadraticMap::thrust(double n, const RotorFlow&) const {
  return {(n >= 0 ? forward : reverse) * n * std::abs(n)};
}
double QuadraticMap::argument(double thrust_n, const ArgumentRange&, const RotorFlow&) const {
  return signed_root(thrust_n / (thrust_n >= 0 ? forward : reverse));
}
void QuadraticMap::scale(double factor) {
  forward *= factor;
  reverse *= factor;
}

ThrustTorque DeadBandMap::thrust(double n, const RotorFlow&) const {
  const double square = n * std::abs(n);
  if (square >= band_forward) return {forward * (square - band_forward)};
  if (square <= band_reverse) return {reverse * (square - band_reverse)};
  return {};
}
double DeadBandMap::argument(double thrust_n, const ArgumentRange& range, const RotorFlow&) const {
  if (thrust_n == 0) return range.rest;
  return signed_root(thrust_n / (thrust_n >= 0 ? forward : reverse) +
                     (thrust_n > 0 ? band_forward : band_reverse));
}
void DeadBandMap::scale(double factor) {
  forward *= factor;
  reverse *= factor;
}

void TableMap::prepare() {
  ThrustPowerTables tables = tables_of(table);
  thrust_table = std::move(tables.thrust_n);
  power_table = std::move(tables.power_w);
  inflow = diameter_m > 0 ? Inflow::axial : Inflow::none;
}
void TableMap::prepare_voltages(double nominal_voltage_v, double thrust_exponent,
                                double power_exponent) {
  prepared_voltages.clear();
  if (voltages.empty()) return;
  prepared_voltages = voltages;
  prepared_voltages.push_back({.voltage_v = nominal_voltage_v, .file = {}, .table = table});
  std::ranges::sort(prepared_voltages, {}, &VoltageTable::voltage_v);
  for (VoltageTable& at : prepared_voltages) {
    ThrustPowerTables tables = tables_of(at.table);
    at.thrust_table = std::move(tables.thrust_n);
    at.power_table = std::move(tables.power_w);
  }
  prepared_thrust_exponent = thrust_exponent;
  prepared_power_exponent = power_exponent;
}
ThrustTorque TableMap::thrust(double argument, const RotorFlow& flow) const {
  double bollard_n = thrust_table(argument);
  if (flow.voltage_v >= 0 && !prepared_voltages.empty()) [[unlikely]]
    bollard_n = over_voltage(prepared_voltages, &VoltageTable::thrust_table, argument, flow.voltage_v,
                             prepared_thrust_exponent);
  if (inflow != Inflow::none) [[unlikely]]
    return {advancing_thrust(*this, bollard_n, flow)};
  return {bollard_n};
}
double TableMap::argument(double thrust_n, const ArgumentRange& range,
                          const RotorFlow& flow) const {
  if (thrust_n == 0) return range.rest;
  if (inflow != Inflow::none && flow.inflow_m_s != 0) return search_argument(*this, thrust_n, range, flow);
  const auto x = thrust_table.x(), y = thrust_table.y();
  if (thrust_n <= y.front()) return x.front();
  if (thrust_n >= y.back()) return x.back();
  const size_t i = std::lower_bound(y.begin(), y.end(), thrust_n) - y.begin();
  return x[i - 1] + (thrust_n - y[i - 1]) / (y[i] - y[i - 1]) * (x[i] - x[i - 1]);
}
double TableMap::power_w(double argument, double, double, const RotorFlow& flow) const {
  if (power_table.empty()) return 0;
  if (flow.voltage_v < 0 || prepared_voltages.empty()) return power_table(argument);
  return over_voltage(prepared_voltages, &VoltageTable::power_table, argument, flow.voltage_v,
                      prepared_power_exponent);
}
void TableMap::scale(double factor) {
  for (auto& row : table) row[1] *= factor;
  for (VoltageTable& other : voltages)
    for (auto& row : other.table) row[1] *= factor;
}

ThrustTorque PolynomialMap::thrust(double n, const RotorFlow&) const {
  return {polynomial(coefficients, n)};
}
double PolynomialMap::argument(double thrust_n, const ArgumentRange& range,
                               const RotorFlow& flow) const {
  return search_argument(*this, thrust_n, range, flow);
}
void PolynomialMap::scale(double factor) {
  multiply(coefficients, factor);
}

ThrustTorque PropellerMap::thrust(double n, const RotorFlow& flow) const {
  if (n == 0) return {};
  const double D = diameter_m, N = std::abs(n) / kTurn, sign = n > 0 ? 1 : -1;
  const double advance_speed = (1 - wake_fraction) * flow.inflow_m_s * sign;
  double J = std::clamp(advance_speed / (N * D), advance_min, advance_max);
  if (sign < 0 && reverse_bollard) J = 0;
  const double efficiency = sign > 0 ? 1 : reverse_efficiency;
  const double scale = sign * efficiency * flow.density_kg_m3 * N * N * D * D * D * D;
  return {scale * polynomial(kt, J) * (1 - thrust_deduction), scale * D * polynomial(kq, J)};
}
double PropellerMap::argument(double thrust_n, const ArgumentRange& range,
                              const RotorFlow& flow) const {
  return search_argument(*this, thrust_n, range, flow);
}
double PropellerMap::power_w(double, double rotor, double torque_nm, const RotorFlow&) const {
  return torque_nm * rotor;
}
void PropellerMap::scale(double factor) {
  multiply(kt, factor);
}

const std::vector<const StructSchema*>& thrust_map_kinds() {
  static const std::vector<const StructSchema*> kinds = [] {
    std::vector<const StructSchema*> out;
    for (const ThrustMapKind& kind : kThrustMaps) out.push_back(&kind.schema());
    return out;
  }();
  return kinds;
}

const ThrustMapKind& thrust_map_kind_of(const AnyConfig& map) {
  for (const ThrustMapKind& kind : kThrustMaps)
    if (&kind.schema() == map.schema()) return kind;
  HADAL_CHECK(false, "a thrust map of no known kind");
  return kThrustMaps[0];
}

const StructSchema& LinearMap::schema() {
  using C = LinearMap;
  static const StructSchema s =
      StructBuilder<C>("linear", "Thrust = C n.")
          .number("forward", &C::forward, "C for n > 0, N per unit of n.", kPositive)
          .number("reverse", &C::reverse, "C for n < 0.", kPositive);
  return s;
}
const StructSchema& QuadraticMap::schema() {
  using C = QuadraticMap;
  static const StructSchema s = StructBuilder<C>("quadratic", "Thrust = C n|n|.")
                                    .number("forward", &C::forward, "C for n > 0.", kPositive)
                                    .number("reverse", &C::reverse, "C for n < 0.", kPositive);
  return s;
}
const StructSchema& DeadBandMap::schema() {
  using C = DeadBandMap;
  static const StructSchema s =
      StructBuilder<C>("dead_band", "Thrust = C (n|n| - d) beyond a dead band d.")
          .number("forward", &C::forward, "C for n > 0.", kPositive)
          .number("reverse", &C::reverse, "C for n < 0.", kPositive)
          .number("band_forward", &C::band_forward, "d in units of n|n|.", kNotNegative)
          .number("band_reverse", &C::band_reverse, "d in reverse, negative.", {-1e12, 0});
  return s;
}
const StructSchema& VoltageTable::schema() {
  using C = VoltageTable;
  static const StructSchema s =
      StructBuilder<C>("voltage_table", "Thrust and power at another voltage.")
          .number("voltage_v", &C::voltage_v, "At which it was measured.", kPositive)
          .required()
          .text("file", &C::file, "CSV as that of the map. Replaces table.")
          .rows("table", &C::table, "Rows as those of the map.", {2, 3})
          .check([](const C& c, CheckReport& r) { check_rows(c.table, c.file, r); });
  return s;
}
const StructSchema& TableMap::schema() {
  using C = TableMap;
  static const StructSchema s =
      StructBuilder<C>("table", "Thrust from a table, linear between its rows.")
          .text("file", &C::file,
                "CSV with thrust_N, perhaps power_W, and the input: command (-1..1), pwm_us, "
                "rotor_rad_s or rpm, whichever goes with the thruster's commands. Replaces table "
                "and over.")
          .rows("table", &C::table,
                "Rows [command or rotor speed, thrust N] or [.., thrust N, power W].", {2, 3})
          .choice("over", &C::over, "What the first column is.",
                  {{"command", TableArgument::command}, {"rotor_speed", TableArgument::rotor_speed}})
          .number("diameter_m", &C::diameter_m,
                  "Of the propeller. With it, thrust falls with the speed of advance; wants "
                  "zero_thrust_advance.",
                  kNotNegative)
          .number("bollard_kt", &C::bollard_kt,
                  "KT of the table ahead; 0.44 is that of a T200 of 76.2 mm.", kPositive)
          .number("reverse_bollard_kt", &C::reverse_bollard_kt, "KT of the table astern.", kPositive)
          .number("zero_thrust_advance", &C::zero_thrust_advance,
                  "Advance ratio at which the thrust is gone.", kNotNegative)
          .objects("voltages", &C::voltages,
                   "Tables of other voltages than the thruster's nominal_voltage_v, between which thrust "
                   "and power follow the battery.")
          .check([](const C& c, CheckReport& r) {
            if ((c.diameter_m > 0) != (c.zero_thrust_advance > 0))
              r.fail(c.diameter_m > 0 ? "zero_thrust_advance" : "diameter_m",
                     "expected both diameter_m and zero_thrust_advance, or neither");
            check_rows(c.table, c.file, r);
            for (size_t i = 0; i < c.voltages.size(); ++i)
              for (size_t k = 0; k < i; ++k)
                if (c.voltages[k].voltage_v == c.voltages[i].voltage_v)
                  r.fail("voltages[" + std::to_string(i) + "].voltage_v", "this voltage has a table already");
          });
  return s;
}
const StructSchema& PolynomialMap::schema() {
  using C = PolynomialMap;
  static const StructSchema s =
      StructBuilder<C>("polynomial", "Thrust = sum of c_i n^i.")
          .numbers("coefficients", &C::coefficients, "c_0, c_1, ... in N; at most ten.",
                   {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
          .required();
  return s;
}
const StructSchema& PropellerMap::schema() {
  using C = PropellerMap;
  static const StructSchema s =
      StructBuilder<C>(
          "propeller",
          "T = rho n^2 D^4 KT(J), Q = rho n^2 D^5 KQ(J), J = (1-w) U / (n D), n in 1/s.")
          .number("diameter_m", &C::diameter_m, "Diameter.", kPositive)
          .required()
          .numbers("kt", &C::kt, "KT = sum of c_i J^i.", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
          .required()
          .numbers("kq", &C::kq, "KQ = sum of c_i J^i.", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
          .required()
          .number("wake_fraction", &C::wake_fraction, "w.", {-1, 1})
          .number("thrust_deduction", &C::thrust_deduction, "t; thrust is multiplied by 1 - t.",
                  {-1, 1})
          .number("advance_min", &C::advance_min, "J is held above this.")
          .number("advance_max", &C::advance_max, "J is held below this.")
          .number("reverse_efficiency", &C::reverse_efficiency, "Of KT and KQ in reverse.",
                  kNotNegative)
          .boolean("reverse_bollard", &C::reverse_bollard,
                   "In reverse the curves are read at J = 0.")
          .choice("inflow", &C::inflow,
                  "Speed U: through the water along the axis or of the whole body, over ground, or "
                  "none.",
                  {{"axial", Inflow::axial},
                   {"body_speed", Inflow::body_speed},
                   {"ground_speed", Inflow::ground_speed},
                   {"none", Inflow::none}});
  return s;
}

}  // namespace hadal::kinds
