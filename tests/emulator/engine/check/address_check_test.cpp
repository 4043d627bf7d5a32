// One test per sentence that the device says about a malformed address vector.
#include "engine/check/address_check.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace verbatim::emulator {
namespace {

using bytes = std::array<std::uint8_t, 64>;

// A ctrl segment, and a full address vector as libmlx5 writes it.
constexpr bytes infiniband = {
    0x00, 0x00, 0x00, 0x0a, 0x00, 0x40, 0x07, 0x05, 0, 0, 0,    0x08, 0, 0,    0,    0,  //
    0x11, 0x11, 0x11, 0x11, 0,    0,    0,    0,                                         // qkey
    0x80, 0x00, 0x80, 0x01, 0x03, 0x00, 0x00, 0x07,        // dqpn, sl, rlid
    0,    0,    0,    0,    0,    0,    0,    0,    0, 0,  // rmac
    0x77, 0x09,                                            // tclass, hop_limit
    0x40, 0x05, 0x43, 0x21,                                // grh, flow_label
    0xfe, 0x80, 0,    0,    0,    0,    0,    0,    0, 2, 0xc9, 3,    0, 0x5e, 0x1a, 0};

constexpr bytes ethernet() {
  bytes result = infiniband;
  result[0x10 + 0x0c] = 0x02;
  result[0x10 + 0x14] = 0x02;
  result[0x10 + 0x1c] = 0x00;
  return result;
}

address_reading read(const bytes& wqe, std::size_t ds = 5, bool on_ethernet = false) {
  return {std::as_bytes(std::span(wqe)), ds, on_ethernet, false};
}

/// Returns the complaint about the WQE with another byte at `at` of the address vector.
std::string changed(bytes wqe, std::size_t at, std::uint8_t to, bool on_ethernet = false) {
  wqe[0x10 + at] = to;
  return read(wqe, 5, on_ethernet).problem.words;
}

TEST(address_check, accepts_what_libmlx5_writes) {
  const auto reading = read(infiniband);
  EXPECT_EQ(reading.problem.words, "");
  EXPECT_EQ(reading.octowords, 3u);
  EXPECT_EQ(reading.address.dqp_dct, 0x8001u);
  EXPECT_EQ(reading.address.rlid, 7);
  EXPECT_EQ(reading.address.flow_label, 0x54321u);
  EXPECT_EQ(read(ethernet(), 5, true).problem.words, "");
}

TEST(address_check, accepts_the_compact_form) {
  bytes wqe = infiniband;
  wqe[0x18] = 0;
  const auto reading = read(wqe, 2);
  EXPECT_EQ(reading.problem.words, "");
  EXPECT_EQ(reading.octowords, 1u);
  EXPECT_EQ(reading.address.qkey, 0x11111111u);
  EXPECT_EQ(reading.address.grh, 0);
}

TEST(address_check, wants_one) {
  EXPECT_EQ(read(infiniband, 1).problem.words,
            "its ds is 1, but on UD an address vector comes after the ctrl_seg");
}

TEST(address_check, wants_ext_to_agree_with_the_length) {
  EXPECT_EQ(read(infiniband, 3).problem.words,
            "its ds is 3, but ext of its address vector is 1, and with the full one it is 4 at "
            "least: ext is 0 in the compact one, of 1 octoword");
}

TEST(address_check, refuses_reserved_bits) {
  EXPECT_EQ(changed(infiniband, 0x1c, 0xc0),
            "reserved_1c of its av_ud_seg (octoword 1) is 0x1 instead of 0x0: zero a segment's "
            "reserved bits, the ring still holds old WQEs");
  EXPECT_NE(changed(infiniband, 0x1c, 0x70).find("reserved_1c_28"), std::string::npos);
  EXPECT_NE(changed(infiniband, 0x08, 0x81).find("reserved_08_24"), std::string::npos);
}

/// Returns the bytes that UCX's uct_ib_mlx5_set_dgram_seg writes over an old payload.
bytes over_old_payload(bool full, bool dynamic, bool grh) {
  bytes wqe;
  wqe.fill(0xee);
  std::copy_n(infiniband.begin(), 0x10, wqe.begin());
  const auto write = [&](std::size_t at, std::size_t count) {
    std::copy_n(infiniband.begin() + static_cast<std::ptrdiff_t>(0x10 + at), count,
                wqe.begin() + static_cast<std::ptrdiff_t>(0x10 + at));
  };
  write(0x00, dynamic ? 8 : 4);
  write(0x08, 8);
  if (!full) wqe[0x18] = 0;
  if (full && grh) write(0x14, 28);
  if (full && !grh) std::fill_n(wqe.begin() + 0x10 + 0x1c, 4, std::uint8_t{0});
  return wqe;
}

TEST(address_check, takes_what_ucx_leaves_of_an_old_payload) {
  for (const bool dynamic : {false, true}) {
    for (const bool grh : {false, true}) {
      for (const bool full : {false, true}) {
        const bytes wqe = over_old_payload(full, dynamic, grh);
        const address_reading reading(std::as_bytes(std::span(wqe)), full ? 5 : 2, false, dynamic);
        EXPECT_EQ(reading.problem.words, "") << dynamic << grh << full;
        EXPECT_EQ(reading.address.dqp_dct, 0x8001u);
        EXPECT_EQ(reading.address.grh, full && grh);
        EXPECT_EQ(reading.address.rlid, 7);
      }
    }
  }
}

TEST(address_check, wants_no_route_without_a_grh) {
  EXPECT_EQ(changed(infiniband, 0x1c, 0x00),
            "grh of its av_ud_seg is 0, but sgid_index is 0 and flow_label 0x54321: without a GRH "
            "that word must be zero");
}

TEST(address_check, wants_a_lid_and_reads_no_mac_on_infiniband) {
  EXPECT_EQ(changed(infiniband, 0x14, 0x02), "");
  EXPECT_EQ(changed(infiniband, 0x0f, 0x00),
            "rlid of its address vector is 0: on InfiniBand every packet needs a LID");
}

TEST(address_check, knows_what_is_different_on_ethernet) {
  EXPECT_EQ(changed(ethernet(), 0x1c, 0x40, true), "") << "Linux's own address vectors have it";
  EXPECT_EQ(changed(ethernet(), 0x0c, 0x03, true),
            "sl of its av_ud_seg is 3, but its port is Ethernet, where it is the priority shifted "
            "left by one");
  EXPECT_EQ(changed(ethernet(), 0x0d, 0x01, true), "") << "and older ones of libmlx5 this";
  EXPECT_EQ(changed(ethernet(), 0x14, 0x00, true),
            "rmac of its av_ud_seg is zero, but its port is Ethernet: where would it go?");
  EXPECT_EQ(changed(ethernet(), 0x08, 0x00, true),
            "its address vector is the compact one (ext 0), which has neither MAC nor GID: on "
            "Ethernet it must be the full one, with ext 1");
}

}  // namespace
}  // namespace verbatim::emulator
