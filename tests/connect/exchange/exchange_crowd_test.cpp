// More clients than the exchange server has places or descriptors for, and callbacks that throw.
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "exchange_fixture.hpp"

namespace {

// The next accepts of TCP connections fail so.
std::atomic<int> planned_error = 0, planned_failures = 0;

}  // namespace

/// In the place of libc's, for the server as well.
extern "C" int accept4(int fd, sockaddr* address, socklen_t* length, int flags) {
  int domain = 0;
  socklen_t size = sizeof domain;
  (void)getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &size);
  if (domain != AF_UNIX && planned_failures > 0) {
    --planned_failures;
    errno = planned_error;
    return -1;
  }
  return static_cast<int>(syscall(SYS_accept4, fd, address, length, flags));
}

namespace verbatim {
namespace {

/// The soft limit of descriptors, for a while.
class descriptor_limit {
 public:
  explicit descriptor_limit(rlim_t wanted) {
    (void)getrlimit(RLIMIT_NOFILE, &before_);
    auto lower = before_;
    lower.rlim_cur = std::min(wanted, before_.rlim_max);
    is_set_ = setrlimit(RLIMIT_NOFILE, &lower) == 0 && lower.rlim_cur == wanted;
  }
  ~descriptor_limit() { (void)setrlimit(RLIMIT_NOFILE, &before_); }

  explicit operator bool() const noexcept { return is_set_; }

 private:
  rlimit before_{};
  bool is_set_ = false;
};

rlim_t lowest_free_descriptor() {
  const detail::owned_fd free(dup(STDERR_FILENO));
  return static_cast<rlim_t>(free.get());
}

/// Datagram queue pairs have any number of peers, so that a crowd needs two of them.
class exchange_crowd : public exchanges {
 protected:
  using type = ud_qp<what>;

  exchange::service service() {
    return {.answer = [this](const auto&, const auto&) { return exchange::side{.qp = theirs}; }};
  }

  exchange::client client_of(const exchange::server& server) {
    return {"127.0.0.1", server.port(), {.qp = mine}, {.timeout = 30s}};
  }

  static detail::frame_socket socket_to(const exchange::server& server) {
    return detail::frame_socket::to("127.0.0.1", server.port(), steady_clock::now() + 30s);
  }

  static std::vector<detail::frame_socket> sockets_to(const exchange::server& server,
                                                      std::size_t count) {
    std::vector<detail::frame_socket> sockets;
    while (sockets.size() < count) sockets.push_back(socket_to(server));
    return sockets;
  }

  /// The next frame, while the server is served by this thread.
  static std::optional<exchange::frame> next(exchange::server& server,
                                             detail::frame_socket& socket) {
    const auto deadline = steady_clock::now() + 30s;
    while (steady_clock::now() < deadline) {
      server.serve_once(10ms);
      (void)socket.read();
      if (auto frame = socket.next()) return frame;
    }
    return std::nullopt;
  }

  /// The reason that the server gives for sending the client away.
  static std::string refusal(exchange::server& server, detail::frame_socket& socket) {
    const auto frame = next(server, socket);
    return frame && frame->type == exchange::frame_type::error ? frame->failure.reason : "no ERROR";
  }

  /// A whole exchange, while the server is served by this thread.
  void connect_by(exchange::server& server, detail::frame_socket& socket) {
    exchange::offerer steps({.qp = mine}, "the server");
    send(socket, steps.offer());
    while (!steps.is_connected()) {
      const auto frame = next(server, socket);
      ASSERT_TRUE(frame);
      if (const auto reply = steps.take(*frame)) send(socket, *reply);
    }
  }

  static void serve_until_it_has(exchange::server& server, std::size_t clients) {
    const auto deadline = steady_clock::now() + 30s;
    while (server.clients() != clients && steady_clock::now() < deadline) server.serve_once(10ms);
    EXPECT_EQ(server.clients(), clients);
  }

