// Takes apart a WQE that another implementation wrote, and builds it again with our builders.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "allowed_differences.hpp"
#include "bytes.hpp"
#include "verbatim/generated/layouts.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/send/send_flags.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace verbatim::test {

/// A WQE of another implementation, read from its beginning to its end.
class foreign_wqe {
 public:
  explicit foreign_wqe(byte_view bytes)
      : bytes_(bytes), expected_(bytes.begin(), bytes.end()), ctrl_(ctrl_seg::read(bytes.data())) {}

  /// Returns the bytes that we should write: the same, but zeros where the others leave the ring's
  /// old bytes.
  const byte_string& expected() const noexcept { return expected_; }
  const met_differences& met() const noexcept { return met_; }

  /// `size` of the bytes that were taken mean nothing to the device; `behind` more were taken behind them.
  void forget(std::size_t size, difference why, std::size_t behind = 0) {
    const auto from = expected_.begin() + static_cast<std::ptrdiff_t>(at_ - behind - size);
    const auto to = from + static_cast<std::ptrdiff_t>(size);
    if (std::any_of(from, to, [](std::byte b) { return b != std::byte{}; })) met_.meet(why);
    std::fill(from, to, std::byte{});
  }

  /// The operation has no use for the immediate.
  void forget_imm() {
    if (ctrl_.imm != 0) met_.meet(difference::unused_imm);
    std::fill_n(expected_.begin() + 12, 4, std::byte{});
  }

  const ctrl_seg& ctrl() const noexcept { return ctrl_; }
  bool signaled() const noexcept { return ctrl_.ce == completion_mode::always; }
  send_flags flags() const noexcept { return {.fence = ctrl_.fm, .solicited = ctrl_.se != 0}; }

  /// The next segment.
  template <class Segment>
  Segment take() {
    const auto segment = Segment::read(rest().data());
    at_ += Segment::size;
    return segment;
  }

  bool at_end() const noexcept { return at_ >= std::size_t{ctrl_.ds} * octoword; }
  bool inline_next() const noexcept { return (rest()[0] & std::byte{0x80}) != std::byte{}; }

  byte_view take_payload() {
    const auto length = inline_seg::read(rest().data()).byte_count;
    const auto payload = rest().subspan(inline_seg::size, length);
    const auto padded = (inline_seg::size + length + octoword - 1) / octoword * octoword;
    at_ += padded;
    forget(padded - inline_seg::size - length, difference::inline_padding);
    return payload;
  }

 private:
  byte_view rest() const noexcept { return bytes_.subspan(at_); }

  byte_view bytes_;
  byte_string expected_;
  met_differences met_;
  ctrl_seg ctrl_;
  std::size_t at_ = ctrl_seg::size;
};

inline raddr_seg take_raddr(foreign_wqe& wqe) {
  const auto raddr = wqe.take<raddr_seg>();
  wqe.forget(4, difference::reserved_of_raddr);
  return raddr;
}

/// The address in a datagram, or in a WQE to a DCT.
template <class Av>
Av take_av(foreign_wqe& wqe) {
  const auto av = wqe.take<Av>();
  if constexpr (requires { av.qkey; }) wqe.forget(4, difference::reserved_of_av, Av::size - 0x08);
  if constexpr (requires { av.rgid; }) wqe.forget(4, difference::reserved_of_av, Av::size - 0x14);
  return av;
}

template <class Stage>
post_result end_of(Stage&& stage, const foreign_wqe& wqe) {
  if (wqe.signaled()) return std::move(stage).signal(1).finish();
  return std::move(stage).finish();
}

/// SGEs and payloads as they come, after `needs`, which needs data.
template <class Needs>
post_result with_data(Needs&& needs, foreign_wqe& wqe) {
  if (wqe.at_end()) return end_of(std::move(needs).no_data(), wqe);
  const auto one = [&](auto&& state) {
    if (wqe.inline_next()) return std::move(state).inline_data(wqe.take_payload());
    const auto sge = wqe.take<data_seg>();
    return std::move(state).sge(sge.addr, sge.byte_count, lkey(sge.lkey));
  };
  auto state = one(std::move(needs));
  while (!wqe.at_end()) state = one(std::move(state));
  return end_of(std::move(state), wqe);
}

template <class Needs>
post_result with_sges(Needs&& needs, foreign_wqe& wqe) {
  if (wqe.at_end()) return end_of(std::move(needs).no_data(), wqe);
  const auto one = [&](auto&& state) {
    const auto sge = wqe.take<data_seg>();
    return std::move(state).sge(sge.addr, sge.byte_count, lkey(sge.lkey));
  };
  auto state = one(std::move(needs));
  while (!wqe.at_end()) state = one(std::move(state));
  return end_of(std::move(state), wqe);
}

template <class Needs>
post_result with_result(Needs&& needs, foreign_wqe& wqe) {
  const auto sge = wqe.take<data_seg>();
  return end_of(std::move(needs).sge(sge.addr, lkey(sge.lkey)), wqe);
}

