// Posting, polling, resizing, resetting, failing, draining, flushing, destroying and reconnecting in every
// order, on the emulated device: each entry comes back once, in the life that it was posted in, and only after
// its doorbell. A message that has arrived is in its buffer.
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <thread>

#include "histories.hpp"
#include "lifecycle_actors.hpp"
#include "orders.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/direct/unrung.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/address_handle.hpp"

namespace verbatim {
namespace {

using test::action;
using test::orders;

class world {
 public:
  world(arena& a, dice& random) : arena_(a), random_(random) {
    srq_capacity_ = srq_.available();
    renew_target();
    for (std::size_t i = 0; i < std::size(actors_); ++i) renew(i);
  }

  void run(int steps) {
    for (int i = 0; i < steps && !testing::Test::HasFailure(); ++i) step();
    if (testing::Test::HasFailure()) return;
    for (auto& one : actors_) drain(*one);
    poll(0, 1 << 16);
    poll(1, 1 << 16);
  }

  /// Goes on until the device fails. Everything then comes back as flushed, and nothing behind that.
  void run_until_the_device_fails() {
    while (!testing::Test::HasFailure() && !device_has_failed()) step();
    if (testing::Test::HasFailure()) return;
    for (auto& [given, its] : posted_) its.told = true;
    for (auto& one : actors_) flush(*one);
    srq_.flush([&](auto&& c) { came_back(false, c.entry, c.status()); });
    EXPECT_TRUE(posted_.empty()) << posted_.size() << " did not come back, such as "
                                 << posted_.begin()->first;
    poll(0, 1 << 16, true);
    poll(1, 1 << 16, true);
    EXPECT_EQ(srq_.srq_wqe().sge(arena_.addr(0), 8, arena_.mr.lkey()).finish(++last_entry_).error(),
              post_error::closed);
  }

  const orders& seen() const { return orders_; }

 private:
  /// A request that was posted and has not come back.
  struct posted {
    actor* by;  // null: to the SRQ
    bool send;
    bool told = false;
  };
  /// A number that was sent, and its receiver.
  struct sent {
    const void* to;
    bool received = false;
  };

  void step() {
    const auto which = random_.below(actor_count);
    // CQEs of what has been reset take room until they are polled.
    if (posted_since_poll_ > 150) {
      poll(0, 1 << 16);
      poll(1, 1 << 16);
      return happened_to_all(action::poll);
    }
    if (random_.one_in(100)) return renew_target();
    const auto open =
        random_.one_in(4) ? orders_.unseen(which, test::of_any_pair, random_) : std::nullopt;
    act(which, open ? *open : usual());
  }

  action usual() {
    switch (random_.below(48)) {
      case 0:
      case 1:
        return action::reset;
      case 2:
        return action::destroy;
      case 3:
        return action::error;
      case 4:
        return action::drain;
      case 5:
      case 6:
        return action::resize;
      case 7:
      case 8:
        return action::complete;
      case 9:
      case 10:
      case 11:
        return action::poll;
      default:
        return action::post;
    }
  }

  void act(std::uint32_t which, action what) {
    auto& one = *actors_[which];
    if (what == action::reconnect && !one.is_reset) what = action::reset;
    if (one.is_reset && !is_possible(action::reset, what)) what = action::reconnect;
    perform(which, what);
    if (what == action::poll || what == action::resize || what == action::complete)
      return happened_to_all(what);
    orders_.happened(which, what);
  }

  /// Nothing completes in RESET.
  void happened_to_all(action what) {
    for (std::size_t i = 0; i != actor_count; ++i) {
      if (what != action::complete || !actors_[i]->is_reset) orders_.happened(i, what);
    }
  }

  void perform(std::uint32_t which, action what) {
    auto& one = *actors_[which];
    switch (what) {
      case action::post:
        if (random_.one_in(4)) return receive(one);
        return random_.one_in(3) ? ring(one) : post(one);
      case action::complete:
        return settle();
      case action::poll:
        return poll(random_.below(2), random_.below(20));
      case action::resize:
        return resize(cqs_[random_.below(2)]);
      case action::reset:
        return reset(one);
      case action::error:
        return one.to_error();
      case action::drain:
        return drain(one);
      case action::destroy:
        return renew(which);
      case action::reconnect:
        one.connect();
        one.is_reset = false;
        return;
      case action::limit:
      case action::destroy_srq:
      case action::flush:
        FAIL() << "of the device only";
    }
  }

