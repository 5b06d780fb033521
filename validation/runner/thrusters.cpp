// Thrusters: rotors, tables, allocation and open-water curves.
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "kinds/actuators/thrust_map.h"
#include "kinds/controllers/allocation.h"
#include "runner/kinds.h"
#include "runner/wageningen.h"

namespace hadal::validation {
namespace {

constexpr double kThrusterStep_s = 0.001;

// A heavy body that only carries thrusters.
Scenario test_stand(std::vector<Thruster> thrusters, double duration_s) {
  VehicleModelConfig model;
  model.links = {body(1e6, {1e6, 1e6, 1e6})};
  model.thrusters = std::move(thrusters);
  Start start;
  start.p_N.z() = kDeep_m;
  Scenario scenario = still_water({1000, 0}, kThrusterStep_s, duration_s);
  add_vehicle(scenario, model, start).kinematic = true;
  return scenario;
}

Thruster rotor_under_test(const std::string& name, AnyConfig rotor) {
  Thruster thruster = force_thruster(name, {0, 0, 0}, {1, 0, 0});
  thruster.command_kind = ThrusterCommand::rotor_speed;
  thruster.rotor = std::move(rotor);
  return thruster;
}

// Rotor speeds at the given times under constant inputs, one row per time.
std::vector<std::vector<double>> spin_up(const Case& c, const Settings& settings,
                                         const std::vector<double>& times,
                                         const std::vector<double>& inputs) {
  const FirstOrderRotor lag{c.number("tau")};
  const YoergerRotor yoerger{c.number("alpha"), c.number("beta")};
  const BessaRotor bessa{c.number("Jmsp"), c.number("Kv1"), c.number("Kv2"), c.number("Kt"),
                         c.number("Rm")};
  Scenario scenario = test_stand(
      {rotor_under_test("a", AnyConfig::of(lag)), rotor_under_test("b", AnyConfig::of(yoerger)),
       rotor_under_test("c", AnyConfig::of(bessa))},
      times.back());
  add_commands(scenario, {"a", "b", "c"}, {{0, inputs}});
  Tank tank(scenario, c, settings);
  std::vector<std::vector<double>> out;
  for (const double t : times) {
    tank.advance_to(t);
    std::vector<double>& row = out.emplace_back();
    for (const Actuator& thruster : tank.simulation().world().actuators)
      row.push_back(state_of(thruster, tank.state())[extension::kRotor]);
  }
  return out;
}

}  // namespace

void run_rotor_dynamics(const Case& c, const Settings& settings, CaseReport& report) {
  const Table table = c.table("response.csv");
  const char* columns[] = {"first_order", "yoerger", "bessa"};
  std::vector<double> inputs = {1, c.number("Q"), c.number("V")};
  std::vector<std::vector<double>> found = spin_up(c, settings, table["t_s"], inputs);
  // The first-order rotor is linear: where nothing names the commanded speed, the last row tells
  // it, and only the shape of the response is checked.
  const double commanded = c.number("n_c", "n_c=", table["first_order"].back() / found.back()[0]);
  inputs[0] = commanded;
  found = spin_up(c, settings, table["t_s"], inputs);
  for (int k = 0; k < 3; ++k) {
    Worst error;
    const auto& column = table[columns[k]];
    for (size_t i = 0; i < column.size(); ++i)
      error.add_relative(found[i][k], column[i], kRelativeFloor * std::abs(column.back()));
    report.check(std::string(columns[k]) + ", relative", error.value(), c.tolerance("rel"));
  }
}

void run_thrust_table(const Case& c, const Settings& settings, CaseReport& report) {
  const Table table = c.table("t200.csv");
  const auto &pwm = table["pwm_us"], &thrust = table["thrust_N"];
  TableMap map;
  // The ends of the dead zone may lie between the rows of the table.
  std::map<double, double> rows;
  for (const double edge : c.expected_numbers("deadzone_us")) rows[edge] = 0;
  for (size_t i = 0; i < pwm.size(); ++i) rows[pwm[i]] = thrust[i];
  for (const auto& [pulse, newton] : rows) map.table.push_back({pulse, newton});
  std::vector<std::pair<double, double>> queries;
  if (const Json* listed = c.expected("queries"))
    for (const Json& row : *listed)
      queries.push_back({row.at(0).get<double>(), row.at(1).get<double>()});
  if (const auto forward = c.expected_number("max_fwd_N"))
    queries.push_back({pwm.back(), *forward});
  if (const auto reverse = c.expected_number("max_rev_N"))
    queries.push_back({pwm.front(), *reverse});
  if (queries.empty()) c.fail("expected.queries", "expected rows [pulse width, thrust]");
  std::vector<Thruster> thrusters;
  std::vector<std::string> names;
  ScheduleRow commands;
  for (const auto& query : queries) {
    names.push_back("q" + std::to_string(names.size()));
    thrusters.push_back(force_thruster(names.back(), {0, 0, 0}, {1, 0, 0}));
    thrusters.back().command_kind = ThrusterCommand::pulse_width;
    thrusters.back().command_neutral = 1500;
    thrusters.back().command_min = pwm.front();
    thrusters.back().command_max = pwm.back();
    thrusters.back().map = AnyConfig::of(map);
    commands.values.push_back(query.first);
  }
  Scenario scenario = test_stand(thrusters, kThrusterStep_s);
  add_commands(scenario, names, {commands});
  Tank tank(scenario, c, settings);
  tank.step();
  Worst error;
  for (size_t i = 0; i < queries.size(); ++i)
    error.add(value_of(tank.simulation().world().actuators[i], tank.state()) - queries[i].second);
  report.check("thrust, N", error.value(), c.tolerance("query_abs_N"));
}

constexpr double kPlenty = 1e9;  // N, no limit

void run_allocation_matrix(const Case& c, const Settings& settings, CaseReport& report) {
  // Poses are given forward, left, up; the program's axes are forward, right, down.
  const Vec6 flip = (Vec6() << 1, -1, -1, 1, -1, -1).finished();
  const auto positions = c.rows("pos"), angles = c.rows("rpy_deg");
  if (positions.size() != angles.size()) c.fail("rpy_deg", "expected one attitude per position");
  std::vector<Thruster> thrusters;
  for (size_t i = 0; i < positions.size(); ++i) {
    const auto &p = positions[i], &e = angles[i];
    if (p.size() != 3 || e.size() != 3) c.fail("pos", "expected three numbers per thruster");
    thrusters.push_back(force_thruster("t" + std::to_string(i), {p[0], -p[1], -p[2]}, {}));
    thrusters.back().rpy_deg = {e[0], -e[1], -e[2]};
  }
  Tank tank(test_stand(thrusters, kThrusterStep_s), c, settings);
  AllocationParameters allocation;
  for (const Actuator& thruster : tank.simulation().world().actuators) {
    const extension::ThrustAbility ability = thruster.thrust_ability(1000);
    allocation.wrench_per_newton_B.push_back(thruster_column(
        Vec3(ability.position_B.data()), Vec3(ability.axis_B.data())));
    allocation.force_max_n.push_back(kPlenty);
    allocation.force_min_n.push_back(-kPlenty);
  }
  Eigen::Matrix<double, 6, Eigen::Dynamic> T(6, positions.size());
  for (int k = 0; k < T.cols(); ++k)
    T.col(k) = flip.cwiseProduct(allocation.wrench_per_newton_B[static_cast<size_t>(k)]);
  const std::vector<double> expected = c.expected_numbers("tam");
  if (expected.size() != static_cast<size_t>(T.size()))
    c.fail("expected.tam", "expected six rows of one number per thruster");
  Eigen::Matrix<double, 6, Eigen::Dynamic> reference(6, T.cols());
  for (int i = 0; i < 6; ++i)
    for (int k = 0; k < T.cols(); ++k)
      reference(i, k) = expected[static_cast<size_t>(i * T.cols() + k)];
  report.check("allocation matrix", (T - reference).cwiseAbs().maxCoeff(), c.tolerance("abs"));
  const std::vector<double> fractions = c.expected_numbers("alloc_pinv_for_wrench");
  if (fractions.size() != static_cast<size_t>(T.cols())) return;
  const Eigen::Map<const Eigen::VectorXd> asked(fractions.data(), T.cols());
  Vec6 wrench =
      reference * asked;  // the wrench that was shared out, where the case does not name it
  if (const auto given = c.numbers("wrench", {}); given.size() == 6)
    wrench = Eigen::Map<const Vec6>(given.data());
  const std::vector<double> health(fractions.size(), 1.0);
  std::vector<double> state(allocation_state_size(fractions.size())), found(fractions.size());
  std::vector<std::uint8_t> saturated(fractions.size());
  allocation_reset(allocation, health, state);
  allocate(allocation, flip.cwiseProduct(wrench), health, state, found, saturated);
  report.check(
      "allocated thrusts, relative",
      (Eigen::Map<const Eigen::VectorXd>(found.data(), T.cols()) - asked).cwiseAbs().maxCoeff() /
          asked.cwiseAbs().maxCoeff(),
      c.tolerance("abs"));
}

void run_wageningen(const Case& c, const Settings&, CaseReport& report) {
  const Table table = c.table("ktkq.csv");
  const auto &pitch = table["P_over_D"], &J = table["J"], &KT = table["KT"], &KQ = table["KQ"];
  BSeriesPropeller propeller;
  propeller.area_ratio = c.number("AE_A0", "AE/A0=", 0.718);
  propeller.blades = static_cast<int>(std::lround(c.number("Z", "Z=", 3)));
  Worst kt, kq;
  for (size_t i = 0; i < J.size(); ++i) {
    propeller.pitch_ratio = pitch[i];
    const OpenWaterCurves curves = wageningen_curves(propeller);
    double t = 0, q = 0;
    for (size_t k = curves.kt.size(); k-- > 0;) {
      t = t * J[i] + curves.kt[k];
      q = q * J[i] + curves.kq[k];
    }
    kt.add(t - KT[i]);
    kq.add(q - KQ[i]);
  }
  report.check("KT", kt.value(), c.tolerance("abs"));
  report.check("KQ", kq.value(), c.tolerance("abs"));
}

}  // namespace hadal::validation
