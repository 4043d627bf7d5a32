// Streams for counting: both ends in one program, on one thread, in steps that callgrind counts.
// instructions.py runs it. The program sleeps between the steps, so that the device has done
// everything and no step polls in vain.
//
//   stream_bench SCENARIO ROUNDS
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

#include "verbatim/stream.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim::bench {

using engine_type = stream::direct_engine<>;
using byte_stream = stream::byte_stream<engine_type>;
using message_channel = stream::message_channel<engine_type>;

constexpr int at_once = 64;  ///< messages of a coroutine's round

// Callgrind counts within these functions.
template <class Work>
[[gnu::noinline]] void counted_send(Work&& work) {
  work();
  asm volatile("" ::: "memory");
}
template <class Work>
[[gnu::noinline]] void counted_receive(Work&& work) {
  work();
  asm volatile("" ::: "memory");
}

void rest() { std::this_thread::sleep_for(std::chrono::milliseconds(10)); }

template <class End>
struct pair {
  explicit pair(const stream::stream_options& how = {})
      : a(engine, domain, how), b(engine, domain, how) {
    const auto address = a.address();
    a.connect(b.address());
    b.connect(address);
  }

  /// Takes what has happened, as a part of receiving. Returns false if nothing has.
  bool turn() {
    rest();
    unsigned count = 0;
    counted_receive([&] { count = engine.poll(); });
    return count != 0;
  }

  context device = open_device();
  pd domain{device};
  engine_type engine{device, {.cqes = 4096, .wait = stream::wait_mode::park}};
  End a, b;
};

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "stream_bench: %s\n", what);
  std::exit(1);
}

/// Sends `depth` times `length` bytes by one write each, and reads them.
void one_way(int rounds, std::size_t length, int depth, bool batch) {
  pair<byte_stream> on;
  std::vector<std::byte> from(length), into(length * static_cast<std::size_t>(depth));
  for (int round = 0; round < rounds; ++round) {
    const auto write = [&] {
      for (int i = 0; i < depth; ++i) {
        if (on.a.try_write(from).bytes != length) fail("there was no room for a write");
      }
    };
    counted_send([&] {
      if (batch) {
        on.engine.batch(write);
      } else {
        write();
      }
    });
    std::size_t got = 0;
    for (int turns = 0; got < into.size(); ++turns) {
      if (turns == 100) fail("bytes are missing");
      on.turn();
      counted_receive([&] { got += on.b.try_read(std::span(into).subspan(got)).bytes; });
    }
    on.turn();  // credits
  }
}

void messages(int rounds, std::size_t length, int depth) {
  pair<message_channel> on;
  std::vector<std::byte> from(length);
  for (int round = 0; round < rounds; ++round) {
    counted_send([&] {
      on.engine.batch([&] {
        for (int i = 0; i < depth; ++i) {
          if (on.a.try_send(from) != stream::stream_status::ok) fail("there was no room");
        }
      });
    });
    int got = 0;
    for (int turns = 0; got < depth; ++turns) {
      if (turns == 100) fail("messages are missing");
      on.turn();
      counted_receive([&] {
        on.engine.batch([&] {
          while (on.b.try_receive()) ++got;
        });
      });
    }
    on.turn();
  }
}

/// Sends datagrams to one peer.
void datagrams(int rounds, std::size_t length, int depth) {
  using datagram_engine = stream::direct_engine<rc, ud>;
  const auto device = open_device();
  const pd domain(device);
  datagram_engine engine(device, {.cqes = 4096, .wait = stream::wait_mode::park});
  stream::datagram_socket<datagram_engine> a(engine, domain), b(engine, domain);
  const stream::datagram_destination to(domain, b.address());
  const std::vector<std::byte> from(length);
  const auto turn = [&] {
    rest();
    counted_receive([&] { engine.poll(); });
  };
  for (int round = 0; round < rounds; ++round) {
    counted_send([&] {
      engine.batch([&] {
        for (int i = 0; i < depth; ++i) {
          if (!a.try_send(from, to)) fail("there was no room");
        }
      });
    });
    int got = 0;
    for (int turns = 0; got < depth; ++turns) {
      if (turns == 100) fail("datagrams are missing");
      turn();
      counted_receive([&] {
        engine.batch([&] {
          while (b.try_receive()) ++got;
        });
      });
    }
    turn();
  }
}

