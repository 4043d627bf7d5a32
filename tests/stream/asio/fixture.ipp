// Two streams on a hub of the Asio whose namespace is `net`. Included by the tests of each Asio.

namespace verbatim {
namespace {

using namespace std::chrono_literals;

template <class Engine>
class on_a_hub : public ::testing::Test {
 protected:
  using end = asio_room::byte_stream<Engine>;
  using channel = asio_room::message_channel<Engine>;
  using datagrams = asio_room::datagram_socket<Engine>;

  static void connect(auto& one, auto& other) {
    const auto address = one.native().address();
    one.connect(other.native().address());
    other.connect(address);
  }

  context device = testing::device_under_test();
  pd domain{device};
  net::io_context io{1};
  asio_room::hub<Engine> hub{io, device, {.cqes = 1024}};
};

#ifdef ONE_ENGINE
using engines = ::testing::Types<stream::direct_engine<rc, ud>>;
#else
using engines = ::testing::Types<stream::direct_engine<rc, ud>, stream::verbs_engine>;
#endif
TYPED_TEST_SUITE(on_a_hub, engines);

inline std::string text_of(std::size_t length) {
  std::string text(length, ' ');
  std::generate(text.begin(), text.end(), [i = 0u]() mutable { return char('a' + i++ % 23); });
  return text;
}

}  // namespace
}  // namespace verbatim
