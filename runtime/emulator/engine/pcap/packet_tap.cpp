// Opcodes and headers: InfiniBand specification, chapter 9; of XRC, annex A14.
#include "engine/pcap/packet_tap.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/pcap/packet_bytes.hpp"
#include "objects/neighbours.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::emulator {
namespace {

// The three upper bits of an opcode.
constexpr std::uint8_t of_rc = 0x00, of_uc = 0x20, of_xrc = 0xa0;

/// The opcodes of a message, by the place of the packet.
struct message_opcodes {
  std::uint8_t first, middle, last, only;
};

namespace bth {

constexpr message_opcodes send{0x00, 0x01, 0x02, 0x04};
constexpr message_opcodes send_imm{0x00, 0x01, 0x03, 0x05};
constexpr message_opcodes send_inval{0x00, 0x01, 0x16, 0x17};
constexpr message_opcodes write{0x06, 0x07, 0x08, 0x0a};
constexpr message_opcodes write_imm{0x06, 0x07, 0x09, 0x0b};
constexpr message_opcodes read_response{0x0d, 0x0e, 0x0f, 0x10};
constexpr std::uint8_t read_request = 0x0c;
constexpr std::uint8_t acknowledge = 0x11;
constexpr std::uint8_t atomic_acknowledge = 0x12;
constexpr std::uint8_t compare_swap = 0x13;
constexpr std::uint8_t fetch_add = 0x14;
constexpr std::uint8_t datagram = 0x64;
constexpr std::uint8_t datagram_imm = 0x65;

}  // namespace bth

std::uint8_t transport_of(queue_pair_type type) noexcept {
  if (type == queue_pair_type::uc) return of_uc;
  const bool is_xrc = type == queue_pair_type::xrc_send || type == queue_pair_type::xrc_recv;
  return is_xrc ? of_xrc : of_rc;
}

/// Headers between the BTH and the payload.
class extensions {
 public:
  extensions& add32(std::uint32_t value) {
    bytes_.resize(bytes_.size() + 4);
    wire::store32(bytes_.data() + bytes_.size() - 4, value);
    return *this;
  }
  extensions& add64(std::uint64_t value) {
    return add32(static_cast<std::uint32_t>(value >> 32)).add32(static_cast<std::uint32_t>(value));
  }
  std::span<const std::byte> bytes() const noexcept { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

/// Returns an AETH. The number counts the messages that are done.
std::uint32_t aeth(std::uint32_t syndrome, std::uint32_t number) noexcept {
  return syndrome << 24 | (number & 0xffffff);
}

constexpr std::uint32_t ack_without_credits = 0x1f;
constexpr std::uint32_t rnr_nak = 0x20;
constexpr std::uint32_t nak = 0x60;

/// Returns the code of a NAK, by the syndrome of the requester's CQE.
std::uint32_t nak_code(std::uint8_t syndrome) noexcept {
  switch (static_cast<cqe_syndrome>(syndrome)) {
    case cqe_syndrome::remote_inval_req_err:
      return 1;
    case cqe_syndrome::remote_access_err:
      return 2;
    default:
      return 3;
  }
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

std::uint8_t opcode_of(const message_opcodes& of, bool is_first, bool is_last) noexcept {
  if (is_first) return is_last ? of.only : of.first;
  return is_last ? of.last : of.middle;
}

const message_opcodes* opcodes_of(message_kind kind) noexcept {
  switch (kind) {
    case message_kind::send:
      return &bth::send;
    case message_kind::send_imm:
      return &bth::send_imm;
    case message_kind::send_inval:
      return &bth::send_inval;
    case message_kind::rdma_write:
      return &bth::write;
    case message_kind::rdma_write_imm:
      return &bth::write_imm;
    default:
      return nullptr;
  }
}

bool writes_memory(message_kind kind) noexcept {
  return kind == message_kind::rdma_write || kind == message_kind::rdma_write_imm;
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
  if (sent.dynamic || sent.kind == message_kind::atomic_masked_cs ||
      sent.kind == message_kind::atomic_masked_fa) {
    return;
  }
  const auto way = way_of(from, sent.destination_qpn);
  const auto transport = transport_of(from.type);
  const auto add = [&](std::uint8_t opcode, const extensions& headers, std::uint32_t psn,
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
    extensions headers;
    if (transport == of_xrc) headers.add32(sent.xrc_srqn & 0xffffff);
    return headers;
  };
  const auto* const opcodes = opcodes_of(sent.kind);
  if (opcodes == nullptr) {
    auto headers = begin();
    headers.add64(sent.raddr).add32(sent.rkey);
    if (sent.kind == message_kind::rdma_read) {
      headers.add32(sent.message_bytes);
      return add(bth::read_request, headers, sent.packet_psn, {}, true);
    }
    headers.add64(sent.swap_add).add64(sent.compare);
    return add(sent.kind == message_kind::atomic_cs ? bth::compare_swap : bth::fetch_add, headers,
               sent.packet_psn, {}, true);
  }
  const bool has_word = sent.kind == message_kind::send_imm ||
                        sent.kind == message_kind::send_inval ||
                        sent.kind == message_kind::rdma_write_imm;
  packets(sent, mtu_of(from),
          [&](std::span<const std::byte> bytes, std::uint32_t psn, bool is_first, bool is_last) {
            auto headers = begin();
            if (is_first && writes_memory(sent.kind)) {
              headers.add64(sent.raddr).add32(sent.rkey).add32(sent.message_bytes);
            }
            if (is_last && has_word) headers.add32(sent.imm);
            add(opcode_of(*opcodes, is_first, is_last), headers, psn, bytes, is_last);
          });
}

void packet_tap::answer(const queue_pair& from, const message& sent) {
  if (sent.dynamic || sent.kind == message_kind::unreachable) return;
  const auto way = way_of(from, sent.destination_qpn);
  const auto transport = transport_of(from.type);
  const auto add = [&](std::uint8_t opcode, const extensions& headers, std::uint32_t psn,
                       std::span<const std::byte> bytes) {
    file_.add(packet_bytes(way,
                           {.opcode = static_cast<std::uint8_t>(transport | opcode),
                            .destination_qpn = sent.destination_qpn,
                            .psn = psn},
                           headers.bytes(), bytes));
  };
  const auto done = aeth(ack_without_credits, sent.number);
  switch (sent.kind) {
    case message_kind::read_response:
      return packets(
          sent, mtu_of(from),
          [&](std::span<const std::byte> bytes, std::uint32_t psn, bool is_first, bool is_last) {
            extensions headers;
            if (is_first || is_last) headers.add32(done);
            add(opcode_of(bth::read_response, is_first, is_last), headers, psn, bytes);
          });
    case message_kind::atomic_response:
      if (sent.message_bytes != sizeof(std::uint64_t)) return;  // of a masked one
      return add(bth::atomic_acknowledge, extensions().add32(done).add64(sent.swap_add),
                 sent.packet_psn, {});
    case message_kind::ack:
      return add(bth::acknowledge, extensions().add32(done), sent.packet_psn, {});
    case message_kind::nak:
      return add(bth::acknowledge,
                 extensions().add32(aeth(nak | nak_code(sent.code), sent.number - 1)),
                 sent.packet_psn, {});
    case message_kind::rnr_nak:
      return add(bth::acknowledge,
                 extensions().add32(aeth(rnr_nak | (sent.code & 0x1fu), sent.number - 1)),
                 sent.packet_psn, {});
    default:
      return;
  }
}

void packet_tap::datagram(const message& sent) {
  const auto way = datagram_addresses::read(sent.payload.data());
  extensions headers;
  headers.add32(way.qkey).add32(sent.source_qpn & 0xffffff);
  const bool has_imm = sent.kind == message_kind::datagram_imm;
  if (has_imm) headers.add32(sent.imm);
  file_.add(packet_bytes(way,
                         {.opcode = has_imm ? bth::datagram_imm : bth::datagram,
                          .solicited = sent.solicited,
                          .destination_qpn = sent.destination_qpn,
                          .psn = sent.packet_psn},
                         headers.bytes(), sent.payload.subspan(datagram_addresses::size)));
}

}  // namespace verbatim::emulator
