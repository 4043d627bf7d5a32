// The objects of the snippets on the page for programs that fill rings themselves. The C has the rings
// of queue pairs of libibverbs, as mlx5dv_init_obj finds them.
#pragma once

#include <endian.h>
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "pair_frame.hpp"
#include "verbatim/verbatim.hpp"

// The snippets in C that the frame calls itself.
extern "C" {
void from_dpdk_2();
void from_dpdk_7();
}

namespace c {
extern "C" {
void *ring, *cq_ring, *rq_ring;
void *wqe, *last_wqe, *doorbell, *minis, *from;
mlx5_wqe_ctrl_seg* ctrl;
mlx5_wqe_raddr_seg* raddr;
mlx5_wqe_eth_seg* eth;
mlx5_wqe_data_seg* frame;
mlx5_cqe64* cqe;
volatile __be32 *dbrec, *rq_dbrec, *cq_dbrec;
std::uint32_t wqebbs, wqes, cqes, pi, ci, rq_pi, cq_ci, qpn, lkey, length, packets, count,
    lengths[8];
std::uint32_t rkey_of_ring;
std::uint64_t remote_of_ring, address, addresses[8];
std::uint8_t opcode, headers[54];
int entries[256];
}

inline std::byte* slot(void* of, std::uint32_t index, std::uint32_t count, std::size_t bytes) {
  return static_cast<std::byte*>(of) + (index & (count - 1)) * bytes;
}

/// Rings for the next WQE, which has so many WQEBBs.
inline void ring_wqe(std::uint32_t blocks) {
  std::uint64_t first;
  std::memcpy(&first, slot(ring, pi, wqebbs, 64), sizeof first);
  pi += blocks;
  std::atomic_thread_fence(std::memory_order_release);
  *dbrec = htobe32(pi & 0xffff);
  std::atomic_thread_fence(std::memory_order_release);
  *static_cast<volatile std::uint64_t*>(doorbell) = first;
}
}  // namespace c

namespace pairs {

/// A send ring as the C has it.
struct send_ring {
  void* ring;
  std::uint32_t wqebbs, qpn;
  volatile __be32* dbrec;
  void* doorbell;
  std::uint32_t pi;
};

/// The objects of the snippets with packets, and a receiver of them.
class packet_frame : public frame {
 public:
  packet_frame(bool in_c, bool is_lonely) : frame(in_c, is_lonely) {
    packets.activate();
    owner_of_ring_.activate();
    receiver_.activate();
    struct {
      ibv_flow_attr attr;
      ibv_flow_spec_eth eth;
    } rule{};
    rule.attr.size = sizeof rule;
    rule.attr.num_of_specs = 1;
    rule.attr.port = 1;
    rule.eth.type = IBV_FLOW_SPEC_ETH;
    rule.eth.size = sizeof rule.eth;
    std::memcpy(rule.eth.val.dst_mac, frame_headers.data(), 6);
    std::fill_n(rule.eth.mask.dst_mac, 6, std::uint8_t{0xff});
    flow_.reset(ibv_create_flow(receiver_.native(), &rule.attr));
    if (!flow_) fail("ibv_create_flow fails");
    for (std::size_t i = 0; i < 8; ++i) {
      (void)receiver_.post_recv(recv_request(received_region_.slice(i * 2048, 2048), i));
    }
    const auto found = rings_of(owner_of_ring_.native());
    if (found.sq.wqe_cnt != 256) fail("there is no ring of 256 WQEBBs");
    ring = static_cast<std::byte*>(found.sq.buf);
    dbrec = reinterpret_cast<std::byte*>(found.dbrec + 1);
    registers = static_cast<std::byte*>(found.bf.reg);
    blueflame_bytes = found.bf.size;
    name_target();
    if (in_c) begin_in_c();
  }

  void prepare(std::string_view step) override {
    if (step.starts_with("packet ")) {
      c::length = number_of(step);
      write_packet(0, c::length);
      write_packet(64, c::length);
      std::fill_n(c::lengths, 2, c::length);
    } else if (step == "own ring") {
      sender_ = owner_of_ring_.native();
    } else if (step.starts_with("frames ")) {
      frames_ = number_of(step);
      if (in_c()) {
        rc_ring_ = send_ring{c::ring, c::wqebbs, c::qpn, c::dbrec, c::doorbell, c::pi};
        sender_ = owner_of_ring_.native();
        take_send_ring(sender_);
        go_round(sender_->send_cq);
      }
    } else if (step == "compressed") {
      if (in_c()) complete_compressed();
    } else if (step == "no ring") {
      use({nullptr, 0, c::qpn, nullptr, nullptr, c::pi});
    } else if (step == "no room") {
      if (in_c()) try_room();
    } else if (step == "nothing yet") {
      if (in_c()) try_to_poll();
    } else if (in_c() && step.starts_with("written ")) {
      const auto last = c::cq_ci + number_of(step) - 1;
      await("completion", [&] { return is_written(last); });
    } else {
      frame::prepare(step);
    }
    name_target();
  }

