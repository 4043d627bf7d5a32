// Reads and writes socket addresses.
#include "cm/address.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "verbatim/wire/words.hpp"

namespace verbatim::emulator::cm {
namespace {

// Offsets in a sockaddr_ib.
constexpr std::size_t ib_pkey_at = 2;
constexpr std::size_t ib_flow_info_at = 4;
constexpr std::size_t ib_gid_at = 8;
constexpr std::size_t ib_service_id_at = 24;
constexpr std::size_t ib_service_mask_at = 32;
constexpr std::size_t ib_scope_at = 40;

constexpr gid mapped_prefix = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

address read_infiniband(const std::byte* from) noexcept {
  address result;
  result.family = family_infiniband;
  std::uint16_t pkey = 0;
  std::memcpy(&pkey, from + ib_pkey_at, sizeof pkey);
  result.pkey = ntohs(pkey);
  result.flow_info = wire::load32(from + ib_flow_info_at);
  std::memcpy(result.bytes.data(), from + ib_gid_at, result.bytes.size());
  result.service_id = wire::load64(from + ib_service_id_at);
  result.service_mask = wire::load64(from + ib_service_mask_at);
  std::memcpy(&result.scope, from + ib_scope_at, sizeof result.scope);
  result.port = static_cast<std::uint16_t>(result.service_id & result.service_mask & 0xffff);
  return result;
}

void write_infiniband(const address& from, std::byte* to) noexcept {
  const std::uint16_t pkey = htons(from.pkey);
  std::memcpy(to, &from.family, sizeof from.family);
  std::memcpy(to + ib_pkey_at, &pkey, sizeof pkey);
  wire::store32(to + ib_flow_info_at, from.flow_info);
  std::memcpy(to + ib_gid_at, from.bytes.data(), from.bytes.size());
  wire::store64(to + ib_service_id_at, from.service_id);
  wire::store64(to + ib_service_mask_at, from.service_mask);
  std::memcpy(to + ib_scope_at, &from.scope, sizeof from.scope);
}

}  // namespace

bool address::unspecified() const noexcept {
  return bytes == (family == AF_INET ? mapped_prefix : gid{});
}

bool address::loopback() const noexcept {
  constexpr gid ipv6_loopback = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  return family == AF_INET ? bytes[12] == IN_LOOPBACKNET : bytes == ipv6_loopback;
}

bool address::link_local() const noexcept {
  return family == AF_INET6 && bytes[0] == 0xfe && (bytes[1] & 0xc0) == 0x80;
}

std::size_t sockaddr_bytes(std::uint16_t family) noexcept {
  switch (family) {
    case AF_INET:
      return sizeof(sockaddr_in);
    case AF_INET6:
      return sizeof(sockaddr_in6);
    case family_infiniband:
      return sockaddr_ib_bytes;
    default:
      return 0;
  }
}

address read_sockaddr(const void* from) noexcept {
  address result;
  std::memcpy(&result.family, from, sizeof result.family);
  if (result.family == AF_INET) {
    sockaddr_in in;
    std::memcpy(&in, from, sizeof in);
    result.port = ntohs(in.sin_port);
    result.bytes = mapped_prefix;
    std::memcpy(result.bytes.data() + 12, &in.sin_addr, 4);
  } else if (result.family == AF_INET6) {
    sockaddr_in6 in;
    std::memcpy(&in, from, sizeof in);
    result.port = ntohs(in.sin6_port);
    result.flow_info = in.sin6_flowinfo;
    result.scope = in.sin6_scope_id;
    std::memcpy(result.bytes.data(), &in.sin6_addr, 16);
  } else if (result.family == family_infiniband) {
    result = read_infiniband(static_cast<const std::byte*>(from));
  }
  return result;
}

std::size_t write_sockaddr(const address& from, void* to) noexcept {
  std::memset(to, 0, sizeof(sockaddr_storage));
  if (from.family == AF_INET) {
    sockaddr_in in{};
    in.sin_family = AF_INET;
    in.sin_port = htons(from.port);
    std::memcpy(&in.sin_addr, from.bytes.data() + 12, 4);
    std::memcpy(to, &in, sizeof in);
  } else if (from.family == AF_INET6) {
    sockaddr_in6 in{};
    in.sin6_family = AF_INET6;
    in.sin6_port = htons(from.port);
    in.sin6_flowinfo = from.flow_info;
    in.sin6_scope_id = static_cast<std::uint32_t>(from.scope);
    std::memcpy(&in.sin6_addr, from.bytes.data(), 16);
    std::memcpy(to, &in, sizeof in);
  } else if (from.family == family_infiniband) {
    write_infiniband(from, static_cast<std::byte*>(to));
  }
  return sockaddr_bytes(from.family);
}

address any_address(std::uint16_t family) noexcept {
  address result;
  result.family = family;
  if (family == AF_INET) result.bytes = mapped_prefix;
  return result;
}

address loopback_address(std::uint16_t family) noexcept {
  address result = any_address(family);
  if (family == AF_INET) result.bytes[12] = IN_LOOPBACKNET;
  result.bytes[15] = 1;
  return result;
}

std::optional<address> parse_ip(const std::string& text) {
  address result = any_address(AF_INET);
  if (inet_pton(AF_INET, text.c_str(), result.bytes.data() + 12) == 1) return result;
  result = any_address(AF_INET6);
  if (inet_pton(AF_INET6, text.c_str(), result.bytes.data()) == 1) return result;
  return std::nullopt;
}

std::string in_words(const address& of) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  switch (of.family) {
    case AF_INET:
      inet_ntop(AF_INET, of.bytes.data() + 12, text.data(), text.size());
      return fmt::format("{}:{}", text.data(), of.port);
    case AF_INET6:
      inet_ntop(AF_INET6, of.bytes.data(), text.data(), text.size());
      return fmt::format("[{}]:{}", text.data(), of.port);
    case family_infiniband:
      return fmt::format("GID {} service {:#x}", emulator::in_words(of.bytes), of.service_id);
    default:
      return "no address";
  }
}

}  // namespace verbatim::emulator::cm
