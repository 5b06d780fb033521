#include "kinds/couplings/plug_socket.h"

#include "kinds/couplings/list.h"

namespace hadal::inline kinds {

const StructSchema& PlugSocket::schema() {
  using C = PlugSocket;
  constexpr double kDegree = 0.017453292519943295;
  static const StructSchema s =
      coupling_schema<C>("plug_socket", "A plug and the sockets it fits.")
          .object("plug", &C::plug, "Tip of the plug, x out of it.")
          .required()
          .objects("sockets", &C::sockets, "Seats of the tip, x out of the bore.")
          .required()
          .number("align_s", &C::align_s, "Joins once aligned for so long.", {0, 1e6})
          .number("lateral_tol_m", &C::lateral_tol_m,
                  "Aligned: offset of the tip from the axis of the socket.", kPositive)
          .number("angle_tol_deg", &C::angle_tol_rad, "Aligned: angle between the axes.",
                  {0, 180, true}, kDegree)
          .number("gap_tol_m", &C::gap_tol_m, "Aligned: from the tip to its seat.", kPositive)
          .number("leave_m", &C::leave_m, "Joined, it is free again beyond this gap.", kPositive)
          .number("insertion_force_n", &C::insertion_force_n, "Locks when pressed in so hard.",
                  kPositive)
          .number("extraction_force_n", &C::extraction_force_n,
                  "Comes loose when drawn so hard.", kPositive)
          .check([](const C& c, CheckReport& r) {
            if (c.sockets.empty()) r.fail("sockets", "expected at least one socket");
            if (c.leave_m < c.gap_tol_m)
              r.fail("leave_m", "must not be below gap_tol_m, or it leaves as it joins");
          });
  return s;
}

CouplingPorts PlugSocket::ports() const {
  CouplingPorts out;
  out.seats = true;
  out.held.push_back({plug, "plug"});
  for (size_t i = 0; i < sockets.size(); ++i)
    out.holders.push_back({sockets[i], "sockets[" + std::to_string(i) + "]"});
  return out;
}

bool PlugSocket::aligned(const CouplingSample& s) const {
  return s.lateral_m <= lateral_tol_m && s.angle_rad <= angle_tol_rad && s.gap_m <= gap_tol_m;
}

void PlugSocket::advance(const CouplingSample& s, double step_s, CouplingMemory& m) const {
  if (m.freed >= 0) ++m.freed;
  const auto set_free = [&] { m = {CouplingMode::kFree, 0, 0}; };
  switch (m.mode) {
    case CouplingMode::kFree:
      m.aligned = aligned(s) ? m.aligned + 1 : 0;
      if (m.aligned > 0 && s.engaged && !s.occupied && lasted(m.aligned, step_s, align_s) &&
          cooled_down(m, step_s, cooldown_s))
        m.mode = CouplingMode::kJoined;
      return;
    case CouplingMode::kJoined:
      if (!s.engaged || s.gap_m > leave_m)
        set_free();
      else if (s.axial_n >= insertion_force_n)
        m.mode = CouplingMode::kFixed;
      return;
    case CouplingMode::kFixed:
      if (!s.engaged || -s.axial_n >= extraction_force_n) set_free();
      return;
  }
}

template <>
CouplingKind built_in_coupling<PlugSocket>() {
  return coupling_kind<PlugSocket>();
}

}  // namespace hadal::kinds
