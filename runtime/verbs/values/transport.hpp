// The kinds of queue pairs. qp.hpp has the C++ type of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string_view>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::verbs {

enum class transport : std::uint8_t { rc, uc, ud, dci, dct, raw_packet, xrc_send, xrc_recv };

constexpr std::string_view name(transport transport) noexcept {
  constexpr std::string_view names[]{"RC QP", "UC QP",         "UD QP",       "DCI",
                                     "DCT",   "raw packet QP", "XRC send QP", "XRC receive QP"};
  return names[static_cast<std::size_t>(transport)];
}
inline std::ostream& operator<<(std::ostream& out, transport value) { return out << name(value); }

}  // namespace verbatim::verbs
