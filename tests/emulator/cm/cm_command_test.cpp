// The commands of rdma_cm's device file, one by one: what each refuses, and with which errno.
#include <sys/epoll.h>
#include <sys/stat.h>

#include <array>
#include <thread>

#include "raw_channel.hpp"

namespace {

const std::string here = "127.0.0.1";

class command_test : public ::testing::Test {
 protected:
  raw_channel channel;
};

TEST_F(command_test, the_file_is_a_character_device) {
  struct stat status {};
  ASSERT_EQ(fstat(channel.fd(), &status), 0);
  EXPECT_TRUE(S_ISCHR(status.st_mode));
  struct stat named {};
  ASSERT_EQ(stat("/dev/infiniband/rdma_cm", &named), 0);
  EXPECT_TRUE(S_ISCHR(named.st_mode));
  EXPECT_EQ(named.st_rdev, status.st_rdev);
}

TEST_F(command_test, headers_that_do_not_fit) {
  const std::array<std::uint32_t, 4> words{};
  EXPECT_EQ(channel.write_bytes(words.data(), 4), EINVAL) << "shorter than a header";
  EXPECT_EQ(channel.command(23, words), EINVAL) << "no such command";
  EXPECT_EQ(channel.command(0xffffffff, words), EINVAL);
  EXPECT_EQ(channel.command(RDMA_USER_CM_CMD_GET_OPTION, words), ENOSYS);
  const rdma_ucm_cmd_hdr longer{RDMA_USER_CM_CMD_LISTEN, 9, 0};
  EXPECT_EQ(channel.write_bytes(&longer, sizeof longer), EINVAL) << "the payload is missing";
}

TEST_F(command_test, answers_need_room) {
  const std::uint32_t id = channel.made(1);
  rdma_ucm_query_addr_resp answer{};
  rdma_ucm_create_id create{};
  create.response = reinterpret_cast<std::uintptr_t>(&answer);
  create.ps = RDMA_PS_TCP;
  EXPECT_EQ(channel.command(RDMA_USER_CM_CMD_CREATE_ID, create, 3), ENOSPC);
  rdma_ucm_destroy_id destroy{};
  destroy.id = id;
  EXPECT_EQ(channel.command(RDMA_USER_CM_CMD_DESTROY_ID, destroy, 3), ENOSPC);
  EXPECT_EQ(channel.command(RDMA_USER_CM_CMD_LEAVE_MCAST, destroy, 3), ENOSPC);
  EXPECT_EQ(channel.command(RDMA_USER_CM_CMD_GET_EVENT, rdma_ucm_get_event{}, 323), ENOSPC);
  rdma_ucm_query query{};
  query.response = reinterpret_cast<std::uintptr_t>(&answer);
  query.id = id;
  query.option = RDMA_USER_CM_QUERY_ADDR;
  EXPECT_EQ(channel.command(RDMA_USER_CM_CMD_QUERY, query, 271), ENOSPC);
  EXPECT_EQ(channel.command(RDMA_USER_CM_CMD_QUERY, query, 272), 0);
  query.option = 3;
  EXPECT_EQ(channel.command(RDMA_USER_CM_CMD_QUERY, query, sizeof answer), ENOSYS);
}

TEST_F(command_test, addresses_that_are_not_mapped) {
  rdma_ucm_create_id create{};
  create.response = 8;
  create.ps = RDMA_PS_TCP;
  EXPECT_EQ(channel.command(RDMA_USER_CM_CMD_CREATE_ID, create, 4), EFAULT);
  // The compiler would notice a constant.
  const volatile std::uintptr_t nowhere = 8;
  EXPECT_EQ(channel.write_bytes(reinterpret_cast<const void*>(nowhere), 32), EFAULT);
  const std::uint32_t id = channel.made(1);
  EXPECT_EQ(
      channel.option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_TOS, reinterpret_cast<const void*>(8), 1),
      EFAULT);
}

