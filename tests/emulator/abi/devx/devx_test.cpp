// DevX: what firmware commands make of keys and events, seen through verbs.
#include <fcntl.h>
#include <infiniband/mlx5dv.h>
#include <rdma/mlx5_user_ioctl_verbs.h>

#include "connected_pair.hpp"
#include "raw_mailbox.hpp"

namespace verbatim::testing {
namespace {

using devx_ptr = std::unique_ptr<mlx5dv_devx_obj, destroyer<mlx5dv_devx_obj_destroy>>;
using umem_ptr = std::unique_ptr<mlx5dv_devx_umem, destroyer<mlx5dv_devx_umem_dereg>>;

constexpr std::uint64_t two_gib = std::uint64_t{1} << 31;

class devx_test : public connected_pair_test {
 protected:
  void SetUp() override {
    connected_pair_test::SetUp();
    connect();
    mlx5dv_pd dv{};
    mlx5dv_obj of{};
    of.pd.in = pd.get();
    of.pd.out = &dv;
    ASSERT_EQ(mlx5dv_init_obj(&of, MLX5DV_OBJ_PD), 0);
    pdn = dv.pdn;
  }

  /// CREATE_MKEY with every right; `mode` is 1 for pages, 3 for a KSM list. The lengths of the
  /// entries of a list are 2 GiB.
  raw_mailbox<80> create_mkey(std::uint32_t mode, std::uint64_t start, std::uint64_t length) const {
    constexpr std::uint32_t every_right = 0x7c00;
    raw_mailbox<80> in;
    in.word(0x00, 0x200u << 16);
    in.word(0x10, every_right | mode << 8);
    in.word(0x14, 0xffffff00u | variant);
    in.word(0x1c, pdn);
    in.word64(0x20, start);
    in.word64(0x28, length);
    in.word(0x44, 1);
    in.word(0x48, 31);
    return in;
  }

  template <class In>
  devx_ptr create(const In& in) {
    raw_mailbox<4> out;
    devx_ptr made(mlx5dv_devx_obj_create(context.get(), in.bytes.data(), in.bytes.size(),
                                         out.bytes.data(), out.bytes.size()));
    number = out.word(0x08) & 0xffffff;
    key = number << 8 | variant;
    return made;
  }

  ibv_send_wr write(std::uint32_t bytes, std::uint64_t addr) {
    ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, bytes);
    wr.wr.rdma.remote_addr = addr;
    wr.wr.rdma.rkey = key;
    return wr;
  }

  static constexpr std::uint32_t variant = 0x5a;
  std::uint32_t pdn = 0;
  std::uint32_t number = 0;  ///< of what create() made last
  std::uint32_t key = 0;
};

// The key is like UCX's for atomics: its range is larger than the region, and its addresses are
// shifted.
TEST_F(devx_test, a_shifted_key_reaches_the_region_below) {
  constexpr std::uint64_t shift = 0x1238;
  const auto address = reinterpret_cast<std::uint64_t>(remote.data());
  const std::uint64_t base = address & ~(two_gib - 1);
  auto in = create_mkey(3, base + shift, two_gib);
  in.word(0x60, 1);
  in.word(0x114, remote_mr->rkey);
  in.word64(0x118, base);
  const devx_ptr mkey = create(in);
  ASSERT_TRUE(mkey);
  expect(write(100, address + shift), IBV_WC_SUCCESS);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 100, remote.begin()));
  ibv_send_wr add = work(IBV_WR_ATOMIC_FETCH_AND_ADD, 8);
  add.wr.atomic.remote_addr = address + 4096 + shift;
  add.wr.atomic.rkey = key;
  add.wr.atomic.compare_add = 3;
  expect(add, IBV_WC_SUCCESS);
  EXPECT_EQ(remote[4096], 3);
  expect(write(1, address + remote.size() + shift), IBV_WC_REM_ACCESS_ERR);
  expect_words("entry 0 of the mkey");
}

TEST_F(devx_test, a_key_over_user_memory_reaches_it) {
  const umem_ptr umem(mlx5dv_devx_umem_reg(context.get(), remote.data(), remote.size(),
                                           IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE));
  ASSERT_TRUE(umem);
  auto in = create_mkey(1, 0x10000, 512);
  in.word(0x0c, 1u << 30);
  in.word(0x64, umem->umem_id);
  in.word64(0x68, 4096);
  const devx_ptr mkey = create(in);
  ASSERT_TRUE(mkey);
  expect(write(512, 0x10000), IBV_WC_SUCCESS);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 512, remote.begin() + 4096));
  expect(write(513, 0x10000), IBV_WC_REM_ACCESS_ERR);
}

