// Two ends on one engine, random operations that streams and channels have in common, and a model of both.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "dice.hpp"
#include "long_enough.hpp"
#include "random_model.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim::testing {

/// The device, the engine and the memory that the pairs of a test share.
template <class Engine>
struct random_world {
  static constexpr std::uint32_t most_bytes = 40'000;  ///< of one operation
  static constexpr std::uint32_t slots = 100;          ///< that streams share

  random_world(const context& device, test::dice& by)
      : chance(by), domain(device), engine(device, {.cqes = 1024}) {
    const auto made = chance.bytes(from.length());
    std::copy(made.begin(), made.end(), from.memory().begin());
    engine.share_receives(domain, {.slots = slots, .slot_bytes = 64 + chance.below(400)});
  }

  std::span<const std::byte> random_bytes() {
    const std::uint32_t most[] = {3, 300, 300, 300, 3000, chance.one_in(4) ? most_bytes : 1000};
    return from.memory().subspan(chance.below(most_bytes), chance.below(most[chance.below(6)]));
  }

  std::uint64_t offset_of(std::span<const std::byte> what) const {
    return static_cast<std::uint64_t>(what.data() - from.memory().data());
  }

  /// A time limit that passes before anything happens, or a little later.
  std::chrono::microseconds soon() { return std::chrono::microseconds(chance.below(3) * 50); }

  test::dice& chance;
  pd domain;
  mr from =
      mr::allocate(domain, 2 * most_bytes, {.access = access::local_write | access::remote_read});
  mr into = mr::allocate(domain, 4 * most_bytes, {.access = access::local_write});
  Engine engine;
};

template <class Engine, class Stream>
class random_pair {
 public:
  random_pair(random_world<Engine>& world, const stream::stream_options& first,
              const stream::stream_options& second)
      : world_(world), chance_(world.chance) {
    a_.stream.emplace(world.engine, world.domain, first);
    b_.stream.emplace(world.engine, world.domain, second);
    const auto address = a_.stream->address();
    a_.stream->connect(b_.stream->address());
    b_.stream->connect(address);
  }

 protected:
  using stream_status = stream::stream_status;

  /// One end, the coroutines that wait at it, and the model of what it sends.
  struct end {
    std::optional<Stream> stream;
    model_direction out;
    bool has_finished = false;        ///< writing
    bool has_closed = false;          ///< while operations waited
    bool is_broken = false;           ///< it has got the end of the stream
    bool is_sending = false;          ///< the model has what `writing` sends
    std::uint64_t before = 0;         ///< bytes that were sent before it
    std::size_t length = 0;           ///< its bytes
    stream::task<> reading, writing;  ///< destroyed before the stream
  };

  /// Returns true if the status is one that an operation may have at any time.
  static bool is_harmless(stream_status how) {
    return how == stream_status::ok || how == stream_status::would_block ||
           how == stream_status::busy || how == stream_status::timed_out;
  }

  /// A read or write said that there will be nothing more.
  void over(end& at, stream_status why, bool reads) {
    auto& other = other_of(at);
    if (at.has_closed && why == stream_status::closed) {
      at.is_broken = true;
    } else if (why == stream_status::end) {
      EXPECT_TRUE(reads);
      EXPECT_TRUE(other.has_finished);
      EXPECT_TRUE(other.out.is_empty())
          << other.out.left() << " are lost; the sender: finished " << other.has_finished
          << ", over " << other.out.is_over << ", sends " << other.is_sending << " of "
          << other.length << ", waits " << !other.writing.is_done() << ", its state "
          << name(other.stream->core().failure()) << ", lends "
          << other.stream->core().state.out.lends;
    } else if (why == stream_status::closed) {
      EXPECT_FALSE(reads);
      EXPECT_TRUE(at.has_finished);
    } else {
      EXPECT_TRUE(why == stream_status::reset || why == stream_status::truncated) << name(why);
      EXPECT_TRUE(at.out.is_over || other.out.is_over) << name(why);
      at.is_broken = true;
    }
  }

  /// Counts what is about to be sent as sent, because the peer may receive it before the call ends.
  void begin_send(end& at, std::span<const std::byte> what) {
    at.before = at.stream->statistics().bytes_sent;
    at.length = what.size();
    at.is_sending = true;
    at.out.sent(what);
  }

  /// The send has ended.
  void sent(end& at, stream_status how) {
    at.is_sending = false;
    if (how == stream_status::ok) return;
    if (how == stream_status::timed_out) return gave_up(at);
    const bool is_refused = how == stream_status::busy || how == stream_status::invalid_length;
    if (at.stream->statistics().bytes_sent == at.before) {
      at.out.take_back(at.length);
    } else {
      EXPECT_TRUE(!is_refused && (at.has_closed || how != stream_status::closed)) << name(how);
    }
    if (!is_refused) over(at, how, false);
  }

