// Random posting, completing, failing and polling on several queue pairs, against a simple model.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "device.hpp"
#include "dice.hpp"
#include "operation.hpp"
#include "reference.hpp"

namespace verbatim::test {
namespace {

using entry = std::uint64_t;

/// The arguments that a callback has to get.
struct call {
  bool send;
  entry given;
  cqe_syndrome status;
  bool signaled;

  bool operator==(const call&) const = default;
};

/// A WQE that is in the ring. A filler is the NOP in front of a WQE that goes to the ring's start.
struct posted {
  byte_string bytes;
  std::uint32_t index;
  std::uint32_t end;
  opcode what;
  entry given;
  bool signaled;
};

class subject;

/// One line per CQE that was written and not yet polled.
struct line {
  subject* to;
  call expected;
  bool silent;        // the filler's: no callback
  std::uint32_t end;  // the queue's consumer index once it is polled
};

/// A queue pair and its model, which knows only what is posted and what has been polled.
class subject {
 public:
  subject(std::uint32_t wqebbs, std::uint32_t qpn, ring_end policy, std::size_t max_octowords)
      : memory(wqebbs, qpn), ring_(wqebbs, qpn, policy), max_octowords_(max_octowords) {}
  virtual ~subject() = default;

  virtual bool carries(verb) const = 0;
  virtual void ring_doorbells() = 0;

  /// Posts at random, and checks that the queue takes exactly what the model has room for.
  void post(dice& random) {
    const auto op = choose(random);
    const auto size = reference_wqe(op, 0, 0).size();
    auto refusal = post_error::none;
    if (size > max_octowords_ * octoword) {
      refusal = op.data == payload::sges ? post_error::too_many_sges : post_error::inline_too_long;
    } else if (!ring_.fits(wqebbs_of(size))) {
      refusal = post_error::queue_full;
    }
    const auto given = ++last_entry_;
    const auto result = post_send(op, given);
    ASSERT_EQ(result.error(), refusal) << op.text();
    if (refusal != post_error::none) return;

    const auto begin = ring_.pi;
    ring_.post(op);
    if (ring_.last != begin) {
      byte_string nop;
      append(nop, reference_ctrl(MLX5_OPCODE_NOP, begin, ring_.qpn, (ring_.last - begin) * wqebb));
      in_flight_.push_back({nop, begin, ring_.last, opcode::nop, 0, false});
    }
    in_flight_.push_back({reference_wqe(op, ring_.last, ring_.qpn), ring_.last, ring_.pi,
                          opcode{opcode_of(op.what)}, given, op.signaled});
    ASSERT_EQ(result.wqe_index(), static_cast<std::uint16_t>(ring_.last));
  }

  void receive(dice& random) {
    const auto given = ++last_entry_;
    const auto result = post_recv(random, given);
    ASSERT_EQ(result.ok(), receives_.size() < 8);
    if (result.ok()) receives_.push_back(given);
  }

  /// The device executes the next WQE whose doorbell was rung, and writes a CQE if it has to.
  void execute(completion_queue_device& cq, std::deque<line>& ledger, dice& random) {
    if (executed_ == in_flight_.size() || cq.room() == 0) return;
    const auto& wqe = in_flight_[executed_];
    const auto counter = static_cast<std::uint16_t>(wqe.index);
    if (counter == memory.record().snd_counter) return;  // rung for everything up to here
    ASSERT_TRUE(same(memory.wqe(wqe.index, wqe.bytes.size()), wqe.bytes));
    ++executed_;
    auto status = cqe_syndrome::ok;
    if (failed_) status = cqe_syndrome::wr_flush_err;
    if (!failed_ && random.one_in(1000)) status = cqe_syndrome::remote_access_err;
    failed_ = status != cqe_syndrome::ok;
    if (failed_) {
      cq.send_failed(ring_.qpn, counter, status, wqe.what);
    } else if (wqe.signaled) {
      cq.sent(ring_.qpn, counter, wqe.what);
    } else {
      return;
    }
    const bool silent = wqe.what == opcode::nop && !wqe.signaled;
    const call expected{true, wqe.signaled ? wqe.given : 0, status, wqe.signaled};
    ledger.push_back({this, expected, silent, wqe.end});
  }

  /// A message arrives for the next receive WQE whose doorbell was rung.
  void arrive(completion_queue_device& cq, std::deque<line>& ledger) {
    const auto counter = static_cast<std::uint16_t>(arrived_);
    if (counter == memory.record().rcv_counter || cq.room() == 0) return;
    const auto given = receives_[arrived_ - received_];
    ++arrived_;
    const auto status = failed_ ? cqe_syndrome::wr_flush_err : cqe_syndrome::ok;
    if (failed_) {
      cq.recv_failed(ring_.qpn, counter, status);
    } else {
      cq.received(ring_.qpn, counter, 64);
    }
    ledger.push_back({this, {false, given, status, true}, false, arrived_});
  }

  /// The program has polled the CQE.
  void settle(const line& polled) {
    if (!polled.expected.send) {
      receives_.pop_front();
      received_ = polled.end;
      return;
    }
    ring_.ci = polled.end;
    while (!in_flight_.empty() && in_flight_.front().end <= ring_.ci) {
      in_flight_.pop_front();
      --executed_;
    }
  }

  /// The queue's indexes are the model's.
  void check() {
    expect_indexes(ring_, received_, received_ + static_cast<std::uint32_t>(receives_.size()));
    ASSERT_TRUE(memory.guards_stand());
  }

