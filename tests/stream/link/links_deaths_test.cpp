// Peers of streams that are killed. Their connection informs the other end, which need not send anything.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "device_under_test.hpp"
#include "long_enough.hpp"
#include "other_process.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/stream/link/connector.hpp"
#include "verbatim/stream/link/listener.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;
using stream::stream_status;

constexpr auto deadline = 5s;

/// One program. Make it after fork.
struct program {
  context device = testing::device_under_test();
  pd domain{device};
  stream::direct_engine<> engine{device};
  stream::byte_stream<stream::direct_engine<>> stream{engine, domain};
};

/// Connects to the port that it gets, writes 3 bytes, and keeps the stream.
void be_a_client(const other_process::reporter& parent) {
  const auto port = std::to_string(parent.hear());
  program its;
  stream::connector connector(its.engine);
  connector.connect(its.stream, "127.0.0.1", port).get().check();
  const std::array<std::byte, 3> bytes{};
  parent.say(static_cast<std::uint32_t>(its.stream.write_some(bytes, 30s).bytes));
  parent.stay();
}

/// Prints its port when it may begin, accepts, and keeps the stream.
void be_a_server(const other_process::reporter& parent) {
  (void)parent.hear();
  program its;
  stream::listener listener(its.engine);
  auto accepted = listener.accept(its.stream);
  parent.say(listener.port());
  accepted.get().check();
  parent.say(1);
  parent.stay();
}

/// Connects to the port that it gets, and asks again and again until it is killed.
void be_a_busy_client(const other_process::reporter& parent) {
  const auto port = std::to_string(parent.hear());
  program its;
  stream::connector connector(its.engine);
  connector.connect(its.stream, "127.0.0.1", port).get().check();
  std::array<std::byte, 9000> bytes{};
  for (;;) {
    (void)its.stream.write_some(bytes, 30s);
    (void)its.stream.read_some(bytes, 30s);
  }
}

/// Sends back what comes, to the end of the stream. Returns its status.
template <class Stream>
stream::task<stream_status> echo(Stream& with) {
  std::array<std::byte, 3000> piece;
  for (;;) {
    const auto got = co_await with.read_some(piece);
    if (!got) co_return got.status;
    for (auto left = std::span(piece).first(got.bytes); !left.empty();) {
      const auto put = co_await with.write_some(left);
      if (!put) co_return put.status;
      left = left.subspan(put.bytes);
    }
  }
}

/// librdmacm does not work in a process that was forked after its first call.
class links_deaths : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    client = std::make_unique<other_process>(be_a_client);
    server = std::make_unique<other_process>(be_a_server);
    for (auto& one : busy) one = std::make_unique<other_process>(be_a_busy_client);
  }
  static void TearDownTestSuite() {
    client.reset();
    server.reset();
    for (auto& one : busy) one.reset();
  }
  static inline std::array<std::unique_ptr<other_process>, 10> busy;
  static inline std::unique_ptr<other_process> client, server;
};

TEST_F(links_deaths, of_a_client_whose_bytes_were_read) {
  program its;
  stream::listener listener(its.engine);
  auto accepted = listener.accept(its.stream);
  client->tell(listener.port());
  const auto how = accepted.get();
  ASSERT_TRUE(how) << how.error().what();
  EXPECT_EQ(client->hear(), 3u);
  std::array<std::byte, 64> piece;
  EXPECT_EQ(its.stream.read_some(piece, long_enough).bytes, 3u);
  client->kill_it();
  const auto begin = clock::now();
  const auto got = its.stream.read_some(piece, long_enough);
  EXPECT_EQ(got.status, stream_status::truncated) << name(got.status);
  EXPECT_LT(clock::now() - begin, deadline);
}

TEST_F(links_deaths, of_a_server_that_reads_nothing) {
  server->tell(0);
  program its;
  stream::connector connector(its.engine);
  const auto how = connector.connect(its.stream, "127.0.0.1", std::to_string(server->hear())).get();
  ASSERT_TRUE(how) << how.error().what();
  EXPECT_EQ(server->hear(), 1u);
  const std::array<std::byte, 4096> bytes{};
  while (its.stream.try_write(bytes)) {
  }
  server->kill_it();
  const auto begin = clock::now();
  auto put = its.stream.write_some(bytes, long_enough);
  while (put) put = its.stream.write_some(bytes, long_enough);
  EXPECT_EQ(put.status, stream_status::truncated) << name(put.status);
  EXPECT_LT(clock::now() - begin, deadline);
}

TEST_F(links_deaths, at_any_time) {
  program its;
  stream::listener listener(its.engine);
  int connected = 0;
  std::chrono::milliseconds life{0};
  for (auto& peer : busy) {
    stream::byte_stream with(its.engine, its.domain);
    auto accepted = listener.accept(with);
    peer->tell(listener.port());
    std::optional<stream::task<stream_status>> echoes;
    const auto until = clock::now() + life;
    while (clock::now() < until) {
      (void)its.engine.wait(1ms);
      if (echoes || !accepted.is_done() || !accepted.get()) continue;
      echoes.emplace(echo(with)).start();
    }
    life = life * 3 / 2 + 7ms;
    peer->kill_it();
    if (!echoes) continue;  // the listener passes over it
    ++connected;
    const auto begin = clock::now();
    ASSERT_TRUE(its.engine.run_until([&] { return echoes->is_done(); }, long_enough));
    EXPECT_LT(clock::now() - begin, deadline);
    EXPECT_EQ(echoes->take(), stream_status::truncated);
  }
  EXPECT_GE(connected, 1);
}

}  // namespace
}  // namespace verbatim
