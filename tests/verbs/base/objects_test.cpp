// The objects of every device: its tables, and objects that are made and closed without a
// connection.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string>

#include "message_of.hpp"
#include "posting_fixture.hpp"
#include "verbatim/verbs/completion/completion_channel.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"
#include "verbatim/verbs/portable/verbs_srq.hpp"
#include "verbatim/verbs/values/gid.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;

class objects : public testing::posting_fixture {
 protected:
  bool is_iwarp() const { return context.native()->device->transport_type == IBV_TRANSPORT_IWARP; }
};

TEST_F(objects, DevicesAreListedAsTheyAreOpened) {
  const auto all = devices();
  const auto mine =
      std::find_if(all.begin(), all.end(), [&](auto& one) { return one.name == context.name(); });
  ASSERT_NE(mine, all.end());
  ASSERT_EQ(mine->ports.size(), context.limits().phys_port_cnt);
  EXPECT_EQ(mine->ports[0].gids, context.gid_table(1));
  EXPECT_EQ(open_device(*mine).name(), context.name());
  EXPECT_EQ(find_port(context.name() + "/1").port, 1);
}

TEST_F(objects, PortsHaveTables) {
  const auto port = context.port(1);
  EXPECT_EQ(port.number, 1);
  EXPECT_EQ(context.pkey_table(1).empty(), is_iwarp());
  const auto gids = context.gid_table(1);
  ASSERT_FALSE(gids.empty());
  const auto chosen = choose_gid(gids).chosen;
  ASSERT_TRUE(chosen);
  EXPECT_EQ(context.gid(1, chosen->index), chosen->gid);
  const auto beyond = static_cast<std::uint8_t>(context.limits().phys_port_cnt + 1);
  EXPECT_NE(message_of([&] { (void)context.port(beyond); }).find("ports 1 to"), std::string::npos);
}

TEST_F(objects, RegionsHaveKeys) {
  EXPECT_EQ(mr.length(), 2 * half);
  EXPECT_EQ(mr.slice(8, 16).lkey(), mr.lkey());
  EXPECT_EQ(mr.remote(8, 16).rkey(), mr.rkey());
  const verbatim::mr other(pd, std::span(memory), access::local_write);
  EXPECT_NE(other.lkey(), mr.lkey());
}

TEST_F(objects, CompletionQueuesAreWaitedForInVain) {
  completion_channel channel(context);
  verbs_cq cq(context, 16, channel);
  EXPECT_GE(cq.cqes(), 16u);
  std::array<work_completion, 4> some;
  EXPECT_EQ(cq.poll(some), 0u);
  EXPECT_EQ(cq.wait(some, 20ms), 0u);
}

TEST_F(objects, QueuePairsGoWithWhatTheyAreMadeOn) {
  verbs_cq cq(context, 16);
  verbs_qp<rc> alone(pd, cq);
  verbs_srq srq(pd, {.max_wr = 4});
  verbs_qp<rc> sharing(pd, cq, srq);
  EXPECT_EQ(alone.state(), qp_state::reset);
  EXPECT_NE(alone.qpn(), sharing.qpn());
  srq.close();
  EXPECT_FALSE(sharing.is_open());
  EXPECT_TRUE(alone.is_open());
  EXPECT_TRUE(pd.close().complete());
  EXPECT_FALSE(alone.is_open());
  EXPECT_FALSE(mr.is_open());
  EXPECT_TRUE(cq.is_open());
  EXPECT_NE(message_of([&] { verbs_qp<rc>(pd, cq); }).find("it has been closed"),
            std::string::npos);
  EXPECT_TRUE(context.close().complete());
  EXPECT_FALSE(cq.is_open());
}

TEST_F(objects, ConnectOnlyWhereVerbsCanConnect) {
  verbs_cq cq(context, 16);
  verbs_qp<rc> qp(pd, cq);
  if (is_iwarp()) {
    EXPECT_EQ(message_of([&] { qp.to_init(); }),
              "to_init on " + qp.describe() +
                  ": only rdma_cm connects queue pairs of iWARP devices: make it with "
                  "rdma_create_qp()");
    EXPECT_EQ(qp.state(), qp_state::reset);
  } else {
    qp.to_init();
    EXPECT_EQ(qp.state(), qp_state::init);
  }
}

}  // namespace
}  // namespace verbatim
