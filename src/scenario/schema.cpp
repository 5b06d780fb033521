#include "scenario/schema.h"

namespace hadal::inline scenario {

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

FieldAdder::FieldAdder(const char* name, const char* doc, std::shared_ptr<void> (*create)()) {
  schema_.name = name;
  schema_.doc = doc;
  schema_.create = create;
}

FieldSchema& FieldAdder::add(FieldKind kind, const char* name, const char* doc, ptrdiff_t offset) {
  FieldSchema& field = schema_.fields.emplace_back();
  field.name = name;
  field.doc = doc;
  field.kind = kind;
  field.offset = offset;
  return field;
}

FieldSchema& FieldAdder::add(FieldKind kind, const char* name, const char* doc, ptrdiff_t offset,
                             Bounds bounds) {
  FieldSchema& field = add(kind, name, doc, offset);
  field.bounds = bounds;
  return field;
}

FieldSchema& FieldAdder::add(FieldKind kind, const char* name, const char* doc, ptrdiff_t offset,
                             std::initializer_list<size_t> sizes, Bounds bounds) {
  FieldSchema& field = add(kind, name, doc, offset, bounds);
  field.sizes = sizes;
  return field;
}

void FieldAdder::add_choice(const char* name, const char* doc, ptrdiff_t offset,
                            std::vector<std::string> choices) {
  add(FieldKind::kChoice, name, doc, offset).choices = std::move(choices);
}

void FieldAdder::add_choice(const char* name, const char* doc, ptrdiff_t offset,
                            std::initializer_list<const char*> choices) {
  add(FieldKind::kChoice, name, doc, offset).choices.assign(choices.begin(), choices.end());
}

void FieldAdder::add_kinds(FieldKind kind, const char* name, const char* doc, ptrdiff_t offset,
                           KindsFunction kinds, const char* unique_key) {
  FieldSchema& field = add(kind, name, doc, offset);
  field.kinds = kinds;
  field.optional = kind == FieldKind::kTagged;
  field.unique_key = unique_key;
}

void FieldAdder::add_check(std::function<void(const void*, CheckReport&)> rule) {
  schema_.checks.push_back(std::move(rule));
}

}  // namespace hadal::scenario
