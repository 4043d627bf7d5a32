// Queue pairs of every type, their completion queues and shared receive queues, and what each has to give
// back.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "lifecycle_actors.hpp"
#include "lifecycle_choices.hpp"
#include "lifecycle_ledger.hpp"
#include "lifecycle_receives.hpp"
#include "lifecycle_streams.hpp"
#include "orders.hpp"

namespace verbatim {

using test::actions;
using test::orders;

template <cq_format Format>
class lifecycle_world : public lifecycle_ledger {
  using completions = cq_type<Format>;
  static constexpr bool with_all_types = !by_devx<Format>;
  static constexpr std::uint32_t actor_count = with_all_types ? 5 : 3;

 public:
  lifecycle_world(arena& a, dice& random) : lifecycle_ledger(a), random_(random) {
    if constexpr (with_all_types) {
      domain_.emplace(arena_.context);
      make_receives(1);
    }
    make_receives(0);
    renew_target();
    for (std::size_t i = 0; i < actor_count; ++i) renew(i);
  }
  void run(int steps) {
    for (int i = 0; i < steps && !testing::Test::HasFailure(); ++i) step();
    if (testing::Test::HasFailure()) return;
    for (std::size_t i = 0; i != actor_count; ++i) drain(*actors_[i]);
    poll_all();
  }

  /// Acts `steps` times, then lets each queue pair act in a way that has never come before a flush in `all`,
  /// and lets the device fail, if it has not failed before. All entries then come back as flushed, and none
  /// comes back later.
  void run_until_the_device_fails(std::uint32_t steps, const orders& all) {
    for (std::uint32_t i = 0; i != steps && goes_on(); ++i) step();
    for (std::uint32_t i = 0; i != actor_count && goes_on(); ++i) act_before_a_flush(i, all);
    if (goes_on()) fail_device();
    if (testing::Test::HasFailure() || ends_in_doubt_) return;
    for (auto& [given, its] : posted_) its.told = true;
    for (std::size_t i = 0; i != actor_count; ++i) flush(*actors_[i]);
    for (auto& one : receives_) {
      if (!one) continue;
      one->ring();
      one->flush(
          [&](bool send, entry given, cqe_syndrome status) { came_back(send, given, status); });
      one->check();
      EXPECT_EQ(one->finish(arena_.addr(0), ++last_entry_).error(), post_error::closed);
    }
    EXPECT_TRUE(posted_.empty()) << posted_.size() << " did not come back, such as "
                                 << posted_.begin()->first;
    poll_all(true);
  }

  const orders& seen() const { return orders_; }

 private:
  bool goes_on() const { return !testing::Test::HasFailure() && !device_has_failed_; }

  actions actions_of(std::uint32_t which) {
    return receives_of(which) ? test::of_any_pair.with({action::limit, action::destroy_srq})
                              : test::of_any_pair;
  }

  /// Some actions need others before them: a connection comes after a reset, and a post after a connection.
  void act_before_a_flush(std::uint32_t which, const orders& all) {
    const auto what = all.never_before(action::flush, actions_of(which), random_);
    for (int i = 0; what && orders_.last(which) != what && i != 3 && goes_on(); ++i) {
      act(which, *what);
      take_events();
    }
  }

  void step() {
    take_events();
    if (device_has_failed_) return;
    const auto which = random_.below(actor_count);
    // CQEs of queue pairs that were reset take room until they are polled.
    if (posted_since_poll_ > 150) {
      poll_all();
      return happened_to_all(action::poll);
    }
    if (with_all_types && random_.one_in(100)) return renew_target();
    if (with_all_types && random_.one_in(3)) restart_streams();
    const auto open =
        random_.one_in(2) ? orders_.unseen(which, actions_of(which), random_) : std::nullopt;
    act(which, open ? *open : usual_action(random_, receives_of(which) != nullptr));
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

  /// Notes the action for all queue pairs; a completion only for those outside of RESET.
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
        if (random_.one_in(3)) return ring(one);
        for (auto n = one.id == actor::streams ? 1 + random_.below(4) : 1; n != 0; --n) post(one);
        return;
      case action::complete:
        return settle();
      case action::poll:
        return poll(random_.below(2), random_.below(20));
      case action::resize:
        return resize(cqs_[random_.below(2)]);
      case action::reset:
        return reset(one);
      case action::error:
        one.in_error = true;
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
        return arm(*receives_of(which));
      case action::destroy_srq:
        return destroy_srq(which);
      case action::flush:
        FAIL() << "of the device only";
    }
  }

