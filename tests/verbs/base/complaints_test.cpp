// Complaints of the library of its own accord: a port that carries nothing, and WQEs without a
// doorbell.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "message_of.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/direct/unrung.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/values/path.hpp"

namespace verbatim {
namespace {

#ifdef NDEBUG
#error "this test is about complaints of debug builds: build it without NDEBUG"
#endif

/// Run with --port-state and --link-layer, whose values are known here.
TEST(inactive_port, IsSaidByConnect) {
  pd pd(open_device());
  cq<rc_qp<int>, ud_qp<int>> cq(pd.context(), 16);
  rc_qp<int> qp(pd, cq), peer(pd, cq);
  const auto port = pd.context().port(1);
  ASSERT_NE(port.state, port_state::active) << "run it with --port-state";
  std::string link = "down (polling)", remedy = "look at the cable and its other end";
  if (port.state != port_state::down) {
    link = std::string(name(port.state)) + " (link up)";
    remedy = "it waits for a subnet manager, such as opensm";
  } else if (port.link_layer == link_layer::ethernet) {
    remedy = "set its network interface up (ip link set dev INTERFACE up), and look at the cable";
  }
  const auto said = message_of([&] { qp.connect(peer.address()); });
  EXPECT_EQ(said.find("connect on RC QP 0x"), 0u) << said;
  EXPECT_NE(said.find(" of mlx5_0: port 1 is " + link +
                      ", and nothing that is sent would arrive: " + remedy),
            std::string::npos)
      << said;
  EXPECT_EQ(qp.state(), qp_state::reset);

  ud_qp<int> datagrams(pd, cq);
  EXPECT_EQ(message_of([&] { datagrams.activate(); }).find("activate on UD QP 0x"), 0u);

  // A path was found for now. Steps without one may be taken before the port is active.
  qp.to_init();
  EXPECT_NE(message_of([&] { qp.to_rtr(path(ib_path{})); }).find("port 1 is " + link),
            std::string::npos);
  qp.to_rtr(peer.address());
  qp.to_rts();
  EXPECT_EQ(qp.state(), qp_state::rts);
}

class unrung : public testing::Test {
 protected:
  using endpoint = rc_qp<int>;

  void SetUp() override { told.clear(); }
  void TearDown() override { on_unrung(before_); }

  template <class Qp>
  void connect(Qp& qp) const {
    qp.connect(qp.address());
  }

  auto write(auto& qp) const {
    return qp.sq_wqe()
        .write()
        .rdma(mr.addr(), mr.rkey())
        .sge(mr.addr(), 8, mr.lkey())
        .signal(1)
        .finish();
  }

  verbs::unrung_hook at_first() const { return before_; }

  static inline std::vector<std::string> told;

  std::array<std::byte, 64> memory{};
  verbatim::pd pd{open_device()};
  verbatim::mr mr{pd, std::span(memory), access::local_write | access::remote_write};
  verbatim::cq<endpoint> cq{pd.context(), 64};

 private:
  static void note(const error& complaint) noexcept { told.push_back(complaint.what()); }

  verbs::unrung_hook before_ = on_unrung(&note);
};

constexpr auto one_send =
    ": the device has not been told of the last 1 send WQE: call ring_doorbell() when you have "
    "finished them";

TEST_F(unrung, IsToldWhenTheLastHandleGoes) {
  {
    endpoint qp(pd, cq);
    connect(qp);
    ASSERT_TRUE(write(qp).ok());
    qp.ring_doorbell();
    ASSERT_TRUE(write(qp).ok());
    EXPECT_EQ(qp.sq().unrung(), 1u);
    EXPECT_EQ(told, std::vector<std::string>());
  }
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].find("close on RC QP 0x"), 0u) << told[0];
  EXPECT_NE(told[0].find(one_send), std::string::npos) << told[0];
}

