// Makes WQEs of requests with our builders, on any send queue.
#pragma once

#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "tools/selftest/request.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/dci_compact.hpp"
#include "verbatim/generated/transports/dci_roce.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/generated/transports/ud.hpp"
#include "verbatim/generated/transports/ud_compact.hpp"
#include "verbatim/generated/transports/ud_roce.hpp"
#include "verbatim/generated/transports/xrc.hpp"
#include "verbatim/queue/base/post_result.hpp"

namespace verbatim::tools::selftest {

/// The builders of one send queue. Each function returns nothing if it has no builder for the WQE.
template <class Transport, class Queue>
class building {
 public:
  building(Queue& sq, const target& to, const request& r, int entry)
      : sq_(sq), to_(to), r_(r), entry_(entry) {}

  std::optional<post_result> operator()() {
    if (auto posted = message()) return posted;
    if (auto posted = atomic()) return posted;
    if (auto posted = wide_atomic()) return posted;
    if (auto posted = key_change()) return posted;
    if (auto posted = mkey()) return posted;
    if (auto posted = control()) return posted;
    return packet();
  }

 private:
  auto bare() { return sq_.sq_wqe(); }

  /// Returns the state in which a verb is needed: behind what the transport puts in front.
  auto verb() {
    auto wqe = sq_.sq_wqe();
    if constexpr (std::is_same_v<Transport, xrc>) {
      return std::move(wqe).xrc(to_.srqn);
    } else if constexpr (std::is_same_v<Transport, dci> || std::is_same_v<Transport, dci_roce>) {
      return std::move(wqe).av(to_.dc);
    } else if constexpr (std::is_same_v<Transport, dci_compact>) {
      return std::move(wqe).av(to_.dc.dc_key, to_.dc.dqp_dct, to_.dc.rlid);
    } else if constexpr (std::is_same_v<Transport, ud> || std::is_same_v<Transport, ud_roce>) {
      return std::move(wqe).av(to_.datagram);
    } else if constexpr (std::is_same_v<Transport, ud_compact>) {
      return std::move(wqe).av(to_.datagram.qkey, to_.datagram.dqp_dct, to_.datagram.rlid);
    } else if constexpr (std::is_same_v<Transport, raw_packet>) {
      return r_.insert_vlan
                 ? std::move(wqe).eth_vlan(r_.vlan_tci, r_.ethernet.l3_csum, r_.ethernet.l4_csum)
                 : std::move(wqe).eth(r_.ethernet);
    } else {
      return wqe;
    }
  }
  using start = decltype(std::declval<Queue&>().sq_wqe());

  template <class State>
  post_result finish(State&& state) {
    return std::forward<State>(state).signal(entry_).finish();
  }

  template <class State>
  post_result with_data(State&& state) {
    if (r_.inlined) return finish(std::forward<State>(state).inline_data(r_.payload));
    if (r_.length == 0) return finish(std::forward<State>(state).no_data());
    return finish(std::forward<State>(state).sge(r_.local, r_.length, r_.lkey));
  }

  std::optional<post_result> message() {
    using verbs = decltype(verb());
    if constexpr (requires(verbs v) { std::move(v).send(); }) {
      if (r_.wqe == "send") return with_data(verb().send(r_.flags));
    }
    if constexpr (requires(verbs v) { std::move(v).send().imm(1); }) {
      if (r_.wqe == "send_imm") return with_data(verb().send(r_.flags).imm(r_.imm));
    }
    if constexpr (requires(verbs v) { std::move(v).send().invalidate(verbatim::rkey(1)); }) {
      if (r_.wqe == "send_inval") {
        return with_data(verb().send(r_.flags).invalidate(verbatim::rkey(r_.imm)));
      }
    }
    if constexpr (requires(verbs v) { std::move(v).write(); }) {
      if (r_.wqe == "rdma_write") return with_data(verb().write(r_.flags).rdma(r_.remote, r_.rkey));
      if (r_.wqe == "rdma_write_imm") {
        return with_data(verb().write(r_.flags).imm(r_.imm).rdma(r_.remote, r_.rkey));
      }
    }
    if constexpr (requires(verbs v) { std::move(v).read(); }) {
      if (r_.wqe == "rdma_read") {
        auto state = verb().read(r_.flags).rdma(r_.remote, r_.rkey);
        return r_.length == 0 ? finish(std::move(state).no_data())
                              : finish(std::move(state).sge(r_.local, r_.length, r_.lkey));
      }
    }
    return std::nullopt;
  }

