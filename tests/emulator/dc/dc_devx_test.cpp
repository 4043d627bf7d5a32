// DC by firmware commands: DCTs and DCIs made by DevX, and a DCI of verbs that DevX changes. The
// commands are words that are written by hand from the places in Linux's mlx5_ifc.h.
#include <algorithm>
#include <cerrno>
#include <memory>

#include "dc_fixture.hpp"
#include "raw_mailbox.hpp"

namespace verbatim::testing {
namespace {

using devx_ptr = std::unique_ptr<mlx5dv_devx_obj, destroyer<mlx5dv_devx_obj_destroy>>;
using umem_ptr = std::unique_ptr<mlx5dv_devx_umem, destroyer<mlx5dv_devx_umem_dereg>>;

constexpr std::uint32_t mtu_4096 = 5;
constexpr std::uint32_t context_at = 0x10;

class dc_devx_test : public dc_test {
 protected:
  using answer = raw_mailbox<4>;

  /// A command of the size of CREATE_QP; its context is at 0x18.
  struct queue_pair_command : raw_mailbox<68> {
    queue_pair_command(std::uint32_t opcode, std::uint32_t qpn) {
      word(0x00, opcode << 16);
      word(0x08, qpn);
    }
    void context(std::size_t at, std::uint32_t value) { word(0x18 + at, value); }
  };

  void SetUp() override {
    dc_test::SetUp();
    mlx5dv_pd pd_numbers{};
    mlx5dv_cq cq_numbers{};
    mlx5dv_cq sends{};
    mlx5dv_srq srq_numbers{};
    srq_numbers.comp_mask = MLX5DV_SRQ_MASK_SRQN;
    mlx5dv_obj of{};
    of.pd = {pd.get(), &pd_numbers};
    of.cq = {peer_cq.get(), &cq_numbers};
    of.srq = {srq.get(), &srq_numbers};
    ASSERT_EQ(mlx5dv_init_obj(&of, MLX5DV_OBJ_PD | MLX5DV_OBJ_CQ | MLX5DV_OBJ_SRQ), 0);
    mlx5dv_obj send{};
    send.cq = {cq.get(), &sends};
    ASSERT_EQ(mlx5dv_init_obj(&send, MLX5DV_OBJ_CQ), 0);
    pdn = pd_numbers.pdn;
    cqn = cq_numbers.cqn;
    send_cqn = sends.cqn;
    srqn = srq_numbers.srqn;
  }

  /// CREATE_DCT with every right.
  raw_mailbox<32> dct_command() const {
    raw_mailbox<32> in;
    in.word(0x00, 0x710u << 16);
    in.word(context_at + 0x04, 0x123456);
    in.word(context_at + 0x08, cqn);
    in.word(context_at + 0x0c, 3u << 20 | 7u << 17);
    in.word(context_at + 0x10, 12u << 8);
    in.word(context_at + 0x14, srqn);
    in.word(context_at + 0x18, pdn);
    in.word(context_at + 0x1c, 9u << 24 | 0x54321);
    in.word64(context_at + 0x20, access_key);
    in.word(context_at + 0x28, mtu_4096 << 24 | 1u << 16);
    in.word(context_at + 0x2c, 1u << 16 | 64);
    return in;
  }

  /// Returns what a command makes, and keeps its number; null if the command is refused.
  template <class In>
  devx_ptr create(const In& in) {
    answer out;
    devx_ptr made(mlx5dv_devx_obj_create(context.get(), in.bytes.data(), in.bytes.size(),
                                         out.bytes.data(), out.bytes.size()));
    number = out.word(8) & 0xffffff;
    return made;
  }

