// A memory region: memory that is registered with the device, and its keys.
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

/// Options for registering memory.
struct mr_options {
  verbatim::access access = access::local_write;  ///< access of the device and of peers

  /// The address of the first byte in WQEs and for peers, in place of the memory's own address:
  /// with 0, they count from the beginning of the region. It must have the same offset in its page
  /// as the memory. Do not use it for memory into which a queue pair with scatter_to_cqe receives:
  /// there the CPU copies the data, and needs real addresses.
  std::optional<std::uint64_t> iova = std::nullopt;
};

/// Options for allocating and registering memory.
struct mr_allocation {
  verbatim::access access = access::local_write;     ///< access of the device and of peers
  std::optional<std::uint64_t> iova = std::nullopt;  ///< as in mr_options

  /// The alignment of the first byte: a power of two, in bytes. It is raised to at least a page.
  std::size_t alignment = 1;
  huge_pages pages = huge_pages::no;  ///< the use of huge pages
};

/// The changes that mr::rereg() makes to a registration. A member that is not set changes nothing.
struct mr_change {
  /// Other memory of the caller. It has its own address: an earlier iova no longer applies.
  std::optional<std::span<std::byte>> memory = std::nullopt;

  /// The new protection domain.
  std::optional<verbatim::pd> pd = std::nullopt;

  /// The new access rights.
  std::optional<verbatim::access> access = std::nullopt;
};

/// The validity of a region's old keys after mr::rereg(), and so of earlier slices and remote
/// regions.
enum class mr_keys : std::uint8_t {
  kept,      ///< valid inside the changed region, for the changed access
  replaced,  ///< the device refuses the old keys
};
std::string_view name(mr_keys keys) noexcept;
inline std::ostream& operator<<(std::ostream& out, mr_keys value) { return out << name(value); }

/// Any type for the memory of an mr except device memory, which has its own constructors.
template <class Range>
concept host_memory = !std::is_same_v<std::remove_cvref_t<Range>, verbatim::device_memory>;

/// Returns the bytes of a contiguous range for registration. Ranges that cannot be registered do
/// not compile.
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
  /// Registers memory of the caller, or the memory of `pages`.
  mr_body(pd_body& pd, std::span<std::byte> memory, const mr_options& options,
          page_memory pages = {});

  /// Registers memory of the device, whose first byte has address 0.
  mr_body(pd_body& pd, device_memory_body& memory, std::size_t offset, std::size_t length,
          verbatim::access access);

  /// Registers all memory of the process, on demand.
  mr_body(pd_body& pd, verbatim::access access);

  /// Takes over a region that was made elsewhere. If this throws, the caller keeps it.
  mr_body(pd_body& pd, ibv_mr* native, ownership how, const mr_options& options);

  ibv_mr* native() const noexcept { return native_.get(); }
  std::span<std::byte> memory() const noexcept { return memory_; }
  std::uint64_t addr() const noexcept { return addr_; }
  std::size_t length() const noexcept { return length_; }
  verbatim::lkey lkey() const noexcept { return lkey_; }
  verbatim::rkey rkey() const noexcept { return rkey_; }
  guid device() const noexcept { return device_guid_; }
  verbatim::access access() const noexcept { return access_; }
  page_kind pages() const noexcept { return pages_.kind(); }
  const std::vector<std::string>& fallbacks() const noexcept { return fallbacks_; }
  std::string describe() const override;

  /// Changes the registration, under while_open(). Throws if it fails and the region did not
  /// change. Returns an error if it fails and the region can only be closed. `before` receives the
  /// replaced parent.
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
  verbatim::lkey lkey_;
  verbatim::rkey rkey_;
};

}  // namespace verbs

