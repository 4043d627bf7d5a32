// Memory windows: keys for a part of a memory region that are given and taken away by requests.
#pragma once

#include <cstdint>
#include <string>

#include "verbatim/generated/segments/mkey_ctx_seg.hpp"
#include "verbatim/verbs/access.hpp"
#include "verbatim/verbs/body.hpp"
#include "verbatim/verbs/memory_slice.hpp"
#include "verbatim/verbs/mr.hpp"
#include "verbatim/verbs/native.hpp"

namespace verbatim {

/// The values are those of ibv_mw_type.
enum class window_type : std::uint8_t {
  type_1 = 1,  ///< good for every queue pair of the protection domain; bound anew to take it away
  type_2 = 2,  ///< good for the queue pair that bound it; invalidated before it is bound anew
};

namespace verbs {

class memory_window_body final : public body {
 public:
  memory_window_body(mr_body& region, window_type type);

  /// One that was made elsewhere, which stays so if this throws.
  memory_window_body(mr_body& region, window_type type, ibv_mw* native, ownership how);

  ibv_mw* native() const noexcept { return native_.get(); }
  const mr_body& region() const noexcept { return region_; }
  std::string describe() const override;

  /// The key of the last binding, or of type 1 the last that was posted.
  std::uint32_t rkey() const noexcept;

  /// A key that is another than the last, which it becomes.
  std::uint32_t next_rkey() noexcept;

  /// Throws what is wrong with such a part of the region.
  [[noreturn]] void refuse(std::uint64_t offset, std::uint64_t length) const;

 private:
  int destroy() noexcept override { return verbs::destroy(native_); }

  mr_body& region_;
  std::string device_;
  window_type type_;
  native_ptr<ibv_mw> native_;
  std::uint32_t rkey_;
};

}  // namespace verbs

/// What a window is to be good for: a request binds it. A value.
template <window_type Type>
struct window_binding {
  ibv_mw* window = nullptr;
  ibv_mr* region = nullptr;
  std::uint64_t addr = 0;
  std::uint64_t length = 0;         ///< in bytes
  std::uint32_t lkey = 0;           ///< of the region
  std::uint32_t previous_rkey = 0;  ///< type 2: of the binding before
  std::uint32_t rkey = 0;           ///< type 2: good once the request has completed
  verbatim::access access = access::none;

  /// What a WQE that binds it on this queue pair has for the key.
  mkey_ctx_seg mkey(std::uint32_t qpn) const noexcept {
    static_assert(Type == window_type::type_2, "verbs choose the keys of windows of type 1");
    return {.atomic = allows(access, access::remote_atomic),
            .remote_write = allows(access, access::remote_write),
            .remote_read = allows(access, access::remote_read),
            .qpn = qpn,
            .mkey_7_0 = static_cast<std::uint8_t>(rkey),
            .start_addr = addr,
            .len = length};
  }
};

/// A key for a part of a memory region, which may come and go as fast as requests do.
///
///   mr mr(pd, memory, access::local_write | access::remote_write | access::mw_bind);
///   memory_window window(mr);
///   const auto binding = window.binding(0, 4096, access::remote_write);
///   (void)qp.post(request::bind(binding).signal(1));         // once it has completed, the peer gets
///   … window.remote(binding) …
///   (void)qp.post(request::local_invalidate(binding.rkey));  // and from then on that is good for nothing
///
/// The same on a direct queue pair:
///
///   qp.sq_wqe().bind_mw().window(binding.previous_rkey).to(binding.mkey(qp.qpn()))
///       .klm(length, binding.lkey, binding.addr).signal(entry).finish();
///   qp.sq_wqe().local_invalidate().key(binding.rkey).finish();
///
/// The window is good for parts of this region only, and is closed with it. One thread binds it at a time; what
/// binding() made is posted in that order.
template <window_type Type>
class basic_memory_window : public handle<verbs::memory_window_body> {
 public:
  /// Throws if the region has no access::mw_bind, or the device no windows of the type.
  explicit basic_memory_window(const mr& region)
      : handle(verbs::make<verbs::memory_window_body>("create_mw", {region.body()}, *region.body(),
                                                      Type)) {}

  /// One that was made elsewhere, by ibv_alloc_mw() in the region's protection domain. If this throws, nothing has
  /// been taken.
  static basic_memory_window adopt(const mr& region, ibv_mw* native, ownership how) {
    return basic_memory_window(verbs::make<verbs::memory_window_body>(
        "adopt", {region.body()}, *region.body(), Type, native, how));
  }

  /// `length` bytes of the region from `offset` on for the peer to do `access` with, and a key that is
  /// another with each call. Throws if they are not all inside, and after close(). If `access` writes,
  /// the region has local_write, or else binding fails.
  window_binding<Type> binding(std::uint64_t offset, std::uint64_t length, access access) {
    const auto& region = body_->region();
    if (!is_open() || length > verbs::max_message ||
        !verbs::inside(offset, length, region.length())) {
      body_->refuse(offset, length);
    }
    window_binding<Type> made{.window = native(),
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

  /// What the peer gets, once the request has completed. Of type 1 verbs choose the key: it is that of the
  /// binding that was posted last.
  remote_region remote(const window_binding<Type>& binding) const noexcept {
    return {binding.addr, binding.length,
            Type == window_type::type_2 ? binding.rkey : body_->rkey()};
  }

  /// The key of the last binding(), or of type 1 of the last that was posted.
  std::uint32_t rkey() const noexcept { return body_->rkey(); }

  /// For calls that this library does not make; null after close().
  ibv_mw* native() const noexcept { return body_->native(); }

 private:
  using handle::handle;
};

/// Of type 2, whose key is good for one queue pair: what send_request::bind() and the builders of direct queue
/// pairs bind, and any number of requests may be behind one another.
using memory_window = basic_memory_window<window_type::type_2>;

/// Of type 1, whose key is good for every queue pair of the protection domain: what verbs_qp::bind() binds.
using memory_window_type1 = basic_memory_window<window_type::type_1>;

}  // namespace verbatim
