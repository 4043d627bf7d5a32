// Streams, channels and operations by completion tokens. Included by the tests of each Asio.

namespace verbatim {
namespace {

using stream::result;
using error_code = asio_room::error_code;

TYPED_TEST(on_a_hub, read_what_the_other_end_writes) {
  typename TestFixture::end client(this->hub, this->domain), server(this->hub, this->domain);
  this->connect(client, server);
  const auto text = text_of(100'000);
  std::string got(text.size(), ' ');
  std::size_t written = 0, read = 0;
  net::async_write(client, net::buffer(text), [&](error_code why, std::size_t count) {
    EXPECT_FALSE(why) << why.message();
    written = count;
  });
  net::async_read(server, net::buffer(got), [&](error_code why, std::size_t count) {
    EXPECT_FALSE(why) << why.message();
    read = count;
  });
  this->io.run();  // returns, because no operation waits any more
  EXPECT_EQ(written, text.size());
  EXPECT_EQ(read, text.size());
  EXPECT_EQ(got, text);
  EXPECT_EQ(client.native().statistics().not_ready, 0u);
}

TYPED_TEST(on_a_hub, never_call_a_handler_within_the_call_that_begins) {
  typename TestFixture::end client(this->hub, this->domain), server(this->hub, this->domain);
  this->connect(client, server);
  bool is_called = false;
  client.async_write_some(net::buffer("x", 1), [&](error_code, std::size_t) { is_called = true; });
  EXPECT_FALSE(is_called);
  this->io.run();
  EXPECT_TRUE(is_called);
}

TYPED_TEST(on_a_hub, read_up_to_a_line) {
  typename TestFixture::end client(this->hub, this->domain), server(this->hub, this->domain);
  this->connect(client, server);
  std::string lines;
  std::size_t length = 0;
  net::async_write(client, net::buffer("one\ntwo\n", 8), [](error_code, std::size_t) {});
  net::async_read_until(server, net::dynamic_buffer(lines), '\n',
                        [&](error_code why, std::size_t count) {
                          EXPECT_FALSE(why) << why.message();
                          length = count;
                        });
  this->io.run();
  EXPECT_EQ(lines.substr(0, length), "one\n");
}

TYPED_TEST(on_a_hub, end_with_eof_after_fin_and_finish) {
  typename TestFixture::end client(this->hub, this->domain), server(this->hub, this->domain);
  this->connect(client, server);
  std::array<char, 8> piece;
  std::vector<error_code> ends;
  error_code read_nothing = net::error::fault;
  client.async_finish([&](error_code why) { ends.push_back(why); });
  server.async_read_some(net::buffer(piece), [&](error_code why, std::size_t count) {
    EXPECT_EQ(why, net::error::eof);
    EXPECT_EQ(count, 0u);
    // A read of nothing succeeds at the end too.
    server.async_read_some(net::buffer(piece, 0),
                           [&](error_code nothing, std::size_t) { read_nothing = nothing; });
    server.async_finish([&](error_code other) { ends.push_back(other); });
  });
  this->io.run();
  EXPECT_FALSE(read_nothing);
  ASSERT_EQ(ends.size(), 2u);
  EXPECT_FALSE(ends[0]) << ends[0].message();
  EXPECT_FALSE(ends[1]) << ends[1].message();
  EXPECT_TRUE(client.close());
  EXPECT_TRUE(server.close());
}

TYPED_TEST(on_a_hub, a_reset_is_not_the_end) {
  typename TestFixture::end client(this->hub, this->domain), server(this->hub, this->domain);
  this->connect(client, server);
  std::array<char, 8> piece;
  error_code read, finished;
  server.async_read_some(net::buffer(piece), [&](error_code why, std::size_t) { read = why; });
  server.async_finish([&](error_code why) { finished = why; });
  client.reset(7);
  this->io.run();
  EXPECT_EQ(read, net::error::connection_reset);
  EXPECT_EQ(finished, net::error::connection_reset);
}

TYPED_TEST(on_a_hub, one_read_waits_at_a_time) {
  typename TestFixture::end client(this->hub, this->domain), server(this->hub, this->domain);
  this->connect(client, server);
  std::array<char, 8> piece, other;
  error_code second;
  std::size_t first = 0;
  server.async_read_some(net::buffer(piece), [&](error_code why, std::size_t count) {
    EXPECT_FALSE(why) << why.message();
    first = count;
  });
  server.async_read_some(net::buffer(other), [&](error_code why, std::size_t) {
    second = why;
    client.async_write_some(net::buffer("12345", 5), [](error_code, std::size_t) {});
  });
  this->io.run();
  EXPECT_EQ(second, net::error::already_started);
  EXPECT_EQ(first, 5u);
}

TYPED_TEST(on_a_hub, a_cancelled_read_loses_nothing) {
  typename TestFixture::end client(this->hub, this->domain), server(this->hub, this->domain);
  this->connect(client, server);
  std::array<char, 8> piece;
  error_code cancelled;
  server.async_read_some(net::buffer(piece), [&](error_code why, std::size_t) { cancelled = why; });
  server.cancel();
  // The bytes come before the handler of the cancelled read has run.
  client.async_write_some(net::buffer("12345", 5), [](error_code, std::size_t) {});
  this->io.run();
  EXPECT_EQ(cancelled, net::error::operation_aborted);
  this->io.restart();
  error_code why;
  EXPECT_EQ(server.read_some(net::buffer(piece), why), 5u);
  EXPECT_FALSE(why) << why.message();
  EXPECT_EQ(std::string_view(piece.data(), 5), "12345");
}

TYPED_TEST(on_a_hub, operations_end_at_the_time) {
  typename TestFixture::end client(this->hub, this->domain), server(this->hub, this->domain);
  this->connect(client, server);
  std::array<char, 8> piece;
  error_code late;
  server.expires_after(20ms);
  server.async_read_some(net::buffer(piece), [&](error_code why, std::size_t) { late = why; });
  this->io.run();
  EXPECT_EQ(late, net::error::timed_out);
  error_code why;
  EXPECT_EQ(server.read_some(net::buffer(piece), why), 0u);
  EXPECT_EQ(why, net::error::timed_out);
  server.expires_never();
  EXPECT_EQ(client.write_some(net::buffer("1234", 4)), 4u);
  EXPECT_EQ(server.read_some(net::buffer(piece)), 4u);
}

TYPED_TEST(on_a_hub, a_stream_that_is_destroyed_ends_its_operations) {
  std::optional<typename TestFixture::end> client, server;
  client.emplace(this->hub, this->domain);
  server.emplace(this->hub, this->domain);
  this->connect(*client, *server);
  std::array<char, 8> piece;
  error_code read, other_read;
  client->async_read_some(net::buffer(piece), [&](error_code why, std::size_t) {
    other_read = why;
    client.reset();  // within its own handler
  });
  server->async_read_some(net::buffer(piece), [&](error_code why, std::size_t) { read = why; });
  server.reset();
  this->io.run();
  EXPECT_EQ(read, net::error::operation_aborted);
  EXPECT_EQ(other_read, net::error::connection_reset);
}

TYPED_TEST(on_a_hub, halves_of_a_stream_have_owners_of_their_own) {
  using end_type = typename TestFixture::end;
  end_type client(this->hub, this->domain), server(this->hub, this->domain),
      other(this->hub, this->domain);
  this->connect(client, server);
  std::array<char, 8> piece{}, last{};
  std::size_t got = 0;
  error_code ended;
  {
    auto halves = std::move(client).split();
    auto& reader = halves.first;
    auto& writer = halves.second;
    net::async_write(writer, net::buffer("123", 3), [](error_code, std::size_t) {});
    server.async_read_some(net::buffer(piece), [&](error_code, std::size_t count) {
      got = count;
      const auto mine = std::move(writer);  // it ends here, and the reader lives on
    });
    this->io.run();
    this->io.restart();
    EXPECT_EQ(got, 3u);
    server.async_read_some(net::buffer(piece), [&](error_code why, std::size_t) {
      ended = why;
      server.async_write_some(net::buffer("4567", 4), [](error_code, std::size_t) {});
    });
    reader.async_read_some(net::buffer(last), [&](error_code, std::size_t count) { got = count; });
    this->io.run();
    this->io.restart();
    EXPECT_EQ(ended, net::error::eof);
    EXPECT_EQ(got, 4u);
    auto [of_other, writes_other] = std::move(other).split();
    EXPECT_THROW(end_type(std::move(reader), std::move(writes_other)), error);
    end_type again(std::move(of_other), std::move(writes_other));
    EXPECT_EQ(again.native().statistics().bytes_sent, 0u);
  }
}

TYPED_TEST(on_a_hub, registered_memory_is_sent_without_a_copy) {
  typename TestFixture::end client(this->hub, this->domain),
      server(this->hub, this->domain, {.ring_bytes = 1 << 16});
  this->connect(client, server);
  const auto memory = mr::allocate(this->domain, 100'000, {.access = access::local_write});
  const auto text = text_of(memory.memory().size());
  std::memcpy(memory.memory().data(), text.data(), text.size());
  std::string got(text.size(), ' ');
  std::size_t sent = 0;
  client.async_send(memory.slice(), [&](error_code why, std::size_t count) {
    EXPECT_FALSE(why) << why.message();
    sent = count;
  });
  net::async_read(server, net::buffer(got),
                  [](error_code why, std::size_t) { EXPECT_FALSE(why) << why.message(); });
  this->io.run();
  EXPECT_EQ(sent, text.size());
  EXPECT_EQ(got, text);
  EXPECT_EQ(client.native().statistics().bytes_in_place, text.size());
}

TYPED_TEST(on_a_hub, a_future_holds_what_was_read) {
  typename TestFixture::end client(this->hub, this->domain), server(this->hub, this->domain);
  this->connect(client, server);
  std::array<char, 8> piece;
  auto read = server.async_read_some(net::buffer(piece), net::use_future);
  client.async_write_some(net::buffer("123", 3), [](error_code, std::size_t) {});
  this->io.run();
  EXPECT_EQ(read.get(), 3u);
}

TYPED_TEST(on_a_hub, a_handler_may_throw) {
  typename TestFixture::end client(this->hub, this->domain), server(this->hub, this->domain);
  this->connect(client, server);
  std::array<char, 8> piece;
  std::size_t read = 0;
  client.async_write_some(net::buffer("123", 3), [](error_code, std::size_t) { throw 5; });
  server.async_read_some(net::buffer(piece), [&](error_code, std::size_t count) { read = count; });
  EXPECT_THROW(this->io.run(), int);
  this->io.run();
  EXPECT_EQ(read, 3u);
}

TYPED_TEST(on_a_hub, channels_keep_messages_whole) {
  typename TestFixture::channel client(this->hub, this->domain), server(this->hub, this->domain);
  this->connect(client, server);
  const auto text = text_of(10'000);
  std::string got;
  std::size_t sent = 0;
  std::function<void()> receive = [&] {
    server.async_receive([&](error_code why, auto message) {
      if (why) {
        EXPECT_EQ(why, net::error::eof);
        return;
      }
      std::vector<std::byte> bytes(message.size());
      EXPECT_EQ(message.copy_to(bytes), message.size());
      for (const auto one : bytes) got += static_cast<char>(one);
      message.release();
      receive();
    });
  };
  std::function<void()> send = [&] {
    const auto length = std::min<std::size_t>(text.size() - sent, 1 + sent);
    client.async_send(net::buffer(text.data() + sent, length), [&, length](error_code why) {
      EXPECT_FALSE(why) << why.message();
      sent += length;
      if (sent == text.size()) return client.shutdown_send();
      send();
    });
  };
  receive();
  send();
  this->io.run();
  EXPECT_EQ(got, text);
}

TYPED_TEST(on_a_hub, operations_of_queue_pairs_complete) {
  using queue_pair = stream::queue_pair<TypeParam>;
  queue_pair a(this->hub.engine(), this->domain), b(this->hub.engine(), this->domain);
  const auto address = a.native().address();
  a.native().connect(b.native().address());
  b.native().connect(address);
  const auto memory = mr::allocate(this->domain, 128, {.access = access::local_write});
  std::memset(memory.memory().data(), 7, 64);
  std::vector<result> results;
  const auto keep = [&](result one) { results.push_back(std::move(one)); };
  this->hub.async(b.recv(memory.slice(64, 64)), keep);
  this->hub.async(a.send(memory.slice(0, 64)), keep);
  auto later = this->hub.async(a.send(memory.slice(0, 0)), net::use_future);
  this->hub.async(b.recv(memory.slice(64, 64)), keep);
  this->io.run();
  ASSERT_EQ(results.size(), 3u);
  for (const auto& one : results) EXPECT_TRUE(one) << one.message();
  EXPECT_TRUE(later.get());
  EXPECT_EQ(memory.memory()[127], std::byte{7});
  a.close();
  b.close();
}

TYPED_TEST(on_a_hub, an_io_context_that_is_destroyed_destroys_the_handlers_that_wait) {
  const auto token = std::make_shared<int>();
  {
    net::io_context other(1);
    asio_room::hub<TypeParam> its_hub(other, this->device, {.cqes = 256});
    // A handler owns its streams, as the frame of a coroutine does.
    auto client = std::make_shared<typename TestFixture::end>(its_hub, this->domain);
    auto server = std::make_shared<typename TestFixture::end>(its_hub, this->domain);
    this->connect(*client, *server);
    auto piece = std::make_shared<std::array<char, 8>>();
    auto& reads = *server;
    reads.async_read_some(net::buffer(*piece),
                          [client = std::move(client), piece, token, server = std::move(server)](
                              error_code, std::size_t) { ADD_FAILURE(); });
    other.poll();
    EXPECT_EQ(token.use_count(), 2);
  }
  EXPECT_EQ(token.use_count(), 1);
}

}  // namespace
}  // namespace verbatim