/// Memory that is registered with the device. It can be memory of the caller, which must outlive
/// the registration; memory of the region itself, which allocate() makes; or device memory.
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

  /// Registers a piece of device memory, or all of it. Its first byte has address 0, and memory()
  /// is empty. Offset and length are multiples of 4.
  mr(const verbatim::pd& pd, const device_memory& memory, std::size_t offset, std::size_t length,
     verbatim::access access = verbatim::access::local_write);
  mr(const verbatim::pd& pd, const device_memory& memory,
     verbatim::access access = verbatim::access::local_write)
      : mr(pd, memory, 0, memory.length(), access) {}

  /// Allocates `length` bytes, all zero, and registers them. The memory exists as long as a handle,
  /// even after close(). Throws if there is not enough memory, or not enough huge pages if these
  /// are required.
  static mr allocate(const verbatim::pd& pd, std::size_t length, const allocation& how = {});

  /// Registers all memory that the process has, now and later, with on-demand paging.
  /// access::on_demand is added to `access`. The first byte has address 0, length() is SIZE_MAX and
  /// memory() is empty; slice_of() makes slices. Peers that get its rkey() have `access` to all
  /// memory. A request fails if it uses memory that is not mapped at that time. Throws if the
  /// device does not support this.
  static mr implicit(const verbatim::pd& pd,
                     verbatim::access access = verbatim::access::local_write);

  /// Takes over a region that was made elsewhere in this protection domain: by ibv_reg_mr() and
  /// similar functions, or by another library. An ibv_mr contains neither its access nor its iova,
  /// so pass them in `registered`. If this throws, the caller keeps it.
  static mr adopt(const verbatim::pd& pd, ibv_mr* native, ownership how, const options& registered);

  /// Returns the memory, for the program to use.
  std::span<std::byte> memory() const noexcept { return body_->memory(); }

  /// Returns the address of the first byte for WQEs and peers: the memory's own address, unless
  /// mr::options::iova is set.
  std::uint64_t addr() const noexcept { return body_->addr(); }

  /// Returns the access rights of the memory. They include relaxed_ordering only if it is in
  /// effect, as far as this is known: devices other than mlx5 do not report whether they use it.
  verbatim::access access() const noexcept { return body_->access(); }

  /// Returns the kind of pages of memory that allocate() made.
  page_kind pages() const noexcept { return body_->pages(); }

  /// Returns one sentence for each option that could not be met, with the reason.
  const std::vector<std::string>& fallbacks() const noexcept { return body_->fallbacks(); }

  /// Returns the length in bytes.
  std::size_t length() const noexcept { return body_->length(); }

  /// Returns the key for WQEs of this program's queue pairs.
  verbatim::lkey lkey() const noexcept { return body_->lkey(); }

  /// Returns the key for peers, which gives them the rights of access().
  verbatim::rkey rkey() const noexcept { return body_->rkey(); }

  /// Returns the slice of `length` bytes from `offset` on, for posting. Throws if they are not all
  /// inside, if they are more than the longest message, and after close().
  memory_slice slice(std::uint64_t offset, std::uint64_t length) const {
    if (!is_open() || length > verbs::max_message || !has(offset, length)) refuse(offset, length);
    return {addr() + offset, static_cast<std::uint32_t>(length), lkey()};
  }

  /// Returns the whole region as a slice, for posting. Throws if it is longer than the longest
  /// message, and after close().
  memory_slice slice() const { return slice(0, length()); }

  /// Returns the slice of these bytes. Throws if they do not lie in the region.
  memory_slice slice_of(std::span<const std::byte> bytes) const {
    return slice(reinterpret_cast<std::uintptr_t>(bytes.data()) -
                     reinterpret_cast<std::uintptr_t>(memory().data()),
                 bytes.size());
  }

  /// Returns `length` bytes from `offset` on for a peer, which gets the rights of access(). Throws
  /// if they are not all inside, and after close().
  remote_region remote(std::uint64_t offset, std::uint64_t length) const {
    if (!is_open() || !has(offset, length)) refuse(offset, length);
    return {addr() + offset, length, rkey()};
  }

  /// Returns the whole region for a peer. Throws after close().
  remote_region remote() const { return remote(0, length()); }

  /// Changes the registration, instead of closing the region and making another. Handles of the
  /// region and memory windows on it stay valid. Earlier slices and remote regions are values: the returned
  /// mr::keys is their validity. Make new ones. Post nothing that uses the region meanwhile. Memory that
  /// allocate() made exists as long as a handle, even if the region has other memory now.
  ///
  ///   if (mr.rereg({.access = access::local_write}) == mr::keys::kept) …  // peers read no more
  ///
  /// Throws if the change fails. If is_open() is then true, the region did not change. Otherwise
  /// the region was closed with its windows: the device may have stopped half-way, which libibverbs
  /// does not report, so the region cannot be used any more.
  [[nodiscard("slices and remote regions of before may be good, or not")]] keys rereg(
      const change& what);

  /// Returns the GUID of the keys' device.
  guid device() const noexcept { return body_->device(); }

  /// Returns the ibv_mr, for calls that this library does not make; null after close().
  ibv_mr* native() const noexcept { return body_->native(); }

 private:
  explicit mr(verbs::ref<verbs::mr_body> body) noexcept : handle(std::move(body)) {}

  bool has(std::uint64_t offset, std::uint64_t length) const noexcept {
    return verbs::inside(offset, length, this->length());
  }
  [[noreturn]] void refuse(std::uint64_t offset, std::uint64_t length) const;
};

}  // namespace verbatim
