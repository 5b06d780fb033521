// A kind of coupling: two bodies that may hold each other beside joints and friction. Every pair that
// it can join is declared at load; whether one is joined follows from what the two do, by a state
// machine that is a pure function of a sample per step. A kind is a struct with its parameters,
//
//   struct Magnet : CouplingConfig {
//     PortConfig holder;
//     static const StructSchema& schema();  // coupling_schema<Magnet>("magnet", "...")
//     CouplingPorts ports() const;          // which bodies
//     void advance(const CouplingSample& sample, double step_s, CouplingMemory& memory) const;
//   };
//
// and one line in list.cpp.
//
// Frames: S on the holding side (socket, cup, palm), x out of it; P on the held side (plug, object).
// What is seated has P in the origin of S.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "hadal/schema.h"

namespace hadal::inline kinds {

enum class CouplingMode : int64_t {
  kFree,
  kJoined,  // held but along x of S
  kFixed,
};

// What follows is of one pair.
struct CouplingSample {
  bool engaged = true;   // it may hold
  bool occupied = false;  // one of the two is held by another pair
  double lateral_m = 0;  // of P from the x axis of S
  double angle_rad = 0;  // between the axes
  double gap_m = 0;      // along x of S
  // Mean of the force of S on P along x of S: above zero P is pressed in, below it is drawn out.
  double axial_n = 0;
  double press_n = 0;  // the least with which one of `fingers` presses on the held body
};

struct CouplingMemory {
  CouplingMode mode = CouplingMode::kFree;
  int64_t aligned = 0;  // samples in a row that met the conditions for joining
  int64_t freed = -1;   // samples since it was last freed; -1: it never held
};

// A frame on a body: a vehicle or object, and one of its links.
struct PortConfig {
  std::string body;
  std::string link;
  std::array<double, 3> position_m{};
  std::array<double, 3> rpy_deg{};
  static const StructSchema& schema();
};

// The bodies of a coupling. `key` is that of a port in the struct, "plug" or "sockets[1]".
struct NamedPort {
  PortConfig port;
  std::string key;
};
struct CouplingPorts {
  std::vector<NamedPort> holders, held;  // every holder with every held body is a pair
  // Holders look along x, and so do those that are held: x of the two meet when seated. Otherwise
  // the held body keeps the pose at which it is caught.
  bool seats = false;
  std::vector<std::string> fingers;  // links of the holder's body that press; none: the holder itself
};

struct CouplingConfig {
  std::string name;
  double filter_s = 0.1;
  double cooldown_s = 3;
  bool engaged = true;
};

// The keys that every coupling has.
template <class T>
StructBuilder<T> coupling_schema(const char* kind, const char* doc) {
  return StructBuilder<T>(kind, doc)
      .name("name", &T::name, "Name, unique among the couplings.")
      .required()
      .number("filter_s", &T::filter_s, "Forces count as their mean over this time.", {0, 1})
      .number("cooldown_s", &T::cooldown_s, "It does not join again so soon after it was freed.",
              {0, 1e6})
      .boolean("engaged", &T::engaged,
               "Whether it may hold at the start; an event `couple` changes it.");
}

// Everything there is to know of a kind; made by coupling_kind<T>().
struct CouplingKind {
  const StructSchema& (*schema)() = nullptr;
  CouplingPorts (*ports)(const void* config) = nullptr;
  void (*advance)(const void* config, const CouplingSample&, double step_s,
                  CouplingMemory&) = nullptr;
};

template <class T>
constexpr CouplingKind coupling_kind() {
  static_assert(std::is_base_of_v<CouplingConfig, T>,
                "a coupling derives from CouplingConfig first");
  CouplingKind kind;
  kind.schema = &T::schema;
  kind.ports = [](const void* c) { return static_cast<const T*>(c)->ports(); };
  kind.advance = [](const void* c, const CouplingSample& sample, double step_s,
                    CouplingMemory& memory) {
    static_cast<const T*>(c)->advance(sample, step_s, memory);
  };
  return kind;
}

// Whether so many samples last for a time.
inline bool lasted(int64_t samples, double step_s, double time_s) {
  return static_cast<double>(samples) * step_s >= time_s * (1 - 1e-9);
}
inline bool cooled_down(const CouplingMemory& memory, double step_s, double cooldown_s) {
  return memory.freed < 0 || lasted(memory.freed, step_s, cooldown_s);
}

}  // namespace hadal::kinds
