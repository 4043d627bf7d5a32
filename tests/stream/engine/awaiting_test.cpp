// Operations that are awaited, on queue pairs that are posted to directly and through verbs.
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "allocations.hpp"
#include "engines_fixture.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using stream::cancel_kind;
using stream::cancellation;
using stream::outcome;
using stream::task;
using stream::with_imm;

template <class Engine>
class awaiting : public testing::engines_fixture<Engine> {};

using engines = ::testing::Types<stream::direct_engine<>, stream::verbs_engine>;
TYPED_TEST_SUITE(awaiting, engines);

template <class End>
task<stream::result> receive(End& end, stream::piece into) {
  co_return co_await end.recv(std::move(into));
}

TYPED_TEST(awaiting, brings_every_operation_to_its_result) {
  auto work = [this]() -> task<> {
    auto& memory = *this;
    auto receiving = receive(memory.b, memory.far(64, 1024));
    receiving.start();
    memory.set(0, 42);
    EXPECT_TRUE(co_await memory.a.send(memory.near(64), with_imm(0xcafe)));
    const auto got = co_await receiving;
    EXPECT_TRUE(got) << got.message();
    EXPECT_EQ(got.byte_count, 64u);
    EXPECT_TRUE(got.has_imm);
    EXPECT_EQ(got.imm, 0xcafeu);
    EXPECT_EQ(memory.get(memory.half + 1024), 42u);

    EXPECT_TRUE(co_await memory.a.write(memory.near(8), memory.there(8)));
    EXPECT_EQ(memory.get(memory.half), 42u);
    memory.set(memory.half + 8, 43);
    const auto read = co_await memory.a.read(memory.near(8, 128), memory.there(8, 8));
    EXPECT_TRUE(read);
    EXPECT_EQ(read.byte_count, 8u);
    EXPECT_EQ(memory.get(128), 43u);

    EXPECT_TRUE(co_await memory.a.fetch_add(memory.near(8, 256), memory.there(8), 8));
    EXPECT_EQ(memory.get(256), 42u);
    EXPECT_EQ(memory.get(memory.half), 50u);
    EXPECT_TRUE(co_await memory.a.compare_swap(memory.near(8, 256), memory.there(8), 50, 7));
    EXPECT_EQ(memory.get(256), 50u);
    EXPECT_EQ(memory.get(memory.half), 7u);
  };
  this->engine.run(work());
  EXPECT_EQ(this->engine.under_way(), 0u);
  EXPECT_EQ(this->engine.statistics().strangers, 0u);
}

TYPED_TEST(awaiting, opens_a_window_and_closes_it_again) {
  memory_window<> window(this->memory);
  const auto binding = window.binding(0, 64, access::remote_write);
  ASSERT_TRUE(this->engine.run(this->a.bind(binding)));
  const auto region = window.remote(binding);
  EXPECT_TRUE(this->engine.run(this->b.write(this->far(8), region)));
  ASSERT_TRUE(this->engine.run(this->a.invalidate(binding.rkey)));
  const auto refused = this->engine.run(this->b.write(this->far(8), region));
  EXPECT_EQ(refused.how, outcome::failed);
  EXPECT_EQ(refused.status, wc_status::rem_access_err);
}

TYPED_TEST(awaiting, says_why_an_operation_failed_and_flushes_the_next) {
  const auto end = this->there(8);
  const remote_region wrong(end.addr(), 8, rkey(end.rkey().value() + 0x100));
  auto work = [this, wrong]() -> task<> {
    auto waiting = receive(this->a, this->near(64));
    waiting.start();
    const auto failed = co_await this->a.write(this->near(8), wrong);
    EXPECT_EQ(failed.how, outcome::failed);
    EXPECT_EQ(failed.status, wc_status::rem_access_err);
    EXPECT_NE(failed.message().find("rem_access_err"), std::string::npos) << failed.message();
    const auto flushed = co_await waiting;
    EXPECT_EQ(flushed.how, outcome::failed);
    EXPECT_EQ(flushed.status, wc_status::wr_flush_err);
    auto refused = co_await this->a.send(this->near(8));
    EXPECT_THROW((void)std::move(refused).or_throw(), error);
  };
  this->engine.run(work());
}

