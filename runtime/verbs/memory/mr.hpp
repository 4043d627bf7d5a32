// A memory region: memory that the device may use, and its keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/memory/access.hpp"
#include "verbatim/verbs/memory/device_memory.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/pages.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/values/link_values.hpp"

namespace verbatim {

namespace verbs {

/// The options with which memory is registered.
struct mr_options {
  verbatim::access access = access::local_write;  ///< of the device and of peers

  /// The address by which WQEs and peers name the first byte, in place of its own: 0 lets them
  /// count from the beginning of the region. It must have the same offset in its page as the memory
  /// has. Do not use it for memory that a queue pair with scatter_to_cqe receives into: there the
  /// CPU copies the data, and it knows real addresses only.
  std::optional<std::uint64_t> iova = std::nullopt;
};

/// The options with which memory is allocated and registered.
struct mr_allocation {
  verbatim::access access = access::local_write;     ///< of the device and of peers
  std::optional<std::uint64_t> iova = std::nullopt;  ///< as in mr_options

  /// The alignment of the first byte: a power of two, in bytes. It is a page at least.
  std::size_t alignment = 1;
  huge_pages pages = huge_pages::no;  ///< the wish for huge pages
};

/// The changes that mr::rereg() makes to a registration. A member that is not set changes nothing.
struct mr_change {
  /// Other memory of the caller, which is named by its own address: an iova goes with the memory
  /// that had it.
  std::optional<std::span<std::byte>> memory = std::nullopt;

  /// The new protection domain.
  std::optional<verbatim::pd> pd = std::nullopt;

  /// The new access.
  std::optional<verbatim::access> access = std::nullopt;
};

/// The fate of a region's keys after mr::rereg(), and so of the slices and remote regions made
/// before.
enum class mr_keys : std::uint8_t {
  kept,      ///< valid inside the region as it is now, for the access that it has now
  replaced,  ///< the device refuses the old keys
};
std::string_view name(mr_keys keys) noexcept;
inline std::ostream& operator<<(std::ostream& out, mr_keys value) { return out << name(value); }

/// Any argument for the memory of an mr but device memory, which has constructors of its own.
template <class Range>
concept host_memory = !std::is_same_v<std::remove_cvref_t<Range>, verbatim::device_memory>;

/// Returns the bytes of a contiguous range, to register. Ranges that cannot be registered do not
/// compile.
template <class Range>
std::span<std::byte> bytes_of(Range&& range) {
  constexpr bool is_contiguous = requires { std::span(std::data(range), std::size(range)); };
  static_assert(
      is_contiguous,
      "an mr takes a contiguous range: an array, a std::array, a std::vector or a std::span");
  if constexpr (is_contiguous) {
    using object = std::remove_reference_t<decltype(*std::data(range))>;
    static_assert(std::is_trivially_copyable_v<object>,
                  "the device copies bytes, not objects: the elements must be trivially copyable");
    static_assert(!std::is_const_v<object>,
                  "the memory is const: an mr takes memory that may be written");
    static_assert(std::is_lvalue_reference_v<Range> ||
                      std::ranges::enable_borrowed_range<std::remove_cvref_t<Range>>,
                  "the memory is a temporary object: it must outlive the registration");
    if constexpr (std::is_trivially_copyable_v<object> && !std::is_const_v<object>) {
      return std::as_writable_bytes(std::span(std::data(range), std::size(range)));
    }
  }
  return {};
}

class mr_body final : public body {
 public:
  /// Registers memory of the caller, or of `pages`.
  mr_body(pd_body& pd, std::span<std::byte> memory, const mr_options& options,
          page_memory pages = {});

  /// Registers memory of the device, whose first byte has address 0.
  mr_body(pd_body& pd, device_memory_body& memory, std::size_t offset, std::size_t length,
          verbatim::access access);

  /// Registers all memory of the process, on demand.
  mr_body(pd_body& pd, verbatim::access access);

  /// Takes over a region that was made elsewhere. If this throws, nothing has been taken.
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

  /// Changes the registration, under while_open(). Throws if the region is still as it was. Returns
  /// an error if the region can only be closed. `before` gets the parent that it no longer has.
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

/// Memory that is registered with the device. It can be the caller's, which the caller still uses
/// and which must outlive the registration; the region's own, which allocate() makes; or the
/// device's.
class mr : public handle<verbs::mr_body> {
 public:
  using options = verbs::mr_options;
  using allocation = verbs::mr_allocation;
  using change = verbs::mr_change;
  using keys = verbs::mr_keys;

  /// Registers memory of the caller.
  mr(const verbatim::pd& pd, std::span<std::byte> memory, const options& how);
  mr(const verbatim::pd& pd, std::span<std::byte> memory,
     verbatim::access access = verbatim::access::local_write)
      : mr(pd, memory, options{.access = access}) {}

  /// Registers the elements of any contiguous range of trivially copyable objects: an array, a
  /// std::array, a std::vector, a std::span.
  template <verbs::host_memory Range>
  mr(const verbatim::pd& pd, Range&& memory, const options& how)
      : mr(pd, verbs::bytes_of(std::forward<Range>(memory)), how) {}
  template <verbs::host_memory Range>
  mr(const verbatim::pd& pd, Range&& memory,
     verbatim::access access = verbatim::access::local_write)
      : mr(pd, verbs::bytes_of(std::forward<Range>(memory)), options{.access = access}) {}

