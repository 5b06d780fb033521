// The few contacts that hold a body: of many candidates one of the deepest, then again and again
// the one farthest from those taken, in place and in normal, shallow ones counting less. Of those
// about as deep as the deepest the first feature is taken, so that a body at rest keeps its
// contacts.
#pragma once
#include <span>
#include <vector>

#include "dynamics/contact/terrain_contact.h"

namespace hadal::dynamics {

// Writes at most kMaxTerrainContacts contacts, sorted by feature, and returns how many.
//   size_m: of the shape; the distance in place that counts like a right angle in normal.
//   spread: scratch; allocates nothing if its capacity is that of the candidates.
int reduce_contacts(std::span<const TerrainContact> candidates, double size_m,
                    std::vector<double>& spread, std::span<TerrainContact> out);

}  // namespace hadal::dynamics
