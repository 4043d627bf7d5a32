// A queue pair number that no queue pair has, for connections that have none of their own.
#pragma once

#include <cstdint>
#include <string>

#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/context/context.hpp"

namespace verbatim {

namespace verbs {

class reserved_qpn_body final : public body {
 public:
  explicit reserved_qpn_body(context_body& context);

  std::uint32_t qpn() const noexcept { return qpn_; }
  const context_body& device() const noexcept { return context_; }
  std::string describe() const override;

 private:
  int destroy() noexcept override;

  context_body& context_;
  std::uint32_t qpn_ = 0;
};

}  // namespace verbs

/// A queue pair number that the device reserves. rdma_cm needs one for each connection of DC
/// objects, which have no number per peer. The last handle gives it back.
class reserved_qpn : public handle<verbs::reserved_qpn_body> {
 public:
  /// Reserves a number. Throws if the device cannot, or if it has none left.
  explicit reserved_qpn(const verbatim::context& context)
      : handle(verbs::make<verbs::reserved_qpn_body>("mlx5dv_reserved_qpn_alloc", {context.body()},
                                                     *context.body())) {}

  /// Returns the number, 24 bits.
  std::uint32_t qpn() const noexcept { return body_->qpn(); }
};

}  // namespace verbatim