TEST_F(devx_test, a_key_is_not_longer_than_its_user_memory) {
  const umem_ptr umem(
      mlx5dv_devx_umem_reg(context.get(), remote.data(), 4096, IBV_ACCESS_LOCAL_WRITE));
  ASSERT_TRUE(umem);
  auto in = create_mkey(1, 0, 4097);
  in.word(0x0c, 1u << 30);
  in.word(0x64, umem->umem_id);
  EXPECT_FALSE(create(in));
  expect_words("CREATE_MKEY needs 4097 bytes");
}

TEST_F(devx_test, user_memory_stays_while_a_key_lies_over_it) {
  umem_ptr umem(mlx5dv_devx_umem_reg(context.get(), remote.data(), 4096, IBV_ACCESS_LOCAL_WRITE));
  auto in = create_mkey(1, 0, 4096);
  in.word(0x0c, 1u << 30);
  in.word(0x64, umem->umem_id);
  devx_ptr mkey = create(in);
  ASSERT_TRUE(mkey);
  EXPECT_NE(mlx5dv_devx_umem_dereg(umem.get()), 0);
  mkey.reset();
}

/// A queue pair without rings of its own, made by DevX, that receives through `srq`.
class devx_event_test : public devx_test {
 protected:
  void SetUp() override {
    devx_test::SetUp();
    ibv_srq_init_attr attributes{};
    attributes.attr = {4, 1, 0};
    srq.reset(ibv_create_srq(pd.get(), &attributes));
    umem.reset(mlx5dv_devx_umem_reg(context.get(), remote.data(), 4096, IBV_ACCESS_LOCAL_WRITE));
    uar = mlx5dv_devx_alloc_uar(context.get(), MLX5DV_UAR_ALLOC_TYPE_NC);
    ASSERT_TRUE(srq && umem && uar);
    mlx5dv_srq dv_srq{};
    dv_srq.comp_mask = MLX5DV_SRQ_MASK_SRQN;
    mlx5dv_cq dv_cq{};
    mlx5dv_obj of{};
    of.srq.in = srq.get();
    of.srq.out = &dv_srq;
    of.cq.in = cq.get();
    of.cq.out = &dv_cq;
    ASSERT_EQ(mlx5dv_init_obj(&of, MLX5DV_OBJ_SRQ | MLX5DV_OBJ_CQ), 0);
    raw_mailbox<68> in;
    in.word(0x00, 0x500u << 16);
    in.word(context_at + 0x04, pdn);
    in.word(context_at + 0x08, 0x8000);
    in.word(context_at + 0x0c, uar->page_id);
    in.word(context_at + 0x7c, dv_cq.cqn);
    in.word(context_at + 0x9c, dv_cq.cqn);
    in.word(context_at + 0xac, 1u << 24 | dv_srq.srqn);
    in.word(context_at + 0xe4, umem->umem_id);
    in.word(0x108, umem->umem_id);
    devx_qp = create(in);
    ASSERT_TRUE(devx_qp);
    devx_qpn = number;
  }

  void TearDown() override {
    devx_qp.reset();
    mlx5dv_devx_free_uar(uar);
  }

  int modify(std::uint32_t command) const {
    raw_mailbox<68> in;
    in.word(0x00, command << 16);
    in.word(0x08, devx_qpn);
    raw_mailbox<4> out;
    return mlx5dv_devx_obj_modify(devx_qp.get(), in.bytes.data(), in.bytes.size(), out.bytes.data(),
                                  out.bytes.size());
  }

  static constexpr std::size_t context_at = 0x18;
  srq_ptr srq;
  umem_ptr umem;
  mlx5dv_devx_uar* uar = nullptr;
  devx_ptr devx_qp;
  std::uint32_t devx_qpn = 0;
};

TEST_F(devx_event_test, a_channel_gets_the_cookie_of_what_was_subscribed_to) {
  constexpr std::uint16_t last_wqe = 0x13;
  constexpr std::uint64_t cookie = 0x1122334455667788;
  mlx5dv_devx_event_channel* const channel = mlx5dv_devx_create_event_channel(
      context.get(), static_cast<mlx5dv_devx_create_event_channel_flags>(
                         MLX5_IB_UAPI_DEVX_CR_EV_CH_FLAGS_OMIT_DATA));
  ASSERT_TRUE(channel);
  EXPECT_EQ(fcntl(channel->fd, F_SETFL, O_NONBLOCK), 0);
  std::uint16_t events[] = {last_wqe};
  EXPECT_EQ(mlx5dv_devx_subscribe_devx_event(channel, devx_qp.get(), sizeof events, events, cookie),
            0);
  mlx5dv_devx_async_event_hdr event{};
  EXPECT_LT(mlx5dv_devx_get_event(channel, &event, sizeof event), 0);
  constexpr std::uint32_t rst2init = 0x502;
  constexpr std::uint32_t to_error = 0x507;
  EXPECT_EQ(modify(rst2init), 0);
  EXPECT_LT(mlx5dv_devx_get_event(channel, &event, sizeof event), 0);
  EXPECT_EQ(modify(to_error), 0);
  EXPECT_GE(mlx5dv_devx_get_event(channel, &event, sizeof event), 0);
  EXPECT_EQ(event.cookie, cookie);
  EXPECT_LT(mlx5dv_devx_get_event(channel, &event, sizeof event), 0);
  mlx5dv_devx_destroy_event_channel(channel);
}

