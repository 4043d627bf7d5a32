// The layout of a path record: IBTA volume 1, 15.2.5.16; rdma-core infiniband/sa.h.
#include "cm/path_record.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <cstring>

#include "verbatim/wire/words.hpp"

namespace verbatim::emulator::cm {
namespace {

constexpr std::size_t dgid_at = 8;
constexpr std::size_t sgid_at = 24;
constexpr std::size_t lids_at = 40;
constexpr std::size_t flow_label_at = 44;
constexpr std::size_t traffic_class_at = 48;
constexpr std::size_t service_level_at = 52;

constexpr std::uint32_t reversible = 0x80;

// Selectors of MTU, rate and packet life time: exactly this value.
constexpr std::uint32_t exactly = 2;
constexpr std::uint32_t rate_200_gbps = 16;  // IBV_RATE_200_GBPS

}  // namespace

void put_mac_in_lids(path& to, const mac_address& of_peer) noexcept {
  constexpr unsigned resolved = 1;
  to.dlid_in_record = static_cast<std::uint16_t>(resolved << 8 | of_peer[0]);
  to.slid_in_record = static_cast<std::uint16_t>(of_peer[1] << 8 | of_peer[2]);
}

void take_path_record(path& to, const ib_path_rec_data& from) noexcept {
  const auto* const at = reinterpret_cast<const std::byte*>(from.path_rec);
  std::memcpy(to.dgid.data(), at + dgid_at, to.dgid.size());
  std::memcpy(to.sgid.data(), at + sgid_at, to.sgid.size());
  const std::uint32_t lids = wire::load32(at + lids_at);
  to.service_id = wire::load64(at);
  to.dlid = static_cast<std::uint16_t>(lids >> 16);
  to.slid = static_cast<std::uint16_t>(lids & 0xffff);
  const std::uint32_t flow = wire::load32(at + flow_label_at);
  to.flow_label = flow >> 8 & 0xfffff;
  to.hop_limit = static_cast<std::uint8_t>(flow & 0xff);
  to.traffic_class = static_cast<std::uint8_t>(at[traffic_class_at]);
  const std::uint32_t sizes = wire::load32(at + service_level_at);
  to.mtu = static_cast<std::uint8_t>(sizes >> 8 & 0x3f);
  const std::uint32_t times = wire::load32(at + service_level_at + 4);
  to.packet_life_time = static_cast<std::uint8_t>(times >> 24 & 0x3f);
}

ib_path_rec_data path_record_of(const path& from) noexcept {
  ib_path_rec_data result{};
  result.flags = IB_PATH_GMP | IB_PATH_PRIMARY | IB_PATH_BIDIRECTIONAL;
  auto* const at = reinterpret_cast<std::byte*>(result.path_rec);
  wire::store64(at, from.service_id);
  std::memcpy(at + dgid_at, from.dgid.data(), from.dgid.size());
  std::memcpy(at + sgid_at, from.sgid.data(), from.sgid.size());
  const unsigned dlid = from.dlid | from.dlid_in_record;
  const unsigned slid = from.slid | from.slid_in_record;
  wire::store32(at + lids_at, dlid << 16 | slid);
  wire::store32(at + flow_label_at, from.flow_label << 8 | from.hop_limit);
  wire::store32(at + traffic_class_at,
                std::uint32_t{from.traffic_class} << 24 | reversible << 16 | full_pkey);
  wire::store32(at + service_level_at,
                (exactly << 6 | from.mtu) << 8 | (exactly << 6 | rate_200_gbps));
  wire::store32(at + service_level_at + 4, (exactly << 6 | from.packet_life_time) << 24);
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
