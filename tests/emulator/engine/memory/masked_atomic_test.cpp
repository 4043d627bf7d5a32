// Masked atomics of all sizes, posted as raw WQEs: rdma-core has no call for them.
#include <array>
#include <bit>
#include <optional>
#include <random>

#include "connected_pair.hpp"
#include "devx_queue_pair.hpp"
#include "raw_send_queue.hpp"
#include "verbatim/generated/segments/atomic_seg.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/masked_cs128_seg.hpp"
#include "verbatim/generated/segments/masked_cs32_seg.hpp"
#include "verbatim/generated/segments/masked_cs64_seg.hpp"
#include "verbatim/generated/segments/masked_fa128_seg.hpp"
#include "verbatim/generated/segments/masked_fa32_seg.hpp"
#include "verbatim/generated/segments/masked_fa64_seg.hpp"
#include "verbatim/generated/segments/raddr_seg.hpp"

namespace verbatim::testing {
namespace {

constexpr std::uint32_t everything = 0xffffffff;

/// The sum of two numbers, bit by bit, as a person would add: no carry leaves a bit of `boundary`.
std::uint64_t add_by_hand(std::uint64_t a, std::uint64_t b, std::uint64_t boundary, int bits) {
  std::uint64_t sum = 0;
  unsigned carry = 0;
  for (int i = 0; i < bits; ++i) {
    const unsigned here = unsigned(a >> i & 1) + unsigned(b >> i & 1) + carry;
    sum |= std::uint64_t{here & 1} << i;
    carry = boundary >> i & 1 ? 0 : here >> 1;
  }
  return sum;
}

class masked_atomic_test : public connected_pair_test {
 protected:
  void SetUp() override {
    connected_pair_test::SetUp();
    connect();
    sends.emplace(qp.get());
  }

  template <class Operands>
  void post(opcode what, unsigned opmod, const Operands& operands, std::uint32_t bytes,
            std::uint64_t offset = 0) {
    sends->begin(what, opmod)
        .with(raddr_seg{.raddr = reinterpret_cast<std::uint64_t>(remote.data()) + offset,
                        .rkey = remote_mr->rkey})
        .with(operands)
        .with(data_seg{.byte_count = bytes,
                       .lkey = local_mr->lkey,
                       .addr = reinterpret_cast<std::uint64_t>(local.data())})
        .post();
  }

  ibv_wc_status status() { return next(cq.get()).status; }

  template <class Word>
  Word target() const {
    Word value;
    std::memcpy(&value, remote.data(), sizeof value);
    return value;
  }
  template <class Word>
  void set_target(Word value) {
    std::memcpy(remote.data(), &value, sizeof value);
  }

  /// Returns the value that came back. One of 8 bytes is in host order, as UCX reads it; the others
  /// are big-endian.
  std::uint32_t result32() const {
    std::uint32_t value;
    std::memcpy(&value, local.data(), sizeof value);
    return be32toh(value);
  }
  std::uint64_t result64() const {
    std::uint64_t value;
    std::memcpy(&value, local.data(), sizeof value);
    return value;
  }

  std::uint32_t swap32(const masked_cs32_seg& operands) {
    post(opcode::atomic_masked_cs, 8, operands, 4);
    EXPECT_EQ(status(), IBV_WC_SUCCESS);
    return result32();
  }
  std::uint32_t add32(std::uint32_t add, std::uint32_t boundary) {
    post(opcode::atomic_masked_fa, 8, masked_fa32_seg{.add = add, .field_boundary = boundary}, 4);
    EXPECT_EQ(status(), IBV_WC_SUCCESS);
    return result32();
  }

