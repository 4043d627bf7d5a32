// One test per sentence that the device says about a malformed send WQE.
#include "engine/check/wqe_check.hpp"

#include <gtest/gtest.h>

#include "wqe_under_test.hpp"

namespace verbatim::emulator {
namespace {

TEST(wqe_check, accepts_a_send_with_two_pieces) {
  const operation wqe = wqe_under_test{ctrl(send_imm, 3, 0x0a), data(7), data(9)}.accepted();
  EXPECT_EQ(wqe.opcode, opcode::send_imm);
  EXPECT_EQ(wqe.ce, completion_mode::always);
  EXPECT_TRUE(wqe.solicited);
  EXPECT_EQ(wqe.imm, 0x11223344u);
  EXPECT_EQ(wqe.wqebbs, 1);
  EXPECT_EQ(wqe.message_bytes, 16u);
  ASSERT_EQ(wqe.pieces.size(), 2u);
  EXPECT_EQ(wqe.pieces[1].byte_count, 9u);
  EXPECT_EQ(wqe.pieces[1].lkey, 0x3002u);
  EXPECT_EQ(wqe.pieces[1].addr, 0x7f0000001000u);
}

TEST(wqe_check, accepts_inline_data_between_pointers) {
  const operation wqe = wqe_under_test{ctrl(rdma_write, 6),
                                       raddr,
                                       data(4),
                                       {0x80, 0x00, 0x00, 0x0e, 'a', 'b', 'c', 'd', 'e', 'f', 'g',
                                        'h', 'i', 'j', 'k', 'l'},
                                       {'m', 'n'},
                                       data(5)}
                            .accepted();
  ASSERT_TRUE(wqe.asks_for<write_request>());
  const remote_place to = std::get<write_request>(wqe.request).to;
  EXPECT_EQ(to.raddr, 0x7f0102030408u & 0xffffffffffffu);
  EXPECT_EQ(to.rkey, 0x2001u);
  EXPECT_EQ(wqe.wqebbs, 2);
  EXPECT_EQ(wqe.message_bytes, 4u + 14u + 5u);
  ASSERT_EQ(wqe.inline_data.size(), 14u);
  EXPECT_EQ(wqe.inline_data[13], std::byte{'n'});
}

TEST(wqe_check, accepts_an_atomic) {
  const operation wqe = wqe_under_test{ctrl(atomic_cs, 4), raddr, operands, data(8)}.accepted();
  ASSERT_TRUE(wqe.asks_for<atomic_request>());
  const auto& request = std::get<atomic_request>(wqe.request);
  EXPECT_EQ(request.swap_add, 5u);
  EXPECT_EQ(request.compare, 6u);
}

TEST(wqe_check, accepts_a_compact_address_of_dc) {
  wqe_under_test wqe{ctrl(rdma_write, 4), dc_address(0), raddr, data(5)};
  const operation accepted = wqe.transport(queue_pair_type::dci).accepted();
  ASSERT_TRUE(std::holds_alternative<packet_address>(accepted.address));
  const auto& address = std::get<packet_address>(accepted.address);
  EXPECT_EQ(address.dc_key, 0x0102030405060708u);
  EXPECT_EQ(address.vector.dqp_dct, 0x8009u);
  ASSERT_TRUE(accepted.asks_for<write_request>());
  EXPECT_EQ(std::get<write_request>(accepted.request).to.rkey, 0x2001u);
  EXPECT_EQ(accepted.message_bytes, 5u);
}

TEST(wqe_check, accepts_a_full_address_of_dc) {
  wqe_under_test wqe{ctrl(atomic_fa, 7), dc_address(0x80), {}, {}, raddr, operands, data(8)};
  const operation accepted = wqe.transport(queue_pair_type::dci).accepted();
  ASSERT_TRUE(std::holds_alternative<packet_address>(accepted.address));
  EXPECT_EQ(std::get<packet_address>(accepted.address).vector.dqp_dct, 0x8009u);
  ASSERT_TRUE(accepted.asks_for<atomic_request>());
  EXPECT_EQ(std::get<atomic_request>(accepted.request).swap_add, 5u);
}

TEST(wqe_check, accepts_a_nop_of_dc_with_and_without_address) {
  wqe_under_test with{ctrl(nop, 4), dc_address(0x80), {}, {}};
  EXPECT_EQ(with.transport(queue_pair_type::dci).words(), "");
  wqe_under_test without{ctrl(nop, 1)};
  EXPECT_EQ(without.transport(queue_pair_type::dci).words(), "");
}

TEST(wqe_check, dc_needs_an_address) {
  wqe_under_test wqe{ctrl(send, 1)};
  EXPECT_EQ(wqe.transport(queue_pair_type::dci).words(),
            "its ds is 1, but on DC an address vector comes after the ctrl_seg");
}

TEST(wqe_check, ext_and_the_length_of_the_address_agree) {
  wqe_under_test wqe{ctrl(send, 3), dc_address(0x80), data(5)};
  EXPECT_EQ(wqe.transport(queue_pair_type::dci).words(),
            "its ds is 3, but ext of its address vector is 1, and with the full one it is 4 at "
            "least: ext is 0 in the compact one, of 1 octoword");
}

TEST(wqe_check, reserved_bits_of_an_address_are_zero) {
  wqe_under_test wqe{ctrl(send, 3), dc_address(0x10), data(5)};
  EXPECT_EQ(wqe.transport(queue_pair_type::dci).words(),
            "reserved_08 of its av_dc_compact_seg (octoword 1) is 0x1 instead of 0x0: zero a "
            "segment's reserved bits, the ring still holds old WQEs");
}

TEST(wqe_check, an_atomic_of_dc_has_its_own_length) {
  wqe_under_test wqe{ctrl(atomic_cs, 4), dc_address(0), raddr, data(8)};
  EXPECT_EQ(wqe.transport(queue_pair_type::dci).words(),
            "its ds is 4 instead of 5: atomic_cs is ctrl_seg, address vector, raddr_seg, "
            "atomic_seg and one data_seg for the result");
}

TEST(wqe_check, accepts_a_nop_of_any_length) {
  EXPECT_EQ((wqe_under_test{ctrl(nop, 12)}.accepted().wqebbs), 3);
}

TEST(wqe_check, wants_its_wqe_index) {
  auto first = ctrl(send, 1);
  first[2] = 0x03;
  EXPECT_EQ(wqe_under_test{first}.words(),
            "its wqe_index is 259 instead of 258: wqe_index counts WQEBBs modulo 65536, not modulo "
            "the ring");
}

TEST(wqe_check, wants_its_qpn) {
  auto first = ctrl(send, 1);
  first[6] = 0x08;
  EXPECT_EQ(wqe_under_test{first}.words(), "its qpn is 0x4008 instead of 0x4007");
}

TEST(wqe_check, refuses_a_ds_of_zero) {
  EXPECT_EQ(wqe_under_test{ctrl(send, 0)}.words(),
            "its ds is 0: ds counts octowords and includes the ctrl segment");
}

TEST(wqe_check, refuses_a_wqe_that_is_not_posted_entirely) {
  EXPECT_EQ(wqe_under_test(wqe_under_test{ctrl(send, 5), data(1), data(1), data(1), data(1)})
                .posted(1)
                .words(),
            "its ds is 5, so it takes 2 WQEBBs, but the doorbell record covers only 1: add all "
            "WQEBBs of a WQE to the producer index");
}

TEST(wqe_check, refuses_an_unknown_opcode) {
  EXPECT_EQ(wqe_under_test{ctrl(0x77, 1)}.words(), "its opcode 0x77 is not known");
}

TEST(wqe_check, refuses_an_opcode_it_does_not_execute) {
  EXPECT_EQ(wqe_under_test{ctrl(0x1b, 1)}.words(),
            "this device does not execute its opcode local_inval (0x1b)");
}

TEST(wqe_check, refuses_a_read_on_uc) {
  EXPECT_EQ(wqe_under_test(wqe_under_test{ctrl(rdma_read, 3), raddr, data(4)})
                .transport(queue_pair_type::uc)
                .words(),
            "its opcode rdma_read (0x10) does not exist on UC");
}

TEST(wqe_check, refuses_an_opmod) {
  auto first = ctrl(send, 1);
  first[0] = 0x01;
  EXPECT_EQ(wqe_under_test{first}.words(), "its opmod is 0x1 instead of 0");
}

TEST(wqe_check, refuses_an_unknown_fence_mode) {
  EXPECT_EQ(wqe_under_test(wqe_under_test{ctrl(send, 1, 0xa8)}).words(),
            "its fm is 5, and the highest fence mode is 4");
}

TEST(wqe_check, refuses_reserved_bits_of_ctrl) {
  EXPECT_EQ(wqe_under_test(wqe_under_test{ctrl(send, 1, 0x09)}).words(),
            "reserved_0b_0 of its ctrl_seg (octoword 0) is 0x1 instead of 0x0: zero a segment's "
            "reserved bits, the ring still holds old WQEs");
}

TEST(wqe_check, the_last_word_of_a_raddr_seg_may_be_stale) {
  auto stale = raddr;
  stale[15] = 0x5a;
  EXPECT_EQ((wqe_under_test{ctrl(rdma_write, 3), stale, data(1)}.words()), "");
}

// libmlx5's set_tm_seg, and UCX's, write only some bytes over an old payload to remove a tag, and to
// count.
TEST(wqe_check, takes_what_others_leave_of_an_old_payload_in_a_tm_seg) {
  std::array<std::uint8_t, 16> first;
  std::array<std::uint8_t, 16> second;
  first.fill(0xee);
  second.fill(0xee);
  for (const std::uint8_t what : {std::uint8_t{0x20}, std::uint8_t{0x00}}) {
    first[0] = what;
    first[1] = 0x80;
    const operation wqe = wqe_under_test{ctrl(tag_matching, 3), first, second}.accepted();
    ASSERT_TRUE(wqe.asks_for<tag_request>());
    const auto& request = std::get<tag_request>(wqe.request);
    EXPECT_EQ(static_cast<unsigned>(request.operation.opcode), what >> 4u);
  }
  first[1] = 0x81;
  EXPECT_EQ((wqe_under_test{ctrl(tag_matching, 3), first, second}.words()),
            "reserved_01 of its tm_seg (octoword 1) is 0x1 instead of 0x0: zero a segment's "
            "reserved bits, the ring still holds old WQEs");
}

TEST(wqe_check, takes_what_ucx_leaves_of_an_old_payload_in_a_fetch_and_add_of_4_bytes) {
  auto head = ctrl(atomic_masked_fa, 4);
  head[0] = 0x08;
  EXPECT_EQ((wqe_under_test{head, raddr, {0, 0, 0, 1, 0, 0, 0, 0, 0xee, 0xee}, data(4)}.words()),
            "");
}

TEST(wqe_check, refuses_reserved_bits_of_inline) {
  EXPECT_EQ((wqe_under_test{ctrl(send, 2), {0x80, 0x00, 0x04, 0x04}}.words()),
            "reserved_00 of its inline_seg (octoword 1) is 0x1 instead of 0x0: zero a segment's "
            "reserved bits, the ring still holds old WQEs");
}

TEST(wqe_check, refuses_a_write_without_raddr) {
  EXPECT_EQ(wqe_under_test{ctrl(rdma_write, 1)}.words(),
            "its ds is 1, but rdma_write has a raddr_seg after the ctrl_seg");
}

TEST(wqe_check, refuses_an_atomic_of_another_length) {
  EXPECT_EQ((wqe_under_test{ctrl(atomic_fa, 5), raddr, operands, data(8), data(8)}.words()),
            "its ds is 5 instead of 4: atomic_fa is ctrl_seg, raddr_seg, atomic_seg and one "
            "data_seg for the result");
}

TEST(wqe_check, refuses_an_atomic_with_another_result) {
  EXPECT_EQ((wqe_under_test{ctrl(atomic_fa, 4), raddr, operands, data(4)}.words()),
            "byte_count of its data_seg is 4, but the result of atomic_fa has 8 bytes");
}

TEST(wqe_check, reads_the_srq_number_on_xrc) {
  const operation wqe =
      wqe_under_test(wqe_under_test{ctrl(atomic_cs, 5), xrc, raddr, operands, data(8)})
          .transport(queue_pair_type::xrc_send)
          .accepted();
  ASSERT_TRUE(std::holds_alternative<xrc_address>(wqe.address));
  EXPECT_EQ(std::get<xrc_address>(wqe.address).srqn, 0x8003u);
  ASSERT_TRUE(wqe.asks_for<atomic_request>());
  const auto& request = std::get<atomic_request>(wqe.request);
  EXPECT_EQ(request.at.rkey, 0x2001u);
  EXPECT_EQ(request.swap_add, 5u);
}

TEST(wqe_check, takes_what_libmlx5_leaves_of_an_old_payload_in_an_xrc_seg) {
  EXPECT_EQ(wqe_under_test(
                wqe_under_test{ctrl(send, 3), {0, 0x00, 0x80, 0x03, 0xee, 0xee, 0xee}, data(1)})
                .transport(queue_pair_type::xrc_send)
                .words(),
            "");
}

TEST(wqe_check, refuses_xrc_without_an_srq_number) {
  EXPECT_EQ(
      wqe_under_test(wqe_under_test{ctrl(send, 1)}).transport(queue_pair_type::xrc_send).words(),
      "its ds is 1, but on XRC an xrc_seg comes after the ctrl_seg");
  EXPECT_EQ(wqe_under_test(wqe_under_test{ctrl(send, 2), {}})
                .transport(queue_pair_type::xrc_send)
                .words(),
            "xrc_srqn of its xrc_seg is 0x0: SRQ numbers have 24 bits and are not 0");
  EXPECT_EQ(wqe_under_test(wqe_under_test{ctrl(rdma_write, 2), xrc})
                .transport(queue_pair_type::xrc_send)
                .words(),
            "its ds is 2, but rdma_write has a raddr_seg after the xrc_seg");
}

TEST(wqe_check, refuses_inline_data_in_a_read) {
  EXPECT_EQ((wqe_under_test{ctrl(rdma_read, 3), raddr, {0x80, 0x00, 0x00, 0x04}}.words()),
            "octoword 2 is an inline_seg, but the result of rdma_read needs a data_seg to go to");
}

TEST(wqe_check, refuses_inline_data_beyond_ds) {
  EXPECT_EQ((wqe_under_test{ctrl(send, 2), {0x80, 0x00, 0x00, 0x0d}}.words()),
            "its inline_seg (octoword 1) says 13 bytes, which end after octoword 3 of 2: ds counts "
            "the padded inline data too");
}

TEST(wqe_check, refuses_a_terminator) {
  EXPECT_EQ((wqe_under_test{ctrl(send, 2), {0, 0, 0, 0, 0x00, 0x00, 0x01, 0x00}}.words()),
            "octoword 1 is a list terminator, which belongs into receive WQEs only");
}

TEST(wqe_check, refuses_a_byte_count_of_zero) {
  EXPECT_EQ((wqe_under_test{ctrl(send, 2), data(0)}.words()),
            "byte_count of its data_seg (octoword 1) is 0, which means 2 GiB: leave zero-length "
            "SGEs out");
}

TEST(wqe_check, refuses_a_read_of_too_many_octowords) {
  auto wqe = wqe_under_test{ctrl(rdma_read, 33),
                            raddr,
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1),
                            data(1)};
  EXPECT_EQ(wqe.words(), "its ds is 33, but an rdma_read has at most 32 octowords");
}

TEST(wqe_check, refuses_a_message_longer_than_two_gib) {
  auto longest = data(1);
  longest[0] = 0x7f;
  EXPECT_EQ((wqe_under_test{ctrl(send, 3), longest, longest}.words()),
            "its message of 4261412866 bytes is longer than 2147483648");
}

}  // namespace
}  // namespace verbatim::emulator
