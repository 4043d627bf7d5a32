// Memory on the device, which peers reach without crossing the PCI bus.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/context/context.hpp"

namespace verbatim {
namespace verbs {

class device_memory_body final : public body {
 public:
  device_memory_body(context_body& context, std::size_t length, std::size_t alignment);

  ibv_dm* native() const noexcept { return native_.get(); }
  std::size_t length() const noexcept { return length_; }
  std::string describe() const override;

  /// Throws an error of `call` if these bytes are not all inside the memory, or are not whole
  /// 4-byte words.
  void check_range(const char* call, std::size_t offset, std::size_t length) const;

 private:
  int destroy() noexcept override { return verbs::destroy(native_); }

  std::string device_;
  std::size_t length_;
  native_ptr<ibv_dm> native_;
};

}  // namespace verbs

/// A piece of the device's own memory: a few KiB, for data that is accessed often, such as locks
/// and counters. Register it with an mr to get keys. context.capabilities().max_dm_size is the
/// total size.
///
///   verbatim::device_memory counters(context, 4096);
///   verbatim::mr shared(pd, counters, access::local_write | access::remote_atomic);
class device_memory : public handle<verbs::device_memory_body> {
 public:
  /// Allocates `length` bytes. `alignment` is a power of two, in bytes. Throws if the device has no
  /// memory, or not enough left.
  device_memory(const verbatim::context& context, std::size_t length, std::size_t alignment = 1);

  /// Returns the length in bytes.
  std::size_t length() const noexcept { return body_->length(); }

  /// Copies bytes into the memory. The offset and the length are multiples of 4 bytes. Throws if
  /// they are not, or if the bytes are not all inside the memory.
  void write(std::size_t offset, std::span<const std::byte> from) const;
  /// Copies bytes out of the memory, with the same conditions.
  void read(std::size_t offset, std::span<std::byte> to) const;

  /// Returns the ibv_dm, for calls that this library does not make; null after close().
  ibv_dm* native() const noexcept { return body_->native(); }
};

}  // namespace verbatim
