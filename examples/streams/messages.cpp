// A channel of messages between two coroutines: each message arrives whole and in order, and a sender
// waits while its peer is slow.
#include <cstdio>
#include <span>
#include <stdexcept>
#include <string>

#include "verbatim/stream.hpp"
#include "verbatim/verbs.hpp"

using namespace verbatim;
using stream::stream_status;
using engine_type = stream::verbs_engine;  // of any device; direct_engine<> is faster, on mlx5
using channel = stream::message_channel<engine_type>;

constexpr int count = 200;

stream::task<> produce(channel& to) {
  for (int i = 0; i < count; ++i) {
    const auto text = "message " + std::to_string(i);
    const auto how = co_await to.send(std::as_bytes(std::span(text)));
    if (how != stream_status::ok) throw std::runtime_error(std::string(name(how)));
  }
  to.shutdown_send();
}

stream::task<int> consume(channel& from) {
  int received = 0;
  while (const auto message = co_await from.receive()) {
    std::string text(message.size(), ' ');
    message.copy_to(std::as_writable_bytes(std::span(text)));
    if (text != "message " + std::to_string(received)) throw std::runtime_error("wrong: " + text);
    ++received;
  }
  from.shutdown_send();
  co_return received;
}

int main() try {
  const auto device = open_device();
  const pd domain(device);
  engine_type engine(device);
  channel one(engine, domain), other(engine, domain);  // the other usually in another program
  const auto address = one.address();                  // 64 bytes or so, over a socket of yours
  one.connect(other.address());
  other.connect(address);
  auto produces = produce(one);
  produces.start();
  const int received = engine.run(consume(other));
  produces.take();
  std::printf("%d messages of %d in order\n", received, count);
  return received == count && one.close() && other.close() ? 0 : 1;
} catch (const std::exception& failed) {
  return std::fprintf(stderr, "messages: %s\n", failed.what()), 1;
}