  void flush(actor& one) {
    one.in_error = true;
    one.flush([&](bool send, entry given, cqe_syndrome status) { came_back(send, given, status); });
    orders_.happened(one.id, action::flush);
    forget_unsignaled(one);
  }

  void post(actor& one, std::optional<std::uint16_t> stream = std::nullopt) {
    request what{.number = ++last_number_, .sends = !stream && random_.one_in(3)};
    // A full queue without a signaled WQE stays full.
    what.signaled = one.id == actor::streams || !random_.one_in(4) || one.available() <= 1;
    what.fails = one.id == actor::streams && !what.sends && random_.one_in(6);
    what.stream = stream.value_or(static_cast<std::uint16_t>(random_.below(streams_.count)));
    if (one.id == actor::xrc) what.srqn = receives_[1]->srqn();
    const auto given = ++last_entry_;
    if (!one.post(what, given)) return;
    ++posted_since_poll_;
    posted_[given] = {&one, true};
    if (one.id == actor::streams) streams_.posted(what.stream, given, what.fails);
    if (what.sends) sent_[what.number] = {receiver_of(one)};
  }
  const void* receiver_of(const actor& one) const {
    if (one.id == actor::xrc) return nullptr;
    return one.id == actor::streams ? static_cast<const void*>(&target_) : &one;
  }

  void receive(actor& one) {
    const auto given = ++last_entry_;
    ++posted_since_poll_;
    if (!one.receives_itself()) {
      auto* const its = receives_of(one.id);
      return (its == nullptr ? *receives_[0] : *its).post(given);
    }
    const auto buffer = arena_.take_buffer();
    if (!one.receive(arena_.addr(buffer), given)) return arena_.give_back(buffer);
    posted_[given] = {&one, false, buffer};
  }

  /// Waits until the device has executed the WQEs with a doorbell, so that it is ahead of the program.
  void settle() {
    const auto until = std::chrono::steady_clock::now() + 5ms;
    for (std::size_t i = 0; i != actor_count; ++i) {
      if (i == actor::streams && !streams_.failed_ones().empty()) continue;
      while (arena_.load(arena::buffers + i) != actors_[i]->last_written &&
             std::chrono::steady_clock::now() < until)
        std::this_thread::yield();
    }
  }

  void poll(std::size_t which, unsigned budget, bool is_flushed = false) {
    const std::byte* last = nullptr;
    cqs_[which].poll(
        [&](auto&& c) {
          constexpr bool is_send = requires { c.signaled; };
          bool has_cqe = true;
          if constexpr (is_send) has_cqe = c.signaled;  // others come with the CQE of a later one
          // Compressed CQEs are spread out in one place.
          if (has_cqe && c.cqe().bytes() == std::exchange(last, c.cqe().bytes()))
            ++counts_.compressed;
          came_back(is_send, c.entry, c.status());
        },
        budget);
    // A CQE that belongs to no posted WQE would have been taken for the CQE of another WQE.
    const auto why = cqs_[which].last_dropped().why;
    // A flush has handed back the WQEs of the CQEs in the queue.
    ASSERT_TRUE(why == cqe_problem::none || why == cqe_problem::detached ||
                (is_flushed && why == cqe_problem::not_posted))
        << message(why);
    check_srqs();
  }
  void poll_all(bool is_flushed = false) {
    poll(0, 1 << 16, is_flushed);
    poll(1, 1 << 16, is_flushed);
    posted_since_poll_ = 0;
  }

  void resize(completions& its) {
    if (its.resizing()) return;
    try {
      its.resize(512u << random_.below(3));
    } catch (const error& refused) {
      ASSERT_TRUE(device_fails()) << refused.what();
      EXPECT_EQ(refused.code(), std::errc::io_error) << refused.what();
    }
  }

  void reset(actor& one) {
    one.reset();
    one.is_reset = true;
    one.in_error = false;
    forget(&one, &one);
  }

  void drain(actor& one) {
    if (one.is_reset) return;
    one.in_error = true;
    for (auto& [given, its] : posted_) its.told |= its.by == &one;  // it rings
    const auto tell = [&](bool send, entry given, cqe_syndrome status) {
      came_back(send, given, status);
    };
    const auto until = std::chrono::steady_clock::now() + long_enough;
    // If the device fails, it returns once a thread has taken the event.
    while (!one.drain(tell, 100ms)) {
      ASSERT_LT(std::chrono::steady_clock::now(), until);
      take_events();
    }
    forget_unsignaled(one);
  }

