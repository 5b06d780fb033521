// The kinds of cases, told by the longest known prefix of a directory's name. Each runner builds a
// scenario or a query from the case, lets the program's models work, and reports its checks.
#pragma once
#include <string>

#include "runner/case.h"
#include "runner/report.h"
#include "runner/tank.h"

namespace hadal::validation {

using Runner = void (*)(const Case&, const Settings&, CaseReport&);

struct Kind {
  const char* prefix;
  Runner run;  // nullptr: known, but of a part of the program that has no runner yet
};

// nullptr for an unknown name.
const Kind* kind_of(const std::string& name);

// body_cases.cpp, shipped_vehicles.cpp, videoray.cpp
void run_body_case(const Case&, const Settings&, CaseReport&);  // bluerov2heavy, rexrov, lauv
void run_dsrv(const Case&, const Settings&, CaseReport&);
void run_openrov(const Case&, const Settings&, CaseReport&);
void run_otter(const Case&, const Settings&, CaseReport&);
void run_remus100(const Case&, const Settings&, CaseReport&);
void run_videoray(const Case&, const Settings&, CaseReport&);
// torpedoes.cpp
void run_mss_remus100(const Case&, const Settings&, CaseReport&);
void run_nps_auv(const Case&, const Settings&, CaseReport&);
void run_torpedo(const Case&, const Settings&, CaseReport&);
// free_vehicles.cpp
void run_free_vehicles(const Case&, const Settings&, CaseReport&);
// bodies.cpp
void run_free_rigid_body(const Case&, const Settings&, CaseReport&);
void run_kirchhoff(const Case&, const Settings&, CaseReport&);
void run_falling_sphere(const Case&, const Settings&, CaseReport&);
void run_linear_quadratic(const Case&, const Settings&, CaseReport&);
void run_floating_box(const Case&, const Settings&, CaseReport&);
void run_submerged_roll(const Case&, const Settings&, CaseReport&);
void run_partial_sphere(const Case&, const Settings&, CaseReport&);
// wetted.cpp
void run_inclined_box(const Case&, const Settings&, CaseReport&);
void run_partial_cylinder(const Case&, const Settings&, CaseReport&);
void run_mesh_drag(const Case&, const Settings&, CaseReport&);
// pendulums.cpp
void run_double_pendulum(const Case&, const Settings&, CaseReport&);
void run_submerged_pendulum(const Case&, const Settings&, CaseReport&);
// joints.cpp
void run_joint_servo(const Case&, const Settings&, CaseReport&);
void run_dc_motor_step(const Case&, const Settings&, CaseReport&);
void run_joint_friction(const Case&, const Settings&, CaseReport&);
// arms.cpp
void run_arm_free_floating(const Case&, const Settings&, CaseReport&);
void run_force_torque(const Case&, const Settings&, CaseReport&);
// thrusters.cpp
void run_rotor_dynamics(const Case&, const Settings&, CaseReport&);
void run_thrust_table(const Case&, const Settings&, CaseReport&);
void run_allocation_matrix(const Case&, const Settings&, CaseReport&);
void run_wageningen(const Case&, const Settings&, CaseReport&);
// sea.cpp
void run_ekman_log(const Case&, const Settings&, CaseReport&);
void run_gauss_markov(const Case&, const Settings&, CaseReport&);
void run_stratified(const Case&, const Settings&, CaseReport&);
void run_tide_harmonic(const Case&, const Settings&, CaseReport&);
void run_density_pressure(const Case&, const Settings&, CaseReport&);
void run_sound_speed(const Case&, const Settings&, CaseReport&);
// acoustics.cpp
void run_absorption(const Case&, const Settings&, CaseReport&);
void run_beam_patterns(const Case&, const Settings&, CaseReport&);
void run_bottom_reflection(const Case&, const Settings&, CaseReport&);
void run_ray_linear_gradient(const Case&, const Settings&, CaseReport&);
void run_sonar_equation(const Case&, const Settings&, CaseReport&);
void run_wenz_noise(const Case&, const Settings&, CaseReport&);
// earth.cpp
void run_enu_conversion(const Case&, const Settings&, CaseReport&);
void run_gravity(const Case&, const Settings&, CaseReport&);
void run_magnetic_dipole(const Case&, const Settings&, CaseReport&);
// waves.cpp
void run_airy_kinematics(const Case&, const Settings&, CaseReport&);
void run_wave_dispersion(const Case&, const Settings&, CaseReport&);
void run_wave_spectra(const Case&, const Settings&, CaseReport&);
void run_wave_spreading(const Case&, const Settings&, CaseReport&);
void run_wave_superposition(const Case&, const Settings&, CaseReport&);
void run_wave_lattice(const Case&, const Settings&, CaseReport&);
// contact.cpp
void run_sliding_block(const Case&, const Settings&, CaseReport&);
// resting_bodies.cpp
void run_box_tipping(const Case&, const Settings&, CaseReport&);
void run_coulomb_grip(const Case&, const Settings&, CaseReport&);
void run_plug_socket(const Case&, const Settings&, CaseReport&);
void run_rolling_disc(const Case&, const Settings&, CaseReport&);
// sensors.cpp
void run_imu_allan(const Case&, const Settings&, CaseReport&);
void run_pressure_depth(const Case&, const Settings&, CaseReport&);
// dvl.cpp
void run_dvl_geometry(const Case&, const Settings&, CaseReport&);
// network.cpp
void run_usbl(const Case&, const Settings&, CaseReport&);
void run_lbl(const Case&, const Settings&, CaseReport&);
void run_acoustic_modem(const Case&, const Settings&, CaseReport&);
// sonar.cpp
void run_sonar_shadow(const Case&, const Settings&, CaseReport&);
void run_speckle_statistics(const Case&, const Settings&, CaseReport&);
// flat_port.cpp
void run_flat_port(const Case&, const Settings&, CaseReport&);
// camera_noise.cpp
void run_camera_noise(const Case&, const Settings&, CaseReport&);
// water_optics.cpp
void run_fresnel_surface(const Case&, const Settings&, CaseReport&);
void run_jerlov_transmission(const Case&, const Settings&, CaseReport&);
void run_henyey_greenstein(const Case&, const Settings&, CaseReport&);
// added_mass.cpp
void run_lamb_ellipsoids(const Case&, const Settings&, CaseReport&);
void run_box_panels(const Case&, const Settings&, CaseReport&);
void run_cylinder_panels(const Case&, const Settings&, CaseReport&);

}  // namespace hadal::validation
