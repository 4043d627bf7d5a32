// Posting, completing, polling, resizing, resetting, failing, draining, flushing, destroying and reconnecting
// in every order, against a model of the device: each entry comes back once, in the life that it was posted
// in, and after the device has completed it. So it is while shared receive queues are destroyed and others
// take their place.
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "completion/modelled_cq.hpp"
#include "histories.hpp"
#include "lifecycle_pair.hpp"
#include "lifecycle_srq.hpp"
#include "orders.hpp"

namespace verbatim::test {
namespace {

template <cq_format Format>
class world {
  using cq_type = completion_queue<with_format<Format>, sparse_endpoint, dense_endpoint,
                                   shared_endpoint, stream_endpoint>;
  using side = modelled_cq<Format, cq_type>;

 public:
  explicit world(dice& random) : random_(random) {
    for (auto& one : pairs_) make(one, ++last_qpn_);
  }

  const orders& run(int steps) {
    for (int i = 0; i < steps && !testing::Test::HasFatalFailure(); ++i) {
      step();
      for (const auto& one : pairs_) {
        one->check();
        if (one->srq) one->srq->check();
      }
      srq_->check();
    }
    if (testing::Test::HasFailure()) return orders_;
    if (random_.one_in(3)) {
      for (std::uint32_t i = 0; i != pair_count; ++i) {
        if (random_.one_in(3)) act(i, action::reset);
        act(i, orders::any(random_));
      }
      if (random_.one_in(2)) {
        while (!on_srq(*pairs_[0])) destroy(pairs_[0]);
        destroy_srq();
      }
      fail_device();
    }
    for (auto& one : sides_) poll_all(one);
    return orders_;
  }

 private:
  static constexpr std::uint32_t pair_count = 5;

  void step() {
    const auto which = random_.below(pair_count);
    std::optional<action> what;
    const auto all = on_srq(*pairs_[which]) ? of_any_pair.with({action::destroy_srq}) : of_any_pair;
    if (random_.one_in(2)) what = orders_.unseen(which, all, random_);
    if (!what && random_.one_in(300)) what = action::destroy_srq;
    if (what == action::destroy_srq) {
      do destroy_srq();
      while (random_.one_in(2));
      return;
    }
    act(which, what ? *what : orders::usual(random_));
  }

  void act(std::uint32_t which, action what) {
    auto& one = pairs_[which];
    const bool is_reset = one->now == lifecycle_pair::state::reset;
    if (what == action::reconnect && !is_reset) what = action::reset;
    if (is_reset && !is_possible(action::reset, what)) what = action::reconnect;
    auto* const its = sides_of(*one)[random_.below(one->send_cq == one->recv_cq ? 1 : 2)];
    perform(what, one, *its);
    const bool of_side = what == action::poll || what == action::resize;
    for (std::uint32_t i = 0; i != pair_count; ++i)
      if (of_side ? uses(*pairs_[i], *its) : i == which) orders_.happened(i, what);
  }

  void perform(action what, std::unique_ptr<lifecycle_pair>& one, side& its) {
    switch (what) {
      case action::post:
        if (random_.one_in(4)) return ring(*one);
        if (random_.one_in(3)) return receive(*one);
        return one->post(random_.one_in(2), random_.below(lifecycle_pair::streams), ++last_entry_);
      case action::complete:
        if (random_.one_in(20)) one->failed_streams = 0;
        if (random_.one_in(4)) one->ring();
        return random_.one_in(2) ? execute(*one, 1 + random_.below(6))
                                 : arrive(*one, 1 + random_.below(6));
      case action::poll:
        return poll(its, random_.below(12));
      case action::resize:
        return its.resize(random_);
      case action::reset:
        return reset(*one);
      case action::error:
        return fail(*one);
      case action::drain:
        return drain(*one);
      case action::destroy:
        return destroy(one);
      case action::reconnect:
        one->now = lifecycle_pair::state::connected;
        return;
      case action::limit:
      case action::destroy_srq:
      case action::flush:
        FAIL() << "of the device or an SRQ only";
    }
  }

  void make(std::unique_ptr<lifecycle_pair>& one, std::uint32_t qpn) {
    switch (random_.below(4)) {
      case 0:
        one = std::make_unique<typed_pair<cq_type, sparse_endpoint>>(qpn);
        break;
      case 1:
        one = std::make_unique<typed_pair<cq_type, dense_endpoint>>(qpn);
        break;
      case 2:
        one = std::make_unique<typed_pair<cq_type, shared_endpoint>>(qpn, srq_, srq_->queue);
        break;
      default:
        one = std::make_unique<typed_pair<cq_type, stream_endpoint>>(qpn);
    }
    one->send_cq = random_.below(2);
    one->recv_cq = random_.one_in(2) ? one->send_cq : random_.below(2);
    for (auto* const its : sides_of(*one)) one->attach(&its->cq);
  }

