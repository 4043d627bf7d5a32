// The values of the control plane in a stream, and in {fmt}.
#include <gtest/gtest.h>

#include <sstream>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/raddr_seg.hpp"
#include "verbatim/verbs/base/format.hpp"
#include "verbatim/verbs/context/capabilities.hpp"
#include "verbatim/verbs/discovery/device_selector.hpp"
#include "verbatim/verbs/memory/access.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pages.hpp"
#include "verbatim/verbs/queue_pair/qp_address.hpp"
#include "verbatim/verbs/values/limits.hpp"
#include "verbatim/verbs/values/timers.hpp"
#include "verbatim/verbs/values/transport.hpp"

/// A program may have functions for the values of this library, which leave those of others alone.
namespace of_a_program {
template <class T>
constexpr bool is_ours = requires(const T& value) {
  is_of_verbatim(value);
};
}  // namespace of_a_program

namespace verbatim {
namespace {

/// The text, which has to be the same both ways.
std::string text(const auto& value) {
  std::ostringstream out;
  out << value;
  EXPECT_EQ(fmt::format("{}", value), out.str());
  return out.str();
}

TEST(print, knows_the_types_of_this_library) {
  using of_a_program::is_ours;
  EXPECT_TRUE(is_ours<guid> && is_ours<verbs::transport> && is_ours<raddr_seg>);
  EXPECT_FALSE(is_ours<int> || is_ours<std::string> || is_ours<std::ostringstream>);
}

TEST(print, values_of_links) {
  EXPECT_EQ(text(guid(0x0002c903005e1a00)), "0002:c903:005e:1a00");
  EXPECT_EQ(text(lid(4)), "4");
  EXPECT_EQ(text(pkey()), "0xffff");
  EXPECT_EQ(text(mtu(4096)), "4096 bytes");
  EXPECT_EQ(text(*parse_gid("10.0.0.1")), "::ffff:10.0.0.1");
  EXPECT_EQ(text(gid_type::roce_v2), "RoCE v2");
  const gid_entry entry{*parse_gid("fe80::1"), 3, gid_type::roce_v1, "eth0"};
  EXPECT_EQ(text(entry), "GID 3, fe80::1, RoCE v1 of eth0");
  EXPECT_EQ(text(choose_gid(std::array{entry})), "GID 3, fe80::1, RoCE v1 of eth0: the only one");
  EXPECT_EQ(text(pci_address{0, 3, 0, 1}), "0000:03:00.1");
  EXPECT_EQ(text(device_selector{.port = 2, .netdev = "eth0"}), "/2%eth0");
}

TEST(print, ports) {
  EXPECT_EQ(text(link_layer::ethernet), "Ethernet");
  EXPECT_EQ(text(port_state::init), "init");
  EXPECT_EQ(text(static_cast<port_state>(77)), "unknown");
  EXPECT_EQ(text(link_state::polling), "polling");
  EXPECT_EQ(text(static_cast<link_state>(77)), "unknown");
  EXPECT_EQ(text(port{.number = 1,
                      .lid = 4,
                      .active_mtu = 2048,
                      .active_rate = rate::of_link(2, 64),
                      .state = port_state::active}),
            "port 1, InfiniBand, active, LID 4, 200 Gb/s, MTU 2048 bytes");
  EXPECT_EQ(text(port{.number = 2, .link_layer = link_layer::ethernet, .state = port_state::down}),
            "port 2, Ethernet, down");
}

TEST(print, rights_and_pages) {
  EXPECT_EQ(text(access::none), "none");
  EXPECT_EQ(text(access::local_write), "local_write");
  EXPECT_EQ(
      text(access::local_write | access::remote_write | access::remote_read |
           access::remote_atomic | access::mw_bind | access::on_demand | access::relaxed_ordering),
      "local_write | remote_write | remote_read | remote_atomic | mw_bind | on_demand | "
      "relaxed_ordering");
  EXPECT_EQ(text(access::remote_read | static_cast<access>(0x20)), "remote_read | 0x20");
  EXPECT_EQ(text(static_cast<access>(0xffffffa0u & ~(1u << 20))), "0xffefffa0");
  EXPECT_EQ(text(page_kind::transparent_huge), "transparent huge");
  EXPECT_EQ(text(mr::keys::replaced), "replaced");
  EXPECT_EQ(text(pd::advice::prefetch_no_fault), "prefetch_no_fault");
  EXPECT_EQ(text(capabilities::odp_operations::send | capabilities::odp_operations::srq_recv),
            "send | srq_recv");
  EXPECT_EQ(text(capabilities::odp_operations::none), "none");
}

TEST(print, what_devices_can) {
  EXPECT_EQ(text(limits{.max_cqe = 7, .max_sge = 30, .phys_port_cnt = 2}),
            "max_cqe=7 max_qp_wr=0 max_sge=30 max_qp_rd_atom=0 max_qp_init_rd_atom=0 "
            "phys_port_cnt=2 local_ca_ack_delay=0");
  const auto all = text(capabilities{.firmware = "20.35", .vendor_id = 0x2c9, .xrc = true});
  EXPECT_TRUE(all.starts_with("firmware=20.35 vendor_id=0x2c9 vendor_part_id=0x0 max_mr_size=0 "));
  EXPECT_NE(all.find(" atomics=none memory_window_type_1=no "), all.npos);
  EXPECT_NE(all.find(" xrc=yes "), all.npos);
  EXPECT_EQ(text(capabilities::atomic_scope::global), "global");
}

TEST(print, queue_pairs_and_events) {
  EXPECT_EQ(text(verbs::transport::xrc_send), "XRC send QP");
  EXPECT_EQ(text(ack_timeout(14)), "14 (67.108 ms)");
  EXPECT_EQ(text(async_event_type::port_err), "PORT_ERR");
  EXPECT_EQ(text(qp_address{.qpn = 0x12,
                            .psn = 0x654321,
                            .lid = 4,
                            .mtu = 4096,
                            .rd_atomic = 16,
                            .gid = *parse_gid("fe80::1")}),
            "QPN 0x12, PSN 0x654321, LID 4, GID fe80::1, MTU 4096 bytes, 16 READs and atomics");
}

TEST(print, with_fmt_more_than_streams) {
  EXPECT_EQ(fmt::format("{:>8}", lid(4)), "       4") << "as strings are laid out";
  EXPECT_EQ(fmt::format("{}", cqe_syndrome::remote_access_err), "remote_access_err");
  EXPECT_EQ(fmt::format("{}", raddr_seg{.raddr = 16, .rkey = 7}), "{raddr=0x10 rkey=7}");
}

}  // namespace
}  // namespace verbatim
