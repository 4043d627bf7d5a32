// A memory region: memory that is registered with the device, and its keys.
#include "verbatim/verbs/memory/mr.hpp"

#include <infiniband/verbs.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/context/hca_capabilities.hpp"

namespace verbatim {
namespace verbs {
namespace {

static_assert(static_cast<unsigned>(access::local_write) == IBV_ACCESS_LOCAL_WRITE);
static_assert(static_cast<unsigned>(access::remote_write) == IBV_ACCESS_REMOTE_WRITE);
static_assert(static_cast<unsigned>(access::remote_read) == IBV_ACCESS_REMOTE_READ);
static_assert(static_cast<unsigned>(access::remote_atomic) == IBV_ACCESS_REMOTE_ATOMIC);
static_assert(static_cast<unsigned>(access::on_demand) == IBV_ACCESS_ON_DEMAND);
static_assert(static_cast<unsigned>(access::relaxed_ordering) == IBV_ACCESS_RELAXED_ORDERING);

void check_access(access access, std::string_view call, const body& object) {
  const auto writes = access & (access::remote_write | access::remote_atomic);
  if (writes != access::none && !allows(access, access::local_write)) {
    throw error(std::errc::invalid_argument, call, object.describe(),
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

/// Returns the reason why the device refused a region with on-demand paging; "" if on-demand paging
/// is not the cause.
std::string why_not_on_demand(const pd_body& pd, access access, bool implicit) {
  if (!allows(access, access::on_demand)) return "";
  const auto device = pd.context().capabilities();
  if (!device.on_demand_paging) {
    return "the device has no on-demand paging: register without access::on_demand";
  }
  if (implicit && !device.implicit_on_demand_paging) {
    return "the device pages on demand, but not all memory at once: register pieces of it";
  }
  return "";
}

error failed(int error_number, std::size_t length, const pd_body& pd, access access) {
  if (const auto why = why_not_on_demand(pd, access, length == SIZE_MAX); !why.empty()) {
    return error(error_number, "ibv_reg_mr", pd.describe(), why);
  }
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

/// Registers the memory. Returns null with errno if that fails.
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

/// Returns the reason why the device keeps the order of writes despite relaxed_ordering; "" if it
/// does not keep the order, or does not report it.
std::string why_ordered(const context_body& context) {
  if (!context.is_mlx5()) return "";
  try {
    const hca_capabilities device(context, "ibv_reg_mr");
    if (device.has(firmware::cmd_hca_cap::relaxed_ordering_write)) return "";
    if (device.has(firmware::cmd_hca_cap::relaxed_ordering_read)) return "";
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

/// A failure of ibv_rereg_mr in words. It also says if the region may still be used, according to the manual
/// page.
struct rereg_failure {
  bool is_usable;
  std::string_view words;
};

rereg_failure meaning_of(int returned) noexcept {
  switch (returned) {
    case IBV_REREG_MR_ERR_INPUT:
      return {true, "libibverbs refuses the change, and the region is as it was"};
    case IBV_REREG_MR_ERR_DONT_FORK_NEW:
      return {true,
              "the new memory cannot be kept from children that are forked, as when it is not "
              "mapped, and the region is as it was"};
    case IBV_REREG_MR_ERR_CMD_AND_DO_FORK_NEW:
      return {false,
              "the region may not be used any more, and was closed: register the memory anew. "
              "Children that are forked do not get the new memory"};
    default:
      return {false,
              "the region may not be used any more, and was closed: register the memory anew"};
  }
}

}  // namespace

mr_body::mr_body(pd_body& pd, std::span<std::byte> memory, const mr_options& options,
                 page_memory pages)
    : body(rank::memory_region),
      pd_(&pd),
      context_(pd.context()),
      of_(memory_of::host),
      device_guid_(pd.context().guid()),
      pages_(std::move(pages)),
      memory_(memory),
      addr_(options.iova.value_or(reinterpret_cast<std::uintptr_t>(memory.data()))),
      length_(memory.size()),
      access_(options.access) {
  if (!pages_.fallback().empty()) fallbacks_.push_back(pages_.fallback());
  register_memory(options);
  settle_ordering();
}

mr_body::mr_body(pd_body& pd, device_memory_body& memory, std::size_t offset, std::size_t length,
                 verbatim::access access)
    : body(rank::memory_region),
      pd_(&pd),
      context_(pd.context()),
      of_(memory_of::device),
      device_guid_(pd.context().guid()),
      addr_(0),
      length_(length),
      access_(access),
      native_(register_device_memory(pd, memory, offset, length, access)),
      lkey_(native_->lkey),
      rkey_(native_->rkey) {
  settle_ordering();
}

mr_body::mr_body(pd_body& pd, verbatim::access access)
    : body(rank::memory_region),
      pd_(&pd),
      context_(pd.context()),
      of_(memory_of::everything),
      device_guid_(pd.context().guid()),
      addr_(0),
      length_(SIZE_MAX),
      access_(access | access::on_demand) {
  check_access(access_, "ibv_reg_mr", pd);
  native_.reset(ibv_reg_mr(pd.native(), nullptr, SIZE_MAX, static_cast<int>(access_)));
  if (native_ == nullptr) throw failed(errno, length_, pd, access_);
  lkey_ = verbatim::lkey(native_->lkey);
  rkey_ = verbatim::rkey(native_->rkey);
  settle_ordering();
}

mr_body::memory_of mr_body::memory_of_native(const ibv_mr& native) noexcept {
  if (native.addr != nullptr) return memory_of::host;
  return native.length == SIZE_MAX ? memory_of::everything : memory_of::device;
}

mr_body::mr_body(pd_body& pd, ibv_mr* native, ownership how, const mr_options& options)
    : body(rank::memory_region),
      pd_(&pd),
      context_(pd.context()),
      of_(memory_of_native(*native)),
      device_guid_(pd.context().guid()),
      addr_(options.iova.value_or(reinterpret_cast<std::uintptr_t>(native->addr))),
      length_(native->length),
      access_(options.access),
      lkey_(native->lkey),
      rkey_(native->rkey) {
  if (native->pd != pd.native()) {
    throw error(std::errc::invalid_argument, "adopt", pd.describe(),
                "the memory region is of another protection domain");
  }
  if (of_ == memory_of::host) memory_ = {static_cast<std::byte*>(native->addr), length_};
  native_ = adopted(native, how);
}

/// Registers the memory. Relaxed ordering is optional: if it is refused, this function registers
/// again without it.
void mr_body::register_memory(const mr_options& options) {
  check_memory(memory_, options, *pd_);
  native_.reset(try_register(*pd_, memory_, options));
  const int refusal = errno;
  const bool may_be_the_order = refusal == EINVAL || refusal == EOPNOTSUPP;
  if (native_ == nullptr && may_be_the_order && allows(access_, access::relaxed_ordering)) {
    access_ = without_relaxed_ordering(access_);
    native_.reset(try_register(*pd_, memory_, {access_, options.iova}));
    if (native_ != nullptr) {
      fallbacks_.push_back("no relaxed ordering: the device refused to register with it");
    }
  }
  if (native_ == nullptr) throw failed(refusal, length_, *pd_, access_);
  lkey_ = verbatim::lkey(native_->lkey);
  rkey_ = verbatim::rkey(native_->rkey);
}

void mr_body::settle_ordering() {
  if (!allows(access_, access::relaxed_ordering)) return;
  const auto why = why_ordered(context_);
  if (why.empty()) return;
  access_ = without_relaxed_ordering(access_);
  fallbacks_.push_back("no relaxed ordering: " + why);
}

void mr_body::check_change(const mr_change& change) const {
  const auto refuse = [&](std::errc condition, const std::string& reason) {
    return error(condition, "ibv_rereg_mr", describe(), reason);
  };
  if (!change.memory && !change.pd && !change.access) {
    throw refuse(std::errc::invalid_argument, "nothing is to be changed");
  }
  if (of_ == memory_of::device) {
    throw refuse(std::errc::not_supported,
                 "it is of the device's memory: close it, and make another");
  }
  const auto turned =
      static_cast<unsigned>(change.access.value_or(access_)) ^ static_cast<unsigned>(access_);
  if ((turned & IBV_ACCESS_ON_DEMAND) != 0 && !change.memory) {
    throw refuse(std::errc::invalid_argument,
                 "access::on_demand comes and goes with the memory only: give that too");
  }
  if (change.memory && change.memory->empty()) {
    throw refuse(std::errc::invalid_argument, "the memory has no bytes");
  }
  if (change.access) check_access(*change.access, "ibv_rereg_mr", *this);
  if (!change.pd) return;
  change.pd->body()->check_relative("ibv_rereg_mr", *this);
  if (const auto* const window = dependant(); window != nullptr) {
    throw refuse(std::errc::device_or_resource_busy,
                 window->describe() + " is in its protection domain: close that first");
  }
}

std::optional<error> mr_body::rereg(const mr_change& change, ref<body>& before) {
  check_change(change);
  const auto flags = (change.memory ? IBV_REREG_MR_CHANGE_TRANSLATION : 0) |
                     (change.pd ? IBV_REREG_MR_CHANGE_PD : 0) |
                     (change.access ? IBV_REREG_MR_CHANGE_ACCESS : 0);
  const auto memory = change.memory.value_or(std::span<std::byte>());
  const int returned =
      ibv_rereg_mr(native_.get(), flags, change.pd ? change.pd->native() : nullptr, memory.data(),
                   memory.size(), static_cast<int>(change.access.value_or(access::none)));
  const int number = errno;
  if (returned != 0 && returned != IBV_REREG_MR_ERR_DO_FORK_OLD) {
    const auto failure = meaning_of(returned);
    error failed(number, "ibv_rereg_mr", describe(), failure.words);
    if (failure.is_usable) throw failed;
    return failed;
  }
  if (returned != 0) {
    fallbacks_.push_back("children that are forked do not get the memory of before a change of it");
  }
  if (change.memory) {
    memory_ = memory;
    addr_ = reinterpret_cast<std::uintptr_t>(memory.data());
    length_ = memory.size();
    of_ = memory_of::host;
  }
  if (change.pd) {
    before = exchange_parent(*pd_, change.pd->body());
    pd_ = change.pd->body().get();
  }
  if (change.access) {
    access_ = *change.access;
    settle_ordering();
  }
  lkey_ = verbatim::lkey(native_->lkey);
  rkey_ = verbatim::rkey(native_->rkey);
  return std::nullopt;
}

std::string mr_body::describe() const {
  if (of_ == memory_of::everything) return "implicit MR of " + context_.name();
  return "MR of " + std::to_string(length_) + " bytes of " + context_.name();
}

}  // namespace verbs

std::string_view verbs::name(mr_keys keys) noexcept {
  return keys == verbs::mr_keys::kept ? "kept" : "replaced";
}

mr::mr(const verbatim::pd& pd, std::span<std::byte> memory, const verbs::mr_options& options)
    : handle(verbs::make<verbs::mr_body>("ibv_reg_mr", {pd.body()}, *pd.body(), memory, options)) {}

mr::mr(const verbatim::pd& pd, const device_memory& memory, std::size_t offset, std::size_t length,
       verbatim::access access)
    : handle(verbs::make<verbs::mr_body>("ibv_reg_dm_mr", {pd.body(), memory.body()}, *pd.body(),
                                         *memory.body(), offset, length, access)) {}

mr mr::implicit(const verbatim::pd& pd, verbatim::access access) {
  return mr(verbs::make<verbs::mr_body>("ibv_reg_mr", {pd.body()}, *pd.body(), access));
}

mr mr::adopt(const verbatim::pd& pd, ibv_mr* native, ownership how,
             const verbs::mr_options& options) {
  return mr(verbs::make<verbs::mr_body>("adopt", {pd.body()}, *pd.body(), native, how, options));
}

mr mr::allocate(const verbatim::pd& pd, std::size_t length, const verbs::mr_allocation& how) {
  verbs::page_memory pages(length, how.alignment, how.pages);
  const auto memory = pages.bytes();
  return mr(verbs::make<verbs::mr_body>("ibv_reg_mr", {pd.body()}, *pd.body(), memory,
                                        verbs::mr_options{how.access, how.iova}, std::move(pages)));
}

verbs::mr_keys mr::rereg(const verbs::mr_change& change) {
  const auto keys_before = std::pair(lkey(), rkey());
  verbs::ref<verbs::body> parent_before;
  std::optional<error> lost;
  {
    const auto open = body_->while_open("ibv_rereg_mr");
    lost = body_->rereg(change, parent_before);
  }
  if (lost) {
    body_->close();
    throw *lost;
  }
  return keys_before == std::pair(lkey(), rkey()) ? verbs::mr_keys::kept : verbs::mr_keys::replaced;
}

void mr::refuse(std::uint64_t offset, std::uint64_t length) const {
  const auto open = body_->while_open("slice");
  verbs::refuse_slice(offset, length, this->length(), describe());
}

}  // namespace verbatim
