// From the description of a sea to its list of components.
//
// A random sea is cut into equal bins of frequency. Each bin becomes one wave with the variance of
// the spectrum in the bin, at a frequency drawn inside it (so that the sea never repeats), with a
// phase drawn uniformly and one direction. The directions follow a golden-ratio sequence through
// the quantiles of the spreading, so that neighbouring frequencies cover the circle evenly. What
// lies outside the range of frequencies is shared out: the variance of the sum is m0 exactly.
// Draws are pure functions of the seed; amplitudes do not depend on it.
#pragma once
#include <cstdint>
#include <vector>

#include "environment/waves/wave_field.h"
#include "scenario/waves_config.h"

namespace hadal::environment {

// waves: one of wave_kinds(), or empty for a calm sea.
std::vector<WaveComponent> wave_components(const AnyConfig& waves, uint64_t seed, double depth_m,
                                           double gravity_m_s2);

// The waves of a world. seabed_depth_m: at the origin, infinity without a seabed; a depth given
// with the waves goes before it. A depth that is not positive (an origin on land) counts as deep.
WaveField make_wave_field(const AnyConfig& waves, uint64_t seed, double seabed_depth_m,
                          double gravity_m_s2, double density_kg_m3);

}  // namespace hadal::environment
