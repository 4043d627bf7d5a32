// A memory region: memory that the device may use, and its keys.
#include "verbatim/verbs/mr.hpp"

#include <infiniband/verbs.h>

#include <cerrno>

#include "verbatim/verbs/error.hpp"

namespace verbatim {
namespace verbs {
namespace {

static_assert(static_cast<unsigned>(access::local_write) == IBV_ACCESS_LOCAL_WRITE);
static_assert(static_cast<unsigned>(access::remote_write) == IBV_ACCESS_REMOTE_WRITE);
static_assert(static_cast<unsigned>(access::remote_read) == IBV_ACCESS_REMOTE_READ);
static_assert(static_cast<unsigned>(access::remote_atomic) == IBV_ACCESS_REMOTE_ATOMIC);
static_assert(static_cast<unsigned>(access::relaxed_ordering) == IBV_ACCESS_RELAXED_ORDERING);

ibv_mr* register_memory(pd_body& pd, std::span<std::byte> memory, access access) {
  const auto refuse = [&](const char* reason) {
    return error(std::errc::invalid_argument, "ibv_reg_mr", pd.describe(), reason);
  };
  if (memory.empty()) throw refuse("the memory has no bytes");
  const auto writes = access & (access::remote_write | access::remote_atomic);
  if (writes != access::none && !allows(access, access::local_write)) {
    throw refuse("remote_write and remote_atomic need local_write");
  }
  auto* mr = ibv_reg_mr(pd.native(), memory.data(), memory.size(), static_cast<int>(access));
  if (mr != nullptr) return mr;
  const int error_number = errno;
  auto remedy = std::to_string(memory.size()) + " bytes ";
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
  throw error(error_number, "ibv_reg_mr", pd.describe(), remedy);
}

}  // namespace

mr_body::mr_body(pd_body& pd, std::span<std::byte> memory, access access)
    : body(rank::memory_region),
      device_(pd.context().name()),
      memory_(memory),
      native_(register_memory(pd, memory, access)),
      lkey_(native_->lkey),
      rkey_(native_->rkey) {}

std::string mr_body::describe() const {
  return "MR of " + std::to_string(memory_.size()) + " bytes of " + device_;
}

}  // namespace verbs

mr::mr(const verbatim::pd& pd, std::span<std::byte> memory, access access)
    : handle(verbs::make<verbs::mr_body>("ibv_reg_mr", {pd.body()}, *pd.body(), memory, access)) {}

void mr::refuse(std::uint64_t offset, std::uint64_t length) const {
  const auto open = body_->while_open("slice");
  verbs::refuse_slice(offset, length, this->length(), describe());
}

}  // namespace verbatim
