// The steps before the snippets in C for users of uct, and a look at what these leave.
#pragma once

#include <infiniband/verbs.h>
#include <poll.h>
#include <uct/api/uct.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "pair_uct_objects.hpp"
#include "pair_uct_queues.hpp"
#include "pair_verbs.hpp"

namespace pairs {

class uct_frame : uct_objects {
 public:
  explicit uct_frame(uct_needs needs) : uct_objects(needs) {
    for (std::size_t i = 0; i < std::size(buffer); ++i) {
      buffer[i] = char(i + 1);
      // Counters of the peer begin with 0.
      if (i >= 8) peer_memory_[i] = std::byte(buffer[i]) ^ std::byte(0x80);
    }
    std::fill(peer_memory_.begin() + answer_at, peer_memory_.end(), std::byte(0x5a));
    std::copy_n(memory().begin(), memory().size(), memory_before_.begin());
    peer_memory_before_ = peer_memory_;
    remote = address(peer_memory_.data());
    memh = registered(buffer, sizeof buffer);
    peer_memh_ = registered(peer_memory_.data(), peer_memory_.size());
    rkey = key_of(peer_memh_);
    piece = {buffer, sizeof buffer, memh, 0, 1};
    comp = {[](uct_completion_t* done) { say("completion", ucs_status_string(done->status)); }, 1,
            UCS_OK};
    tag_context.tag_consumed_cb = [](uct_tag_context_t*) {};
    tag_context.completed_cb = [](uct_tag_context_t*, uct_tag_t with, std::uint64_t,
                                  std::size_t length, void*, ucs_status_t status) {
      say("received by tag", std::to_string(with) + ", " + std::to_string(length) + " bytes, " +
                                 ucs_status_string(status));
      ++current->received_;
    };
    scratch_memh_ = registered(scratch_.data(), scratch_.size());
    meet();
    before_ = {iface, memh, ep};
    current = this;
  }

  /// Does what a word of a step says.
  void prepare(std::string_view step) {
    if (step == "full") {
      const auto past_compared = remote + sizeof buffer;
      ucs_status_t status;
      while ((status = uct_ep_put_short(ep, buffer, 8, past_compared, rkey)) == UCS_OK) continue;
      if (status != UCS_ERR_NO_RESOURCE) check("uct_ep_put_short", status);
    } else if (step == "message") {
      check("uct_iface_set_am_handler", uct_iface_set_am_handler(iface, 7, handler, nullptr, 0));
      check("uct_ep_am_short", uct_ep_am_short(peer_ep_, 7, header, &peer_memory_[answer_at], 8));
      await_received();
    } else if (step == "spent") {
      comp.count = 0;
    } else if (step == "quiet") {
      is_quiet_ = true;
    } else if (step == "patient") {
      is_patient_ = true;
    } else if (step != "dc" && step != "lonely" && step != "tags" && step != "fences") {
      fail("there is no step '" + std::string(step) + "'");
    }
  }

  void begin(int last) { last_ = last; }
  bool is_last(int number) const { return number == last_; }
  bool has_ended() const { return has_ended_; }

  /// The peer will write 8 bytes into the buffer with this key, once everything that was posted is done.
  void write_through(uct_rkey_t key) { key_ = key; }

  /// The peer sends a message with the tag.
  void send_tagged() {
    check("uct_ep_tag_eager_short",
          uct_ep_tag_eager_short(peer_ep_, tag, &peer_memory_[answer_at], 64));
    await("message with a tag", [&] { return uct_worker_progress(worker), received_ != 0; });
  }

  /// Says how many operations have not completed, by the counter of uct.
  static void say_outstanding() { say("outstanding", std::to_string(comp.count)); }

  /// Says whether an event was raised that nothing has consumed yet.
  static void say_event() {
    pollfd one = {fd, POLLIN, 0};
    say("event", poll(&one, 1, 0) == 1 ? "yes" : "none");
  }

  /// Opens an iface with these parameters, and lets an operation fail.
  void fail_with(const uct_iface_params_t& how) {
    iface = opened(md, how);
    meet();
    const uct_iov_t all = {buffer, sizeof buffer, memh, 0, 1};
    check("uct_ep_put_zcopy", uct_ep_put_zcopy(ep, &all, 1, remote, rkey, &comp));
    await("completion", [&] { return uct_worker_progress(worker), comp.count == 0; });
    // The state says enough.
    before_ = {iface, memh, ep};
  }

  /// Says what a snippet has left. It calls this behind its last line.
  void at_end() {
    has_ended_ = true;
    judge_objects();
    if (needs_.lonely) {
      check("uct_ep_connect_to_ep", uct_ep_connect_to_ep(peer_ep_, device_.data(), own_.data()));
      if (peer_number(queue_of(ep)) != queue_of(peer_ep_)->qp_num) say("qp", "it has another peer");
    }
    if (ep != nullptr) {
      const auto attributes = attributes_of(queue_of(ep));
      attributes.starts_with("RTS") ? judge_completions() : say("qp", attributes);
    }
    if (key_) {
      say("written through the key", tried(peer_ep_, [&](uct_completion_t* done) {
            const uct_iov_t from = {&peer_memory_[answer_at], 8, peer_memh_, 0, 1};
            return uct_ep_put_zcopy(peer_ep_, &from, 1, address(buffer), *key_, done);
          }));
    }
    say_changed("memory", memory(), memory_before_);
    say_changed("peer's memory", std::span(peer_memory_).first(sizeof buffer),
                std::span(peer_memory_before_).first(sizeof buffer));
    if (result != ~std::uint64_t{0}) say("result", std::to_string(result));
    if (result32 != ~std::uint32_t{0}) say("result32", std::to_string(result32));
    if (memh != before_.memh) try_region();
  }

