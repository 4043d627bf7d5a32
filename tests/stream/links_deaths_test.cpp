// Peers of streams that are killed. Their connection tells the other end, which need not send anything.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
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

/// Connects to the port that it is told, writes 3 bytes, and keeps the stream.
void be_a_client(const other_process::reporter& parent) {
  const auto port = std::to_string(parent.hear());
  program its;
  stream::connector connector(its.engine);
  connector.connect(its.stream, "127.0.0.1", port).get().check();
  const std::array<std::byte, 3> bytes{};
  parent.say(static_cast<std::uint32_t>(its.stream.write_some(bytes, 30s).bytes));
  parent.stay();
}

/// Says its port once it is told to begin, accepts, and keeps the stream.
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

/// librdmacm does not work in a process that was forked after its first call.
class links_deaths : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    client = std::make_unique<other_process>(be_a_client);
    server = std::make_unique<other_process>(be_a_server);
  }
  static void TearDownTestSuite() {
    client.reset();
    server.reset();
  }
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

}  // namespace
}  // namespace verbatim