TEST_F(command_test, ids_of_others) {
  const std::uint32_t id = channel.made(1);
  raw_channel other;
  EXPECT_EQ(other.listen(id), EINVAL);
  EXPECT_EQ(other.destroy(id), EINVAL);
  EXPECT_EQ(channel.listen(id + 1000), ENOENT);
  ASSERT_EQ(channel.destroy(id), 0);
  EXPECT_EQ(channel.destroy(id), ENOENT);
  EXPECT_EQ(channel.leave(77777), ENOENT);
}

TEST_F(command_test, port_spaces) {
  std::uint32_t id = 0;
  EXPECT_EQ(channel.create(id, 1, 0x0107), EINVAL);
  for (const std::uint16_t space : {RDMA_PS_TCP, RDMA_PS_UDP, RDMA_PS_IPOIB, RDMA_PS_IB}) {
    EXPECT_EQ(channel.create(id, 1, space), 0);
  }
}

TEST_F(command_test, commands_before_there_is_a_device) {
  const std::uint32_t id = channel.made(1);
  ib_uverbs_qp_attr attributes{};
  EXPECT_EQ(channel.attributes(id, 1, attributes), EINVAL);
  EXPECT_EQ(channel.connect(id, 1), EINVAL);
  EXPECT_EQ(channel.accept(id, 1, 1), EINVAL);
  EXPECT_EQ(channel.reject(id), EINVAL);
  EXPECT_EQ(channel.disconnect(id), EINVAL);
  EXPECT_EQ(channel.notify(id, 4), EINVAL);
  EXPECT_EQ(channel.resolve_route(id), EINVAL);
  std::uint32_t group = 0;
  EXPECT_EQ(channel.join(id, 1, socket_address::of("230.0.0.1", 0), group), EINVAL);
  ASSERT_EQ(channel.bind(id, socket_address::of(here, 0)), 0);
  EXPECT_EQ(channel.attributes(id, 7, attributes), EINVAL);
  EXPECT_EQ(channel.attributes(id, 6, attributes), 0)
      << "whatever state is asked for, before it connects";
  EXPECT_EQ(attributes.qp_attr_mask, 0x39u);
  EXPECT_EQ(channel.connect(id, 1), EINVAL);
  EXPECT_EQ(channel.disconnect(id), EINVAL);
  EXPECT_EQ(channel.resolve_route(id), EINVAL);
}

TEST_F(command_test, short_commands_of_older_libraries) {
  const std::uint32_t id = channel.made(1);
  const std::uint32_t listening = channel.listener(here, 2);
  channel.resolve(id, here, channel.port_of(listening));
  rdma_ucm_connect connect{};
  connect.conn_param = raw_channel::parameters(1, "");
  connect.id = id;
  EXPECT_EQ(
      channel.command(RDMA_USER_CM_CMD_CONNECT, connect, 0, offsetof(rdma_ucm_connect, ece) - 1),
      EINVAL);
  connect.conn_param.valid = 0;
  EXPECT_EQ(channel.command(RDMA_USER_CM_CMD_CONNECT, connect), EINVAL);
  connect.conn_param.valid = 1;
  EXPECT_EQ(channel.command(RDMA_USER_CM_CMD_CONNECT, connect, 0, offsetof(rdma_ucm_connect, ece)),
            0);
  EXPECT_EQ(channel.expect(ev::connect_request).ece.vendor_id, 0u);
}

TEST_F(command_test, binding) {
  const std::uint32_t id = channel.made(1);
  socket_address wrong = socket_address::of(here, 0);
  wrong.size = 28;
  EXPECT_EQ(channel.bind(id, wrong), EINVAL) << "the size is that of IPv6";
  EXPECT_EQ(channel.bind(id, socket_address::of("fe80::1", 0)), EINVAL)
      << "link-local, without an interface";
  EXPECT_EQ(channel.bind(id, socket_address::of("192.0.2.1", 0)), EADDRNOTAVAIL)
      << "nobody's address";
  ASSERT_EQ(channel.bind(id, socket_address::of(here, 0)), 0);
  EXPECT_EQ(channel.bind(id, socket_address::of(here, 0)), EINVAL) << "it is bound already";
  EXPECT_GE(channel.port_of(id), 1024);
}

