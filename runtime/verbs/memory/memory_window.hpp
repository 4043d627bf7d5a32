// Memory windows: keys for parts of a memory region, which requests bind and invalidate.
#pragma once

#include <cstdint>
#include <string>

#include "verbatim/generated/segments/mkey_ctx_seg.hpp"
#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/memory/access.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/mr.hpp"

namespace verbatim {

/// The kind of a memory window. The values are those of ibv_mw_type.
enum class window_type : std::uint8_t {
  type_1 = 1,  ///< valid on every queue pair of the protection domain; another binding revokes it
  type_2 = 2,  ///< valid on the queue pair that bound it; invalidate it before the next binding
};

namespace verbs {

class memory_window_body final : public body {
 public:
  memory_window_body(mr_body& region, window_type type);

  /// Takes over a window that was made elsewhere. If this throws, the caller keeps it.
  memory_window_body(mr_body& region, window_type type, ibv_mw* native, ownership how);

  ibv_mw* native() const noexcept { return native_.get(); }
  const mr_body& region() const noexcept { return region_; }
  std::string describe() const override;

  /// Returns the key of the last binding; for type 1, of the last binding that was posted.
  verbatim::rkey rkey() const noexcept;

  /// Returns a key that differs from the last one, and stores it as the last one.
  verbatim::rkey next_rkey() noexcept;

  /// Throws the error for a part of the region that cannot be bound.
  [[noreturn]] void refuse(std::uint64_t offset, std::uint64_t length) const;

 private:
  int destroy() noexcept override { return verbs::destroy(native_); }

  mr_body& region_;
  std::string device_;
  window_type type_;
  native_ptr<ibv_mw> native_;
  verbatim::rkey rkey_;
};

/// The part of a region to which a window gives access, and the access. It is a value; a request
/// binds it.
template <window_type Type>
struct window_binding {
  ibv_mw* window = nullptr;                ///< the window that is bound
  ibv_mr* region = nullptr;                ///< the region of the window
  std::uint64_t addr = 0;                  ///< address of the first byte, as peers use it
  std::uint64_t length = 0;                ///< in bytes
  verbatim::lkey lkey = {};                ///< lkey of the region
  verbatim::rkey previous_rkey = {};       ///< type 2: the key of the previous binding
  verbatim::rkey rkey = {};                ///< type 2: valid once the request has completed
  verbatim::access access = access::none;  ///< the access of peers

  /// Returns the key segment of a WQE that binds the window on the queue pair `qpn`.
  mkey_ctx_seg mkey(std::uint32_t qpn) const noexcept {
    static_assert(Type == window_type::type_2, "verbs choose the keys of windows of type 1");
    return {.atomic = allows(access, access::remote_atomic),
            .remote_write = allows(access, access::remote_write),
            .remote_read = allows(access, access::remote_read),
            .qpn = qpn,
            .mkey_7_0 = static_cast<std::uint8_t>(rkey.value()),
            .start_addr = addr,
            .len = length};
  }
};

}  // namespace verbs

/// A memory window: a key for a part of a memory region. Requests bind and invalidate it, as fast
/// as any other request. The key of a window of type 2 is valid on one queue pair;
/// send_request::bind() and the builders of direct queue pairs bind it, and any number of such
/// requests may be outstanding. The key of a memory_window<window_type::type_1> is valid on every
/// queue pair of the protection domain, and verbs_qp::bind() binds it.
///
///   mr region(pd, memory, access::local_write | access::remote_write | access::mw_bind);
///   memory_window window(region);
///   const auto binding = window.binding(0, 4096, access::remote_write);
///   (void)qp.post(request::bind(binding).signal(1));  // after its completion, send the peer
///   … window.remote(binding) …
///   (void)qp.post(request::local_invalidate(binding.rkey));  // revokes it
///
/// The same on a direct queue pair:
///
///   qp.sq_wqe().bind_mw().window(binding.previous_rkey).to(binding.mkey(qp.qpn()))
///       .klm(length, binding.lkey, binding.addr).signal(entry).finish();
///   qp.sq_wqe().local_invalidate().key(binding.rkey).finish();
///
/// The window covers only parts of this region, and is closed with the region. One thread at a time
/// binds it. Post the results of binding() in the order of the calls.
template <window_type Type = window_type::type_2>
class memory_window : public handle<verbs::memory_window_body> {
 public:
  /// Makes a window. Throws if the region lacks access::mw_bind, or if the device has no windows of
  /// this type.
  explicit memory_window(const mr& region)
      : handle(verbs::make<verbs::memory_window_body>("create_mw", {region.body()}, *region.body(),
                                                      Type)) {}

  /// Takes over a window that was made elsewhere, by ibv_alloc_mw() in the region's protection
  /// domain. If this throws, the caller keeps it.
  static memory_window adopt(const mr& region, ibv_mw* native, ownership how) {
    return memory_window(verbs::make<verbs::memory_window_body>("adopt", {region.body()},
                                                                *region.body(), Type, native, how));
  }

  /// Returns a binding that gives the peer `access` to `length` bytes of the region from `offset`
  /// on. For type 2, each call chooses another key. Throws if the bytes are not all inside or are
  /// more than the longest message, and after close(). If `access` writes, the region must have
  /// local_write: otherwise binding fails.
  verbs::window_binding<Type> binding(std::uint64_t offset, std::uint64_t length, access access) {
    const auto& region = body_->region();
    if (!is_open() || length > verbs::max_message ||
        !verbs::inside(offset, length, region.length())) {
      body_->refuse(offset, length);
    }
    verbs::window_binding<Type> made{.window = native(),
                                     .region = region.native(),
                                     .addr = region.addr() + offset,
                                     .length = length,
                                     .lkey = region.lkey(),
                                     .access = access};
    if constexpr (Type == window_type::type_2) {
      made.previous_rkey = body_->rkey();
      made.rkey = body_->next_rkey();
    }
    return made;
  }

  /// Returns the region to send to the peer after the request has completed. For type 1, libibverbs
  /// chooses the key: it is the key of the binding that was posted last.
  remote_region remote(const verbs::window_binding<Type>& binding) const noexcept {
    return {binding.addr, binding.length,
            Type == window_type::type_2 ? binding.rkey : body_->rkey()};
  }

  /// Returns the key of the last binding(); for type 1, of the last binding that was posted.
  verbatim::rkey rkey() const noexcept { return body_->rkey(); }

  /// Returns the ibv_mw, for calls that this library does not make; null after close().
  ibv_mw* native() const noexcept { return body_->native(); }

 private:
  using handle::handle;
};

}  // namespace verbatim
