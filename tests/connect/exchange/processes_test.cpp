// Processes that exchange endpoints over TCP and then speak over RDMA: posting through verbs on any device,
// and by DC on mlx5. The test is the server, and runs itself as the clients.
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "device_under_test.hpp"
#include "verbatim/connect/exchange/exchange_client.hpp"
#include "verbatim/connect/exchange/exchange_server.hpp"
#include "verbatim/connect/path/ah_cache.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/completion/verbs_cq.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"

extern char** environ;

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using testing::device_under_test;

constexpr std::string_view greeting = "hello from the other process";

/// The memory that a client reaches: a message, the bytes that it writes, and a word that it adds
/// to.
struct board {
  std::array<char, 64> message{};
  std::array<char, 64> written{};
  std::uint64_t counter = 40;
};

struct endpoint {
  explicit endpoint(const verbatim::pd& pd)
      : mr(pd, std::span(&memory, 1),
           access::local_write | access::remote_write | access::remote_read |
               access::remote_atomic),
        cq(pd.context(), 16),
        qp(pd, cq) {}

  board memory;
  verbatim::mr mr;
  verbs_cq cq;
  verbs_qp<rc> qp;
};

/// The next completion, which is a good one.
work_completion next(verbs_cq& cq) {
  std::array<work_completion, 1> one;
  const auto deadline = std::chrono::steady_clock::now() + 10s;
  while (cq.poll(one) == 0) {
    if (std::chrono::steady_clock::now() > deadline) throw std::runtime_error("nothing completes");
  }
  if (!one[0].ok()) throw std::runtime_error(explain(one[0]));
  return one[0];
}

/// The same of a queue that is polled directly: false if nothing comes, or it failed.
template <class Cq>
bool completes(Cq& cq) {
  std::optional<bool> ok;
  const auto deadline = std::chrono::steady_clock::now() + 10s;
  while (!ok && std::chrono::steady_clock::now() < deadline) {
    cq.poll([&](auto&& c) { ok = c.ok(); }, 1);
  }
  return ok.value_or(false);
}

void require(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(what);
}

/// Sends, writes, adds and reads back.
void speak(std::uint16_t port) {
  const verbatim::pd pd(device_under_test());
  endpoint mine(pd);
  exchange::client peer("127.0.0.1", port, {.qp = mine.qp});
  const auto& token = peer.agreed().peer.memory_named("board");
  const remote_region there(token.address, token.length, token.rkey);
  std::copy(greeting.begin(), greeting.end(), mine.memory.message.begin());
  const auto text = mine.mr.slice(offsetof(board, message), greeting.size());
  const auto word = mine.mr.slice(offsetof(board, counter), 8);
  const auto back = mine.mr.slice(offsetof(board, written), greeting.size());
  const auto written = there.slice(offsetof(board, written), greeting.size());

  using request = verbs_qp<rc>::request;
  request list[] = {
      request::send(text), request::write(text, written),
      request::read(back, written).fence().signal(1),
      request::fetch_add(word, there.slice(offsetof(board, counter), 8), 2).signal(2)};
  require(mine.qp.post(list).ok(), "not all requests were posted");
  require(next(mine.cq).wr_id() == 1, "the READ did not complete first");
  require(next(mine.cq).wr_id() == 2, "the atomic did not complete second");
  require(std::string_view(mine.memory.written.data()) == greeting, "the READ brought other bytes");
  require(mine.memory.counter == 40, "the atomic brought another word");
  peer.bye();
}

/// Sends to a DCT of the other process, whose number and key the exchange brings.
void speak_by_dc(std::uint16_t port) {
  const verbatim::pd pd(device_under_test());
  cq<dci_qp<int>> cq(pd.context(), 16);
  dci_qp<int> dci(pd, cq);
  exchange::client peer("127.0.0.1", port, {.qp = dci});
  const auto& agreed = peer.agreed();
  ah_cache handles(pd, dci.local_end());
  const auto posted = dci.sq_wqe()
                          .av(handles.dc(agreed.path, *agreed.peer.dc_key))
                          .send()
                          .inline_data(std::as_bytes(std::span(greeting)))
                          .signal(1)
                          .finish();
  require(posted.ok(), "the SEND was not posted");
  dci.ring_doorbell();
  require(completes(cq), "the SEND failed, or took too long");
  peer.bye();
}

