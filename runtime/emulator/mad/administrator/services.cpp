// Services that ports offer: ServiceRecord (IBTA vol. 1, 15.2.5.14).
#include <time.h>

#include <algorithm>
#include <array>

#include "mad/administrator/records.hpp"

namespace verbatim::emulator::mad::sa {
namespace {

constexpr std::size_t service_size = 176;
constexpr subnet::field lease = subnet::in_byte(28, 32);

/// A lease that never ends.
constexpr std::uint64_t endless = 0xffffffff;

constexpr std::array<component, 39> make_components() {
  std::array<component, 39> made{};
  made[0] = {0, 0, 64};
  made[1] = {1, 64, 128};
  made[2] = {2, 192, 16};
  // The lease of a question says nothing of the service.
  made[3] = {4, 224, 0};
  made[4] = {5, 256, 128};
  unsigned next = 5;
  // The name is longer than a component may be.
  for (unsigned piece = 0; piece < 4; ++piece) made[next++] = {6, 384 + piece * 128, 128};
  unsigned bit = 7;
  unsigned at = 112 * 8;
  for (unsigned bits = 8; bits <= 64; bits *= 2) {
    for (unsigned i = 0; i < 128 / bits; ++i, at += bits) {
      if (next < made.size()) made[next++] = {bit++, at, bits};
    }
  }
  return made;
}

constexpr auto of_service = make_components();

/// The components that identify a service: its number, its port and its partition.
constexpr std::array<component, 3> identity = {{{0, 0, 64}, {1, 64, 128}, {2, 192, 16}}};
constexpr std::uint64_t identity_bits = 7;

std::uint64_t now() noexcept {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec);
}

record described(const question& asked, const subnet::service_record& one) {
  record made(one.record.begin(), one.record.end());
  if (one.ends != endless) set(made, lease, one.ends - now());
  if (!asked.is_trusted) std::ranges::fill(std::span(made).subspan(32, 16), std::uint8_t{0});
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
  if (!end_port_with_gid(asked.in, asked.wanted.subspan(8, 16))) {
    return {sa_status::invalid_gid, {}};
  }
  subnet::service_record* room = find_service(asked);
  if (!room) {
    const auto free = std::ranges::find(asked.in.services, false, &subnet::service_record::exists);
    if (free == asked.in.services.end()) return {sa_status::no_resources, {}};
    room = &*free;
  }
  constexpr unsigned lease_bit = 4;
  std::ranges::copy(asked.wanted.first(service_size), room->record.begin());
  const bool has_lease = (asked.mask >> lease_bit & 1) != 0;
  const std::uint64_t time = has_lease ? get(asked.wanted, lease) : endless;
  set(room->record, lease, time);
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
