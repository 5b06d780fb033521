// The schema of a plain config struct: one declaration serves the strict reader, the writer of all
// defaults, `hadal describe` and the parameter tables in docs/.
//
//   struct UniformCurrentConfig {
//     double speed_m_s = 0;
//     double toward_deg = 0;
//     static const StructSchema& schema();
//   };
//   const StructSchema& UniformCurrentConfig::schema() {
//     static const StructSchema s =
//         StructBuilder<UniformCurrentConfig>("uniform", "The same current everywhere.")
//             .number("speed_m_s", &UniformCurrentConfig::speed_m_s, "Speed.", {0, 10})
//             .number("toward_deg", &UniformCurrentConfig::toward_deg, "Flows toward.", {-360,
//             360});
//     return s;
//   }
//
// Everything is type-erased here, so that the reader is ordinary code and compiles once.
#pragma once
#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/check.h"

namespace hadal {

struct StructSchema;

// A value of one of several struct types, told apart in YAML by a tag: `!uniform {speed_m_s: 1}`.
class AnyConfig {
 public:
  AnyConfig() = default;
  AnyConfig(const StructSchema* schema, std::shared_ptr<void> value)
      : schema_(schema), value_(std::move(value)) {}
  // Wraps a value of a type that has a schema().
  template <class T>
  static AnyConfig of(T value) {
    return {&T::schema(), std::make_shared<T>(std::move(value))};
  }
  bool empty() const { return schema_ == nullptr; }
  const StructSchema* schema() const { return schema_; }
  const std::string& kind() const;
  void* data() const { return value_.get(); }
  template <class T>
  const T* as() const {
    return schema_ == &T::schema() ? static_cast<const T*>(value_.get()) : nullptr;
  }

 private:
  const StructSchema* schema_ = nullptr;
  std::shared_ptr<void> value_;
};

// Bounds of a number, both included unless said.
struct Bounds {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool above_min = false;  // the lower bound itself is excluded
};
constexpr Bounds kPositive{0, std::numeric_limits<double>::infinity(), true};
constexpr Bounds kNotNegative{0, std::numeric_limits<double>::infinity(), false};
constexpr Bounds kFraction{0, 1, false};

enum class FieldKind {
  kNumber,      // double
  kInteger,     // int64_t
  kBoolean,     // bool
  kText,        // std::string
  kName,        // std::string that is an identifier
  kChoice,      // std::string, one of `choices`
  kNumbers,     // std::vector<double>
  kMatrix,      // std::vector<double>, given flat or as rows; sizes are numbers of entries
  kRows,        // std::vector<std::vector<double>>
  kTexts,       // std::vector<std::string>
  kStruct,      // T
  kStructs,     // std::vector<T>
  kTagged,      // AnyConfig
  kTaggedList,  // std::vector<AnyConfig>
};

using SchemaFunction = const StructSchema& (*)();
using KindsFunction = const std::vector<const StructSchema*>& (*)();

struct FieldSchema {
  std::string name;
  std::string doc;
  FieldKind kind = FieldKind::kNumber;
  bool required = false;
  bool optional = false;  // a std::optional member, or an AnyConfig that may stay empty
  Bounds bounds;
  std::vector<size_t> sizes;         // allowed lengths of a list of numbers; empty = any
  std::vector<std::string> choices;  // for kChoice
  SchemaFunction sub = nullptr;      // for kStruct, kStructs
  KindsFunction kinds = nullptr;     // for kTagged, kTaggedList
  std::string unique_key;            // for lists: items must differ in this field
  // Access to the member inside an object of the struct.
  std::function<void*(void*)> member;        // address of the value (of the content, if optional)
  std::function<bool(const void*)> present;  // optional members: is there a value?
  std::function<void(void*)> emplace;        // optional members: make a default value
  std::function<void*(void*)> append;        // kStructs: add an item, return its address
  std::function<size_t(const void*)> count;  // kStructs
  std::function<void*(void*, size_t)> at;    // kStructs
};

// What a cross-field check may say: fail("upper", "must be above lower").
class CheckReport {
 public:
  virtual ~CheckReport() = default;
  virtual void fail(const std::string& field, const std::string& message) = 0;
};

struct StructSchema {
  std::string name;  // the tag of a tagged struct, otherwise a word for messages
  std::string doc;
  std::vector<FieldSchema> fields;
  std::function<std::shared_ptr<void>()> create;
  std::vector<std::function<void(const void*, CheckReport&)>> checks;

  const FieldSchema* find(const std::string& field) const;
  std::vector<std::string> field_names() const;
};

std::vector<std::string> kind_names(const std::vector<const StructSchema*>& kinds);

// Declares the fields of T in the order they are shown and written.
template <class T>
class StructBuilder {
 public:
  StructBuilder(std::string name, std::string doc) {
    schema_.name = std::move(name);
    schema_.doc = std::move(doc);
    schema_.create = [] { return std::make_shared<T>(); };
  }

