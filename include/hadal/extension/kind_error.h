// What a kind threw, with the kind it was: at load the scenario is refused, in a step the run stops as
// one that diverged. sensor_kind<T>() and its like have every call of a kind pass through here.
#pragma once
#include <exception>
#include <stdexcept>
#include <string>

#include "hadal/export.h"
#include "hadal/schema.h"

namespace hadal HADAL_API {
namespace extension {

class KindError : public std::runtime_error {
 public:
  KindError(const StructSchema& kind, const std::string& message);
  ~KindError() override;
  const StructSchema& kind() const { return *kind_; }

 private:
  const StructSchema* kind_;
};

// What call() returns, a function of the kind T.
template <class T, class Call>
auto call_kind(Call call) -> decltype(call()) {
  try {
    return call();
  } catch (const KindError&) {
    throw;  // of another kind that this one called
  } catch (const std::exception& error) {
    throw KindError(T::schema(), error.what());
  } catch (...) {
    throw KindError(T::schema(), "threw what is no std::exception");
  }
}

}  // namespace extension
}  // namespace hadal HADAL_API
