// Options of connections before they begin, and the limits of private data.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "verbatim/verbs/values/timers.hpp"

namespace verbatim::cm {

/// The kind of queue pairs in a connection. Both ends must choose matching kinds.
enum class kind : std::uint8_t {
  rc,        ///< reliable connections: port space TCP, like most programs
  uc,        ///< unreliable connections: port space IB
  xrc_send,  ///< the sending half of an XRC connection: port space IB; its peer has xrc_recv
  xrc_recv,  ///< the receiving half of an XRC connection: port space IB
};

/// Options for rdma_set_option. The kernel chooses the options that are not set.
struct id_options {
  /// The IP header's traffic class, the DSCP in its upper 6 bits. The passive end uses that of the
  /// active end.
  std::optional<std::uint8_t> type_of_service = std::nullopt;

  /// The queue pair's timeout. Default: computed from the route.
  std::optional<verbatim::ack_timeout> ack_timeout = std::nullopt;

  /// Lets a listener use a port that another id still uses, like SO_REUSEADDR.
  bool reuse_address = false;

  /// Restricts a listener on :: to IPv6 (true), or lets it accept IPv4 too (false). Default: the
  /// value of net.ipv6.bindv6only.
  std::optional<bool> family_only = std::nullopt;
};

/// The private data of a message: at most `Limit` bytes that the program adds. An array that is too
/// long does not compile. A span that is too long throws when it is sent.
///
/// On InfiniBand and RoCE, the receiver always gets `Limit` bytes: zeros follow the data. So put
/// the length into the data, like with_length().
template <std::size_t Limit>
class private_data {
 public:
  static constexpr std::size_t limit = Limit;

  constexpr private_data() noexcept = default;

  template <std::size_t Extent>
  constexpr private_data(std::span<const std::byte, Extent> bytes) noexcept : bytes_(bytes) {
    static_assert(Extent == std::dynamic_extent || Extent <= Limit,
                  "the private data is longer than the message has room for");
  }
  template <std::size_t Extent>
  constexpr private_data(std::span<std::byte, Extent> bytes) noexcept
      : private_data(std::span<const std::byte, Extent>(bytes)) {}
  template <std::size_t Size>
  constexpr private_data(const std::array<std::byte, Size>& bytes) noexcept
      : private_data(std::span<const std::byte, Size>(bytes)) {}

  /// Returns the bytes. They belong to the caller and must live until the call returns.
  constexpr std::span<const std::byte> bytes() const noexcept { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
};

// The limits of private data in rdma_cm's messages between IP addresses, in bytes. Source: Linux
// include/rdma/ib_cm.h, drivers/infiniband/core/cma.c (struct cma_hdr).

/// The bytes that requests between IP addresses need for these addresses (struct cma_hdr). Between
/// GIDs, a span of a request may be longer by so many bytes.
inline constexpr std::size_t ip_header_bytes = 36;

/// The private data of a connection request (REQ): at most 56 bytes.
using request_data = private_data<56>;

/// The private data of an acceptance (REP): at most 196 bytes.
using reply_data = private_data<196>;

/// The private data of a rejection (REJ): at most 148 bytes.
using reject_data = private_data<148>;

/// The private data of a request for datagrams (SIDR_REQ): at most 180 bytes.
using datagram_request_data = private_data<180>;

/// The private data of an answer to a request for datagrams (SIDR_REP): at most 136 bytes.
using datagram_reply_data = private_data<136>;

/// Private data that contains its own length: one byte with the length, and then up to `Limit` - 1
/// bytes.
template <std::size_t Limit>
class measured_data {
 public:
  static constexpr std::size_t limit = Limit - 1;

  /// Copies the bytes. Throws if they are longer than the limit.
  explicit measured_data(std::span<const std::byte> bytes);

  /// Returns the length and the bytes as private data.
  operator private_data<Limit>() const noexcept {
    return std::span<const std::byte>(bytes_).first(length_);
  }

 private:
  std::array<std::byte, Limit> bytes_{};
  std::size_t length_ = 0;
};

/// Returns the bytes of measured_data in received private data. Throws if the length does not fit,
/// because then the peer has sent something else.
std::span<const std::byte> without_length(std::span<const std::byte> received);

namespace detail {

/// Throws an error with both lengths if the message has no room for the bytes.
void check_length(std::span<const std::byte> bytes, std::size_t limit, const char* call);

}  // namespace detail

template <std::size_t Limit>
measured_data<Limit>::measured_data(std::span<const std::byte> bytes) : length_(bytes.size() + 1) {
  static_assert(Limit <= 256, "the length is one byte");
  detail::check_length(bytes, limit, "measured_data");
  bytes_[0] = static_cast<std::byte>(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes_[i + 1] = bytes[i];
}

}  // namespace verbatim::cm
