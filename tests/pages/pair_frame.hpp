// The objects of the snippets on the pages for users of other libraries, their peer, and what the
// snippets leave.
#pragma once

#include <fcntl.h>
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "pair_ends.hpp"
#include "pair_verbs.hpp"
#include "verbatim/verbatim.hpp"

namespace pairs {

using namespace verbatim;
using namespace std::chrono_literals;

constexpr auto everything_allowed = access::local_write | access::remote_write |
                                    access::remote_read | access::remote_atomic | access::mw_bind;
constexpr std::uint32_t receives = 16, receive_bytes = 512, marker_bytes = 3;
constexpr std::uint64_t key_of_dc = 0x0123456789abcdef;

/// The objects of the snippets, and their peer. Members with the names of the pages are public.
class frame {
 public:
  frame(bool in_c, bool is_lonely) : in_c_(in_c) {
    for (std::size_t i = 0; i < std::size(buffer); ++i) {
      buffer[i] = std::byte(i + 1);
      // Counters of the peer begin with 0.
      if (i >= 8) peer_memory_[i] = buffer[i] ^ std::byte(0x80);
    }
    std::fill(peer_memory_.begin() + answer_at, peer_memory_.end(), std::byte(0x5a));
    std::copy(std::begin(buffer), std::end(buffer), buffer_before_.begin());
    peer_memory_before_ = peer_memory_;
    peer_address = peer_.qp.address();
    peer_psn_ = peer_address.psn;
    datagrams.activate();
    peer_datagrams_.activate();
    datagrams_in_c_.activate();
    target = peer_region_.remote(0, sizeof buffer);
    in_c_ ? join(end_in_c_.qp, is_lonely) : join(qp, is_lonely);
    c::channel = end_in_c_.channel.native();
    hand_out({nic.native(), domain.native(), region.native(),
              in_c_ ? end_in_c_.completions.native() : completions.native(),
              in_c_ ? end_in_c_.qp.native() : qp.native()});
    tell_c();
    current = this;
  }
  virtual ~frame() = default;
  frame(const frame&) = delete;
  frame& operator=(const frame&) = delete;

  /// Does what a word of a step says.
  virtual void prepare(std::string_view step) {
    if (step == "answer") return answer();
    if (step == "message") {
      (void)qp.rq_wqe().sge(region.slice(1024, 64)).finish(8);
      qp.ring_recv_doorbell();
      return answer(IBV_WR_SEND_WITH_IMM, 16);
    }
    if (step == "answer later") {
      if (!in_c_) return;
      // The library's channels do not block, and the snippet expects one that does.
      if (fcntl(c::channel->fd, F_SETFL, 0) != 0) fail("fcntl fails");
      later_ = std::thread([this] { std::this_thread::sleep_for(50ms), answer(); });
    } else if (step == "bad key") {
      target = {target.addr(), target.length(), rkey(std::uint32_t(target.rkey()) ^ 0x100)};
    } else if (step == "datagram") {
      is_datagram_ = true;
      peer_address = peer_datagrams_.address();
      if (in_c_) {
        before_.qp = datagrams_in_c_.native();
        hand_out(before_);
      }
      (void)peer_datagrams_.post_recv(recv_request(receive_slice(0), 0));
    } else if (step == "dc") {
      peer_address = peer_dct_.address();
    } else if (step == "full") {
      while (qp.sq_wqe().nop().signal(0).finish()) continue;
    } else if (step == "outstanding") {
      c::outstanding = 1;
    } else if (step == "own objects") {
      if (in_c_) hand_out(own_objects(nic.native()->device));
    } else if (step == "pipe") {
      int ends[2];
      if (pipe(ends) != 0) fail("pipe fails");
      c::fd = ends[1];
    } else if (step == "quiet") {
      is_quiet_ = true;
    } else if (step == "take") {
      if (in_c_) c::wc = take(c::cq, "completion");
    } else if (step.starts_with("written ")) {
      await_written(c::cq, static_cast<unsigned>(std::stoi(std::string(step.substr(8)))));
    } else if (step != "lonely") {
      fail("there is no step '" + std::string(step) + "'");
    }
    tell_c();
  }

