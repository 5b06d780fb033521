#include "environment/silt/silt.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "environment/silt/grains.h"
#include "environment/water/seawater.h"

namespace hadal::environment {
namespace {

constexpr double kSiltRate_hz = 1 / kSiltStep_s;
constexpr double kLowestMiddle = -3;      // of s_v
constexpr double kLiftEfficiency = 0.01;  // Bagnold
constexpr double kLift_m = 0.1;
constexpr double kTouchCloud_m = 0.15;      // s_h of what a touch-down lifts
constexpr double kUprightOfLevel = 0.3;     // its s_v / s_h
constexpr double kWallJetThickness = 0.12;  // of the distance it has come
constexpr double kAlike = 1;                // puffs less unlike than this become one
constexpr double kLeastPuff_kg = 1e-9;
constexpr double kNearestBed_m = 0.05;
constexpr double kSteepestWash = 0.1;  // jets more level than this are left out

double phi(double x) {
  return std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi);
}
double below(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

std::span<Puff> puffs_in(const World& world, State& state) {
  return {reinterpret_cast<Puff*>(state.silt.data() + kSiltHead +
                                  kSiltPending * world.vehicles.size()),
          static_cast<size_t>(world.silt->puffs)};
}

// Whether two puffs are at least so unlike by their places alone.
bool far_apart(const Puff& a, const Puff& b, double unlike) {
  const double dn = a.north_m - b.north_m, de = a.east_m - b.east_m;
  return dn * dn + de * de >= unlike * (a.level_m2 + b.level_m2);
}

// Puffs that have become alike as they grew.
void join_alike(std::span<Puff> puffs) {
  for (size_t i = 0; i < puffs.size(); ++i)
    for (size_t j = i + 1; j < puffs.size(); ++j) {
      Puff &a = puffs[i], &b = puffs[j];
      if (a.mass_kg <= 0 || b.mass_kg <= 0 || a.material != b.material) continue;
      if (far_apart(a, b, kAlike) || unlikeness(a, b) >= kAlike) continue;
      a = merged(a, b);
      b = {};
    }
}

bool can_be_eroded(const Material& material) {
  return material.grain_m > 0 && material.erosion_rate_kg_m2_s > 0;
}

}  // namespace

static_assert(std::is_trivially_copyable_v<Puff>);

size_t silt_values(const World& world) {
  if (!world.silt) return 0;
  return kSiltHead + kSiltPending * world.vehicles.size() +
         kPuffValues * static_cast<size_t>(world.silt->puffs);
}

std::span<const Puff> puffs_of(const World& world, std::span<const double> silt) {
  if (silt.empty()) return {};
  return {reinterpret_cast<const Puff*>(silt.data() + kSiltHead +
                                        kSiltPending * world.vehicles.size()),
          static_cast<size_t>(world.silt->puffs)};
}
std::span<const Puff> puffs_of(const World& world, const State& state) {
  return puffs_of(world, std::span<const double>(state.silt));
}

double fraction_above_bed(const Puff& puff) {
  return below(puff.height_m / std::sqrt(puff.upright_m2));
}

double mean_height_m(const Puff& puff) {
  const double s = std::sqrt(puff.upright_m2), x = puff.height_m / s;
  return puff.height_m + s * phi(x) / below(x);
}

double silt_concentration_kg_m3(std::span<const Puff> puffs, const Vec3& p_N) {
  double sum = 0;
  for (const Puff& p : puffs) {
    if (p.mass_kg <= 0 || p_N.z() > p.bed_m) continue;
    const double dn = p_N.x() - p.north_m, de = p_N.y() - p.east_m;
    const double dh = p.bed_m - p_N.z() - p.height_m;
    const double q = (dn * dn + de * de) / p.level_m2 + dh * dh / p.upright_m2;
    const double volume = std::pow(2 * std::numbers::pi, 1.5) * p.level_m2 *
                          std::sqrt(p.upright_m2) * fraction_above_bed(p);
    sum += p.mass_kg / volume * std::exp(-0.5 * q);
  }
  return sum;
}

SiltMass silt_mass(const World& world, const State& state) {
  SiltMass out;
  if (state.silt.empty()) return out;
  out.eroded_kg = state.silt[0], out.deposited_kg = state.silt[1];
  for (size_t v = 0; v < world.vehicles.size(); ++v)
    out.suspended_kg += state.silt[kSiltHead + kSiltPending * v];
  for (const Puff& puff : puffs_of(world, state))
    out.suspended_kg += puff.mass_kg, out.puffs += puff.mass_kg > 0 ? 1 : 0;
  return out;
}

double settle(Puff& puff, double settling_m_s, double level_m2_s, double upright_m2_s,
              double duration_s) {
  const double s = std::sqrt(puff.upright_m2), before = puff.mass_kg;
  const double lower_m = puff.height_m - settling_m_s * duration_s;
  puff.mass_kg *= below(lower_m / s) / below(puff.height_m / s);
  puff.level_m2 += 2 * level_m2_s * duration_s;
  puff.upright_m2 += 2 * upright_m2_s * duration_s;
  puff.height_m = std::max(lower_m, kLowestMiddle * std::sqrt(puff.upright_m2));
  if (puff.mass_kg < kLeastPuff_kg) puff.mass_kg = 0;
  return before - puff.mass_kg;
}

double unlikeness(const Puff& a, const Puff& b) {
  const double dn = a.north_m - b.north_m, de = a.east_m - b.east_m;
  const double dz = (a.bed_m - a.height_m) - (b.bed_m - b.height_m);
  const double wider = std::log(a.level_m2 / b.level_m2);
  const double higher = std::log(a.upright_m2 / b.upright_m2);
  return (dn * dn + de * de) / (a.level_m2 + b.level_m2) +
         dz * dz / (a.upright_m2 + b.upright_m2) + 0.25 * (wider * wider + higher * higher);
}

Puff merged(const Puff& a, const Puff& b) {
  Puff out = a;
  out.mass_kg = a.mass_kg + b.mass_kg;
  const double fa = a.mass_kg / out.mass_kg, fb = b.mass_kg / out.mass_kg;
  out.north_m = fa * a.north_m + fb * b.north_m;
  out.east_m = fa * a.east_m + fb * b.east_m;
  out.bed_m = fa * a.bed_m + fb * b.bed_m;
  out.height_m = fa * a.height_m + fb * b.height_m;
  const double dn = a.north_m - b.north_m, de = a.east_m - b.east_m, dh = a.height_m - b.height_m;
  out.level_m2 = fa * a.level_m2 + fb * b.level_m2 + fa * fb * (dn * dn + de * de) / 2;
  out.upright_m2 = fa * a.upright_m2 + fb * b.upright_m2 + fa * fb * dh * dh;
  return out;
}

double add_puff(const Puff& puff, std::span<Puff> puffs) {
  Puff* free = nullptr;
  Puff* like = nullptr;
  double least = kAlike;
  for (Puff& other : puffs) {
    if (other.mass_kg <= 0) {
      if (!free) free = &other;
    } else if (other.material == puff.material && !far_apart(puff, other, least)) {
      if (const double u = unlikeness(puff, other); u < least) least = u, like = &other;
    }
  }
  if (like) return *like = merged(*like, puff), 0;
  if (free) return *free = puff, 0;
  Puff* one = nullptr;
  Puff* two = nullptr;  // none: the new one
  least = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < puffs.size(); ++i) {
    const auto weigh = [&](const Puff& with, Puff* second) {
      if (with.material != puffs[i].material || far_apart(puffs[i], with, least)) return;
      if (const double u = unlikeness(puffs[i], with); u < least)
        least = u, one = &puffs[i], two = second;
    };
    weigh(puff, nullptr);
    for (size_t j = i + 1; j < puffs.size(); ++j) weigh(puffs[j], &puffs[j]);
  }
  if (!one) return puff.mass_kg;
  *one = merged(*one, two ? *two : puff);
  if (two) *two = puff;
  return 0;
}

