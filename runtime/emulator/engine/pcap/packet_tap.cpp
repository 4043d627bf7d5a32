// Makes the packets of a message.
#include "engine/pcap/packet_tap.hpp"

#include <algorithm>
#include <cstdint>

#include "engine/pcap/packet_bytes.hpp"
#include "engine/wire/transport_headers.hpp"
#include "objects/neighbours.hpp"

namespace verbatim::emulator {
namespace {

std::uint8_t transport_of(queue_pair_type type) noexcept {
  if (type == queue_pair_type::uc) return bth::of_uc;
  const bool is_xrc = type == queue_pair_type::xrc_send || type == queue_pair_type::xrc_recv;
  return is_xrc ? bth::of_xrc : bth::of_rc;
}

/// Calls `each(bytes, psn, is_first, is_last)` for the packets of a message's piece.
template <class Each>
void packets(const message& piece, std::uint32_t mtu, Each&& each) {
  const auto count = packets_of(piece.payload.size(), mtu);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto begin = std::min(std::size_t{i} * mtu, piece.payload.size());
    const auto bytes = piece.payload.subspan(
        begin,
        mtu == 0 ? piece.payload.size() : std::min<std::size_t>(mtu, piece.payload.size() - begin));
    each(bytes, psn_after(piece.packet_psn, i), piece.offset == 0 && i == 0,
         piece.last() && i + 1 == count);
  }
}

}  // namespace

packet_tap::packet_tap(const device& of, const std::string& path)
    : device_(of), file_(path, of.settings().link) {}

datagram_addresses packet_tap::way_of(const queue_pair& from, std::uint32_t to) const {
  const path& way = from.attributes.ah;
  const port_identity& port = from.owner->port(from.attributes.port_num);
  datagram_addresses result;
  result.ethernet = port.ethernet();
  result.destination_qpn = to;
  result.sl = way.sl;
  result.traffic_class = way.traffic_class;
  result.hop_limit = way.hop_limit;
  result.flow_label = way.flow_label;
  result.slid = static_cast<std::uint16_t>(port.lid | way.src_path_bits);
  result.dlid = way.dlid;
  result.udp_source_port = static_cast<std::uint16_t>(0xc000 | ((from.qpn ^ to) & 0x3fff));
  result.smac = port.mac;
  if (!port.ethernet() && !way.is_global) return result;
  result.network = network_header_of(port, way.sgid_index);
  if (way.sgid_index < port.gids.size()) result.sgid = port.gids[way.sgid_index].bytes;
  result.dgid = way.dgid;
  if (port.ethernet()) result.dmac = mac_of(device_, way.dgid).value_or(mac_address{});
  return result;
}

void packet_tap::request(const queue_pair& from, const message& sent) {
  if (from.over_network || sent.dynamic || sent.kind == message_kind::atomic_masked_cs ||
      sent.kind == message_kind::atomic_masked_fa) {
    return;
  }
  const auto way = way_of(from, sent.destination_qpn);
  const auto transport = transport_of(from.type);
  const auto add = [&](std::uint8_t opcode, const extension_headers& headers, std::uint32_t psn,
                       std::span<const std::byte> bytes, bool is_last) {
    file_.add(packet_bytes(way,
                           {.opcode = static_cast<std::uint8_t>(transport | opcode),
                            .solicited = sent.solicited && is_last,
                            .asks_for_ack = sent.reliable && is_last,
                            .destination_qpn = sent.destination_qpn,
                            .psn = psn},
                           headers.bytes(), bytes));
  };
  const auto begin = [&] {
    extension_headers headers;
    if (transport == bth::of_xrc) headers.add_xrc(sent.xrc_srqn);
    return headers;
  };
  const auto* const opcodes = opcodes_of(sent.kind);
  if (opcodes == nullptr) {
    auto headers = begin();
    if (sent.kind == message_kind::rdma_read) {
      headers.add_reth(sent.raddr, sent.rkey, sent.message_bytes);
      return add(bth::read_request, headers, sent.packet_psn, {}, true);
    }
    headers.add_atomic(sent.raddr, sent.rkey, sent.swap_add, sent.compare);
    return add(sent.kind == message_kind::atomic_cs ? bth::compare_swap : bth::fetch_add, headers,
               sent.packet_psn, {}, true);
  }
  const bool has_word = ends_with_word(sent.kind);
  packets(sent, mtu_of(from),
          [&](std::span<const std::byte> bytes, std::uint32_t psn, bool is_first, bool is_last) {
            auto headers = begin();
            if (is_first && is_write(sent.kind)) {
              headers.add_reth(sent.raddr, sent.rkey, sent.message_bytes);
            }
            if (is_last && has_word) headers.add_word(sent.imm);
            add(opcode_of(*opcodes, is_first, is_last), headers, psn, bytes, is_last);
          });
}

void packet_tap::answer(const queue_pair& from, const message& sent) {
  if (from.over_network || sent.dynamic || sent.kind == message_kind::unreachable) return;
  const auto way = way_of(from, sent.destination_qpn);
  const auto transport = transport_of(from.type);
  const auto add = [&](std::uint8_t opcode, const extension_headers& headers, std::uint32_t psn,
                       std::span<const std::byte> bytes) {
    file_.add(packet_bytes(way,
                           {.opcode = static_cast<std::uint8_t>(transport | opcode),
                            .destination_qpn = sent.destination_qpn,
                            .psn = psn},
                           headers.bytes(), bytes));
  };
  const auto acknowledging = [&] {
    extension_headers headers;
    headers.add_aeth(aeth::ack_without_credits, sent.number);
    return headers;
  };
  switch (sent.kind) {
    case message_kind::read_response:
      return packets(
          sent, mtu_of(from),
          [&](std::span<const std::byte> bytes, std::uint32_t psn, bool is_first, bool is_last) {
            const auto headers = is_first || is_last ? acknowledging() : extension_headers();
            add(opcode_of(bth::read_response, is_first, is_last), headers, psn, bytes);
          });
    case message_kind::atomic_response:
      if (sent.message_bytes != sizeof(std::uint64_t)) return;  // of a masked one
      return add(bth::atomic_acknowledge, acknowledging().add_atomic_ack(sent.swap_add),
                 sent.packet_psn, {});
    case message_kind::ack:
      return add(bth::acknowledge, acknowledging(), sent.packet_psn, {});
    case message_kind::nak:
      return add(
          bth::acknowledge,
          extension_headers().add_aeth(aeth::nak | aeth::nak_code(sent.code), sent.number - 1),
          sent.packet_psn, {});
    case message_kind::rnr_nak:
      return add(bth::acknowledge,
                 extension_headers().add_aeth(aeth::rnr_nak | (sent.code & 0x1fu), sent.number - 1),
                 sent.packet_psn, {});
    default:
      return;
  }
}

void packet_tap::datagram(const message& sent) {
  const auto way = datagram_addresses::read(sent.payload.data());
  extension_headers headers;
  headers.add_deth(way.qkey, sent.source_qpn);
  const bool has_imm = sent.kind == message_kind::datagram_imm;
  if (has_imm) headers.add_word(sent.imm);
  file_.add(packet_bytes(way,
                         {.opcode = has_imm ? bth::datagram_imm : bth::datagram,
                          .solicited = sent.solicited,
                          .destination_qpn = sent.destination_qpn,
                          .psn = sent.packet_psn},
                         headers.bytes(), sent.payload.subspan(datagram_addresses::size)));
}

}  // namespace verbatim::emulator
