#include "dynamics/contact/contact_sensor.h"

#include <gtest/gtest.h>

#include <vector>

namespace hadal::dynamics {
namespace {

std::vector<ContactForce> three_contacts() {
  std::vector<ContactForce> out(3);
  out[0] = {0, -1, 0, 0, {1, 0, 0}, {0, 0, -1}, {2, 0, -10}, {0.3, 0, 0}, 1e-3};
  out[1] = {0, -1, 0, 0, {0, 1, 0}, {0, 0, -1}, {0, 0, -30}, {0, 0.1, 0}, 2e-3};
  out[2] = {3, 0, 0, 0, {0, 0, 0}, {1, 0, 0}, {5, 0, 0}, {0, 0, 0}, 4e-3};
  return out;
}

TEST(ContactSensor, SumsTheContactsOfThePair) {
  const auto contacts = three_contacts();
  const int body[] = {0}, ground[] = {-1};
  const ContactReading reading = read_contacts(contacts, {body, ground});
  EXPECT_EQ(reading.count, 2);
  EXPECT_EQ(reading.force_N, Vec3(2, 0, -40));
  EXPECT_DOUBLE_EQ(reading.normal_force_n, 40);
  EXPECT_EQ(reading.p_N, Vec3(0.25, 0.75, 0));
  EXPECT_DOUBLE_EQ(reading.deepest_m, 2e-3);
  EXPECT_DOUBLE_EQ(reading.slip_m_s, (10 * 0.3 + 30 * 0.1) / 40);
}

TEST(ContactSensor, ForceTurnsRoundWithThePair) {
  const auto contacts = three_contacts();
  const int a[] = {0}, b[] = {3};
  EXPECT_EQ(read_contacts(contacts, {a, b}).force_N, Vec3(-5, 0, 0));
  EXPECT_EQ(read_contacts(contacts, {b, a}).force_N, Vec3(5, 0, 0));
}

TEST(ContactSensor, EmptyGroupIsEverything) {
  const auto contacts = three_contacts();
  const int a[] = {0};
  EXPECT_EQ(read_contacts(contacts, {a, {}}).count, 3);
  const int none[] = {9};
  EXPECT_EQ(read_contacts(contacts, {none, {}}).count, 0);
}

TEST(ContactSensor, PathIsTheIntegralOfTheSlip) {
  SlipPath path;
  ContactReading reading;
  reading.slip_m_s = 0.2;
  for (int n = 0; n < 500; ++n) path.advance(reading, 0.002);
  EXPECT_NEAR(path.length_m, 0.2, 1e-12);
}

}  // namespace
}  // namespace hadal::dynamics
