// Atomics byte for byte: where the operands stand, and what each operation makes of them.
#include <gtest/gtest.h>

#include "golden.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/xrc.hpp"

namespace verbatim::test {
namespace {

constexpr unsigned masked_cs = 0x14, masked_fa = 0x15;

// opmod: 8 and the logarithm of the operand's size in units of 4 bytes
constexpr unsigned bytes_4 = 8, bytes_8 = 9, bytes_16 = 10;

constexpr std::uint32_t a = 0xa0a1a2a3, b = 0xb0b1b2b3, c = 0xc0c1c2c3, d = 0xd0d1d2d3;
constexpr std::uint64_t aa = 0xa0a1a2a3a4a5a6a7, bb = 0xb0b1b2b3b4b5b6b7, cc = 0xc0c1c2c3c4c5c6c7,
                        dd = 0xd0d1d2d3d4d5d6d7;
constexpr std::uint32_t ones = 0xffffffff;
constexpr std::uint64_t long_ones = 0xffffffffffffffff;

std::array<std::byte, 16> sixteen(unsigned first) {
  std::array<std::byte, 16> result;
  for (unsigned i = 0; i < 16; ++i) result[i] = std::byte{static_cast<std::uint8_t>(first + i)};
  return result;
}

golden masked_cs32(std::uint32_t swap, std::uint32_t compare, std::uint32_t swap_mask,
                   std::uint32_t compare_mask) {
  return ctrl(bytes_4, masked_cs, 4)
      .raddr()
      .u32(swap)
      .u32(compare)
      .u32(swap_mask)
      .u32(compare_mask)
      .data(4);
}
golden masked_cs64(std::uint64_t swap, std::uint64_t compare, std::uint64_t swap_mask,
                   std::uint64_t compare_mask) {
  return ctrl(bytes_8, masked_cs, 5)
      .raddr()
      .u64(swap)
      .u64(compare)
      .u64(swap_mask)
      .u64(compare_mask)
      .data(8);
}
golden masked_fa32(std::uint32_t add, std::uint32_t boundary) {
  return ctrl(bytes_4, masked_fa, 4).raddr().u32(add).u32(boundary).u64(0).data(4);
}
golden masked_fa64(std::uint64_t add, std::uint64_t boundary) {
  return ctrl(bytes_8, masked_fa, 4).raddr().u64(add).u64(boundary).data(8);
}

TEST(atomic_bytes, masked_cas) {
  expect_posted<rc>(masked_cs32(b, a, d, c), [](auto sq) {
    return result_sge(rdma(std::move(sq).masked_cas32()).operands(a, b, c, d));
  });
  expect_posted<rc>(masked_cs64(bb, aa, dd, cc), [](auto sq) {
    return result_sge(rdma(std::move(sq).masked_cas64()).operands(aa, bb, cc, dd));
  });
  const auto w = sixteen(0x10), x = sixteen(0x20), y = sixteen(0x30), z = sixteen(0x40);
  expect_posted<rc>(ctrl(bytes_16, masked_cs, 7).raddr().raw(x).raw(w).raw(z).raw(y).data(16),
                    [&](auto sq) {
                      return result_sge(rdma(std::move(sq).masked_cas128()).operands(w, x, y, z));
                    });
}

TEST(atomic_bytes, masked_fetch_add) {
  expect_posted<rc>(masked_fa32(a, b), [](auto sq) {
    return result_sge(rdma(std::move(sq).masked_fetch_add32()).operands(a, b));
  });
  expect_posted<rc>(masked_fa64(aa, bb), [](auto sq) {
    return result_sge(rdma(std::move(sq).masked_fetch_add64()).operands(aa, bb));
  });
  const auto x = sixteen(0x20), y = sixteen(0x30);
  expect_posted<rc>(ctrl(bytes_16, masked_fa, 5).raddr().raw(x).raw(y).data(16), [&](auto sq) {
    return result_sge(rdma(std::move(sq).masked_fetch_add128()).operands(x, y));
  });
}

TEST(atomic_bytes, a_whole_compare_compares_and_swaps_every_bit) {
  expect_posted<rc>(masked_cs32(b, a, ones, ones),
                    [](auto sq) { return result_sge(rdma(std::move(sq).cas32()).operands(a, b)); });
  expect_posted<rc>(ctrl(0, 0x11, 4).raddr().u64(bb).u64(aa).data(8),
                    [](auto sq) { return result_sge(rdma(std::move(sq).cas()).operands(aa, bb)); });
}

TEST(atomic_bytes, a_whole_add_carries_across_every_bit) {
  expect_posted<rc>(masked_fa32(a, 0), [](auto sq) {
    return result_sge(rdma(std::move(sq).fetch_add32()).operands(a));
  });
  expect_posted<rc>(ctrl(0, 0x12, 4).raddr().u64(aa).u64(0).data(8), [](auto sq) {
    return result_sge(rdma(std::move(sq).fetch_add()).operands(aa));
  });
}

TEST(atomic_bytes, and_swaps_zeros_in_where_the_value_has_them) {
  for (const std::uint32_t v : {a, 0u, ones}) {
    expect_posted<rc>(masked_cs32(v, 0, ~v, 0), [v](auto sq) {
      return result_sge(rdma(std::move(sq).fetch_and32()).operands(v));
    });
  }
  for (const std::uint64_t v : {aa, std::uint64_t{0}, long_ones}) {
    expect_posted<rc>(masked_cs64(v, 0, ~v, 0), [v](auto sq) {
      return result_sge(rdma(std::move(sq).fetch_and64()).operands(v));
    });
  }
}

TEST(atomic_bytes, or_swaps_ones_in_where_the_value_has_them) {
  expect_posted<rc>(masked_cs32(a, 0, a, 0), [](auto sq) {
    return result_sge(rdma(std::move(sq).fetch_or32()).operands(a));
  });
  expect_posted<rc>(masked_cs64(aa, 0, aa, 0), [](auto sq) {
    return result_sge(rdma(std::move(sq).fetch_or64()).operands(aa));
  });
}

TEST(atomic_bytes, xor_adds_without_any_carry) {
  expect_posted<rc>(masked_fa32(a, ones), [](auto sq) {
    return result_sge(rdma(std::move(sq).fetch_xor32()).operands(a));
  });
  expect_posted<rc>(masked_fa64(aa, long_ones), [](auto sq) {
    return result_sge(rdma(std::move(sq).fetch_xor64()).operands(aa));
  });
}

TEST(atomic_bytes, swap_compares_nothing_and_swaps_every_bit) {
  expect_posted<rc>(masked_cs32(a, 0, ones, 0),
                    [](auto sq) { return result_sge(rdma(std::move(sq).swap32()).operands(a)); });
  expect_posted<rc>(masked_cs64(aa, 0, long_ones, 0),
                    [](auto sq) { return result_sge(rdma(std::move(sq).swap64()).operands(aa)); });
}

// A transport's own segments move everything else.
TEST(atomic_bytes, behind_an_xrc_segment) {
  expect_posted<xrc>(
      ctrl(0, 0x11, 5).u32(0x00abcdef).zeros(12).raddr().u64(bb).u64(aa).data(8),
      [](auto sq) { return result_sge(rdma(std::move(sq).xrc(0xabcdef).cas()).operands(aa, bb)); });
}

TEST(atomic_bytes, behind_an_address_vector) {
  golden g = ctrl(bytes_8, masked_cs, 8);
  g.u64(0x0102030405060708).u32(0x80abcdef).u16(0).u16(0x1234).zeros(32);
  g.raddr().u64(bb).u64(aa).u64(dd).u64(cc).data(8);
  expect_posted<dci>(g, [](auto sq) {
    auto begin = std::move(sq).av(0x0102030405060708, 0xabcdef, 0x1234).masked_cas64();
    return result_sge(rdma(std::move(begin)).operands(aa, bb, cc, dd));
  });
}

}  // namespace
}  // namespace verbatim::test
