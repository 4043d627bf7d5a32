// WQEs written out octoword by octoword, and what the device says about them.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/check/wqe_check.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {

constexpr std::uint32_t qpn = 0x4007;
constexpr std::uint16_t wqe_index = 0x0102;

/// Bytes of a WQE, written out octoword by octoword as they lie in the ring.
class wqe_under_test {
 public:
  explicit wqe_under_test(std::initializer_list<std::array<std::uint8_t, 16>> octowords) {
    bytes_.resize(16 * wqebb, std::byte{0xee});
    std::size_t at = 0;
    for (const auto& octoword : octowords) {
      std::memcpy(bytes_.data() + at, octoword.data(), octoword.size());
      at += octoword.size();
    }
  }

  wqe_under_test& transport(queue_pair_type type) {
    expected_.transport = type;
    return *this;
  }
  wqe_under_test& posted(std::uint32_t wqebbs) {
    expected_.wqebbs_posted = wqebbs;
    return *this;
  }

  std::variant<operation, wqe_problem> check() const {
    return check_wqe(std::span(bytes_).first(expected_.wqebbs_posted * wqebb), expected_);
  }

  /// Returns the complaint about it; empty if there is none.
  std::string words() const {
    const auto checked = check();
    const auto* const problem = std::get_if<wqe_problem>(&checked);
    return problem ? problem->why.words : "";
  }

  operation accepted() const {
    auto checked = check();
    EXPECT_EQ(words(), "");
    return std::holds_alternative<operation>(checked) ? std::get<operation>(std::move(checked))
                                                      : operation{};
  }

 private:
  std::vector<std::byte> bytes_;
  wqe_expectation expected_{qpn, queue_pair_type::rc, wqe_index, 16};
};

// A ctrl segment with the given opcode, ds and last word.
constexpr std::array<std::uint8_t, 16> ctrl(std::uint8_t opcode, std::uint8_t ds,
                                            std::uint8_t fm_ce_se = 0x08) {
  return {0x00, 0x01, 0x02, opcode,    // opmod, wqe_index, opcode
          0x00, 0x40, 0x07, ds,        // qpn, ds
          0x00, 0x00, 0x00, fm_ce_se,  // signature, stream, fm ce se
          0x11, 0x22, 0x33, 0x44};     // imm
}

constexpr std::uint8_t nop = 0x00, rdma_write = 0x08, send = 0x0a, send_imm = 0x0b,
                       rdma_read = 0x10, atomic_cs = 0x11, atomic_fa = 0x12,
                       atomic_masked_fa = 0x15, tag_matching = 0x28;

constexpr std::array<std::uint8_t, 16> raddr = {0x00, 0x00, 0x7f, 0x01, 0x02, 0x03, 0x04, 0x08,
                                                0x00, 0x00, 0x20, 0x01, 0x00, 0x00, 0x00, 0x00};
constexpr std::array<std::uint8_t, 16> operands = {0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 6};

// The bytes that libmlx5 leaves behind the number have no meaning.
constexpr std::array<std::uint8_t, 16> xrc = {0x00, 0x00, 0x80, 0x03, 0xee, 0xee, 0xee, 0xee,
                                              0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee};

constexpr std::array<std::uint8_t, 16> data(std::uint8_t byte_count) {
  return {0x00, 0x00, 0x00, byte_count, 0x00, 0x00, 0x30, 0x02,
          0x00, 0x00, 0x7f, 0x00,       0x00, 0x00, 0x10, 0x00};
}

// A compact address vector of DC: dc_key, ext and dqp_dct, rlid.
constexpr std::array<std::uint8_t, 16> dc_address(std::uint8_t ext) {
  return {0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08,
          ext,  0x00, 0x80, 0x09, 0x00, 0x00, 0x00, 0x01};
}

}  // namespace verbatim::emulator