  bool device_has_failed() {
    while (const auto event = arena_.context.wait_event(0s))
      if (event->type == async_event_type::device_fatal) return true;
    return false;
  }

  void flush(actor& one) {
    one.flush([&](bool send, entry given, cqe_syndrome status) { came_back(send, given, status); });
    orders_.happened(one.id, action::flush);
    forget_unsignaled(one);
  }

  void post(actor& one) {
    const bool sends = random_.one_in(3);
    // A full queue of which nothing was signaled stays full.
    const bool signaled = !random_.one_in(4) || one.available() <= 1;
    const auto number = ++last_number_;
    const auto given = ++last_entry_;
    if (!one.post(number, sends, signaled, given)) return;
    ++posted_since_poll_;
    posted_[given] = {&one, true};
    if (sends) sent_[number] = {receiver_of(one)};
  }
  const void* receiver_of(const actor& one) const {
    return one.id == 3 ? static_cast<const void*>(&*target_) : &one;
  }

  void receive(actor& one) {
    const auto given = ++last_entry_;
    arena_.words[given % buffers] = 0;
    const bool own = one.receives_itself();
    const bool ok = own ? one.receive(given)
                        : srq_.srq_wqe()
                              .sge(arena_.addr(given % buffers), 8, arena_.mr.lkey())
                              .finish(given)
                              .ok();
    if (!ok) return;
    ++posted_since_poll_;
    posted_[given] = {own ? &one : nullptr, false};
  }

  void ring(actor& one) {
    for (auto& [given, its] : posted_) its.told |= its.by == &one || its.by == nullptr;
    srq_.ring_doorbell();
    one.ring();
  }

  /// Lets the device do what it has been told, for the histories in which it is ahead of the program.
  void settle() {
    const auto until = std::chrono::steady_clock::now() + 5ms;
    for (const auto& one : actors_) {
      while (arena_.load(buffers + one->id) != one->last_written &&
             std::chrono::steady_clock::now() < until)
        std::this_thread::yield();
    }
  }

  void came_back(bool send, entry given, cqe_syndrome status) {
    if (send && given == 0) return;  // nothing was signaled, and it failed
    const auto found = posted_.find(given);
    ASSERT_NE(found, posted_.end()) << given << " came back twice, or in another life";
    ASSERT_EQ(found->second.send, send) << given;
    ASSERT_TRUE(found->second.told) << given << " was not handed to the device";
    posted_.erase(found);
    if (send || status != cqe_syndrome::ok) return;
    const auto number = arena_.load(given % buffers);
    const auto message = sent_.find(number);
    ASSERT_NE(message, sent_.end()) << given << ": the device has not filled its buffer";
    ASSERT_FALSE(std::exchange(message->second.received, true)) << number << " came twice";
  }

  void poll(std::size_t which, unsigned budget, bool is_flushed = false) {
    cqs_[which].poll(
        [&](auto&& c) {
          came_back(
              requires { c.signaled; }, c.entry, c.status());
        },
        budget);
    if (budget > 1000) posted_since_poll_ = 0;
    // A CQE of nothing that is posted would have been taken for something else, had there been any.
    const auto why = cqs_[which].last_dropped().why;
    // A flush has handed back what the CQEs in the queue are of.
    ASSERT_TRUE(why == cqe_problem::none || why == cqe_problem::detached ||
                (is_flushed && why == cqe_problem::not_posted))
        << message(why);
    check_srq();
  }

  void resize(cq_type& its) {
    if (!its.resizing()) its.resize(512u << random_.below(3));
  }