Silt::Silt(const World& world, const Sea& sea) : sea_(sea), config_(world.silt) {
  if (!config_ || !sea.seabed().exists()) {
    config_.reset();
    return;
  }
  const double depth_m = std::max(0.0, sea.seabed().depth(0, 0));
  density_kg_m3_ = sea.water().density(depth_m);
  const double viscosity =
      environment::viscosity(sea.water().salinity(depth_m), sea.water().temperature(depth_m)) /
      density_kg_m3_;
  for (const Material& m : world.materials.materials)
    settling_m_s_.push_back(m.grain_m > 0 ? settling_speed_m_s(m.grain_m, density_kg_m3_, viscosity,
                                                               sea.gravity_m_s2())
                                          : 0);
  size_t jets = 0;
  for (const Actuator& actuator : world.actuators) jets += actuator.kind->gives_thrust() ? 1 : 0;
  washes_.reserve(jets);
}

void Silt::start(const World& world, State& state) const {
  state.silt.assign(empty() ? 0 : silt_values(world), 0.0);
}

void Silt::advance(const World& world, const SeaInstant& instant, State& state) {
  lift_by_contacts(world, state);
  const Rate rate(kSiltRate_hz, world.clock);
  const int64_t steps = rate.samples_through(state.tick + 1) - rate.samples_through(state.tick);
  if (steps == 0) return;
  const std::span<Puff> puffs = puffs_in(world, state);
  find_washes(world, state);
  for (int64_t step = 0; step < steps; ++step) {
    move_puffs(instant, state, puffs);
    erode(world, state, puffs);
    join_alike(puffs);
  }
}

