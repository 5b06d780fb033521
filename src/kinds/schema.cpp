#include "hadal/schema.h"

#include <stdexcept>

#include "base/check.h"

namespace hadal {

const std::string& AnyConfig::kind() const {
  HADAL_CHECK(schema_ != nullptr);
  return schema_->name;
}

AnyConfig AnyConfig::copy() const {
  return empty() ? AnyConfig() : AnyConfig(schema_, schema_->copy(value_.get()));
}

const FieldSchema* StructSchema::find(const std::string& field) const {
  for (const FieldSchema& candidate : fields)
    if (candidate.name == field) return &candidate;
  return nullptr;
}

const FieldSchema* StructSchema::find_renamed(const std::string& former_name) const {
  for (const FieldSchema& field : fields)
    for (const std::string& name : field.former_names)
      if (name == former_name) return &field;
  return nullptr;
}

std::vector<std::string> StructSchema::field_names() const {
  std::vector<std::string> names;
  for (const FieldSchema& field : fields) names.push_back(field.name);
  return names;
}

int64_t load_integer(const FieldSchema& field, const void* member) {
  switch (field.bytes) {
    case 1:
      return *static_cast<const uint8_t*>(member);
    case 4:
      return *static_cast<const int32_t*>(member);
    default:
      return *static_cast<const int64_t*>(member);
  }
}

void store_integer(const FieldSchema& field, void* member, int64_t value) {
  switch (field.bytes) {
    case 1:
      *static_cast<uint8_t*>(member) = static_cast<uint8_t>(value);
      return;
    case 4:
      *static_cast<int32_t*>(member) = static_cast<int32_t>(value);
      return;
    default:
      *static_cast<int64_t*>(member) = value;
  }
}

const std::string& enum_choice(const FieldSchema& field, const void* member) {
  const int64_t value = load_integer(field, member);
  for (size_t i = 0; i < field.choices.size(); ++i)
    if (field.choice_values[i] == value) return field.choices[i];
  throw std::logic_error("no choice of " + field.name + " has the value " + std::to_string(value));
}

std::vector<std::string> kind_names(const std::vector<const StructSchema*>& kinds) {
  std::vector<std::string> names;
  for (const StructSchema* kind : kinds) names.push_back(kind->name);
  return names;
}

FieldAdder::FieldAdder(const char* name, const char* doc, std::shared_ptr<void> (*create)(),
                       std::shared_ptr<void> (*copy)(const void* object)) {
  schema_.name = name;
  schema_.doc = doc;
  schema_.create = create;
  schema_.copy = copy;
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
                             Bounds bounds, double factor) {
  FieldSchema& field = add(kind, name, doc, offset);
  field.bounds = bounds;
  field.factor = factor;
  return field;
}

FieldSchema& FieldAdder::add(FieldKind kind, const char* name, const char* doc, ptrdiff_t offset,
                             std::initializer_list<size_t> sizes, Bounds bounds, double factor) {
  FieldSchema& field = add(kind, name, doc, offset, bounds, factor);
  field.sizes = sizes;
  return field;
}

FieldSchema& FieldAdder::add_integer(const char* name, const char* doc, ptrdiff_t offset,
                                     Bounds bounds, size_t bytes) {
  FieldSchema& field = add(FieldKind::kInteger, name, doc, offset, bounds);
  field.bytes = bytes;
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

}  // namespace hadal