TYPED_TEST(awaiting, refuses_what_cannot_be_posted) {
  const auto too_far = this->engine.run(this->a.write(this->near(64), this->there(8)));
  EXPECT_EQ(too_far.how, outcome::not_posted);
  EXPECT_EQ(too_far.error_number, ERANGE);
  auto slot = this->pool.take();
  const auto before = this->pool.available();
  this->a.close();
  auto closed = this->engine.run(this->a.send(std::move(slot)));
  EXPECT_EQ(closed.how, outcome::not_posted);
  EXPECT_EQ(closed.error_number, EBADF);
  EXPECT_TRUE(closed.buffer);  // it comes back
  EXPECT_EQ(this->pool.available(), before);
}

TYPED_TEST(awaiting, refuses_the_slot_of_a_pool_that_has_none) {
  std::vector<slot_pool::slot> taken;
  while (auto one = this->pool.take()) taken.push_back(std::move(one));
  const auto expect_refused = [&](auto operation) {
    const auto refused = this->engine.run(std::move(operation));
    EXPECT_EQ(refused.how, outcome::not_posted);
    EXPECT_EQ(refused.error_number, ENOBUFS);
    EXPECT_NE(refused.message().find("all slots of the slot_pool"), std::string::npos);
  };
  expect_refused(this->b.recv(this->pool.take()));
  expect_refused(this->a.send({this->pool.take(), 5}));
  expect_refused(this->a.write(this->pool.take(), this->there(8)));
  expect_refused(this->a.read({this->pool.take(), 8}, this->there(8)));
  EXPECT_EQ(this->engine.under_way(), 0u);
  // Nothing was posted, so the next message finds the next receive.
  taken.clear();
  auto receiving = receive(this->b, this->pool.take());
  receiving.start();
  EXPECT_TRUE(this->engine.run(this->a.send(this->near(8))));
  ASSERT_TRUE(this->engine.run_until([&] { return receiving.is_done(); }, long_enough));
  EXPECT_EQ(receiving.take().byte_count, 8u);
}

TYPED_TEST(awaiting, has_as_many_operations_as_it_was_made_for) {
  std::vector<task<stream::result>> all;
  TypeParam small(this->device, {.cqes = 64, .operations = 2});
  stream::queue_pair<TypeParam> c(small, this->domain), d(small, this->domain);
  this->connect(c, d);
  for (int i = 0; i < 3; ++i) {
    all.push_back(receive(c, this->near(8)));
    all.back().start();
  }
  EXPECT_FALSE(all[0].is_done());
  ASSERT_TRUE(all[2].is_done());
  EXPECT_EQ(all[2].take().how, outcome::no_slot);
  c.close();
  small.poll();
  ASSERT_TRUE(all[0].is_done());
  EXPECT_EQ(all[0].take().status, wc_status::wr_flush_err);
}

TYPED_TEST(awaiting, keeps_a_buffer_until_its_completion_whatever_becomes_of_the_coroutine) {
  const auto all = this->pool.available();
  {
    auto waiting = receive(this->b, this->pool.take());
    waiting.start();
  }  // the coroutine is destroyed while it waits
  EXPECT_EQ(this->pool.available(), all - 1);
  EXPECT_EQ(this->engine.under_way(), 1u);
  ASSERT_TRUE(this->engine.run(this->a.send(this->near(8))));
  ASSERT_TRUE(this->engine.run_until([&] { return this->engine.under_way() == 0; }, long_enough));
  EXPECT_EQ(this->pool.available(), all);
}

TYPED_TEST(awaiting, may_be_destroyed_after_its_completion_and_before_it_resumes) {
  std::vector<task<stream::result>> all;
  all.push_back(receive(this->b, this->pool.take()));
  all.push_back(receive(this->b, this->pool.take()));
  const auto available = this->pool.available();
  all[0].start();
  all[1].start();
  auto first = [](task<stream::result>& one, task<stream::result>& other) -> task<> {
    EXPECT_TRUE(co_await one);
    other = {};  // its completion was in the same turn
  }(all[0], all[1]);
  first.start();
  stream::queue_pair<TypeParam>& a = this->a;
  auto sends = [](stream::queue_pair<TypeParam>& end, memory_slice slice) -> task<> {
    EXPECT_TRUE(co_await end.send(slice));
  };
  auto one = sends(a, this->near(8)), other = sends(a, this->near(8));
  one.start();
  other.start();
  std::this_thread::sleep_for(not_there);  // so that both arrive before the turn
  ASSERT_TRUE(this->engine.run_until(
      [&] { return first.is_done() && this->engine.under_way() == 0; }, long_enough));
  this->engine.poll();
  EXPECT_EQ(this->pool.available(), available + 2);
}

