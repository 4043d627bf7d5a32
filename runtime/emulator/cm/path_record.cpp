// Path records, by their spec.
#include "cm/path_record.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <span>

#include "settings/gid_forms.hpp"
#include "verbatim/generated/records/path_record.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::emulator::cm {
namespace {

using record = records::path_record;

template <std::size_t Size>
void take_bytes(std::array<std::uint8_t, Size>& to, const std::array<std::byte, Size>& from) {
  std::memcpy(to.data(), from.data(), Size);
}

// Selectors of MTU, rate and packet life time: exactly this value.
constexpr std::uint32_t exactly = 2;
constexpr std::uint32_t rate_200_gbps = 16;  // IBV_RATE_200_GBPS

}  // namespace

void put_mac_in_lids(path& to, const mac_address& of_peer) noexcept {
  constexpr unsigned resolved = 1;
  const std::uint64_t first_half = number_of_mac(of_peer) >> mac_half;
  to.dlid_in_record = static_cast<std::uint16_t>(resolved << 8 | first_half >> 16);
  to.slid_in_record = static_cast<std::uint16_t>(first_half & 0xffff);
}

void take_path_record(path& to, const ib_path_rec_data& from) noexcept {
  const wire::mailbox_view<record, const std::byte> view(
      std::as_bytes(std::span(from.path_rec)).first(record::size));
  take_bytes(to.dgid, view.get(record::dgid));
  take_bytes(to.sgid, view.get(record::sgid));
  to.service_id = view.get(record::service_id);
  to.dlid = static_cast<std::uint16_t>(view.get(record::dlid));
  to.slid = static_cast<std::uint16_t>(view.get(record::slid));
  to.flow_label = view.get(record::flow_label);
  to.hop_limit = static_cast<std::uint8_t>(view.get(record::hop_limit));
  to.traffic_class = static_cast<std::uint8_t>(view.get(record::traffic_class));
  to.mtu = static_cast<std::uint8_t>(view.get(record::mtu));
  to.packet_life_time = static_cast<std::uint8_t>(view.get(record::packet_life_time));
}

ib_path_rec_data path_record_of(const path& from) noexcept {
  ib_path_rec_data result{};
  result.flags = IB_PATH_GMP | IB_PATH_PRIMARY | IB_PATH_BIDIRECTIONAL;
  const wire::mailbox_view<record> view(
      std::as_writable_bytes(std::span(result.path_rec)).first(record::size));
  view.set(record::service_id, from.service_id);
  view.set(record::dgid, std::as_bytes(std::span(from.dgid)));
  view.set(record::sgid, std::as_bytes(std::span(from.sgid)));
  view.set(record::dlid, from.dlid | from.dlid_in_record);
  view.set(record::slid, from.slid | from.slid_in_record);
  view.set_low(record::flow_label, from.flow_label);
  view.set(record::hop_limit, from.hop_limit);
  view.set(record::traffic_class, from.traffic_class);
  view.set(record::reversible, 1);
  view.set(record::pkey, full_pkey);
  view.set(record::mtu_selector, exactly);
  view.set_low(record::mtu, from.mtu);
  view.set(record::rate_selector, exactly);
  view.set(record::rate, rate_200_gbps);
  view.set(record::packet_life_time_selector, exactly);
  view.set_low(record::packet_life_time, from.packet_life_time);
  return result;
}

ib_user_path_rec user_path_of(const path& from) noexcept {
  ib_user_path_rec result{};
  std::copy(from.dgid.begin(), from.dgid.end(), std::begin(result.dgid));
  std::copy(from.sgid.begin(), from.sgid.end(), std::begin(result.sgid));
  result.dlid = htons(from.dlid);
  result.slid = htons(from.slid);
  result.flow_label = htonl(from.flow_label);
  result.reversible = 1;
  result.mtu = from.mtu;
  result.pkey = htons(full_pkey);
  result.hop_limit = from.hop_limit;
  result.traffic_class = from.traffic_class;
  result.mtu_selector = exactly;
  result.rate_selector = exactly;
  result.rate = rate_200_gbps;
  result.packet_life_time_selector = exactly;
  result.packet_life_time = from.packet_life_time;
  return result;
}

}  // namespace verbatim::emulator::cm
