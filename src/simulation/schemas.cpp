#include "simulation/schemas.h"

#include <algorithm>

#include "scenario/scenario.h"

namespace hadal::simulation {
namespace {

void collect_structs(const StructSchema& schema, std::vector<const StructSchema*>& all) {
  if (std::find(all.begin(), all.end(), &schema) != all.end()) return;
  all.push_back(&schema);
  for (const FieldSchema& field : schema.fields) {
    if (field.sub) collect_structs(field.sub(), all);
    if (field.kinds)
      for (const StructSchema* kind : field.kinds()) collect_structs(*kind, all);
  }
}

}  // namespace

std::vector<const StructSchema*> all_structs() {
  std::vector<const StructSchema*> all;
  collect_structs(Scenario::schema(), all);
  return all;
}

}  // namespace hadal::simulation