  /// From RESET to RTS by commands that have what only RC needs, too.
  template <class Modify>
  static void connect(std::uint32_t qpn, Modify&& modify) {
    constexpr std::uint32_t every_right = 7u << 13;
    queue_pair_command init(0x502, qpn);
    init.context(0x3c, 1u << 16);
    init.context(0x90, every_right);
    EXPECT_EQ(modify(init), 0);
    queue_pair_command rtr(0x503, qpn);
    rtr.word(0x10, 0xe);
    rtr.context(0x08, mtu_4096 << 29 | 30u << 24);
    rtr.context(0x14, 0xabcdef);
    rtr.context(0x1c, 7);
    rtr.context(0x3c, 1u << 16);
    rtr.context(0x90, 4u << 21 | 3u << 16 | every_right);
    rtr.context(0x94, 12u << 24 | 0x1234);
    EXPECT_EQ(modify(rtr), 0);
    queue_pair_command rts(0x504, qpn);
    rts.context(0x20, 14u << 27);
    rts.context(0x70, 4u << 21 | 7u << 16 | 7u << 13);
    EXPECT_EQ(modify(rts), 0);
  }

  static std::size_t lines_of_refusals() {
    const std::string said = reported();
    return static_cast<std::size_t>(std::count(said.begin(), said.end(), '\n'));
  }

  std::uint32_t pdn = 0;
  std::uint32_t cqn = 0;
  std::uint32_t send_cqn = 0;
  std::uint32_t srqn = 0;
  std::uint32_t number = 0;
};

TEST_F(dc_devx_test, a_dct_takes_requests_at_once) {
  const devx_ptr dct = create(dct_command());
  ASSERT_TRUE(dct);
  const std::uint32_t dctn = number;
  const qp_ptr dci = create_dci();
  remote.fill(0);
  post(dci.get(), dctn, 5000, write());
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 5000, remote.begin()));
  remote.fill(0);
  post_receive(1000);
  post(dci.get(), dctn, 500, [](ibv_qp_ex* to) { ibv_wr_send(to); });
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 500, remote.begin()));
  EXPECT_EQ(reported(), "");
}

TEST_F(dc_devx_test, a_dct_has_what_it_was_made_with) {
  const auto made_with = dct_command();
  const devx_ptr dct = create(made_with);
  ASSERT_TRUE(dct);
  raw_mailbox<4> in;
  in.word(0x00, 0x713u << 16);
  in.word(0x08, number);
  raw_mailbox<32> out;
  ASSERT_EQ(mlx5dv_devx_obj_query(dct.get(), in.bytes.data(), in.bytes.size(), out.bytes.data(),
                                  out.bytes.size()),
            0);
  for (std::size_t at = context_at; at < 0x80; at += 4)
    EXPECT_EQ(out.word(at), made_with.word(at)) << at;
  EXPECT_EQ(reported(), "");
}

TEST_F(dc_devx_test, the_key_and_the_rights_of_a_dct_count) {
  auto in = dct_command();
  in.word(context_at + 0x0c, 3u << 20 | 1u << 19);  // only READs
  const devx_ptr dct = create(in);
  ASSERT_TRUE(dct);
  const qp_ptr dci = create_dci();
  post(dci.get(), number, 8, write());
  EXPECT_EQ(next(cq.get()).status, IBV_WC_REM_ACCESS_ERR);
  const qp_ptr stranger = create_dci();
  key = ~access_key;
  post(stranger.get(), number, 8, write());
  EXPECT_EQ(next(cq.get()).status, IBV_WC_RETRY_EXC_ERR);
}

TEST_F(dc_devx_test, a_dct_needs_parts_that_exist) {
  for (const auto& [at, value, why] :
       {std::tuple{0x08, 0xfffffu, "names CQ"}, std::tuple{0x14, 0xfffffu, "names SRQ"},
        std::tuple{0x18, 0xfffffu, "protection domain"}, std::tuple{0x10, 2u << 16, "cs_res"},
        std::tuple{0x28, mtu_4096 << 24 | 9u << 16, "port 9"},
        std::tuple{0x28, 7u << 24 | 1u << 16, "MTU"}}) {
    auto in = dct_command();
    in.word(context_at + static_cast<std::size_t>(at), value);
    errno = 0;
    EXPECT_FALSE(create(in)) << why;
    EXPECT_EQ(errno, EINVAL) << why;
    expect_words(why);
  }
}

