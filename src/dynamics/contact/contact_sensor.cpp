#include "dynamics/contact/contact_sensor.h"

#include <algorithm>

namespace hadal::dynamics {
namespace {

bool in_group(std::span<const int> group, int link) {
  return group.empty() || std::find(group.begin(), group.end(), link) != group.end();
}

}  // namespace

int ContactPairFilter::side(const ContactForce& contact) const {
  if (in_group(links_a, contact.link_a) && in_group(links_b, contact.link_b)) return 1;
  if (in_group(links_a, contact.link_b) && in_group(links_b, contact.link_a)) return -1;
  return 0;
}

ContactReading read_contacts(std::span<const ContactForce> contacts,
                             const ContactPairFilter& filter) {
  ContactReading out;
  Vec3 places = Vec3::Zero(), weighted = Vec3::Zero();
  double slip = 0;
  for (const ContactForce& contact : contacts) {
    const int side = filter.side(contact);
    if (side == 0) continue;
    const double normal = contact.force_N.dot(contact.normal_N);
    ++out.count;
    out.force_N += side * contact.force_N;
    out.normal_force_n += normal;
    out.deepest_m = std::max(out.deepest_m, contact.depth_m);
    places += contact.p_N;
    weighted += normal * contact.p_N;
    slip += normal * contact.slip_N.norm();
  }
  if (out.count == 0) return out;
  out.p_N = out.normal_force_n > 0 ? Vec3(weighted / out.normal_force_n) : Vec3(places / out.count);
  if (out.normal_force_n > 0) out.slip_m_s = slip / out.normal_force_n;
  return out;
}

}  // namespace hadal::dynamics
