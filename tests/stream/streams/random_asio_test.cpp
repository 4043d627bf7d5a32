// Random operations of Asio on pairs of streams that are cancelled, closed and destroyed at random, beside a
// model in memory: random_asio_test [OPERATIONS]. VERBATIM_SEED repeats a run.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <asio.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "device_under_test.hpp"
#include "dice.hpp"
#include "long_enough.hpp"
#include "random_model.hpp"
#include "verbatim/asio.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim {

std::uint64_t operations = 40'000;  // of all tests together

namespace {

namespace asio_room = stream::with_asio;
using asio_room::error_code;

/// The things that all pairs of a test share.
template <class Engine>
struct asio_world {
  static constexpr std::uint32_t most_bytes = 20'000;

  explicit asio_world(test::dice& by) : chance(by) {
    const auto made = chance.bytes(from.length());
    std::copy(made.begin(), made.end(), from.memory().begin());
  }

  std::span<const std::byte> random_bytes() {
    const std::uint32_t most[] = {2, 300, 300, 3000, most_bytes};
    return from.memory().subspan(chance.below(most_bytes), 1 + chance.below(most[chance.below(5)]));
  }
  std::chrono::microseconds soon() { return std::chrono::microseconds(chance.below(3) * 50); }

  test::dice& chance;
  context device = testing::device_under_test();
  pd domain{device};
  mr from = mr::allocate(domain, 2 * most_bytes, {.access = access::local_write});
  asio::io_context io{1};
  asio_room::hub<Engine> hub{io, device, {.cqes = 1024}};
  std::uint64_t begun = 0, called = 0;  ///< operations, and their handlers
};

template <class Engine>
class asio_pair {
  using end_type = asio_room::byte_stream<Engine>;

  /// An operation whose handler was not called. The handler keeps it, and so its memory.
  struct operation {
    asio::cancellation_signal stop;
    bool is_over = false;
    bool was_cancelled = false;
    std::vector<std::byte> bytes;
  };
  using pointer = std::shared_ptr<operation>;

  struct end {
    std::optional<end_type> stream;
    testing::model_direction out;
    pointer reading, writing, finishing;
    bool has_finished = false;  ///< writing
    bool has_closed = false;
    bool has_limit = false;  ///< expires_after() was called
  };

 public:
  explicit asio_pair(asio_world<Engine>& world) : world_(world), chance_(world.chance) {
    for (auto* one : {&a_, &b_}) one->stream.emplace(world.hub, world.domain, options());
    const auto address = a_.stream->native().address();
    a_.stream->connect(b_.stream->native().address());
    b_.stream->connect(address);
  }

  /// Does at most so many operations, and ends both streams. Returns the number of operations.
  std::uint32_t run(std::uint32_t most) {
    std::uint32_t count = 0;
    for (; count != most && a_.stream && b_.stream; ++count) {
      one(chance_.one_in(2) ? a_ : b_);
      if (is_over() && chance_.one_in(50)) break;
    }
    if (a_.stream && b_.stream && !is_over() && chance_.one_in(2)) finish();
    for (auto* one : {&a_, &b_}) {
      one->has_closed = true;
      one->stream.reset();
    }
    world_.io.restart();
    world_.io.run();
    EXPECT_EQ(world_.begun, world_.called);  // each handler once
    return count;
  }

