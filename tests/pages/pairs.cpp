// Runs a snippet of the pages for users of other libraries: pairs PAGE SIDE STEP... A step is the
// number of a snippet, or words for pairs::frame::prepare(). The last is the snippet that is tried.
// side_by_side.py makes snippets.inc of the pages.
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "pair_frame.hpp"
#include "verbatim/verbatim.hpp"

namespace {

using namespace verbatim;
using namespace std::chrono_literals;

/// The objects of the snippets for users of uct.
struct uct_frame : pairs::frame {
  using frame::frame;
  std::uint64_t dc_key = pairs::key_of_dc, tag = 5, mask = ~std::uint64_t{0};
};

/// The objects of the snippets with packets, and a receiver of them.
struct packet_frame : pairs::frame {
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
    if (!flow_) pairs::fail("ibv_create_flow fails");
    for (std::size_t i = 0; i < 8; ++i) {
      (void)receiver_.post_recv(recv_request(received_region_.slice(i * 2048, 2048), i));
    }
    mlx5dv_qp found{};
    mlx5dv_obj object{};
    object.qp.in = owner_of_ring_.native();
    object.qp.out = &found;
    if (mlx5dv_init_obj(&object, MLX5DV_OBJ_QP) != 0 || found.sq.wqe_cnt != 256) {
      pairs::fail("there is no ring of 256 WQEBBs");
    }
    ring = static_cast<std::byte*>(found.sq.buf);
    dbrec = reinterpret_cast<std::byte*>(found.dbrec + 1);
    registers = static_cast<std::byte*>(found.bf.reg);
    blueflame_bytes = found.bf.size;
    name_target();
  }

  void prepare(std::string_view step) override {
    const auto number = [&] {
      return static_cast<std::size_t>(std::stoi(std::string(step.substr(7))));
    };
    if (step.starts_with("packet ")) {
      write_packet(0, number());
      write_packet(64, number());
    } else if (step == "own ring") {
      sender_ = owner_of_ring_.native();
    } else if (step.starts_with("frames ")) {
      frames_ = number();
    } else {
      frame::prepare(step);
    }
    name_target();
  }

  void judge_more() override {
    if (frames_ == 0) return;
    pairs::say("packets", pairs::words(pairs::take(sender_->send_cq, "completion")));
    for (std::size_t i = 0; i < frames_; ++i) {
      const auto wc = pairs::take(receiver_.native()->recv_cq, "frame");
      pairs::say("frame", pairs::hex(&received_[wc.wr_id * 2048], wc.byte_len));
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
  void name_target() {
    remote = target.addr();
    remote_key = target.rkey().value();
  }

  /// Ethernet, IPv4 and TCP, without checksums.
  static constexpr std::array<std::uint8_t, 54> frame_headers = {
      0x02, 0x66, 0x77, 0x88, 0x99, 0xaa, 0x02, 0x11, 0x22, 0x33, 0x44, 0x55, 0x08, 0,
      0x45, 0,    0,    40,   0,    1,    0x40, 0,    64,   6,    0,    0,    192,  0,
      2,    1,    198,  51,   100,  2,    0x30, 0x39, 0,    9,    0,    0,    0,    1,
      0,    0,    0,    0,    0x50, 0x10, 1,    0,    0,    0,    0,    0};

  void write_packet(std::size_t at, std::size_t length) {
    std::memcpy(buffer + at, frame_headers.data(), frame_headers.size());
    buffer[at + 16] = std::byte((length - 14) >> 8);
    buffer[at + 17] = std::byte(length - 14);
  }

  std::array<std::byte, 8 * 2048> received_{};
  mr received_region_{domain, received_, access::local_write};
  verbs_cq receiver_cq_{nic, 64};
  verbs_qp<raw_packet> receiver_{domain, receiver_cq_};
  std::unique_ptr<ibv_flow, int (*)(ibv_flow*)> flow_{nullptr, ibv_destroy_flow};
  ibv_qp* sender_ = packets.native();
  std::size_t frames_ = 0;
};

}  // namespace

extern "C" {
int is_last(int number) { return pairs::frame::current->is_last(number); }
void at_end(ibv_context* context, ibv_pd* pd, ibv_mr* mr, ibv_cq* cq, ibv_qp* qp) {
  pairs::frame::current->at_end({context, pd, mr, cq, qp});
}
void answer() { pairs::frame::current->answer(); }
void say_gid(std::uint32_t index) { pairs::frame::current->say_gid(index); }
void write_through(std::uint32_t rkey) { pairs::frame::current->write_through(rkey); }
}

#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#include "snippets.inc"

namespace {

/// Runs the steps. `run` runs a snippet by its number.
template <class Frame, class Run>
int follow(std::span<char*> steps, bool in_c, Run&& run) {
  const auto is_lonely = [](std::string_view step) { return step == "lonely"; };
  Frame all(in_c, std::any_of(steps.begin(), steps.end(), is_lonely));
  all.begin(std::stoi(steps.back()));
  for (const std::string_view step : steps) {
    int number = 0;
    if (std::from_chars(step.data(), step.data() + step.size(), number).ec == std::errc()) {
      run(all, number);
    } else {
      all.prepare(step);
    }
  }
  if (!all.has_ended()) std::cout << "it did not come to its end\n";
  std::cout.flush();
  // The objects that the C has made stay; the rest cannot be closed below them.
  if (in_c) std::_Exit(all.has_ended() ? 0 : 1);
  return all.has_ended() ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) try {
  const std::span all(arguments, static_cast<std::size_t>(count));
  const auto steps = all.subspan(3);
  const std::string_view page = all[1], side = all[2];
  const auto in_cpp = [](auto& objects, int number) { objects.run(number); };
  if (side == "c")
    return follow<from_libibverbs>(steps, true, [](auto&, int number) { run_in_c(number); });
  if (page == "from-libibverbs") return follow<from_libibverbs>(steps, false, in_cpp);
  if (page == "from-ucx") return follow<from_ucx>(steps, false, in_cpp);
  return follow<from_dpdk>(steps, false, in_cpp);
} catch (const std::exception& failed) {
  std::cout << "it throws: " << failed.what() << '\n';
  return 1;
}
