// The options beyond the standard (ECE) of two devices with different ones: run it with --devices 2 --ece
// 7,5.
#include <arpa/inet.h>
#include <rdma/rdma_cma.h>

#include <cstdint>
#include <string>
#include <thread>

#include "cm_fixture.hpp"
#include "verbatim/verbs/discovery/device.hpp"

namespace verbatim {
namespace {

using testing::cm_end;

constexpr std::uint32_t of_first = 7, of_second = 5, of_both = of_first & of_second;

/// The library's end is on the second device.
class cm_ece : public testing::cm_fixture {
 protected:
  cm_ece() {
    context = open_device("mlx5_1");
    pd = verbatim::pd(context);
    address = "127.0.0.3";  // each device has two ports' addresses
  }

  std::uint32_t options_of(const connected_qp& qp) { return qp.query_ece().value().options; }

  static std::uint32_t options_of(rdma_cm_id* id) {
    ibv_ece found{};
    EXPECT_EQ(ibv_query_ece(id->qp, &found), 0);
    return found.options;
  }

  /// Connects from the first device, with a queue pair of librdmacm. Returns the options of that then.
  std::uint32_t options_after_connecting(std::uint16_t port) const {
    sockaddr_in from{}, to{};
    from.sin_family = to.sin_family = AF_INET;
    to.sin_port = htons(port);
    EXPECT_EQ(inet_pton(AF_INET, "127.0.0.1", &from.sin_addr), 1);
    EXPECT_EQ(inet_pton(AF_INET, address.c_str(), &to.sin_addr), 1);
    rdma_cm_id* id = nullptr;
    EXPECT_EQ(rdma_create_id(nullptr, &id, nullptr, RDMA_PS_TCP), 0);
    EXPECT_EQ(rdma_resolve_addr(id, reinterpret_cast<sockaddr*>(&from),
                                reinterpret_cast<sockaddr*>(&to), 2000),
              0);
    EXPECT_EQ(rdma_resolve_route(id, 2000), 0);
    auto wanted = capacity();
    EXPECT_EQ(rdma_create_qp(id, nullptr, &wanted), 0);
    EXPECT_EQ(options_of(id), of_first);
    EXPECT_EQ(rdma_connect(id, nullptr), 0);
    const std::uint32_t result = options_of(id);
    rdma_disconnect(id);
    rdma_destroy_ep(id);
    return result;
  }

  static ibv_qp_init_attr capacity() {
    ibv_qp_init_attr result{};
    result.cap = {.max_send_wr = 4,
                  .max_recv_wr = 4,
                  .max_send_sge = 1,
                  .max_recv_sge = 1,
                  .max_inline_data = 0};
    result.qp_type = IBV_QPT_RC;
    result.sq_sig_all = 1;
    return result;
  }
};

/// librdmacm brings up the queue pair of the active end, and passes the options of the response to it.
TEST_F(cm_ece, is_agreed_with_the_queue_pair_of_a_client_of_librdmacm) {
  cm_end end(pd);
  ASSERT_EQ(options_of(end.qp), of_second);
  cm::listener listener(loop);
  accept_next(listener, end);
  std::uint32_t agreed = 0;
  std::jthread client([&, port = listener.port()] { agreed = options_after_connecting(port); });
  EXPECT_TRUE(until([&] { return accepted || refused; }));
  EXPECT_FALSE(refused) << refused->what();
  EXPECT_EQ(options_of(end.qp), of_both);
  EXPECT_TRUE(until([&] { return refused || (accepted && !accepted->is_open()); }));
  accepted.reset();
  client.join();
  EXPECT_EQ(agreed, of_both);
}

TEST_F(cm_ece, is_agreed_by_two_ends_of_different_devices) {
  const auto first = open_device("mlx5_0");
  const verbatim::pd of_active(first);
  cm_end active(of_active), passive(pd);
  ASSERT_EQ(options_of(active.qp), of_first);
  cm::listener listener(loop);
  accept_next(listener, passive);
  const auto connection =
      route_to(listener, {.source = cm::address::parse("127.0.0.1")}).connect(active.qp);
  EXPECT_TRUE(until([&] { return accepted || refused; }));
  ASSERT_FALSE(refused) << refused->what();
  EXPECT_EQ(options_of(passive.qp), of_both);
  EXPECT_EQ(options_of(active.qp), of_both);
  EXPECT_EQ(connection.local().host(), "127.0.0.1");
  EXPECT_EQ(active.qp.state(), qp_state::rts);
}

}  // namespace
}  // namespace verbatim
