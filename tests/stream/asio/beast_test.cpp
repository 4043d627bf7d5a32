// HTTP and WebSocket of Boost.Beast, and TLS, over streams: unchanged, as over a TCP socket.
#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include <array>
#include <boost/asio.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <boost/beast/websocket.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "device_under_test.hpp"
#include "verbatim/boost_asio.hpp"
#include "verbatim/verbs.hpp"

namespace net = ::boost::asio;
namespace asio_room = verbatim::stream::with_boost_asio;

#include "fixture.ipp"

namespace verbatim {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
namespace ssl = net::ssl;
namespace websocket = beast::websocket;
using error_code = boost::system::error_code;

TYPED_TEST(on_a_hub, carry_http) {
  typename TestFixture::end client(this->hub, this->domain), server(this->hub, this->domain);
  this->connect(client, server);
  const auto text = text_of(50'000);
  beast::flat_buffer server_buffer, client_buffer;
  http::request<http::string_body> asked, question{http::verb::post, "/echo", 11};
  http::response<http::string_body> answer, got;
  question.body() = text;
  question.prepare_payload();
  http::async_read(server, server_buffer, asked, [&](error_code why, std::size_t) {
    ASSERT_FALSE(why) << why.message();
    EXPECT_EQ(asked.target(), "/echo");
    answer = {http::status::ok, 11};
    answer.body() = asked.body();
    answer.prepare_payload();
    http::async_write(server, answer,
                      [&](error_code how, std::size_t) { EXPECT_FALSE(how) << how.message(); });
  });
  http::async_write(client, question, [&](error_code why, std::size_t) {
    ASSERT_FALSE(why) << why.message();
    http::async_read(client, client_buffer, got,
                     [](error_code how, std::size_t) { EXPECT_FALSE(how) << how.message(); });
  });
  this->io.run();
  EXPECT_EQ(got.result(), http::status::ok);
  EXPECT_EQ(got.body(), text);
}

TYPED_TEST(on_a_hub, carry_web_sockets) {
  using end = websocket::stream<typename TestFixture::end>;
  typename TestFixture::end one(this->hub, this->domain), other(this->hub, this->domain);
  this->connect(one, other);
  end client(std::move(one)), server(std::move(other));
  const auto text = text_of(20'000);
  beast::flat_buffer server_buffer, client_buffer;
  error_code closed;
  server.async_accept([&](error_code why) {
    ASSERT_FALSE(why) << why.message();
    server.async_read(server_buffer, [&](error_code how, std::size_t) {
      ASSERT_FALSE(how) << how.message();
      server.async_write(server_buffer.data(), [&](error_code wrote, std::size_t) {
        ASSERT_FALSE(wrote) << wrote.message();
        server.async_read(server_buffer, [&](error_code end, std::size_t) { closed = end; });
      });
    });
  });
  error_code client_closed = net::error::fault;
  client.async_handshake("host", "/", [&](error_code why) {
    ASSERT_FALSE(why) << why.message();
    client.async_write(net::buffer(text), [&](error_code how, std::size_t) {
      ASSERT_FALSE(how) << how.message();
      client.async_read(client_buffer, [&](error_code got, std::size_t) {
        ASSERT_FALSE(got) << got.message();
        client.async_close(websocket::close_code::normal,
                           [&](error_code end) { client_closed = end; });
      });
    });
  });
  this->io.run();
  EXPECT_EQ(beast::buffers_to_string(client_buffer.data()), text);
  EXPECT_EQ(closed, websocket::error::closed);
  EXPECT_FALSE(client_closed) << client_closed.message();
}

/// Beast calls these functions at the end of a WebSocket.
TYPED_TEST(on_a_hub, ends_as_beast_ends_a_socket) {
  const auto open = [this](auto& one, auto& other) {
    this->connect(one, other);
    other.shutdown_send();
  };
  {
    typename TestFixture::end one(this->hub, this->domain), other(this->hub, this->domain);
    open(one, other);
    error_code why = net::error::fault;
    asio_room::teardown(beast::role_type::client, one, why);
    EXPECT_FALSE(why) << why.message();
    EXPECT_TRUE(other.native().core().is_ended());
  }
  {
    typename TestFixture::end one(this->hub, this->domain), other(this->hub, this->domain);
    open(one, other);
    error_code ended = net::error::fault;
    asio_room::async_teardown(beast::role_type::server, one, [&](error_code why) { ended = why; });
    this->io.restart();
    this->io.run();
    EXPECT_FALSE(ended) << ended.message();
  }
  typename TestFixture::end one(this->hub, this->domain), other(this->hub, this->domain);
  this->connect(one, other);
  asio_room::beast_close_socket(one);
  error_code why;
  EXPECT_EQ(one.write_some(net::buffer("closed"), why), 0u);
  EXPECT_EQ(why, net::error::broken_pipe) << why.message();
}

/// Gives the server a key, and a certificate that is signed with it.
void make_certificate(ssl::context& of) {
  EVP_PKEY* const key = EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256");
  ASSERT_NE(key, nullptr);
  X509* const made = X509_new();
  ASN1_INTEGER_set(X509_get_serialNumber(made), 1);
  X509_gmtime_adj(X509_getm_notBefore(made), -60);
  X509_gmtime_adj(X509_getm_notAfter(made), 3600);
  X509_set_pubkey(made, key);
  auto* const name = X509_get_subject_name(made);
  const std::array<unsigned char, 6> host{'s', 'e', 'r', 'v', 'e', 'r'};
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, host.data(), 6, -1, 0);
  X509_set_issuer_name(made, name);
  ASSERT_NE(X509_sign(made, key, EVP_sha256()), 0);
  EXPECT_EQ(SSL_CTX_use_certificate(of.native_handle(), made), 1);
  EXPECT_EQ(SSL_CTX_use_PrivateKey(of.native_handle(), key), 1);
  X509_free(made);
  EVP_PKEY_free(key);
}

template <class Engine>
class tls : public on_a_hub<Engine> {
 protected:
  using layer = ssl::stream<typename on_a_hub<Engine>::end>;

  void SetUp() override {
    make_certificate(of_server);
    typename on_a_hub<Engine>::end one(this->hub, this->domain), other(this->hub, this->domain);
    this->connect(one, other);
    client = std::make_unique<layer>(std::move(one), of_client);
    server = std::make_unique<layer>(std::move(other), of_server);
  }

  ssl::context of_client{ssl::context::tls_client}, of_server{ssl::context::tls_server};
  std::unique_ptr<layer> client, server;
};
TYPED_TEST_SUITE(tls, engines);

TYPED_TEST(tls, runs_over_a_stream_and_ends_by_its_own_alert) {
  const auto text = text_of(100'000);
  std::string got(text.size(), ' ');
  error_code end;
  std::array<char, 8> piece;
  this->server->async_handshake(ssl::stream_base::server, [&](error_code why) {
    ASSERT_FALSE(why) << why.message();
    net::async_read(*this->server, net::buffer(got), [&](error_code how, std::size_t) {
      ASSERT_FALSE(how) << how.message();
      this->server->async_read_some(net::buffer(piece), [&](error_code last, std::size_t) {
        end = last;
        this->server->async_shutdown([](error_code) {});
      });
    });
  });
  error_code shut = net::error::fault;
  this->client->async_handshake(ssl::stream_base::client, [&](error_code why) {
    ASSERT_FALSE(why) << why.message();
    net::async_write(*this->client, net::buffer(text), [&](error_code how, std::size_t) {
      ASSERT_FALSE(how) << how.message();
      this->client->async_shutdown([&](error_code last) { shut = last; });
    });
  });
  this->io.run();
  EXPECT_EQ(got, text);
  EXPECT_EQ(end, net::error::eof);
  EXPECT_FALSE(shut) << shut.message();
}

TYPED_TEST(tls, takes_a_fin_without_an_alert_for_a_truncation) {
  error_code end;
  std::array<char, 8> piece;
  this->server->async_handshake(ssl::stream_base::server, [&](error_code why) {
    ASSERT_FALSE(why) << why.message();
    this->server->async_read_some(net::buffer(piece),
                                  [&](error_code last, std::size_t) { end = last; });
  });
  this->client->async_handshake(ssl::stream_base::client, [&](error_code why) {
    ASSERT_FALSE(why) << why.message();
    this->client->lowest_layer().shutdown_send();
  });
  this->io.run();
  EXPECT_EQ(end, ssl::error::stream_truncated) << end.message();
}

}  // namespace
}  // namespace verbatim