  /// A send was given up: all of it is sent, or nothing, or the stream is reset.
  void gave_up(end& at) {
    const auto posted = at.stream->statistics().bytes_sent - at.before;
    at.is_sending = false;
    if (at.stream->core().failure() != stream_status::ok) {
      at.out.is_over = true;
    } else if (posted == 0 && at.length != 0) {
      at.out.take_back(at.length);
    } else {
      EXPECT_EQ(posted, at.length);
    }
  }

  void destroy_writing(end& at) {
    const bool gives_up = at.is_sending && !at.writing.is_done();
    at.writing = {};
    if (gives_up) gave_up(at);
  }

  /// To receive into memory cannot always be taken back.
  void destroy_reading(end& at) {
    const bool was_good = at.stream->core().failure() == stream_status::ok;
    at.reading = {};
    if (was_good && at.stream->core().failure() != stream_status::ok) at.out.is_over = true;
  }

  /// Does at most so many operations. `one` does an operation that only this kind of stream has.
  /// Returns the number of operations.
  template <class One>
  std::uint32_t operate(std::uint32_t most, One&& one) {
    std::uint32_t count = 0;
    for (; count != most && !is_over(); ++count) {
      auto& at = chance_.one_in(2) ? a_ : b_;
      if (chance_.one_in(2)) {
        common(at);
      } else {
        one(at);
      }
      for (auto* each : {&a_, &b_}) {
        collect(each->reading);
        collect(each->writing);
      }
    }
    return count;
  }

  void begin(stream::task<>& place, stream::task<> what) {
    place = std::move(what);
    place.start();
    collect(place);
  }

  /// Forgets a coroutine that has ended.
  static void collect(stream::task<>& one) {
    if (!one.is_done()) return;
    one = {};
  }

  /// An operation that both kinds have.
  void common(end& at) {
    switch (chance_.below(13)) {
      case 0:
        if (chance_.one_in(3)) destroy_reading(at);
        break;
      case 1:
        if (chance_.one_in(10)) destroy_writing(at);
        break;
      case 2:
        if (chance_.one_in(4)) at.stream->ping();
        break;
      case 3:
        if (!chance_.one_in(60)) break;
        at.has_finished = true;
        at.stream->shutdown_send();
        break;
      case 4:
        if (!chance_.one_in(200)) break;
        at.out.is_over = true;
        at.stream->reset(static_cast<std::uint16_t>(chance_.below(0x1000)));
        break;
      case 5:
        if (!chance_.one_in(2000) || at.has_closed) break;
        at.out.is_over = true;
        at.stream->native().to_error();
        break;
      case 6:
        if (chance_.one_in(400)) close(at);
        break;
      default:
        for (auto turns = chance_.below(4); turns != 0; --turns) world_.engine.poll();
    }
  }

  /// Closes an end whose coroutines may wait. The bytes that it has sent arrive, up to FIN, or the
  /// other end hears that they do not.
  void close(end& at) {
    at.out.is_over = at.has_finished = at.has_closed = true;
    const bool is_first = at.stream->native().is_open();
    const bool is_good = at.stream->close(world_.soon());
    EXPECT_TRUE(is_first || is_good);
    EXPECT_FALSE(at.stream->native().is_open());
  }

  /// Ends both: by FIN, or by destroying one and then the other. `drain` reads to the end.
  template <class Drain>
  void finish(Drain&& drain) {
    for (auto* one : {&a_, &b_}) {
      destroy_writing(*one);
      destroy_reading(*one);
    }
    if (a_.out.is_over || b_.out.is_over || chance_.one_in(4)) {
      a_.out.is_over = true;
      a_.stream.reset();
      b_.stream->ping();
      if (chance_.one_in(2)) drain(b_);
      b_.stream.reset();
      return;
    }
    for (auto* one : {&a_, &b_}) {
      one->has_finished = true;
      one->stream->shutdown_send();
    }
    drain(a_);
    drain(b_);
    EXPECT_TRUE(a_.out.is_empty() && b_.out.is_empty());
    if (chance_.one_in(2)) {
      stream::task<> both[] = {finish_one(a_), finish_one(b_)};
      for (auto& one : both) one.start();
      EXPECT_TRUE(world_.engine.run_until([&] { return both[0].is_done() && both[1].is_done(); },
                                          long_enough));
    }
    EXPECT_TRUE(a_.stream->close(long_enough));
    EXPECT_TRUE(b_.stream->close(long_enough));
  }

  stream::task<> finish_one(end& at) {
    auto finishing = at.stream->finish();
    const bool is_good = co_await finishing;
    EXPECT_TRUE(is_good);
  }

  end& other_of(end& at) { return &at == &a_ ? b_ : a_; }
  bool is_over() const { return a_.is_broken && b_.is_broken; }

  random_world<Engine>& world_;
  test::dice& chance_;
  end a_, b_;
};

}  // namespace verbatim::testing
