// The control plane on the emulated device: from open_device() to completions. And back: closing_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <string>

#include "control_plane_fixture.hpp"
#include "long_enough.hpp"
#include "message_of.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/address_vector.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;

TEST(no_device, SaysHowToRunOnTheEmulator) {
  if (!devices().empty()) GTEST_SKIP() << "this machine has an RDMA device";
  EXPECT_EQ(message_of([] { open_device(); }),
            "open_device: this machine has no RDMA device. To run on the emulated ConnectX: "
            "verbatim-emulator PROGRAM [ARGUMENTS...]");
  EXPECT_EQ(message_of([] { open_device("mlx5_7"); }),
            "open_device on mlx5_7: this machine has no RDMA device. To run on the emulated "
            "ConnectX: verbatim-emulator PROGRAM [ARGUMENTS...]");
}

TEST(no_device, SaysThatTheEmulatorDidNotLoad) {
  if (!devices().empty()) GTEST_SKIP() << "this machine has an RDMA device";
  const char* const before = std::getenv("LD_PRELOAD");
  const std::string saved = before != nullptr ? before : "";
  setenv("LD_PRELOAD", "/gone/libverbatim-emulator.so", 1);
  const auto message = message_of([] { open_device(); });
  before != nullptr ? setenv("LD_PRELOAD", saved.c_str(), 1) : unsetenv("LD_PRELOAD");
  EXPECT_EQ(message,
            "open_device: the emulator's library did not load, though LD_PRELOAD names it "
            "(/gone/libverbatim-emulator.so): start the program through verbatim-emulator, not as "
            "another user or setuid, and look for a message of ld.so above");
}

TEST_F(control_plane, ListsDevices) {
  const auto all = devices();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].name, "mlx5_0");
  EXPECT_NE(all[0].guid, guid());
  EXPECT_TRUE(all[0].is_mlx5);
  EXPECT_EQ(open_device("mlx5_0").name(), "mlx5_0");
  EXPECT_EQ(message_of([] { open_device("mlx5_9"); }),
            "open_device on mlx5_9: no such device or port; there are: mlx5_0");
}

TEST_F(control_plane, DescribesPorts) {
  const auto port = context.port(1);
  EXPECT_TRUE(port.active);
  EXPECT_EQ(port.link_layer, link_layer::infiniband);
  EXPECT_EQ(port.active_mtu, 4096);
  EXPECT_EQ(port.lid, qp_type(pd, cq).address().lid);
  EXPECT_FALSE(context.gid(1, 0).is_zero());
  EXPECT_EQ(message_of([&] { (void)context.port(2); }),
            "ibv_query_port on port 2 of mlx5_0: the device has ports 1 to 1");
  EXPECT_EQ(message_of([&] { (void)context.gid(1, port.gid_tbl_len); }),
            "ibv_query_gid on port 1 of mlx5_0: gid_index " + std::to_string(port.gid_tbl_len) +
                " is not below gid_tbl_len, " + std::to_string(port.gid_tbl_len));
}

TEST_F(control_plane, RegistersMemory) {
  std::array<std::uint64_t, 8> words{};
  const verbatim::mr region(pd, std::span(words));
  EXPECT_EQ(region.addr(), reinterpret_cast<std::uintptr_t>(words.data()));
  EXPECT_EQ(region.length(), 64u);
  EXPECT_EQ(region.describe(), "MR of 64 bytes of mlx5_0");
  EXPECT_EQ(message_of([&] { verbatim::mr(pd, std::span(words), access::remote_write); }),
            "ibv_reg_mr on PD of mlx5_0: remote_write and remote_atomic need local_write");
  EXPECT_EQ(message_of([&] { verbatim::mr(pd, std::span<std::byte>()); }),
            "ibv_reg_mr on PD of mlx5_0: the memory has no bytes");
  auto* const nowhere = reinterpret_cast<std::byte*>(std::uintptr_t{1} << 20);
  EXPECT_EQ(message_of([&] { verbatim::mr(pd, std::span(nowhere, 4096)); }),
            "ibv_reg_mr on PD of mlx5_0: Bad address: 4096 bytes are not all mapped, or are "
            "read-only and access asks to write");
}