TYPED_TEST(awaiting, cancels_a_receive_and_nothing_else_that_is_posted) {
  cancellation stop;
  auto work = [this, &stop]() -> task<stream::result> {
    co_return co_await this->b.recv(this->pool.take()).cancel_by(stop);
  };
  const auto available = this->pool.available();
  auto waiting = work();
  waiting.start();
  EXPECT_TRUE(stop.cancel());
  EXPECT_FALSE(stop.cancel());
  this->engine.poll();
  ASSERT_TRUE(waiting.is_done());
  const auto cancelled = waiting.take();
  EXPECT_EQ(cancelled.how, outcome::cancelled);
  EXPECT_FALSE(cancelled.buffer);
  EXPECT_EQ(this->pool.available(), available - 1);  // the receive is still posted

  auto send = [this, &stop]() -> task<stream::result> {
    co_return co_await this->a.send(this->near(8)).cancel_by(stop);
  };
  auto sending = send();
  sending.start();
  EXPECT_FALSE(stop.cancel(cancel_kind::total));
  EXPECT_FALSE(stop.cancel(cancel_kind::partial));
  ASSERT_TRUE(this->engine.run_until([&] { return sending.is_done(); }, long_enough));
  EXPECT_TRUE(sending.take());
  ASSERT_TRUE(this->engine.run_until([&] { return this->engine.under_way() == 0; }, long_enough));
  EXPECT_EQ(this->pool.available(), available);
}

TYPED_TEST(awaiting, cancels_anything_at_the_price_of_the_queue_pair) {
  cancellation stop;
  auto work = [this, &stop]() -> task<stream::result> {
    co_return co_await this->b.recv(this->pool.take()).cancel_by(stop);
  };
  auto waiting = work(), other = receive(this->b, this->pool.take());
  waiting.start();
  other.start();
  EXPECT_TRUE(stop.cancel(cancel_kind::terminal));
  EXPECT_EQ(this->b.native().state(), qp_state::error);
  ASSERT_TRUE(
      this->engine.run_until([&] { return waiting.is_done() && other.is_done(); }, long_enough));
  auto cancelled = waiting.take();
  EXPECT_EQ(cancelled.how, outcome::cancelled);
  EXPECT_TRUE(cancelled.buffer);  // its CQE has come
  EXPECT_EQ(other.take().how, outcome::failed);
}

/// Awaits an operation that has begun.
template <class Operation>
auto end_of(Operation& one) {
  struct awaiter {
    Operation& one;
    bool await_ready() const noexcept { return one.is_done(); }
    void await_suspend(std::coroutine_handle<> waiter) noexcept { one.await_suspend(waiter); }
    stream::result await_resume() noexcept { return one.await_resume(); }
  };
  return awaiter{one};
}

TYPED_TEST(awaiting, allocates_nothing) {
  if (testing::allocations() == 0) GTEST_SKIP() << "a sanitizer has its own operator new";
  auto work = [this](int times) -> task<> {
    for (int i = 0; i < times; ++i) {
      auto receiving = this->b.recv(this->far(64));
      receiving.begin();
      EXPECT_TRUE(co_await this->a.send(this->near(64)));
      EXPECT_TRUE(co_await end_of(receiving));
    }
  };
  this->engine.run(work(10));
  auto measured = work(200);
  const auto before = testing::allocations();
  measured.start();
  while (!measured.is_done()) this->engine.poll();
  EXPECT_EQ(testing::allocations(), before);
}

TYPED_TEST(awaiting, takes_a_bounded_number_of_completions_in_a_turn) {
  std::vector<task<stream::result>> all;
  auto send = [](stream::queue_pair<TypeParam>& end, memory_slice slice,
                 remote_region to) -> task<stream::result> {
    co_return co_await end.write(slice, to);
  };
  for (int i = 0; i < 100; ++i) {
    all.push_back(send(this->a, this->near(8), this->there(8)));
    all.back().start();
  }
  std::this_thread::sleep_for(not_there);
  const auto before = this->engine.statistics().completions;
  this->engine.poll();
  EXPECT_LE(this->engine.statistics().completions - before, 64u);
  ASSERT_TRUE(this->engine.run_until([&] { return this->engine.under_way() == 0; }, long_enough));
  EXPECT_EQ(this->engine.statistics().completions - before, 100u);
}

