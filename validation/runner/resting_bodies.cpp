// Contact: boxes that stay, slide or tip, cylinders that roll, what two fingers hold, and when a plug
// joins its socket.
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "base/text.h"
#include "dynamics/multibody/multibody.h"
#include "kinds/couplings/plug_socket.h"
#include "math/units.h"
#include "runner/kinds.h"

namespace hadal::validation {
namespace {

double relative_off(double found, double expected) {
  return expected == 0 ? std::abs(found) : std::abs(found / expected - 1);
}

std::string yaml_list(std::initializer_list<double> numbers) {
  std::string out;
  for (const double number : numbers) out += (out.empty() ? "[" : ", ") + shortest_text(number);
  return out + "]";
}

// One body that lies at rest on a plane (steps of 0.5 ms: at the moment it begins to slide it hops by a
// few mm/s at 2 ms, which is one or two per cent of the way of the slowest rows)
// of hard ground in still water.
struct RestingBody {
  double slope_deg = 0, friction = 0, density_kg_m3 = 0, gravity_m_s2 = 0;
  double mass_kg = 0, volume_m3 = 0;
  std::string inertia, added_mass, shape;  // as in a scenario
};

std::unique_ptr<simulation::Simulation> laid_down(const RestingBody& body, const Case& c,
                                                  const Settings& settings) {
  const std::string mu = shortest_text(body.friction);
  const std::string text =
      "format: 1\nstep_s: 0.0005\nduration_s: 10\nenvironment:\n  gravity_m_s2: " +
      shortest_text(body.gravity_m_s2) + "\n  water: {density_kg_m3: " +
      shortest_text(body.density_kg_m3) + "}\n  seabed: !flat {depth_m: 100, slope_deg: " +
      shortest_text(body.slope_deg) +
      ", resolution_m: 0.5, bottom: {material: ground}}\n"
      "materials: [{name: ground, density_kg_m3: 2000}, {name: body, density_kg_m3: 2000}]\n"
      "friction: [{between: [ground, body], static: " +
      mu + ", dynamic: " + mu +
      "}]\nobjects:\n  - name: body\n    pose: {on_seabed: true}\n    links: [{name: body, "
      "material: body, mass_kg: " +
      shortest_text(body.mass_kg) + ", volume_m3: " + shortest_text(body.volume_m3) +
      ", inertia_kg_m2: " + body.inertia + ", added_mass: " + body.added_mass +
      ", shapes: {collision: [" + body.shape + "], visual_from: none}}]\n";
  const auto loaded = load_scenario_text(text, c.name(), LoadOptions{{}, settings.model_folders});
  if (!loaded) throw InvalidInput(loaded.problems());
  auto made = simulation::Simulation::create(loaded.value());
  if (!made) throw InvalidInput(made.problems());
  return std::move(made).value();
}

// What a body did since it was let go or pushed.
struct BodyMotion {
  double way_m = 0, way_1s_m = 0;  // after 1 s
  double turn_deg = 0;             // from the start
  double angle_rad = 0;            // integral of the rate about y
  double tip_20deg_s = 0;          // when it had turned by 20 deg; 0: never
};

BodyMotion motion_of(simulation::Simulation& s, double time_s) {
  const State& state = s.state();
  const double dt = s.world().clock.step_s(), begin_s = s.world().clock.time_s(state.tick);
  const Vec3 p = state.p_NL_N[0];
  const Quat q = state.q_NL[0];
  BodyMotion out;
  for (double t = dt; t < time_s + 0.5 * dt; t = s.world().clock.time_s(state.tick) - begin_s + dt) {
    s.step();
    out.way_m = (state.p_NL_N[0] - p).norm();
    if (t < 1 + 0.5 * dt) out.way_1s_m = out.way_m;
    out.turn_deg = q.angularDistance(state.q_NL[0]) / kDegree;
    out.angle_rad += dt * state.nu_L[0][4];
    if (out.tip_20deg_s == 0 && out.turn_deg > 20) out.tip_20deg_s = t;
  }
  return out;
}

RestingBody box_of(const Case& c, double slope_deg, double mu) {
  const double bx = c.number("bx"), by = c.number("by"), h = c.number("h"), m = c.number("m");
  return {slope_deg,
          mu,
          c.number("rho"),
          c.number("g"),
          m,
          bx * by * h,
          yaml_list({m / 12 * (by * by + h * h), m / 12 * (bx * bx + h * h),
                   m / 12 * (bx * bx + by * by)}),
          "[0, 0, 0, 0, 0, 0]",
          "!box {size_m: " + yaml_list({bx, by, h}) + "}"};
}

constexpr double kRest = 0, kSlide = 1, kTip = 2;  // outcomes

void check_outcome(const Case& c, const std::string& row, const BodyMotion& motion, double outcome,
                   double acceleration, double tip_s, CaseReport& report) {
  if (outcome == kRest) {
    report.check(row + " rests, m", motion.way_m, c.tolerance("rest_abs_m"));
    report.check(row + " rests, deg", motion.turn_deg, c.tolerance("rest_abs_deg"));
  } else if (outcome == kSlide) {
    report.check(row + " slides, acceleration, relative",
                 relative_off(motion.way_1s_m, 0.5 * acceleration), c.tolerance("accel_rel"));
    report.check(row + " slides upright, deg", motion.turn_deg, 1);
  } else {
    report.check(row + " tips, 20 deg over the turn", 20 / motion.turn_deg, 1);
    if (tip_s > 0)
      report.check(row + " tips, time, relative", relative_off(motion.tip_20deg_s, tip_s),
                   c.tolerance("tip_rel"));
  }
}

void push_body(simulation::Simulation& s, double force_n, double above_centre_m) {
  const std::array<double, 6> wrench{force_n, 0, 0, 0, -above_centre_m * force_n, 0};
  const Problems refused = s.apply(simulation::Input{0, "body/body", "add_wrench",
                                                     {wrench.begin(), wrench.end()}});
  if (!refused.empty()) throw InvalidInput(refused);
}

}  // namespace

void run_box_tipping(const Case& c, const Settings& settings, CaseReport& report) {
  constexpr double kTime_s = 3, kSettle_s = 1;
  const Table slope = c.table("slope.csv"), pushes = c.table("push.csv");
  for (size_t i = 0; i < slope.rows(); ++i) {
    const auto s =
        laid_down(box_of(c, slope["slope_deg"][i], slope["mu"][i]), c, settings);
    check_outcome(c, "slope " + std::to_string(i + 1), motion_of(*s, kTime_s),
                  slope["outcome"][i], slope["accel_mps2"][i], slope["tip_20deg_s"][i], report);
  }
  for (size_t i = 0; i < pushes.rows(); ++i) {
    const auto s = laid_down(box_of(c, 0, pushes["mu"][i]), c, settings);
    motion_of(*s, kSettle_s);
    push_body(*s, pushes["F_N"][i], pushes["height_m"][i] - 0.5 * c.number("h"));
    check_outcome(c, "push " + std::to_string(i + 1), motion_of(*s, kTime_s),
                  pushes["outcome"][i], pushes["accel_mps2"][i], 0, report);
  }
}

void run_rolling_disc(const Case& c, const Settings& settings, CaseReport& report) {
  constexpr double kTime_s = 1.5;
  const double R = c.number("R"), length = c.number("Lc"), m = c.number("m"),
               ma = c.number("added_mass"), side = m / 12 * (3 * R * R + length * length);
  const Table rows = c.table("roll.csv");
  for (size_t i = 0; i < rows.rows(); ++i) {
    const RestingBody disc{
        rows["slope_deg"][i],
        rows["mu"][i],
        c.number("rho"),
        c.number("g"),
        m,
        std::numbers::pi * R * R * length,
        yaml_list({side, c.number("I"), side}),
        yaml_list({ma, ma, ma, 0, c.number("added_inertia"), 0}),
        "!cylinder {radius_m: " + shortest_text(R) + ", length_m: " + shortest_text(length) +
            ", rpy_deg: [90, 0, 0]}"};
    const auto s = laid_down(disc, c, settings);
    const BodyMotion motion = motion_of(*s, kTime_s);
    const double scale = 2 / (kTime_s * kTime_s), tolerance = c.tolerance("rel");
    const std::string row = "row " + std::to_string(i + 1);
    report.check(row + " acceleration, relative", relative_off(scale * motion.way_m, rows["accel_mps2"][i]),
                 tolerance);
    report.check(row + " angular acceleration, relative",
                 relative_off(scale * std::abs(motion.angle_rad), rows["angular_accel_radps2"][i]),
                 tolerance);
  }
}

namespace {

// Two pads on slides, coupled, and a box between them, which touches both. The pads press along y.
dynamics::MultibodySpec pads_and_box(const Case& c) {
  constexpr double kPadThickness_m = 0.02, kPadMass_kg = 0.2,
                   kPadHalf_m = 10;  // the box does not slide off
  const std::vector<double> size = c.numbers("size");
  const Vec3 half = 0.5 * Vec3(size[0], size[1], size[2]);
  const double m = c.number("m");
  dynamics::MultibodySpec spec;
  spec.gravity_N = Vec3::Zero();
  spec.step_s = 0.002;
  spec.materials.materials.emplace_back();
  spec.materials.pairs = {{c.number("mu"), c.number("mu"), 0}};
  dynamics::LinkSpec& box = spec.links.emplace_back();
  box.name = "box";
  box.mass_kg = m;
  box.inertia_G = m / 3 *
                  Vec3(half.y() * half.y() + half.z() * half.z(),
                       half.x() * half.x() + half.z() * half.z(),
                       half.x() * half.x() + half.y() * half.y())
                      .asDiagonal()
                      .toDenseMatrix();
  box.added_mass_L.topLeftCorner<3, 3>() = c.number("added_mass") * Mat3::Identity();
  box.collisions.push_back({CollisionShape::Kind::kBox, {}, half, nullptr, 0});
  for (const double side : {1.0, -1.0}) {
    dynamics::LinkSpec& pad = spec.links.emplace_back();
    pad.name = side > 0 ? "right" : "left";
    pad.joint = dynamics::JointKind::kSlide;
    pad.axis_L = Vec3(0, -side, 0);
    pad.pose_PL.p = Vec3(0, side * (half.y() + 0.5 * kPadThickness_m), 0);
    pad.mass_kg = kPadMass_kg;
    pad.inertia_G = Mat3::Identity();
    pad.damping = 20;
    pad.collisions.push_back({CollisionShape::Kind::kBox,
                              {},
                              Vec3(kPadHalf_m, 0.5 * kPadThickness_m, kPadHalf_m),
                              nullptr,
                              0});
  }
  spec.couplings = {{.link_a = 1, .link_b = 2}};
  return spec;
}

// How far the load moves the box, after the grip has settled.
double slip_m(const Case& c, double grip_n, double pull_n, double weight_n, double time_s) {
  constexpr double kSettle_s = 1;
  auto made = dynamics::Multibody::create(pads_and_box(c));
  if (!made) throw InvalidInput(made.problems());
  dynamics::Multibody bodies = std::move(made).value();
  for (const int pad : {1, 2}) bodies.joint_effort()[bodies.dof_address(pad)] = grip_n;
  Vec3 start = Vec3::Zero();
  const int64_t settle = std::llround(kSettle_s / bodies.step_s()),
                all = settle + std::llround(time_s / bodies.step_s());
  for (int64_t n = 0; n < all; ++n) {
    if (n == settle) start = bodies.kinematics()[0].p_NL_N;
    bodies.update_kinematics(0);
    const Vec3 load_N = n < settle ? Vec3(Vec3::Zero()) : Vec3(pull_n, 0, weight_n);
    bodies.loads()[0].tau_L.head<3>() = bodies.kinematics()[0].R_NL.transpose() * load_N;
    bodies.accelerate(0);
    if (const auto status = bodies.finish(); !status.ok()) c.fail("grip.csv", status.message);
  }
  const Vec3 way = bodies.kinematics()[0].p_NL_N - start;
  return std::hypot(way.x(), way.z());
}

}  // namespace

void run_coulomb_grip(const Case& c, const Settings&, CaseReport& report) {
  const Table rows = c.table("grip.csv");
  const double weight_n =
      (c.number("m") - c.number("rho") * c.number("V")) * c.number("g");
  for (size_t i = 0; i < rows.rows(); ++i) {
    const bool holds = rows["holds"][i] != 0;
    const double slip = slip_m(c, rows["N"][i], rows["F_N"][i],
                               rows["weight"][i] != 0 ? weight_n : 0, holds ? 5 : 0.5);
    const std::string row = "row " + std::to_string(i + 1);
    if (holds) {
      report.check(row + " holds, m", slip, c.tolerance("hold_abs_m"));
      continue;
    }
    const double expected = rows["slip_05s_m"][i];
    report.check(row + " slides, m", std::abs(slip - expected),
                 c.tolerance("slip_rel") * expected + c.tolerance("slip_abs_m"));
  }
}

namespace {

// Rows [time, new state].
std::vector<std::vector<double>> transitions_of(const Case& c) {
  const Json* rows = c.expected("events");
  if (!rows || !rows->is_array()) c.fail("expected.events", "expected rows [time, state]");
  std::vector<std::vector<double>> out;
  for (const Json& row : *rows) {
    const bool good =
        row.is_array() && row.size() == 2 && row[0].is_number() && row[1].is_number();
    if (!good) c.fail("expected.events", "expected rows [time, state]");
    out.push_back({row[0].get<double>(), row[1].get<double>()});
  }
  return out;
}

}  // namespace

void run_plug_socket(const Case& c, const Settings&, CaseReport& report) {
  PlugSocket rules;
  rules.lateral_tol_m = c.number("lateral_tol_m");
  rules.angle_tol_rad = c.number("angle_tol_deg") * kDegree;
  rules.gap_tol_m = c.number("gap_tol_m");
  rules.align_s = c.number("align_s");
  rules.cooldown_s = c.number("cooldown_s");
  rules.leave_m = c.number("leave_m");
  rules.insertion_force_n = c.number("insertion_force_N");
  rules.extraction_force_n = c.number("extraction_force_N");
  const Table script = c.table("script.csv");
  const double dt = script["t_s"].at(1) - script["t_s"].at(0);
  std::vector<std::array<double, 2>> events;
  CouplingMemory memory;
  size_t equal = 0;
  for (size_t i = 0; i < script.rows(); ++i) {
    CouplingSample sample;
    sample.lateral_m = script["lateral_m"][i];
    sample.angle_rad = script["angle_deg"][i] * kDegree;
    sample.gap_m = script["gap_m"][i];
    sample.axial_n = script["force_N"][i];
    const CouplingMode before = memory.mode;
    rules.advance(sample, dt, memory);
    const auto mode = static_cast<double>(memory.mode);
    if (memory.mode != before) events.push_back({script["t_s"][i], mode});
    equal += mode == script["state"][i] ? 1 : 0;
  }
  report.check("share of states that differ",
               1 - static_cast<double>(equal) / static_cast<double>(script.rows()),
               1 - c.tolerance("states_equal_share"));
  const auto expected = transitions_of(c);
  report.check("number of transitions, difference",
               std::abs(static_cast<double>(events.size()) - static_cast<double>(expected.size())),
               0);
  for (size_t i = 0; i < std::min(events.size(), expected.size()); ++i) {
    const std::string row = "transition " + std::to_string(i + 1);
    report.check(row + ", state", std::abs(events[i][1] - expected[i].at(1)), 0);
    report.check(row + ", s", std::abs(events[i][0] - expected[i].at(0)),
                 c.tolerance("time_abs_s"));
  }
}

}  // namespace hadal::validation
