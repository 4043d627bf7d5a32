#include "tools/decode/looks_like.hpp"

#include <algorithm>

#include "tools/reading.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::tools::decode {

bool all_zero(std::span<const std::byte> bytes) {
  return std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{}; });
}

bool is_error(std::span<const std::byte> cqe) {
  const auto kind = cqe64(cqe.data()).opcode();
  return kind == cqe_opcode::req_err || kind == cqe_opcode::resp_err;
}

bool looks_failed(std::span<const std::byte> cqe) {
  const auto syndrome = err_cqe(cqe.data()).syndrome();
  return is_error(cqe) && syndrome != cqe_syndrome::ok && !name(syndrome).empty();
}

bool resembles_failed(std::span<const std::byte> cqe) {
  const err_cqe view(cqe.data());
  return is_error(cqe) && view.format() == cqe_format::plain &&
         view.syndrome() != cqe_syndrome::ok &&
         (view.opcode() == cqe_opcode::resp_err || !name(view.s_wqe_opcode()).empty());
}

bool looks_like_cqe(std::span<const std::byte> cqe) {
  const auto kind = cqe64(cqe.data()).opcode();
  return !name(kind).empty() && kind != cqe_opcode::invalid && !all_zero(cqe.last(octoword));
}

bool resembles_wqe(std::span<const std::byte> bytes) {
  const auto ctrl = ctrl_seg::read(bytes.data());
  return ctrl.ds != 0 && (!name(ctrl.opcode).empty() || ctrl.ds * octoword == bytes.size());
}

bool looks_like_wqe(std::span<const std::byte> bytes) {
  if (bytes.size() < ctrl_seg::size || all_zero(bytes.first(ctrl_seg::size))) return false;
  const auto ctrl = ctrl_seg::read(bytes.data());
  return ctrl.ds != 0 && ctrl.ds * octoword <= bytes.size() && !name(ctrl.opcode).empty() &&
         std::ranges::none_of(ctrl_seg::fields, [&](const auto& field) {
           return field.reserved() && is_fault(field, bytes.data());
         });
}

std::size_t wqe_length(std::span<const std::byte> wqe) {
  return std::min<std::size_t>(wqe.size(),
                               std::max<std::size_t>(ctrl_seg::read(wqe.data()).ds, 1) * octoword);
}

}  // namespace verbatim::tools::decode
