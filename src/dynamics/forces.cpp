#include "dynamics/forces.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/damping.h"
#include "dynamics/derivatives.h"
#include "dynamics/heading_current.h"
#include "dynamics/hydrostatics.h"
#include "dynamics/wave_forces.h"
#include "environment/seabed/bottom.h"
#include "geometry/hull/surface_added_mass.h"
#include "kinds/extensions/extension_kinds.h"


namespace hadal::dynamics {
namespace {
constexpr size_t kLinksWorthThreads = 32;  // below, waking threads costs more than it saves
constexpr double kShortestBody_m = 0.01;

// The edge of a cube of the volume that the link displaces.
double body_length_m(const Link& link, double density_kg_m3) {
  const double volume = link.restoring ? link.restoring->carried_mass_kg / density_kg_m3
                        : link.sphere.radius_m > 0
                            ? immersed_sphere(link.sphere.radius_m, link.sphere.radius_m).volume_m3
                            : link.buoyancy.volume_m3;
  return std::max(std::cbrt(volume), kShortestBody_m);
}
}  // namespace

// The wrench columns of one link, and their sum without the weight, which the multibody adds
// itself.
struct Forces::Columns {
  State& state;
  int link;
  Vec6 total = Vec6::Zero();

  void write(WrenchTerm term, const Vec6& wrench) {
    state.wrench_L[static_cast<int>(term)][link] = wrench;
  }
  void add(WrenchTerm term, const Vec6& wrench) {
    write(term, wrench);
    total += wrench;
  }
};

Forces::Forces(const World& world, const environment::Sea& sea,
               const environment::AcousticField& sound)
    : sea_(sea),
      queries_(sea, sound),
      gravity_m_s2_(sea.gravity_m_s2()),
      step_s_(world.clock.step_s()),
      implicit_damping_(world.implicit_damping && !world.rkmk4),
      calm_(sea.waves().calm()),
      currents_(sea, world),
      water_accelerates_(!calm_ || !currents_.none()),
      forces_on_(world.links.size()),
      links_(world.links) {
  for (const Link& link : links_)
    lengths_m_.push_back(body_length_m(link, sea.water().density(0)));
  for (const Link& link : links_) diagonal_damping_.push_back(is_diagonal(link.damping));
  for (const Link& link : links_)
    surfaces_.push_back(link.wetted ? std::make_unique<SurfaceBody>(*link.wetted, sea.waves())
                                    : nullptr);
  for (const Link& link : links_)
    emerges_m_.push_back(link.wetted ? -std::numeric_limits<double>::infinity() : lowest_emerging_m(link));
  mud_.resize(links_.size());
  for (size_t i = 0; i < world.mud.size(); ++i)
    for (const int link : world.mud[i].held_links) {
      if (!mud_[link]) mud_[link].emplace(MudBody(links_[link]));
      mud_[link]->layers.push_back(static_cast<int>(i));
    }
  for (size_t i = 0; i < world.forces.size(); ++i) {
    IndexRange& on = forces_on_[static_cast<size_t>(world.forces[i].link)];
    if (on.count++ == 0) on.begin = static_cast<int>(i);
  }
  group_actuators(world);
}

void Forces::start(const World& world, State& state) const {
  for (auto& wrench : state.wrench_L) wrench.assign(links_.size(), Vec6::Zero());
  state.water_velocity_N.assign(links_.size(), Vec3::Zero());
  state.water_density_kg_m3.assign(links_.size(), 0.0);
  state.external_wrench.assign(6 * links_.size(), 0.0);
  start_actuators(world, state);
  state.force_state.assign(
      world.forces.empty() ? 0 : world.forces.back().state_begin + world.forces.back().state_size,
      0.0);
  for (const LinkForce& force : world.forces)
    if (force.kind->start)
      force.kind->start(force.config.data(),
                        {state.force_state.data() + force.state_begin, force.state_size});
  state.energy_used_j.assign(world.vehicles.size(), 0.0);
}

void Forces::apply(const World& world, const environment::SeaInstant& instant, State& state,
                   Multibody& bodies, ThreadArena& arena) {
  if (!world.forces.empty() || actuators_need_surroundings_)
    queries_.set_time(instant.time_s(), state);
  if (!currents_.none()) currents_.set_time(instant.time_s(), state);
  if (links_.size() < kLinksWorthThreads) {
    for (size_t link = 0; link < links_.size(); ++link)
      apply_to_link(world, instant, state, bodies, static_cast<int>(link), &arena);
    return;
  }
  arena.for_each(links_.size(), [&](size_t link) {
    apply_to_link(world, instant, state, bodies, static_cast<int>(link), nullptr);
  });
}

environment::WaveFlow Forces::wave_flow(const environment::SeaInstant& instant,
                                        const Vec3& p_N) const {
  return environment::wave_flow(sea_.waves(), instant.wave_time_s(), p_N, instant.wave_factor());
}

Forces::Around Forces::around(const environment::SeaInstant& instant, const Link& model,
                              const LinkKinematics& k) const {
  Around a;
  const double depth = k.p_NL_N.z();
  a.density = sea_.water().density(depth > 0 ? depth : 0);
  a.current_N = instant.current_N(k.p_NL_N);
  if (!calm_) a.waves = wave_flow(instant, k.p_NL_N);
  a.velocity_N = a.current_N + a.waves.velocity_N;
  a.velocity_L = model.current_by_heading ? current_by_heading(k.R_NL, a.velocity_N)
                                          : Vec3(k.R_NL.transpose() * a.velocity_N);
  a.nu_r = k.nu_L;
  a.nu_r.head<3>() -= a.velocity_L;
  a.depth_m = depth + a.waves.elevation_m;
  return a;
}

Vec3 Forces::acceleration_N(const environment::SeaInstant& instant, int link, const Vec3& p_N,
                            const environment::WaveFlow& waves, const Vec3& velocity_N) const {
  Vec3 a_N = waves.acceleration_N + waves.gradient_N * velocity_N;
  if (!currents_.none()) a_N += currents_.at(instant, p_N, velocity_N, lengths_m_[link]);
  return a_N;
}

void Forces::apply_to_link(const World& world, const environment::SeaInstant& instant, State& state,
                           Multibody& bodies, int link, ThreadArena* arena) {
  const Link& model = links_[link];
  const LinkKinematics& k = bodies.kinematics()[link];
  Around water = around(instant, model, k);
  if (water.depth_m < emerges_m_[link] + step_s_ * water.nu_r.head<3>().cwiseAbs().sum())
    water.wet = immersed_part(model, k.R_NL, water.depth_m,
                              step_s_ * k.R_NL.row(2).dot(water.nu_r.head<3>()));
  state.water_velocity_N[link] = water.velocity_N;
  state.water_density_kg_m3[link] = water.density;
  LinkLoad& load = bodies.loads()[link];
  load.v_water_N = model.current_by_heading ? Vec3(k.R_NL * water.velocity_L) : water.velocity_N;
  if (load.carries) load.carried_L.setZero();
  load.carries = false;
  load.damping_L.setZero();
  load.damping_is_diagonal = diagonal_damping_[link] && !surfaces_[link] && !mud_[link] &&
                             forces_on_[link].count == 0;
  if (model.has_damping && implicit_damping_) {
    if (diagonal_damping_[link])
      load.damping_L.diagonal() = damping_diagonal(model.damping, water.nu_r);
    else
      load.damping_L = damping_matrix(model.damping, water.nu_r);
    if (water.wet.fraction != 1) load.damping_L *= water.wet.fraction;
  }

  Columns columns{state, link};
  columns.write(WrenchTerm::kWeight, weight_wrench(model, k.R_NL, gravity_m_s2_));
  columns.add(WrenchTerm::kExternal,
              Eigen::Map<const Vec6>(&state.external_wrench[6 * static_cast<size_t>(link)]));
  if (surfaces_[link])
    water_on_faces(press_surface(instant, k, water, link, arena), instant, k, water, columns, load);
  else
    water_on_body(world, instant, k, water, columns, load);
  add_hull_forces(world, bodies.kinematics(), water, columns, load);
  add_actuators(world, bodies.kinematics(), water, columns, load);
  if (mud_[link]) add_mud(world, k, columns, load);
  if (forces_on_[link].count > 0) add_listed_forces(world, instant, k, water, columns, load);
  load.tau_L = columns.total;
}

// A link whose faces the water acts on.
void Forces::water_on_faces(const SurfaceLoads& surface, const environment::SeaInstant& instant,
                            const LinkKinematics& k, const Around& water, Columns& columns,
                            LinkLoad& load) const {
  const Link& model = links_[columns.link];
  columns.add(WrenchTerm::kBuoyancy, surface.buoyancy_L);
  columns.add(WrenchTerm::kAir, surface.air_L);
  columns.add(WrenchTerm::kDamping,
              model.has_damping ? Vec6(surface.drag_L + damping_wrench(model.damping, water.nu_r))
                                : surface.drag_L);
  if (implicit_damping_) load.damping_L += surface.damping_L;
  load.added_mass_fraction = surface.wet_fraction;
  load.own_added_mass =
      model.wetted->added_mass && std::min(surface.wet_from, surface.wet_to) < 1;
  Vec6 inertia = Vec6::Zero();
  if (load.own_added_mass)
    inertia = panels_at_surface(surface, k, water.nu_r, columns.link, load);
  else if (surface.crossing)
    inertia = cross_surface(model.added_mass_L, surface.growth_L, water.nu_r, load);
  if (water_accelerates_)
    inertia += accelerated_water_on_faces(
        surface, instant, k, water, columns.link,
        load.own_added_mass ? load.added_mass_L : surface.wet_fraction * model.added_mass_L);
  columns.add(WrenchTerm::kWaves, inertia);
}

Vec6 Forces::cross_surface(const Mat6& added_mass_L, const Vec6& growth_L, const Vec6& nu_r,
                           LinkLoad& load) const {
  if (added_mass_L.isZero(0)) return Vec6::Zero();
  const double rate = growth_L.dot(nu_r);
  if (implicit_damping_ && rate > 0) {
    load.damping_L += rate * added_mass_L;
    load.damping_is_diagonal = load.damping_is_diagonal && added_mass_L.isDiagonal(0);
  }
  return entry_wrench(added_mass_L, growth_L, nu_r);
}

// Lagrange's terms of a table A(f, d): its slope with the wet fraction f, and 2 d_i A_i with the
// plumb line d, which turns as d' = d x omega.
Vec6 Forces::panels_at_surface(const SurfaceLoads& surface, const LinkKinematics& k,
                               const Vec6& nu_r, int link, LinkLoad& load) const {
  const WettedSurface& wetted = *links_[link].wetted;
  const Vec3 down_L = k.R_NL.row(2);
  const double density = wetted.added_mass_density_kg_m3;
  const geometry::SurfaceAddedMass::Value table =
      wetted.added_mass->at(surface.wet_from, surface.wet_to, down_L);
  load.added_mass_L = density * table.added_mass;
  Vec6 wrench = entry_wrench(density * table.slope, surface.growth_L, nu_r);
  const double rate = surface.growth_L.dot(nu_r);
  if (implicit_damping_ && rate > 0) load.damping_L += rate * density * table.rising;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 axis_L = wetted.added_mass->R_MF.col(axis);
    Vec6 turning;
    turning << Vec3::Zero(), 2 * axis_L.dot(down_L) * axis_L.cross(down_L);
    wrench += entry_wrench(density * table.along_axis[static_cast<size_t>(axis)], turning, nu_r);
  }
  return wrench;
}

