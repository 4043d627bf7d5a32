// The names of the messages of the endpoint exchange.
#include "verbatim/connect/exchange/exchange_message.hpp"

namespace verbatim::exchange {

std::string_view name(frame_type type) noexcept {
  constexpr std::string_view names[]{"", "OFFER", "ANSWER", "READY", "ERROR", "BYE"};
  return names[static_cast<std::size_t>(type)];
}

std::string_view name(exchange::stage stage) noexcept {
  constexpr std::string_view names[]{"connect", "OFFER", "negotiate", "INIT", "posting receives",
                                     "RTR",     "RTS",   "READY",     "use"};
  return names[static_cast<std::size_t>(stage)];
}

}  // namespace verbatim::exchange
