// Cancelling operations that may have posted. Included by the tests of each Asio that has cancellation slots.

namespace verbatim {
namespace {

/// A signal and a handler that keeps what it gets.
struct cancelled_one {
  net::cancellation_signal stop;
  std::optional<error_code> why;
  std::size_t bytes = 0;

  auto handler() {
    return net::bind_cancellation_slot(stop.slot(), [this](error_code how, std::size_t count) {
      why = how;
      bytes = count;
    });
  }
  auto handler_of_message() {
    return net::bind_cancellation_slot(stop.slot(), [this](error_code how) { why = how; });
  }
  void emit_both() {
    stop.emit(net::cancellation_type::total);
    stop.emit(net::cancellation_type::partial);
  }
};

/// Reads as many bytes as are asked for, and returns them.
template <class Stream>
std::string text_from(Stream& stream, std::size_t length) {
  std::string got(length, ' ');
  error_code why;
  net::read(stream, net::buffer(got), why);
  EXPECT_FALSE(why) << why.message();
  return got;
}

TYPED_TEST(on_a_hub, a_send_that_was_posted_completes_in_spite_of_total_and_partial) {
  typename TestFixture::end client(this->hub, this->domain),
      server(this->hub, this->domain, {.ring_bytes = 1 << 16});
  this->connect(client, server);
  const auto memory = mr::allocate(this->domain, 100'000, {.access = access::local_write});
  const auto text = text_of(memory.memory().size());
  std::memcpy(memory.memory().data(), text.data(), text.size());
  cancelled_one sends;
  client.async_send(memory.slice(), sends.handler());
  sends.emit_both();
  std::string got(text.size(), ' ');
  net::async_read(server, net::buffer(got), [](error_code why, std::size_t) { EXPECT_FALSE(why); });
  this->io.run();
  EXPECT_EQ(sends.why, error_code());
  EXPECT_EQ(sends.bytes, text.size());
  EXPECT_EQ(got, text);
  // The stream goes on.
  EXPECT_EQ(client.write_some(net::buffer("12345", 5)), 5u);
  EXPECT_EQ(text_from(server, 5), "12345");
}

TYPED_TEST(on_a_hub, a_send_that_waits_for_room_is_taken_back) {
  typename TestFixture::end client(this->hub, this->domain), server(this->hub, this->domain);
  this->connect(client, server);
  const auto memory = mr::allocate(this->domain, 10'000, {.access = access::local_write});
  std::memset(memory.memory().data(), '-', memory.memory().size());
  const auto text = text_of(1 << 20);
  const auto full = client.native().try_write(std::as_bytes(std::span(text))).bytes;
  ASSERT_LT(full, text.size());
  for (const auto kind : {net::cancellation_type::total, net::cancellation_type::partial,
                          net::cancellation_type::terminal}) {
    this->io.restart();
    cancelled_one sends;
    client.async_send(memory.slice(), sends.handler());
    sends.stop.emit(kind);
    this->io.run();
    EXPECT_EQ(sends.why, error_code(net::error::operation_aborted));
    EXPECT_EQ(sends.bytes, 0u);
  }
  EXPECT_EQ(text_from(server, full), text.substr(0, full));
  EXPECT_EQ(client.write_some(net::buffer("12345", 5)), 5u);
  EXPECT_EQ(text_from(server, 5), "12345");
}

TYPED_TEST(on_a_hub, a_send_of_which_a_part_was_posted_resets_the_stream_if_it_has_to_end) {
  typename TestFixture::end client(this->hub, this->domain), server(this->hub, this->domain);
  this->connect(client, server);
  const auto memory = mr::allocate(this->domain, 1 << 20, {.access = access::local_write});
  cancelled_one sends;
  client.async_send(memory.slice(), sends.handler());
  sends.emit_both();
  this->io.poll();
  EXPECT_FALSE(sends.why);  // it waits for the reader
  sends.stop.emit(net::cancellation_type::terminal);
  this->io.run();
  EXPECT_EQ(sends.why, error_code(net::error::operation_aborted));
  EXPECT_EQ(client.native().try_write(std::as_bytes(std::span("x", 1))).status,
            stream::stream_status::reset);
  std::vector<char> piece(1 << 20);
  error_code why;
  while (!why) server.read_some(net::buffer(piece), why);
  EXPECT_EQ(why, net::error::connection_reset);
}

TYPED_TEST(on_a_hub, a_message_that_was_sent_is_not_said_to_be_cancelled) {
  typename TestFixture::channel client(this->hub, this->domain),
      server(this->hub, this->domain, {.lend_from = 1000});
  this->connect(client, server);
  const auto rights = access::local_write | access::remote_read;
  const auto from = mr::allocate(this->domain, 5000, {.access = rights});
  const auto into = mr::allocate(this->domain, 5000, {.access = access::local_write});
  std::memset(from.memory().data(), 'a', from.memory().size());
  // Bytes are copied: the message is on its way when async_send() returns.
  cancelled_one sends, lends, fetches;
  client.async_send(net::buffer("1234", 4), sends.handler_of_message());
  client.cancel();
  this->io.run();
  EXPECT_EQ(sends.why, error_code());
  EXPECT_EQ(server.native().receive(long_enough).size(), 4u);
  // A message that is lent belongs to the peer until the device has read it.
  this->io.restart();
  client.async_send(from, 0, from.length(), lends.handler_of_message());
  lends.emit_both();
  ASSERT_TRUE(this->hub.engine().run_until(
      [&] { return server.native().statistics().messages_received == 2; }, long_enough));
  server.async_receive_into(into, 0, into.length(), fetches.handler());
  fetches.emit_both();  // the device reads
  this->io.run();
  EXPECT_EQ(lends.why, error_code());
  EXPECT_EQ(fetches.why, error_code());
  EXPECT_EQ(fetches.bytes, from.length());
  EXPECT_EQ(std::memcmp(into.memory().data(), from.memory().data(), from.length()), 0);
}

TYPED_TEST(on_a_hub, a_datagram_that_was_posted_completes_in_spite_of_total_and_partial) {
  typename TestFixture::datagrams client(this->hub, this->domain), server(this->hub, this->domain);
  slot_pool pool(this->domain, 64, 1, {.access = access::local_write});
  cancelled_one sends;
  client.async_send(stream::piece(pool.take(), 5), destination_of(this->domain, server),
                    sends.handler_of_message());
  sends.emit_both();
  std::size_t came = 0;
  server.async_receive([&](error_code, auto got) { came = got.bytes().size(); });
  this->io.run();
  EXPECT_EQ(sends.why, error_code());
  EXPECT_EQ(came, 5u);
}

}  // namespace
}  // namespace verbatim
