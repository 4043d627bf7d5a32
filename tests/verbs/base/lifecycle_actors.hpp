// Queue pairs of every type, behind one interface, for histories of their lives.
#pragma once

#include <infiniband/mlx5dv.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include "lifecycle_arena.hpp"
#include "lifecycle_streams.hpp"
#include "verbatim/verbs/direct/xrc_recv_qp.hpp"
#include "verbatim/verbs/queue_pair/address_handle.hpp"

namespace verbatim {

/// A request that is to be posted: a SEND of a number, or a WRITE of it to the place where this actor
/// writes. With `fails`, its remote key belongs to no memory.
struct request {
  std::uint64_t number = 0;
  bool sends = false;
  bool signaled = true;
  bool fails = false;
  std::uint16_t stream = 0;
  std::uint32_t srqn = 0;
};

/// A queue pair of any type, connected to itself or posting to the target.
class actor {
 public:
  enum kind : std::size_t { own, dense, shared, streams, xrc };
  using listener = std::function<void(bool, entry, cqe_syndrome)>;

  explicit actor(std::size_t id) : id(id) {}
  virtual ~actor() = default;

  virtual bool post(const request& what, entry given) = 0;
  virtual bool receive(std::uint64_t addr, entry given) = 0;
  virtual std::uint32_t available() const = 0;
  virtual void ring() = 0;
  virtual void reset() = 0;
  virtual void connect() = 0;
  virtual void to_error() = 0;
  virtual void close() = 0;
  virtual bool is_open() const = 0;
  virtual bool has_failed() = 0;
  virtual bool restart_stream(std::uint16_t stream) = 0;
  virtual bool drain(const listener& tell, std::chrono::milliseconds limit) = 0;
  virtual void flush(const listener& tell) = 0;

  bool receives_itself() const { return id == own || id == dense; }
  /// True if what was not signaled comes back too.
  bool tells_all() const { return id == dense || id == streams; }

  const std::size_t id;
  bool is_reset = false;
  bool in_error = false;
  std::uint64_t last_written = 0;  // by a WQE that was rung for
  std::uint64_t next_written = 0;
};

/// The arguments that every actor is made with.
template <class Cq>
struct surroundings {
  arena& memory;
  Cq (&cqs)[2];
  const Cq& sends;
  const Cq& receives;
  std::optional<address_handle>& to;
  const std::optional<xrc_domain>& domain;
};

/// The receiving end of XRC; other queue pairs have none.
template <class Qp>
struct other_end {
  explicit other_end(const std::optional<xrc_domain>&) {}
};
template <>
struct other_end<xrc_qp> {
  explicit other_end(const std::optional<xrc_domain>& domain) : tgt(*domain) {}
  xrc_recv_qp tgt;
};

template <class Qp, class Cq>
class typed_actor final : public actor {
  static constexpr bool on_streams = std::is_same_v<Qp, stream_qp>;
  static constexpr bool on_xrc = std::is_same_v<Qp, xrc_qp>;
  static constexpr bool has_receives = std::is_same_v<Qp, own_qp> || std::is_same_v<Qp, dense_qp>;

 public:
  template <class... Srq>
  typed_actor(std::size_t id, const surroundings<Cq>& s, const Srq&... srq)
      : actor(id), arena_(s.memory), cqs_(s.cqs), to_(s.to), end_(s.domain), qp_(make(s, srq...)) {
    connect();
  }

  bool post(const request& what, entry given) override {
    if constexpr (on_streams) {
      return finish(qp_.sq_wqe().stream_id(what.stream).av(to_->dc(dc_key)), what, given);
    } else if constexpr (on_xrc) {
      return finish(qp_.sq_wqe().xrc(what.srqn), what, given);
    } else {
      return finish(qp_.sq_wqe(), what, given);
    }
  }
  bool receive([[maybe_unused]] std::uint64_t addr, [[maybe_unused]] entry given) override {
    if constexpr (has_receives)
      return qp_.rq_wqe().sge(addr, 8, arena_.mr.lkey()).finish(given).ok();
    return false;
  }
  std::uint32_t available() const override { return qp_.available(); }
  void ring() override {
    if constexpr (has_receives) qp_.ring_recv_doorbell();
    if (qp_.sq().unrung() != 0) qp_.ring_doorbell();
    last_written = next_written;
  }
  void reset() override {
    qp_.reset();
    if constexpr (on_xrc) end_.tgt.reset();
  }
  void connect() override {
    if constexpr (on_streams) {
      qp_.activate();
    } else if constexpr (on_xrc) {
      qp_.connect(end_.tgt.address());
      end_.tgt.connect(qp_.address());
    } else {
      qp_.connect(qp_.address());
    }
  }
  void close() override {
    qp_.close();
    if constexpr (on_xrc) end_.tgt.close();
  }
  bool is_open() const override { return qp_.is_open(); }
  bool has_failed() override { return qp_.query().state == qp_state::error; }
  void to_error() override {
    if (!has_failed()) qp_.to_error();
  }
  bool restart_stream(std::uint16_t stream) override {
    return mlx5dv_dci_stream_id_reset(qp_.native(), stream) == 0;
  }
  bool drain(const listener& tell, std::chrono::milliseconds limit) override {
    return qp_.drain(
        [&](auto&& c) {
          tell(
              requires { c.signaled; }, c.entry, c.status());
        },
        limit, cqs_[0], cqs_[1]);
  }
  void flush(const listener& tell) override {
    qp_.flush([&](auto&& c) {
      tell(
          requires { c.signaled; }, c.entry, c.status());
    });
  }

 private:
  static Qp make(const surroundings<Cq>& s) {
    auto how = capacities;
    if constexpr (on_streams) how.dci_streams = {.log_num_concurent = 2, .log_num_errored = 2};
    return Qp(s.memory.pd, s.sends, s.receives, how);
  }
  static Qp make(const surroundings<Cq>& s, const srq<entry>& srq) {
    return Qp(s.memory.pd, s.sends, s.receives, srq, capacities);
  }

  template <class Chain>
  bool finish(Chain&& chain, const request& what, entry given) {
    const auto payload = std::as_bytes(std::span(&what.number, 1));
    if (what.sends)
      return finish(std::move(chain).send().inline_data(payload), what.signaled, given);
    const rkey key(arena_.mr.rkey().value() ^ (what.fails ? 1u : 0u));
    auto write = std::move(chain).write().rdma(arena_.addr(arena::buffers + id), key);
    if (!finish(std::move(write).inline_data(payload), what.signaled, given)) return false;
    if (!what.fails) next_written = what.number;
    return true;
  }
  template <class Chain>
  static bool finish(Chain&& chain, bool signaled, entry given) {
    if (signaled) return std::move(chain).signal(given).finish().ok();
    if constexpr (std::is_same_v<Qp, dense_qp>) {
      return std::move(chain).entry(given).finish().ok();
    } else if constexpr (!on_streams) {
      return std::move(chain).finish().ok();
    }
    return false;
  }

  arena& arena_;
  Cq (&cqs_)[2];
  std::optional<address_handle>& to_;
  [[no_unique_address]] other_end<Qp> end_;
  Qp qp_;
};

}  // namespace verbatim
