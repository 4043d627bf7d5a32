// Names of NVIDIA's cards.
#pragma once

#include <cstdint>
#include <string_view>

namespace verbatim::tools::info {

/// Returns the name of a card, such as `ConnectX-6`; "" if the card is not known. Source: Linux,
/// drivers/net/ethernet/mellanox/mlx5/core/main.c, mlx5_core_pci_table, and pci.ids.
std::string_view product_of(std::uint32_t pci_device) noexcept;

}  // namespace verbatim::tools::info
