// The kinds of WQEs that uct posts, on RC; on_dc has the same on DC.
#pragma once

#include <uct/api/uct.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "uct_line.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::bench {

/// The WQEBBs of a WQE of so many octowords.
constexpr std::uint32_t uct_wqebbs_of(std::uint32_t octowords) { return (octowords + 3) / 4; }

/// A key of the peer as uct unpacks it: without another one for atomics.
constexpr uct_rkey_t uct_rkey_of(std::uint32_t rkey) { return 0xffffffffull << 32 | rkey; }

/// A kind that posts any parameters, and whose WQEs are like the floor's.
struct uct_plain_kind {
  explicit uct_plain_kind(const uct_queues&) {}

  static constexpr bool has_completion = true;

  void adapt(wqe_parameters&, unsigned) {}
  void learn(const std::vector<std::byte>&) {}
  void level(std::vector<std::byte>&, const wqe_parameters&) const {}
};

/// Takes the inline_seg out of a WQE, which is the last octoword but one.
inline void cut_header(std::vector<std::byte>& wqe) {
  constexpr std::ptrdiff_t one = octoword;
  wqe.erase(wqe.end() - 2 * one, wqe.end() - one);
  auto ctrl = ctrl_seg::read(wqe.data());
  --ctrl.ds;
  ctrl.write(wqe.data());
}

/// uct asks for a solicited event with each active message.
inline void unsolicit(std::vector<std::byte>& wqe) { wqe[11] &= ~std::byte{0x02}; }

/// WRITE inline, by uct_ep_put_short(). The payload is of `payload` bytes, and the caller knows it only now.
template <std::uint32_t payload>
struct uct_put_short : uct_plain_kind {
  using uct_plain_kind::uct_plain_kind;

  static constexpr bool has_completion = false;
  static constexpr std::uint32_t octowords = 2 + (payload + 4 + 15) / 16;

  static uct_kind how() { return {.wqebbs = uct_wqebbs_of(octowords)}; }

  [[gnu::always_inline]] ucs_status_t post(uct_ep_h ep, const wqe_parameters& p,
                                           uct_completion_t*) noexcept {
    return uct_ep_put_short(ep, p.payload, p.length, p.raddr, uct_rkey_of(p.rkey));
  }

  /// uct does not write the reserved bytes of raddr_seg.
  void level(std::vector<std::byte>& wqe, const wqe_parameters&) const {
    wire::store32(wqe.data() + octoword + 12, 0);
  }
};

/// SEND inline, by uct_ep_am_short(). The first bytes of the payload are those that uct writes: an opcode of
/// tag matching, the id of the active message, and its header.
template <std::uint32_t payload>
struct uct_am_short : uct_plain_kind {
  using uct_plain_kind::uct_plain_kind;

  static constexpr bool has_completion = false;
  static constexpr std::uint32_t octowords = 1 + (payload + 4 + 15) / 16;
  static constexpr unsigned id_at = 1;
  static constexpr unsigned header_at = 2;
  static constexpr unsigned rest_at = header_at + 8;

  static uct_kind how() { return {.wqebbs = uct_wqebbs_of(octowords)}; }

  void adapt(wqe_parameters& p, unsigned i) {
    auto& bytes = payloads_.at(i);
    std::memcpy(bytes.data(), p.payload, payload);
    bytes[0] = std::byte{0};
    bytes[id_at] &= std::byte{UCT_AM_ID_MAX - 1};
    p.payload = bytes.data();
  }

  [[gnu::always_inline]] ucs_status_t post(uct_ep_h ep, const wqe_parameters& p,
                                           uct_completion_t*) noexcept {
    std::uint64_t header;
    std::memcpy(&header, p.payload + header_at, sizeof header);
    return uct_ep_am_short(ep, static_cast<std::uint8_t>(p.payload[id_at]), header,
                           p.payload + rest_at, p.length - rest_at);
  }

  void level(std::vector<std::byte>& wqe, const wqe_parameters&) const { unsolicit(wqe); }

 private:
  std::array<std::array<std::byte, payload>, batch> payloads_{};
};

/// The same through the register.
template <class Base>
struct uct_blueflame : Base {
  using Base::Base;

  static uct_kind how() {
    auto kind = Base::how();
    kind.blueflame = true;
    return kind;
  }
};

/// A message of registered memory. uct looks its key up in the handle, and allows only some lengths.
struct uct_zcopy : uct_plain_kind {
  explicit uct_zcopy(const uct_queues& queues) : uct_plain_kind(queues), memory(queues.memory()) {}

  void adapt(wqe_parameters& p, unsigned) {
    p.pieces[0].length = (p.pieces[0].length & 0x7ff) | 0x400;
    p.pieces[0].lkey = lkey;
  }
  void learn(const std::vector<std::byte>& wqe) { lkey = wire::load32(&*wqe.end() - 12); }

  [[gnu::always_inline]] uct_iov_t iov_of(const wqe_parameters& p) const noexcept {
    return {.buffer = reinterpret_cast<void*>(p.pieces[0].addr),
            .length = p.pieces[0].length,
            .memh = memory,
            .stride = 0,
            .count = 1};
  }

  uct_mem_h memory;
  std::uint32_t lkey = 0;
};

