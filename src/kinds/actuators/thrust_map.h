// Thrust maps: thrust and shaft torque of a rotor, and the inverse. `argument` is the rotor speed n,
// rad/s, or the command where a table is read over the command.
//   linear      T = C n                       quadratic   T = C n|n|, C of its own per direction
//   dead band   T = C (n|n| - d) beyond the dead band [d_reverse, d_forward] of n|n|, 0 inside
//               (Bessa, Dutra & Kreuzer 2006)
//   table       linear interpolation          polynomial  T = sum c_i n^i (von Benzon et al. 2022)
//   propeller   T = rho N^2 D^4 KT(J) (1 - t), Q = rho N^2 D^5 KQ(J), J = (1 - w) U_a / (|N| D),
//               N = n / 2 pi. Running backwards mirrors the flow (J from -U_a) and the thrust; J is
//               held inside its range, because the curves cover one quadrant only.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "hadal/schema.h"
#include "math/table.h"
#include "math/units.h"

namespace hadal::inline kinds {

struct ThrustTorque {
  double thrust_n = 0;
  double torque_nm = 0;  // of the shaft on the water, with the sign of the rotation; propeller only
};

// Where to look for the argument of a thrust. The map must rise with its argument.
struct ArgumentRange {
  double min = -kInfinity;
  double rest = 0;  // returned for zero thrust
  double max = kInfinity;
};

// What a thrust map sees. Inflow: speed of the thruster through the water along its axis, or as its map
// says.
struct RotorFlow {
  double inflow_m_s = 0;
  double density_kg_m3 = 0;
  double voltage_v = -1;  // of the battery; below 0: none, or not known
};

// The speed that is the inflow.
enum class Inflow : std::uint8_t {
  none,          // bollard values at any speed
  axial,         // of the water along the thruster axis at the thruster
  body_speed,    // of the body through the water, whatever its direction
  ground_speed,  // of the body over ground (Fossen's REMUS 100)
};

struct LinearMap {
  double forward = 1;
  double reverse = 1;
  static const StructSchema& schema();
  ThrustTorque thrust(double argument, const RotorFlow&) const;
  double argument(double thrust_n, const ArgumentRange&, const RotorFlow&) const;
  void scale(double factor);
};

struct QuadraticMap {
  double forward = 1;
  double reverse = 1;
  static const StructSchema& schema();
  ThrustTorque thrust(double argument, const RotorFlow&) const;
  double argument(double thrust_n, const ArgumentRange&, const RotorFlow&) const;
  void scale(double factor);
};

struct DeadBandMap {
  double forward = 1;
  double reverse = 1;
  double band_forward = 0;  // in units of n|n|
  double band_reverse = 0;  // <= 0
  static const StructSchema& schema();
  ThrustTorque thrust(double argument, const RotorFlow&) const;
  double argument(double thrust_n, const ArgumentRange&, const RotorFlow&) const;
  void scale(double factor);
};

enum class TableArgument : std::uint8_t { command, rotor_speed };

// The same thruster measured at another voltage, over the same argument.
struct VoltageTable {
  double voltage_v = 0;
  std::string file;
  std::vector<std::vector<double>> table;
  LinearTable thrust_table, power_table;  // made of the rows
  static const StructSchema& schema();
};

// A bollard table. With a diameter D it loses thrust as it moves: KT falls linearly with the advance
// ratio, as that of ducted propellers nearly does (Carlton, Marine Propellers and Propulsion, ch. 6),
//   T = T0 (1 - J / J0),  J = U / (n D),  n D = sqrt(|T0| / (rho D^2 KT0)),
// U the speed of advance in the direction of the thrust, KT0 the bollard thrust coefficient, J0 the
// advance ratio without thrust. J is held between 0 (flow from behind) and J0.
// With tables of other voltages thrust and power are linear in the voltage between two of them at the
// same argument, and beyond the first and the last go with powers of it (thruster.h).
struct TableMap {
  std::string file;
  std::vector<std::vector<double>> table;  // rows [command or rotor speed, thrust N(, power W)]
  TableArgument over = TableArgument::command;  // the command after the rotor lag
  double diameter_m = 0;  // 0: thrust does not depend on the speed
  double bollard_kt = 0.44, reverse_bollard_kt = 0.35;
  double zero_thrust_advance = 0;  // J0
  Inflow inflow = Inflow::none;    // axial, with a diameter
  std::vector<VoltageTable> voltages;  // but the nominal one
  LinearTable thrust_table, power_table;        // made of the rows
  std::vector<VoltageTable> prepared_voltages;  // all, rising; none without others
  double prepared_thrust_exponent = 0, prepared_power_exponent = 0;
  static const StructSchema& schema();
  void prepare();
  void prepare_voltages(double nominal_voltage_v, double thrust_exponent, double power_exponent);
  bool reads_command() const { return over == TableArgument::command; }
  ThrustTorque thrust(double argument, const RotorFlow& flow) const;
  double argument(double thrust_n, const ArgumentRange&, const RotorFlow&) const;
  double power_w(double argument, double rotor, double torque_nm, const RotorFlow& flow) const;
  void scale(double factor);
};

struct PolynomialMap {
  std::vector<double> coefficients;  // N, of n^0, n^1, ...
  static const StructSchema& schema();
  ThrustTorque thrust(double argument, const RotorFlow&) const;
  double argument(double thrust_n, const ArgumentRange&, const RotorFlow&) const;
  void scale(double factor);
};

struct PropellerMap {
  static constexpr bool kGivesTorque = true;
  double diameter_m = 0;
  std::vector<double> kt;  // KT = sum of c_i J^i
  std::vector<double> kq;
  double wake_fraction = 0;
  double thrust_deduction = 0;
  double advance_min = 0;  // J is held inside [min, max]
  double advance_max = 1.5;
  double reverse_efficiency = 1;  // of KT and KQ when the shaft turns backwards
  bool reverse_bollard = false;   // turning backwards, the curves are read at J = 0
  Inflow inflow = Inflow::axial;
  static const StructSchema& schema();
  ThrustTorque thrust(double argument, const RotorFlow&) const;
  double argument(double thrust_n, const ArgumentRange&, const RotorFlow&) const;
  double power_w(double argument, double rotor, double torque_nm, const RotorFlow&) const;
  void scale(double factor);
};

// Everything there is to know of a kind of thrust map; made by thrust_map_kind<T>().
struct ThrustMapKind {
  const StructSchema& (*schema)() = nullptr;
  bool gives_torque = false;
  void (*prepare)(void* map) = nullptr;
  bool (*reads_command)(const void* map) = nullptr;
  Inflow (*inflow)(const void* map) = nullptr;
  ThrustTorque (*thrust)(const void* map, double argument, const RotorFlow&) = nullptr;
  double (*argument)(const void* map, double thrust_n, const ArgumentRange&,
                     const RotorFlow&) = nullptr;
  double (*power_w)(const void* map, double argument, double rotor, double torque_nm,
                    const RotorFlow&) = nullptr;
  void (*scale)(void* map, double factor) = nullptr;
};

template <class T>
constexpr ThrustMapKind thrust_map_kind() {
  ThrustMapKind kind;
  kind.schema = &T::schema;
  if constexpr (requires { T::kGivesTorque; }) kind.gives_torque = T::kGivesTorque;
  if constexpr (requires(T t) { t.prepare(); })
    kind.prepare = [](void* m) { static_cast<T*>(m)->prepare(); };
  if constexpr (requires(const T t) { t.reads_command(); })
    kind.reads_command = [](const void* m) { return static_cast<const T*>(m)->reads_command(); };
  if constexpr (requires(const T t) { t.inflow; })
    kind.inflow = [](const void* m) { return static_cast<const T*>(m)->inflow; };
  kind.thrust = [](const void* m, double argument, const RotorFlow& flow) {
    return static_cast<const T*>(m)->thrust(argument, flow);
  };
  kind.argument = [](const void* m, double thrust_n, const ArgumentRange& range,
                     const RotorFlow& flow) {
    return static_cast<const T*>(m)->argument(thrust_n, range, flow);
  };
  if constexpr (requires(const T t, RotorFlow f) { t.power_w(0.0, 0.0, 0.0, f); })
    kind.power_w = [](const void* m, double argument, double rotor, double torque_nm,
                      const RotorFlow& flow) {
      return static_cast<const T*>(m)->power_w(argument, rotor, torque_nm, flow);
    };
  kind.scale = [](void* m, double factor) { static_cast<T*>(m)->scale(factor); };
  return kind;
}

const std::vector<const StructSchema*>& thrust_map_kinds();
const ThrustMapKind& thrust_map_kind_of(const AnyConfig& map);

}  // namespace hadal::kinds