/// Sends registered memory without a copy.
void slices(int rounds, std::uint32_t length) {
  pair<byte_stream> on({.ring_bytes = 1 << 20});
  const auto memory = mr::allocate(on.domain, length, {.access = access::local_write});
  std::vector<std::byte> into(length);
  for (int round = 0; round < rounds; ++round) {
    auto sending = on.a.send(memory.slice());
    bool is_sent = false;
    counted_send([&] { is_sent = sending.await_ready(); });
    std::size_t got = 0;
    for (int turns = 0; got < length || !is_sent; ++turns) {
      if (turns == 100) fail("bytes are missing");
      if (!on.turn()) continue;  // a coroutine would not be resumed either
      counted_receive([&] { got += on.b.try_read(std::span(into).subspan(got)).bytes; });
      counted_send([&] {
        is_sent = is_sent || on.a.native().state() != qp_state::rts || sending.core.slices.step();
      });
    }
    if (sending.await_resume().bytes != length) fail("a send has failed");
    on.turn();
  }
}

stream::task<> echo(byte_stream& with) {
  std::array<std::byte, 64> piece;
  for (;;) {
    const auto got = co_await with.read_some(piece);
    if (!got) break;
    const auto put = co_await with.write_some(std::span(piece).first(got.bytes));
    if (!put) break;
  }
}
stream::task<> ask(byte_stream& with, int& rounds) {
  std::array<std::byte, 64> piece{};
  while (rounds-- > 0) {
    const auto put = co_await with.write_some(piece);
    const auto got = co_await with.read_some(piece);
    if (put.bytes != 64 || got.bytes != 64) fail("an echo is missing");
  }
}

stream::task<> echo(message_channel& with) {
  std::array<std::byte, 64> piece{};
  for (;;) {
    auto got = co_await with.receive();
    if (!got) break;
    got.copy_to(piece);
    got.release();
    const auto put = co_await with.send(piece);
    if (put != stream::stream_status::ok) break;
  }
}
stream::task<> ask(message_channel& with, int& rounds) {
  std::array<std::byte, 64> piece{};
  while (rounds-- > 0) {
    for (int i = 0; i < at_once; ++i) {
      const auto put = co_await with.send(piece);
      if (put != stream::stream_status::ok) fail("a send has failed");
    }
    for (int i = 0; i < at_once; ++i) {
      const auto got = co_await with.receive();
      if (got.copy_to(piece) != piece.size()) fail("an echo is missing");
    }
  }
}

/// Both ends in coroutines. Every turn is counted as receiving.
template <class End>
void coroutines(int rounds) {
  pair<End> on;
  auto serves = echo(on.b), asks = ask(on.a, rounds);
  serves.start();
  asks.start();
  while (!asks.is_done()) on.turn();
  on.b.reset(0);
  on.engine.run_until([&] { return serves.is_done(); });
}

int run(std::string_view what, int rounds) {
  if (what == "bytes_1") return one_way(rounds, 64, 1, false), 1;
  if (what == "bytes_64") return one_way(rounds, 64, 64, true), 64;
  if (what == "bytes_4096") return one_way(rounds, 4096, 16, true), 16;
  if (what == "messages_1") return messages(rounds, 64, 1), 1;
  if (what == "messages_32") return messages(rounds, 64, 32), 32;
  if (what == "datagrams_1") return datagrams(rounds, 64, 1), 1;
  if (what == "datagrams_32") return datagrams(rounds, 64, 32), 32;
  if (what == "slice_65536") return slices(rounds, 1 << 16), 1;
  if (what == "slice_1048576") return slices(rounds, 1 << 20), 1;
  if (what == "coroutines") return coroutines<byte_stream>(rounds), 2;
  if (what == "coroutines_64") return coroutines<message_channel>(rounds), 2 * at_once;
  fail("there is no such scenario");
}

}  // namespace verbatim::bench

int main(int argc, char** argv) try {
  if (argc != 3) return std::fprintf(stderr, "stream_bench SCENARIO ROUNDS\n"), 2;
  const int rounds = std::atoi(argv[2]);
  std::printf("%d\n", rounds * verbatim::bench::run(argv[1], rounds));
  return 0;
} catch (const std::exception& error) {
  return std::fprintf(stderr, "stream_bench: %s\n", error.what()), 1;
}