// Of contacts of the last step: the work of the force along the mean velocity of the point.
void Silt::lift_by_contacts(const World& world, State& state) const {
  const double dt = world.clock.step_s();
  const double weight_m_s2 = sea_.gravity_m_s2() * (1 - density_kg_m3_ / kGrainDensity_kg_m3);
  for (int64_t i = 0; i < state.contact_count[0]; ++i) {
    if (state.contact_links[2 * i + 1] >= 0) continue;
    const auto link = static_cast<size_t>(state.contact_links[2 * i]);
    const double* values = &state.contact_values[kContactValues * static_cast<size_t>(i)];
    const Eigen::Map<const Vec3> p_N(values), force_N(values + 6);
    const Material& ground = world.materials.materials[static_cast<size_t>(
        sea_.seabed().material(p_N.x(), p_N.y()))];
    if (!can_be_eroded(ground)) continue;
    const Quat& q = state.q_NL[link];
    const Vec3 r_N = p_N - state.p_NL_N[link];
    const Vec3 v_N = q * Vec3(state.nu_L[link].head<3>()) +
                     (q * Vec3(state.nu_L[link].tail<3>())).cross(r_N);
    const Vec3 a_N = state.a_NL_N[link] + (q * state.alpha_NL_L[link]).cross(r_N);
    const Vec3 mean_N = v_N - 0.5 * dt * a_N;
    const double slowest = std::sqrt(ground.erosion_shear_pa / density_kg_m3_);
    const double work_j = -force_N.dot(mean_N) * dt;
    if (work_j <= 0 || mean_N.norm() < slowest) continue;
    const double mass_kg = kLiftEfficiency * work_j / (weight_m_s2 * kLift_m);
    double* pending = &state.silt[kSiltHead + kSiltPending *
                                                  static_cast<size_t>(world.links[link].vehicle)];
    pending[0] += mass_kg, pending[1] += mass_kg * p_N.x(), pending[2] += mass_kg * p_N.y();
    state.silt[0] += mass_kg;
  }
}

void Silt::find_washes(const World& world, const State& state) {
  washes_.clear();
  for (const Actuator& actuator : world.actuators) {
    if (!actuator.kind->gives_thrust()) continue;
    const double thrust_n = state_of(actuator, state)[extension::kThrust];
    if (thrust_n == 0) continue;
    const extension::ThrustAbility ability = actuator.thrust_ability(density_kg_m3_);
    const auto link = static_cast<size_t>(actuator.link);
    const Quat& q = state.q_NL[link];
    const Vec3 from_N = state.p_NL_N[link] + q * Vec3(ability.position_B.data());
    const Vec3 along_N = q * Vec3(ability.axis_B.data()) * (thrust_n > 0 ? -1 : 1);
    if (along_N.z() < kSteepestWash) continue;
    // To the bed: where the bed below the last guess would be met.
    Vec3 p_N = from_N;
    double distance_m = 0;
    for (int i = 0; i < 4; ++i) {
      const double bed_m = sea_.seabed().depth(p_N.x(), p_N.y());
      distance_m = std::max(kNearestBed_m, (bed_m - from_N.z()) / along_N.z());
      p_N = from_N + distance_m * along_N;
    }
    if (!std::isfinite(distance_m) || from_N.z() < 0) continue;
    const Vec3 normal_N = sea_.seabed().normal_N(p_N.x(), p_N.y());
    const double size_n = std::abs(thrust_n);
    washes_.push_back({p_N.x(), p_N.y(), sea_.seabed().depth(p_N.x(), p_N.y()), distance_m,
                       size_n * std::max(0.0, -along_N.dot(normal_N)),
                       std::sqrt(size_n / density_kg_m3_),
                       sea_.seabed().material(p_N.x(), p_N.y())});
  }
}

