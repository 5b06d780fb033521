// Readings of DVL and current profiler as messages.
#pragma once
#include <span>

#include "outputs/messages/messages.h"
#include "world/doppler.h"

namespace hadal::outputs {

// values: the columns of a reading, world/doppler.h.
Dvl dvl_message(const Header& header, const DvlModel& model, std::span<const double> values);
CurrentProfile profile_message(const Header& header, const AdcpModel& model,
                               std::span<const double> values);

}  // namespace hadal::outputs
