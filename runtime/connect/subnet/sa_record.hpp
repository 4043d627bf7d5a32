// Records of the subnet administrator, and the component mask of requests.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

#include "verbatim/verbs/values/gid.hpp"
#include "verbatim/verbs/values/link_values.hpp"
#include "verbatim/verbs/values/timers.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::detail {

// These functions return a value in the encoding of components.
constexpr std::uint64_t encoded(std::unsigned_integral auto value) noexcept { return value; }
constexpr std::uint64_t encoded(lid value) noexcept { return value.value(); }
constexpr std::uint64_t encoded(pkey value) noexcept { return value.value(); }
constexpr std::uint64_t encoded(rate value) noexcept { return value.encoding(); }
constexpr std::uint64_t encoded(packet_life_time value) noexcept { return value.encoding(); }
inline std::uint64_t encoded(mtu value) noexcept { return value.encoding(); }
inline std::span<const std::byte> encoded(const gid& value) noexcept {
  return std::as_bytes(std::span(value.bytes));
}

/// A record on the wire, and the component mask of a request with it.
template <class Layout>
struct sa_record {
  static constexpr std::size_t size = Layout::size;

  std::array<std::byte, size> bytes{};
  std::uint64_t component_mask = 0;

  /// Sets the component to `value`, and sets its bit in the mask. Drops bits that do not fit.
  template <class Value>
  void ask(const wire::component<wire::mailbox_field<Layout, Value>>& component,
           std::uint64_t value) noexcept {
    view().set_low(component, value);
    component_mask |= std::uint64_t{1} << component.number;
  }

  /// Does the same with bytes. Missing bytes are 0.
  template <std::size_t Size>
  void ask(const wire::component<wire::mailbox_bytes<Layout, Size>>& component,
           std::span<const std::byte> value) noexcept {
    std::array<std::byte, Size> all{};
    std::copy_n(value.begin(), std::min(value.size(), Size), all.begin());
    view().set(component, std::span<const std::byte, Size>(all));
    component_mask |= std::uint64_t{1} << component.number;
  }

  /// Does the same if `value` is set.
  template <class Field, class Value>
  void ask(const wire::component<Field>& component, const std::optional<Value>& value) noexcept {
    if (value) ask(component, encoded(*value));
  }

 private:
  wire::mailbox_view<Layout> view() noexcept { return wire::mailbox_view<Layout>(bytes); }
};

/// A record on the wire whose components are read.
template <class Layout>
using sa_record_view = wire::mailbox_view<Layout, const std::byte>;

/// Returns the component of a record.
template <std::unsigned_integral Value, class Layout>
Value component_of(const sa_record_view<Layout>& record,
                   const wire::mailbox_number<Layout>& component) noexcept {
  return static_cast<Value>(record.value(component));
}
template <class Layout>
gid gid_of(const sa_record_view<Layout>& record,
           wire::mailbox_bytes<Layout, 16> component) noexcept {
  const auto bytes = record.get(component);
  gid result;
  std::memcpy(result.bytes.data(), bytes.data(), bytes.size());
  return result;
}

}  // namespace verbatim::detail
