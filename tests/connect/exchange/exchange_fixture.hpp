// Endpoints for tests of the exchange, and a server that gives one to each client.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "message_of.hpp"
#include "verbatim/connect/exchange/exchange_client.hpp"
#include "verbatim/connect/exchange/exchange_server.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

constexpr auto patience = 10s;  // what takes longer is a failure
constexpr auto soon = 300ms;    // the deadline of those that wait in vain
constexpr std::size_t half = 4096;

enum class what { sent, received };

/// The next completion is of this, and good.
template <class Cq>
testing::AssertionResult next_is(Cq& cq, what wanted) {
  std::optional<std::pair<what, bool>> seen;
  const auto deadline = steady_clock::now() + patience;
  while (!seen && steady_clock::now() < deadline) {
    cq.poll([&](auto&& c) { seen.emplace(c.entry, c.ok()); }, 1);
  }
  if (!seen) return testing::AssertionFailure() << "nothing completed";
  if (!seen->second) return testing::AssertionFailure() << "it failed";
  return seen->first == wanted ? testing::AssertionSuccess()
                               : testing::AssertionFailure() << "another completed";
}

/// A queue pair with memory: it sends from the first half, and receives into the second.
struct endpoint {
  using type = rc_qp<what>;

  explicit endpoint(const verbatim::pd& pd, std::uint8_t first = 1)
      : mr(pd, std::span(memory), access::local_write | access::remote_write | access::remote_read),
        cq(pd.context(), 64),
        qp(pd, cq) {
    std::iota(memory.begin(), memory.begin() + half, first);
  }

  bool receive() {
    const bool posted =
        qp.rq_wqe().sge(mr.addr() + half, half, mr.lkey()).finish(what::received).ok();
    qp.ring_recv_doorbell();
    return posted;
  }

  bool send(std::uint32_t length) {
    const bool posted =
        qp.sq_wqe().send().sge(mr.addr(), length, mr.lkey()).signal(what::sent).finish().ok();
    qp.ring_doorbell();
    return posted;
  }

  bool write(const exchange::memory_token& to, std::uint32_t length) {
    const bool posted = qp.sq_wqe()
                            .write()
                            .rdma(to.address + half, to.rkey)
                            .sge(mr.addr(), length, mr.lkey())
                            .signal(what::sent)
                            .finish()
                            .ok();
    qp.ring_doorbell();
    return posted;
  }

  testing::AssertionResult completes(what wanted) { return next_is(cq, wanted); }

  bool has(const endpoint& peer, std::size_t length) const {
    return std::memcmp(memory.data() + half, peer.memory.data(), length) == 0;
  }

  exchange::side side() {
    return {.qp = qp,
            .memory = {exchange::share(mr, "buffer")},
            .post_receives = [this](const exchange::agreement&) { EXPECT_TRUE(receive()); }};
  }

  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(2 * half);
  verbatim::mr mr;
  verbatim::cq<type> cq;
  type qp;
};

/// A server in a thread of its own, whose clients each get an endpoint.
class serving {
 public:
  using hook = std::function<void(endpoint&, exchange::side&)>;

  explicit serving(hook change = nullptr, std::chrono::milliseconds timeout = patience)
      : change_(std::move(change)),
        server({.answer = [this](const auto& id, const auto& offer) { return answer(id, offer); },
                .ready = [this](const auto& id, const auto& agreed) { ready(id, agreed); },
                .ended = [this](const auto& id, const auto* failure) { ended(id, failure); }},
               {.address = "127.0.0.1", .timeout = timeout}),
        thread_([this] { server.serve(); }) {}

  ~serving() {
    server.stop();
    thread_.join();
  }

  /// Waits until so many have ended, and says how: "" of those that said BYE.
  std::vector<std::string> ends(std::size_t count) {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, patience, [&] { return ends_.size() >= count; }));
    return ends_;
  }

  endpoint& of(const exchange::id& id) {
    std::lock_guard lock(mutex_);
    return *endpoints_.at(id.nonce);
  }
  /// The client may know before we do.
  exchange::agreement agreed(const exchange::id& id) {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, patience, [&] { return agreed_.count(id.nonce) != 0; }));
    return agreed_.at(id.nonce);
  }

 private:
  exchange::side answer(const exchange::id& id, const exchange::offer&) {
    std::lock_guard lock(mutex_);
    auto& made = endpoints_[id.nonce] = std::make_unique<endpoint>(pd, std::uint8_t{100});
    auto side = made->side();
    if (change_) change_(*made, side);
    return side;
  }

  void ready(const exchange::id& id, const exchange::agreement& agreed) {
    std::lock_guard lock(mutex_);
    agreed_[id.nonce] = agreed;
    changed_.notify_all();
  }

  void ended(const exchange::id&, const exchange::error* failure) {
    std::lock_guard lock(mutex_);
    ends_.push_back(failure != nullptr ? failure->what() : "");
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  hook change_;
  std::map<std::uint64_t, std::unique_ptr<endpoint>> endpoints_;
  std::map<std::uint64_t, exchange::agreement> agreed_;
  std::vector<std::string> ends_;

 public:
  verbatim::pd pd{open_device()};
  exchange::server server;

 private:
  std::thread thread_;
};

inline detail::frame_socket connected_to(const serving& peers) {
  return detail::frame_socket::to("127.0.0.1", peers.server.port(), steady_clock::now() + patience);
}

inline exchange::frame receive(detail::frame_socket& socket) {
  return socket.receive(steady_clock::now() + patience);
}

inline void send(detail::frame_socket& socket, const exchange::frame& frame) {
  socket.send(frame, steady_clock::now() + patience);
}

#define EXPECT_SAYS(text, words) EXPECT_NE(std::string(text).find(words), std::string::npos) << text

class exchanges : public testing::Test {
 protected:
  exchange::client connect(const serving& peers, endpoint& mine,
                           std::optional<exchange::id> id = {}) {
    return {"127.0.0.1", peers.server.port(), mine.side(), {.timeout = patience, .id = id}};
  }

  verbatim::pd pd{open_device()};
};

}  // namespace verbatim