/// WRITE, by uct_ep_put_zcopy().
struct uct_put_zcopy : uct_zcopy {
  using uct_zcopy::uct_zcopy;

  static constexpr std::uint32_t octowords = 3;

  static uct_kind how() { return {}; }

  [[gnu::always_inline]] ucs_status_t post(uct_ep_h ep, const wqe_parameters& p,
                                           uct_completion_t* done) noexcept {
    const auto iov = iov_of(p);
    return uct_ep_put_zcopy(ep, &iov, 1, p.raddr, uct_rkey_of(p.rkey), done);
  }
};

/// READ, by uct_ep_get_zcopy().
struct uct_get_zcopy : uct_zcopy {
  using uct_zcopy::uct_zcopy;

  static constexpr std::uint32_t octowords = 3;

  static uct_kind how() { return {}; }

  [[gnu::always_inline]] ucs_status_t post(uct_ep_h ep, const wqe_parameters& p,
                                           uct_completion_t* done) noexcept {
    const auto iov = iov_of(p);
    return uct_ep_get_zcopy(ep, &iov, 1, p.raddr, uct_rkey_of(p.rkey), done);
  }
};

/// SEND, by uct_ep_am_zcopy(): uct has an inline_seg with the id of the active message before the data_seg.
struct uct_am_zcopy : uct_zcopy {
  using uct_zcopy::uct_zcopy;

  static constexpr std::uint32_t octowords = 3;
  static constexpr std::uint8_t id = 7;

  static uct_kind how() { return {}; }

  [[gnu::always_inline]] ucs_status_t post(uct_ep_h ep, const wqe_parameters& p,
                                           uct_completion_t* done) noexcept {
    const auto iov = iov_of(p);
    return uct_ep_am_zcopy(ep, id, nullptr, 0, &iov, 1, 0, done);
  }

  void level(std::vector<std::byte>& wqe, const wqe_parameters&) const {
    unsolicit(wqe);
    cut_header(wqe);
  }
};

/// An atomic. uct has memory of its own for the result, and copies it into the program's when it completes.
struct uct_atomic : uct_plain_kind {
  using uct_plain_kind::uct_plain_kind;

  static constexpr std::uint32_t octowords = 4;

  static uct_kind how() { return {}; }

  void level(std::vector<std::byte>& wqe, const wqe_parameters& p) const {
    const auto& [addr, length, lkey] = p.pieces[0];
    wire::store32(&*wqe.end() - 12, lkey);
    wire::store64(&*wqe.end() - 8, addr);
  }

  std::uint64_t result = 0;
};

struct uct_cas : uct_atomic {
  using uct_atomic::uct_atomic;

  [[gnu::always_inline]] ucs_status_t post(uct_ep_h ep, const wqe_parameters& p,
                                           uct_completion_t* done) noexcept {
    return uct_ep_atomic_cswap64(ep, p.compare, p.swap, p.raddr, uct_rkey_of(p.rkey), &result,
                                 done);
  }
};

/// The others of 64 bits, by uct_ep_atomic64_fetch().
template <uct_atomic_op_t op>
struct uct_fetch : uct_atomic {
  using uct_atomic::uct_atomic;

  [[gnu::always_inline]] ucs_status_t post(uct_ep_h ep, const wqe_parameters& p,
                                           uct_completion_t* done) noexcept {
    return uct_ep_atomic64_fetch(ep, op, p.swap, &result, p.raddr, uct_rkey_of(p.rkey), done);
  }
};

/// SEND on UD, by uct_ep_am_zcopy(). uct asks for a completion of every 64th WQE only, and puts a header of
/// its own into the inline_seg.
struct uct_datagram : uct_am_zcopy {
  using uct_am_zcopy::uct_am_zcopy;

  static uct_kind how() { return {.transport = "ud_mlx5", .wqebbs = uct_wqebbs_of(octowords + 3)}; }

  void adapt(wqe_parameters& p, unsigned i) {
    uct_am_zcopy::adapt(p, i);
    p.qkey = to_.qkey;
    p.qpn = to_.dqp_dct;
    p.dlid = to_.rlid;
  }
  void learn(const std::vector<std::byte>& wqe) {
    uct_am_zcopy::learn(wqe);
    to_ = av_ud_seg::read(wqe.data() + octoword);
  }

  void level(std::vector<std::byte>& wqe, const wqe_parameters& p) const {
    uct_am_zcopy::level(wqe, p);
    wqe[11] |= std::byte{0x08};
  }

 private:
  av_ud_seg to_{};
};

/// On DC: Base is a kind on RC. All WQEs go to the endpoint's address, whose key and number uct chose.
template <class Base>
struct uct_on_dc : Base {
  using Base::Base;

  static uct_kind how() {
    auto kind = Base::how();
    kind.transport = "dc_mlx5";
    kind.wqebbs = uct_wqebbs_of(Base::octowords + 3);
    return kind;
  }

  void adapt(wqe_parameters& p, unsigned i) {
    Base::adapt(p, i);
    p.dc_key = to_.dc_key;
    p.qpn = to_.dqp_dct;
    p.dlid = to_.rlid;
  }
  void learn(const std::vector<std::byte>& wqe) {
    Base::learn(wqe);
    to_ = av_dc_seg::read(wqe.data() + octoword);
  }

 private:
  av_dc_seg to_{};
};

}  // namespace verbatim::bench
