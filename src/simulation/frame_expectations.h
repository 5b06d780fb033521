// What `expect:` may ask of the frames of sonars and lidars:
//   frames(v/sensor)                     how many have arrived
//   pixel(v/sensor, plane, i)            number i of a plane of the last one
//   pixels(v/sensor, plane, low, high)   how many of its numbers lie between, ends included
//   map_error(v/sensor)                  mean size of the error of the depths of its points against
//                                        the seabed below or above them, as a fraction of the depth
#pragma once
#include "control/expression.h"
#include "sensors/frames/frame_suite.h"

namespace hadal::simulation {

// Adds the functions and their lists of names. They want the Simulation as context.
void add_frame_functions(const World& world, const sensors::FrameSuite& frames,
                         control::ExpressionTable& table);

}  // namespace hadal::simulation