 private:
  stream::stream_options options() {
    stream::stream_options how{.window = 1 + chance_.below(20),
                               .slot_bytes = 64 + chance_.below(1000)};
    if (chance_.one_in(2)) how.ring_bytes = 2 * how.slot_bytes + chance_.below(20'000);
    return how;
  }

  void one(end& at) {
    switch (chance_.below(14)) {
      case 0:
      case 1:
        return read(at);
      case 2:
        return write(at);
      case 3:
        return send(at);
      case 4:
        return emit(at.reading);
      case 5:
        return emit(at.writing);
      case 6:
        if (!chance_.one_in(10)) return;
        for (const auto& each : {at.reading, at.writing, at.finishing}) mark_cancelled(each);
        return at.stream->cancel();
      case 7:
        at.has_limit = true;
        if (chance_.one_in(3)) return at.stream->expires_never();
        return at.stream->expires_after(world_.soon());
      case 8:
        if (!chance_.one_in(60)) return;
        at.has_finished = true;
        return chance_.one_in(2) ? async_finish(at) : at.stream->shutdown_send();
      case 9:
        return end_early(at);
      default:
        for (auto turns = chance_.below(4); turns != 0; --turns) {
          world_.io.restart();
          world_.io.poll_one();
        }
    }
  }

  /// Ends the stream otherwise than by FIN, now and then.
  void end_early(end& at) {
    if (!chance_.one_in(100)) return;
    at.out.is_over = true;
    for (const auto& each : {at.reading, at.writing, at.finishing}) mark_cancelled(each);
    switch (chance_.below(3)) {
      case 0:
        return at.stream->reset(static_cast<std::uint16_t>(chance_.below(0x1000)));
      case 1:
        at.has_finished = at.has_closed = true;
        (void)at.stream->close(world_.soon());
        return;
      default:
        at.has_closed = true;
        at.stream.reset();
    }
  }

  /// Begins an operation. `done(operation&, error_code, std::size_t)` is called at its end, if it was not
  /// refused because of another one.
  template <class Done>
  auto begin(pointer& place, const pointer& made, Done done) {
    const bool is_second = place && !place->is_over;
    if (!is_second) place = made;
    ++world_.begun;
    return asio::bind_cancellation_slot(made->stop.slot(), [this, made, is_second, done](
                                                               error_code why, std::size_t count) {
      ++world_.called;
      EXPECT_FALSE(made->is_over);
      made->is_over = true;
      if (is_second) {
        // The other may have ended by now, but it was there when this one began.
        EXPECT_TRUE(why == asio::error::already_started || made->was_cancelled) << why.message();
        return;
      }
      done(*made, why, count);
    });
  }

  void read(end& at) {
    const auto made = std::make_shared<operation>();
    made->bytes.resize(1 + chance_.below(chance_.one_in(2) ? 100 : 3000));
    auto& stream = *at.stream;
    stream.async_read_some(
        asio::buffer(made->bytes),
        begin(at.reading, made, [this, &at](operation& one, error_code why, std::size_t count) {
          if (why) return over(at, one, why, true);
          EXPECT_GT(count, 0u);
          other_of(at).out.received(std::span<const std::byte>(one.bytes).first(count));
        }));
  }

  void write(end& at) {
    const auto made = std::make_shared<operation>();
    const auto what = world_.random_bytes();
    at.stream->async_write_some(
        asio::buffer(what.data(), what.size()),
        begin(at.writing, made,
              [this, &at, what](operation& one, error_code why, std::size_t count) {
                if (why) return over(at, one, why, false);
                EXPECT_GT(count, 0u);
                at.out.sent(what.first(count));
              }));
  }

  /// Counts the slice as sent when it begins, because the peer may receive it before it ends.
  void send(end& at) {
    const auto made = std::make_shared<operation>();
    const auto what = world_.random_bytes();
    auto& native = at.stream->native();
    const bool is_counted = (!at.writing || at.writing->is_over) &&
                            native.core().write_status() == stream::stream_status::ok;
    if (is_counted) at.out.sent(what);
    const auto before = native.statistics().bytes_sent;
    const auto offset = static_cast<std::uint64_t>(what.data() - world_.from.memory().data());
    at.stream->async_send(world_.from.slice(offset, what.size()),
                          begin(at.writing, made,
                                [this, &at, what, before, is_counted](
                                    operation& one, error_code why, std::size_t count) {
                                  if (why && is_counted) failed(at, what.size(), before);
                                  if (why) return over(at, one, why, false);
                                  EXPECT_TRUE(is_counted);
                                  EXPECT_EQ(count, what.size());
                                }));
  }

  /// A send has failed: nothing of it is sent, or the stream is over.
  void failed(end& at, std::size_t length, std::uint64_t before) {
    if (!at.stream) {
      at.out.is_over = true;
    } else if (at.stream->native().statistics().bytes_sent == before) {
      at.out.take_back(length);
    } else {
      EXPECT_NE(at.stream->native().core().failure(), stream::stream_status::ok);
      at.out.is_over = true;
    }
  }

  void async_finish(end& at) {
    const auto made = std::make_shared<operation>();
    auto handler =
        begin(at.finishing, made, [this, &at](operation& one, error_code why, std::size_t) {
          if (why) return over(at, one, why, true);
          EXPECT_TRUE(other_of(at).has_finished);
        });
    at.stream->async_finish(asio::bind_cancellation_slot(
        made->stop.slot(), [handler = handler.get()](error_code why) mutable { handler(why, 0); }));
  }

  void emit(const pointer& which) {
    if (!which || which->is_over) return;
    const auto kind = chance_.one_in(30)  ? asio::cancellation_type::terminal
                      : chance_.one_in(2) ? asio::cancellation_type::total
                                          : asio::cancellation_type::partial;
    which->was_cancelled = true;
    which->stop.emit(kind);
  }
  static void mark_cancelled(const pointer& which) {
    if (which) which->was_cancelled = true;
  }

  /// An operation has ended with an error, which needs a reason.
  void over(end& at, const operation& one, const error_code& why, bool reads) {
    const auto& other = other_of(at);
    const bool is_broken = at.out.is_over || other.out.is_over;
    if (why == asio::error::operation_aborted) {
      EXPECT_TRUE(one.was_cancelled || at.has_closed);
    } else if (why == asio::error::timed_out) {
      EXPECT_TRUE(at.has_limit);
    } else if (why == asio::error::eof) {
      EXPECT_TRUE(reads && other.has_finished);
      EXPECT_TRUE(other.out.is_empty()) << other.out.left() << " bytes are lost";
    } else if (why == asio::error::broken_pipe) {
      EXPECT_TRUE(reads ? at.has_closed : at.has_finished);
    } else {
      EXPECT_TRUE(is_broken) << why.message();
      EXPECT_TRUE(why == asio::error::connection_reset || why == asio::error::connection_aborted)
          << why.message();
    }
  }

  /// Ends both by FIN. Everything that was sent arrives.
  void finish() {
    for (auto* one : {&a_, &b_}) {
      for (const auto& each : {one->reading, one->writing, one->finishing}) mark_cancelled(each);
      one->stream->expires_never();
      one->stream->cancel();
    }
    world_.io.restart();
    world_.io.run();
    if (is_over()) return;  // a send that had begun was cancelled
    for (auto* one : {&a_, &b_}) {
      one->has_finished = true;
      one->stream->shutdown_send();
    }
    for (auto* one : {&a_, &b_}) {
      auto& from = other_of(*one).out;
      std::array<std::byte, 2000> piece;
      for (;;) {
        const auto got = one->stream->native().read_some(piece, long_enough);
        if (!got) {
          EXPECT_EQ(got.status, stream::stream_status::end) << name(got.status);
          break;
        }
        from.received(std::span<const std::byte>(piece).first(got.bytes));
      }
      EXPECT_TRUE(from.is_empty()) << from.left() << " bytes are lost";
    }
    for (auto* one : {&a_, &b_}) EXPECT_TRUE(one->stream->close(long_enough));
  }

  bool is_over() const {
    return a_.out.is_over || b_.out.is_over || a_.has_closed || b_.has_closed;
  }
  end& other_of(end& at) { return &at == &a_ ? b_ : a_; }

  asio_world<Engine>& world_;
  test::dice& chance_;
  end a_, b_;
};

template <class Engine>
class random_asio : public ::testing::Test {};

using engines = ::testing::Types<stream::direct_engine<>, stream::verbs_engine>;
TYPED_TEST_SUITE(random_asio, engines);

TYPED_TEST(random_asio, cancels_closes_and_destroys_streams) {
  test::dice chance;
  asio_world<TypeParam> world(chance);
  for (auto left = operations / 2; left != 0 && !this->HasFailure();) {
    const auto count =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(left, 1 + chance.below(2000)));
    left -= std::max(1u, asio_pair<TypeParam>(world).run(count));
  }
  EXPECT_GT(world.called, operations / 20);
}

}  // namespace
}  // namespace verbatim

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (argc > 1) verbatim::operations = std::strtoull(argv[1], nullptr, 10);
  return RUN_ALL_TESTS();
}