  /// Lets the snippet in C have the places that are next in its rings, with bytes of others in them.
  void point(int number) {
    const auto at = [](std::uint32_t index) { return c::slot(c::ring, index, c::wqebbs, 64); };
    c::cqe = reinterpret_cast<mlx5_cqe64*>(c::slot(c::cq_ring, c::cq_ci, c::cqes, 64));
    c::opcode = mlx5dv_get_cqe_opcode(c::cqe);
    std::memset(c::slot(c::rq_ring, c::rq_pi, c::wqes, 16), 0xff, 16);
    if (c::ring == nullptr) return;
    for (std::uint32_t i = 0; i < 2; ++i) std::memset(at(c::pi + i), 0xff, 64);
    c::wqe = at(c::pi);
    c::last_wqe = at(c::pi - 1);
    c::ctrl = static_cast<mlx5_wqe_ctrl_seg*>(c::wqe);
    c::raddr = reinterpret_cast<mlx5_wqe_raddr_seg*>(c::ctrl + 1);
    c::eth = reinterpret_cast<mlx5_wqe_eth_seg*>(c::ctrl + 1);
    c::frame = reinterpret_cast<mlx5_wqe_data_seg*>(c::eth->inline_hdr);
    // Pair 4 has this behind it.
    if (number == 4) *c::raddr = {htobe64(c::remote_of_ring), htobe32(c::rkey_of_ring), 0};
  }

  /// Posts by hand until the send ring has gone round, and both rings stand in their second halves:
  /// there a wrong size leads elsewhere.
  void go_round(ibv_cq* completions) {
    if (c::wqebbs < 16 || (c::wqebbs & (c::wqebbs - 1)) != 0) fail("no ring has this size");
    const auto is_good = [](std::uint32_t at) {
      const auto index = at & (c::wqebbs - 1);
      return index >= c::wqebbs / 2 && index + 8 <= c::wqebbs &&
             ((c::cq_ci + at - c::pi) & c::cqes / 2) != 0;
    };
    auto end = c::pi + c::wqebbs;
    while (!is_good(end)) ++end;
    while (c::pi != end) {
      const auto some = std::min<std::uint32_t>(end - c::pi, 32);
      for (std::uint32_t i = 0; i < some; ++i) {
        auto* const at = c::slot(c::ring, c::pi, c::wqebbs, 64);
        mlx5dv_set_ctrl_seg(reinterpret_cast<mlx5_wqe_ctrl_seg*>(at), std::uint16_t(c::pi),
                            MLX5_OPCODE_NOP, 0, c::qpn, MLX5_WQE_CTRL_CQ_UPDATE, 1, 0, 0);
        c::ring_wqe(1);
      }
      for (std::uint32_t i = 0; i < some; ++i) take_by_libmlx5(completions);
    }
    c::ci = c::pi & 0xffff;
  }
  void go_round() { go_round(c::cq); }

  /// Says what the C has taken from its completion queue.
  void say_taken() const {
    say("taken", std::to_string(c::cq_ci - taken_) +
                     ", told: " + std::to_string(be32toh(*c::cq_dbrec) - taken_) +
                     ", in use: " + std::to_string(std::uint16_t(c::pi - c::ci)));
  }

  /// Sends the packet through this ring.
  void send_through(const send_ring& ring_in_c) {
    use(ring_in_c);
    point(0);
    mlx5dv_set_ctrl_seg(c::ctrl, std::uint16_t(c::pi), MLX5_OPCODE_SEND, 0, c::qpn,
                        MLX5_WQE_CTRL_CQ_UPDATE, 3, 0, 0);
    std::memset(c::eth, 0, 16);
    c::eth->cs_flags = MLX5_ETH_WQE_L3_CSUM | MLX5_ETH_WQE_L4_CSUM;
    mlx5dv_set_data_seg(c::frame, c::length, c::lkey, c::address);
    c::ring_wqe(1);
  }

