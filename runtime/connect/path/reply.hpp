// The path back to the sender of a datagram.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

#include "verbatim/queue/completion/completion.hpp"
#include "verbatim/verbs/completion/work_completion.hpp"
#include "verbatim/verbs/values/link_values.hpp"
#include "verbatim/verbs/values/local_end.hpp"
#include "verbatim/verbs/values/path.hpp"

namespace verbatim {

/// The number of bytes at the start of a datagram's buffer that hold the GRH, or on RoCE v2 the IP
/// header.
inline constexpr std::size_t grh_bytes = 40;

/// The information about the sender that arrives with a datagram (UD, DC).
struct datagram_origin {
  std::uint32_t qpn = 0;                   ///< 24 bits
  lid slid = {};                           ///< 0 on RoCE
  std::uint8_t sl = 0;                     ///< meaningless on RoCE
  std::uint8_t dlid_path_bits = 0;         ///< the low bits of the port's LID to which it was sent
  std::span<const std::byte> header = {};  ///< grh_bytes bytes, or none if it has no GRH
};

/// Returns the origin of a datagram from a completion of libibverbs. `buffer` is the memory of the
/// receive.
datagram_origin origin_of(const work_completion& completion, std::span<const std::byte> buffer);

/// Returns the origin of a datagram from a completion of a ud_qp or a DCT. `buffer` is the memory
/// of the receive.
template <class Entry>
datagram_origin origin_of(const recv_completion<Entry>& completion,
                          std::span<const std::byte> buffer) {
  auto header = completion.grh();
  if (header.empty() && completion.has_grh()) header = buffer.first(grh_bytes);
  return {.qpn = completion.source_qpn(),
          .slid = lid(completion.cqe().slid()),
          .sl = static_cast<std::uint8_t>(completion.cqe().sl()),
          .dlid_path_bits = static_cast<std::uint8_t>(completion.cqe().ml_path()),
          .header = header};
}

/// Returns the path to the sender of a datagram, filled from this end. It has the addresses of the
/// datagram in reverse, and the sender's queue pair for dqpn. The qkey is that of this end's queue
/// pair, because datagrams do not carry the sender's. A datagram to a multicast group is answered
/// from the port's own address. The call allocates memory, so keep the path if the sender will send
/// again.
///
///   const auto back = reply_path(origin_of(completion, buffer), qp.local_end());
///   qp.sq_wqe().av(cache.ud(back)).send()…
///
/// Throws if a RoCE datagram has no header or a header of another kind, and like fill().
path reply_path(const datagram_origin& origin, const local_end& end);

namespace detail {

/// The values of a datagram on which the way back to its sender's port depends. Datagrams with equal
/// values have the same way back, so that a program can keep what it made for it.
struct reply_way {
  lid slid = {};
  std::uint8_t sl = 0;
  std::uint8_t dlid_path_bits = 0;
  /// The header without the fields that differ from packet to packet; zeros if there is none.
  std::array<std::byte, grh_bytes> header = {};

  auto operator<=>(const reply_way&) const = default;
};

/// Returns the values of a datagram that came through a port with this link layer. The call allocates
/// nothing.
reply_way way_back(const datagram_origin& origin, link_layer through) noexcept;

}  // namespace detail

}  // namespace verbatim
