// A kind of force on a link, beside those that come with the library. It is a struct with its
// parameters and what computes from them,
//
//   struct TowLine {
//     double stiffness_n_m = 100;
//     static const StructSchema& schema();          // StructBuilder<TowLine>("tow_line", "...")...
//     ForceAction act(const ForceContext& now, std::span<const double> state) const;
//   };
//
// and one line in a list of kinds, force_kind<TowLine>(). A link has it under `forces: [!tow_line {...}]`;
// its wrench is logged in the column `extension`.
//
// act() is called once per stage of the integrator. A force that is stiff against velocity gives its
// damping as well, which the implicit step takes into account.
//
// Optional members: prepare() for what follows from the parameters once at load, state_size() for what it remembers (part of the state), start(state) when that
// does not begin with zeros, advance(now, state) after every step, with the motion of its last stage.
//
// Frames: B is the frame of the link, forward-right-down. SI units and radians.
#pragma once
#include <array>
#include <cstddef>
#include <span>

#include "hadal/export.h"
#include "hadal/extension/kind_error.h"
#include "hadal/extension/sea.h"
#include "hadal/schema.h"

namespace hadal HADAL_API {
namespace extension {

// A link and the water around it at one stage of a step.
struct ForceContext {
  const Sea& sea;
  double time_s = 0;
  double step_s = 0;
  Motion link;  // without accelerations, which follow from the forces
  Twist nu_r_B{};  // of the link through the water
  Vector3 water_velocity_N{};
  double density_kg_m3 = 0;
  double gravity_m_s2 = 0;
};

struct ForceAction {
  Wrench wrench_B{};  // on the link, at its origin
  // -d(wrench)/d(nu_r), row by row; without negative eigenvalues. Zero: taken explicitly.
  std::array<double, 36> damping_B{};
};

// Everything there is to know of a kind; made by force_kind<T>().
struct ForceKind {
  const StructSchema& (*schema)() = nullptr;
  bool checked = false;  // of an extension: the run stops when it gives what is not finite
  void (*prepare)(void* config) = nullptr;
  size_t (*state_size)(const void* config) = nullptr;
  void (*start)(const void* config, std::span<double> state) = nullptr;
  ForceAction (*act)(const void* config, const ForceContext&, std::span<const double> state) =
      nullptr;
  void (*advance)(const void* config, const ForceContext&, std::span<double> state) = nullptr;
};

template <class T>
constexpr ForceKind force_kind() {
  ForceKind kind;
  kind.schema = &T::schema;
  if constexpr (requires(T t) { t.prepare(); })
    kind.prepare = [](void* c) {
      return call_kind<T>([&] { static_cast<T*>(c)->prepare(); });
    };
  if constexpr (requires(const T t) { t.state_size(); })
    kind.state_size = [](const void* c) {
      return call_kind<T>([&] { return static_cast<const T*>(c)->state_size(); });
    };
  if constexpr (requires(const T t, std::span<double> s) { t.start(s); })
    kind.start = [](const void* c, std::span<double> s) {
      return call_kind<T>([&] { static_cast<const T*>(c)->start(s); });
    };
  kind.act = [](const void* c, const ForceContext& now, std::span<const double> state) {
    return call_kind<T>([&] { return static_cast<const T*>(c)->act(now, state); });
  };
  if constexpr (requires(const T t, const ForceContext& now, std::span<double> s) { t.advance(now,
      s); })
    kind.advance = [](const void* c, const ForceContext& now, std::span<double> s) {
      return call_kind<T>([&] { static_cast<const T*>(c)->advance(now, s); });
    };
  return kind;
}

}  // namespace extension
}  // namespace hadal HADAL_API
