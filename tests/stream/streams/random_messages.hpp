// Random operations on a pair of channels of messages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "random_pair.hpp"
#include "verbatim/stream.hpp"

namespace verbatim::testing {

template <class Engine>
class random_messages : public random_pair<Engine, stream::message_channel<Engine>> {
  using base = random_pair<Engine, stream::message_channel<Engine>>;
  using end = typename base::end;
  using message = stream::message<Engine>;
  using base::a_, base::b_, base::world_, base::chance_;
  using stream_status = stream::stream_status;

 public:
  explicit random_messages(random_world<Engine>& world)
      : base(world, options(world.chance), options(world.chance)) {}

  /// Does at most so many operations, and ends both channels. Returns the number of operations.
  std::uint32_t run(std::uint32_t most) {
    const auto count = base::operate(most, [this](end& at) { one(at); });
    held_.clear();
    base::finish([this](end& at) { drain(at); });
    return count;
  }

 private:
  static stream::stream_options options(test::dice& chance) {
    stream::stream_options how{.window = 1 + chance.below(chance.one_in(3) ? 4 : 40),
                               .slot_bytes = 64 + chance.below(chance.one_in(3) ? 64 : 1900)};
    if (chance.one_in(2)) how.lend_from = 1 + chance.below(10'000);
    if (chance.one_in(3)) how.receives = stream::receive_from::shared;
    return how;
  }

  void one(end& at) {
    const auto what = world_.random_bytes();
    auto& channel = *at.stream;
    switch (chance_.below(10)) {
      case 0:
        if (!at.writing.is_done()) return expect_busy(at, channel.try_send(what));
        return tried(at, what, channel.try_send(what));
      case 1:
      case 2:
        return take(at, channel.try_receive());
      case 3:
        if (at.writing.is_done()) base::begin(at.writing, send(at, what, false));
        return;
      case 4:
        if (at.writing.is_done()) base::begin(at.writing, send(at, what, true));
        return;
      case 5:
        if (at.reading.is_done()) base::begin(at.reading, receive(at));
        return;
      case 6:
        if (at.reading.is_done()) base::begin(at.reading, receive_into(at));
        return;
      case 7:
        return take(at, channel.receive(world_.soon()));
      case 8: {
        if (!at.reading.is_done()) return;
        const bool was_good = channel.core().failure() == stream_status::ok;
        const auto place = place_of(at);
        const auto got = channel.receive_into(world_.into, place, world_.most_bytes, world_.soon());
        if (was_good && channel.core().failure() != stream_status::ok &&
            got.status == stream_status::timed_out) {
          at.out.is_over = true;
        }
        return fetched(at, got, place);
      }
      default:
        if (!held_.empty() && chance_.one_in(2)) {
          std::swap(held_.front(), held_[chance_.below(static_cast<std::uint32_t>(held_.size()))]);
          return held_.pop_front();
        }
        if (!at.writing.is_done()) return expect_busy(at, channel.send(what, world_.soon()));
        base::begin_send(at, what);
        if (chance_.one_in(2)) return base::sent(at, channel.send(what, world_.soon()));
        return base::sent(
            at, channel.send(world_.from, world_.offset_of(what), what.size(), world_.soon()));
    }
  }

  /// Nothing is sent while another send waits.
  void expect_busy(end& at, stream_status how) {
    EXPECT_TRUE(how == stream_status::busy || at.stream->core().failure() != stream_status::ok ||
                at.has_finished)
        << name(how);
  }

  void tried(end& at, std::span<const std::byte> what, stream_status how) {
    if (how == stream_status::ok) return at.out.sent(what);
    if (how == stream_status::invalid_length) {
      EXPECT_TRUE(what.empty() || what.size() > at.stream->longest_message());
    } else if (!base::is_harmless(how)) {
      base::over(at, how, false);
    }
  }

  stream::task<> send(end& at, std::span<const std::byte> what, bool in_place) {
    base::begin_send(at, what);
    auto put = stream_status::ok;
    if (in_place) {
      put = co_await at.stream->send(world_.from, world_.offset_of(what), what.size());
    } else {
      put = co_await at.stream->send(what);
    }
    base::sent(at, put);
  }

  stream::task<> receive(end& at) {
    auto got = co_await at.stream->receive();
    take(at, std::move(got));
  }

  stream::task<> receive_into(end& at) {
    const auto place = place_of(at);
    const auto got = co_await at.stream->receive_into(world_.into, place, world_.most_bytes);
    fetched(at, got, place);
  }

  void take(end& at, message got) {
    if (got) {
      std::vector<std::byte> bytes(got.size());
      EXPECT_EQ(got.copy_to(bytes), bytes.size());
      base::other_of(at).out.received_message(bytes);
      if (chance_.one_in(4)) held_.push_back(std::move(got));
    } else if (got.status() != stream_status::lent && !base::is_harmless(got.status())) {
      base::over(at, got.status(), true);
    }
  }

  /// Returns the offset of memory that no device writes into. After a receive that was given up, it may
  /// still write into the memory of that one.
  std::uint64_t place_of(end& at) const {
    const bool is_good = at.stream->core().failure() == stream_status::ok;
    return std::uint64_t{world_.most_bytes} * ((&at == &a_ ? 0 : 2) + (is_good ? 0 : 1));
  }

  void fetched(end& at, stream::byte_result got, std::uint64_t offset) {
    if (got) {
      base::other_of(at).out.received_message(world_.into.memory().subspan(offset, got.bytes));
    } else if (!base::is_harmless(got.status)) {
      base::over(at, got.status, true);
    }
  }

  void drain(end& at) {
    for (auto how = stream_status::ok; how == stream_status::ok;) {
      const auto place = place_of(at);
      const auto got =
          at.stream->receive_into(world_.into, place, world_.most_bytes, 3 * long_enough);
      fetched(at, got, place);
      how = got.status;
      EXPECT_NE(how, stream_status::timed_out);
    }
  }

  std::deque<message> held_;  ///< of both ends; released before the channels
};

}  // namespace verbatim::testing
