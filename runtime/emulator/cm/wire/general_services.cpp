#include "cm/wire/general_services.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "cm/wire/management_datagram.hpp"
#include "cm/wire/next_hop.hpp"
#include "engine/wire/packet_sizes.hpp"
#include "engine/wire/transport_headers.hpp"
#include "objects/port.hpp"
#include "report/report.hpp"
#include "settings/gid_forms.hpp"
#include "transport/transport.hpp"
#include "verbatim/generated/headers/ethernet.hpp"
#include "verbatim/generated/management/gid.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::emulator::cm {
namespace {

constexpr std::uint8_t hop_limit = 64;
constexpr std::size_t most_remembered = 4096;

void watch_file(const descriptor& epoll, int file) {
  epoll_event event{};
  event.events = EPOLLIN;
  if (epoll_ctl(epoll.number(), EPOLL_CTL_ADD, file, &event) != 0) {
    throw std::system_error(errno, std::generic_category(), "epoll_ctl");
  }
}

bool is_request(packet_kind kind) noexcept {
  return kind == packet_kind::request || kind == packet_kind::sidr_request;
}

}  // namespace

general_services::general_services(const options& with, int fabric)
    : epoll_(moved_high(descriptor(epoll_create1(EPOLL_CLOEXEC)))),
      outlet_(sockets_, parse_wire_faults(with.wire_faults).value_or(wire_faults{}), counts_) {
  if (!epoll_) throw std::system_error(errno, std::generic_category(), "a file of epoll");
  open_sockets(with);
  watch_file(epoll_, fabric);
  for (const roce_socket& one : sockets_) watch_file(epoll_, one.number());
  if (with.pcap_file.empty()) return;
  file_ = std::make_unique<packet_file>(with.pcap_file, with.link);
  outlet_.tap = [this](std::span<const std::byte> frame) { file_->add(frame); };
}

void general_services::open_sockets(const options& with) {
  std::vector<std::pair<gid, std::uint32_t>> wanted;
  for (unsigned card = 0; card < with.devices; ++card) {
    for (const port_identity& port : make_ports(with, card)) {
      for (const gid_entry& entry : port.gids) {
        const std::pair one{entry.bytes, port.netdev_index};
        const bool known = std::find(wanted.begin(), wanted.end(), one) != wanted.end();
        if (entry.type == gid_type::roce_v2 && !known) wanted.push_back(one);
      }
    }
  }
  sockets_.reserve(wanted.size());
  for (const auto& [address, interface] : wanted) {
    roce_socket made(address, interface, queue_pairs{0, general_services_qpn});
    if (made) {
      sockets_.push_back(std::move(made));
    } else {
      note("rdma_cm: GID {} is not on the network: {}", emulator::in_words(address),
           made.problem());
    }
  }
}

std::uint32_t general_services::peer(const gid& own, const gid& other) {
  const std::pair wanted{own, other};
  const auto at = std::find(peers_.begin(), peers_.end(), wanted);
  const auto index = static_cast<std::uint32_t>(at - peers_.begin());
  if (at == peers_.end()) peers_.push_back(wanted);
  return network_slot(index);
}

void general_services::send(std::uint32_t slot, const packet& outgoing) {
  const auto& [own, other] = peers_[index_of(slot)];
  datagram_addresses way;
  way.network = is_mapped_ipv4(own) ? network_header::udp_over_ipv4 : network_header::udp_over_ipv6;
  way.ethernet = true;
  way.hop_limit = hop_limit;
  way.udp_source_port = static_cast<std::uint16_t>(0xc000 | general_services_qpn);
  way.sgid = own;
  way.dgid = other;
  const base_transport_header bth{
      .opcode = bth::datagram, .destination_qpn = general_services_qpn, .psn = psn_++ & 0xffffff};
  extension_headers extensions;
  extensions.add_deth(general_services_qkey, general_services_qpn);
  outlet_.send(general_services_qpn, way, bth, extensions.bytes(), datagram_of(outgoing));
}

bool general_services::deliver(const std::function<void(std::uint32_t, packet&)>& each) {
  bool delivered = false;
  for (roce_socket& one : sockets_) {
    one.fill();
    one.take([&](const packet_reading& reading) {
      if (reading.problem == packet_problem::not_roce) return;
      if (file_) show(one, reading.packet);
      auto found = read(reading);
      if (!found) return;
      delivered = true;
      each(peer(reading.packet.destination, reading.packet.source), *found);
    });
  }
  return delivered;
}

/// Returns the message of a packet; nothing if it has none.
std::optional<packet> general_services::read(const packet_reading& reading) {
  const received_packet& from = reading.packet;
  if (reading.problem != packet_problem::none || from.opcode != bth::datagram ||
      from.qkey != general_services_qkey) {
    note("rdma_cm: a packet from GID {} to queue pair 1 is dropped: {}",
         emulator::in_words(from.source),
         reading.problem != packet_problem::none ? emulator::in_words(reading.problem)
                                                 : "its opcode or Q_Key is another one");
    return std::nullopt;
  }
  auto found = read_datagram(from.payload);
  if (!found) {
    note("rdma_cm: a datagram from GID {} to queue pair 1 is dropped: it is no message of a CM",
         emulator::in_words(from.source));
    return found;
  }
  // The GUIDs of emulated devices are the same on all hosts.
  found->node_guid ^= form_of<management::gid>(from.source).get(management::gid::interface_id);
  if (found->kind == packet_kind::sidr_request) found->source_gid = from.source;
  if (is_request(found->kind) && found->source.ip()) {
    const auto hop = route_to(found->source, address{});
    if (hop) found->mac = mac_of(*hop).value_or(mac_address{});
  }
  return found;
}

/// Gives a packet that has arrived to the file of packets. The addresses of its Ethernet header are not
/// known.
void general_services::show(const roce_socket& at, const received_packet& arrived) {
  constexpr std::uint16_t ipv4 = 0x0800, ipv6 = 0x86dd;
  const auto whole = at.whole_packet(arrived);
  std::vector<std::byte> frame(ethernet_header_bytes);
  wire::mailbox_view<headers::ethernet>(frame).set(
      headers::ethernet::h_proto, arrived.network == network_header::udp_over_ipv4 ? ipv4 : ipv6);
  frame.insert(frame.end(), whole.begin(), whole.end());
  file_->add(frame);
}

bool general_services::flush() {
  outlet_.flush();
  if (file_) file_->flush();
  return !outlet_.idle();
}

void general_services::remember(std::uint32_t slot, std::uint32_t communication) {
  if (ended_.size() == most_remembered) ended_.erase(ended_.begin());
  ended_.emplace(slot, communication);
}

}  // namespace verbatim::emulator::cm
