// A protection domain, which separates its keys and queue pairs from those of other domains.
#include "verbatim/verbs/memory/pd.hpp"

#include <infiniband/verbs.h>

#include <cerrno>
#include <type_traits>

#include "verbatim/queue/base/inline_scatter.hpp"
#include "verbatim/verbs/base/error.hpp"

namespace verbatim {
namespace verbs {

pd_body::pd_body(context_body& context)
    : body(rank::protection_domain), context_(context), native_(ibv_alloc_pd(context.native())) {
  if (native_ == nullptr) throw error(errno, "ibv_alloc_pd", context.describe(), "");
}

pd_body::pd_body(context_body& context, ibv_pd* native, ownership how)
    : body(rank::protection_domain), context_(context) {
  if (native->context != context.native()) {
    throw error(std::errc::invalid_argument, "adopt", context.describe(),
                "the protection domain is of another open device");
  }
  native_ = adopted(native, how);
}

namespace {

static_assert(static_cast<int>(mr_advice::prefetch) == IBV_ADVISE_MR_ADVICE_PREFETCH &&
              static_cast<int>(mr_advice::prefetch_write) == IBV_ADVISE_MR_ADVICE_PREFETCH_WRITE &&
              static_cast<int>(mr_advice::prefetch_no_fault) ==
                  IBV_ADVISE_MR_ADVICE_PREFETCH_NO_FAULT);

std::string_view why_not_advised(int error_number) noexcept {
  switch (error_number) {
    case ENOENT:
      return "a slice is of no memory region with access::on_demand, or its key is stale";
    case EPERM:
      return "a slice is of another protection domain, or of a region without local_write that is "
             "to be written";
    case EFAULT:
      return "a slice is not inside of its region, or not all mapped, or it is read-only and to be "
             "written";
    case EOPNOTSUPP:
      return "the device or its driver takes no such advice: leave it out";
    default:
      return "";
  }
}

}  // namespace

lkey null_lkey(ibv_pd* pd) noexcept {
  const native_ptr<ibv_mr> null_region(ibv_alloc_null_mr(pd));
  return null_region ? lkey(null_region->lkey) : detail::no_lkey;
}

}  // namespace verbs

pd::pd(const verbatim::context& context)
    : handle(verbs::make<verbs::pd_body>("ibv_alloc_pd", {context.body()}, *context.body())) {}

pd pd::adopt(const verbatim::context& context, ibv_pd* native, ownership how) {
  return pd(verbs::make<verbs::pd_body>("adopt", {context.body()}, *context.body(), native, how));
}

std::string_view verbs::name(mr_advice advice) noexcept {
  constexpr std::string_view names[]{"prefetch", "prefetch_write", "prefetch_no_fault"};
  return names[static_cast<std::size_t>(advice)];
}

void pd::advise(verbs::mr_advice what, std::span<const memory_slice> slices,
                verbs::advise_mode when) const {
  static_assert(std::is_standard_layout_v<memory_slice> && sizeof(memory_slice) == sizeof(ibv_sge));
  const auto open = body_->while_open("ibv_advise_mr");
  auto* const list =  // ibv_advise_mr only reads the list
      const_cast<ibv_sge*>(reinterpret_cast<const ibv_sge*>(slices.data()));
  const int returned =
      ibv_advise_mr(native(), static_cast<ibv_advise_mr_advice>(what),
                    when == verbs::advise_mode::wait ? IBV_ADVISE_MR_FLAG_FLUSH : 0, list,
                    static_cast<std::uint32_t>(slices.size()));
  const int refused = verbs::error_number(returned);
  verbs::check(refused, "ibv_advise_mr", describe(), verbs::why_not_advised(refused));
}

context pd::context() const noexcept {
  return verbatim::context(verbs::ref<verbs::context_body>::share(&body_->context()));
}

}  // namespace verbatim
