// One end with direct queue pairs: WQEs by our builders, CQEs by our polls.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "tools/perf/failure.hpp"
#include "tools/perf/lanes/lane.hpp"
#include "tools/perf/lanes/message.hpp"
#include "tools/perf/lanes/tally.hpp"
#include "verbatim/connect/path/ah_cache.hpp"
#include "verbatim/verbs/completion/completion_channel.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/srq.hpp"

namespace verbatim::tools::perf {

inline constexpr std::chrono::milliseconds longest_sleep{50};  // in events mode

template <class Transport, cqe_compression Compression = cqe_compression::none>
class direct_end {
 public:
  static constexpr bool is_dc = Transport::name.starts_with(dci::name);
  static constexpr bool is_ud = Transport::name.starts_with(ud::name);
  using entry = std::uint32_t;
  using qp_type = qp<Transport, entry, std::conditional_t<is_dc, void, entry>, ringers::one_thread>;
  using format = with_format<cq_format{.compression = Compression}>;
  using cq_type = std::conditional_t<is_dc, cq<format, qp_type, dct<entry>>, cq<format, qp_type>>;

  /// Bytes in front of the payload of a received message.
  static constexpr std::uint32_t received_behind = is_ud ? grh_bytes : 0;

  template <operation Op>
  static constexpr bool has = Op == operation::send || (Op == operation::write && !is_ud) ||
                              (is_one_sided(Op) && !is_ud && Transport::name != uc::name);

  direct_end(const place& on, const parameters& what)
      : parameters_(what),
        arena_(on.pd, what),
        uar_(on.pd),
        channel_(channel_of(on, what)),
        cq_(cq_of(on, what)) {
    const qp_attributes how{.max_send_wqebbs = what.depth * wqebbs_of(what) + 4,
                            .max_recv_wr = is_dc ? 1 : receives_of(what),
                            .port = on.port,
                            .gid_index = on.gid_index};
    qps_.reserve(what.queue_pairs);
    for (std::uint32_t i = 0; i < what.queue_pairs; ++i) qps_.emplace_back(uar_, cq_, how);
    if constexpr (is_dc) {
      srq_.emplace(on.pd, typename srq<entry>::attributes{.max_wr = receives_of(what)});
      dct_.emplace(
          on.pd, cq_, *srq_,
          typename dct<entry>::attributes{
              .dc_key = std::random_device()(), .port = on.port, .gid_index = on.gid_index});
    }
    if constexpr (is_dc || is_ud) addresses_.emplace(on.pd, qps_.front().local_end());
    peers_.resize(what.queue_pairs);
  }

  const perf::arena& arena() const noexcept { return arena_; }
  bool sleeps() const noexcept { return parameters_.events; }

  void hand_over() noexcept {
    for (auto& one : qps_) one.hand_over();
    if constexpr (is_dc) srq_->hand_over();
  }

  exchange::side side(std::uint32_t i) {
    exchange::side one{.qp = qps_[i], .memory = {exchange::share(arena_.region(), "perf")}};
    if constexpr (is_dc) one.dct = *dct_;
    one.post_receives = [this, i](const exchange::agreement&) { post_receives(i); };
    return one;
  }

  void meet(std::uint32_t i, const exchange::agreement& agreed) {
    auto& peer = peers_[i];
    const auto& memory = agreed.peer.memory_named("perf");
    peer.memory = memory.address;
    peer.rkey = memory.rkey;
    if constexpr (is_ud) peer.vector = addresses_->ud(agreed.path);
    if constexpr (is_dc) peer.vector = addresses_->dc(agreed.path, agreed.peer.dc_key.value());
  }

  /// Builds the WQE. Returns false if the queue refuses it.
  template <operation Op>
  bool append(const message& m) noexcept {
    auto& peer = peers_[m.qp];
    const auto lkey = arena_.region().lkey();
    const auto base = arena_.region().addr();
    if constexpr (Op == operation::write || Op == operation::send) {
      const auto out = arena_.out_at(m.qp, m.number);
      auto begun = [&] {
        if constexpr (Op == operation::send) {
          return verb(m.qp).send();
        } else {
          return verb(m.qp).write().rdma(peer.memory + arena_.in_at(m.qp, m.number), peer.rkey);
        }
      };
      if (m.size <= parameters_.inline_up_to) {
        return finish(begun().inline_data(std::span<const std::byte>(arena_.at(out), m.size)), m);
      }
      return finish(begun().sge(base + out, m.size, lkey), m);
    } else if constexpr (Op == operation::read) {
      return finish(verb(m.qp)
                        .read()
                        .rdma(peer.memory + arena_.out_at(m.qp, m.number), peer.rkey)
                        .sge(base + arena_.in_at(m.qp, m.number), m.size, lkey),
                    m);
    } else {
      const auto result = base + arena_.out_at(m.qp, m.number);
      const auto at = peer.memory + arena_.in_at(m.qp, 0);
      if constexpr (Op == operation::fetch_add) {
        return finish(verb(m.qp).fetch_add().rdma(at, peer.rkey).operands(1).sge(result, lkey), m);
      } else if constexpr (Op == operation::cmp_swap) {
        return finish(
            verb(m.qp).cas().rdma(at, peer.rkey).operands(m.number, m.number + 1).sge(result, lkey),
            m);
      } else if constexpr (Op == operation::masked_fetch_add) {
        return finish(
            verb(m.qp).masked_fetch_add64().rdma(at, peer.rkey).operands(1, 0).sge(result, lkey),
            m);
      } else {
        constexpr auto all = ~std::uint64_t{0};
        return finish(verb(m.qp)
                          .masked_cas64()
                          .rdma(at, peer.rkey)
                          .operands(m.number, m.number + 1, all, all)
                          .sge(result, lkey),
                      m);
      }
    }
  }

