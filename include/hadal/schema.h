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
// The struct that the schema describes is the struct that computes: a field may carry the factor from
// the unit of its key to that in memory (a key in degrees, a member in radians), name the values of an
// enum, or be an array of fixed length.
//
// Everything is type-erased here, so that the reader is ordinary code and compiles once.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hadal/export.h"

namespace hadal HADAL_API {

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
  // A value of its own.
  AnyConfig copy() const;

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
constexpr Bounds kMountPosition{-1e4, 1e4, false};  // m, of a part in the axes of its link

enum class FieldKind {
  kNumber,      // double; not finite: not given
  kInteger,     // int64_t or int
  kBoolean,     // bool
  kText,        // std::string
  kName,        // std::string that is an identifier
  kChoice,      // std::string, one of `choices`
  kEnum,        // an enum, whose values `choices` name
  kNumbers,     // std::vector<double>
  kVector,      // a fixed number of doubles: std::array, a vector of Eigen
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
  Bounds bounds;                       // of the number in the file
  double factor = 1;                   // number in memory = factor * number in the file
  size_t bytes = 0;                    // of an integer or enum
  std::vector<size_t> sizes;           // allowed lengths of a list of numbers; empty = any
  std::vector<std::string> choices;    // for kChoice and kEnum
  std::vector<int64_t> choice_values;  // for kEnum, one per choice
  SchemaFunction sub = nullptr;      // for kStruct, kStructs
  KindsFunction kinds = nullptr;     // for kTagged, kTaggedList
  bool extensible = false;           // extensions may add kinds to those
  std::vector<std::string> former_names;  // keys that are refused with this one's name
  std::string unique_key;            // for lists: items must differ in this field
  // Access to the member inside an object of the struct. Functions of optional members take the
  // std::optional, those of lists the list.
  ptrdiff_t offset = 0;
  void* (*content)(void* optional) = nullptr;
  bool (*has_content)(const void* optional) = nullptr;
  void (*make_content)(void* optional) = nullptr;
  void* (*append)(void* list) = nullptr;            // kStructs: adds an item, returns its address
  size_t (*count)(const void* list) = nullptr;      // kStructs
  void* (*at)(void* list, size_t index) = nullptr;  // kStructs

  // The value; the content of an optional member that has one.
  void* member(void* object) const {
    void* place = static_cast<char*>(object) + offset;
    return content ? content(place) : place;
  }
  // Whether the member is a std::optional.
  bool may_be_absent() const { return content != nullptr; }
  bool present(const void* object) const {
    return has_content(static_cast<const char*>(object) + offset);
  }
  void emplace(void* object) const { make_content(static_cast<char*>(object) + offset); }
};

// The value of an integer or enum member; its choice, for an enum.
int64_t load_integer(const FieldSchema& field, const void* member);
void store_integer(const FieldSchema& field, void* member, int64_t value);
const std::string& enum_choice(const FieldSchema& field, const void* member);

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
  std::shared_ptr<void> (*create)() = nullptr;
  std::shared_ptr<void> (*copy)(const void* object) = nullptr;
  std::vector<std::function<void(const void*, CheckReport&)>> checks;

  const FieldSchema* find(const std::string& field) const;
  const FieldSchema* find_renamed(const std::string& former_name) const;
  std::vector<std::string> field_names() const;
};

std::vector<std::string> kind_names(const std::vector<const StructSchema*>& kinds);

// What StructBuilder does whatever its type. Apart and compiled once, because the declarations of
// all fields of all kinds are a good part of the project's compile time.
class FieldAdder {
 protected:
  FieldAdder(const char* name, const char* doc, std::shared_ptr<void> (*create)(),
             std::shared_ptr<void> (*copy)(const void* object));
  FieldSchema& add(FieldKind kind, const char* name, const char* doc, ptrdiff_t offset);
  FieldSchema& add(FieldKind kind, const char* name, const char* doc, ptrdiff_t offset,
                   Bounds bounds, double factor = 1);
  FieldSchema& add(FieldKind kind, const char* name, const char* doc, ptrdiff_t offset,
                   std::initializer_list<size_t> sizes, Bounds bounds = {}, double factor = 1);
  FieldSchema& add_integer(const char* name, const char* doc, ptrdiff_t offset, Bounds bounds,
                           size_t bytes);
  void add_choice(const char* name, const char* doc, ptrdiff_t offset,
                  std::vector<std::string> choices);
  void add_choice(const char* name, const char* doc, ptrdiff_t offset,
                  std::initializer_list<const char*> choices);
  void add_kinds(FieldKind kind, const char* name, const char* doc, ptrdiff_t offset,
                 KindsFunction kinds, const char* unique_key);
  void add_check(std::function<void(const void*, CheckReport&)> rule);
  void make_required() { schema_.fields.back().required = true; }