TYPED_TEST(awaiting, sleeps_and_is_woken) {
  for (const auto mode : {stream::wait_mode::park, stream::wait_mode::adaptive}) {
    TypeParam sleeping(this->device, {.wait = mode, .takes_device_events = false});
    stream::queue_pair<TypeParam> c(sleeping, this->domain), d(this->engine, this->domain);
    this->connect(c, d);
    auto receiving = receive(c, this->near(8));
    receiving.start();
    std::thread other([&] {
      std::this_thread::sleep_for(not_there);
      EXPECT_TRUE(this->engine.run(d.send(this->far(8))));
    });
    EXPECT_TRUE(sleeping.run_until([&] { return receiving.is_done(); }, long_enough));
    other.join();
    EXPECT_TRUE(receiving.take());
    EXPECT_GE(sleeping.statistics().sleeps, 1u);

    EXPECT_EQ(sleeping.wait(1ms), 0u);
    std::thread waker([&] { sleeping.wake(); });
    EXPECT_EQ(sleeping.wait(long_enough), 0u);
    waker.join();
  }
}

TYPED_TEST(awaiting, polls_for_as_long_as_it_is_told_to) {
  TypeParam busy(this->device, {.wait = stream::wait_mode::busy, .takes_device_events = false});
  EXPECT_EQ(busy.wait(5ms), 0u);
  EXPECT_EQ(busy.statistics().sleeps, 0u);
  EXPECT_GT(busy.statistics().turns, 64u);
}

TYPED_TEST(awaiting, goes_on_in_a_loop_of_the_program) {
  auto receiving = receive(this->b, this->far(8));
  receiving.start();
  this->engine.arm();
  while (this->engine.poll() != 0) {
  }
  auto send = [this]() -> task<> { EXPECT_TRUE(co_await this->a.send(this->near(8))); };
  auto sending = send();
  sending.start();
  const auto until = std::chrono::steady_clock::now() + long_enough;
  while (!receiving.is_done() && std::chrono::steady_clock::now() < until) {
    stream::detail::sleeper outer(this->engine.fd(), -1);
    EXPECT_TRUE(outer.sleep(until).completions);
    this->engine.wake_up();
    this->engine.arm();
    while (this->engine.poll() != 0) {
    }
  }
  EXPECT_TRUE(receiving.take());
}

TEST(direct_awaiting, rings_one_doorbell_in_a_turn) {
  const auto device = testing::device_under_test();
  pd domain(device);
  auto memory = mr::allocate(domain, 4096, {.access = access::local_write | access::remote_write});
  stream::direct_engine<> engine(device);
  stream::queue_pair a(engine, domain), b(engine, domain);
  const auto address = a.native().address();
  a.native().connect(b.native().address());
  b.native().connect(address);
  auto write = [&]() -> task<> {
    EXPECT_TRUE(co_await a.write(memory.slice(0, 8), memory.remote()));
  };
  std::vector<task<>> all;
  auto work = [&]() -> task<> {
    co_await write();
    for (int i = 0; i < 8; ++i) {  // within a turn
      all.push_back(write());
      all.back().start();
    }
    EXPECT_EQ(a.native().sq().unrung(), 8u);
  };
  engine.run(work());
  EXPECT_EQ(a.native().sq().unrung(), 0u);
  all.push_back(write());
  all.back().start();  // outside of one
  EXPECT_EQ(a.native().sq().unrung(), 0u);
  EXPECT_TRUE(engine.run_until([&] { return engine.under_way() == 0; }, long_enough));
}

TEST(spin_budget, learns) {
  stream::spin_budget budget(10us, 200us);
  for (int i = 0; i < 10; ++i) budget.hit();
  EXPECT_EQ(budget.now(), 200us);
  for (int i = 0; i < 20; ++i) budget.miss();
  EXPECT_EQ(budget.now(), 1250ns);
  budget.hit();
  EXPECT_EQ(budget.now(), 2500ns);
}

TYPED_TEST(awaiting, of_a_device_that_fails) {
  auto receiving = receive(this->b, this->pool.take());
  receiving.start();
  auto write = [this]() -> task<> { (void)co_await this->a.write(this->near(8), this->there(8)); };
  std::vector<task<>> all;
  for (int i = 0; i < 3; ++i) {
    all.push_back(write());
    all.back().start();
  }
  ASSERT_TRUE(this->engine.run_until([&] { return receiving.is_done(); }, long_enough));
  auto lost = receiving.take();
  EXPECT_EQ(lost.how, outcome::device_failed);
  EXPECT_TRUE(lost.buffer);
  EXPECT_TRUE(this->engine.failed());
  EXPECT_EQ(this->engine.under_way(), 0u);
  EXPECT_EQ(this->engine.run(this->a.send(this->near(8))).how, outcome::device_failed);
}

}  // namespace
}  // namespace verbatim
