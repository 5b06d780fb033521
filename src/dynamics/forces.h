// All forces of the water, of mud and of the actuators on all links, one wrench column each.
//
// Per step: begin_step() advances the actuators (each over the whole step with its middle value
// acting), then at every stage of the integrator apply() writes the wrench columns of the state and
// the loads of the multibody, and finish_step() adds up the energy and advances the forces that
// links list by themselves.
#pragma once
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/arena.h"
#include "dynamics/link_water.h"
#include "dynamics/mud.h"
#include "dynamics/multibody/multibody.h"
#include "dynamics/near_bodies.h"
#include "dynamics/surface/surface_body.h"
#include "environment/current_acceleration.h"
#include "environment/queries/sea_queries.h"
#include "environment/sea.h"
#include "environment/waves/wave_flow.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::dynamics {

class Forces {
 public:
  Forces(const World& world, const environment::Sea& sea,
         const environment::AcousticField& sound);

  // Storage of actuators and wrenches in the state, and their start.
  void start(const World& world, State& state) const;

  // The wrench columns of the moment of the start, with the actuators as they are.
  void act_at_start(const World& world, const environment::SeaInstant& instant, State& state,
                    Multibody& bodies, ThreadArena& arena);

  void begin_step(const World& world, State& state);
  void apply(const World& world, const environment::SeaInstant& instant, State& state,
             Multibody& bodies, ThreadArena& arena);
  void finish_step(const World& world, const environment::SeaInstant& instant,
                   const Multibody& bodies, State& state);

 private:
  // The water around a link.
  struct Around {
    double density = 0;
    Vec3 current_N, velocity_N, velocity_L;  // velocity: with the waves
    environment::WaveFlow waves;
    Vec6 nu_r;
    double depth_m = 0;  // of the origin below the surface above it
    Immersed wet;        // of a link described by coefficients, all of which fade with it
  };
  Around around(const environment::SeaInstant& instant, const Link& model,
                const LinkKinematics& k) const;
  environment::WaveFlow wave_flow(const environment::SeaInstant& instant, const Vec3& p_N) const;
  // DU/Dt where the waves are `waves` and the water as a whole has the velocity.
  Vec3 acceleration_N(const environment::SeaInstant& instant, int link, const Vec3& p_N,
                      const environment::WaveFlow& waves, const Vec3& velocity_N) const;
  struct Columns;
  // A link that mud may hold, and the layers that do.
  struct HeldByMud {
    explicit HeldByMud(MudBody b) : body(std::move(b)) {}
    MudBody body;
    std::vector<int> layers;  // into World::mud
  };
  void apply_to_link(const World& world, const environment::SeaInstant& instant, State& state,
                     Multibody& bodies, int link, ThreadArena* arena);
  const SurfaceLoads& press_surface(const environment::SeaInstant& instant, const LinkKinematics& k,
                                    const Around& water, int link, ThreadArena* arena);
  Mat3 on_slope(const environment::SeaInstant& instant, const World& world, int link,
                const LinkKinematics& k) const;
  void water_on_faces(const SurfaceLoads& surface, const environment::SeaInstant& instant,
                      const LinkKinematics& k, const Around& water, Columns& columns,
                      LinkLoad& load) const;
  Vec6 accelerated_water_on_faces(const SurfaceLoads& surface,
                                  const environment::SeaInstant& instant,
                                  const LinkKinematics& k, const Around& water, int link,
                                  const Mat6& added_mass_L) const;
  void water_on_body(const World& world, const environment::SeaInstant& instant,
                     const LinkKinematics& k, const Around& water, Columns& columns,
                     LinkLoad& load) const;
  // What added mass does that grows so; returns the wrench.
  Vec6 cross_surface(const Mat6& added_mass_L, const Vec6& growth_L, const Vec6& nu_r,
                     LinkLoad& load) const;
  // The added mass of a hull of panels near the surface, and what its change does.
  Vec6 panels_at_surface(const SurfaceLoads& surface, const LinkKinematics& k, const Vec6& nu_r,
                         int link, LinkLoad& load) const;
  void add_hull_forces(const World& world, std::span<const LinkKinematics> links, const Around& water,
                       Columns& columns, LinkLoad& load);
  void add_actuators(const World& world, std::span<const LinkKinematics> links, const Around& water,
                     Columns& columns, LinkLoad& load);
  void add_listed_forces(const World& world, const environment::SeaInstant& instant,
                         const LinkKinematics& k, const Around& water, Columns& columns,
                         LinkLoad& load) const;
  extension::ForceContext force_context(double time_s, const LinkKinematics& k,
                                      const Around& water) const;
  void add_mud(const World& world, const LinkKinematics& k, Columns& columns, LinkLoad& load) const;

  // forces_actuators.cpp
  void group_actuators(const World& world);
  static double voltage_v(const World& world, const State& state, int vehicle);
  // Of the actuators of a link that a column counts.
  Vec6 actuators(const World& world, State& state, const IndexRange& range,
                 std::span<const LinkKinematics> links, const Around& water, LinkLoad& load);

  const environment::Sea& sea_;
  environment::SeaQueries queries_;  // for forces that links list and actuators
  double gravity_m_s2_;
  double step_s_;
  bool implicit_damping_;
  bool calm_;
  environment::CurrentAcceleration currents_;
  bool water_accelerates_;         // waves, or a current that changes with time or place
  std::vector<double> lengths_m_;  // per link, of the body against which the currents change
  // Per link, parts of actuator_order_, which lists actuators by link and column.
  // Of thrust and fins first those that fade with the link, then those that meet the surface by
  // themselves.
  struct ActuatorsOnLink {
    IndexRange ballast, thrust, own_thrust, fins, own_fins;
  };
  std::vector<ActuatorsOnLink> actuators_on_;
  std::vector<int> actuator_order_;
  std::vector<IndexRange> forces_on_;  // per link, of World::forces
  std::vector<Link> links_;  // with lift slopes and drag coefficients filled in
  std::vector<double> emerges_m_;  // per link: all of it is wet below this depth, if it is to fade
  std::vector<char> diagonal_damping_;                  // per link
  std::vector<std::unique_ptr<SurfaceBody>> surfaces_;  // of links with a wetted surface
  std::vector<std::optional<HeldByMud>> mud_;           // of links that a layer may hold
  std::vector<double> actuator_middle_;  // State::actuator_state in the middle of the step
  bool actuators_checked_ = false;       // one of them is of an extension
  bool actuators_need_surroundings_ = false;  // one of them does
  std::optional<NearBodies> near_bodies_;     // then, in a world with collision shapes
};

}  // namespace hadal::dynamics
