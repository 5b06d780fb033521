// What a contact sensor measures: the contacts of chosen pairs, summed up over a step.
#pragma once
#include <span>

#include "dynamics/contact/contact_force.h"

namespace hadal::dynamics {

// Which contacts count: those between a link of group a and a link of group b. Groups are lists of
// link indices; -1 is the ground; an empty list is everything.
struct ContactPairFilter {
  std::span<const int> links_a, links_b;

  // 1: the contact's a is in group a; -1: it is the other way round; 0: another pair.
  int side(const ContactForce& contact) const;
};

struct ContactReading {
  int count = 0;
  Vec3 force_N = Vec3::Zero();  // on group a
  Vec3 p_N = Vec3::Zero();      // centre of pressure: mean place, weighted with the normal force
  double normal_force_n = 0;    // sum of the magnitudes
  double deepest_m = 0;
  double slip_m_s = 0;  // mean slip speed, weighted with the normal force
};

ContactReading read_contacts(std::span<const ContactForce> contacts,
                             const ContactPairFilter& filter);

// The way that the surfaces have rubbed along each other: integral of the slip speed.
struct SlipPath {
  double length_m = 0;
  void advance(const ContactReading& reading, double step_s) {
    length_m += reading.slip_m_s * step_s;
  }
};

}  // namespace hadal::dynamics
