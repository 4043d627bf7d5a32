// Sockets of datagrams that find one another and join groups, by callbacks. Included by the tests of
// each Asio.

namespace verbatim {
namespace {

TYPED_TEST(on_a_hub, datagrams_find_their_peer) {
  typename TestFixture::datagrams client(this->hub, this->domain), server(this->hub, this->domain);
  asio_room::datagram_listener<TypeParam> door(this->hub);
  asio_room::datagram_peers<TypeParam> peers(this->hub);
  const std::string question = "who?", answer = "here";
  std::string asked, answered, came;
  door.async_accept(server, {.data = std::as_bytes(std::span(answer))},
                    [&](error_code why, auto caller) {
                      EXPECT_FALSE(why) << why.message();
                      asked.assign(reinterpret_cast<const char*>(caller->data.data()), 4);
                      server.async_receive([&](error_code, auto got) { came = text_in(got); });
                    });
  peers.async_look_up(client, testing::address_under_test(), std::to_string(door.port()),
                      {.data = std::as_bytes(std::span(question))},
                      [&](error_code why, auto found) {
                        EXPECT_FALSE(why) << why.message();
                        answered.assign(reinterpret_cast<const char*>(found->data.data()), 4);
                        client.async_send(net::buffer("12345", 5), found->to, [](error_code) {});
                      });
  this->io.run();
  EXPECT_EQ(asked, question);
  EXPECT_EQ(answered, answer);
  EXPECT_EQ(came, "12345");
}

TYPED_TEST(on_a_hub, datagrams_join_a_group) {
  typename TestFixture::datagrams client(this->hub, this->domain);
  asio_room::groups<TypeParam> members(this->hub);
  const cm::group_options from_here{.source = cm::address::parse(testing::address_under_test())};
  error_code joined = net::error::fault, refused;
  std::string words, came;
  std::optional<stream::membership> membership;
  members.async_join(client, "239.1.2.9", from_here, [&](error_code why, auto how) {
    joined = why;
    membership = *how;
    client.async_send(net::buffer("all", 3), how->to, [](error_code) {});
    client.async_receive([&](error_code, auto got) { came = text_in(got); });
  });
  members.async_join(client, "no group", [&](error_code why, auto how) {
    refused = why;
    words = how.error().what();
  });
  this->io.run();
  EXPECT_FALSE(joined) << joined.message();
  EXPECT_EQ(came, "all");
  EXPECT_EQ(refused, net::error::invalid_argument);
  EXPECT_NE(words.find("239.1.2.3"), std::string::npos) << words;
  EXPECT_TRUE(membership->group.leave().complete());
}

TYPED_TEST(on_a_hub, datagrams_that_find_nobody_say_why) {
  typename TestFixture::datagrams client(this->hub, this->domain);
  asio_room::datagram_listener<TypeParam> door(this->hub);
  asio_room::datagram_peers<TypeParam> peers(this->hub);
  error_code silent, refused, late;
  std::string words;
  const auto port = std::to_string(door.port());
  peers.async_look_up(client, testing::address_under_test(), port, {.timeout = 30ms},
                      [&](error_code why, auto) { silent = why; });
  peers.async_look_up(client, testing::address_under_test(), "9", [&](error_code why, auto how) {
    refused = why;
    words = how.error().what();
  });
  this->io.run();
  this->io.restart();
  EXPECT_EQ(silent, net::error::timed_out);
  EXPECT_EQ(refused, net::error::connection_refused) << words;
  EXPECT_NE(words.find("listens"), std::string::npos) << words;
  // The caller that has given up is at the door.
  for (int i = 0; i < 2; ++i) {
    door.async_accept(client, {.timeout = 30ms}, [&](error_code why, auto) { late = why; });
    this->io.run();
    this->io.restart();
    EXPECT_EQ(late, i == 0 ? error_code() : error_code(net::error::timed_out));
  }
}

TYPED_TEST(on_a_hub, datagrams_may_be_destroyed_while_they_wait_for_callers) {
  bool was_called = false;
  {
    net::io_context own{1};
    asio_room::hub<TypeParam> second(own, this->device, {.takes_device_events = false});
    auto server = std::make_shared<typename TestFixture::datagrams>(second, this->domain);
    auto door = std::make_shared<asio_room::datagram_listener<TypeParam>>(second);
    door->async_accept(*server, [&, server, door](error_code, auto) { was_called = true; });
    own.poll();
  }
  EXPECT_FALSE(was_called);
  // A listener that is destroyed ends what waits for it.
  typename TestFixture::datagrams server(this->hub, this->domain);
  error_code why;
  {
    asio_room::datagram_listener<TypeParam> door(this->hub);
    door.async_accept(server, [&](error_code how, auto) { why = how; });
  }
  this->io.run();
  EXPECT_EQ(why, net::error::operation_aborted);
}

}  // namespace
}  // namespace verbatim