 protected:
  queue_pair_memory memory;

 private:
  virtual post_result post_send(const operation&, entry) = 0;
  virtual post_result post_recv(dice&, entry) = 0;
  virtual void expect_indexes(const reference_ring&, std::uint32_t rq_ci, std::uint32_t rq_pi) = 0;

  /// Mostly short WQEs; sometimes one that is longer than the queue takes.
  operation choose(dice& random) const {
    auto what = verb::nop;
    do what = every_verb[random.below(std::size(every_verb))];
    while (!carries(what));
    const auto op = random_operation(random, what);
    const auto kind = random.below(8);
    if (kind < 2 && takes_inline(what)) return with_inline(op, random, random.below(300));
    if (kind == 2 && takes_sges(what)) return with_sges(op, random, 1 + random.below(17));
    if (kind < 7 && takes_sges(what)) return with_sges(op, random, 1 + random.below(3));
    return op;
  }

  reference_ring ring_;
  std::size_t max_octowords_;
  entry last_entry_ = 0;
  std::deque<posted> in_flight_;
  std::size_t executed_ = 0;  // of in_flight_
  bool failed_ = false;
  std::deque<entry> receives_;
  std::uint32_t arrived_ = 0;
  std::uint32_t received_ = 0;  // and polled
};

template <class SendQueue, ring_end RingEnd>
class queue_pair : public subject {
 public:
  using endpoint_type = endpoint<SendQueue>;

  template <class CompletionQueue>
  queue_pair(std::uint32_t wqebbs, std::uint32_t qpn, CompletionQueue& cq)
      : subject(wqebbs, qpn, RingEnd, SendQueue::max_octowords), qp_(memory) {
    cq.attach(qpn, qp_);
  }

  bool carries(verb v) const override {
    return std::is_same_v<typename SendQueue::transport, rc> || on_uc(v);
  }
  void ring_doorbells() override {
    qp_.sq.ring_doorbell();
    qp_.rq.ring_doorbell();
  }

 private:
  post_result post_send(const operation& op, entry given) override {
    return test::post(qp_.sq, op, given);
  }
  post_result post_recv(dice& random, entry given) override {
    return qp_.rq.rq_wqe().sge(random.bits(64), 64, lkey(1)).finish(given);
  }
  void expect_indexes(const reference_ring& ring, std::uint32_t rq_ci,
                      std::uint32_t rq_pi) override {
    ASSERT_EQ(qp_.sq.pi(), ring.pi);
    ASSERT_EQ(qp_.sq.ci(), ring.ci);
    ASSERT_EQ(qp_.sq.available(), ring.wqebbs - (ring.pi - ring.ci));
    ASSERT_EQ(qp_.sq.slots_to_ring_end(), ring.to_end());
    ASSERT_EQ(qp_.rq.ci(), rq_ci);
    ASSERT_EQ(qp_.rq.pi(), rq_pi);
  }

  endpoint_type qp_;
};

using rc_contiguous = queue_pair<send_queue<rc, entry>, ring_end::contiguous>;
using rc_wrapping = queue_pair<send_queue<rc, entry, ring_end::wrapping>, ring_end::wrapping>;
using uc_contiguous = queue_pair<send_queue<uc, entry>, ring_end::contiguous>;

/// Everything from fresh queues on, until some of the queue pairs have failed.
void random_traffic(dice& random, int steps) {
  completion_queue_device device(32);
  completion_queue<rc_contiguous::endpoint_type, rc_wrapping::endpoint_type,
                   uc_contiguous::endpoint_type>
      cq(device.memory());
  rc_contiguous a(8, 0x10, cq);
  rc_contiguous b(64, 0x20, cq);
  rc_wrapping c(4, 0x30, cq);
  rc_wrapping d(32, 0x31, cq);
  uc_contiguous e(16, 0x41, cq);
  subject* const all[]{&a, &b, &c, &d, &e};
  std::deque<line> ledger;

  for (int step = 0; step < steps; ++step) {
    auto& qp = *all[random.below(std::size(all))];
    switch (random.below(6)) {
      case 0:
        qp.post(random);
        break;
      case 1:
        qp.receive(random);
        break;
      case 2:
        qp.ring_doorbells();
        break;
      case 3:
        qp.execute(device, ledger, random);
        break;
      case 4:
        qp.arrive(device, ledger);
        break;
      case 5: {
        auto next = ledger.begin();
        const auto taken = cq.poll(
            [&](auto&& done) {
              call got{false, done.entry, done.status(), true};
              if constexpr (requires { done.signaled; })
                got = {true, done.entry, done.status(), done.signaled};
              while (next != ledger.end() && next->silent) ++next;
              ASSERT_NE(next, ledger.end());
              ASSERT_EQ(got, next->expected);
              ++next;
            },
            random.below(8));
        for (unsigned i = 0; i < taken; ++i) {
          ledger.front().to->settle(ledger.front());
          ledger.pop_front();
        }
        break;
      }
    }
    qp.check();
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_EQ(cq.dropped(), 0u);
  EXPECT_EQ(cq.ci() + ledger.size(), device.pi());
}

TEST(model, random_traffic) {
  dice random;
  for (int round = 0; round < 30 && !HasFatalFailure(); ++round) random_traffic(random, 10'000);
}

}  // namespace
}  // namespace verbatim::test
