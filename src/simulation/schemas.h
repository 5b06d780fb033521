// Every struct that a user can write, with those nested inside; each once, those of extensions too.
#pragma once
#include <vector>

#include "hadal/schema.h"

namespace hadal::simulation {

std::vector<const StructSchema*> all_structs();

}  // namespace hadal::simulation