  void received(const void* data, std::size_t length) {
    say(has_ended_ ? "too late" : "handler",
        std::to_string(length) + " bytes: " + hex(data, length));
  }

  static inline uct_frame* current = nullptr;

 private:
  static constexpr std::size_t answer_at = 16384;

  static std::span<const std::byte> memory() { return std::as_bytes(std::span(buffer)); }

  void before_progress() override {
    if (is_patient_ && !has_ended_) await_received();
  }

  void await_received() const {
    const auto& cq = noted.of(queue_of(peer_ep_)->recv_cq);
    await("message", [&] { return cq.is_written(0); });
  }

  void judge_objects() const {
    if (iface != before_.iface) {
      uct_ep_params_t with{};
      with.field_mask = UCT_EP_PARAM_FIELD_IFACE;
      with.iface = iface;
      uct_ep_h made = nullptr;
      check("uct_ep_create", uct_ep_create(&with, &made));
      const auto* const qp = noted.last_made().qp;
      if (qp->context != queue_of(peer_ep_)->context)
        say("context", ibv_get_device_name(qp->context->device));
      uct_mem_h region = nullptr;
      const auto status = uct_md_mem_reg(md, buffer, sizeof buffer, UCT_MD_MEM_ACCESS_ALL, &region);
      say("pd", status == UCS_OK ? "it registers memory" : "none");
      say("cq", std::to_string(qp->send_cq->cqe) + " CQEs");
      say("iface", name_of(*qp));
    }
    if (ep != before_.ep) say("qp", ep != nullptr ? name_of(*queue_of(ep)) : "none");
  }

  /// The number of the queue pair that this one is connected to.
  static std::uint32_t peer_number(ibv_qp* qp) {
    ibv_qp_attr now{};
    ibv_qp_init_attr made{};
    if (ibv_query_qp(qp, &now, IBV_QP_DEST_QPN, &made) != 0) fail("ibv_query_qp fails");
    return now.dest_qp_num;
  }

  static std::string name_of(const ibv_qp& qp) {
    return qp.qp_type == IBV_QPT_RC ? "RC" : qp.qp_type == IBV_QPT_DRIVER ? "DCI" : "another type";
  }

  /// A READ behind everything that was posted says when it is done.
  void judge_completions() {
    const auto last = tried(ep, [&](uct_completion_t* done) {
      const uct_iov_t to = {scratch_.data(), 3, scratch_memh_, 0, 1};
      return uct_ep_get_zcopy(ep, &to, 1, address(peer_memory_.data()), key_of(peer_memh_), done);
    });
    auto all = completions_of(ep, 0);
    if (last == "READ, success, 3 bytes") all.pop_back();
    for (const auto& one : all) {
      if (!is_quiet_) say("completed", one);
    }
  }

  /// Says what a peer may do with a registration.
  void try_region() {
    const auto key = key_of(memh);
    std::uint64_t fetched = 0;
    const uct_iov_t own = {scratch_.data(), 8, scratch_memh_, 0, 1};
    const auto say_tried = [&](const char* what, auto&& post) {
      const auto asker = connected(false).first;
      say(std::string("mr, a peer may ") + what,
          tried(asker, [&](uct_completion_t* done) { return post(asker, done); }));
    };
    say_tried("write", [&](uct_ep_h asker, uct_completion_t* done) {
      return uct_ep_put_zcopy(asker, &own, 1, address(buffer), key, done);
    });
    say_tried("read", [&](uct_ep_h asker, uct_completion_t* done) {
      return uct_ep_get_zcopy(asker, &own, 1, address(buffer), key, done);
    });
    say_tried("add", [&](uct_ep_h asker, uct_completion_t* done) {
      return uct_ep_atomic64_fetch(asker, UCT_ATOMIC_OP_ADD, 1, &fetched, address(buffer), key,
                                   done);
    });
  }

  int last_ = 0, received_ = 0;
  std::optional<uct_rkey_t> key_;
  bool has_ended_ = false, is_quiet_ = false, is_patient_ = false;
  struct {
    uct_iface_h iface;
    uct_mem_h memh;
    uct_ep_h ep;
  } before_{};
  std::array<std::byte, 4096> memory_before_{};
  alignas(8) std::array<std::byte, 16448> peer_memory_{}, peer_memory_before_{};
  alignas(8) std::array<std::byte, 64> scratch_{};
  uct_mem_h peer_memh_ = nullptr, scratch_memh_ = nullptr;
};

}  // namespace pairs
