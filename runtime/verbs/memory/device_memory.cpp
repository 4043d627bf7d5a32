// Memory on the device, which peers reach without crossing the PCI bus.
#include "verbatim/verbs/memory/device_memory.hpp"

#include <infiniband/verbs.h>

#include <bit>
#include <cerrno>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim {
namespace verbs {
namespace {

ibv_dm* allocate(context_body& context, std::size_t length, std::size_t alignment) {
  const auto refuse = [&](std::errc condition, const std::string& reason) {
    return error(condition, "ibv_alloc_dm", context.describe(), reason);
  };
  if (length == 0) throw refuse(std::errc::invalid_argument, "the memory has no bytes");
  if (!std::has_single_bit(alignment)) {
    throw refuse(std::errc::invalid_argument, "the alignment is no power of two");
  }
  const auto most = context.capabilities().max_dm_size;
  if (most == 0) {
    throw refuse(std::errc::not_supported,
                 "the device has no memory for programs (max_dm_size is 0): use the host's");
  }
  if (length > most) {
    throw refuse(std::errc::invalid_argument, std::to_string(length) + " bytes are more than the " +
                                                  std::to_string(most) + " that the device has");
  }
  ibv_alloc_dm_attr attr{};
  attr.length = length;
  attr.log_align_req = static_cast<std::uint32_t>(std::countr_zero(alignment));
  if (auto* const made = ibv_alloc_dm(context.native(), &attr)) return made;
  throw error(errno, "ibv_alloc_dm", context.describe(),
              "all programs share the " + std::to_string(most) + " bytes that the device has");
}

}  // namespace

device_memory_body::device_memory_body(context_body& context, std::size_t length,
                                       std::size_t alignment)
    : body(rank::device_memory),
      device_(context.name()),
      length_(length),
      native_(allocate(context, length, alignment)) {}

std::string device_memory_body::describe() const {
  return "device memory of " + std::to_string(length_) + " bytes of " + device_;
}

void device_memory_body::check_range(const char* call, std::size_t offset,
                                     std::size_t length) const {
  if (offset > length_ || length > length_ - offset) {
    throw error(std::errc::invalid_argument, call, describe(),
                std::to_string(length) + " bytes from offset " + std::to_string(offset) +
                    " are not all inside");
  }
  if (offset % 4 != 0 || length % 4 != 0) {
    throw error(std::errc::invalid_argument, call, describe(),
                "offset and length have to be multiples of 4");
  }
}

}  // namespace verbs

device_memory::device_memory(const verbatim::context& context, std::size_t length,
                             std::size_t alignment)
    : handle(verbs::make<verbs::device_memory_body>("ibv_alloc_dm", {context.body()},
                                                    *context.body(), length, alignment)) {}

void device_memory::write(std::size_t offset, std::span<const std::byte> from) const {
  const auto open = body_->while_open("ibv_memcpy_to_dm");
  body_->check_range("ibv_memcpy_to_dm", offset, from.size());
  verbs::check(ibv_memcpy_to_dm(body_->native(), offset, from.data(), from.size()),
               "ibv_memcpy_to_dm", body_->describe());
}

void device_memory::read(std::size_t offset, std::span<std::byte> to) const {
  const auto open = body_->while_open("ibv_memcpy_from_dm");
  body_->check_range("ibv_memcpy_from_dm", offset, to.size());
  verbs::check(ibv_memcpy_from_dm(to.data(), body_->native(), offset, to.size()),
               "ibv_memcpy_from_dm", body_->describe());
}

}  // namespace verbatim
