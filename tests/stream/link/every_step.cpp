// Makes, uses and closes streams, channels, links and a pool. every_fault.py has one step after another fail.
// The program says the error and does all of it once more, which has to succeed. With the word `once` it does
// not: librdmacm keeps its context of a device that was removed.
//
// It ends with 4 if an end waits in vain, 5 if bytes are lost or wrong, and 6 if the second time fails.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "open_files.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/stream/link/connector.hpp"
#include "verbatim/stream/link/listener.hpp"
#include "verbatim/stream/link/pool.hpp"
#include "verbatim/verbs.hpp"

namespace {

using namespace verbatim;
using namespace std::chrono_literals;
using stream::stream_status;
using stream::task;

constexpr auto deadline = 10s;
const char* const here = "127.0.0.1";

/// The wrong behaviour of the library, which no error excuses.
[[noreturn]] void wrong(int code, const std::string& what) {
  std::printf("WRONG: %s\n", what.c_str());
  std::fflush(stdout);
  std::_Exit(code);
}

/// The errors of one pass. A stream returns them as a status.
std::set<std::string> told;
void tell(std::string_view where, stream_status status) {
  told.emplace(std::string(where) + ": " + std::string(name(status)));
}
void tell(const error& e) {
  if (e.call().empty() || e.object().empty() || e.advice().empty()) wrong(2, e.what());
  told.emplace(e.what());
}

template <class Engine>
class pass {
  using bytes = stream::byte_stream<Engine>;
  using channel = stream::message_channel<Engine>;
  using pool_type = stream::pool<Engine, stream::byte_stream>;
  static constexpr std::size_t slice = 40'000;

 public:
  void all() {
    by_address();
    channels();
    links();
    pools();
  }

 private:
  template <class... Tasks>
  void until_done(std::string_view where, Tasks&... tasks) {
    (tasks.start(), ...);
    if (!engine.run_until([&] { return (tasks.is_done() && ...); }, deadline)) {
      std::string open(where);
      for (const bool is_done : {tasks.is_done()...}) open += is_done ? " done" : " waits";
      wrong(4, open);
    }
    (tasks.take(), ...);
  }

  /// Writes bytes and a slice, and finishes. Returns true if the peer has received all.
  task<bool> writes(bytes& to) {
    for (std::size_t at = 0; at < before;) {
      const auto put = co_await to.write_some(memory.memory().subspan(at, before - at));
      at += put.bytes;
      if (put) continue;
      tell("write", put.status);
      co_return false;
    }
    const auto sent = co_await to.send(memory.slice(before, slice));
    if (!sent) {
      tell("send", sent.status);
      co_return false;
    }
    auto finishing = to.finish();
    co_return co_await finishing;
  }

  /// Reads to the end, and finishes. Returns the number of bytes if the end was reached.
  task<std::size_t> reads(bytes& from) {
    std::array<std::byte, 5000> piece;
    std::size_t at = 0;
    for (;;) {
      const auto got = co_await from.read_some(piece);
      const auto right = memory.memory().subspan(0, before + slice);
      if (at + got.bytes > right.size() ||
          !std::equal(piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(got.bytes),
                      right.begin() + static_cast<std::ptrdiff_t>(at))) {
        wrong(5, "bytes that were not written");
      }
      at += got.bytes;
      if (got) continue;
      if (got.status != stream_status::end) {
        tell("read", got.status);
        co_return 0;
      }
      auto finishing = from.finish();
      if (!co_await finishing) tell("finish", from.core().failure());
      co_return at;
    }
  }

  void transfer(bytes& a, bytes& b) {
    auto write = writes(a);
    auto read = reads(b);
    write.start();
    read.start();
    if (!engine.run_until([&] { return write.is_done() && read.is_done(); }, deadline)) {
      wrong(4, std::string("the writer ") + (write.is_done() ? "is done" : "waits") +
                   ", the reader " + (read.is_done() ? "is done" : "waits"));
    }
    const auto count = read.take();
    if (write.take() && count != before + slice) wrong(5, "bytes are lost that were received");
    if (count != 0 && count != before + slice) wrong(5, "the end came too early");
    (void)a.close(deadline);
    (void)b.close(deadline);
  }

