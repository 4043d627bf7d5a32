// A memory region: memory that the device may use, and its keys.
#include "verbatim/verbs/mr.hpp"

#include <infiniband/verbs.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "verbatim/verbs/error.hpp"
#include "verbatim/verbs/hca_capabilities.hpp"

namespace verbatim {
namespace verbs {
namespace {

static_assert(static_cast<unsigned>(access::local_write) == IBV_ACCESS_LOCAL_WRITE);
static_assert(static_cast<unsigned>(access::remote_write) == IBV_ACCESS_REMOTE_WRITE);
static_assert(static_cast<unsigned>(access::remote_read) == IBV_ACCESS_REMOTE_READ);
static_assert(static_cast<unsigned>(access::remote_atomic) == IBV_ACCESS_REMOTE_ATOMIC);
static_assert(static_cast<unsigned>(access::relaxed_ordering) == IBV_ACCESS_RELAXED_ORDERING);

void check_access(access access, std::string_view call, const pd_body& pd) {
  const auto writes = access & (access::remote_write | access::remote_atomic);
  if (writes != access::none && !allows(access, access::local_write)) {
    throw error(std::errc::invalid_argument, call, pd.describe(),
                "remote_write and remote_atomic need local_write");
  }
}

void check_memory(std::span<std::byte> memory, const mr_options& options, const pd_body& pd) {
  const auto refuse = [&](const char* reason) {
    return error(std::errc::invalid_argument, "ibv_reg_mr", pd.describe(), reason);
  };
  if (memory.empty()) throw refuse("the memory has no bytes");
  check_access(options.access, "ibv_reg_mr", pd);
  const auto in_page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) - 1;
  const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
  if (((options.iova.value_or(address) ^ address) & in_page) != 0) {
    throw refuse("the iova has another offset in its page than the memory has");
  }
}

error failed(int error_number, std::size_t length, const pd_body& pd) {
  auto remedy = std::to_string(length) + " bytes ";
  switch (error_number) {
    case ENOMEM:
      remedy += "cannot be locked in memory: raise RLIMIT_MEMLOCK (ulimit -l)";
      break;
    case EFAULT:
      remedy += "are not all mapped, or are read-only and access asks to write";
      break;
    default:
      remedy += "were refused";
  }
  return error(error_number, "ibv_reg_mr", pd.describe(), remedy);
}

/// Null with errno.
ibv_mr* try_register(const pd_body& pd, std::span<std::byte> memory, const mr_options& options) {
  const auto flags = static_cast<int>(options.access);
  return options.iova
             ? ibv_reg_mr_iova(pd.native(), memory.data(), memory.size(), *options.iova, flags)
             : ibv_reg_mr(pd.native(), memory.data(), memory.size(), flags);
}

constexpr access without_relaxed_ordering(access all) noexcept {
  return static_cast<access>(static_cast<unsigned>(all) &
                             ~static_cast<unsigned>(access::relaxed_ordering));
}

/// Why the device keeps the order though it was asked not to; "" if it does not, or does not tell.
std::string why_ordered(const context_body& context) {
  if (!context.is_mlx5()) return "";
  try {
    const hca_capabilities device(context, "ibv_reg_mr");
    if (device.has(capability::relaxed_ordering_write)) return "";
    if (device.has(capability::relaxed_ordering_read)) return "";
  } catch (const error&) {
    return "";  // no DevX
  }
  return "the device has neither relaxed_ordering_write nor relaxed_ordering_read";
}

ibv_mr* register_device_memory(pd_body& pd, device_memory_body& memory, std::size_t offset,
                               std::size_t length, access access) {
  memory.check_range("ibv_reg_dm_mr", offset, length);
  check_access(access, "ibv_reg_dm_mr", pd);
  auto* const made = ibv_reg_dm_mr(pd.native(), memory.native(), offset, length,
                                   static_cast<unsigned>(access) | IBV_ACCESS_ZERO_BASED);
  if (made == nullptr) {
    throw error(errno, "ibv_reg_dm_mr", memory.describe(),
                "the device may not take this access to its memory");
  }
  return made;
}

}  // namespace

mr_body::mr_body(pd_body& pd, std::span<std::byte> memory, const mr_options& options,
                 page_memory pages)
    : body(rank::memory_region),
      device_(pd.context().name()),
      device_guid_(pd.context().guid()),
      pages_(std::move(pages)),
      memory_(memory),
      addr_(options.iova.value_or(reinterpret_cast<std::uintptr_t>(memory.data()))),
      length_(memory.size()),
      access_(options.access) {
  if (!pages_.fallback().empty()) fallbacks_.push_back(pages_.fallback());
  register_memory(pd, options);
  settle_ordering(pd.context());
}

mr_body::mr_body(pd_body& pd, device_memory_body& memory, std::size_t offset, std::size_t length,
                 verbatim::access access)
    : body(rank::memory_region),
      device_(pd.context().name()),
      device_guid_(pd.context().guid()),
      addr_(0),
      length_(length),
      access_(access),
      native_(register_device_memory(pd, memory, offset, length, access)),
      lkey_(native_->lkey),
      rkey_(native_->rkey) {
  settle_ordering(pd.context());
}

/// Relaxed ordering is a wish: what refuses it is asked again without.
void mr_body::register_memory(pd_body& pd, const mr_options& options) {
  check_memory(memory_, options, pd);
  native_.reset(try_register(pd, memory_, options));
  const int refusal = errno;
  const bool may_be_the_order = refusal == EINVAL || refusal == EOPNOTSUPP;
  if (native_ == nullptr && may_be_the_order && allows(access_, access::relaxed_ordering)) {
    access_ = without_relaxed_ordering(access_);
    native_.reset(try_register(pd, memory_, {access_, options.iova}));
    if (native_ != nullptr) {
      fallbacks_.push_back("no relaxed ordering: the device refused to register with it");
    }
  }
  if (native_ == nullptr) throw failed(refusal, length_, pd);
  lkey_ = native_->lkey;
  rkey_ = native_->rkey;
}

void mr_body::settle_ordering(const context_body& context) {
  if (!allows(access_, access::relaxed_ordering)) return;
  const auto why = why_ordered(context);
  if (why.empty()) return;
  access_ = without_relaxed_ordering(access_);
  fallbacks_.push_back("no relaxed ordering: " + why);
}

std::string mr_body::describe() const {
  return "MR of " + std::to_string(length_) + " bytes of " + device_;
}

}  // namespace verbs

mr::mr(const verbatim::pd& pd, std::span<std::byte> memory, const mr_options& options)
    : handle(verbs::make<verbs::mr_body>("ibv_reg_mr", {pd.body()}, *pd.body(), memory, options)) {}

mr::mr(const verbatim::pd& pd, const device_memory& memory, std::size_t offset, std::size_t length,
       verbatim::access access)
    : handle(verbs::make<verbs::mr_body>("ibv_reg_dm_mr", {pd.body(), memory.body()}, *pd.body(),
                                         *memory.body(), offset, length, access)) {}

mr mr::allocate(const verbatim::pd& pd, std::size_t length, const mr_allocation& how) {
  verbs::page_memory pages(length, how.alignment, how.pages);
  const auto memory = pages.bytes();
  return mr(verbs::make<verbs::mr_body>("ibv_reg_mr", {pd.body()}, *pd.body(), memory,
                                        mr_options{how.access, how.iova}, std::move(pages)));
}

void mr::refuse(std::uint64_t offset, std::uint64_t length) const {
  const auto open = body_->while_open("slice");
  verbs::refuse_slice(offset, length, this->length(), describe());
}

}  // namespace verbatim