TEST_F(unrung, CountsWqesOfAnyLength) {
  endpoint qp(pd, cq);
  connect(qp);
  const std::vector<std::byte> bytes(100);
  ASSERT_TRUE(qp.sq_wqe().send().inline_data(bytes).finish().ok());  // two WQEBBs
  ASSERT_TRUE(write(qp).ok());
  EXPECT_EQ(qp.sq().unrung(), 2u);
  ASSERT_TRUE(qp.rq_wqe().sge(mr.addr(), 8, mr.lkey()).finish(2).ok());
  EXPECT_EQ(qp.rq().unrung(), 1u);
  qp.close();
  ASSERT_EQ(told.size(), 2u);
  EXPECT_NE(told[0].find("the last 2 send WQEs: call ring_doorbell()"), std::string::npos)
      << told[0];
  EXPECT_NE(told[1].find("the last 1 receive WQE: call ring_recv_doorbell()"), std::string::npos)
      << told[1];
}

TEST_F(unrung, IsToldOfReceivesOfAnSrq) {
  {
    srq<int> shared(pd), rung(pd);
    for (auto* one : {&shared, &rung})
      ASSERT_TRUE(one->srq_wqe().sge(mr.addr(), 8, mr.lkey()).finish(1).ok());
    rung.ring_doorbell();
    EXPECT_EQ(shared.queue().unrung(), 1u);
    EXPECT_EQ(rung.queue().unrung(), 0u);
  }
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].find("close on SRQ "), 0u) << told[0];
  EXPECT_NE(told[0].find("the last 1 receive WQE: call ring_doorbell()"), std::string::npos)
      << told[0];
}

TEST_F(unrung, IsNothingThatWasRungResetOrNeverExecuted) {
  {
    endpoint rung(pd, cq), reset(pd, cq), in_error(pd, cq), in_init(pd, cq), blueflame(pd, cq);
    for (auto* qp : {&rung, &reset, &in_error, &blueflame}) {
      connect(*qp);
      ASSERT_TRUE(write(*qp).ok());
    }
    rung.ring_doorbell();
    blueflame.ring_blueflame_doorbell();
    EXPECT_EQ(rung.sq().unrung() + blueflame.sq().unrung(), 0u);
    reset.reset();
    in_error.to_error();
    in_init.to_init();
    ASSERT_TRUE(write(in_init).ok());
  }
  EXPECT_EQ(told, std::vector<std::string>());
}

TEST_F(unrung, IsNotForgottenByWhoThrows) {
  try {
    endpoint qp(pd, cq);
    connect(qp);
    ASSERT_TRUE(write(qp).ok());
    throw std::runtime_error("something else went wrong");
  } catch (const std::runtime_error&) {
  }
  EXPECT_EQ(told, std::vector<std::string>());
}

TEST_F(unrung, IsTheSameOfWhatDevxMakes) {
  verbatim::cq<with_format<cq_format{.compression = cqe_compression::enhanced}>, endpoint>
      compressed(pd.context(), 64);
  {
    endpoint qp(pd, compressed), again(pd, compressed);
    connect(qp);
    connect(again);
    ASSERT_TRUE(write(qp).ok());
    ASSERT_TRUE(write(again).ok());
    again.ring_doorbell();
    again.reset();
  }
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NE(told[0].find(one_send), std::string::npos) << told[0];
}

TEST_F(unrung, IsALineOnStandardErrorUnlessSomebodyElseIsTold) {
  const auto said = [&](verbs::unrung_hook hook) {
    on_unrung(hook);
    testing::internal::CaptureStderr();
    {
      endpoint qp(pd, cq);
      connect(qp);
      EXPECT_TRUE(write(qp).ok());
    }
    return testing::internal::GetCapturedStderr();
  };
  const auto line = said(at_first());
  EXPECT_EQ(line.find("verbatim: close on RC QP 0x"), 0u) << line;
  EXPECT_EQ(line.find('\n'), line.size() - 1) << line;
  EXPECT_EQ(said(nullptr), "");
}

}  // namespace
}  // namespace verbatim