  void begin(int last) { last_ = last; }
  bool is_last(int number) {
    reached_ = number;
    return number == last_;
  }
  bool has_ended() const { return has_ended_; }

  /// The peer sends a message.
  void answer(ibv_wr_opcode opcode = IBV_WR_SEND, std::uint32_t bytes = 64) {
    post(peer_.qp.native(), opcode, sge(peer_region_.slice(answer_at, bytes)), 0, 0);
    for (ibv_wc wc;;) {
      wc = take(peer_.completions.native(), "completion of the peer");
      if (wc.opcode == IBV_WC_SEND || wc.status != IBV_WC_SUCCESS) return say("answer", words(wc));
      say_received(wc);
    }
  }

  /// The peer will write 8 bytes into the buffer with this key, once everything that was posted is done.
  void write_through(std::uint32_t rkey) { key_ = rkey; }

  void say_gid(std::uint32_t index) const {
    ibv_gid_entry found{};
    if (ibv_query_gid_ex(nic.native(), 1, index, &found, 0) != 0) fail("ibv_query_gid_ex fails");
    say("gid", found.gid_type == IBV_GID_TYPE_ROCE_V2 ? "RoCE v2" : "another type");
  }

  /// Waits until the peer's memory begins with so many bytes of the buffer.
  void await_at_peer(std::size_t bytes) const {
    const volatile auto* last = &peer_memory_[bytes - 1];
    await("data at the peer", [&] { return *last == buffer[bytes - 1]; });
  }

  /// A connection of its own completes NOPs in a queue that a snippet has made.
  template <class Cq>
  void complete_in(const Cq& made, std::size_t count = 1) {
    rc_qp<int> one(domain, made);
    one.connect(one.address());
    for (std::size_t i = 0; i < count; ++i) (void)one.sq_wqe().nop().signal(77 + int(i)).finish();
    one.ring_doorbell();
    auto polled = made;
    const auto show = [](auto&& done) { say("completed there", std::to_string(done.entry)); };
    if (polled.collect(show, count, 20s) != count)
      fail("nothing completes in the queue that was made");
  }

  /// A message to a queue pair that a snippet has made.
  template <class Qp, class Cq>
  void send_to(Qp& made, Cq& polled) {
    meet(made);
    answer();
    const auto show = [](auto&& done) { say("received there", std::to_string(done.entry)); };
    if (polled.collect(show, 1, 20s) != 1) fail("nothing arrives at the queue pair that was made");
  }

  /// The next completion in a queue that a snippet has made.
  template <class Cq>
  void one_completes(Cq& polled) {
    const auto show = [](auto&& done) {
      say("completed there", done.ok() ? "success" : "an error");
    };
    if (polled.collect(show, 1, 20s) != 1) fail("nothing completes in the queue that was made");
  }

  /// The peer of a queue pair that a snippet has made.
  template <class Qp>
  void meet(Qp& made) {
    if (made.state() == qp_state::reset) made.connect(peer_.qp.address());
    peer_.qp.reset();
    join(made, true);
    if (made.state() != qp_state::rts) fail("the queue pair that was made is not connected");
  }

  /// Says what a snippet in C++ has left. The snippet calls this behind its last line, with the
  /// objects that have the usual names there.
  template <class Cq>
  void at_end(const context& at, const pd& of, const mr& memory, const Cq& queue,
              rc_qp<int>& pair) {
    if (pair.native() != nullptr && pair.native() != before_.qp && pair.state() == qp_state::rts)
      meet(pair);
    judge({at.native(), of.native(), made ? made : memory.native(), queue.native(), pair.native()},
          [&] {
            if (!is_rung(pair.native(), pair.slots_to_ring_end())) say("doorbell", "not rung");
            const auto post = [&] {
              return bool(pair.sq_wqe()
                              .read()
                              .rdma(target.addr(), peer_region_.rkey())
                              .sge(scratch_region_.slice(0, marker_bytes))
                              .signal(0)
                              .finish());
            };
            await("room", [&] { return post() || completions.poll([](auto&&) {}) > 1000; });
            pair.ring_doorbell();
          });
  }
  virtual void at_end(const natives& now) {
    judge(now, [&] {
      post(now.qp, IBV_WR_RDMA_READ, sge(scratch_region_.slice(0, marker_bytes)), target.addr(),
           std::uint32_t(peer_region_.rkey()));
    });
  }