void Silt::move_puffs(const SeaInstant& instant, State& state, std::span<Puff> puffs) const {
  for (Puff& p : puffs) {
    if (p.mass_kg <= 0) continue;
    if (!(p.material >= 0 && p.material < static_cast<double>(settling_m_s_.size()))) {
      state.silt[1] += p.mass_kg;  // of a damaged snapshot
      p = {};
      continue;
    }
    const Vec3 current_N =
        instant.current_N({p.north_m, p.east_m, p.bed_m - mean_height_m(p)});
    p.north_m += kSiltStep_s * current_N.x(), p.east_m += kSiltStep_s * current_N.y();
    const double bed_m = sea_.seabed().depth(p.north_m, p.east_m);
    if (std::isfinite(bed_m)) p.bed_m = bed_m;
    double level = config_->horizontal_diffusivity_m2_s;
    double upright = config_->vertical_diffusivity_m2_s;
    for (const Wash& wash : washes_) {
      const double dn = p.north_m - wash.north_m, de = p.east_m - wash.east_m;
      const double reach_m2 = p.level_m2 + wash.distance_m * wash.distance_m;
      const double near = wash.momentum * std::exp(-0.5 * (dn * dn + de * de) / reach_m2);
      level += kWallJetSpread * near, upright += kJetMixing * near;
    }
    state.silt[1] += settle(p, settling_m_s_[static_cast<size_t>(p.material)], level, upright,
                            kSiltStep_s);
  }
}

void Silt::take_up(const Puff& puff, State& state, std::span<Puff> puffs) const {
  state.silt[1] += add_puff(puff, puffs);
}

void Silt::erode(const World& world, State& state, std::span<Puff> puffs) const {
  for (const Wash& wash : washes_) {
    const Material& bed = world.materials.materials[static_cast<size_t>(wash.material)];
    if (!can_be_eroded(bed)) continue;
    const double stress = wash_stress_pa(wash.normal_thrust_n, wash.distance_m);
    const WashErosion erosion = wash_erosion(stress / bed.erosion_shear_pa);
    const double square_m2 = wash.distance_m * wash.distance_m;
    const double mass_kg = bed.erosion_rate_kg_m2_s * square_m2 * erosion.area * kSiltStep_s;
    if (mass_kg < kLeastPuff_kg) continue;
    const double spread_m2 = erosion.spread * square_m2;
    state.silt[0] += mass_kg;
    take_up({wash.north_m, wash.east_m, wash.bed_m, 0, spread_m2 / 2,
             kWallJetThickness * kWallJetThickness * spread_m2, mass_kg,
             static_cast<double>(wash.material)},
            state, puffs);
  }
  for (size_t v = 0; v < world.vehicles.size(); ++v) {
    double* pending = &state.silt[kSiltHead + kSiltPending * v];
    if (pending[0] < kLeastPuff_kg) continue;
    const double north_m = pending[1] / pending[0], east_m = pending[2] / pending[0];
    constexpr double kUpright_m = kUprightOfLevel * kTouchCloud_m;
    take_up({north_m, east_m, sea_.seabed().depth(north_m, east_m), 0,
             kTouchCloud_m * kTouchCloud_m, kUpright_m * kUpright_m, pending[0],
             static_cast<double>(sea_.seabed().material(north_m, east_m))},
            state, puffs);
    pending[0] = pending[1] = pending[2] = 0;
  }
}

}  // namespace hadal::environment
