// One end with queue pairs of verbs, on any device.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tools/perf/failure.hpp"
#include "tools/perf/lanes/direct_end.hpp"
#include "tools/perf/lanes/lane.hpp"
#include "tools/perf/lanes/message.hpp"
#include "tools/perf/lanes/tally.hpp"
#include "verbatim/connect/path/ah_cache.hpp"
#include "verbatim/verbs/completion/completion_channel.hpp"
#include "verbatim/verbs/completion/verbs_cq.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"

namespace verbatim::tools::perf {

template <class Transport>
class verbs_end {
 public:
  static constexpr bool is_ud = Transport::name == ud::name;
  using qp_type = verbs_qp<Transport>;
  using request = typename qp_type::request;

  static constexpr std::uint32_t received_behind = is_ud ? grh_bytes : 0;

  template <operation Op>
  static constexpr bool has = Op == operation::send || (Op == operation::write && !is_ud) ||
                              ((Op == operation::read || Op == operation::fetch_add ||
                                Op == operation::cmp_swap) &&
                               Transport::name == rc::name);

  verbs_end(const place& on, const parameters& what)
      : parameters_(what), arena_(on.pd, what), channel_(channel_of(on, what)), cq_(cq_of(on)) {
    qps_.reserve(what.queue_pairs);
    for (std::uint32_t i = 0; i < what.queue_pairs; ++i) {
      qps_.emplace_back(on.pd, cq_,
                        verbs::verbs_qp_attributes{.max_send_wr = what.depth,
                                                   .max_recv_wr = receives_of(what),
                                                   .max_inline_data = what.inline_up_to,
                                                   .port = on.port,
                                                   .gid_index = on.gid_index});
    }
    if constexpr (is_ud) addresses_.emplace(on.pd, qps_.front().local_end());
    peers_.resize(what.queue_pairs);
    list_.reserve(what.list);
  }

  const perf::arena& arena() const noexcept { return arena_; }
  bool sleeps() const noexcept { return parameters_.events; }

  void hand_over() noexcept {}  // libibverbs lets any thread use its queues

  exchange::side side(std::uint32_t i) {
    exchange::side one{.qp = qps_[i], .memory = {exchange::share(arena_.region(), "perf")}};
    one.post_receives = [this, i](const exchange::agreement&) { post_receives(i); };
    return one;
  }

  void meet(std::uint32_t i, const exchange::agreement& agreed) {
    const auto& memory = agreed.peer.memory_named("perf");
    peers_[i].memory = memory.address;
    peers_[i].rkey = memory.rkey;
    if constexpr (is_ud) peers_[i].destination = addresses_->destination(agreed.path);
  }

  template <operation Op>
  bool append(const message& m) noexcept {
    auto one = made<Op>(m);
    if (m.covers != 0) one = std::move(one).signal(entry_of(m.qp, m.covers));
    list_.push_back(one);  // its capacity is that of the longest list
    return true;
  }

  bool ring(std::uint32_t i) noexcept {
    const auto posted = qps_[i].post(std::span(list_));
    list_.clear();
    return posted.ok();
  }

  unsigned poll(tally& seen) {
    std::array<work_completion, 32> done;
    const auto taken =
        parameters_.events ? cq_.wait(std::span(done), longest_sleep) : cq_.poll(std::span(done));
    for (const auto& one : std::span(done).first(taken)) {
      const bool is_receive = (one.wr_id() & of_receive) != 0;
      const auto entry = static_cast<std::uint32_t>(one.wr_id());
      if (!one.ok()) [[unlikely]] {
        seen.fail(!is_receive, one.qpn(), name(one.status()), meaning(one.status()),
                  one.vendor_err());
      } else if (is_receive) {
        seen.take_receive(entry);
        (void)post_receive(entry);  // there is room for what has just completed
      } else {
        seen.take_send(entry);
      }
    }
    return taken;
  }

 private:
  static constexpr std::uint64_t of_receive = std::uint64_t{1} << 32;
  struct remote_end {
    std::uint64_t memory = 0;
    verbatim::rkey rkey = {};
    ud_destination destination = {};
  };

  static std::optional<completion_channel> channel_of(const place& on, const parameters& what) {
    if (!what.events) return std::nullopt;
    return std::optional<completion_channel>(std::in_place, on.context);
  }

  verbs_cq cq_of(const place& on) const {
    const auto cqes = parameters_.queue_pairs * (parameters_.depth + receives_of(parameters_));
    return channel_ ? verbs_cq(on.context, cqes, *channel_) : verbs_cq(on.context, cqes);
  }

  payload bytes_of(const message& m) const noexcept {
    const auto out = arena_.out_at(m.qp, m.number);
    if (m.size <= parameters_.inline_up_to) {
      return payload::inline_data(std::span<const std::byte>(arena_.at(out), m.size));
    }
    return local(out, m.size);
  }
  memory_slice local(std::uint64_t offset, std::uint32_t size) const noexcept {
    return {arena_.region().addr() + offset, size, arena_.region().lkey()};
  }
  remote_region remote(const message& m, std::uint64_t offset) const noexcept {
    return {peers_[m.qp].memory + offset, m.size, peers_[m.qp].rkey};
  }

  template <operation Op>
  request made(const message& m) const noexcept {
    if constexpr (Op == operation::send && is_ud) {
      return request::send(bytes_of(m)).to(peers_[m.qp].destination);
    } else if constexpr (Op == operation::send) {
      return request::send(bytes_of(m));
    } else if constexpr (Op == operation::write) {
      return request::write(bytes_of(m), remote(m, arena_.in_at(m.qp, m.number)));
    } else if constexpr (Op == operation::read) {
      return request::read(local(arena_.in_at(m.qp, m.number), m.size),
                           remote(m, arena_.out_at(m.qp, m.number)));
    } else if constexpr (Op == operation::fetch_add) {
      return request::fetch_add(local(arena_.out_at(m.qp, m.number), m.size),
                                remote(m, arena_.in_at(m.qp, 0)), 1);
    } else {
      return request::compare_swap(local(arena_.out_at(m.qp, m.number), m.size),
                                   remote(m, arena_.in_at(m.qp, 0)), m.number, m.number + 1);
    }
  }

  bool post_receive(std::uint32_t entry) noexcept {
    return qps_[entry >> 16]
        .post_recv(
            recv_request(local(arena_.in_at(entry >> 16, entry & 0xffff), arena_.slot_bytes()),
                         of_receive | entry))
        .ok();
  }

  void post_receives(std::uint32_t i) {
    if (!is_received(parameters_.operation)) return;
    for (std::uint32_t j = 0; j < receives_of(parameters_); ++j) {
      if (!post_receive(entry_of(i, j % arena_.slots()))) {
        throw failure(failed, "the receive queue has no room for its receives");
      }
    }
  }

  const parameters& parameters_;
  perf::arena arena_;
  std::optional<completion_channel> channel_;
  verbs_cq cq_;
  std::vector<qp_type> qps_;
  std::optional<ah_cache> addresses_;  // of UD
  std::vector<remote_end> peers_;
  std::vector<request> list_;
};

}  // namespace verbatim::tools::perf
