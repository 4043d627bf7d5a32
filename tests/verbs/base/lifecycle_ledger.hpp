// The requests of a history that have not come back, and the counts of its results.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "lifecycle_actors.hpp"
#include "lifecycle_receives.hpp"
#include "lifecycle_streams.hpp"
#include "long_enough.hpp"
#include "verbatim/verbs/base/async_event.hpp"

namespace verbatim {

class lifecycle_ledger {
 public:
  /// Counts of the results of a history.
  struct counts {
    modelled_streams::counts streams;
    unsigned limits_reached = 0;
    unsigned compressed = 0;
  };

  lifecycle_ledger(const lifecycle_ledger&) = delete;
  lifecycle_ledger& operator=(const lifecycle_ledger&) = delete;

  const counts& counted() const { return counts_; }

 protected:
  /// A request of a queue pair's own that has not come back.
  struct posted {
    actor* by;
    bool send;
    std::size_t buffer = 0;  // of a receive
    bool told = false;
  };
  /// A number that was sent, and its receiver; null for an XRC SRQ, which loses nothing by a reset.
  struct sent {
    const void* to;
    bool received = false;
  };

  explicit lifecycle_ledger(arena& a) : arena_(a) {}
  ~lifecycle_ledger() {
    erase_if([](entry, const auto&) { return true; });
  }

  void came_back(bool send, entry given, cqe_syndrome status) {
    if (send && given == 0) return;  // nothing was signaled, and it failed
    std::uint64_t number = 0;
    const auto found = posted_.find(given);
    if (found == posted_.end()) {
      auto* const its = send ? nullptr : holder_of(given);
      ASSERT_NE(its, nullptr) << given << " came back twice, or in another life";
      number = its->came_back(given);
    } else {
      ASSERT_EQ(found->second.send, send) << given;
      ASSERT_TRUE(found->second.told) << given << " was not handed to the device";
      if (found->second.by->id == actor::streams)
        streams_.came_back(given, status, found->second.by->in_error, counts_.streams);
      if (!send) number = arena_.load(found->second.buffer);
      if (!send) arena_.give_back(found->second.buffer);
      posted_.erase(found);
    }
    if (send || status != cqe_syndrome::ok) return;
    const auto message = sent_.find(number);
    ASSERT_NE(message, sent_.end()) << given << ": the device has not filled its buffer";
    ASSERT_FALSE(std::exchange(message->second.received, true)) << number << " came twice";
  }
  void ring(actor& one) {
    for (auto& [given, its] : posted_) its.told |= its.by == &one;
    if (one.id == actor::streams) streams_.rung();
    for (auto& its : receives_)
      if (its) its->ring();
    one.ring();
  }

  /// The SRQ that an actor receives from, or sends to by XRC.
  shared_receives* receives_of(std::size_t which) {
    if (which == actor::shared) return &*receives_[0];
    return which == actor::xrc ? &*receives_[1] : nullptr;
  }

  shared_receives* holder_of(entry given) {
    for (auto& its : receives_)
      if (its && its->holds(given)) return &*its;
    return nullptr;
  }

  template <class Condition>
  void erase_if(Condition condition) {
    std::erase_if(posted_, [&](const auto& p) {
      if (!condition(p.first, p.second)) return false;
      if (!p.second.send) arena_.give_back(p.second.buffer);
      return true;
    });
  }

  /// The queue pair's life is over, and none of its entries comes back. The buffers of the SRQ that it had
  /// filled are free.
  void forget(actor* one, const void* receiver) {
    erase_if([&](entry, const posted& its) { return one != nullptr && its.by == one; });
    receives_[0]->drop([&](std::uint64_t number) {
      const auto message = sent_.find(number);
      return message != sent_.end() && message->second.to == receiver;
    });
    std::erase_if(sent_, [&](const auto& s) { return s.second.to == receiver; });
    if (one != nullptr) {
      one->next_written = one->last_written = arena_.load(arena::buffers + one->id);
      if (one->id == actor::streams) streams_.reset();
    }
    check_srqs();
  }
  void check_srqs() {
    for (const auto& its : receives_) {
      if (!its) continue;
      // A device that fails may have filled a buffer without writing the CQE. It is not known then which
      // buffers are free.
      ends_in_doubt_ = !its->agrees() && device_fails();
      if (ends_in_doubt_) return;
      its->check();
    }
  }
  bool device_fails() {
    while (!device_has_failed_) {
      const auto event = arena_.context.wait_event(1s);
      if (!event) return false;
      handle(*event);
    }
    return true;
  }

  /// A request that was not signaled does not come back where the WQE table has no entries for it.
  void forget_unsignaled(const actor& one) {
    erase_if([&](entry given, const posted& its) {
      if (its.by != &one) return false;
      EXPECT_TRUE(its.send && !one.tells_all()) << given << " did not come back";
      return true;
    });
  }

  /// Takes the asynchronous events that have come, and waits for those that have to come.
  void take_events() {
    while (const auto event = arena_.context.wait_event(0s)) handle(*event);
    for (auto& its : receives_) {
      while (its && its->is_low() && !device_has_failed_ && !testing::Test::HasFailure()) {
        const auto event = arena_.context.wait_event(long_enough);
        ASSERT_TRUE(event) << "fewer receives than the limit are left, and no event comes";
        handle(*event);
      }
    }
  }
  void handle(const async_event& event) {
    if (event.type == async_event_type::device_fatal) device_has_failed_ = true;
    if (event.type != async_event_type::srq_limit_reached) return;
    for (auto& its : receives_) {
      if (!its || its->describe() != event.object) continue;
      ASSERT_EQ(event.number, its->srqn());
      ++counts_.limits_reached;
      return its->limit_reached();
    }
    FAIL() << to_string(event) << ", which has gone";
  }

  /// Posts on a queue pair beside the others until the device fails as --raise-at says.
  void fail_device() {
    constexpr int too_many = 10'000;
    const auto unused = arena_.addr(arena::unused);
    cq<own_qp> its_cq(arena_.context, 16);
    own_qp own(arena_.pd, its_cq, capacities);
    own.connect(own.address());
    for (int i = 0; !device_has_failed_; ++i) {
      ASSERT_LT(i, too_many) << "the device does not fail: --raise-at has too few numbers";
      const auto to = arena_.mr.rkey();
      ASSERT_TRUE(own.sq_wqe()
                      .write()
                      .rdma(unused, to)
                      .sge(unused, 8, arena_.mr.lkey())
                      .signal(1)
                      .finish());
      own.ring_doorbell();
      while (!device_has_failed_ && its_cq.poll([](auto&&) {}) == 0) take_events();
    }
  }

  arena& arena_;
  counts counts_;
  std::unique_ptr<shared_receives> receives_[2];  // the second for XRC
  modelled_streams streams_;
  std::map<entry, posted> posted_;
  std::map<std::uint64_t, sent> sent_;
  bool device_has_failed_ = false;
  bool ends_in_doubt_ = false;
};

}  // namespace verbatim
