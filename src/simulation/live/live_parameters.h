// What can be changed while a simulation runs, as named parameters: each reads a part of the state
// and turns a new value into an input.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "hadal/live.h"
#include "simulation/simulation.h"

namespace hadal::simulation {

// For the thread of the run.
struct ParameterBinding {
  LiveParameter parameter;  // its value as last published
  std::function<LiveValue()> read;
  std::function<void(const LiveValue&)> write;
};

// Knobs of the world. The simulation outlives them; `apply` throws when an input does not fit.
std::vector<ParameterBinding> make_parameter_bindings(const Simulation& simulation,
                                                      std::function<void(Input)> apply);

// A value for a parameter from outside: its kind and bounds must fit; what is wrong with it
// otherwise, empty when it fits.
std::string misfit(const LiveParameter& parameter, const LiveValue& value);

}  // namespace hadal::simulation