  using frame::at_end;
  void at_end(const natives& now) override {
    judge(now, [&] {
      if (be32toh(*c::dbrec) != (c::pi & 0xffff)) say("doorbell", "not rung");
      if (rc_ring_) use(*rc_ring_);
      // libmlx5 does not know of the WQEs in the ring, so its next one is written by hand too.
      point(0);
      const auto from = marker_from();
      const auto into = marker_into();
      mlx5dv_set_ctrl_seg(c::ctrl, std::uint16_t(c::pi), MLX5_OPCODE_RDMA_READ, 0, c::qpn,
                          MLX5_WQE_CTRL_CQ_UPDATE, 3, 0, 0);
      *c::raddr = {htobe64(from.addr()), htobe32(from.rkey().value()), 0};
      mlx5dv_set_data_seg(reinterpret_cast<mlx5_wqe_data_seg*>(c::raddr + 1), into.length(),
                          std::uint32_t(into.lkey()), into.addr());
      c::ring_wqe(1);
    });
  }

  void judge_more() override {
    if (frames_ == 0) return;
    say("packets", words(take(sender_->send_cq, "completion")));
    for (std::size_t i = 0; i < frames_; ++i) {
      const auto wc = take(receiver_.native()->recv_cq, "frame");
      say("frame", hex(&received_[wc.wr_id * 2048], wc.byte_len));
    }
  }

  cq<raw_packet_qp<int>> packets_cq_{nic, 64};
  raw_packet_qp<int> packets{domain, packets_cq_};
  verbs_cq ring_cq_{nic, 64};
  verbs_qp<raw_packet> owner_of_ring_{domain, ring_cq_, {.max_send_wr = 256}};
  std::uint64_t remote = 0, address = region.addr();
  std::uint32_t remote_key = 0, local_key = std::uint32_t(region.lkey());
  std::span<const std::byte> bytes = std::span(buffer).first(16);
  std::span<const std::byte> headers = std::as_bytes(std::span(frame_headers));
  std::byte *ring = nullptr, *dbrec = nullptr, *registers = nullptr;
  std::uint32_t blueflame_bytes = 0, qpn = owner_of_ring_.qpn();

 private:
  static std::uint32_t number_of(std::string_view step) {
    return std::uint32_t(std::stoul(std::string(step.substr(step.find(' ')))));
  }

  void name_target() {
    remote = c::remote_of_ring = target.addr();
    remote_key = c::rkey_of_ring = target.rkey().value();
  }

  void begin_in_c() {
    take_send_ring(c::qp);
    take_completions(c::cq);
    const auto found = rings_of(c::qp);
    if (found.rq.stride != 16) fail("a receive WQE has not 16 bytes");
    c::rq_ring = found.rq.buf;
    c::wqes = found.rq.wqe_cnt;
    c::rq_dbrec = found.dbrec;
    c::lkey = local_key;
    c::address = address;
    c::from = c::buffer;
    c::length = 16;
    c::addresses[0] = address;
    c::addresses[1] = address + 64;
    c::packets = 2;
    std::copy(frame_headers.begin(), frame_headers.end(), c::headers);
    while (c::rq_pi < c::wqes || (c::rq_pi & c::wqes / 2) == 0) {
      auto* const at = c::slot(c::rq_ring, c::rq_pi++, c::wqes, 16);
      mlx5dv_set_data_seg(reinterpret_cast<mlx5_wqe_data_seg*>(at), 8, c::lkey, c::address);
      std::atomic_thread_fence(std::memory_order_release);
      *c::rq_dbrec = htobe32(c::rq_pi & 0xffff);
      send_nothing();
      take_by_libmlx5(c::cq);
    }
    go_round();
    taken_ = c::cq_ci;
  }

  static void take_send_ring(ibv_qp* of) {
    const auto found = rings_of(of);
    use({found.sq.buf, found.sq.wqe_cnt, of->qp_num, found.dbrec + 1, found.bf.reg, 0});
  }
  static void take_completions(ibv_cq* of) {
    mlx5dv_cq found{};
    mlx5dv_obj object{};
    object.cq.in = of;
    object.cq.out = &found;
    if (mlx5dv_init_obj(&object, MLX5DV_OBJ_CQ) != 0) fail("mlx5dv_init_obj fails");
    if (found.cqe_size != 64) fail("a CQE has not 64 bytes");
    c::cq_ring = found.buf;
    c::cqes = found.cqe_cnt;
    c::cq_dbrec = found.dbrec;
    c::cq_ci = 0;
  }
  static void take_by_libmlx5(ibv_cq* from) {
    if (take(from, "completion").status != IBV_WC_SUCCESS) fail("a completion is an error");
    ++c::cq_ci;
  }
  static void use(const send_ring& its) {
    c::ring = its.ring;
    c::wqebbs = its.wqebbs;
    c::qpn = its.qpn;
    c::dbrec = its.dbrec;
    c::doorbell = its.doorbell;
    c::pi = its.pi;
  }

