// Queue pairs of every type, behind one interface, for histories of their lives.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/address_handle.hpp"

namespace verbatim {

using namespace std::chrono_literals;
using test::dice;
using entry = std::uint32_t;  // each is used once; 0 is none

using own_qp = rc_qp<entry>;
using dense_qp = rc_qp<entry, entry, wqe_table::ordered_dense>;
using shared_qp = rc_qp<entry, on_srq<entry>>;
using stream_qp = dci_qp<entry, wqe_table::unordered, dci_streams::used>;
using target = dct<entry>;
using cq_type = cq<own_qp, dense_qp, shared_qp, stream_qp, target>;

constexpr std::uint64_t dc_key = 0x0123456789abcdef;
constexpr std::size_t buffers = 1024;
constexpr std::uint32_t actor_count = 4;
constexpr qp_attributes capacities{.max_send_wqebbs = 16, .max_recv_wr = 16};

/// Memory that is written and read: buffers of receives, and the last number that each actor wrote.
struct arena {
  std::array<std::uint64_t, buffers + 16> words{};
  verbatim::context context = open_device();
  verbatim::pd pd{context};
  verbatim::mr mr{pd, std::span(words), access::local_write | access::remote_write};

  std::uint64_t addr(std::size_t word) const { return mr.addr() + word * sizeof words[0]; }
  std::uint64_t load(std::size_t word) const {
    return __atomic_load_n(&words[word], __ATOMIC_ACQUIRE);
  }
};

/// A queue pair of any type, connected to itself or posting to the target.
class actor {
 public:
  explicit actor(std::size_t id) : id(id) {}
  virtual ~actor() = default;

  /// Writes `number` where actors write, or sends it.
  virtual bool post(std::uint64_t number, bool sends, bool signaled, entry given) = 0;
  virtual bool receive(entry given) = 0;
  virtual std::uint32_t available() const = 0;
  virtual void ring() = 0;
  virtual void reset() = 0;
  virtual void connect() = 0;
  virtual void to_error() = 0;
  virtual void close() = 0;
  virtual bool drain(cq_type (&cqs)[2], std::function<void(bool, entry, cqe_syndrome)> tell) = 0;
  virtual void flush(std::function<void(bool, entry, cqe_syndrome)> tell) = 0;
  virtual bool receives_itself() const = 0;

  const std::size_t id;
  bool is_reset = false;
  std::uint64_t last_written = 0;  // by a WQE that was rung for
  std::uint64_t next_written = 0;
};

template <class Qp>
class typed_actor final : public actor {
  static constexpr bool on_streams = std::is_same_v<Qp, stream_qp>;
  static constexpr bool own = std::is_same_v<Qp, own_qp> || std::is_same_v<Qp, dense_qp>;

 public:
  template <class... Srq>
  typed_actor(std::size_t id, arena& a, const cq_type& sends, const cq_type& receives,
              std::optional<address_handle>& to, dice& random, const Srq&... srq)
      : actor(id), arena_(a), to_(to), random_(random), qp_(make(a, sends, receives, srq...)) {
    connect();
  }

  bool post(std::uint64_t number, bool sends, bool signaled, entry given) override {
    const auto payload = std::as_bytes(std::span(&number, 1));
    if constexpr (on_streams) {
      const auto stream = static_cast<std::uint16_t>(random_.below(4));
      auto wqe = qp_.sq_wqe().stream_id(stream).av(to_->dc(dc_key));
      return finish(std::move(wqe), payload, sends, true, given);
    } else {
      return finish(qp_.sq_wqe(), payload, sends, signaled, given);
    }
  }
  bool receive(entry given) override {
    if constexpr (own) {
      return qp_.rq_wqe().sge(arena_.addr(given % buffers), 8, arena_.mr.lkey()).finish(given).ok();
    }
    return false;
  }
  std::uint32_t available() const override { return qp_.available(); }
  void ring() override {
    if constexpr (own) qp_.ring_recv_doorbell();
    if (qp_.sq().unrung() != 0) qp_.ring_doorbell();
    last_written = next_written;
  }
  void reset() override { qp_.reset(); }
  void connect() override {
    if constexpr (on_streams) {
      qp_.activate();
    } else {
      qp_.connect(qp_.address());
    }
  }
  void close() override { qp_.close(); }
  void to_error() override {
    if (qp_.query().state != qp_state::error) qp_.to_error();
  }
  bool drain(cq_type (&cqs)[2], std::function<void(bool, entry, cqe_syndrome)> tell) override {
    return qp_.drain(
        [&](auto&& c) {
          tell(
              requires { c.signaled; }, c.entry, c.status());
        },
        60s, cqs[0], cqs[1]);
  }
  void flush(std::function<void(bool, entry, cqe_syndrome)> tell) override {
    qp_.flush([&](auto&& c) {
      tell(
          requires { c.signaled; }, c.entry, c.status());
    });
  }
  bool receives_itself() const override { return own; }

 private:
  static Qp make(arena& a, const cq_type& sends, const cq_type& receives) {
    if constexpr (on_streams) {
      auto with_streams = capacities;
      with_streams.dci_streams = {.log_num_concurent = 2, .log_num_errored = 2};
      return Qp(a.pd, sends, receives, with_streams);
    } else {
      return Qp(a.pd, sends, receives, capacities);
    }
  }
  static Qp make(arena& a, const cq_type& sends, const cq_type& receives, const srq<entry>& srq) {
    return Qp(a.pd, sends, receives, srq, capacities);
  }

  template <class Chain>
  bool finish(Chain&& chain, std::span<const std::byte> payload, bool sends, bool signaled,
              entry given) {
    if (sends) return finish(std::move(chain).send().inline_data(payload), signaled, given);
    auto write = std::move(chain).write().rdma(arena_.addr(buffers + id), arena_.mr.rkey());
    if (!finish(std::move(write).inline_data(payload), signaled, given)) return false;
    std::memcpy(&next_written, payload.data(), sizeof next_written);
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
  std::optional<address_handle>& to_;
  dice& random_;
  Qp qp_;
};

}  // namespace verbatim
