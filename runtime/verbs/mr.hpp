// A memory region: memory that the device may use, and its keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#include "verbatim/verbs/access.hpp"
#include "verbatim/verbs/body.hpp"
#include "verbatim/verbs/memory_slice.hpp"
#include "verbatim/verbs/native.hpp"
#include "verbatim/verbs/pd.hpp"

namespace verbatim {
namespace verbs {

class mr_body final : public body {
 public:
  mr_body(pd_body& pd, std::span<std::byte> memory, access access);

  ibv_mr* native() const noexcept { return native_.get(); }
  std::span<std::byte> memory() const noexcept { return memory_; }
  std::uint32_t lkey() const noexcept { return lkey_; }
  std::uint32_t rkey() const noexcept { return rkey_; }
  std::string describe() const override;

 private:
  int destroy() noexcept override { return verbs::destroy(native_); }

  std::string device_;
  std::span<std::byte> memory_;
  native_ptr<ibv_mr> native_;
  std::uint32_t lkey_;
  std::uint32_t rkey_;
};

}  // namespace verbs

/// Memory registered with the device. The memory is the caller's, is still the caller's to use, and
/// outlives the registration.
class mr : public handle<verbs::mr_body> {
 public:
  mr(const verbatim::pd& pd, std::span<std::byte> memory, access access = access::local_write);

  template <class T, std::size_t N>
  mr(const verbatim::pd& pd, std::span<T, N> memory, access access = access::local_write)
      : mr(pd, std::span<std::byte>(std::as_writable_bytes(memory)), access) {
    static_assert(std::is_trivially_copyable_v<T>, "the device copies bytes, not objects");
  }

  /// Where the memory begins, as WQEs and peers name it.
  std::uint64_t addr() const noexcept {
    return reinterpret_cast<std::uintptr_t>(body_->memory().data());
  }

  /// In bytes.
  std::size_t length() const noexcept { return body_->memory().size(); }

  /// The key for WQEs of our own queue pairs.
  std::uint32_t lkey() const noexcept { return body_->lkey(); }

  /// The key for peers, who may do what `access` says.
  std::uint32_t rkey() const noexcept { return body_->rkey(); }

  /// `length` bytes from `offset` on, to post with; throws if they are not all inside, and after close().
  memory_slice slice(std::uint64_t offset, std::uint64_t length) const {
    if (!is_open() || length > verbs::max_message || !has(offset, length)) refuse(offset, length);
    return {addr() + offset, static_cast<std::uint32_t>(length), lkey()};
  }
  memory_slice slice() const { return slice(0, length()); }

  /// The same for a peer, which may do with it what `access` says.
  remote_region remote(std::uint64_t offset, std::uint64_t length) const {
    if (!is_open() || !has(offset, length)) refuse(offset, length);
    return {addr() + offset, length, rkey()};
  }
  remote_region remote() const { return remote(0, length()); }

  /// For calls that this library does not make; null after close().
  ibv_mr* native() const noexcept { return body_->native(); }

 private:
  bool has(std::uint64_t offset, std::uint64_t length) const noexcept {
    return verbs::inside(offset, length, this->length());
  }
  [[noreturn]] void refuse(std::uint64_t offset, std::uint64_t length) const;
};

}  // namespace verbatim