  void by_address() {
    bytes a(engine, domain, {.keepalive = 300ms});
    bytes b(engine, domain, {.window = 8, .ring_bytes = 32'768, .keepalive = 300ms});
    const auto address = a.address();
    a.connect(b.address());
    b.connect(address);
    transfer(a, b);
  }

  /// Sends a message of each kind: copied, out of registered memory, and lent.
  task<> sends(channel& to) {
    for (const std::size_t length : lengths) {
      auto put = stream_status::ok;
      if (length == lengths[0]) {
        put = co_await to.send(memory.memory().first(length));
      } else {
        put = co_await to.send(memory, 0, length);
      }
      if (put == stream_status::ok) continue;
      tell("send of a message", put);
      co_return;
    }
    auto finishing = to.finish();
    if (!co_await finishing) tell("finish of a channel", to.core().failure());
    acknowledged = true;
  }

  task<> receives(channel& from) {
    for (const std::size_t length : lengths) {
      const auto got = co_await from.receive_into(target, 0, slice);
      if (!got) {
        if (got.status == stream_status::end) wrong(5, "a message is lost");
        tell("receive", got.status);
        co_return;
      }
      if (got.bytes != length ||
          !std::equal(target.memory().begin(),
                      target.memory().begin() + static_cast<std::ptrdiff_t>(length),
                      memory.memory().begin())) {
        wrong(5, "a message is wrong");
      }
    }
    auto finishing = from.finish();
    if (!co_await finishing) tell("finish of a channel", from.core().failure());
    received = true;
  }

  void channels() {
    channel a(engine, domain, {.window = 8, .keepalive = 300ms});
    channel b(engine, domain, {.window = 8, .lend_from = 20'000, .keepalive = 300ms});
    const auto address = a.address();
    a.connect(b.address());
    b.connect(address);
    acknowledged = received = false;
    auto send = sends(a);
    auto receive = receives(b);
    until_done("a channel:", send, receive);
    if (acknowledged && a.is_finished() && !received) wrong(5, "messages are lost");
    (void)a.close(deadline);
    (void)b.close(deadline);
  }

  void links() {
    const stream::stream_options how{.keepalive = 300ms};
    bytes a(engine, domain, how), b(engine, domain, how);
    stream::listener<Engine> listener(engine);
    stream::connector<Engine> connector(engine);
    auto accepted = listener.accept(b);
    auto connected = connector.connect(a, here, std::to_string(listener.port()), in_time);
    if (!engine.run_until([&] { return connected.is_done(); }, deadline)) wrong(4, "connect()");
    if (const auto made = connected.get(); !made) return tell(made.error());
    // If the other end does not hear that it is connected, it waits for the next, and this one gets the
    // error.
    if (!engine.run_until([&] { return accepted.is_done() || !a.is_quiet(); }, deadline)) {
      wrong(4, "accept()");
    }
    if (!accepted.is_done() || !accepted.get()) {
      if (accepted.is_done()) tell(accepted.get().error());
      std::array<std::byte, 8> piece;
      const auto got = a.read_some(piece, deadline);
      if (got.status == stream_status::timed_out) wrong(4, "a stream that was not accepted");
      return tell("read", got.status);
    }
    transfer(a, b);
  }

  task<> serves(stream::listener<Engine>& door, std::optional<bytes>& with) {
    for (;;) {
      with.emplace(engine, domain, stream::stream_options{.keepalive = 300ms});
      auto accepting = door.accept(*with);
      const stream::link_result made = co_await accepting;
      if (!made) {
        tell(made.error());
        continue;
      }
      std::array<std::byte, 64> piece;
      for (;;) {
        const auto got = co_await with->read_some(piece);
        if (!got) break;
        const auto put = co_await with->write_some(std::span(piece).first(got.bytes));
        if (!put) break;
      }
    }
  }

  /// Asks by a stream of the pool, twice.
  task<> asks(pool_type& pool) {
    for (int i = 0; i < 2; ++i) {
      auto lease = co_await pool.take();
      if (!lease) {
        tell(lease.why());
        continue;
      }
      const auto put = co_await lease->write_some(memory.memory().first(8));
      if (!put) tell("write of a lease", put.status);
      std::array<std::byte, 8> piece;
      const auto got = co_await lease->read_some(piece);
      if (!got) tell("read of a lease", got.status);
    }
  }

  void pools() {
    stream::listener<Engine> listener(engine);
    std::optional<bytes> with;
    auto serving = serves(listener, with);
    serving.start();
    {
      pool_type pool(
          engine, domain, here, std::to_string(listener.port()),
          {.first_pause = 5ms, .tries = 1, .stream = {.keepalive = 300ms}, .link = in_time});
      auto asking = asks(pool);
      until_done("a pool:", asking);
    }
    // Only an error ends the server.
    if (serving.is_done()) serving.take();
  }

  const stream::link_options in_time{.timeout = 1s};
  static constexpr std::array<std::size_t, 3> lengths{1000, 10'000, 30'000};
  static constexpr std::size_t before = 10'000;

  context device = open_device();
  pd domain{device};
  mr memory = filled(domain);
  mr target = mr::allocate(domain, slice, {.access = access::local_write});
  Engine engine{device};
  bool acknowledged = false, received = false;

  static mr filled(const pd& domain) {
    auto made =
        mr::allocate(domain, before + slice, {.access = access::local_write | access::remote_read});
    std::uint32_t number = 1;
    for (auto& one : made.memory()) one = static_cast<std::byte>((number *= 1664525) >> 16);
    return made;
  }
};

template <class Engine>
void run() {
  // An engine that has failed, or whose making has, ends the pass; its destructors must not hang.
  try {
    pass<Engine>().all();
  } catch (const error& e) {
    tell(e);
  }
}

}  // namespace

/// every_step direct|verbs [once]
int main(int argc, char** argv) {
  const std::string_view engine = argc > 1 ? argv[1] : "direct";
  on_leak([](const error& leaked) noexcept { told.emplace(leaked.what()); });
  const auto once = engine == "verbs" ? run<stream::verbs_engine> : run<stream::direct_engine<>>;
  once();
  for (const auto& one : told) std::printf("%s\n", one.c_str());
  std::fflush(stdout);
  if (!told.empty() && argc < 3) {
    told.clear();
    once();
    for (const auto& one : told) std::printf("AGAIN: %s\n", one.c_str());
    if (!told.empty()) return 6;
  }
  std::fprintf(stderr, "open files: %td\n",
               verbatim::testing::open_files(verbatim::testing::first_of_emulator));
}
