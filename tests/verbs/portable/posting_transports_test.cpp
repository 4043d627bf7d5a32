// Posting through verbs on the transports that not every device has: XRC and raw packets.
#include <gtest/gtest.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "message_of.hpp"
#include "posting_fixture.hpp"
#include "verbatim/verbs/direct/xrc_domain.hpp"
#include "verbatim/verbs/direct/xrc_recv_qp.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"
#include "verbatim/verbs/portable/verbs_srq.hpp"
#include "verbs_fixture.hpp"

namespace verbatim {
namespace {

using testing::posting_fixture;

/// An XRC SRQ, an end of a connection to it, and queue pairs that send there.
class posting_xrc : public posting_fixture {
 protected:
  ibv_srq* create_srq() const {
    ibv_srq_init_attr_ex attr{};
    attr.attr = {16, 1, 0};
    attr.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_XRCD |
                     IBV_SRQ_INIT_ATTR_CQ;
    attr.srq_type = IBV_SRQT_XRC;
    attr.pd = pd.native();
    attr.xrcd = domain.native();
    attr.cq = srq_cq.native();
    return ibv_create_srq_ex(context.native(), &attr);
  }

  xrc_destination destination() const {
    std::uint32_t srqn = 0;
    EXPECT_EQ(ibv_get_srq_num(srq.native(), &srqn), 0);
    return {srqn};
  }

  void expect_arrived() {
    EXPECT_TRUE(completion(cq).ok());
    const auto received = completion(srq_cq);
    EXPECT_EQ(received.wr_id(), 3u);
    EXPECT_EQ(received.imm(), 4u);
    EXPECT_TRUE(arrived(8));
    EXPECT_TRUE(arrived(8, 0, 100));
  }

  xrc_domain domain{context};
  verbs_cq cq{context, 16};
  verbs_cq srq_cq{context, 16};
  xrc_recv_qp target{domain};
  verbs_srq srq = verbs_srq::adopt(pd, create_srq(), ownership::taken);
};

TEST_F(posting_xrc, GoesToTheSrqThatIsNamed) {
  using request = verbs_qp<xrc>::request;
  verbs_qp<xrc> sender(pd, cq);
  connect(sender, target);
  ASSERT_TRUE(srq.post({into(8), 3}));
  ASSERT_TRUE(sender.post(request::write(from(8), there(8, 100)).to(destination()),
                          request::send_imm(from(8), 4).to(destination()).signal(2)));
  expect_arrived();
}

TEST_F(posting_xrc, GoesThereInSessions) {
  verbs_qp<xrc, posting::sessions> sender(pd, cq);
  connect(sender, target);
  ASSERT_TRUE(srq.post({into(8), 3}));
  auto session = sender.begin();
  session.write(there(8, 100)).to(destination()).sge(from(8));
  session.signal(2).send_imm(4).to(destination()).sge(from(8));
  ASSERT_TRUE(session.complete());
  expect_arrived();
}

constexpr std::array<std::uint8_t, 6> mac{0x02, 0, 0, 0, 0, 7};

class posting_raw_packets : public posting_fixture {
 protected:
  void SetUp() override {
    posting_fixture::SetUp();
    if (context.port(1).link_layer != link_layer::ethernet) {
      EXPECT_NE(message_of([&] { verbs_qp<raw_packet>(pd, cq); }).find("port 1 is InfiniBand"),
                std::string::npos);
      GTEST_SKIP() << "raw packets are Ethernet frames";
    }
    std::copy(mac.begin(), mac.end(), memory.begin());
  }

  /// Frames to `mac` go to this queue pair.
  auto steer_to(const any_qp& qp) const {
    struct {
      ibv_flow_attr attr;
      ibv_flow_spec_eth eth;
    } rule{};
    rule.attr.size = sizeof rule;
    rule.attr.num_of_specs = 1;
    rule.attr.port = 1;
    rule.eth.type = IBV_FLOW_SPEC_ETH;
    rule.eth.size = sizeof rule.eth;
    std::copy(mac.begin(), mac.end(), rule.eth.val.dst_mac);
    std::fill_n(rule.eth.mask.dst_mac, mac.size(), std::uint8_t{0xff});
    return testing::flow_ptr(ibv_create_flow(qp.native(), &rule.attr));
  }

  template <class Qp, class Send>
  void expect_frame(Send&& send) {
    Qp sender(pd, cq);
    Qp receiver(pd, recv_cq);
    sender.activate();
    receiver.activate();
    const auto flow = steer_to(receiver);
    ASSERT_TRUE(flow);
    ASSERT_TRUE(receiver.post_recv({into(100), 5}));
    ASSERT_TRUE(send(sender));
    EXPECT_TRUE(completion(cq).ok());
    const auto received = completion(recv_cq);
    EXPECT_EQ(received.wr_id(), 5u);
    EXPECT_EQ(received.byte_count(), 64u);
    EXPECT_TRUE(arrived(64));
  }

  verbs_cq cq{context, 16};
  verbs_cq recv_cq{context, 16};
};

TEST_F(posting_raw_packets, AreFrames) {
  expect_frame<verbs_qp<raw_packet>>([this](auto& qp) {
    return qp.post(verbs_qp<raw_packet>::request::send(from(64)).signal(1));
  });
}

TEST_F(posting_raw_packets, AreFramesInSessions) {
  expect_frame<verbs_qp<raw_packet, posting::sessions>>([this](auto& qp) {
    auto session = qp.begin();
    session.signal(1).send().sge(from(64));
    return session.complete();
  });
}

}  // namespace
}  // namespace verbatim
