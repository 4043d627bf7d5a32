// ServiceRecords: services that ports offer, as the subnet administrator is told of them, and as it answers.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <span>
#include <string>

#include "verbatim/connect/sa_record.hpp"

namespace verbatim {

/// A service, which id, gid and pkey together tell from others. Words are in host order.
struct subnet_service {
  std::uint64_t id = 0;
  verbatim::gid gid = {};    ///< of the port that offers it
  verbatim::pkey pkey = {};  ///< only ports of this partition are told of it

  /// For how long it is registered; without: until it is removed. From 1 s on.
  std::optional<std::chrono::seconds> lease = std::nullopt;

  std::array<std::byte, 16> key = {};  ///< answers leave it out
  std::string name = {};               ///< UTF-8, at most 64 bytes

  // Whatever the service wants to be known.
  std::array<std::uint8_t, 16> data8 = {};
  std::array<std::uint16_t, 8> data16 = {};
  std::array<std::uint32_t, 4> data32 = {};
  std::array<std::uint64_t, 2> data64 = {};

  bool operator==(const subnet_service&) const = default;
};

/// `service 0x1234 "storage" at fe80::1, P_Key 0xffff, for ever`
std::string to_string(const subnet_service& service);
inline std::ostream& operator<<(std::ostream& out, const subnet_service& value) {
  return out << to_string(value);
}

/// What services have to be to be found; of what is not said any will do.
struct service_wish {
  std::optional<std::uint64_t> id = std::nullopt;
  std::optional<verbatim::gid> gid = std::nullopt;
  std::optional<verbatim::pkey> pkey = std::nullopt;
  std::optional<std::string> name = std::nullopt;  ///< the whole name
};

/// Source: InfiniBand specification 15.2.5.14; sa.h, struct ibv_sa_service_rec, packed.
using service_record = sa_record<176>;

/// All of a service. Throws if its name is too long, or its lease is none.
service_record record_for_service(const subnet_service& service);

/// What tells the service from others, and its key.
service_record record_for_removal(const subnet_service& service);

/// Throws if the name is too long.
service_record query_for_services(const service_wish& wish);

subnet_service service_of(std::span<const std::byte, service_record::size> record);

}  // namespace verbatim
