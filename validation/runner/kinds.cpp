#include "runner/kinds.h"

#include <cstring>
#include <string_view>

namespace hadal::validation {
namespace {

constexpr Kind kKinds[] = {
    {"veh_bluerov2heavy", run_body_case},
    {"veh_rexrov", run_body_case},
    {"veh_lauv", run_body_case},
    {"veh_dsrv", run_dsrv},
    {"veh_openrov", run_openrov},
    {"veh_otter", run_otter},
    {"veh_remus100", run_remus100},
    {"veh_videoray", run_videoray},
    {"veh_torpedo", run_torpedo},
    {"veh_npsauv", run_nps_auv},
    {"veh_mss_remus100", run_mss_remus100},
    {"bat_fossen", run_free_vehicles},
    {"dyn_free_rigid_body", run_free_rigid_body},
    {"dyn_kirchhoff", run_kirchhoff},
    {"drag_falling_sphere", run_falling_sphere},
    {"drag_linear_quadratic", run_linear_quadratic},
    {"drag_mesh", run_mesh_drag},
    {"osc_heave_floating_box", run_floating_box},
    {"osc_roll_submerged", run_submerged_roll},
    {"hs_partial_sphere", run_partial_sphere},
    {"hs_inclined_box", run_inclined_box},
    {"hs_partial_cylinder", run_partial_cylinder},
    {"hs_", nullptr},
    {"mb_double_pendulum", run_double_pendulum},
    {"mb_submerged_pendulum", run_submerged_pendulum},
    {"mb_arm_free_floating", run_arm_free_floating},
    {"mb_joint_servo", run_joint_servo},
    {"mb_dc_motor_step", run_dc_motor_step},
    {"mb_joint_friction", run_joint_friction},
    {"mb_force_torque", run_force_torque},
    {"thr_rotor_dynamics", run_rotor_dynamics},
    {"thr_t200", run_thrust_table},
    {"thr_tam", run_allocation_matrix},
    {"thr_wageningen", run_wageningen},
    {"cur_ekman_log", run_ekman_log},
    {"cur_gauss_markov", run_gauss_markov},
    {"cur_stratified", run_stratified},
    {"cur_tide_harmonic", run_tide_harmonic},
    {"sw_density_pressure", run_density_pressure},
    {"ac_sound_speed", run_sound_speed},
    {"ac_absorption", run_absorption},
    {"ac_beam_patterns", run_beam_patterns},
    {"ac_bottom_reflection", run_bottom_reflection},
    {"ac_ray_linear_gradient", run_ray_linear_gradient},
    {"ac_sonar_equation", run_sonar_equation},
    {"ac_wenz_noise", run_wenz_noise},
    {"geo_enu_conversion", run_enu_conversion},
    {"geo_gravity", run_gravity},
    {"geo_magnetic_dipole", run_magnetic_dipole},
    {"ac_speckle_statistics", run_speckle_statistics},
    {"sen_sonar_shadow", run_sonar_shadow},
    {"sen_imu_allan", run_imu_allan},
    {"sen_pressure_depth", run_pressure_depth},
    {"sen_usbl", run_usbl},
    {"sen_lbl", run_lbl},
    {"sen_dvl_geometry", run_dvl_geometry},
    {"wave_airy_kinematics", run_airy_kinematics},
    {"wave_dispersion", run_wave_dispersion},
    {"wave_jonswap", run_wave_spectra},
    {"wave_spreading", run_wave_spreading},
    {"wave_superposition", run_wave_superposition},
    {"wave_tessendorf_dft", run_wave_lattice},
    {"ac_", nullptr},
    {"am_lamb_ellipsoids", run_lamb_ellipsoids},
    {"am_box_panel_method", run_box_panels},
    {"am_cylinder_panel_method", run_cylinder_panels},
    {"am_", nullptr},
    {"com_acoustic_modem", run_acoustic_modem},
    {"com_", nullptr},
    {"con_box_tipping", run_box_tipping},
    {"con_coulomb_grip", run_coulomb_grip},
    {"con_plug_socket", run_plug_socket},
    {"con_rolling_disc", run_rolling_disc},
    {"con_sliding_block", run_sliding_block},
    {"con_", nullptr},
    {"glider_", nullptr},
    {"opt_camera_noise", run_camera_noise},
    {"opt_flat_port", run_flat_port},
    {"opt_fresnel_surface", run_fresnel_surface},
    {"opt_jerlov_transmission", run_jerlov_transmission},
    {"opt_phase_hg", run_henyey_greenstein},
    {"opt_", nullptr},
    {"sen_", nullptr},
    {"tet_", nullptr},
    {"wave_", nullptr},
};

}  // namespace

const Kind* kind_of(const std::string& name) {
  const Kind* best = nullptr;
  for (const Kind& kind : kKinds)
    if (name.starts_with(kind.prefix) &&
        (!best || std::strlen(kind.prefix) > std::strlen(best->prefix)))
      best = &kind;
  return best;
}

}  // namespace hadal::validation
