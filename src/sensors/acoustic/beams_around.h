// What the beams of an altimeter, a DVL or a current profiler meet: bodies and ground by rays, the
// water by the sea's own currents and waves, times by its sound speed. Fills the parts of Truth
// that these instruments look at. Beams are straight. An instrument out of the water meets nothing.
// Allocates nothing; any thread.
#pragma once
#include <span>

#include "environment/acoustic/acoustic_field.h"
#include "environment/sea.h"
#include "sensors/ray_world.h"
#include "sensors/truth.h"
#include "world/sensors.h"

namespace hadal::sensors {

// Samples of the water between the borders of a DVL's layer.
constexpr int kLayerSamples = 8;

struct BeamSurroundings {
  const RayWorld& rays;
  const raytrace::View& bodies;  // that the class of the instrument sees; needs no ground
  const environment::AcousticField& sound;
  const environment::SeaMoment& moment;
};

// What instruments with beams see, as raytrace::Seen bits: bodies and the ground that shows.
uint32_t seen_by_beams(const NavigationModel& model);
// How far beams reach; 0 for sensors without.
double beam_reach_m(const NavigationModel& model);

void look_around(const AltimeterModel& model, const BeamSurroundings& around, const Pose& X_BS,
                 Truth& truth);
void look_around(const DvlModel& model, const BeamSurroundings& around, const Pose& X_BS,
                 Truth& truth);
// cells: four numbers per cell, kept by the caller; truth.doppler.cells then points to them.
void look_around(const AdcpModel& model, const BeamSurroundings& around, const Pose& X_BS,
                 std::span<double> cells, Truth& truth);

}  // namespace hadal::sensors
