// Copies, waits, lists of tags and flow tables, byte for byte.
#include <gtest/gtest.h>

#include "golden.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/xrq_cmd.hpp"

namespace verbatim::test {
namespace {

constexpr unsigned wait = 0x0f, recv_en = 0x16, send_en = 0x17, tag_matching = 0x28,
                   flow_tbl_access = 0x2c, mmo = 0x2f;

// Exactly one WQEBB, and on a DCI without an address vector.
TEST(control_bytes, copy) {
  auto g = ctrl(1, mmo, 4).u32(0).u32(0x41424344).u64(0x6162636465666768);
  g.data(0x1000).u32(0).u32(0x71727374).u64(0x8182838485868788);
  const auto chain = [](auto sq) {
    return std::move(sq)
        .copy()
        .result(lkey(0x41424344), 0x6162636465666768)
        .from(0x3132333435363738, 0x1000, lkey(0x51525354))
        .to(0x8182838485868788, 0, lkey(0x71727374));  // a length of 0 means 2 GiB here
  };
  expect_posted<rc>(g, chain);
  expect_posted<dci>(g, chain);
  expect_posted<rc, 1>(g, chain);
}

TEST(control_bytes, wait_for_completions) {
  expect_posted<rc>(ctrl(0, wait, 2).zeros(8).u32(0x01020304).u32(0x00abcdef),
                    [](auto sq) { return std::move(sq).wait_cq().until(0x01020304, 0xabcdef); });
}

TEST(control_bytes, wait_for_memory) {
  // bigger: operation 2; the address without its three low bits
  auto g = ctrl(1, wait, 3).u32(2).u32(0x51525354).u32(0x31323334).u32(0x35363738);
  g.u64(0xa0a1a2a3a4a5a6a7).u64(0xb0b1b2b3b4b5b6b7);
  expect_posted<rc>(g, [](auto sq) {
    return std::move(sq).wait_data().until(wait_operation::bigger, 0xa0a1a2a3a4a5a6a7,
                                           0xb0b1b2b3b4b5b6b7, lkey(0x51525354),
                                           0x3132333435363738 / 8);
  });
}

TEST(control_bytes, wait_for_a_time) {
  // cyclic smaller: operation 5
  auto g = ctrl(2, wait, 3).u32(5).u32(0).u64(0);
  g.u64(0xa0a1a2a3a4a5a6a7).u64(0xb0b1b2b3b4b5b6b7);
  const auto chain = [](auto sq) {
    return std::move(sq).wait_time().until(0xa0a1a2a3a4a5a6a7, 0xb0b1b2b3b4b5b6b7);
  };
  expect_posted<rc>(g, chain);
  expect_posted<raw_packet>(g, chain);  // no eth_seg in front
}

TEST(control_bytes, enable_queues) {
  expect_posted<rc>(ctrl(0, send_en, 2).zeros(8).u32(0x01020304).u32(0x00abcdef), [](auto sq) {
    return std::move(sq).send_enable().queue(0x01020304, 0xabcdef);
  });
  expect_posted<rc>(ctrl(0, recv_en, 2).zeros(8).u32(0x01020304).u32(0x00abcdef), [](auto sq) {
    return std::move(sq).recv_enable().queue(0x01020304, 0xabcdef);
  });
}

TEST(control_bytes, append_a_tag) {
  // opcode 1; cqe_req and sw_cnt_valid are the first two bits of the flags
  auto g = ctrl(0, tag_matching, 4).u8(0x10).u8(0xc0).u16(0x1234).u16(0).u16(0x5678).u64(0);
  g.u64(0xa0a1a2a3a4a5a6a7).u64(0xb0b1b2b3b4b5b6b7).data(0x41);
  expect_posted<xrq_cmd>(g, [](auto sq) {
    return sge(std::move(sq).tag_append().tag(0x1234, 0xa0a1a2a3a4a5a6a7, 0xb0b1b2b3b4b5b6b7, 1, 1,
                                              0x5678),
               0x41);
  });
}

TEST(control_bytes, remove_a_tag) {
  auto g = ctrl(0, tag_matching, 3).u8(0x20).u8(0x80).u16(0x1234).u16(0).u16(0).zeros(24);
  expect_posted<xrq_cmd>(g,
                         [](auto sq) { return std::move(sq).tag_remove().tag(0x1234, 1, 0, 0); });
  g = ctrl(0, tag_matching, 3).u8(0x20).u8(0x40).u16(0x1234).u16(0).u16(0x5678).zeros(24);
  expect_posted<xrq_cmd>(
      g, [](auto sq) { return std::move(sq).tag_remove().tag(0x1234, 0, 1, 0x5678); });
}

TEST(control_bytes, count_unexpected_messages) {
  auto g = ctrl(0, tag_matching, 3).u8(0).u8(0xc0).u16(0).u16(0).u16(0x5678).zeros(24);
  expect_posted<xrq_cmd>(g, [](auto sq) { return std::move(sq).tag_sync().count(1, 0x5678); });
}

TEST(control_bytes, write_a_flow_table) {
  std::array<std::byte, 64> arguments;
  for (unsigned i = 0; i < 64; ++i) arguments[i] = std::byte{static_cast<std::uint8_t>(i + 1)};
  expect_posted<rc>(ctrl(1, flow_tbl_access, 8, 0x99aabbcc).zeros(48).raw(arguments), [&](auto sq) {
    return std::move(sq).write_flow_table().object(0x99aabbcc).argument(arguments);
  });
}

}  // namespace
}  // namespace verbatim::test
