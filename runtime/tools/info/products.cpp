// Names of NVIDIA's cards.
#include "tools/info/products.hpp"

#include <array>

namespace verbatim::tools::info {

std::string_view product_of(std::uint32_t pci_device) noexcept {
  struct product {
    std::uint32_t device;
    std::string_view name;
  };
  constexpr std::array<product, 23> products{
      {{0x1011, "Connect-IB"},    {0x1012, "Connect-IB, virtual function"},
       {0x1013, "ConnectX-4"},    {0x1014, "ConnectX-4, virtual function"},
       {0x1015, "ConnectX-4 Lx"}, {0x1016, "ConnectX-4 Lx, virtual function"},
       {0x1017, "ConnectX-5"},    {0x1018, "ConnectX-5, virtual function"},
       {0x1019, "ConnectX-5 Ex"}, {0x101a, "ConnectX-5 Ex, virtual function"},
       {0x101b, "ConnectX-6"},    {0x101c, "ConnectX-6, virtual function"},
       {0x101d, "ConnectX-6 Dx"}, {0x101e, "ConnectX, virtual function"},
       {0x101f, "ConnectX-6 Lx"}, {0x1021, "ConnectX-7"},
       {0x1023, "ConnectX-8"},    {0x1025, "ConnectX-9"},
       {0xa2d2, "BlueField"},     {0xa2d3, "BlueField, virtual function"},
       {0xa2d6, "BlueField-2"},   {0xa2dc, "BlueField-3"},
       {0xa2df, "BlueField-4"}}};
  for (const auto& [device, name] : products) {
    if (device == pci_device) return name;
  }
  return "";
}

}  // namespace verbatim::tools::info
