// Addresses of rdma_cm: the IP address or the GID of an RDMA port, with a port number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "verbatim/verbs/values/gid.hpp"

struct sockaddr;

namespace verbatim::cm {

/// The kinds of addresses.
enum class family : std::uint8_t {
  ipv4,        ///< AF_INET
  ipv6,        ///< AF_INET6
  infiniband,  ///< a GID (AF_IB), on InfiniBand only
};

/// Returns the name, such as `ipv4`.
constexpr std::string_view name(family which) noexcept {
  switch (which) {
    case family::ipv4:
      return "ipv4";
    case family::ipv6:
      return "ipv6";
    case family::infiniband:
      return "infiniband";
  }
  return "";
}
inline std::ostream& operator<<(std::ostream& out, family value) { return out << name(value); }

/// The IP address or the GID of an RDMA port, and a port number of rdma_cm. These ports are
/// separate from those of TCP and UDP: both may use the same number.
class address {
 public:
  /// Makes the wildcard 0.0.0.0, which means all devices, with port 0, which means any free port.
  address() noexcept;

  /// Copies a sockaddr_in, sockaddr_in6 or sockaddr_ib. Throws if the address is of another family.
  explicit address(const ::sockaddr& native);

  /// Makes the address of an InfiniBand port from its GID, for connections and for datagrams. The
  /// default pkey matches every partition.
  static address of_gid(const gid& gid, std::uint16_t port, std::uint16_t pkey = 0xffff);

  /// Returns the IP address of a RoCE GID; mapped IPv4 addresses become IPv4.
  static address of_ip(const verbatim::gid& gid, std::uint16_t port = 0) noexcept;

  /// Returns the address of a numeric text such as `10.0.0.1`, `fe80::1%eth0` or `::`; nothing if
  /// the text is not numeric.
  static std::optional<address> parse(std::string_view number, std::uint16_t port = 0);

  cm::family family() const noexcept;

  /// Returns the port number; 0 if none was chosen.
  std::uint16_t port() const noexcept;

  /// Returns the same address with another port number.
  address with_port(std::uint16_t port) const noexcept;

  /// Returns the address without its port, such as `10.0.0.1` or `fe80::1%eth0`; a GID if it is one.
  std::string host() const;

  /// Returns true for 0.0.0.0, :: and the GID 0.
  bool is_wildcard() const noexcept;

  /// Returns the address as a GID. An IPv4 address is mapped: `::ffff:10.0.0.1`.
  verbatim::gid gid() const noexcept;

  /// These functions return the address for system calls, and its length in bytes.
  const ::sockaddr* native() const noexcept;
  std::size_t length() const noexcept;

  bool operator==(const address& other) const noexcept;

 private:
  alignas(8) std::array<std::byte, 48> bytes_;  // the longest is sockaddr_ib
};

/// Returns text such as `10.0.0.1:7471` or `[fe80::1%eth0]:7471`.
std::string to_string(const address& address);
inline std::ostream& operator<<(std::ostream& out, const address& value) {
  return out << to_string(value);
}

/// Returns the addresses of a host, in the order in which to try them. `host` is a name or a
/// numeric address. `service` is a number or a name from /etc/services. Blocks until the name
/// service answers. Throws if there are no addresses.
std::vector<address> look_up(const std::string& host, const std::string& service);

namespace detail {

/// Returns the address for datagrams. The port of a GID is otherwise one for connections.
address for_datagrams(const address& address) noexcept;

}  // namespace detail

}  // namespace verbatim::cm
