// Mkeys whose blocks have signatures: made, checked, stripped and copied, and what happens when they
// are wrong or misused.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include "mkey_fixture.hpp"
#include "signature_fixture.hpp"
#include "verbatim/generated/segments/bsf_inl_seg.hpp"
#include "verbatim/generated/segments/bsf_seg.hpp"
#include "verbatim/generated/segments/set_psv_seg.hpp"

namespace verbatim::testing {
namespace {

constexpr std::array<std::uint8_t, 9> digits{'1', '2', '3', '4', '5', '6', '7', '8', '9'};

TEST(crc, has_the_values_that_catalogues_give) {
  EXPECT_EQ(reflected_crc(0xedb88320, ~0ull, 32, digits), 0xcbf43926u);
  EXPECT_EQ(reflected_crc(0x82f63b78, ~0ull, 32, digits), 0xe3069283u);
  EXPECT_EQ(reflected_crc(0x9a6c9329ac4bc9b5, ~0ull, 64, digits), 0xae8b14860a799888u);
  EXPECT_EQ(t10_crc(0, digits), 0xd0dbu);
}

TEST_F(signature_test, is_made_of_every_kind) {
  const mkey_ptr mkey = make_signed();
  ASSERT_TRUE(mkey);
  const auto two = data(2);
  for (const auto type : {MLX5DV_SIG_T10DIF_CRC, MLX5DV_SIG_T10DIF_CSUM}) {
    for (const unsigned seed : {0u, 0xffffu}) {
      mlx5dv_sig_t10dif kind = dif;
      kind.bg_type = type;
      kind.bg = static_cast<std::uint16_t>(seed);
      const auto wire = as(kind);
      ASSERT_EQ(sign(qp.get(), mkey.get(), at_local(0, 2 * block), &wire, nullptr), IBV_WC_SUCCESS);
      send_from(mkey.get(), 2 * block);
      EXPECT_EQ(arrived(2 * (block + 8)), with_dif(two, kind));
    }
  }
  struct {
    mlx5dv_sig_crc_type type;
    std::uint64_t polynomial;
    unsigned bits;
  } const kinds[] = {{MLX5DV_SIG_CRC_TYPE_CRC32, 0xedb88320, 32},
                     {MLX5DV_SIG_CRC_TYPE_CRC32C, 0x82f63b78, 32},
                     {MLX5DV_SIG_CRC_TYPE_CRC64_XP10, 0x9a6c9329ac4bc9b5, 64}};
  for (const auto& kind : kinds) {
    for (const std::uint64_t seed : {std::uint64_t{0}, ~std::uint64_t{0} >> (64 - kind.bits)}) {
      const mlx5dv_sig_crc crc{kind.type, seed};
      const auto wire = as(crc);
      ASSERT_EQ(sign(qp.get(), mkey.get(), at_local(0, block), &wire, nullptr), IBV_WC_SUCCESS);
      send_from(mkey.get(), block);
      std::uint64_t found = 0;
      for (unsigned i = kind.bits / 8; i-- > 0;) found = found << 8 | remote[block + i];
      EXPECT_EQ(found, reflected_crc(kind.polynomial, seed, kind.bits, data(1)));
    }
  }
  EXPECT_EQ(error_of(mkey.get(), cq.get()).err_type, MLX5DV_MKEY_NO_ERR);
}

TEST_F(signature_test, is_checked_and_stripped_where_a_peer_writes) {
  const mkey_ptr mkey = make_signed();
  const auto wire = as(dif);
  constexpr std::uint32_t blocks = 300;  // a message of several pieces
  const auto plain = data(blocks);
  const auto with = with_dif(plain, dif);
  std::copy(with.begin(), with.end(), local.begin());
  ASSERT_EQ(sign(peer.get(), mkey.get(), at_remote(0, blocks * block), &wire, nullptr),
            IBV_WC_SUCCESS);
  expect(write(static_cast<std::uint32_t>(with.size()), 0, mkey->rkey), IBV_WC_SUCCESS);
  EXPECT_EQ(arrived(plain.size()), plain);
  EXPECT_EQ(remote[plain.size()], 0);
  EXPECT_EQ(error_of(mkey.get(), peer_cq.get()).err_type, MLX5DV_MKEY_NO_ERR);
  expect(write(static_cast<std::uint32_t>(with.size()) + 1, 0, mkey->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("as they are on the wire with their signatures");
}

TEST_F(signature_test, is_made_where_a_peer_reads_and_checked_where_it_was_read) {
  const mkey_ptr there = make_signed(), here = make_signed();
  const auto wire = as(dif);
  std::iota(remote.begin(), remote.end(), std::uint8_t{5});
  const bytes expected(remote.begin(), remote.begin() + 3 * block);
  ASSERT_EQ(sign(peer.get(), there.get(), at_remote(0, 3 * block), &wire, nullptr), IBV_WC_SUCCESS);
  ASSERT_EQ(sign(qp.get(), here.get(), at_local(0, 3 * block), &wire, nullptr), IBV_WC_SUCCESS);
  ibv_send_wr wr = work(IBV_WR_RDMA_READ, 0);
  sge = {0, 3 * block, here->lkey};
  wr.wr.rdma.remote_addr = 0;
  wr.wr.rdma.rkey = there->rkey;
  expect(wr, IBV_WC_SUCCESS);
  EXPECT_EQ(data(3), expected);
  EXPECT_EQ(error_of(here.get(), cq.get()).err_type, MLX5DV_MKEY_NO_ERR);
}

TEST_F(signature_test, of_a_receive_is_what_comes_from_the_wire) {
  const mkey_ptr mkey = make_signed();
  const auto wire = as(dif);
  const auto with = with_dif(data(2), dif);
  const auto plain = data(2);
  std::copy(with.begin(), with.end(), local.begin());
  ASSERT_EQ(sign(peer.get(), mkey.get(), at_remote(0, 2 * block), &wire, nullptr), IBV_WC_SUCCESS);
  ibv_recv_wr taking = receive(2 * block, mkey->lkey);
  receive_sge.addr = 0;
  ibv_recv_wr* bad = nullptr;
  ASSERT_EQ(ibv_post_recv(peer.get(), &taking, &bad), 0);
  expect(work(IBV_WR_SEND, static_cast<std::uint32_t>(with.size())), IBV_WC_SUCCESS);
  EXPECT_EQ(next(peer_cq.get()).byte_len, with.size());
  EXPECT_EQ(arrived(plain.size()), plain);
}

TEST_F(signature_test, that_is_wrong_is_told_once_with_what_was_expected) {
  const mkey_ptr mkey = make_signed();
  const auto wire = as(dif);
  const auto with = with_dif(data(3), dif);
  struct {
    std::size_t at;
    mlx5dv_mkey_err_type type;
    std::uint64_t expected, actual;
  } const mistakes[] = {
      {block, MLX5DV_MKEY_SIG_BLOCK_BAD_GUARD, 0, 0},
      {block + 2, MLX5DV_MKEY_SIG_BLOCK_BAD_APPTAG, 0x1234, 0x9234},
      {block + 4, MLX5DV_MKEY_SIG_BLOCK_BAD_REFTAG, 78, 78 + (0x80u << 24)},
  };
  for (const auto& mistake : mistakes) {
    std::copy(with.begin(), with.end(), local.begin());
    // In the second block, and in the third.
    local[(block + 8) + mistake.at] ^= 0x80;
    local[2 * (block + 8) + mistake.at] ^= 0x80;
    ASSERT_EQ(sign(peer.get(), mkey.get(), at_remote(0, 3 * block), &wire, nullptr),
              IBV_WC_SUCCESS);
    for (const bool first : {true, false}) {
      expect(write(static_cast<std::uint32_t>(with.size()), 0, mkey->rkey), IBV_WC_SUCCESS);
      const auto error = error_of(mkey.get(), peer_cq.get());
      EXPECT_EQ(error.err_type, first ? mistake.type : MLX5DV_MKEY_NO_ERR);
      if (!first) continue;
      EXPECT_EQ(error.err.sig.offset, block + 8);
      const std::uint16_t guard = t10_crc(0, std::span(with).subspan(block + 8, block));
      const bool of_guard = mistake.type == MLX5DV_MKEY_SIG_BLOCK_BAD_GUARD;
      EXPECT_EQ(error.err.sig.expected_value, of_guard ? guard ^ 0x8000u : mistake.expected);
      EXPECT_EQ(error.err.sig.actual_value, of_guard ? guard : mistake.actual);
    }
  }
  expect_words("has a wrong reference tag in the block at byte 520 on the wire");
}

TEST_F(signature_test, is_not_checked_where_it_is_masked_or_escaped) {
  const mkey_ptr mkey = make_signed();
  mlx5dv_sig_t10dif escaping = dif;
  escaping.flags |= MLX5DV_SIG_T10DIF_FLAG_APP_ESCAPE;
  const auto plain = as(dif), escapes = as(escaping);
  auto with = with_dif(data(1), dif);
  with[block] ^= 1;
  std::copy(with.begin(), with.end(), local.begin());
  const auto length = static_cast<std::uint32_t>(with.size());
  ASSERT_EQ(sign(peer.get(), mkey.get(), at_remote(0, block), &plain, nullptr, 0x3f),
            IBV_WC_SUCCESS);
  expect(write(length, 0, mkey->rkey), IBV_WC_SUCCESS);
  EXPECT_EQ(error_of(mkey.get(), peer_cq.get()).err_type, MLX5DV_MKEY_NO_ERR);
  local[block + 2] = local[block + 3] = 0xff;
  ASSERT_EQ(sign(peer.get(), mkey.get(), at_remote(0, block), &escapes, nullptr), IBV_WC_SUCCESS);
  expect(write(length, 0, mkey->rkey), IBV_WC_SUCCESS);
  EXPECT_EQ(error_of(mkey.get(), peer_cq.get()).err_type, MLX5DV_MKEY_NO_ERR);
}

TEST_F(signature_test, is_copied_where_both_places_have_the_same_and_made_where_not) {
  const mkey_ptr mkey = make_signed();
  mlx5dv_sig_t10dif there = dif;
  there.ref_tag = 1000;
  const auto wire = as(there), memory = as(dif);
  const auto plain = data(2);
  auto with = with_dif(plain, dif);
  // The application tag is the same by the settings, so it is copied as it is.
  with[block + 2] = 0x56;
  std::copy(with.begin(), with.end(), local.begin());
  const auto length = static_cast<std::uint32_t>(with.size());
  ASSERT_EQ(sign(qp.get(), mkey.get(), at_local(0, length), &wire, &memory, 0xcf), IBV_WC_SUCCESS);
  send_from(mkey.get(), length);
  auto expected = with_dif(plain, there);
  expected[block + 2] = 0x56;
  EXPECT_EQ(arrived(length), expected);
  EXPECT_EQ(error_of(mkey.get(), cq.get()).err_type, MLX5DV_MKEY_NO_ERR);
}

TEST_F(signature_test, changes_its_kind_and_its_blocks_between_memory_and_wire) {
  const mkey_ptr mkey = make_signed();
  const mlx5dv_sig_crc crc{MLX5DV_SIG_CRC_TYPE_CRC32C, UINT32_MAX};
  auto wire = as(crc);
  wire.block_size = MLX5DV_BLOCK_SIZE_4096;
  const auto memory = as(dif);
  const auto plain = data(16);
  const auto with = with_dif(plain, dif);
  std::copy(with.begin(), with.end(), local.begin());
  const auto length = static_cast<std::uint32_t>(with.size());
  ASSERT_EQ(sign(qp.get(), mkey.get(), at_local(0, length), &wire, &memory), IBV_WC_SUCCESS);
  send_from(mkey.get(), length);
  EXPECT_TRUE(std::equal(plain.begin(), plain.begin() + 4096, remote.begin()));
  EXPECT_TRUE(std::equal(plain.begin() + 4096, plain.end(), remote.begin() + 4096 + 4));
  EXPECT_EQ(error_of(mkey.get(), cq.get()).err_type, MLX5DV_MKEY_NO_ERR);
}

TEST_F(signature_test, is_not_for_atomics) {
  const mkey_ptr mkey = make_signed();
  const auto wire = as(dif);
  ASSERT_EQ(sign(peer.get(), mkey.get(), at_remote(0, 2 * block), &wire, nullptr), IBV_WC_SUCCESS);
  ibv_send_wr atomic = work(IBV_WR_ATOMIC_FETCH_AND_ADD, 8);
  atomic.wr.atomic.remote_addr = 0;
  atomic.wr.atomic.rkey = mkey->rkey;
  expect(atomic, IBV_WC_REM_ACCESS_ERR);
  expect_words("has signatures, which atomics do not keep");
}

TEST_F(signature_test, does_not_begin_inside_a_block) {
  const mkey_ptr mkey = make_signed();
  const auto wire = as(dif);
  ASSERT_EQ(sign(peer.get(), mkey.get(), at_remote(0, 2 * block), &wire, nullptr), IBV_WC_SUCCESS);
  expect(write(block + 8, 4, mkey->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("begins 4 bytes into a block of 520 with its signature");
}

TEST_F(signature_test, needs_data_of_whole_blocks) {
  const mkey_ptr mkey = make_signed();
  const auto wire = as(dif);
  ASSERT_EQ(sign(peer.get(), mkey.get(), at_remote(0, block + 1), &wire, nullptr), IBV_WC_SUCCESS);
  expect(write(block, 0, mkey->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("the 513 bytes of data of mkey");
}

TEST_F(signature_test, may_not_lie_below_another_key) {
  const mkey_ptr below = make_signed(), above = make(4);
  const auto wire = as(dif);
  ASSERT_EQ(sign(peer.get(), below.get(), at_remote(0, block), &wire, nullptr), IBV_WC_SUCCESS);
  ASSERT_EQ(configure_list(peer.get(), above.get(), {{0, 8, below->lkey}}), IBV_WC_SUCCESS);
  expect(write(8, 0, above->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("has signatures, so no other key may lie on top of it");
}

/// The same with BSFs.
class raw_bsf_test : public raw_umr_test {
 protected:
  void SetUp() override {
    raw_umr_test::SetUp();
    mkey = make(4, MLX5DV_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE);
    control.bsf_octowords = 4;
    control.mkey_mask = control.mkey_mask | mkey_mask::bsf_enable;
    mkey_context.bsf_en = 1;
    mkey_context.len = klm.byte_count = 512;
    bsf = {.bsf_size = bsf_size::with_inline, .m_bs_selector = block_size::bytes_512};
  }

  ibv_wc_status sign() {
    sends->begin(opcode::umr, 0, fence_mode::none, mkey->lkey)
        .with(control)
        .with(mkey_context)
        .with(klm)
        .with_zeroes(48)
        .with(bsf)
        .with_zeroes(16)
        .with(wire)
        .with(memory)
        .post();
    return next(cq.get()).status;
  }

  bsf_seg bsf;
  bsf_inl_seg wire;
  bsf_inl_seg memory;
};

TEST_F(raw_bsf_test, without_signatures_are_taken) { EXPECT_EQ(sign(), IBV_WC_SUCCESS); }

TEST_F(raw_bsf_test, have_to_be_enabled) {
  mkey_context.bsf_en = 0;
  EXPECT_EQ(sign(), IBV_WC_LOC_QP_OP_ERR);
  expect_words("it has a BSF, but does not enable it");
}

TEST_F(raw_bsf_test, say_how_long_they_are) {
  control.bsf_octowords = 12;
  EXPECT_EQ(sign(), IBV_WC_LOC_QP_OP_ERR);
  expect_words("its bsf_octowords is 12, but 8 octowords follow the mkey_ctx_seg");
}

TEST_F(raw_bsf_test, say_their_size) {
  bsf.bsf_size = bsf_size::basic;
  EXPECT_EQ(sign(), IBV_WC_LOC_QP_OP_ERR);
  expect_words("bsf_size of its bsf_seg is 0 instead of 2, with_inline");
}

TEST_F(raw_bsf_test, name_blocks_of_a_size_that_exists) {
  memory = {.vld = 1, .sig_type = guard_type::crc};
  bsf.m_bs_selector = block_size::none;
  EXPECT_EQ(sign(), IBV_WC_LOC_QP_OP_ERR);
  expect_words("it gives no block size that exists for memory");
}

TEST_F(raw_bsf_test, name_psvs_that_exist) {
  bsf.m_bfs = block_format::crc32;
  bsf.m_psv = 0xabcdef;
  EXPECT_EQ(sign(), IBV_WC_MW_BIND_ERR);
  expect_words("its BSF names PSV 0xabcdef, which does not exist");
}

TEST_F(raw_bsf_test, are_for_keys_that_were_made_for_them) {
  mkey = make(4);
  EXPECT_EQ(sign(), IBV_WC_MW_BIND_ERR);
  expect_words("its BSFs take 4 octowords, but key");
}

TEST_F(raw_bsf_test, begin_with_psvs_that_exist) {
  sends->begin(opcode::set_psv, 0, fence_mode::none)
      .with(set_psv_seg{.psv_index = 0xabcdef})
      .post();
  EXPECT_EQ(next(cq.get()).status, IBV_WC_LOC_QP_OP_ERR);
  expect_words("there is no PSV 0xabcdef");
}

}  // namespace
}  // namespace verbatim::testing
