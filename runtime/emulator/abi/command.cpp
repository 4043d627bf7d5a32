// Decodes the attributes of an ioctl(RDMA_VERBS_IOCTL); layout in rdma/rdma_user_ioctl_cmds.h.
#include "abi/command.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace verbatim::emulator {
namespace {

// Input of up to eight bytes is in the attribute itself.
constexpr std::size_t inline_limit = sizeof(ib_uverbs_attr::data);

}  // namespace

command::command(ib_uverbs_ioctl_hdr& header) : header_(header) {
  const std::size_t expected =
      sizeof(ib_uverbs_ioctl_hdr) + header.num_attrs * sizeof(ib_uverbs_attr);
  if (header.length != expected) {
    refuse<check::command_layout>(
        EINVAL, "command {:#x}.{:#x} says it is {} bytes long, but its {} attributes need {}",
        object(), method(), header.length, header.num_attrs, expected);
  }
  if (header.reserved1 != 0 || header.reserved2 != 0) {
    refuse<check::command_unknown>(EPROTONOSUPPORT,
                                   "command {:#x}.{:#x} uses a reserved field of its header",
                                   object(), method());
  }
}

void command::require_known(std::span<const std::uint16_t> known) const {
  for (const ib_uverbs_attr& attribute : attributes()) {
    if (std::find(known.begin(), known.end(), attribute.attr_id) == known.end() &&
        attribute.flags & UVERBS_ATTR_F_MANDATORY) {
      refuse<check::command_unknown>(
          EPROTONOSUPPORT, "command {:#x}.{:#x} insists on attribute {:#x}, which is unknown",
          object(), method(), attribute.attr_id);
    }
  }
}

ib_uverbs_attr* command::find(std::uint16_t id) const noexcept {
  for (ib_uverbs_attr& attribute : attributes()) {
    if (attribute.attr_id == id) return &attribute;
  }
  return nullptr;
}

const ib_uverbs_attr& command::require(std::uint16_t id) const {
  const ib_uverbs_attr* const found = find(id);
  if (!found) {
    refuse<check::command_layout>(EINVAL, "command {:#x}.{:#x} lacks attribute {:#x}", object(),
                                  method(), id);
  }
  return *found;
}

std::size_t command::length(std::uint16_t id) const noexcept {
  const ib_uverbs_attr* const found = find(id);
  return found ? found->len : 0;
}

void command::copy_in(const ib_uverbs_attr& from, void* to, std::size_t bytes) const {
  const auto* source = from.len <= inline_limit ? reinterpret_cast<const std::byte*>(&from.data)
                                                : reinterpret_cast<const std::byte*>(from.data);
  if (!source)
    refuse<check::command_layout>(EFAULT, "attribute {:#x} points nowhere", from.attr_id);
  const std::size_t known = std::min<std::size_t>(from.len, bytes);
  const std::span beyond(source + known, from.len - known);
  if (std::any_of(beyond.begin(), beyond.end(), [](std::byte b) { return b != std::byte{0}; })) {
    refuse<check::command_unknown>(
        EOPNOTSUPP, "attribute {:#x} of command {:#x}.{:#x} has {} bytes, more than the {} known",
        from.attr_id, object(), method(), from.len, bytes);
  }
  std::memcpy(to, source, known);
}

std::span<const std::byte> command::bytes(std::uint16_t id) const {
  const ib_uverbs_attr& from = require(id);
  const auto* const at = from.len <= inline_limit ? reinterpret_cast<const std::byte*>(&from.data)
                                                  : reinterpret_cast<const std::byte*>(from.data);
  if (!at) refuse<check::command_layout>(EFAULT, "attribute {:#x} points nowhere", id);
  return {at, from.len};
}

std::uint64_t command::constant(std::uint16_t id) const {
  const ib_uverbs_attr& attribute = require(id);
  if (attribute.len > inline_limit) {
    refuse<check::command_layout>(
        EINVAL, "attribute {:#x} of command {:#x}.{:#x} is {} bytes long, a number has up to 8", id,
        object(), method(), attribute.len);
  }
  return in<std::uint64_t>(id);
}

std::uint32_t command::handle(std::uint16_t id) const {
  const std::uint64_t value = require(id).data;
  if (value > UINT32_MAX) {
    refuse<check::command_layout>(EINVAL,
                                  "attribute {:#x} of command {:#x}.{:#x} is no handle: {:#x}", id,
                                  object(), method(), value);
  }
  return static_cast<std::uint32_t>(value);
}

std::optional<std::uint32_t> command::handle_if(std::uint16_t id) const {
  return has(id) ? std::optional(handle(id)) : std::nullopt;
}

std::optional<int> command::descriptor_if(std::uint16_t id) const {
  const ib_uverbs_attr* const found = find(id);
  return found ? std::optional(static_cast<int>(found->data_s64)) : std::nullopt;
}

std::span<std::byte> command::room(std::uint16_t id) const {
  const ib_uverbs_attr* const found = find(id);
  if (!found) return {};
  auto* const at = reinterpret_cast<std::byte*>(found->data);
  if (!at && found->len != 0)
    refuse<check::command_layout>(EFAULT, "attribute {:#x} points nowhere", id);
  return {at, found->len};
}

void command::copy_out(std::uint16_t id, const void* from, std::size_t bytes) {
  const std::span<std::byte> to = room(id);
  if (to.empty()) return;
  const std::size_t known = std::min(to.size(), bytes);
  std::memcpy(to.data(), from, known);
  std::fill(to.begin() + std::ptrdiff_t(known), to.end(), std::byte{0});
  mark_written(id);
}

void command::mark_written(std::uint16_t id) noexcept {
  if (ib_uverbs_attr* const found = find(id)) found->flags |= UVERBS_ATTR_F_VALID_OUTPUT;
}

void command::out_handle(std::uint16_t id, std::uint64_t value) {
  ib_uverbs_attr* const found = find(id);
  if (!found) return;
  found->data = value;
  mark_written(id);
}

}  // namespace verbatim::emulator
