// A protection domain: what keeps one program's keys and queue pairs from another's.
#include "verbatim/verbs/pd.hpp"

#include <infiniband/verbs.h>

#include <cerrno>

#include "verbatim/queue/inline_scatter.hpp"
#include "verbatim/verbs/error.hpp"

namespace verbatim {
namespace verbs {

pd_body::pd_body(context_body& context)
    : body(rank::protection_domain), context_(context), native_(ibv_alloc_pd(context.native())) {
  if (native_ == nullptr) throw error(errno, "ibv_alloc_pd", context.describe(), "");
}

std::uint32_t null_lkey(ibv_pd* pd) noexcept {
  const native_ptr<ibv_mr> null_region(ibv_alloc_null_mr(pd));
  return null_region ? null_region->lkey : no_lkey;
}

}  // namespace verbs

pd::pd(const verbatim::context& context)
    : handle(verbs::make<verbs::pd_body>("ibv_alloc_pd", {context.body()}, *context.body())) {}

context pd::context() const noexcept {
  return verbatim::context(verbs::ref<verbs::context_body>::share(&body_->context()));
}

}  // namespace verbatim