TEST_F(control_plane, RefusesSizesThatTheDeviceLacks) {
  const auto& limits = context.limits();
  const auto max_qp_wr = std::to_string(limits.max_qp_wr);
  EXPECT_EQ(message_of([&] { cq_of<qp_type>(context, limits.max_cqe + 1); }),
            "create_cq on mlx5_0: asked for " + std::to_string(limits.max_cqe + 1) +
                " CQEs, and the device's max_cqe is " + std::to_string(limits.max_cqe));
  EXPECT_EQ(
      message_of([&] { qp_type(pd, cq, {.max_send_wqebbs = 1u << 20}); }),
      "create_qp on PD of mlx5_0: max_send_wqebbs is 1048576, and the device's max_qp_wr is " +
          max_qp_wr);
  EXPECT_EQ(message_of([&] { qp_type(pd, cq, {.max_recv_wr = 1u << 20}); }),
            "create_qp on PD of mlx5_0: max_recv_wr is 1048576, and the device's max_qp_wr is " +
                max_qp_wr);
  EXPECT_EQ(message_of([&] { qp_type(pd, cq, {.max_recv_sge = 1000}); }),
            "create_qp on PD of mlx5_0: max_recv_sge is 1000, and the device's max_sge is " +
                std::to_string(limits.max_sge));
  EXPECT_EQ(message_of([&] { qp_type(pd, cq, {.port = 3}); }),
            "ibv_query_port on port 3 of mlx5_0: the device has ports 1 to 1");
}

TEST_F(control_plane, GivesTheCapacityAskedFor) {
  for (const auto wqebbs : {0u, 1u, 4u, 5u, 64u, 100u, 256u, 4096u}) {
    const qp_type qp(pd, cq, {.max_send_wqebbs = wqebbs, .max_recv_wr = wqebbs, .max_recv_sge = 3});
    EXPECT_GE(qp.available(), std::max(wqebbs, 4u));
    EXPECT_LT(qp.available(), 2 * std::max(wqebbs, 8u)) << "wasteful";
    EXPECT_GE(qp.recv_available(), wqebbs);
    EXPECT_EQ(qp.rq().max_sges(), 4u);
  }
  const qp<rc, int, int, ring_end::wrapping, 16> large(pd, cq_of<decltype(large)>(context, 8),
                                                       {.max_send_wqebbs = 4});
  EXPECT_GE(large.available(), 16u);
}

TEST_F(control_plane, NamesTheAttributeThatIsWrong) {
  qp_type a(pd, cq);
  const auto b = a.address();
  const auto object = " on " + a.describe() + ": ";
  const auto rtr = "ibv_modify_qp to RTR" + object, rts = "ibv_modify_qp to RTS" + object;
  EXPECT_EQ(message_of([&] { a.to_rts(); }),
            rts + "it is in RESET, and goes there from RTR, SQD, SQE only; reset() begins anew");
  EXPECT_EQ(message_of([&] { a.to_init({.pkey_index = 50000}); }).substr(0, rts.size() + 25),
            "ibv_modify_qp to INIT" + object + "pkey_index is 50000, and");
  EXPECT_EQ(message_of([&] { a.to_error(); }),
            "ibv_modify_qp to ERROR" + object + "it is in RESET, where there is nothing to flush");
  a.to_init();
  a.to_init({.qp_access_flags = access::remote_write});
  EXPECT_EQ(message_of([&] { a.to_rtr(qp_address{}); }),
            rtr + "the peer's qpn is 0: give what the peer's address() returned");
  EXPECT_EQ(message_of([&] { a.to_rtr({.qpn = 1u << 24, .lid = 1}); }),
            rtr + "dest_qp_num is 16777216, and at most 16777215");
  EXPECT_EQ(message_of([&] { a.to_rtr({.qpn = 7}); }),
            rtr +
                "the peer's lid is 0, and port 1 is InfiniBand: is the peer on RoCE, or without a "
                "subnet manager?");
  EXPECT_EQ(message_of([&] { a.to_rtr({.qpn = 7, .lid = 1}, {.path = {.is_global = true}}); }),
            rtr + "the peer's gid is missing, and port 1 is to send a GRH");
  EXPECT_EQ(message_of([&] { a.to_rtr(b, {.path_mtu = 8192}); }),
            rtr + "path_mtu is 8192, and the active MTU of port 1 is 4096");
  EXPECT_EQ(message_of([&] { a.to_rtr(b, {.path_mtu = 1500}); }),
            rtr + "path_mtu is 1500, and one of 256, 512, 1024, 2048, 4096");
  EXPECT_EQ(message_of([&] { a.to_rtr(b, {.path = {.sl = 16}}); }),
            rtr + "sl is 16, and at most 15");
  EXPECT_EQ(message_of([&] { a.to_rtr(b, {.path = {.src_path_bits = 1}}); }),
            rtr + "src_path_bits is 1, and at most 0");
  EXPECT_EQ(a.state(), qp_state::init) << "a refused transition changes nothing";
  a.to_rtr(b);
  EXPECT_EQ(message_of([&] { a.to_rts({.retry_cnt = 8}); }), rts + "retry_cnt is 8, and at most 7");
  a.to_rts();
  EXPECT_EQ(a.state(), qp_state::rts);
  EXPECT_EQ(message_of([&] { a.connect(b); }),
            rtr + "it is in RTS, and goes there from INIT only; reset() begins anew");
  EXPECT_EQ(message_of([&] { a.to_init(); }),
            "ibv_modify_qp to INIT" + object +
                "it is in RTS, and goes there from RESET only; reset() begins anew");
}