  template <class State>
  post_result with_result(State&& state) {
    return finish(std::forward<State>(state).sge(r_.local, r_.lkey));
  }
  template <class State>
  auto at(State&& state) {
    return std::forward<State>(state).rdma(r_.remote, r_.rkey);
  }

  std::optional<post_result> atomic() {
    using verbs = decltype(verb());
    if constexpr (requires(verbs v) { std::move(v).cas(); }) {
      const auto& f = r_.flags;
      if (r_.wqe == "atomic_cs")
        return with_result(at(verb().cas(f)).operands(r_.compare, r_.swap));
      if (r_.wqe == "atomic_fa") return with_result(at(verb().fetch_add(f)).operands(r_.swap));
      if (r_.wqe == "swap64") return with_result(at(verb().swap64(f)).operands(r_.swap));
      if (r_.wqe == "fetch_and64") return with_result(at(verb().fetch_and64(f)).operands(r_.swap));
      if (r_.wqe == "fetch_or64") return with_result(at(verb().fetch_or64(f)).operands(r_.swap));
      if (r_.wqe == "fetch_xor64") return with_result(at(verb().fetch_xor64(f)).operands(r_.swap));
      if (r_.wqe == "masked_cas64") {
        return with_result(at(verb().masked_cas64(f))
                               .operands(r_.compare, r_.swap, r_.compare_mask, r_.swap_mask));
      }
      if (r_.wqe == "masked_fetch_add64") {
        return with_result(at(verb().masked_fetch_add64(f)).operands(r_.swap, r_.swap_mask));
      }
      const auto half = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
      const auto compare = half(r_.compare), swap = half(r_.swap);
      const auto compare_mask = half(r_.compare_mask), swap_mask = half(r_.swap_mask);
      if (r_.wqe == "cas32") return with_result(at(verb().cas32(f)).operands(compare, swap));
      if (r_.wqe == "swap32") return with_result(at(verb().swap32(f)).operands(swap));
      if (r_.wqe == "fetch_add32") return with_result(at(verb().fetch_add32(f)).operands(swap));
      if (r_.wqe == "fetch_and32") return with_result(at(verb().fetch_and32(f)).operands(swap));
      if (r_.wqe == "fetch_or32") return with_result(at(verb().fetch_or32(f)).operands(swap));
      if (r_.wqe == "fetch_xor32") return with_result(at(verb().fetch_xor32(f)).operands(swap));
      if (r_.wqe == "masked_cas32") {
        return with_result(
            at(verb().masked_cas32(f)).operands(compare, swap, compare_mask, swap_mask));
      }
      if (r_.wqe == "masked_fetch_add32") {
        return with_result(at(verb().masked_fetch_add32(f)).operands(swap, swap_mask));
      }
    }
    return std::nullopt;
  }

  std::optional<post_result> wide_atomic() {
    using verbs = decltype(verb());
    if constexpr (requires(verbs v) { std::move(v).masked_cas128(); }) {
      const auto& w = r_.wide;
      if (r_.wqe == "masked_cas128") {
        return with_result(at(verb().masked_cas128(r_.flags))
                               .operands(w.compare, w.swap, w.compare_mask, w.swap_mask));
      }
      if (r_.wqe == "masked_fetch_add128") {
        return with_result(at(verb().masked_fetch_add128(r_.flags)).operands(w.swap, w.swap_mask));
      }
    }
    return std::nullopt;
  }

  std::optional<post_result> key_change() {
    if constexpr (requires(start s) { std::move(s).bind_mw(); }) {
      const auto& f = r_.flags;
      const verbatim::rkey window(r_.key);
      if (r_.wqe == "bind_mw") {
        return finish(
            bare().bind_mw(f).window(window).to(r_.region).klm(r_.length, r_.lkey, r_.local));
      }
      if (r_.wqe == "bind_mw_type1") {
        return finish(
            bare().bind_mw_type1(f).window(window).to(r_.region).klm(r_.length, r_.lkey, r_.local));
      }
      if (r_.wqe == "unbind_mw") {
        return finish(bare().unbind_mw(f).window(window).as(r_.region.mkey_7_0));
      }
      if (r_.wqe == "local_invalidate") return finish(bare().local_invalidate(f).key(window));
    }
    if constexpr (requires(start s) { std::move(s).set_psv(); }) {
      if (r_.wqe == "set_psv") return finish(bare().set_psv(r_.flags).psv(r_.number, r_.value));
    }
    return std::nullopt;
  }

  template <class State>
  post_result with_signature(State&& state) {
    if (!r_.has_signature) return finish(std::forward<State>(state));
    return finish(
        std::forward<State>(state).sig_block(r_.bsf, r_.wire_signature, r_.memory_signature));
  }