  verbatim::cq<type> cq{pd.context(), 16};
  type mine{pd, cq}, theirs{pd, cq};
};

/// Returns the words of any exception.
std::string said_by(auto&& action) {
  try {
    action();
  } catch (const std::exception& e) {
    return e.what();
  }
  return "no exception";
}

/// Serves in a thread of its own.
class served {
 public:
  explicit served(exchange::server& server) : server_(server), thread_([&] { server.serve(); }) {}
  ~served() {
    server_.stop();
    thread_.join();
  }

 private:
  exchange::server& server_;
  std::thread thread_;
};

TEST_F(exchange_crowd, of_silent_clients_holds_up_nobody) {
  const descriptor_limit enough(2000);
  ASSERT_TRUE(enough) << "the hard limit of descriptors is below 2000: raise it (ulimit -Hn)";
  // The deadline of the silent ones is later than the patience of the others.
  exchange::server server(service(), {.address = "127.0.0.1", .timeout = 600s, .max_clients = 256});
  const served serves(server);
  auto first = client_of(server);
  auto silent = sockets_to(server, 400);
  auto client = client_of(server);
  EXPECT_LE(server.clients(), 256u);
  const auto told = receive(silent.front());
  EXPECT_EQ(told.type, exchange::frame_type::error);
  EXPECT_EQ(told.failure.reason, "others waited for its place, and it was silent the longest");
  first.bye(30s);
  client.bye(30s);
}

TEST_F(exchange_crowd, of_clients_that_fall_silent_behind_their_offer_holds_up_nobody) {
  exchange::server server(service(), {.address = "127.0.0.1", .timeout = 600s, .max_clients = 4});
  const served serves(server);
  auto silent = sockets_to(server, 6);
  std::uint64_t nonce = 0;
  for (auto& socket : silent) {
    send(socket, exchange::offerer({.qp = mine}, "the server", {.nonce = ++nonce}).offer());
  }
  client_of(server).bye(30s);
}

TEST_F(exchange_crowd, of_300_clients_is_connected_at_once) {
  const descriptor_limit enough(2000);
  ASSERT_TRUE(enough) << "the hard limit of descriptors is below 2000: raise it (ulimit -Hn)";
  exchange::server server(service(), {.address = "127.0.0.1", .timeout = 60s});
  const served serves(server);
  std::vector<exchange::client> clients;
  clients.push_back(client_of(server));  // brings the queue pairs to RTS
  std::mutex mutex;
  std::vector<std::thread> threads;
  for (int i = 0; i < 13; ++i) {
    threads.emplace_back([&] {
      EXPECT_EQ(said_by([&] {
                  for (int j = 0; j < 23; ++j) {
                    auto client = client_of(server);
                    const std::lock_guard lock(mutex);
                    clients.push_back(std::move(client));
                  }
                }),
                "no exception");
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(clients.size(), 300u);
  EXPECT_EQ(server.clients(), 300u);
  for (auto& client : clients) client.bye(30s);
}

TEST_F(exchange_crowd, waits_for_a_place_and_is_refused_in_words) {
  exchange::server server(service(), {.address = "127.0.0.1", .timeout = 60s, .max_clients = 1});
  auto one = socket_to(server);
  connect_by(server, one);
  auto other = socket_to(server);
  for (int i = 0; i < 3; ++i) server.serve_once(1ms);
  EXPECT_EQ(server.clients(), 1u);
  one = detail::frame_socket(detail::owned_fd(), "");  // it goes without BYE
  connect_by(server, other);

  auto late = socket_to(server);
  EXPECT_EQ(refusal(server, late),
            "the server has 1 clients, as many as exchange::server_options::max_clients allows");
  EXPECT_EQ(server.clients(), 1u) << "who is connected stays";
}

TEST_F(exchange_crowd, goes_on_without_descriptors) {
  std::vector<std::string> ends;
  auto does = service();
  does.ended = [&](const auto&, const auto* failure) { ends.push_back(failure->what()); };
  exchange::server server(does, {.address = "127.0.0.1", .timeout = 8s});
  {
    auto first = socket_to(server);
    connect_by(server, first);  // brings the queue pairs to RTS, which takes descriptors
  }
  serve_until_it_has(server, 0);
  ends.clear();
  auto silent = socket_to(server);
  serve_until_it_has(server, 1);
  auto client = socket_to(server), late = socket_to(server);
  {
    const descriptor_limit none(lowest_free_descriptor());
    ASSERT_TRUE(none);
    connect_by(server, client);
    EXPECT_SAYS(refusal(server, silent), "others waited for its place");
    EXPECT_SAYS(refusal(server, late), "the server has no file descriptor");
    ASSERT_EQ(ends.size(), 2u);
    EXPECT_SAYS(ends[1], "raise its RLIMIT_NOFILE");
  }
  auto last = socket_to(server);
  connect_by(server, last);
  EXPECT_EQ(server.clients(), 2u);
}

TEST_F(exchange_crowd, leaves_descriptors_to_the_program) {
  exchange::server server(service(), {.address = "127.0.0.1", .timeout = 600s});
  const auto before = lowest_free_descriptor();
  const descriptor_limit few(before + 60);
  ASSERT_TRUE(few);
  // Both ends of each are in this process.
  auto sockets = sockets_to(server, 29);
  const auto kept = std::min<rlim_t>((before + 60) / 8, 64);
  for (int i = 0; i < 100; ++i) server.serve_once(1ms);
  EXPECT_GT(server.clients(), 0u);
  EXPECT_LE(lowest_free_descriptor() + kept, before + 60);
}

TEST_F(exchange_crowd, survives_what_accept_can_fail_with) {
  exchange::server server(service(), {.address = "127.0.0.1", .timeout = 60s});
  for (const int number :
       {ECONNABORTED, EPERM, EPROTO, ENETDOWN, EINTR, EMFILE, ENFILE, ENOBUFS, ENOMEM}) {
    auto socket = socket_to(server);
    planned_error = number;
    planned_failures = 2;
    connect_by(server, socket);
    EXPECT_EQ(planned_failures, 0) << number;
  }
  const auto waits = socket_to(server);
  planned_error = EINVAL;
  planned_failures = 1;
  EXPECT_SAYS(message_of([&] { server.serve_once(30s); }), "the listener is of no use any more");
}

TEST(accept_failures, are_of_three_classes) {
  for (const int number : {EAGAIN, EINTR, ECONNABORTED, EPERM, EPROTO, EHOSTUNREACH}) {
    EXPECT_EQ(detail::accept_failure_of(number), detail::accept_failure::gone) << number;
  }
  for (const int number : {EMFILE, ENFILE, ENOBUFS, ENOMEM}) {
    EXPECT_EQ(detail::accept_failure_of(number), detail::accept_failure::shortage) << number;
  }
  for (const int number : {EBADF, ENOTSOCK, EINVAL, EFAULT}) {
    EXPECT_EQ(detail::accept_failure_of(number), detail::accept_failure::broken) << number;
  }
}

// Callbacks that throw.

constexpr std::string_view no_exception = "something was thrown that is no std::exception";

TEST_F(exchange_crowd, ended_that_throws_is_no_refusal_of_who_begins_anew) {
  auto does = service();
  does.ended = [](const auto&, const auto*) { throw std::runtime_error("ended() has had enough"); };
  exchange::server server(does, {.address = "127.0.0.1", .timeout = 60s});
  exchange::offerer old({.qp = mine}, "the server", {.nonce = 5, .generation = 1});
  auto older = socket_to(server), newer = socket_to(server);
  send(older, old.offer());
  ASSERT_EQ(next(server, older)->type, exchange::frame_type::answer);

  send(newer, exchange::offerer({.qp = mine}, "the server", {.nonce = 5, .generation = 2}).offer());
  EXPECT_EQ(said_by([&] { (void)next(server, newer); }), "ended() has had enough");
  const auto answer = next(server, newer);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->type, exchange::frame_type::answer) << answer->failure.reason;
}

TEST_F(exchange_crowd, each_exception_of_a_callback_comes_out) {
  auto does = service();
  does.ready = [](const auto&, const auto&) { throw std::runtime_error("of ready()"); };
  does.ended = [](const auto&, const auto*) { throw 42; };
  exchange::server server(does, {.address = "127.0.0.1", .timeout = 60s});
  auto socket = socket_to(server);
  exchange::offerer steps({.qp = mine}, "the server");
  send(socket, steps.offer());
  const auto ready = steps.take(*next(server, socket));
  ASSERT_TRUE(ready);
  // READY and BYE arrive at once: what ready() throws does not delay the BYE.
  socket.queue(*ready);
  send(socket, {.type = exchange::frame_type::bye, .id = steps.id()});
  EXPECT_EQ(said_by([&] { (void)next(server, socket); }), "of ready()");
  EXPECT_THROW(server.serve_once(0ms), int);
  EXPECT_EQ(next(server, socket)->type, exchange::frame_type::ready);
  EXPECT_EQ(next(server, socket)->type, exchange::frame_type::bye);
  EXPECT_EQ(server.clients(), 0u);
}

TEST_F(exchange_crowd, ended_that_throws_for_a_lost_client_leaves_nothing_behind) {
  auto does = service();
  does.ended = [](const auto&, const auto*) { throw std::runtime_error("of ended()"); };
  exchange::server server(does, {.address = "127.0.0.1", .timeout = soon});
  {
    const auto socket = socket_to(server);
    serve_until_it_has(server, 1);
  }
  EXPECT_EQ(said_by([&] { server.serve_once(30s); }), "of ended()");
  EXPECT_EQ(server.clients(), 0u);
  auto silent = socket_to(server);
  EXPECT_EQ(said_by([&] { (void)next(server, silent); }), "of ended()");
  EXPECT_SAYS(refusal(server, silent), "no answer came until the deadline");
}

TEST_F(exchange_crowd, the_client_is_told_whatever_answer_throws) {
  int thrown = 0;
  exchange::server server(
      {.answer = [&](const auto&, const auto&) -> exchange::side { throw ++thrown; }},
      {.address = "127.0.0.1", .timeout = 60s});
  for (int i = 1; i <= 2; ++i) {
    auto socket = socket_to(server);
    send(socket, exchange::offerer({.qp = mine}, "the server").offer());
    EXPECT_EQ(refusal(server, socket), no_exception);
    EXPECT_EQ(thrown, i);
  }
}

// Row: exchange::server::stop(), clients()
TEST_F(exchange_crowd, the_peer_is_told_whatever_post_receives_throws) {
  std::string end;
  auto does = service();
  does.ended = [&](const auto&, const auto* failure) { end = failure->what(); };
  exchange::server server(does, {.address = "127.0.0.1", .timeout = 60s});
  {
    const served serves(server);
    const exchange::side side{.qp = mine,
                              .post_receives = [](const exchange::agreement&) { throw 42; }};
    EXPECT_SAYS(
        said_by([&] { exchange::client("127.0.0.1", server.port(), side, {.timeout = 30s}); }),
        "failed at posting receives: " + std::string(no_exception));
    const auto deadline = steady_clock::now() + 30s;
    while (server.clients() != 0 && steady_clock::now() < deadline) std::this_thread::yield();
  }
  EXPECT_SAYS(end, "peer failed at posting receives: " + std::string(no_exception));

  // An end that begins and may answer: its queue pair does not stay behind half connected.
  endpoint one(pd), other(pd);
  auto throws = other.side();
  throws.post_receives = [](const exchange::agreement&) { throw std::runtime_error("no memory"); };
  exchange::peer a(one.side(), "b", {.nonce = 6}), b(throws, "a", {.nonce = 5});
  EXPECT_SAYS(said_by([&] { (void)b.take(a.offer()); }), "failed at posting receives: no memory");
  EXPECT_EQ(other.qp.state(), qp_state::error);
}

}  // namespace
}  // namespace verbatim
