// Finds the queue pair of each packet, and the packets of each message.
#include "engine/network/network.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "engine/wire/packet_sizes.hpp"
#include "objects/context.hpp"
#include "objects/neighbours.hpp"
#include "report/finding.hpp"
#include "report/report.hpp"
#include "verbatim/generated/headers/ethernet.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::emulator {
namespace {

/// The time until a socket that was full is tried again.
constexpr std::chrono::microseconds until_there_is_room{100};

void watch_for_packets(const descriptor& epoll, int file) {
  epoll_event event{};
  event.events = EPOLLIN;
  if (epoll_ctl(epoll.number(), EPOLL_CTL_ADD, file, &event) != 0) {
    throw std::system_error(errno, std::generic_category(), "epoll_ctl");
  }
}

bool is_answer(std::uint8_t operation) noexcept {
  return operation >= bth::read_response.first && operation <= bth::atomic_acknowledge;
}

/// Returns the port of this process that has the address; null if none has.
const port_identity* port_with(const device& of, const gid& address) {
  for (unsigned card = 0; card < of.settings().devices; ++card) {
    for (const port_identity& port : of.ports(card)) {
      if (port.has_gid(address)) return &port;
    }
  }
  return nullptr;
}

}  // namespace

network::network(std::unique_ptr<transport> fabric, device& of)
    : fabric_(std::move(fabric)),
      device_(of),
      epoll_(moved_high(descriptor(epoll_create1(EPOLL_CLOEXEC)))),
      outlet_(sockets_, parse_wire_faults(of.settings().wire_faults).value_or(wire_faults{}),
              counts_) {
  if (!epoll_) throw std::system_error(errno, std::generic_category(), "a file of epoll");
  open_sockets();
  watch_for_packets(epoll_, fabric_->wait_descriptor());
  for (const roce_socket& one : sockets_) watch_for_packets(epoll_, one.number());
}

void network::process_ends() const {
  note(
      "the network: {} packets sent, {} of them again, {} arrived, {} dropped, {} congestion "
      "notifications ignored, {} faults on request",
      counts_.sent, counts_.sent_again, counts_.arrived, counts_.dropped,
      counts_.congestion_notifications, counts_.faults);
}

void network::open_sockets() {
  std::vector<std::pair<gid, std::uint32_t>> wanted;
  for (unsigned card = 0; card < device_.settings().devices; ++card) {
    for (const port_identity& port : device_.ports(card)) {
      for (const gid_entry& entry : port.gids) {
        const auto known = [&](const auto& one) { return one.first == entry.bytes; };
        if (entry.type == gid_type::roce_v2 && std::none_of(wanted.begin(), wanted.end(), known)) {
          wanted.emplace_back(entry.bytes, port.netdev_index);
        }
      }
    }
  }
  sockets_.reserve(wanted.size());
  std::string problem;
  for (const auto& [address, interface] : wanted) {
    roce_socket made(address, interface, queue_pairs{qpn_slot_shift, slot()});
    if (made) {
      sockets_.push_back(std::move(made));
    } else {
      note("--wire: GID {} is not on the network: {}", in_words(address), made.problem());
      problem = made.problem();
    }
  }
  if (sockets_.empty()) report("--wire: no GID is on the network: {}", problem);
}

void network::tap(std::function<void(std::span<const std::byte>)> into) {
  outlet_.tap = into;
  tap_ = std::move(into);
}

/// Returns the addresses of packets from the queue pair; nothing if they are none of RoCE v2.
std::optional<datagram_addresses> network::way_of(const queue_pair& qp) const {
  const path& ah = qp.attributes.ah;
  const port_identity& port = qp.owner->port(qp.attributes.port_num);
  datagram_addresses result;
  result.network = network_header_of(port, ah.sgid_index);
  if (ah.sgid_index >= port.gids.size() || result.network == network_header::grh) {
    return std::nullopt;
  }
  result.ethernet = true;
  result.sl = ah.sl;
  result.traffic_class = ah.traffic_class;
  result.hop_limit = std::max<std::uint8_t>(ah.hop_limit, 1);
  result.flow_label = ah.flow_label;
  result.udp_source_port =
      static_cast<std::uint16_t>(0xc000 | ((qp.qpn ^ qp.attributes.dest_qp_num) & 0x3fff));
  result.smac = port.mac;
  result.dmac = mac_of(device_, ah.dgid).value_or(mac_address{});
  result.sgid = port.gids[ah.sgid_index].bytes;
  result.dgid = ah.dgid;
  return result;
}

