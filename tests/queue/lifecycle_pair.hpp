// Queue pairs of every kind of table behind one interface, and what a model knows of each.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <ostream>
#include <utility>
#include <vector>

#include "device.hpp"
#include "dice.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/queue/completion/flushing.hpp"
#include "verbatim/queue/receive/shared_recv_queue.hpp"

namespace verbatim::test {

using entry = std::uint32_t;  // each is used once; 0 is none

/// The arguments of a callback.
struct call {
  bool send;
  entry given;
  cqe_syndrome status;
  bool signaled;

  bool operator==(const call&) const = default;
};
inline std::ostream& operator<<(std::ostream& out, const call& c) {
  return out << (c.send ? "send " : "receive ") << c.given << ' ' << name(c.status)
             << (c.signaled ? "" : ", unsignaled");
}

template <class Entry>
call call_of(const send_completion<Entry>& c) {
  return {true, c.entry, c.status(), c.signaled};
}
template <class Entry>
call call_of(const recv_completion<Entry>& c) {
  return {false, c.entry, c.status(), true};
}
using listener = std::function<void(const call&)>;

/// Takes each call from the front of `calls`, where it has to be.
inline listener told_in_order(std::deque<call>& calls) {
  return [&calls](const call& c) {
    ASSERT_FALSE(calls.empty()) << c;
    ASSERT_EQ(c, calls.front());
    calls.pop_front();
  };
}

using sparse_queue = send_queue<rc, entry>;
using dense_queue = send_queue<rc, entry, wqe_table::ordered_dense>;
using stream_queue = send_queue<dci, entry, wqe_table::unordered, dci_streams::used>;

struct sparse_endpoint {
  sparse_queue sq;
  recv_queue<entry> rq;
};
struct dense_endpoint {
  dense_queue sq;
  recv_queue<entry> rq;
};
struct shared_endpoint {
  sparse_queue sq;
  shared_recv_queue<entry>& rq;
};
struct stream_endpoint {
  stream_queue sq;
};

class modelled_srq;

/// A queue pair and its model, which knows what was posted in this life, and what has been polled.
class lifecycle_pair {
 public:
  static constexpr std::uint32_t wqebbs = 8;
  static constexpr std::uint32_t recv_wqes = 8;
  static constexpr unsigned streams = 3;

  enum class table { sparse, dense, unordered };
  enum class state { reset, connected, error };

  /// A WQE of one WQEBB that has not come back. A marker is silent.
  struct sent {
    std::uint32_t index;
    entry given;
    bool signaled;
    bool silent = false;
    unsigned stream = 0;
    bool executed = false;
    bool told_of = false;  // by a CQE that is written
  };

  lifecycle_pair(std::uint32_t qpn, table kind, bool own_receives,
                 std::shared_ptr<modelled_srq> srq = {})
      : memory(wqebbs, qpn, recv_wqes),
        qpn(qpn),
        kind(kind),
        own_receives(own_receives),
        srq(std::move(srq)) {}
  virtual ~lifecycle_pair() = default;

  void post(bool signaled, unsigned stream, entry given) {
    const auto used = sends.empty() ? 0 : pi - sends.front().index;
    const bool room = used < wqebbs;
    // A full queue without a signaled WQE stays full.
    signaled |= kind == table::unordered || used + 1 == wqebbs;
    const auto result = post_send(signaled, stream, given);
    ASSERT_EQ(result.error(), room ? post_error::none : post_error::queue_full);
    if (!room) return;
    ASSERT_EQ(result.wqe_index(), static_cast<std::uint16_t>(pi));
    const bool carries = signaled || kind == table::dense;
    sends.push_back({pi++, carries ? given : 0, signaled, false, stream});
  }

  void mark() {
    if (!post_marker()) return;
    sends.push_back({pi++, 0, false, true});
  }

  void receive(entry given) {
    const auto result = post_receive(given);
    ASSERT_EQ(result.ok(), receives.size() < recv_wqes);
    if (result.ok()) receives.push_back(given);
    if (result.ok()) ++recv_pi;
  }

  void ring() {
    ring_doorbells();
    told = pi;
    recv_told = recv_pi;
    ASSERT_EQ(memory.record().snd_counter, static_cast<std::uint16_t>(pi));
  }

  /// The next life.
  void reset() {
    reset_queues();
    sends.clear();
    receives.clear();
    pi = told = recv_pi = recv_told = arrived = 0;
    now = state::reset;
    failed_streams = 0;
  }

  void check() const {
    ASSERT_EQ(available(), wqebbs - sends.size());
    ASSERT_EQ(recv_available(), own_receives ? recv_wqes - receives.size() : 0);
    ASSERT_TRUE(memory.guards_stand());
  }

  bool is_idle() const { return sends.empty() && receives.empty(); }

  /// Returns the status with which the device ends the WQE. A few fail, and the WQEs behind them are
  /// flushed.
  cqe_syndrome status_of(const sent& wqe, dice& random) {
    const auto stream = 1u << wqe.stream;
    if (now == state::error || (failed_streams & stream) != 0) return cqe_syndrome::wr_flush_err;
    if (!random.one_in(60)) return cqe_syndrome::ok;
    if (kind == table::unordered) {
      failed_streams |= stream;
    } else {
      now = state::error;
    }
    return cqe_syndrome::remote_access_err;
  }

