// Sediment stirred up from the seabed: clouds of puffs that drift, spread, settle and lie down again.
//
// A puff is a Gaussian of mass m of one material about a place, with standard deviations s_h level
// and s_v upright, cut off at the bed and scaled to hold m above it. With h the height of its middle
// above the bed, Phi the normal distribution and phi its density:
//   it moves with the current at its mean height;
//   s_h^2 and s_v^2 grow by 2 K t: of the water, and of the washes near by (wash.h). For h = 0 this is
//     diffusion above a bed that lets nothing through, exactly; else nearly;
//   h falls with the settling speed w (grains.h);
//   what reaches the bed stays: m falls as Phi((h - w t) / s_v), which is exact without diffusion.
//     h stays above -3 s_v, the shape of a cloud that diffusion holds up against settling.
//
// Sources, every kSiltStep_s: the wash of each thruster that blows at the bed (wash.h), and links
// that touch down: of the work W that the contact with the ground takes, the hundredth (the
// efficiency of Bagnold, "An approach to the sediment transport problem", USGS 422-I, 1966) lifts
// grains by 0.1 m against their weight in the water. Contacts slower than sqrt(tau_c / rho) lift
// none. Erosion does not lower the seabed, and nobody feels a cloud.
//
// Puffs of the same material that are nearly alike become one: mass, middle and mean squares are
// kept. So do the two most alike when all places are taken. Nothing is lost:
//   suspended + deposited = eroded, to rounding.
//
// State::silt: eroded and deposited mass, then per vehicle what touch-downs lifted since the last step
// (mass, mass times north and east), then kPuffValues per puff; a puff of mass 0 is free.
#pragma once
#include <optional>
#include <vector>

#include "environment/sea.h"
#include "environment/silt/wash.h"

namespace hadal::environment {

constexpr double kSiltStep_s = 0.1;
constexpr size_t kSiltHead = 2, kSiltPending = 3;

struct Puff {
  double north_m = 0, east_m = 0;
  double bed_m = 0;       // depth of the seabed below it
  double height_m = 0;    // of its middle above that; may be below
  double level_m2 = 0;    // s_h^2
  double upright_m2 = 0;  // s_v^2
  double mass_kg = 0;
  double material = 0;  // index into the material table
};
constexpr size_t kPuffValues = sizeof(Puff) / sizeof(double);

// The puffs of a state; an empty span without silt.
std::span<const Puff> puffs_of(const World& world, const State& state);
std::span<const Puff> puffs_of(const World& world, std::span<const double> silt);
size_t silt_values(const World& world);

// Fraction of its Gaussian above the bed, and the mean height of what is there.
double fraction_above_bed(const Puff& puff);
double mean_height_m(const Puff& puff);
// kg/m^3, all puffs together; 0 below the bed.
double silt_concentration_kg_m3(std::span<const Puff> puffs, const Vec3& p_N);

struct SiltMass {
  double eroded_kg = 0, deposited_kg = 0, suspended_kg = 0;
  int puffs = 0;
};
SiltMass silt_mass(const World& world, const State& state);

// Spreads, settles and deposits over a time, with settling speed w; returns the deposited mass.
double settle(Puff& puff, double settling_m_s, double level_m2_s, double upright_m2_s,
              double duration_s);
// How little alike two puffs are: squares of distance over size and of ratios of sizes.
double unlikeness(const Puff& a, const Puff& b);
Puff merged(const Puff& a, const Puff& b);
// Puts a puff among the others, by the rules above. Mass that finds no place is returned (as many
// materials as puffs).
double add_puff(const Puff& puff, std::span<Puff> puffs);

class Silt {
 public:
  // Keeps the sea.
  Silt(const World& world, const Sea& sea);
  bool empty() const { return !config_; }

  void start(const World& world, State& state) const;
  // From the tick of the state to the next one. `instant` is that of the state.
  void advance(const World& world, const SeaInstant& instant, State& state);

 private:
  struct Wash {  // a jet on the bed
    double north_m, east_m, bed_m, distance_m, normal_thrust_n, momentum;  // sqrt(T / rho)
    int material;
  };
  void lift_by_contacts(const World& world, State& state) const;
  void find_washes(const World& world, const State& state);
  void move_puffs(const SeaInstant& instant, State& state, std::span<Puff> puffs) const;
  void erode(const World& world, State& state, std::span<Puff> puffs) const;
  void take_up(const Puff& puff, State& state, std::span<Puff> puffs) const;

  const Sea& sea_;
  std::optional<SiltConfig> config_;
  double density_kg_m3_ = 1025;
  std::vector<double> settling_m_s_;  // by material
  std::vector<Wash> washes_;          // scratch
};

}  // namespace hadal::environment