void network::connect(queue_pair& qp) {
  disconnect(qp);
  if (!leads_out(device_, qp.attributes.ah.dgid)) return;
  if (qp.type != queue_pair_type::rc && qp.type != queue_pair_type::uc) {
    if (qp.type == queue_pair_type::xrc_send || qp.type == queue_pair_type::xrc_recv) {
      tell<check::network_path>("QP {:#x}: XRC does not reach the network; RC, UC and UD do",
                                qp.qpn);
    }
    return;
  }
  const auto way = way_of(qp);
  if (!way) {
    tell<check::network_path>(
        "QP {:#x}: GID index {} is not of RoCE v2, so its packets cannot leave: choose the index "
        "of "
        "an address that is (ibv_devinfo -v lists them)",
        qp.qpn, qp.attributes.ah.sgid_index);
    return;
  }
  qp.over_network = true;
  note("QP {:#x}: its peer {:#x} is on the network, at GID {}", qp.qpn, qp.attributes.dest_qp_num,
       in_words(way->dgid));
  connections_.try_emplace(qp.qpn, connection_path(outlet_, qp, *way), counts_);
}

void network::disconnect(queue_pair& qp) noexcept {
  qp.over_network = false;
  connections_.erase(qp.qpn);
  outlet_.forget(qp.qpn);
}

bool network::send_to(std::uint32_t slot, const message& outgoing) {
  if (!is_network_slot(slot)) return fabric_->send_to(slot, outgoing);
  if (outgoing.kind == message_kind::datagram || outgoing.kind == message_kind::datagram_imm) {
    send_datagram(outgoing);
    return true;
  }
  const auto at = connections_.find(qpn_of_network(slot));
  if (at == connections_.end()) return true;
  if (is_request(outgoing.kind)) {
    at->second.outgoing.take(outgoing, clock::now());
  } else {
    at->second.incoming.answer(outgoing);
  }
  return true;
}

void network::send_datagram(const message& outgoing) {
  const auto way = datagram_addresses::read(outgoing.payload.data());
  const bool has_word = outgoing.kind == message_kind::datagram_imm;
  extension_headers extensions;
  extensions.add_deth(way.qkey, outgoing.source_qpn);
  if (has_word) extensions.add_word(outgoing.imm);
  outlet_.send(outgoing.source_qpn, way,
               {.opcode = has_word ? bth::datagram_imm : bth::datagram,
                .solicited = outgoing.solicited,
                .destination_qpn = outgoing.destination_qpn,
                .psn = outgoing.packet_psn},
               extensions.bytes(), outgoing.payload.subspan(datagram_addresses::size));
}

bool network::congested(std::uint32_t slot) const noexcept {
  if (!is_network_slot(slot)) return fabric_->congested(slot);
  if (outlet_.full()) return true;
  const auto at = connections_.find(qpn_of_network(slot));
  return at != connections_.end() && (at->second.outgoing.full() || at->second.incoming.busy());
}

std::uint64_t network::given(std::uint32_t slot) const noexcept {
  return is_network_slot(slot) ? outlet_.given(qpn_of_network(slot)) : fabric_->given(slot);
}

std::uint64_t network::gone(std::uint32_t slot) const noexcept {
  return is_network_slot(slot) ? outlet_.gone(qpn_of_network(slot)) : fabric_->gone(slot);
}

void network::flush() {
  for (auto& entry : connections_) entry.second.incoming.settle();
  outlet_.flush();
  fabric_->flush();
}

void network::exchange() {
  fabric_->exchange();
  for (roce_socket& one : sockets_) one.fill();
}

bool network::deliver(message_receiver& to) {
  bool delivered = fabric_->deliver(to);
  for (roce_socket& one : sockets_) {
    delivered = delivered || one.has_packets();
    one.take([&](const packet_reading& reading) {
      if (tap_ && reading.problem != packet_problem::not_roce) show(one, reading.packet);
      packet_arrived(reading, to);
    });
  }
  const auto now = clock::now();
  for (auto& entry : connections_) {
    delivered = entry.second.outgoing.look_at_time(now, to) || delivered;
  }
  if (!outlet_.idle()) {
    outlet_.flush();
    delivered = true;
  }
  return delivered;
}

std::optional<network::clock::time_point> network::deadline() const noexcept {
  std::optional<clock::time_point> soonest;
  if (!outlet_.idle()) soonest = clock::now() + until_there_is_room;
  for (const auto& entry : connections_) {
    const auto one = entry.second.outgoing.deadline();
    if (one && (!soonest || *one < *soonest)) soonest = one;
  }
  return soonest;
}

