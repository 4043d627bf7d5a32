// A protection domain: what keeps one program's keys and queue pairs from another's.
#pragma once

#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "verbatim/verbs/body.hpp"
#include "verbatim/verbs/context.hpp"
#include "verbatim/verbs/memory_slice.hpp"
#include "verbatim/verbs/native.hpp"

namespace verbatim {

/// What is to become of pages of regions that have them on demand. The values are those of ibv_advise_mr_advice.
enum class mr_advice : std::uint8_t {
  prefetch,           ///< the device gets them, to read
  prefetch_write,     ///< the same, to read and to write
  prefetch_no_fault,  ///< it gets those that the process has; no others are made
};
std::string_view name(mr_advice advice) noexcept;
inline std::ostream& operator<<(std::ostream& out, mr_advice value) { return out << name(value); }

/// When it is done, and whether one is told if it cannot be.
enum class advise_mode : std::uint8_t {
  wait,        ///< before the call returns, which throws if a page cannot be had
  background,  ///< at some time; only what is wrong with the slices themselves is told
};

namespace verbs {

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

/// The key of the null memory region; no_lkey if the device has none.
std::uint32_t null_lkey(ibv_pd* pd) noexcept;

}  // namespace verbs

/// Queue pairs use memory of their own protection domain only.
class pd : public handle<verbs::pd_body> {
 public:
  explicit pd(const verbatim::context& context);

  /// A handle of a protection domain of this context that was made elsewhere. Throws if it is of another one. What
  /// is made on it has to be closed before a borrowed one is deallocated.
  static pd adopt(const verbatim::context& context, ibv_pd* native, ownership how);

  verbatim::context context() const noexcept;

  /// Has pages of the slices, which are of regions with access::on_demand, there before requests come to them:
  /// the first to touch a page takes as long as a page fault. Pages may go again. Throws if a slice is of
  /// another region or protection domain, or not inside of it.
  void advise(mr_advice what, std::span<const memory_slice> slices,
              advise_mode when = advise_mode::wait) const;
  void advise(mr_advice what, const memory_slice& slice,
              advise_mode when = advise_mode::wait) const {
    advise(what, std::span(&slice, 1), when);
  }

  /// For calls that this library does not make; null after close().
  ibv_pd* native() const noexcept { return body_->native(); }

 private:
  explicit pd(verbs::ref<verbs::pd_body> body) noexcept : handle(std::move(body)) {}
};

}  // namespace verbatim