TEST_F(control_plane, RefusesAGidIndexOfMoreThan8Bits) {
  auto port = context.port(1);
  port.gid_tbl_len = 512;  // no device of the emulator has as many
  const verbatim::qp_address peer{.qpn = 7, .lid = 1, .gid = context.gid(1, 0)};
  const auto index_to = [&](std::uint16_t gid_index) {
    const auto to = verbs::address_vector_to(peer, {.gid_index = gid_index, .is_global = true},
                                             *context.body(), port, "ibv_create_ah", *pd.body());
    return to.ah.grh.sgid_index;
  };
  EXPECT_EQ(index_to(255), 255);
  EXPECT_EQ(message_of([&] { index_to(256); }),
            "ibv_create_ah on PD of mlx5_0: gid_index is 256, and at most 255: ibv_global_route "
            "has 8 bits for it");
  EXPECT_EQ(message_of([&] { index_to(512); }),
            "ibv_query_gid on port 1 of mlx5_0: gid_index 512 is not below gid_tbl_len, 512");
}

TEST_F(control_plane, KnowsWhatUcLacks) {
  using uc_type = uc_qp<int>;
  cq_of<uc_type> uc_cq(context, 16);
  uc_type a(pd, uc_cq);
  a.to_init();
  EXPECT_EQ(message_of([&] {
              a.to_rtr(a.address(), {.max_dest_rd_atomic = 1, .min_rnr_timer = rnr_timer::ms_0_06});
            }),
            "ibv_modify_qp to RTR on " + a.describe() +
                ": not allowed here, leave it out: min_rnr_timer, max_dest_rd_atomic");
  a.to_rtr(a.address());
  EXPECT_EQ(
      message_of([&] { a.to_rts({.timeout = ack_timeout(14)}); }),
      "ibv_modify_qp to RTS on " + a.describe() + ": not allowed here, leave it out: timeout");
  a.to_rts();
}

TEST_F(control_plane, Writes) {
  qp_type a(pd, cq), b(pd, cq);
  connect(a, b);
  ASSERT_TRUE(write(a, 1000, 1).ok());
  a.ring_doorbell();
  EXPECT_EQ(completions(cq, 1), outcomes({{1}}));
  EXPECT_TRUE(arrived(1000));
}

TEST_F(control_plane, SendsAndReceives) {
  qp_type a(pd, cq), b(pd, cq);
  b.to_init();
  ASSERT_TRUE(receive(b, 2000, 2).ok());
  b.ring_recv_doorbell();
  connect(a, b);
  ASSERT_TRUE(send(a, 500, 1).ok());
  a.ring_doorbell();
  EXPECT_EQ(completions(cq, 2), outcomes({{1}, {2, cqe_syndrome::ok, 500}}));
  EXPECT_TRUE(arrived(500));
}

TEST_F(control_plane, ReadsAndDoesAtomics) {
  qp_type a(pd, cq), b(pd, cq);
  connect(a, b);
  auto* const words = reinterpret_cast<std::uint64_t*>(memory.data());
  words[0] = 0;
  const auto target = mr.addr() + half;
  std::memset(memory.data() + half, 0, 8);
  ASSERT_TRUE(a.sq_wqe()
                  .fetch_add()
                  .rdma(target, mr.rkey())
                  .operands(42)
                  .sge(mr.addr(), mr.lkey())
                  .signal(1)
                  .finish()
                  .ok());
  ASSERT_TRUE(a.sq_wqe()
                  .read()
                  .rdma(target, mr.rkey())
                  .sge(mr.addr() + 8, 8, mr.lkey())
                  .signal(2)
                  .finish()
                  .ok());
  a.ring_doorbell();
  EXPECT_EQ(completions(cq, 2), outcomes({{1}, {2}}));
  EXPECT_EQ(words[1], 42u);
}

TEST_F(control_plane, WritesByUc) {
  using uc_type = uc_qp<int>;
  cq_of<uc_type> uc_cq(context, 16);
  uc_type a(pd, uc_cq), b(pd, uc_cq);
  connect(a, b);
  ASSERT_TRUE(write(a, 64, 1).ok());
  a.ring_doorbell();
  EXPECT_EQ(completions(uc_cq, 1), outcomes({{1}}));
  const auto deadline = std::chrono::steady_clock::now() + long_enough;
  while (!arrived(64) && std::chrono::steady_clock::now() < deadline)
    continue;  // no acknowledgement
  EXPECT_TRUE(arrived(64));
}

