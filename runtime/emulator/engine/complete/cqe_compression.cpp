// Builds titles, arrays and blocks of mini CQEs.
#include "engine/complete/cqe_compression.hpp"

#include <algorithm>

#include "verbatim/generated/cqes/enh_block.hpp"
#include "verbatim/generated/cqes/eth_cqe.hpp"
#include "verbatim/generated/cqes/mini_req.hpp"
#include "verbatim/generated/cqes/mini_resp_csum.hpp"
#include "verbatim/generated/cqes/mini_resp_csum_stridx.hpp"
#include "verbatim/generated/cqes/mini_resp_ftag.hpp"
#include "verbatim/generated/cqes/mini_resp_hash.hpp"
#include "verbatim/generated/cqes/mini_resp_l34h.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::size_t mini_size = 8;

/// The bytes of a cqe64 that a mini carries, or that compression loses.
struct byte_range {
  std::size_t at;
  std::size_t count;
};
constexpr byte_range hash{0x0c, 4};
constexpr byte_range checksum{0x14, 2};
constexpr byte_range header_types{0x1d, 1};
constexpr byte_range byte_count{0x2c, 4};
constexpr byte_range timestamp{0x30, 8};
constexpr byte_range send_opcode{0x38, 1};
constexpr byte_range flow_tag{0x39, 3};
constexpr byte_range counter{0x3c, 2};

/// The largest byte count with a flow tag, which leaves 24 bits.
constexpr std::uint32_t most_bytes_beside_tag = (1u << 24) - 1;

bool is_send(const completion& of) noexcept {
  return cqe64(of.cqe.data()).opcode() == cqe_opcode::req;
}

/// Returns true for a receive on a striding queue: its byte count includes the number of strides.
bool takes_strides(const cqe64& of) noexcept { return of.byte_cnt() >> strides_shift != 0; }

bool has_stride_index(mini_format format) noexcept {
  return format == mini_format::checksum_stride || format == mini_format::header_types;
}

/// Returns the completion without the parts that differ between minis.
cqe_bytes common_part(const completion& of, mini_format format) noexcept {
  cqe_bytes rest = of.cqe;
  const auto drop = [&rest](byte_range range) {
    std::fill_n(rest.begin() + static_cast<std::ptrdiff_t>(range.at), range.count, std::byte{0});
  };
  drop(byte_count);
  drop(timestamp);
  drop(counter);
  if (is_send(of)) {
    drop(send_opcode);
    return rest;
  }
  drop(hash);
  drop(checksum);
  if (format == mini_format::flow_tag) drop(flow_tag);
  if (format == mini_format::header_types) drop(header_types);
  return rest;
}

void write_send(std::byte* at, const cqe64& of) noexcept {
  mini_req::values mini;
  mini.wqe_counter = of.wqe_counter();
  mini.s_wqe_opcode = of.s_wqe_opcode();
  mini.byte_cnt = of.byte_cnt();
  mini.write(at);
}

void write_receive(std::byte* at, const cqe64& of, mini_format format) noexcept {
  const eth_cqe packet(of.bytes());
  const auto fill = [&](auto mini) {
    mini.byte_cnt = of.byte_cnt();
    return mini;
  };
  switch (format) {
    case mini_format::hash: {
      auto mini = fill(mini_resp_hash::values{});
      mini.rx_hash_result = packet.rss_hash_result();
      mini.write(at);
      break;
    }
    case mini_format::checksum: {
      auto mini = fill(mini_resp_csum::values{});
      mini.checksum = packet.check_sum();
      mini.write(at);
      break;
    }
    case mini_format::flow_tag: {
      auto mini = fill(mini_resp_ftag::values{});
      mini.flow_tag_high = static_cast<std::uint16_t>(packet.flow_tag() >> 8);
      mini.flow_tag_low = static_cast<std::uint8_t>(packet.flow_tag());
      mini.stride_idx = of.wqe_counter();
      mini.write(at);
      break;
    }
    case mini_format::checksum_stride: {
      auto mini = fill(mini_resp_csum_stridx::values{});
      mini.checksum = packet.check_sum();
      mini.stride_idx = of.wqe_counter();
      mini.write(at);
      break;
    }
    case mini_format::header_types: {
      auto mini = fill(mini_resp_l34h::values{});
      mini.ip_frag = packet.ip_frag();
      mini.l4_hdr_type = packet.l4_hdr_type();
      mini.l3_hdr_type = packet.l3_hdr_type();
      mini.ip_ext = packet.ip_ext();
      mini.vlan = packet.vlan();
      mini.stride_idx = of.wqe_counter();
      mini.write(at);
      break;
    }
  }
}

void write_minis(std::byte* at, std::span<const completion> some, mini_format format) noexcept {
  for (const completion& one : some) {
    const cqe64 full(one.cqe.data());
    if (is_send(one)) {
      write_send(at, full);
    } else {
      write_receive(at, full, format);
    }
    at += mini_size;
  }
}

}  // namespace

bool joins(const completion& last, const completion& next, mini_format format) noexcept {
  if (!last.compressible || !next.compressible) return false;
  if (common_part(last, format) != common_part(next, format)) return false;
  if (is_send(last)) return true;
  const cqe64 before(last.cqe.data());
  const cqe64 after(next.cqe.data());
  // Minis of striding queues have the index of the stride.
  if (takes_strides(before) && takes_strides(after) && has_stride_index(format)) return true;
  // Other minis have no counters of receives: their counters continue from the title's counter.
  if (after.wqe_counter() != static_cast<std::uint16_t>(before.wqe_counter() + 1)) return false;
  return format != mini_format::flow_tag ||
         std::max(before.byte_cnt(), after.byte_cnt()) <= most_bytes_beside_tag;
}

cqe_bytes mini_array(std::span<const completion> some, mini_format format, std::byte rest) {
  cqe_bytes array;
  array.fill(rest);
  write_minis(array.data(), some, format);
  return array;
}

cqe_bytes mini_block(std::span<const completion> some, mini_format format) {
  enh_block::values block;
  write_minis(block.minis.data(), some, format);
  block.count_minus_1 = static_cast<std::uint8_t>(some.size() - 1);
  block.format = cqe_format::compressed;
  cqe_bytes bytes;
  block.write(bytes.data());
  return bytes;
}

cqe_bytes basic_title(std::span<const completion> session) noexcept {
  cqe_bytes title = session.front().cqe;
  wire::store32(title.data() + byte_count.at, static_cast<std::uint32_t>(session.size()));
  title.back() |= static_cast<std::byte>(static_cast<std::uint8_t>(cqe_format::compressed) << 2);
  return title;
}

}  // namespace verbatim::emulator