// The pressure of the waves is in the buoyancy already, stretched and linear. What it lacks of the
// acceleration of the water acts on the volume.
Vec6 Forces::accelerated_water_on_faces(const SurfaceLoads& surface,
                                        const environment::SeaInstant& instant,
                                        const LinkKinematics& k, const Around& water,
                                        int link, const Mat6& added_mass_L) const {
  if (surface.wet_fraction == 0 || (!surface.in_waves && currents_.none())) return Vec6::Zero();
  const FaceSet& faces = surfaces_[link]->faces();
  const Vec3 p_NC_N = k.p_NL_N + k.R_NL * faces.center_L();
  environment::WaveFlow waves;
  if (surface.in_waves) waves = wave_flow(instant, p_NC_N);
  const Vec3 a_N =
      acceleration_N(instant, link, p_NC_N, waves, water.current_N + waves.velocity_N);
  const Buoyancy whole{.volume_m3 = faces.volume_m3(), .p_BC_B = faces.centroid_L()};
  return added_mass_wave_wrench(added_mass_L, k.R_NL, a_N, 1) +
         froude_krylov_wrench(whole, k.R_NL, a_N - surface.pressure_acceleration_N, water.density,
                              surface.wet_fraction);
}

// A link described by coefficients.
void Forces::water_on_body(const World& world, const environment::SeaInstant& instant,
                           const LinkKinematics& k, const Around& water, Columns& columns,
                           LinkLoad& load) const {
  const Link& model = links_[columns.link];
  const double wet = water.wet.fraction;
  const Mat3 R_SL = model.restoring && !calm_ ? on_slope(instant, world, columns.link, k) : k.R_NL;
  columns.add(WrenchTerm::kBuoyancy,
              hydrostatic_wrench(model, R_SL, k.R_NL, water.depth_m, water.density, gravity_m_s2_));
  load.added_mass_fraction = wet;
  if (water_accelerates_ || wet != 1) {
    Vec6 inertia = Vec6::Zero();
    if (water_accelerates_)
      inertia = accelerated_water_wrench(
          model, R_SL, k.R_NL, water.depth_m, wet,
          acceleration_N(instant, columns.link, k.p_NL_N, water.waves, water.velocity_N),
          water.density, gravity_m_s2_);
    inertia += cross_surface(model.added_mass_L, water.wet.growth_L, water.nu_r, load);
    columns.add(WrenchTerm::kWaves, inertia);
  } else {
    columns.write(WrenchTerm::kWaves, Vec6::Zero());
  }
  if (model.has_damping)
    columns.add(WrenchTerm::kDamping, wet * damping_wrench(model.damping, water.nu_r));
}

