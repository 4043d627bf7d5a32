// Memory on the device, which peers reach without crossing the PCI bus.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "verbatim/verbs/body.hpp"
#include "verbatim/verbs/context.hpp"
#include "verbatim/verbs/native.hpp"

namespace verbatim {
namespace verbs {

class device_memory_body final : public body {
 public:
  device_memory_body(context_body& context, std::size_t length, std::size_t alignment);

  ibv_dm* native() const noexcept { return native_.get(); }
  std::size_t length() const noexcept { return length_; }
  std::string describe() const override;

  /// Throws if these bytes are not all inside, or not whole words of 4 bytes: `call` cannot do with others.
  void check_range(const char* call, std::size_t offset, std::size_t length) const;

 private:
  int destroy() noexcept override { return verbs::destroy(native_); }

  std::string device_;
  std::size_t length_;
  native_ptr<ibv_dm> native_;
};

}  // namespace verbs

/// A piece of the device's own memory: a few KiB, for what is looked at often, as locks and counters are. An
/// mr over it gives it keys. context.capabilities().max_dm_size says how much there is.
///
///   verbatim::device_memory counters(context, 4096);
///   verbatim::mr mr(pd, counters, access::local_write | access::remote_atomic);
class device_memory : public handle<verbs::device_memory_body> {
 public:
  /// `alignment` is a power of two, in bytes. Throws if the device has no memory, or not as much left.
  device_memory(const verbatim::context& context, std::size_t length, std::size_t alignment = 1);

  /// In bytes.
  std::size_t length() const noexcept { return body_->length(); }

  /// Copies to and from it. Offset and length are multiples of 4 bytes, and inside.
  void write(std::size_t offset, std::span<const std::byte> from) const;
  void read(std::size_t offset, std::span<std::byte> to) const;

  /// For calls that this library does not make; null after close().
  ibv_dm* native() const noexcept { return body_->native(); }
};

}  // namespace verbatim
