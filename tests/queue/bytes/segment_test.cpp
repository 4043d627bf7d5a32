// Segments and doorbells, byte for byte into memory full of ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "bytes.hpp"
#include "dice.hpp"
#include "verbatim/generated/layouts.hpp"

namespace verbatim::test {
namespace {

TEST(segment, ctrl_seg) {
  const ctrl_seg segment{.opmod = 0x01,
                         .wqe_index = 0x2345,
                         .opcode = opcode::rdma_write,
                         .qpn = 0xabcdef,
                         .ds = 0x2b,
                         .signature = 0x5a,
                         .dci_stream_channel_id = 0x6b7c,
                         .fm = fence_mode::reads_atomics_and_key_changes,
                         .ce = completion_mode::always,
                         .se = 1,
                         .imm = 0xdeadbeef};
  EXPECT_TRUE(same(written(segment), bytes({
                                         0x01,                    // opmod
                                         0x23, 0x45,              // wqe_index
                                         0x08,                    // opcode
                                         0xab, 0xcd, 0xef,        // qpn
                                         0x2b,                    // ds
                                         0x5a,                    // signature
                                         0x6b, 0x7c,              // dci_stream_channel_id
                                         0b100'0'10'1'0,          // fm, -, ce, se, -
                                         0xde, 0xad, 0xbe, 0xef,  // imm
                                     })));
}

TEST(segment, ctrl_seg_of_zeros_overwrites_everything) {
  EXPECT_TRUE(same(written(ctrl_seg{}), byte_string(16, std::byte{0})));
}

TEST(segment, ctrl_seg_of_ones_leaves_reserved_bits_zero) {
  const ctrl_seg segment{.opmod = 0xff,
                         .wqe_index = 0xffff,
                         .opcode = opcode{0xff},
                         .qpn = 0xffffff,
                         .ds = 0x3f,
                         .signature = 0xff,
                         .dci_stream_channel_id = 0xffff,
                         .fm = fence_mode{7},
                         .ce = completion_mode{3},
                         .se = 1,
                         .imm = 0xffffffff};
  EXPECT_TRUE(same(written(segment), bytes({
                                         0xff, 0xff, 0xff, 0xff,  // opmod, wqe_index, opcode
                                         0xff, 0xff, 0xff, 0x3f,  // qpn, ds
                                         0xff, 0xff, 0xff, 0xee,  // signature, stream, fm ce se
                                         0xff, 0xff, 0xff, 0xff,  // imm
                                     })));
}

TEST(segment, raddr_seg) {
  const raddr_seg segment{.raddr = 0x0123456789abcdef, .rkey = 0x11223344};
  EXPECT_TRUE(same(written(segment), bytes({
                                         0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,  // raddr
                                         0x11, 0x22, 0x33, 0x44,                          // rkey
                                         0x00, 0x00, 0x00, 0x00,  // reserved
                                     })));
}

TEST(segment, atomic_seg) {
  const atomic_seg segment{.swap_add = 0x0123456789abcdef, .compare = 0xfedcba9876543210};
  EXPECT_TRUE(
      same(written(segment), bytes({
                                 0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,  // swap_add
                                 0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10,  // compare
                             })));
}

TEST(segment, data_seg) {
  const data_seg segment{.byte_count = 0x7edcba98, .lkey = 0x11223344, .addr = 0x0123456789abcdef};
  EXPECT_TRUE(same(written(segment), bytes({
                                         0x7e, 0xdc, 0xba, 0x98,  // byte_count
                                         0x11, 0x22, 0x33, 0x44,  // lkey
                                         0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,  // addr
                                     })));
  EXPECT_FALSE(segment.empty());
  EXPECT_TRUE((data_seg{.byte_count = 0, .lkey = 1, .addr = 2}.empty()));
}

TEST(segment, inline_seg) {
  EXPECT_TRUE(same(written(inline_seg{.byte_count = 0x2a5}), bytes({
                                                                 0x80,        // inline_flag
                                                                 0x00,        // reserved
                                                                 0x02, 0xa5,  // byte_count
                                                             })));
}

TEST(doorbell, qp_dbrec) {
  const qp_dbrec record{.rcv_counter = 0x1234, .snd_counter = 0xabcd};
  EXPECT_TRUE(same(written(record), bytes({
                                        0x00, 0x00, 0x12, 0x34,  // -, rcv_counter
                                        0x00, 0x00, 0xab, 0xcd,  // -, snd_counter
                                    })));
}

TEST(doorbell, cq_dbrec) {
  const cq_dbrec record{
      .set_ci = 0xabcdef, .cmd_sn = 2, .cmd = arm_mode::solicited_only, .arm_ci = 0x123456};
  EXPECT_TRUE(same(written(record), bytes({
                                        0x00, 0xab, 0xcd, 0xef,  // -, set_ci
                                        0b00'10'000'1,           // -, cmd_sn, -, cmd
                                        0x12, 0x34, 0x56,        // arm_ci
                                    })));
}

TEST(doorbell, cq_doorbell) {
  const cq_doorbell doorbell{
      .cmd_sn = 3, .cmd = arm_mode::solicited_only, .ci = 0x123456, .cqn = 0xabcdef};
  EXPECT_TRUE(same(written(doorbell), bytes({
                                          0b00'11'000'1,     // -, cmd_sn, -, cmd
                                          0x12, 0x34, 0x56,  // ci
                                          0x00,              // -
                                          0xab, 0xcd, 0xef,  // cqn
                                      })));
}

/// Random bytes survive read() and write(), except for what is reserved or has to be.
template <class Segment>
class round_trip : public testing::Test {};

using segments =
    testing::Types<ctrl_seg, raddr_seg, atomic_seg, data_seg, inline_seg, masked_cs32_seg,
                   masked_cs64_seg, masked_cs128_seg, masked_fa32_seg, masked_fa64_seg,
                   masked_fa128_seg, xrc_seg, av_ud_seg, av_dc_seg, av_ud_compact_seg,
                   av_dc_compact_seg, eth_seg, eth_vlan_seg, eth_pad_seg, tm_seg, umr_ctrl_seg,
                   mkey_ctx_seg, klm_seg, mtt_seg, repeat_block_seg, repeat_ent_seg, set_psv_seg,
                   mmo_meta_seg, wait_cq_seg, wait_data_seg, flow_tbl_access_seg,
                   flow_tbl_argument_seg, rwqe_sig_seg, srq_next_seg, tmh_seg, rvh_seg, ravh_seg,
                   qp_dbrec, cq_dbrec, srq_dbrec, cq_doorbell>;
TYPED_TEST_SUITE(round_trip, segments);

TYPED_TEST(round_trip, read_inverts_write) {
  dice random;
  for (int round = 0; round < 10'000; ++round) {
    const auto original = random.bytes(TypeParam::size);
    const auto value = TypeParam::read(original.data());
    const auto copy = written(value);
    ASSERT_EQ(TypeParam::read(copy.data()), value);
    for (const wire::field& f : TypeParam::fields) {
      const std::string_view always[] = {"inline_flag", "ext", "vlan_insert", "op"};
      const bool fixed = f.reserved() || std::ranges::find(always, f.name) != std::end(always);
      if (fixed) {
        ASSERT_TRUE(f.as_expected(copy.data())) << f.name;
      } else if (f.bytes != 0) {
        ASSERT_EQ(std::memcmp(copy.data() + f.at, original.data() + f.at, f.bytes), 0) << f.name;
      } else {
        ASSERT_EQ(f.read(copy.data()), f.read(original.data())) << f.name;
      }
    }
  }
}

TEST(layouts, fields_tile_segments_and_doorbells) {
  for (const wire::layout& layout : layouts) {
    std::vector<int> covered(layout.size * 8, 0);
    for (const wire::field& f : layout.fields) {
      for (unsigned bit = 0; bit < f.bytes * 8u; ++bit) ++covered[f.at * 8u + bit];
      if (f.bytes != 0) continue;
      const unsigned word = f.msb > 31 ? 64 : 32;
      for (unsigned bit = f.lsb; bit <= f.msb; ++bit) ++covered[f.at * 8u + word - 1 - bit];
    }
    for (std::size_t bit = 0; bit < covered.size(); ++bit) {
      // Only the fields of a CQE that are read are described.
      const bool hole = layout.name.find("cqe") != layout.name.npos ||
                        layout.name.starts_with("mini_") || layout.name == "enh_block";
      EXPECT_LE(covered[bit], 1) << layout.name << " bit " << bit << " belongs to two fields";
      EXPECT_GE(covered[bit], hole ? 0 : 1) << layout.name << " bit " << bit << " to none";
    }
  }
}

}  // namespace
}  // namespace verbatim::test
