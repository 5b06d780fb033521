#include <algorithm>

#include "math/rotation.h"
#include "math/units.h"
#include "scenario/nearest.h"
#include "world/build.h"
#include "world/derivative_terms.h"

namespace hadal::build {
namespace {

Mat6 matrix6(const std::vector<double>& numbers) {
  Mat6 m = Mat6::Zero();
  if (numbers.size() == 6)
    for (int i = 0; i < 6; ++i) m(i, i) = numbers[i];
  if (numbers.size() == 36)
    for (int i = 0; i < 36; ++i) m(i / 6, i % 6) = numbers[i];
  return m;
}

Mat3 matrix3(const std::vector<double>& numbers) {
  Mat3 m = Mat3::Zero();
  if (numbers.size() == 3)
    for (int i = 0; i < 3; ++i) m(i, i) = numbers[i];
  if (numbers.size() == 9)
    for (int i = 0; i < 9; ++i) m(i / 3, i % 3) = numbers[i];
  return m;
}

LiftCurve lift_curve(const LiftCurveConfig& c) {
  return {c.lift_slope_per_rad,
          c.aspect_ratio,
          c.oswald_efficiency,
          c.drag_zero_lift,
          c.stall_angle_deg * kDegree,
          c.stall_blend_deg * kDegree,
          c.plate_normal};
}

CrossFlow crossflow(const CrossFlowConfig& c) {
  return {c.length_m,
          c.center_x_m,
          c.side_height_m,
          c.plan_width_m,
          c.drag_2d_side,
          c.drag_2d_plan,
          c.hoerner_beam_m,
          c.hoerner_draft_m,
          static_cast<int>(c.strips),
          c.stations == "inclusive" ? StripRule::inclusive : StripRule::midpoint};
}

// Six axes by name, as the derivatives use them.
int axis_index(const std::string& axis) {
  constexpr const char* kAxes[] = {"surge", "sway", "heave", "roll", "pitch", "yaw"};
  return static_cast<int>(std::find(std::begin(kAxes), std::end(kAxes), axis) - std::begin(kAxes));
}

void coriolis(const LinkConfig& c, Link& link) {
  link.coriolis = c.added_mass_coriolis == "full"   ? AddedMassCoriolis::kExact
                  : c.added_mass_coriolis == "none" ? AddedMassCoriolis::kNone
                                                    : AddedMassCoriolis::kReduced;
  link.munk_terms = c.added_mass_coriolis == "no_munk"            ? MunkTerms::no_pitch_yaw
                    : c.added_mass_coriolis == "no_munk_yaw"      ? MunkTerms::no_yaw
                    : c.added_mass_coriolis == "no_munk_yaw_rows" ? MunkTerms::no_yaw_rows
                    : c.added_mass_coriolis == "no_munk_rows"     ? MunkTerms::no_pitch_yaw_rows
                                                                  : MunkTerms::all;
}

SurfaceRestoring surface_restoring(const SurfaceRestoringConfig& c, const Link& link) {
  SurfaceRestoring out{c.heave_stiffness_n_m,    c.roll_stiffness_nm_rad,
                       c.pitch_stiffness_nm_rad, vec3(c.center_of_flotation_m),
                       c.origin_depth_m,         c.roll_deg * kDegree,
                       c.pitch_deg * kDegree};
  out.carried_mass_kg = c.carried_mass_kg.value_or(link.mass_kg);
  out.p_BG_B = c.carried_center_m.empty() ? link.p_LG_L : vec3(c.carried_center_m);
  return out;
}

void hydrodynamics(const LinkConfig& c, Link& link) {
  link.added_mass_L = matrix6(c.added_mass);
  link.added_mass_L = (0.5 * (link.added_mass_L + link.added_mass_L.transpose())).eval();
  coriolis(c, link);
  link.current_by_heading = c.current_projection == "heading";
  link.buoyancy = {c.volume_m3, vec3(c.center_of_buoyancy_m), c.surface_fade_m};
  link.sphere = {c.sphere_radius_m, vec3(c.center_of_buoyancy_m)};
  if (c.restoring) link.restoring = surface_restoring(*c.restoring, link);
  link.damping.linear = matrix6(c.damping.linear);
  link.damping.quadratic = matrix6(c.damping.quadratic);
  for (int i = 0; i < 6; ++i) link.damping.linear_decay_s_m[i] = c.damping.linear_decay_s_m[i];
  link.has_damping = !link.damping.linear.isZero(0) || !link.damping.quadratic.isZero(0);
  if (c.lift)
    link.lift = BodyLift{lift_curve(c.lift->curve), c.lift->area_m2, c.lift->center_x_m,
                         c.lift->plane == "total" ? BodyLiftPlane::total : BodyLiftPlane::vertical};
  if (c.crossflow) link.crossflow = crossflow(*c.crossflow);
}

Link rigid_link(const LinkConfig& c) {
  Link link;
  link.name = c.name;
  link.mass_kg = c.mass_kg;
  link.p_LG_L = vec3(c.center_of_mass_m);
  link.inertia_G = matrix3(c.inertia_kg_m2);
  if (c.joint) {
    const JointConfig& joint = *c.joint;
    link.joint = joint.kind == "hinge"   ? LinkJoint::kHinge
                 : joint.kind == "slide" ? LinkJoint::kSlide
                                         : LinkJoint::kFixed;
    link.pose_PL = {vec3(joint.position_m), attitude_from_deg(joint.rpy_deg)};
    link.axis_L = vec3(joint.axis).normalized();
    if (joint.lower) link.joint_range = {*joint.lower, *joint.upper};
    link.joint_damping = joint.damping;
    link.joint_armature = joint.armature;
    link.joint_effort_limit = joint.effort_limit;
    link.joint_start = joint.start;
  }
  return link;
}

Rotor rotor(const AnyConfig& config) {
  Rotor out;
  if (config.empty()) return out;
  if (const auto* c = config.as<FirstOrderRotorConfig>()) {
    out.model = RotorModel::first_order;
    out.time_constant_s = c->time_constant_s;
  } else if (const auto* y = config.as<YoergerRotorConfig>()) {
    out.model = RotorModel::yoerger;
    out.yoerger_alpha = y->alpha;
    out.yoerger_beta = y->beta;
  } else if (const auto* b = config.as<BessaRotorConfig>()) {
    out.model = RotorModel::bessa;
    out.bessa_inertia = b->inertia;
    out.bessa_friction = b->friction;
    out.bessa_drag = b->drag;
    out.bessa_torque_constant = b->torque_constant;
    out.bessa_resistance = b->resistance_ohm;
  }
  return out;
}

void copy_terms(const std::vector<double>& from, std::array<double, kMaxCurveTerms>& to) {
  std::copy_n(from.begin(), std::min<size_t>(from.size(), kMaxCurveTerms), to.begin());
}

void table_map(const TableMapConfig& c, ThrustMap& out) {
  out.model = ThrustModel::table;
  out.table_over_command = c.over == "command";
  std::vector<double> x, thrust, power;
  for (const auto& row : c.table) {
    x.push_back(row[0]);
    thrust.push_back(row[1]);
    if (row.size() > 2) power.push_back(row[2]);
  }
  out.table = LinearTable(x, thrust);
  if (power.size() == x.size()) out.power_table = LinearTable(x, power);
}

void propeller_map(const PropellerMapConfig& c, ThrustMap& out) {
  out.model = ThrustModel::propeller;
  out.diameter_m = c.diameter_m;
  copy_terms(c.kt, out.kt);
  copy_terms(c.kq, out.kq);
  out.wake_fraction = c.wake_fraction;
  out.thrust_deduction = c.thrust_deduction;
  out.advance_min = c.advance_min;
  out.advance_max = c.advance_max;
  out.reverse_efficiency = c.reverse_efficiency;
  out.reverse_bollard = c.reverse_bollard;
  out.inflow = c.inflow == "axial"          ? Inflow::axial
               : c.inflow == "body_speed"   ? Inflow::body_speed
               : c.inflow == "ground_speed" ? Inflow::ground_speed
                                            : Inflow::none;
}

ThrustMap thrust_map(const AnyConfig& config) {
  ThrustMap out;
  if (config.empty()) return out;
  const auto coefficients = [&out](ThrustModel model, double forward, double reverse) {
    out.model = model;
    out.forward = forward;
    out.reverse = reverse;
  };
  if (const auto* l = config.as<LinearMapConfig>())
    coefficients(ThrustModel::linear, l->forward, l->reverse);
  if (const auto* q = config.as<QuadraticMapConfig>())
    coefficients(ThrustModel::quadratic, q->forward, q->reverse);
  if (const auto* d = config.as<DeadBandMapConfig>()) {
    coefficients(ThrustModel::dead_band, d->forward, d->reverse);
    out.dead_band_forward = d->band_forward;
    out.dead_band_reverse = d->band_reverse;
  }
  if (const auto* p = config.as<PolynomialMapConfig>()) {
    out.model = ThrustModel::polynomial;
    copy_terms(p->coefficients, out.polynomial);
  }
  if (const auto* t = config.as<TableMapConfig>()) table_map(*t, out);
  if (const auto* p = config.as<PropellerMapConfig>()) propeller_map(*p, out);
  return out;
}

Thruster thruster(const ThrusterConfig& c) {
  Thruster out;
  out.p_BT_B = vec3(c.position_m);
  out.axis_B = c.direction.empty() ? Vec3(attitude_from_deg(c.rpy_deg) * Vec3::UnitX())
                                   : vec3(c.direction).normalized();
  out.rotor = rotor(c.rotor);
  out.map = thrust_map(c.map);
  if (c.torque_per_thrust_m > 0) out.map.torque_per_thrust_m = c.torque_per_thrust_m;
  out.command = c.command == "force"         ? ThrusterCommand::force
                : c.command == "rotor_speed" ? ThrusterCommand::rotor_speed
                : c.command == "pulse_width" ? ThrusterCommand::pulse_width
                                             : ThrusterCommand::normalised;
  out.command_neutral = c.command_neutral;
  out.command_min = c.command_min;
  out.command_max = c.command_max;
  out.rotor_per_command = c.rotor_per_command;
  out.thrust_max_forward_N = c.thrust_max_n;
  out.thrust_max_reverse_N = c.thrust_max_reverse_n;
  out.rotation_sense = c.turns == "left" ? -1 : 1;
  out.reaction_factor = c.turns == "none" ? 0 : c.reaction_factor;
  return out;
}

Fin fin(const FinConfig& c) {
  return {vec3(c.position_m),        vec3(c.axis).normalized(), c.area_m2,
          lift_curve(c.curve),       c.time_constant_s,         c.rate_max_deg_s * kDegree,
          c.angle_min_deg * kDegree, c.angle_max_deg * kDegree};
}

Ballast ballast(const BallastConfig& c) {
  return {c.kind == "tank" ? BallastKind::tank : BallastKind::bladder,
          vec3(c.position_m),
          c.min,
          c.max,
          c.rate_up,
          c.rate_down};
}

MovingMass moving_mass(const MovingMassConfig& c) {
  return {c.mass_kg, vec3(c.axis).normalized(), c.offset_min_m, c.offset_max_m, c.rate_max_m_s};
}

// Topics a vehicle has beside those of its sensors (outputs/recorder.h).
constexpr std::string_view kOwnTopics[] = {"ground_truth", "thrusters", "water", "actuators",
                                           "set_point"};

// Builds one vehicle of the scenario into the flat lists of the world.
class VehicleBuilder {
 public:
  VehicleBuilder(const Context& context, size_t index)
      : context_(context),
        world_(context.world),
        config_(context.loaded.scenario.vehicles[index]),
        key_("vehicles[" + std::to_string(index) + "]") {}

