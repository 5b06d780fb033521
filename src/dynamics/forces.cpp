#include "dynamics/forces.h"

#include "dynamics/ballast.h"
#include "dynamics/body_lift.h"
#include "dynamics/coriolis_added.h"
#include "dynamics/crossflow.h"
#include "dynamics/damping.h"
#include "dynamics/derivatives.h"
#include "dynamics/fin.h"
#include "dynamics/heading_current.h"
#include "dynamics/hydrostatics.h"
#include "dynamics/lift_curve.h"
#include "dynamics/moving_mass.h"
#include "dynamics/wave_forces.h"

namespace hadal::dynamics {
namespace {

constexpr size_t kLinksWorthThreads = 32;  // below, waking threads costs more than it saves

// Items of a flat list grouped by link: order lists their indices, ranges one part of it per link.
template <class M>
void by_link(const std::vector<M>& items, size_t links, std::vector<int>& order,
             std::vector<IndexRange>& ranges) {
  ranges.assign(links, {});
  for (size_t link = 0; link < links; ++link) {
    ranges[link].begin = static_cast<int>(order.size());
    for (size_t i = 0; i < items.size(); ++i)
      if (items[i].link == static_cast<int>(link)) order.push_back(static_cast<int>(i));
    ranges[link].count = static_cast<int>(order.size()) - ranges[link].begin;
  }
}

Vec6& column(State& state, WrenchTerm term, int link) {
  return state.wrench_L[static_cast<int>(term)][link];
}

Vec6 weight(const Link& link, const Mat3& R_NL, double gravity) {
  const Vec3 force = R_NL.transpose() * Vec3(0, 0, link.mass_kg * gravity);
  Vec6 out;
  out << force, link.p_LG_L.cross(force);
  return out;
}

// depth: of the link's origin below the surface of the water above it.
Vec6 hydrostatics(const Link& link, const Mat3& R_NL, double depth, double density,
                  double gravity) {
  if (link.restoring) return surface_restoring_wrench(*link.restoring, R_NL, depth, gravity);
  if (link.sphere.radius_m > 0)
    return sphere_buoyancy_wrench(link.sphere, R_NL, depth, density, gravity);
  if (link.buoyancy.volume_m3 > 0)
    return buoyancy_wrench(link.buoyancy, R_NL, depth, density, gravity);
  return Vec6::Zero();
}

// Share of the link that is in the water, for the forces of accelerated water.
double wet_share(const Link& link, const Mat3& R_NL, double depth) {
  if (link.restoring) return 1;
  if (link.sphere.radius_m > 0) {
    const double center = depth + R_NL.row(2).dot(link.sphere.p_BC_B);
    return immersed_sphere(link.sphere.radius_m, center).volume_m3 /
           immersed_sphere(link.sphere.radius_m, link.sphere.radius_m).volume_m3;
  }
  const double center = depth + R_NL.row(2).dot(link.buoyancy.p_BC_B);
  return immersed_fraction(center, link.buoyancy.fade_radius_m);
}

// The volume that the pressure of the waves acts on.
Buoyancy displaced(const Link& link, double density) {
  if (link.restoring)
    return {.volume_m3 = link.restoring->carried_mass_kg / density,
            .p_BC_B = link.restoring->p_BF_B};
  if (link.sphere.radius_m > 0) {
    const double r = link.sphere.radius_m;
    return {.volume_m3 = immersed_sphere(r, r).volume_m3, .p_BC_B = link.sphere.p_BC_B};
  }
  return link.buoyancy;
}

// Inertia of the water that the waves accelerate, for a body small against them. A surface craft
// feels the vertical part through the surface that lifts it.
Vec6 wave_inertia(const Link& link, const Mat3& R_NL, double depth, const Vec3& a_water_N,
                  double density) {
  const double wet = wet_share(link, R_NL, depth);
  if (wet == 0) return Vec6::Zero();
  Vec3 a_pressure_N = a_water_N;
  if (link.restoring) a_pressure_N.z() = 0;
  return added_mass_wave_wrench(link.added_mass_L, R_NL, a_water_N, wet) +
         froude_krylov_wrench(displaced(link, density), R_NL, a_pressure_N, density, wet);
}

// What a published model changes of the exact Coriolis forces.
Vec6 coriolis(const Link& link, const Vec6& nu, const Vec6& nu_r, const Vec3& current_L) {
  Vec6 out = Vec6::Zero();
  if (link.coriolis == AddedMassCoriolis::kReduced)
    out += added_mass_coriolis_wrench(link.added_mass_L, nu_r, link.munk_terms);
  if (link.current_by_heading)
    out += heading_current_wrench(link.mass_kg, link.p_LG_L, link.added_mass_L, nu, current_L);
  return out;
}

}  // namespace

Forces::Forces(const World& world, const environment::Sea& sea)
    : sea_(sea),
      gravity_m_s2_(sea.gravity_m_s2()),
      step_s_(world.clock.step_s()),
      implicit_damping_(world.implicit_damping && !world.rkmk4),
      calm_(sea.waves().calm()),
      links_(world.links) {
  const double density = sea.water().density(0);
  for (const MountedThruster& thruster : world.thrusters)
    thrusters_.push_back(prepare(thruster.model, step_s_, density));
  for (const MountedFin& fin : world.fins) {
    fins_.push_back(fin.model);
    fins_.back().curve = with_lift_slope(fin.model.curve);
  }
  for (Link& link : links_) {
    if (link.lift) link.lift->curve = with_lift_slope(link.lift->curve);
    if (link.crossflow) link.crossflow = with_drag_2d(*link.crossflow);
  }
  for (const Link& link : links_)
    surfaces_.push_back(link.wetted ? std::make_unique<SurfaceBody>(*link.wetted, sea.waves())
                                    : nullptr);
  by_link(world.thrusters, links_.size(), thruster_order_, thrusters_on_);
  by_link(world.fins, links_.size(), fin_order_, fins_on_);
  by_link(world.ballasts, links_.size(), ballast_order_, ballasts_on_);
  by_link(world.masses, links_.size(), mass_order_, masses_on_);
  fin_angle_.resize(world.fins.size());
  ballast_content_.resize(world.ballasts.size());
  mass_offset_.resize(world.masses.size());
  readings_.resize(world.thrusters.size());
}

void Forces::start(const World& world, State& state) const {
  for (auto& wrench : state.wrench_L) wrench.assign(links_.size(), Vec6::Zero());
  state.water_velocity_N.assign(links_.size(), Vec3::Zero());
  state.water_density_kg_m3.assign(links_.size(), 0.0);
  state.external_wrench.assign(6 * links_.size(), 0.0);
  const size_t thrusters = thrusters_.size();
  state.thruster_command.resize(thrusters);
  for (size_t i = 0; i < thrusters; ++i)
    state.thruster_command[i] = thrusters_[i].thruster.command_neutral;
  for (auto* values : {&state.thruster_rotor, &state.thruster_thrust_n, &state.thruster_torque_nm,
                       &state.thruster_load_percent, &state.thruster_power_w})
    values->assign(thrusters, 0.0);
  state.thruster_health.assign(thrusters, 1.0);
  state.thruster_health_known.assign(thrusters, 1.0);
  state.fin_command_rad.assign(fins_.size(), 0.0);
  state.fin_angle_rad.assign(fins_.size(), 0.0);
  for (const MountedBallast& ballast : world.ballasts) {
    state.ballast_command.push_back(ballast.start);
    state.ballast_content.push_back(ballast.start);
  }
  for (const MountedMass& mass : world.masses) {
    state.mass_command_m.push_back(mass.start_m);
    state.mass_offset_m.push_back(mass.start_m);
  }
  state.joint_effort.assign(world.joints.size(), 0.0);
  state.energy_used_j.assign(world.vehicles.size(), 0.0);
}

void Forces::begin_step(const World& world, State& state) {
  const double half = 0.5 * step_s_;
  for (size_t i = 0; i < fins_.size(); ++i) {
    fin_angle_[i] =
        fin_angle_after(fins_[i], state.fin_angle_rad[i], state.fin_command_rad[i], half);
    state.fin_angle_rad[i] =
        fin_angle_after(fins_[i], state.fin_angle_rad[i], state.fin_command_rad[i], step_s_);
  }
  for (size_t i = 0; i < world.ballasts.size(); ++i) {
    const Ballast& model = world.ballasts[i].model;
    ballast_content_[i] =
        ballast_after(model, state.ballast_content[i], state.ballast_command[i], half);
    state.ballast_content[i] =
        ballast_after(model, state.ballast_content[i], state.ballast_command[i], step_s_);
  }
  for (size_t i = 0; i < world.masses.size(); ++i) {
    const MovingMass& model = world.masses[i].model;
    mass_offset_[i] =
        moving_mass_after(model, state.mass_offset_m[i], state.mass_command_m[i], half);
    state.mass_offset_m[i] =
        moving_mass_after(model, state.mass_offset_m[i], state.mass_command_m[i], step_s_);
  }
}

void Forces::apply(const World& world, const environment::SeaMoment& moment, State& state,
                   Multibody& bodies, ThreadArena& arena) {
  if (links_.size() < kLinksWorthThreads) {
    for (size_t link = 0; link < links_.size(); ++link)
      apply_to_link(world, moment, state, bodies, static_cast<int>(link), &arena);
    return;
  }
  arena.for_each(links_.size(), [&](size_t link) {
    apply_to_link(world, moment, state, bodies, static_cast<int>(link), nullptr);
  });
}

Forces::Around Forces::around(const environment::SeaMoment& moment, const Link& model,
                              const LinkKinematics& k) const {
  Around a;
  const double depth = k.p_NL_N.z();
  a.density = sea_.water().density(depth > 0 ? depth : 0);
  a.current_N = moment.current_N(k.p_NL_N);
  if (!calm_) a.waves = moment.waves(k.p_NL_N);
  a.velocity_N = a.current_N + a.waves.velocity_N;
  a.velocity_L = model.current_by_heading ? current_by_heading(k.R_NL, a.velocity_N)
                                          : Vec3(k.R_NL.transpose() * a.velocity_N);
  a.nu_r = k.nu_L;
  a.nu_r.head<3>() -= a.velocity_L;
  return a;
}

void Forces::apply_to_link(const World& world, const environment::SeaMoment& moment, State& state,
                           Multibody& bodies, int link, ThreadArena* arena) {
  const Link& model = links_[link];
  const LinkKinematics& k = bodies.kinematics()[link];
  const Around water = around(moment, model, k);
  const Vec6& nu_r = water.nu_r;
  state.water_velocity_N[link] = water.velocity_N;
  state.water_density_kg_m3[link] = water.density;

  column(state, WrenchTerm::kWeight, link) = weight(model, k.R_NL, gravity_m_s2_);
  Vec6 total = Eigen::Map<const Vec6>(&state.external_wrench[6 * static_cast<size_t>(link)]);
  column(state, WrenchTerm::kExternal, link) = total;
  const auto add = [&](WrenchTerm term, const Vec6& wrench) {
    column(state, term, link) = wrench;
    total += wrench;
  };
  LinkLoad& load = bodies.loads()[link];
  load.v_water_N = model.current_by_heading ? Vec3(k.R_NL * water.velocity_L) : water.velocity_N;
  if (model.has_damping && implicit_damping_) load.damping_L = damping_matrix(model.damping, nu_r);
  if (surfaces_[link]) {
    const SurfaceLoads& surface = press_surface(moment, k, water, link, arena);
    add(WrenchTerm::kBuoyancy, surface.buoyancy_L);
    add(WrenchTerm::kAir, surface.air_L);
    add(WrenchTerm::kDamping, model.has_damping
                                  ? Vec6(surface.drag_L + damping_wrench(model.damping, nu_r))
                                  : surface.drag_L);
    if (!calm_)
      add(WrenchTerm::kWaves,
          added_mass_wave_wrench(model.added_mass_L, k.R_NL, surface.orbital_acceleration_N,
                                 surface.wet_fraction));
    load.added_mass_share = surface.wet_fraction;
    if (!model.has_damping) load.damping_L.setZero();
    if (implicit_damping_) load.damping_L += surface.damping_L;
  } else {
    const double depth = k.p_NL_N.z() + water.waves.elevation_m;
    const Mat3 R = model.restoring && !calm_ ? on_slope(moment, world, link, k) : k.R_NL;
    add(WrenchTerm::kBuoyancy, hydrostatics(model, R, depth, water.density, gravity_m_s2_));
    if (!calm_)
      add(WrenchTerm::kWaves,
          wave_inertia(model, k.R_NL, depth, water.waves.acceleration_N, water.density));
    if (model.has_damping) add(WrenchTerm::kDamping, damping_wrench(model.damping, nu_r));
  }
  if (ballasts_on_[link].count + masses_on_[link].count > 0)
    add(WrenchTerm::kBallast, ballast(world, link, k.R_NL, water.density));
  if (!model.derivatives.empty()) {
    const IndexRange fins = world.vehicles[model.vehicle].fins;
    add(WrenchTerm::kManoeuvring,
        derivatives_wrench(model.derivatives, nu_r, k.R_NL,
                           std::span(fin_angle_).subspan(fins.begin, fins.count)));
  }
  if (model.lift || model.crossflow) {
    Vec6 lift =
        model.lift ? body_lift_wrench(*model.lift, nu_r, water.density) : Vec6::Zero().eval();
    if (model.crossflow) lift += crossflow_wrench(*model.crossflow, nu_r, water.density);
    add(WrenchTerm::kLift, lift);
  }
  if (model.coriolis == AddedMassCoriolis::kReduced || model.current_by_heading)
    add(WrenchTerm::kCoriolis, coriolis(model, k.nu_L, nu_r, water.velocity_L));
  if (thrusters_on_[link].count > 0)
    add(WrenchTerm::kThrust, thrust(state, link, nu_r, water.density, k.nu_L.head<3>().norm()));
  if (fins_on_[link].count > 0) add(WrenchTerm::kFins, fins(link, nu_r, water.density));
  load.tau_L = total;
}

const SurfaceLoads& Forces::press_surface(const environment::SeaMoment& moment,
                                          const LinkKinematics& k, const Around& water, int link,
                                          ThreadArena* arena) {
  SurfaceQuery query;
  query.time_s = moment.time_s();
  query.p_NL_N = k.p_NL_N;
  query.R_NL = k.R_NL;
  query.nu_L = k.nu_L;
  query.current_N = water.current_N;
  query.wind_N = moment.wind_N(-k.p_NL_N.z());
  query.density_kg_m3 = water.density;
  query.gravity_m_s2 = gravity_m_s2_;
  query.wave_factor = moment.wave_factor();
  query.damping = implicit_damping_;
  return surfaces_[link]->evaluate(query, arena);
}

// Attitude of a surface craft relative to the surface under its length and beam.
Mat3 Forces::on_slope(const environment::SeaMoment& moment, const World& world, int link,
                      const LinkKinematics& k) const {
  const Vec3& size = world.vehicles[links_[link].vehicle].size_m;
  const double half = 0.25 * (size.x() + size.y());
  const double n = k.p_NL_N.x(), e = k.p_NL_N.y();
  const double north = moment.elevation(n + half, e) - moment.elevation(n - half, e);
  const double east = moment.elevation(n, e + half) - moment.elevation(n, e - half);
  return attitude_on_slope(k.R_NL, north / (2 * half), east / (2 * half));
}

Vec6 Forces::thrust(const State& state, int link, const Vec6& nu_r, double density,
                    double ground_speed) {
  Vec6 total = Vec6::Zero();
  const IndexRange range = thrusters_on_[link];
  for (int n = range.begin; n < range.end(); ++n) {
    const int i = thruster_order_[n];
    readings_[i] = thruster_after(thrusters_[i], state.thruster_rotor[i], state.thruster_command[i],
                                  state.thruster_health[i], nu_r, density, ground_speed);
    total += thruster_wrench(thrusters_[i], readings_[i]);
  }
  return total;
}

Vec6 Forces::fins(int link, const Vec6& nu_r, double density) const {
  Vec6 total = Vec6::Zero();
  const IndexRange range = fins_on_[link];
  for (int n = range.begin; n < range.end(); ++n) {
    const int i = fin_order_[n];
    if (fins_[i].area_m2 > 0) total += fin_wrench(fins_[i], fin_angle_[i], 1.0, nu_r, density);
  }
  return total;
}

Vec6 Forces::ballast(const World& world, int link, const Mat3& R_NL, double density) const {
  Vec6 total = Vec6::Zero();
  for (int n = ballasts_on_[link].begin; n < ballasts_on_[link].end(); ++n) {
    const int i = ballast_order_[n];
    total +=
        ballast_wrench(world.ballasts[i].model, ballast_content_[i], R_NL, density, gravity_m_s2_);
  }
  for (int n = masses_on_[link].begin; n < masses_on_[link].end(); ++n) {
    const int i = mass_order_[n];
    total += moving_mass_wrench(world.masses[i].model, mass_offset_[i], R_NL, gravity_m_s2_);
  }
  return total;
}

void Forces::finish_step(const World& world, State& state) {
  for (size_t i = 0; i < thrusters_.size(); ++i) {
    const ThrusterReading& reading = readings_[i];
    const MountedThruster& mounted = world.thrusters[i];
    state.thruster_rotor[i] = reading.rotor;
    state.thruster_thrust_n[i] = reading.thrust_N;
    state.thruster_torque_nm[i] = reading.torque_Nm;
    state.thruster_load_percent[i] = reading.load_percent;
    state.thruster_power_w[i] = mounted.idle_power_w + reading.power_W +
                                mounted.power_per_newton_w * std::abs(reading.thrust_N);
  }
  for (size_t v = 0; v < world.vehicles.size(); ++v) {
    const Vehicle& vehicle = world.vehicles[v];
    double power = vehicle.hotel_power_w;
    for (int i = vehicle.thrusters.begin; i < vehicle.thrusters.end(); ++i)
      power += state.thruster_power_w[i];
    state.energy_used_j[v] += power * step_s_;
  }
}

}  // namespace hadal::dynamics