  /// Restarts streams that have failed. If the whole DCI has failed, no stream can be restarted.
  void restart_streams() {
    if constexpr (with_all_types) {
      auto& dci = *actors_[actor::streams];
      if (dci.is_reset || dci.in_error) return;
      for (const auto stream : streams_.failed_ones()) {
        if (random_.one_in(2)) continue;
        const bool done = dci.restart_stream(stream);
        dci.in_error = dci.has_failed();
        ASSERT_TRUE(done || dci.in_error || device_fails()) << "stream " << stream << " had failed";
        if (!done || dci.in_error) return;
        streams_.restarted(stream);
        post(dci, stream);
      }
      if (!random_.one_in(2)) return;
      ring(dci);
      settle();
      poll_all();
      happened_to_all(action::poll);
    }
  }

  void arm(shared_receives& its) {
    its.disarm();
    take_events();
    its.disarmed();
    its.arm(random_.below(15));
  }

  void make_receives(std::size_t which) {
    if (which == 0) {
      receives_[0] = std::make_unique<typed_receives<srq<entry>>>(arena_, arena_.pd);
    } else if constexpr (with_all_types) {
      receives_[1] = std::make_unique<typed_receives<xrc_receives>>(arena_, *domain_, arena_.pd,
                                                                    cqs_[random_.below(2)]);
    }
  }

  /// Closes an SRQ, with its queue pairs or after them. An SRQ for XRC has no queue pairs.
  void destroy_srq(std::size_t which) {
    const std::size_t index = which == actor::xrc ? 1 : 0;
    auto& its = *receives_[index];
    const bool alone = random_.one_in(2);
    if (which == actor::shared) {
      ASSERT_FALSE(its.close_alone()) << "a queue pair is left";
      if (alone) {
        actors_[which]->close();
        if (target_) target_->close();
        orders_.happened(which, action::destroy);
      }
    }
    ASSERT_TRUE(alone ? its.close_alone() : its.close());
    ASSERT_EQ(its.finish(arena_.addr(0), ++last_entry_).error(), post_error::closed);
    if (which == actor::shared) {
      ASSERT_FALSE(actors_[which]->is_open());
    }
    make_receives(index);
    if (which != actor::shared) return;
    renew(which);
    renew_target();
  }

  void renew(std::size_t which) {
    auto& one = actors_[which];
    if (one) {
      one->close();
      forget(one.get(), one.get());
    }
    const surroundings<completions> all{
        arena_, cqs_, cqs_[random_.below(2)], cqs_[random_.below(2)], to_, domain_};
    if (which == actor::own) return make<own_qp>(which, all);
    if (which == actor::dense) return make<dense_qp>(which, all);
    if (which == actor::shared)
      return make<shared_qp>(which, all,
                             static_cast<typed_receives<srq<entry>>&>(*receives_[0]).queue);
    if constexpr (with_all_types) {
      if (which == actor::streams) return make<stream_qp>(which, all);
      make<xrc_qp>(which, all);
    }
  }
  template <class Qp, class... Srq>
  void make(std::size_t which, const surroundings<completions>& all, const Srq&... srq) {
    actors_[which] = std::make_unique<typed_actor<Qp, completions>>(which, all, srq...);
  }

  /// Makes a new target for the DCIs.
  void renew_target() {
    if constexpr (with_all_types) {
      if (target_) {
        target_->close();
        forget(nullptr, &target_);
        streams_.target_is_gone();
      }
      target_.emplace(arena_.pd, cqs_[random_.below(2)],
                      static_cast<typed_receives<srq<entry>>&>(*receives_[0]).queue,
                      dct<entry>::attributes{.dc_key = dc_key});
      to_.emplace(arena_.pd, target_->address());
    }
  }

  dice& random_;
  orders orders_;
  completions cqs_[2]{{arena_.context, 512}, {arena_.context, 512}};
  std::optional<xrc_domain> domain_;
  std::optional<target> target_;
  std::optional<address_handle> to_;
  std::unique_ptr<actor> actors_[actor_count];
  std::uint64_t last_number_ = 0;
  entry last_entry_ = 0;
  unsigned posted_since_poll_ = 0;
};

}  // namespace verbatim
