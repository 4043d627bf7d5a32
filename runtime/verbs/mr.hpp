// A memory region: memory that the device may use, and its keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "verbatim/verbs/access.hpp"
#include "verbatim/verbs/body.hpp"
#include "verbatim/verbs/device_memory.hpp"
#include "verbatim/verbs/error.hpp"
#include "verbatim/verbs/link_values.hpp"
#include "verbatim/verbs/memory_slice.hpp"
#include "verbatim/verbs/native.hpp"
#include "verbatim/verbs/pages.hpp"
#include "verbatim/verbs/pd.hpp"

namespace verbatim {

/// How memory is registered.
struct mr_options {
  verbatim::access access = access::local_write;

  /// What WQEs and peers call the first byte, in place of its address: 0 where they count from the region's
  /// beginning. It has the same offset in its page as the memory has. Not for what a queue pair with
  /// scatter_to_cqe receives in: the CPU, which copies that, knows addresses only.
  std::optional<std::uint64_t> iova = std::nullopt;
};

/// How memory is made and registered.
struct mr_allocation {
  verbatim::access access = access::local_write;
  std::optional<std::uint64_t> iova = std::nullopt;

  /// Of the first byte: a power of two, in bytes. It is a page at least.
  std::size_t alignment = 1;
  huge_pages pages = huge_pages::no;
};

/// What mr::rereg() changes of a registration. What is not given stays as it is.
struct mr_change {
  /// Other memory of the caller's, which is called by its address: an iova goes with the memory that had it.
  std::optional<std::span<std::byte>> memory = std::nullopt;
  std::optional<verbatim::pd> pd = std::nullopt;
  std::optional<verbatim::access> access = std::nullopt;
};

/// What has become of the keys of a region that was changed, and so of the slices and remote regions made before.
enum class mr_keys : std::uint8_t {
  kept,  ///< they are good where they are inside of what the region is now, for what may be done with it now
  replaced,  ///< the device refuses them
};
std::string_view name(mr_keys keys) noexcept;
inline std::ostream& operator<<(std::ostream& out, mr_keys value) { return out << name(value); }

namespace verbs {

class mr_body final : public body {
 public:
  /// Memory of the caller's, or of `pages`.
  mr_body(pd_body& pd, std::span<std::byte> memory, const mr_options& options,
          page_memory pages = {});

  /// Memory of the device, whose first byte is called 0.
  mr_body(pd_body& pd, device_memory_body& memory, std::size_t offset, std::size_t length,
          verbatim::access access);

  /// All memory of the process, on demand.
  mr_body(pd_body& pd, verbatim::access access);

  /// One that was made elsewhere, which stays so if this throws.
  mr_body(pd_body& pd, ibv_mr* native, ownership how, const mr_options& options);

  ibv_mr* native() const noexcept { return native_.get(); }
  std::span<std::byte> memory() const noexcept { return memory_; }
  std::uint64_t addr() const noexcept { return addr_; }
  std::size_t length() const noexcept { return length_; }
  std::uint32_t lkey() const noexcept { return lkey_; }
  std::uint32_t rkey() const noexcept { return rkey_; }
  guid device() const noexcept { return device_guid_; }
  verbatim::access access() const noexcept { return access_; }
  page_kind pages() const noexcept { return pages_.kind(); }
  const std::vector<std::string>& fallbacks() const noexcept { return fallbacks_; }
  std::string describe() const override;

  /// Changes the registration, under while_open(). Throws if it is as it was; answers an error if it is good for
  /// nothing but to be closed. `before` gets the parent that it has not any more.
  std::optional<error> rereg(const mr_change& change, ref<body>& before);

 private:
  int destroy() noexcept override { return verbs::destroy(native_); }
  void register_memory(const mr_options& options);
  void settle_ordering();
  void check_change(const mr_change& change) const;

  enum class memory_of : std::uint8_t { host, device, everything };
  static memory_of memory_of_native(const ibv_mr& native) noexcept;

  pd_body* pd_;
  context_body& context_;
  memory_of of_;
  guid device_guid_;
  page_memory pages_;  // outlives the registration
  std::span<std::byte> memory_;
  std::uint64_t addr_;
  std::size_t length_;
  verbatim::access access_;
  std::vector<std::string> fallbacks_;
  native_ptr<ibv_mr> native_;
  std::uint32_t lkey_ = 0;
  std::uint32_t rkey_ = 0;
};

}  // namespace verbs

/// Memory registered with the device: the caller's, which is still the caller's to use and outlives the
/// registration; its own, which allocate() makes; or the device's.
class mr : public handle<verbs::mr_body> {
 public:
  mr(const verbatim::pd& pd, std::span<std::byte> memory, const mr_options& options);
  mr(const verbatim::pd& pd, std::span<std::byte> memory,
     verbatim::access access = verbatim::access::local_write)
      : mr(pd, memory, mr_options{.access = access}) {}

  template <class T, std::size_t N>
  mr(const verbatim::pd& pd, std::span<T, N> memory, const mr_options& options)
      : mr(pd, std::span<std::byte>(std::as_writable_bytes(memory)), options) {
    static_assert(std::is_trivially_copyable_v<T>, "the device copies bytes, not objects");
  }
  template <class T, std::size_t N>
  mr(const verbatim::pd& pd, std::span<T, N> memory,
     verbatim::access access = verbatim::access::local_write)
      : mr(pd, memory, mr_options{.access = access}) {}