  void build() {
    const auto& models = context_.loaded.scenario.vehicle_models;
    const VehicleModelConfig* model = context_.loaded.scenario.find_model(config_.model);
    if (!model) {
      context_.fail(key_ + ".model", "no vehicle model '" + config_.model + "'");
      return;
    }
    model_ = model;
    model_key_ = "vehicle_models[" + std::to_string(model - models.data()) + "]";
    vehicle_.name = config_.name;
    vehicle_.model = model->name;
    vehicle_.kind = model->kind;
    vehicle_.size_m = vec3(model->size_m);
    vehicle_.kinematic = config_.kinematic;
    vehicle_.hotel_power_w = model->hotel_power_w;
    for (int i = 0; i < 6; ++i) vehicle_.start_velocity_B[i] = config_.velocity[i];
    links();
    actuators();
    sensors();
    navigation();
    const bool own = !config_.controller.empty();
    vehicle_.controller =
        controller(context_, vehicle_, own ? config_.controller : model->controller,
                   (own ? key_ : model_key_) + ".controller");
    world_.vehicles.push_back(std::move(vehicle_));
  }

 private:
  int vehicle_index() const { return static_cast<int>(world_.vehicles.size()); }

  void links() {
    std::vector<std::string> surfaces;
    for (const FinConfig& f : model_->fins) surfaces.push_back(f.name);
    vehicle_.links = {static_cast<int>(world_.links.size()),
                      static_cast<int>(model_->links.size())};
    for (size_t i = 0; i < model_->links.size(); ++i) {
      const LinkConfig& c = model_->links[i];
      Link link = rigid_link(c);
      link.vehicle = vehicle_index();
      link.path = config_.name + "/" + c.name;
      if (c.parent.empty())
        link.pose_PL = {Vec3(config_.pose.north_m, config_.pose.east_m, config_.pose.depth_m),
                        attitude_from_deg({config_.pose.roll_deg, config_.pose.pitch_deg,
                                           config_.pose.heading_deg})};
      else
        link.parent = link_named(c.parent, model_key_ + ".links[" + std::to_string(i) + "].parent");
      hydrodynamics(c, link);
      derivatives(c, model_key_ + ".links[" + std::to_string(i) + "]", surfaces, link);
      if (link.joint == LinkJoint::kHinge || link.joint == LinkJoint::kSlide)
        world_.joints.push_back(static_cast<int>(world_.links.size()));
      world_.links.push_back(std::move(link));
    }
  }