  static inline frame* current = nullptr;

 protected:
  static constexpr std::size_t answer_at = 16384;

  bool in_c() const { return in_c_; }

  /// Runs a snippet that is not the last one. Returns true if it comes to its end.
  bool comes_to_its_end(int number, void (*snippet)()) {
    const auto last = std::exchange(last_, 0);
    reached_ = 0;
    snippet();
    last_ = last;
    return reached_ == number;
  }

  /// The peer sends a message without a byte.
  void send_nothing() {
    post(peer_.qp.native(), IBV_WR_SEND, sge(peer_region_.slice(answer_at, 0)), 0, 0);
    if (take(peer_.completions.native(), "completion of the peer").status != IBV_WC_SUCCESS)
      fail("a message does not arrive");
  }

  /// The memory of the READ behind the snippet.
  remote_region marker_from() const { return peer_region_.remote(0, marker_bytes); }
  memory_slice marker_into() const { return scratch_region_.slice(0, marker_bytes); }

  /// Says what a page's own objects have received.
  virtual void judge_more() {}

  void judge(const natives& now, const std::function<void()>& post_marker) {
    has_ended_ = true;
    if (later_.joinable()) later_.join();
    judge_objects(now);
    const bool is_ready =
        now.qp != nullptr && now.qp->qp_num == met_ && attributes_of(now.qp).starts_with("RTS");
    if (is_datagram_) {
      say_received(take(peer_datagrams_cq_.native(), "datagram"));
    } else if (is_ready) {
      post_marker();
      for (ibv_wc wc;;) {
        wc = take(now.qp->send_cq, "completion");
        if (wc.status == IBV_WC_SUCCESS && wc.opcode == IBV_WC_RDMA_READ &&
            wc.byte_len == marker_bytes)
          break;
        if (!is_quiet_) say("completed", words(wc));
        if (wc.status != IBV_WC_SUCCESS) break;
      }
      for (ibv_wc wc; ibv_poll_cq(peer_.completions.native(), 1, &wc) == 1;) say_received(wc);
    }
    if (key_) {
      post(peer_.qp.native(), IBV_WR_RDMA_WRITE, sge(peer_region_.slice(answer_at, 8)),
           reinterpret_cast<std::uintptr_t>(c::buffer), *key_);
      say("written through the key",
          words(take(peer_.completions.native(), "completion of the peer")));
    }
    say_changed("memory", buffer, buffer_before_);
    say_changed("peer's memory", std::span(peer_memory_).first(sizeof buffer),
                std::span(peer_memory_before_).first(sizeof buffer));
    judge_more();
    if (now.mr == nullptr) say("mr", "none");
    if (now.mr != nullptr && now.mr != before_.mr) {
      try_region(domain, *now.mr, now.mr->addr != nullptr ? now.mr->addr : c::buffer);
    }
  }

 private:
  memory_slice receive_slice(std::size_t number) const {
    return peer_region_.slice(sizeof buffer + number * receive_bytes, receive_bytes);
  }

  /// Connects the peer to an end, and the end to the peer unless the snippet does this.
  template <class Qp>
  void join(Qp& end, bool is_lonely) {
    if (!is_lonely) end.connect(peer_.qp.address());
    auto address = end.address();
    // The snippet that connects in C begins to count packets at 0.
    if (in_c_ && is_lonely) address.psn = 0;
    met_ = address.qpn;
    peer_.qp.connect(address, {.rts = {.sq_psn = in_c_ && is_lonely ? 0 : peer_psn_}});
    for (std::size_t i = 0; i < receives; ++i)
      (void)peer_.qp.post_recv(recv_request(receive_slice(i), i));
  }