TEST_F(command_test, older_commands_do_the_same) {
  const std::uint32_t id = channel.made(1);
  rdma_ucm_bind_ip bind{};
  const socket_address to = socket_address::of(here, 0);
  std::memcpy(&bind.addr, &to.storage, sizeof bind.addr);
  bind.id = id;
  ASSERT_EQ(channel.command(RDMA_USER_CM_CMD_BIND_IP, bind), 0);
  ASSERT_EQ(channel.listen(id), 0);
  const std::uint32_t active = channel.made(2);
  rdma_ucm_resolve_ip resolve{};
  const socket_address peer = socket_address::of(here, channel.port_of(id));
  std::memcpy(&resolve.dst_addr, &peer.storage, sizeof resolve.dst_addr);
  resolve.id = active;
  resolve.timeout_ms = 1000;
  ASSERT_EQ(channel.command(RDMA_USER_CM_CMD_RESOLVE_IP, resolve), 0);
  channel.expect(ev::addr_resolved);
  ASSERT_EQ(channel.resolve_route(active), 0);
  channel.expect(ev::route_resolved);
  rdma_ucm_query_route_resp route{};
  rdma_ucm_query query{};
  query.response = reinterpret_cast<std::uintptr_t>(&route);
  query.id = active;
  ASSERT_EQ(channel.command(RDMA_USER_CM_CMD_QUERY_ROUTE, query, sizeof route), 0);
  EXPECT_EQ(route.num_paths, 1u);
  EXPECT_EQ(route.port_num, 1);
  EXPECT_NE(route.node_guid, 0u);
  resolve.dst_addr.sin6_family = 1;
  EXPECT_EQ(channel.command(RDMA_USER_CM_CMD_RESOLVE_IP, resolve), EINVAL);
}

TEST_F(command_test, ports_conflict_as_in_linux) {
  const std::uint32_t first = channel.listener(here, 1);
  const std::uint16_t port = channel.port_of(first);
  const std::uint32_t second = channel.made(2);
  EXPECT_EQ(channel.bind(second, socket_address::of(here, port)), EADDRINUSE);
  EXPECT_EQ(channel.bind(second, socket_address::of("0.0.0.0", port)), EADDRNOTAVAIL)
      << "one of the two is for all";
  const int yes = 1;
  ASSERT_EQ(channel.option(second, RDMA_OPTION_ID, RDMA_OPTION_ID_REUSEADDR, &yes, sizeof yes), 0);
  EXPECT_EQ(channel.bind(second, socket_address::of(here, port)), EADDRINUSE)
      << "both must allow it";
  EXPECT_EQ(channel.bind(second, socket_address::of("::", port)), EADDRNOTAVAIL);
  ASSERT_EQ(channel.option(second, RDMA_OPTION_ID, RDMA_OPTION_ID_AFONLY, &yes, sizeof yes), 0);
  EXPECT_EQ(channel.bind(second, socket_address::of("::", port)), 0) << "the families are apart";
  // Another port space has other ports.
  const std::uint32_t third = channel.made(3, RDMA_PS_UDP);
  EXPECT_EQ(channel.bind(third, socket_address::of(here, port)), 0);
  ASSERT_EQ(channel.destroy(first), 0);
  const std::uint32_t fourth = channel.made(4);
  EXPECT_EQ(channel.bind(fourth, socket_address::of(here, port)), 0) << "the port is free again";
}