  static bool is_written(std::uint32_t index) {
    auto* const cqe = reinterpret_cast<mlx5_cqe64*>(c::slot(c::cq_ring, index, c::cqes, 64));
    const auto op_own = reinterpret_cast<const volatile std::uint8_t*>(cqe)[63];
    return op_own >> 4 != MLX5_CQE_INVALID && (op_own & 1) == ((index & c::cqes) != 0);
  }

  /// Pair 2 takes neither a WQE from a full ring, nor is it put off by counters that begin anew.
  void try_room() {
    const auto now = std::exchange(c::pi, c::ci + c::wqebbs);
    if (comes_to_its_end(2, from_dpdk_2)) fail("there seems to be room in a full ring");
    c::pi = now + 0x10000;
    if (!comes_to_its_end(2, from_dpdk_2)) fail("there seems to be no room in an empty ring");
    c::pi = now;
  }

  /// Pair 7 takes neither a CQE of the lap before, nor one that was never written.
  void try_to_poll() {
    if (comes_to_its_end(7, from_dpdk_7)) fail("a CQE of the lap before is taken");
    std::array<std::byte, 64> blank{};
    blank[63] = std::byte(MLX5_CQE_INVALID << 4);
    auto* const ring_in_c = std::exchange(c::cq_ring, blank.data());
    const auto cqes = std::exchange(c::cqes, 1), at = std::exchange(c::cq_ci, 0);
    if (comes_to_its_end(7, from_dpdk_7)) fail("a CQE that was never written is taken");
    c::cq_ring = ring_in_c;
    c::cqes = cqes;
    c::cq_ci = at;
  }

  /// Three WQEs complete in a queue with compression.
  void complete_compressed() {
    ibv_cq_init_attr_ex attributes{};
    attributes.cqe = 64;
    mlx5dv_cq_init_attr more{};
    more.comp_mask = MLX5DV_CQ_INIT_ATTR_MASK_COMPRESSED_CQE;
    more.cqe_comp_res_format = MLX5DV_CQE_RES_FORMAT_HASH;
    auto* const made_cq = mlx5dv_create_cq(nic.native(), &attributes, &more);
    if (made_cq == nullptr) fail("mlx5dv_create_cq fails");
    compressed_.emplace(verbs_cq::adopt(nic, ibv_cq_ex_to_cq(made_cq), ownership::taken));
    on_compressed_.emplace(domain, *compressed_);
    on_compressed_->connect(on_compressed_->address());
    ibv_send_wr all[3]{}, *bad = nullptr;
    for (auto& one : all) {
      one.opcode = IBV_WR_RDMA_WRITE;
      one.send_flags = IBV_SEND_SIGNALED;
      one.wr.rdma = {target.addr(), target.rkey().value()};
      one.next = &one == &all[2] ? nullptr : &one + 1;
    }
    if (ibv_post_send(on_compressed_->native(), all, &bad) != 0) fail("ibv_post_send fails");
    c::cq = compressed_->native();
    take_completions(c::cq);
    for (int i = 0; i < 3; ++i) c::entries[i] = 77 + i;
    await("completion", [] { return is_written(0); });
  }

  /// Ethernet, IPv4 and TCP, without checksums.
  static constexpr std::array<std::uint8_t, 54> frame_headers = {
      0x02, 0x66, 0x77, 0x88, 0x99, 0xaa, 0x02, 0x11, 0x22, 0x33, 0x44, 0x55, 0x08, 0,
      0x45, 0,    0,    40,   0,    1,    0x40, 0,    64,   6,    0,    0,    192,  0,
      2,    1,    198,  51,   100,  2,    0x30, 0x39, 0,    9,    0,    0,    0,    1,
      0,    0,    0,    0,    0x50, 0x10, 1,    0,    0,    0,    0,    0};

  void write_packet(std::size_t at, std::size_t of_bytes) {
    std::memcpy(buffer + at, frame_headers.data(), frame_headers.size());
    buffer[at + 16] = std::byte((of_bytes - 14) >> 8);
    buffer[at + 17] = std::byte(of_bytes - 14);
  }

  std::array<std::byte, 8 * 2048> received_{};
  mr received_region_{domain, received_, access::local_write};
  verbs_cq receiver_cq_{nic, 64};
  verbs_qp<raw_packet> receiver_{domain, receiver_cq_};
  std::unique_ptr<ibv_flow, int (*)(ibv_flow*)> flow_{nullptr, ibv_destroy_flow};
  ibv_qp* sender_ = packets.native();
  std::size_t frames_ = 0;
  std::uint32_t taken_ = 0;
  std::optional<send_ring> rc_ring_;
  std::optional<verbs_cq> compressed_;
  std::optional<verbs_qp<rc>> on_compressed_;
};

}  // namespace pairs
