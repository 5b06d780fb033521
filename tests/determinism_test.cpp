// The same bits for any number of threads, after a snapshot, and again in a second run.
#include <gtest/gtest.h>

#include <vector>

#include "small_world.h"

namespace hadal {
namespace determinism_test {

std::vector<uint64_t> hashes(const std::string& yaml, int threads, int steps) {
  const auto s = test::simulate(yaml, threads);
  std::vector<uint64_t> out{state_hash(s->state())};
  for (int i = 0; i < steps; ++i) {
    test::run_steps(*s, 1);
    out.push_back(state_hash(s->state()));
  }
  return out;
}

TEST(Determinism, ThreadsDoNotChangeABit) {
  const std::string yaml = test::swarm(40);  // above the numbers from which stages use threads
  const auto one = hashes(yaml, 1, 300);
  EXPECT_EQ(one, hashes(yaml, 2, 300));
  EXPECT_EQ(one, hashes(yaml, 4, 300));
}

TEST(Determinism, SecondRunIsTheSame) {
  EXPECT_EQ(hashes(test::lively_world(), 1, 2000), hashes(test::lively_world(), 4, 2000));
}

TEST(Determinism, AnotherSeedIsAnotherRun) {
  std::string other = test::lively_world();
  other.replace(other.find("seed: 11"), 8, "seed: 12");
  const auto a = hashes(test::lively_world(), 1, 100), b = hashes(other, 1, 100);
  EXPECT_NE(a[1], b[1]);
  EXPECT_NE(a.back(), b.back());
}

TEST(Determinism, RestoredSnapshotContinuesBitForBit) {
  const auto first = test::simulate(test::lively_world());
  test::run_steps(*first, 1300);  // within the wrench event and with readings under way
  const auto snapshot = first->save();
  test::run_steps(*first, 1500);
  const auto second = test::simulate(test::lively_world(), 4);
  ASSERT_TRUE(second->restore(snapshot));
  EXPECT_EQ(second->state().tick, 1300);
  test::run_steps(*second, 1500);
  EXPECT_EQ(first_difference(first->state(), second->state()), "");
  EXPECT_EQ(state_hash(first->state()), state_hash(second->state()));
}

TEST(Determinism, BranchesFromOneSnapshotDivergeOnlyByTheirInput) {
  const auto s = test::simulate(test::lively_world());
  test::run_steps(*s, 400);
  const auto snapshot = s->save();
  test::run_steps(*s, 400);
  const uint64_t straight = state_hash(s->state());
  ASSERT_TRUE(s->restore(snapshot));
  ASSERT_TRUE(s->apply({400, "drift", "factor", {3}}).empty());
  test::run_steps(*s, 400);
  EXPECT_NE(state_hash(s->state()), straight);
  ASSERT_TRUE(s->restore(snapshot));
  test::run_steps(*s, 400);
  EXPECT_EQ(state_hash(s->state()), straight);
}

TEST(Determinism, SnapshotOfAnotherWorldIsRefusedAndChangesNothing) {
  const auto lively = test::simulate(test::lively_world());
  const auto ball = test::simulate(test::drifting_body(""));
  const uint64_t before = state_hash(ball->state());
  EXPECT_FALSE(ball->restore(lively->save()));
  EXPECT_EQ(state_hash(ball->state()), before);
}

TEST(Determinism, HashSeesEveryField) {
  const auto s = test::simulate(test::lively_world());
  test::run_steps(*s, 10);
  State state = s->state();
  const uint64_t before = state_hash(state);
  for_each_field(state, [&](const char* name, auto span) {
    if (span.empty()) return;
    auto& last = span[span.size() - 1];
    const auto kept = last;
    last += 1;
    EXPECT_NE(state_hash(state), before) << name;
    last = kept;
  });
  EXPECT_EQ(state_hash(state), before);
}

}  // namespace determinism_test
}  // namespace hadal