TEST_F(command_test, reuse_ends_where_one_listens) {
  const int yes = 1;
  std::uint32_t ids[2];
  std::uint16_t port = 0;
  for (std::uint32_t& one : ids) {
    one = channel.made(1);
    ASSERT_EQ(channel.option(one, RDMA_OPTION_ID, RDMA_OPTION_ID_REUSEADDR, &yes, sizeof yes), 0);
    ASSERT_EQ(channel.bind(one, socket_address::of(here, port)), 0);
    port = channel.port_of(one);
  }
  EXPECT_EQ(channel.listen(ids[0]), EADDRINUSE);
  ASSERT_EQ(channel.destroy(ids[1]), 0);
  EXPECT_EQ(channel.listen(ids[0]), 0);
  EXPECT_EQ(channel.option(ids[0], RDMA_OPTION_ID, RDMA_OPTION_ID_REUSEADDR, &yes, sizeof yes),
            EINVAL);
}

TEST_F(command_test, a_wildcard_listener_takes_every_address) {
  const std::uint32_t listening = channel.made(1);
  ASSERT_EQ(channel.listen(listening), 0) << "it binds itself";
  const std::uint32_t active = channel.made(2);
  channel.resolve(active, here, channel.port_of(listening));
  ASSERT_EQ(channel.connect(active, 1), 0);
  const std::uint32_t child = channel.expect(ev::connect_request).id;
  rdma_ucm_query_addr_resp answer{};
  ASSERT_EQ(channel.query_addresses(child, answer), 0);
  sockaddr_in source{};
  std::memcpy(&source, &answer.src_addr, sizeof source);
  EXPECT_EQ(source.sin_addr.s_addr, inet_addr(here.c_str())) << "the address that was dialled";
  EXPECT_NE(answer.node_guid, 0u);
}

TEST_F(command_test, options) {
  const std::uint32_t id = channel.made(1);
  const std::array<std::uint8_t, 80> value{14};
  EXPECT_EQ(channel.option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_TOS, &value, 2), EINVAL);
  EXPECT_EQ(channel.option(id, RDMA_OPTION_ID, 9, &value, 1), ENOSYS);
  EXPECT_EQ(channel.option(id, 5, 0, &value, 1), ENOSYS);
  EXPECT_EQ(channel.option(id, RDMA_OPTION_IB, RDMA_OPTION_IB_PATH, &value, 71), EINVAL);
  EXPECT_EQ(channel.option(id, RDMA_OPTION_IB, RDMA_OPTION_IB_PATH, &value, 72), EINVAL)
      << "no such flags";
  EXPECT_EQ(channel.option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_ACK_TIMEOUT, &value, 1), 0);
  const std::uint32_t datagrams = channel.made(1, RDMA_PS_UDP);
  EXPECT_EQ(channel.option(datagrams, RDMA_OPTION_ID, RDMA_OPTION_ID_ACK_TIMEOUT, &value, 1),
            EINVAL);
}

TEST_F(command_test, the_ack_timeout_is_the_queue_pairs) {
  const std::uint32_t listening = channel.listener(here, 1);
  const std::uint32_t active = channel.made(2);
  const std::uint8_t timeout = 21;
  ASSERT_EQ(channel.option(active, RDMA_OPTION_ID, RDMA_OPTION_ID_ACK_TIMEOUT, &timeout, 1), 0);
  channel.resolve(active, here, channel.port_of(listening));
  ASSERT_EQ(channel.connect(active, 1), 0);
  ASSERT_EQ(channel.accept(channel.expect(ev::connect_request).id, 3, 2), 0);
  channel.expect(ev::connect_response);
  ib_uverbs_qp_attr attributes{};
  ASSERT_EQ(channel.attributes(active, 3, attributes), 0);
  EXPECT_EQ(attributes.timeout, 21);
}

TEST_F(command_test, addresses_that_nobody_has) {
  const std::uint32_t id = channel.made(1);
  EXPECT_EQ(channel.resolve_address(id, socket_address::of("192.0.2.1", 1), 50), 0);
  const auto found = channel.next();
  EXPECT_EQ(found.event, std::uint32_t{ev::addr_error});
  EXPECT_EQ(static_cast<int>(found.status), -ENODEV) << "the route leads through no emulated port";
  // The id can try again.
  EXPECT_EQ(channel.resolve_address(id, socket_address::of("::1", 1)), EINVAL)
      << "the families differ";
  EXPECT_EQ(channel.resolve_address(id, socket_address::of(here, 1)), 0);
  channel.expect(ev::addr_resolved);
  EXPECT_EQ(channel.resolve_route(id, 0), EINVAL);
  EXPECT_EQ(channel.resolve_route(id), 0);
}

