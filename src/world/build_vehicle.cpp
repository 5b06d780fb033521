#include <algorithm>

#include "math/rotation.h"
#include "math/units.h"
#include "scenario/nearest.h"
#include "world/build.h"

namespace hadal::build {
namespace {

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
    std::vector<std::string> fins;
    for (const FinConfig& f : model->fins) fins.push_back(f.name);
    vehicle_.key = key_;
    vehicle_.model_key = model_key_;
    const Pose start{Vec3(config_.pose.north_m, config_.pose.east_m, config_.pose.depth_m),
                     attitude_from_deg({config_.pose.roll_deg, config_.pose.pitch_deg,
                                        config_.pose.heading_deg})};
    links(context_, {model->links, model_key_, start, fins, {}}, vehicle_);
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

  // Adds the parts of one kind; `make` builds the item from its config.
  template <class C, class M, class F>
  IndexRange mount(const std::vector<C>& configs, std::vector<M>& list, const char* field, F make) {
    const IndexRange range{static_cast<int>(list.size()), static_cast<int>(configs.size())};
    for (size_t i = 0; i < configs.size(); ++i) {
      M item = make(configs[i], static_cast<int>(i));
      item.name = configs[i].name;
      item.link = link_named(context_, vehicle_, configs[i].link,
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
    mount_sensors(context_, vehicle_index(), model_->sensors, model_key_ + ".sensors", vehicle_);
    mount_sensors(context_, vehicle_index(), config_.sensors, key_ + ".sensors", vehicle_);
    mount_lamps(context_, vehicle_index(), model_->lamps, model_key_ + ".lamps", vehicle_);
    mount_lamps(context_, vehicle_index(), config_.lamps, key_ + ".lamps", vehicle_);
  }

  void navigation() {
    if (config_.navigation == "truth") return;
    std::vector<std::string> fitting{"truth"};
    for (int s = vehicle_.sensors.begin; s < vehicle_.sensors.end(); ++s) {
      const Sensor& candidate = world_.sensors[s];
      if (!candidate.kind || candidate.kind->message != extension::ReadingMessage::kOdometry)
        continue;
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
