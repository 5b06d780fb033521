#include "web/mailbox.h"

#include <gtest/gtest.h>

namespace hadal::web {
namespace mailbox_test {

LiveMessage message(uint32_t topic, size_t bytes) {
  return {topic, 0, std::make_shared<const std::vector<uint8_t>>(bytes)};
}

struct MailboxTest : testing::Test {
  Counters counters;
  Mailbox mailbox{1000, counters};
  int wakes = 0;
  MailboxTest() {
    mailbox.open([this] { ++wakes; });
  }
};

TEST_F(MailboxTest, WakesOncePerCollection) {
  for (int i = 0; i < 3; ++i) mailbox.message(message(1, 10));
  EXPECT_EQ(wakes, 1);
  EXPECT_EQ(mailbox.take().messages.size(), 3u);
  mailbox.answer([] {});
  EXPECT_EQ(wakes, 2);
  EXPECT_EQ(mailbox.take().answers.size(), 1u);
}

TEST_F(MailboxTest, LosesTheOldestBeyondItsBound) {
  for (uint32_t topic = 1; topic <= 5; ++topic) mailbox.message(message(topic, 400));
  const Mail mail = mailbox.take();
  ASSERT_EQ(mail.messages.size(), 2u);
  EXPECT_EQ(mail.messages[0].message.topic, 4u);
  EXPECT_EQ(mail.lost_topics, (std::set<uint32_t>{1, 2, 3}));
  EXPECT_EQ(counters.read().dropped_inbox, 3u);
  EXPECT_EQ(counters.read().messages_received, 5u);
}

TEST_F(MailboxTest, MergesParametersByName) {
  for (int i = 0; i < 100; ++i) mailbox.parameters({{"a", double(i)}, {"b", true}});
  const Mail mail = mailbox.take();
  ASSERT_EQ(mail.changed.size(), 2u);
  EXPECT_EQ(std::get<double>(mail.changed[0].value), 99.0);
}

TEST_F(MailboxTest, ARestartVoidsWhatWasSentBefore) {
  mailbox.message(message(1, 10));
  mailbox.restarted();
  mailbox.message(message(2, 10));
  const Mail mail = mailbox.take();
  EXPECT_TRUE(mail.restarted);
  ASSERT_EQ(mail.messages.size(), 1u);
  EXPECT_EQ(mail.messages[0].message.topic, 2u);
}

TEST_F(MailboxTest, IgnoresEverythingOnceClosed) {
  mailbox.message(message(1, 10));
  mailbox.close();
  mailbox.message(message(1, 10));
  mailbox.answer([] { FAIL(); });
  const Mail mail = mailbox.take();
  EXPECT_TRUE(mail.messages.empty());
  EXPECT_TRUE(mail.answers.empty());
}

}  // namespace mailbox_test
}  // namespace hadal::web
