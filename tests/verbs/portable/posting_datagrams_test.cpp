// Datagrams that are posted through verbs, to one queue pair and to groups.
#include <gtest/gtest.h>

#include <cstdint>
#include <span>

#include "posting_pair.hpp"
#include "verbatim/connect/path/ah_cache.hpp"
#include "verbatim/connect/path/reply.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"
#include "verbatim/verbs/queue_pair/address_handle.hpp"

namespace verbatim {
namespace {

using testing::posting;

TEST_F(posting, SendsDatagrams) {
  constexpr std::uint32_t grh = 40;
  constexpr std::uint32_t qkey = 0x1234;
  verbs_qp<ud> sender(pd, cq);
  verbs_qp<ud> receiver(pd, b_cq);
  sender.activate({.qkey = qkey});
  receiver.activate({.qkey = qkey});
  address_handle to(pd, receiver.address());
  ASSERT_TRUE(receiver.post_recv({into(grh + 8), 1}));
  ASSERT_TRUE(
      sender.post(verbs_qp<ud>::request::send_imm(from(8), 6).to(to.destination(qkey)).signal(1)));
  EXPECT_TRUE(completion(cq).ok());
  const auto received = completion(b_cq);
  EXPECT_EQ(received.imm(), 6u);
  EXPECT_EQ(received.byte_count(), grh + 8);
  EXPECT_EQ(received.source_qpn(), sender.qpn());
  EXPECT_TRUE(arrived(8, 0, grh));
}

TEST_F(posting, AnswersDatagrams) {
  constexpr std::uint32_t qkey = 0x1234;
  verbs_qp<ud> client(pd, cq);
  verbs_qp<ud> server(pd, b_cq);
  client.activate({.qkey = qkey});
  server.activate({.qkey = qkey});
  address_handle to(pd, server.address());
  ASSERT_TRUE(server.post_recv({into(grh_bytes + 8), 1}));
  ASSERT_TRUE(client.post(verbs_qp<ud>::request::send(from(8)).to(to.destination(qkey)).signal(1)));
  EXPECT_TRUE(completion(cq).ok());
  const auto asked = completion(b_cq);
  ASSERT_TRUE(asked.is_receive());
  const auto end = server.local_end();
  const auto back =
      reply_path(origin_of(asked, std::as_bytes(std::span(memory).subspan(half))), end);
  ah_cache ways(pd, end);
  ASSERT_TRUE(client.post_recv({into(grh_bytes + 8, 512), 2}));
  ASSERT_TRUE(
      server.post(verbs_qp<ud>::request::send(from(8, 16)).to(ways.destination(back)).signal(3)));
  EXPECT_EQ(completion(cq).wr_id(), 2u) << back;
  EXPECT_TRUE(completion(b_cq).ok());
  EXPECT_TRUE(arrived(8, 16, 512 + grh_bytes));
}

multicast_group group_of(link_layer layer) {
  if (layer == link_layer::ethernet) return {*parse_gid("224.1.2.3")};
  return {*parse_gid("ff12:401b::1234"), lid(0xc001)};
}

TEST_F(posting, ReachesGroups) {
  const auto group = group_of(context.port(1).link_layer);
  verbs_qp<ud> sender(pd, cq);
  verbs_qp<ud> member(pd, b_cq);
  sender.activate();
  member.activate();
  member.attach(group);
  address_handle to(pd, group.address());
  ASSERT_TRUE(member.post_recv({into(grh_bytes + 8), 1}));
  ASSERT_TRUE(sender.post(verbs_qp<ud>::request::send(from(8)).to(to.destination()).signal(2)));
  EXPECT_TRUE(completion(cq).ok());
  EXPECT_EQ(completion(b_cq).wr_id(), 1u);
  EXPECT_TRUE(arrived(8, 0, grh_bytes));
}

TEST_F(posting, LeavesGroupsWhenClosed) {
  verbs_qp<ud> member(pd, b_cq);
  member.activate();
  member.attach(group_of(context.port(1).link_layer));
  EXPECT_TRUE(member.close().complete());
}

}  // namespace
}  // namespace verbatim
