// A DCI of verbs that firmware commands change. The commands are words that are written by hand from
// the places in Linux's mlx5_ifc.h.
#include <algorithm>

#include "dc_fixture.hpp"
#include "raw_mailbox.hpp"

namespace verbatim::testing {
namespace {

constexpr std::uint32_t mtu_4096 = 5;

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
};

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

}  // namespace
}  // namespace verbatim::testing