  bool ring(std::uint32_t i) noexcept {
    if (parameters_.blueflame) {
      qps_[i].ring_blueflame_doorbell();
    } else {
      qps_[i].ring_doorbell();
    }
    return true;
  }

  /// Takes completions, and posts the receives again. With events, sleeps for a while if there is
  /// none. Returns their number.
  unsigned poll(tally& seen) {
    const auto take = [&](auto&& c) {
      if constexpr (requires { c.signaled; }) {
        if (c.ok()) [[likely]] {
          seen.take_send(c.entry);
        } else {
          seen.fail(true, c.qpn(), name(c.status()), meaning(c.status()), c.vendor_err_synd());
        }
      } else {
        if (c.ok()) [[likely]] {
          seen.take_receive(c.entry);
          receive_again(c.entry);
        } else {
          seen.fail(false, c.qpn(), name(c.status()), meaning(c.status()), c.vendor_err_synd());
        }
      }
    };
    const auto taken = parameters_.events ? cq_.wait(take, longest_sleep) : cq_.poll(take);
    if (unrung_) {
      unrung_ = false;
      ring_receives();
    }
    return taken;
  }

 private:
  struct remote_end {
    std::uint64_t memory = 0;
    verbatim::rkey rkey = {};
    std::conditional_t<is_dc, av_dc_seg, av_ud_seg> vector = {};
  };

  static std::optional<completion_channel> channel_of(const place& on, const parameters& what) {
    if (!what.events) return std::nullopt;
    return std::optional<completion_channel>(std::in_place, on.context);
  }

  cq_type cq_of(const place& on, const parameters& what) const {
    const auto cqes =
        what.queue_pairs * what.depth + (is_dc ? 1 : what.queue_pairs) * receives_of(what);
    return channel_ ? cq_type(on.context, cqes, *channel_) : cq_type(on.context, cqes);
  }

  auto verb(std::uint32_t i) noexcept {
    if constexpr (is_dc || is_ud) {
      return qps_[i].sq_wqe().av(peers_[i].vector);
    } else {
      return qps_[i].sq_wqe();
    }
  }

  template <class State>
  bool finish(State&& built, const message& m) noexcept {
    if (m.covers == 0) return std::move(built).finish().ok();
    return std::move(built).signal(entry_of(m.qp, m.covers)).finish().ok();
  }

  bool post_receive(entry which) noexcept {
    const auto at = arena_.region().addr() + arena_.in_at(which >> 16, which & 0xffff);
    const auto key = arena_.region().lkey();
    if constexpr (is_dc) {
      return srq_->srq_wqe().sge(at, arena_.slot_bytes(), key).finish(which).ok();
    } else {
      return qps_[which >> 16].rq_wqe().sge(at, arena_.slot_bytes(), key).finish(which).ok();
    }
  }

  void post_receives(std::uint32_t i) {
    if (!is_received(parameters_.operation) || (is_dc && i != 0)) return;
    for (std::uint32_t j = 0; j < receives_of(parameters_); ++j) {
      if (!post_receive(entry_of(i, j % arena_.slots()))) {
        throw failure(failed, "the receive queue has no room for its receives");
      }
    }
    ring_receives();
  }

  void receive_again(entry which) noexcept {
    (void)post_receive(which);  // there is room for what has just completed
    unrung_ = true;
  }

  void ring_receives() noexcept {
    if constexpr (is_dc) {
      srq_->ring_doorbell();
    } else {
      for (auto& one : qps_) one.ring_recv_doorbell();
    }
  }

  const parameters& parameters_;
  perf::arena arena_;
  uar uar_;
  std::optional<completion_channel> channel_;
  cq_type cq_;
  std::vector<qp_type> qps_;
  std::optional<srq<entry>> srq_;  // of DC
  std::optional<dct<entry>> dct_;  // of DC
  std::optional<ah_cache> addresses_;
  std::vector<remote_end> peers_;
  bool unrung_ = false;
};

}  // namespace verbatim::tools::perf