  void derivatives(const LinkConfig& c, const std::string& key,
                   const std::vector<std::string>& surfaces, Link& link) {
    for (size_t i = 0; i < c.derivatives.size(); ++i) {
      Result<DerivativeTerm> term = derivative_term_named(c.derivatives[i].of, surfaces);
      if (!term) {
        for (const Problem& problem : term.problems().list())
          context_.fail(key + ".derivatives[" + std::to_string(i) + "].of", problem.message);
        continue;
      }
      term.value().axis = axis_index(c.derivatives[i].axis);
      term.value().coefficient = c.derivatives[i].value;
      link.derivatives.push_back(term.value());
    }
  }

  // Index of a link of this vehicle; the hull when no name is given.
  int link_named(const std::string& name, const std::string& key) {
    if (name.empty()) return vehicle_.links.begin;
    std::vector<std::string> known;
    for (size_t i = 0; i < model_->links.size(); ++i) {
      if (model_->links[i].name == name) return vehicle_.links.begin + static_cast<int>(i);
      known.push_back(model_->links[i].name);
    }
    context_.fail(key, "no link '" + name + "' on this vehicle" + hint_for(name, known));
    return vehicle_.links.begin;
  }

  // Adds the parts of one kind; `make` builds the item from its config.
  template <class C, class M, class F>
  IndexRange mount(const std::vector<C>& configs, std::vector<M>& list, const char* field, F make) {
    const IndexRange range{static_cast<int>(list.size()), static_cast<int>(configs.size())};
    for (size_t i = 0; i < configs.size(); ++i) {
      M item = make(configs[i], static_cast<int>(i));
      item.name = configs[i].name;
      item.link = link_named(configs[i].link,
                             model_key_ + "." + field + "[" + std::to_string(i) + "].link");
      list.push_back(std::move(item));
    }
    return range;
  }

