// Objects about what leaves a port: schedulers, pacing, and the paths of address vectors. They are
// kept and checked. The traffic here has no rate, so they do not change it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "objects/object.hpp"

namespace verbatim::emulator {

/// The kind of a scheduling element; values of element_type.
enum class scheduling_kind : std::uint8_t {
  /// An inner node, which shares its bandwidth among its children.
  tsar = 0,

  /// A leaf, to which queues are attached.
  queue_group = 4,
};

struct scheduling_element : object {
  explicit scheduling_element(context& owner_in) noexcept
      : object(owner_in, rank::scheduling_element) {}

  std::uint32_t number() const noexcept { return handle + 1; }

  scheduling_kind kind = scheduling_kind::tsar;

  /// Empty in a root.
  reference<scheduling_element> parent;

  /// The weight among the children of its parent, and the rate limit in Mb/s; 0 for none.
  std::uint32_t bandwidth_share = 0;
  std::uint32_t most_bandwidth = 0;
};

/// An entry of the table of rates.
struct pacing_entry : object {
  explicit pacing_entry(context& owner_in) noexcept : object(owner_in, rank::pacing_entry) {}

  /// The index in the table, from 1 on. Handles of equal rates share an index.
  std::uint16_t index = 0;

  /// True if no other handle may have the index.
  bool dedicated = false;

  /// The bytes of struct mlx5_ifc_set_pp_rate_limit_context_bits.
  std::vector<std::byte> rate;
};

/// Maps an address vector to the queue pair of the peer that it leads to.
struct address_mapping : object {
  explicit address_mapping(context& owner_in) noexcept : object(owner_in, rank::address_mapping) {}

  std::uint32_t number() const noexcept { return handle + 1; }

  std::uint32_t qpn = 0;
};

/// A page for doorbells of virtio queues (VAR). There are no such queues here.
struct virtio_doorbell : object {
  explicit virtio_doorbell(context& owner_in) noexcept : object(owner_in, rank::virtio_doorbell) {}

  /// The number of pages that each opened device has.
  static constexpr std::uint32_t pages_in_all = 256;

  std::uint32_t page = 0;
};

}  // namespace verbatim::emulator
