// ServiceRecords: services of ports in requests to the subnet administrator, and in its answers.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <span>
#include <string>

#include "verbatim/connect/subnet/sa_record.hpp"
#include "verbatim/generated/records/service_record.hpp"

namespace verbatim::subnet {

/// A service. The id, gid and pkey together identify it. Words are in host order.
struct service {
  std::uint64_t id = 0;      ///< 64 bits on which programs agree
  verbatim::gid gid = {};    ///< GID of the port that offers it
  verbatim::pkey pkey = {};  ///< only ports of this partition can find it

  /// The duration of the registration, 1 s or more. Default: until it is removed.
  std::optional<std::chrono::seconds> lease = std::nullopt;

  std::array<std::byte, 16> key = {};  ///< answers leave it out
  std::string name = {};               ///< UTF-8, at most 64 bytes

  // The service defines the meaning of these data.
  std::array<std::uint8_t, 16> data8 = {};
  std::array<std::uint16_t, 8> data16 = {};
  std::array<std::uint32_t, 4> data32 = {};
  std::array<std::uint64_t, 2> data64 = {};

  bool operator==(const subnet::service&) const = default;
};

/// Returns, for example, `service 0x1234 "storage" at fe80::1, P_Key 0xffff, for ever`.
std::string to_string(const subnet::service& service);
inline std::ostream& operator<<(std::ostream& out, const subnet::service& value) {
  return out << to_string(value);
}

/// The properties of services to find. A field that is not set matches all services.
struct service_wish {
  std::optional<std::uint64_t> id = std::nullopt;     ///< the id of the service
  std::optional<verbatim::gid> gid = std::nullopt;    ///< the port that offers it
  std::optional<verbatim::pkey> pkey = std::nullopt;  ///< its partition
  std::optional<std::string> name = std::nullopt;     ///< the whole name
};

}  // namespace verbatim::subnet

namespace verbatim::detail {

/// A ServiceRecord on the wire.
using service_record = sa_record<records::service_record>;

/// Returns the record of a service with all fields. Throws if its name is too long, or if its lease
/// is less than 1 s or too long.
service_record record_for_service(const subnet::service& service);

/// Returns the record that identifies a service to remove; it includes the key.
service_record record_for_removal(const subnet::service& service);

/// Returns the query for services that match `wish`. Throws if the name is too long.
service_record query_for_services(const subnet::service_wish& wish);

subnet::service service_of(std::span<const std::byte, service_record::size> bytes);

}  // namespace verbatim::detail
