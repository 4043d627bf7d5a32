// UMRs byte for byte: windows, keys, and lists of every length with their padding and counts.
#include <gtest/gtest.h>

#include "golden.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/xrc.hpp"

namespace verbatim::test {
namespace {

constexpr unsigned umr = 0x25;

// mkey_mask
constexpr std::uint64_t len = 1u << 0, start_addr = 1u << 6, mkey = 1u << 13, qpn = 1u << 14,
                        local_write = 1u << 18, remote_read = 1u << 19, remote_write = 1u << 20,
                        atomic = 1u << 21, free_bit = 1u << 29;
constexpr std::uint64_t binding =
    free_bit | mkey | len | start_addr | local_write | remote_read | remote_write | atomic;

// umr_ctrl.flags
constexpr unsigned list_inline = 0x80, check_free = 0x20, trans_off_en = 0x10, check_qpn = 0x08;

golden& umr_ctrl(golden& g, unsigned flags, unsigned klm_octowords, std::uint64_t mask) {
  return g.u8(flags).u24(0).u16(klm_octowords).u16(0).u64(mask).zeros(32);
}

/// Every field of the context has a value, so that none can take another's place.
constexpr mkey_ctx_seg properties{.free = 0,
                                  .atomic = 1,
                                  .remote_write = 0,
                                  .remote_read = 1,
                                  .local_write = 1,
                                  .local_read = 0,
                                  .access_mode = 2,
                                  .sf = 0x17,
                                  .qpn = 0xabcdef,
                                  .mkey_7_0 = 0x5a,
                                  .bsf_en = 1,
                                  .pd = 0x00fedcba & 0xffffff,
                                  .start_addr = 0x8182838485868788,
                                  .len = 0x9192939495969798,
                                  .bsf_octword_size = 0xa1a2a3a4,
                                  .translations_octword_size = 0xb1b2b3b4,
                                  .log_page_size = 0x15};

golden& mkey_ctx(golden& g) {
  g.u8(0).u8(0).u8(0b0'1'0'1'1'0'10).u8(0x17).u24(0xabcdef).u8(0x5a).u32(0);
  g.u8(0b0'1'0'00'0'0'0).u24(0xfedcba).u64(0x8182838485868788).u64(0x9192939495969798);
  return g.u32(0xa1a2a3a4).zeros(16).u32(0xb1b2b3b4).u24(0).u8(0x15).u32(0);
}

/// A key that belongs to no QP, is free, and has `variant` as its low byte.
golden& freed(golden& g, unsigned variant) {
  return g.u8(0x40).u24(0).u24(0xffffff).u8(variant).zeros(56);
}

golden& klm(golden& g, unsigned n) {
  return g.u32(0x10000 + n).u32(0x20000 + n).u64(0x3000000000 + n);
}

TEST(key_bytes, window_of_type_2) {
  auto g = ctrl(0, umr, 12, 0x99aabbcc);
  mkey_ctx(umr_ctrl(g, list_inline | check_free | trans_off_en, 4, binding | qpn));
  klm(g, 7).zeros(48);
  expect_posted<rc>(g, [](auto sq) {
    auto bind = std::move(sq).bind_mw().window(rkey(0x99aabbcc)).to(properties);
    return std::move(bind).klm(0x10007, lkey(0x20007), 0x3000000007);
  });
}

TEST(key_bytes, window_of_type_1) {
  auto g = ctrl(0, umr, 12, 0x99aabbcc);
  mkey_ctx(umr_ctrl(g, list_inline | trans_off_en, 4, binding));
  klm(g, 7).zeros(48);
  expect_posted<rc>(g, [](auto sq) {
    auto bind = std::move(sq).bind_mw_type1().window(rkey(0x99aabbcc)).to(properties);
    return std::move(bind).klm(0x10007, lkey(0x20007), 0x3000000007);
  });
}

TEST(key_bytes, window_that_is_unbound) {
  auto g = ctrl(0, umr, 8, 0x99aabbcc);
  freed(umr_ctrl(g, list_inline | trans_off_en | check_qpn, 0, free_bit | mkey | qpn), 0xcd);
  expect_posted<rc>(
      g, [](auto sq) { return std::move(sq).unbind_mw().window(rkey(0x99aabbcc)).as(0xcd); });
}

TEST(key_bytes, local_invalidate) {
  auto g = ctrl(0, umr, 8, 0x99aabbcc);
  freed(umr_ctrl(g, list_inline | trans_off_en | check_qpn, 0, free_bit | mkey | qpn), 0);
  const auto chain = [](auto sq) { return std::move(sq).local_invalidate().key(rkey(0x99aabbcc)); };
  expect_posted<rc>(g, chain);
  expect_posted<xrc>(g, chain);  // nothing of the transport in front
  expect_posted<dci>(g, chain);
}

/// A list of `n` entries: octowords of the WQE, and of the list with its padding.
constexpr unsigned padded(unsigned octowords) { return (octowords + 3) / 4 * 4; }

TEST(key_bytes, lists_of_every_length) {
  for (unsigned n = 1; n <= 12; ++n) {
    auto g = ctrl(0, umr, 8 + padded(n), 0x99aabbcc);
    mkey_ctx(umr_ctrl(g, list_inline, padded(n), 0x0102030405060708));
    for (unsigned i = 0; i < n; ++i) klm(g, i);
    g.pad(64);
    expect_posted<rc, 8>(g, [n](auto sq) {
      auto list = std::move(sq)
                      .configure_mkey()
                      .key(lkey(0x99aabbcc))
                      .change(0x0102030405060708)
                      .to(properties)
                      .klm(0x10000, lkey(0x20000), 0x3000000000);
      for (unsigned i = 1; i < n; ++i) {
        list = std::move(list).klm(0x10000 + i, lkey(0x20000 + i), 0x3000000000 + i);
      }
      return list;
    });
  }
}

TEST(key_bytes, strided_lists_of_every_length) {
  for (unsigned n = 1; n <= 12; ++n) {
    auto g = ctrl(0, umr, 8 + padded(n + 1), 0x99aabbcc);
    mkey_ctx(umr_ctrl(g, list_inline, padded(n + 1), 0x0102030405060708));
    g.u32(0x00112233).u32(0x400).u32(0x44556677).u16(0).u16(n);
    for (unsigned i = 0; i < n; ++i) {
      g.u16(0x8000 + i).u16(0x4000 + i).u32(0x20000 + i).u64(0x3000000000 + i);
    }
    g.pad(64);
    expect_posted<rc, 8>(g, [n](auto sq) {
      const auto stride = [](unsigned i) { return static_cast<std::uint16_t>(0x8000 + i); };
      const auto taken = [](unsigned i) { return static_cast<std::uint16_t>(0x4000 + i); };
      auto list = std::move(sq)
                      .configure_mkey_strided()
                      .key(lkey(0x99aabbcc))
                      .change(0x0102030405060708)
                      .to(properties)
                      .repeat(0x00112233, 0x44556677)
                      .strided(stride(0), taken(0), lkey(0x20000), 0x3000000000);
      for (unsigned i = 1; i < n; ++i) {
        list = std::move(list).strided(stride(i), taken(i), lkey(0x20000 + i), 0x3000000000 + i);
      }
      return list;
    });
  }
}

/// Every field has a value of its own.
constexpr bsf_seg signature{.bsf_size = bsf_size::sig_and_crypto,
                            .sbs = 1,
                            .check_byte_mask = 0xa5,
                            .w_bs_selector = 0x3c,
                            .m_bs_selector = block_size::bytes_4048,
                            .raw_data_size = 0x41424344,
                            .w_bfs = block_format::crc64_xp10,
                            .w_repeat = 1,
                            .w_seed = 0,
                            .w_psv = 0x515253,
                            .m_bfs = block_format::crc32c,
                            .m_repeat = 0,
                            .m_seed = 1,
                            .m_psv = 0x616263};
constexpr bsf_inl_seg on_the_wire{.vld = 1,
                                  .refresh = 0,
                                  .dif_apptag = 0x7172,
                                  .dif_reftag = 0x81828384,
                                  .sig_type = guard_type::ipcs,
                                  .repeat_block = 1,
                                  .seed = 0,
                                  .inc_reftag = 1,
                                  .appref_escape = 0,
                                  .apptag_escape = 1,
                                  .dif_app_bitmask_check = 0x9192};
constexpr bsf_inl_seg in_memory{.vld = 0, .refresh = 1, .seed = 1, .appref_escape = 1};
constexpr crypto_bsf_seg encryption{.bsf_size = bsf_size::with_inline,
                                    .enc_order = enc_order::encrypted_raw_memory,
                                    .raw_data_size = 0xa1a2a3a4,
                                    .bs_pointer = block_size::bytes_4160,
                                    .xts_init_tweak = {std::byte{1}, std::byte{2}},
                                    .dek_ptr = 0xb1b2b3,
                                    .keytag = {std::byte{3}, std::byte{4}}};
constexpr crypto_bsf_seg encryption_of_signed = [] {
  auto made = encryption;
  made.bsf_size = bsf_size::sig_and_crypto;
  return made;
}();

golden& sig_bsf(golden& g) {
  g.u8(0b11'0'1'0000).u8(0xa5).u8(0x3c).u8(6).u32(0x41424344);
  g.u8(0b0101'00'1'0).u24(0x515253).u8(0b0100'00'0'1).u24(0x616263).zeros(16);
  g.u16(0x8000)
      .u16(0x7172)
      .u32(0x81828384)
      .u8(2)
      .u8(0b1'000'0'000)
      .u24(0)
      .u8(0b01'0000'0'1)
      .u16(0x9192);
  return g.u16(0x4000).u16(0).u32(0).u8(0).u8(0b0'000'1'000).u24(0).u8(0b10).u16(0);
}

golden& crypto_bsf(golden& g, bool of_signed) {
  g.u8(of_signed ? 0b11'00'0001 : 0b10'00'0001)
      .u8(3)
      .u8(0)
      .u8(0)
      .u32(0xa1a2a3a4)
      .u8(4)
      .u24(0)
      .u32(0)
      .u8(1)
      .u8(2)
      .zeros(14);
  return g.u32(0xb1b2b3).u32(0).u8(3).u8(4).zeros(6).zeros(16);
}

golden& umr_ctrl_with_bsf(golden& g, unsigned klm_octowords, unsigned bsf_octowords) {
  return g.u8(list_inline).u24(0).u16(klm_octowords).u16(bsf_octowords).u64(5).zeros(32);
}

// BSFs begin behind the padding of a list of any length, and are counted.
TEST(key_bytes, signatures_and_encryption_behind_lists_of_every_length) {
  for (unsigned n = 1; n <= 8; ++n) {
    const auto list = [n](auto sq) {
      auto keys = std::move(sq)
                      .configure_mkey()
                      .key(lkey(0x99aabbcc))
                      .change(5)
                      .to(properties)
                      .klm(0x10000, lkey(0x20000), 0x3000000000);
      for (unsigned i = 1; i < n; ++i) {
        keys = std::move(keys).klm(0x10000 + i, lkey(0x20000 + i), 0x3000000000 + i);
      }
      return keys;
    };
    const auto expected = [n](unsigned bsf_octowords) {
      auto g = ctrl(0, umr, 8 + padded(n) + bsf_octowords, 0x99aabbcc);
      mkey_ctx(umr_ctrl_with_bsf(g, padded(n), bsf_octowords));
      for (unsigned i = 0; i < n; ++i) klm(g, i);
      return g.pad(64);
    };
    auto signed_only = expected(4), encrypted_only = expected(4), both = expected(8);
    sig_bsf(signed_only);
    crypto_bsf(encrypted_only, false);
    crypto_bsf(sig_bsf(both), true);
    expect_posted<rc, 8>(signed_only, [&](auto sq) {
      return list(std::move(sq)).sig_block(signature, on_the_wire, in_memory);
    });
    expect_posted<rc, 8>(encrypted_only,
                         [&](auto sq) { return list(std::move(sq)).crypto(encryption); });
    expect_posted<rc, 8>(both, [&](auto sq) {
      return list(std::move(sq))
          .sig_block(signature, on_the_wire, in_memory)
          .crypto(encryption_of_signed);
    });
  }
}

TEST(key_bytes, signature_behind_a_strided_list) {
  auto g = ctrl(0, umr, 16, 0x99aabbcc);
  mkey_ctx(umr_ctrl_with_bsf(g, 4, 4));
  g.u32(8).u32(0x400).u32(3).u16(0).u16(1).u16(16).u16(8).u32(0x20000).u64(0x3000000000).zeros(32);
  sig_bsf(g);
  expect_posted<rc>(g, [](auto sq) {
    return std::move(sq)
        .configure_mkey_strided()
        .key(lkey(0x99aabbcc))
        .change(5)
        .to(properties)
        .repeat(8, 3)
        .strided(16, 8, lkey(0x20000), 0x3000000000)
        .sig_block(signature, on_the_wire, in_memory);
  });
}

TEST(key_bytes, properties_alone) {
  const auto chain = [](auto sq) {
    return std::move(sq).update_mkey().key(lkey(0x99aabbcc)).change(5).to(properties);
  };
  auto plain = ctrl(0, umr, 8, 0x99aabbcc), both = ctrl(0, umr, 16, 0x99aabbcc);
  mkey_ctx(umr_ctrl_with_bsf(plain, 0, 0));
  crypto_bsf(sig_bsf(mkey_ctx(umr_ctrl_with_bsf(both, 0, 8))), true);
  expect_posted<rc>(plain, chain);
  expect_posted<rc>(both, [&](auto sq) {
    return chain(std::move(sq))
        .sig_block(signature, on_the_wire, in_memory)
        .crypto(encryption_of_signed);
  });
}

TEST(key_bytes, a_bsf_for_which_there_is_no_room_is_told) {
  queue_pair_memory memory(32);
  send_queue<rc, int, ring_end::contiguous, 4> sq(memory.send());
  const auto list = [&] {
    return sq.sq_wqe().configure_mkey().key(lkey(1)).change(2).to(properties);
  };
  auto full = list()
                  .klm(1, lkey(1), 1)
                  .klm(1, lkey(1), 1)
                  .klm(1, lkey(1), 1)
                  .klm(1, lkey(1), 1)
                  .klm(1, lkey(1), 1);
  EXPECT_EQ(std::move(full).sig_block(signature, on_the_wire, in_memory).finish().error(),
            post_error::too_many_sges);
  EXPECT_EQ(
      list().klm(1, lkey(1), 1).sig_block(signature, {}, {}).crypto(encryption).finish().error(),
      post_error::too_many_sges);
  EXPECT_EQ(sq.pi(), 0u);
  EXPECT_TRUE(list().klm(1, lkey(1), 1).sig_block(signature, {}, {}).finish().ok());
  EXPECT_EQ(sq.pi(), 4u);
  EXPECT_TRUE(memory.guards_stand());
}

// A list ends where the queue's longest WQE does, and by itself after 60 octowords: whole WQEBBs.
template <unsigned MaxWqebbs>
void expect_longest_list(unsigned most) {
  queue_pair_memory memory(32);
  send_queue<rc, int, ring_end::contiguous, MaxWqebbs> sq(memory.send());
  const auto post = [&](unsigned n) {
    auto list =
        sq.sq_wqe().configure_mkey().key(lkey(1)).change(2).to(properties).klm(1, lkey(1), 1);
    for (unsigned i = 1; i < n; ++i) list = std::move(list).klm(1, lkey(1), 1);
    return std::move(list).finish();
  };
  EXPECT_EQ(post(most + 1).error(), post_error::too_many_sges);
  EXPECT_EQ(sq.pi(), 0u);
  EXPECT_TRUE(post(most).ok());
  EXPECT_EQ(sq.pi(), (8 + most) / 4);
  EXPECT_EQ(ctrl_seg::read(memory.send_ring().data()).ds, 8 + most);
  EXPECT_EQ(umr_ctrl_seg::read(memory.send_ring().data() + 16).klm_octowords, most);
  EXPECT_TRUE(memory.guards_stand());
}

TEST(key_bytes, the_longest_list) {
  expect_longest_list<3>(4);
  expect_longest_list<4>(8);
  expect_longest_list<15>(52);
  expect_longest_list<16>(52);
}

TEST(key_bytes, signature_state) {
  expect_posted<rc>(
      ctrl(0, 0x20, 2).u32(0x01020304).u16(0).u16(0).u64(0x1112131415161718),
      [](auto sq) { return std::move(sq).set_psv().psv(0x01020304, 0x1112131415161718); });
}

}  // namespace
}  // namespace verbatim::test