// Terms of published vehicle models: ballast, derivatives, lift, cross-flow, Coriolis.
void Forces::add_hull_forces(const World& world, std::span<const LinkKinematics> links,
                             const Around& water, Columns& columns, LinkLoad& load) {
  const int link = columns.link;
  const LinkKinematics& k = links[static_cast<size_t>(link)];
  const Link& model = links_[link];
  if (actuators_on_[link].ballast.count > 0)
    columns.add(WrenchTerm::kBallast,
                actuators(world, columns.state, actuators_on_[link].ballast, links, water, load));
  if (!model.derivatives.empty()) {
    // The one column of each fin of a vehicle, side by side.
    const IndexRange fins = world.vehicles[model.vehicle].fins;
    const size_t begin = fins.count > 0 ? world.actuators[fins.begin].state_begin : 0;
    columns.add(WrenchTerm::kManoeuvring,
                water.wet.fraction *
                    derivatives_wrench(model.derivatives, water.nu_r, k.R_NL,
                                       std::span(actuator_middle_).subspan(begin, fins.count)));
  }
  if (model.lift || model.crossflow) {
    Vec6 lift =
        model.lift ? model.lift->wrench(water.nu_r, water.density) : Vec6::Zero().eval();
    if (model.crossflow) lift += model.crossflow->wrench(water.nu_r, water.density);
    columns.add(WrenchTerm::kLift, water.wet.fraction * lift);
  }
  if (model.coriolis == AddedMassCoriolis::kReduced || model.current_by_heading)
    columns.add(WrenchTerm::kCoriolis,
                coriolis_wrench(model, k.nu_L, water.nu_r, water.velocity_L));
}

