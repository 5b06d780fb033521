#include "web/outbox.h"

#include <gtest/gtest.h>

namespace hadal::web {
namespace outbox_test {

constexpr Clock::duration kLong = std::chrono::hours(1);
constexpr size_t kPayload = 1000, kItem = kPayload + sizeof(OutMessage);

OutMessage message(uint32_t topic, uint8_t mark, bool latched = false, size_t bytes = kPayload) {
  OutMessage m;
  m.topic = topic;
  m.latched = latched;
  m.payload = std::make_shared<const std::vector<uint8_t>>(bytes, mark);
  m.since = Clock::now();
  return m;
}

// Marks of all that comes out.
std::vector<int> drain(Outbox& outbox, Clock::time_point now = Clock::now()) {
  std::vector<int> marks;
  while (const auto m = outbox.pop(now)) marks.push_back(m->payload ? (*m->payload)[0] : -1);
  return marks;
}

TEST(Outbox, KeepsTheOrderOfData) {
  Outbox outbox(10 * kItem, 3, kLong);
  outbox.add_data(message(1, 1));
  outbox.add_data(message(2, 2));
  outbox.add_data(message(1, 3));
  EXPECT_EQ(drain(outbox), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(outbox.bytes(), 0u);
  EXPECT_EQ(outbox.dropped(), 0u);
}

TEST(Outbox, LeavesOutTheSupersededFirst) {
  Outbox outbox(3 * kItem, 3, kLong);
  outbox.add_data(message(1, 1));  // the only one of its topic: stays, although it is the oldest
  outbox.add_data(message(2, 2));
  outbox.add_data(message(2, 3));
  outbox.add_data(message(2, 4));
  EXPECT_EQ(drain(outbox), (std::vector<int>{1, 3, 4}));
  EXPECT_EQ(outbox.dropped(), 1u);
}

TEST(Outbox, ThenTheOldest) {
  Outbox outbox(2 * kItem, 3, kLong);
  for (uint8_t topic = 1; topic <= 3; ++topic) outbox.add_data(message(topic, topic));
  EXPECT_EQ(drain(outbox), (std::vector<int>{2, 3}));
}

TEST(Outbox, LatchedMessagesGoLastAndAreRemembered) {
  Outbox outbox(2 * kItem, 3, kLong);
  outbox.add_data(message(1, 1, true));
  outbox.add_data(message(1, 2, true));
  outbox.add_data(message(2, 3));
  EXPECT_TRUE(outbox.lost().empty());
  outbox.add_data(message(1, 4, true));
  EXPECT_EQ(drain(outbox), (std::vector<int>{2, 4}));
  EXPECT_EQ(outbox.take_lost(), (std::set<uint32_t>{1}));
  EXPECT_TRUE(outbox.lost().empty());
}

TEST(Outbox, HoldsItsBound) {
  Outbox outbox(5 * kItem, 3, kLong);
  for (int i = 0; i < 1000; ++i) outbox.add_data(message(1 + i % 3, 1));
  EXPECT_EQ(outbox.bytes(), 5 * kItem);
  EXPECT_EQ(outbox.bytes_peak(), 5 * kItem);
  EXPECT_EQ(outbox.dropped(), 995u);
  outbox.add_data(message(1, 9, false, 6 * kItem));  // never fits
  EXPECT_EQ(outbox.bytes(), 5 * kItem);
  EXPECT_EQ(outbox.dropped(), 996u);
}

TEST(Outbox, HoldsItsBoundForEmptyMessagesToo) {
  Outbox outbox(size_t{1} << 30, 1, kLong);
  for (int i = 0; i < 100'000; ++i) outbox.add_data(message(1, 1, false, 0));
  EXPECT_LE(outbox.bytes(), 8192 * sizeof(OutMessage));
}

TEST(Outbox, ControlGoesFirstAndStays) {
  Outbox outbox(kItem, 3, kLong);
  outbox.add_data(message(1, 1));
  for (uint8_t i = 10; i < 14; ++i)
    outbox.add_control(std::make_shared<const std::vector<uint8_t>>(kPayload, i), true);
  outbox.add_data(message(1, 2));
  EXPECT_EQ(drain(outbox), (std::vector<int>{10, 11, 12, 13, 2}));
}

TEST(Outbox, TheTimeIsTheNewest) {
  Outbox outbox(kItem, 3, kLong);
  OutMessage time = message(0, 1);
  outbox.set_time(time);
  outbox.set_time(message(0, 2));
  EXPECT_EQ(drain(outbox), (std::vector<int>{2}));
}

TEST(Outbox, WhatWaitedTooLongYieldsToTheNewer) {
  Outbox outbox(100 * kItem, 3, std::chrono::seconds(1));
  for (uint8_t i = 1; i <= 4; ++i) outbox.add_data(message(1, i));
  outbox.add_data(message(2, 9));
  EXPECT_EQ(drain(outbox, Clock::now() + std::chrono::seconds(2)), (std::vector<int>{4, 9}));
  EXPECT_EQ(outbox.dropped(), 3u);
}

TEST(Outbox, BacklogTakesTurnsButComesBeforeDataOfItsTopic) {
  Outbox outbox(100 * kItem, 3, kLong);
  for (uint8_t i = 1; i <= 3; ++i) outbox.add_backlog(message(1, i, true));
  outbox.add_data(message(2, 20));
  outbox.add_data(message(1, 10, true));
  outbox.add_data(message(2, 21));
  EXPECT_EQ(outbox.bytes(), 3 * kItem);  // the backlog is lent
  EXPECT_EQ(drain(outbox), (std::vector<int>{1, 20, 2, 3, 10, 21}));
}

TEST(Outbox, ForgetsATopicOrAllData) {
  Outbox outbox(100 * kItem, 3, kLong);
  outbox.add_data(message(1, 1));
  outbox.add_data(message(2, 2));
  outbox.add_backlog(message(1, 3, true));
  outbox.forget(1);
  EXPECT_EQ(outbox.bytes(), kItem);
  outbox.add_data(message(1, 4));
  EXPECT_EQ(drain(outbox), (std::vector<int>{2, 4}));
  outbox.add_data(message(1, 1));
  outbox.add_control(bytes_of("c"), true);
  outbox.forget_data();
  EXPECT_EQ(drain(outbox), (std::vector<int>{'c'}));
  EXPECT_TRUE(outbox.empty());
}

}  // namespace outbox_test
}  // namespace hadal::web