void network::drop(const received_packet& packet, std::string_view why) {
  ++counts_.dropped;
  note("a packet from GID {} with opcode {:#04x} for QP {:#x} is dropped: {}",
       in_words(packet.source), packet.opcode, packet.destination_qpn, why);
}

void network::packet_arrived(const packet_reading& reading, message_receiver& to) {
  const received_packet& packet = reading.packet;
  if (reading.problem == packet_problem::not_roce) return;
  ++counts_.arrived;
  if (reading.problem != packet_problem::none) return drop(packet, in_words(reading.problem));
  if (packet.opcode == bth::congestion) {
    ++counts_.congestion_notifications;
    return;
  }
  const queue_pair* const qp = device_.find_queue_pair(packet.destination_qpn);
  if (!qp || !qp->engine) return drop(packet, "there is no queue pair of that number");
  const std::uint8_t service = packet.opcode & bth::transport_bits;
  if (service == bth::of_ud) {
    if (qp->type != queue_pair_type::ud) return drop(packet, "the queue pair is not UD");
    // It has no port then.
    if (qp->state == queue_pair_state::reset) return drop(packet, "the queue pair is in RESET");
    return datagram_arrived(packet, *qp, to);
  }
  const auto at = connections_.find(packet.destination_qpn);
  if (at == connections_.end()) return drop(packet, "the queue pair has no peer on the network");
  connection& found = at->second;
  if (found.path.reliable() != (service == bth::of_rc)) {
    return drop(packet, "the queue pair has another transport");
  }
  if (!found.path.is_from_peer(packet)) {
    return drop(packet, "the peer of the queue pair has another address");
  }
  if (is_answer(packet.opcode)) {
    found.outgoing.packet_arrived(packet, clock::now(), to);
  } else {
    found.incoming.packet_arrived(packet, to);
  }
}

void network::datagram_arrived(const received_packet& packet, const queue_pair& qp,
                               message_receiver& to) {
  datagram_addresses addresses;
  addresses.network = packet.network;
  addresses.ethernet = true;
  addresses.traffic_class = packet.traffic_class;
  addresses.hop_limit = packet.hop_limit;
  addresses.qkey = packet.qkey;
  addresses.destination_qpn = packet.destination_qpn;
  addresses.udp_source_port = packet.udp_source_port;
  addresses.smac = mac_of(device_, packet.source).value_or(mac_address{});
  addresses.dmac = qp.owner->port(qp.attributes.port_num).mac;
  addresses.sgid = packet.source;
  addresses.dgid = packet.destination;
  datagram_.resize(datagram_addresses::size);
  addresses.write(datagram_.data());
  datagram_.insert(datagram_.end(), packet.payload.begin(), packet.payload.end());
  message arrived;
  arrived.kind =
      packet.opcode == bth::datagram_imm ? message_kind::datagram_imm : message_kind::datagram;
  arrived.solicited = packet.solicited;
  arrived.source_qpn = packet.source_qpn;
  arrived.destination_qpn = packet.destination_qpn;
  arrived.psn = arrived.packet_psn = packet.psn;
  arrived.imm = packet.word;
  arrived.payload = datagram_;
  arrived.message_bytes = static_cast<std::uint32_t>(datagram_.size());
  to.message_arrived(arrived);
}

/// Gives a packet that has arrived to the tap. Its Ethernet header is made up.
void network::show(const roce_socket& at, const received_packet& packet) {
  constexpr std::uint16_t ipv4 = 0x0800, ipv6 = 0x86dd;
  const auto whole = at.whole_packet(packet);
  std::vector<std::byte> frame(ethernet_header_bytes);
  const port_identity* const port = port_with(device_, at.address());
  const mac_address own = port ? port->mac : mac_address{};
  const mac_address peer = mac_of(device_, packet.source).value_or(mac_address{});
  using headers::ethernet;
  const wire::mailbox_view<ethernet> header(frame);
  header.set(ethernet::h_dest, std::as_bytes(std::span(own)));
  header.set(ethernet::h_source, std::as_bytes(std::span(peer)));
  header.set(ethernet::h_proto, packet.network == network_header::udp_over_ipv4 ? ipv4 : ipv6);
  frame.insert(frame.end(), whole.begin(), whole.end());
  tap_(frame);
}

void network::abandon() noexcept {
  connections_.clear();
  sockets_.clear();
  epoll_.reset();
  fabric_->abandon();
}

}  // namespace verbatim::emulator
