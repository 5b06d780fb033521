// A vehicle model to begin with, from what its maker has: a mesh, a mass, drag and bollard tables.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "hadal/export.h"

namespace hadal HADAL_API {

struct NewVehicleOptions {
  std::string name;
  std::string folder = ".";  // where the files go
  std::string mesh;          // empty: a box to be replaced
  std::string unit = "auto", up = "auto", forward = "auto";  // of the mesh, see mesh.h
  std::optional<double> mass_kg;                             // none: a little less than its water
  std::string drag;                     // CSV; empty: a first guess from the shape
  std::string thrust;                   // CSV; empty: the T200 at 16 V
  std::string thrusters = "vectored_6";  // or vectored_8
};

struct NewVehicleAnswer {
  int exit_code = 0;
  std::string problems;            // for exit code 2
  std::vector<std::string> files;  // written: the model, and a scenario to fly it
};

// Writes NAME.yaml and NAME_flight.yaml; refuses to replace files that exist.
NewVehicleAnswer new_vehicle(const NewVehicleOptions& options);

}  // namespace hadal