  /// Returns the calls that the CQE of a WQE causes.
  std::vector<call> calls_of(sent& wqe, cqe_syndrome status) {
    std::vector<call> calls;
    if (kind == table::dense) {
      for (auto& before : sends) {
        if (&before == &wqe) break;
        if (!before.told_of && !before.silent)
          calls.push_back({true, before.given, cqe_syndrome::ok, before.signaled});
        before.told_of = true;
      }
    }
    if (!wqe.silent) calls.push_back({true, wqe.given, status, wqe.signaled});
    wqe.told_of = true;
    return calls;
  }

  virtual void attach(void* cq) = 0;
  virtual post_result post_send(bool signaled, unsigned stream, entry given) = 0;
  virtual post_result post_receive(entry given) = 0;
  virtual bool post_marker() = 0;
  virtual void flush(const listener& told) = 0;
  virtual void close() = 0;

  queue_pair_memory memory;
  const std::uint32_t qpn;
  const table kind;
  const bool own_receives;
  const std::shared_ptr<modelled_srq> srq;  // null if it receives from none
  state now = state::connected;
  std::uint32_t pi = 0;
  std::uint32_t told = 0;
  std::deque<sent> sends;
  std::deque<entry> receives;
  std::uint32_t recv_pi = 0;
  std::uint32_t recv_told = 0;
  std::uint32_t arrived = 0;
  unsigned failed_streams = 0;  // a bit for each
  unsigned send_cq = 0;
  unsigned recv_cq = 0;

 private:
  virtual void ring_doorbells() = 0;
  virtual void reset_queues() = 0;
  virtual std::uint32_t available() const = 0;
  virtual std::uint32_t recv_available() const = 0;
};

template <class Cq, class Endpoint>
class typed_pair final : public lifecycle_pair {
  static constexpr bool receives_itself = requires(Endpoint e) { e.rq.rq_wqe(); };
  static constexpr bool on_streams = std::is_same_v<decltype(Endpoint::sq), stream_queue>;
  static constexpr bool is_dense = std::is_same_v<decltype(Endpoint::sq), dense_queue>;
  static constexpr table kind_of_table = on_streams ? table::unordered
                                         : is_dense ? table::dense
                                                    : table::sparse;

 public:
  explicit typed_pair(std::uint32_t qpn)
      : lifecycle_pair(qpn, kind_of_table, receives_itself), endpoint_(make()) {}
  typed_pair(std::uint32_t qpn, std::shared_ptr<modelled_srq> on, shared_recv_queue<entry>& queue)
      : lifecycle_pair(qpn, kind_of_table, receives_itself, std::move(on)),
        endpoint_(make(queue)) {}

  void attach(void* cq) override { static_cast<Cq*>(cq)->attach(qpn, endpoint_); }

  post_result post_send(bool signaled, unsigned stream, entry given) override {
    if constexpr (on_streams) {
      const auto id = static_cast<std::uint16_t>(stream);
      return endpoint_.sq.sq_wqe()
          .stream_id(id)
          .av(1, 2, 3)
          .send()
          .no_data()
          .signal(given)
          .finish();
    } else {
      auto wqe = endpoint_.sq.sq_wqe().send().sge(1, 2, lkey(3));
      if (signaled) return std::move(wqe).signal(given).finish();
      if constexpr (is_dense) {
        return std::move(wqe).entry(given).finish();
      } else {
        return std::move(wqe).finish();
      }
    }
  }
  post_result post_receive(entry given) override {
    if constexpr (receives_itself) return endpoint_.rq.rq_wqe().sge(1, 64, lkey(2)).finish(given);
    return post_error::closed;
  }
  bool post_marker() override { return endpoint_.sq.post_marker().ok(); }

  void flush(const listener& told) override {
    auto tell = [&](auto&& c) { told(call_of(c)); };
    detail::flush_sends(endpoint_.sq, tell);
    if constexpr (receives_itself) detail::flush_receives(endpoint_.rq, qpn, tell);
  }

  void close() override {
    endpoint_.sq.close();
    if constexpr (receives_itself) endpoint_.rq.close();
  }

 private:
  Endpoint make() {
    if constexpr (receives_itself) {
      return {decltype(Endpoint::sq)(memory.send()), recv_queue<entry>(memory.recv())};
    } else {
      return {decltype(Endpoint::sq)(memory.send())};
    }
  }
  Endpoint make(shared_recv_queue<entry>& srq) {
    return {decltype(Endpoint::sq)(memory.send()), srq};
  }

  void ring_doorbells() override {
    endpoint_.sq.ring_doorbell();
    if constexpr (receives_itself) endpoint_.rq.ring_doorbell();
  }
  void reset_queues() override {
    endpoint_.sq.reset();
    if constexpr (receives_itself) endpoint_.rq.reset();
  }
  std::uint32_t available() const override { return endpoint_.sq.available(); }
  std::uint32_t recv_available() const override {
    if constexpr (receives_itself) return endpoint_.rq.available();
    return 0;
  }

  Endpoint endpoint_;
};

}  // namespace verbatim::test
