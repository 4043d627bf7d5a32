// One ioctl(RDMA_VERBS_IOCTL): the only place that knows the layout of attributes.
#pragma once

#include <rdma/rdma_user_ioctl_cmds.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <type_traits>

#include "abi/refusal.hpp"

namespace verbatim::emulator {

/// Typed access to the attributes of one command. Input is zero-extended, and output is truncated
/// to the length that the program gave. Kernels do the same for libraries of another version.
class command {
 public:
  /// Throws a refusal if the header does not fit its attributes.
  explicit command(ib_uverbs_ioctl_hdr& header);

  std::uint16_t object() const noexcept { return header_.object_id; }
  std::uint16_t method() const noexcept { return header_.method_id; }

  /// Refuses with EPROTONOSUPPORT if the program has a mandatory attribute that is not in `known`.
  void require_known(std::span<const std::uint16_t> known) const;

  bool has(std::uint16_t id) const noexcept { return find(id) != nullptr; }

  /// Returns the length in bytes that the program gave for an attribute; 0 if it is absent.
  std::size_t length(std::uint16_t id) const noexcept;

  /// Returns a structure or number. Refuses with EINVAL if it is absent, and with EOPNOTSUPP if it
  /// is longer than `Value` and the additional bytes are not zero.
  template <class Value>
  Value in(std::uint16_t id) const {
    static_assert(std::is_trivially_copyable_v<Value>);
    Value value{};
    copy_in(require(id), &value, sizeof value);
    return value;
  }

  template <class Value>
  std::optional<Value> in_if(std::uint16_t id) const {
    return has(id) ? std::optional(in<Value>(id)) : std::nullopt;
  }

  /// Returns a structure of any length.
  std::span<const std::byte> bytes(std::uint16_t id) const;

  /// Returns a number of any width up to 64 bits. Enumerations and constants are passed in this
  /// way.
  std::uint64_t constant(std::uint16_t id) const;

  /// Returns the chosen alternative of an attribute, whose data follows by `in`.
  std::uint8_t enumerator(std::uint16_t id) const {
    return require(id).attr_data.enum_data.elem_id;
  }

  /// Returns the handle of an existing object.
  std::uint32_t handle(std::uint16_t id) const;
  std::optional<std::uint32_t> handle_if(std::uint16_t id) const;

  /// Returns a file descriptor; nothing if the attribute is absent.
  std::optional<int> descriptor_if(std::uint16_t id) const;

  /// Returns the buffer for an output, with its length; empty if the program did not request the
  /// output.
  std::span<std::byte> room(std::uint16_t id) const;

  /// Writes an output if the program has requested it.
  template <class Value>
  void out(std::uint16_t id, const Value& value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    copy_out(id, &value, sizeof value);
  }

  /// Records that `room(id)` was filled.
  void mark_written(std::uint16_t id) noexcept;

  /// Writes the handle of a new object, or the descriptor of a file.
  void out_handle(std::uint16_t id, std::uint64_t value);

  /// Returns the data that libmlx5 passes to the driver in addition to the common attributes.
  template <class Value>
  Value driver_in() const {
    return in_if<Value>(driver_in_id).value_or(Value{});
  }
  template <class Value>
  void driver_out(const Value& value) {
    out(driver_out_id, value);
  }
  std::size_t driver_out_length() const noexcept { return length(driver_out_id); }

 private:
  static constexpr std::uint16_t driver_in_id = 0x1000;
  static constexpr std::uint16_t driver_out_id = 0x1001;

  std::span<ib_uverbs_attr> attributes() const noexcept {
    return {header_.attrs, header_.num_attrs};
  }
  ib_uverbs_attr* find(std::uint16_t id) const noexcept;
  const ib_uverbs_attr& require(std::uint16_t id) const;
  void copy_in(const ib_uverbs_attr& from, void* to, std::size_t bytes) const;
  void copy_out(std::uint16_t id, const void* from, std::size_t bytes);

  ib_uverbs_ioctl_hdr& header_;
};

}  // namespace verbatim::emulator
