// A protection domain: what keeps one program's keys and queue pairs from another's.
#pragma once

#include <cstdint>
#include <string>

#include "verbatim/verbs/body.hpp"
#include "verbatim/verbs/context.hpp"
#include "verbatim/verbs/native.hpp"

namespace verbatim {
namespace verbs {

class pd_body final : public body {
 public:
  explicit pd_body(context_body& context);

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

  verbatim::context context() const noexcept;

  /// For calls that this library does not make; null after close().
  ibv_pd* native() const noexcept { return body_->native(); }
};

}  // namespace verbatim
