// The water surface for rays: the waves of the sea (environment/waves/wave_field.h) at one moment,
// on a lattice that is fixed to the world, so that the surface does not swim with the vehicle. A
// flat square when the sea is calm.
#pragma once
#include <vector>

#include "environment/waves/wave_field.h"
#include "raytrace/scene.h"

namespace hadal::sensors {

// Elevations at nodes (i, j), north = (i0 + i) cell, east = (j0 + j) cell, row after row. The same
// sum as WaveField::elevation() to 1e-12 of the amplitudes; phases are turned from node to node, so
// that it costs two multiplications of complex numbers per node and component instead of a cosine.
std::vector<float> wave_lattice(const environment::WaveField& waves, double time_s, double factor,
                                int64_t i0, int64_t j0, int rows, int columns, double cell_m);

// Adds the surface within reach of a place, seen by kSeenWaterSurface. Cells are a power of two of
// a metre, at most a sixteenth of the shortest wave unless that makes more than kSurfaceCells along
// a side.
constexpr int kSurfaceCells = 128;
void place_water_surface(const raytrace::Scene& scene, const environment::WaveField& waves,
                         double time_s, double factor, const Vec3& anchor_N, const Vec3& centre_N,
                         double reach_m, std::vector<raytrace::Placed>& things);

}  // namespace hadal::sensors