  void actuators() {
    vehicle_.thrusters =
        mount(model_->thrusters, world_.thrusters, "thrusters", [](const ThrusterConfig& c, int) {
          MountedThruster out;
          out.model = thruster(c);
          out.idle_power_w = c.idle_power_w;
          out.power_per_newton_w = c.efficiency_w_n;
          return out;
        });
    vehicle_.fins = mount(model_->fins, world_.fins, "fins", [](const FinConfig& c, int i) {
      MountedFin out;
      out.model = fin(c);
      out.surface = i;
      return out;
    });
    if (model_->fins.size() > kMaxSurfaces)
      context_.fail(model_key_ + ".fins", "at most " + std::to_string(kMaxSurfaces) + " fins");
    vehicle_.ballasts =
        mount(model_->ballasts, world_.ballasts, "ballasts", [](const BallastConfig& c, int) {
          MountedBallast out;
          out.model = ballast(c);
          out.start = c.start;
          return out;
        });
    vehicle_.masses = mount(model_->moving_masses, world_.masses, "moving_masses",
                            [](const MovingMassConfig& c, int) {
                              MountedMass out;
                              out.model = moving_mass(c);
                              out.start_m = c.start_m;
                              return out;
                            });
  }

  void sensors() {
    vehicle_.sensors.begin = static_cast<int>(world_.sensors.size());
    add_sensors(model_->sensors, model_key_ + ".sensors");
    add_sensors(config_.sensors, key_ + ".sensors");
    vehicle_.sensors.count = static_cast<int>(world_.sensors.size()) - vehicle_.sensors.begin;
  }