/// The masked atomics, by the length of their operands.
template <class Stage>
post_result rebuild_masked(Stage&& stage, foreign_wqe& wqe) {
  const auto at = take_raddr(wqe);
  const bool swaps = wqe.ctrl().opcode == opcode::atomic_masked_cs;
  const auto flags = wqe.flags();
  if (wqe.ctrl().opmod == 8 && swaps) {
    const auto o = wqe.take<masked_cs32_seg>();
    return with_result(std::move(stage)
                           .masked_cas32(flags)
                           .rdma(at.raddr, rkey(at.rkey))
                           .operands(o.compare, o.swap, o.compare_mask, o.swap_mask),
                       wqe);
  }
  if (wqe.ctrl().opmod == 8) {
    const auto o = wqe.take<masked_fa32_seg>();
    wqe.forget(8, difference::reserved_of_fetch_add32);
    return with_result(std::move(stage)
                           .masked_fetch_add32(flags)
                           .rdma(at.raddr, rkey(at.rkey))
                           .operands(o.add, o.field_boundary),
                       wqe);
  }
  if (wqe.ctrl().opmod == 9 && swaps) {
    const auto o = wqe.take<masked_cs64_seg>();
    return with_result(std::move(stage)
                           .masked_cas64(flags)
                           .rdma(at.raddr, rkey(at.rkey))
                           .operands(o.compare, o.swap, o.compare_mask, o.swap_mask),
                       wqe);
  }
  const auto o = wqe.take<masked_fa64_seg>();
  return with_result(std::move(stage)
                         .masked_fetch_add64(flags)
                         .rdma(at.raddr, rkey(at.rkey))
                         .operands(o.add, o.field_boundary),
                     wqe);
}

/// From the state in which a verb is needed; `wqe` has been read up to there.
template <class Stage>
post_result rebuild_verb(Stage&& stage, foreign_wqe& wqe) {
  const auto flags = wqe.flags();
  const auto imm = wqe.ctrl().imm;
  switch (wqe.ctrl().opcode) {
    case opcode::send_imm:
    case opcode::send_inval:
    case opcode::rdma_write_imm:
      break;
    default:
      wqe.forget_imm();
  }
  if (wqe.ctrl().opcode == opcode::send) return with_data(std::move(stage).send(flags), wqe);
  if (wqe.ctrl().opcode == opcode::send_imm) {
    return with_data(std::move(stage).send(flags).imm(imm), wqe);
  }
  if constexpr (requires { std::move(stage).nop(); }) {
    if (wqe.ctrl().opcode == opcode::nop) return end_of(std::move(stage).nop(flags), wqe);
  }
  if constexpr (requires { std::move(stage).read(); }) {
    switch (wqe.ctrl().opcode) {
      case opcode::send_inval:
        return with_data(std::move(stage).send(flags).invalidate(rkey(imm)), wqe);
      case opcode::rdma_write: {
        const auto at = take_raddr(wqe);
        return with_data(std::move(stage).write(flags).rdma(at.raddr, rkey(at.rkey)), wqe);
      }
      case opcode::rdma_write_imm: {
        const auto at = take_raddr(wqe);
        return with_data(std::move(stage).write(flags).imm(imm).rdma(at.raddr, rkey(at.rkey)), wqe);
      }
      case opcode::rdma_read: {
        const auto at = take_raddr(wqe);
        return with_sges(std::move(stage).read(flags).rdma(at.raddr, rkey(at.rkey)), wqe);
      }
      case opcode::atomic_cs: {
        const auto at = take_raddr(wqe);
        const auto o = wqe.take<atomic_seg>();
        return with_result(std::move(stage)
                               .cas(flags)
                               .rdma(at.raddr, rkey(at.rkey))
                               .operands(o.compare, o.swap_add),
                           wqe);
      }
      case opcode::atomic_fa: {
        const auto at = take_raddr(wqe);
        const auto o = wqe.take<atomic_seg>();
        wqe.forget(8, difference::compare_of_fetch_add);
        return with_result(
            std::move(stage).fetch_add(flags).rdma(at.raddr, rkey(at.rkey)).operands(o.swap_add),
            wqe);
      }
      case opcode::atomic_masked_cs:
      case opcode::atomic_masked_fa:
        return rebuild_masked(std::move(stage), wqe);
      default:
        break;
    }
  }
  throw std::runtime_error("a WQE that this test cannot take apart: opcode " +
                           std::string(name(wqe.ctrl().opcode)));
}

/// A WQE of the command queue of a tag-matching SRQ.
template <class Queue>
post_result rebuild_tag_command(Queue& sq, foreign_wqe& wqe) {
  const auto flags = wqe.flags();
  const auto tm = wqe.take<tm_seg>();
  switch (tm.opcode) {
    case tm_op::append: {
      const auto sge = wqe.take<data_seg>();
      return end_of(
          sq.sq_wqe()
              .tag_append(flags)
              .tag(tm.index, tm.append_tag, tm.append_mask, tm.cqe_req, tm.sw_cnt_valid, tm.sw_cnt)
              .sge(sge.addr, sge.byte_count, lkey(sge.lkey)),
          wqe);
    }
    case tm_op::remove:
      return end_of(
          sq.sq_wqe().tag_remove(flags).tag(tm.index, tm.cqe_req, tm.sw_cnt_valid, tm.sw_cnt), wqe);
    case tm_op::nop:
      break;
  }
  return end_of(sq.sq_wqe().tag_sync(flags).count(tm.cqe_req, tm.sw_cnt), wqe);
}

}  // namespace verbatim::test
