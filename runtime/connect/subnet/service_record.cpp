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

namespace component {
constexpr sa_component id{0, 0, 8};
constexpr sa_component gid{1, 8, 16};
constexpr sa_component pkey{2, 24, 2};
constexpr sa_component lease{4, 28, 4};
constexpr sa_component key{5, 32, 16};
constexpr sa_component name{6, 48, 64};
// Each element of the data has its own component. These are the first ones.
constexpr sa_component data8{7, 112, 1};
constexpr sa_component data16{23, 128, 2};
constexpr sa_component data32{31, 144, 4};
constexpr sa_component data64{35, 160, 8};
}  // namespace component

constexpr std::uint32_t for_ever = 0xffffffff;  // a lease without end

/// Calls visit(component, element) for each element of an array of data.
template <class Array, class Visit>
void for_each_element(sa_component first, Array& data, Visit&& visit) {
  for (auto& element : data) {
    visit(first, element);
    ++first.number;
    first.at = static_cast<std::uint8_t>(first.at + first.size);
  }
}

template <class Service, class Visit>
void for_each_element(Service& service, Visit&& visit) {
  for_each_element(component::data8, service.data8, visit);
  for_each_element(component::data16, service.data16, visit);
  for_each_element(component::data32, service.data32, visit);
  for_each_element(component::data64, service.data64, visit);
}

void ask_name(service_record& record, const std::string& name) {
  if (name.size() > component::name.size) {
    throw error(std::errc::invalid_argument, "service record", name,
                "a name has at most " + std::to_string(component::name.size) + " bytes, and not " +
                    std::to_string(name.size()));
  }
  record.ask(component::name, std::as_bytes(std::span(name)));
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
  record.ask(component::lease, seconds_of(service));
  ask_name(record, service.name);
  for_each_element(
      service, [&](sa_component at, const auto& value) { record.ask(at, std::uint64_t{value}); });
  return record;
}

service_record record_for_removal(const subnet::service& service) {
  service_record record;
  record.ask(component::id, service.id);
  record.ask(component::gid, std::optional(service.gid));
  record.ask(component::pkey, std::optional(service.pkey));
  record.ask(component::key, service.key);
  return record;
}

service_record query_for_services(const subnet::service_wish& wish) {
  service_record record;
  record.ask(component::id, wish.id);
  record.ask(component::gid, wish.gid);
  record.ask(component::pkey, wish.pkey);
  if (wish.name) ask_name(record, *wish.name);
  return record;
}

subnet::service service_of(std::span<const std::byte, service_record::size> record) {
  subnet::service service{
      .id = component_of<std::uint64_t>(record, component::id),
      .gid = gid_of(record, component::gid),
      .pkey = component_of<std::uint16_t>(record, component::pkey),
      .key = bytes_of<16>(record, component::key),
  };
  const auto lease = component_of<std::uint32_t>(record, component::lease);
  if (lease != for_ever) service.lease = std::chrono::seconds(lease);
  const auto name = bytes_of<component::name.size, char>(record, component::name);
  service.name.assign(name.begin(), std::find(name.begin(), name.end(), '\0'));
  for_each_element(service, [&](sa_component at, auto& value) {
    value = component_of<std::remove_reference_t<decltype(value)>>(record, at);
  });
  return service;
}

}  // namespace verbatim::detail
