// The way back to who sent a datagram.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "verbatim/connect/path.hpp"
#include "verbatim/queue/completion.hpp"
#include "verbatim/verbs/link_values.hpp"
#include "verbatim/verbs/local_end.hpp"
#include "verbatim/verbs/work_completion.hpp"

namespace verbatim {

/// Bytes at the beginning of a datagram's buffer that are for its GRH, or on RoCE v2 for the IP header.
inline constexpr std::size_t grh_bytes = 40;

/// What a datagram (UD, DC) that has come says of its sender.
struct datagram_origin {
  std::uint32_t qpn = 0;                   ///< 24 bits
  lid slid = {};                           ///< 0 on RoCE
  std::uint8_t sl = 0;                     ///< meaningless on RoCE
  std::uint8_t dlid_path_bits = 0;         ///< which of the port's LIDs it was sent to
  std::span<const std::byte> header = {};  ///< grh_bytes, or nothing if it has no GRH
};

/// Of a completion of verbs; `buffer` is the memory of the receive.
datagram_origin origin_of(const work_completion& completion, std::span<const std::byte> buffer);

/// Of a completion of a ud_qp or a DCT; `buffer` is the memory of the receive.
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

/// The path to the sender of a datagram, filled from this end: the addresses of the datagram in reverse, its
/// sender's queue pair for dqpn, and the qkey of the own one, as datagrams do not tell that of the sender. What was
/// sent to a multicast group is answered from the port's own address. Allocates: keep it for those that one
/// hears from again.
///
///   const auto back = reply_path(origin_of(completion, buffer), qp.local_end());
///   qp.sq_wqe().av(cache.ud(back)).send()…
///
/// Throws if a RoCE datagram has no header, or one that is none of RoCE, and what fill() throws.
path reply_path(const datagram_origin& origin, const local_end& end);

}  // namespace verbatim