  std::optional<raw_send_queue> sends;
};

// UCX makes its atomics on 32 bits of these masked atomics.
TEST_F(masked_atomic_test, do_what_ucx_needs_of_32_bits) {
  set_target<std::uint32_t>(40);
  EXPECT_EQ(add32(2, 0), 40u);
  EXPECT_EQ(target<std::uint32_t>(), 42u);
  // AND
  set_target<std::uint32_t>(0xf0f01234);
  EXPECT_EQ(swap32({.swap = 0xff00ff00, .compare = 0, .swap_mask = ~0xff00ff00u}), 0xf0f01234u);
  EXPECT_EQ(target<std::uint32_t>(), 0xf0001200u);
  // OR
  EXPECT_EQ(swap32({.swap = 0x0000000f, .compare = 0, .swap_mask = 0x0000000f}), 0xf0001200u);
  EXPECT_EQ(target<std::uint32_t>(), 0xf000120fu);
  // XOR
  EXPECT_EQ(add32(0xffffffff, everything), 0xf000120fu);
  EXPECT_EQ(target<std::uint32_t>(), 0x0fffedf0u);
  // SWAP
  EXPECT_EQ(swap32({.swap = 7, .compare = 0, .swap_mask = everything}), 0x0fffedf0u);
  EXPECT_EQ(target<std::uint32_t>(), 7u);
  // CSWAP, first in vain
  EXPECT_EQ(swap32({.swap = 9, .compare = 8, .swap_mask = everything, .compare_mask = everything}),
            7u);
  EXPECT_EQ(target<std::uint32_t>(), 7u);
  EXPECT_EQ(swap32({.swap = 9, .compare = 7, .swap_mask = everything, .compare_mask = everything}),
            7u);
  EXPECT_EQ(target<std::uint32_t>(), 9u);
  EXPECT_EQ(remote[4], 0);
}

TEST_F(masked_atomic_test, stop_the_carry_at_each_boundary) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200; ++i) {
    const std::uint64_t before = random();
    const std::uint64_t add = random();
    const std::uint64_t boundary = random() & random();
    set_target(before);
    post(opcode::atomic_masked_fa, 9, masked_fa64_seg{.add = add, .field_boundary = boundary}, 8);
    ASSERT_EQ(status(), IBV_WC_SUCCESS);
    EXPECT_EQ(result64(), before);
    ASSERT_EQ(target<std::uint64_t>(), add_by_hand(before, add, boundary, 64))
        << std::hex << before << " + " << add << " at " << boundary;
    const auto before32 = static_cast<std::uint32_t>(before);
    set_target(before32);
    EXPECT_EQ(add32(static_cast<std::uint32_t>(add), static_cast<std::uint32_t>(boundary)),
              before32);
    ASSERT_EQ(target<std::uint32_t>(),
              static_cast<std::uint32_t>(add_by_hand(before32, add, boundary, 32)));
  }
}

TEST_F(masked_atomic_test, compare_and_replace_only_the_masked_bits) {
  set_target<std::uint64_t>(0x1122334455667788);
  masked_cs64_seg operands;
  operands.swap = 0xaaaaaaaaaaaaaaaa;
  operands.compare = 0xffffffffff667788;
  operands.swap_mask = 0xff00ff0000000000;
  operands.compare_mask = 0x0000000000ffffff;
  post(opcode::atomic_masked_cs, 9, operands, 8);
  ASSERT_EQ(status(), IBV_WC_SUCCESS);
  EXPECT_EQ(result64(), 0x1122334455667788u);
  EXPECT_EQ(target<std::uint64_t>(), 0xaa22aa4455667788u);
  operands.compare_mask = 0x00000000ffffffff;
  post(opcode::atomic_masked_cs, 9, operands, 8);
  ASSERT_EQ(status(), IBV_WC_SUCCESS);
  EXPECT_EQ(result64(), 0xaa22aa4455667788u);
  EXPECT_EQ(target<std::uint64_t>(), 0xaa22aa4455667788u);
}

TEST_F(masked_atomic_test, carry_over_8_bytes) {
  alignas(16) std::array<std::uint64_t, 2> before{~std::uint64_t{0}, 5};
  if constexpr (std::endian::native == std::endian::big) std::swap(before[0], before[1]);
  set_target(before);
  masked_fa128_seg operands{};
  operands.add[15] = std::byte{1};
  post(opcode::atomic_masked_fa, 10, operands, 16);
  ASSERT_EQ(status(), IBV_WC_SUCCESS);
  const std::array<std::uint8_t, 16> was{0,   0,   0,   0,   0,   0,   0,   5,
                                         255, 255, 255, 255, 255, 255, 255, 255};
  EXPECT_TRUE(std::equal(was.begin(), was.end(), local.begin()));
  const auto after = target<std::array<std::uint64_t, 2>>();
  EXPECT_EQ(after[std::endian::native == std::endian::big ? 0 : 1], 6u);
  EXPECT_EQ(after[std::endian::native == std::endian::big ? 1 : 0], 0u);

  // The same with a boundary at bit 63: the carry is dropped there.
  set_target(before);
  operands.field_boundary[8] = std::byte{0x80};
  post(opcode::atomic_masked_fa, 10, operands, 16);
  ASSERT_EQ(status(), IBV_WC_SUCCESS);
  const auto dropped = target<std::array<std::uint64_t, 2>>();
  EXPECT_EQ(dropped[1], std::endian::native == std::endian::big ? 0u : 5u);
}

TEST_F(masked_atomic_test, swap_16_bytes) {
  set_target(std::array<std::uint64_t, 2>{1, 2});
  masked_cs128_seg operands{};
  operands.swap.fill(std::byte{0x5a});
  operands.swap_mask.fill(std::byte{0xff});
  operands.compare[7] = std::byte{2};
  operands.compare_mask[7] = std::byte{0xff};
  post(opcode::atomic_masked_cs, 10, operands, 16);
  ASSERT_EQ(status(), IBV_WC_SUCCESS);
  EXPECT_TRUE(std::all_of(remote.begin(), remote.begin() + 16,
                          [](std::uint8_t one) { return one == 0x5a; }));
  EXPECT_EQ(remote[16], 0);
}

