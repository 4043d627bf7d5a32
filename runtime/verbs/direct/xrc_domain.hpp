// An XRC domain: a group of XRC shared receive queues and XRC receive queue pairs.
#pragma once

#include <fcntl.h>

#include <optional>
#include <string>

#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/context/context.hpp"

namespace verbatim {

namespace verbs {

/// The attributes of an XRC domain, with the names of ibv_xrcd_init_attr.
struct xrc_domain_attributes {
  /// A file that identifies the domain, so that other processes and contexts can open the same
  /// domain. The caller may close the file afterwards. Without a file, the domain belongs to this
  /// context alone.
  std::optional<int> fd = std::nullopt;

  /// Flags for `fd`: O_CREAT makes the domain if the file has none; O_EXCL with O_CREAT fails if
  /// the file already has one.
  int oflags = O_CREAT;
};

class xrc_domain_body final : public body {
 public:
  xrc_domain_body(context_body& context, const xrc_domain_attributes& attributes);

  ibv_xrcd* native() const noexcept { return native_.get(); }
  context_body& context() const noexcept { return context_; }
  std::string describe() const override { return "XRC domain of " + context_.name(); }

 private:
  int destroy() noexcept override { return verbs::destroy(native_); }

  context_body& context_;
  native_ptr<ibv_xrcd> native_;
};

}  // namespace verbs

/// An XRC domain. An xrc_recv_qp delivers to every xrc_srq of the same domain.
class xrc_domain : public handle<verbs::xrc_domain_body> {
 public:
  using attributes = verbs::xrc_domain_attributes;

  explicit xrc_domain(const verbatim::context& context, const attributes& how = {})
      : handle(verbs::make<verbs::xrc_domain_body>("ibv_open_xrcd", {context.body()},
                                                   *context.body(), how)) {}

  /// Returns the ibv_xrcd, for calls that this library does not make; null after close().
  ibv_xrcd* native() const noexcept { return body_->native(); }
};

}  // namespace verbatim
