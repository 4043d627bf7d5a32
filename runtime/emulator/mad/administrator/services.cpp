// Services that ports offer: ServiceRecord (IBTA vol. 1, 15.2.5.14).
#include <time.h>

#include <algorithm>
#include <array>

#include "mad/administrator/records.hpp"
#include "verbatim/generated/records/service_record.hpp"

namespace verbatim::emulator::mad::sa {
namespace {

using service_record = records::service_record;

/// A lease that never ends.
constexpr std::uint64_t endless = 0xffffffff;

/// The components that identify a service: its number, its port and its partition.
constexpr std::array identity = {compared(service_record::service_id),
                                 compared(service_record::service_gid),
                                 compared(service_record::service_pkey)};

/// Adds the numbers of an array. Each has a component of its own.
template <class Components, std::size_t Size>
constexpr void add_numbers(Components& to, std::size_t& next,
                           const wire::component<wire::mailbox_bytes<service_record, Size>>& array,
                           std::uint32_t width) {
  for (std::uint32_t i = 0; i < 8 * Size / width; ++i) {
    to[next++] = {array.number + i, {array.bit + i * width, width, {}}};
  }
}

/// All of them but the lease: that of a question says nothing of the service.
constexpr auto make_components() {
  constexpr std::size_t numbers = 16 + 8 + 4 + 2;
  std::array<component, identity.size() + 2 + numbers> made{};
  std::size_t next = 0;
  for (const component& one : identity) made[next++] = one;
  made[next++] = compared(service_record::service_key);
  made[next++] = compared(service_record::service_name);
  add_numbers(made, next, service_record::service_data8, 8);
  add_numbers(made, next, service_record::service_data16, 16);
  add_numbers(made, next, service_record::service_data32, 32);
  add_numbers(made, next, service_record::service_data64, 64);
  return made;
}

constexpr auto of_service = make_components();

constexpr std::uint64_t identity_bits = 7;

std::uint64_t now() noexcept {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec);
}

record described(const question& asked, const subnet::service_record& one) {
  record made(one.record.begin(), one.record.end());
  if (one.ends != endless) set(made, service_record::service_lease, one.ends - now());
  if (!asked.is_trusted)
    std::ranges::fill(part(std::span(made), service_record::service_key), std::uint8_t{0});
  return made;
}

subnet::service_record* find_service(const question& asked) {
  question same = asked;
  same.mask = identity_bits;
  const auto at = std::ranges::find_if(asked.in.services, [&](const auto& one) {
    return one.exists && matches(one.record, same, identity);
  });
  return at == asked.in.services.end() ? nullptr : &*at;
}

findings add_service(const question& asked) {
  if ((asked.mask & identity_bits) != identity_bits) return {sa_status::too_little_said, {}};
  if (!end_port_with_gid(asked.in, part(asked.wanted, service_record::service_gid))) {
    return {sa_status::invalid_gid, {}};
  }
  subnet::service_record* room = find_service(asked);
  if (!room) {
    const auto free = std::ranges::find(asked.in.services, false, &subnet::service_record::exists);
    if (free == asked.in.services.end()) return {sa_status::no_resources, {}};
    room = &*free;
  }
  std::ranges::copy(asked.wanted.first(service_record::size), room->record.begin());
  const bool has_lease = (asked.mask >> service_record::service_lease.number & 1) != 0;
  const std::uint64_t time = has_lease ? get(asked.wanted, service_record::service_lease) : endless;
  set(room->record, service_record::service_lease, time);
  room->ends = time == endless ? endless : now() + time;
  room->exists = true;
  question own = asked;
  own.is_trusted = true;
  return {0, {described(own, *room)}};
}

findings remove_service(const question& asked) {
  subnet::service_record* const found = find_service(asked);
  if (!found) return {sa_status::no_records, {}};
  findings result{0, {described(asked, *found)}};
  found->exists = false;
  return result;
}

}  // namespace

findings services(const question& asked) {
  for (subnet::service_record& one : asked.in.services) {
    if (one.exists && one.ends != endless && one.ends <= now()) one.exists = false;
  }
  if (asked.sets) return add_service(asked);
  if (asked.deletes) return remove_service(asked);
  findings result;
  for (const subnet::service_record& one : asked.in.services) {
    if (one.exists && matches(one.record, asked, of_service)) {
      result.records.push_back(described(asked, one));
    }
  }
  return result;
}

}  // namespace verbatim::emulator::mad::sa
