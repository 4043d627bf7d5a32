// Sockets of datagrams, and messages out of and into registered memory, by completion tokens. Included
// by the tests of each Asio.

namespace verbatim {
namespace {

template <class Socket>
stream::datagram_destination destination_of(const pd& domain, const Socket& socket) {
  return {domain, socket.native().address()};
}

template <class Got>
std::string text_in(const Got& got) {
  std::string text;
  for (const auto one : got.bytes()) text += static_cast<char>(one);
  return text;
}

TYPED_TEST(on_a_hub, datagrams_are_answered) {
  typename TestFixture::datagrams client(this->hub, this->domain), server(this->hub, this->domain);
  std::string answer;
  std::uint32_t imm = 0;
  int sent = 0;
  const auto count = [&](error_code why) {
    EXPECT_FALSE(why) << why.message();
    ++sent;
  };
  server.async_receive([&](error_code why, auto got) {
    EXPECT_FALSE(why) << why.message();
    const auto bytes = got.bytes();
    server.async_send(net::buffer(bytes.data(), bytes.size()), got.reply_to(), stream::with_imm(7),
                      count);
  });
  client.async_receive([&](error_code why, auto got) {
    EXPECT_FALSE(why) << why.message();
    answer = text_in(got);
    imm = got.imm();
  });
  client.async_send(net::buffer("question", 8), destination_of(this->domain, server), count);
  this->io.run();
  EXPECT_EQ(sent, 2);
  EXPECT_EQ(answer, "question");
  EXPECT_EQ(imm, 7u);
  EXPECT_TRUE(client.close());
  EXPECT_TRUE(server.close());
}

TYPED_TEST(on_a_hub, datagrams_of_registered_memory_are_sent_without_a_copy) {
  typename TestFixture::datagrams client(this->hub, this->domain), server(this->hub, this->domain);
  slot_pool pool(this->domain, 64, 1, {.access = access::local_write});
  auto slot = pool.take();
  std::memcpy(slot.memory().data(), "12345", 5);
  std::string came;
  error_code sent = net::error::fault;
  server.async_receive([&](error_code, auto got) { came = text_in(got); });
  client.async_send(stream::piece(std::move(slot), 5), destination_of(this->domain, server),
                    [&](error_code why) { sent = why; });
  this->io.run();
  EXPECT_FALSE(sent) << sent.message();
  EXPECT_EQ(came, "12345");
  EXPECT_EQ(client.native().statistics().in_place, 1u);
  EXPECT_EQ(pool.available(), 1u);
}

TYPED_TEST(on_a_hub, datagrams_fail_with_error_codes) {
  typename TestFixture::datagrams client(this->hub, this->domain);
  std::optional<typename TestFixture::datagrams> server;
  server.emplace(this->hub, this->domain);
  const auto there = destination_of(this->domain, *server);
  const auto text = text_of(client.native().longest() + 1);
  error_code too_long, cancelled, second, late, destroyed;
  client.async_send(net::buffer(text), there, [&](error_code why) { too_long = why; });
  server->async_receive([&](error_code why, auto) { cancelled = why; });
  server->async_receive([&](error_code why, auto) { second = why; });
  server->cancel();
  this->io.run();
  EXPECT_EQ(too_long, net::error::message_size);
  EXPECT_EQ(cancelled, net::error::operation_aborted);
  EXPECT_EQ(second, net::error::already_started);
  // A datagram that comes after that is for the next receive.
  this->io.restart();
  std::string came;
  client.async_send(net::buffer("1234", 4), there, [](error_code) {});
  server->async_receive([&](error_code, auto got) { came = text_in(got); });
  this->io.run();
  EXPECT_EQ(came, "1234");
  this->io.restart();
  server->expires_after(20ms);
  server->async_receive([&](error_code why, auto) { late = why; });
  this->io.run();
  EXPECT_EQ(late, net::error::timed_out);
  this->io.restart();
  server->expires_never();
  server->async_receive([&](error_code why, auto) { destroyed = why; });
  server.reset();
  this->io.run();
  EXPECT_EQ(destroyed, net::error::operation_aborted);
}

TYPED_TEST(on_a_hub, messages_are_lent_and_received_into_registered_memory) {
  typename TestFixture::channel client(this->hub, this->domain),
      server(this->hub, this->domain, {.lend_from = 10'000});
  this->connect(client, server);
  const auto rights = access::local_write | access::remote_read;
  const auto from = mr::allocate(this->domain, 1 << 20, {.access = rights});
  const auto into = mr::allocate(this->domain, 1 << 20, {.access = access::local_write});
  const auto text = text_of(from.memory().size());
  std::memcpy(from.memory().data(), text.data(), text.size());
  std::vector<std::pair<error_code, std::size_t>> got;
  std::vector<error_code> sent;
  const auto keep = [&](error_code why, std::size_t bytes) { got.emplace_back(why, bytes); };
  client.async_send(from, 0, from.length(), [&](error_code why) {
    sent.push_back(why);
    client.async_send(from.slice(5, 100), [&](error_code second) { sent.push_back(second); });
  });
  server.async_receive_into(into, 0, 100, [&](error_code why, std::size_t bytes) {
    keep(why, bytes);  // too short, so that the message stays
    server.async_receive_into(into, 0, into.length(), [&](error_code all, std::size_t count) {
      keep(all, count);
      EXPECT_EQ(std::memcmp(into.memory().data(), text.data(), text.size()), 0);
      server.async_receive_into(into, 64, 1000, keep);
    });
  });
  this->io.run();
  ASSERT_EQ(sent.size(), 2u);
  for (const auto& one : sent) EXPECT_FALSE(one) << one.message();
  ASSERT_EQ(got.size(), 3u);
  EXPECT_EQ(got[0], std::pair(error_code(net::error::message_size), text.size()));
  EXPECT_EQ(got[1], std::pair(error_code(), text.size()));
  EXPECT_EQ(got[2], std::pair(error_code(), std::size_t{100}));
  EXPECT_EQ(std::memcmp(into.memory().data() + 64, text.data() + 5, 100), 0);
  EXPECT_EQ(client.native().statistics().lent, 1u);
  EXPECT_THROW(client.async_send(from, 1, from.length(), [](error_code) {}), error);
  EXPECT_THROW(server.async_receive_into(into, 1, into.length(), keep), error);
}

TYPED_TEST(on_a_hub, a_message_that_was_received_into_memory_is_not_lost_by_cancelling) {
  typename TestFixture::channel client(this->hub, this->domain), server(this->hub, this->domain);
  this->connect(client, server);
  const auto into = mr::allocate(this->domain, 64, {.access = access::local_write});
  error_code first = net::error::fault, second = net::error::fault;
  std::size_t count = 0;
  server.async_receive_into(into, 0, 64, [&](error_code why, std::size_t) { first = why; });
  server.cancel();
  this->io.run();
  EXPECT_EQ(first, net::error::operation_aborted);
  this->io.restart();
  client.async_send(net::buffer("1234", 4), [](error_code) {});
  server.async_receive_into(into, 0, 64, [&](error_code why, std::size_t bytes) {
    second = why;
    count = bytes;
  });
  // The engine takes the message, and the handler has not run when the operation is cancelled.
  auto& engine = this->hub.engine();
  ASSERT_TRUE(engine.run_until([&] { return server.native().statistics().messages_received == 1; },
                               long_enough));
  (void)engine.poll();
  server.cancel();
  this->io.run();
  EXPECT_FALSE(second) << second.message();
  EXPECT_EQ(count, 4u);
  EXPECT_EQ(std::memcmp(into.memory().data(), "1234", 4), 0);
}

}  // namespace
}  // namespace verbatim
