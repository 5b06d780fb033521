// What the sea is made of: parameters of the water column and of the currents. Plain data in SI and
// radians, filled at load; the queries are in environment/. Directions are headings in radians,
// clockwise from north, and say where the water (or the wind) goes TO.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "math/table.h"
#include "math/types.h"

namespace hadal::inline world {

enum class SoundSpeedFormula { mackenzie, chen_millero, del_grosso };

// Temperature is ITS-90 in degrees Celsius, salinity practical (PSS-78). Profiles are over depth in
// metres, linear between the points and constant beyond the ends.
struct WaterParameters {
  LinearTable temperature_degc{{0.0}, {10.0}};
  LinearTable salinity_psu{{0.0}, {35.0}};
  double latitude_rad = 0.7853981633974483;
  double atmospheric_pressure_pa = 101325;
  std::optional<double> density_kg_m3;  // replaces the equation of state: p = p_atm + rho g d
  std::optional<double> gravity_m_s2;   // replaces WGS-84 normal gravity, at every depth
  SoundSpeedFormula sound_speed_formula = SoundSpeedFormula::chen_millero;
  LinearTable sound_speed_m_s;  // replaces the formula unless empty
};

// The same velocity everywhere.
struct UniformCurrent {
  Vec3 velocity_N_m_s = Vec3::Zero();
};

// factor(t) = mean + amplitude cos(2 pi t / period - phase), t since the start of the simulation.
// {1, 0} is steady, {1, A} swings about the table, {0, 1} reverses like a tide.
struct PeriodicFactor {
  double mean = 1;
  double amplitude = 0;
  double period_s = 44714.16;  // M2
  double phase_rad = 0;
};

// Velocity over depth, linear between strictly rising depths, end values beyond the ends.
struct StratifiedCurrent {
  std::vector<double> depth_m;
  std::vector<Vec3> velocity_N_m_s;
  PeriodicFactor factor;
};

struct TidalConstituent {
  double speed_rad_s = 0;
  double amplitude_m_s = 0;
  double phase_rad = 0;
};

// Signed speed along the flood; without an ebb direction the ebb runs opposite to the flood.
struct TideDirection {
  double flood_toward_rad = 0;
  std::optional<double> ebb_toward_rad;
};

struct HarmonicTideCurrent {
  std::vector<TidalConstituent> constituents;
  int64_t epoch_unix_ns = 0;  // the phases are those of this moment
  TideDirection direction;
};

// One line of a tidal current prediction: an extreme (speed > 0 flood, < 0 ebb) or a slack (0).
struct TideEvent {
  int64_t unix_ns = 0;
  double speed_m_s = 0;
};

struct StationTideCurrent {
  std::vector<TideEvent> events;  // strictly rising in time, at least two
  TideDirection direction;
};

// Turbulent bottom boundary layer, u = (u*/kappa) ln(altitude / z0).
struct LogLayerCurrent {
  double friction_velocity_m_s = 0.02;
  double roughness_m = 0.001;
  // The speed holds above this altitude; infinite: as high as the water is deep.
  double thickness_m = 50;
  std::optional<double> seabed_depth_m;  // unset: the seabed below the place asked for
  double toward_rad = 0;
};

// u = u_surface ((seabed - depth) / seabed)^exponent, zero at the seabed.
struct PowerLawCurrent {
  double surface_speed_m_s = 0;
  double exponent = 1.0 / 7.0;
  std::optional<double> seabed_depth_m;  // unset: the seabed below the place asked for
  double toward_rad = 0;
};

// Wind-driven Ekman spiral of a deep sea under a steady wind.
struct EkmanCurrent {
  double surface_speed_m_s = 0;
  double influence_depth_m = 40;
  double wind_toward_rad = 0;
  bool southern_hemisphere = false;
  std::optional<double> wind_speed_m_s;  // at 10 m: surface speed and influence depth follow
};

// dV/dt = -(V - mean) / correlation_time + white noise, with a stationary standard deviation, for
// each of three components independently: along `toward`, to the right of it, and down. With
// toward = 0 they are north, east and down.
struct GaussMarkovCurrent {
  Vec3 mean_m_s = Vec3::Zero();
  Vec3 standard_deviation_m_s = Vec3::Zero();
  double correlation_time_s = 60;
  double toward_rad = 0;
};

// Turbulent round jet from a nozzle (environment/current/current_streams.h).
struct JetCurrent {
  Vec3 nozzle_N = Vec3::Zero();
  Vec3 direction_N = Vec3::UnitX();  // unit
  double exit_speed_m_s = 0;
  double diameter_m = 1;
  double spread_rad = 0.1141;  // angle of the 1/e width
};

// Flow through a straight pipe.
struct PipeCurrent {
  Vec3 from_N = Vec3::Zero();
  Vec3 to_N = Vec3::UnitX();
  double radius_m = 0.5;
  double mean_speed_m_s = 0;
  bool turbulent = true;
};

// Velocities of an ocean model at the points of four axes, read from a file. Axes rise strictly; an
// axis of one point means "the same everywhere". Values are m/s, NaN where there is no water, and
// run over time, depth, latitude and longitude, the last one fastest. Without down, it is zero.
struct CurrentGrid {
  std::vector<double> unix_s, depth_m, latitude_deg, longitude_deg;
  std::vector<float> east, north, down;
};

struct GriddedCurrent {
  std::string file;
  std::string east, north, down;  // names of variables; found when empty
  bool from_start = false;        // the first moment of the file is the start of the simulation
  size_t memory_bytes = size_t{512} << 20;
  std::shared_ptr<const CurrentGrid> grid;  // filled when the field is opened
};

using CurrentModel =
    std::variant<UniformCurrent, StratifiedCurrent, HarmonicTideCurrent, StationTideCurrent,
                 LogLayerCurrent, PowerLawCurrent, EkmanCurrent, GaussMarkovCurrent, JetCurrent,
                 PipeCurrent, GriddedCurrent>;

// One contribution to the current; it acts where top_m <= depth < bottom_m.
struct CurrentSource {
  std::string name;
  CurrentModel model;
  double top_m = -std::numeric_limits<double>::infinity();
  double bottom_m = std::numeric_limits<double>::infinity();
};

}  // namespace hadal::world