/// CREATE_XRQ of 8 linked receives and 7 tags, in user memory.
class devx_xrq_test : public devx_event_test {
 protected:
  void SetUp() override {
    devx_event_test::SetUp();
    mlx5dv_cq dv_cq{};
    mlx5dv_obj of{};
    of.cq.in = cq.get();
    of.cq.out = &dv_cq;
    ASSERT_EQ(mlx5dv_init_obj(&of, MLX5DV_OBJ_CQ), 0);
    cqn = dv_cq.cqn;
    in.word(0x00, 0x717u << 16);
    in.word(xrq_at + 0x00, 1u << 8);
    in.word(xrq_at + 0x08, cqn);
    in.word(xrq_at + 0x20, 3u << 28);
    in.word(xrq_at + 0x88, pdn);
    in.word(xrq_at + 0xa0, 5u << 16 | 3u);
    in.word(xrq_at + 0xa8, umem->umem_id);
    in.word(xrq_at + 0xac, umem->umem_id);
  }

  static constexpr std::size_t xrq_at = 0x10;
  raw_mailbox<132> in;
  std::uint32_t cqn = 0;
};

TEST_F(devx_xrq_test, it_is_as_it_was_asked_for) {
  const devx_ptr xrq = create(in);
  ASSERT_TRUE(xrq);
  raw_mailbox<4> ask;
  ask.word(0x00, 0x719u << 16);
  ask.word(0x08, number);
  raw_mailbox<132> out;
  ASSERT_EQ(mlx5dv_devx_obj_query(xrq.get(), ask.bytes.data(), ask.bytes.size(), out.bytes.data(),
                                  out.bytes.size()),
            0);
  for (const std::size_t at : {0x00u, 0x08u, 0x20u, 0x24u, 0x88u, 0xa0u}) {
    EXPECT_EQ(out.word(xrq_at + at), in.word(xrq_at + at)) << "word " << at << " of the context";
  }
  EXPECT_EQ(reported(), "");
}

TEST_F(devx_xrq_test, it_stays_while_a_queue_pair_receives_there) {
  const devx_ptr xrq = create(in);
  ASSERT_TRUE(xrq);
  const std::uint32_t xrqn = number;
  raw_mailbox<68> qp_in;
  qp_in.word(0x00, 0x500u << 16);
  qp_in.word(context_at + 0x04, pdn);
  qp_in.word(context_at + 0x08, 0x8000);
  qp_in.word(context_at + 0x0c, uar->page_id);
  qp_in.word(context_at + 0x7c, cqn);
  qp_in.word(context_at + 0x9c, cqn);
  qp_in.word(context_at + 0xac, 1u << 24 | xrqn);
  qp_in.word(context_at + 0xe4, umem->umem_id);
  qp_in.word(0x108, umem->umem_id);
  devx_ptr commands = create(qp_in);
  ASSERT_TRUE(commands);
  EXPECT_NE(mlx5dv_devx_obj_destroy(xrq.get()), 0);
  commands.reset();
}

TEST_F(devx_xrq_test, what_it_cannot_be_is_refused) {
  const auto refused = [this](std::size_t at, std::uint32_t value, const char* words) {
    auto wrong = in;
    wrong.word(xrq_at + at, value);
    EXPECT_FALSE(create(wrong));
    expect_words(words);
  };
  refused(0x00, 0, "topology 0: only tag matching");
  refused(0x00, 1u << 8 | 2u, "offload 2: none (0), or rendezvous (1)");
  refused(0x08, 0xabc, "names CQ 0xabc, which does not exist");
  refused(0x0c, 1, "for DC: tags are matched on RC only");
  refused(0x20, 8u << 28, "log_matching_list_sz 8: 1 to 7");
  refused(0x80, 2u << 28, "CREATE_XRQ of wq_type 2");
  refused(0xa0, 5u << 16 | 12u, "CREATE_XRQ needs 131072 bytes");
}

