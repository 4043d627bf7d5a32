// Room for one WQE of a device-side send queue: the interface for the builders.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/inline_seg.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/gpu/octowords.hpp"
#include "verbatim/queue/gpu/posting_order.hpp"
#include "verbatim/queue/send/send_flags.hpp"
#include "verbatim/wire/units.hpp"
#include "verbatim/wire/words.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::gpu {

namespace detail {

/// The entry of a WQE. It is empty: a CQE brings back only the index of its WQE, which finish()
/// returned.
struct no_entry {};

}  // namespace detail

/// A WQE of at most `max` octowords, which `Octowords` keeps until finish() takes a place in the
/// ring. A WQE that is dropped leaves no trace. All lanes of `Group` build it together.
template <class Memory, class Group, class Octowords, unsigned max>
class send_slot {
 public:
  using entry = detail::no_entry;
  using signaled_entry = detail::no_entry;
  using flags = send_flags;
  static constexpr unsigned max_octowords = max;

  send_slot(const posting_order<Memory>& order, Group group, Octowords octowords) noexcept
      : order_(order), group_(group), kept_(octowords) {}
  send_slot(send_slot&&) noexcept = default;
  send_slot& operator=(send_slot&&) noexcept = default;

  void begin(send_flags given) noexcept { flags_ = given; }
  void imm(std::uint32_t imm) noexcept { imm_ = imm; }

  template <class Segment>
  [[gnu::always_inline]] void write(const Segment& segment) noexcept {
    if (too_large(segment)) error_ = post_error::sge_too_long;
    constexpr auto count = static_cast<unsigned>(Segment::size / octoword);
    kept_.set(octowords_, count, [&](unsigned i) { return detail::octowords_of(segment, i); });
    octowords_ += count;
  }

  /// Appends a segment of a list. An empty segment is set but not counted, so the next segment
  /// replaces it.
  template <unsigned wqe_max, class Segment>
  [[gnu::always_inline]] void append(const Segment& segment) noexcept {
    static_assert(Segment::size == octoword);
    if (octowords_ >= std::min(wqe_max, max)) {
      if (!segment.empty()) error_ = post_error::too_many_sges;
      return;
    }
    if (too_large(segment)) error_ = post_error::sge_too_long;
    kept_.set(octowords_, 1, [&](unsigned) { return detail::octowords_of(segment); });
    octowords_ += segment.empty() ? 0 : 1;
  }

  template <unsigned wqe_max>
  [[gnu::always_inline]] void append_inline(std::span<const std::byte> bytes) noexcept {
    if (bytes.empty()) return;
    const auto end = octowords_ * octoword + inline_seg::size + bytes.size();
    if (end > std::min(wqe_max, max) * octoword) {
      error_ = post_error::inline_too_long;
      return;
    }
    const inline_seg header{.byte_count = static_cast<std::uint16_t>(bytes.size())};
    add_with<inline_seg::size>(header, bytes);
  }

  /// Appends segments after a list of any length. Appends all of them or none.
  template <unsigned wqe_max, class... Segments>
  [[gnu::always_inline]] void append_whole(const Segments&... segments) noexcept {
    if (octowords_ + (Segments::size + ...) / octoword > std::min(wqe_max, max)) {
      error_ = post_error::too_many_sges;
      return;
    }
    (write(segments), ...);
  }

  /// Writes `segment`, and `bytes` from its byte `begin` on, padded to whole octowords.
  template <unsigned begin, class Segment>
  [[gnu::always_inline]] void write_header(const Segment& segment,
                                           std::span<const std::byte> bytes) noexcept {
    const auto length = std::max(begin + bytes.size(), Segment::size);
    if (octowords_ * octoword + length > max * octoword) {
      error_ = post_error::inline_too_long;
      return;
    }
    add_with<begin>(segment, bytes);
  }

  unsigned octowords() const noexcept { return octowords_; }

  /// Fills the WQE with zeros up to a multiple of `multiple` octowords.
  [[gnu::always_inline]] void pad(unsigned multiple) noexcept {
    const auto padding = (multiple - octowords_ % multiple) % multiple;
    kept_.set(octowords_, padding, [](unsigned) { return octoword_value{}; });
    octowords_ += padding;
  }

