// The kinds of one family (sensors, actuators, mission steps, ...): those that come with the library in
// the order in which `describe` and the docs show them, then those of extensions, each with the name
// of the library it is from.
//
// A Kind is a struct of plain functions with the member `const StructSchema& (*schema)()`. A family
// has one function that returns its list, and one line per kind in it:
//
//   constexpr StepKind (*kBuiltIn[])() = {
//       built_in_step<struct GoTo>,
//       built_in_step<struct Wait>,
//   };
//   KindList<StepKind>& step_list() {
//     static KindList<StepKind> list(kBuiltIn);
//     return list;
//   }
//
// where the file of each kind defines `template <> StepKind built_in_step<GoTo>()`.
//
// Lists only grow, and what was handed out (kinds, schemas, the vectors themselves) stays as it was.
// Any thread may read while one adds.
#pragma once
#include <atomic>
#include <deque>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "base/check.h"
#include "hadal/schema.h"

namespace hadal::inline kinds {

template <class Kind>
class KindList {
 public:
  explicit KindList(std::span<Kind (*const)()> built_in) {
    for (const auto make : built_in) listed_.push_back({make(), ""});
    publish();
  }
  KindList(const KindList&) = delete;
  KindList& operator=(const KindList&) = delete;

  const std::vector<const Kind*>& kinds() const { return current_.load()->kinds; }
  const std::vector<const StructSchema*>& schemas() const { return current_.load()->schemas; }

  // Null when the schema is of none of them.
  const Kind* find(const StructSchema* schema) const {
    const Version& now = *current_.load();
    for (size_t i = 0; i < now.schemas.size(); ++i)
      if (now.schemas[i] == schema) return now.kinds[i];
    return nullptr;
  }
  // Of a config that has one of them.
  const Kind& of(const AnyConfig& config) const {
    const Kind* kind = find(config.schema());
    HADAL_CHECK(kind != nullptr, "no kind for this config");
    return *kind;
  }
  // The library that a kind is from; empty: built in, or not in this list.
  std::string library(const StructSchema* schema) const {
    const Version& now = *current_.load();
    for (size_t i = 0; i < now.schemas.size(); ++i)
      if (now.schemas[i] == schema) return now.libraries[i];
    return "";
  }

  // Kinds of an extension, which stays loaded, under names that are free.
  void add(std::span<const Kind> kinds, const std::string& library) {
    const std::lock_guard lock(mutex_);
    for (const Kind& kind : kinds) listed_.push_back({kind, library});
    publish();
  }
  void add(const Kind& kind, const std::string& library) { add(std::span(&kind, 1), library); }

 private:
  struct Listed {
    Kind kind;
    std::string library;
  };
  struct Version {
    std::vector<const Kind*> kinds;
    std::vector<const StructSchema*> schemas;  // one per kind, and likewise
    std::vector<std::string> libraries;
  };
  void publish() {
    Version& next = versions_.emplace_back();
    for (const Listed& listed : listed_) {
      next.kinds.push_back(&listed.kind);
      next.schemas.push_back(&listed.kind.schema());
      next.libraries.push_back(listed.library);
    }
    current_.store(&next);
  }

  std::mutex mutex_;
  std::deque<Listed> listed_;
  std::deque<Version> versions_;
  std::atomic<const Version*> current_ = nullptr;
};

}  // namespace hadal::kinds
