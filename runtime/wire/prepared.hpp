// A segment in the bytes of the device, made once for many WQEs.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::wire {

/// The bytes of a segment that many WQEs have alike, such as the address vector of a peer. A step
/// copies them, in place of putting together the fields:
///
///   const wire::prepared peer(handle.ud(qkey));
///   qp.sq_wqe().av(peer).send().sge(mr.slice(0, 64)).finish();
template <class Segment>
class prepared {
 public:
  /// Size in bytes.
  static constexpr std::size_t size = Segment::size;

  explicit prepared(const Segment& segment) noexcept {
    static_assert(
        !requires { segment.too_large(); }, "each WQE has to check such a segment");
    segment.write(bytes_.data());
  }

  /// Writes all bytes.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    std::memcpy(at, bytes_.data(), size);
  }

  /// Returns the fields.
  Segment segment() const noexcept { return Segment::read(bytes_.data()); }

 private:
  alignas(16) std::array<std::byte, Segment::size> bytes_{};
};

}  // namespace verbatim::wire
