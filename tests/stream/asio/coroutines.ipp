// Coroutines of Asio on streams, cancellation slots, and links. Included by the tests of each Asio.

namespace verbatim {
namespace {

template <class Stream>
net::awaitable<std::size_t> echo(Stream& with) {
  std::array<char, 700> piece;
  std::size_t all = 0;
  for (;;) {
    const auto [why, count] = co_await with.async_read_some(net::buffer(piece), as_tuple);
    if (why) {
      EXPECT_EQ(why, net::error::eof) << why.message();
      break;
    }
    all += co_await net::async_write(with, net::buffer(piece, count), net::use_awaitable);
  }
  co_await with.async_finish(net::use_awaitable);
  co_return all;
}

template <class Stream>
net::awaitable<std::string> ask(Stream& with, const std::string& text) {
  std::string got(text.size(), ' ');
  for (std::size_t at = 0; at < text.size(); at += 1000) {
    const auto length = std::min<std::size_t>(1000, text.size() - at);
    co_await net::async_write(with, net::buffer(text.data() + at, length), net::use_awaitable);
    co_await net::async_read(with, net::buffer(got.data() + at, length), net::use_awaitable);
  }
  co_await with.async_finish(net::use_awaitable);
  co_return got;
}

TYPED_TEST(on_a_hub, are_awaited) {
  typename TestFixture::end client(this->hub, this->domain), server(this->hub, this->domain);
  this->connect(client, server);
  const auto text = text_of(20'000);
  auto served = net::co_spawn(this->io, echo(server), net::use_future);
  auto asked = net::co_spawn(this->io, ask(client, text), net::use_future);
  this->io.run();
  EXPECT_EQ(served.get(), text.size());
  EXPECT_EQ(asked.get(), text);
}

template <class Socket>
net::awaitable<std::size_t> ask_once(Socket& by, stream::datagram_destination whom) {
  co_await by.async_send(net::buffer("1234567", 7), whom, net::use_awaitable);
  const auto answer = co_await by.async_receive(net::use_awaitable);
  co_return answer.size();
}

template <class Socket>
net::awaitable<void> answer_once(Socket& by) {
  const auto got = co_await by.async_receive(net::use_awaitable);
  const auto bytes = got.bytes().first(3);
  co_await by.async_send(net::buffer(bytes.data(), bytes.size()), got.reply_to(),
                         net::use_awaitable);
}

TYPED_TEST(on_a_hub, datagrams_are_awaited) {
  typename TestFixture::datagrams client(this->hub, this->domain), server(this->hub, this->domain);
  net::co_spawn(this->io, answer_once(server), net::detached);
  auto asked = net::co_spawn(this->io, ask_once(client, destination_of(this->domain, server)),
                             net::use_future);
  this->io.run();
  EXPECT_EQ(asked.get(), 3u);
}

/// Accepts two callers with a socket, and cancels the second one. Returns the words.
template <class Engine>
net::awaitable<std::string> accept_two(asio_room::datagram_listener<Engine>& door,
                                       asio_room::datagram_socket<Engine>& with) {
  (void)co_await door.async_accept(with, net::use_awaitable);
  const auto [why, caller] = co_await door.async_accept(with, as_tuple);
  EXPECT_EQ(why, net::error::operation_aborted);
  co_return caller.has_value() ? std::string() : caller.error().what();
}

TYPED_TEST(on_a_hub, datagrams_find_their_peer_by_awaiting) {
  typename TestFixture::datagrams client(this->hub, this->domain), server(this->hub, this->domain);
  asio_room::datagram_listener<TypeParam> door(this->hub);
  asio_room::datagram_peers<TypeParam> peers(this->hub);
  net::cancellation_signal stop;
  std::string words;
  net::co_spawn(this->io, accept_two(door, server),
                net::bind_cancellation_slot(stop.slot(), [&](std::exception_ptr, std::string said) {
                  words = std::move(said);
                }));
  const auto ask = [&]() -> net::awaitable<std::uint32_t> {
    auto found = co_await peers.async_look_up(client, testing::address_under_test(),
                                              std::to_string(door.port()), net::use_awaitable);
    net::steady_timer timer(co_await net::this_coro::executor, 20ms);
    co_await timer.async_wait(net::use_awaitable);
    stop.emit(net::cancellation_type::terminal);
    co_return found->to.qpn();
  };
  auto asked = net::co_spawn(this->io, ask(), net::use_future);
  this->io.run();
  EXPECT_EQ(asked.get(), server.native().qpn());
  EXPECT_NE(words.find("cancelled"), std::string::npos) << words;
}

TYPED_TEST(on_a_hub, slots_cancel_what_looks_for_peers_and_groups) {
  typename TestFixture::datagrams client(this->hub, this->domain);
  asio_room::datagram_listener<TypeParam> door(this->hub);
  asio_room::datagram_peers<TypeParam> peers(this->hub);
  asio_room::groups<TypeParam> members(this->hub);
  std::array<net::cancellation_signal, 2> stop;
  std::array<error_code, 2> why;
  peers.async_look_up(
      client, testing::address_under_test(), std::to_string(door.port()),
      net::bind_cancellation_slot(stop[0].slot(), [&](error_code how, auto) { why[0] = how; }));
  members.async_join(
      client, "239.1.2.10", {.source = cm::address::parse(testing::address_under_test())},
      net::bind_cancellation_slot(stop[1].slot(), [&](error_code how, auto) { why[1] = how; }));
  net::post(this->io, [&] {
    for (auto& one : stop) one.emit(net::cancellation_type::total);
  });
  this->io.run();
  for (const auto& one : why) EXPECT_EQ(one, net::error::operation_aborted);
  // By a future: no program listens there.
  auto nobody = peers.async_look_up(client, testing::address_under_test(), "9", net::use_future);
  this->io.restart();
  this->io.run();
  EXPECT_THROW((void)nobody.get(), std::runtime_error);
}

TYPED_TEST(on_a_hub, slots_cancel_operations) {
  typename TestFixture::end client(this->hub, this->domain), server(this->hub, this->domain);
  this->connect(client, server);
  std::array<char, 8> piece;
  net::cancellation_signal stop;
  error_code why;
  server.async_read_some(
      net::buffer(piece),
      net::bind_cancellation_slot(stop.slot(), [&](error_code how, std::size_t) { why = how; }));
  net::post(this->io, [&] { stop.emit(net::cancellation_type::total); });
  this->io.run();
  EXPECT_EQ(why, net::error::operation_aborted);
}

TYPED_TEST(on_a_hub, slots_cancel_operations_of_queue_pairs) {
  using queue_pair = stream::queue_pair<TypeParam>;
  queue_pair a(this->hub.engine(), this->domain), b(this->hub.engine(), this->domain);
  const auto address = a.native().address();
  a.native().connect(b.native().address());
  b.native().connect(address);
  const auto memory = mr::allocate(this->domain, 64, {.access = access::local_write});
  net::cancellation_signal stop;
  std::optional<stream::result> got;
  this->hub.async(a.recv(memory.slice(0, 64)),
                  net::bind_cancellation_slot(
                      stop.slot(), [&](stream::result one) { got.emplace(std::move(one)); }));
  net::post(this->io, [&] { stop.emit(net::cancellation_type::total); });
  this->io.run();
  ASSERT_TRUE(got);
  EXPECT_EQ(got->how, stream::outcome::cancelled);
  a.close();
  b.close();
}

template <class Stream>
net::awaitable<std::string> sleepless_read(Stream& from) {
  using namespace net::experimental::awaitable_operators;
  std::array<char, 8> piece;
  net::steady_timer timer(co_await net::this_coro::executor, 20ms);
  // The read loses against the timer, and is cancelled.
  const auto first = co_await (from.async_read_some(net::buffer(piece), net::use_awaitable) ||
                               timer.async_wait(net::use_awaitable));
  co_return first.index() == 1 ? "the timer" : "the read";
}

TYPED_TEST(on_a_hub, the_loser_of_two_is_cancelled) {
  typename TestFixture::end client(this->hub, this->domain), server(this->hub, this->domain);
  this->connect(client, server);
  auto won = net::co_spawn(this->io, sleepless_read(server), net::use_future);
  this->io.run();
  EXPECT_EQ(won.get(), "the timer");
}

/// Connects two streams, and sends through both.
template <class Engine, class Listener, class Connector, class Port>
void connect_and_echo(net::io_context& io, asio_room::hub<Engine>& hub, const pd& domain,
                      Listener& listener, Connector& connector, const Port& port) {
  asio_room::byte_stream<Engine> client(hub, domain), server(hub, domain);
  const auto text = text_of(3000);
  const auto serve = [&]() -> net::awaitable<std::size_t> {
    co_await listener.async_accept(server, net::use_awaitable);
    co_return co_await echo(server);
  };
  const auto use = [&]() -> net::awaitable<std::string> {
    co_await connector.async_connect(client, "127.0.0.1", port, net::use_awaitable);
    co_return co_await ask(client, text);
  };
  auto served = net::co_spawn(io, serve(), net::use_future);
  auto used = net::co_spawn(io, use(), net::use_future);
  io.run();
  EXPECT_EQ(served.get(), text.size());
  EXPECT_EQ(used.get(), text);
  EXPECT_EQ(client.link_message(), "");
}

TYPED_TEST(on_a_hub, connect_by_host_and_port) {
  asio_room::listener<TypeParam> listener(this->hub);
  asio_room::connector<TypeParam> connector(this->hub);
  connect_and_echo(this->io, this->hub, this->domain, listener, connector,
                   std::to_string(listener.port()));
}

TYPED_TEST(on_a_hub, connect_by_an_exchange) {
  asio_room::exchange_listener<TypeParam> listener(this->hub);
  asio_room::exchange_connector<TypeParam> connector(this->hub);
  connect_and_echo(this->io, this->hub, this->domain, listener, connector, listener.port());
}

TYPED_TEST(on_a_hub, connecting_fails_in_words) {
  asio_room::connector<TypeParam> connector(this->hub);
  typename TestFixture::end client(this->hub, this->domain);
  error_code why;
  connector.async_connect(client, "127.0.0.1", "9", [&](error_code how) { why = how; });
  this->io.run();
  EXPECT_EQ(why, net::error::connection_refused) << client.link_message();
  EXPECT_NE(client.link_message().find("refused"), std::string::npos) << client.link_message();
}

TYPED_TEST(on_a_hub, an_accept_that_is_cancelled_takes_no_stream) {
  asio_room::listener<TypeParam> listener(this->hub);
  std::optional<typename TestFixture::end> server;
  server.emplace(this->hub, this->domain);
  error_code why;
  listener.async_accept(*server, [&](error_code how) { why = how; });
  net::post(this->io, [&] { server.reset(); });
  this->io.run();
  EXPECT_EQ(why, net::error::operation_aborted);
}

}  // namespace
}  // namespace verbatim
