#include "world/state.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace hadal::inline world {
namespace state_test {

State touching(int64_t contacts) {
  State state;
  state.contact_count = {contacts};
  state.contact_links.assign(8, -1);
  return state;
}

// A damaged snapshot must not lead readers beyond the slots.
TEST(State, RefusesMoreContactsThanSlots) {
  State state = touching(1);
  for (const int64_t bad : {int64_t{5}, int64_t{-1}, int64_t{1} << 60}) {
    EXPECT_FALSE(restore_state(save_state(touching(bad)), state)) << bad;
    EXPECT_EQ(state.contact_count[0], 1);
  }
  EXPECT_TRUE(restore_state(save_state(touching(4)), state));
  EXPECT_EQ(state.contact_count[0], 4);
}

// A member that for_each_field() does not name would escape hash, snapshot and comparison. All
// members but the tick are vectors, so that their sizes tell whether each of them is listed.
TEST(State, EveryMemberIsListed) {
  State state;
  state.transmitted_wrench_L.resize(1);  // listed where a sensor measures one
  state.arm_press.resize(1);             // listed where a mission presses
  std::set<std::string> names;
  size_t listed = 0;
  for_each_field(state, [&](std::string_view name, auto) {
    ++listed;
    names.emplace(name);
  });
  EXPECT_EQ(names.size(), listed) << "two fields of one name";
  EXPECT_EQ(sizeof(State), sizeof(Tick) + (listed - 1) * sizeof(std::vector<double>));
}

}  // namespace state_test
}  // namespace hadal::world
