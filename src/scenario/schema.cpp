#include "scenario/schema.h"

namespace hadal {

const std::string& AnyConfig::kind() const {
  HADAL_CHECK(schema_ != nullptr);
  return schema_->name;
}

const FieldSchema* StructSchema::find(const std::string& field) const {
  for (const FieldSchema& candidate : fields)
    if (candidate.name == field) return &candidate;
  return nullptr;
}

std::vector<std::string> StructSchema::field_names() const {
  std::vector<std::string> names;
  for (const FieldSchema& field : fields) names.push_back(field.name);
  return names;
}

std::vector<std::string> kind_names(const std::vector<const StructSchema*>& kinds) {
  std::vector<std::string> names;
  for (const StructSchema* kind : kinds) names.push_back(kind->name);
  return names;
}

}  // namespace hadal
