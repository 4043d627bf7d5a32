// Random operations on a pair of byte streams.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engines.hpp"
#include "random_pair.hpp"
#include "verbatim/stream.hpp"

namespace verbatim::testing {

template <class Engine>
class random_bytes : public random_pair<Engine, stream::byte_stream<Engine>> {
  using base = random_pair<Engine, stream::byte_stream<Engine>>;
  using end = typename base::end;
  using base::a_, base::b_, base::world_, base::chance_;
  using stream_status = stream::stream_status;

 public:
  explicit random_bytes(random_world<Engine>& world)
      : base(world, options(world.chance), options(world.chance)) {}

  /// Does at most so many operations, and ends both streams. Returns the number of operations.
  std::uint32_t run(std::uint32_t most) {
    const auto count = base::operate(most, [this](end& at) { one(at); });
    base::finish([this](end& at) { drain(at); });
    return count;
  }

 private:
  static stream::stream_options options(test::dice& chance) {
    stream::stream_options how{.window = 1 + chance.below(chance.one_in(3) ? 4 : 40),
                               .slot_bytes = 64 + chance.below(chance.one_in(3) ? 64 : 2000)};
    if (chance.one_in(3)) {
      how.receives = stream::receive_from::shared;
    } else if (has_imm<Engine> && chance.one_in(2)) {
      how.ring_bytes = 2 * how.slot_bytes + chance.below(30'000);
    }
    return how;
  }

  void one(end& at) {
    const auto what = world_.random_bytes();
    const auto into = world_.into.memory().first(chance_.below(chance_.one_in(2) ? 100 : 10'000));
    auto& stream = *at.stream;
    switch (chance_.below(10)) {
      case 0:
        return wrote(at, what, stream.try_write(what));
      case 1:
        return world_.engine.batch([&] {
          for (auto writes = chance_.below(20); writes != 0; --writes) {
            const auto few = what.first(std::min<std::size_t>(what.size(), chance_.below(80)));
            wrote(at, few, stream.try_write(few));
          }
        });
      case 2:
      case 3:
        return read(at, into, stream.try_read(into));
      case 4:
        if (at.writing.is_done()) base::begin(at.writing, write(at, what));
        return;
      case 5:
        if (at.reading.is_done()) base::begin(at.reading, read_some(at));
        return;
      case 6:
        if (at.writing.is_done()) base::begin(at.writing, send(at, what));
        return;
      case 7:
        return wrote(at, what, stream.write_some(what, world_.soon()));
      case 8:
        return read(at, into, stream.read_some(into, world_.soon()));
      default:
        if (!at.writing.is_done()) {
          EXPECT_EQ(stream.send(slice_of(what), world_.soon()).status, stream_status::busy);
          return;
        }
        base::begin_send(at, what);
        return base::sent(at, stream.send(slice_of(what), world_.soon()).status);
    }
  }

  stream::task<> write(end& at, std::span<const std::byte> what) {
    const auto put = co_await at.stream->write_some(what);
    wrote(at, what, put);
  }
  stream::task<> read_some(end& at) {
    // Memory of its own: others read meanwhile.
    std::array<std::byte, 500> into;
    const auto got = co_await at.stream->read_some(into);
    read(at, into, got);
  }
  stream::task<> send(end& at, std::span<const std::byte> what) {
    base::begin_send(at, what);
    const auto put = co_await at.stream->send(slice_of(what));
    EXPECT_TRUE(!put || put.bytes == what.size());
    base::sent(at, put.status);
  }

  memory_slice slice_of(std::span<const std::byte> what) const {
    return world_.from.slice(world_.offset_of(what), what.size());
  }

  void wrote(end& at, std::span<const std::byte> what, stream::byte_result how) {
    ASSERT_LE(how.bytes, what.size());
    if (how.bytes != 0) at.out.sent(what.first(how.bytes));
    // A write succeeds behind a slice that was posted and that the device still reads.
    if (at.is_sending) at.before += how.bytes;
    if (!base::is_harmless(how.status)) base::over(at, how.status, false);
  }
  void read(end& at, std::span<const std::byte> into, stream::byte_result how) {
    ASSERT_LE(how.bytes, into.size());
    base::other_of(at).out.received(into.first(how.bytes));
    if (!base::is_harmless(how.status)) base::over(at, how.status, true);
  }

  void drain(end& at) {
    for (auto how = stream_status::ok; how == stream_status::ok;) {
      const auto got = at.stream->read_some(world_.into.memory(), 3 * long_enough);
      read(at, world_.into.memory(), got);
      how = got.status;
      EXPECT_NE(how, stream_status::timed_out);
    }
  }
};

}  // namespace verbatim::testing
