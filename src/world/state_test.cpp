#include "world/state.h"

#include <gtest/gtest.h>

namespace hadal {
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

}  // namespace state_test
}  // namespace hadal