TEST_F(dc_devx_test, commands_for_queue_pairs_do_not_change_or_query_a_dct) {
  const qp_ptr dct = create_dct();
  answer out;
  queue_pair_command error(0x507, dct->qp_num);
  EXPECT_NE(mlx5dv_devx_qp_modify(dct.get(), error.bytes.data(), error.bytes.size(),
                                  out.bytes.data(), out.bytes.size()),
            0);
  raw_mailbox<4> query;
  query.word(0x00, 0x50bu << 16);
  query.word(0x08, dct->qp_num);
  raw_mailbox<68> context;
  EXPECT_NE(mlx5dv_devx_qp_query(dct.get(), query.bytes.data(), query.bytes.size(),
                                 context.bytes.data(), context.bytes.size()),
            0);
  EXPECT_EQ(lines_of_refusals(), 2u);
}

TEST_F(dc_devx_test, a_dci_of_verbs_takes_whole_contexts) {
  const qp_ptr dct = create_dct();
  const qp_ptr dci = create_dci();
  ibv_qp_attr reset{};
  reset.qp_state = IBV_QPS_RESET;
  ASSERT_EQ(ibv_modify_qp(dci.get(), &reset, IBV_QP_STATE), 0);
  connect(dci->qp_num, [&dci](const queue_pair_command& in) {
    answer out;
    return mlx5dv_devx_qp_modify(dci.get(), in.bytes.data(), in.bytes.size(), out.bytes.data(),
                                 out.bytes.size());
  });
  EXPECT_EQ(state_of(dci.get()), IBV_QPS_RTS);
  post(dci.get(), dct->qp_num, 5000, write());
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 5000, remote.begin()));
  EXPECT_EQ(reported(), "");
}

TEST_F(dc_devx_test, a_dci_is_made_and_connected) {
  alignas(4096) static std::array<std::byte, 8192> memory{};
  const umem_ptr umem(
      mlx5dv_devx_umem_reg(context.get(), memory.data(), memory.size(), IBV_ACCESS_LOCAL_WRITE));
  mlx5dv_devx_uar* const uar = mlx5dv_devx_alloc_uar(context.get(), MLX5DV_UAR_ALLOC_TYPE_NC);
  ASSERT_TRUE(umem && uar);
  queue_pair_command in(0x500, 0);
  in.context(0x00, 5u << 16);
  in.context(0x04, pdn);
  in.context(0x08, 4u << 11);
  in.context(0x0c, uar->page_id);
  in.context(0x7c, send_cqn);
  in.context(0x9c, cqn);
  in.context(0xa4, 4096);
  in.context(0xac, 1u << 24 | srqn);
  in.context(0xe4, umem->umem_id);
  in.word(0x108, umem->umem_id);
  devx_ptr dci = create(in);
  ASSERT_TRUE(dci);
  const std::uint32_t qpn = number;
  connect(qpn, [&dci](const queue_pair_command& change) {
    answer out;
    return mlx5dv_devx_obj_modify(dci.get(), change.bytes.data(), change.bytes.size(),
                                  out.bytes.data(), out.bytes.size());
  });
  raw_mailbox<4> query;
  query.word(0x00, 0x50bu << 16);
  query.word(0x08, qpn);
  raw_mailbox<68> out;
  ASSERT_EQ(mlx5dv_devx_obj_query(dci.get(), query.bytes.data(), query.bytes.size(),
                                  out.bytes.data(), out.bytes.size()),
            0);
  EXPECT_EQ(out.word(0x18), 3u << 28 | 5u << 16);  // RTS, DCI
  EXPECT_EQ(reported(), "");

  in.context(0x7c, 31u << 24 | send_cqn);
  EXPECT_FALSE(create(in));
  expect_words("log_num_dci_stream_channels 31");
  dci.reset();
  mlx5dv_devx_free_uar(uar);
}

}  // namespace
}  // namespace verbatim::testing