  bool uses(const lifecycle_pair& one, const side& its) const {
    return &its == &sides_[one.send_cq] || &its == &sides_[one.recv_cq];
  }
  std::vector<side*> sides_of(const lifecycle_pair& one) {
    if (one.send_cq == one.recv_cq) return {&sides_[one.send_cq]};
    return {&sides_[one.send_cq], &sides_[one.recv_cq]};
  }

  void receive(lifecycle_pair& one) {
    const auto given = ++last_entry_;
    if (one.own_receives) return one.receive(given);
    (one.srq ? *one.srq : *srq_).post(given);
  }

  void ring(lifecycle_pair& one) {
    one.ring();
    srq_->queue.ring_doorbell();
    if (one.srq) one.srq->queue.ring_doorbell();
  }

  /// The device executes up to `count` WQEs whose doorbell was rung.
  void execute(lifecycle_pair& one, unsigned count) {
    auto& to = sides_[one.send_cq];
    std::vector<completion_fields> good;
    for (; count != 0 && to.pen.room() > good.size(); --count) {
      auto* const wqe = next_of(one);
      if (wqe == nullptr) break;
      wqe->executed = true;
      const auto status = one.status_of(*wqe, random_);
      const bool ok = status == cqe_syndrome::ok;
      if (ok && !wqe->signaled) continue;
      auto cqe = fields_of(one, 0, static_cast<std::uint16_t>(wqe->index));
      auto calls = one.calls_of(*wqe, status);
      if (ok) {
        good.push_back(cqe);
      } else {
        to.write(good, random_);
        good.clear();
        cqe.opcode = 13;
        cqe.syndrome = static_cast<std::uint8_t>(status);
        to.plain(cqe);
      }
      to.lines.push_back({&one, true, false, false, wqe->index, false, std::move(calls)});
    }
    to.write(good, random_);
  }

  /// Returns the WQE that completes next; of an unordered queue, that of any stream.
  lifecycle_pair::sent* next_of(lifecycle_pair& one) {
    if (one.now == lifecycle_pair::state::reset) return nullptr;
    const bool any = one.kind != lifecycle_pair::table::unordered;
    const auto stream = random_.below(lifecycle_pair::streams);
    for (auto& wqe : one.sends) {
      if (static_cast<std::int32_t>(wqe.index - one.told) >= 0) return nullptr;
      if (!wqe.executed && (any || wqe.stream == stream)) return &wqe;
    }
    return nullptr;
  }

  /// Messages, or flushed receives of the queue pair's own.
  void arrive(lifecycle_pair& one, unsigned count) {
    if (one.now == lifecycle_pair::state::reset) return;
    const bool failed = one.now == lifecycle_pair::state::error;
    auto& to = sides_[one.recv_cq];
    std::vector<completion_fields> good;
    for (; count != 0 && to.pen.room() > good.size(); --count) {
      line next{&one, false, false, false, 0, one.srq != nullptr, {}};
      entry given = 0;
      if (one.own_receives) {
        if (one.arrived == one.recv_told) break;
        next.index = one.arrived++;
        given = one.receives[one.receives.size() - (one.recv_pi - next.index)];
      } else {
        if (!one.srq || failed || !one.srq->has_more()) break;
        std::tie(next.index, given) = one.srq->take();
      }
      auto cqe = fields_of(one, 2, static_cast<std::uint16_t>(next.index));
      const auto status = failed ? cqe_syndrome::wr_flush_err : cqe_syndrome::ok;
      next.calls.push_back({false, given, status, true});
      if (failed) {
        cqe.opcode = 14;
        cqe.syndrome = static_cast<std::uint8_t>(status);
        to.plain(cqe);
      } else {
        good.push_back(cqe);
      }
      to.lines.push_back(std::move(next));
    }
    to.write(good, random_);
  }

  void poll(side& its, unsigned budget) {
    its.poll(budget, [this](const line& polled) { settle(polled); });
  }

  void poll_all(side& its) {
    while (!its.lines.empty() && !testing::Test::HasFailure()) poll(its, 7);
    poll(its, 7);
    EXPECT_FALSE(its.cq.resizing());
  }

  /// Frees the slots that the polled CQE handed back.
  void settle(const line& polled) {
    if (polled.of == nullptr) return;
    auto& sends = polled.of->sends;
    if (!polled.send) {
      if (polled.takes_shared) {
        polled.of->srq->free(polled.index);
      } else {
        polled.of->receives.pop_front();
      }
    } else if (polled.of->kind == lifecycle_pair::table::unordered) {
      std::erase_if(sends, [&](const auto& wqe) { return wqe.index == polled.index; });
    } else {
      while (!sends.empty() && static_cast<std::int32_t>(sends.front().index - polled.index) <= 0)
        sends.pop_front();
    }
  }

  /// Its life is over: its queued completions have no owner, and what it took from the SRQ is free.
  void forget(const lifecycle_pair& one) {
    for (auto& its : sides_) {
      for (auto& queued : its.lines) {
        if (queued.of != &one) continue;
        if (queued.takes_shared) settle(queued);
        queued = line::of_nobody();
      }
      if (its.title && its.title->qpn == one.qpn) its.title.reset();
    }
  }