  /// Adds `value` to a field, in the word at byte `at` of the WQE.
  template <unsigned at, unsigned msb, unsigned lsb>
  [[gnu::always_inline]] void patch(std::uint32_t value) noexcept {
    kept_.change(at / octoword, [&](octoword_value& kept) {
      auto& half = at % octoword < sizeof kept.first ? kept.first : kept.second;
      constexpr unsigned shift = at % sizeof kept.first == 0 ? 32 : 0;
      const auto added = std::uint64_t{wire::put<msb, lsb>(value)} << shift;
      half = wire::big_endian(wire::big_endian(half) + added);
    });
  }

  [[gnu::always_inline]] post_result finish(wire::wqe_kind<opcode> kind) && noexcept {
    return post(kind, completion_mode::on_error);
  }
  [[gnu::always_inline]] post_result finish(wire::wqe_kind<opcode> kind,
                                            detail::no_entry&&) && noexcept {
    return post(kind, completion_mode::always);
  }
  [[gnu::always_inline]] post_result finish_unsignaled(wire::wqe_kind<opcode> kind,
                                                       detail::no_entry&&) && noexcept {
    return post(kind, completion_mode::on_error);
  }

 private:
  using place = typename posting_order<Memory>::place;

  template <class Segment>
  static constexpr bool too_large(const Segment& segment) noexcept {
    if constexpr (requires { segment.too_large(); }) return segment.too_large();
    return false;
  }

  template <unsigned begin, class Segment>
  [[gnu::always_inline]] void add_with(const Segment& segment,
                                       std::span<const std::byte> bytes) noexcept {
    const auto length = std::max(begin + bytes.size(), Segment::size);
    const auto count = static_cast<unsigned>((length + octoword - 1) / octoword);
    kept_.fill(octowords_, count,
               [&](unsigned i) { return detail::octoword_with<begin>(segment, bytes, i); });
    octowords_ += count;
  }

  /// Takes a place in the ring, and writes the WQE there. A WQE that changes a key is followed by a
  /// NOP that waits for it, because any thread may post the next WQE.
  [[gnu::always_inline]] post_result post(wire::wqe_kind<opcode> kind,
                                          completion_mode ce) noexcept {
    if (error_ != post_error::none) return error_;
    const auto length = (octowords_ + 3) / 4;
    place taken;
    auto error = post_error::none;
    if (group_.lane() == 0) error = order_.reserve(length + (kind.fences_next ? 1 : 0), taken);
    if constexpr (Group::lanes > 1) {
      error = static_cast<post_error>(group_.from_first(static_cast<std::uint32_t>(error)));
      taken.begin = group_.from_first(taken.begin);
    }
    if (error != post_error::none) return error;
    const ctrl_seg ctrl{.opmod = kind.opmod,
                        .wqe_index = static_cast<std::uint16_t>(taken.begin),
                        .opcode = kind.opcode,
                        .qpn = order_.where().qpn,
                        .ds = static_cast<std::uint8_t>(octowords_),
                        .fm = flags_.fence,
                        .ce = ce,
                        .se = flags_.solicited,
                        .imm = imm_};
    kept_.set(0, 1, [&](unsigned) { return detail::octowords_of(ctrl); });
    kept_.template store<Memory>(order_.at(taken.begin), octowords_);
    group_.sync();
    if (group_.lane() == 0) {
      if (taken.gap != 0) add_nop(taken.begin - taken.gap, taken.gap, fence_mode::none);
      order_.finish(taken.begin, ctrl);
      if (kind.fences_next) add_nop(taken.begin + length, 1, fence_mode::key_changes);
    }
    return static_cast<std::uint16_t>(taken.begin);
  }

  /// Writes a NOP over `length` WQEBBs and marks it as whole.
  void add_nop(std::uint32_t begin, std::uint32_t length, fence_mode fence) const noexcept {
    const ctrl_seg ctrl{.wqe_index = static_cast<std::uint16_t>(begin),
                        .opcode = opcode::nop,
                        .qpn = order_.where().qpn,
                        .ds = static_cast<std::uint8_t>(length * 4),
                        .fm = fence,
                        .ce = completion_mode::on_error};
    Memory::store(order_.at(begin), detail::octowords_of(ctrl));
    order_.finish(begin, ctrl);
  }

  posting_order<Memory> order_;
  [[no_unique_address]] Group group_;
  Octowords kept_;
  unsigned octowords_ = ctrl_seg::size / octoword;
  std::uint32_t imm_ = 0;
  send_flags flags_;
  post_error error_ = post_error::none;
};

}  // namespace verbatim::gpu