  /// Its life is over, and nothing of it comes back. Of the SRQ's buffers, those that it had filled are free.
  void forget(actor* one, const void* receiver) {
    std::erase_if(posted_, [&](const auto& p) { return one != nullptr && p.second.by == one; });
    std::erase_if(posted_, [&](const auto& p) {
      if (p.second.by != nullptr) return false;
      const auto message = sent_.find(arena_.load(p.first % buffers));
      return message != sent_.end() && message->second.to == receiver;
    });
    std::erase_if(sent_, [&](const auto& s) { return s.second.to == receiver; });
    if (one != nullptr) one->next_written = one->last_written = arena_.load(buffers + one->id);
    check_srq();
  }
  void check_srq() const {
    std::size_t outstanding = 0;
    for (const auto& [given, its] : posted_) outstanding += its.by == nullptr ? 1 : 0;
    ASSERT_EQ(srq_.available(), srq_capacity_ - outstanding);
  }

  void reset(actor& one) {
    one.reset();
    one.is_reset = true;
    forget(&one, &one);
  }

  void drain(actor& one) {
    if (one.is_reset) return;
    for (auto& [given, its] : posted_) its.told |= its.by == &one;  // it rings
    ASSERT_TRUE(one.drain(cqs_, [&](bool send, entry given, cqe_syndrome status) {
      came_back(send, given, status);
    }));
    forget_unsignaled(one);
  }

  /// A request that was not signaled does not come back where the WQE table has no entries for it.
  void forget_unsignaled(const actor& one) {
    std::erase_if(posted_, [&](const auto& p) {
      if (p.second.by != &one) return false;
      EXPECT_TRUE(p.second.send && one.id != 1 && one.id != 3) << p.first << " did not come back";
      return true;
    });
  }

  void renew(std::size_t which) {
    auto& one = actors_[which];
    const auto& sends = cqs_[random_.below(2)];
    const auto& receives = cqs_[random_.below(2)];
    if (one) {
      one->close();
      forget(one.get(), one.get());
    }
    switch (which) {
      case 0:
        one = std::make_unique<typed_actor<own_qp>>(which, arena_, sends, receives, to_, random_);
        break;
      case 1:
        one = std::make_unique<typed_actor<dense_qp>>(which, arena_, sends, receives, to_, random_);
        break;
      case 2:
        one = std::make_unique<typed_actor<shared_qp>>(which, arena_, sends, receives, to_, random_,
                                                       srq_);
        break;
      default:
        one =
            std::make_unique<typed_actor<stream_qp>>(which, arena_, sends, receives, to_, random_);
    }
  }

  /// Another end of what DCIs send.
  void renew_target() {
    if (target_) {
      const void* const old = &*target_;
      target_->close();
      forget(nullptr, old);
    }
    target_.emplace(arena_.pd, cqs_[random_.below(2)], srq_,
                    dct<int>::attributes{.dc_key = dc_key});
    to_.emplace(arena_.pd, target_->address());
  }

  arena& arena_;
  dice& random_;
  orders orders_;
  cq_type cqs_[2]{{arena_.context, 512}, {arena_.context, 512}};
  srq<entry> srq_{arena_.pd, {.max_wr = 15}};
  std::uint32_t srq_capacity_ = 0;
  std::optional<target> target_;
  std::optional<address_handle> to_;
  std::unique_ptr<actor> actors_[actor_count];
  std::map<entry, posted> posted_;
  std::map<std::uint64_t, sent> sent_;
  std::uint64_t last_number_ = 0;
  entry last_entry_ = 0;
  unsigned posted_since_poll_ = 0;
};

TEST(lifecycle, in_every_order) {
  arena a;
  on_unrung([](const error&) noexcept {});  // as some are closed in the middle of posting
  orders all;
  test::each_history(12, [&](dice& random) {
    world its(a, random);
    its.run(400);
    all.add(its.seen());
  });
  if (!test::command_line_option("seed")) all.expect_all(test::of_any_pair);
}

TEST(lifecycle, until_the_device_fails) {
  arena a;
  on_unrung([](const error&) noexcept {});
  test::each_history(1, [&](dice& random) { world(a, random).run_until_the_device_fails(); });
}

}  // namespace
}  // namespace verbatim