  void reset(lifecycle_pair& one) {
    for (auto* const its : sides_of(one)) its->cq.discard(one.qpn);
    forget(one);
    one.reset();
  }

  static void fail(lifecycle_pair& one) {
    if (one.now == lifecycle_pair::state::connected) one.now = lifecycle_pair::state::error;
  }

  /// Does what qp::drain() does.
  void drain(lifecycle_pair& one) {
    if (one.now == lifecycle_pair::state::reset) return;
    one.now = lifecycle_pair::state::error;
    one.ring();
    bool marked = false;
    for (int round = 0; !one.is_idle() && !testing::Test::HasFatalFailure(); ++round) {
      ASSERT_LT(round, 1000) << "does not come back";
      if (!marked && !one.sends.empty()) {
        const auto before = one.pi;
        one.mark();
        marked = one.pi != before;
        one.ring();
      }
      execute(one, 4);
      arrive(one, 4);
      for (auto* const its : sides_of(one)) poll(*its, 4);
    }
  }

  void destroy(std::unique_ptr<lifecycle_pair>& one) {
    if (random_.one_in(2)) one->close();
    const bool tells = random_.one_in(2);
    for (auto* const its : sides_of(*one)) {
      if (!tells) {
        its->cq.detach(one->qpn);
        continue;
      }
      std::deque<call> calls;
      for (const auto& queued : its->lines) {
        if (queued.of == one.get())
          calls.insert(calls.end(), queued.calls.begin(), queued.calls.end());
      }
      its->cq.detach(one->qpn, [&](auto&& c) {
        ASSERT_FALSE(calls.empty()) << call_of(c);
        ASSERT_EQ(call_of(c), calls.front());
        calls.pop_front();
      });
      ASSERT_TRUE(calls.empty()) << calls.front() << " was not told";
    }
    forget(*one);
    const auto qpn = random_.one_in(2) ? one->qpn : ++last_qpn_;
    one.reset();
    make(one, qpn);
  }

  bool on_srq(const lifecycle_pair& one) const { return one.srq == srq_; }
  /// Another shared receive queue takes its place. Queue pairs on it may have gone before. To the others only
  /// what it had received completes.
  void destroy_srq() {
    const auto old = std::exchange(srq_, std::make_shared<modelled_srq>());
    const bool alone = random_.one_in(2);
    for (std::uint32_t i = 0; i != pair_count; ++i) {
      if (pairs_[i]->srq != old) continue;
      orders_.happened(i, alone ? action::destroy : action::destroy_srq);
      if (!alone) continue;
      destroy(pairs_[i]);
      orders_.happened(i, action::destroy_srq);
    }
    old->destroy();
  }

  /// The device fails: all WQEs come back as flushed, and CQEs in the queue no longer belong to any WQE.
  void fail_device() {
    for (std::uint32_t i = 0; i != pair_count; ++i) orders_.happened(i, action::flush);
    for (auto& one : pairs_) {
      std::deque<call> calls;
      for (const auto& wqe : one->sends) {
        if (!wqe.silent)
          calls.push_back({true, wqe.given, cqe_syndrome::wr_flush_err, wqe.signaled});
      }
      for (const auto given : one->receives)
        calls.push_back({false, given, cqe_syndrome::wr_flush_err, true});
      one->flush(told_in_order(calls));
      ASSERT_TRUE(calls.empty()) << calls.front() << " was not told";
      one->sends.clear();
      one->receives.clear();
      ASSERT_EQ(one->post_send(true, 0, ++last_entry_).error(), post_error::closed);
    }
    srq_->flush();
    for (auto& its : sides_) {
      for (auto& queued : its.lines) {
        if (queued.of == nullptr) continue;
        // No call flushes a queue that was destroyed before.
        if (!queued.takes_shared || on_srq(*queued.of)) queued = line::of_nobody();
      }
    }
  }

  dice& random_;
  orders orders_;
  side sides_[2];
  std::shared_ptr<modelled_srq> srq_ = std::make_shared<modelled_srq>();
  std::unique_ptr<lifecycle_pair> pairs_[pair_count];
  std::uint32_t last_qpn_ = 0x100;
  entry last_entry_ = 0;
};

template <cq_format Format>
void run_histories() {
  orders all;
  const auto history = [&](dice& random) { all.add(world<Format>(random).run(1000)); };
  each_history(100, history);
  if (command_line_option("seed") || command_line_option("histories").value_or(100) < 100) return;
  const auto of = of_any_pair.with({action::destroy_srq, action::flush});
  all.expect_all(of, [&] { each_history(25, history); });
}

TEST(lifecycle, in_every_order) { run_histories<cq_format{}>(); }
TEST(lifecycle, in_every_order_with_basic_compression) {
  run_histories<cq_format{.compression = cqe_compression::basic}>();
}
TEST(lifecycle, in_every_order_with_enhanced_compression) {
  run_histories<cq_format{.compression = cqe_compression::enhanced}>();
}

}  // namespace
}  // namespace verbatim::test
