// The streams for the Asio that the including header has chosen by VERBATIM_NET and the other macros.

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

// clang-format off
#include "verbatim/stream/asio/pending.ipp"
#include "verbatim/stream/asio/hub.ipp"
#include "verbatim/stream/asio/works.ipp"
#include "verbatim/stream/asio/streams.ipp"
#include "verbatim/stream/asio/halves.ipp"
#include "verbatim/stream/asio/datagrams.ipp"
#ifdef VERBATIM_NET_BEAST
#include "verbatim/stream/asio/beast.ipp"
#endif
#include "verbatim/stream/link/exchange_connector.hpp"
#include "verbatim/stream/link/exchange_listener.hpp"
#include "verbatim/stream/link/exchange_queue_pair_connector.hpp"
#include "verbatim/stream/link/exchange_queue_pair_listener.hpp"
#include "verbatim/stream/asio/link_works.ipp"
#include "verbatim/stream/asio/exchange_links.ipp"
#include "verbatim/stream/asio/queue_pair_links.ipp"
#if __has_include("verbatim/connect/cm/connection.hpp")
#include "verbatim/stream/link/connector.hpp"
#include "verbatim/stream/link/datagram_listener.hpp"
#include "verbatim/stream/link/datagram_peers.hpp"
#include "verbatim/stream/link/groups.hpp"
#include "verbatim/stream/link/listener.hpp"
#include "verbatim/stream/link/queue_pair_connector.hpp"
#include "verbatim/stream/link/queue_pair_listener.hpp"
#include "verbatim/stream/asio/links.ipp"
#include "verbatim/stream/asio/datagram_links.ipp"
#endif
// clang-format on

#undef VERBATIM_NET
#undef VERBATIM_NET_BEAST
#undef VERBATIM_NET_ROOM
#undef VERBATIM_NET_VERSION
#undef VERBATIM_NET_ERROR_CODE
#undef VERBATIM_NET_SYSTEM_ERROR