// Thrusters and fins.
void Forces::add_actuators(const World& world, std::span<const LinkKinematics> links,
                           const Around& water, Columns& columns, LinkLoad& load) {
  const ActuatorsOnLink& on = actuators_on_[columns.link];
  const auto add = [&](WrenchTerm term, const IndexRange& with_link, const IndexRange& by_itself) {
    Vec6 total = Vec6::Zero();
    if (with_link.count > 0)
      total = water.wet.fraction * actuators(world, columns.state, with_link, links, water, load);
    if (by_itself.count > 0)
      total += actuators(world, columns.state, by_itself, links, water, load);
    columns.add(term, total);
  };
  if (on.thrust.count + on.own_thrust.count > 0) add(WrenchTerm::kThrust, on.thrust, on.own_thrust);
  if (on.fins.count + on.own_fins.count > 0) add(WrenchTerm::kFins, on.fins, on.own_fins);
}

extension::ForceContext Forces::force_context(double time_s, const LinkKinematics& k,
                                            const Around& water) const {
  extension::ForceContext now{queries_};
  now.time_s = time_s;
  now.step_s = step_s_;
  Eigen::Map<Vec3>(now.link.p_NB_N.data()) = k.p_NL_N;
  now.link.q_NB = {k.q_NL.w(), k.q_NL.x(), k.q_NL.y(), k.q_NL.z()};
  Eigen::Map<Vec6>(now.link.nu_B.data()) = k.nu_L;
  Eigen::Map<Vec6>(now.nu_r_B.data()) = water.nu_r;
  Eigen::Map<Vec3>(now.water_velocity_N.data()) = water.velocity_N;
  now.density_kg_m3 = water.density;
  now.gravity_m_s2 = gravity_m_s2_;
  return now;
}

