// Every WQE that a transport carries, posted once for each way to give its data.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include "bytes.hpp"
#include "device.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/dci_compact.hpp"
#include "verbatim/generated/transports/dci_roce.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/generated/transports/ud.hpp"
#include "verbatim/generated/transports/ud_compact.hpp"
#include "verbatim/generated/transports/ud_roce.hpp"
#include "verbatim/generated/transports/ud_underlay.hpp"
#include "verbatim/generated/transports/xrc.hpp"
#include "verbatim/generated/transports/xrq_cmd.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace verbatim::test {

inline constexpr std::array mac{std::byte{0x02}, std::byte{0x00}, std::byte{0x5e},
                                std::byte{0x10}, std::byte{0x20}, std::byte{0x30}};

/// The bytes first, first + 1, first + 2...
template <std::size_t size>
constexpr std::array<std::byte, size> counting(unsigned first) {
  std::array<std::byte, size> bytes{};
  for (auto& b : bytes) b = static_cast<std::byte>(first++);
  return bytes;
}

/// A verb of the queue behind what its transport puts in front.
template <class Transport, class Queue>
auto addressed(Queue& sq) {
  auto wqe = sq.sq_wqe();
  const auto gid = counting<16>(0xf0);
  if constexpr (std::is_same_v<Transport, xrc>) {
    return std::move(wqe).xrc(0x77);
  } else if constexpr (std::is_same_v<Transport, dci> || std::is_same_v<Transport, dci_compact>) {
    return std::move(wqe).av(0xdc4e1, 0x55, 0x12);
  } else if constexpr (std::is_same_v<Transport, dci_roce>) {
    return std::move(wqe).av(0xdc4e1, 0x55, mac, gid, 3, 64, 0xc001);
  } else if constexpr (std::is_same_v<Transport, ud> || std::is_same_v<Transport, ud_compact>) {
    return std::move(wqe).av(0x11111111, 0x55, 0x12);
  } else if constexpr (std::is_same_v<Transport, ud_roce>) {
    return std::move(wqe).av(0x11111111, 0x55, mac, gid, 3, 64, 0xc001);
  } else if constexpr (std::is_same_v<Transport, ud_underlay>) {
    return std::move(wqe).av(0x11111111, 0x55, 0x12).eth(1, 1, counting<18>(0x80));
  } else if constexpr (std::is_same_v<Transport, raw_packet>) {
    return std::move(wqe).eth(1, 0);
  } else {
    return wqe;
  }
}

/// Calls check(name, post_result, queue) for every WQE of the transport. The test that compares the names
/// with the generated table finds a verb that is missing here.
template <class Transport, class Check>
class every_wqe {
 public:
  using queue = send_queue<Transport, int, ring_end::contiguous, 16>;

  explicit every_wqe(const Check& check) : check_(check) {
    messages();
    rdma();
    atomics32();
    atomics64();
    atomics128();
    keys();
    waits();
    packets();
    tags();
    others();
    post("nop", sq_.post_nop_to_ring_end());  // leaves no room
  }

 private:
  using start = decltype(std::declval<queue&>().sq_wqe());
  using verbs = decltype(addressed<Transport>(std::declval<queue&>()));

  start bare() { return sq_.sq_wqe(); }
  verbs to() { return addressed<Transport>(sq_); }

  void post(std::string_view name, post_result result) { check_(name, result, sq_); }

  /// The name of the WQE, and its chain up to where the data begins, which may be given in three ways.
  template <class Chain>
  void with_data(std::string_view name, const Chain& chain) {
    post(name, chain().sge(0x7f0000, 64, lkey(0x99)).sge(0x7f1000, 3, lkey(0x99)).finish());
    post(name, chain().inline_data(payload_).signal(1).finish());
    post(name, chain().no_data().finish());
  }

  void messages() {
    if constexpr (requires(verbs v) { std::move(v).send(); }) {
      with_data("send", [&] { return to().send({.solicited = true}); });
      if constexpr (requires(verbs v) { std::move(v).send().imm(1); }) {
        with_data("send_imm", [&] { return to().send().imm(0x1234); });
      }
      if constexpr (requires(verbs v) { std::move(v).send().invalidate(rkey(1)); }) {
        with_data("send_inval", [&] { return to().send().invalidate(rkey(0x5678)); });
      }
    }
  }

  void rdma() {
    if constexpr (requires(verbs v) { std::move(v).write(); }) {
      with_data("rdma_write", [&] { return to().write().rdma(0x4000, rkey(0x42)); });
      with_data("rdma_write_imm", [&] { return to().write().imm(7).rdma(0x4000, rkey(0x42)); });
    }
    if constexpr (requires(verbs v) { std::move(v).read(); }) {
      post("rdma_read",
           to().read().rdma(0x4000, rkey(0x42)).sge(0x7f0000, 64, lkey(0x99)).finish());
      post("rdma_read", to().read().rdma(0x4000, rkey(0x42)).no_data().finish());
    }
  }