  /// Lets the C have these objects.
  void hand_out(const natives& its) {
    before_ = its;
    c::context = its.context;
    c::pd = its.pd;
    c::mr = its.mr;
    c::cq = its.cq;
    c::qp = its.qp;
    attributes_ = attributes_of(c::qp);
  }

  void tell_c() const {
    c::peer_qpn = peer_address.qpn;
    c::peer_lid = peer_address.lid;
    c::remote_addr = target.addr();
    c::remote_rkey = std::uint32_t(target.rkey());
  }

  void say_received(const ibv_wc& wc) const {
    const auto from = receive_slice(wc.wr_id).addr() - peer_region_.addr();
    const bool has_bytes = wc.status == IBV_WC_SUCCESS && wc.opcode == IBV_WC_RECV;
    const std::size_t skipped = has_bytes && is_datagram_ ? grh_bytes : 0;
    say("peer",
        words(wc) +
            (has_bytes ? ": " + hex(&peer_memory_[from + skipped], wc.byte_len - skipped) : ""));
  }

  void judge_objects(const natives& now) {
    if (now.context != before_.context)
      say("context", now.context != nullptr ? ibv_get_device_name(now.context->device) : "none");
    if (now.pd != before_.pd) {
      auto* const tried =
          now.pd != nullptr ? ibv_reg_mr(now.pd, c::buffer, sizeof c::buffer, 0) : nullptr;
      say("pd", tried != nullptr ? "it registers memory" : "none");
      if (tried != nullptr) ibv_dereg_mr(tried);
    }
    if (now.cq != before_.cq)
      say("cq", now.cq != nullptr ? std::to_string(now.cq->cqe) + " CQEs" : "none");
    if (now.qp != before_.qp)
      say("qp", now.qp != nullptr ? now.qp->qp_type == IBV_QPT_RC ? "RC" : "another type" : "none");
    if (now.qp != nullptr && attributes_of(now.qp) != attributes_) say("qp", attributes_of(now.qp));
  }

  const bool in_c_;
  int last_ = 0, reached_ = 0;
  std::uint32_t peer_psn_ = 0, met_ = 0;
  std::optional<std::uint32_t> key_;
  bool has_ended_ = false, is_datagram_ = false, is_quiet_ = false;
  natives before_{};
  std::array<std::byte, 4096> buffer_before_{};
  std::array<std::byte, 16448> peer_memory_{}, peer_memory_before_{};
  std::array<std::byte, 64> scratch_{};

 public:
  context nic = open_device();
  pd domain{nic};
  std::byte (&buffer)[4096] = reinterpret_cast<std::byte (&)[4096]>(c::buffer);
  mr region{domain, buffer, everything_allowed};
  cq<rc_qp<int>> completions{nic, 1024};
  rc_qp<int> qp{domain, completions};
  cq<ud_qp<int>> datagrams_cq_{nic, 64};
  ud_qp<int> datagrams{domain, datagrams_cq_};
  qp_address peer_address;
  remote_region target;
  std::uint32_t size = c::size;

  /// A region that a snippet has made with another name.
  ibv_mr* made = nullptr;

 private:
  mr scratch_region_{domain, scratch_, access::local_write};
  mr peer_region_{domain, peer_memory_, everything_allowed};
  verbs_end peer_{domain}, end_in_c_{domain};
  verbs_cq datagrams_in_c_cq_{nic, 64}, peer_datagrams_cq_{nic, 64};
  verbs_qp<ud> datagrams_in_c_{domain, datagrams_in_c_cq_},
      peer_datagrams_{domain, peer_datagrams_cq_};
  cq<dct<int>> peer_dct_cq_{nic, 64};
  srq<int> peer_srq_{domain};
  dct<int> peer_dct_{domain, peer_dct_cq_, peer_srq_, {.dc_key = key_of_dc}};
  std::string attributes_;
  std::thread later_;
};

}  // namespace pairs