TEST_F(command_test, ipv6) {
  const std::uint32_t listening = channel.listener("::1", 1);
  const std::uint32_t active = channel.made(2);
  channel.resolve(active, "::1", channel.port_of(listening));
  ASSERT_EQ(channel.connect(active, 1), 0);
  channel.expect(ev::connect_request);
}

TEST_F(command_test, groups_are_joined_and_left) {
  const std::uint32_t id = channel.made(1, RDMA_PS_UDP);
  ASSERT_EQ(channel.bind(id, socket_address::of(here, 0)), 0);
  std::uint32_t group = 0;
  EXPECT_EQ(channel.join(id, 7, socket_address::of("230.1.2.3", 0), group, 2), EINVAL)
      << "no such flags";
  ASSERT_EQ(channel.join(id, 7, socket_address::of("230.1.2.3", 0), group), 0);
  const auto found = channel.expect(ev::multicast_join);
  EXPECT_EQ(found.uid, 7u) << "the group's";
  EXPECT_EQ(found.id, group);
  EXPECT_EQ(found.param.ud.qp_num, 0xffffffu);
  EXPECT_EQ(found.param.ud.ah_attr.is_global, 1);
  raw_channel other;
  EXPECT_EQ(other.leave(group), EINVAL);
  std::uint32_t reported = 0;
  ASSERT_EQ(channel.leave(group, &reported), 0);
  EXPECT_EQ(reported, 1u);
  EXPECT_EQ(channel.leave(group), ENOENT);
  ASSERT_EQ(channel.join(id, 8, socket_address::of("230.1.2.3", 0), group, 1), 0);
  ASSERT_EQ(channel.leave(group, &reported), 0);
  EXPECT_EQ(reported, 0u);
  EXPECT_FALSE(channel.has_event(0)) << "the event went with the group";
  const std::uint32_t connected = channel.made(1);
  ASSERT_EQ(channel.bind(connected, socket_address::of(here, 0)), 0);
  EXPECT_EQ(channel.join(connected, 7, socket_address::of("230.1.2.3", 0), group), EINVAL)
      << "RC has no multicast";
}

TEST_F(command_test, waiting) {
  rdma_ucm_event_resp answer{};
  ASSERT_EQ(fcntl(channel.fd(), F_SETFL, O_NONBLOCK), 0);
  EXPECT_EQ(channel.get_event(answer), EAGAIN);
  ASSERT_EQ(fcntl(channel.fd(), F_SETFL, 0), 0);
  const std::uint32_t id = channel.made(1);
  std::thread sleeper([&] { EXPECT_EQ(channel.get_event(answer), 0); });
  usleep(20'000);
  ASSERT_EQ(channel.resolve_address(id, socket_address::of(here, 1)), 0);
  sleeper.join();
  EXPECT_EQ(answer.event, std::uint32_t{ev::addr_resolved});
}

TEST_F(command_test, edges_are_seen_by_epoll) {
  const int epoll = epoll_create1(0);
  epoll_event event{};
  event.events = EPOLLIN | EPOLLET;
  ASSERT_EQ(epoll_ctl(epoll, EPOLL_CTL_ADD, channel.fd(), &event), 0);
  for (int i = 0; i < 3; ++i) {
    const std::uint32_t id = channel.made(1);
    ASSERT_EQ(channel.resolve_address(id, socket_address::of(here, 1)), 0);
    EXPECT_EQ(epoll_wait(epoll, &event, 1, 5000), 1) << "each event is an edge";
  }
  for (int i = 0; i < 3; ++i) channel.expect(ev::addr_resolved);
  EXPECT_FALSE(channel.has_event(0));
  close(epoll);
}

}  // namespace