  StructBuilder&& number(const char* name, double T::*m, const char* doc, Bounds bounds = {}) && {
    add(name, doc, FieldKind::kNumber, m).bounds = bounds;
    return std::move(*this);
  }
  StructBuilder&& number(const char* name, std::optional<double> T::*m, const char* doc,
                         Bounds bounds = {}) && {
    add_optional(name, doc, FieldKind::kNumber, m).bounds = bounds;
    return std::move(*this);
  }
  StructBuilder&& integer(const char* name, int64_t T::*m, const char* doc, Bounds bounds = {}) && {
    add(name, doc, FieldKind::kInteger, m).bounds = bounds;
    return std::move(*this);
  }
  StructBuilder&& boolean(const char* name, bool T::*m, const char* doc) && {
    add(name, doc, FieldKind::kBoolean, m);
    return std::move(*this);
  }
  StructBuilder&& text(const char* name, std::string T::*m, const char* doc) && {
    add(name, doc, FieldKind::kText, m);
    return std::move(*this);
  }
  // A name other parts of the file refer to: letters, digits, _ and -.
  StructBuilder&& name(const char* name, std::string T::*m, const char* doc) && {
    add(name, doc, FieldKind::kName, m);
    return std::move(*this);
  }
  StructBuilder&& choice(const char* name, std::string T::*m, const char* doc,
                         std::vector<std::string> choices) && {
    add(name, doc, FieldKind::kChoice, m).choices = std::move(choices);
    return std::move(*this);
  }
  // A list of numbers; sizes are the allowed lengths (none given: any length).
  StructBuilder&& numbers(const char* name, std::vector<double> T::*m, const char* doc,
                          std::vector<size_t> sizes = {}, Bounds bounds = {}) && {
    FieldSchema& field = add(name, doc, FieldKind::kNumbers, m);
    field.sizes = std::move(sizes);
    field.bounds = bounds;
    return std::move(*this);
  }
  // A matrix, given flat or as rows; sizes are the allowed numbers of entries (6: a diagonal of
  // six).
  StructBuilder&& matrix(const char* name, std::vector<double> T::*m, const char* doc,
                         std::vector<size_t> sizes) && {
    add(name, doc, FieldKind::kMatrix, m).sizes = std::move(sizes);
    return std::move(*this);
  }
  // A list of rows of numbers; sizes are the allowed row lengths.
  StructBuilder&& rows(const char* name, std::vector<std::vector<double>> T::*m, const char* doc,
                       std::vector<size_t> sizes = {}) && {
    add(name, doc, FieldKind::kRows, m).sizes = std::move(sizes);
    return std::move(*this);
  }
  StructBuilder&& texts(const char* name, std::vector<std::string> T::*m, const char* doc) && {
    add(name, doc, FieldKind::kTexts, m);
    return std::move(*this);
  }
  template <class S>
  StructBuilder&& object(const char* name, S T::*m, const char* doc) && {
    add(name, doc, FieldKind::kStruct, m).sub = &S::schema;
    return std::move(*this);
  }
  template <class S>
  StructBuilder&& object(const char* name, std::optional<S> T::*m, const char* doc) && {
    add_optional(name, doc, FieldKind::kStruct, m).sub = &S::schema;
    return std::move(*this);
  }
  template <class S>
  StructBuilder&& objects(const char* name, std::vector<S> T::*m, const char* doc,
                          const char* unique_key = "") && {
    FieldSchema& field = add(name, doc, FieldKind::kStructs, m);
    field.sub = &S::schema;
    field.unique_key = unique_key;
    field.append = [](void* list) -> void* {
      return &static_cast<std::vector<S>*>(list)->emplace_back();
    };
    field.count = [](const void* list) { return static_cast<const std::vector<S>*>(list)->size(); };
    field.at = [](void* list, size_t i) -> void* {
      return &(*static_cast<std::vector<S>*>(list))[i];
    };
    return std::move(*this);
  }
  StructBuilder&& tagged(const char* name, AnyConfig T::*m, const char* doc,
                         KindsFunction kinds) && {
    FieldSchema& field = add(name, doc, FieldKind::kTagged, m);
    field.kinds = kinds;
    field.optional = true;
    return std::move(*this);
  }
  StructBuilder&& tagged_list(const char* name, std::vector<AnyConfig> T::*m, const char* doc,
                              KindsFunction kinds, const char* unique_key = "") && {
    FieldSchema& field = add(name, doc, FieldKind::kTaggedList, m);
    field.kinds = kinds;
    field.unique_key = unique_key;
    return std::move(*this);
  }
  // The field declared last must be given.
  StructBuilder&& required() && {
    schema_.fields.back().required = true;
    return std::move(*this);
  }
  // A rule over several fields, run when every field could be read.
  StructBuilder&& check(std::function<void(const T&, CheckReport&)> rule) && {
    schema_.checks.push_back([rule](const void* object, CheckReport& report) {
      rule(*static_cast<const T*>(object), report);
    });
    return std::move(*this);
  }
  operator StructSchema() && { return std::move(schema_); }  // NOLINT(google-explicit-constructor)

 private:
  template <class M>
  FieldSchema& add(const char* name, const char* doc, FieldKind kind, M T::*m) {
    FieldSchema& field = schema_.fields.emplace_back();
    field.name = name;
    field.doc = doc;
    field.kind = kind;
    field.member = [m](void* object) -> void* { return &(static_cast<T*>(object)->*m); };
    return field;
  }
  template <class M>
  FieldSchema& add_optional(const char* name, const char* doc, FieldKind kind,
                            std::optional<M> T::*m) {
    FieldSchema& field = schema_.fields.emplace_back();
    field.name = name;
    field.doc = doc;
    field.kind = kind;
    field.optional = true;
    field.member = [m](void* object) -> void* { return &*(static_cast<T*>(object)->*m); };
    field.present = [m](const void* object) {
      return (static_cast<const T*>(object)->*m).has_value();
    };
    field.emplace = [m](void* object) { (static_cast<T*>(object)->*m).emplace(); };
    return field;
  }
  StructSchema schema_;
};

}  // namespace hadal