  void atomics32() {
    if constexpr (requires(verbs v) { std::move(v).cas32(); }) {
      const auto finish = [](auto chain) {
        return std::move(chain).sge(0x7f0000, lkey(0x99)).finish();
      };
      post("cas32", finish(to().cas32().rdma(0x4000, rkey(0x42)).operands(5, 6)));
      post("swap32", finish(to().swap32().rdma(0x4000, rkey(0x42)).operands(6)));
      post("fetch_add32", finish(to().fetch_add32().rdma(0x4000, rkey(0x42)).operands(5)));
      post("fetch_and32", finish(to().fetch_and32().rdma(0x4000, rkey(0x42)).operands(0xf0)));
      post("fetch_or32", finish(to().fetch_or32().rdma(0x4000, rkey(0x42)).operands(0xf0)));
      post("fetch_xor32", finish(to().fetch_xor32().rdma(0x4000, rkey(0x42)).operands(0xf0)));
      post("masked_cas32",
           finish(to().masked_cas32().rdma(0x4000, rkey(0x42)).operands(5, 6, 7, 15)));
      post("masked_fetch_add32",
           finish(to().masked_fetch_add32().rdma(0x4000, rkey(0x42)).operands(5, 0x80)));
    }
  }

  void atomics64() {
    if constexpr (requires(verbs v) { std::move(v).cas(); }) {
      const auto finish = [](auto chain) {
        return std::move(chain).sge(0x7f0000, lkey(0x99)).finish();
      };
      post("atomic_cs", finish(to().cas().rdma(0x4000, rkey(0x42)).operands(5, 6)));
      post("atomic_fa", finish(to().fetch_add().rdma(0x4000, rkey(0x42)).operands(5)));
      post("swap64", finish(to().swap64().rdma(0x4000, rkey(0x42)).operands(6)));
      post("fetch_and64", finish(to().fetch_and64().rdma(0x4000, rkey(0x42)).operands(0xf0)));
      post("fetch_or64", finish(to().fetch_or64().rdma(0x4000, rkey(0x42)).operands(0xf0)));
      post("fetch_xor64", finish(to().fetch_xor64().rdma(0x4000, rkey(0x42)).operands(0xf0)));
      post("masked_cas64",
           finish(to().masked_cas64().rdma(0x4000, rkey(0x42)).operands(5, 6, 7, 15)));
      post("masked_fetch_add64",
           finish(to().masked_fetch_add64().rdma(0x4000, rkey(0x42)).operands(5, 0x80)));
    }
  }

  void atomics128() {
    if constexpr (requires(verbs v) { std::move(v).masked_cas128(); }) {
      const auto a = counting<16>(0x10), b = counting<16>(0x20);
      post("masked_cas128", to().masked_cas128()
                                .rdma(0x4000, rkey(0x42))
                                .operands(a, b, a, b)
                                .sge(0x7f0000, lkey(0x99))
                                .finish());
      post("masked_fetch_add128", to().masked_fetch_add128()
                                      .rdma(0x4000, rkey(0x42))
                                      .operands(a, b)
                                      .sge(0x7f0000, lkey(0x99))
                                      .finish());
    }
  }

