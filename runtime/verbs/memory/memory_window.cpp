// Memory windows: keys for parts of a memory region, which requests bind and invalidate.
#include "verbatim/verbs/memory/memory_window.hpp"

#include <infiniband/verbs.h>

#include <cerrno>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::verbs {
namespace {

static_assert(static_cast<int>(window_type::type_1) == IBV_MW_TYPE_1 &&
              static_cast<int>(window_type::type_2) == IBV_MW_TYPE_2);

std::string in_words(window_type type) {
  return std::string("of type ").append(type == window_type::type_1 ? "1" : "2");
}

void check_access(const mr_body& region) {
  if (allows(region.access(), access::mw_bind)) return;
  throw error(std::errc::permission_denied, "create_mw", region.describe(),
              "windows may not be bound to it: register it with access::mw_bind too");
}

native_ptr<ibv_mw> create(const mr_body& region, window_type type) {
  check_access(region);
  native_ptr<ibv_mw> window(ibv_alloc_mw(region.native()->pd, static_cast<ibv_mw_type>(type)));
  if (window != nullptr) return window;
  throw error(errno, "ibv_alloc_mw", region.describe(),
              in_words(type) + ": not every device has memory windows, of both types");
}

}  // namespace

memory_window_body::memory_window_body(mr_body& region, window_type type)
    : body(rank::memory_window),
      region_(region),
      device_(ibv_get_device_name(region.native()->context->device)),
      type_(type),
      native_(create(region, type)),
      rkey_(native_->rkey) {}

memory_window_body::memory_window_body(mr_body& region, window_type type, ibv_mw* native,
                                       ownership how)
    : body(rank::memory_window),
      region_(region),
      device_(ibv_get_device_name(region.native()->context->device)),
      type_(type),
      rkey_(native->rkey) {
  check_access(region);
  if (native->pd != region.native()->pd || native->type != static_cast<ibv_mw_type>(type)) {
    throw error(std::errc::invalid_argument, "adopt", region.describe(),
                "the memory window is of another protection domain, or not " + in_words(type));
  }
  native_ = adopted(native, how);
}

std::string memory_window_body::describe() const {
  return "memory window " + in_words(type_) + " of " + device_;
}

rkey memory_window_body::rkey() const noexcept {
  return type_ == window_type::type_1 && native_ != nullptr ? verbatim::rkey(native_->rkey) : rkey_;
}

rkey memory_window_body::next_rkey() noexcept {
  return rkey_ = verbatim::rkey(ibv_inc_rkey(rkey_.value()));
}

void memory_window_body::refuse(std::uint64_t offset, std::uint64_t length) const {
  const auto open = while_open("binding");
  refuse_slice(offset, length, region_.length(), region_.describe());
}

}  // namespace verbatim::verbs
