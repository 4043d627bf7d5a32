// Compares eight bytes at a time, with their addresses left out.
#include "replay/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>
#include <vector>

#include "engine/check/wqe_check.hpp"
#include "objects/context.hpp"
#include "record/recorder.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/inline_seg.hpp"
#include "verbatim/generated/segments/raddr_seg.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::size_t word_bytes = 8;

bool is_set(std::span<const std::byte> bits, std::size_t i) noexcept {
  return i / 8 < bits.size() &&
         (bits[i / 8] >> static_cast<int>(i % 8) & std::byte{1}) != std::byte{0};
}

/// Returns true if the WQE has a raddr_seg directly behind its ctrl_seg.
bool has_remote_address(const queue_pair& qp, const ctrl_seg& ctrl) noexcept {
  if (qp.type != queue_pair_type::rc && qp.type != queue_pair_type::uc) return false;
  switch (ctrl.opcode) {
    case opcode::rdma_write:
    case opcode::rdma_write_imm:
    case opcode::rdma_read:
    case opcode::atomic_cs:
    case opcode::atomic_fa:
    case opcode::atomic_masked_cs:
    case opcode::atomic_masked_fa:
      return true;
    default:
      return false;
  }
}

/// Copies the remote address of the present WQE into the recorded one, if a peer chose it.
void take_remote_address(const device& of, const queue_pair& qp, std::vector<std::byte>& then,
                         std::span<const std::byte> now) {
  constexpr std::size_t remote = ctrl_seg::size;
  if (now.size() < remote + raddr_seg::size ||
      !has_remote_address(qp, ctrl_seg::read(now.data()))) {
    return;
  }
  const auto place = raddr_seg::read(now.data() + remote);
  if (of.find_memory_region(place.rkey) || of.find_indirect_key(place.rkey)) return;
  std::copy_n(now.begin() + remote, word_bytes, then.begin() + remote);
}

/// Copies the payload inside the present WQE into the recorded one, up to the end of its segment, as
/// payload in memory is not compared either.
void take_inline_data(const queue_pair& qp, std::uint16_t index, std::vector<std::byte>& then,
                      std::span<const std::byte> now) {
  const auto port = qp.attributes.port_num;
  const auto wqebbs = static_cast<std::uint16_t>((now.size() + wqebb - 1) / wqebb);
  const auto checked = check_wqe(
      now, {qp.qpn, qp.type, index, wqebbs, port != 0 && qp.owner->port(port).ethernet()});
  const auto* const wqe = std::get_if<operation>(&checked);
  if (wqe == nullptr) return;
  std::size_t at = ctrl_seg::size;
  for (const data_piece& piece : wqe->pieces) {
    if (!piece.is_inline) continue;
    const auto payload = std::span(wqe->inline_data).subspan(piece.addr, piece.byte_count);
    const std::uint32_t header = std::uint32_t{1} << 31 | piece.byte_count;
    const auto is_here = [&] {
      const std::size_t begin = at + inline_seg::size;
      return wire::load32(now.data() + at) == header && wire::load32(then.data() + at) == header &&
             begin + payload.size() <= now.size() &&
             std::equal(payload.begin(), payload.end(),
                        now.begin() + static_cast<std::ptrdiff_t>(begin));
    };
    while (at + octoword <= now.size() && !is_here()) at += octoword;
    if (at + octoword > now.size()) return;
    const std::size_t begin = at + inline_seg::size;
    at = std::min((begin + payload.size() + octoword - 1) / octoword * octoword, now.size());
    std::copy(now.begin() + static_cast<std::ptrdiff_t>(begin),
              now.begin() + static_cast<std::ptrdiff_t>(at),
              then.begin() + static_cast<std::ptrdiff_t>(begin));
  }
}

}  // namespace

std::string difference(std::span<const std::byte> recorded, std::span<const std::byte> addresses,
                       std::span<const std::byte> now) {
  if (recorded.size() != now.size()) {
    return fmt::format("it has {} bytes, and had {}", now.size(), recorded.size());
  }
  if (std::equal(recorded.begin(), recorded.end(), now.begin())) return {};
  const auto present = addresses_in(now);
  for (std::size_t at = 0; at < now.size(); ++at) {
    if (now[at] == recorded[at]) continue;
    if (is_set(addresses, at / word_bytes) && is_set(present, at / word_bytes)) {
      at = at / word_bytes * word_bytes + word_bytes - 1;
      continue;
    }
    return fmt::format("byte {:#x} is {:#04x}, and was {:#04x}", at,
                       std::to_integer<unsigned>(now[at]), std::to_integer<unsigned>(recorded[at]));
  }
  return {};
}

std::string difference(const device& of, const queue_pair& qp, const recording::send_wqe_body& then,
                       std::span<const std::byte> now) {
  std::vector<std::byte> same(then.bytes.begin(), then.bytes.end());
  if (now.size() >= ctrl_seg::size && now.size() == same.size()) {
    take_remote_address(of, qp, same, now);
    take_inline_data(qp, then.index, same, now);
  }
  return difference(same, then.addresses, now);
}

std::string in_words(const recording::record& one) {
  if (const auto body = one.as<recording::send_wqe_body>()) {
    return fmt::format("send WQE {} of QP {:#x}", body->index, body->qpn);
  }
  if (const auto body = one.as<recording::receive_wqe_body>()) {
    return body->srqn != 0 ? fmt::format("receive WQE {} of SRQ {:#x}", body->index, body->srqn)
                           : fmt::format("receive WQE {} of QP {:#x}", body->index, body->qpn);
  }
  if (const auto body = one.as<recording::command_body>()) {
    return fmt::format("the command {}", body->name);
  }
  if (const auto body = one.as<recording::cqe_body>()) {
    return fmt::format("CQE {} of CQ {:#x}", body->index, body->cqn);
  }
  return std::string(name(one.kind));
}

}  // namespace verbatim::emulator
