// The exchange of offers over the private data of rdma_cm.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "verbatim/connect/cm/id_options.hpp"
#include "verbatim/connect/exchange/connection_offer.hpp"
#include "verbatim/connect/exchange/negotiate.hpp"

namespace verbatim::cm {

/// The part of an exchange::offer that fits into private data: features, receive_depth,
/// max_message, memory without names, and user_data. rdma_cm itself carries the path and the queue
/// pair's number. A connection request has room for one memory token and 11 bytes of user_data, an
/// acceptance for eight tokens and 11 bytes.
///
///   std::move(route).connect(qp, {.private_data = packed_offer<56>({.features = 1})});
///   const auto agreed = agree(mine, unpack_offer(connection.private_data()));
template <std::size_t Limit>
class packed_offer {
 public:
  /// Packs the offer. Throws if it is too long; the error says by how much.
  explicit packed_offer(const exchange::offer& offer);

  /// Returns the bytes as private data.
  operator private_data<Limit>() const noexcept {
    return std::span<const std::byte>(bytes_).first(length_);
  }

 private:
  std::array<std::byte, Limit> bytes_{};
  std::size_t length_;
};

/// Returns the offer in private data. The data comes from a peer and is not trusted. Throws if it
/// is not an offer, or if this library does not know its version.
exchange::offer unpack_offer(std::span<const std::byte> received);

/// Returns the agreement of both ends: the lesser max_message, and the features that both have. It
/// has no path: see connection::path().
exchange::agreement agree(const exchange::offer& mine, const exchange::offer& theirs);

namespace detail {

/// Writes the offer to `to`. Returns its length in bytes.
std::size_t pack(const exchange::offer& offer, std::span<std::byte> to);

}  // namespace detail

template <std::size_t Limit>
packed_offer<Limit>::packed_offer(const exchange::offer& offer)
    : length_(detail::pack(offer, bytes_)) {}

}  // namespace verbatim::cm
