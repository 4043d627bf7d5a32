// Sockets of datagrams that join multicast groups by rdma_cm, or a group that they are given.
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "device_under_test.hpp"
#include "long_enough.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/stream/link/groups.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using stream::datagram_status;
using stream::task;

constexpr auto the_group = "239.1.2.7";

template <class Engine>
class datagram_groups : public ::testing::Test {
 protected:
  using end = stream::datagram_socket<Engine>;

  static std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
  }
  static std::string text_of(const stream::datagram<Engine>& got) {
    std::string text;
    for (const auto one : got.bytes()) text += static_cast<char>(one);
    return text;
  }

  context device = testing::device_under_test();
  pd domain{device};
  Engine engine{device, {.cqes = 4096}};
  stream::groups<Engine> members{engine};
  cm::group_options from_here{.source = cm::address::parse(testing::address_under_test())};
};

using engines = ::testing::Types<stream::direct_engine<rc, ud>, stream::verbs_engine>;
TYPED_TEST_SUITE(datagram_groups, engines);

TYPED_TEST(datagram_groups, reach_all_members_who_answer_the_sender) {
  using socket = typename TestFixture::end;
  socket a(this->engine, this->domain), b(this->engine, this->domain),
      sender(this->engine, this->domain);
  const auto talk = [&]() -> task<> {
    auto first = co_await this->members.join(a, the_group, this->from_here);
    auto second = co_await this->members.join(b, the_group, this->from_here);
    EXPECT_TRUE(first && second);
    if (!first || !second) co_return;
    EXPECT_TRUE(first->group.is_open());
    auto only_sends = this->from_here;
    only_sends.send_only = true;
    auto third = co_await this->members.join(sender, the_group, only_sends);
    EXPECT_TRUE(third.has_value());
    if (!third) co_return;
    const std::string question = "who is there?";
    const auto sent = co_await sender.send(this->bytes_of(question), third->to);
    EXPECT_TRUE(sent) << sent.message();
    for (auto* member : {&a, &b}) {
      const auto got = co_await member->receive();
      EXPECT_EQ(this->text_of(got), question);
      EXPECT_EQ(got.source_qpn(), sender.qpn());
      EXPECT_EQ(got.header().size(), grh_bytes);
      const auto answered = co_await member->send(got.bytes().first(3), got.reply_to());
      EXPECT_TRUE(answered) << answered.message();
    }
    for (int i = 0; i < 2; ++i) {
      const auto answer = co_await sender.receive();
      EXPECT_EQ(this->text_of(answer), "who");
    }
    // A member that has left receives no more.
    EXPECT_TRUE(first->group.leave().complete());
    const auto again = co_await sender.send(this->bytes_of(question), third->to);
    EXPECT_TRUE(again) << again.message();
    const auto got = co_await b.receive();
    EXPECT_EQ(this->text_of(got), question);
    EXPECT_EQ(a.try_receive().status(), datagram_status::would_block);
  };
  this->engine.run(talk());
  EXPECT_EQ(sender.try_receive().status(), datagram_status::would_block);
}

TYPED_TEST(datagram_groups, end_with_the_last_copy_of_their_membership) {
  using socket = typename TestFixture::end;
  socket a(this->engine, this->domain), sender(this->engine, this->domain);
  auto sends = this->members.join(sender, the_group, this->from_here).get();
  ASSERT_TRUE(sends) << sends.error().what();
  {
    auto joined = this->members.join(a, the_group, this->from_here).get();
    ASSERT_TRUE(joined) << joined.error().what();
    ASSERT_TRUE(sender.send(this->bytes_of("one"), sends->to, long_enough));
    EXPECT_EQ(this->text_of(a.receive(long_enough)), "one");
  }
  ASSERT_TRUE(sender.send(this->bytes_of("two"), sends->to, long_enough));
  EXPECT_EQ(a.receive(50ms).status(), datagram_status::timed_out);
}

TYPED_TEST(datagram_groups, are_joined_by_their_address_after_rdma_cm_has_told_it) {
  using socket = typename TestFixture::end;
  socket port(this->engine, this->domain), a(this->engine, this->domain);
  auto joined = this->members.join(port, the_group, this->from_here).get();
  ASSERT_TRUE(joined) << joined.error().what();
  const auto group = joined->group.id();
  const auto everybody = a.join(group);
  EXPECT_EQ(everybody.qpn(), 0xffffffu);
  ASSERT_TRUE(port.send(this->bytes_of("all"), port.to(group), long_enough));
  EXPECT_EQ(this->text_of(a.receive(long_enough)), "all");
  a.leave(group);
  ASSERT_TRUE(port.send(this->bytes_of("all"), everybody, long_enough));
  EXPECT_EQ(a.receive(50ms).status(), datagram_status::timed_out);
  EXPECT_THROW(a.leave(group), error);
}

TYPED_TEST(datagram_groups, that_cannot_be_joined_say_why) {
  using socket = typename TestFixture::end;
  socket a(this->engine, this->domain);
  const auto no_group = this->members.join(a, testing::address_under_test(), this->from_here).get();
  ASSERT_FALSE(no_group);
  EXPECT_NE(std::string(no_group.error().what()).find("239.1.2.3"), std::string::npos)
      << no_group.error().what();
}

TYPED_TEST(datagram_groups, are_not_joined_by_an_attempt_that_is_destroyed) {
  using socket = typename TestFixture::end;
  socket a(this->engine, this->domain), sender(this->engine, this->domain);
  { const auto given_up = this->members.join(a, the_group, this->from_here); }
  auto sends = this->members.join(sender, the_group, this->from_here).get();
  ASSERT_TRUE(sends) << sends.error().what();
  ASSERT_TRUE(sender.send(this->bytes_of("one"), sends->to, long_enough));
  EXPECT_EQ(a.receive(50ms).status(), datagram_status::timed_out);
}

}  // namespace
}  // namespace verbatim
