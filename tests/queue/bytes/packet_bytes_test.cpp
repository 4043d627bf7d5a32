// Raw packets byte for byte: headers of every length that is of interest, and what follows them.
#include <gtest/gtest.h>

#include "golden.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"

namespace verbatim::test {
namespace {

constexpr unsigned send = 0x0a, tso = 0x0e, dump = 0x23, enhanced_mpsw = 0x29;

/// An eth_seg up to its inlined headers.
golden& eth(golden& g, unsigned cs_flags, unsigned mss, unsigned inlined) {
  return g.u32(0).u8(cs_flags).u8(0).u16(mss).u32(0).u16(inlined);
}

/// Octowords of the eth_seg and the headers that go on behind it: 14 bytes, and at least two more.
constexpr unsigned eth_octowords(std::size_t header) {
  return static_cast<unsigned>((14 + std::max(header, std::size_t{2}) + 15) / 16);
}

byte_string header_of(std::size_t size) {
  byte_string header(size);
  for (std::size_t i = 0; i < size; ++i) header[i] = std::byte{static_cast<std::uint8_t>(i + 1)};
  return header;
}

TEST(packet_bytes, without_headers) {
  auto g = ctrl(0, send, 3);
  eth(g, 0xc0, 0, 0).u16(0).data(0x41);
  expect_posted<raw_packet>(g, [](auto sq) { return sge(std::move(sq).eth(1, 1).send(), 0x41); });

  g = ctrl(0, send, 2);
  eth(g, 0x40, 0, 0).u16(0);
  expect_posted<raw_packet>(g, [](auto sq) { return std::move(sq).eth(1, 0).send().no_data(); });

  g = ctrl(0, send, 2);
  eth(g, 0x80, 0, 0).u16(0);
  expect_posted<raw_packet>(g, [](auto sq) { return std::move(sq).eth(0, 1).send().no_data(); });
}

TEST(packet_bytes, with_headers) {
  for (const unsigned size : {0u, 1u, 2u, 3u, 14u, 17u, 18u, 19u, 34u, 35u, 64u, 114u, 115u}) {
    const auto header = header_of(size);
    auto g = ctrl(0, send, 1 + eth_octowords(size) + 1);
    eth(g, 0xc0, 0, size).raw(header).zeros(size < 2 ? 2 - size : 0);
    g.pad(16).data(0x41);
    expect_posted<raw_packet>(
        g, [&](auto sq) { return sge(std::move(sq).eth(1, 1, header).send(), 0x41); });
  }
}

TEST(packet_bytes, with_a_vlan_tag) {
  auto g = ctrl(0, send, 3);
  g.u32(0).u8(0xc0).u8(0).u16(0).u32(0).u16(0x8000).u16(0x6123).data(0x41);
  expect_posted<raw_packet>(
      g, [](auto sq) { return sge(std::move(sq).eth_vlan(0x6123, 1, 1).send(), 0x41); });
}

TEST(packet_bytes, with_every_field) {
  auto g = ctrl(0, send, 3);
  g.u8(0x11)
      .u8(0x12)
      .u8(0x13)
      .u8(0x14)
      .u8(0b1010'0000)
      .u8(0b0010'00'01)
      .u16(0x1516)
      .u32(0x17181920);
  g.u16(2).u16(0x2122).data(0x41);
  const eth_seg fields{.swp_outer_l4_offset = 0x11,
                       .swp_outer_l3_offset = 0x12,
                       .swp_inner_l4_offset = 0x13,
                       .swp_inner_l3_offset = 0x14,
                       .l4_csum = 1,
                       .l3_csum = 0,
                       .l4_inner_csum = 1,
                       .l3_inner_csum = 0,
                       .swp_outer_l4_udp = 1,
                       .swp_outer_l3_ipv6 = 0,
                       .swp_inner_l4_udp = 0,
                       .swp_inner_l3_ipv6 = 1,
                       .mss = 0x1516,
                       .flow_table_metadata = 0x17181920,
                       .inline_hdr_sz = 2,
                       .inline_hdr_start = 0x2122};
  expect_posted<raw_packet>(g,
                            [&](auto sq) { return sge(std::move(sq).eth(fields).send(), 0x41); });
}

// The data begins where the headers end, in whole octowords: 16 + align16(header - 2) bytes of eth.
TEST(packet_bytes, tso_with_headers_of_every_length) {
  for (unsigned size = 14; size <= 128; ++size) {
    const auto header = header_of(size);
    const unsigned pieces = 1 + size % 3;
    const auto segment = 1 + (size - 2 + 15) / 16;
    auto g = ctrl(0, tso, 1 + segment + pieces);
    eth(g, 0xc0, 1460, size).raw(header).pad(16);
    for (unsigned i = 0; i < pieces; ++i) g.data(0x1000 + i);
    expect_posted<raw_packet>(g, [&](auto sq) {
      auto list = sge(std::move(sq).tso().eth(1460, 1, 1, header), 0x1000);
      for (unsigned i = 1; i < pieces; ++i) list = sge(std::move(list), 0x1000 + i);
      return list;
    });
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(packet_bytes, several_frames) {
  const auto frame = header_of(60);
  auto g = ctrl(0, enhanced_mpsw, 9);
  eth(g, 0xc0, 0, 0)
      .u16(0)
      .data(0x41)
      .inlined(frame)
      .data(0x42)
      .inlined(byte_view(frame).first(12));
  g.pad(16);
  expect_posted<raw_packet>(g, [&](auto sq) {
    return std::move(sq)
        .multi_packet()
        .eth(1, 1, 0)
        .packet(0x3132333435363738, 0x41, lkey(0x51525354))
        .inline_packet(frame)
        .packet(0x3132333435363738, 0x42, lkey(0x51525354))
        .inline_packet(byte_view(frame).first(12))
        .inline_packet({});  // nothing
  });
}

TEST(packet_bytes, dump) {
  expect_posted<raw_packet>(ctrl(0, dump, 2, 0x00abcd00).data(0x41), [](auto sq) {
    return sge(std::move(sq).dump().tis(0xabcd << 8), 0x41);
  });
}

/// A queue whose WQEs are as long as WQEs can be.
class long_packets : public testing::Test {
 protected:
  static constexpr unsigned longest = 63 * 16;

  queue_pair_memory memory{32};
  send_queue<raw_packet, int, ring_end::contiguous, 16> sq{memory.send()};
};

TEST_F(long_packets, a_header_may_fill_the_wqe_and_not_more) {
  const auto header = header_of(longest - 16 - 14 + 1);
  const byte_view all(header);
  EXPECT_EQ(sq.sq_wqe().eth(1, 1, all).send().no_data().finish().error(),
            post_error::inline_too_long);
  EXPECT_EQ(sq.sq_wqe().eth(1, 1, header_of(100'000)).send().no_data().finish().error(),
            post_error::inline_too_long);
  EXPECT_TRUE(same(memory.send_ring(), byte_string(memory.send_ring().size(), stale)));
  EXPECT_TRUE(sq.sq_wqe().eth(1, 1, all.first(all.size() - 1)).send().no_data().finish().ok());
  EXPECT_EQ(ctrl_seg::read(memory.send_ring().data()).ds, 63);
  EXPECT_TRUE(memory.guards_stand());
}

TEST_F(long_packets, what_a_long_header_leaves_no_room_for_is_refused) {
  const auto header = header_of(longest - 16 - 14);
  const auto frame = header_of(1);
  EXPECT_EQ(sq.sq_wqe().eth(1, 1, header).send().sge(1, 2, lkey(3)).finish().error(),
            post_error::too_many_sges);
  EXPECT_EQ(sq.sq_wqe().eth(1, 1, header).send().inline_data(frame).finish().error(),
            post_error::inline_too_long);
  EXPECT_TRUE(sq.sq_wqe().eth(1, 1, header).send().inline_data({}).finish().ok())
      << "nothing has room everywhere";
  EXPECT_TRUE(memory.guards_stand());
}

}  // namespace
}  // namespace verbatim::test