  void keys() {
    if constexpr (requires(start s) { std::move(s).bind_mw(); }) {
      const mkey_ctx_seg region{.remote_write = 1, .qpn = 0x55, .start_addr = 0x7f0000, .len = 64};
      post("bind_mw",
           bare().bind_mw().window(rkey(0x4200)).to(region).klm(64, lkey(0x99), 0x7f0000).finish());
      post("bind_mw_type1", bare()
                                .bind_mw_type1()
                                .window(rkey(0x4200))
                                .to(region)
                                .klm(64, lkey(0x99), 0x7f0000)
                                .finish());
      post("unbind_mw", bare().unbind_mw().window(rkey(0x4200)).as(0x43).finish());
      post("local_invalidate", bare().local_invalidate().key(rkey(0x4200)).finish());
      const auto configure = [&] {
        return bare().configure_mkey().key(lkey(0x42)).change(0x21).to(region);
      };
      post("configure_mkey",
           configure().klm(64, lkey(0x99), 0x7f0000).klm(8, lkey(0x99), 0x7f1000).finish());
      post("configure_mkey", configure()
                                 .klm(1, lkey(2), 3)
                                 .klm(1, lkey(2), 3)
                                 .klm(1, lkey(2), 3)
                                 .klm(4, lkey(5), 6)
                                 .klm(7, lkey(8), 9)
                                 .finish());
      post("configure_mkey_strided", bare()
                                         .configure_mkey_strided()
                                         .key(lkey(0x42))
                                         .change(0x21)
                                         .to(region)
                                         .repeat(24, 100)
                                         .strided(32, 16, lkey(0x99), 0x7f0000)
                                         .strided(16, 8, lkey(0x99), 0x7f1000)
                                         .finish());
      const bsf_seg bsf{.bsf_size = bsf_size::sig_and_crypto,
                        .check_byte_mask = 0xff,
                        .w_bs_selector = static_cast<std::uint8_t>(block_size::bytes_512),
                        .w_psv = 7};
      const bsf_inl_seg dif{.vld = 1, .dif_apptag = 0x1234, .sig_type = guard_type::crc};
      const crypto_bsf_seg encrypted{
          .bsf_size = bsf_size::sig_and_crypto, .bs_pointer = block_size::bytes_512, .dek_ptr = 3};
      const crypto_bsf_seg encrypted_only{
          .bsf_size = bsf_size::with_inline, .bs_pointer = block_size::bytes_512, .dek_ptr = 3};
      post("configure_mkey", configure()
                                 .klm(64, lkey(0x99), 0x7f0000)
                                 .sig_block(bsf, dif, {})
                                 .crypto(encrypted)
                                 .finish());
      post("configure_mkey",
           configure().klm(64, lkey(0x99), 0x7f0000).crypto(encrypted_only).finish());
      const auto update = [&] {
        return bare().update_mkey().key(lkey(0x42)).change(0x21).to(region);
      };
      post("update_mkey", update().sig_block(bsf, dif, {}).crypto(encrypted).finish());
      post("update_mkey", update().sig_block(bsf, dif, {}).finish());
      post("update_mkey", update().finish());
    }
  }

  void waits() {
    if constexpr (requires(start s) { std::move(s).wait_cq(); }) {
      post("wait_cq", bare().wait_cq().until(9, 0x33).finish());
      post("wait_data",
           bare().wait_data().until(wait_operation::equal, 5, 0xff, lkey(0x99), 0x800).finish());
      post("wait_time", bare().wait_time().until(0x123456789, ~std::uint64_t{0}).finish());
      post("send_enable", bare().send_enable().queue(9, 0x34).finish());
      post("recv_enable", bare().recv_enable().queue(9, 0x34).finish());
    }
  }

  void packets() {
    if constexpr (std::is_same_v<Transport, raw_packet>) {
      const auto header = counting<54>(0x80);
      const auto finish = [](auto chain) {
        return std::move(chain).send().sge(0x7f0000, 64, lkey(0x99)).finish();
      };
      post("send", finish(bare().eth(1, 1, counting<18>(0x80))));
      post("send", finish(bare().eth(1, 1, counting<2>(0x80))));
      post("send", finish(bare().eth(0, 1, counting<1>(0x80))));
      post("send", finish(bare().eth_vlan(0x2064, 1, 1)));
      post("send", finish(bare().eth(eth_seg{.flow_table_metadata = 0xabc})));
      post("multi_packet", bare()
                               .multi_packet()
                               .eth(1, 0, 0)
                               .packet(0x7f0000, 64, lkey(0x99))
                               .inline_packet(payload_)
                               .packet(0x7f1000, 60, lkey(0x99))
                               .finish());
      post("tso", bare().tso().eth(1448, 1, 1, header).sge(0x7f0000, 4096, lkey(0x99)).finish());
      post("dump", bare().dump().tis(0x3300).sge(0x7f0000, 64, lkey(0x99)).finish());
    }
  }

  void tags() {
    if constexpr (std::is_same_v<Transport, xrq_cmd>) {
      post(
          "tag_append",
          bare().tag_append().tag(3, 0x7a6, 0xfff, 1, 1, 4).sge(0x7f0000, 64, lkey(0x99)).finish());
      post("tag_remove", bare().tag_remove().tag(3, 1, 0, 0).finish());
      post("tag_sync", bare().tag_sync().count(0, 5).finish());
    }
  }

  void others() {
    post("nop", bare().nop().finish());
    if constexpr (!std::is_same_v<start, verbs> && requires(verbs v) { std::move(v).nop(); }) {
      post("nop_to", to().nop().finish());
    }
    if constexpr (requires(start s) { std::move(s).copy(); }) {
      post("copy", bare()
                       .copy()
                       .result(lkey(0x99), 0x7f0040)
                       .from(0x7f1000, 64, lkey(0x99))
                       .to(0x7f2000, 64, lkey(0x99))
                       .finish());
    }
    if constexpr (std::is_same_v<Transport, rc>) {
      post("set_psv", bare().set_psv().psv(0x12, 0xffff).finish());
      post("write_flow_table",
           bare().write_flow_table().object(0x66).argument(counting<64>(0)).finish());
    }
  }

  static constexpr auto payload_ = counting<21>(0x30);
  const Check& check_;
  queue_pair_memory memory_{512};
  queue sq_{memory_.send()};
};

}  // namespace verbatim::test