  // Pointers to data members are offsets in the C++ ABI of Linux.
  template <class T, class M>
  static ptrdiff_t offset_of(M T::*member) {
    static_assert(sizeof(member) == sizeof(ptrdiff_t));
    return std::bit_cast<ptrdiff_t>(member);
  }
  template <class M>
  static void make_optional(FieldSchema& field) {
    using Optional = std::optional<M>;
    field.optional = true;
    field.content = [](void* o) -> void* { return &**static_cast<Optional*>(o); };
    field.has_content = [](const void* o) { return static_cast<const Optional*>(o)->has_value(); };
    field.make_content = [](void* o) { static_cast<Optional*>(o)->emplace(); };
  }

  StructSchema schema_;
};

// Declares the fields of T in the order they are shown and written.
template <class T>
class StructBuilder : FieldAdder {
 public:
  StructBuilder(const char* name, const char* doc)
      : FieldAdder(
            name, doc, []() -> std::shared_ptr<void> { return std::make_shared<T>(); },
            [](const void* object) -> std::shared_ptr<void> {
              return std::make_shared<T>(*static_cast<const T*>(object));
            }) {}

  // factor: from the number in the file, which the bounds are for, to that in memory. A default
  // that is not finite means that nobody gave the number.
  StructBuilder&& number(const char* name, double T::*m, const char* doc, Bounds bounds = {},
                         double factor = 1) && {
    add(FieldKind::kNumber, name, doc, offset_of(m), bounds, factor);
    return std::move(*this);
  }
  StructBuilder&& number(const char* name, std::optional<double> T::*m, const char* doc,
                         Bounds bounds = {}, double factor = 1) && {
    make_optional<double>(add(FieldKind::kNumber, name, doc, offset_of(m), bounds, factor));
    return std::move(*this);
  }
  StructBuilder&& integer(const char* name, int64_t T::*m, const char* doc, Bounds bounds = {}) && {
    add_integer(name, doc, offset_of(m), bounds, sizeof(int64_t));
    return std::move(*this);
  }
  // Bounds that an int holds.
  StructBuilder&& integer(const char* name, int T::*m, const char* doc, Bounds bounds) && {
    add_integer(name, doc, offset_of(m), bounds, sizeof(int));
    return std::move(*this);
  }
  StructBuilder&& boolean(const char* name, bool T::*m, const char* doc) && {
    add(FieldKind::kBoolean, name, doc, offset_of(m));
    return std::move(*this);
  }
  StructBuilder&& text(const char* name, std::string T::*m, const char* doc) && {
    add(FieldKind::kText, name, doc, offset_of(m));
    return std::move(*this);
  }
  // A name other parts of the file refer to: letters, digits, _ and -.
  StructBuilder&& name(const char* name, std::string T::*m, const char* doc) && {
    add(FieldKind::kName, name, doc, offset_of(m));
    return std::move(*this);
  }
  StructBuilder&& choice(const char* name, std::string T::*m, const char* doc,
                         std::initializer_list<const char*> choices) && {
    add_choice(name, doc, offset_of(m), choices);
    return std::move(*this);
  }
  StructBuilder&& choice(const char* name, std::string T::*m, const char* doc,
                         std::vector<std::string> choices) && {
    add_choice(name, doc, offset_of(m), std::move(choices));
    return std::move(*this);
  }
  // The values of an enum and their names in the file.
  template <class E>
    requires std::is_enum_v<E>
  StructBuilder&& choice(const char* name, E T::*m, const char* doc,
                         std::initializer_list<std::pair<const char*, E>> choices) && {
    FieldSchema& field = add(FieldKind::kEnum, name, doc, offset_of(m));
    field.bytes = sizeof(E);
    for (const auto& [choice, value] : choices) {
      field.choices.emplace_back(choice);
      field.choice_values.push_back(static_cast<int64_t>(value));
    }
    return std::move(*this);
  }
  // A list of numbers; sizes are the allowed lengths (none given: any length).
  StructBuilder&& numbers(const char* name, std::vector<double> T::*m, const char* doc,
                          std::initializer_list<size_t> sizes = {}, Bounds bounds = {},
                          double factor = 1) && {
    add(FieldKind::kNumbers, name, doc, offset_of(m), sizes, bounds, factor);
    return std::move(*this);
  }
  // A list of as many numbers as V has: std::array<double, N> or a vector of Eigen.
  template <class V, class Base>
    requires std::is_base_of_v<Base, T>
  StructBuilder&& vector(const char* name, V Base::*m, const char* doc, Bounds bounds = {},
                         double factor = 1) && {
    static_assert(sizeof(V) % sizeof(double) == 0);
    add(FieldKind::kVector, name, doc, offset_of(static_cast<V T::*>(m)),
        {sizeof(V) / sizeof(double)}, bounds, factor);
    return std::move(*this);
  }
  // A matrix, given flat or as rows; sizes are the allowed numbers of entries (6: a diagonal of
  // six).
  StructBuilder&& matrix(const char* name, std::vector<double> T::*m, const char* doc,
                         std::initializer_list<size_t> sizes) && {
    add(FieldKind::kMatrix, name, doc, offset_of(m), sizes);
    return std::move(*this);
  }
  // A list of rows of numbers; sizes are the allowed row lengths.
  StructBuilder&& rows(const char* name, std::vector<std::vector<double>> T::*m, const char* doc,
                       std::initializer_list<size_t> sizes = {}) && {
    add(FieldKind::kRows, name, doc, offset_of(m), sizes);
    return std::move(*this);
  }
  StructBuilder&& texts(const char* name, std::vector<std::string> T::*m, const char* doc) && {
    add(FieldKind::kTexts, name, doc, offset_of(m));
    return std::move(*this);
  }
  template <class S>
  StructBuilder&& object(const char* name, S T::*m, const char* doc) && {
    add(FieldKind::kStruct, name, doc, offset_of(m)).sub = &S::schema;
    return std::move(*this);
  }
  template <class S>
  StructBuilder&& object(const char* name, std::optional<S> T::*m, const char* doc) && {
    FieldSchema& field = add(FieldKind::kStruct, name, doc, offset_of(m));
    field.sub = &S::schema;
    make_optional<S>(field);
    return std::move(*this);
  }
  template <class S>
  StructBuilder&& objects(const char* name, std::vector<S> T::*m, const char* doc,
                          const char* unique_key = "") && {
    using List = std::vector<S>;
    FieldSchema& field = add(FieldKind::kStructs, name, doc, offset_of(m));
    field.sub = &S::schema;
    field.unique_key = unique_key;
    field.append = [](void* list) -> void* { return &static_cast<List*>(list)->emplace_back(); };
    field.count = [](const void* list) { return static_cast<const List*>(list)->size(); };
    field.at = [](void* list, size_t i) -> void* { return &(*static_cast<List*>(list))[i]; };
    return std::move(*this);
  }
  StructBuilder&& tagged(const char* name, AnyConfig T::*m, const char* doc,
                         KindsFunction kinds) && {
    add_kinds(FieldKind::kTagged, name, doc, offset_of(m), kinds, "");
    return std::move(*this);
  }
  StructBuilder&& tagged_list(const char* name, std::vector<AnyConfig> T::*m, const char* doc,
                              KindsFunction kinds, const char* unique_key = "") && {
    add_kinds(FieldKind::kTaggedList, name, doc, offset_of(m), kinds, unique_key);
    return std::move(*this);
  }
  // Extensions may add kinds to those of the field declared last.
  StructBuilder&& extensible() && {
    schema_.fields.back().extensible = true;
    return std::move(*this);
  }
  // The field declared last must be given.
  StructBuilder&& required() && {
    make_required();
    return std::move(*this);
  }
  // A name that the field declared last had once.
  StructBuilder&& formerly(const char* name) && {
    schema_.fields.back().former_names.emplace_back(name);
    return std::move(*this);
  }
  // A rule over several fields, run when every field could be read.
  //   rule: callable with (const T&, CheckReport&).
  template <class Rule>
  StructBuilder&& check(Rule rule) && {
    add_check([rule](const void* object, CheckReport& report) {
      rule(*static_cast<const T*>(object), report);
    });
    return std::move(*this);
  }
  operator StructSchema() && { return std::move(schema_); }  // NOLINT(google-explicit-constructor)
};

}  // namespace hadal HADAL_API