  /// Registers a piece of the device's memory, or all of it. Its first byte has address 0, and
  /// memory() is empty. Offset and length are multiples of 4.
  mr(const verbatim::pd& pd, const device_memory& memory, std::size_t offset, std::size_t length,
     verbatim::access access = verbatim::access::local_write);
  mr(const verbatim::pd& pd, const device_memory& memory,
     verbatim::access access = verbatim::access::local_write)
      : mr(pd, memory, 0, memory.length(), access) {}

  /// Allocates `length` bytes, all zero, and registers them. They exist as long as a handle does,
  /// even after close(). Throws if there is not enough memory or, if huge pages are required, not
  /// enough of those.
  static mr allocate(const verbatim::pd& pd, std::size_t length, const allocation& how = {});

  /// Registers all memory that the process has, now and later, where the device pages on demand.
  /// `access` gets access::on_demand by itself. The first byte has address 0, length() is SIZE_MAX
  /// and memory() is empty; slice_of() makes slices. Peers that get its rkey() may reach whatever
  /// `access` lets them. A request fails if it comes to memory that is not mapped then. Throws if
  /// the device cannot do this.
  static mr implicit(const verbatim::pd& pd,
                     verbatim::access access = verbatim::access::local_write);

  /// Takes over a region that was made elsewhere in this protection domain: by ibv_reg_mr() and its
  /// like, or by another library. An ibv_mr tells neither its access nor its iova: `registered` does.
  /// If this throws, nothing has been taken.
  static mr adopt(const verbatim::pd& pd, ibv_mr* native, ownership how, const options& registered);

  /// Returns the memory, for the program to use.
  std::span<std::byte> memory() const noexcept { return body_->memory(); }

  /// Returns the address where the memory begins for WQEs and peers: its own, unless
  /// mr::options::iova gives another.
  std::uint64_t addr() const noexcept { return body_->addr(); }

  /// Returns what may be done with the memory. It includes relaxed_ordering only where that is in
  /// force, as far as can be known: devices other than mlx5 do not tell whether they use it.
  verbatim::access access() const noexcept { return body_->access(); }

  /// Returns the kind of pages of memory that allocate() made.
  page_kind pages() const noexcept { return body_->pages(); }

  /// Returns the requests that could not be met and why, in one sentence each.
  const std::vector<std::string>& fallbacks() const noexcept { return body_->fallbacks(); }

  /// Returns the length in bytes.
  std::size_t length() const noexcept { return body_->length(); }

  /// Returns the key for WQEs of your own queue pairs.
  std::uint32_t lkey() const noexcept { return body_->lkey(); }

  /// Returns the key for peers, who may do what access() says.
  std::uint32_t rkey() const noexcept { return body_->rkey(); }

  /// Returns `length` bytes from `offset` on, to post with. Throws if they are not all inside or
  /// are more than the longest message, and after close().
  memory_slice slice(std::uint64_t offset, std::uint64_t length) const {
    if (!is_open() || length > verbs::max_message || !has(offset, length)) refuse(offset, length);
    return {addr() + offset, static_cast<std::uint32_t>(length), lkey()};
  }

  /// Returns all of the region, to post with. Throws if it is more than the longest message, and
  /// after close().
  memory_slice slice() const { return slice(0, length()); }

  /// Returns the slice of these bytes. Throws if they do not lie in the region.
  memory_slice slice_of(std::span<const std::byte> bytes) const {
    return slice(reinterpret_cast<std::uintptr_t>(bytes.data()) -
                     reinterpret_cast<std::uintptr_t>(memory().data()),
                 bytes.size());
  }

  /// Returns `length` bytes from `offset` on for a peer, which may do with them what access() says.
  /// Throws if they are not all inside, and after close().
  remote_region remote(std::uint64_t offset, std::uint64_t length) const {
    if (!is_open() || !has(offset, length)) refuse(offset, length);
    return {addr() + offset, length, rkey()};
  }

  /// Returns all of the region for a peer. Throws after close().
  remote_region remote() const { return remote(0, length()); }

  /// Changes the registration, in place of closing the region and making another: handles of it and
  /// memory windows on it stay. Slices and remote regions that were made before are values: the
  /// returned mr::keys says whether they are still valid. Make new ones. Post nothing that uses the
  /// region meanwhile. Memory that allocate() made exists as long as a handle does, even if the
  /// region is of other memory now.
  ///
  ///   if (mr.rereg({.access = access::local_write}) == mr::keys::kept) …  // peers read no more
  ///
  /// Throws if it cannot be done. If is_open() is true then, the region is as it was. Otherwise it
  /// was closed, with its windows: the device may have given up half-way, which verbs do not tell,
  /// and the region is of no more use.
  [[nodiscard("slices and remote regions of before may be good, or not")]] keys rereg(
      const change& what);

  /// Returns the GUID of the device that the keys belong to.
  guid device() const noexcept { return body_->device(); }

  /// Returns the verbs object, for calls that this library does not make; null after close().
  ibv_mr* native() const noexcept { return body_->native(); }

 private:
  explicit mr(verbs::ref<verbs::mr_body> body) noexcept : handle(std::move(body)) {}

  bool has(std::uint64_t offset, std::uint64_t length) const noexcept {
    return verbs::inside(offset, length, this->length());
  }
  [[noreturn]] void refuse(std::uint64_t offset, std::uint64_t length) const;
};

}  // namespace verbatim
