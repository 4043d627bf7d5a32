// A protection domain, which separates its keys and queue pairs from those of other domains.
#pragma once

#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/context/context.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"

namespace verbatim {

namespace verbs {

/// Advice for the device about pages of regions with on-demand paging. The values are those of
/// ibv_advise_mr_advice.
enum class mr_advice : std::uint8_t {
  prefetch,           ///< the device fetches the pages, to read
  prefetch_write,     ///< the device fetches the pages, to read and to write
  prefetch_no_fault,  ///< the device fetches existing pages only
};
std::string_view name(mr_advice advice) noexcept;
inline std::ostream& operator<<(std::ostream& out, mr_advice value) { return out << name(value); }

/// The time at which the device follows advice, and the way in which failures are reported.
enum class advise_mode : std::uint8_t {
  wait,        ///< before the call returns; it throws if a page cannot be fetched
  background,  ///< later; only errors in the slices themselves are reported
};

class pd_body final : public body {
 public:
  explicit pd_body(context_body& context);
  pd_body(context_body& context, ibv_pd* native, ownership how);

  ibv_pd* native() const noexcept { return native_.get(); }
  context_body& context() const noexcept { return context_; }
  std::string describe() const override { return "PD of " + context_.name(); }

 private:
  int destroy() noexcept override { return verbs::destroy(native_); }

  context_body& context_;
  native_ptr<ibv_pd> native_;
};

/// Returns the key of the null memory region; no_lkey if the device has none.
lkey null_lkey(ibv_pd* pd) noexcept;

}  // namespace verbs

/// A protection domain. Queue pairs can use only memory of their own protection domain.
class pd : public handle<verbs::pd_body> {
 public:
  using advice = verbs::mr_advice;
  using advise_mode = verbs::advise_mode;

  explicit pd(const verbatim::context& context);

  /// Returns a handle of a protection domain that was made elsewhere on this context. Throws if it
  /// belongs to another context. Before you deallocate a borrowed one, close everything that was
  /// made on it.
  static pd adopt(const verbatim::context& context, ibv_pd* native, ownership how);

  /// Returns the context on which it was made.
  verbatim::context context() const noexcept;

  /// Makes the device fetch the pages of the slices before requests use them. Otherwise the first
  /// request that uses a page takes as long as a page fault. The slices belong to regions with
  /// access::on_demand. Pages may become absent again. Throws if a slice belongs to another kind of
  /// region or to another protection domain, or if it is not inside its region.
  void advise(advice what, std::span<const memory_slice> slices,
              advise_mode when = advise_mode::wait) const;

  /// Does the same for one slice.
  void advise(advice what, const memory_slice& slice, advise_mode when = advise_mode::wait) const {
    advise(what, std::span(&slice, 1), when);
  }

  /// Returns the ibv_pd, for calls that this library does not make; null after close().
  ibv_pd* native() const noexcept { return body_->native(); }

 private:
  explicit pd(verbs::ref<verbs::pd_body> body) noexcept : handle(std::move(body)) {}
};

}  // namespace verbatim
