// A queue pair number that no queue pair has, for connections that have none of their own.
#include "verbatim/verbs/queue_pair/reserved_qpn.hpp"

#include <infiniband/mlx5dv.h>

#include <cerrno>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/base/native.hpp"

namespace verbatim::verbs {

reserved_qpn_body::reserved_qpn_body(context_body& context)
    : body(rank::queue_pair), context_(context) {
  context_.require_mlx5("reserved_qpn", "only mlx5 devices reserve queue pair numbers");
  const int failed = mlx5dv_reserved_qpn_alloc(context_.native(), &qpn_);
  if (failed == 0) return;
  throw error(
      failed, "mlx5dv_reserved_qpn_alloc", context_.describe(),
      failed == EOPNOTSUPP ? "the device or its firmware cannot reserve queue pair numbers" : "");
}

std::string reserved_qpn_body::describe() const {
  return "reserved QPN " + std::to_string(qpn_) + " of " + context_.name();
}

int reserved_qpn_body::destroy() noexcept {
  return unless_removed(mlx5dv_reserved_qpn_dealloc(context_.native(), qpn_), context_.native());
}

}  // namespace verbatim::verbs