void Forces::add_listed_forces(const World& world, const environment::SeaInstant& instant,
                               const LinkKinematics& k, const Around& water, Columns& columns,
                               LinkLoad& load) const {
  const extension::ForceContext now = force_context(instant.time_s(), k, water);
  const IndexRange range = forces_on_[columns.link];
  Vec6 total = Vec6::Zero();
  for (int i = range.begin; i < range.end(); ++i) {
    const LinkForce& force = world.forces[i];
    const extension::ForceAction action =
        force.kind->act(force.config.data(), now,
                        {columns.state.force_state.data() + force.state_begin, force.state_size});
    require_finite(*force.kind, action.wrench_B, "its wrench");
    require_finite(*force.kind, action.damping_B, "its damping");
    total += Eigen::Map<const Vec6>(action.wrench_B.data());
    if (implicit_damping_)
      load.damping_L +=
          Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>>(action.damping_B.data());
  }
  columns.add(WrenchTerm::kExtension, total);
}

void Forces::add_mud(const World& world, const LinkKinematics& k, Columns& columns,
                     LinkLoad& load) const {
  const HeldByMud& held = *mud_[columns.link];
  const Vec3 p_N = k.p_NL_N + k.R_NL * held.body.centre_L();
  Vec6 wrench = Vec6::Zero();
  for (const int i : held.layers) {
    const MudLayer& layer = world.mud[i];
    const double fraction = environment::area_fraction(
        layer.area, environment::inside_area_m(layer.area, p_N.x(), p_N.y()));
    if (fraction == 0) continue;
    const double surface_m = sea_.seabed().depth(p_N.x(), p_N.y()) - fraction * layer.thickness_m;
    const MudLoad mud = mud_load(layer, held.body, k.p_NL_N, k.R_NL, k.nu_L, surface_m);
    wrench += mud.tau_L;
    load.damping_L += mud.damping_L;
  }
  columns.add(WrenchTerm::kMud, wrench);
}

const SurfaceLoads& Forces::press_surface(const environment::SeaInstant& instant,
                                          const LinkKinematics& k, const Around& water, int link,
                                          ThreadArena* arena) {
  SurfaceQuery query;
  query.time_s = instant.wave_time_s();
  query.p_NL_N = k.p_NL_N;
  query.R_NL = k.R_NL;
  query.nu_L = k.nu_L;
  query.current_N = water.current_N;
  query.wind_N = instant.wind_N(-k.p_NL_N.z());
  query.density_kg_m3 = water.density;
  query.gravity_m_s2 = gravity_m_s2_;
  query.wave_factor = instant.wave_factor();
  query.damping = implicit_damping_;
  const Vec3 v_C_L = water.nu_r.head<3>() + Vec3(water.nu_r.tail<3>())
                                                .cross(surfaces_[link]->faces().center_L());
  return surfaces_[link]->evaluate_sinking(query, step_s_ * k.R_NL.row(2).dot(v_C_L), arena);
}

// Attitude of a surface craft relative to the surface under its length and beam.
Mat3 Forces::on_slope(const environment::SeaInstant& instant, const World& world, int link,
                      const LinkKinematics& k) const {
  const Vec3& size = world.vehicles[links_[link].vehicle].size_m;
  const double half = 0.25 * (size.x() + size.y());
  const double n = k.p_NL_N.x(), e = k.p_NL_N.y();
  const double north = instant.elevation(n + half, e) - instant.elevation(n - half, e);
  const double east = instant.elevation(n, e + half) - instant.elevation(n, e - half);
  return attitude_on_slope(k.R_NL, north / (2 * half), east / (2 * half));
}

}  // namespace hadal::dynamics