  void add_sensors(const std::vector<AnyConfig>& configs, const std::string& key) {
    for (size_t i = 0; i < configs.size(); ++i) {
      const std::string own_key = key + "[" + std::to_string(i) + "]";
      Sensor out = sensor(configs[i]);
      out.vehicle = vehicle_index();
      out.path = config_.name + "/" + out.name;
      out.link = link_named(sensor_common(configs[i]).link, own_key + ".link");
      if (auto* thrusters = std::get_if<ThrusterStateModel>(&out.config.model))
        thrusters->thrusters = vehicle_.thrusters.count;
      if (std::find(std::begin(kOwnTopics), std::end(kOwnTopics), out.name) != std::end(kOwnTopics))
        context_.fail(own_key + ".name",
                      "'" + out.name + "' is a topic of every vehicle; expected another name");
      for (int s = vehicle_.sensors.begin; s < static_cast<int>(world_.sensors.size()); ++s)
        if (world_.sensors[s].name == out.name)
          context_.fail(own_key + ".name",
                        "'" + out.name + "' is used twice on this vehicle; expected a unique name");
      world_.sensors.push_back(std::move(out));
    }
  }

  void navigation() {
    if (config_.navigation == "truth") return;
    std::vector<std::string> fitting{"truth"};
    for (int s = vehicle_.sensors.begin; s < vehicle_.sensors.end(); ++s) {
      const Sensor& candidate = world_.sensors[s];
      if (candidate.kind != "odometry" && candidate.kind != "ins") continue;
      fitting.push_back(candidate.name);
      if (candidate.name == config_.navigation) vehicle_.navigation_sensor = s;
    }
    if (vehicle_.navigation_sensor < 0)
      context_.fail(key_ + ".navigation", "no odometry or INS sensor '" + config_.navigation + "'" +
                                              hint_for(config_.navigation, fitting));
  }

  const Context& context_;
  World& world_;
  const VehicleConfig& config_;
  std::string key_;
  const VehicleModelConfig* model_ = nullptr;
  std::string model_key_;
  Vehicle vehicle_;
};

}  // namespace

void vehicles(const Context& context) {
  for (size_t i = 0; i < context.loaded.scenario.vehicles.size(); ++i)
    VehicleBuilder(context, i).build();
}

}  // namespace hadal::build