TEST_F(control_plane, GoesRoundTheRing) {
  qp_type a(pd, cq, {.max_send_wqebbs = 8}), b(pd, cq, {.max_send_wqebbs = 8});
  connect(a, b);
  for (int i = 0; i < 200; ++i) {
    auto& qp = i % 3 == 0 ? b : a;  // they may share a doorbell register
    ASSERT_TRUE(write(qp, 8, i).ok());
    qp.ring_doorbell();
    ASSERT_EQ(completions(cq, 1), outcomes({{i}}));
  }
}

TEST_F(control_plane, ReportsAFullQueue) {
  qp_type a(pd, cq, {.max_send_wqebbs = 4}), b(pd, cq);
  connect(a, b);
  const auto room = a.available();
  for (std::uint32_t i = 0; i < room; ++i) ASSERT_TRUE(write(a, 8, 1).ok());
  EXPECT_EQ(write(a, 8, 2).error(), post_error::queue_full);
  a.ring_doorbell();
  EXPECT_EQ(completions(cq, room).size(), room);
  EXPECT_TRUE(write(a, 8, 3).ok());
}

TEST_F(control_plane, CompletesInSeparateQueues) {
  cq_of<qp_type> receives(context, 16);
  qp_type a(pd, cq, receives), b(pd, cq, receives);
  b.to_init();
  ASSERT_TRUE(receive(b, 64, 2).ok());
  b.ring_recv_doorbell();
  connect(a, b);
  ASSERT_TRUE(send(a, 64, 1).ok());
  a.ring_doorbell();
  EXPECT_EQ(completions(receives, 1), outcomes({{2, cqe_syndrome::ok, 64}}));
  EXPECT_EQ(completions(cq, 1), outcomes({{1}}));
}

TEST_F(control_plane, CompletesDifferentTypesInOneQueue) {
  using uc_type = uc_qp<int>;
  cq_of<qp_type, uc_type> both(context, 16);
  qp_type a(pd, both), b(pd, both);
  uc_type c(pd, both), d(pd, both);
  connect(a, b);
  connect(c, d);
  ASSERT_TRUE(write(a, 8, 1).ok());
  ASSERT_TRUE(write(c, 8, 2).ok());
  a.ring_doorbell();
  c.ring_doorbell();
  EXPECT_EQ(completions(both, 2), outcomes({{1}, {2}}));
}

TEST_F(control_plane, AWrongRemoteKeyIsARemoteAccessError) {
  qp_type a(pd, cq), b(pd, cq);
  connect(a, b);
  const auto post = [&](std::uint64_t raddr, verbatim::rkey rkey) {
    return a.sq_wqe().write().rdma(raddr, rkey).sge(mr.addr(), 8, mr.lkey()).signal(1).finish();
  };
  ASSERT_TRUE(post(mr.addr(), rkey(mr.rkey().value() ^ 0x5500)).ok());
  a.ring_doorbell();
  ASSERT_EQ(completions(cq, 1), outcomes({{1, cqe_syndrome::remote_access_err}}));
}

TEST_F(control_plane, AWrongLocalKeyIsALocalProtectionError) {
  qp_type a(pd, cq), b(pd, cq);
  connect(a, b);
  ASSERT_TRUE(a.sq_wqe()
                  .send()
                  .sge(mr.addr(), 8, lkey(mr.lkey().value() ^ 0x5500))
                  .signal(1)
                  .finish()
                  .ok());
  a.ring_doorbell();
  EXPECT_EQ(completions(cq, 1), outcomes({{1, cqe_syndrome::local_prot_err}}));
}

TEST_F(control_plane, CanBeChangedInInit) {
  qp_type a(pd, cq), b(pd, cq);
  b.to_init({.qp_access_flags = access::none});
  b.to_init({.qp_access_flags = access::remote_write});
  EXPECT_EQ(b.state(), qp_state::init);
  const auto address = a.address();
  a.connect(b.address());
  b.to_rtr(address);
  b.to_rts();
  ASSERT_TRUE(write(a, 8, 1).ok());
  a.ring_doorbell();
  EXPECT_EQ(completions(cq, 1), outcomes({{1, cqe_syndrome::ok}}));
}

TEST_F(control_plane, AnotherContextIsAnotherWorld) {
  const auto other = open_device();
  const cq_of<qp_type> other_cq(other, 16);
  EXPECT_EQ(
      message_of([&] { qp_type(pd, other_cq); }),
      "create_qp on " + other_cq.describe() +
          ": it was made on another context than PD of mlx5_0: open the device once, and make "
          "both on that context");
}

}  // namespace
}  // namespace verbatim
