// Converts messages to bytes and back, and checks every byte that arrives.
#include "transport/message.hpp"

#include <fmt/format.h>

#include <cstring>

#include "verbatim/wire/words.hpp"

namespace verbatim::emulator {
namespace {

// "VBTM"
constexpr std::uint32_t magic = 0x5642544d;
constexpr std::uint32_t largest_qpn = 0xffffff;

/// Returns true for the kinds whose payload is a piece of a longer message.
bool carries_data(message_kind kind) noexcept {
  switch (kind) {
    case message_kind::send:
    case message_kind::send_imm:
    case message_kind::send_inval:
    case message_kind::rdma_write:
    case message_kind::rdma_write_imm:
    case message_kind::read_response:
    case message_kind::datagram:
    case message_kind::datagram_imm:
    case message_kind::packet:
    case message_kind::connection_management:
    case message_kind::inventory:
    case message_kind::management_datagram:
      return true;
    default:
      return false;
  }
}

/// Returns the number of operands in the payload of a masked atomic; 0 for any other kind.
std::uint32_t operands_of(message_kind kind) noexcept {
  if (kind == message_kind::atomic_masked_cs) return 4;
  return kind == message_kind::atomic_masked_fa ? 2 : 0;
}

}  // namespace

std::string_view name(message_kind kind) noexcept {
  switch (kind) {
    case message_kind::hello:
      return "hello";
    case message_kind::send:
      return "send";
    case message_kind::send_imm:
      return "send_imm";
    case message_kind::send_inval:
      return "send_inval";
    case message_kind::rdma_write:
      return "rdma_write";
    case message_kind::rdma_write_imm:
      return "rdma_write_imm";
    case message_kind::rdma_read:
      return "rdma_read";
    case message_kind::atomic_cs:
      return "atomic_cs";
    case message_kind::atomic_fa:
      return "atomic_fa";
    case message_kind::atomic_masked_cs:
      return "atomic_masked_cs";
    case message_kind::atomic_masked_fa:
      return "atomic_masked_fa";
    case message_kind::ack:
      return "ack";
    case message_kind::nak:
      return "nak";
    case message_kind::rnr_nak:
      return "rnr_nak";
    case message_kind::unreachable:
      return "unreachable";
    case message_kind::read_response:
      return "read_response";
    case message_kind::atomic_response:
      return "atomic_response";
    case message_kind::datagram:
      return "datagram";
    case message_kind::datagram_imm:
      return "datagram_imm";
    case message_kind::packet:
      return "packet";
    case message_kind::connection_management:
      return "connection_management";
    case message_kind::inventory_request:
      return "inventory_request";
    case message_kind::inventory:
      return "inventory";
    case message_kind::management_datagram:
      return "management_datagram";
  }
  return "";
}

bool is_request(message_kind kind) noexcept {
  return (kind >= message_kind::send && kind <= message_kind::atomic_fa) ||
         kind == message_kind::atomic_masked_cs || kind == message_kind::atomic_masked_fa;
}

std::string advice(unreachable_reason reason, bool own_process) {
  std::string result;
  switch (reason) {
    case unreachable_reason::no_process:
    case unreachable_reason::no_queue_pair:
      result = ". It may have been destroyed";
      break;
    case unreachable_reason::wrong_state:
    case unreachable_reason::wrong_peer:
      result = ". It may not be connected back yet, or be used for another peer by now";
      break;
    case unreachable_reason::wrong_psn:
      result =
          ". Its rq_psn may not be the sq_psn here, or one of the two was reset and connected "
          "again "
          "without the other";
      break;
    default:
      return result;
  }
  return result + (own_process
                       ? "; or another one was meant, which is in another fabric: this number is "
                         "one of this process itself, and all fabrics have the same numbers "
                         "(--fabric)"
                       : "; or another one was meant, which is in another fabric: all fabrics "
                         "have the same numbers (--fabric)");
}

std::string_view in_words(unreachable_reason reason) noexcept {
  switch (reason) {
    case unreachable_reason::no_process:
      return "process does not run, or has ended";
    case unreachable_reason::no_queue_pair:
      return "process has no such queue pair";
    case unreachable_reason::wrong_state:
      return "queue pair is not in RTR or RTS, or is of another type";
    case unreachable_reason::wrong_peer:
      return "queue pair is connected to another queue pair (dest_qp_num)";
    case unreachable_reason::wrong_psn:
      return "queue pair expects another PSN";
    case unreachable_reason::wrong_access_key:
      return "DCT has another access key than dc_key of the WQE's address vector";
    case unreachable_reason::wrong_lid:
      return "DCT's port has another LID than rlid of the WQE's address vector";
    case unreachable_reason::wrong_address:
      return "port has another LID or GID than the path of the queue pair (dlid, dgid)";
  }
  return "gave a reason that is not known";
}

namespace message_header {

//   at   bytes  field
//   0x00  4     magic
//   0x04  2     version
//   0x06  1     kind
//   0x07  1     solicited | reliable << 1 | dynamic << 2
//   0x08  4     source_qpn
//   0x0c  4     destination_qpn
//   0x10  4     psn
//   0x14  4     attempt
//   0x18  4     payload_bytes
//   0x1c  4     offset
//   0x20  4     message_bytes
//   0x24  4     code
//   0x28  8     raddr
//   0x30  4     rkey
//   0x34  4     imm
//   0x38  8     swap_add
//   0x40  8     compare
//   0x48  8     access_key
//   0x50  4     connection
//   0x54  4     stream
//   0x58  4     xrc_srqn
//   0x5c  4     packet_psn
//   0x60  4     number
//   0x64  8     arrives
//   0x6c  72    addresses

void write(const message& from, std::byte* at) noexcept {
  wire::store32(at, magic);
  wire::store32(at + 0x04, std::uint32_t{version} << 16 |
                               std::uint32_t{static_cast<std::uint8_t>(from.kind)} << 8 |
                               std::uint32_t{from.solicited} | std::uint32_t{from.reliable} << 1 |
                               std::uint32_t{from.dynamic} << 2);
  wire::store32(at + 0x08, from.source_qpn);
  wire::store32(at + 0x0c, from.destination_qpn);
  wire::store32(at + 0x10, from.psn);
  wire::store32(at + 0x14, from.attempt);
  wire::store32(at + 0x18, static_cast<std::uint32_t>(from.payload.size()));
  wire::store32(at + 0x1c, from.offset);
  wire::store32(at + 0x20, from.message_bytes);
  wire::store32(at + 0x24, from.code);
  wire::store64(at + 0x28, from.raddr);
  wire::store32(at + 0x30, from.rkey);
  wire::store32(at + 0x34, from.imm);
  wire::store64(at + 0x38, from.swap_add);
  wire::store64(at + 0x40, from.compare);
  wire::store64(at + 0x48, from.access_key);
  wire::store32(at + 0x50, from.connection);
  wire::store32(at + 0x54, from.stream);
  wire::store64(at + 0x58, from.xrc_srqn, from.packet_psn);
  wire::store32(at + 0x60, from.number);
  wire::store64(at + 0x64, static_cast<std::uint64_t>(from.arrives));
  from.addresses.write(at + 0x6c);
}

reading read(const std::byte* at) {
  reading result;
  const auto refuse = [&result](std::string why) {
    result.problem = std::move(why);
    return result;
  };
  if (const auto found = wire::load32(at); found != magic) {
    return refuse(fmt::format("it begins with {:#010x} instead of {:#010x}", found, magic));
  }
  const auto kinds = wire::load32(at + 0x04);
  if (kinds >> 16 != version) {
    return refuse(
        fmt::format("it is of version {} instead of {}: run the same build of the emulator in all "
                    "processes of a fabric",
                    kinds >> 16, version));
  }
  message& header = result.header;
  header.kind = static_cast<message_kind>(kinds >> 8 & 0xff);
  if (name(header.kind).empty())
    return refuse(fmt::format("kind {} is not known", kinds >> 8 & 0xff));
  if ((kinds & 0xff) > 7) return refuse(fmt::format("its flags are {:#x}", kinds & 0xff));
  header.solicited = (kinds & 1) != 0;
  header.reliable = (kinds & 2) != 0;
  header.dynamic = (kinds & 4) != 0;
  header.source_qpn = wire::load32(at + 0x08);
  header.destination_qpn = wire::load32(at + 0x0c);
  header.psn = wire::load32(at + 0x10);
  if ((header.source_qpn | header.destination_qpn | header.psn) > largest_qpn) {
    return refuse("a QP number or PSN has more than 24 bits");
  }
  header.attempt = wire::load32(at + 0x14);
  result.payload_bytes = wire::load32(at + 0x18);
  header.offset = wire::load32(at + 0x1c);
  header.message_bytes = wire::load32(at + 0x20);
  const auto code = wire::load32(at + 0x24);
  if (code > 0xff) return refuse(fmt::format("its code is {:#x}", code));
  header.code = static_cast<std::uint8_t>(code);
  header.raddr = wire::load64(at + 0x28);
  header.rkey = wire::load32(at + 0x30);
  header.imm = wire::load32(at + 0x34);
  header.swap_add = wire::load64(at + 0x38);
  header.compare = wire::load64(at + 0x40);
  header.access_key = wire::load64(at + 0x48);
  header.connection = wire::load32(at + 0x50);
  header.stream = static_cast<std::uint16_t>(wire::load32(at + 0x54) & 0xffff);
  header.xrc_srqn = wire::load32(at + 0x58);
  header.packet_psn = wire::load32(at + 0x5c);
  if (header.packet_psn > largest_qpn) return refuse("the PSN of its packet has more than 24 bits");
  header.number = wire::load32(at + 0x60);
  header.arrives = static_cast<std::int64_t>(wire::load64(at + 0x64));
  header.addresses = datagram_addresses::read(at + 0x6c);
  if (result.payload_bytes > message::max_payload) {
    return refuse(fmt::format("its payload of {} bytes is longer than {}", result.payload_bytes,
                              message::max_payload));
  }
  if (const auto operands = operands_of(header.kind)) {
    if (result.payload_bytes == operands * header.message_bytes && header.offset == 0) {
      return result;
    }
    return refuse(fmt::format("it has {} bytes of operands instead of {} times {}",
                              result.payload_bytes, operands, header.message_bytes));
  }
  if (!carries_data(header.kind) && result.payload_bytes != 0) {
    return refuse(fmt::format("a message of kind {} has a payload", name(header.kind)));
  }
  const auto end = std::uint64_t{header.offset} + result.payload_bytes;
  if (end > header.message_bytes) {
    return refuse(fmt::format("its payload ends at byte {} of {}", end, header.message_bytes));
  }
  if (carries_data(header.kind) && result.payload_bytes == 0 && header.message_bytes != 0) {
    return refuse("it carries nothing of a message that is not empty");
  }
  return result;
}

}  // namespace message_header

}  // namespace verbatim::emulator
