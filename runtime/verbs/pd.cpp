// A protection domain: what keeps one program's keys and queue pairs from another's.
#include "verbatim/verbs/pd.hpp"

#include <infiniband/verbs.h>

#include <cerrno>

#include "verbatim/verbs/error.hpp"

namespace verbatim {
namespace verbs {

pd_body::pd_body(context_body& context)
    : body(rank::protection_domain), context_(context), native_(ibv_alloc_pd(context.native())) {
  if (native_ == nullptr) throw error(errno, "ibv_alloc_pd", context.describe(), "");
}

}  // namespace verbs

pd::pd(const verbatim::context& context)
    : handle(verbs::make<verbs::pd_body>("ibv_alloc_pd", {context.body()}, *context.body())) {}

context pd::context() const noexcept {
  return verbatim::context(verbs::ref<verbs::context_body>::share(&body_->context()));
}

}  // namespace verbatim
