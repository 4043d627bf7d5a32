// ServiceRecords: services of ports in requests to the subnet administrator, and in its answers.
#include "verbatim/connect/subnet/service_record.hpp"

#include <algorithm>
#include <string_view>
#include <system_error>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::subnet {

std::string to_string(const subnet::service& service) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string id;
  for (auto left = service.id; left != 0 || id.empty(); left >>= 4) id += digits[left & 15];
  std::reverse(id.begin(), id.end());
  std::string text("service 0x");
  text.append(id).append(" \"").append(service.name).append("\" at ");
  text.append(to_string(service.gid)).append(", P_Key ").append(to_string(service.pkey));
  if (!service.lease) return text.append(", for ever");
  return text.append(", for ").append(std::to_string(service.lease->count())).append(" s");
}

}  // namespace verbatim::subnet

namespace verbatim::detail {
namespace {

using layout = records::service_record;

constexpr std::uint32_t for_ever = 0xffffffff;  // a lease without end

template <std::size_t Size>
using data_component = wire::component<wire::mailbox_bytes<layout, Size>>;

/// Asks for an array of data. Each element has a component of its own, from `first` on.
template <std::size_t Size, class Element, std::size_t Count>
void ask_data(service_record& record, const data_component<Size>& first,
              const std::array<Element, Count>& data) {
  static_assert(Size == sizeof data);
  std::array<std::byte, Size> bytes;
  auto at = bytes.begin();
  for (const Element element : data) {
    for (std::size_t left = sizeof element; left-- != 0;) {
      *at++ = static_cast<std::byte>(element >> 8 * left);
    }
  }
  record.ask(first, bytes);
  record.component_mask |= ((std::uint64_t{1} << Count) - 1) << first.number;
}

/// Reads an array of data.
template <std::size_t Size, class Element, std::size_t Count>
void read_data(const sa_record_view<layout>& record, const data_component<Size>& first,
               std::array<Element, Count>& data) {
  static_assert(Size == sizeof data);
  const auto bytes = record.get(first);
  auto at = bytes.begin();
  for (Element& element : data) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof element; ++i) {
      value = value << 8 | std::to_integer<std::uint64_t>(*at++);
    }
    element = static_cast<Element>(value);
  }
}

void ask_name(service_record& record, const std::string& name) {
  constexpr std::size_t most = layout::service_name.size;
  if (name.size() > most) {
    throw error(std::errc::invalid_argument, "service record", name,
                "a name has at most " + std::to_string(most) + " bytes, and not " +
                    std::to_string(name.size()));
  }
  record.ask(layout::service_name, std::as_bytes(std::span(name)));
}

std::uint32_t seconds_of(const subnet::service& service) {
  if (!service.lease) return for_ever;
  const auto seconds = service.lease->count();
  if (seconds >= 1 && seconds < for_ever) return static_cast<std::uint32_t>(seconds);
  throw error(std::errc::invalid_argument, "service record", to_string(service),
              "a lease is from 1 s on and below " + std::to_string(for_ever) +
                  " s; without one a service is registered until it is removed");
}

}  // namespace

service_record record_for_service(const subnet::service& service) {
  auto record = record_for_removal(service);
  record.ask(layout::service_lease, seconds_of(service));
  ask_name(record, service.name);
  ask_data(record, layout::service_data8, service.data8);
  ask_data(record, layout::service_data16, service.data16);
  ask_data(record, layout::service_data32, service.data32);
  ask_data(record, layout::service_data64, service.data64);
  return record;
}

service_record record_for_removal(const subnet::service& service) {
  service_record record;
  record.ask(layout::service_id, service.id);
  record.ask(layout::service_gid, std::optional(service.gid));
  record.ask(layout::service_pkey, std::optional(service.pkey));
  record.ask(layout::service_key, service.key);
  return record;
}

service_record query_for_services(const subnet::service_wish& wish) {
  service_record record;
  record.ask(layout::service_id, wish.id);
  record.ask(layout::service_gid, wish.gid);
  record.ask(layout::service_pkey, wish.pkey);
  if (wish.name) ask_name(record, *wish.name);
  return record;
}

subnet::service service_of(std::span<const std::byte, service_record::size> bytes) {
  const sa_record_view<layout> record(bytes);
  subnet::service service{
      .id = record.get(layout::service_id),
      .gid = gid_of(record, layout::service_gid),
      .pkey = component_of<std::uint16_t>(record, layout::service_pkey),
      .key = record.get(layout::service_key),
  };
  const auto lease = record.get(layout::service_lease);
  if (lease != for_ever) service.lease = std::chrono::seconds(lease);
  for (const auto letter : record.get(layout::service_name)) {
    if (letter == std::byte{0}) break;
    service.name += static_cast<char>(letter);
  }
  read_data(record, layout::service_data8, service.data8);
  read_data(record, layout::service_data16, service.data16);
  read_data(record, layout::service_data32, service.data32);
  read_data(record, layout::service_data64, service.data64);
  return service;
}

}  // namespace verbatim::detail
