// The segments that each transport puts between ctrl_seg and the rest, byte for byte.
#include <gtest/gtest.h>

#include "golden.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/dci_compact.hpp"
#include "verbatim/generated/transports/dci_roce.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/ud.hpp"
#include "verbatim/generated/transports/ud_compact.hpp"
#include "verbatim/generated/transports/ud_roce.hpp"
#include "verbatim/generated/transports/ud_underlay.hpp"
#include "verbatim/generated/transports/xrc.hpp"

namespace verbatim::test {
namespace {

constexpr unsigned send = 0x0a, send_imm = 0x0b, send_inval = 0x01, write = 0x08, write_imm = 0x09,
                   read = 0x10, nop = 0x00;

constexpr std::array<std::byte, 6> mac{std::byte{0x02}, std::byte{0x13}, std::byte{0x24},
                                       std::byte{0x35}, std::byte{0x46}, std::byte{0x57}};

std::array<std::byte, 16> gid() {
  std::array<std::byte, 16> result;
  for (unsigned i = 0; i < 16; ++i) result[i] = std::byte{static_cast<std::uint8_t>(0x60 + i)};
  return result;
}

/// Q_Key, and the hole beside it.
golden& ud_key(golden& g) { return g.u32(0x80112233).u32(0); }
golden& dc_key(golden& g) { return g.u64(0x0102030405060708); }

/// The rest of a full address vector within a subnet: ext = 1, a LID, and 32 bytes of nothing.
golden& full_av(golden& g) { return g.u32(0x80abcdef).u8(0).u8(0).u16(0x1234).zeros(32); }
golden& compact_av(golden& g) { return g.u32(0x00abcdef).u8(0).u8(0).u16(0x1234); }

/// The same over RoCE: no grh bit, and the LID is the UDP source port.
golden& roce_av(golden& g) {
  g.u32(0x80abcdef).u8(0).u8(0).u16(0xc123).zeros(4).raw(mac);
  return g.u8(0).u8(64).u32(5u << 20).raw(gid());  // tclass, hop_limit, sgid_index
}

auto to_ud_peer = [](auto sq) { return std::move(sq).av(0x80112233, 0xabcdef, 0x1234); };
auto to_dc_peer = [](auto sq) { return std::move(sq).av(0x0102030405060708, 0xabcdef, 0x1234); };

TEST(address_bytes, datagram) {
  auto g = ctrl(0, send, 5);
  full_av(ud_key(g)).data(0x41);
  expect_posted<ud>(g, [](auto sq) { return sge(to_ud_peer(std::move(sq)).send(), 0x41); });

  g = ctrl(0, send_imm, 4, 0x99aabbcc);
  full_av(ud_key(g));
  expect_posted<ud>(
      g, [](auto sq) { return to_ud_peer(std::move(sq)).send().imm(0x99aabbcc).no_data(); });
}

TEST(address_bytes, datagram_with_every_field) {
  auto g = ctrl(0, send, 5);
  ud_key(g).u32(0x80abcdef).u8(0x73).u8(0xaa).u16(0x1234).u32(0).raw(mac).u8(0x9a).u8(0x40);
  g.u32(0x40000000 | 0x5au << 20 | 0xfedcb).raw(gid()).data(0x41);
  const av_ud_seg peer{.qkey = 0x80112233,
                       .dqp_dct = 0xabcdef,
                       .stat_rate = 7,
                       .sl = 3,
                       .fl = 1,
                       .mlid = 0x2a,
                       .rlid = 0x1234,
                       .rmac = mac,
                       .tclass = 0x9a,
                       .hop_limit = 0x40,
                       .grh = 1,
                       .sgid_index = 0x5a,
                       .flow_label = 0xfedcb,
                       .rgid = gid()};
  expect_posted<ud>(g, [&](auto sq) { return sge(std::move(sq).av(peer).send(), 0x41); });
  const wire::prepared prepared(peer);
  EXPECT_EQ(prepared.segment(), peer);
  expect_posted<ud>(g, [&](auto sq) { return sge(std::move(sq).av(prepared).send(), 0x41); });
}

TEST(address_bytes, datagram_over_roce) {
  auto g = ctrl(0, send, 5);
  roce_av(ud_key(g)).data(0x41);
  expect_posted<ud_roce>(g, [](auto sq) {
    return sge(std::move(sq).av(0x80112233, 0xabcdef, mac, gid(), 5, 64, 0xc123).send(), 0x41);
  });
}

TEST(address_bytes, datagram_with_a_compact_address_vector) {
  auto g = ctrl(0, send, 3);
  compact_av(ud_key(g)).data(0x41);
  expect_posted<ud_compact>(g, [](auto sq) { return sge(to_ud_peer(std::move(sq)).send(), 0x41); });
}

// Seven octowords before the data, for inlined headers of 4 bytes and of 18.
TEST(address_bytes, datagram_of_ipoib) {
  for (const unsigned length : {4u, 18u}) {
    const auto header = byte_string(length, std::byte{0x5c});
    auto g = ctrl(0, send, 8);
    full_av(ud_key(g)).zeros(16).u32(0).u8(0xc0).zeros(7).u16(length).raw(header).pad(16);
    g.data(0x41);
    expect_posted<ud_underlay>(
        g, [&](auto sq) { return sge(to_ud_peer(std::move(sq)).eth(1, 1, header).send(), 0x41); });
  }
}

TEST(address_bytes, dynamically_connected) {
  auto g = ctrl(0, send_inval, 5, 0x99aabbcc);
  full_av(dc_key(g)).data(0x41);
  expect_posted<dci>(g, [](auto sq) {
    return sge(to_dc_peer(std::move(sq)).send().invalidate(rkey(0x99aabbcc)), 0x41);
  });

  g = ctrl(0, write, 6);  // raddr begins the second WQEBB
  full_av(dc_key(g)).raddr().data(0x41);
  expect_posted<dci>(g, [](auto sq) { return sge(rdma(to_dc_peer(std::move(sq)).write()), 0x41); });

  g = ctrl(0, write_imm, 5, 0x99aabbcc);
  full_av(dc_key(g)).raddr();
  expect_posted<dci>(
      g, [](auto sq) { return rdma(to_dc_peer(std::move(sq)).write().imm(0x99aabbcc)).no_data(); });

  g = ctrl(0, read, 6);
  full_av(dc_key(g)).raddr().data(0x41);
  expect_posted<dci>(g, [](auto sq) { return sge(rdma(to_dc_peer(std::move(sq)).read()), 0x41); });
}

TEST(address_bytes, dynamically_connected_with_the_service_level_back) {
  auto g = ctrl(0, send, 4);
  dc_key(g).u32(0x86abcdef).u8(0x05).u8(0).u16(0x1234).zeros(32);
  const av_dc_seg peer{
      .dc_key = 0x0102030405060708, .reverse_sl = 6, .dqp_dct = 0xabcdef, .sl = 5, .rlid = 0x1234};
  expect_posted<dci>(g, [&](auto sq) { return std::move(sq).av(peer).send().no_data(); });
}

TEST(address_bytes, dynamically_connected_over_roce) {
  auto g = ctrl(0, write, 6);
  roce_av(dc_key(g)).raddr().data(0x41);
  expect_posted<dci_roce>(g, [](auto sq) {
    auto begin = std::move(sq).av(0x0102030405060708, 0xabcdef, mac, gid(), 5, 64, 0xc123);
    return sge(rdma(std::move(begin).write()), 0x41);
  });
}

TEST(address_bytes, dynamically_connected_with_a_compact_address_vector) {
  auto g = ctrl(0, write, 4);
  compact_av(dc_key(g)).raddr().data(0x41);
  expect_posted<dci_compact>(
      g, [](auto sq) { return sge(rdma(to_dc_peer(std::move(sq)).write()), 0x41); });
}

TEST(address_bytes, a_nop_goes_to_a_peer_or_nowhere) {
  auto g = ctrl(0, nop, 4);
  full_av(dc_key(g));
  expect_posted<dci>(g, [](auto sq) { return to_dc_peer(std::move(sq)).nop(); });
  expect_posted<dci>(ctrl(0, nop, 1), [](auto sq) { return std::move(sq).nop(); });
}

TEST(address_bytes, shared_receive_queue) {
  expect_posted<xrc>(ctrl(0, send, 3).u32(0x00fedcba).zeros(12).data(0x41),
                     [](auto sq) { return sge(std::move(sq).xrc(0xfedcba).send(), 0x41); });
  expect_posted<xrc>(ctrl(0, write, 4).u32(0x00fedcba).zeros(12).raddr().data(0x41),
                     [](auto sq) { return sge(rdma(std::move(sq).xrc(0xfedcba).write()), 0x41); });
}

/// Pieces of both kinds in turn: `lengths[i]` bytes, inlined where i is odd.
template <class State>
auto mixed(State&& state, const std::array<unsigned, 5>& lengths, byte_view bytes) {
  return std::move(state)
      .sge(0x3132333435363738, lengths[0], lkey(0x51525354))
      .inline_data(bytes.first(lengths[1]))
      .sge(0x3132333435363738, lengths[2], lkey(0x51525354))
      .inline_data(bytes.first(lengths[3]))
      .inline_data(bytes.first(lengths[4]));
}

golden& mixed(golden& g, const std::array<unsigned, 5>& lengths, byte_view bytes) {
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (lengths[i] == 0) continue;
    if (i == 0 || i == 2) {
      g.data(lengths[i]);
    } else {
      g.inlined(bytes.first(lengths[i]));
    }
  }
  return g;
}

constexpr std::array<unsigned, 5> mixes[]{
    {1, 1, 1, 1, 1},  {7, 12, 8, 13, 11}, {7, 28, 9, 29, 0}, {0, 12, 0, 1, 13},
    {5, 0, 6, 0, 40}, {0, 0, 3, 44, 12},  {4, 60, 0, 0, 0},  {0, 0, 0, 0, 1},
};

TEST(address_bytes, sges_and_inline_data_in_turn) {
  dice random;
  const auto bytes = random.bytes(64);
  for (const auto& lengths : mixes) {
    golden body;
    const auto octowords = static_cast<unsigned>(mixed(body, lengths, bytes).octowords());
    auto g = ctrl(0, write, 2 + octowords);
    g.raddr().raw(body.wqe());
    expect_posted<rc>(g,
                      [&](auto sq) { return mixed(rdma(std::move(sq).write()), lengths, bytes); });

    g = ctrl(0, send, 4 + octowords);
    full_av(ud_key(g)).raw(body.wqe());
    expect_posted<ud>(
        g, [&](auto sq) { return mixed(to_ud_peer(std::move(sq)).send(), lengths, bytes); });
  }
}

}  // namespace
}  // namespace verbatim::test