  /// A piece of the device's memory, or all of it. Its first byte is called 0; memory() is empty. Offset and
  /// length are multiples of 4.
  mr(const verbatim::pd& pd, const device_memory& memory, std::size_t offset, std::size_t length,
     verbatim::access access = verbatim::access::local_write);
  mr(const verbatim::pd& pd, const device_memory& memory,
     verbatim::access access = verbatim::access::local_write)
      : mr(pd, memory, 0, memory.length(), access) {}

  /// Makes `length` bytes, all zero, and registers them. They are there as long as a handle is, also after
  /// close(). Throws where there is not as much, and if huge pages are required, not as many of those.
  static mr allocate(const verbatim::pd& pd, std::size_t length, const mr_allocation& how = {});

  /// All memory that the process has, now and later, where the device pages on demand (`access` has
  /// access::on_demand by itself): its first byte is address 0, and length() is SIZE_MAX. memory() is empty;
  /// slice_of() makes slices. Peers that get its rkey() may reach whatever `access` lets them. What is not mapped
  /// when a request comes to it fails that request. Throws where the device has none of this.
  static mr implicit(const verbatim::pd& pd,
                     verbatim::access access = verbatim::access::local_write);

  /// One that was made elsewhere, in this protection domain: by ibv_reg_mr() and its like, or by another library.
  /// It does not say what it was registered for, nor under which iova: `options` does. If this throws, nothing has
  /// been taken.
  static mr adopt(const verbatim::pd& pd, ibv_mr* native, ownership how, const mr_options& options);

  /// The memory, for the program to use.
  std::span<std::byte> memory() const noexcept { return body_->memory(); }

  /// Where the memory begins, as WQEs and peers name it: its address, unless mr_options::iova says another.
  std::uint64_t addr() const noexcept { return body_->addr(); }

  /// What may be done with it. relaxed_ordering is among it only where it is in force, as far as that can be
  /// known: devices that are not mlx5 do not tell, and take it or leave it.
  verbatim::access access() const noexcept { return body_->access(); }

  /// Of memory that allocate() made.
  page_kind pages() const noexcept { return body_->pages(); }

  /// What was asked for and is not had, and why, in a sentence each.
  const std::vector<std::string>& fallbacks() const noexcept { return body_->fallbacks(); }

  /// In bytes.
  std::size_t length() const noexcept { return body_->length(); }

  /// The key for WQEs of our own queue pairs.
  std::uint32_t lkey() const noexcept { return body_->lkey(); }

  /// The key for peers, who may do what access() says.
  std::uint32_t rkey() const noexcept { return body_->rkey(); }

  /// `length` bytes from `offset` on, to post with; throws if they are not all inside, and after close().
  memory_slice slice(std::uint64_t offset, std::uint64_t length) const {
    if (!is_open() || length > verbs::max_message || !has(offset, length)) refuse(offset, length);
    return {addr() + offset, static_cast<std::uint32_t>(length), lkey()};
  }
  memory_slice slice() const { return slice(0, length()); }

  /// These bytes, which lie in the region; throws if they do not.
  memory_slice slice_of(std::span<const std::byte> bytes) const {
    return slice(reinterpret_cast<std::uintptr_t>(bytes.data()) -
                     reinterpret_cast<std::uintptr_t>(memory().data()),
                 bytes.size());
  }

  /// `length` bytes from `offset` on for a peer, which may do with them what access() says.
  remote_region remote(std::uint64_t offset, std::uint64_t length) const {
    if (!is_open() || !has(offset, length)) refuse(offset, length);
    return {addr() + offset, length, rkey()};
  }
  remote_region remote() const { return remote(0, length()); }

  /// Registers anew what is given, in place of closing the region and making another: handles of it and memory
  /// windows on it stay. Slices and remote regions that were made before are values, of which the answer says what
  /// has become; make new ones. Nothing is posted that uses the region meanwhile. Memory that allocate() made is
  /// there as long as a handle is, also if the region is of other memory now.
  ///
  ///   if (mr.rereg({.access = access::local_write}) == mr_keys::kept) …  // peers read no more
  ///
  /// Throws if it cannot be done. If is_open() then, the region is as it was. Otherwise it was closed, with its
  /// windows: the device may have given up half-way, which verbs do not tell, and the region is of no more use.
  [[nodiscard("slices and remote regions of before may be good, or not")]] mr_keys rereg(
      const mr_change& change);

  /// Of which the keys are.
  guid device() const noexcept { return body_->device(); }

  /// For calls that this library does not make; null after close().
  ibv_mr* native() const noexcept { return body_->native(); }

 private:
  explicit mr(verbs::ref<verbs::mr_body> body) noexcept : handle(std::move(body)) {}

  bool has(std::uint64_t offset, std::uint64_t length) const noexcept {
    return verbs::inside(offset, length, this->length());
  }
  [[noreturn]] void refuse(std::uint64_t offset, std::uint64_t length) const;
};

}  // namespace verbatim