/// Another process of this test: `mode` is what it does.
class client_process {
 public:
  client_process(std::string_view mode, std::uint16_t port) {
    std::string self = "/proc/self/exe", word(mode), number = std::to_string(port);
    char* arguments[] = {self.data(), word.data(), number.data(), nullptr};
    if (posix_spawn(&pid_, self.c_str(), nullptr, nullptr, arguments, environ) != 0) pid_ = -1;
  }

  /// The exit status; -1 if it was killed.
  int wait() {
    int status = -1;
    if (pid_ < 0 || waitpid(pid_, &status, 0) != pid_ || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
  }

 private:
  pid_t pid_ = -1;
};

/// Until both are gone.
void serve_two(exchange::server& server, std::string_view mode, const std::size_t& gone) {
  client_process one(mode, server.port());
  client_process other(mode, server.port());
  const auto deadline = std::chrono::steady_clock::now() + 30s;
  while (gone < 2 && std::chrono::steady_clock::now() < deadline) server.serve_once(100ms);
  EXPECT_EQ(one.wait(), 0);
  EXPECT_EQ(other.wait(), 0);
}

TEST(processes, ReachTheSameDct) {
  const verbatim::pd pd(device_under_test());
  std::array<char, 128> memory{};
  const mr mr(pd, std::span(memory), access::local_write);
  cq<dct<int>> cq(pd.context(), 16);
  srq<int> srq(pd);
  const dct<int> target(pd, cq, srq, {.dc_key = 0x5ca1ab1e});
  for (int half : {0, 1}) {
    const auto at = mr.addr() + 64 * static_cast<unsigned>(half);
    ASSERT_TRUE(srq.srq_wqe().sge(at, 64, mr.lkey()).finish(half));
  }
  srq.ring_doorbell();
  std::size_t gone = 0;
  exchange::server server(
      {.answer = [&](const auto&, const auto&) { return exchange::side{target}; },
       .ended =
           [&](const exchange::id&, const exchange::error* failure) {
             EXPECT_EQ(failure, nullptr) << failure->what();
             ++gone;
           }},
      {.address = "127.0.0.1"});
  serve_two(server, "dc", gone);
  for (const char* half : {memory.data(), memory.data() + 64}) {
    EXPECT_TRUE(completes(cq));
    EXPECT_EQ(std::string_view(half), greeting);
  }
}

TEST(processes, ExchangeEndpointsAndSpeak) {
  const verbatim::pd pd(device_under_test());
  std::map<std::uint64_t, endpoint> clients;
  std::size_t gone = 0;
  exchange::server server(
      {.answer =
           [&](const exchange::id& id, const exchange::offer&) {
             auto& made = clients.try_emplace(id.nonce, pd).first->second;
             return exchange::side{
                 .qp = made.qp,
                 .memory = {exchange::share(made.mr, "board")},
                 .post_receives = [&made](const exchange::agreement&) {
                   require(made.qp.post_recv({made.mr.slice(offsetof(board, message), 64), 7}).ok(),
                           "the receive was not posted");
                 }};
           },
       .ended =
           [&](const exchange::id&, const exchange::error* failure) {
             EXPECT_EQ(failure, nullptr) << failure->what();
             ++gone;
           }},
      {.address = "127.0.0.1"});
  serve_two(server, "client", gone);
  ASSERT_EQ(clients.size(), 2u);
  for (auto& [nonce, end] : clients) {
    const auto received = next(end.cq);
    EXPECT_EQ(received.wr_id(), 7u);
    EXPECT_EQ(received.byte_count(), greeting.size());
    EXPECT_EQ(std::string_view(end.memory.message.data()), greeting);
    EXPECT_EQ(std::string_view(end.memory.written.data()), greeting);
    EXPECT_EQ(end.memory.counter, 42u);
  }
}

}  // namespace
}  // namespace verbatim

int main(int argc, char** argv) {
  const std::string_view mode = argc == 3 ? argv[1] : "";
  if (mode == "client" || mode == "dc") {
    try {
      const auto port = static_cast<std::uint16_t>(std::stoul(argv[2]));
      mode == "dc" ? verbatim::speak_by_dc(port) : verbatim::speak(port);
      return EXIT_SUCCESS;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "client: %s\n", error.what());
      return EXIT_FAILURE;
    }
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