  std::optional<post_result> mkey() {
    if constexpr (requires(start s) { std::move(s).configure_mkey(); }) {
      const verbatim::lkey key(r_.key);
      if (r_.wqe == "configure_mkey") {
        auto state = bare().configure_mkey(r_.flags).key(key).change(r_.mask).to(r_.region).klm(
            r_.pieces[0].length, verbatim::lkey(r_.pieces[0].lkey), r_.pieces[0].addr);
        for (const auto& piece : std::span(r_.pieces).subspan(1)) {
          state = std::move(state).klm(piece.length, verbatim::lkey(piece.lkey), piece.addr);
        }
        return with_signature(std::move(state));
      }
      if (r_.wqe == "configure_mkey_strided") {
        const auto& t = r_.turns;
        const auto turn = [&](auto state, const ibv_sge& piece) {
          return std::move(state).strided(t.stride, t.bytes, verbatim::lkey(piece.lkey),
                                          piece.addr);
        };
        auto begun = bare().configure_mkey_strided(r_.flags).key(key).change(r_.mask).to(r_.region);
        const auto bytes = static_cast<std::uint32_t>(t.bytes * r_.pieces.size());
        auto state = turn(std::move(begun).repeat(bytes, t.repeats), r_.pieces[0]);
        for (const auto& piece : std::span(r_.pieces).subspan(1)) {
          state = turn(std::move(state), piece);
        }
        return with_signature(std::move(state));
      }
      if (r_.wqe == "update_mkey") {
        return with_signature(bare().update_mkey(r_.flags).key(key).change(r_.mask).to(r_.region));
      }
    }
    return std::nullopt;
  }

  std::optional<post_result> control() {
    using verbs = decltype(verb());
    const auto& f = r_.flags;
    if (r_.wqe == "nop") return finish(bare().nop(f));
    if constexpr (!std::is_same_v<start, verbs> && requires(verbs v) { std::move(v).nop(); }) {
      if (r_.wqe == "nop_to") return finish(verb().nop(f));
    }
    if constexpr (requires(start s) { std::move(s).wait_cq(); }) {
      const auto index = static_cast<std::uint32_t>(r_.value);
      if (r_.wqe == "wait_cq") return finish(bare().wait_cq(f).until(index, r_.number));
      if (r_.wqe == "wait_data") {
        return finish(bare().wait_data(f).until(r_.operation, r_.value, r_.value_mask, r_.lkey,
                                                r_.local >> 3));
      }
      if (r_.wqe == "wait_time") {
        return finish(bare().wait_time(f).until(r_.value, r_.value_mask));
      }
      if (r_.wqe == "send_enable") return finish(bare().send_enable(f).queue(index, r_.number));
      if (r_.wqe == "recv_enable") return finish(bare().recv_enable(f).queue(index, r_.number));
    }
    if constexpr (requires(start s) { std::move(s).copy(); }) {
      if (r_.wqe == "copy") {
        // The result goes to the address and key of `number` and `value`.
        return finish(bare()
                          .copy(f)
                          .result(verbatim::lkey(r_.number), r_.value)
                          .from(r_.local, r_.length, r_.lkey)
                          .to(r_.remote, r_.length, r_.lkey));
      }
    }
    return std::nullopt;
  }

  std::optional<post_result> packet() {
    if constexpr (std::is_same_v<Transport, raw_packet>) {
      const auto l3 = static_cast<std::uint8_t>(r_.ethernet.l3_csum);
      const auto l4 = static_cast<std::uint8_t>(r_.ethernet.l4_csum);
      if (r_.wqe == "tso") {
        return finish(
            bare().tso(r_.flags).eth(r_.mss, l3, l4, r_.payload).sge(r_.local, r_.length, r_.lkey));
      }
      if (r_.wqe == "multi_packet") {
        // The same frame twice.
        return finish(bare()
                          .multi_packet(r_.flags)
                          .eth(l3, l4, 0)
                          .packet(r_.local, r_.length, r_.lkey)
                          .packet(r_.local, r_.length, r_.lkey));
      }
      if (r_.wqe == "dump") {
        return finish(bare().dump(r_.flags).tis(r_.number << 8).sge(r_.local, r_.length, r_.lkey));
      }
    }
    return std::nullopt;
  }

  Queue& sq_;
  const target& to_;
  const request& r_;
  int entry_;
};

/// Posts a request with our builders, signaled. Returns nothing if the transport has no builder for
/// its WQE.
template <class Transport, class Queue>
std::optional<post_result> build(Queue& sq, const target& to, const request& r, int entry) {
  return building<Transport, Queue>(sq, to, r, entry)();
}

}  // namespace verbatim::tools::selftest
