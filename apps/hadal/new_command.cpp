#include "new_command.h"

#include <cstdio>

#include "hadal/new_vehicle.h"

namespace hadal::cli {
namespace {

int run_new(Arguments& arguments) {
  NewVehicleOptions options;
  if (arguments.words()[0] != "vehicle") {
    std::fprintf(stderr, "hadal new: expected 'vehicle', found '%s'\n",
                 arguments.words()[0].c_str());
    return 2;
  }
  options.name = arguments.words()[1];
  options.mesh = arguments.text("--mesh").value_or("");
  options.unit = arguments.text("--unit").value_or("auto");
  options.up = arguments.text("--up").value_or("auto");
  options.forward = arguments.text("--forward").value_or("auto");
  if (arguments.has("--mass")) options.mass_kg = arguments.number("--mass", 1, 1e-3, 1e7);
  options.drag = arguments.text("--drag").value_or("");
  options.thrust = arguments.text("--thrust").value_or("");
  options.thrusters = arguments.text("--thrusters").value_or("vectored_6");
  if (!arguments.valid()) return refuse(arguments);
  const NewVehicleAnswer answer = new_vehicle(options);
  if (answer.exit_code != 0) {
    std::fprintf(stderr, "%s\n", answer.problems.c_str());
    return answer.exit_code;
  }
  std::printf("wrote %s and %s\n  hadal describe %s   what follows from it\n  hadal run %s\n",
              answer.files[0].c_str(), answer.files[1].c_str(), answer.files[0].c_str(),
              answer.files[1].c_str());
  return 0;
}

}  // namespace

CommandEntry new_command() {
  return {{"new",
           "vehicle NAME",
           "Writes a vehicle model to begin with, NAME.yaml, and a scenario that flies it.",
           "hadal new vehicle my_rov --mesh hull.stl --unit mm --up y --forward x --mass 40",
           {{"--mesh", "FILE", "Its hull; a box to be replaced if left out."},
            {"--unit", "U", "Unit of the mesh: auto, m, cm, mm, inch or foot."},
            {"--up", "AXIS", "Axis of the mesh that points up: auto, x, -x, y, -y, z, -z or down."},
            {"--forward", "AXIS", "Axis that points forward: auto, x, -x, y, -y, z or -z."},
            {"--mass", "M", "Mass, kg; 1 % lighter than its water if left out."},
            {"--drag", "CSV", "Drag: speed_m_s with surge_N, sway_N, heave_N; else a guess."},
            {"--thrust", "CSV",
             "Bollard table of one thruster: thrust_N over command, pwm_us, rotor_rad_s or rpm; a "
             "T200 if left out."},
            {"--thrusters", "LAYOUT", "vectored_6 (by default) or vectored_8."}},
           2,
           2},
          run_new};
}

}  // namespace hadal::cli
