// The socket addresses of rdma_cm: IPv4, IPv6, and AF_IB with a GID and a service ID.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "objects/port.hpp"

namespace verbatim::emulator::cm {

/// The address family of InfiniBand (Linux socket.h, AF_IB), which glibc's headers do not define.
inline constexpr std::uint16_t family_infiniband = 27;

/// The size of a sockaddr_ib, in bytes (rdma-core, infiniband/ib.h).
inline constexpr std::size_t sockaddr_ib_bytes = 48;

/// An address and port. It is trivially copyable, because messages between processes contain it.
struct address {
  /// AF_INET, AF_INET6, family_infiniband, or 0 for none.
  std::uint16_t family = 0;

  /// In host order. With AF_IB, it is the low 16 bits of the service ID under its mask.
  std::uint16_t port = 0;

  /// The fields from here to service_mask are those of AF_IB, in host order.
  std::uint16_t pkey = 0;
  std::uint32_t flow_info = 0;
  std::uint64_t scope = 0;
  std::uint64_t service_id = 0;
  std::uint64_t service_mask = 0;

  /// The IPv6 address or the GID; an IPv4 address is mapped (::ffff:a.b.c.d).
  gid bytes{};

  /// Returns the bytes of the IP address or of the GID, in network order: 4 with AF_INET, otherwise 16.
  std::span<const std::uint8_t> host_bytes() const noexcept {
    return std::span(bytes).last(family == AF_INET ? sizeof(in_addr) : sizeof bytes);
  }
  std::span<std::uint8_t> host_bytes() noexcept {
    return std::span(bytes).last(family == AF_INET ? sizeof(in_addr) : sizeof bytes);
  }

  bool ip() const noexcept { return family != 0 && family != family_infiniband; }

  /// Returns true for 0.0.0.0, :: and a GID of zeros.
  bool unspecified() const noexcept;

  /// Returns true for 127.0.0.0/8 and ::1.
  bool loopback() const noexcept;

  /// Returns true for fe80::/10.
  bool link_local() const noexcept;

  /// Returns true for the same family and the same IP address or GID.
  bool same_host(const address& other) const noexcept {
    return family == other.family && bytes == other.bytes;
  }
};

/// Returns the size of a socket address of that family; 0 if rdma_cm does not know the family.
std::size_t sockaddr_bytes(std::uint16_t family) noexcept;

/// Reads the socket address at `from`, whose family is known.
address read_sockaddr(const void* from) noexcept;

/// Writes the socket address to `to`, which has room for a sockaddr_storage, and returns its size.
std::size_t write_sockaddr(const address& from, void* to) noexcept;

/// Returns the unspecified address of a family.
address any_address(std::uint16_t family) noexcept;

/// Returns 127.0.0.1, or ::1 for the other families.
address loopback_address(std::uint16_t family) noexcept;

/// Parses an IPv4 or IPv6 address. Returns nothing if the text is neither.
std::optional<address> parse_ip(const std::string& text);

/// Returns `10.0.0.1:7471`, `[fe80::1]:7471` or `GID fe80:...`.
std::string in_words(const address& of);

}  // namespace verbatim::emulator::cm
