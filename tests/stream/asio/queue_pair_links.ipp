// Queue pairs that are connected, accepted and disconnected by callbacks. Included by the tests of each
// Asio.

namespace verbatim {
namespace {

TYPED_TEST(on_a_hub, queue_pairs_connect_and_disconnect) {
  auto& engine = this->hub.engine();
  stream::queue_pair<TypeParam> client(engine, this->domain), server(engine, this->domain);
  const auto memory = mr::allocate(this->domain, 128, {.access = access::local_write});
  stream::queue_pair_listener<TypeParam> door(engine);
  stream::queue_pair_connector<TypeParam> out(engine);
  const auto port = std::to_string(door.port());
  std::optional<stream::queue_pair_link<TypeParam>> near, far;
  std::uint32_t came = 0;
  std::optional<cm::ending> ended;
  const auto post = [&] {
    this->hub.async(server.recv(memory.slice(64, 64)),
                    [&](stream::result got) { came = got.byte_count; });
  };
  asio_room::async_wait(this->hub,
                        door.accept(server, {.connection = {.end = {.post_receives = post}}}),
                        [&](error_code why, auto link) {
                          EXPECT_FALSE(why) << why.message();
                          far = *link;
                        });
  asio_room::async_wait(
      this->hub, out.connect(client, testing::address_under_test(), port),
      [&](error_code why, auto link) {
        EXPECT_FALSE(why) << why.message();
        near = *link;
        this->hub.async(client.send(memory.slice(0, 64)), [&](stream::result sent) {
          EXPECT_TRUE(sent) << sent.message();
          asio_room::async_wait(this->hub, near->disconnect(), [&](error_code, auto how) {
            if (how) ended = *how;
          });
        });
      });
  this->io.run();
  EXPECT_EQ(came, 64u);
  EXPECT_EQ(ended, cm::ending::by_this_end);
}

TYPED_TEST(on_a_hub, queue_pairs_connect_by_an_exchange_and_disconnect) {
  auto& engine = this->hub.engine();
  stream::queue_pair<TypeParam> client(engine, this->domain), server(engine, this->domain);
  stream::exchange_queue_pair_listener<TypeParam> door(engine);
  stream::exchange_queue_pair_connector<TypeParam> out(engine);
  std::optional<stream::exchange_queue_pair_link<TypeParam>> near, far;
  std::optional<bool> is_confirmed;
  error_code late;
  asio_room::async_wait(this->hub, door.accept(server), [&](error_code why, auto link) {
    EXPECT_FALSE(why) << why.message();
    far = *link;
    asio_room::async_wait(this->hub, door.accept(server, {.timeout = 20ms}),
                          [&](error_code none, auto) { late = none; });
  });
  asio_room::async_wait(
      this->hub, out.connect(client, "127.0.0.1", door.port()), [&](error_code why, auto link) {
        EXPECT_FALSE(why) << why.message();
        near = *link;
        asio_room::async_wait(this->hub, near->disconnect(5s), [&](error_code, auto how) {
          if (how) is_confirmed = *how;
        });
      });
  this->io.run();
  EXPECT_EQ(is_confirmed, true);
  EXPECT_FALSE(far->is_open());
  EXPECT_EQ(late, net::error::timed_out);
}

TYPED_TEST(on_a_hub, queue_pairs_say_why_there_is_no_connection) {
  auto& engine = this->hub.engine();
  stream::queue_pair<TypeParam> client(engine, this->domain);
  stream::queue_pair_listener<TypeParam> door(engine);
  stream::queue_pair_connector<TypeParam> out(engine);
  error_code refused, late;
  std::string words;
  asio_room::async_wait(this->hub, out.connect(client, testing::address_under_test(), "9"),
                        [&](error_code why, auto link) {
                          refused = why;
                          words = link.error().what();
                        });
  asio_room::async_wait(this->hub, door.accept(client, {.timeout = 20ms}),
                        [&](error_code why, auto) { late = why; });
  this->io.run();
  EXPECT_EQ(refused, net::error::connection_refused) << words;
  EXPECT_EQ(late, net::error::timed_out);
}

TYPED_TEST(on_a_hub, queue_pairs_may_be_destroyed_while_they_wait) {
  bool was_called = false;
  {
    net::io_context own{1};
    asio_room::hub<TypeParam> second(own, this->device, {.takes_device_events = false});
    auto pair = std::make_shared<stream::queue_pair<TypeParam>>(second.engine(), this->domain);
    auto door = std::make_shared<stream::queue_pair_listener<TypeParam>>(second.engine());
    asio_room::async_wait(second, door->accept(*pair),
                          [&, pair, door](error_code, auto) { was_called = true; });
    own.poll();
  }
  EXPECT_FALSE(was_called);
}

}  // namespace
}  // namespace verbatim
