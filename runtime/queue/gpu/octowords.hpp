// The 16-byte pieces of a WQE, in registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "verbatim/queue/gpu/memory.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::gpu {
namespace detail {

/// Returns octoword `index` of a segment, with zeros behind the segment. A GPU has no stores to
/// unaligned memory, so a segment is written to aligned memory, which compilers keep in registers.
template <class Segment>
[[gnu::always_inline]] inline octoword_value octowords_of(const Segment& segment,
                                                          unsigned index = 0) noexcept {
  constexpr auto count = (Segment::size + octoword - 1) / octoword;
  alignas(octoword_value) std::byte bytes[count * octoword] = {};
  segment.write(bytes);
  octoword_value value;
  for (unsigned i = 0; i < count; ++i) {
    if (i == index) std::memcpy(&value, bytes + i * octoword, sizeof value);
  }
  return value;
}

/// Returns octoword `index` of a segment that `bytes` overwrite from its byte `begin` on. Bytes
/// behind both are zeros.
template <unsigned begin, class Segment>
octoword_value octoword_with(const Segment& segment, std::span<const std::byte> bytes,
                             unsigned index) noexcept {
  auto value = octowords_of(segment, index);
  const auto overwrite = [&](std::uint64_t& half, std::size_t first) {
    for (unsigned i = 0; i < sizeof half; ++i) {
      const auto at = index * octoword + first + i - begin;
      if (at >= bytes.size()) continue;  // before or behind the bytes
      half = (half & ~(std::uint64_t{0xff} << i * 8)) | std::to_integer<std::uint64_t>(bytes[at])
                                                            << i * 8;
    }
  };
  overwrite(value.first, 0);
  overwrite(value.second, sizeof value.first);
  return value;
}

}  // namespace detail

/// Keeps all octowords, at most `max`, of a WQE that one thread builds. Each is a variable of its own, as
/// registers have no addresses.
template <unsigned max>
class own_octowords {
 public:
  /// Sets `count` octowords from `first` on to piece(0), piece(1)...
  template <class Piece>
  [[gnu::always_inline]] void set(unsigned first, unsigned count, Piece&& piece) noexcept {
    each([&](unsigned i, octoword_value& value) {
      if (i - first < count) value = piece(i - first);
    });
  }

  /// Does the same for pieces that take long to compute.
  template <class Piece>
  [[gnu::always_inline]] void fill(unsigned first, unsigned count, Piece&& piece) noexcept {
    for (unsigned i = 0; i < count; ++i) {
      const octoword_value value = piece(i);
      // There is no branch: compilers would make it a store to an address.
      each([&](unsigned at, octoword_value& kept) {
        const bool here = at == first + i;
        kept = {here ? value.first : kept.first, here ? value.second : kept.second};
      });
    }
  }

  /// Stores the first `count` octowords from `at` on.
  template <class Memory>
  [[gnu::always_inline]] void store(std::byte* at, unsigned count) noexcept {
    each([&](unsigned i, const octoword_value& value) {
      if (i < count) Memory::store(at + i * octoword, value);
    });
  }

  /// Calls change(value) for octoword `index`.
  template <class Change>
  [[gnu::always_inline]] void change(unsigned index, Change&& change) noexcept {
    each([&](unsigned i, octoword_value& value) {
      if (i == index) change(value);
    });
  }

 private:
  template <class Visit>
  [[gnu::always_inline]] void each(Visit&& visit) noexcept {
    each(visit, std::make_index_sequence<max>{});
  }
  template <class Visit, std::size_t... i>
  [[gnu::always_inline]] void each(Visit& visit, std::index_sequence<i...>) noexcept {
    (visit(static_cast<unsigned>(i), values_[i]), ...);
  }

  octoword_value values_[max];
};

/// Keeps the octoword of one lane of a WQE that the lanes of a warp build together. All call the same
/// functions. Lane i has octoword i, so a WQE has at most as many octowords as the warp has lanes.
class octoword_of_lane {
 public:
  explicit octoword_of_lane(unsigned lane) noexcept : lane_(lane) {}

  template <class Piece>
  [[gnu::always_inline]] void set(unsigned first, unsigned count, Piece&& piece) noexcept {
    if (lane_ - first < count) value_ = piece(lane_ - first);
  }

  template <class Piece>
  [[gnu::always_inline]] void fill(unsigned first, unsigned count, Piece&& piece) noexcept {
    set(first, count, piece);
  }

  template <class Memory>
  [[gnu::always_inline]] void store(std::byte* at, unsigned count) noexcept {
    if (lane_ < count) Memory::store(at + lane_ * octoword, value_);
  }

  template <class Change>
  [[gnu::always_inline]] void change(unsigned index, Change&& change) noexcept {
    if (lane_ == index) change(value_);
  }

 private:
  unsigned lane_;
  octoword_value value_;
};

}  // namespace verbatim::gpu
