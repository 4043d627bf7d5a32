// Addresses of rdma_cm: the IP address or the GID of an RDMA port, with a port number.
#include "verbatim/connect/cm/address.hpp"

#include <arpa/inet.h>
#include <infiniband/ib.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "verbatim/connect/cm/cm_error.hpp"
#include "verbatim/verbs/values/gid_forms.hpp"

namespace verbatim::cm {
namespace {

// The lowest 16 bits of a service id are the port; the other bits select RDMA_PS_TCP or
// RDMA_PS_UDP.
constexpr std::uint64_t port_mask = 0xffff;
constexpr std::uint64_t service_of_tcp = 0x0000000001060000;
constexpr std::uint64_t service_of_udp = 0x0000000001110000;

template <class Native>
Native as(const void* bytes) noexcept {
  Native native;
  std::memcpy(&native, bytes, sizeof native);
  return native;
}

std::size_t length_of(int family) noexcept {
  if (family == AF_INET) return sizeof(sockaddr_in);
  if (family == AF_INET6) return sizeof(sockaddr_in6);
  return family == AF_IB ? sizeof(sockaddr_ib) : 0;
}

}  // namespace

address::address() noexcept : bytes_{} {
  static_assert(sizeof bytes_ >= sizeof(sockaddr_ib));
  const sockaddr_in any{.sin_family = AF_INET, .sin_port = 0, .sin_addr = {}, .sin_zero = {}};
  std::memcpy(bytes_.data(), &any, sizeof any);
}

address::address(const ::sockaddr& native) : bytes_{} {
  const auto length = length_of(native.sa_family);
  if (length == 0) {
    throw error(
        std::errc::address_family_not_supported, "address", "",
        "family " + std::to_string(native.sa_family) + " is none of AF_INET, AF_INET6 and AF_IB");
  }
  std::memcpy(bytes_.data(), &native, length);
}

address address::of_gid(const verbatim::gid& gid, std::uint16_t port, std::uint16_t pkey) {
  sockaddr_ib native{};
  native.sib_family = AF_IB;
  native.sib_pkey = htons(pkey);
  std::memcpy(&native.sib_addr, gid.bytes.data(), gid.bytes.size());
  native.sib_sid = htobe64(service_of_tcp | port);
  native.sib_sid_mask = port == 0 ? htobe64(~port_mask) : ~std::uint64_t{0};
  return address(reinterpret_cast<const sockaddr&>(native));
}

address address::of_ip(const verbatim::gid& gid, std::uint16_t port) noexcept {
  address made;
  if (gid.is_ipv4()) {
    sockaddr_in four{};
    four.sin_family = AF_INET;
    four.sin_addr.s_addr = htonl(verbatim::detail::ipv4_of(gid.bytes));
    std::memcpy(made.bytes_.data(), &four, sizeof four);
  } else {
    sockaddr_in6 six{};
    six.sin6_family = AF_INET6;
    std::memcpy(&six.sin6_addr, gid.bytes.data(), sizeof six.sin6_addr);
    std::memcpy(made.bytes_.data(), &six, sizeof six);
  }
  return made.with_port(port);
}

std::optional<address> address::parse(std::string_view number, std::uint16_t port) {
  const std::string text(number);
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_port = htons(port);
  if (inet_pton(AF_INET, text.c_str(), &four.sin_addr) == 1) {
    return address(reinterpret_cast<const sockaddr&>(four));
  }
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  six.sin6_port = htons(port);
  const auto percent = text.find('%');
  if (percent != std::string::npos) {
    six.sin6_scope_id = if_nametoindex(text.c_str() + percent + 1);
    if (six.sin6_scope_id == 0) return std::nullopt;
  }
  if (inet_pton(AF_INET6, text.substr(0, percent).c_str(), &six.sin6_addr) == 1) {
    return address(reinterpret_cast<const sockaddr&>(six));
  }
  return std::nullopt;
}

cm::family address::family() const noexcept {
  switch (native()->sa_family) {
    case AF_INET:
      return family::ipv4;
    case AF_INET6:
      return family::ipv6;
    default:
      return family::infiniband;
  }
}

std::uint16_t address::port() const noexcept {
  switch (family()) {
    case family::ipv4:
      return ntohs(as<sockaddr_in>(bytes_.data()).sin_port);
    case family::ipv6:
      return ntohs(as<sockaddr_in6>(bytes_.data()).sin6_port);
    default:
      return static_cast<std::uint16_t>(be64toh(as<sockaddr_ib>(bytes_.data()).sib_sid) &
                                        port_mask);
  }
}

address address::with_port(std::uint16_t port) const noexcept {
  auto other = *this;
  if (family() == family::infiniband) {
    auto native = as<sockaddr_ib>(bytes_.data());
    native.sib_sid = htobe64((be64toh(native.sib_sid) & ~port_mask) | port);
    native.sib_sid_mask = port == 0 ? htobe64(~port_mask) : ~std::uint64_t{0};
    std::memcpy(other.bytes_.data(), &native, sizeof native);
  } else {
    static_assert(offsetof(sockaddr_in, sin_port) == offsetof(sockaddr_in6, sin6_port));
    const std::uint16_t in_network_order = htons(port);
    std::memcpy(other.bytes_.data() + offsetof(sockaddr_in, sin_port), &in_network_order,
                sizeof in_network_order);
  }
  return other;
}

address detail::for_datagrams(const cm::address& address) noexcept {
  if (address.family() != family::infiniband) return address;
  auto native = as<sockaddr_ib>(address.native());
  native.sib_sid = htobe64(service_of_udp | address.port());
  return cm::address(reinterpret_cast<const sockaddr&>(native));
}

bool address::is_wildcard() const noexcept {
  if (family() == family::ipv4) return as<sockaddr_in>(bytes_.data()).sin_addr.s_addr == 0;
  return gid().is_zero();
}

verbatim::gid address::gid() const noexcept {
  verbatim::gid found;
  switch (family()) {
    case family::ipv4: {
      const auto ipv4 = ntohl(as<sockaddr_in>(bytes_.data()).sin_addr.s_addr);
      found.bytes = verbatim::detail::mapped_gid(ipv4);
      break;
    }
    case family::ipv6: {
      const auto number = as<sockaddr_in6>(bytes_.data()).sin6_addr;
      std::memcpy(found.bytes.data(), &number, sizeof number);
      break;
    }
    default: {
      const auto native = as<sockaddr_ib>(bytes_.data());
      std::memcpy(found.bytes.data(), &native.sib_addr, found.bytes.size());
    }
  }
  return found;
}

const ::sockaddr* address::native() const noexcept {
  return reinterpret_cast<const ::sockaddr*>(bytes_.data());
}

std::size_t address::length() const noexcept { return length_of(native()->sa_family); }

bool address::operator==(const address& other) const noexcept {
  // A sockaddr_in6 also has a flow label, which is not part of the comparison. Interfaces may have
  // equal link-local addresses.
  const auto scope_of = [](const address& of) {
    const auto native = as<sockaddr_in6>(of.bytes_.data());
    return IN6_IS_ADDR_LINKLOCAL(&native.sin6_addr) ? native.sin6_scope_id : 0;
  };
  return family() == other.family() && port() == other.port() && gid() == other.gid() &&
         (family() != family::ipv6 || scope_of(*this) == scope_of(other));
}

std::string address::host() const {
  char text[NI_MAXHOST];
  if (family() == cm::family::infiniband ||
      getnameinfo(native(), static_cast<socklen_t>(length()), text, sizeof text, nullptr, 0,
                  NI_NUMERICHOST) != 0) {
    return verbatim::to_string(gid());
  }
  return text;
}

std::string to_string(const address& address) {
  const auto host = address.host();
  const auto port = ':' + std::to_string(address.port());
  if (address.family() == family::infiniband) return "GID " + host + port;
  return address.family() == family::ipv6 ? '[' + host + ']' + port : host + port;
}

std::vector<address> look_up(const std::string& host, const std::string& service) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;  // otherwise each address is returned once per type
  addrinfo* list = nullptr;
  const int failed =
      getaddrinfo(host.empty() ? nullptr : host.c_str(), service.c_str(), &hints, &list);
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> freed(list, freeaddrinfo);
  std::vector<address> found;
  for (const auto* one = list; one != nullptr; one = one->ai_next) {
    if (length_of(one->ai_family) == 0) continue;
    const address next(*one->ai_addr);
    if (std::find(found.begin(), found.end(), next) == found.end()) found.push_back(next);
  }
  if (failed == EAI_SYSTEM) throw error(errno, "getaddrinfo", host, "");
  if (failed != 0 || found.empty()) {
    std::string reason = failed != 0 ? gai_strerror(failed) : "it has neither IPv4 nor IPv6";
    reason += failed == EAI_SERVICE ? ": give the port as a number, such as 7471"
                                    : ": look at the name, at /etc/hosts and at the name service";
    throw error(failed == EAI_AGAIN ? std::errc::resource_unavailable_try_again
                                    : std::errc::address_not_available,
                "getaddrinfo", host + ':' + service, reason);
  }
  return found;
}

}  // namespace verbatim::cm