// The kernel compares them; the device does not.
TEST_F(devx_event_test, a_command_names_the_object_of_its_handle) {
  constexpr std::uint32_t rst2init = 0x502;
  devx_qpn ^= 1;
  EXPECT_NE(modify(rst2init), 0);
  expect_words("names object");
  devx_qpn ^= 1;
  EXPECT_EQ(modify(rst2init), 0);
}

TEST_F(devx_test, a_cq_takes_an_event_queue) {
  const umem_ptr umem(
      mlx5dv_devx_umem_reg(context.get(), remote.data(), 8192, IBV_ACCESS_LOCAL_WRITE));
  mlx5dv_devx_uar* const uar = mlx5dv_devx_alloc_uar(context.get(), MLX5DV_UAR_ALLOC_TYPE_NC);
  ASSERT_TRUE(umem && uar);
  raw_mailbox<68> in;
  in.word(0x00, 0x400u << 16);
  in.word(0x14, umem->umem_id);
  in.word(0x1c, 4u << 24 | uar->page_id);
  in.word64(0x48, 4096);
  in.word(0x58, umem->umem_id);
  EXPECT_FALSE(create(in));
  expect_words("ask mlx5dv_devx_query_eqn");
  std::uint32_t eqn = 0;
  ASSERT_EQ(mlx5dv_devx_query_eqn(context.get(), 0, &eqn), 0);
  in.word(0x24, eqn);
  EXPECT_TRUE(create(in));
  mlx5dv_devx_free_uar(uar);
}

TEST_F(devx_test, what_is_not_offered_is_refused) {
  raw_mailbox<4> in;
  in.word(0, 0x842u << 16);
  raw_mailbox<4> out;
  EXPECT_NE(mlx5dv_devx_general_cmd(context.get(), in.bytes.data(), in.bytes.size(),
                                    out.bytes.data(), out.bytes.size()),
            0);
  EXPECT_EQ(reported(), "") << "QUERY_LAG: UCX asks on every device, and no is an answer";
  in.word(0, 0x100u << 16);
  in.word(4, 0x3e);
  EXPECT_NE(mlx5dv_devx_general_cmd(context.get(), in.bytes.data(), in.bytes.size(),
                                    out.bytes.data(), out.bytes.size()),
            0);
  expect_words("QUERY_HCA_CAP with op_mod 0x3e: the device has no such capabilities");
  in.word(4, 0);
  in.word(0, 0x777u << 16);
  EXPECT_FALSE(mlx5dv_devx_obj_create(context.get(), in.bytes.data(), in.bytes.size(),
                                      out.bytes.data(), out.bytes.size()));
  expect_words("firmware command 0x777 does not make an object of this device");
}

// A context is whole: it has the fields of RC, too, and an XRC queue pair has some of them.
TEST_F(devx_test, an_xrc_queue_pair_of_verbs_takes_whole_contexts) {
  ibv_qp_init_attr_ex attributes{};
  attributes.qp_type = IBV_QPT_XRC_SEND;
  attributes.send_cq = cq.get();
  attributes.cap.max_send_wr = 4;
  attributes.cap.max_send_sge = 1;
  attributes.pd = pd.get();
  attributes.comp_mask = IBV_QP_INIT_ATTR_PD;
  const qp_ptr xrc(ibv_create_qp_ex(context.get(), &attributes));
  ASSERT_TRUE(xrc);
  ibv_port_attr port{};
  ASSERT_EQ(ibv_query_port(context.get(), 1, &port), 0);
  constexpr std::size_t context_at = 0x18;
  for (const std::uint32_t opcode : {0x502u, 0x503u, 0x504u}) {
    raw_mailbox<68> in;
    raw_mailbox<4> out;
    in.word(0x00, opcode << 16);
    in.word(0x08, xrc->qp_num);
    in.word(context_at + 0x08, 5u << 29);
    in.word(context_at + 0x14, xrc->qp_num);
    in.word(context_at + 0x1c, port.lid);
    in.word(context_at + 0x20, 14u << 27);
    in.word(context_at + 0x3c, 1u << 16);
    in.word(context_at + 0x70, 7u << 16 | 7u << 13);
    in.word(context_at + 0x94, 12u << 24);
    EXPECT_EQ(mlx5dv_devx_qp_modify(xrc.get(), in.bytes.data(), in.bytes.size(), out.bytes.data(),
                                    out.bytes.size()),
              0);
  }
  ibv_qp_attr now{};
  ibv_qp_init_attr made{};
  ASSERT_EQ(ibv_query_qp(xrc.get(), &now, IBV_QP_STATE | IBV_QP_TIMEOUT, &made), 0);
  EXPECT_EQ(now.qp_state, IBV_QPS_RTS);
  EXPECT_EQ(now.timeout, 14);
  EXPECT_EQ(reported(), "");
}

}  // namespace
}  // namespace verbatim::testing
