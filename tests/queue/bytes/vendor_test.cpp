// Our segments and CQE views against the inline functions and structs of the vendor's own header.
#include <endian.h>
#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <cstring>

#include "bytes.hpp"
#include "dice.hpp"
#include "verbatim/generated/layouts.hpp"

namespace verbatim::test {
namespace {

constexpr int rounds = 10'000;

/// The bytes of a vendor struct.
template <class Struct>
byte_string bytes_of(const Struct& s) {
  byte_string result(sizeof s);
  std::memcpy(result.data(), &s, sizeof s);
  return result;
}

/// A vendor struct full of random bytes.
template <class Struct>
Struct random_struct(dice& random) {
  Struct s;
  std::memcpy(static_cast<void*>(&s), random.bytes(sizeof s).data(), sizeof s);
  return s;
}

TEST(vendor, set_ctrl_seg) {
  dice random;
  for (int round = 0; round < rounds; ++round) {
    const ctrl_seg ours{.opmod = random.any<std::uint8_t>(),
                        .wqe_index = random.any<std::uint16_t>(),
                        .opcode = opcode{random.any<std::uint8_t>()},
                        .qpn = random.bits32(24),
                        .ds = static_cast<std::uint8_t>(random.bits(6)),
                        .signature = random.any<std::uint8_t>(),
                        .fm = fence_mode{static_cast<std::uint8_t>(random.bits(3))},
                        .ce = completion_mode{static_cast<std::uint8_t>(random.bits(2))},
                        .se = static_cast<std::uint8_t>(random.bits(1)),
                        .imm = random.any<std::uint32_t>()};
    const auto fm_ce_se =
        static_cast<std::uint8_t>(static_cast<unsigned>(ours.fm) << 5 |
                                  static_cast<unsigned>(ours.ce) << 2 | unsigned{ours.se} << 1);

    // The scalar function leaves dci_stream_channel_id as it was.
    mlx5_wqe_ctrl_seg theirs{};
    mlx5dv_set_ctrl_seg(&theirs, ours.wqe_index, static_cast<std::uint8_t>(ours.opcode), ours.opmod,
                        ours.qpn, fm_ce_se, ours.ds, ours.signature, htobe32(ours.imm));
    ASSERT_TRUE(same(written(ours), bytes_of(theirs)));

#ifdef __SSSE3__
    alignas(16) mlx5_wqe_ctrl_seg vector;
    std::memset(&vector, 0xff, sizeof vector);
    mlx5dv_x86_set_ctrl_seg(&vector, ours.wqe_index, static_cast<std::uint8_t>(ours.opcode),
                            ours.opmod, ours.qpn, fm_ce_se, ours.ds, ours.signature,
                            htobe32(ours.imm));
    ASSERT_TRUE(same(written(ours), bytes_of(vector)));
#endif
  }
}

TEST(vendor, ctrl_seg_stream) {
  dice random;
  for (int round = 0; round < rounds; ++round) {
    const auto stream = random.any<std::uint16_t>();
    mlx5_wqe_ctrl_seg theirs{};
    theirs.dci_stream_channel_id = htobe16(stream);
    ASSERT_TRUE(same(written(ctrl_seg{.dci_stream_channel_id = stream}), bytes_of(theirs)));
  }
}

TEST(vendor, set_data_seg) {
  dice random;
  for (int round = 0; round < rounds; ++round) {
    const data_seg ours{.byte_count = random.bits32(31),
                        .lkey = random.any<std::uint32_t>(),
                        .addr = random.any<std::uint64_t>()};
    mlx5_wqe_data_seg theirs;
    mlx5dv_set_data_seg(&theirs, ours.byte_count, ours.lkey, ours.addr);
    ASSERT_TRUE(same(written(ours), bytes_of(theirs)));

#ifdef __SSSE3__
    alignas(16) mlx5_wqe_data_seg vector;
    mlx5dv_x86_set_data_seg(&vector, ours.byte_count, ours.lkey, ours.addr);
    ASSERT_TRUE(same(written(ours), bytes_of(vector)));
#endif
  }
}

TEST(vendor, raddr_seg) {
  dice random;
  for (int round = 0; round < rounds; ++round) {
    const raddr_seg ours{.raddr = random.any<std::uint64_t>(), .rkey = random.any<std::uint32_t>()};
    const mlx5_wqe_raddr_seg theirs{
        .raddr = htobe64(ours.raddr), .rkey = htobe32(ours.rkey), .reserved = 0};
    ASSERT_TRUE(same(written(ours), bytes_of(theirs)));
  }
}

TEST(vendor, atomic_seg) {
  dice random;
  for (int round = 0; round < rounds; ++round) {
    const atomic_seg ours{.swap_add = random.any<std::uint64_t>(),
                          .compare = random.any<std::uint64_t>()};
    const mlx5_wqe_atomic_seg theirs{.swap_add = htobe64(ours.swap_add),
                                     .compare = htobe64(ours.compare)};
    ASSERT_TRUE(same(written(ours), bytes_of(theirs)));
  }
}

TEST(vendor, inline_seg) {
  for (std::uint16_t n = 0; n < 1024; ++n) {
    const mlx5_wqe_inl_data_seg theirs{.byte_count = htobe32(n | MLX5_INLINE_SEG)};
    ASSERT_TRUE(same(written(inline_seg{.byte_count = n}), bytes_of(theirs)));
  }
}

TEST(vendor, get_cqe) {
  dice random;
  for (int round = 0; round < rounds; ++round) {
    auto theirs = random_struct<mlx5_cqe64>(random);
    const auto at = bytes_of(theirs);
    const cqe64 ours(at.data());
    ASSERT_EQ(ours.owner(), mlx5dv_get_cqe_owner(&theirs));
    ASSERT_EQ(ours.se(), mlx5dv_get_cqe_se(&theirs));
    ASSERT_EQ(static_cast<std::uint8_t>(ours.format()), mlx5dv_get_cqe_format(&theirs));
    ASSERT_EQ(static_cast<std::uint8_t>(ours.opcode()), mlx5dv_get_cqe_opcode(&theirs));
    ASSERT_EQ(ours.slid(), be16toh(theirs.slid));
    ASSERT_EQ(ours.rqpn(), be32toh(theirs.flags_rqpn) & 0xffffff);
    ASSERT_EQ(ours.sl(), be32toh(theirs.flags_rqpn) >> 24 & 0xf);
    ASSERT_EQ(ours.srqn_uidx(), be32toh(theirs.srqn_uidx) & 0xffffff);
    ASSERT_EQ(ours.imm(), be32toh(theirs.imm_inval_pkey));
    ASSERT_EQ(ours.byte_cnt(), be32toh(theirs.byte_cnt));
    ASSERT_EQ(ours.timestamp(), be64toh(theirs.timestamp));
    ASSERT_EQ(ours.qpn(), be32toh(theirs.sop_drop_qpn) & 0xffffff);
    ASSERT_EQ(static_cast<std::uint32_t>(ours.s_wqe_opcode()), be32toh(theirs.sop_drop_qpn) >> 24);
    ASSERT_EQ(ours.wqe_counter(), be16toh(theirs.wqe_counter));
    ASSERT_EQ(ours.signature(), theirs.signature);
  }
}

TEST(vendor, set_cqe_owner) {
  for (unsigned op_own = 0; op_own < 256; ++op_own) {
    mlx5_cqe64 theirs{};
    theirs.op_own = static_cast<std::uint8_t>(op_own);
    mlx5dv_set_cqe_owner(&theirs, op_own >> 3 & 1);
    const auto at = bytes_of(theirs);
    EXPECT_EQ(cqe64(at.data()).owner(), op_own >> 3 & 1);
    EXPECT_EQ(static_cast<unsigned>(cqe64(at.data()).opcode()), op_own >> 4);
  }
}

TEST(vendor, err_cqe) {
  dice random;
  for (int round = 0; round < rounds; ++round) {
    const auto theirs = random_struct<mlx5_err_cqe>(random);
    const auto at = bytes_of(theirs);
    const err_cqe ours(at.data());
    ASSERT_EQ(ours.srqn(), be32toh(theirs.srqn) & 0xffffff);
    ASSERT_EQ(ours.vendor_err_synd(), theirs.vendor_err_synd);
    ASSERT_EQ(static_cast<std::uint8_t>(ours.syndrome()), theirs.syndrome);
    ASSERT_EQ(ours.qpn(), be32toh(theirs.s_wqe_opcode_qpn) & 0xffffff);
    ASSERT_EQ(static_cast<std::uint32_t>(ours.s_wqe_opcode()),
              be32toh(theirs.s_wqe_opcode_qpn) >> 24);
    ASSERT_EQ(ours.wqe_counter(), be16toh(theirs.wqe_counter));
    ASSERT_EQ(ours.signature(), theirs.signature);
    ASSERT_EQ(static_cast<std::uint8_t>(ours.opcode()), theirs.op_own >> 4);
    ASSERT_EQ(ours.owner(), theirs.op_own & 1);
  }
}

TEST(vendor, doorbell_record_words) {
  byte_string record(8, stale);
  qp_dbrec{.rcv_counter = 1, .snd_counter = 2}.write(record.data());
  std::uint32_t words[2];
  std::memcpy(words, record.data(), sizeof words);
  EXPECT_EQ(be32toh(words[MLX5_RCV_DBR]), 1u);
  EXPECT_EQ(be32toh(words[MLX5_SND_DBR]), 2u);
}

}  // namespace
}  // namespace verbatim::test