TEST_F(masked_atomic_test, need_a_target_aligned_to_their_size) {
  post(opcode::atomic_masked_fa, 9, masked_fa64_seg{.add = 1}, 8, 4);
  EXPECT_EQ(status(), IBV_WC_REM_INV_REQ_ERR);
  expect_words("is not aligned to 8 bytes");
}

TEST_F(masked_atomic_test, of_4_bytes_need_4_only) {
  set_target<std::uint64_t>(0);
  post(opcode::atomic_masked_fa, 8, masked_fa32_seg{.add = 3}, 4, 4);
  EXPECT_EQ(status(), IBV_WC_SUCCESS);
  EXPECT_EQ(remote[4], 3);
  EXPECT_EQ(remote[0], 0);
}

TEST_F(masked_atomic_test, need_the_right_to_atomics) {
  remote_mr = register_memory(remote, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
  post(opcode::atomic_masked_fa, 8, masked_fa32_seg{.add = 3}, 4);
  EXPECT_EQ(status(), IBV_WC_REM_ACCESS_ERR);
  expect_words("was registered without remote atomic");
}

TEST_F(masked_atomic_test, of_other_sizes_do_not_exist) {
  post(opcode::atomic_masked_fa, 11, masked_fa128_seg{}, 16);
  EXPECT_EQ(status(), IBV_WC_LOC_QP_OP_ERR);
  expect_words("a masked atomic has 8, 9 or 10");
}

TEST_F(masked_atomic_test, have_a_result_of_their_size) {
  post(opcode::atomic_masked_fa, 8, masked_fa32_seg{.add = 3}, 8);
  EXPECT_EQ(status(), IBV_WC_LOC_QP_OP_ERR);
  expect_words("byte_count of its data_seg is 8, but the result of atomic_masked_fa has 4 bytes");
}

TEST_F(masked_atomic_test, have_as_many_octowords_as_their_size_needs) {
  post(opcode::atomic_masked_cs, 9, masked_cs32_seg{}, 8);
  EXPECT_EQ(status(), IBV_WC_LOC_QP_OP_ERR);
  expect_words("its ds is 4 instead of 5");
}

/// The peer is made by DevX, which leaves the atomic mode to the program.
class atomic_mode_test : public masked_atomic_test {
 protected:
  void connect_to(std::uint32_t mode) {
    ibv_port_attr port{};
    ASSERT_EQ(ibv_query_port(context.get(), 1, &port), 0);
    responder.emplace(pd.get(), raw_completions(peer_cq.get()).cqn(), 0);
    qp = create(IBV_QPT_RC, cq.get());
    to_rts(qp.get(), responder->qpn());
    responder->connect(qp->qp_num, port.lid, 0xfffffe, mode);
    sends.emplace(qp.get());
  }

  void TearDown() override { responder.reset(); }

  std::optional<devx_queue_pair> responder;
};

TEST_F(atomic_mode_test, extended_modes_take_as_many_bytes_as_they_say) {
  connect_to(3);
  set_target<std::uint64_t>(5);
  post(opcode::atomic_masked_fa, 9, masked_fa64_seg{.add = 3}, 8);
  EXPECT_EQ(status(), IBV_WC_SUCCESS);
  EXPECT_EQ(target<std::uint64_t>(), 8u);
  post(opcode::atomic_masked_fa, 10, masked_fa128_seg{}, 16);
  EXPECT_EQ(status(), IBV_WC_REM_INV_REQ_ERR);
  expect_words("it has 16 bytes, and with an atomic_mode of 3 the queue pair takes up to 8");
}

TEST_F(atomic_mode_test, the_mode_of_ibta_takes_no_masks) {
  connect_to(1);
  set_target<std::uint64_t>(5);
  post(opcode::atomic_fa, 0, atomic_seg{.swap_add = 3}, 8);
  EXPECT_EQ(status(), IBV_WC_SUCCESS);
  EXPECT_EQ(target<std::uint64_t>(), 8u);
  post(opcode::atomic_masked_fa, 9, masked_fa64_seg{.add = 3}, 8);
  EXPECT_EQ(status(), IBV_WC_REM_INV_REQ_ERR);
  expect_words("atomic_mode of the queue pair is 1, so that it takes no masked atomics");
}

TEST_F(atomic_mode_test, without_a_mode_there_are_no_atomics) {
  connect_to(0);
  post(opcode::atomic_fa, 0, atomic_seg{.swap_add = 3}, 8);
  EXPECT_EQ(status(), IBV_WC_REM_INV_REQ_ERR);
  expect_words("atomic_mode of the queue pair is 0, so that it takes no atomics");
}

}  // namespace
}  // namespace verbatim::testing
