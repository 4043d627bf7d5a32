// The capabilities of a device that its firmware reports but libibverbs does not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "verbatim/generated/commands/atomic_caps.hpp"
#include "verbatim/generated/commands/cmd_hca_cap.hpp"
#include "verbatim/generated/commands/query_hca_cap.hpp"

namespace verbatim::verbs {

class native_context;

/// A group of capabilities of a device as they are now (QUERY_HCA_CAP).
class queried_capabilities {
 protected:
  /// Queries the device. Throws if the query fails; `call` is the call that needs the capabilities.
  queried_capabilities(const native_context& context, std::string_view call, std::uint32_t group);

  /// Throws an error that says that the device lacks the capability.
  [[noreturn]] void lacks(std::string_view name, std::string_view for_what,
                          std::string_view remedy) const;

  wire::mailbox<firmware::query_hca_cap::out> answer_;

 private:
  std::string device_;
  std::string call_;
};

/// The capabilities of the group with that number, whose places are those of `Structure`.
template <class Structure, std::uint32_t group>
class hca_capability_group : public queried_capabilities {
 public:
  using capability = wire::mailbox_number<Structure>;

  /// Queries the device. Throws if the query fails; `call` is the call that needs the capabilities.
  hca_capability_group(const native_context& context, std::string_view call)
      : queried_capabilities(context, call, group) {}

  std::uint32_t value(const capability& of) const noexcept {
    const auto all =
        answer_.view().template part<Structure>(firmware::query_hca_cap::out::capability);
    return static_cast<std::uint32_t>(all.value(of));
  }
  bool has(const capability& what) const noexcept { return value(what) != 0; }

  /// Throws if the device lacks the capability. `for_what` is the feature that needs it; `remedy` is the
  /// remedy without it.
  void require(const capability& what, std::string_view for_what, std::string_view remedy) const {
    if (!has(what)) lacks(what.name, for_what, remedy);
  }
};

using hca_capabilities = hca_capability_group<firmware::cmd_hca_cap, 0>;
using atomic_capabilities = hca_capability_group<firmware::atomic_caps, 3>;

/// Returns the atomic_mode for the widest atomics that the device can answer, which the kernel uses
/// for its queue pairs too: 0 for none, 1 for the atomics of InfiniBand, n for these and for masked
/// ones of up to 2^n bytes.
std::uint32_t widest_atomic_mode(const native_context& context, std::string_view call);

}  // namespace verbatim::verbs
