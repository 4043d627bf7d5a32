// A shared receive queue that posts through libibverbs, on any device.
#include "verbatim/verbs/portable/verbs_srq.hpp"

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::verbs {

verbs_srq_body::verbs_srq_body(pd_body& pd, const srq_attributes& attributes)
    : body(rank::shared_receive_queue),
      device_(pd.context().name()),
      native_(create_srq(pd, attributes)),
      limits_{.max_sge = std::max(attributes.max_sge, 1u)},
      number_(native_->handle) {}

verbs_srq_body::verbs_srq_body(pd_body& pd, ibv_srq* native, ownership how)
    : body(rank::shared_receive_queue), device_(pd.context().name()), number_(native->handle) {
  if (native->context != pd.native()->context) {
    throw error(std::errc::invalid_argument, "adopt", pd.describe(),
                "the SRQ is of another open device");
  }
  ibv_srq_attr attr{};
  check(ibv_query_srq(native, &attr), "ibv_query_srq", pd.describe());
  limits_.max_sge = attr.max_sge;
  native_ = adopted(native, how);
}

std::string verbs_srq_body::describe() const {
  return "verbs SRQ " + std::to_string(number_) + " of " + device_;
}

std::optional<std::uint32_t> verbs_srq_body::take_async_event(const void* native,
                                                              async_event_type) noexcept {
  if (native != native_.get()) return std::nullopt;
  return number_;
}

}  // namespace verbatim::verbs
