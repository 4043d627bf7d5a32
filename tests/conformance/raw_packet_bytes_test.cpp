// WQEs of Ethernet frames: checksums and segmentation. libmlx5 writes them, and so do we.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "operation.hpp"
#include "twin_rings.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::test {
namespace {

constexpr std::size_t whole_octowords(std::size_t bytes) {
  return (bytes + octoword - 1) / octoword * octoword;
}

constexpr unsigned frames = 10'000;
constexpr std::uint32_t most_sges = 8;
constexpr std::uint32_t longest_header = 128;
constexpr std::array unused_imm{left_as_they_were{12, 16, difference::unused_imm}};

class raw_packets : public testing::Test {
 protected:
  static void queue_pair(ibv_qp_init_attr_ex& attributes, mlx5dv_qp_init_attr&) {
    attributes.send_ops_flags = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_TSO;
    attributes.comp_mask |= IBV_QP_INIT_ATTR_MAX_TSO_HEADER;
    attributes.max_tso_header = longest_header;
    attributes.cap.max_send_sge = most_sges;
    attributes.cap.max_inline_data = 200;
  }

  std::vector<ibv_sge> random_sges() {
    std::vector<ibv_sge> sges(random_.below(most_sges) + 1);
    for (auto& sge : sges) sge = {random_.bits(64), random_.bits32(14) | 64u, random_.bits32(32)};
    return sges;
  }

  void begin(bool checksums) {
    ibv_wr_start(theirs_.qp.ex());
    theirs_.qp.ex()->wr_id = 1;
    theirs_.qp.ex()->wr_flags = IBV_SEND_SIGNALED | (checksums ? unsigned{IBV_SEND_IP_CSUM} : 0u);
  }

  template <class Stage>
  static post_result finish(Stage&& stage, std::span<const ibv_sge> sges) {
    auto list = std::move(stage).sge(sges[0].addr, sges[0].length, lkey(sges[0].lkey));
    for (const auto& sge : sges.subspan(1)) {
      list = std::move(list).sge(sge.addr, sge.length, lkey(sge.lkey));
    }
    return std::move(list).signal(1).finish();
  }

  void send(bool checksums) {
    const auto sges = random_sges();
    begin(checksums);
    ibv_wr_send(theirs_.qp.ex());
    ibv_wr_set_sge_list(theirs_.qp.ex(), sges.size(), sges.data());
    ASSERT_EQ(ibv_wr_complete(theirs_.qp.ex()), 0);
    ASSERT_TRUE(finish(twins_.sq().sq_wqe().eth(checksums, checksums).send(), sges).ok());
    twins_.compare("send", unused_imm);
  }

  void send_inline(bool checksums) {
    auto payload = random_.bytes(random_.below(180) + 20);
    begin(checksums);
    ibv_wr_send(theirs_.qp.ex());
    ibv_wr_set_inline_data(theirs_.qp.ex(), payload.data(), payload.size());
    ASSERT_EQ(ibv_wr_complete(theirs_.qp.ex()), 0);
    ASSERT_TRUE(twins_.sq()
                    .sq_wqe()
                    .eth(checksums, checksums)
                    .send()
                    .inline_data(payload)
                    .signal(1)
                    .finish()
                    .ok());
    const std::array left{
        left_as_they_were{12, 16, difference::unused_imm},
        left_as_they_were{32 + 4 + payload.size(), whole_octowords(32 + 4 + payload.size()),
                          difference::inline_padding}};
    twins_.compare("send inline", left);
  }

  void segment(bool checksums) {
    const auto sges = random_sges();
    auto header = random_.bytes(random_.below(longest_header - 14) + 15);
    const auto mss = static_cast<std::uint16_t>(random_.below(9000) + 1);
    // libmlx5 makes a mistake where the header reaches the ring's end: see docs/conformance.md.
    const auto to_end =
        std::size_t{twins_.sq().slots_to_ring_end()} * wqebb - (ctrl_seg::size + 14);
    if (header.size() >= to_end) header.resize(to_end - 1);
    if (header.size() < 15) return send(checksums);
    begin(checksums);
    ibv_wr_send_tso(theirs_.qp.ex(), header.data(), static_cast<std::uint16_t>(header.size()), mss);
    ibv_wr_set_sge_list(theirs_.qp.ex(), sges.size(), sges.data());
    ASSERT_EQ(ibv_wr_complete(theirs_.qp.ex()), 0);
    ASSERT_TRUE(
        finish(twins_.sq().sq_wqe().tso().eth(mss, checksums, checksums, header), sges).ok());
    // libmlx5 clears eth_seg as far as its struct goes, with room for 18 bytes of header.
    const auto end =
        std::max(ctrl_seg::size + 14 + header.size(), ctrl_seg::size + sizeof(mlx5_wqe_eth_seg));
    const std::array left{left_as_they_were{12, 16, difference::unused_imm},
                          left_as_they_were{end, whole_octowords(end), difference::header_padding}};
    twins_.compare("TSO", left);
  }

  dice random_;
  lone_queue_pair theirs_{IBV_QPT_RAW_PACKET, queue_pair};
  lone_queue_pair ours_{IBV_QPT_RAW_PACKET, queue_pair};
  twin_rings<raw_packet> twins_{theirs_.cq, theirs_.qp.place(), ours_.cq, ours_.qp.place(),
                                random_};
};

TEST_F(raw_packets, frames_checksums_and_segmentation) {
  unsigned posted = 0;
  while ((posted < frames || !twins_.every_slot(3)) && !HasFatalFailure()) {
    const bool checksums = random_.one_in(2);
    switch (random_.below(3)) {
      case 0:
        send(checksums);
        break;
      case 1:
        send_inline(checksums);
        break;
      default:
        segment(checksums);
    }
    ++posted;
  }
  twins_.expect_met(
      {difference::unused_imm, difference::inline_padding, difference::header_padding});
}

}  // namespace
}  // namespace verbatim::test
